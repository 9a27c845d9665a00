"""Fifteen cards judged: what completes them, what it would pay, and how far they are (C19)."""

from collections import Counter
from random import Random

import pytest

from scoring.games.cuajo import Source, hold, read_rules
from scoring.games.cuajo.hand.distance import distance
from scoring.games.cuajo.judging.purro import PurroVerdict, Way, judge_purro
from scoring.games.cuajo.pack.cards import KINDS, Card, find_card, read_cards
from tests.games.asking import codes_of, each
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import PACK, SCALE, winning_hand

FIFTEEN = EXAMPLE.removesuffix(" 12B")
BEFORE_5B = EXAMPLE.replace(" 5B", "")
MUST_LAY = {"sowee_three_must_be_laid": True}
NO_DISCARD, LIKE = {"rules": {"discard_win": False}}, {"sowee": "4C", "rules": MUST_LAY}
TWO_LIKE_SOWEE = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text=text).cards


def ask(hand: str, *, sowee: str = "", secrets: str = "", seen: str = "", rules: object = None) -> PurroVerdict:
    return judge_purro(
        rules=read_rules(value=rules),
        hand=cards(hand),
        sowee=find_card(text=sowee),
        secrets=cards(secrets),
        seen=cards(seen),
    )


def waits(verdict: PurroVerdict) -> dict[str, int]:
    return {str(wait.card): wait.unseen for wait in verdict.waits}


def comes_to(way: Way) -> object:
    """Return what a card pays that comes this way, alone and with extra cards at best, or why it cannot."""
    if way.verdict is None or way.best is None:
        return [problem.code for problem in way.problems]
    return way.verdict.per_opponent_cents, way.best.per_opponent_cents


OPEN = {"sowee": "12O", "seen": "4O 1E 1E 5C 3B"}
FIFTEEN_WAITS = {"1E": 2, "3B": 3, "4E": 4, "5C": 3, "10B": 4, "12O": 3, "12C": 4, "12E": 4, "12B": 4}
NO_FIFTH_KING = {"1B": 4, "3B": 4, "4B": 4, "5B": 4, "12C": 4, "12E": 4, "12B": 4}
FOUR_SHORT = "1O 1C 1E 1B 3O 3C 3E 3B 10C 11C 12C 3O 5O 12O 12O"
LAID_FOURS = "4C 4C 4C 4C 3C 5C 1O 1C 1E 10O 10C 10E 11O 11C 11E"
NO_BAKSYO = "3C 3E 3B 4O 4C 4E 10O 10C 10E 11O 11C 5B 1E 12C 12B"
KINGS_SHORT = "12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"


@each(
    ("hand", "known", "expected", "away"),
    {
        "C19-every-kind-with-its-unseen-copies": (FIFTEEN, OPEN, FIFTEEN_WAITS, 1),
        "C19-copies-that-all-lie-open": (FOUR_SHORT, {"seen": "4O 4O 4O 4O"}, {"4O": 0}, 1),
        "C3-fifth-copy": (KINGS_SHORT, {"sowee": "12O"}, NO_FIFTH_KING, 1),
        "C10-third-like-the-sowee": (TWO_LIKE_SOWEE, {"sowee": "4C"}, {"4C": 1}, 1),
        "C9-laid-secret-is-fixed": (LAID_FOURS, {"sowee": "3O", "secrets": "4C"}, {}, 2),
        "L3-with-a-king-no-baksyo": (NO_BAKSYO, {"rules": "pricelist"}, {}, 2),
        "not-purro": ("3O 4O 5O 10O 11O 1C 1E 1B 3C 3E 3B 12O 12C 5B 11E", {}, {}, 2),
    },
)
def test_cards_that_complete_fifteen(
    hand: str, known: dict[str, str], expected: dict[str, int], away: int | None
) -> None:
    verdict = ask(hand, **known)
    assert (waits(verdict), verdict.away, verdict.unseen) == (expected, away, sum(expected.values()))
    assert verdict.is_purro is bool(expected)


def ways_of(card: str, verdict: PurroVerdict) -> list[object]:
    (wait,) = (wait for wait in verdict.waits if str(wait.card) == card)
    assert [way.source for way in wait.ways] == [Source.SELF_DRAWN, Source.CLAIMED, Source.DISCARD]
    return [comes_to(way) for way in wait.ways]


@each(
    ("hand", "card", "known", "ways"),
    {
        "C26-C28-extra-3B-meets-the-bounit": (BEFORE_5B, "5B", {}, [(130, 130), (90, 130), (90, 130)]),
        "C31-3B-lies-open": (BEFORE_5B, "5B", {"seen": "3B 3B 3B 3B"}, [(130, 130), (90, 90), (90, 90)]),
        "C31-none-allowed": (BEFORE_5B, "5B", {"rules": "family"}, [(130, 130), (90, 90), (90, 90)]),
        "C14-no-king-from-the-discards": (FIFTEEN, "12B", {}, [(130, 130), (90, 130), ["king_from_discards"]]),
        "C15-no-discard-wins": (FIFTEEN, "1E", NO_DISCARD, [(300, 300), (300, 300), ["discard_win_not_allowed"]]),
        "C28-sowee-unknown": (FIFTEEN, "1E", {"sowee": ""}, [(300, 300), ["sowee_missing"], ["sowee_missing"]]),
        "C10-C17-must-be-laid": (TWO_LIKE_SOWEE, "4C", LIKE, [(220, 220), ["sowee_three_not_laid"], (130, 220)]),
    },
)
def test_what_each_way_to_get_a_card_pays(hand: str, card: str, known: dict[str, str], ways: list[object]) -> None:
    assert ways_of(card, ask(hand, **{"sowee": "4O"} | known)) == ways


@pytest.mark.parametrize(("allowed", "best"), [(1, 70), (2, 70), (3, 110)])
def test_c31_one_extra_card_brings_at_most_one_condition(allowed: int, best: int) -> None:
    """4B lacks 3B and 5B, the sowee 1B lacks only itself; the kings pay 90."""
    hand = "3O 3C 3E 4O 4C 4E 1O 1C 1E 10O 10C 10E 12O 12C 12E"
    _, claimed, _ = ways_of("4B", ask(hand, sowee="1B", rules={"extra_cards": allowed}))
    assert claimed == (20 + 90, best + 90)


@pytest.mark.parametrize(("rules", "laid"), [(None, ["", "", ""]), (MUST_LAY, ["4C", "", "4C"])])
def test_c10_c17_three_that_must_be_laid_are_laid_on_the_own_turn(rules: object, laid: list[str]) -> None:
    (wait,) = ask(TWO_LIKE_SOWEE, sowee="4C", rules=rules).waits
    assert [str(way.lay_first or "") for way in wait.ways] == laid


@each(
    ("hand", "known", "codes"),
    {
        "C19-sixteen-cards": (EXAMPLE, {}, ["wrong_card_count"]),
        "C19-one-card": ("1O", {}, ["wrong_card_count"]),
        "C3-fifth-copy": (FIFTEEN.replace("3O 4O 5O 10O", "1O 1O 1O 1O"), {}, ["too_many_copies"]),
        "C3-fifth-copy-lies-open": (FIFTEEN, {"seen": "1O 1O 1O 1O"}, ["too_many_copies"]),
        "C6-secret-not-held": (FIFTEEN, {"secrets": "1O"}, ["secret_not_in_hand"]),
        "every-reason": (
            FIFTEEN + " 1O 1O 1O 1O",
            {"secrets": "5O"},
            ["wrong_card_count", "too_many_copies", "secret_not_in_hand"],
        ),
    },
)
def test_impossible_cards_are_refused_with_every_reason(hand: str, known: dict[str, str], codes: list[str]) -> None:
    assert codes_of(lambda: ask(hand, **known)) == codes


@pytest.mark.no_cover
def test_waits_and_payments_agree_with_the_naive_judge() -> None:
    rng, purros = Random(20), 0
    for _ in range(int(60 * SCALE)):
        sowee = rng.choice(naive.ALL_CARDS)
        kept = rng.sample(winning_hand(rng, sowee, rng.choice((0.1, 1.0))), rng.choice((15, 15, 14, 13)))
        rest = list((Counter(PACK) - Counter([*kept, sowee])).elements())
        hand = [*kept, *rng.sample(rest, 15 - len(kept))]
        laid = [card for card in set(hand) if hand.count(card) >= (3 if card == sowee else 4) and rng.random() < 0.5]
        verdict = ask(" ".join(hand), sowee=sowee, secrets=" ".join(laid))
        claim = {"rules": "pagat", "sowee": sowee, "secrets": laid, "extra": ""}
        answers = {
            (card, source.value): naive.answer(
                claim | {"hand": " ".join([*hand, card]), "bounit": card, "source": source.value}
            )
            for card in naive.ALL_CARDS
            if [*hand, sowee].count(card) < 4
            for source in (Source.SELF_DRAWN, Source.CLAIMED, Source.DISCARD)
        }
        found = {
            (str(wait.card), way.source.value): way.verdict.per_opponent_cents
            for wait in verdict.waits
            for way in wait.ways
            if way.verdict is not None
        }
        assert found == {key: answer["per_opponent"] for key, answer in answers.items() if answer.get("valid")}
        assert verdict.is_purro is bool(found) is (verdict.away == 1)
        purros += verdict.is_purro
    assert purros > 20 * SCALE


def test_c3_no_distance_where_the_cards_needed_cannot_come() -> None:
    hand = cards(FIFTEEN)
    assert distance(holding=hold(cards=hand), unseen=(0,) * len(KINDS), kings_stay=True) is None
