"""Payments between seats, and the balances they make.

Every table of balances sums to zero because each payment has two ends.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass


class PaymentError(ValueError):
    """A payment needs a payer, another payee and at least one cent."""

    code = "payment_invalid"


class UnknownSeatError(LookupError):
    """A payment names a seat that is not at the table."""

    code = "seat_unknown"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Payment:
    """Payer owes payee so many cents (> 0); in a handover, payer has handed payee so many cents."""

    payer: int
    payee: int
    cents: int

    def __post_init__(self) -> None:
        if self.payer == self.payee:
            raise PaymentError(f"Seat {self.payer} cannot pay itself.")
        if self.cents < 1:
            raise PaymentError(f"A payment is at least one cent, not {self.cents}.")


def results(*, seats: Collection[int], payments: Iterable[Payment]) -> dict[int, int]:
    """Return each seat's result in cents: owed to it minus owed by it. Raises UnknownSeatError.

    >>> results(seats=(1, 2, 3), payments=[Payment(payer=2, payee=1, cents=90)])
    {1: 90, 2: -90, 3: 0}
    """
    balances = dict.fromkeys(seats, 0)
    for payment in payments:
        for seat in (payment.payer, payment.payee):
            if seat not in balances:
                raise UnknownSeatError(f"Seat {seat} is not at this table.")
        balances[payment.payer] -= payment.cents
        balances[payment.payee] += payment.cents
    return balances


def one_pays_other(one: int, other: int, *, cents: int) -> tuple[Payment, ...]:
    """Return the payment of so many cents, the other way round below 0, none for 0."""
    payer, payee = (one, other) if cents > 0 else (other, one)
    return (Payment(payer=payer, payee=payee, cents=abs(cents)),) if cents else ()
