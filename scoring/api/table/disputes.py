"""Objections to lines of the ledger."""

from typing import Any

from django.http import Http404

from scoring.api.web.answers import Items
from scoring.api.web.base import CREATED, EntryView, SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Choice, Input, Text, Whole, words
from scoring.forms.table.table import LONGEST_REASON
from scoring.models import Dispute, Entry, Role, Ruling, Seat
from scoring.operations.errors import DisputeError
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action, may
from scoring.queries.table.disputes import Objection, objections_of
from scoring.queries.table.tables import seat_of
from scoring.texts import say


class NewDispute(Input):
    """What is wrong with a line; `seat` says who objects where the token does not."""

    why = Text(max_length=LONGEST_REASON)
    seat = Whole(min_value=1, max_value=8, required=False)


class NewRuling(Input):
    """What is to become of a disputed line."""

    ruling = Choice(choices=words(*Ruling))


class Disputes(SessionView):
    @reads(Items[Objection], right=Action.SEE)
    def get(self) -> Any:
        """List every objection, settled ones too, with all that was said, oldest first."""
        return {"items": objections_of(session=self.session)}


class EntryDisputes(EntryView):
    @writes(NewDispute, Items[Objection], right=Action.DISPUTE, status=CREATED)
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
    @writes(NewRuling, Items[Objection], right=Action.DISPUTE)
    def post(self, new: dict[str, Any], stamp: Stamp) -> Any:
        """Say how the objection to a line is to be settled: the host's word does, a player's with the others.

        The answer is all objections to the line.
        """
        dispute = Dispute.objects.filter(entry=self.entry).order_by("-pk").first()
        if dispute is None:
            raise Http404
        give_voice(dispute=dispute, seat=self._voice(), ruling=Ruling(new["ruling"]), stamp=stamp)
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
