"""Show the figures of one or two players."""

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

from scoring.charts import Lines, Series, Step
from scoring.forms.base import listed
from scoring.models import Player
from scoring.money import written_together
from scoring.queries.history import player as of_player
from scoring.queries.history import standings
from scoring.queries.history.figures import Figure, Group, Unit
from scoring.queries.history.scope import Period, Scope
from scoring.queries.people.access import Action
from scoring.views.history import words
from scoring.web.access import reads
from scoring.web.device import ClubRequest
from scoring.web.shared import find_player, page_number

_MAIN = (
    *("hands_won", "per_hand", "nights_ahead", "porbis", "secrets", "best_cents", "streak", "best_night"),
    "win_cents",
)
_MAIN_COUNT = 6  # figures at the top of a page, with the best partner
PARTNERS = "partners"
FEWEST_ENDS = 10  # with fewer nights a chart shows nothing


def player_context(*, player: Player, scope: Scope | None, path: str) -> dict[str, Any]:
    """Return the figures of a player, `shown` by name."""
    context = {"player": player, **words.choices_of(scope, path=path, player=player)}
    if scope is None:
        return context
    figures = of_player.player_figures(scope=scope, player=player)
    # The best of no hands is unknown and not 0.
    known = (replace(each, value=None) if each.figure.is_single and not each.base else each for each in figures.values)
    shown = {each.figure.name: each for each in known}
    count = _MAIN_COUNT - bool(figures.best_partner)
    return context | {
        "figures": figures,
        "shown": shown,
        "currency": written_together(currency=scope.currency, amounts=figures.results),
        "main": [shown[name] for name in _MAIN if name in shown][:count],
        "line": _line(figures),
        "rating": standings.ratings_in(scope=scope).get((player.pk,)),
    }


@reads(Action.BROWSE)
def figures(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show all figures, one of them opened."""
    player = find_player(request, public_id=public_id)
    if player.merged_into:
        return redirect("figures", player.merged_into.public_id)
    _history, scope = words.chosen_nights(request, player=player)
    other = _other(request)
    if other and other.merged_into:
        return redirect(f"{request.path}?with={other.merged_into.public_id}#with")
    context = player_context(player=player, scope=scope, path=request.path)
    if scope is None:
        return render(request, "history/figures.html", context)
    found, known, group = context["figures"], context["shown"], request.GET.get("group", "")
    if request.GET.get("form") == "csv":
        return _pair_sheet(scope, player, other) if other else _sheet(found)
    if group not in ("", PARTNERS, *Group.values):
        raise Http404
    rows = [each for each in known.values() if group in ("", each.figure.group)]
    context |= {
        "count": len(known),
        "filters": [
            (text, f"{words.query_of(scope)}&group={name}", name == group)
            for name, text in (("", _("All")), *Group.choices, (PARTNERS, _("Partners")))
        ],
        "group": group,
        "ends": group in ("", Group.MONEY) and len(found.results) >= FEWEST_ENDS and found.results,
        "groups": [(of.label, list(each)) for of, each in groupby(rows, key=lambda row: row.figure.group)],
        "others": sorted(found.others, key=lambda each: (-each.beside_cents, -each.moved_cents)),
        "other": other,
    }
    if opened := request.GET.get("open", ""):
        if opened not in known:
            raise Http404
        context |= {"open": opened} | _opened(request, found, known[opened].figure)
    if other:
        context |= _pair_context(scope, player, other)
    return render(request, "history/figures.html", context)


def _other(request: ClubRequest) -> Player | None:
    if not (asked := request.GET.get("with")):
        return None
    try:
        return find_player(request, public_id=UUID(asked))
    except ValueError as error:
        raise Http404 from error


def _opened(request: ClubRequest, found: of_player.PlayerFigures, figure: Figure) -> dict[str, Any]:
    of: dict[str, Any] = {"scope": found.scope, "player": found.player, "figure": figure}
    nights, page = of_player.figure_page(**of, number=page_number(request))
    known = of_player.figure_over_time(found=found, figure=figure)
    finer = 1000 if figure.unit in (Unit.SHARE, Unit.MEAN) else 1
    line = Series(values=tuple(round(finer * value) for value in known))
    return {
        "page": page,
        "nights": nights,
        "of_others": of_player.figure_of_others(**of),
        "over_time": Lines(series=(line,)) if len(known) > 1 else None,
        "most": max(known, default=None),
        "least": min(known, default=None),
    }


def _sheet(found: of_player.PlayerFigures) -> HttpResponse:
    """Send CSV: money in decimals of the currency, shares from 0 to 1."""
    rows = []
    for each in found.values:
        unit = 10**found.scope.currency.minor_digits if each.figure.unit in (Unit.RESULT, Unit.MONEY) else 1
        value, club = (None if number is None else f"{number / unit:.4f}" for number in (each.value, each.club))
        rows.append((each.figure.label, value, each.count or None, each.base, club))
    return words.sheet("player", ("figure", "value", "count", "base", "club"), rows)


def _line(found: of_player.PlayerFigures) -> Lines:
    name = str(found.player)
    return Lines(
        name="money",
        title=_("Money of %(player)s") % {"player": name},
        description=_("Running totals"),
        series=(Series(name=name, values=tuple(point.so_far_cents for point in found.line)),),
        steps=tuple(_step(point, by_month=found.by_month) for point in found.line),
    )


def _step(point: of_player.Standing, *, by_month: bool) -> Step:
    if not by_month:
        return _night_step(point.day, point.session)
    period = Period.of_month(point.day)
    href = f"{reverse('history')}?period={period.word}"
    return Step(label=str(point.day.year), title=words.period_words(period), href=href)


def _night_step(day: date, session: UUID) -> Step:
    label = formats.date_format(day, "AXIS_MONTH_OF_YEAR")
    return Step(label=label, title=words.day_words(day), href=reverse("night", args=[session]))


def _pair_context(scope: Scope, one: Player, other: Player) -> dict[str, Any]:
    found = standings.pair_of(scope=scope, one=one, other=other)
    amounts = (cents for night in found.nights for cents in (night.so_far_cents, night.moved_so_far_cents))
    line = _pair_line(found, one, other)
    return {
        "pair": found,
        "pair_currency": written_together(currency=scope.currency, amounts=(found.own_cents, *amounts)),
        "pair_line": line,
        "pair_key": [(series.name, "", series.values[-1], 0) for series in line.series if series.values],
        "pair_rating": standings.ratings_in(scope=scope).get(tuple(sorted((one.pk, other.pk)))),
    }


def _pair_sheet(scope: Scope, one: Player, other: Player) -> HttpResponse:
    found = standings.pair_of(scope=scope, one=one, other=other)
    rows = (
        (night.day, night.session, *words.plain(scope.currency, night.so_far_cents, night.moved_so_far_cents))
        for night in found.nights
    )
    return words.sheet("pair", ("night", "session", "together_so_far", "won_from_other_so_far"), rows)


def _pair_line(pair: standings.PairFigures, one: Player, other: Player) -> Lines:
    names, series = {"one": one.name, "other": other.name}, []
    if pair.beside_nights:
        series.append(Series(name=_("together"), values=tuple(night.so_far_cents for night in pair.nights)))
    if pair.moved_cents or not pair.beside_nights:
        series.append(Series(name=_("as rivals"), values=tuple(night.moved_so_far_cents for night in pair.nights)))
    return Lines(
        name="pair",
        title=listed(names.values()),
        description=_("As rivals: %(one)s from %(other)s") % names,
        series=tuple(series),
        steps=tuple(_night_step(night.day, night.session) for night in pair.nights),
    )
