"""A hand while it is entered: the live verdict, and what each card that answers an open question comes to."""

from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, Input, LiveVerdict, NotAWin, live_verdict, read_rules
from scoring.games.cuajo.hand.near_miss import NearMiss, near_miss
from scoring.games.cuajo.judging.priced import prices
from tests.games.asking import each
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import SCALE, random_claim

DISCARD: dict[str, object] = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
STRAY = DISCARD | {"hand": EXAMPLE.replace("12B", "11B")}
PORBIS = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10B 11B 12B 5E 5B 5O 5C"
TWO_KINGS_SHORT = "12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
TWO_LIKE_SOWEE = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"
THREE_ALIKE = "4C 4C 4C 1O 1C 1E 3O 3C 3E 10O 10C 10E 5O 5C 5E 5B"
PONG_SHORT = "3C 3C 4O 4C 4E 5O 5C 5B 1O 1C 1E 10O 10C 10E 12B"
BEFORE_12B = EXAMPLE.removesuffix(" 12B")
MUST_LAY = {"sowee_three_must_be_laid": True}
COMPLETES_EXAMPLE = "1E 3B 4E 5C 10B 12O 12C 12E 12B"


def live(rules: object = None, **entry: object) -> LiveVerdict:
    return live_verdict(rules=read_rules(value=rules), entry=entry)


def texts(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(str(card) for card in cards)


def melds(now: LiveVerdict) -> str:
    return "  ".join(texts(meld.cards) for meld in now.melds)


def test_empty_entry_has_everything_open_and_no_problem() -> None:
    now = live()
    assert (now.count, now.melds, now.strays, now.problems, now.result) == (0, (), (), (), None)


@each(
    ("rules", "entry", "shown", "strays"),
    {
        "best-split-so-far": (None, {"hand": "1O 3O 4O 5O 12B"}, "3O 4O 5O  12B", "1O"),
        "C9-laid-secret": (None, {"hand": "3O 3O 3O 3O 4O 5O", "secrets": ["3O"]}, "3O 3O 3O 3O", "4O 5O"),
    },
)
def test_melds_so_far_and_cards_left_over(rules: object, entry: dict[str, Any], shown: str, strays: str) -> None:
    now = live(rules, **entry)
    assert (melds(now), texts(now.strays), now.melded) == (shown, strays, len(shown.split()))


@pytest.mark.parametrize("rules", ["pagat", "pricelist"])
@pytest.mark.parametrize("threes", ["3O 4O 5O  3C 4C 5C  3E 4E 5E", "3O 3C 3E  4O 4C 4E  5O 5C 5E"])
def test_c11_a_complete_hand_lies_as_it_was_put_down_until_what_pays_most_is_known(threes: str, rules: str) -> None:
    hand = f"{threes}  10O 10C 10E  1O 1C 1E  12B"
    now = live(rules, hand=hand)
    assert (now.verdict, melds(now), now.is_split) == (None, hand, True)


def test_c9_a_laid_secret_stays_whole_however_the_cards_were_put_down() -> None:
    now = live(hand="3O 4O 5O  3O 4C 5C  3O 4E 5E  3O 4B 5B  10O 10C 10E  12B", secrets=["3O"])
    assert "3O 3O 3O 3O" in melds(now).split("  ")


@each(
    ("rules", "entry", "waits"),
    {
        "C19-fifteen-cards": (None, {"hand": BEFORE_12B, "sowee": "12O"}, COMPLETES_EXAMPLE),
        "C8-jacks": (None, {"hand": "3O 4O 5O 10O 10C"}, "10E 10B"),
        "C8-a-run": (None, {"hand": "3O 4O 5O 1O 1C 1E 11B 10B"}, "12B"),
        "C8-a-set-beside-runs": (None, {"hand": "3O 4O 5O 1O 1C 1E 12B 4C 4E 5C 5E 3C"}, "3E 3B"),
        "C8-all-in-melds": (None, {"hand": "3O 4O 5O 12B"}, ""),
        "C8-two-cards-apart": (None, {"hand": "3O 4O 5O 10O 1C"}, ""),
        "card-not-understood": (None, {"hand": EXAMPLE.replace("12B", "13X")}, ""),
        "C10-third-like-the-sowee": (None, {"hand": TWO_LIKE_SOWEE, "sowee": "4C"}, "4C"),
        "C10-which-must-be-laid": (MUST_LAY, {"hand": TWO_LIKE_SOWEE, "sowee": "4C"}, ""),
    },
)
def test_cards_waited_for(rules: object, entry: dict[str, Any], waits: str) -> None:
    assert texts(live(rules, **entry).waits) == waits


@each(
    ("rules", "entry", "card", "is_waited_for"),
    {
        "C3-fourth-king": (None, {"hand": TWO_KINGS_SHORT}, "12O", True),
        "C3-fifth-the-sowee": (None, {"hand": TWO_KINGS_SHORT, "sowee": "12O"}, "12O", False),
        "C3-fifth-among-extra": (None, {"hand": TWO_KINGS_SHORT, "sowee": "1B", "extra": "1B 1B 1B"}, "1B", False),
        "L2-pong-by-a-price-list": ("pricelist", {"hand": PONG_SHORT}, "3C", True),
        "L2-no-pong-by-conditions": ("pagat", {"hand": PONG_SHORT}, "3C", False),
    },
)
def test_whether_a_card_is_waited_for(rules: object, entry: dict[str, Any], card: str, is_waited_for: bool) -> None:
    assert (card in texts(live(rules, **entry).waits).split()) is is_waited_for


@each(
    ("rules", "entry", "missing", "cents"),
    {
        "nothing-told": (None, {}, "source bounit", None),
        "cards-only": (None, {"hand": EXAMPLE}, "source bounit", None),
        "claimed": (None, {"hand": EXAMPLE, "source": "claimed"}, "bounit sowee", None),
        "drawn": (None, {"hand": EXAMPLE, "source": "self_drawn"}, "bounit", None),
        "claimed-bounit-told": (None, {"hand": EXAMPLE, "source": "claimed", "bounit": "5B"}, "sowee", None),
        "everything-told": (None, DISCARD, "", 90),
        "C34-dealt": ({"dealt_win": "as_self_drawn"}, {"hand": EXAMPLE, "source": "dealt"}, "", 130),
        "C32-porbis": (None, {"hand": PORBIS, "bounit": "5C", "source": "claimed"}, "", 300),
        "C11-cheap-porbis": ({"porbis": 50}, {"hand": PORBIS, "bounit": "5C", "source": "claimed"}, "sowee", None),
        "C10-three-that-may-be-a-meld": (
            None,
            {"hand": THREE_ALIKE, "bounit": "1O", "source": "claimed"},
            "sowee",
            None,
        ),
    },
)
def test_what_still_decides_the_money_is_asked(
    rules: object, entry: dict[str, Any], missing: str, cents: int | None
) -> None:
    now = live(rules, **entry)
    assert now.missing_inputs == tuple(map(Input, missing.split()))
    assert (now.verdict and now.verdict.per_opponent_cents) == cents
    assert now.verdict is None or now.melds == now.verdict.arrangement


@each(
    ("rules", "entry", "needs", "may_turn"),
    {
        "C31-first": (None, DISCARD, "3B", 15),
        "C31-one-turned": (None, DISCARD | {"extra": "11O"}, "3B", 14),
        "C31-both-hold": (None, DISCARD | {"extra": "11O 3B"}, "", 0),
        "C31-none-allowed": ("family", DISCARD, "3B", 0),
        "C27-own-draw": (None, DISCARD | {"source": "self_drawn"}, "", 0),
    },
)
def test_extra_cards_are_counted_down(rules: object, entry: dict[str, Any], needs: str, may_turn: int) -> None:
    now = live(rules, **entry)
    assert (" ".join(texts(need.cards) for need in now.needs), now.may_turn) == (needs, may_turn)
    assert now.verdict is not None


@pytest.mark.parametrize(("adds", "asks"), [("nothing", False), ("kings", False), ("all", True)])
def test_c32_nothing_is_asked_that_a_porbis_does_not_pay(adds: str, asks: bool) -> None:
    told = {"hand": PORBIS, "bounit": "5C", "source": "discard"}
    without, now = (live({"porbis_adds": adds}, **told, **sowee) for sowee in ({}, {"sowee": "1B"}))
    assert (without.missing_inputs, without.verdict is None) == ((Input.SOWEE,) if asks else (), asks)
    assert (bool(now.needs), now.may_turn > 0) == (asks, asks)
    if without.verdict is not None and now.verdict is not None:
        assert without.verdict.per_opponent_cents == now.verdict.per_opponent_cents


def test_no_win_shows_strays_and_single_card_changes() -> None:
    now = live(**STRAY)
    assert isinstance(now.result, NotAWin)
    assert (texts(now.strays), {str(change.out) for change in now.changes}) == ("11B", {"11B"})
    assert texts(tuple(change.into for change in now.changes)) == COMPLETES_EXAMPLE


def test_a_hand_that_loses_is_explained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[object] = []

    def counting(**asked: Any) -> NearMiss:
        explained.append(asked)
        return near_miss(**asked)

    monkeypatch.setattr("scoring.games.cuajo.judging.win.near_miss", counting)
    monkeypatch.setattr("scoring.games.cuajo.payout.verdict.near_miss", counting)
    assert (isinstance(live(**STRAY).result, NotAWin), len(explained)) == (True, 1)


@each(
    ("entry", "codes"),
    {
        "as-soon-as-certain": (
            {"hand": "3O 3O 3O 3O 3O", "source": "discard", "bounit": "12B"},
            ["too_many_copies", "king_from_discards"],
        ),
        "unknown-card": ({"hand": "3O 99"}, ["unknown_card"]),
        "seventeen-cards": ({"hand": f"{EXAMPLE} 1O"}, ["wrong_card_count"]),
        "C9-bounit-and-secrets-before-the-cards": ({"hand": "3O", "bounit": "5B", "secrets": ["4C"]}, []),
        "C9-once-all-cards-are-there": (
            {"hand": EXAMPLE, "bounit": "11E", "secrets": ["4C"]},
            ["bounit_not_in_hand", "secret_not_in_hand"],
        ),
    },
)
def test_problems_are_shown_as_soon_as_they_are_certain(entry: dict[str, Any], codes: list[str]) -> None:
    now = live(**entry)
    assert [problem.code for problem in now.problems] == codes
    assert now.near_miss is None or "too_many_copies" not in codes


@pytest.mark.parametrize(
    ("hand", "to_go", "is_readable"),
    [("", 16, True), ("1O 3C", 14, True), (EXAMPLE, 0, True), ("1O zz", 14, False), (f"{EXAMPLE} 1O", 0, False)],
)
def test_entry_says_how_many_cards_it_lacks_and_whether_it_can_be_read(
    hand: str, to_go: int, is_readable: bool
) -> None:
    assert (live(hand=hand).to_go, live(hand=hand).is_readable) == (to_go, is_readable)


def test_live_verdict_agrees_with_the_naive_judge() -> None:
    rng = Random(11)
    for _ in range(int(150 * SCALE)):
        claim = random_claim(rng)
        expected = naive.answer(claim)
        now = live_verdict(rules=read_rules(value=claim["rules"]), entry=claim)
        assert (now.verdict is not None) is bool(expected.get("valid"))
        assert now.verdict is None or now.verdict.per_opponent_cents == expected["per_opponent"]


def priced(*, asked: str, rules: object = None, **changes: object) -> dict[str, int]:
    return dict(prices(rules=read_rules(value=rules), entry={**DISCARD, **changes}, asked=asked))


def test_c28_each_sowee_says_what_it_makes_the_hand_worth() -> None:
    found = priced(asked="sowee", sowee=None)
    assert (len(found), set(found.values()), found["4O"]) == (28, {40, 90}, 90)


def test_c3_a_card_with_all_its_copies_seen_cannot_be_the_sowee() -> None:
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
