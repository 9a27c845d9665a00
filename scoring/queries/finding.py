"""Find sessions and lines of a ledger by what is asked for, a page at a time."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q

from scoring.models import Club, Entry, EntryKind, Session
from scoring.queries.history import HistoryPage, nights_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which sessions of a club are asked for; what is None does not matter."""

    is_closed: bool | None = None
    since: datetime | None = None
    player: UUID | None = None


def find_sessions(*, club: Club, wanted: Wanted, number: int, size: int) -> HistoryPage:
    """Return one page of the sessions asked for, newest first; a number out of range gives the nearest page.

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
    page = Paginator(sessions.distinct().order_by("-started_at", "-pk"), size).get_page(number)
    return HistoryPage(
        nights=nights_of(sessions=tuple(page.object_list)),
        number=page.number,
        page_count=page.paginator.num_pages,
    )
