"""Objections to lines of the ledger."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView
from scoring.api.errors import FieldsError
from scoring.api.parsing import Choice, Input, Text, Whole
from scoring.api.schema import reads, writes
from scoring.api.shapes import Shape, words
from scoring.forms.table import LONGEST_REASON
from scoring.models import Dispute, Entry, Role, Ruling, Seat, Session
from scoring.operations.disputes import give_voice, raise_dispute
from scoring.operations.errors import DisputeError
from scoring.operations.posting import Stamp
from scoring.queries.access import Action, may
from scoring.queries.disputes import Outcome, objections_of
from scoring.queries.tables import seat_of


class VoiceShape(Shape):
    """What somebody wants done about a disputed line; without a player it is the host."""

    player = serializers.CharField(allow_blank=True)
    ruling = serializers.ChoiceField(choices=words(*Ruling))
    decides = serializers.BooleanField()
    device = serializers.CharField(allow_blank=True)
    given_at = serializers.DateTimeField()


class DisputeShape(Shape):
    """An objection with all that was said, oldest first; `line` is the number of the entry."""

    line = serializers.IntegerField()
    player = serializers.CharField()
    why = serializers.CharField()
    device = serializers.CharField(allow_blank=True)
    raised_at = serializers.DateTimeField()
    voices = VoiceShape(many=True)
    outcome = serializers.ChoiceField(choices=words(*Outcome))


class DisputesShape(Shape):
    """Every objection, oldest first."""

    items = DisputeShape(many=True)


class NewDispute(Input):
    """What is wrong with a line; `seat` says who objects where the token does not."""

    why = Text(max_length=LONGEST_REASON)
    seat = Whole(min_value=1, max_value=8, required=False)


class NewRuling(Input):
    """What is to become of a disputed line."""

    ruling = Choice(choices=words(*Ruling))


class Disputes(ClubView):
    """The objections of a session."""

    rights = {"GET": Action.SEE}

    @reads(DisputesShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """List every objection, settled ones too, with all that was said."""
        return Response(DisputesShape({"items": objections_of(session=self.session(public_id))}).data)


class EntryDisputes(ClubView):
    """Objections to a line."""

    rights = {"POST": Action.DISPUTE}

    @writes(NewDispute, DisputesShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID, number: int) -> HttpResponse:
        """Object to a line; it counts until the objection is settled. The answer is all objections to it."""
        entry, asked = self.entry(public_id, number), self.read(NewDispute)
        seat = self._seat(entry.session, asked)

        def write(stamp: Stamp) -> dict[str, Any]:
            raise_dispute(entry=entry, seat=seat, why=asked["why"], stamp=stamp)
            return _shown(entry)

        return self.once(write, status=CREATED)

    def _seat(self, session: Session, asked: dict[str, Any]) -> Seat:
        """Return who objects: whoever the token belongs to, or the seat that a scorekeeper names."""
        if own := seat_of(session=session, player=self.access.player):
            return own
        if not may(role=self.access.role, action=Action.RECORD):
            raise DisputeError("This token belongs to nobody who plays here.")
        named = session.seats.filter(number=asked.get("seat", 0)).first()
        if named is None:
            raise FieldsError(seat="Say which seat of this table objects.")
        return named


class DisputeRulings(ClubView):
    """Rulings on a disputed line."""

    rights = {"POST": Action.DISPUTE}

    @writes(NewRuling, DisputesShape)
    def post(self, _request: Request, public_id: UUID, number: int) -> HttpResponse:
        """Say how the objection to a line is to be settled: the host's word does, a player's with the others.

        The answer is all objections to the line.
        """
        entry, asked = self.entry(public_id, number), self.read(NewRuling)
        dispute = Dispute.objects.filter(entry=entry).order_by("-pk").first()
        if dispute is None:
            raise Http404
        seat = None
        if self.access.role is not Role.HOST:
            seat = seat_of(session=entry.session, player=self.access.player)
            if seat is None:
                raise DisputeError("This token belongs to nobody who plays here.")

        def write(stamp: Stamp) -> dict[str, Any]:
            give_voice(dispute=dispute, seat=seat, ruling=Ruling(asked["ruling"]), stamp=stamp)
            return _shown(entry)

        return self.once(write)


def _shown(entry: Entry) -> dict[str, Any]:
    return DisputesShape({"items": objections_of(session=entry.session, entry=entry)}).data
