"""Claims rule by rule: what is a winning hand, what it pays, and what cannot be (C2 to C37)."""

import json
from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.cuajo import HouseRules, answer_claim, judge_claim, live_verdict, read_claim
from scoring.games.cuajo.claim.claim import Code
from scoring.games.cuajo.judging.answer import answer_line
from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.payout.conditions import Condition, companions, turn_extra
from scoring.games.cuajo.payout.verdict import verdicts
from tests.games.asking import each
from tests.games.cuajo.claims import EXAMPLE, ask, drawn, problems, told
from tests.games.cuajo.hands import SCALE

STRAY = EXAMPLE.replace("12B", "11B")
SECRET = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
SOWEE_SECRET = SECRET.replace("3O 3O 3O 3O", "3O 3O 3O 12E")
THREE_FOURS = "4C 4C 4C 3O 4O 5O 1O 1C 1E 10B 11B 12B 12O 12O 12E 12C"
FOURS_APART = "4C 4C 4C 3C 5C 4O 4E 4B 4O 4E 3B 3O 3E 12O 12C 12E"
THREES_APART = "3C 4C 5C 3C 4C 5C 3C 3O 3E 3C 3O 3B 12O 12C 12E 12B"
MUST_LAY = {"preset": "pagat", "sowee_three_must_be_laid": True}
EXAMPLE_MELDS = [meld.split() for meld in ("1O 1C 1B", "3O 3C 3E", "4O 4C 4B", "5O 5E 5B", "10O 10C 10E", "12B")]
LAID: dict[str, object] = {"hand": SECRET, "bounit": "3O", "sowee": "5C", "secrets": ["3O"]}
LAID_SOWEE = LAID | {"hand": SOWEE_SECRET, "sowee": "3O"}
CLAIMED = {"source": "claimed"}
DEALT = {"preset": "pagat", "dealt_win": "as_self_drawn"}
NO_DISCARD = {"preset": "pagat", "discard_win": False}
RUN_OF_OROS = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 12O 12C 12E 12B"
NO_RUN = "3O 3C 3E 5O 5C 5E 1O 1C 1E 10O 10C 10E 12O 12C 12E 12B"
NO_KING = "1O 1C 1E 3O 3C 3E 3B 4O 4C 4E 5O 5C 5E 10O 10C 10E"
ONE_KING_RUN = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10B 11B 12B 5E 5B 5O 5C"
BOTH_WAYS = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
"""The king may stand in a run with ten and eleven of coins, or alone beside two sets of four."""
BOTH, BOUNIT, SOWEE, NEITHER = (
    {"conditions": {"bounit": bounit, "sowee": sowee}} for bounit, sowee in product((True, False), repeat=2)
)
UNTOLD = {"conditions": None, "extra_used": None}
WIN, NO_WIN = {"valid": True}, {"valid": False}

WINS = {
    "C4-C8-sets-and-a-king": ({}, {"arrangement": EXAMPLE_MELDS}),
    "C6-secret": (drawn(SECRET), WIN),
    "C7-sixteen-kings": (drawn("12O 12C 12E 12B " * 3 + "12O 12C 12E 12B"), {"king_cents": 4 * 50 + 12 * 20}),
    "C8-stray-card": ({"hand": STRAY}, NO_WIN | {"rule": "C8"}),
    "C9-threes-not-laid": (drawn(THREES_APART), WIN),
    "C9-laid-threes-serve-nowhere-else": (drawn(THREES_APART, secrets=["3C"]), NO_WIN),
    "C10-three-like-the-sowee": (drawn(THREE_FOURS, sowee="4C"), WIN),
    "C10-three-like-no-sowee": (drawn(THREE_FOURS, sowee="5C"), NO_WIN),
    "C10-three-sowee-unknown": (drawn(THREE_FOURS), NO_WIN),
    "C10-must-be-laid": (drawn(THREE_FOURS, sowee="4C", rules=MUST_LAY), NO_WIN | {"rule": "C10"}),
    "C10-laid-where-they-must": (drawn(THREE_FOURS, sowee="4C", rules=MUST_LAY, secrets=["4C"]), WIN),
    "C10-laid-sowee-secret": (drawn(SOWEE_SECRET, sowee="3O", secrets=["3O"]), WIN),
    "C9-C10-sowee-three-not-laid": (drawn(FOURS_APART, sowee="4C"), WIN),
    "C9-C10-laid-sowee-three-serves-in-no-run": (drawn(FOURS_APART, sowee="4C", secrets=["4C"]), NO_WIN),
    "C11-best-paying-split": (drawn(BOTH_WAYS), {"per_opponent": 300, "porbis": True}),
    "C11-king-alone-pays-more": (drawn(BOTH_WAYS, rules={"porbis": 100}), {"per_opponent": 160, "porbis": False}),
    "C31-extra-cards-meld-nothing": ({"hand": STRAY, "extra": "10B 12B"}, NO_WIN),
    "C34-bounit-of-a-dealt-hand-is-left-out": (
        {"source": "dealt", "bounit": "11E", "rules": DEALT},
        {"account": "C34 110, C26 20"},
    ),
    "C36-discard-completes-a-laid-secret": (LAID, WIN),
    "C17-own-draw-completes-a-laid-secret": (LAID | {"source": "self_drawn"}, WIN),
    "C36-claim-secret-not-laid": (LAID | CLAIMED | {"secrets": []}, WIN),
    "C36-claim-sowee-three-not-laid": (LAID_SOWEE | CLAIMED | {"secrets": []}, WIN),
}
PAID = {
    "section-8-example-family": (
        {"rules": "family"},
        SOWEE | {"king_cents": 20, "extra_used": 0, "account": "C28 70, C26 20"},
    ),
    "section-8-example-pagat": ({}, SOWEE | {"account": "C28 70, C26 20"}),
    "section-8-four-of-cups": (
        {"hand": "4C 4O 4E 4B 3C 3E 3O 5C 5E 5O 10O 10C 10E 12O 12C 12E", "bounit": "4C", "sowee": "5E"},
        BOTH | {"account": "C28 110, C26 50, C26 40"},
    ),
    "C14-king-claimed": ({"bounit": "12B", "source": "claimed"}, {"per_opponent": 90}),
    "C29-jack-and-horse-go-with-a-king": (
        {
            "hand": "10B 11B 12B 12O 3O 3C 3E 4O 4C 4E 5O 5C 5E 1O 1C 1E",
            "bounit": "12B",
            "source": "claimed",
            "sowee": "11C",
        },
        {"per_opponent": 60 + 50 + 20},
    ),
    "C15-claim-where-no-discard-wins": ({"rules": NO_DISCARD, "source": "claimed"}, {"per_opponent": 90}),
    "C26-king-of-coins-50-others-20": (
        drawn("12O 12C 12E 12B 12O 10B 11B 12B 1O 1C 1E 3O 4O 5O 12C 12E"),
        {"account": "C27 110, C26 100, C26 120"},
    ),
    "C26-laid-kings-count": (
        drawn("12O 12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E", secrets=["12O"]),
        {"per_opponent": 110 + 200},
    ),
    "C26-unit-of-100": ({"rules": {"unit": 100}}, {"king_cents": 2000, "account": "C28 7000, C26 2000"}),
    "C27-own-draw-no-conditions": (
        {"source": "self_drawn", "extra": "11O 3B"},
        {"account": "C27 110, C26 20"} | UNTOLD,
    ),
    "C27-own-draw-needs-no-sowee": ({"source": "self_drawn", "sowee": None}, {"per_opponent": 130}),
    "C28-both-discard": ({"extra": "3B"}, BOTH | {"account": "C28 110, C26 20"}),
    "C28-only-the-bounit-discard": ({"sowee": "10E", "extra": "3B"}, BOUNIT | {"account": "C28 60, C26 20"}),
    "C28-neither-discard": ({"sowee": "10E"}, {"account": "C28 20, C26 20"}),
    "C28-both-claimed": ({"extra": "3B", "source": "claimed"}, {"account": "C28 110, C26 20"}),
    "C28-only-the-sowee-claimed": ({"source": "claimed"}, {"account": "C28 70, C26 20"}),
    "C28-neither-claimed": ({"sowee": "10E", "source": "claimed"}, {"account": "C28 20, C26 20"}),
    "C30-cards-in-sets-and-laid-secrets-count": (
        {
            "hand": "3O 3O 3O 3O 4O 4C 4E 5O 5C 5E 1O 1C 1E 12O 12C 12E",
            "bounit": "5O",
            "sowee": "10C",
            "secrets": ["3O"],
        },
        BOUNIT,
    ),
    "C30-same-cards-for-both": ({"hand": RUN_OF_OROS, "bounit": "4O", "sowee": "4O"}, BOTH),
    "C30-bounit-goes-with-the-sowee": ({"hand": RUN_OF_OROS, "bounit": "4O", "sowee": "3O"}, BOTH),
    "C30-sowee-on-the-table-counts-for-nothing": ({"hand": NO_RUN, "bounit": "1O", "sowee": "4O"}, BOUNIT),
    "C30-nor-for-the-bounit": ({"hand": NO_RUN, "bounit": "3O", "sowee": "4O"}, NEITHER),
    "C31-turned-until-both-hold": ({"extra": "11O 3B 12O 12C"}, {"extra_used": 2, "per_opponent": 130}),
    "C31-one-condition-in-the-end": (
        {"sowee": "10E", "extra": "11O 3B 1C"},
        BOUNIT | {"extra_used": 3, "per_opponent": 80},
    ),
    "C28-C31-sowee's-kind-from-the-stock": ({"sowee": "11C", "extra": "12C 3B 11C"}, BOTH | {"extra_used": 3}),
    "C31-no-king-money-for-extra-cards": ({"extra": "12O 12O 12O"}, {"king_cents": 20}),
    "C31-none-used-where-both-hold": (
        {"hand": RUN_OF_OROS, "bounit": "4O", "sowee": "3O", "extra": "1O 1C"},
        {"extra_used": 0},
    ),
    "C32-no-king": (drawn(NO_KING), {"porbis": True, "account": "C32 300"}),
    "C32-single-king-in-a-run": (drawn(ONE_KING_RUN), {"porbis": True}),
    "C32-single-king-alone": (drawn(EXAMPLE), {"porbis": False, "per_opponent": 130}),
    "C32-two-kings-in-runs": (drawn("10O 11O 12O 10C 11C 12C 1O 1C 1E 1B 3O 3C 3E 4O 4C 4E"), {"porbis": False}),
    "C32-family-adds-the-own-draw": (drawn(ONE_KING_RUN, rules="family"), {"account": "C32 300, C27 110, C26 20"}),
}
IMPOSSIBLE = {
    "C2-two-cards-are-no-bounit": ({"bounit": "5B 4B"}, {"unknown_card": ["5B 4B"]}),
    "C3-fifth-copy-beside-the-sowee": (
        {"hand": EXAMPLE.replace("1O 3O 4O", "12B 12B 12B"), "sowee": "12B"},
        {"too_many_copies": ["12B"]},
    ),
    "C3-fifth-copy-among-extra-cards": ({"extra": "4O 4O 4O"}, {"too_many_copies": ["4O"]}),
    "C3-fifth-copy-own-draw": (drawn(EXAMPLE, sowee="4O", extra="4O 4O 4O"), {"too_many_copies": ["4O"]}),
    "C6-laid-secret-of-one-card": ({"secrets": ["12B"]}, {"secret_not_in_hand": ["12B"]}),
    "C10-laid-sowee-secret-of-one-card": ({"secrets": ["4O", "4O"]}, {"secret_not_in_hand": ["4O"]}),
    "C9-same-secret-laid-twice": (drawn(SECRET, sowee="5C", secrets=["3O", "3O"]), {"secret_not_in_hand": ["3O"]}),
    "C10-three-alike-are-no-secret-without-the-sowee": (
        drawn(SOWEE_SECRET, sowee="3C", secrets=["3O"]),
        {"secret_not_in_hand": ["3O"]},
    ),
    "C8-bounit-not-in-the-hand": ({"bounit": "11E"}, {"bounit_not_in_hand": ["11E"]}),
    "C8-fifteen-cards": ({"hand": EXAMPLE[:-4]}, {"wrong_card_count": EXAMPLE[:-4].split()}),
    "C8-seventeen-cards": ({"hand": f"{EXAMPLE} 12C"}, {"wrong_card_count": [*EXAMPLE.split(), "12C"]}),
    "C8-no-discard-named": ({"bounit": None}, {"bounit_missing": []}),
    "C8-no-claimed-card-named": ({"bounit": "", "source": "claimed"}, {"bounit_missing": []}),
    "C8-no-drawn-card-named": ({"bounit": None, "source": "self_drawn"}, {"bounit_missing": []}),
    "C14-king-from-the-discards": ({"bounit": "12B"}, {"king_from_discards": ["12B"]}),
    "C15-no-discard-wins": ({"rules": NO_DISCARD}, {"discard_win_not_allowed": []}),
    "C28-discard-without-sowee": ({"sowee": None}, {"sowee_missing": []}),
    "C28-claim-without-sowee": ({"sowee": None, "source": "claimed"}, {"sowee_missing": []}),
    "C34-dealt-win-not-allowed": ({"source": "dealt", "bounit": None}, {"dealt_win_not_allowed": []}),
    "C36-claimed-card-in-a-laid-secret": (LAID | CLAIMED, {"bounit_in_laid_secret": ["3O"]}),
    "C36-claimed-card-in-a-laid-sowee-secret": (LAID_SOWEE | CLAIMED, {"bounit_in_laid_secret": ["3O"]}),
    "secrets-as-text": ({"secrets": "12B 3E"}, {"secret_not_in_hand": ["12B", "3E"]}),
    "unknown-source": ({"source": ["discard"]}, {"unknown_source": []}),
    "unknown-source-only": ({"source": "x", "bounit": None, "sowee": None}, {"unknown_source": []}),
    "unknown-game": ({"game": "mahjong"}, {"unknown_game": []}),
    "game-missing": ({"game": None}, {"missing_field": []}),
    "hand-missing": ({"hand": None}, {"missing_field": []}),
    "source-missing": ({"source": None}, {"missing_field": []}),
    "wrong-house-rule-beside-wrong-cards": (
        {"rules": {"porbis": "x"}, "hand": "13X"},
        {"unknown_card": ["13X"], "wrong_card_count": [], "bounit_not_in_hand": ["5B"], "unknown_house_rule": []},
    ),
}


@each(("fields", "expected"), WINS | PAID)
def test_claim_is_judged(fields: dict[str, object], expected: dict[str, object]) -> None:
    assert told(ask(**fields), expected) == expected


@each(("fields", "expected"), IMPOSSIBLE)
def test_impossible_claim_is_refused(fields: dict[str, object], expected: dict[str, object]) -> None:
    assert problems(ask(**fields)) == expected


def test_c34_unknown_source_is_told_at_its_field() -> None:
    (problem,) = ask(source="stolen")["error"]["problems"]
    assert (problem["code"], problem["field"]) == ("unknown_source", "source")


def test_c8_near_miss_names_the_stray_card() -> None:
    near = ask(hand=STRAY)["near_miss"]
    assert (near["melded"], near["strays"]) == (15, ["11B"])


def test_c10_laid_sowee_secret_is_three_cards_and_the_fourth_is_melded_elsewhere() -> None:
    assert ask(**drawn(THREE_FOURS, sowee="4C", secrets=["4C"]))["arrangement"][0] == ["4C", "4C", "4C"]


@each(
    ("adds", "account", "king_cents"),
    {
        "nothing": ("nothing", "C32 300", 0),
        "kings": ("kings", "C32 300, C26 20", 20),
        "all": ("all", "C32 300, C28 60, C26 20", 20),
    },
)
def test_c32_c37_porbis_adds_what_the_house_rule_says(adds: str, account: str, king_cents: int) -> None:
    answer = ask(hand=ONE_KING_RUN, bounit="5C", sowee="1B", rules={"porbis_adds": adds})
    expected = {"account": account, "king_cents": king_cents}
    assert told(answer, expected) == expected
    assert ("conditions" in answer) is (adds != "nothing")


@pytest.mark.parametrize(("rules", "allowed"), [("pagat", 15), ("gamerules", 15), ("family", 0)])
def test_c31_winner_turns_as_many_extra_cards_as_the_house_says(rules: str, allowed: int) -> None:
    stock = ["1O", "1O", "3C", "3C", "3E", "3E", *3 * ["10B"], *3 * ["11O"], *3 * ["11C"], "11E"]
    enough, one_more = " ".join(stock[:allowed]), " ".join(stock[: allowed + 1])
    assert ask(rules=rules, extra=enough)["extra_used"] == allowed
    assert problems(ask(rules=rules, extra=one_more)) == {"too_many_extra_cards": [stock[allowed]]}
    assert "too_many_extra_cards" in problems(ask(rules=rules, extra=one_more, source="self_drawn"))


@each(
    ("claim", "paid"),
    {
        "pagat": ({}, (300, 160)),
        "family": ({"rules": "family"}, (460, 160)),
        "cheap-porbis": ({"rules": {"porbis": 100}}, (160, 100)),
        "discard": ({"source": "discard", "sowee": "4B"}, (300, 110)),
        "the-same-either-way": ({"rules": {"porbis": 160}}, (160,)),
        "one-place-for-the-king": ({"hand": EXAMPLE, "bounit": "5B"}, (130,)),
        "two-kings": ({"hand": BOTH_WAYS.replace(" 1B", " 12C")}, (180,)),
    },
)
def test_c11_best_split_comes_before_those_that_pay_another_amount(
    claim: dict[str, object], paid: tuple[int, ...]
) -> None:
    read = read_claim(data={"game": "cuajo", "hand": BOTH_WAYS, "bounit": "5O", "source": "self_drawn", **claim})
    found = verdicts(claim=read)
    assert judge_claim(claim=read) == found[0]
    assert tuple(one.per_opponent_cents for one in found) == paid
    assert {sum(len(meld.cards) for meld in one.arrangement) for one in found} == {16}


def names(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(str(card) for card in cards)


@pytest.mark.parametrize(
    ("card", "others"), [("1C", "1O 1E 1B"), ("3O", "4O 5O"), ("4E", "3E 5E"), ("10B", "11B 12B"), ("12C", "10C 11C")]
)
def test_c29_run_cards_go_with_a_card_and_aces_with_an_ace(card: str, others: str) -> None:
    assert names(companions(card=read_cards(text=card).cards[0])) == others


@pytest.mark.parametrize(
    ("held", "met"), [("1O 1C", True), ("1O 1C 1E", True), ("1O 1O", False), ("1B 1O", False), ("3O 5O", False)]
)
def test_c29_two_aces_of_two_further_suits_go_with_an_ace(held: str, met: bool) -> None:
    bounit, sowee = read_cards(text="1B 12O").cards
    needs = turn_extra(hand=read_cards(text=held).cards, bounit=bounit, sowee=sowee).needs
    assert (Condition.BOUNIT not in {need.condition for need in needs}) is met


@each(
    ("hand", "bounit_and_sowee", "extra", "needs"),
    {
        "both": (EXAMPLE, "5B 11E", "", [("bounit", 1, "3B"), ("sowee", 1, "11E"), ("sowee", 1, "12E")]),
        "after-two-turned": (EXAMPLE, "5B 11E", "3B 12E", [("sowee", 1, "11E")]),
        "C29-any-other-ace": ("1B 1O", "1B 1B", "", [("bounit", 1, "1C 1E"), ("sowee", 1, "1C 1E")]),
    },
)
def test_c31_what_is_still_needed_is_told_card_by_card(
    hand: str, bounit_and_sowee: str, extra: str, needs: list[tuple[str, int, str]]
) -> None:
    held, (bounit, sowee), turned = (read_cards(text=text).cards for text in (hand, bounit_and_sowee, extra))
    found = turn_extra(hand=held, bounit=bounit, sowee=sowee, extra=turned).needs
    assert [(need.condition, need.number, names(need.cards)) for need in found] == needs


@pytest.mark.parametrize("field", ["hand", "bounit", "sowee", "secrets", "extra"])
@pytest.mark.parametrize("value", ["13B", 7, True, {"a": 1}, [None], [[]], 1.5])
def test_c2_unknown_card_is_reported_with_its_field(field: str, value: object) -> None:
    found = [each for each in ask(**{field: value})["error"]["problems"] if each["code"] == "unknown_card"]
    assert [problem["field"] for problem in found] == [field]


def test_cards_may_be_lists() -> None:
    assert ask(hand=EXAMPLE.split(), extra=["11O", "3B"])["per_opponent"] == 130


@pytest.mark.parametrize("data", [None, 5, "x", [], [{}], True])
def test_claim_that_is_no_object_is_bad_json(data: object) -> None:
    assert problems(answer_claim(data=data)) == {"bad_json": []}


@pytest.mark.parametrize("line", ["", "{", "nonsense", "[" * 100_000, "9" * 5000, '{"a": 1', "[]", "\x00"])
def test_line_that_is_no_json_object_is_answered(line: str) -> None:
    assert problems(json.loads(answer_line(line=line))) == {"bad_json": []}


def test_everything_wrong_is_reported_at_once_in_a_stable_order() -> None:
    hand, extra = EXAMPLE + " 12B 12B 12B 12B 99Z", "1O " * 16
    answer = ask(hand=hand, bounit="12O", secrets=["3O"], extra=extra, rules=NO_DISCARD)
    assert list(problems(answer)) == [
        "unknown_card",
        "wrong_card_count",
        "too_many_copies",
        "bounit_not_in_hand",
        "king_from_discards",
        "secret_not_in_hand",
        "too_many_extra_cards",
        "discard_win_not_allowed",
    ]
    error = answer["error"]
    assert (error["code"], error["message"]) == ("unknown_card", error["problems"][0]["message"])


def test_a_key_the_contract_does_not_know_is_named() -> None:
    (problem,) = ask(extras="3B")["error"]["problems"]
    assert (problem["code"], problem["field"], problem["cards"]) == ("unknown_key", "extras", [])
    assert "'extra'" in problem["message"]


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NOTATION = st.lists(st.sampled_from(EXAMPLE.split()), max_size=18).map(" ".join)
FIELD = ANY_JSON | NOTATION | st.sampled_from(["pagat", "discard", "claimed", "dealt", "cuajo", "4O"])
CLAIM = st.dictionaries(
    st.sampled_from(["game", "rules", "hand", "bounit", "source", "sowee", "secrets", "extra"]), FIELD
)


@pytest.mark.no_cover
@given(data=ANY_JSON | CLAIM)
@settings(max_examples=int(60 * SCALE))
def test_no_json_whatsoever_raises(data: object) -> None:
    answer = answer_claim(data=data)
    assert json.loads(json.dumps(answer)).keys() & {"error", "valid"}
    assert "valid" in answer or set(problems(answer)) <= {code.value for code in Code}


@pytest.mark.no_cover
@given(entry=CLAIM)
@settings(max_examples=int(60 * SCALE))
def test_no_entry_whatsoever_stops_the_live_verdict(entry: Mapping[str, object]) -> None:
    live = live_verdict(rules=HouseRules(), entry=entry)
    assert (live.count >= 0, live.melded <= 16) == (True, True)
