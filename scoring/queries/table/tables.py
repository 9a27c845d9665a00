"""The table of a session: its seats and sides, who stands where."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Sum

from scoring.games.base import Seat as GameSeat
from scoring.models import EntryKind, Payment, Player, Seat, Session
from scoring.queries.seatings import seatings_by_session, sides_in


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """A seat with its result (owed to it minus owed by it) and what is still outstanding, in minor units.

    `place` counts the places in the order of play from 1; it and the `side` are 0 for one who sits out.
    `points` are those of the match that is played, 0 in a game without points.
    """

    number: int
    place: int
    side: int
    player: str
    result_cents: int
    outstanding_cents: int
    points: int = 0


def results(*, session: Session) -> tuple[SeatResult, ...]:
    """Return every seat's standing, summed from the payments."""
    return standings(sessions=(session,))[session.pk]


def standings(*, sessions: Collection[Session]) -> dict[int, tuple[SeatResult, ...]]:
    """Return the standing of every seat of several sessions, under each session's id, in four queries."""
    seats = tuple(
        Seat.objects.filter(session__in=sessions)
        .select_related("player__merged_into")
        .annotate(points=Sum("scores__points", default=0))
        .order_by("session", "number")
    )
    flows = _flows(seats=seats)
    seatings = seatings_by_session(sessions=sessions, seats=seats)
    sides = {session.pk: sides_in(session=session, seating=seatings[session.pk].now) for session in sessions}
    standing: dict[int, tuple[SeatResult, ...]] = {session.pk: () for session in sessions}
    for seat in seats:
        found = _standing(seat=seat, sides=sides[seat.session_id], flows=flows, points=seat.points)
        standing[seat.session_id] += (found,)
    return standing


def names_of(*, session: Session) -> dict[int, str]:
    """Return the players by seat number, those who sit out too, in one query."""
    seats = session.seats.select_related("player__merged_into")
    return {seat.number: seat.player.known_as for seat in seats}


def seated(*, session: Session) -> tuple[SeatResult, ...]:
    """Return the standing of those who sit at the table, in the order of play."""
    at_table = (seat for seat in results(session=session) if seat.place)
    return tuple(sorted(at_table, key=lambda seat: seat.place))


type _Flows = dict[tuple[str, int, bool], int]


def _flows(*, seats: tuple[Seat, ...]) -> _Flows:
    flows: _Flows = {}
    for role in ("payer", "payee"):
        sums = (
            Payment.objects.filter(**{f"{role}__in": seats})
            .order_by()
            .values_list(role, "cash")
            .annotate(total=Sum("amount_cents"))
        )
        flows |= {(role, seat, cash): total for seat, cash, total in sums}
    return flows


def _standing(*, seat: Seat, sides: tuple[GameSeat, ...], flows: _Flows, points: int) -> SeatResult:
    def flow(role: str, *, cash: bool) -> int:
        return flows.get((role, seat.pk, cash), 0)

    result = flow("payee", cash=False) - flow("payer", cash=False)
    places = {each.number: (place, each.side) for place, each in enumerate(sides, start=1)}
    place, side = places.get(seat.number, (0, 0))
    return SeatResult(
        number=seat.number,
        place=place,
        side=side,
        player=seat.player.known_as,
        result_cents=result,
        outstanding_cents=result - flow("payee", cash=True) + flow("payer", cash=True),
        points=points,
    )


def is_closed(*, session: Session) -> bool:
    """Tell whether the session has a close that nothing reversed."""
    return session.entries.filter(kind=EntryKind.CLOSE, reversal=None).exists()


def last_entry_number(*, session: Session) -> int:
    """Return the number of the newest entry, 0 before the first."""
    return session.entries.order_by("-number").values_list("number", flat=True).first() or 0


def seat_of(*, session: Session, player: Player | None) -> Seat | None:
    """Return the seat of a player in a session, None for somebody who does not sit there."""
    if player is None:
        return None
    same = (player.pk, *player.merged_players.values_list("pk", flat=True))
    return session.seats.filter(player__in=same).first()
