"""Compute the figures of one player."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import chain, groupby
from uuid import UUID

from django.core.paginator import Paginator

from scoring.frozen import Frozen
from scoring.ledger.settlement import ByClose
from scoring.models import Player, Session
from scoring.queries.history.figures import EXTREMES, Figure, Value, parts_of, values_of
from scoring.queries.history.played_night import Play, longest_run, played_nights
from scoring.queries.history.scope import NightSums, Period, Scope, Sums, by_name, filled, sums_by_pair, sums_by_player

NIGHTS_PER_PAGE = 10
# A phone cannot show more points, so a longer line has one point a month.
MOST_NIGHTS_IN_LINE = 60
SHORTEST_RUN = 3


class Standing(Frozen):
    """A player's result after a night or month."""

    day: date
    session: UUID
    result_cents: int
    so_far_cents: int


class Other(Frozen):
    """The money and hands between two players."""

    player: Player
    nights: int
    moved_cents: int
    beside_nights: int
    beside_hands: int
    beside_won: int
    beside_cents: int


class PlayerFigures(Frozen):
    scope: Scope
    player: Player
    values: tuple[Value, ...]
    by_month: bool
    line: tuple[Standing, ...]
    others: tuple[Other, ...]
    seats: Mapping[int, Mapping[str, int]]
    rank: int
    of_players: int
    first_day: date | None
    results: tuple[int, ...]
    by_close: ByClose
    run: tuple[NightSums, ...]

    @property
    def result_cents(self) -> int:
        return sum(self.results)

    @property
    def rival(self) -> Other | None:
        moved = (each for each in self.others if each.moved_cents)
        return max(moved, key=lambda other: (abs(other.moved_cents), other.moved_cents), default=None)

    @property
    def best_partner(self) -> Other | None:
        won = (each for each in self.others if each.beside_nights and each.beside_cents > 0)
        return max(won, key=lambda each: each.beside_cents, default=None)


def player_figures(*, scope: Scope, player: Player, most_steps: int = MOST_NIGHTS_IN_LINE) -> PlayerFigures:
    """Return figures, by month above `most_steps` nights."""
    by_player = sums_by_player(nights=scope.nights)
    own = by_player.get(player.pk) or Sums(())
    club = Sums(chain.from_iterable(sums.nights for sums in by_player.values()))
    nights = scope.nights_of(player)
    by_month = len(nights) > most_steps
    others = sums_by_pair(nights=nights, player=player.pk)
    run = longest_run(nights, where=lambda night: night.result_cents(player) > 0)
    return PlayerFigures(
        scope=scope,
        player=player,
        values=values_of(game=scope.kind.game, own=own, club=club, player_count=len(by_player)),
        by_month=by_month,
        line=tuple(_line(nights, player, by_month=by_month)),
        others=tuple(filled(Other, sums=sums, player=scope.players[other]) for (_, other), sums in others.items()),
        seats=_seats(nights, player),
        rank=1 + sum(sums.total["result_cents"] > own.total["result_cents"] for sums in by_player.values()),
        of_players=len(by_player),
        first_day=nights[0].day if nights else None,
        results=tuple(night.result_cents(player) for night in nights),
        by_close=own.by_close,
        run=run if len(run) >= SHORTEST_RUN else (),
    )


def _line(nights: Iterable[NightSums], player: Player, *, by_month: bool) -> Iterator[Standing]:
    so_far = 0
    for part in _periods(nights, by_month=by_month):
        cents = sum(night.result_cents(player) for night in part)
        so_far += cents
        last = part[-1]
        yield Standing(day=last.day, session=last.public_id, result_cents=cents, so_far_cents=so_far)


def _periods(nights: Iterable[NightSums], *, by_month: bool) -> Iterator[tuple[NightSums, ...]]:
    """Part nights by month, or each from the others."""
    for _period, part in groupby(nights, key=lambda night: Period.of_month(night.day) if by_month else night.pk):
        yield tuple(part)


def _seats(nights: Iterable[NightSums], player: Player) -> dict[int, Counter[str]]:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for night in nights:
        if not night.entered_later:
            found[night.seats[player.pk]].update(night.sums[player.pk])
    return dict(sorted(found.items()))


def figure_over_time(*, found: PlayerFigures, figure: Figure) -> list[Fraction]:
    """Return a figure by night or month, without gaps."""
    parts = _periods(found.scope.nights_of(found.player), by_month=found.by_month)
    values = (figure.value(Sums(night.sums[found.player.pk] for night in part)) for part in parts)
    return [value for value in values if value is not None]


def figure_of_others(*, scope: Scope, player: Player, figure: Figure) -> tuple[tuple[Player, Fraction], ...]:
    by_player = sums_by_player(nights=scope.nights)
    values = ((scope.players[pk], figure.value(sums)) for pk, sums in by_player.items() if pk != player.pk)
    known = ((who, value) for who, value in values if value is not None)
    return tuple(sorted(known, key=lambda each: (-each[1], by_name(each[0]))))


class FigureNight(Frozen):
    session: Session
    amount: int
    lines: tuple[tuple[Play, int], ...]  # each with its part of the figure
    shares_day: bool


def figure_page(
    *, scope: Scope, player: Player, figure: Figure, number: int
) -> tuple[list[FigureNight], dict[str, int]]:
    """Return a page of nights, best first for extremes, with its number."""
    nights: Sequence[NightSums] = scope.nights_of(player)[::-1]
    if figure.is_single:
        nights = sorted(nights, key=lambda night: _amount(night.sums[player.pk], figure), reverse=figure.pick is max)
    else:
        nights = [night for night in nights if figure.of in night.sums[player.pk]]
    page = Paginator(nights, NIGHTS_PER_PAGE).get_page(number)
    shown: tuple[NightSums, ...] = tuple(page.object_list)
    sessions = Session.objects.in_bulk([night.pk for night in shown])
    played = played_nights(sessions=[sessions[night.pk] for night in shown])
    on_day = Counter(night.day for night in shown)
    # All lines make the extreme of a night, so none is named.
    is_whole = figure.is_single and figure.of not in EXTREMES
    found = []
    for each, night in zip(shown, played, strict=True):
        own = each.sums[player.pk]
        amount, shares_day = _amount(own, figure), on_day[each.day] > 1
        lines = () if is_whole else tuple(parts_of(night=night, seat=each.seats[player.pk], column=figure.of, sums=own))
        found.append(FigureNight(session=night.session, amount=amount, lines=lines, shares_day=shares_day))
    return found, {"number": page.number, "page_count": page.paginator.num_pages}


def _amount(sums: Mapping[str, int], figure: Figure) -> int:
    return sums.get("result_cents" if figure.of == "nights_ahead" else figure.of, 0)
