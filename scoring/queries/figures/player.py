"""The page of a player: standing, line of money, figures, who they sat beside and against; the lines of a figure."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import chain, groupby
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet, Sum

from scoring.ledger.settlement import ByClose
from scoring.models import Hand, Player, SeatTally, Session
from scoring.queries.figures.figures import Figure, Value, figures_of_game, rows_by_player, summed, values_of
from scoring.queries.figures.plays import Play, played_nights
from scoring.queries.figures.scope import People, Scope
from scoring.queries.figures.tallying import counted
from scoring.queries.table.readable import is_hand_readable

NIGHTS_PER_PAGE = 10
MOST_NIGHTS_IN_LINE = 60


class By(StrEnum):
    """How far apart the points of a line of money are."""

    NIGHT = "night"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A point of a line of money: everything until a day, and the night that was the last of it."""

    day: date
    session: UUID
    result_cents: int
    so_far_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """What a player did with another: money between them in play, and together as partners."""

    player: Player
    nights: int
    moved_cents: int
    beside_nights: int
    beside_hands: int
    beside_won: int
    beside_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AtSeat:
    """What a player did on a seat."""

    number: int
    hands: int
    hands_won: int
    result_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Nights one after the other in which a player won more than they lost, from a day to another."""

    nights: int
    since: date
    until: date


SHORTEST_RUN = 3
"""Fewer nights ahead in a row are no news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures:
    """A player in a scope; `rank` counts from 1 among so many by result, `run` is the longest of nights ahead.

    `rival` is who moved most money with them either way, `nemesis` whom they lost most to, `best_partner`
    beside whom they won most, `best` the hand that brought most; None where there is none.
    """

    player: Player
    values: tuple[Value, ...]
    by: By
    line: tuple[Standing, ...]
    others: tuple[Other, ...]
    seats: tuple[AtSeat, ...]
    rank: int
    of_players: int
    first_day: date | None
    results: tuple[int, ...]
    by_close: ByClose
    run: Run | None
    best: Hand | None

    @property
    def result_cents(self) -> int:
        return sum(self.results)

    @property
    def partners(self) -> tuple[Other, ...]:
        """Return those they sat beside, best result first."""
        beside = (other for other in self.others if other.beside_nights)
        return tuple(sorted(beside, key=lambda other: -other.beside_cents))

    @property
    def opponents(self) -> tuple[Other, ...]:
        """Return those money moved with, most won first."""
        against = (other for other in self.others if other.moved_cents)
        return tuple(sorted(against, key=lambda other: -other.moved_cents))

    @property
    def rival(self) -> Other | None:
        return max(self.opponents, key=lambda other: abs(other.moved_cents), default=None)

    @property
    def nemesis(self) -> Other | None:
        worst = min(self.opponents, key=lambda other: other.moved_cents, default=None)
        return worst if worst and worst.moved_cents < 0 else None

    @property
    def best_partner(self) -> Other | None:
        best = next(iter(self.partners), None)
        return best if best and best.beside_cents > 0 else None


def player_figures(*, scope: Scope, player: Player, by: By | None, people: People) -> PlayerFigures:
    """Return everything the history says of a player, in eight queries; a long line is by month unless one says."""
    ids = people.ids_of(player)
    rows = rows_by_player(scope=scope, people=people)
    results = [summed(rows=each).total["result_cents"] for each in rows.values()]
    own, club = summed(rows=rows.get(player.pk, ())), summed(rows=chain.from_iterable(rows.values()))
    seats = scope.seats.filter(player__in=ids)
    nights = _nights(seats)
    by = by or (By.NIGHT if len(nights) <= MOST_NIGHTS_IN_LINE else By.MONTH)
    return PlayerFigures(
        player=player,
        values=values_of(scope=scope, own=own, club=club, player_count=len(rows)),
        by=by,
        line=_line(nights, by),
        others=_others(scope, ids, people),
        seats=_seats(seats),
        rank=1 + sum(result > own.total["result_cents"] for result in results),
        of_players=len(rows),
        first_day=nights[0][0] if nights else None,
        results=tuple(cents for _, _, cents in nights),
        by_close=own.by_close,
        run=_longest_run(nights),
        best=_best(seats),
    )


def _best(own: QuerySet[SeatTally]) -> Hand | None:
    """Return the hand that brought most, the newest of equal ones; without its cards where it cannot be read."""
    best = own.exclude(best_line=0).order_by("-best_cents", "-night__day", "-night__session_id").values("pk")[:1]
    of_night = Hand.objects.filter(session__seats__tally__in=best, entry__number=F("session__seats__tally__best_line"))
    hand = of_night.select_related("entry__session").first()
    if hand:
        said = {"act": hand.entry.act, "verdict": hand.verdict, "winner": hand.winner}
        if not is_hand_readable(session=hand.entry.session, **said, seats=(hand.winner or 0,)):
            hand.verdict = {}
    return hand


def _nights(own: QuerySet[SeatTally]) -> list[tuple[date, UUID, int]]:
    rows = own.order_by("night__day", "night__session_id")
    return list(rows.values_list("night__day", "night__session__public_id", "result_cents"))


def _line(nights: Iterable[tuple[date, UUID, int]], by: By) -> tuple[Standing, ...]:
    found: dict[tuple[object, ...], Standing] = {}
    so_far = 0
    for day, session, cents in nights:
        so_far += cents
        part = {By.NIGHT: (session,), By.MONTH: (day.year, day.month), By.YEAR: (day.year,)}[by]
        before = found[part].result_cents if part in found else 0
        found[part] = Standing(day=day, session=session, result_cents=before + cents, so_far_cents=so_far)
    return tuple(found.values())


def _longest_run(nights: Iterable[tuple[date, UUID, int]]) -> Run | None:
    """Return the longest run of nights ahead, the earliest of equal ones; None where all are short."""
    runs = [[day for day, _, _ in run] for ahead, run in groupby(nights, key=lambda night: night[2] > 0) if ahead]
    longest = max(runs, key=len, default=[])
    if len(longest) < SHORTEST_RUN:
        return None
    return Run(nights=len(longest), since=longest[0], until=longest[-1])


def _others(scope: Scope, ids: Iterable[int], people: People) -> tuple[Other, ...]:
    names = ("moved_cents", "beside_nights", "beside_hands", "beside_won", "beside_cents")
    rows = scope.pairs.filter(player__in=ids).order_by().values_list("other")
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0] * (len(names) + 1))
    for other, *found in rows.annotate(Count("night", distinct=True), *(Sum(name) for name in names)):
        sums[people.known[other]] = [before + now for before, now in zip(sums[people.known[other]], found, strict=True)]
    return tuple(
        Other(player=people.by_id[other], nights=each[0], **dict(zip(names, each[1:], strict=True)))
        for other, each in sums.items()
    )


def _seats(own: QuerySet[SeatTally]) -> tuple[AtSeat, ...]:
    at_table = own.filter(night__session__entered_later=False)
    rows = at_table.order_by("seat__number").values_list("seat__number")
    summed_rows = rows.annotate(Sum("hands"), Sum("hands_won"), Sum("result_cents"))
    return tuple(
        AtSeat(number=number, hands=hands, hands_won=won, result_cents=cents)
        for number, hands, won, cents in summed_rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureLine:
    """A line of a night that a figure counts, by how much."""

    play: Play
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureNight:
    """A night with the lines of it that a figure counts; `amount` is what the night adds to it.

    It `shares_day` with another one of its page.
    """

    session: Session
    day: date
    amount: int
    lines: tuple[FigureLine, ...]
    shares_day: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FigurePage:
    """A page of the nights that a figure is made of, newest first; of an extreme the most extreme first."""

    figure: Figure
    nights: tuple[FigureNight, ...]
    number: int
    page_count: int


def find_figure(*, scope: Scope, name: str) -> Figure | None:
    return next((figure for figure in figures_of_game(game=scope.game) if figure.name == name), None)


def figure_page(*, scope: Scope, player: Player, figure: Figure, number: int, people: People) -> FigurePage:
    """Return one page of what a figure of a player is made of; a number out of range gives the nearest page."""
    own = scope.seats.filter(player__in=people.ids_of(player)).select_related("night__session", "seat")
    page = Paginator(_counting(own, figure), NIGHTS_PER_PAGE).get_page(number)
    rows = tuple(page.object_list)
    nights = played_nights(sessions=[row.night.session for row in rows])
    on_day = Counter(row.night.day for row in rows)
    return FigurePage(
        figure=figure,
        nights=tuple(
            FigureNight(
                session=row.night.session,
                day=row.night.day,
                amount=_amount(row, figure),
                lines=tuple(_lines(night.plays, row, figure)),
                shares_day=on_day[row.night.day] > 1,
            )
            for row, night in zip(rows, nights, strict=True)
        ),
        number=page.number,
        page_count=page.paginator.num_pages,
    )


_LOST = "hands_lost"
_OF_NIGHT = frozenset({"minutes", "nights_ahead", "streak", "wait"})
_NAMED_LINES = {"best_cents": "best_line", "worst_cents": "worst_line"}


def _counting(own: QuerySet[SeatTally], figure: Figure) -> QuerySet[SeatTally]:
    """Return the tallies that add to a figure."""
    column = "night__minutes" if figure.of == "minutes" else figure.of
    if figure.extreme:
        return own.order_by(column if figure.lowest else f"-{column}", "-night__day", "-night__session_id")
    newest = own.order_by("-night__day", "-night__session_id")
    if figure.of == "nights_ahead":
        return newest.filter(result_cents__gt=0)
    if figure.of == _LOST:
        return newest.filter(hands__gt=F("hands_won") + F("hands_beside") + F("hands_drawn"))
    return newest.exclude(**{column: 0})


def _amount(row: SeatTally, figure: Figure) -> int:
    if figure.of == "minutes":
        return row.night.minutes
    if figure.of == "nights_ahead":
        return row.result_cents
    if figure.of == _LOST:
        return row.hands - row.hands_won - row.hands_beside - row.hands_drawn
    return int(getattr(row, figure.of))


def _lines(plays: Iterable[Play], row: SeatTally, figure: Figure) -> Iterable[FigureLine]:
    if figure.of in _OF_NIGHT or (figure.extreme and figure.of not in _NAMED_LINES):
        return
    game, seat = row.night.session.played, row.seat.number
    for play in plays:
        if figure.of in _NAMED_LINES:
            amount = _amount(row, figure) if play.line == getattr(row, _NAMED_LINES[figure.of]) else 0
        else:
            sums = counted(play=play, seat=seat, game=game)
            amount = {
                "result_cents": sums["result_cents"] + sums["play_cents"] + sums["adjusted_cents"],
                _LOST: sums["hands"] - sums["hands_won"] - sums["hands_beside"] - sums["hands_drawn"],
            }.get(figure.of, sums[figure.of])
        if amount:
            yield FigureLine(play=play, amount=amount)
