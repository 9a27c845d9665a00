"""Cau, recau, contracau, cleared tables and debts: R5 to R8, every order of payments by name."""

import pytest

from scoring.games.cau_robat.table import Call, Captured, Due, Paid, TurnState, begin, call_of, dues_of, finish, play

A, B, C, D = 1, 2, 3, 4
FULL = {A: (10,) * 6, B: (11,) * 5, C: (12,) * 5, D: (1,) * 3}


def table(
    *cards: int,
    centre: tuple[int, ...] = (1, 2),
    seats: tuple[int, ...] = (A, B, C, D),
    piles: dict[int, tuple[int, ...]] | None = None,
) -> TurnState:
    """Let A begin with the first card, then everybody in turn."""
    given = FULL if piles is None else piles
    state = TurnState(seats=seats, turn=A, centre=centre, piles={seat: given.get(seat, ()) for seat in seats})
    for card in cards:
        state = play(state=state, card=card)
    return finish(state=state)


def dues(chain: tuple[int, ...]) -> list[tuple[int, int, int]]:
    return [(due.payer, due.payee, due.cards) for due in dues_of(chain=chain)]


def paid(state: TurnState) -> list[tuple[int, int, int]]:
    return [(step.payer, step.payee, len(step.cards)) for step in state.steps if isinstance(step, Paid)]


def captures(state: TurnState) -> list[tuple[int, Call | None]]:
    return [(step.seat, step.call) for step in state.steps if isinstance(step, Captured)]


def test_cau_pays_one() -> None:
    """R6."""
    assert dues((A, B)) == [(A, B, 1)]


def test_recau_pays_b_to_c_then_a_to_b_then_a_to_c_two() -> None:
    """R6."""
    assert dues((A, B, C)) == [(B, C, 1), (A, B, 1), (A, C, 2)]


def test_contracau_pays_c_to_d_then_b_to_c_and_d_then_a_to_b_c_and_d() -> None:
    """R6."""
    assert dues((A, B, C, D)) == [(C, D, 1), (B, C, 1), (B, D, 2), (A, B, 1), (A, C, 2), (A, D, 3)]


def test_contracau_of_three_players_is_called_by_a() -> None:
    """R6, ruling: C pays A 1; B pays C 1 and A 2; A pays B 1 and C 2."""
    assert dues((A, B, C, A)) == [(C, A, 1), (B, C, 1), (B, A, 2), (A, B, 1), (A, C, 2)]


def test_two_players_call_in_turn_and_pay_nothing_to_themselves() -> None:
    """R6, ruling: C is A again, and D is B."""
    assert [(due.payer, due.payee, due.cards) for due in dues_of(chain=(1, 2))] == [(1, 2, 1)]
    assert [(due.payer, due.payee, due.cards) for due in dues_of(chain=(1, 2, 1))] == [(2, 1, 1), (1, 2, 1)]
    contracau = [(due.payer, due.payee, due.cards) for due in dues_of(chain=(1, 2, 1, 2))]
    assert contracau == [(1, 2, 1), (2, 1, 1), (1, 2, 1), (1, 2, 3)]


def test_single_card_is_no_call() -> None:
    assert dues((A,)) == []
    assert call_of(chain=(A,)) is None


def test_cau_takes_the_matched_card_and_is_paid_after_the_capture() -> None:
    """R5, R6: the card paid lies on top of the card played."""
    state = table(4, 4, 6)
    assert captures(state) == [(B, Call.CAU)]
    assert paid(state) == [(A, B, 1)]
    assert state.piles[B] == (10, 4, 4, *FULL[B])
    assert state.piles[A] == FULL[A][1:]
    assert state.centre == (1, 2, 6)


def test_cau_takes_the_sequence_the_card_starts() -> None:
    """R6: 4 5 6 of the source's example."""
    state = table(4, 4, 10, centre=(5, 6, 12))
    assert state.piles[B] == (10, 4, 4, 5, 6, *FULL[B])
    assert state.centre == (12, 10)


def test_recau_takes_all_three_cards_and_the_sequence_and_the_cau_takes_nothing() -> None:
    """R6."""
    state = table(4, 4, 4, 10, centre=(5, 6, 12))
    assert captures(state) == [(C, Call.RECAU)]
    assert paid(state) == [(B, C, 1), (A, B, 1), (A, C, 2)]
    assert state.piles[C] == (10, 10, 11, 4, 4, 4, 5, 6, *FULL[C])
    assert state.piles[B] == (10, *FULL[B][1:])


def test_contracau_takes_all_four_at_once() -> None:
    """R6: all four copies are laid, nobody can answer."""
    state = table(4, 4, 4, 4)
    assert captures(state) == [(D, Call.CONTRACAU)]
    assert paid(state) == [(C, D, 1), (B, C, 1), (B, D, 2), (A, B, 1), (A, C, 2), (A, D, 3)]
    assert state.piles[D] == (10, 10, 10, 11, 11, 12, 4, 4, 4, 4, *FULL[D])
    assert state.turn == A


def test_contracau_of_three_players_is_played() -> None:
    """R6, ruling."""
    state = table(4, 4, 4, 4, seats=(A, B, C))
    assert captures(state) == [(A, Call.CONTRACAU)]
    assert paid(state) == [(C, A, 1), (B, C, 1), (B, A, 2), (A, B, 1), (A, C, 2)]


def test_cards_are_paid_from_top_to_top_without_changing_order() -> None:
    """R6."""
    state = table(4, 4, 4, 10, piles={A: (10, 6, 7, 1), B: (12, 11)})
    assert state.piles[C] == (6, 7, 12, 4, 4, 4)
    assert state.piles[B] == (10, 11)


def test_card_matched_later_than_by_the_very_next_player_is_no_cau() -> None:
    """R6."""
    state = table(4, 6, 4)
    assert captures(state) == [(C, None)]
    assert paid(state) == []


def test_card_taken_inside_a_sequence_is_no_cau() -> None:
    """R6: 3 and 5 lie, A plays 6, B takes 5 6 with a 5."""
    state = table(6, 5, centre=(3, 5))
    assert captures(state) == [(B, None)]
    assert paid(state) == []


def test_matching_a_card_that_captured_is_no_cau() -> None:
    """R6: A took a 2 with a 2; B's 2 takes nothing."""
    state = table(2, 2)
    assert captures(state) == [(A, None)]
    assert state.centre == (1, 2)


def test_clearing_the_table_is_paid_from_the_right() -> None:
    """R7."""
    state = table(1)
    assert state.centre == ()
    assert [step for step in state.steps if isinstance(step, Due)] == [
        Due(payer=B, payee=A, cards=1, rule="R7"),
        Due(payer=C, payee=A, cards=1, rule="R7"),
        Due(payer=D, payee=A, cards=1, rule="R7"),
    ]
    assert state.piles[A] == (1, 12, 11, 1, 1, 2, *FULL[A])


def test_clearing_with_a_cau_is_paid_after_the_cau() -> None:
    """R6, R7."""
    state = table(4, 4, centre=())
    assert paid(state) == [(A, B, 1), (C, B, 1), (D, B, 1), (A, B, 1)]


def test_who_cannot_pay_owes_and_pays_at_the_next_capture() -> None:
    """R8: B owes after the table was cleared, and pays when B captures."""
    state = table(1, 5, 7, 12, 3, 5, centre=(1,), piles={})
    assert state.owed == (Due(payer=C, payee=A, cards=1, rule="R7"), Due(payer=D, payee=A, cards=1, rule="R7"))
    assert paid(state) == [(B, A, 1)]
    assert state.piles == {A: (5, 1, 1), B: (5,), C: (), D: ()}


def test_debts_are_paid_oldest_first_and_in_part() -> None:
    """R8, ruling."""
    owing = TurnState(
        seats=(A, B, C),
        turn=A,
        centre=(3, 6),
        piles={A: (), B: (), C: ()},
        owed=(Due(payer=A, payee=B, cards=1), Due(payer=A, payee=C, cards=3), Due(payer=B, payee=C, cards=1)),
    )
    state = play(state=owing, card=3)
    assert paid(state) == [(A, B, 1), (A, C, 1)]
    assert state.owed == (Due(payer=A, payee=C, cards=2), Due(payer=B, payee=C, cards=1))
    assert state.piles == {A: (), B: (3,), C: (3,)}


def test_card_received_in_payment_settles_no_debt_by_itself() -> None:
    """R8: debts are paid when cards are captured, or with the next payment that falls due."""
    state = table(4, 4, 4, 4, piles={A: (10,) * 6})
    assert paid(state) == [(A, B, 1), (A, C, 2), (A, D, 3)]
    assert state.piles[B] == (10,)
    assert state.owed == (
        Due(payer=C, payee=D, cards=1),
        Due(payer=B, payee=C, cards=1),
        Due(payer=B, payee=D, cards=2),
    )


@pytest.mark.parametrize(("dealer", "first"), [(A, B), (D, A)], ids=["first seat deals", "last seat deals"])
def test_player_to_the_right_of_the_dealer_begins(dealer: int, first: int) -> None:
    """R2."""
    assert begin(seats=(A, B, C, D), dealer=dealer, centre=(1, 2, 3, 4)).turn == first
