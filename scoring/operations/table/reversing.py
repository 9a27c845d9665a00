"""Undo: an entry is reversed by another; the old line stays."""

from collections.abc import Sequence

from django.db import transaction

from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import NotReversibleError, SessionOpenError
from scoring.operations.posting import (
    Draft,
    Stamp,
    content_hash,
    lock,
    post,
    recorded_before,
    require_open,
)
from scoring.queries import matches, settlements
from scoring.queries.seatings import played_under, seatings_of

DISPUTABLE = (EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY, EntryKind.MATCH, EntryKind.HANDOVER)
UNDOABLE = (*DISPUTABLE, EntryKind.SEATING)


def reversal_of(*, entry: Entry, reason: str) -> Draft:
    """Return the entry that takes another back: the same payments the other way round, the points undone.

    Raises NotReversibleError when it was reversed before, is a reversal, its match was settled, or when it
    settled a match and the next one has begun.
    """
    if entry.kind == EntryKind.REVERSAL or Entry.objects.filter(reverses=entry).exists():
        raise NotReversibleError("This line was taken back before. Record it again if that was wrong.")
    require_unsettled(entry=entry)
    if later := matches.played_after(entry=entry):
        raise NotReversibleError(f"The next match has begun since. Undo {_told(later)} first.")
    return Draft(
        kind=EntryKind.REVERSAL,
        payments=tuple(
            Payment(payer=payment.payee.number, payee=payment.payer.number, cents=payment.amount_cents)
            for payment in entry.payments.select_related("payer", "payee")
        ),
        points=tuple(
            Points(seat=score.seat.number, points=-score.points)
            for score in entry.scores.select_related("seat")
        ),
        reason=reason,
        reverses=entry,
        cash=entry.kind == EntryKind.HANDOVER,
    )


def require_unsettled(*, entry: Entry) -> None:
    """Raise NotReversibleError for a line whose points were settled with their match."""
    if settled := matches.settled_after(entry=entry):
        raise NotReversibleError(
            f"The points of line {entry.number} were settled with their match. "
            f"Undo line {settled.number} first."
        )


def _told(lines: Sequence[int]) -> str:
    """Name lines in a sentence: line 7, or lines 7, 9 and 12."""
    *others, last = map(str, lines)
    return f"lines {', '.join(others)} and {last}" if others else f"line {last}"


@transaction.atomic
def undo(*, entry: Entry, reason: str, stamp: Stamp) -> Entry:
    """Take an entry back and return the reversal.

    A closed session takes back payments in cash only. Raises NotReversibleError, SessionClosedError,
    KeyReusedError.
    """
    content = content_hash("undo", entry=entry.pk, reason=reason)
    session = lock(session=entry.session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    return take_back(session=session, entry=entry, reason=reason, stamp=stamp, content=content)


def take_back(*, session: Session, entry: Entry, reason: str, stamp: Stamp, content: str = "") -> Entry:
    """Post the reversal of an entry in its locked session and return it; it carries the key with `content`.

    Raises NotReversibleError, SessionClosedError.
    """
    if entry.kind not in UNDOABLE:
        raise NotReversibleError("This line belongs to the close of the session. Reopen the session instead.")
    if entry.kind == EntryKind.HANDOVER:
        _require_in_force(entry=entry)
    else:
        require_open(session=session)
    if entry.kind == EntryKind.SEATING:
        _require_unplayed(entry=entry)
    draft = reversal_of(entry=entry, reason=reason)
    return post(session=session, draft=draft, stamp=stamp, content=content, with_key=bool(content))


def _require_unplayed(*, entry: Entry) -> None:
    """Raise NotReversibleError for a change of seats under which something was recorded that stands."""
    seatings = seatings_of(session=entry.session)
    seating = next((seating for seating in seatings.all if seating.entry == entry.number), None)
    if seating and played_under(session=entry.session, seating=seating, seatings=seatings):
        raise NotReversibleError(
            "Hands were recorded on these seats. If the seats were wrong, put them right under Seats."
        )


def _require_in_force(*, entry: Entry) -> None:
    """Raise NotReversibleError for cash that a later close has counted already."""
    close = settlements.close_of(session=entry.session)
    if close and close.number > entry.number:
        raise NotReversibleError(
            "The session was closed anew after this cash was handed over. Reopen it to take the cash back."
        )


@transaction.atomic
def reopen_session(*, session: Session, reason: str, stamp: Stamp) -> Entry:
    """Take the close of a session back, with the adjustments it made; return the reversal of the close.

    Cash handed over meanwhile stays on record. Raises SessionOpenError, KeyReusedError.
    """
    content = content_hash("reopen", session=session.public_id, reason=reason)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    close = session.entries.filter(kind=EntryKind.CLOSE, reversal=None).first()
    if close is None:
        raise SessionOpenError
    for adjustment in session.entries.filter(kind=EntryKind.ADJUSTMENT, reversal=None):
        post(
            session=session,
            draft=reversal_of(entry=adjustment, reason=reason),
            stamp=stamp,
            with_key=False,
        )
    return post(session=session, draft=reversal_of(entry=close, reason=reason), stamp=stamp, content=content)
