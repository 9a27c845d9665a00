"""The companion of a table: taps during a hand."""

from typing import Any

from django.http import Http404

from scoring.api.web.answers import Shape, at
from scoring.api.web.base import SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Choice, Input, Text, Whole, words
from scoring.forms.table.table import UNDO
from scoring.games.base import Feature
from scoring.games.offers import Phase, Tapped
from scoring.operations.table.companion import note_tap, undo_tap
from scoring.queries.people.access import Action
from scoring.queries.table.companion import Companion as Found
from scoring.queries.table.companion import Tap, companion_of, hand_of
from scoring.queries.table.state import features_of
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
    seat = Whole(min_value=1, max_value=8, required=False)


class Companion(SessionView):
    """Turns, purro, penalties and the stock of the hand that is played."""

    def find(self) -> None:
        """Find a session whose game has a companion."""
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
