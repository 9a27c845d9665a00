"""Who sits where: read it, change it from now on, put it right since an earlier hand."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView
from scoring.api.entries import shown_entry
from scoring.api.errors import FieldsError
from scoring.api.parsing import Choice, Input, Text, Whole
from scoring.api.schema import asks, reads, writes
from scoring.api.shapes import EntryShape, PersonShape, SeatShape, Shape, words
from scoring.forms.table import LONGEST_REASON
from scoring.models import Session
from scoring.operations.players import LONGEST_NAME
from scoring.operations.posting import Stamp
from scoring.operations.seating import MOST_PLAYERS, Mistake, Order, change_seats
from scoring.operations.seating_preview import Mending, mended, preview
from scoring.queries import tables
from scoring.queries.access import Action
from scoring.queries.seatings import seatings_of
from scoring.queries.seats import hand_numbered


class SeatedShape(Shape):
    """A seat and whose it is; `place` counts in the order of play, 0 for who sits out."""

    number = serializers.IntegerField()
    place = serializers.IntegerField()
    side = serializers.IntegerField()
    player = PersonShape()


class SeatsShape(Shape):
    """The seats, and who deals the first hand since they were changed last."""

    items = SeatedShape(many=True)
    dealer = serializers.IntegerField()
    expected_entry = serializers.IntegerField()


class ChangedLineShape(Shape):
    """A line as it stands, and as it would be recorded again."""

    old = EntryShape()
    new = EntryShape()


class PreviewShape(Shape):
    """What putting the seats right would change, and every seat before and after."""

    lines = ChangedLineShape(many=True)
    before = SeatShape(many=True)
    after = SeatShape(many=True)


class NewOrder(Input):
    """Names in the order of play, unknown ones come in; `dealer` is a place, null goes on in order."""

    names = serializers.ListField(child=Text(max_length=LONGEST_NAME), min_length=2, max_length=MOST_PLAYERS)
    dealer = Whole(min_value=1, max_value=MOST_PLAYERS, allow_null=True, default=None)
    expected_entry = Whole()


class Mend(NewOrder):
    """Since which hand the seats were wrong, and what was: the places, or the people on them."""

    hand = Whole(min_value=1)
    mistake = Choice(choices=words(*Mistake))
    reason = Text(max_length=LONGEST_REASON)


class Seats(ClubView):
    """The seats of a session."""

    rights = {"GET": Action.SEE, "POST": Action.RECORD}

    @reads(SeatsShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """List the seats with the players who sit there or sit out."""
        return Response(_shown(self.session(public_id)))

    @writes(NewOrder, SeatsShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Change who sits where from now on; who is not named sits out."""
        session, wanted = self.session(public_id), self.read(NewOrder)

        def write(stamp: Stamp) -> dict[str, Any]:
            expected = wanted["expected_entry"]
            change_seats(session=session, order=_order(wanted), expected_entry=expected, stamp=stamp)
            return _shown(session)

        return self.once(write, status=CREATED)


class MendingPreviews(ClubView):
    """What putting the seats right would change."""

    rights = {"POST": Action.CORRECT}

    @asks(Mend, PreviewShape, conflicts=True)
    def post(self, _request: Request, public_id: UUID) -> Response:
        """Show every line that putting the seats right since a hand would change, without changing it."""
        mending = _mending(self.session(public_id), self.read(Mend))
        stamp = Stamp(device=self.device, at=timezone.now(), key=uuid4())
        return Response(PreviewShape(preview(mending=mending, stamp=stamp)).data)


class Mendings(ClubView):
    """Seats put right since an earlier hand."""

    rights = {"POST": Action.CORRECT}

    @writes(Mend, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Put the seats right since a hand; the answer is the line of the seating.

        Every line since then that comes to something else is reversed and recorded again.
        """
        mending = _mending(self.session(public_id), self.read(Mend))
        return self.once(
            lambda stamp: shown_entry(mended(mending=mending, stamp=stamp).seating), status=CREATED
        )


def _order(wanted: dict[str, Any]) -> Order:
    return Order(names=tuple(wanted["names"]), dealer=wanted["dealer"])


def _mending(session: Session, wanted: dict[str, Any]) -> Mending:
    hand = hand_numbered(session=session, number=wanted["hand"])
    if hand is None:
        raise FieldsError(hand="There is no hand with this number.")
    return Mending(
        hand=hand,
        order=_order(wanted),
        mistake=Mistake(wanted["mistake"]),
        reason=wanted["reason"],
        expected_entry=wanted["expected_entry"],
    )


def _shown(session: Session) -> dict[str, Any]:
    players = {
        seat.number: seat.player.merged_into or seat.player
        for seat in session.seats.select_related("player__merged_into")
    }
    items = [
        {"number": seat.number, "place": seat.place, "side": seat.side, "player": players[seat.number]}
        for seat in tables.results(session=session)
    ]
    found = {
        "items": items,
        "dealer": seatings_of(session=session).now.dealer,
        "expected_entry": tables.last_entry_number(session=session),
    }
    return SeatsShape(found).data
