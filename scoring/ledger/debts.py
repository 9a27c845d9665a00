"""What people owe each other over nights: netted, and how a payment goes along what is owed. Pure."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from scoring.ledger.balances import Payment
from scoring.ledger.settlement import TooManyPartiesError, settle, settle_plainly

TRIES = 24


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Debt:
    """Debtor owes creditor cents since a night; older nights have lower numbers, people any numbers of their own.

    In its night it is a line of the plan, from the seat `payer` to the seat `payee`.
    """

    night: int
    payer: int
    payee: int
    debtor: int
    creditor: int
    cents: int


def balances(*, debts: Iterable[Debt]) -> dict[int, int]:
    """Return what everybody still has to get (> 0) or to pay over all nights."""
    owed: defaultdict[int, int] = defaultdict(int)
    for debt in debts:
        owed[debt.debtor] -= debt.cents
        owed[debt.creditor] += debt.cents
    return owed


def netted(*, debts: Collection[Debt]) -> tuple[Payment, ...]:
    """Return the fewest payments between people that settle every debt, whatever nights they come from.

    Where people owe each other in no more payments than that, these are the plan. Of several others one is taken that
    goes along debts which exist, where a few tries find it: then each payment can be made by itself. Beyond what can be
    settled exactly, only few payments.

    >>> lent = Debt(night=1, payer=2, payee=1, debtor=2, creditor=1, cents=90)
    >>> netted(debts=[lent, Debt(night=2, payer=1, payee=2, debtor=1, creditor=2, cents=50)])
    (Payment(payer=2, payee=1, cents=40),)
    """
    owed, as_owed = balances(debts=debts), _as_owed(debts)
    people, shuffled = sorted(owed), Random(0)  # noqa: S311 - the same order every time
    first: tuple[Payment, ...] | None = None
    for _ in range(TRIES):
        plan = _plan({place: owed[person] for place, person in enumerate(people)})
        plan = tuple(replace(each, payer=people[each.payer], payee=people[each.payee]) for each in plan)
        if len(plan) >= len(as_owed):
            return as_owed
        if _goes_along(plan, debts):
            return tuple(sorted(plan))
        first = first or plan
        shuffled.shuffle(people)
    return tuple(sorted(first or ()))


def _as_owed(debts: Iterable[Debt]) -> tuple[Payment, ...]:
    """Return one payment for each two people of whom one owes the other, from all nights."""
    sums: defaultdict[tuple[int, int], int] = defaultdict(int)
    for debt in debts:
        sums[debt.debtor, debt.creditor] += debt.cents
    return tuple(Payment(payer=payer, payee=payee, cents=cents) for (payer, payee), cents in sorted(sums.items()))


def _plan(owed: Mapping[int, int]) -> tuple[Payment, ...]:
    try:
        return settle(balances=owed)
    except TooManyPartiesError:
        return settle_plainly(balances=owed)


def _goes_along(plan: Iterable[Payment], debts: Iterable[Debt]) -> bool:
    """Tell whether debts carry all payments of a plan, one after the other."""
    left = {replace(debt, cents=0): debt.cents for debt in debts}
    for payment in plan:
        parts = settled_by(debts=[replace(debt, cents=cents) for debt, cents in left.items() if cents], payment=payment)
        if parts is None:
            return False
        for part in parts:
            left[replace(part, cents=0)] -= part.cents
    return True


def oldest_first(*, debts: Iterable[Debt], cents: int) -> tuple[Debt, ...]:
    """Return what a payment of so many cents settles of these debts, less where they come to less."""
    parts = []
    for debt in sorted(debts):
        if part_cents := min(debt.cents, cents):
            parts.append(replace(debt, cents=part_cents))
            cents -= part_cents
    return tuple(parts)


def settled_by(*, debts: Iterable[Debt], payment: Payment) -> tuple[Debt, ...] | None:
    """Return what a payment from one to another settles along debts that exist, None where they carry none.

    Two who owe each other set it off. Where the payer owes the payee less, it goes on through others: each of
    them is paid by one and pays the next, and is left with what they had.

    >>> to_ben = Debt(night=1, payer=1, payee=2, debtor=1, creditor=2, cents=90)
    >>> to_carla = Debt(night=2, payer=2, payee=3, debtor=2, creditor=3, cents=50)
    >>> [debt.cents for debt in settled_by(debts=[to_ben, to_carla], payment=Payment(payer=1, payee=3, cents=50))]
    [50, 50]
    """
    between: defaultdict[tuple[int, int], list[Debt]] = defaultdict(list)
    for debt in debts:
        between[debt.debtor, debt.creditor].append(debt)
    owed = {pair: sum(debt.cents for debt in each) for pair, each in between.items()}
    net = {(one, other): cents - owed.get((other, one), 0) for (one, other), cents in owed.items()}
    flow = _flow({pair: cents for pair, cents in net.items() if cents > 0}, payment)
    if flow is None:
        return None
    parts: list[Debt] = []
    for (one, other), cents in sorted(flow.items()):
        if cents == net[one, other]:
            parts += between[one, other] + between[other, one]
        else:
            parts += oldest_first(debts=between[one, other], cents=cents)
    return tuple(sorted(parts))


def _flow(net: Mapping[tuple[int, int], int], payment: Payment) -> dict[tuple[int, int], int] | None:
    """Return how a payment runs through what people owe each other, by the shortest ways, None where it cannot."""
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
        way, other = [], payment.payee
        while other != payment.payer:
            way.append((came_from[other], other))
            other = came_from[other]
        cents = min(left, *(room(*pair) for pair in way))
        for one, other in way:
            back = min(cents, flow[other, one])
            flow[other, one] -= back
            flow[one, other] += cents - back
        left -= cents
    return {pair: cents for pair, cents in flow.items() if cents}
