"""Hands that players propose: what they come to, look at one, put one aside."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.forms.base import fresh
from scoring.games.base import ActKind, Outcome
from scoring.models import Proposal
from scoring.operations.table.hands import draft_of
from scoring.operations.table.proposals import decline_proposal, judged_proposals
from scoring.queries.books.ledger import Change, changes_of
from scoring.queries.people.access import Action
from scoring.queries.table.state import TableState
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session

_PAGES = {"quick": "quick-hand"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProposal:
    """A proposal with what it comes to, and the form that opens it for review: address and fields."""

    proposal: Proposal
    player: str
    winner: str
    changes: tuple[Change, ...]
    review: str
    fields: dict[str, object]


def shown_proposals(*, state: TableState) -> tuple[ShownProposal, ...]:
    """Return what is proposed for the hand being played; what has become impossible is left out."""
    found = judged_proposals(session=state.session)
    return tuple(_shown(proposal, outcome=outcome, state=state) for proposal, outcome in found)


@require_POST
@requires(Action.RECORD)
def decline(request: ClubRequest, public_id: UUID, proposal_id: UUID) -> HttpResponse:
    """Put a proposal aside."""
    session = find_session(request, public_id=public_id)
    proposal = get_object_or_404(Proposal, session=session, public_id=proposal_id)
    decline_proposal(proposal=proposal, at=timezone.now())
    messages.success(request, _("The proposal is put aside."))
    return redirect("table", public_id=public_id)


def _shown(proposal: Proposal, *, outcome: Outcome, state: TableState) -> ShownProposal:
    session = state.session
    draft = draft_of(session=session, kind=ActKind.HAND, outcome=outcome)
    now = {"expected_after": state.after, **fresh(expected_entry=state.last_entry)}
    return ShownProposal(
        proposal=proposal,
        player=proposal.seat.player.known_as,
        winner=state.names.get(outcome.winner, "") if outcome.winner else "",
        changes=changes_of(seats=state.seats, payments=draft.payments, points=draft.points),
        review=reverse(_PAGES.get(proposal.mode, "hand"), args=[session.public_id]),
        fields={**proposal.fields, **now},
    )
