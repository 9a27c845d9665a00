"""Fifteen cards judged: what completes them, what it would pay, and how far they are (C19)."""

from collections import Counter
from random import Random

import pytest

from scoring.games.base import ImpossibleError
from scoring.games.cuajo import HouseRules, Source, hold, read_rules
from scoring.games.cuajo.hand.distance import distance
from scoring.games.cuajo.hand.splits import count_kinds, is_complete
from scoring.games.cuajo.judging.extra import copies_unseen
from scoring.games.cuajo.judging.purro import PurroVerdict, Wait, Way, judge_purro
from scoring.games.cuajo.pack.cards import KINDS, Card, find_card, read_cards
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import PACK, SCALE, winning_hand

FIFTEEN = EXAMPLE.removesuffix(" 12B")
MUST_LAY = read_rules(value={"sowee_three_must_be_laid": True})
TWO_LIKE_SOWEE = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text=text).cards


def ask(
    hand: str, *, sowee: str = "", secrets: str = "", seen: str = "", rules: HouseRules | None = None
) -> PurroVerdict:
    return judge_purro(
        rules=rules or HouseRules(),
        hand=cards(hand),
        sowee=find_card(text=sowee),
        secrets=cards(secrets),
        seen=cards(seen),
    )


def waits(verdict: PurroVerdict) -> dict[str, int]:
    return {str(wait.card): wait.unseen for wait in verdict.waits}


def wait_for(card: str, verdict: PurroVerdict) -> Wait:
    return next(wait for wait in verdict.waits if str(wait.card) == card)


def paid(way: Way) -> tuple[int, int] | None:
    if way.verdict is None or way.best is None:
        return None
    return way.verdict.per_opponent_cents, way.best.per_opponent_cents


def codes(way: Way) -> list[str]:
    return [problem.code for problem in way.problems]


def test_every_kind_that_completes_the_hand_is_named_with_its_unseen_copies() -> None:
    """C19."""
    verdict = ask(FIFTEEN, sowee="12O", seen="4O 1E 1E 5C 3B")
    assert waits(verdict) == {
        "1E": 2, "3B": 3, "4E": 4, "5C": 3, "10B": 4, "12O": 3, "12C": 4, "12E": 4, "12B": 4,
    }  # fmt: skip
    assert (verdict.is_purro, verdict.away, verdict.unseen) == (True, 1, 31)


def test_copies_that_all_lie_open_are_still_waited_for() -> None:
    """C19: the hand is one card short, though that card cannot come."""
    verdict = ask("1O 1C 1E 1B 3O 3C 3E 3B 10C 11C 12C 3O 5O 12O 12O", seen="4O 4O 4O 4O")
    assert (waits(verdict), verdict.away) == ({"4O": 0}, 1)


def test_fifth_copy_is_not_waited_for() -> None:
    """C3."""
    hand = "12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
    assert "12O" in waits(ask(hand))
    assert "12O" not in waits(ask(hand, sowee="12O"))


def test_each_way_pays_what_the_verdict_says() -> None:
    """C26 to C28: with 5B, 3O and 5O go with the sowee 4O; an extra 3B brings the bounit condition."""
    hand = EXAMPLE.replace(" 5B", "")
    wait = wait_for("5B", ask(hand, sowee="4O"))
    assert [(way.source, paid(way)) for way in wait.ways] == [
        (Source.SELF_DRAWN, (130, 130)),
        (Source.CLAIMED, (90, 130)),
        (Source.DISCARD, (90, 130)),
    ]


def test_extra_cards_bring_nothing_that_lies_open_or_is_not_allowed() -> None:
    """C31."""
    hand = EXAMPLE.replace(" 5B", "")
    assert paid(wait_for("5B", ask(hand, sowee="4O", seen="3B 3B 3B 3B")).ways[1]) == (90, 90)
    family = ask(hand, sowee="4O", rules=read_rules(value="family"))
    assert paid(wait_for("5B", family).ways[1]) == (90, 90)


def test_one_extra_card_brings_at_most_one_condition() -> None:
    """C31: 4B lacks 3B and 5B, the sowee 1B lacks only itself."""
    hand = "3O 3C 3E 4O 4C 4E 1O 1C 1E 10O 10C 10E 12O 12C 12E"
    few = read_rules(value={"extra_cards": 1})
    two = read_rules(value={"extra_cards": 2})
    three = read_rules(value={"extra_cards": 3})
    found = [paid(wait_for("4B", ask(hand, sowee="1B", rules=rules)).ways[1]) for rules in (few, two, three)]
    kings = 90
    assert found == [(20 + kings, 70 + kings), (20 + kings, 70 + kings), (20 + kings, 110 + kings)]


def test_king_never_comes_from_the_discards() -> None:
    """C14."""
    own, claimed, discard = wait_for("12B", ask(FIFTEEN, sowee="4O")).ways
    assert (paid(own), codes(discard)) == ((130, 130), ["king_from_discards"])
    assert paid(claimed) is not None


def test_discard_pays_nothing_where_it_cannot_win() -> None:
    """C15."""
    rules = read_rules(value={"discard_win": False})
    assert codes(wait_for("1E", ask(FIFTEEN, sowee="4O", rules=rules)).ways[2]) == ["discard_win_not_allowed"]


def test_sowee_must_be_known_to_price_a_claim() -> None:
    """C28."""
    own, claimed, discard = wait_for("1E", ask(FIFTEEN)).ways
    assert (paid(own), codes(claimed), codes(discard)) == ((300, 300), ["sowee_missing"], ["sowee_missing"])


def test_third_card_like_the_sowee_completes_the_hand() -> None:
    """C10."""
    verdict = ask(TWO_LIKE_SOWEE, sowee="4C")
    assert waits(verdict) == {"4C": 1}
    assert [way.lay_first for way in verdict.waits[0].ways] == [None, None, None]


def test_three_that_must_be_laid_complete_the_hand_on_the_own_turn_only() -> None:
    """C10, C17: laid before the hand is shown, also with the bounit; not when claiming out of turn."""
    own, claimed, discard = ask(TWO_LIKE_SOWEE, sowee="4C", rules=MUST_LAY).waits[0].ways
    assert [own.lay_first, discard.lay_first] == [find_card(text="4C")] * 2
    assert (paid(own) is not None, paid(discard) is not None) == (True, True)
    assert (codes(claimed), paid(claimed)) == (["sowee_three_not_laid"], None)


def test_laid_secret_is_fixed() -> None:
    """C9: the fours lie in the secret and complete no run."""
    hand = "4C 4C 4C 4C 3C 5C 1O 1C 1E 10O 10C 10E 11O 11C 11E"
    assert waits(ask(hand, sowee="3O", secrets="4C")) == {}
    assert ask(hand, sowee="3O", secrets="4C").away == 2


@pytest.mark.parametrize(
    ("hand", "secrets", "found"),
    [
        (EXAMPLE, "", ["wrong_card_count"]),
        ("1O", "", ["wrong_card_count"]),
        (FIFTEEN.replace("3O 4O 5O 10O", "1O 1O 1O 1O"), "", ["too_many_copies"]),
        (FIFTEEN, "1O", ["secret_not_in_hand"]),
        (FIFTEEN + " 1O 1O 1O 1O", "5O", ["wrong_card_count", "too_many_copies", "secret_not_in_hand"]),
    ],
)
def test_impossible_cards_are_refused_with_every_reason(hand: str, secrets: str, found: list[str]) -> None:
    """C3, C6, C19."""
    with pytest.raises(ImpossibleError) as caught:
        ask(hand, secrets=secrets)
    assert [problem.code for problem in caught.value.problems] == found


def test_cards_that_lie_open_count_towards_the_four_copies() -> None:
    """C3."""
    with pytest.raises(ImpossibleError) as caught:
        ask(FIFTEEN, seen="1O 1O 1O 1O")
    assert [problem.code for problem in caught.value.problems] == ["too_many_copies"]


def test_hand_that_is_not_purro_shows_its_best_split_and_its_distance() -> None:
    verdict = ask("3O 4O 5O 10O 11O 1C 1E 1B 3C 3E 3B 12O 12C 5B 11E")
    assert (verdict.is_purro, verdict.away, len(verdict.strays)) == (False, 2, 2)


def random_fifteen(rng: Random) -> tuple[naive.Cards, str, naive.Cards]:
    """Take cards out of a won hand and perhaps exchange some; with a sowee and perhaps laid secrets."""
    sowee = rng.choice(naive.ALL_CARDS)
    hand = list(winning_hand(rng, sowee, rng.choice((0.1, 1.0))))
    rng.shuffle(hand)
    kept = hand[: rng.choice((15, 15, 14, 13))]
    rest = list((Counter(PACK) - Counter(kept) - Counter([sowee])).elements())
    fifteen = (*kept, *rng.sample(rest, 15 - len(kept)))
    laid = [card for card in set(fifteen) if fifteen.count(card) >= (3 if card == sowee else 4)]
    return fifteen, sowee, tuple(card for card in sorted(laid) if rng.random() < 0.5)


@pytest.mark.no_cover
def test_waits_agree_with_trying_all_28_kinds() -> None:
    rng = Random(19)
    purros = 0
    for _ in range(int(600 * SCALE)):
        hand, sowee, secrets = random_fifteen(rng)
        verdict = ask(" ".join(hand), sowee=sowee, secrets=" ".join(secrets))
        tried = [
            card
            for card in naive.ALL_CARDS
            if (*hand, sowee).count(card) < 4 and naive.hand_splits((*hand, card), secrets, sowee, False)
        ]
        assert list(waits(verdict)) == tried
        assert verdict.is_purro is bool(tried) is (verdict.away == 1)
        purros += bool(tried)
    assert purros > 240 * SCALE


@pytest.mark.no_cover
def test_waits_and_payments_agree_with_the_naive_judge() -> None:
    rng = Random(20)
    for _ in range(int(300 * SCALE)):
        hand, sowee, secrets = random_fifteen(rng)
        verdict = ask(" ".join(hand), sowee=sowee, secrets=" ".join(secrets))
        answers = {
            (card, source.value): naive_answer(hand, card, sowee, secrets, source)
            for card in naive.ALL_CARDS
            if (*hand, sowee).count(card) < 4
            for source in (Source.SELF_DRAWN, Source.CLAIMED, Source.DISCARD)
        }
        found = {
            (str(wait.card), way.source.value): way.verdict.per_opponent_cents
            for wait in verdict.waits
            for way in wait.ways
            if way.verdict is not None
        }
        assert found == {key: answer["per_opponent"] for key, answer in answers.items() if answer.get("valid")}


def naive_answer(hand: naive.Cards, card: str, sowee: str, secrets: naive.Cards, source: Source) -> dict[str, object]:
    return naive.answer(
        {
            "rules": "pagat", "hand": " ".join((*hand, card)), "bounit": card, "source": source.value,
            "sowee": sowee, "secrets": list(secrets), "extra": "",
        }
    )  # fmt: skip


def test_kings_are_never_given_up() -> None:
    """C14: three new cards would do if 12B could go with 10O."""
    kept = "1C 1E 1O 3C 3O 4B 4C 5C 5E 5O 5O 5O 5O"
    hand = cards(kept + " 10O 12B")
    assert is_complete(count_kinds(cards=cards(kept + " 3E 4O 5B")))
    assert distance(holding=hold(cards=hand), unseen=copies_unseen(known=hand), kings_stay=True) == 4


def test_no_distance_where_the_cards_needed_cannot_come() -> None:
    """C3."""
    hand = cards(FIFTEEN)
    assert distance(holding=hold(cards=hand), unseen=(0,) * len(KINDS), kings_stay=True) is None
