"""The lines of a night as recorded, and the night as far as it was derived from them."""

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self, cast

from scoring.games.base import AnyGame
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import Balance
from scoring.ledger.lines import Judged, Line, Player, position_in
from scoring.ledger.night import Night
from scoring.ledger.plays import Pair
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.models import Payment as PaymentRow
from scoring.money import Currency
from scoring.texts import Text, say


class WrongError(Exception):
    """What a line says cannot be, and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.english())
        self.text = text


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A line as recorded, with its row; `damage` says what of its rows cannot be read."""

    entry: Entry
    line: Line
    damage: tuple[Text, ...]

    @property
    def hand(self) -> Hand | None:
        return getattr(self.entry, "hand", None)


def lines_of(*, session: Session) -> tuple[Recorded, ...]:
    """Return every line of a night, oldest first, in a fixed number of queries."""
    entries = session.entries.select_related("reverses", "hand").order_by("number")
    with_moves = entries.prefetch_related("payments__payer", "payments__payee", "scores__seat")
    return tuple(_recorded(entry) for entry in with_moves)


def _recorded(entry: Entry) -> Recorded:
    payments: defaultdict[str, list[Payment]] = defaultdict(list)
    damage = []
    for row in entry.payments.all():
        try:
            payments["handed" if row.cash else "apart" if row.apart else "owed"].append(_payment(row, entry=entry))
        except WrongError as error:
            damage.append(error.text)
    hand: Hand | None = getattr(entry, "hand", None)
    line = Line(
        number=entry.number,
        kind=EntryKind(entry.kind) if entry.kind in EntryKind else cast("EntryKind", entry.kind),
        act=entry.act,
        recorded_at=entry.recorded_at,
        fingerprint=entry.fingerprint,
        position=hand.position if hand else _position(entry),
        reverses=entry.reverses.number if entry.reverses else None,
        judged=Judged(after=hand.after, winner=hand.winner, deals_next=hand.deals_next) if hand else None,
        points=tuple(Points(seat=score.seat.number, points=score.points) for score in entry.scores.all()),
        owed=tuple(payments["owed"]),
        handed=tuple(payments["handed"]),
        apart=tuple(payments["apart"]),
    )
    return Recorded(entry=entry, line=line, damage=tuple(damage))


def _position(entry: Entry) -> int:
    with suppress(Exception):  # what cannot be read is told of the line itself
        return position_in(act=entry.act, number=entry.number)
    return entry.number


def _payment(row: PaymentRow, *, entry: Entry) -> Payment:
    if {row.payer.session_id, row.payee.session_id} != {entry.session_id}:
        raise WrongError(say("finding.not_seated"))
    if type(row.amount_cents) is not int:
        raise WrongError(say("finding.not_whole", found=repr(row.amount_cents)))
    if row.amount_cents < 1:
        raise WrongError(say("finding.no_amount", cents=row.amount_cents))
    if row.payer == row.payee:
        raise WrongError(say("finding.pays_itself", seat=row.payer.number))
    return Payment(payer=row.payer.number, payee=row.payee.number, cents=row.amount_cents)


def is_older_engine(*, version: str, known: str) -> bool:
    """Tell whether a version of the engine came before the one this app knows."""
    return 0 <= _version(version) < _version(known)


def _version(text: str) -> int:
    """Return the number of a version of the engine, -1 where it is none."""
    return int(text) if text.isascii() and text.isdecimal() else -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What a line should move."""

    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()
    balance: Balance = Balance.OWED


@dataclass(frozen=True, kw_only=True)
class NightSoFar(Night):
    """A night as far as its lines were checked.

    `closes` are all its closes, also those to come, `pairs` those written down by the line of the seating.
    Changes of seats or rules that cannot be read (`unread`) change nothing.
    """

    session: Session
    closes: tuple[Line, ...]
    pairs: Mapping[int, tuple[Pair, ...]]
    unread: frozenset[int] = frozenset()

    @cached_property
    def standing(self) -> tuple[Line, ...]:
        return tuple(line for line in super().standing if line.number not in self.unread)

    @property
    def summed(self) -> tuple[Line, ...]:
        """Return every line: those that were taken back count with what did so, as it was recorded."""
        return self.lines

    def go_on(self, *, line: Line) -> Self:
        """Return the night with a line as it was recorded: one wrong line makes none of the lines after it wrong."""
        night = self.and_then(line)
        if line.kind is EntryKind.TERMS and not self.session.has_terms:
            return replace(night, unread=night.unread | {line.number})
        if line.kind in (EntryKind.TERMS, EntryKind.SEATING):
            try:
                night.seating(position=line.number), night.agreed(position=line.number)
            except Exception:  # what cannot be read is told of the line itself
                return replace(night, unread=night.unread | {line.number})
        return night


def start_of(
    *, session: Session, game: AnyGame, lines: tuple[Recorded, ...], pairs: Mapping[int, tuple[Pair, ...]]
) -> NightSoFar:
    """Return a night before its first line."""
    return NightSoFar(
        session=session,
        game=game,
        rules=session.rules,
        stake_factor=session.stake_factor,
        money=Currency(code=session.currency, name="", symbol=""),
        first_dealer=session.first_dealer,
        entered_later=session.entered_later,
        started_at=session.started_at,
        players={
            seat.number: Player(number=seat.number, name="", public_id="", row=seat.pk, since=seat.since)
            for seat in session.seats.order_by("number")
        },
        lines=(),
        closes=tuple(each.line for each in lines if each.line.kind is EntryKind.CLOSE),
        pairs=pairs,
    )
