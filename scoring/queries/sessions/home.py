"""What the first page shows: nights to go on with, the latest ones, and what was agreed on last time."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.queries.sessions.history import Night, nights_of
from scoring.queries.table import hands
from scoring.queries.table.tables import seated

RECENT_NIGHTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTime:
    """A session to start once more: names in the order of play, the place that would deal its next hand."""

    session: Session
    names: tuple[str, ...]
    dealer: int

    @property
    def dealer_name(self) -> str:
        """Return the player who deals first next time."""
        return self.names[self.dealer - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Open nights newest first, the latest closed ones, and what was agreed on last time."""

    open: tuple[Night, ...]
    recent: tuple[Night, ...]
    last: LastTime | None


def home_of(*, club: Club) -> Home:
    """Return the first page of a club."""
    played = open_sessions(club=club)
    recent = tuple(_by_state(club=club, is_closed=True)[:RECENT_NIGHTS])
    nights = nights_of(sessions=played + recent)
    return Home(open=nights[: len(played)], recent=nights[len(played) :], last=last_time(club=club))


def open_sessions(*, club: Club) -> tuple[Session, ...]:
    """Return the sessions that are still played, newest first."""
    return tuple(_by_state(club=club, is_closed=False))


def last_time(*, club: Club, like: UUID | None = None, game: str = "") -> LastTime | None:
    """Return the newest session of a club or the one named, of one game where that is named, to start again.

    None if there is none.
    """
    sessions = _newest_first(club=club).select_related("club")
    sessions = sessions.filter(public_id=like) if like else sessions
    session = (sessions.filter(game=game) if game else sessions).first()
    if session is None:
        return None
    at_table = seated(session=session)
    dealer = hands.dealer(session=session)
    return LastTime(
        session=session,
        names=tuple(seat.player for seat in at_table),
        dealer=next(seat.place for seat in at_table if seat.number == dealer),
    )


def known_names(*, club: Club) -> tuple[str, ...]:
    """Return the names of the club's players, those who played last first."""
    players = Player.objects.filter(club=club, merged_into=None, erased_at=None)
    seats = Session.objects.filter(seats__player=OuterRef("pk")).order_by("-started_at")
    newest = players.annotate(played=seats.values("started_at")[:1])
    return tuple(player.name for player in sorted(newest.order_by("name"), key=_played_last))


def _played_last(player: Player) -> float:
    played = getattr(player, "played", None)
    return -played.timestamp() if played else 0


def _by_state(*, club: Club, is_closed: bool) -> QuerySet[Session]:
    closes = Entry.objects.filter(session=OuterRef("pk"), kind=EntryKind.CLOSE, reversal=None)
    return _newest_first(club=club).annotate(is_closed=Exists(closes)).filter(is_closed=is_closed)


def _newest_first(*, club: Club) -> QuerySet[Session]:
    return Session.objects.filter(club=club).order_by("-started_at", "-pk")
