"""What the games tell a table beside their acts: how to deal, which way round, what a usual match comes to."""

import pytest

from scoring.games.base import ActKind, AnyGame, Debt, Feature, ImpossibleError
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo import Cuajo
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from tests.games.judged import judged
from tests.toy import Toy, ToyRules

CUAJO = Cuajo()
ENGLISH, QING, MING, CAU = KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat()


def told(game: AnyGame, *, players: int, dealer: int = 1, **changes: object) -> list[str]:
    rules = game.read_rules(value=changes)
    texts = game.about_deal(rules=rules, seats=tuple(range(1, players + 1)), dealer=dealer)
    return [text.english() for text in texts]


def test_english_and_qing_go_clockwise_and_old_nights_as_they_sat() -> None:
    """E3, Q2."""
    games: tuple[AnyGame, ...] = (ENGLISH, QING, MING, CAU)
    for game in games[:2]:
        stored = game.read_rules(value={"revision": 1, "source": "before"})
        assert Feature.CLOCKWISE in game.features(rules=game.read_rules(value=None))
        assert Feature.CLOCKWISE not in game.features(rules=stored)
    for game in games[2:]:
        assert Feature.CLOCKWISE not in game.features(rules=game.read_rules(value=None))


def test_cuajo_is_played_anticlockwise_and_has_no_match_c12() -> None:
    by_conditions, by_prices = (
        CUAJO.features(rules=CUAJO.read_rules(value=preset)) for preset in ("pagat", "pricelist")
    )
    assert by_conditions == {"card_entry", "quick_entry", "unwon_hands", "sowee", "companion"}
    assert by_prices == by_conditions - {"quick_entry"}


def test_match_of_hands_counts_hands_and_one_without_a_target_ends_when_the_table_says_so() -> None:
    """R9, M6."""
    assert Feature.HANDS_WON in CAU.features(rules=CAU.read_rules(value=None))
    assert Feature.HANDS_WON not in CAU.features(rules=CAU.read_rules(value="points"))
    assert MING.features(rules=MING.read_rules(value=None)) == {Feature.OPEN_END}


def test_table_is_told_who_has_a_card_more() -> None:
    """E3, Q2, M1."""
    assert told(ENGLISH, players=3, dealer=3) == ["Fifteen cards each; seat 1 has sixteen and begins."]
    assert told(QING, players=5, dealer=2) == ["Fourteen cards each; seat 2 has fifteen and begins."]
    assert told(MING, players=2) == ["13 cards each; who drew the highest card leads."]


def test_four_players_with_sixty_one_cards_are_told_what_they_lack() -> None:
    """E12."""
    short = (
        "With 61 cards four players have no stock to draw from (E12). Change the house rules: one of them goes orphan "
        "with six cards, or four copies of each card are played."
    )
    assert told(ENGLISH, players=4) == ["Fifteen cards each; seat 2 has sixteen and begins.", short]
    assert told(ENGLISH, players=4, orphan=True) == told(ENGLISH, players=4, preset="four_packs")
    assert short.replace("61", "60") in told(ENGLISH, players=4, without_jokers=True)


def test_cau_robat_is_dealt_as_the_house_says() -> None:
    """R2, R10."""
    assert told(CAU, players=8, dealer=8) == ["8 cards face up, the others dealt by threes; seat 1 begins."]
    assert told(CAU, players=4, three_at_a_time=True) == [
        "4 cards face up, three each dealt and played at a time; seat 2 begins."
    ]


def test_usual_match_says_what_its_winner_gets() -> None:
    """E8: as in the source, +13 points."""
    (line,) = ENGLISH.typical(rules=ENGLISH.read_rules(value={"point": 10}))
    assert (line.what, line.cents) == ("The winner of a match that ends 52 : 49 : 47 : 47 gets in all", 130)
    (pot,) = QING.typical(rules=QING.read_rules(value=None))
    assert (pot.what, pot.cents) == ("The pot of a hand with four players brings the winner", 300)
    assert MING.typical(rules=MING.read_rules(value=None))[0].cents == 27
    assert CAU.typical(rules=CAU.read_rules(value=None))[0].cents == 5


def qing(act: dict[str, object], **changes: object) -> tuple[Debt, ...]:
    rules = QING.read_rules(value=changes)
    return judged(QING, kind=ActKind.HAND, act=act, rules=rules, seats=QING.sides(rules=rules, seat_count=3)).debts


def test_stakes_of_drawn_hands_stay_in_the_pot_by_house_rule() -> None:
    """Q6."""
    act: dict[str, object] = {"winner": 2, "declared": True, "drawn_before": 2}
    assert qing(act, pot_stays=True) == (Debt(payer=1, payee=2, cents=300), Debt(payer=3, payee=2, cents=300))
    with pytest.raises(ImpossibleError) as caught:
        qing(act)
    assert [problem.code for problem in caught.value.problems] == ["pot_does_not_stay"]
    asked = [field.name for field in QING.asks(kind=ActKind.HAND, rules=QING.read_rules(value={"pot_stays": True}))]
    assert "drawn_before" in asked


def test_drawn_hands_in_the_pot_are_told_with_a_win() -> None:
    """Q6."""
    rules = QING.read_rules(value={"pot_stays": True})
    act = {"winner": 2, "declared": True, "drawn_before": 1}
    outcome = judged(QING, kind=ActKind.HAND, act=act, rules=rules, seats=QING.sides(rules=rules, seat_count=3))
    assert outcome.said.data() == {"result": "win", "winner": 2, "declared": True, "hand": "", "drawn_before": 1}
    assert outcome.verdict.data() == {
        "lines": [{"what": "drawn hands whose stakes were in the pot", "rule": "Q6", "count": 1}]
    }
    assert [question.verifies for question in QING.questions] == [True]


def test_a_game_without_more_to_tell_tells_nothing() -> None:
    rules = CUAJO.read_rules(value=None)
    assert CUAJO.about_deal(rules=rules, seats=(1, 2, 3, 4), dealer=1) == ()
    assert CUAJO.typical(rules=rules) == ()
    assert CUAJO.follow(act={}, rules=rules, seats=()) is None
    assert Toy().features(rules=ToyRules()) == frozenset()
    assert QING.marked(act={}, verdict={}) == {}
    assert QING.fortune(act={}, verdict={}, rules=QING.read_rules(value=None)) is None
