"""What a night is read into: payments, its lines as recorded, and who has a seat. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.games import dealing
from scoring.ledger.kinds import EntryKind
from scoring.people import Person


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Payment:
    """Payer owes payee so many cents (> 0); in a handover, payer has handed payee so many cents."""

    payer: int
    payee: int
    cents: int

    def __post_init__(self) -> None:
        if self.payer == self.payee or self.cents < 1:
            raise ValueError(f"Seat {self.payer} cannot pay seat {self.payee} {self.cents} cents.")


def results(*, seats: Collection[int], payments: Iterable[Payment]) -> dict[int, int]:
    """Return each seat's result in cents: owed to it minus owed by it. Raises KeyError for an unknown seat."""
    return moved(dict.fromkeys(seats, 0), payments)


def moved(cents: Mapping[int, int], payments: Iterable[Payment]) -> dict[int, int]:
    """Return the cents of each seat after payments. Raises KeyError for an unknown seat."""
    after = dict(cents)
    for paid in payments:
        after[paid.payer] -= paid.cents
        after[paid.payee] += paid.cents
    return after


def summed(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return one payment for each payer and payee, in order of the first between them."""
    sums: Counter[tuple[int, int]] = Counter()
    for paid in payments:
        sums[paid.payer, paid.payee] += paid.cents
    return tuple(Payment(payer=payer, payee=payee, cents=cents) for (payer, payee), cents in sums.items())


def one_pays_other(one: int, other: int, *, cents: int) -> tuple[Payment, ...]:
    """Return the payment of so many cents, the other way round below 0, none for 0."""
    payer, payee = (one, other) if cents > 0 else (other, one)
    return (Payment(payer=payer, payee=payee, cents=abs(cents)),) if cents else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """What a game said of a hand; `after` is the position of the hand that was the last one when it was recorded."""

    after: int
    winner: int | None
    deals_next: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """An entry of the ledger: what is owed by play or apart from it, the cash, the points, all by seat.

    `position` is where in the order of play it belongs; only a hand was `judged`. Of the lines that one form makes one
    `has_key`.
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
        """Return what takes it back: the same payments the other way round, the points undone."""
        return Moves(
            payments=tuple(Payment(payer=paid.payee, payee=paid.payer, cents=paid.cents) for paid in self.payments),
            points=tuple(Points(seat=score.seat, points=-score.points) for score in self.points),
        )

    @property
    def winner(self) -> int | None:
        return self.judged.winner if self.judged else None

    @property
    def counts(self) -> bool:
        """Return whether this is a hand that counts; a void one does not (C35, C38)."""
        return self.kind is EntryKind.HAND and dealing.counts(act=self.act)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who has a seat, by the name of today, and the id of its row; in with the line `since`, 0 for the start."""

    number: int
    name: Person
    public_id: str
    row: int
    since: int = 0


def position_in(*, act: Mapping[str, Any], number: int) -> int:
    """Return where in the order of play a line belongs that is no hand."""
    return int(act.get("position", number))


def moved_pairs(*, line: Line) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the payer and the payee of a plan, and what a line settles of it: who forgives pays back apart."""
    yield from (((paid.payer, paid.payee), paid.cents) for paid in line.handed)
    yield from (((paid.payee, paid.payer), paid.cents) for paid in line.apart)
