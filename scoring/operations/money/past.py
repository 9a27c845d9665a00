"""Enter nights played before, or undo one."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import Annotated
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from scoring.frozen import Frozen
from scoring.games import FIRST, game_by_id
from scoring.ledger.lines import Payment
from scoring.ledger.settlement import settle
from scoring.limits import Limits, PartNames
from scoring.models import Club, Entry, EntryKind, Player, Seat, Session, UtangWay
from scoring.money import HIGHEST_AMOUNT_CENTS, Currency, currency_for
from scoring.operations.errors import PastError, PlayerError, ShownChangedError
from scoring.operations.people.players import player_called, player_known, readable, visible_name
from scoring.operations.table import posting
from scoring.operations.table.nights import About, Terms, about_of, can_be_played_on, create_night
from scoring.operations.table.undoing import post_reversal, reversal_of
from scoring.operations.words import CurrencyCode, EntryNumber, GameId, PersonName, PersonNames, Reason, WonOrLost
from scoring.queries.books.seals import practice, sealed
from scoring.queries.table.night import night_of, nights_of
from scoring.texts import Sum, Text, say

FEWEST, MOST = 2, 8
MOST_NIGHTS = 400

type PastResult = Annotated[tuple[PersonName, WonOrLost], PartNames(("name", "result_cents"))]
type PastResults = Annotated[tuple[PastResult, ...], Limits(FEWEST, MOST)]
type WhoWon = frozenset[tuple[str, int]]


class PastNight(Frozen):
    """A past night with results in minor units."""

    day: date
    results: PastResults
    about: About = About()


class PastTerms(Frozen):
    """The terms of nights entered together."""

    game: GameId = FIRST.id
    currency: CurrencyCode
    paid: bool = True

    @property
    def money(self) -> Currency:
        return currency_for(code=self.currency)


class NightPreview(Frozen):
    """A past night before it is entered."""

    night: PastNight
    results: tuple[tuple[str, int, Player | None], ...]
    problem: Text | None

    @property
    def is_twice(self) -> bool:
        """Tell whether the list already has this night."""
        return self.problem is not None and self.problem.key == "past.twice"

    @property
    def is_alike(self) -> bool:
        """Tell whether list or books already have this night."""
        return self.problem is not None and self.problem.key in ("past.twice", "past.known")


def past_night_of(*, session: Session) -> PastNight:
    night = night_of(session=session)
    line = next(line for line in night.lines if line.kind is EntryKind.PAST)
    results = tuple((night.names[seat], cents) for seat, cents in line.act["results"])
    return PastNight(day=session.day, results=results, about=about_of(session=session))


def preview_past(
    *, club: Club, terms: PastTerms, nights: Sequence[PastNight], at: datetime
) -> tuple[NightPreview, ...]:
    """Return previews of nights in constant queries."""
    people = tuple(club.players.select_related("merged_into"))
    in_books = _results_in_books(club, {night.day for night in nights})
    before: set[tuple[date, WhoWon]] = set()
    foreseen = []
    for night in nights:
        try:
            results = tuple((name, cents, player_known(players=people, name=name)) for name, cents in night.results)
            can_be = can_be_played_on(club=club, day=night.day, at=at)
            problem = _problem(results, terms=terms) if can_be else say("past.day")
        except PlayerError as error:
            results = tuple((*result, None) for result in night.results)
            problem = say("past.name", why=error.text)
        found = night.day, frozenset((_meant(name, player), cents) for name, cents, player in results)
        if problem is None and found in in_books | before:
            problem = say("past.known" if found in in_books else "past.twice")
        before.add(found)
        foreseen.append(NightPreview(night=night, results=results, problem=problem))
    return tuple(foreseen)


def new_names(*, foreseen: Iterable[NightPreview]) -> tuple[str, ...]:
    names = {_same(name): name for each in foreseen for name, _, player in each.results if player is None}
    return tuple(sorted(names.values()))


@transaction.atomic
def enter_past(
    *,
    club: Club,
    terms: PastTerms,
    nights: Annotated[Sequence[PastNight], Limits(1, MOST_NIGHTS)],
    stamp: posting.Stamp,
    expected_new: PersonNames | None = None,
    expected_alike: Annotated[int, Limits(0, MOST_NIGHTS)] = 0,
) -> tuple[Session, ...]:
    """Enter nights played before, all or none.

    `expected_new` and `expected_alike` are as the page showed them. Raises PastError for the first wrong row,
    ShownChangedError for other new names or numbers, KeyReusedError.
    """
    content = posting.content_hash("enter_past", club=club.public_id, terms=str(terms), nights=str(nights))
    if posting.kept_before(Session, stamp=stamp, content=content):
        keys = [_key(stamp, row) for row in range(len(nights))]
        return tuple(Session.objects.filter(key__in=keys).order_by("pk"))
    # Two phones may enter the same list. The lock makes the second see the nights of the first.
    posting.lock_club(club=club)
    if not nights:
        raise PastError(say("past.empty"))
    if len(nights) > MOST_NIGHTS:
        raise PastError(say("past.too_many", count=len(nights), most=MOST_NIGHTS))
    if terms.money.is_points:
        raise PastError(say("past.points"))
    foreseen = preview_past(club=club, terms=terms, nights=nights, at=stamp.at)
    for row, each in enumerate(foreseen, start=1):
        if each.problem and not (expected_alike and each.is_alike):
            raise PastError(say("past.row", row=row, why=each.problem))
    names = new_names(foreseen=foreseen)
    alike = sum(each.is_alike for each in foreseen)
    if alike != expected_alike or (expected_new is not None and tuple(sorted(expected_new)) != names):
        raise ShownChangedError(say("shown_changed.past"))
    added = {_same(name): player_called(club=club, name=name, at=stamp.at) for name in names}
    return tuple(
        _enter(club, each, added, terms=terms, stamp=replace(stamp, key=_key(stamp, row)), content=content)
        for row, each in enumerate(foreseen)
    )


def take_back_past(*, session: Session, reason: Reason, expected_entry: EntryNumber, stamp: posting.Stamp) -> Entry:
    """Undo a night that was entered later.

    Returns the reversal of its results. Raises PastError, ReasonMissingError, TableChangedError, KeyReusedError.
    """
    content = posting.content_hash("take_back_past", session=session.public_id, reason=reason)
    with posting.writing(Entry, session=session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        books.require_reason(reason=reason)
        books.require_unchanged(expected_entry=expected_entry)
        past = books.night.last(EntryKind.PAST)
        if past is None:
            raise PastError(say("past.taken_back" if books.session.entered_later else "past.not_past"))
        if any(line.act["way"] != UtangWay.FORGIVEN for line in books.night.of(EntryKind.UTANG)):
            raise PastError(say("past.debts_settled"))
        # Newest first: later lines may depend on earlier ones.
        for line in reversed(books.night.standing):
            if line.kind not in (EntryKind.PAST, EntryKind.DAY):
                post_reversal(books, line, reason=reason)
        found = books.post(reversal_of(night=books.night, entry=books.entry(past), reason=reason))
        books.post(_close(()), with_key=False)
        posting.touch(session=books.session, is_practice=True)
    posting.seal_night(session=books.session, things=[practice(books.session)], is_closed=True)
    return found


def _problem(results: Sequence[tuple[str, int, Player | None]], *, terms: PastTerms) -> Text | None:
    if not FEWEST <= len(results) <= MOST:
        return say("past.players", most=MOST)
    meant = [_meant(name, player) for name, _, player in results]
    if twice := next((place for place, each in enumerate(meant) if each in meant[:place]), None):
        return say("past.same_player", name=results[twice][0])
    if sum_cents := sum(cents for _, cents, _ in results):
        return say("past.sum", sum=Sum(cents=sum_cents, currency=terms.money))
    if any(abs(cents) > HIGHEST_AMOUNT_CENTS // MOST for _, cents, _ in results):
        return say("past.too_high")
    return None


def _meant(name: str, player: Player | None) -> str:
    return str(player.pk) if player else _same(name)


def _results_in_books(club: Club, days: set[date]) -> set[tuple[date, WhoWon]]:
    # A night may count on another day than it was entered with, after a correction or a change of the time zone.
    entered = Entry.objects.filter(session__club=club, kind=EntryKind.PAST, act__day__in=[str(day) for day in days])
    said = dict(entered.order_by().values_list("session_id", "act__day"))
    nights = club.sessions.filter(Q(day__in=days) | Q(pk__in=said), is_practice=False)
    on = {night: {night.day, date.fromisoformat(said.get(night.pk, str(night.day)))} for night in nights}
    players = {
        (seat.session_id, seat.number): str(seat.player.merged_into_id or seat.player_id)
        for seat in Seat.objects.filter(session__in=on).select_related("player")
    }
    results = {night: its.results.items() for night, its in nights_of(sessions=tuple(on)).items()}
    return {
        (day, frozenset((players[session.pk, seat], cents) for seat, cents in results[session.pk]))
        for session, its_days in on.items()
        for day in its_days
    }


def _same(name: str) -> str:
    return visible_name(readable(name))


def _key(stamp: posting.Stamp, row: int) -> UUID:
    # Each night needs a separate key, but the same one if the request is repeated.
    return uuid5(stamp.key, str(row)) if row else stamp.key


def _enter(
    club: Club, seen: NightPreview, added: dict[str, Player], *, terms: PastTerms, stamp: posting.Stamp, content: str
) -> Session:
    night, game = seen.night, game_by_id(game_id=terms.game)
    names = tuple(name for name, _ in night.results)
    noon = datetime.combine(night.day, time(12), tzinfo=ZoneInfo(club.time_zone))
    columns = {"day": night.day, "started_at": noon, "key": stamp.key, "content_hash": content, "entered_later": True}
    session, seats = create_night(
        club=club,
        terms=Terms(game=game.id, names=names, currency=terms.currency, first_dealer=1, about=night.about),
        rules=game.read_rules(value=game.presets[0], minor_digits=terms.money.minor_digits),
        players=[player or added[_same(name)] for name, _, player in seen.results],
        playing=len(names),
        **columns,
    )
    posting.write_seals(chain=session.public_id, things=map(sealed, seats))
    results = [cents for _, cents in night.results]
    payments = settle(balances=dict(enumerate(results, start=1)))
    act = {"day": night.day.isoformat(), "results": [list(each) for each in enumerate(results, start=1)]}
    with posting.writing(Entry, session=session, stamp=stamp, content="") as books:
        books.post(posting.Draft(kind=EntryKind.PAST, act=act, payments=payments), with_key=False)
        books.post(_close(payments), with_key=False)
        for payment in payments if terms.paid else ():
            books.post(posting.Draft(kind=EntryKind.HANDOVER, payments=(payment,)), with_key=False)
    return session


def _close(payments: tuple[Payment, ...]) -> posting.Draft:
    plan = [[each.payer, each.payee, each.cents] for each in payments]
    return posting.Draft(kind=EntryKind.CLOSE, act={"plan": plan, "coin_cents": 1})
