"""Cuajo as a game of the house: C12, C13, C16 to C18, C25, C33, C35 and quick entries."""

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.games import UnknownGameError, game_by_id
from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Seat, Table
from scoring.games.cuajo.claim.acts import HandResult, Unwon
from scoring.games.reading import judged_new
from tests.games.cuajo.claims import EXAMPLE
from tests.games.judged import judged

CUAJO = game_by_id(game_id="cuajo")
WIN = {"result": "win", "winner": 2, "hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
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


def judge(act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 4, **changes: object) -> Outcome:
    rules = CUAJO.read_rules(value={"preset": "pagat", "partnerships": seats == 4} | changes)
    return judged(CUAJO, kind=kind, act=act, rules=rules, seats=CUAJO.sides(rules=rules, seat_count=seats))


def codes(act: dict[str, object], kind: ActKind = ActKind.HAND, **changes: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        judge(act, kind, 4, **changes)
    return [problem.code for problem in caught.value.problems]


def test_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGameError):
        game_by_id(game_id="mahjong")


def test_four_play_with_opposite_seats_as_partners() -> None:
    """C12."""
    rules = CUAJO.read_rules(value="pagat")
    assert [(seat.number, seat.side) for seat in CUAJO.sides(rules=rules, seat_count=4)] == [
        (1, 1),
        (2, 2),
        (3, 1),
        (4, 2),
    ]


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_partnerships_need_four_seats(seats: int) -> None:
    """C12."""
    with pytest.raises(ImpossibleError) as caught:
        CUAJO.sides(rules=CUAJO.read_rules(value="pagat"), seat_count=seats)
    assert [problem.code for problem in caught.value.problems] == ["wrong_seat_count"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_without_partnerships_everybody_plays_alone_and_all_others_pay(seats: int) -> None:
    """C16."""
    rules = CUAJO.read_rules(value={"preset": "pagat", "partnerships": False})
    table = CUAJO.sides(rules=rules, seat_count=seats)
    assert table == tuple(Seat(number=number, side=number) for number in range(1, seats + 1))
    outcome = judged(CUAJO, kind=ActKind.HAND, act=WIN, rules=rules, seats=table)
    payers = [number for number in range(1, seats + 1) if number != 2]
    assert outcome.debts == tuple(Debt(payer=payer, payee=2, cents=90) for payer in payers)


@pytest.mark.parametrize("seats", [1, 7])
def test_without_partnerships_two_to_six_play(seats: int) -> None:
    """C16."""
    rules = CUAJO.read_rules(value={"preset": "pagat", "partnerships": False})
    with pytest.raises(ImpossibleError):
        CUAJO.sides(rules=rules, seat_count=seats)


def test_each_opponent_pays_the_winner_and_the_partner_nothing() -> None:
    """C25."""
    outcome = judge(WIN)
    assert outcome.debts == (Debt(payer=1, payee=2, cents=90), Debt(payer=3, payee=2, cents=90))
    assert outcome.verdict.data()["per_opponent"] == 90
    assert outcome.verdict.data()["declared"] is False


def test_winner_deals_next() -> None:
    """C13."""
    outcome = judge(WIN)
    assert (outcome.winner, outcome.deals_next) == (2, 2)


def test_same_dealer_deals_again_after_a_drawn_hand() -> None:
    """C13, C33: nobody wins, nothing is paid."""
    assert judge({"result": "drawn"}) == Outcome(said=Unwon(result=HandResult.DRAWN), debts=())


def test_same_dealer_deals_again_after_a_void_hand() -> None:
    """C35."""
    assert judge({"result": "void"}) == Outcome(said=Unwon(result=HandResult.VOID), debts=())


def test_laid_secret_is_paid_fifty_by_each_opponent() -> None:
    """C17: the partner neither pays nor receives."""
    outcome = judge({"seat": 1}, ActKind.SECRET)
    assert outcome.debts == (Debt(payer=2, payee=1, cents=50), Debt(payer=4, payee=1, cents=50))
    assert (outcome.winner, outcome.deals_next) == (None, None)


def test_secret_pays_nothing_again_at_the_win() -> None:
    """C17."""
    hand = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    drawn = {"result": "win", "winner": 1, "hand": hand, "bounit": "4C", "source": "self_drawn"}
    laid = judge({**drawn, "secrets": ["3O"]}, seats=2)
    assert laid.debts == judge(drawn, seats=2).debts


def test_false_secret_pays_the_penalty_to_each_opponent() -> None:
    """C18: nothing by default."""
    assert judge({"seat": 3}, ActKind.FALSE_SECRET).debts == ()
    assert judge({"seat": 3}, ActKind.FALSE_SECRET, false_secret_penalty=40).debts == (
        Debt(payer=3, payee=2, cents=40),
        Debt(payer=3, payee=4, cents=40),
    )


def test_false_win_pays_the_penalty_to_each_opponent() -> None:
    """C35: nothing by default."""
    assert judge({"seat": 4}, ActKind.FALSE_WIN).debts == ()
    assert judge({"seat": 4}, ActKind.FALSE_WIN, false_win_penalty=25).debts == (
        Debt(payer=4, payee=1, cents=25),
        Debt(payer=4, payee=3, cents=25),
    )


def test_claimed_win_that_is_not_valid_pays_nothing_and_says_why() -> None:
    """C35."""
    with pytest.raises(ImpossibleError) as caught:
        judge({**WIN, "hand": EXAMPLE.replace("12B", "11B")})
    (problem,) = caught.value.problems
    assert (problem.code, problem.cards, problem.field) == ("not_a_win", ("11B",), "hand")
    assert problem.message == "This is not a win: 15 of 16 cards lie in melds, 1 is left over: 11B (C8)."


def test_unit_multiplies_secrets_and_penalties_too() -> None:
    assert {debt.cents for debt in judge({"seat": 1}, ActKind.SECRET, unit=100).debts} == {5000}
    changed = judge({"seat": 1}, ActKind.FALSE_WIN, unit=100, false_win_penalty=3)
    assert {debt.cents for debt in changed.debts} == {300}


@pytest.mark.parametrize("seat", [0, 5, None, True, "2", 2.0])
def test_act_of_a_seat_not_at_the_table_is_refused(seat: object) -> None:
    assert codes({"seat": seat}, ActKind.SECRET) == ["unknown_seat"]
    assert codes({**WIN, "winner": seat}) == ["unknown_seat"]


def test_all_problems_of_a_hand_are_reported_at_once() -> None:
    assert codes({**WIN, "winner": 9, "bounit": None, "sowee": None}) == [
        "unknown_seat",
        "bounit_missing",
        "sowee_missing",
    ]


@pytest.mark.parametrize("result", [None, "lost", 3, ["win"]])
def test_hand_that_ends_in_no_known_way_is_refused(result: object) -> None:
    assert codes({"result": result}) == ["unknown_result"]


def test_act_is_returned_in_canonical_notation() -> None:
    outcome = judge({**WIN, "hand": EXAMPLE.lower().replace("c", "k"), "sowee": " 4o", "secrets": None})
    assert outcome.said.data() == {**WIN, "declared": False, "secrets": [], "extra": ""}
    assert judge(dict(outcome.said.data())) == outcome


def test_declared_win_pays_by_what_was_declared() -> None:
    """C25, C26, C28."""
    outcome = judge(QUICK)
    assert outcome.said.data() == QUICK
    assert {(debt.payee, debt.cents) for debt in outcome.debts} == {(2, 70 + 50 + 40)}
    assert outcome.verdict.data()["declared"] is True
    assert outcome.verdict.data()["conditions"] == {"bounit": False, "sowee": True}
    assert judge(dict(outcome.said.data())) == outcome


def test_declared_conditions_do_not_matter_for_a_drawn_bounit() -> None:
    """C27."""
    outcome = judge({**QUICK, "source": "self_drawn"})
    assert outcome.verdict.data()["per_opponent"] == 110 + 90
    assert outcome.said.data()["sowee_condition"] is False
    assert "conditions" not in outcome.verdict.data()


@pytest.mark.parametrize(("adds", "cents"), [("nothing", 300), ("kings", 350), ("all", 420)])
def test_declared_porbis_pays_as_the_house_rule_says(adds: str, cents: int) -> None:
    """C32."""
    act = {**QUICK, "other_kings": 0, "porbis": True}
    assert judge(act, porbis_adds=adds).verdict.data()["per_opponent"] == cents


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"source": "stolen"}, "unknown_source"),
        ({"source": "dealt"}, "dealt_win_not_allowed"),
        ({"sowee": "2O"}, "unknown_card"),
        ({"sowee": 7}, "unknown_card"),
        ({"kings_of_coins": 5}, "bad_number"),
        ({"other_kings": 13}, "bad_number"),
        ({"other_kings": -1}, "bad_number"),
        ({"other_kings": True}, "bad_number"),
        ({"other_kings": "2"}, "bad_number"),
        ({"porbis": 1}, "bad_switch"),
        ({"porbis": True}, "porbis_with_kings"),
        ({"kings_of_coins": 0, "other_kings": 0}, "no_king_is_porbis"),
        ({"sowee": "12O", "kings_of_coins": 4}, "too_many_copies"),
        ({"sowee": "12C", "other_kings": 12}, "too_many_copies"),
    ],
)
def test_declared_win_that_cannot_be_is_refused(change: dict[str, object], code: str) -> None:
    """C3, C32, C34."""
    assert codes(QUICK | change) == [code]


def test_declared_discard_is_refused_where_discards_do_not_win() -> None:
    """C15."""
    assert codes(QUICK | {"source": "discard"}, discard_win=False) == ["discard_win_not_allowed"]


def test_all_problems_of_a_declared_win_are_reported_at_once() -> None:
    assert codes({"declared": True, "result": "win", "porbis": "yes", "other_kings": 99}) == [
        "unknown_seat",
        "unknown_source",
        "bad_number",
        "bad_switch",
    ]


def refused(act: dict[str, object], *, secrets: Mapping[int, int], **changes: object) -> list[tuple[str, str | None]]:
    """Return what speaks against recording an act, with the field it concerns."""
    rules = CUAJO.read_rules(value={"preset": "pagat"} | changes)
    seats = CUAJO.sides(rules=rules, seat_count=4)
    with pytest.raises(ImpossibleError) as caught:
        judged_new(game=CUAJO, kind=ActKind.HAND, data=act, rules=rules, seats=seats, table=Table(secrets=secrets))
    return [(problem.code, problem.field) for problem in caught.value.problems]


def test_declared_win_says_all_that_decides_the_amount() -> None:
    """C39: what was not said is not taken for no."""
    unsaid = {name: QUICK[name] for name in ("result", "winner", "declared", "source", "kings_of_coins", "porbis")}
    assert refused(unsaid, secrets={}) == [
        ("missing_field", "other_kings"),
        ("missing_field", "bounit_condition"),
        ("missing_field", "sowee_condition"),
    ]


def test_secrets_shown_by_others_are_paid_ones_and_hold_every_copy_c9_c18() -> None:
    paid: dict[str, Any] = {"secrets": {1: 1}, "secrets_shown": True}
    assert refused(WIN | {"shown": {"1": ["3O", "1B"]}}, **paid) == [
        ("shown_not_paid", "shown"),
        ("shown_secret_held", "shown"),
        ("shown_secret_held", "shown"),
    ]
    assert refused(WIN | {"shown": {"2": ["12E"]}}, **paid) == [("shown_not_paid", "shown")]
    assert refused(WIN | {"shown": {"1": ["5B"]}}, **paid) == [("shown_secret_held", "shown")]


def test_price_list_takes_no_declared_win() -> None:
    """L6: what the melds pay cannot be known without the cards."""
    assert codes(QUICK, preset="pricelist", partnerships=True) == ["cards_needed"]


@pytest.mark.parametrize(("void_deals", "deals_next"), [("same", None), ("next", 3)])
def test_c38_a_hand_that_does_not_count_costs_whoever_caused_it(void_deals: str, deals_next: int | None) -> None:
    data: dict[str, object] = {"void": "wrong_count", "by": 1, "dealer": 2}
    outcome = judge(data, void_penalty=5, void_deals=void_deals)
    assert outcome.said.data() == {"result": "void", **data}
    assert [(debt.payer, debt.payee, debt.cents) for debt in outcome.debts] == [(1, 2, 5), (1, 3, 5), (1, 4, 5)]
    assert (outcome.winner, outcome.deals_next) == (None, deals_next)
