"""Who sat where at which hand: every seating of a session, and the sides that follow from the places.

A *position* says where in the order of play a line of the ledger belongs: that of the hand, for another line
the number of its entry, or the position it keeps in its act when it was recorded again on other seats.
"""

from scoring.games.base import Seat as GameSeat
from scoring.ledger.seatings import Seating, seating_in
from scoring.models import Entry, EntryKind, Session


def seating_by(*, entry: Entry) -> Seating:
    return seating_in(act=entry.act, entry=entry.number)


def sides_in(*, session: Session, seating: Seating) -> tuple[GameSeat, ...]:
    """Return a seating as the game sees it: the seats in the order of play, with the side of their place.

    Of a night entered later nobody knows who were partners.
    """
    if session.entered_later:
        return tuple(GameSeat(number=seat, side=side) for side, seat in enumerate(seating.seats, start=1))
    rules = session.as_at(position=seating.since).house_rules
    places = session.played.sides(rules=rules, seat_count=len(seating.seats))
    return tuple(GameSeat(number=seat, side=place.side) for seat, place in zip(seating.seats, places, strict=True))


def position_of(*, entry: Entry) -> int:
    """Return where in the order of play an entry belongs."""
    if entry.kind == EntryKind.HAND:
        return entry.hand.position
    return int(entry.act.get("position", entry.number))
