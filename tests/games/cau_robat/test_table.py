"""What a card takes, calls, cleared tables and debts of cau robat, every order of payments by name (R1 to R8, R10)."""

import pytest

from scoring.games.cau_robat.capture import Capture, Taken, capture
from scoring.games.cau_robat.table import Captured, Due, Paid, TurnState, begin, call_of, dues_of, finish, play
from tests.games.asking import each, stored

A, B, C, D = 1, 2, 3, 4
FULL = {A: (10,) * 6, B: (11,) * 5, C: (12,) * 5, D: (1,) * 3}
CENTRE = (1, 2, 4, 7, 11, 12)
CIRCLE = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

type Piles = dict[int, tuple[int, ...]]


def take(played: int, piles: Piles, *, centre: tuple[int, ...] = CENTRE, order: tuple[int, ...] = (2, 3, 4)) -> Capture:
    return capture(played=played, centre=centre, piles=piles, order=order)


@stored("captures")
def test_what_a_card_takes(played: int, centre: list[int], piles: dict[str, list[int]], cards: list[int]) -> None:
    lying = {int(seat): tuple(pile) for seat, pile in piles.items()}
    assert take(played, lying, centre=tuple(centre)).cards == tuple(cards)


def test_r4_piles_are_taken_in_the_sequence_and_a_centre_card_shields_one() -> None:
    assert take(12, {2: (5, 5), 3: (3, 3, 9)}).taken == (
        Taken(rank=12, cards=(12,)),
        Taken(rank=1, cards=(1,)),
        Taken(rank=2, cards=(2,)),
        Taken(rank=3, cards=(3, 3, 9), pile_of=3),
        Taken(rank=4, cards=(4,)),
        Taken(rank=5, cards=(5, 5), pile_of=2),
    )
    assert take(11, {3: (12, 6)}).taken[1] == Taken(rank=12, cards=(12,), shields=(3,))
    assert take(2, {2: (5,), 3: (3, 7), 4: (3, 6)}, order=(4, 2, 3)).cards == (2, 3, 6, 4, 5)


def test_r10_piles_lying_face_down_are_not_taken() -> None:
    found = capture(played=12, centre=CENTRE, piles={3: (3, 3)}, order=(2, 3, 4), piles_taken=False)
    assert found.cards == (12, 1, 2)


@stored("calls")
def test_who_pays_whom_after_a_call(chain: list[int], call: str | None, dues: list[list[int]]) -> None:
    assert call_of(chain=tuple(chain)) == call
    assert [list(one) for one in due(tuple(chain))] == dues


def table(
    *cards: int, centre: tuple[int, ...] = (1, 2), seats: tuple[int, ...] = (A, B, C, D), piles: Piles = FULL
) -> TurnState:
    """Let A begin with the first card, then everybody in turn."""
    state = TurnState(seats=seats, turn=A, centre=centre, piles={seat: piles.get(seat, ()) for seat in seats})
    for card in cards:
        state = play(state=state, card=card)
    return finish(state=state)


def paid(state: TurnState) -> list[tuple[int, int, int]]:
    return [(step.payer, step.payee, len(step.cards)) for step in state.steps if isinstance(step, Paid)]


def due(chain: tuple[int, ...]) -> list[tuple[int, int, int]]:
    return [(due.payer, due.payee, due.cards) for due in dues_of(chain=chain)]


TO_TWO, SUITED = (1, 2), (5, 6, 12)
SHORT: Piles = {A: (10, 6, 7, 1), B: (12, 11)}
TO_B, TO_C, TO_D, TO_A = due((A, B)), due((A, B, C)), due((A, B, C, D)), due((A, B, C, A))
B_CAU, C_RECAU, D_CONTRACAU, A_CONTRACAU = [(B, "cau")], [(C, "recau")], [(D, "contracau")], [(A, "contracau")]
CLEARED, CLEARED_BY_CAU = [(B, A, 1), (C, A, 1), (D, A, 1)], [(A, B, 1), (C, B, 1), (D, B, 1), (A, B, 1)]
AFTER_CAU: Piles = {A: FULL[A][1:], B: (10, 4, 4, *FULL[B])}
AFTER_RECAU: Piles = {B: (10, *FULL[B][1:]), C: (10, 10, 11, 4, 4, 4, 5, 6, *FULL[C])}
AFTER_ALL: Piles = {D: (10, 10, 10, 11, 11, 12, 4, 4, 4, 4, *FULL[D])}
SEQUENCE: Piles = {B: (10, 4, 4, 5, 6, *FULL[B])}
ON_TOP: Piles = {A: (1, 12, 11, 1, 1, 2, *FULL[A])}
IN_ORDER: Piles = {B: (10, 11), C: (6, 7, 12, 4, 4, 4)}


@each(
    ("state", "captures", "payments", "piles", "centre"),
    {
        "R5-R6-cau-then-the-payment-lies-on-top": (table(4, 4, 6), B_CAU, TO_B, AFTER_CAU, (1, 2, 6)),
        "R6-cau-takes-the-sequence": (table(4, 4, 10, centre=SUITED), B_CAU, TO_B, SEQUENCE, (12, 10)),
        "R6-recau-takes-all-the-cau-nothing": (table(4, 4, 4, 10, centre=SUITED), C_RECAU, TO_C, AFTER_RECAU, (12, 10)),
        "R6-contracau-takes-all-four-at-once": (table(4, 4, 4, 4), D_CONTRACAU, TO_D, AFTER_ALL, TO_TWO),
        "R6-contracau-of-three-players": (table(4, 4, 4, 4, seats=(A, B, C)), A_CONTRACAU, TO_A, {}, TO_TWO),
        "R6-paid-from-top-to-top-in-order": (table(4, 4, 4, 10, piles=SHORT), C_RECAU, TO_C, IN_ORDER, (1, 2, 10)),
        "R6-matched-later-is-no-cau": (table(4, 6, 4), [(C, None)], [], {}, (1, 2, 6)),
        "R6-taken-inside-a-sequence-is-no-cau": (table(6, 5, centre=(3, 5)), [(B, None)], [], {}, (3,)),
        "R6-matching-a-card-that-captured-is-no-cau": (table(2, 2), [(A, None)], [], {}, TO_TWO),
        "R7-cleared-table-is-paid": (table(1), [(A, None)], CLEARED, ON_TOP, ()),
        "R6-R7-cleared-with-a-cau": (table(4, 4, centre=()), B_CAU, CLEARED_BY_CAU, {}, ()),
    },
)
def test_cards_taken_and_paid(
    state: TurnState, captures: list[object], payments: list[object], piles: Piles, centre: tuple[int, ...]
) -> None:
    assert [(step.seat, step.call) for step in state.steps if isinstance(step, Captured)] == captures
    assert (paid(state), {seat: state.piles[seat] for seat in piles}) == (payments, piles)
    assert (state.centre, state.owed) == (centre, ())


def test_r6_after_a_contracau_of_four_the_first_is_in_turn_again() -> None:
    assert table(4, 4, 4, 4).turn == A


def test_r7_clearing_the_table_is_due_by_its_own_rule() -> None:
    dues = [step for step in table(1).steps if isinstance(step, Due)]
    assert dues == [Due(payer=payer, payee=A, cards=1, rule="R7") for payer in (B, C, D)]


def test_r8_who_cannot_pay_owes_and_pays_at_the_next_capture() -> None:
    state = table(1, 5, 7, 12, 3, 5, centre=(1,), piles={})
    assert state.owed == (Due(payer=C, payee=A, cards=1, rule="R7"), Due(payer=D, payee=A, cards=1, rule="R7"))
    assert paid(state) == [(B, A, 1)]
    assert state.piles == {A: (5, 1, 1), B: (5,), C: (), D: ()}


def test_r8_debts_are_paid_oldest_first_and_in_part() -> None:
    owed = (Due(payer=A, payee=B, cards=1), Due(payer=A, payee=C, cards=3), Due(payer=B, payee=C, cards=1))
    owing = TurnState(seats=(A, B, C), turn=A, centre=(3, 6), piles={A: (), B: (), C: ()}, owed=owed)
    state = play(state=owing, card=3)
    assert paid(state) == [(A, B, 1), (A, C, 1)]
    assert state.owed == (Due(payer=A, payee=C, cards=2), Due(payer=B, payee=C, cards=1))
    assert state.piles == {A: (), B: (3,), C: (3,)}


def test_r8_card_received_in_payment_settles_no_debt_by_itself() -> None:
    """Debts are paid when cards are captured, or with the next payment that falls due."""
    state = table(4, 4, 4, 4, piles={A: (10,) * 6})
    assert (paid(state), state.piles[B]) == ([(A, B, 1), (A, C, 2), (A, D, 3)], (10,))
    assert [(due.payer, due.payee, due.cards) for due in state.owed] == [(C, D, 1), (B, C, 1), (B, D, 2)]


@pytest.mark.parametrize(("dealer", "first"), [(A, B), (D, A)])
def test_r2_player_to_the_right_of_the_dealer_begins(dealer: int, first: int) -> None:
    assert begin(seats=(A, B, C, D), dealer=dealer, centre=(1, 2, 3, 4)).turn == first
