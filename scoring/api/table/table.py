"""Taps during a hand, objections to lines, hands that players propose."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404

from scoring.api.rules.acts import HandAct
from scoring.api.table.entries import ACT_HELP, HandView, outcome_facts
from scoring.api.table.shapes import JudgedShape, ObjectionShape
from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import EntryView, SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.examples import PROPOSALS
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import NEEDED, Choice, Input, Text, Whole, words
from scoring.forms.table.hands import form_of, sent_fields
from scoring.forms.table.table import UNDO
from scoring.games.base import ActKind, Data, Feature, Outcome
from scoring.games.cuajo.table_state import Phase, Tapped
from scoring.models import Dispute, Entry, Proposal, Role, Ruling, Seat, Session
from scoring.models.entries import LONGEST_REASON
from scoring.operations.errors import DisputeError
from scoring.operations.table.companion import note_tap, undo_tap
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.judging import judge
from scoring.operations.table.posting import Stamp
from scoring.operations.table.proposals import ProposalError, Proposed, decline_proposal, judged_proposals, propose_hand
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.queries.people.access import Action, may
from scoring.queries.table.companion import Companion as Found
from scoring.queries.table.companion import Tap, companion_of, hand_of
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.seatings import sides_of
from scoring.queries.table.state import TableState, features_of, table_state
from scoring.queries.table.tables import seat_of
from scoring.texts import say


class CompanionShape(Shape):
    """Where the hand stands; send `hand` and `version` with the next tap."""

    hand: int = at("hand.number")
    dealer: int = at("hand.dealer")
    version: str
    taps: tuple[Tap, ...]
    turn: int = at("state.turn")
    phase: Phase = at("state.phase")


class NewTap(Input):
    """What was tapped for which seat, or `undo`; made for a hand and a version of the companion."""

    hand = Whole(min_value=1)
    version = Text(max_length=16)
    what = Choice(choices=words(UNDO, *Tapped))
    seat = Whole(min_value=1, max_value=MOST_PLAYERS, required=False)


class Companion(SessionView):
    """Turns, purro, penalties and the stock of the hand that is played."""

    def find(self) -> None:
        super().find()
        if Feature.COMPANION not in features_of(session=self.session):
            raise Http404

    @reads(CompanionShape, right=Action.SEE)
    def get(self) -> Found:
        """Read what was tapped in the hand that is played, and where it led."""
        return self._found()

    @writes(NewTap, CompanionShape, right=Action.RECORD)
    def post(self, tap: dict[str, Any], _stamp: object) -> Found:
        """Note a tap, or undo the last one."""
        session = self.session
        seen = {"hand": tap["hand"], "seen": tap["version"]}
        if tap["what"] == UNDO:
            undo_tap(session=session, **seen)
        elif "seat" not in tap:
            raise FieldsError(seat=say("api.seat_of_tap"))
        else:
            note_tap(session=session, **seen, tap=Tap(what=Tapped(tap["what"]), seat=tap["seat"]))
        session.refresh_from_db(fields=["table"])
        return self._found()

    def _found(self) -> Found:
        return companion_of(session=self.session, hand=hand_of(session=self.session))


class NewDispute(Input):
    """What is wrong with a line; `seat` says who objects where the token does not."""

    why = Text(max_length=LONGEST_REASON)
    seat = Whole(min_value=1, max_value=MOST_PLAYERS, required=False)


class NewRuling(Input):
    """What is to become of a disputed line."""

    ruling = Choice(choices=words(*Ruling))
    expected_objections = Whole(**NEEDED, help_text="How many objections to the line were read.")


class Disputes(SessionView):
    @reads(Items[ObjectionShape], right=Action.SEE)
    def get(self) -> Any:
        """List every objection, settled ones too, with all that was said, oldest first."""
        return {"items": objections_of(session=self.session)}


class EntryDisputes(EntryView):
    @writes(NewDispute, Items[ObjectionShape], right=Action.DISPUTE, made="sessions/{public_id}/disputes/")
    def post(self, new: dict[str, Any], stamp: Stamp) -> Any:
        """Object to a line; it counts until the objection is settled. The answer is all objections to it."""
        raise_dispute(entry=self.entry, seat=self._objector(new.get("seat", 0)), why=new["why"], stamp=stamp)
        return _objections(self.entry)

    def _objector(self, number: int) -> Seat:
        """Return who objects: whoever the token belongs to, or the seat that a scorekeeper names."""
        if own := seat_of(session=self.session, player=self.access.player):
            return own
        if not may(role=self.access.role, action=Action.RECORD):
            raise DisputeError(say("dispute.program_not_seated"))
        if named := self.session.seats.filter(number=number).first():
            return named
        raise FieldsError(seat=say("api.seat_of_objection"))


class DisputeRulings(EntryView):
    @writes(NewRuling, Items[ObjectionShape], right=Action.DISPUTE)
    def post(self, new: dict[str, Any], stamp: Stamp) -> Any:
        """Say how the objection to a line is to be settled: the host's word does, a player's with the others.

        The answer is all objections to the line. With `expected_objections` 409 `objection_changed` says
        that there are others.
        """
        dispute = Dispute.objects.filter(entry=self.entry).order_by("-pk").first()
        if dispute is None:
            raise Http404
        new["ruling"] = Ruling(new["ruling"])
        give_voice(dispute=dispute, seat=self._voice(), **new, stamp=stamp)
        return _objections(self.entry)

    def _voice(self) -> Seat | None:
        """Return whose word it is, None for the host's."""
        if self.access.role is Role.HOST:
            return None
        if own := seat_of(session=self.session, player=self.access.player):
            return own
        raise DisputeError(say("dispute.program_not_seated"))


def _objections(entry: Entry) -> Any:
    return {"items": objections_of(session=entry.session, entry=entry)}


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

    @writes(
        NewProposal, ProposalShape, right=Action.PROPOSE, made="sessions/{public_id}/proposals/", examples=PROPOSALS
    )
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
