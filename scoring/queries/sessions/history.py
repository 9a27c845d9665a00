"""The nights of a club, newest first: all of them, or those asked for, a page at a time."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q

from scoring.models import Club, Entry, EntryKind, Hand, Session
from scoring.queries.table.tables import SeatResult, standings

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
    """Return one page of the club's nights in five queries; a number out of range gives the nearest page."""
    sessions = Session.objects.filter(club=club).order_by("-started_at", "-pk")
    page = Paginator(sessions, SESSIONS_PER_PAGE).get_page(number)
    return HistoryPage(
        nights=nights_of(sessions=tuple(page.object_list)), number=page.number, page_count=page.paginator.num_pages
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which sessions of a club are asked for; what is None does not matter."""

    is_closed: bool | None = None
    since: datetime | None = None
    player: UUID | None = None


def find_sessions(*, club: Club, wanted: Wanted, number: int, size: int) -> HistoryPage:
    """Return one page of the sessions asked for, newest first; after the last one come empty pages.

    A merged player's nights are found under the player they were merged into.
    """
    sessions = Session.objects.filter(club=club)
    if wanted.is_closed is not None:
        closes = Entry.objects.filter(session=OuterRef("pk"), kind=EntryKind.CLOSE, reversal=None)
        sessions = sessions.alias(is_closed=Exists(closes)).filter(is_closed=wanted.is_closed)
    if wanted.since is not None:
        sessions = sessions.filter(started_at__gte=wanted.since)
    if wanted.player is not None:
        named = Q(seats__player__public_id=wanted.player)
        sessions = sessions.filter(named | Q(seats__player__merged_into__public_id=wanted.player))
    pages = Paginator(sessions.distinct().order_by("-started_at", "-pk"), size)
    found = tuple(pages.page(number).object_list) if number in pages.page_range else ()
    return HistoryPage(nights=nights_of(sessions=found), number=number, page_count=pages.num_pages)


def nights_of(*, sessions: tuple[Session, ...]) -> tuple[Night, ...]:
    """Return sessions as nights, in the order given, in four queries."""
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
