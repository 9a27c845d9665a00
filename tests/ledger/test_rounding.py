"""What is outstanding is rounded to the smallest coin the table has."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, results
from scoring.ledger.settlement import UnbalancedError, round_results
from scoring.money import CoinError
from tests.ledger.references import SCALE, least_movement_to_coins, zero_sum_balances

COINS = st.sampled_from((1, 5, 10, 25, 50, 100))


def moved_by(outstanding: dict[int, int], coin_cents: int) -> dict[int, int]:
    return results(seats=outstanding, payments=round_results(outstanding=outstanding, coin_cents=coin_cents))


@pytest.mark.parametrize(
    ("outstanding", "coin_cents", "adjustments"),
    [
        ({1: 130, 2: -55, 3: -75}, 25, (Payment(payer=1, payee=2, cents=5),)),
        ({1: 150, 2: -75, 3: -75}, 25, ()),
        ({1: 90, 2: -90}, 100, (Payment(payer=2, payee=1, cents=10),)),
        ({1: 40, 2: -40}, 100, (Payment(payer=1, payee=2, cents=40),)),
        ({1: 7, 2: -7}, 1, ()),
    ],
    ids=["down", "already coins", "up", "to nothing", "cents"],
)
def test_outstanding_is_rounded_to_coins_by_exactly_these_adjustments(
    outstanding: dict[int, int], coin_cents: int, adjustments: tuple[Payment, ...]
) -> None:
    assert round_results(outstanding=outstanding, coin_cents=coin_cents) == adjustments


def test_equal_claims_to_the_same_coin_are_rounded_up_for_the_lower_seat() -> None:
    assert moved_by({2: -50, 3: -50, 1: 100}, 100) == {2: 50, 3: -50, 1: 0}


def test_a_coin_worth_nothing_is_refused() -> None:
    with pytest.raises(CoinError):
        round_results(outstanding={1: 5, 2: -5}, coin_cents=0)


def test_an_unbalanced_table_is_not_rounded_even_if_all_are_coins() -> None:
    with pytest.raises(UnbalancedError):
        round_results(outstanding={1: 100, 2: -50}, coin_cents=50)


@settings(max_examples=200 * SCALE)
@given(
    outstanding=zero_sum_balances(most_seats=8, highest_cents=400),
    coin_cents=COINS,
    shuffler=st.randoms(use_true_random=False),
)
def test_every_seat_ends_on_a_coin_with_the_least_movement_whatever_the_order_of_the_seats(
    outstanding: dict[int, int], coin_cents: int, shuffler: Random
) -> None:
    moves = moved_by(outstanding, coin_cents)
    assert [(outstanding[seat] + moves[seat]) % coin_cents for seat in outstanding] == [0] * len(outstanding)
    assert max(map(abs, moves.values())) < coin_cents
    assert sum(map(abs, moves.values())) == least_movement_to_coins(tuple(outstanding.values()), coin_cents)
    shuffled = dict(shuffler.sample(list(outstanding.items()), len(outstanding)))
    assert moved_by(shuffled, coin_cents) == moves
