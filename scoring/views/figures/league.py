"""The league of a season: its table, who plays whom, and which night that was."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.base import told
from scoring.forms.figures.league import FixtureForm, NightForm
from scoring.models import Fixture, Season, Session
from scoring.operations.errors import RefusedError
from scoring.operations.figures.fixtures import add_fixture, link_night, remove_fixture, unlink_night
from scoring.queries.figures.league import League, Met, league, nights_for, sat_there
from scoring.queries.figures.scope import People
from scoring.queries.people.access import Action, may
from scoring.views.figures.sheets import amount, asks_sheet, sheet
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID

type Offered = tuple[Met, list[Session]]
"""A fixture with the nights that could be its own."""


@require_safe
@requires(Action.BROWSE)
def table(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show who has how many points, and every fixture with how it ended."""
    season = _season(request, public_id)
    people = People(request.club)
    found = league(season=season, people=people)
    if asks_sheet(request):
        return sheet("league", ("day", "table", "player", "night", "result", "points", "of_points"), _rows(found))
    may_manage = may(role=request.role, action=Action.MANAGE)
    context = {
        "season": season,
        "league": found,
        "days": _days(found, people if may_manage else None),
        "may_manage": may_manage,
    }
    return render(request, "figures/league/league.html", context)


def _rows(found: League) -> Iterator[tuple[object, ...]]:
    """Yield everybody who plays in each fixture, with how it ended for them once it has."""
    for met in found.fixtures:
        ended = {each.player: each for each in met.ended}
        for player in met.players:
            one = ended.get(player)
            how = (amount(one.result_cents, met.currency), one.points, one.of_points) if one and met.currency else ()
            yield (met.day, met.table, player, met.night, *(how or (None, None, None)))


def _season(request: ClubRequest, public_id: UUID) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), club=request.club, public_id=public_id)


def _days(found: League, people: People | None) -> dict[date, list[Offered]]:
    """Return the fixtures by day; `people` are those of the club where a night may be chosen."""
    nights = nights_for(season=found.season) if people else ()
    sat = [(night, sat_there(session=night, people=people)) for night in nights if people]
    days: dict[date, list[Offered]] = {}
    for met in found.fixtures:
        wanted = {player.pk for player in met.players}
        offered = [night for night, there in sat if wanted <= there and not met.session]
        days.setdefault(met.day, []).append((met, offered))
    return days


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def add(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say who plays whom, at which table on which day."""
    season = _season(request, public_id)
    players = [player for player in People(request.club).active if not player.erased_at]
    form = FixtureForm(request.POST or None, players=players, initial=_next(season))
    if request.method == "POST" and form.is_valid():
        try:
            add_fixture(season=season, **form.cleaned_data)
        except RefusedError as error:
            form.add_error(None, told(error.text))
        else:
            messages.success(request, _("The fixture was added."))
            return redirect("league", season.public_id)
    context = {"season": season, "form": form}
    return render(request, "figures/league/add.html", context, status=INVALID if form.errors else 200)


def _next(season: Season) -> dict[str, Any]:
    """Return the next table of the last day that has a fixture."""
    last = season.fixtures.last()
    return {"day": last.day, "table": last.table + 1} if last else {"day": season.since, "table": 1}


@require_POST
@requires(Action.MANAGE)
def remove(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Forget a fixture that was not played."""
    return _change(request, public_id, lambda fixture: remove_fixture(fixture=fixture))


@require_POST
@requires(Action.MANAGE)
def link(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say in which night a fixture was played."""
    return _change(request, public_id, lambda fixture: link_night(fixture=fixture, session=_night(request)))


@require_POST
@requires(Action.MANAGE)
def unlink(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say that a fixture was not played in the night named."""
    return _change(request, public_id, lambda fixture: unlink_night(fixture=fixture, session=_night(request)))


def _night(request: ClubRequest) -> Session:
    form = NightForm(request.POST)
    if not form.is_valid():
        raise Http404
    return get_object_or_404(Session, club=request.club, public_id=form.cleaned_data["night"])


def _change(request: ClubRequest, public_id: UUID, change: Callable[[Fixture], object]) -> HttpResponse:
    fixtures = Fixture.objects.select_related("season__club")
    fixture = get_object_or_404(fixtures, season__club=request.club, public_id=public_id)
    try:
        change(fixture)
    except RefusedError as error:
        messages.warning(request, told(error.text))
    return redirect("league", fixture.season.public_id)
