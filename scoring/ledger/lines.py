"""Payments, recorded lines and seats. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from scoring.frozen import Frozen
from scoring.games import dealing
from scoring.games.base import Points
from scoring.ledger.kinds import EntryKind
from scoring.people import Person


class Payment(Frozen, order=True):
    """A payment in cents, owed or handed over."""

    payer: int
    payee: int
    cents: int

    def __post_init__(self) -> None:
        if self.payer == self.payee or self.cents < 1:
            raise ValueError(f"Seat {self.payer} cannot pay seat {self.payee} {self.cents} cents.")


def results(*, seats: Collection[int], payments: Iterable[Payment]) -> dict[int, int]:
    """Sum payments by seat. Raises KeyError for other seats."""
    return moved(dict.fromkeys(seats, 0), payments)


def moved(cents: Mapping[int, int], payments: Iterable[Payment]) -> dict[int, int]:
    """Add payments to cents. Raises KeyError for other seats."""
    after = dict(cents)
    for paid in payments:
        after[paid.payer] -= paid.cents
        after[paid.payee] += paid.cents
    return after


def summed(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    sums: Counter[tuple[int, int]] = Counter()
    for paid in payments:
        sums[paid.payer, paid.payee] += paid.cents
    return tuple(Payment(payer=payer, payee=payee, cents=cents) for (payer, payee), cents in sums.items())


def one_pays_other(one: int, other: int, *, cents: int) -> tuple[Payment, ...]:
    """Return the payment, reversed if negative, none for zero."""
    payer, payee = (one, other) if cents > 0 else (other, one)
    return (Payment(payer=payer, payee=payee, cents=abs(cents)),) if cents else ()


class HandRecord(Frozen):
    after: int
    winner: int | None
    deals_next: int | None


class Moves(Frozen):
    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()


class Line(Frozen):
    """An entry of the ledger, with amounts by seat.

    `position` is its place in the order of play. Only a hand is `judged`. Of the lines of one form only one `has_key`.
    """

    number: int
    kind: EntryKind
    act: Mapping[str, Any]
    recorded_at: datetime
    position: int
    fingerprint: str
    reason: str = ""
    has_key: bool = True
    reverses: int | None = None
    judged: HandRecord | None = None
    owed: tuple[Payment, ...] = ()
    handed: tuple[Payment, ...] = ()
    apart: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()

    @property
    def payments(self) -> tuple[Payment, ...]:
        return self.owed + self.handed + self.apart

    @property
    def back(self) -> Moves:
        return Moves(
            payments=tuple(Payment(payer=paid.payee, payee=paid.payer, cents=paid.cents) for paid in self.payments),
            points=tuple(Points(seat=score.seat, points=-score.points) for score in self.points),
        )

    @property
    def winner(self) -> int | None:
        return self.judged.winner if self.judged else None

    @property
    def counts(self) -> bool:
        """Tell whether this hand counts (C35, C38)."""
        return self.kind is EntryKind.HAND and dealing.counts(act=self.act)


class Player(Frozen):
    """The player of a seat from a line on."""

    number: int
    name: Person
    public_id: str
    row: int
    since: int = 0


def position_in(*, act: Mapping[str, Any], number: int) -> int:
    said = act.get("position")
    # A damaged act must not hide the night. The check reports it.
    return said if isinstance(said, int) else number
