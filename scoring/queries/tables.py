"""The table of a session: its seats and sides, who stands where."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Sum

from scoring.games.base import Seat as GameSeat
from scoring.models import EntryKind, Payment, Player, Seat, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """A seat with its result (owed to it minus owed by it) and what is still outstanding, in minor units.

    `points` are those of the match that is played, 0 in a game without points.
    """

    number: int
    side: int
    player: str
    result_cents: int
    outstanding_cents: int
    points: int = 0


def sides_of(*, session: Session) -> tuple[GameSeat, ...]:
    """Return the seats as a game sees them."""
    seats = session.seats.select_related("partnership").order_by("number")
    return tuple(GameSeat(number=seat.number, side=seat.partnership.number) for seat in seats)


def results(*, session: Session) -> tuple[SeatResult, ...]:
    """Return every seat's standing, summed from the payments."""
    return standings(sessions=(session,))[session.pk]


def standings(*, sessions: Collection[Session]) -> dict[int, tuple[SeatResult, ...]]:
    """Return the standing of every seat of several sessions, under each session's id, in three queries."""
    seats = tuple(
        Seat.objects.filter(session__in=sessions)
        .select_related("partnership", "player__merged_into")
        .annotate(points=Sum("scores__points", default=0))
        .order_by("session", "number")
    )
    flows = _flows(seats=seats)
    standing: dict[int, tuple[SeatResult, ...]] = {session.pk: () for session in sessions}
    for seat in seats:
        standing[seat.session_id] += (_standing(seat=seat, flows=flows, points=seat.points),)
    return standing


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


def _standing(*, seat: Seat, flows: _Flows, points: int) -> SeatResult:
    def flow(role: str, *, cash: bool) -> int:
        return flows.get((role, seat.pk, cash), 0)

    result = flow("payee", cash=False) - flow("payer", cash=False)
    return SeatResult(
        number=seat.number,
        side=seat.partnership.number,
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
