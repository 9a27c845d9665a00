"""List the nights of a club, newest first."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce

from scoring.frozen import Frozen
from scoring.ledger.night import Night, SeatResult
from scoring.limits import MOST_KEPT
from scoring.models import Club, Entry, EntryKind, Player, Seat, Session
from scoring.money import Currency, written_together
from scoring.queries.history.scope import ALL_TIME, History, Period, PlayedRules
from scoring.queries.people.access import Access, Action, may
from scoring.queries.prepared import Prepared
from scoring.queries.table.disputes import OpenObjection, open_objections_in
from scoring.queries.table.night import nights_of as read_nights
from scoring.texts import Text, say

SESSIONS_PER_PAGE = 20
RECENT_NIGHTS, OPEN_NIGHTS, KNOWN_PLACES = 3, 5, 30
# A form needs an id for "no night", because an empty value means that the form does not ask.
NO_NIGHT = UUID(int=0)
# This software did not exist before, so an earlier clock is wrong.
FIRST_RELEASE = date(2026, 1, 1)
SHORT, A_DAY, LONG = timedelta(minutes=1), timedelta(days=1), timedelta(days=2 * 365)
_closes = Entry.objects.standing(EntryKind.CLOSE).filter(session=OuterRef("pk"))
CLOSED, DISCARDED = Exists(_closes), Exists(_closes.filter(act__discarded=True))


class State(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    SETTLED = "settled"
    DISCARDED = "discarded"


class ListedNight(Frozen):
    session: Session
    night: Night

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        return self.night.standings

    @property
    def state(self) -> State:
        if not self.night.is_closed:
            return State.OPEN
        if self.night.is_discarded:
            return State.DISCARDED
        return State.SETTLED if self.night.is_settled else State.CLOSED

    @property
    def written(self) -> Currency:
        return written_together(currency=self.session.money, amounts=(seat.result_cents for seat in self.seats))

    @property
    def has_results(self) -> bool:
        return self.session.played.match is None or any(seat.result_cents for seat in self.seats)

    @property
    def leaders(self) -> tuple[tuple[SeatResult, ...], ...]:
        """Return the sides that won most, if above zero."""
        highest = max((together(side) for side in self.sides), default=0)
        return tuple(side for side in self.sides if together(side) == highest > 0)

    @property
    def sides(self) -> tuple[tuple[SeatResult, ...], ...]:
        """Return sides or single players, best first."""
        found: dict[tuple[int, int], list[SeatResult]] = {}
        for seat in self.seats:
            alone = self.night.seatings.has_changed or not seat.side
            found.setdefault((0, seat.number) if alone else (1, seat.side), []).append(seat)
        return tuple(sorted(map(tuple, found.values()), key=lambda side: -together(side)))


def together(seats: Iterable[SeatResult]) -> int:
    return sum(seat.result_cents for seat in seats)


class HistoryPage(Frozen):
    nights: tuple[ListedNight, ...]
    number: int
    page_count: int
    count: int


class NightPart(Frozen):
    items: tuple[ListedNight, ...]
    next_after: UUID | None


class NightFilter(Frozen):
    """A filter for nights.

    `player` and `other` both played, `period` is by the club's days, `has_debts` means cash left to hand over.
    """

    is_closed: bool | None = None
    since: datetime | None = None
    player: UUID | None = None
    other: UUID | None = None
    game: str | None = None
    currency: str | None = None
    stake_factor: int | None = None
    place: str | None = None
    period: Period = ALL_TIME
    rules: PlayedRules | None = None
    has_debts: bool = False


ANY_NIGHT = NightFilter()


def history_page(*, history: History, number: int = 1, wanted: NightFilter = ANY_NIGHT) -> HistoryPage:
    sessions, counts = _page(_wanted(history.club, wanted), number=number, size=SESSIONS_PER_PAGE)
    return HistoryPage(nights=nights_of(sessions=sessions), **counts)


def _page(found: QuerySet[Session], *, number: int, size: int) -> tuple[tuple[Session, ...], dict[str, int]]:
    """Return the sessions of a page, with its number and counts."""
    page = tuple(found.select_related("tally").annotate(count=Window(Count("pk")))[size * (number - 1) : size * number])
    # The last page may have vanished since the link was made.
    if not page and number > 1:
        return _page(found, number=Paginator(found, size).num_pages, size=size)
    count = getattr(page[0], "count", 0) if page else 0
    return page, {"number": number, "page_count": -(-count // size) or 1, "count": count}


def find_sessions(*, club: Club, wanted: NightFilter, after: Session | None, size: int) -> NightPart:
    """Return the sessions listed after `after`, newest first."""
    sessions = _wanted(club, wanted)
    if after:
        same_day = Q(day=after.day)
        later = same_day & Q(entered_later=True) if not after.entered_later else Q(pk__in=())
        older = same_day & Q(entered_later=after.entered_later, pk__lt=after.pk)
        sessions = sessions.filter(Q(day__lt=after.day) | later | older)
    # One more than asked tells whether a next part exists.
    found = tuple(sessions[: size + 1])
    next_after = found[size - 1].public_id if len(found) > size else None
    return NightPart(items=nights_of(sessions=found[:size]), next_after=next_after)


def _wanted(club: Club, wanted: NightFilter) -> QuerySet[Session]:
    exactly: dict[str, object] = {"game": wanted.game, "currency": wanted.currency}
    exactly |= {"stake_factor": wanted.stake_factor, "place": wanted.place, "started_at__gte": wanted.since}
    exactly |= {"day__gte": wanted.period.since, "day__lte": wanted.period.until}
    given = {name: value for name, value in exactly.items() if value is not None}
    sessions = club.sessions.filter(**given)
    if wanted.is_closed is not None:
        sessions = sessions.filter(CLOSED if wanted.is_closed else ~CLOSED)
    for player in (wanted.player, wanted.other):
        if player is not None:
            named = Q(player__public_id=player) | Q(player__merged_into__public_id=player)
            sessions = sessions.filter(Exists(Seat.objects.filter(named, session=OuterRef("pk"))))
    if wanted.rules is not None:
        sessions = sessions.filter(wanted.rules.sessions)
    if wanted.has_debts:
        sessions = sessions.filter(tally__owed_cents__gt=0)
    return _newest_first(sessions)


def nights_of(*, sessions: tuple[Session, ...]) -> tuple[ListedNight, ...]:
    """List sessions, in three or four queries."""
    nights = read_nights(sessions=sessions)
    return tuple(ListedNight(session=session, night=nights[session.pk]) for session in sessions)


class Home(Frozen):
    """A page of open nights, and the latest ones."""

    page: Mapping[str, int]
    open: tuple[ListedNight, ...]
    recent: tuple[ListedNight, ...]
    objections: Mapping[int, tuple[OpenObjection, ...]]

    @property
    def is_playing(self) -> bool:
        return any(not night.session.is_practice for night in self.open)

    @property
    def main(self) -> ListedNight | None:
        """Return the only open night, if there is one."""
        played = [night for night in self.open if not night.session.is_practice]
        # Practice is the main night only in a club without others.
        alone = played or (() if self.recent else self.open)
        return alone[0] if len(alone) == self.page["page_count"] == 1 else None

    @property
    def beside(self) -> tuple[ListedNight, ...]:
        return tuple(night for night in self.open if night is not self.main)

    @property
    def is_empty(self) -> bool:
        return not (self.open or self.recent)


def home_of(*, club: Club, number: int = 1) -> Home:
    played, page = _page(_started(club=club).filter(~CLOSED), number=number, size=OPEN_NIGHTS)
    recent = tuple(_newest_first(club.sessions.filter(CLOSED, ~DISCARDED))[:RECENT_NIGHTS])
    nights = nights_of(sessions=played + recent)
    return Home(
        page=page,
        open=nights[: len(played)],
        recent=nights[len(played) :],
        objections=open_objections_in(sessions=played + recent),
    )


def open_sessions(*, club: Club, most: int | None = None) -> tuple[Session, ...]:
    """Return the open sessions, started last first."""
    return tuple(_started(club=club).filter(~CLOSED)[:most])


def open_night_of(*, access: Access, shown: UUID | None = None) -> Session | None:
    """Return the open night of a phone, preferably `shown`."""
    at = access.session.public_id if access.session else shown or NO_NIGHT
    player = 0 if access.session or not access.player else access.player.pk
    # A phone without a player that may record belongs to the table, not to a person.
    is_of_table = not (access.session or player) and may(role=access.role, action=Action.RECORD)
    found = _open(access.club.pk, at) if is_of_table else _open_with(access.club.pk, at, player)
    return next(iter(found), None)


def _shown_first(club: Any, shown: Any, own: Q) -> QuerySet[Session]:
    found = _started(club=club).filter(own, ~CLOSED).alias(is_shown=Q(public_id=shown))
    return found.order_by("-is_shown", "-pk")[:1]


def _open_at(club: Any, shown: Any, player: Any) -> QuerySet[Session]:
    seats = Seat.objects.filter(Q(player=player) | Q(player__merged_into=player), session=OuterRef("pk"))
    return _shown_first(club, shown, Q(public_id=shown) | Q(Exists(seats)))


_open = Prepared(lambda club, shown: _shown_first(club, shown, Q()), int, UUID)
_open_with = Prepared(_open_at, int, UUID, int)


def count_closed(*, since: datetime | None) -> int:
    """Count closed nights of all clubs, without practice."""
    closes = Entry.objects.standing(EntryKind.CLOSE).filter(session__is_practice=False)
    return (closes.filter(recorded_at__gt=since) if since else closes).count()


def newest_night(*, club: Club) -> UUID:
    """Return the session that was started last."""
    return next(iter(_newest(club.pk)), NO_NIGHT)


def started_since(*, newest: UUID, players: Iterable[Player]) -> Session | None:
    """Return a newer session of these players, if any."""
    people = tuple(players)
    club = people[0].club
    shown = Subquery(club.sessions.filter(public_id=newest).values("pk"))
    theirs = Q(player__in=people) | Q(player__merged_into__in=people)
    later = _started(club=club).filter(Exists(Seat.objects.filter(theirs, session=OuterRef("pk"))), ~CLOSED)
    return later.filter(pk__gt=Coalesce(shown, 0)).first()


def _started(*, club: Any) -> QuerySet[Session]:
    return Session.objects.filter(club=club, entered_later=False).order_by("-pk")


def _real(club: Any, game: Any) -> QuerySet[Session]:
    return _started(club=club).select_related("club").filter(~DISCARDED, is_practice=False, game=game)[:1]


_newest = Prepared(lambda club: _started(club=club).values_list("public_id", flat=True)[:1], int)
_last_of = Prepared(_real, int, str)


def last_session(*, club: Club, game: str) -> Session | None:
    return next(iter(_last_of(club.pk, game)), None)


def session_like(*, club: Club, like: UUID) -> Session | None:
    """Return a session that can be started again."""
    return _started(club=club).select_related("club").filter(public_id=like).first()


def _names_latest_first(club: Any) -> QuerySet[Player, str]:
    players = without_practising(Player.objects.filter(club=club, merged_into=None, erased_at=None, discarded_at=None))
    return latest_first(players).values_list("name", flat=True)


def latest_first(players: QuerySet[Player]) -> QuerySet[Player]:
    """Return as many players as a list of choices shows, those who played last first."""
    played = players.annotate(played=Coalesce(Subquery(_seated().values("pk")[:1]), 0))
    return played.order_by("-played", "name")[:MOST_KEPT]


known_names = Prepared(_names_latest_first, int)


def without_practising(players: QuerySet[Player]) -> QuerySet[Player]:
    practised = Coalesce(Subquery(_seated().values("is_practice")[:1]), False)
    # Names from practice would fill the list of real players.
    return players.alias(practised=practised).filter(practised=False)


def _seated() -> QuerySet[Session]:
    """Return the nights of an outer player, practice last."""
    return Session.objects.filter(seats__player=OuterRef("pk")).order_by("is_practice", "-pk")


def _known(club: Any, column: str) -> Any:
    known = Session.objects.filter(club=club).values(column).annotate(newest=Max("pk")).order_by("-newest")
    return known.values_list(column, flat=True)


known_places = Prepared(lambda club: _known(club, "place").exclude(place="")[:KNOWN_PLACES], int)
known_currencies = Prepared(lambda club: _known(club, "currency"), int)


def _newest_first(sessions: QuerySet[Session]) -> QuerySet[Session]:
    # Nights entered later were played before the others of that day.
    return sessions.order_by("-day", "entered_later", "-pk")


def _days_of(club: Any, now: Any) -> QuerySet[Session, tuple[date, date | None]]:
    days = _started(club=club).filter(is_practice=False).order_by().values("club")
    return days.annotate(newest=Max("day"), before=Max("day", filter=Q(day__lt=now))).values_list("newest", "before")


_days = Prepared(_days_of, int, date)


def clock_doubt(*, club: Club, at: datetime) -> Text | None:
    """Return the reason to doubt the clock, if any."""
    now = club.day_at(at)
    nights = club.sessions.filter(is_practice=False, entered_later=False)
    ((day, before),) = _days(club.pk, now) or ((None, None),)
    if day and now < day - A_DAY:
        return say("clock.behind", now=str(now), last=str(day))
    newest = None
    # A host who corrects clock and day ends the doubt, so corrected nights do not count.
    if day and day >= now - A_DAY:
        lines = Entry.objects.filter(session__in=nights.filter(day__gte=now - A_DAY))
        newest = lines.aggregate(newest=Max("recorded_at"))["newest"]
        if newest and at < newest - SHORT:
            corrected = lines.filter(kind=EntryKind.DAY).values("session")
            newest = lines.exclude(session__in=corrected).aggregate(newest=Max("recorded_at"))["newest"]
    if newest and at < newest - SHORT:
        times = (f"{club.day_at(each)} {each.astimezone(club.clock):%H:%M}" for each in (at, newest))
        return say("clock.behind", now=next(times), last=next(times))
    if now < FIRST_RELEASE or now - (before or now) > LONG:
        return say("clock.years_away", now=str(now))
    return None
