"""Propose a hand for somebody else to record; decline one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.games.base import ActKind, Data, ImpossibleError, Outcome
from scoring.ledger.night import Night
from scoring.models import Proposal, Seat, Session
from scoring.operations.errors import RefusedError
from scoring.operations.table.hands import require_not_taken
from scoring.operations.table.judging import judge, judge_new
from scoring.operations.table.posting import Stamp, content_hash, locked, touch, writing
from scoring.texts import say


class ProposalError(RefusedError):
    """A hand that may not be proposed."""

    code = "proposal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A hand as entered: the mode of its form, what was filled in, what that says, and after which hand."""

    mode: str
    fields: Mapping[str, str]
    act: Data
    after: int


def propose_hand(*, seat: Seat, proposed: Proposed, stamp: Stamp) -> Proposal:
    """Keep a hand that a seat proposes, in place of what it proposed before, and return the proposal.

    Raises ProposalError where the night does not allow it, HandTakenError when the hand was recorded
    meanwhile, ImpossibleError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("propose_hand", seat=seat.pk, act=proposed.act, after=proposed.after)
    with writing(Proposal, session=seat.session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        if not books.session.players_may_propose:
            raise ProposalError(say("proposal.not_allowed"))
        require_not_taken(books, after=proposed.after)
        Proposal.objects.filter(seat=seat, declined_at=None).update(declined_at=stamp.at)
        proposal = Proposal.objects.create(
            session=books.session,
            seat=seat,
            mode=proposed.mode,
            fields=dict(proposed.fields),
            act=judge_new(night=books.night, act=proposed.act).said.data(),
            after=proposed.after,
            device=stamp.device,
            proposed_at=stamp.at,
            key=stamp.key,
            content_hash=content,
        )
        touch(session=books.session)
        return proposal


def decline_proposal(*, proposal: Proposal, at: datetime) -> None:
    """Put a proposal aside; one that was put aside before stays so."""
    with locked(session=proposal.session) as session:
        if Proposal.objects.filter(pk=proposal.pk, declined_at=None).update(declined_at=at):
            touch(session=session)


def judged_proposals(*, session: Session, night: Night) -> tuple[tuple[Proposal, Outcome], ...]:
    """Return what is proposed for the hand being played with what each comes to.

    What has become impossible is left out.
    """
    if not session.players_may_propose:
        return ()
    proposals = Proposal.objects.filter(session=session, after=night.after, declined_at=None)
    found = proposals.select_related("session", "seat__player__merged_into")
    return tuple((proposal, outcome) for proposal in found if (outcome := _outcome(proposal, night)))


def _outcome(proposal: Proposal, night: Night) -> Outcome | None:
    try:
        return judge(night=night, kind=ActKind.HAND, act=proposal.act)
    except ImpossibleError:
        return None
