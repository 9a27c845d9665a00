"""Standings, pairs and matrices of a period, a player's figures, seasons, and a period on one page."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.charts import Lines, Series, Step
from scoring.forms.history import SeasonForm
from scoring.models import Player, Season
from scoring.money import POINTS, written_together
from scoring.operations.errors import RefusedError
from scoring.operations.history import rate_players, remove_season, set_season
from scoring.queries.filters import read_word
from scoring.queries.history import standings
from scoring.queries.history.figures import Unit, figures_of_game, nominations_of
from scoring.queries.history.player import By, PlayerFigures, Standing, figure_page, player_figures
from scoring.queries.history.scope import Period, Scope
from scoring.queries.people.access import Action, lets, may
from scoring.views.history import words
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import FormView
from scoring.web.shared import find_player, page_number

MOST_MONTHS_NAMED = 24  # a line of more months names only the years
ORDER_WORDS = {
    standings.Order.RESULT: gettext_lazy("Money"),
    standings.Order.HAND: gettext_lazy("Money a hand"),
    standings.Order.WON: gettext_lazy("Hands won"),
    standings.Order.RATING: gettext_lazy("Rating"),
}
_COLUMNS = (
    *("rank", "player", "sessions", "hands", "hands_won", "result", "apart", "play", "per_hand", "won"),
    *("rating", "rating_margin", "rating_hands", "partners_share", "rounding"),
)


@reads(Action.BROWSE)
def table(request: ClubRequest) -> HttpResponse:
    """Show the table of a period, and the money of its first players over time."""
    asked = words.asked_of(request)
    order = read_word(standings.Order, request.GET.get("order", ""), field="order", normal=standings.Order.RESULT)
    orders = [each for each in standings.Order if each is not standings.Order.RATING or request.club.rates_players]
    context = asked.context() | {
        "may_manage": may(role=request.role, action=Action.MANAGE),
        "may_start": lets(access=request.access, action=Action.START),
        "orders": [(each.value, ORDER_WORDS[each], each is order) for each in orders],
    }
    if asked.scope is not None:
        context |= table_context(standings.standings_of(scope=asked.scope, order=order))
    return render(request, "history/standings.html", context)


def table_context(found: standings.Standings, *, has_names: bool = True) -> dict[str, Any]:
    scope, days = found.scope, found.days
    by_day = scope.period.is_month
    few = "AXIS_MONTH" if scope.period.is_year else "AXIS_MONTH_OF_YEAR"
    axis = "AXIS_DAY" if by_day else few if len(days) <= MOST_MONTHS_NAMED else "Y"
    line = Lines(
        name="standings",
        title=_("Money of the first ones, %(period)s") % {"period": words.period_words(scope.period)},
        description=_("What each had won or lost in all after each month or night."),
        series=tuple(Series(name=player.name, values=values) for player, values in found.money.items()),
        steps=tuple(
            Step(
                label=formats.date_format(day, axis),
                title=words.day_words(day) if by_day else words.month_words(day),
                href=f"{reverse('history')}?{words.query_of(replace(scope, period=Period.of_month(day)))}",
            )
            for day in days
        ),
        has_names=has_names,
    )
    return {"standings": found, "currency": found.written, "line": line}


@reads(Action.BROWSE)
def spreadsheet(request: ClubRequest) -> HttpResponse:
    scope = words.asked_of(request).scope
    places = standings.standings_of(scope=scope).places if scope else ()
    money = scope.currency if scope else POINTS
    rows = (
        (
            *(place.rank, place.player, place.nights, place.hands, place.hands_won),
            *words.plain(money, place.result_cents, place.apart_cents, place.play_cents),
            f"{place.per_hand_cents / 10**money.minor_digits:.4f}",
            f"{place.won:.4f}",
            *_rating(place.rating),
            *words.plain(money, place.by_close.shared_cents, place.by_close.coin_cents),
        )
        for place in places
    )
    return words.sheet("standings", _COLUMNS, rows)


def _rating(rating: standings.Rating | None) -> tuple[object, ...]:
    if rating is None:
        return (None, None, None)
    return *map(standings.plain_millionths, (rating.mean, rating.margin)), rating.hands


@reads(Action.BROWSE)
def partners(request: ClubRequest) -> HttpResponse:
    """Show who won how much from whom, and beside whom."""
    asked = words.asked_of(request)
    context = asked.context() | {"may_start": lets(access=request.access, action=Action.START)}
    if (scope := asked.scope) is not None:
        if words.asks_sheet(request):
            rows = (
                (each.player, each.other, *words.plain(scope.currency, each.moved_cents, each.together_cents))
                for each in standings.pair_sums(scope=scope)
            )
            return words.sheet("partners", ("player", "other", "won_from_other", "won_together"), rows)
        context |= _matrices(scope)
    return render(request, "history/partners.html", context)


def _matrices(scope: Scope) -> dict[str, Any]:
    found = standings.matrices(scope=scope)
    moved, sides = (
        [cents or 0 for row in matrix.values() for cents in row.values()] for matrix in (found.moved, found.sides)
    )
    return {
        "matrices": found,
        "currency": written_together(currency=scope.currency, amounts=(*moved, *sides)),
        "largest_moved": words.largest(moved),
        "largest_side": words.largest(sides),
    }


@reads(Action.BROWSE)
def pair(request: ClubRequest, public_id: UUID, other_id: UUID) -> HttpResponse:
    """Show two players as partners and against each other; redirect merged ones."""
    one, other = (find_player(request, public_id=each) for each in (public_id, other_id))
    now = tuple((each.merged_into or each).public_id for each in (one, other))
    if now[0] == now[1]:
        return redirect("player", public_id=now[0])
    if now != (one.public_id, other.public_id):
        return redirect("pair", *now)
    asked = words.asked_of(request)
    context = asked.context() | {"one": one, "other": other}
    if (scope := asked.scope) is not None:
        found = standings.pair_of(scope=scope, one=one, other=other)
        if words.asks_sheet(request):
            rows = (
                (night.day, night.session, *words.plain(scope.currency, night.so_far_cents, night.moved_so_far_cents))
                for night in found.nights
            )
            return words.sheet("pair", ("night", "session", "together_so_far", "won_from_other_so_far"), rows)
        amounts = (cents for night in found.nights for cents in (night.so_far_cents, night.moved_so_far_cents))
        context |= {
            "pair": found,
            "currency": written_together(currency=scope.currency, amounts=(found.own_cents, *amounts)),
            "line": _pair_line(found, one, other),
            "rating": standings.ratings_in(scope=scope).get(tuple(sorted((one.pk, other.pk)))),
        }
    return render(request, "history/pair.html", context)


def _pair_line(pair: standings.Pair, one: Player, other: Player) -> Lines:
    names = {"one": one.name, "other": other.name}
    moved = Series(name=_("as rivals"), values=tuple(night.moved_so_far_cents for night in pair.nights))
    together = Series(name=_("together"), values=tuple(night.so_far_cents for night in pair.nights))
    drawn = []
    if pair.beside_nights:
        drawn.append((together, _("Together: what both won as partners so far.")))
    if pair.moved_cents or not pair.beside_nights:
        drawn.append((moved, _("As rivals: what %(one)s won from %(other)s so far.") % names))
    return Lines(
        name="pair",
        title=_("%(one)s and %(other)s over time") % names,
        description=" ".join(text for _series, text in drawn),
        series=tuple(series for series, _text in drawn),
        steps=tuple(_night_step(night.day, night.session) for night in pair.nights),
    )


def _night_step(day: date, session: UUID) -> Step:
    label = formats.date_format(day, "AXIS_MONTH_OF_YEAR")
    return Step(label=label, title=words.day_words(day), href=reverse("night", args=[session]))


@reads(Action.BROWSE)
def summary(request: ClubRequest) -> HttpResponse:
    """Show a period on one page: standings, money, nominations, who won from whom."""
    asked = words.asked_of(request)
    context = asked.context()
    if (scope := asked.scope) is not None:
        nominations = nominations_of(scope=scope)
        if words.asks_sheet(request):
            rows = (
                (each.award.label, player, amount)
                for each in nominations
                for amount in (words.plain(scope.currency, each.amount) if each.award.is_money else (each.amount,))
                for player in each.players
            )
            return words.sheet("nominations", ("nomination", "player", "amount"), rows)
        found = standings.standings_of(scope=scope)
        context |= _matrices(scope) | words.nominated(nominations, found.written) | table_context(found)
    return render(request, "history/summary.html", context)


class Seasons(FormView[SeasonForm]):
    """List the seasons of the club; post to add one, or to give its days another name."""

    template = "history/seasons.html"
    form_class = SeasonForm
    then_page = "seasons"
    told_at: Mapping[type[RefusedError], str | None] = {RefusedError: None}

    def stated(self) -> Mapping[str, object]:
        return {"seasons": Season.objects.filter(club=self.request.club), "club": self.request.club}

    def write(self, form: SeasonForm) -> Season:
        season = set_season(club=self.request.club, **form.cleaned_data)
        self.done = _("%(season)s is a season now.") % {"season": season.name}
        return season


@posts(Action.MANAGE)
def remove(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Forget a season; its nights stay."""
    remove_season(club=request.club, public_id=public_id)
    return redirect("seasons")


@posts(Action.MANAGE)
def rating(request: ClubRequest) -> HttpResponse:
    """Show a rating from now on, or no more."""
    rate_players(club=request.club, is_on="on" in request.POST)
    return redirect("standings" if request.club.rates_players else "seasons")


# --- A player

_MAIN = ("hands_won", "per_hand", "porbis", "best_cents", "kings", "streak", "nights_ahead", "best_night", "win_cents")
_MAIN_COUNT = 6  # a page begins with as many of them as the game has


def player_context(request: ClubRequest, *, player: Player, asked: words.Asked) -> dict[str, Any]:
    """Return the context of the page of a player; empty before the first night."""
    if asked.scope is None:
        return {}
    by = read_word(By, request.GET.get("by", ""), field="by", normal=None)
    figures = player_figures(scope=asked.scope, player=player, by=by)
    shown = {}
    for value in figures.values:
        is_empty = value.figure.is_single and not value.base  # the best of no hands is none, not 0
        tile = replace(value, value=None) if is_empty else value
        base = words.counted_words(value.base, value.figure.base)
        if value.figure.unit in (Unit.SHARE, Unit.MEAN):
            base = _("%(count)s in %(base)s") % {"count": value.count, "base": base}
        shown[value.figure.name] = (tile, value.figure.label, base)
    main = [name for name in _MAIN if name in shown][:_MAIN_COUNT]
    others = (tile for name, tile in shown.items() if name not in main)
    groups = groupby(others, key=lambda tile: tile[0].figure.group)
    return {
        **asked.context(),
        "figures": figures,
        "currency": written_together(currency=asked.scope.currency, amounts=figures.results),
        "main": [shown[name] for name in main],
        "groups": [(_(group.value), list(tiles)) for group, tiles in groups],
        "line": _line(figures),
        "rating": standings.ratings_in(scope=asked.scope).get((player.pk,)),
        "by_choices": [(each.value, label, each is figures.by) for each, label in words.BY_WORDS.items()],
        "largest_beside": words.largest(other.beside_cents for other in figures.partners),
        "largest_moved": words.largest(other.moved_cents for other in figures.opponents),
    }


def player_sheet(figures: PlayerFigures) -> HttpResponse:
    """Send the figures of a player as CSV; money in decimals of the currency, shares from 0 to 1."""
    rows = []
    for each in figures.values:
        is_money = each.figure.unit in (Unit.RESULT, Unit.MONEY)
        unit = 10**figures.scope.currency.minor_digits if is_money else 1
        value, club = (None if number is None else f"{number / unit:.4f}" for number in (each.value, each.club))
        rows.append((each.figure.label, value, each.count or None, each.base, club))
    return words.sheet("player", ("figure", "value", "count", "base", "club"), rows)


@reads(Action.BROWSE)
def figure(request: ClubRequest, public_id: UUID, name: str) -> HttpResponse:
    """List the nights and lines that a figure of a player is made of."""
    player = find_player(request, public_id=public_id)
    asked = words.asked_of(request)
    known = figures_of_game(game=asked.scope.kind.game) if asked.scope else ()
    found = next((figure for figure in known if figure.name == name), None)
    if asked.scope is None or found is None:
        raise Http404
    page = figure_page(scope=asked.scope, player=player, figure=found, number=page_number(request))
    amounts = (night.amount for night in page.nights)
    context = {
        **asked.context(),
        "currency": written_together(currency=asked.scope.currency, amounts=amounts),
        "player": player,
        "page": page,
        "words": found.label,
        "unit": found.unit_of_nights,
        "has_lines": any(night.lines for night in page.nights),
    }
    return render(request, "history/figure.html", context)


def _line(figures: PlayerFigures) -> Lines:
    name = str(figures.player)
    return Lines(
        name="money",
        title=_("Money of %(player)s") % {"player": name},
        description=_("What %(player)s won and lost in all after each night.") % {"player": name},
        series=(Series(name=name, values=tuple(point.so_far_cents for point in figures.line)),),
        steps=tuple(_step(point, figures.by) for point in figures.line),
        has_names=False,
    )


def _step(point: Standing, by: By) -> Step:
    if by is By.NIGHT:
        return _night_step(point.day, point.session)
    period = Period.of_month(point.day) if by is By.MONTH else Period.of_year(point.day.year)
    href = f"{reverse('history')}?period={period.word}"
    return Step(label=str(point.day.year), title=words.period_words(period), href=href)
