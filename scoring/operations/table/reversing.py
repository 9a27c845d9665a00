"""Undo: an entry is reversed by another; the old line stays."""

from typing import Any

from django.db.models import Q

from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import KINDS, UNDOABLE
from scoring.models import Entry, EntryKind, Hand, Session, UtangWay
from scoring.operations.errors import CloseChangedError, NotReversibleError, PastError, SessionOpenError
from scoring.operations.sessions.days import move_back, require_day_stands
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.operations.table.terms import forget_terms, require_not_by_terms, require_terms_unused
from scoring.operations.table.turns import turn_taken_after
from scoring.operations.words import Reason, Remark
from scoring.queries.sessions import settlements
from scoring.queries.sessions.chips import decided_after, returned_on
from scoring.queries.table import hands, matches
from scoring.queries.table.hands import pot_after
from scoring.queries.table.seatings import is_of_start, played_under, seatings_of
from scoring.queries.table.tong import tong_of
from scoring.texts import say


def reversal_of(*, entry: Entry, reason: str, is_corrected: bool = False) -> Draft:
    """Return the entry that takes another back: the same payments the other way round, the points undone.

    Raises NotReversibleError when it was reversed before, is a reversal, or another line rests on it; see
    `require_nothing_rests_on` for a line that `is_corrected`.
    """
    if entry.kind == EntryKind.REVERSAL or Entry.objects.filter(reverses=entry).exists():
        raise NotReversibleError(say("not_reversible.undone"))
    require_nothing_rests_on(entry=entry, is_corrected=is_corrected)
    return Draft(
        kind=EntryKind.REVERSAL,
        payments=tuple(
            Payment(payer=payment.payee.number, payee=payment.payer.number, cents=payment.amount_cents)
            for payment in entry.payments.select_related("payer", "payee")
        ),
        points=tuple(
            Points(seat=score.seat.number, points=-score.points) for score in entry.scores.select_related("seat")
        ),
        reason=reason,
        reverses=entry,
    )


def require_nothing_rests_on(*, entry: Entry, is_corrected: bool = False) -> None:
    """Raise NotReversibleError, with the line to undo first, where one that stands rests on an entry.

    That is a settled match or the next one, chips that were counted and decide, were handed back or have another bank,
    a close that counted cash or debts; and, unless the line `is_corrected` and so keeps its place, a hand that counts
    on a secret or on the pot, and what the tong was spent on. Whether pot and tong hold after a correction,
    `require_pot_holds` and `require_tong_holds` tell.
    """
    if later := matches.played_after(entry=entry):
        raise NotReversibleError(say("not_reversible.next_match", time=later.recorded_at))
    if settled := matches.settled_after(entry=entry):
        raise NotReversibleError(
            say("not_reversible.match_settled", time=entry.recorded_at, settled=settled.recorded_at)
        )
    if count := decided_after(entry=entry):
        raise NotReversibleError(say("not_reversible.chips_counted", time=count.recorded_at))
    if back := returned_on(entry=entry):
        raise NotReversibleError(say("not_reversible.rests_on", time=back.recorded_at))
    if entry.kind == EntryKind.DAY:
        require_day_stands(entry=entry)
    if entry.kind in settlements.SETTLING:
        _require_in_force(entry=entry)
    if not is_corrected:
        _require_no_hand_counts_on(entry=entry)
        require_tong_holds(session=entry.session, without=entry)
        if entry.kind == EntryKind.HAND:
            require_pot_holds(before=pot_after(hand=entry.hand), now=pot_after(hand=entry.hand, without=entry.hand))


def require_pot_holds(*, before: tuple[Hand, int] | None, now: tuple[Hand, int] | None) -> None:
    """Raise NotReversibleError where a later win would have another pot than it was paid from (Q6)."""
    if before and before != now:
        raise NotReversibleError(say("not_reversible.hand_counts_on_it", time=before[0].entry.recorded_at))


def require_tong_holds(*, session: Session, without: Entry | None = None) -> None:
    """Raise NotReversibleError where more was spent of the tong than it holds, or would `without` an entry.

    So it does where what was spent would then be spent by somebody else.
    """
    if without is not None and without.kind not in (EntryKind.HAND, EntryKind.TONG):
        return
    tong = tong_of(session=session, without=without)
    if tong.left_cents < 0:
        raise NotReversibleError(say("not_reversible.tong_spent", time=tong.spent[-1].entry.recorded_at))
    if without is not None and without.kind == EntryKind.TONG:
        kept = {each.entry: each.seat for each in tong_of(session=session).spent}
        if moved := [each.entry for each in tong.spent if each.seat != kept[each.entry]]:
            raise NotReversibleError(say("not_reversible.rests_on", time=moved[-1].recorded_at))


def _require_no_hand_counts_on(*, entry: Entry) -> None:
    """Raise NotReversibleError for a secret without which the hand it was laid in could not be recorded (C9)."""
    hand = hands.hand_of_secret(entry=entry) if entry.kind == EntryKind.SECRET else None
    if hand is None:
        return
    laid = hands.secrets_laid(session=entry.session, hand=hand)
    without = [secret for secret in laid if secret.pk != entry.pk]
    if set(hands.refusals_of(hand=hand, laid=without)) - set(hands.refusals_of(hand=hand, laid=laid)):
        raise NotReversibleError(say("not_reversible.hand_counts_on_it", time=hand.entry.recorded_at))


def undo(*, entry: Entry, stamp: Stamp, reason: Remark = "") -> Entry:
    """Take an entry back and return the reversal.

    A closed session takes back payments in cash and what put its day right only. Raises NotReversibleError,
    SessionClosedError, KeyReusedError.
    """
    content = content_hash("undo", entry=entry.pk, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        return books.before or take_back(books, entry=entry, reason=reason)


def take_back(books: Books[Any], *, entry: Entry, reason: str, with_key: bool = True) -> Entry:
    """Post the reversal of an entry and return it; a hand that a false win ended goes on with it.

    Raises NotReversibleError, SessionClosedError.
    """
    if entry.kind == EntryKind.UTANG:
        raise NotReversibleError(say("not_reversible.over_nights"))
    if entry.kind not in (*UNDOABLE, EntryKind.REVERSAL):
        raise NotReversibleError(say("not_reversible.belongs_to_close"))
    if not KINDS[EntryKind(entry.kind)].while_closed:
        books.require_open()
    if entry.kind == EntryKind.SEATING:
        require_not_by_terms(entry=entry)
        _require_unplayed(entry=entry)
    if entry.kind == EntryKind.TERMS:
        if seating := require_terms_unused(entry=entry):
            books.post(reversal_of(entry=seating, reason=reason), with_key=False)
        forget_terms(entry.session, books.session)
    draft = reversal_of(entry=entry, reason=reason)
    _take_back_what_followed(books, entry=entry, reason=reason)
    back = books.post(draft, with_key=with_key)
    if entry.kind == EntryKind.DAY:
        move_back(books.session, entry=entry)
    return back


def _take_back_what_followed(books: Books[Any], *, entry: Entry, reason: str) -> None:
    """Take back what came by itself after an entry: the turn after a hand, the end of a hand by a false win (C35)."""
    if ended := hands.ended_by(false_win=entry):
        take_back(books, entry=ended, reason=reason, with_key=False)
    if entry.kind == EntryKind.HAND:
        turn = turn_taken_after(hand=entry)
        if turn and is_unplayed(entry=turn):
            books.post(reversal_of(entry=turn, reason=reason), with_key=False)


def _require_unplayed(*, entry: Entry) -> None:
    """Raise NotReversibleError for seats on which something was recorded, and for those a night of turns began with."""
    if is_of_start(entry=entry):
        raise NotReversibleError(say("not_reversible.seats_of_start"))
    if not is_unplayed(entry=entry):
        raise NotReversibleError(say("not_reversible.seats_played"))


def is_unplayed(*, entry: Entry) -> bool:
    """Tell whether nothing that stands was recorded on the seats of a line."""
    seatings = seatings_of(session=entry.session)
    seating = next((seating for seating in seatings.all if seating.entry == entry.number), None)
    return not (seating and played_under(session=entry.session, seating=seating, seatings=seatings))


def _require_in_force(*, entry: Entry) -> None:
    """Raise NotReversibleError for cash, or debts settled, that a later close has counted already."""
    close = settlements.close_of(session=entry.session)
    if close and close.number > entry.number:
        raise NotReversibleError(say("not_reversible.cash_counted"))


def reopen_session(*, session: Session, reason: Reason, stamp: Stamp, expected_entry: int | None = None) -> Entry:
    """Take the close of a session back, with the adjustments it made; return the reversal of the close.

    Cash handed over meanwhile stays on record; what was forgiven of its plan is taken back too. Raises
    SessionOpenError, PastError, KeyReusedError, CloseChangedError for a close newer than the newest entry the page
    showed.
    """
    content = content_hash("reopen", session=session.public_id, reason=reason)
    with writing(Entry, session=session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        if session.entered_later:
            raise PastError(say("past.never_reopened"))
        close = session.entries.standing().of_kind(EntryKind.CLOSE).first()
        if close is None:
            raise SessionOpenError
        if expected_entry is not None and close.number > expected_entry:
            raise CloseChangedError(say("close_changed", time=close.recorded_at))
        books.require_reason(reason=reason)
        belongs_to_close = Q(kind=EntryKind.ADJUSTMENT) | Q(kind=EntryKind.UTANG, act__way=UtangWay.FORGIVEN)
        for entry in session.entries.standing().filter(belongs_to_close):
            books.post(reversal_of(entry=entry, reason=reason), with_key=False)
        return books.post(reversal_of(entry=close, reason=reason))
