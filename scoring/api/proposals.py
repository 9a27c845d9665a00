"""Hands that players propose for somebody else to look at and record."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView, Shown
from scoring.api.entries import ACT_HELP, both_versions, outcome_facts, refuse
from scoring.api.errors import FieldsError
from scoring.api.examples import PROPOSALS
from scoring.api.parsing import AnyObject, Input, Whole
from scoring.api.schema import reads, writes
from scoring.api.shapes import JudgedShape, Shape
from scoring.forms.hand_modes import form_of, sent_fields
from scoring.games.base import ActKind, Data, Outcome
from scoring.games.cuajo import Cuajo
from scoring.models import Proposal, Session
from scoring.operations.hands import judge
from scoring.operations.posting import Stamp
from scoring.operations.proposals import (
    ProposalError,
    Proposed,
    decline_proposal,
    judged_proposals,
    propose_hand,
)
from scoring.queries.access import Action
from scoring.queries.desks import Desk, desk_of
from scoring.queries.tables import seat_of


class ProposalShape(JudgedShape):
    """A hand that a seat proposes, and what it would come to now; record it by sending its `act`."""

    id = serializers.UUIDField()
    seat = serializers.IntegerField()
    player = serializers.CharField()
    proposed_at = serializers.DateTimeField()


class ProposalsShape(Shape):
    """What is proposed for the hand that is played, the oldest first."""

    items = ProposalShape(many=True)


class NewProposal(Input):
    """A hand that ended, and after which hand it was played."""

    act = AnyObject(help_text=ACT_HELP)
    expected_after = Whole()


class Proposals(ClubView):
    """The hands that players propose."""

    rights = {"GET": Action.SEE, "POST": Action.PROPOSE}

    @reads(ProposalsShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """List what is proposed for the hand that is played; recording a hand empties the list."""
        return Response(_listed(self.session(public_id)))

    @writes(NewProposal, ProposalShape, status=CREATED, examples=PROPOSALS)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Propose a hand for the player the token speaks for, in place of what that player proposed before.

        409 with `hand_taken` as for a hand that is recorded.
        """
        session, wanted = self.session(public_id), self.read(NewProposal)
        seat = seat_of(session=session, player=self.access.player)
        if seat is None:
            raise ProposalError("This token belongs to nobody who plays here.")
        act, after = wanted["act"], wanted["expected_after"]

        def write(stamp: Stamp) -> Shown:
            desk = replace(desk_of(session=session), proposed_by=seat)
            if not desk.taken(expected_after=after):
                refuse(desk, act)
            proposed = _proposed(desk, act=act, after=after)
            return _shown(propose_hand(seat=seat, proposed=proposed, stamp=stamp))

        return self.once(both_versions(session, act, write), status=CREATED)


class Declines(ClubView):
    """Proposals put aside."""

    rights = {"POST": Action.RECORD}

    @writes(None, ProposalsShape)
    def post(self, _request: Request, public_id: UUID, proposal_id: UUID) -> HttpResponse:
        """Put a proposal aside; the answer is what is still proposed."""
        session = self.session(public_id)
        proposal = Proposal.objects.filter(session=session, public_id=proposal_id).first()
        if proposal is None:
            raise Http404

        def write(stamp: Stamp) -> Shown:
            decline_proposal(proposal=proposal, at=stamp.at)
            return _listed(session)

        return self.once(write)


def _proposed(desk: Desk, *, act: Data, after: int) -> Proposed:
    """Return a hand as the form of the pages would hold it, so that it can be looked at there."""
    outcome = judge(session=desk.session, kind=ActKind.HAND, act=act)
    if desk.session.game == Cuajo.id and outcome.winner is None:
        raise FieldsError(act="Only a win is proposed. Whoever keeps the score records that nobody won.")
    form = form_of(desk=desk, act=outcome.act)
    return Proposed(mode=form.mode, fields=sent_fields(form=form), act=act, after=after)


def _listed(session: Session) -> dict[str, Any]:
    found = judged_proposals(session=session)
    return ProposalsShape({"items": [_facts(proposal, outcome) for proposal, outcome in found]}).data


def _shown(proposal: Proposal) -> dict[str, Any]:
    outcome = judge(session=proposal.session, kind=ActKind.HAND, act=proposal.act)
    return ProposalShape(_facts(proposal, outcome)).data


def _facts(proposal: Proposal, outcome: Outcome) -> dict[str, Any]:
    return {
        **outcome_facts(proposal.session, outcome),
        "id": proposal.public_id,
        "seat": proposal.seat.number,
        "player": proposal.seat.player.known_as,
        "proposed_at": proposal.proposed_at,
    }
