"""What the history says of a player, and the lines that each figure is made of."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.charts import Lines, Series, Step
from scoring.models import Player
from scoring.money import Currency, written_together
from scoring.queries.filters import read_word
from scoring.queries.history.figures import Unit, Value
from scoring.queries.history.player import By, PlayerFigures, Standing, figure_page, find_figure, player_figures
from scoring.queries.history.standings import ratings_in
from scoring.queries.people.access import Action
from scoring.views.history.asked import Asked, asked_of, sheet
from scoring.views.history.words import BY_WORDS, FIGURE_WORDS, GROUP_WORDS, base_words, month_words
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import page_number

_DAY_FORMAT = "SHORT_DAY"
_MAIN_COUNT = 6
_MAIN = ("hands_won", "per_hand", "porbis", "best_cents", "kings", "streak", "nights_ahead", "best_night", "win_cents")
"""The figures a page begins with, as many as there is room for: those of them that the game has."""

type _Shown = tuple[Value, Any, str]
"""A figure, its words and what it rests on."""


def player_context(request: ClubRequest, *, player: Player, asked: Asked) -> dict[str, Any]:
    """Return what the page of a player shows of the history, nothing before the club's first night."""
    if asked.scope is None:
        return {}
    figures = player_figures(scope=asked.scope, player=player, by=_by(request))
    values = [(_rested(value), FIGURE_WORDS[value.figure.name], base_words(value)) for value in figures.values]
    main = [name for name in _MAIN if any(value.figure.name == name for value in figures.values)][:_MAIN_COUNT]
    return {
        **asked.context(club=request.club),
        "figures": figures,
        "currency": written_together(currency=asked.scope.currency, amounts=figures.results),
        "main": [shown for name in main for shown in values if shown[0].figure.name == name],
        "groups": _groups(shown for shown in values if shown[0].figure.name not in main),
        "line": _line(figures),
        "rating": ratings_in(scope=asked.scope).get((player.pk,)),
        "by_choices": [(each.value, words, each is figures.by) for each, words in BY_WORDS.items()],
        "largest_beside": max((abs(other.beside_cents) for other in figures.partners), default=0),
        "largest_moved": max((abs(other.moved_cents) for other in figures.opponents), default=0),
    }


def _rested(value: Value) -> Value:
    """Return a figure as tiles show it: the dearest of no hands is none, not 0."""
    return replace(value, value=None) if value.figure.extreme and not value.base else value


def player_sheet(figures: PlayerFigures, currency: Currency) -> HttpResponse:
    """Send the figures of a player as CSV; money in decimals of the currency, shares from 0 to 1."""
    rows = (
        (
            FIGURE_WORDS[each.figure.name],
            _decimal(each, each.value, currency),
            each.count or None,
            each.base,
            _decimal(each, each.club, currency),
        )
        for each in figures.values
    )
    return sheet("player", ("figure", "value", "count", "base", "club"), rows)


def _decimal(value: Value, number: Fraction | None, currency: Currency) -> str | None:
    if number is None:
        return None
    if value.figure.unit in (Unit.RESULT, Unit.MONEY):
        number /= 10**currency.minor_digits
    return f"{number:.4f}"


@require_safe
@requires(Action.BROWSE)
def figure(request: ClubRequest, public_id: UUID, name: str) -> HttpResponse:
    """List the nights and lines that a figure of a player is made of."""
    player = get_object_or_404(Player.objects.select_related("club"), club=request.club, public_id=public_id)
    asked = asked_of(request)
    found = find_figure(scope=asked.scope, name=name) if asked.scope else None
    if asked.scope is None or found is None:
        raise Http404
    page = figure_page(scope=asked.scope, player=player, figure=found, number=page_number(request))
    amounts = (night.amount for night in page.nights)
    context = {
        **asked.context(club=request.club),
        "currency": written_together(currency=asked.scope.currency, amounts=amounts),
        "player": player,
        "page": page,
        "words": FIGURE_WORDS[name],
        "unit": found.unit_of_nights,
        "has_lines": any(night.lines for night in page.nights),
    }
    return render(request, "history/figure.html", context)


def _by(request: ClubRequest) -> By | None:
    return read_word(By, request.GET.get("by", ""), field="by", normal=None)


def _groups(values: Iterable[_Shown]) -> list[tuple[Any, list[_Shown]]]:
    """Return figures under their headings."""
    groups: defaultdict[Any, list[_Shown]] = defaultdict(list)
    for shown in values:
        groups[GROUP_WORDS[shown[0].figure.group]].append(shown)
    return list(groups.items())


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
    day, year = point.day, str(point.day.year)
    match by:
        case By.NIGHT:
            title, href = formats.date_format(day, _DAY_FORMAT), reverse("night", args=[point.session])
            label = formats.date_format(day, "AXIS_MONTH_OF_YEAR")
        case By.MONTH:
            title, href, label = month_words(day), f"{reverse('history')}?period={day:%Y-%m}", year
        case By.YEAR:
            title, href, label = year, f"{reverse('history')}?period={year}", year
    return Step(label=label, title=title, href=href)
