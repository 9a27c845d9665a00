"""Keep taps, proposals and marks of the current hand."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from django.core.cache import cache

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, ImpossibleError, Outcome
from scoring.ledger.night import Night
from scoring.models import Device, Proposal, Seat, Session
from scoring.operations.errors import CompanionChangedError, RefusedError, SessionClosedError
from scoring.operations.table.hands import judge_new, note, require_not_taken
from scoring.operations.table.posting import Stamp, content_hash, locked, touch, writing
from scoring.queries.table.companion import NOTES, Tap, companion_of
from scoring.queries.table.night import night_of
from scoring.texts import say

# A player may look for cards this long without a tap.
MARK_SECONDS = 180


def note_tap(*, session: Session, hand: int, seen: str, tap: Tap | None) -> None:
    """Add a tap, or undo the last with None. Raises CompanionChangedError, SessionClosedError, IllegalTapError."""
    with locked(session=session) as found:
        night = night_of(session=found)
        if night.is_closed:
            raise SessionClosedError
        companion = companion_of(session=found, night=night)
        # A tap counts only on the hand and taps that its page showed.
        if (companion.hand, companion.version) != (hand, seen):
            raise CompanionChangedError
        taps = companion.after(tap).taps if tap else companion.taps[:-1]
        tapped = [{"what": each.what.value, "seat": each.seat} for each in taps]
        kept = {"dealer": companion.state.dealer, "seats": companion.seats, "taps": tapped}
        note(session=found, hand=hand, notes={NOTES: kept})


class Live(Frozen):
    """The live version of a session, with entering names."""

    version: str
    entering: tuple[str, ...]


def mark_entering(*, session: Session, device: Device, name: str, now: datetime) -> None:
    """Mark for three minutes that a device enters a hand."""
    marks = {**_marks_of(session.pk, now), device.pk: (name, now.timestamp() + MARK_SECONDS)}
    cache.set(_marks_key(session.pk), marks, timeout=MARK_SECONDS)


def unmark_entering(*, session: Session, device: Device, now: datetime) -> None:
    marks = _marks_of(session.pk, now)
    if marks.pop(device.pk, None):
        cache.set(_marks_key(session.pk), marks, timeout=MARK_SECONDS)


def live_of(*, session: int, state: tuple[int, int], device: int, now: datetime) -> Live:
    """Return the live state for one phone. `state` is the number of the newest entry and the revision."""
    others = {pk: name for pk, (name, _) in _marks_of(session, now).items() if pk != device}
    present = "-".join(map(str, sorted(others)))
    newest, revision = state
    return Live(version=f"{newest}.{revision}.{present}", entering=tuple(sorted({*others.values()})))


def _marks_of(session: int, now: datetime) -> dict[int, tuple[str, float]]:
    marks = cache.get(_marks_key(session), {})
    return {pk: (name, until) for pk, (name, until) in marks.items() if until > now.timestamp()}


def _marks_key(session: int) -> str:
    return f"entering:{session}"


class ProposalError(RefusedError):
    """A hand that may not be proposed."""


def propose_hand(*, seat: Seat, mode: str, fields: Mapping[str, str], act: Data, after: int, stamp: Stamp) -> Proposal:
    """Propose a hand, instead of the seat's last. Raises ProposalError, HandTakenError, ImpossibleError."""
    content = content_hash("propose_hand", seat=seat.pk, act=act, after=after)
    with writing(Proposal, session=seat.session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        if not books.session.players_may_propose:
            raise ProposalError(say("proposal.not_allowed"))
        # The host must not confirm a hand that is recorded already.
        require_not_taken(books, after=after)
        Proposal.objects.filter(seat=seat, declined_at=None).update(declined_at=stamp.at)
        touch(session=books.session)
        return Proposal.objects.create(
            session=books.session,
            seat=seat,
            mode=mode,
            fields=dict(fields),
            act=judge_new(night=books.night, act=act).said.data(),
            after=after,
            proposed_at=stamp.at,
            **books.signed,
        )


def decline_proposal(*, proposal: Proposal, at: datetime) -> None:
    """Decline a proposal, once."""
    with locked(session=proposal.session) as session:
        if Proposal.objects.filter(pk=proposal.pk, declined_at=None).update(declined_at=at):
            touch(session=session)


def judged_proposals(*, session: Session, night: Night) -> tuple[tuple[Proposal, Outcome], ...]:
    """Return the possible proposals for this hand, with outcomes."""
    if not session.players_may_propose:
        return ()
    proposals = Proposal.objects.filter(session=session, after=night.after, declined_at=None)
    judged = []
    for proposal in proposals.select_related("session", "seat__player__merged_into"):
        with suppress(ImpossibleError):
            judged.append((proposal, night.judged(kind=ActKind.HAND, act=proposal.act)))
    return tuple(judged)
