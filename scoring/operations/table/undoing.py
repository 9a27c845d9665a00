"""Undo: an entry is reversed by another, the old line stays."""

from datetime import date
from typing import Any

from scoring.ledger.kinds import KINDS, PLAYED, UNDOABLE
from scoring.ledger.lines import Line
from scoring.ledger.night import Night
from scoring.ledger.night_lines import Pot
from scoring.ledger.undoing import overspent, undo_blocker
from scoring.models import Entry, EntryKind, Session, UtangWay
from scoring.operations import errors
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, touch, writing
from scoring.operations.words import Reason, Remark
from scoring.texts import say

BY_TERMS = "terms"  # in the act of a seating: the line of the change of rules by which sides changed


def reversal_of(*, night: Night, entry: Entry, reason: str, is_corrected: bool = False) -> Draft:
    """Return the entry that takes another back: the same payments the other way round, the points undone.

    Raises NotReversibleError when it was reversed before, is a reversal, or another line rests on it; see
    `require_nothing_rests_on` for a line that `is_corrected`.
    """
    line = night.at(entry.number)
    if line.kind is EntryKind.REVERSAL or line.number in night.taken_back:
        raise errors.NotReversibleError(say("not_reversible.undone"))
    require_nothing_rests_on(night=night, line=line, is_corrected=is_corrected)
    return Draft(
        kind=EntryKind.REVERSAL, payments=line.back.payments, points=line.back.points, reason=reason, reverses=entry
    )


def require_nothing_rests_on(*, night: Night, line: Line, is_corrected: bool = False) -> None:
    """Raise NotReversibleError, with the line to undo first, where one that stands rests on another."""
    if rest := undo_blocker(night=night, line=line, is_corrected=is_corrected):
        if rest.why == "match_settled":
            settled = rest.line.recorded_at
            raise errors.NotReversibleError(say("not_reversible.match_settled", time=line.recorded_at, settled=settled))
        raise errors.NotReversibleError(say(f"not_reversible.{rest.why}", time=rest.line.recorded_at))


def require_pot_holds(*, before: Pot | None, now: Pot | None) -> None:
    """Raise NotReversibleError where a later win would have another pot than it was paid from (Q6)."""
    if before and before != now:
        raise errors.NotReversibleError(say("not_reversible.hand_counts_on_it", time=before.won.recorded_at))


def require_tong_holds(*, night: Night) -> None:
    """Raise NotReversibleError where more was spent of the tong than it holds."""
    if rest := overspent(night=night):
        raise errors.NotReversibleError(say("not_reversible.tong_spent", time=rest.line.recorded_at))


def undo(*, entry: Entry, stamp: Stamp, reason: Remark = "") -> Entry:
    """Take an entry back and return the reversal; a closed night takes back cash and corrections of its day only.

    Raises NotReversibleError.
    """
    content = content_hash("undo", entry=entry.pk, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        return books.before or take_back(books, entry=entry, reason=reason)


def take_back(books: Books[Any], *, entry: Entry, reason: str, with_key: bool = True) -> Entry:
    """Post the reversal of an entry; a hand that a false win ended goes on with it. Raises NotReversibleError."""
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
        forget_terms(entry.session, books.session)
    draft = reversal_of(night=books.night, entry=entry, reason=reason)
    # What came automatically after it goes with it: the end of a hand by a false win (C35), the turn after a hand.
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
    """Take a line back with another that carries no key, and return the reversal. Raises NotReversibleError."""
    draft = reversal_of(night=books.night, entry=books.entry(line), reason=reason, is_corrected=is_corrected)
    return books.post(draft, with_key=False)


def _why_seats_stay(night: Night, line: Line) -> str:
    """Return why seats cannot be undone, empty where they can."""
    if line.act.get(BY_TERMS):  # the change of terms is taken back instead
        return "seats_by_terms"
    if night.is_of_start(line):
        return "seats_of_start"
    return "" if night.is_unplayed(line) else "seats_played"


def _require_terms_unused(night: Night, line: Line) -> Line | None:
    """Return the seating that came with a change of terms; raise NotReversibleError where more came since."""
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
    """Clear the cached terms of sessions."""
    for session in sessions:
        for name in ("terms", "in_force"):
            vars(session).pop(name, None)


def reopen_session(*, session: Session, reason: Reason, stamp: Stamp, expected_entry: int | None = None) -> Entry:
    """Take the close of a session back, with the adjustments it made; return the reversal of the close.

    Cash handed over meanwhile stays on record; what was forgiven of its plan is taken back too. Raises
    SessionOpenError, PastError, CloseChangedError for a close newer than the newest entry the page showed.
    """
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
            if line.kind is EntryKind.ADJUSTMENT or line.act["way"] == UtangWay.FORGIVEN:
                post_reversal(books, line, reason=reason)
        return books.post(reversal_of(night=books.night, entry=books.entry(night.close), reason=reason))
