"""Who deals after a hand, and hands that do not count, in every game whose tables deal in turn (C38, E13)."""

from collections.abc import Mapping

import pytest

from scoring.games.base import ActKind, AnyGame, Debt, ImpossibleError, Score, Tally
from scoring.games.cau_robat import CauRobat
from scoring.games.dealing import says_dealer
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from tests.games.judged import judged

HANDS: tuple[tuple[AnyGame, Mapping[str, object]], ...] = (
    (KhanhooEnglish(), {"out": 2, "melds": {"2": {"sequence": 2}}}),
    (KhanhooQing(), {"winner": 2, "declared": True}),
    (KhanhooMing(), {"captured": {"1": 9, "2": 18}}),
    (CauRobat(), {"piles": {"1": 10, "2": 20, "3": 10}}),
)
RULES = {"khanhoo": "E13", "khanhoo_qing": "Q7", "khanhoo_ming": "M7", "cau_robat": "R11"}
GAMES = [game for game, _ in HANDS]
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
each_hand = pytest.mark.parametrize(("game", "hand"), HANDS, ids=[game.id for game in GAMES])


def deals_next(game: AnyGame, act: Mapping[str, object], **changes: object) -> int | None:
    rules = game.read_rules(value=changes)
    seats = game.sides(rules=rules, seat_count=3)
    return judged(game, kind=ActKind.HAND, act=act, rules=rules, seats=seats).deals_next


@each_hand
def test_deal_passes_to_the_next_player_in_the_order_of_play(game: AnyGame, hand: Mapping[str, object]) -> None:
    assert [deals_next(game, {**hand, "dealer": dealer}) for dealer in (1, 2, 3)] == [2, 3, 1]


@each_hand
def test_deal_passes_as_the_house_says(game: AnyGame, hand: Mapping[str, object]) -> None:
    assert deals_next(game, {**hand, "dealer": 3}, deal_passes="winner") == 2
    assert deals_next(game, {**hand, "dealer": 3}, deal_passes="same") is None


@each_hand
def test_nobody_is_named_where_nobody_said_who_dealt(game: AnyGame, hand: Mapping[str, object]) -> None:
    assert deals_next(game, hand) is None


@each_game
def test_dealer_is_asked_for_where_the_deal_passes_on_or_play_begins_beside_the_dealer(game: AnyGame) -> None:
    for passes in ("next", "winner", "same"):
        asked = game.asks(kind=ActKind.HAND, rules=game.read_rules(value={"deal_passes": passes}))
        assert ("dealer" in [field.name for field in asked]) is (passes != "same" or game.id == "cau_robat")


@each_game
def test_rules_stored_before_keep_the_dealer(game: AnyGame) -> None:
    stored = {"preset": game.presets[0], "revision": 1, "source": "old"}
    assert game.read_rules(value=stored).deal_passes == "same"
    assert game.read_rules(value={"preset": game.presets[0]}).deal_passes == "next"


def test_drawn_hand_is_dealt_again_by_the_same_player_unless_the_house_says_otherwise() -> None:
    drawn = {"result": "drawn", "dealer": 1}
    assert deals_next(KhanhooQing(), drawn) == 1
    assert deals_next(KhanhooQing(), drawn, void_deals="next") == 2


@each_game
def test_hand_that_does_not_count_is_dealt_again_and_nobody_wins_it(game: AnyGame) -> None:
    rules = game.read_rules(value=None)
    seats = game.sides(rules=rules, seat_count=3)
    act = {"void": "misdeal", "by": 2, "dealer": 2}
    outcome = judged(game, kind=ActKind.HAND, act=act, rules=rules, seats=seats)
    assert (outcome.winner, outcome.debts, outcome.scores, outcome.deals_next) == (None, (), (), 2)
    assert outcome.said.data() == act
    assert isinstance(outcome.verdict, Tally)
    assert [(line.rule, line.seat) for line in outcome.verdict.lines or ()] == [(RULES[game.id], 2)]
    told = game.sentence(kind=ActKind.HAND, act=act).english()
    assert told == "Misdeal, the hand does not count (caused by seat 2)"
    assert deals_next(game, {"void": "exposed", "dealer": 2}, void_deals="next") == 3


@each_game
def test_whoever_caused_it_gives_each_other_player_what_the_house_agreed(game: AnyGame) -> None:
    rules = game.read_rules(value={"void_penalty": 5})
    seats = game.sides(rules=rules, seat_count=3)
    outcome = judged(game, kind=ActKind.HAND, act={"void": "wrong_count", "by": 2}, rules=rules, seats=seats)
    if game.match:
        assert outcome.scores == (Score(seat=1, points=5), Score(seat=3, points=5))
    else:
        assert outcome.debts == (Debt(payer=2, payee=1, cents=5), Debt(payer=2, payee=3, cents=5))
    nobody = judged(game, kind=ActKind.HAND, act={"void": "abandoned"}, rules=rules, seats=seats)
    assert (nobody.debts, nobody.scores, nobody.said.data()) == ((), (), {"void": "abandoned"})
    assert game.sentence(kind=ActKind.HAND, act={"void": "abandoned"}).english() == "abandoned, the hand does not count"


@each_hand
def test_wrong_reason_and_unknown_players_are_refused(game: AnyGame, hand: Mapping[str, object]) -> None:
    rules = game.read_rules(value=None)
    seats = game.sides(rules=rules, seat_count=3)
    for act, codes in (
        ({"void": "rain", "by": 9}, ["unknown_word", "unknown_seat"]),
        ({**hand, "dealer": 9}, ["unknown_seat"]),
    ):
        with pytest.raises(ImpossibleError) as caught:
            judged(game, kind=ActKind.HAND, act=act, rules=rules, seats=seats)
        assert [problem.code for problem in caught.value.problems] == codes


@each_game
def test_a_hand_says_who_dealt_where_that_decides_who_deals_next(game: AnyGame) -> None:
    stays, passes = (game.read_rules(value={"deal_passes": word}) for word in ("same", "next"))
    next_again = game.read_rules(value={"deal_passes": "same", "void_deals": "next"})
    asked = [(rules, act) for rules in (stays, passes, next_again) for act in ({}, {"void": "misdeal"})]
    said = [says_dealer(rules=rules, act=act) for rules, act in asked]
    assert said == [False, False, True, True, False, True]
