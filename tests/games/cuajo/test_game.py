"""Cuajo as a game of the house: what is paid and recorded, and what history counts (C12 to C18, C25 to C39)."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from scoring.games import UnknownGameError, game_by_id
from scoring.games.base import ActKind, Debt, Outcome, Seat, Table
from scoring.games.chances import Draw, Fortune, Trial, Wait
from scoring.games.cuajo.claim.acts import HandResult, Unwon
from scoring.games.fields import FieldKind
from scoring.games.reading import judged_new
from scoring.texts import Text, say
from tests.games.asking import codes_of, each, outcome, problems_of
from tests.games.cuajo.claims import EXAMPLE
from tests.people import WORKED_WIN

CUAJO = game_by_id(game_id="cuajo")
PAGAT = CUAJO.read_rules(value="pagat")
WIN = {"result": "win", "winner": 2, "hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
KEPT = WIN | {"declared": False, "secrets": [], "extra": ""}
QUICK = {
    "result": "win",
    "winner": 2,
    "declared": True,
    "source": "claimed",
    "sowee": "4O",
    "kings_of_coins": 1,
    "other_kings": 2,
    "bounit_condition": False,
    "sowee_condition": True,
    "porbis": False,
}
SECRET_HAND = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
DRAWN = {"result": "win", "winner": 1, "hand": SECRET_HAND, "bounit": "4C", "source": "self_drawn"}
BEFORE_5B = Wait(winning=8, unseen=96)
ONE_OF_FOUR = 1 - Fraction(comb(91, 15), comb(95, 15))
"""The chance that one of four cards comes among fifteen of 95."""
BESIDE = [ActKind.SECRET, ActKind.FALSE_SECRET, ActKind.FALSE_WIN]


def judge(act: Mapping[str, object], kind: ActKind = ActKind.HAND, players: int = 4, **changes: Any) -> Outcome:
    return outcome(CUAJO, act, kind=kind, players=players, partnerships=players == 4, **changes)


def debts(paid: Outcome) -> list[tuple[int, int, int]]:
    return [(debt.payer, debt.payee, debt.cents) for debt in paid.debts]


@each(
    ("act", "kind", "changes", "paid"),
    {
        "C25-each-opponent-pays-the-winner": (WIN, ActKind.HAND, {}, [(1, 2, 90), (3, 2, 90)]),
        "C17-laid-secret": ({"seat": 1}, ActKind.SECRET, {}, [(2, 1, 50), (4, 1, 50)]),
        "C17-C26-secret-in-units": ({"seat": 1}, ActKind.SECRET, {"unit": 100}, [(2, 1, 5000), (4, 1, 5000)]),
        "C18-false-secret-is-free": ({"seat": 3}, ActKind.FALSE_SECRET, {}, []),
        "C18-false-secret": ({"seat": 3}, ActKind.FALSE_SECRET, {"false_secret_penalty": 40}, [(3, 2, 40), (3, 4, 40)]),
        "C35-false-win-is-free": ({"seat": 4}, ActKind.FALSE_WIN, {}, []),
        "C35-false-win": ({"seat": 4}, ActKind.FALSE_WIN, {"false_win_penalty": 25}, [(4, 1, 25), (4, 3, 25)]),
        "C35-false-win-in-units": (
            {"seat": 4},
            ActKind.FALSE_WIN,
            {"false_win_penalty": 3, "unit": 100},
            [(4, 1, 300), (4, 3, 300)],
        ),
        "C17-secret-pays-nothing-again-at-the-win": (
            DRAWN | {"secrets": ["3O"]},
            ActKind.HAND,
            {},
            [(2, 1, 220), (4, 1, 220)],
        ),
        "C17-nor-does-one-not-laid": (DRAWN, ActKind.HAND, {}, [(2, 1, 220), (4, 1, 220)]),
        "C25-declared": (QUICK, ActKind.HAND, {}, [(1, 2, 70 + 50 + 40), (3, 2, 70 + 50 + 40)]),
        "C27-declared-own-draw": (
            QUICK | {"source": "self_drawn"},
            ActKind.HAND,
            {},
            [(1, 2, 110 + 90), (3, 2, 110 + 90)],
        ),
        "C38-hand-that-does-not-count": (
            {"void": "wrong_count", "by": 1, "dealer": 2},
            ActKind.HAND,
            {"void_penalty": 5},
            [(1, 2, 5), (1, 3, 5), (1, 4, 5)],
        ),
    },
)
def test_who_pays_whom(
    act: dict[str, object], kind: ActKind, changes: dict[str, Any], paid: list[tuple[int, int, int]]
) -> None:
    assert debts(judge(act, kind, **changes)) == paid


@pytest.mark.parametrize(("adds", "cents"), [("nothing", 300), ("kings", 350), ("all", 420)])
def test_c32_declared_porbis_pays_as_the_house_rule_says(adds: str, cents: int) -> None:
    judged = judge({**QUICK, "other_kings": 0, "porbis": True}, porbis_adds=adds)
    assert judged.verdict.data()["per_opponent"] == cents


def test_c12_four_play_with_opposite_seats_as_partners() -> None:
    seats = CUAJO.sides(rules=PAGAT, seat_count=4)
    assert [(seat.number, seat.side) for seat in seats] == [(1, 1), (2, 2), (3, 1), (4, 2)]


@pytest.mark.parametrize(("partnerships", "players"), [(True, 2), (True, 3), (True, 5), (False, 1), (False, 7)])
def test_c12_c16_so_many_cannot_play(partnerships: bool, players: int) -> None:
    rules = CUAJO.read_rules(value={"partnerships": partnerships})
    assert codes_of(lambda: CUAJO.sides(rules=rules, seat_count=players)) == ["wrong_seat_count"]


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_c16_without_partnerships_everybody_plays_alone_and_all_others_pay(players: int) -> None:
    table = CUAJO.sides(rules=CUAJO.read_rules(value={"partnerships": False}), seat_count=players)
    assert table == tuple(Seat(number=number, side=number) for number in range(1, players + 1))
    others = [number for number in range(1, players + 1) if number != 2]
    assert judge(WIN, players=players).debts == tuple(Debt(payer=other, payee=2, cents=90) for other in others)


def test_c13_winner_deals_next_and_a_paid_secret_decides_nothing() -> None:
    assert [(one.winner, one.deals_next) for one in (judge(WIN), judge({"seat": 1}, ActKind.SECRET))] == [
        (2, 2),
        (None, None),
    ]


@pytest.mark.parametrize("result", [HandResult.DRAWN, HandResult.VOID])
def test_c13_c33_c35_same_dealer_deals_again_where_nobody_won(result: HandResult) -> None:
    assert judge({"result": result.value}) == Outcome(said=Unwon(result=result), debts=())


@pytest.mark.parametrize(("void_deals", "deals_next"), [("same", None), ("next", 3)])
def test_c38_after_a_hand_that_does_not_count_the_house_says_who_deals(void_deals: str, deals_next: int | None) -> None:
    act = {"void": "wrong_count", "by": 1, "dealer": 2}
    judged = judge(act, void_deals=void_deals)
    assert (judged.said.data(), judged.winner, judged.deals_next) == ({"result": "void", **act}, None, deals_next)


@each(
    ("act", "kept", "told"),
    {
        "cards-in-any-notation": (
            {**WIN, "hand": EXAMPLE.lower().replace("c", "k"), "sowee": " 4o", "secrets": None},
            KEPT,
            {"declared": False, "conditions": {"bounit": False, "sowee": True}},
        ),
        "declared": (QUICK, QUICK, {"declared": True, "conditions": {"bounit": False, "sowee": True}}),
        "C27-declared-own-draw-has-no-conditions": (
            {**QUICK, "source": "self_drawn"},
            {**QUICK, "source": "self_drawn", "sowee_condition": False},
            {"declared": True, "conditions": None},
        ),
    },
)
def test_win_is_kept_in_canonical_form(act: dict[str, object], kept: object, told: dict[str, object]) -> None:
    judged = judge(act)
    assert judged.said.data() == kept
    assert {name: judged.verdict.data().get(name) for name in told} == told
    assert judge(judged.said.data()) == judged


@pytest.mark.parametrize("kind", BESIDE)
def test_what_is_paid_beside_the_hands_asks_for_a_seat_and_is_kept_as_told(kind: ActKind) -> None:
    assert [(field.name, field.kind) for field in CUAJO.asks(kind=kind, rules=PAGAT)] == [("seat", FieldKind.SEAT)]
    assert judge({"seat": 2}, kind).said.data() == {"seat": 2}


def test_a_hand_asks_for_everything_the_worked_win_says() -> None:
    assert set(WORKED_WIN) <= {field.name for field in CUAJO.asks(kind=ActKind.HAND, rules=PAGAT)}
    assert CUAJO.asks(kind=ActKind.PENALTY, rules=PAGAT) == ()


@each(
    ("act", "changes", "refused"),
    {
        "C34-source-nobody-knows": ({"source": "stolen"}, {}, ["unknown_source source"]),
        "C34-dealt": ({"source": "dealt"}, {}, ["dealt_win_not_allowed source"]),
        "C15-discard": ({"source": "discard"}, {"discard_win": False}, ["discard_win_not_allowed source"]),
        "C2-sowee": ({"sowee": "2O"}, {}, ["unknown_card sowee"]),
        "C2-sowee-is-a-number": ({"sowee": 7}, {}, ["unknown_card sowee"]),
        "five-kings-of-coins": ({"kings_of_coins": 5}, {}, ["bad_number kings_of_coins"]),
        "thirteen-other-kings": ({"other_kings": 13}, {}, ["bad_number other_kings"]),
        "fewer-kings-than-none": ({"other_kings": -1}, {}, ["bad_number other_kings"]),
        "kings-are-a-switch": ({"other_kings": True}, {}, ["bad_number other_kings"]),
        "kings-are-text": ({"other_kings": "2"}, {}, ["bad_number other_kings"]),
        "porbis-is-a-number": ({"porbis": 1}, {}, ["bad_switch porbis"]),
        "C32-porbis-with-three-kings": ({"porbis": True}, {}, ["porbis_with_kings porbis"]),
        "C32-no-king-no-porbis": ({"kings_of_coins": 0, "other_kings": 0}, {}, ["no_king_is_porbis porbis"]),
        "C3-fifth-king-of-coins": ({"sowee": "12O", "kings_of_coins": 4}, {}, ["too_many_copies sowee"]),
        "C3-thirteenth-other-king": ({"sowee": "12C", "other_kings": 12}, {}, ["too_many_copies sowee"]),
        "L6-by-a-price-list": ({}, {"preset": "pricelist"}, ["cards_needed hand"]),
        "every-reason": (
            {"winner": None, "source": None, "porbis": "yes", "other_kings": 99},
            {},
            ["unknown_seat winner", "unknown_source source", "bad_number other_kings", "bad_switch porbis"],
        ),
    },
)
def test_declared_win_that_cannot_be_is_refused(
    act: dict[str, object], changes: dict[str, Any], refused: list[str]
) -> None:
    found = problems_of(lambda: judge(QUICK | act, **changes))
    assert [f"{problem.code} {problem.field}" for problem in found] == refused


@pytest.mark.parametrize("seat", [0, 5, None, True, "2", 2.0])
def test_act_of_a_seat_not_at_the_table_is_refused(seat: object) -> None:
    assert codes_of(lambda: judge({"seat": seat}, ActKind.SECRET)) == ["unknown_seat"]
    assert codes_of(lambda: judge({**WIN, "winner": seat})) == ["unknown_seat"]


@pytest.mark.parametrize("result", [None, "lost", 3, ["win"]])
def test_hand_that_ends_in_no_known_way_is_refused(result: object) -> None:
    assert codes_of(lambda: judge({"result": result})) == ["unknown_result"]


def test_all_problems_of_a_hand_are_reported_at_once() -> None:
    act = {**WIN, "winner": 9, "bounit": None, "sowee": None}
    assert codes_of(lambda: judge(act)) == ["unknown_seat", "bounit_missing", "sowee_missing"]


def test_c35_claimed_win_that_is_not_valid_pays_nothing_and_says_why() -> None:
    (problem,) = problems_of(lambda: judge({**WIN, "hand": EXAMPLE.replace("12B", "11B")}))
    assert (problem.code, problem.cards, problem.field) == ("not_a_win", ("11B",), "hand")


def test_unknown_games_and_acts_are_refused() -> None:
    assert codes_of(lambda: judge({"seat": 1}, ActKind.PENALTY)) == ["unknown_act"]
    with pytest.raises(UnknownGameError):
        game_by_id(game_id="mahjong")


UNSAID = {name: QUICK[name] for name in ("result", "winner", "declared", "source", "kings_of_coins", "porbis")}
SHOWN = {"partnerships": True, "secrets_shown": True}


@each(
    ("act", "paid", "changes", "refused"),
    {
        "C39-conditions-and-kings-not-said": (
            UNSAID,
            {},
            {},
            "missing_field other_kings, missing_field bounit_condition, missing_field sowee_condition",
        ),
        "C39-C32-porbis-alone-decides": (UNSAID | {"porbis": True}, {}, {}, "missing_field other_kings"),
        "C9-secret-not-named": (WIN, {2: 1}, {}, "secrets_not_named secrets"),
        "C9-secret-not-paid": (DRAWN | {"secrets": ["3O"]}, {}, {}, "secrets_not_paid secrets"),
        "L6-sowee-decides-the-price": (
            WIN | {"source": "self_drawn", "sowee": None},
            {},
            {"preset": "pricelist"},
            "sowee_missing sowee",
        ),
        "C18-shown-paid-once-held-by-the-winner": (
            WIN | {"shown": {"1": ["3O", "1B"]}},
            {1: 1},
            SHOWN,
            "shown_not_paid shown, shown_secret_held shown 3O, shown_secret_held shown 1B",
        ),
        "C2-shown-card-nobody-knows": (WIN | {"shown": {"1": ["2O"]}}, {1: 1}, SHOWN, "unknown_card shown 2O"),
        "C18-shown-by-the-winner": (WIN | {"shown": {"2": ["12E"]}}, {1: 1}, SHOWN, "shown_not_paid shown"),
        "C18-shown-card-is-held": (WIN | {"shown": {"1": ["5B"]}}, {1: 1}, SHOWN, "shown_secret_held shown 5B"),
        "C18-shown-twice": (
            WIN | {"shown": {"1": ["12E"], "3": ["12E"]}},
            {1: 1, 3: 1},
            SHOWN,
            "shown_secret_held shown 12E",
        ),
    },
)
def test_what_a_new_win_is_refused_for(
    act: dict[str, object], paid: dict[int, int], changes: dict[str, object], refused: str
) -> None:
    rules = CUAJO.read_rules(value={"preset": "pagat", "partnerships": True} | changes)
    seats, table = CUAJO.sides(rules=rules, seat_count=4), Table(secrets=paid)
    found = problems_of(
        lambda: judged_new(game=CUAJO, kind=ActKind.HAND, data=act, rules=rules, seats=seats, table=table)
    )
    assert ", ".join(" ".join([problem.code, problem.field, *problem.cards]) for problem in found) == refused


@each(
    ("kind", "act", "sentence"),
    {
        "won": (
            ActKind.HAND,
            {"result": "win", "winner": 2, "source": "discard"},
            say("act.won_discard", seats={"player": 2}),
        ),
        "drawn": (ActKind.HAND, {"result": "drawn"}, say("act.drawn")),
        "void": (ActKind.HAND, {"result": "void"}, say("act.void")),
        "void-for-a-reason": (ActKind.HAND, {"result": "void", "void": "misdeal"}, say("void.misdeal")),
        **{kind.value: (kind, {"seat": 3}, say(f"act.{kind}", seats={"player": 3})) for kind in BESIDE},
    },
)
def test_an_act_in_a_few_words(kind: ActKind, act: dict[str, object], sentence: Text) -> None:
    assert CUAJO.sentence(kind=kind, act=act) == sentence


@each(
    ("act", "marks"),
    {
        "cards": (KEPT, {"discard": 1, "kings": 1, "sowee": 1}),
        "both-conditions-by-extra-cards": (
            KEPT | {"source": "claimed", "extra": "11O 3B"},
            {"claimed": 1, "kings": 1, "bounit": 1, "sowee": 1, "both": 1, "extra_cards": 2},
        ),
        "neither-condition": (KEPT | {"sowee": "10E"}, {"discard": 1, "kings": 1, "neither": 1}),
        "own-draw-with-kings": (KEPT | DRAWN, {"own_draw": 1, "kings": 4, "kings_of_coins": 1}),
        "porbis": (KEPT | {"hand": EXAMPLE.replace("12B", "3B"), "source": "self_drawn"}, {"own_draw": 1, "porbis": 1}),
        "declared": (QUICK, {"claimed": 1, "kings": 3, "kings_of_coins": 1, "sowee": 1, "declared": 1}),
    },
)
def test_what_history_counts_of_a_won_hand(act: dict[str, object], marks: dict[str, int]) -> None:
    judged = judge(act)
    assert CUAJO.marked(act=judged.said.data(), verdict=judged.verdict.data()) == marks


@each(
    ("act", "wait", "extra"),
    {
        "before-the-5B": (KEPT, BEFORE_5B, None),
        "dealt": (KEPT | {"source": "dealt", "bounit": None}, None, None),
        "both-conditions-turned": (KEPT | {"extra": "11O 3B"}, BEFORE_5B, Trial(chance=ONE_OF_FOUR, came=True)),
        "condition-not-turned": (KEPT | {"extra": "11O"}, BEFORE_5B, Trial(chance=ONE_OF_FOUR, came=False)),
    },
)
def test_what_a_won_hand_owes_to_the_cards(act: dict[str, object], wait: Wait | None, extra: Trial | None) -> None:
    rules = CUAJO.read_rules(value={"dealt_win": "as_self_drawn"})
    judged = judge(act, dealt_win="as_self_drawn")
    assert CUAJO.fortune(act=judged.said.data(), verdict=judged.verdict.data(), rules=rules) == Fortune(
        kings=Draw(held=16, marked=16, of=111, came=1),
        sowee=Draw(held=16, marked=3, of=111, came=1),
        wait=wait,
        extra=extra,
    )


def test_nobody_knows_what_a_declared_win_owes_to_the_cards() -> None:
    judged = judge(QUICK)
    assert CUAJO.fortune(act=judged.said.data(), verdict=judged.verdict.data(), rules=PAGAT) is None
