"""Results follow from payments; a night is pooled (C25), rounded and settled in the fewest; chips and tong beside."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger import settlement
from scoring.ledger.chips import Bank, ChipMove, Stack, decided, stack_of
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import HandRecord, Line, Payment, results
from scoring.ledger.seatings import Seating, Seatings
from scoring.ledger.tong import TongBase, TongRule, dues, keeper_at, to_take
from scoring.money import CoinError
from tests.games.asking import stored
from tests.ledger import references


def seated(*cents: int) -> dict[int, int]:
    return dict(enumerate(cents, 1))


def paid(payments: list[list[int]]) -> tuple[Payment, ...]:
    return tuple(references.pay(*payment) for payment in payments)


@stored("settled", "ledger")
def test_settlement_of_a_table_is_exactly_this(cents: list[int], payments: list[list[int]]) -> None:
    assert settlement.settle(balances=seated(*cents)) == tuple(sorted(paid(payments)))


def test_only_balances_that_sum_to_zero_of_at_most_twelve_are_settled() -> None:
    with pytest.raises(settlement.UnbalancedError):
        settlement.settle(balances=seated(6, -5))
    assert len(settlement.settle(balances=seated(11, *[-1] * 11))) == 11
    with pytest.raises(settlement.TooManyPartiesError):
        settlement.settle(balances=seated(12, *[-1] * 12))


@settings(max_examples=100 * references.SCALE)
@given(
    balances=references.zero_sum_balances(most_seats=12, highest_cents=100_000)
    | references.zero_sum_balances(most_seats=12, highest_cents=9),
    shuffler=st.randoms(use_true_random=False),
)
def test_fewest_payments_make_even_in_any_order_of_balances(balances: dict[int, int], shuffler: random.Random) -> None:
    payments = settlement.settle(balances=balances)
    assert results(seats=balances, payments=payments) == balances
    assert len(payments) == references.fewest_payments_by_subsets(balances)
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)
    assert [(each.payer, each.payee) for each in payments] == sorted({(each.payer, each.payee) for each in payments})
    shuffled = dict(shuffler.sample(list(balances.items()), len(balances)))
    assert settlement.settle(balances=shuffled) == payments


@given(balances=references.zero_sum_balances(most_seats=20, highest_cents=100))
def test_settling_plainly_leaves_everybody_even_for_any_number_of_parties(balances: dict[int, int]) -> None:
    payments = settlement.settle_plainly(balances=balances)
    assert results(seats=balances, payments=payments) == balances
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)


SEATS = (1, 2, 3, 4)
OPPOSITE = {1: 1, 2: 2, 3: 1, 4: 2}
CROSSED = {1: 1, 2: 1, 3: 2, 4: 2}


def pooled(earned: dict[int, int], sides: dict[int, int]) -> dict[int, int]:
    adjustments = settlement.pool_stretches(stretches=[(earned, sides)])
    moved = results(seats=earned, payments=adjustments)
    return {seat: earned[seat] + moved[seat] for seat in earned}


@stored("pooled", "ledger")
def test_c25_partners_share_and_the_odd_cent_goes_to_who_earned_more(earned: list[int], shared: list[int]) -> None:
    assert pooled(seated(*earned), OPPOSITE) == seated(*shared)


def test_c25_among_three_partners_equal_earners_get_odd_cents_by_lower_seat() -> None:
    earned = {4: 6, 3: 0, 2: 0, 1: 0, 5: -6}
    assert pooled(earned, {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}) == {4: 2, 3: 1, 2: 1, 1: 2, 5: -6}


@stored("pooled_again", "ledger")
def test_c25_partners_who_sit_together_again_pool_once(stretches: list[list[Any]], payments: list[list[int]]) -> None:
    sat = [(dict(earned), dict(sides)) for earned, sides in stretches]
    assert settlement.pool_stretches(stretches=sat) == paid(payments)


@given(stretches=st.lists(st.tuples(references.payments_between(SEATS), st.sampled_from([OPPOSITE, CROSSED]))))
def test_c25_each_pair_halves_what_it_won_to_the_cent(stretches: list[tuple[list[Payment], dict[int, int]]]) -> None:
    earned = [(results(seats=SEATS, payments=payments), sides) for payments, sides in stretches]
    shared = {(paid.payer, paid.payee): paid.cents for paid in settlement.pool_stretches(stretches=earned)}
    for sides, first, second in ((OPPOSITE, 1, 3), (OPPOSITE, 2, 4), (CROSSED, 1, 2), (CROSSED, 3, 4)):
        together = [won for won, seated in earned if seated is sides]
        firsts, seconds = (sum(won[seat] for won in together) for seat in (first, second))
        moved = shared.pop((first, second), 0) - shared.pop((second, first), 0)
        left = (firsts - moved) - (seconds + moved)
        assert left == (firsts + seconds) % 2 * (1 if firsts > seconds else -1)
    assert shared == {}


COINS = st.sampled_from((1, 5, 10, 25, 50, 100))


def moved_by(outstanding: dict[int, int], coin_cents: int) -> dict[int, int]:
    return results(seats=outstanding, payments=settlement.round_results(outstanding=outstanding, coin_cents=coin_cents))


@stored("rounded", "ledger")
def test_outstanding_is_rounded_to_coins_so(outstanding: Any, coin_cents: int, adjustments: list[list[int]]) -> None:
    assert settlement.round_results(outstanding=dict(outstanding), coin_cents=coin_cents) == paid(adjustments)


def test_what_is_no_coin_or_does_not_sum_to_zero_is_not_rounded() -> None:
    with pytest.raises(CoinError):
        settlement.round_results(outstanding={1: 5, 2: -5}, coin_cents=0)
    with pytest.raises(settlement.UnbalancedError):
        settlement.round_results(outstanding={1: 100, 2: -50}, coin_cents=50)


@settings(max_examples=200 * references.SCALE)
@given(
    outstanding=references.zero_sum_balances(most_seats=8, highest_cents=400),
    coin_cents=COINS,
    shuffler=st.randoms(use_true_random=False),
)
def test_every_seat_ends_on_a_coin_with_the_least_movement_whatever_the_order_of_the_seats(
    outstanding: dict[int, int], coin_cents: int, shuffler: random.Random
) -> None:
    moves = moved_by(outstanding, coin_cents)
    assert [(outstanding[seat] + moves[seat]) % coin_cents for seat in outstanding] == [0] * len(outstanding)
    assert max(map(abs, moves.values())) < coin_cents
    assert sum(map(abs, moves.values())) == references.least_movement_to_coins(tuple(outstanding.values()), coin_cents)
    shuffled = dict(shuffler.sample(list(outstanding.items()), len(outstanding)))
    assert moved_by(shuffled, coin_cents) == moves


type Told = tuple[int, int, int, int]
"""Night, debtor, creditor, cents."""


def owed(night: int, one: int, other: int, cents: int) -> settlement.Debt:
    """Return a debt of people whose seats have other numbers than they."""
    return settlement.Debt(night=night, payer=one + 10, payee=other + 10, debtor_id=one, creditor_id=other, cents=cents)


def told(debts: Iterable[settlement.Debt]) -> list[Told]:
    return [(debt.night, debt.debtor_id, debt.creditor_id, debt.cents) for debt in debts]


def test_balances_are_what_everybody_gets_or_pays_over_all_nights() -> None:
    debts = [owed(1, 1, 2, 50), owed(2, 2, 1, 20), owed(1, 2, 3, 5), owed(1, 1, 3, 1)]
    assert settlement.net_balances(debts=debts) == {1: -31, 2: 25, 3: 6}


@stored("netted", "ledger")
def test_the_proposal_is_exactly_this(debts: list[Told], payments: list[tuple[int, int, int]]) -> None:
    assert settlement.netted(debts=[owed(*debt) for debt in debts]) == tuple(
        references.pay(*payment) for payment in payments
    )


@pytest.mark.parametrize("people", [3, 5, settlement.MOST_PARTIES + 4])
def test_proposed_payments_leave_nobody_owing(people: int) -> None:
    rng = Random(people)
    for _ in range(40):
        debts = []
        for night in range(rng.randint(1, 2 * people)):
            debtor, creditor = rng.sample(range(people), 2)
            debts.append(owed(night, debtor, creditor, rng.choice((10, 25, 40))))
        owing = settlement.net_balances(debts=debts)
        assert results(seats=owing, payments=settlement.netted(debts=debts)) == owing


@pytest.mark.parametrize(
    ("cents", "settled"),
    [(0, []), (50, [(1, 1, 2, 50)]), (51, [(1, 1, 2, 50), (2, 1, 2, 1)]), (90, [(1, 1, 2, 50), (2, 1, 2, 20)])],
)
def test_a_payment_settles_the_oldest_night_first_as_far_as_it_goes(cents: int, settled: list[Told]) -> None:
    assert told(settlement.oldest_first(debts=[owed(2, 1, 2, 20), owed(1, 1, 2, 50)], cents=cents)) == settled


@stored("settled_by", "ledger")
def test_payment_goes_along(debts: list[Told], payment: tuple[int, int, int], settled: list[list[int]] | None) -> None:
    found = settlement.settled_by(debts=[owed(*debt) for debt in debts], payment=references.pay(*payment))
    assert (None if found is None else [list(part) for part in told(found)]) == settled
    assert found is None or {(part.payer, part.payee) for part in found} == {
        (d + 10, c + 10) for _, d, c, _ in settled or ()
    }


@pytest.mark.parametrize(("payer", "payee", "cents"), [(1, 2, 0), (1, 2, -1), (3, 3, 50)])
def test_a_payment_goes_to_another_and_is_at_least_one_cent(payer: int, payee: int, cents: int) -> None:
    with pytest.raises(ValueError, match=str(cents)):
        references.pay(payer, payee, cents)


@pytest.mark.parametrize("payment", [references.pay(1, 5, 1), references.pay(5, 1, 1)])
def test_a_seat_that_is_not_at_the_table_is_refused(payment: Payment) -> None:
    with pytest.raises(KeyError, match="5"):
        results(seats=SEATS, payments=[payment])


@given(payments=references.payments_between(SEATS), shuffler=st.randoms(use_true_random=False))
def test_results_are_those_of_single_cents_in_any_order(payments: list[Payment], shuffler: Random) -> None:
    balances = results(seats=SEATS, payments=payments)
    assert balances == references.results_one_cent_at_a_time(SEATS, payments)
    assert results(seats=SEATS, payments=shuffler.sample(payments, len(payments))) == balances


BANK = 2


def stack(what: str, seats: list[int], cents: int, is_paid: bool = False, bank: int = BANK) -> Stack:
    return Stack(what=ChipMove(what), bank=bank, seats=tuple(seats), cents=cents, is_paid=is_paid)


def test_chips_of_the_lines_are_out_until_they_are_handed_back() -> None:
    back = stack_of(act={"what": "returned", "bank": BANK, "seats": [1], "cents": 250, "paid": True})
    assert back == stack("returned", [1], 250, True)
    stacks = [stack("bought", [1, 2, 3], 500), stack("bought", [1], 100, True), back, stack("returned", [3], 500)]
    assert Bank(stacks).out == {1: 350, 2: 500, 3: 0}
    assert stack_of(act={"what": "taken_over", "bank": 3}) == stack("taken_over", [], 0, True, 3)


@stored("not_paid_for", "ledger")
def test_what_a_seat_was_not_paid_for_is_settled_with_its_first_cash_back(stacks: list[Any], owed: int) -> None:
    assert Bank(stack(*each) for each in stacks).unpaid[1] == owed


@stored("chips_cash", "ledger")
def test_cash_that_changes_hands_with_chips(now: Any, before: list[Any], cash: list[Any]) -> None:
    found = Bank(stack(*each) for each in before).cash_for(stack(*now))
    assert found == tuple(references.pay(*each) for each in cash)


def test_where_a_count_decides_who_holds_less_pays_who_holds_more() -> None:
    more = decided(counted={1: 620, 2: 360, 4: 20, 5: 7}, due={1: 590, 2: 410, 5: 7})
    assert more == (references.pay(2, 1, 30), references.pay(2, 4, 20))
    assert decided(counted={3: 5}, due={1: 5}) == (references.pay(1, 3, 5),)


def rule(since: int, every: str, cents: int, percent: int, coin_cents: int) -> TongRule:
    return TongRule(since=since, every=TongBase(every), cents=cents, percent=percent, coin_cents=coin_cents, holder=2)


def hand(position: int, winner: int | None = 1, won: int = 190) -> Line:
    return Line(
        number=position,
        kind=EntryKind.HAND,
        act={},
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
        position=position,
        fingerprint="",
        judged=HandRecord(after=0, winner=winner, deals_next=1),
        owed=(references.pay(2 if winner == 1 else 1, winner, won),) if winner else (),
    )


SEATED = Seatings(all=(Seating(since=0, entry=0, seats=SEATS, dealer=1),))


@stored("tong_due", "ledger")
def test_each_hand_owes_by_the_rule_of_its_time(rules: list[Any], hands: list[Any], due: list[Any]) -> None:
    agreed, played = [rule(*each) for each in rules], [hand(*each) for each in hands]
    assert dues(rules=agreed, hands=played, seatings=SEATED) == dict(due)


def test_the_last_line_before_that_names_a_holder_counts() -> None:
    assert [keeper_at(holders={2: 1, 5: 3}, line=line) for line in (2, 3, 5, 6)] == [0, 1, 1, 3]


@stored("to_take", "ledger")
def test_the_holder_gets_what_is_due_and_no_more(due: Any, taken: list[Any], spent: Any, payments: list[Any]) -> None:
    paid = [references.pay(*each) for each in taken]
    assert to_take(due=dict(due), taken=paid, spent=spent, holder=2) == tuple(
        references.pay(*each) for each in payments
    )
