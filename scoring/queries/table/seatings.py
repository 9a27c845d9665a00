"""Who sat where at which hand: every seating of a session, and the sides that follow from the places.

A *position* says where in the order of play a line of the ledger belongs: that of the hand, for another line
the number of its entry, or the position it keeps in its act when it was recorded again on other seats.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable

from scoring.games.base import Seat as GameSeat
from scoring.ledger.seatings import Seating, Seatings, in_order, seating_in
from scoring.models import Entry, EntryKind, Seat, Session
from scoring.queries.table.terms import load_terms


def seatings_by_session(
    *, sessions: Collection[Session], seats: Iterable[Seat], changed: Collection[int] | None = None
) -> dict[int, Seatings]:
    """Return the seatings of sessions under their ids in one query; `seats` are all their seats.

    Who knows the ids of the sessions whose seats `changed` says so: without any there is no query.
    """
    load_terms(sessions=sessions)
    recorded: defaultdict[int, list[Seating]] = defaultdict(list)
    nights = sessions if changed is None else changed
    entries = Entry.objects.standing().of_kind(EntryKind.SEATING).filter(session__in=nights).order_by()
    for session_id, number, act in entries.values_list("session_id", "number", "act"):
        recorded[session_id].append(seating_in(act=act, entry=number))
    first_seats: defaultdict[int, list[int]] = defaultdict(list)
    for seat in seats:
        if not seat.since:
            first_seats[seat.session_id].append(seat.number)
    return {
        session.pk: Seatings(
            all=(first_seating(session=session, numbers=first_seats[session.pk]), *in_order(recorded[session.pk]))
        )
        for session in sessions
    }


def seating_by(*, entry: Entry) -> Seating:
    return seating_in(act=entry.act, entry=entry.number)


def first_seating(*, session: Session, numbers: Iterable[int]) -> Seating:
    """Return the seating that a session starts with, on seats with these numbers."""
    return Seating(since=0, entry=0, seats=tuple(sorted(numbers)), dealer=session.first_dealer)


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
