"""The hands that players propose and nobody has recorded yet."""

from scoring.models import Proposal, Session


def open_proposals(*, session: Session, after: int) -> tuple[Proposal, ...]:
    """Return what is proposed for the hand being played, that is after the last accepted one."""
    proposals = Proposal.objects.filter(session=session, after=after, declined_at=None)
    return tuple(proposals.select_related("session", "seat__player__merged_into"))
