"""Propose a hand for somebody else to record; decline one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.games.base import ActKind, Data, ImpossibleError, Outcome
from scoring.models import Proposal, Seat, Session
from scoring.operations.errors import HandTakenError, KeyReusedError, RefusedError
from scoring.operations.hands import judge
from scoring.operations.posting import Stamp, content_hash, lock, require_open, touch
from scoring.queries import hands
from scoring.queries.proposals import open_proposals


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


@transaction.atomic
def propose_hand(*, seat: Seat, proposed: Proposed, stamp: Stamp) -> Proposal:
    """Keep a hand that a seat proposes, in place of what it proposed before, and return the proposal.

    Raises ProposalError where the night does not allow it, HandTakenError when the hand was recorded
    meanwhile, ImpossibleError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("propose_hand", seat=seat.pk, act=proposed.act, after=proposed.after)
    session = lock(session=seat.session)
    if before := Proposal.objects.filter(key=stamp.key).first():
        if before.content_hash != content:
            raise KeyReusedError
        return before
    require_open(session=session)
    if not session.players_may_propose:
        raise ProposalError("Players may not propose hands in this night. The host can allow it.")
    if taken := hands.hand_since(session=session, after=proposed.after):
        raise HandTakenError(taken)
    Proposal.objects.filter(seat=seat, declined_at=None).update(declined_at=stamp.at)
    proposal = Proposal.objects.create(
        session=session,
        seat=seat,
        mode=proposed.mode,
        fields=dict(proposed.fields),
        act=judge(session=session, kind=ActKind.HAND, act=proposed.act).act,
        after=proposed.after,
        device=stamp.device,
        proposed_at=stamp.at,
        key=stamp.key,
        content_hash=content,
    )
    touch(session=session)
    return proposal


@transaction.atomic
def decline_proposal(*, proposal: Proposal, at: datetime) -> None:
    """Put a proposal aside; one that was put aside before stays so."""
    session = lock(session=proposal.session)
    if Proposal.objects.filter(pk=proposal.pk, declined_at=None).update(declined_at=at):
        touch(session=session)


def judged_proposals(*, session: Session) -> tuple[tuple[Proposal, Outcome], ...]:
    """Return what is proposed for the hand being played with what each comes to.

    What has become impossible is left out.
    """
    if not session.players_may_propose:
        return ()
    found = open_proposals(session=session, after=hands.last_position(session=session))
    return tuple((proposal, outcome) for proposal in found if (outcome := _outcome(proposal)))


def _outcome(proposal: Proposal) -> Outcome | None:
    try:
        return judge(session=proposal.session, kind=ActKind.HAND, act=proposal.act)
    except ImpossibleError:
        return None
