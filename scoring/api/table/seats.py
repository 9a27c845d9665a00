"""Who sits where, who comes in next, seats put right late."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from scoring.api.people.club import PersonShape
from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import Shape
from scoring.api.web.base import SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import LINE, asks, reads, writes
from scoring.api.web.parsing import Choice, Input, Several, Text, Whole, YesNo, words
from scoring.ledger.night import SeatResult
from scoring.models import Session
from scoring.models.clubs import LONGEST_NAME
from scoring.models.entries import LONGEST_REASON
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seating import (
    MOST_PLAYERS,
    Mistake,
    Order,
    Preview,
    SeatsCorrection,
    change_seats,
    correct_seats,
    preview,
)
from scoring.operations.table.turns import take_turn
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action
from scoring.queries.table import tables
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.state import hand_numbered
from scoring.texts import say


class SeatedShape(Shape):
    """A seat and whose it is; `place` counts in the order of play, 0 for who sits out."""

    number: int
    place: int
    side: int
    player: PersonShape


class SeatsShape(Shape):
    """The seats, and who deals the first hand since they were changed last."""

    items: tuple[SeatedShape, ...]
    dealer: int
    waiting: tuple[int, ...]
    each_hand: bool
    expected_entry: int


class ChangedLineShape(Shape):
    """A line as it stands, and as it would be recorded again."""

    old: EntryShape
    new: EntryShape


class PreviewShape(Shape):
    """What putting the seats right would change, and every seat before and after."""

    lines: tuple[ChangedLineShape, ...]
    before: tuple[SeatResult, ...]
    after: tuple[SeatResult, ...]


class NewOrder(Input):
    """Names in the order of play, unknown ones come in; `dealer` is a place, null goes on in order."""

    names = Several(child=Text(max_length=LONGEST_NAME), min_length=2, max_length=MOST_PLAYERS)
    dealer = Whole(min_value=1, max_value=MOST_PLAYERS, allow_null=True, default=None)
    waiting = Several(
        child=Text(max_length=LONGEST_NAME),
        max_length=MOST_PLAYERS,
        required=False,
        help_text="Who comes in by turns; without it, who sat there or waited where people take turns.",
    )
    each_hand = YesNo(required=False, help_text="Whether the next comes in by itself after every hand.")
    expected_entry = Whole()


class RightOrder(NewOrder):
    """Since which hand the seats were wrong, and what was: the places, or the people on them."""

    hand = Whole(min_value=1)
    mistake = Choice(choices=words(*Mistake))
    reason = Text(max_length=LONGEST_REASON)


class Seats(SessionView):
    @reads(SeatsShape, right=Action.SEE)
    def get(self) -> Any:
        """List the seats with the players who sit there or sit out."""
        return _seats(self.session)

    @writes(NewOrder, SeatsShape, right=Action.RECORD, made="sessions/{public_id}/seats/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Change who sits where from now on; who is not named sits out."""
        expected = wanted["expected_entry"]
        change_seats(session=self.session, order=_order(wanted), expected_entry=expected, stamp=stamp)
        return _seats(self.session)


class NextTurn(Input):
    """The newest line that was seen."""

    expected_entry = Whole()


class TakenTurn(SessionView):
    @writes(NextTurn, SeatsShape, right=Action.RECORD, made="sessions/{public_id}/seats/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Let whoever has waited longest come in for whoever has played longest, where people take turns."""
        take_turn(session=self.session, expected_entry=wanted["expected_entry"], stamp=stamp)
        return _seats(self.session)


class SeatsPutRightPreviews(SessionView):
    @asks(RightOrder, PreviewShape, right=Action.CORRECT, conflicts=True)
    def post(self, wanted: dict[str, Any]) -> Preview:
        """Show every line that putting the seats right since a hand would change, without changing it."""
        stamp = Stamp(device=self.device, at=timezone.now(), key=uuid4())
        return preview(correction=_mending(self.session, wanted), stamp=stamp)


class SeatsPutRight(SessionView):
    @writes(RightOrder, EntryShape, right=Action.CORRECT, made=LINE)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Put the seats right since a hand; the answer is the line of the seating.

        Every line since then that comes to something else is reversed and recorded again.
        """
        return ledger_line(entry=correct_seats(correction=_mending(self.session, wanted), stamp=stamp).seating)


def _order(wanted: dict[str, Any]) -> Order:
    waiting = wanted.get("waiting")
    return Order(
        names=tuple(wanted["names"]),
        dealer=wanted["dealer"],
        waiting=None if waiting is None else tuple(waiting),
        each_hand=wanted.get("each_hand"),
    )


def _mending(session: Session, wanted: dict[str, Any]) -> SeatsCorrection:
    hand = hand_numbered(session=session, number=wanted["hand"])
    if hand is None:
        raise FieldsError(hand=say("api.unknown_hand"))
    return SeatsCorrection(
        hand=hand,
        order=_order(wanted),
        mistake=Mistake(wanted["mistake"]),
        reason=wanted["reason"],
        expected_entry=wanted["expected_entry"],
    )


def _seats(session: Session) -> Any:
    players = {
        seat.number: seat.player.merged_into or seat.player
        for seat in session.seats.select_related("player__merged_into")
    }
    items = [
        {"number": seat.number, "place": seat.place, "side": seat.side, "player": players[seat.number]}
        for seat in tables.results(session=session)
    ]
    now = seatings_of(session=session).now
    return {
        "items": items,
        "dealer": now.dealer,
        "waiting": now.waiting,
        "each_hand": now.each_hand,
        "expected_entry": tables.last_entry_number(session=session),
    }
