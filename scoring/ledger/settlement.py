"""The fewest payments, pooling and rounding of balances.

Balances map a seat to cents, above zero to get and below zero to give. Answers depend only on seats and amounts, not on
the order of a mapping. Payments are sorted by payer and payee.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from scoring.frozen import Frozen
from scoring.ledger.lines import Payment, summed
from scoring.money import round_to_coin, split_evenly

MOST_PARTIES = 12
TRIES = 24


class UnbalancedError(ValueError):
    """Balances that do not sum to zero."""


class TooManyPartiesError(ValueError):
    """More open balances than an exact search can settle."""


class ByClose(Frozen):
    """Cents that a close moved: shares (C25) and rounding."""

    shared_cents: int = 0
    coin_cents: int = 0


def settle(*, balances: Mapping[int, int]) -> tuple[Payment, ...]:
    """Return the fewest payments that clear every balance.

    Raises UnbalancedError, and TooManyPartiesError beyond MOST_PARTIES open balances.
    """
    open_balances = {seat: balances[seat] for seat in sorted(balances) if balances[seat]}
    _check_zero_sum(open_balances)
    if len(open_balances) > MOST_PARTIES:
        raise TooManyPartiesError(f"At most {MOST_PARTIES} seats can be settled, not {len(open_balances)}.")
    # Proof: join two seats by a line for each payment of a plan. A connected part of k seats sums to zero and has at
    # least k - 1 payments. So the fewest payments are the open seats minus the most zero-sum groups. Opposite balances
    # may be paired first: their rests always sum to zero together.
    payments = (payment for group in _most_groups(open_balances) for payment in _pay_within(group, open_balances))
    return tuple(sorted(payments))


def settle_plainly(*, balances: Mapping[int, int]) -> tuple[Payment, ...]:
    """Return few payments that clear balances. Raises UnbalancedError."""
    _check_zero_sum(balances)
    return tuple(sorted(_pay_within([party for party in balances if balances[party]], balances)))


def pool_stretches(*, stretches: Iterable[tuple[Mapping[int, int], Mapping[int, int]]]) -> tuple[Payment, ...]:
    """Return the payments that share partners' results (C25)."""
    pooled: defaultdict[tuple[int, ...], defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for results, sides in stretches:
        for side in set(sides.values()):
            partners = tuple(seat for seat in sorted(sides) if sides[seat] == side)
            for seat in partners:
                pooled[partners][seat] += results[seat]
    owed: defaultdict[tuple[int, int], int] = defaultdict(int)
    # All seatings of the same partners are pooled together, so at most one odd cent is left.
    for earned in pooled.values():
        # The odd cent goes to the partner who earned more, then to the lower seat.
        seats = sorted(earned, key=lambda seat: (-earned[seat], seat))
        shares = split_evenly(total_cents=sum(earned.values()), shares=len(seats))
        for paid in settle(balances={seat: share - earned[seat] for seat, share in zip(seats, shares, strict=True)}):
            owed[paid.payer, paid.payee] += paid.cents
    net = {(payer, payee): cents - owed.get((payee, payer), 0) for (payer, payee), cents in owed.items()}
    return tuple(Payment(payer=one, payee=two, cents=cents) for (one, two), cents in sorted(net.items()) if cents > 0)


def round_results(*, outstanding: Mapping[int, int], coin_cents: int) -> tuple[Payment, ...]:
    """Return the payments that round balances to a coin. Raises CoinError, UnbalancedError, TooManyPartiesError."""
    _check_zero_sum(outstanding)
    down = {seat: round_to_coin(cents=outstanding[seat], coin_cents=coin_cents, up=False) for seat in outstanding}
    # The parts that rounding down cuts off sum to whole coins. Rounding up the largest parts moves the least money.
    coins_up = -sum(down.values()) // coin_cents
    by_need = sorted(outstanding, key=lambda seat: (down[seat] - outstanding[seat], seat))
    moves = {
        seat: round_to_coin(cents=outstanding[seat], coin_cents=coin_cents, up=position < coins_up) - outstanding[seat]
        for position, seat in enumerate(by_need)
    }
    return settle(balances=moves)


def _check_zero_sum(balances: Mapping[int, int]) -> None:
    difference_cents = sum(balances.values())
    if difference_cents:
        raise UnbalancedError(f"The balances must sum to zero, not to {difference_cents}.")


def _most_groups(balances: Mapping[int, int]) -> Iterable[tuple[int, ...]]:
    pairs = _opposite_pairs(balances)
    paired = {seat for pair in pairs for seat in pair}
    seats = [seat for seat in balances if seat not in paired]
    masks = _largest_division([balances[seat] for seat in seats])
    groups = [tuple(seat for bit, seat in enumerate(seats) if mask >> bit & 1) for mask in masks]
    return [*pairs, *groups]


def _opposite_pairs(balances: Mapping[int, int]) -> list[tuple[int, ...]]:
    waiting: dict[int, list[int]] = defaultdict(list)
    pairs: list[tuple[int, ...]] = []
    for seat, cents in balances.items():
        if waiting[-cents]:
            pairs.append((waiting[-cents].pop(0), seat))
        else:
            waiting[cents].append(seat)
    return pairs


def _largest_division(amounts: Sequence[int]) -> tuple[int, ...]:
    """Divide amounts into the most zero-sum groups, as masks."""
    sums = [0]
    for amount in amounts:
        sums += [subtotal + amount for subtotal in sums]
    masks = [mask for mask, subtotal in enumerate(sums) if not subtotal and mask]
    groups: defaultdict[int, list[int]] = defaultdict(list)  # the subsets that sum to zero, under their lowest bit
    for mask in sorted(masks, key=lambda mask: (mask.bit_count(), mask)):
        groups[mask & -mask].append(mask)

    @cache
    def divide(mask: int) -> tuple[int, ...]:
        best: tuple[int, ...] = ()
        for group in groups.get(mask & -mask, ()):
            if group | mask == mask:
                division = (group, *divide(mask ^ group))
                if len(division) > len(best):
                    best = division
                # Pairs are gone, so a group has at least three seats. No division can be larger.
                if len(best) == mask.bit_count() // 3:
                    break
        return best

    return divide((1 << len(amounts)) - 1)


def _pay_within(group: Iterable[int], balances: Mapping[int, int]) -> Iterable[Payment]:
    by_size = sorted(group, key=lambda seat: (-abs(balances[seat]), seat))
    claims = [(seat, balances[seat]) for seat in by_size if balances[seat] > 0]
    debts = [(seat, -balances[seat]) for seat in by_size if balances[seat] < 0]
    while claims:
        (payee, claim_cents), (payer, debt_cents) = claims.pop(0), debts.pop(0)
        cents = min(claim_cents, debt_cents)
        yield Payment(payer=payer, payee=payee, cents=cents)
        if claim_cents > cents:
            claims.insert(0, (payee, claim_cents - cents))
        if debt_cents > cents:
            debts.insert(0, (payer, debt_cents - cents))


class Debt(Frozen, order=True):
    """A debt since a night, older nights first."""

    night: int
    payer: int
    payee: int
    debtor_id: int
    creditor_id: int
    cents: int


def net_balances(*, debts: Iterable[Debt]) -> dict[int, int]:
    owed: defaultdict[int, int] = defaultdict(int)
    for debt in debts:
        owed[debt.debtor_id] -= debt.cents
        owed[debt.creditor_id] += debt.cents
    return owed


def netted(*, debts: Collection[Debt]) -> tuple[Payment, ...]:
    """Return the fewest payments that settle all debts."""
    owed = net_balances(debts=debts)
    as_owed = summed(Payment(payer=debt.debtor_id, payee=debt.creditor_id, cents=debt.cents) for debt in debts)
    people, shuffled = sorted(owed), Random(0)  # noqa: S311 - the same order every time
    first: tuple[Payment, ...] | None = None
    plan_of = settle if sum(map(bool, owed.values())) <= MOST_PARTIES else settle_plainly
    for _ in range(TRIES):
        plan = plan_of(balances={place: owed[person] for place, person in enumerate(people)})
        plan = tuple(replace(each, payer=people[each.payer], payee=people[each.payee]) for each in plan)
        # People know the debts, so the debts stay as they are if no plan is shorter.
        if len(plan) >= len(as_owed):
            return tuple(sorted(as_owed))
        # If each payment follows existing debts, it can be made without the others.
        if _follow_debts(plan, debts):
            return tuple(sorted(plan))
        first = first or plan
        shuffled.shuffle(people)
    return tuple(sorted(first or ()))


def _follow_debts(plan: Iterable[Payment], debts: Iterable[Debt]) -> bool:
    left = {replace(debt, cents=0): debt.cents for debt in debts}
    for payment in plan:
        parts = settled_by(debts=[replace(debt, cents=cents) for debt, cents in left.items() if cents], payment=payment)
        if parts is None:
            return False
        for part in parts:
            left[replace(part, cents=0)] -= part.cents
    return True


def oldest_first[D: Debt](*, debts: Iterable[D], cents: int) -> tuple[D, ...]:
    """Return the oldest debts up to an amount in cents."""
    parts = []
    for debt in sorted(debts):
        if part_cents := min(debt.cents, cents):
            parts.append(replace(debt, cents=part_cents))
            cents -= part_cents
    return tuple(parts)


def settled_by[D: Debt](*, debts: Iterable[D], payment: Payment) -> tuple[D, ...] | None:
    between: defaultdict[tuple[int, int], list[D]] = defaultdict(list)
    for debt in debts:
        between[debt.debtor_id, debt.creditor_id].append(debt)
    owed = {pair: sum(debt.cents for debt in each) for pair, each in between.items()}
    net = {(one, other): cents - owed.get((other, one), 0) for (one, other), cents in owed.items()}
    # A payment may pass through other people. Each of them pays the received amount to the next one.
    flow = _flow({pair: cents for pair, cents in net.items() if cents > 0}, payment)
    if flow is None:
        return None
    parts: list[D] = []
    for (one, other), cents in sorted(flow.items()):
        if cents == net[one, other]:
            parts += between[one, other] + between[other, one]
        else:
            parts += oldest_first(debts=between[one, other], cents=cents)
    return tuple(sorted(parts))


def _flow(net: Mapping[tuple[int, int], int], payment: Payment) -> dict[tuple[int, int], int] | None:
    """Return the flow of a payment along debts, or None."""
    left, flow = payment.cents, defaultdict[tuple[int, int], int](int)

    def room(one: int, other: int) -> int:
        return net.get((one, other), 0) - flow[one, other] + flow[other, one]

    people = {person for pair in net for person in pair}
    while left:
        came_from = {payment.payer: payment.payer}
        waiting = deque([payment.payer])
        while waiting and payment.payee not in came_from:
            one = waiting.popleft()
            for other in sorted(people - came_from.keys()):
                if room(one, other) > 0:
                    came_from[other] = one
                    waiting.append(other)
        if payment.payee not in came_from:
            return None
        path, other = [], payment.payee
        while other != payment.payer:
            path.append((came_from[other], other))
            other = came_from[other]
        cents = min(left, *(room(*pair) for pair in path))
        for one, other in path:
            # A flow in the other direction is reduced first, or the shortest paths may miss a solution.
            back = min(cents, flow[other, one])
            flow[other, one] -= back
            flow[one, other] += cents - back
        left -= cents
    return {pair: cents for pair, cents in flow.items() if cents}
