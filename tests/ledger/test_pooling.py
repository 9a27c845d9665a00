"""Partners who share pool wins and losses alike and split them equally (C25, partners_share)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, results
from scoring.ledger.settlement import pool_partners, pool_stretches
from tests.ledger.references import payments_between

SEATS = (1, 2, 3, 4)
OPPOSITE = {1: 1, 2: 2, 3: 1, 4: 2}
ALONE = {1: 1, 2: 2, 3: 3, 4: 4}


def pooled(earned: dict[int, int], sides: dict[int, int]) -> dict[int, int]:
    adjustments = pool_partners(results=earned, sides=sides)
    moved = results(seats=earned, payments=adjustments)
    return {seat: earned[seat] + moved[seat] for seat in earned}


@pytest.mark.parametrize(
    ("earned", "shared"),
    [
        ({1: 180, 2: -90, 3: 0, 4: -90}, {1: 90, 2: -90, 3: 90, 4: -90}),
        ({1: 100, 2: -100, 3: -100, 4: 100}, {1: 0, 2: 0, 3: 0, 4: 0}),
        ({1: 101, 2: 0, 3: -60, 4: -41}, {1: 21, 2: -20, 3: 20, 4: -21}),
        ({1: -60, 2: -41, 3: 101, 4: 0}, {1: 20, 2: -21, 3: 21, 4: -20}),
        ({1: -100, 2: 1, 3: -1, 4: 100}, {1: -51, 2: 50, 3: -50, 4: 51}),
        ({1: 45, 2: -45, 3: 45, 4: -45}, {1: 45, 2: -45, 3: 45, 4: -45}),
    ],
    ids=["win", "wins and losses", "odd cent", "odd cent other seat", "odd cent of a loss", "equal"],
)
def test_c25_partners_share_equally_and_the_odd_cent_goes_to_who_earned_more(
    earned: dict[int, int], shared: dict[int, int]
) -> None:
    assert pooled(earned, OPPOSITE) == shared


def test_c25_among_three_partners_equal_earners_get_odd_cents_by_lower_seat() -> None:
    earned = {4: 6, 3: 0, 2: 0, 1: 0, 5: -6}
    assert pooled(earned, {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}) == {4: 2, 3: 1, 2: 1, 1: 2, 5: -6}


@given(payments=payments_between(SEATS))
def test_c25_pooling_keeps_the_total_of_each_side_and_splits_it_to_the_cent(payments: list[Payment]) -> None:
    earned = results(seats=SEATS, payments=payments)
    shared = pooled(earned, OPPOSITE)
    for first, second in ((1, 3), (2, 4)):
        more, less = sorted((first, second), key=lambda seat: (-earned[seat], seat))
        assert shared[first] + shared[second] == earned[first] + earned[second]
        assert shared[more] - shared[less] == (earned[first] + earned[second]) % 2


@given(payments=payments_between(tuple(range(1, 9))), sides=st.lists(st.integers(1, 3), min_size=8, max_size=8))
def test_pooling_twice_moves_nothing_more(payments: list[Payment], sides: list[int]) -> None:
    seats = tuple(range(1, 9))
    by_seat = dict(zip(seats, sides, strict=True))
    shared = pooled(results(seats=seats, payments=payments), by_seat)
    assert pool_partners(results=shared, sides=by_seat) == ()


CROSSED = {1: 1, 2: 1, 3: 2, 4: 2}


def test_c25_partners_who_sit_together_again_pool_both_times_at_once() -> None:
    earned = {1: 101, 2: -101, 3: 0, 4: 0}
    between = ({1: 0, 2: 0, 3: 0, 4: 0}, CROSSED)

    assert pool_stretches(stretches=[(earned, OPPOSITE), between, (earned, OPPOSITE)]) == (
        Payment(payer=1, payee=3, cents=101),
        Payment(payer=4, payee=2, cents=101),
    )


def test_c25_the_odd_cent_stays_with_the_partner_who_won_more_in_all() -> None:
    first = ({1: 101, 2: -101, 3: 0, 4: 0}, OPPOSITE)
    again = ({1: 0, 2: -50, 3: 50, 4: 0}, OPPOSITE)

    assert pool_stretches(stretches=[first, ({1: 0, 2: 0, 3: 0, 4: 0}, CROSSED), again]) == (
        Payment(payer=1, payee=3, cents=25),
        Payment(payer=4, payee=2, cents=75),
    )


@given(stretches=st.lists(st.tuples(payments_between(SEATS), st.sampled_from([OPPOSITE, CROSSED]))))
def test_c25_each_pair_halves_what_it_won_together_to_the_cent(
    stretches: list[tuple[list[Payment], dict[int, int]]],
) -> None:
    earned = [(results(seats=SEATS, payments=payments), sides) for payments, sides in stretches]
    shared = {(paid.payer, paid.payee): paid.cents for paid in pool_stretches(stretches=earned)}
    for sides, first, second in ((OPPOSITE, 1, 3), (OPPOSITE, 2, 4), (CROSSED, 1, 2), (CROSSED, 3, 4)):
        together = [won for won, seated in earned if seated is sides]
        firsts, seconds = (sum(won[seat] for won in together) for seat in (first, second))
        moved = shared.pop((first, second), 0) - shared.pop((second, first), 0)
        left = (firsts - moved) - (seconds + moved)
        assert left == (firsts + seconds) % 2 * (1 if firsts > seconds else -1)
    assert shared == {}


def test_what_two_owe_each_other_from_two_and_three_partners_is_one_payment() -> None:
    two = ({1: 100, 2: 0, 3: 0}, {1: 1, 2: 2, 3: 1})
    three = ({1: 0, 2: 0, 3: 90}, {1: 1, 2: 1, 3: 1})
    assert pool_stretches(stretches=[two, three]) == (
        Payment(payer=1, payee=3, cents=20),
        Payment(payer=3, payee=2, cents=30),
    )
