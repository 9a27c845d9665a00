"""Undo entries, and settle objections."""

from datetime import date
from typing import Any

from scoring.ledger.kinds import DISPUTABLE, KINDS, PLAYED, UNDOABLE
from scoring.ledger.lines import Line
from scoring.ledger.night import Night
from scoring.ledger.undoing import overspent, undo_blocker
from scoring.models import Dispute, DisputeVoice, Entry, EntryKind, Ruling, Seat, Session, UtangWay
from scoring.operations import errors
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, touch, writing
from scoring.operations.words import Reason, Remark
from scoring.queries.table import disputes
from scoring.texts import say

# An act of a seating names the change of rules that it came with.
BY_TERMS = "terms"


def reversal_of(*, night: Night, entry: Entry, reason: str, is_corrected: bool = False) -> Draft:
    """Draft the reversal of an entry. Raises NotReversibleError."""
    line = night.at(entry.number)
    if line.kind is EntryKind.REVERSAL or line.number in night.taken_back:
        raise errors.NotReversibleError(say("not_reversible.undone"))
    require_nothing_rests_on(night=night, line=line, is_corrected=is_corrected)
    return Draft(kind=EntryKind.REVERSAL, **vars(line.back), reason=reason, reverses=entry)


def require_nothing_rests_on(*, night: Night, line: Line, is_corrected: bool = False) -> None:
    """Raise NotReversibleError for a line that depends on it."""
    if rest := undo_blocker(night=night, line=line, is_corrected=is_corrected):
        if rest.why == "match_settled":
            settled = rest.line.recorded_at
            raise errors.NotReversibleError(say("not_reversible.match_settled", time=line.recorded_at, settled=settled))
        raise errors.NotReversibleError(say(f"not_reversible.{rest.why}", time=rest.line.recorded_at))


def require_tong_holds(*, night: Night) -> None:
    if rest := overspent(night=night):
        raise errors.NotReversibleError(say("not_reversible.tong_spent", time=rest.line.recorded_at))


def undo(*, entry: Entry, stamp: Stamp, reason: Remark = "") -> Entry:
    """Undo an entry. Raises NotReversibleError.

    In a closed night only cash and a change of the day can be undone.
    """
    content = content_hash("undo", entry=entry.pk, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        return books.before or take_back(books, entry=entry, reason=reason)


def take_back(books: Books[Any], *, entry: Entry, reason: str, with_key: bool = True) -> Entry:
    """Reverse an entry and its consequences. Raises NotReversibleError."""
    # A debt payment has lines in several nights. They are undone together.
    if entry.kind == EntryKind.UTANG:
        raise errors.NotReversibleError(say("not_reversible.over_nights"))
    if entry.kind not in (*UNDOABLE, EntryKind.REVERSAL):
        raise errors.NotReversibleError(say("not_reversible.belongs_to_close"))
    if not KINDS[EntryKind(entry.kind)].while_closed:
        books.require_open()
    line = books.night.at(entry.number)
    if entry.kind == EntryKind.SEATING and (why := _why_seats_stay(books.night, line)):
        raise errors.NotReversibleError(say(f"not_reversible.{why}"))
    if entry.kind == EntryKind.TERMS:
        if seating := _require_terms_unused(books.night, line):
            post_reversal(books, seating, reason=reason)
        # Both objects cache the terms that are undone now.
        forget_terms(entry.session, books.session)
    draft = reversal_of(night=books.night, entry=entry, reason=reason)
    # Automatic lines are undone with their cause: the end of a hand by a false win (C35), the turn after a hand.
    if ended := books.night.ended_by(line):
        take_back(books, entry=books.entry(ended), reason=reason, with_key=False)
    turn = books.night.turn_taken_after(line) if line.judged else None
    if turn and books.night.is_unplayed(turn):
        post_reversal(books, turn, reason=reason)
    back = books.post(draft, with_key=with_key)
    if entry.kind == EntryKind.DAY:
        touch(session=books.session, day=date.fromisoformat(entry.act["was"]))
    return back


def post_reversal(books: Books[Any], line: Line, *, reason: str, is_corrected: bool = False) -> Entry:
    """Reverse a line without a key. Raises NotReversibleError."""
    draft = reversal_of(night=books.night, entry=books.entry(line), reason=reason, is_corrected=is_corrected)
    return books.post(draft, with_key=False)


def _why_seats_stay(night: Night, line: Line) -> str:
    # The change of terms is undone instead.
    if line.act.get(BY_TERMS):
        return "seats_by_terms"
    if night.is_of_start(line):
        return "seats_of_start"
    return "" if night.is_unplayed(line) else "seats_played"


def _require_terms_unused(night: Night, line: Line) -> Line | None:
    """Return the seating that the change of terms caused, if any."""
    if any(each.position > line.number for each in night.of(*PLAYED, EntryKind.MATCH)):
        raise errors.NotReversibleError(say("not_reversible.terms_played"))
    with_it = None
    for later in reversed(night.of(EntryKind.SEATING, EntryKind.TERMS)):
        if later.number > line.number:
            if later.act.get(BY_TERMS) != line.number:
                raise errors.NotReversibleError(say("not_reversible.rests_on", time=later.recorded_at))
            with_it = later
    return with_it


def forget_terms(*sessions: Session) -> None:
    """Drop the cached terms of these objects."""
    for session in sessions:
        for name in ("terms", "in_force"):
            vars(session).pop(name, None)


def reopen_session(*, session: Session, reason: Reason, stamp: Stamp, expected_entry: int | None = None) -> Entry:
    """Undo the close of a session. Raises SessionOpenError, PastError, CloseChangedError."""
    content = content_hash("reopen", session=session.public_id, reason=reason)
    with writing(Entry, session=session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        if session.entered_later:
            raise errors.PastError(say("past.never_reopened"))
        night = books.night
        if night.close is None:
            raise errors.SessionOpenError
        if expected_entry is not None and night.close.number > expected_entry:
            raise errors.CloseChangedError(say("close_changed", time=night.close.recorded_at))
        books.require_reason(reason=reason)
        for line in night.of(EntryKind.ADJUSTMENT, EntryKind.UTANG):
            # Cash that was handed over stays in the books. Rounding and forgiven debts belong to the close.
            if line.kind is EntryKind.ADJUSTMENT or line.act["way"] == UtangWay.FORGIVEN:
                post_reversal(books, line, reason=reason)
        return books.post(reversal_of(night=books.night, entry=books.entry(night.close), reason=reason))


def raise_dispute(*, entry: Entry, seat: Seat, why: str, stamp: Stamp) -> Dispute:
    """Object to an entry for a seat. Raises DisputeError."""
    content = content_hash("raise_dispute", entry=entry.pk, seat=seat.pk, why=why)
    with writing(Dispute, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        if entry.kind not in DISPUTABLE:
            raise errors.DisputeError(say("dispute.no_money"))
        if Entry.objects.filter(reverses=entry).exists():
            raise errors.DisputeError(say("dispute.undone"))
        if disputes.open_dispute_of(entry=entry):
            raise errors.DisputeError(say("dispute.disputed"))
        if not why:
            raise errors.DisputeError(say("dispute.no_word"))
        dispute = Dispute.objects.create(entry=entry, seat=seat, why=why, raised_at=stamp.at, **books.signed)
        books.rows.append(dispute)
        touch(session=books.session)
        return dispute


def give_voice(
    *, dispute: Dispute, seat: Seat | None, ruling: Ruling, stamp: Stamp, expected_objections: int | None = None
) -> DisputeVoice:
    """Vote on an objection, as a seat or host.

    An upheld objection undoes the line. A vote to correct decides nothing. Raises ObjectionChangedError if the number
    of objections differs, DisputeError for a settled one, and as `take_back`.
    """
    content = content_hash("give_voice", dispute=dispute.pk, seat=seat and seat.pk, ruling=ruling)
    entry = dispute.entry
    with writing(DisputeVoice, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        if expected_objections not in (None, entry.disputes.count()):
            raise errors.ObjectionChangedError
        if not disputes.open_disputes(sessions=(books.session,)).filter(pk=dispute.pk).exists():
            raise errors.DisputeError(say("dispute.settled"))
        # One phone must not agree with itself for both sides.
        spoken = dispute.voices.exclude(seat=None).exclude(seat=seat)
        if seat and stamp.device and spoken.filter(device=stamp.device).exists():
            raise errors.DisputeError(say("dispute.spoke_for_another"))
        voice = DisputeVoice(dispute=dispute, seat=seat, ruling=ruling.value, given_at=stamp.at, **books.signed)
        voices = (*dispute.voices.select_related("seat"), voice)
        # The host decides alone, players only if one of each side agrees.
        decides = seat is None or disputes.agreed(night=books.night, line=entry.number, voices=voices) == ruling
        voice.decides = decides and ruling is not Ruling.CORRECT
        voice.save()
        books.rows.append(voice)
        if voice.decides and ruling is Ruling.UPHOLD:
            # The vote carries the key of the form, so the reversal has none.
            take_back(books, entry=entry, reason=dispute.why, with_key=False)
        touch(session=books.session)
        return voice
