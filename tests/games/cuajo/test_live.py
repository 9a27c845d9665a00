"""A hand while it is entered: the live verdict, and what each card that answers an open question comes to."""

from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, LiveVerdict, NotAWin, live_verdict, read_rules
from scoring.games.cuajo.judging.priced import prices
from tests.games.asking import each
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import SCALE, random_claim

DISCARD: dict[str, object] = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
PORBIS = {"hand": "3O 4O 5O 3C 4C 5C 1O 1C 1E 10B 11B 12B 5E 5B 5O 5C", "bounit": "5C", "source": "claimed"}
TWO_LIKE_SOWEE = {"hand": "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C", "sowee": "4C"}
THREE_ALIKE = {"hand": "4C 4C 4C 1O 1C 1E 3O 3C 3E 10O 10C 10E 5O 5C 5E 5B", "bounit": "1O", "source": "claimed"}
KING_SHORT = {"hand": "12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"}
PONG_SHORT = {"hand": "3C 3C 4O 4C 4E 5O 5C 5B 1O 1C 1E 10O 10C 10E 12B"}
BEFORE_12B = EXAMPLE.removesuffix(" 12B")
MUST_LAY = {"sowee_three_must_be_laid": True}
COMPLETES_EXAMPLE = "1E 3B 4E 5C 10B 12O 12C 12E 12B"
FIVE_THREES = {"hand": "3O 3O 3O 3O 3O", "source": "discard", "bounit": "12B"}


def live(rules: object = None, **entry: object) -> LiveVerdict:
    return live_verdict(rules=read_rules(value=rules), entry=entry)


def texts(cards: Any) -> str:
    return " ".join(str(card) for card in cards)


def shown(now: LiveVerdict) -> dict[str, object]:
    """Return what stands on the page of an entry, in short."""
    return {
        "melds": "  ".join(texts(meld.cards) for meld in now.melds),
        "strays": texts(now.strays),
        "waits": texts(now.waits),
        "missing": texts(now.missing_inputs),
        "cents": now.verdict and now.verdict.per_opponent_cents,
        "needs": " ".join(texts(need.cards) for need in now.needs),
        "may_turn": now.may_turn,
        "problems": texts(problem.code for problem in now.problems),
        "to_go": now.to_go,
        "is_readable": now.is_readable,
        "is_split": now.is_split,
        "changes": texts(change.into for change in now.changes),
    }


ENTRIES: dict[str, tuple[Any, Any, Any]] = {
    "nothing": (None, {}, {"melds": "", "problems": "", "missing": "source bounit", "to_go": 16, "is_readable": True}),
    "best-split-so-far": (None, {"hand": "1O 3O 4O 5O 12B"}, {"melds": "3O 4O 5O  12B", "strays": "1O", "to_go": 11}),
    "C9-laid-secret": (
        None,
        {"hand": "3O 3O 3O 3O 4O 5O", "secrets": ["3O"]},
        {"melds": "3O 3O 3O 3O", "strays": "4O 5O"},
    ),
    "C19-fifteen-cards": (None, {"hand": BEFORE_12B, "sowee": "12O"}, {"waits": COMPLETES_EXAMPLE}),
    "C8-jacks": (None, {"hand": "3O 4O 5O 10O 10C"}, {"waits": "10E 10B"}),
    "C8-a-run": (None, {"hand": "3O 4O 5O 1O 1C 1E 11B 10B"}, {"waits": "12B"}),
    "C8-a-set-beside-runs": (None, {"hand": "3O 4O 5O 1O 1C 1E 12B 4C 4E 5C 5E 3C"}, {"waits": "3E 3B"}),
    "C8-all-in-melds": (None, {"hand": "3O 4O 5O 12B"}, {"waits": ""}),
    "C8-two-cards-apart": (None, {"hand": "3O 4O 5O 10O 1C"}, {"waits": ""}),
    "C10-third-like-the-sowee": (None, TWO_LIKE_SOWEE, {"waits": "4C"}),
    "C10-which-must-be-laid": (MUST_LAY, TWO_LIKE_SOWEE, {"waits": ""}),
    "C3-fourth-king": (None, KING_SHORT, {"waits": "1B 3B 4B 5B 12O 12C 12E 12B"}),
    "C3-fifth-king": (None, KING_SHORT | {"sowee": "12O"}, {"waits": "1B 3B 4B 5B 12C 12E 12B"}),
    "C3-fifth-ace": (None, KING_SHORT | {"sowee": "1B", "extra": "1B 1B 1B"}, {"waits": "3B 4B 5B 12O 12C 12E 12B"}),
    "L2-pong-by-a-price-list": ("pricelist", PONG_SHORT, {"waits": "3C"}),
    "L2-no-pong-by-conditions": ("pagat", PONG_SHORT, {"waits": ""}),
    "cards-only": (None, {"hand": EXAMPLE}, {"missing": "source bounit", "cents": None, "to_go": 0}),
    "claimed": (None, {"hand": EXAMPLE, "source": "claimed"}, {"missing": "bounit sowee"}),
    "drawn": (None, {"hand": EXAMPLE, "source": "self_drawn"}, {"missing": "bounit"}),
    "claimed-bounit-told": (None, {"hand": EXAMPLE, "source": "claimed", "bounit": "5B"}, {"missing": "sowee"}),
    "C34-dealt": ({"dealt_win": "as_self_drawn"}, {"hand": EXAMPLE, "source": "dealt"}, {"missing": "", "cents": 130}),
    "C32-porbis": (None, PORBIS, {"missing": "", "cents": 300, "needs": "", "may_turn": 0}),
    "C32-porbis-with-kings": ({"porbis_adds": "kings"}, PORBIS, {"missing": "", "cents": 320, "may_turn": 0}),
    "C32-porbis-with-all": ({"porbis_adds": "all"}, PORBIS, {"missing": "sowee", "cents": None}),
    "C11-cheap-porbis": ({"porbis": 50}, PORBIS, {"missing": "sowee", "cents": None}),
    "C10-three-that-may-be-a-meld": (None, THREE_ALIKE, {"missing": "sowee", "cents": None}),
    "C31-first": (None, DISCARD, {"needs": "3B", "may_turn": 15, "cents": 90, "missing": ""}),
    "C31-one-turned": (None, DISCARD | {"extra": "11O"}, {"needs": "3B", "may_turn": 14, "cents": 90}),
    "C31-both-hold": (None, DISCARD | {"extra": "11O 3B"}, {"needs": "", "may_turn": 0, "cents": 130}),
    "C31-none-allowed": ("family", DISCARD, {"needs": "3B", "may_turn": 0, "cents": 90}),
    "C27-own-draw": (None, DISCARD | {"source": "self_drawn"}, {"needs": "", "may_turn": 0, "cents": 130}),
    "C8-no-win": (
        None,
        DISCARD | {"hand": f"{BEFORE_12B} 11B"},
        {"strays": "11B", "changes": COMPLETES_EXAMPLE, "cents": None},
    ),
    "fifth-copy-and-king": (None, FIVE_THREES, {"problems": "too_many_copies king_from_discards"}),
    "unknown-card": (None, {"hand": "3O 99"}, {"problems": "unknown_card", "to_go": 14, "is_readable": False}),
    "unknown-last-card": (None, {"hand": f"{BEFORE_12B} 13X"}, {"waits": "", "problems": "unknown_card"}),
    "seventeen": (None, {"hand": f"{EXAMPLE} 1O"}, {"problems": "wrong_card_count", "to_go": 0, "is_readable": False}),
    "C9-before-the-cards": (None, {"hand": "3O", "bounit": "5B", "secrets": ["4C"]}, {"problems": ""}),
    "C9-once-all-cards-are-there": (
        None,
        {"hand": EXAMPLE, "bounit": "11E", "secrets": ["4C"]},
        {"problems": "bounit_not_in_hand secret_not_in_hand"},
    ),
}


@each(("rules", "entry", "expected"), ENTRIES)
def test_entry_shows(rules: object, entry: dict[str, Any], expected: dict[str, object]) -> None:
    now = live(rules, **entry)
    assert {name: shown(now)[name] for name in expected} == expected
    assert now.verdict is None or now.melds == now.verdict.arrangement
    assert isinstance(now.result, NotAWin) is ("changes" in expected)


@pytest.mark.parametrize("rules", ["pagat", "pricelist"])
@pytest.mark.parametrize("threes", ["3O 4O 5O  3C 4C 5C  3E 4E 5E", "3O 3C 3E  4O 4C 4E  5O 5C 5E"])
def test_c11_a_complete_hand_lies_as_it_was_put_down_until_what_pays_most_is_known(threes: str, rules: str) -> None:
    hand = f"{threes}  10O 10C 10E  1O 1C 1E  12B"
    now = live(rules, hand=hand)
    assert (now.verdict, shown(now)["melds"], now.is_split) == (None, hand, True)


def test_c9_a_laid_secret_stays_whole_however_the_cards_were_put_down() -> None:
    now = live(hand="3O 4O 5O  3O 4C 5C  3O 4E 5E  3O 4B 5B  10O 10C 10E  12B", secrets=["3O"])
    assert "3O 3O 3O 3O" in [texts(meld.cards) for meld in now.melds]


def test_live_verdict_agrees_with_the_naive_judge() -> None:
    rng = Random(11)
    for _ in range(int(150 * SCALE)):
        claim = random_claim(rng)
        now = live_verdict(rules=read_rules(value=claim["rules"]), entry=claim)
        assert (now.verdict and now.verdict.per_opponent_cents) == naive.answer(claim).get("per_opponent")


def priced(*, asked: str, rules: object = None, **changes: object) -> dict[str, int]:
    return dict(prices(rules=read_rules(value=rules), entry={**DISCARD, **changes}, asked=asked))


def test_c28_each_sowee_says_what_it_makes_the_hand_worth() -> None:
    found = priced(asked="sowee", sowee=None)
    assert (len(found), set(found.values()), found["4O"]) == (28, {40, 90}, 90)
    assert "4O" not in priced(asked="sowee", sowee=None, extra="4O 4O 4O")


def test_c14_each_card_of_the_hand_may_have_been_the_bounit_but_no_king_from_the_discards() -> None:
    found = priced(asked="bounit", bounit=None)
    assert (set(found), found["5B"]) == (set(EXAMPLE.split()) - {"12B"}, 90)


def test_c30_each_next_extra_card_says_what_it_makes_the_hand_worth() -> None:
    found = priced(asked="extra")
    assert {card: cents for card, cents in found.items() if cents > 90} == {"3B": 130}


def test_l6_own_draw_by_a_price_list_pays_cards_like_the_sowee() -> None:
    hand = "3O 4O 5O 10E 11E 12E 1O 1C 1B 5E 5E 5E 3C 3E 3B 12O"
    found = priced(asked="sowee", rules="pricelist", hand=hand, bounit="3O", source="self_drawn")
    assert found["5E"] - found["4B"] == 3 * 20 * 100


@each(
    "changes",
    {
        "source-unknown": {"source": None},
        "bounit-unknown": {"bounit": None},
        "hand-unfinished": {"hand": "1O 1C"},
        "card-not-understood": {"hand": f"{BEFORE_12B} 13X"},
    },
)
def test_nothing_is_priced_while_more_is_unknown(changes: dict[str, object]) -> None:
    assert priced(asked="sowee", sowee=None, **changes) == {}
    assert prices(rules=HouseRules(), entry={}, asked="sowee") == ()
