"""The nights of a club, newest first."""

from dataclasses import dataclass
from enum import StrEnum

from django.core.paginator import Paginator
from django.db.models import Count

from scoring.models import Club, Entry, EntryKind, Hand, Session
from scoring.queries.tables import SeatResult, standings

SESSIONS_PER_PAGE = 20


class State(StrEnum):
    """How far a night is: still played, closed with cash to hand over, or done."""

    OPEN = "open"
    CLOSED = "closed"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A session as the history lists it; `hand_count` counts the hands that stand."""

    session: Session
    seats: tuple[SeatResult, ...]
    hand_count: int
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """A page of the history; `number` counts from 1, the newest nights stand on page 1."""

    nights: tuple[Night, ...]
    number: int
    page_count: int


def history_page(*, club: Club, number: int = 1) -> HistoryPage:
    """Return one page of the club's nights in seven queries; a number out of range gives the nearest page."""
    sessions = Session.objects.filter(club=club).order_by("-started_at", "-pk")
    page = Paginator(sessions, SESSIONS_PER_PAGE).get_page(number)
    return HistoryPage(
        nights=nights_of(sessions=tuple(page.object_list)),
        number=page.number,
        page_count=page.paginator.num_pages,
    )


def nights_of(*, sessions: tuple[Session, ...]) -> tuple[Night, ...]:
    """Return sessions as nights, in the order given, in five queries."""
    seats = standings(sessions=sessions)
    closes = Entry.objects.filter(session__in=sessions, kind=EntryKind.CLOSE, reversal=None)
    closed = set(closes.values_list("session_id", flat=True))
    hands = Hand.objects.filter(session__in=sessions, entry__reversal=None).values_list("session_id")
    hand_counts = dict(hands.annotate(count=Count("pk")).order_by())
    return tuple(
        Night(
            session=session,
            seats=seats[session.pk],
            hand_count=hand_counts.get(session.pk, 0),
            state=_state(session, seats[session.pk], is_closed=session.pk in closed),
        )
        for session in sessions
    )


def _state(session: Session, seats: tuple[SeatResult, ...], *, is_closed: bool) -> State:
    if not is_closed:
        return State.OPEN
    owes_nothing = not any(seat.outstanding_cents for seat in seats)
    is_settled = owes_nothing or session.money.is_points
    return State.SETTLED if is_settled else State.CLOSED
