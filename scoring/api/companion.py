"""The companion of a table: taps during a hand."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import ClubView
from scoring.api.errors import FieldsError
from scoring.api.parsing import Choice, Input, Text, Whole
from scoring.api.schema import reads, writes
from scoring.api.shapes import Shape, words
from scoring.forms.companion import UNDO
from scoring.games.cuajo import Cuajo
from scoring.games.cuajo.table import Phase
from scoring.models import Session
from scoring.operations.companion import note_tap, undo_tap
from scoring.queries.access import Action
from scoring.queries.companion import Tap, Tapped, companion_of, hand_of


class TapShape(Shape):
    """One tap, for a seat."""

    what = serializers.ChoiceField(choices=words(*Tapped))
    seat = serializers.IntegerField()


class CompanionShape(Shape):
    """Where the hand stands; send `hand` and `version` with the next tap."""

    hand = serializers.IntegerField(source="hand.number")
    dealer = serializers.IntegerField(source="hand.dealer")
    version = serializers.CharField()
    taps = TapShape(many=True)
    turn = serializers.IntegerField(source="state.turn")
    phase = serializers.ChoiceField(choices=words(*Phase), source="state.phase")


class NewTap(Input):
    """What was tapped for which seat, or `undo`; made for a hand and a version of the companion."""

    hand = Whole(min_value=1)
    version = Text(max_length=16)
    what = Choice(choices=words(UNDO, *Tapped))
    seat = Whole(min_value=1, max_value=8, required=False)


class Companion(ClubView):
    """Turns, purro, penalties and the stock of the hand that is played."""

    rights = {"GET": Action.SEE, "POST": Action.RECORD}

    @reads(CompanionShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read what was tapped in the hand that is played, and where it led."""
        return Response(_shown(self._table(public_id)))

    @writes(NewTap, CompanionShape)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Note a tap, or undo the last one."""
        session, asked = self._table(public_id), self.read(NewTap)
        if asked["what"] != UNDO and "seat" not in asked:
            raise FieldsError(seat="Say for which seat.")

        def write(_stamp: object) -> dict[str, Any]:
            _tap(session, asked)
            session.refresh_from_db(fields=["table"])
            return _shown(session)

        return self.once(write)

    def _table(self, public_id: UUID) -> Session:
        """Return a session of cuajo, or answer 404: other games have no companion."""
        session = self.session(public_id)
        if session.game != Cuajo.id:
            raise Http404
        return session


def _tap(session: Session, asked: dict[str, Any]) -> None:
    seen = {"hand": asked["hand"], "seen": asked["version"]}
    if asked["what"] == UNDO:
        undo_tap(session=session, **seen)
    else:
        note_tap(session=session, **seen, tap=Tap(what=Tapped(asked["what"]), seat=asked["seat"]))


def _shown(session: Session) -> dict[str, Any]:
    return CompanionShape(companion_of(session=session, hand=hand_of(session=session))).data
