"""Hands that players propose for somebody else to look at and record."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404

from scoring.api.rules.acts import HandAct
from scoring.api.table.entries import ACT_HELP, HandView, outcome_facts
from scoring.api.table.shapes import JudgedShape
from scoring.api.web.answers import Items
from scoring.api.web.base import CREATED, SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.examples import PROPOSALS
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Input, Whole
from scoring.forms.table.game_hand import form_of, sent_fields
from scoring.games.base import ActKind, Data, Feature, Outcome
from scoring.models import Proposal, Session
from scoring.operations.table.hands import judge
from scoring.operations.table.posting import Stamp
from scoring.operations.table.proposals import ProposalError, Proposed, decline_proposal, judged_proposals, propose_hand
from scoring.queries.people.access import Action
from scoring.queries.table.seatings import sides_of
from scoring.queries.table.state import TableState, table_state
from scoring.queries.table.tables import seat_of
from scoring.texts import say


class ProposalShape(JudgedShape):
    """A hand that a seat proposes, and what it would come to now; record it by sending its `act`."""

    id: UUID
    seat: int
    player: str
    proposed_at: datetime


class NewProposal(Input):
    """A hand that ended, and after which hand it was played."""

    act = HandAct(help_text=ACT_HELP)
    expected_after = Whole()


class Proposals(HandView):
    @reads(Items[ProposalShape], right=Action.SEE)
    def get(self) -> Any:
        """List what is proposed for the hand that is played; recording a hand empties the list."""
        return _listed(self.session)

    @writes(NewProposal, ProposalShape, right=Action.PROPOSE, status=CREATED, examples=PROPOSALS)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Propose a hand for the player the token speaks for, in place of what that player proposed before.

        409 with `hand_taken` as for a hand that is recorded.
        """
        seat = seat_of(session=self.session, player=self.access.player)
        if seat is None:
            raise ProposalError(say("proposal.program_not_seated"))
        act, after = wanted["act"], wanted["expected_after"]
        state = replace(table_state(session=self.session), proposed_by=seat)
        proposed = _proposed(state, act=act, after=after)
        return _shown(propose_hand(seat=seat, proposed=proposed, stamp=stamp))


class Declines(SessionView):
    proposal: Proposal

    def find(self) -> None:
        """Find the proposal too."""
        super().find()
        self.proposal = get_object_or_404(Proposal, session=self.session, public_id=self.part("proposal_id"))

    @writes(None, Items[ProposalShape], right=Action.RECORD)
    def post(self, stamp: Stamp) -> Any:
        """Put a proposal aside; the answer is what is still proposed."""
        decline_proposal(proposal=self.proposal, at=stamp.at)
        return _listed(self.session)


def _proposed(state: TableState, *, act: Data, after: int) -> Proposed:
    """Return a hand as the form of the pages would hold it, so that it can be looked at there."""
    outcome = judge(session=state.session, kind=ActKind.HAND, act=act, seats=state.sides_in_order)
    if Feature.UNWON_HANDS in state.features and outcome.winner is None:
        raise FieldsError(act=say("api.only_wins"))
    form = form_of(state=state, act=outcome.said.data())
    return Proposed(mode=form.mode, fields=sent_fields(form=form), act=act, after=after)


def _listed(session: Session) -> Any:
    found = judged_proposals(session=session)
    return {"items": tuple(_facts(proposal, outcome) for proposal, outcome in found)}


def _shown(proposal: Proposal) -> Any:
    seats = sides_of(session=proposal.session)
    outcome = judge(session=proposal.session, kind=ActKind.HAND, act=proposal.act, seats=seats)
    return _facts(proposal, outcome)


def _facts(proposal: Proposal, outcome: Outcome) -> Any:
    return {
        **outcome_facts(proposal.session, outcome),
        "id": proposal.public_id,
        "seat": proposal.seat.number,
        "player": proposal.seat.player.known_as,
        "proposed_at": proposal.proposed_at,
    }
