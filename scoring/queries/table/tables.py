"""The table of a session: its seats and sides, who stands where."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypedDict
from uuid import UUID

from django.db.models import BigIntegerField, QuerySet
from django.db.models.expressions import RawSQL

from scoring.games.base import Seat as GameSeat
from scoring.ledger.night import SeatResult
from scoring.models import Club, Entry, Player, Seat, Session
from scoring.people import Person
from scoring.queries.people.access import Access, Action, may
from scoring.queries.table.seatings import seatings_by_session, sides_in


def is_settled(*, session: Session, seats: Iterable[SeatResult]) -> bool:
    """Tell whether nobody of a session has anything left to hand over; points never have."""
    return session.money.is_points or not any(seat.outstanding_cents for seat in seats)


def standings(
    *, sessions: Collection[Session], changed: Collection[int] | None = None
) -> dict[int, tuple[SeatResult, ...]]:
    """Return the standing of every seat of several sessions, under each session's id, in two queries.

    Where it is known in which of them seats `changed`, it is one query if that is none.
    """
    seats = tuple(summed_seats(sessions=sessions))
    seatings = seatings_by_session(sessions=sessions, seats=seats, changed=changed)
    sides = {session.pk: sides_in(session=session, seating=seatings[session.pk].now) for session in sessions}
    standing: dict[int, tuple[SeatResult, ...]] = {session.pk: () for session in sessions}
    for seat in seats:
        standing[seat.session_id] += (SeatResult(**figures_of(seat=seat, sides=sides[seat.session_id])),)
    return standing


def summed_seats(*, sessions: Collection[Session]) -> QuerySet[Seat, Any]:
    """Return the seats of sessions with their players, points, and what each paid and received."""
    return (
        Seat.objects.filter(session__in=sessions)
        .select_related("player__merged_into")
        .annotate(points=_POINTS, owed=_flow(), apart=_flow(apart=True), handed=_flow(cash=True))
        .order_by("session", "number")
    )


class Figures(TypedDict):
    """The fields of a standing."""

    number: int
    place: int
    side: int
    player: Person
    result_cents: int
    outstanding_cents: int
    apart_cents: int
    points: int


def figures_of(*, seat: Any, sides: Sequence[GameSeat]) -> Figures:
    """Return the standing of one of the `summed_seats`, at a table with these sides."""
    places = {each.number: (place, each.side) for place, each in enumerate(sides, start=1)}
    place, side = places.get(seat.number, (0, 0))
    return {
        "number": seat.number,
        "place": place,
        "side": side,
        "player": seat.player.known_as,
        "result_cents": seat.owed,
        "outstanding_cents": seat.owed + seat.apart - seat.handed,
        "apart_cents": seat.apart,
        "points": seat.points,
    }


def _sum(rows: str, params: tuple[bool, ...] = ()) -> RawSQL:
    return RawSQL(rows, params, output_field=BigIntegerField())  # noqa: S611 constants below


_POINTS = _sum("COALESCE((SELECT SUM(points) FROM scoring_score WHERE seat_id = scoring_seat.id), 0)")

_FLOW = """
    COALESCE((SELECT SUM(amount_cents) FROM scoring_payment
        WHERE payee_id = scoring_seat.id AND cash = %s AND apart = %s), 0)
    - COALESCE((SELECT SUM(amount_cents) FROM scoring_payment
        WHERE payer_id = scoring_seat.id AND cash = %s AND apart = %s), 0)
"""


def _flow(*, cash: bool = False, apart: bool = False) -> RawSQL:
    """Return what a seat received less what it paid, each by an index.

    Written out, because every page asks it and putting it together took longer than the database's answer.
    """
    return _sum(_FLOW, (cash, apart, cash, apart))


def names_of(*, session: Session) -> dict[int, Person]:
    seats = session.seats.select_related("player__merged_into")
    return {seat.number: seat.player.known_as for seat in seats}


def last_entry_number(*, session: Session) -> int:
    return session.entries.order_by("-number").values_list("number", flat=True).first() or 0


def recorded_under(*, club: Club, key: UUID) -> Entry | None:
    """Return what was recorded under the key of a form and still stands, None for nothing of this club."""
    return Entry.objects.standing().filter(session__club=club, key=key).select_related("session").first()


def seat_of(*, session: Session, player: Player | None) -> Seat | None:
    """Return the seat of a player in a session, None for somebody who does not sit there."""
    if player is None:
        return None
    same = (player.pk, *player.merged_players.values_list("pk", flat=True))
    return session.seats.filter(player__in=same).first()


def may_mark_cash(*, access: Access, session: Session, seats: tuple[int, int]) -> bool:
    """Tell whether cash between two seats may be recorded: who only plays records what is their own."""
    if may(role=access.role, action=Action.RECORD):
        return True
    own = seat_of(session=session, player=access.player)
    return own is not None and own.number in seats and may(role=access.role, action=Action.MARK_OWN)
