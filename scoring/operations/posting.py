"""The one place that writes entries and payments."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from scoring.games.base import Data
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import EntryRecord, Points, chain
from scoring.models import Device, Entry, EntryKind, Score, Seat, Session
from scoring.models import Payment as PaymentRow
from scoring.operations.errors import KeyReusedError, SessionClosedError, TableChangedError
from scoring.queries import tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Who recorded it, when, and the key of the form that asked for it."""

    device: Device | None
    at: datetime
    key: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry before it has a number; payments have the stake factor applied."""

    kind: EntryKind
    act: Data = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()
    reason: str = ""
    reverses: Entry | None = None
    cash: bool = False


def content_hash(operation: str, **content: object) -> str:
    """Return what tells two requests with one key apart."""
    text = json.dumps([operation, content], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def lock(*, session: Session) -> Session:
    """Return the session, locked until the transaction ends, so that entries are numbered one at a time."""
    return Session.objects.select_for_update().get(pk=session.pk)


def recorded_before(*, stamp: Stamp, content: str) -> Entry | None:
    """Return the entry this key recorded before, if it did.

    Raises KeyReusedError when the key stands for other content, or for an entry that was taken back since.
    """
    entry = Entry.objects.filter(key=stamp.key).select_related("session", "reversal").first()
    if entry and (entry.content_hash != content or hasattr(entry, "reversal")):
        raise KeyReusedError
    return entry


def require_open(*, session: Session) -> None:
    """Raise SessionClosedError unless the session takes hands."""
    if tables.is_closed(session=session):
        raise SessionClosedError


def require_unchanged(*, session: Session, expected_entry: int) -> None:
    """Raise TableChangedError when the newest entry is not the one the form was made for."""
    if tables.last_entry_number(session=session) != expected_entry:
        raise TableChangedError


def touch(*, session: Session, **changes: object) -> None:
    """Save changes of the locked session that are no entry, and let every phone know of them."""
    for name, value in changes.items():
        setattr(session, name, value)
    session.revision += 1
    session.save(update_fields=[*changes, "revision"])


def note(*, session: Session, hand: int, notes: Data) -> None:
    """Add to what the locked session keeps for the hand being played; notes for an earlier hand go."""
    before = session.table if session.table.get("hand") == hand else {}
    touch(session=session, table={**before, "hand": hand, **notes})


def post(*, session: Session, draft: Draft, stamp: Stamp, content: str = "", with_key: bool = True) -> Entry:
    """Write one entry with its payments and points at the end of the locked session's ledger and return it.

    Of the entries one form makes, one carries its key (`with_key`).
    """
    last = session.entries.order_by("-number").first()
    number = last.number + 1 if last else 1
    entry = Entry.objects.create(
        session=session,
        number=number,
        kind=draft.kind,
        act=draft.act,
        reason=draft.reason,
        reverses=draft.reverses,
        device=stamp.device,
        recorded_at=stamp.at,
        key=stamp.key if with_key else None,
        content_hash=content if with_key else "",
        fingerprint=_fingerprint(previous=last, number=number, draft=draft, at=stamp.at),
    )
    seats = {seat.number: seat for seat in session.seats.all()}
    _write_payments(entry=entry, seats=seats, payments=draft.payments, cash=draft.cash)
    Score.objects.bulk_create(
        Score(entry=entry, seat=seats[score.seat], points=score.points) for score in draft.points
    )
    return entry


def _fingerprint(*, previous: Entry | None, number: int, draft: Draft, at: datetime) -> str:
    return chain(
        previous=previous.fingerprint if previous else "",
        entry=EntryRecord(
            number=number,
            kind=draft.kind.value,
            recorded_at=at,
            payments=draft.payments,
            points=draft.points,
            reverses=draft.reverses.number if draft.reverses else None,
            act=draft.act,
        ),
    )


def _write_payments(
    *, entry: Entry, seats: Mapping[int, Seat], payments: Iterable[Payment], cash: bool
) -> None:
    PaymentRow.objects.bulk_create(
        PaymentRow(
            entry=entry,
            payer=seats[payment.payer],
            payee=seats[payment.payee],
            amount_cents=payment.cents,
            cash=cash,
        )
        for payment in payments
    )
