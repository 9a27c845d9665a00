"""Show the history of a club and its seasons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from scoring.charts import Lines, Series, Step
from scoring.forms.history import HistoryForm, SeasonForm
from scoring.models import Season
from scoring.money import Currency, written_together
from scoring.operations.errors import RefusedError
from scoring.operations.history import rate_players, remove_season, set_season
from scoring.queries.history import standings
from scoring.queries.history.figures import nominations_of
from scoring.queries.history.scope import History as PlayedHistory
from scoring.queries.history.scope import Period, Scope, unreadable
from scoring.queries.people.access import Action
from scoring.queries.table.nights import NightFilter, history_page
from scoring.views.history import words
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import Fold, FoldedPage, FormView
from scoring.web.shared import page_number

FIRST_NIGHTS = 5  # are listed below the figures of a period
MOST_MONTHS_NAMED = 24  # a line of more months names only the years
_OF_FIGURES = {"kind", "period", "rules", "order", "open"}  # any other parameter asks for a list of nights


def _seasons() -> str:
    return f"{reverse('history')}?open=seasons#seasons"


class AddSeason(Fold, FormView[SeasonForm]):
    fold = "seasons"
    error_fields: Mapping[type[RefusedError], str | None] = {RefusedError: None}

    def write(self, form: SeasonForm) -> Season:
        return set_season(club=self.request.club, **form.cleaned_data)

    def then(self, written: object) -> str:  # noqa: ARG002 - back to the fold
        return _seasons()


class History(FoldedPage):
    """Show a period, or the nights of a search."""

    action = Action.BROWSE
    template = "history/history.html"
    folds = (AddSeason,)

    def stated(self) -> Mapping[str, object]:
        request, path = self.request, reverse("history")
        history, scope = words.chosen_nights(request)
        context = words.choices_of(scope, path=path)
        context["search"] = f"{path}?{context['query']}&search=1"
        if not _OF_FIGURES.issuperset(request.GET):
            return context | _listed(request, history, scope)
        if scope is None:
            return context | {"page": history_page(history=history)}
        return context | _of_period(request, scope)


def _of_period(request: ClubRequest, scope: Scope) -> dict[str, Any]:
    asked = request.GET.get("order") or standings.Order.RESULT
    if asked not in standings.Order.values:
        raise unreadable(field="order", value=asked)
    order = standings.Order(asked)
    orders = [each for each in standings.Order if each is not standings.Order.RATING or request.club.rates_players]
    found, query = standings.standings_of(scope=scope), words.query_of(scope)
    wanted = NightFilter(period=scope.period, rules=scope.rules)
    if request.GET.get("kind"):
        wanted = replace(wanted, game=scope.kind.game, currency=scope.currency.code)
    page, places = history_page(history=scope.history, wanted=wanted), found.places[: standings.MOST_LINES]
    drawn = [(place, f"{reverse('player', args=[place.player])}?{query}") for place in places]
    return (
        _matrices(scope)
        | words.nominated(nominations_of(scope=scope), found.written)
        | {
            "page": page,
            "nights": page.nights[:FIRST_NIGHTS],
            "standings": standings.standings_of(scope=scope, order=order) if order != standings.Order.RESULT else found,
            "currency": found.written,
            "orders": [(each.label, f"{query}&order={each.value}#standings", each is order) for each in orders],
            "line": _line(found),
            "key": [(place.player.name, href, place.result_cents, place.nights) for place, href in drawn],
        }
    )


def _listed(request: ClubRequest, history: PlayedHistory, scope: Scope | None) -> dict[str, Any]:
    form = HistoryForm(request.GET, history=history)
    wanted = replace(form.wanted(), rules=scope.rules if scope else None)
    page = history_page(history=history, number=page_number(request), wanted=wanted)
    return {"page": page, "nights": page.nights, "listing": form}


def _line(found: standings.Standings) -> Lines:
    scope, days = found.scope, found.days
    by_day = scope.period.is_month
    few = "AXIS_MONTH" if scope.period.is_year else "AXIS_MONTH_OF_YEAR"
    axis = "AXIS_DAY" if by_day else few if len(days) <= MOST_MONTHS_NAMED else "Y"
    return Lines(
        name="standings",
        title=f"{_('Standings')}, {words.period_words(scope.period)}",
        description=_("Running totals"),
        series=tuple(Series(name=player.name, values=values) for player, values in found.money.items()),
        steps=tuple(
            Step(
                label=formats.date_format(day, axis),
                title=words.day_words(day) if by_day else words.month_words(day),
                href=f"{reverse('history')}?{words.query_of(scope, period=Period.of_month(day))}",
            )
            for day in days
        ),
    )


def _matrices(scope: Scope) -> dict[str, Any]:
    found = standings.matrices(scope=scope)
    moved, sides = (
        [0, *(cents or 0 for row in matrix.values() for cents in row.values())] for matrix in (found.moved, found.sides)
    )
    return {
        "matrices": found,
        "matrix_currency": written_together(currency=scope.currency, amounts=(*moved, *sides)),
        "largest_moved": max(map(abs, moved)),
        "largest_side": max(map(abs, sides)),
    }


_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "standings": (
        *("rank", "player", "sessions", "hands", "hands_won", "result", "apart", "play", "per_hand", "won"),
        *("rating", "rating_margin", "rating_hands", "partners_share", "rounding"),
    ),
    "partners": ("player", "other", "won_from_other", "won_together"),
    "nominations": ("nomination", "player", "amount"),
}


@reads(Action.BROWSE)
def spreadsheet(request: ClubRequest, table: str) -> HttpResponse:
    if table not in _COLUMNS:
        raise Http404
    _history, scope = words.chosen_nights(request)
    return words.sheet(table, _COLUMNS[table], _rows(scope, table) if scope else ())


def _rows(scope: Scope, table: str) -> Iterator[Sequence[object]]:
    money: Currency = scope.currency
    if table == "partners":
        for each in standings.pair_sums(scope=scope):
            yield each.player, each.other, *words.plain(money, each.moved_cents, each.together_cents)
    elif table == "nominations":
        for nomination in nominations_of(scope=scope):
            (amount,) = words.plain(money, nomination.amount) if nomination.award.is_money else (nomination.amount,)
            for player in nomination.players:
                yield nomination.award.label, player, amount
    else:
        for place in standings.standings_of(scope=scope).places:
            yield (
                *(place.rank, place.player, place.nights, place.hands, place.hands_won),
                *words.plain(money, place.result_cents, place.apart_cents, place.play_cents),
                f"{place.per_hand_cents / 10**money.minor_digits:.4f}",
                f"{place.won:.4f}",
                *_rating(place.rating),
                *words.plain(money, place.by_close.shared_cents, place.by_close.coin_cents),
            )


def _rating(rating: standings.Rating | None) -> tuple[object, ...]:
    if rating is None:
        return (None, None, None)
    return *map(standings.plain_millionths, (rating.mean, rating.margin)), rating.hands


@posts(Action.MANAGE)
def remove(request: ClubRequest, public_id: UUID) -> HttpResponse:
    remove_season(club=request.club, public_id=public_id)
    return redirect(_seasons())


@posts(Action.MANAGE)
def rating(request: ClubRequest) -> HttpResponse:
    rate_players(club=request.club, is_on="on" in request.POST)
    return redirect(f"{reverse('history')}?order=rating#standings" if request.club.rates_players else "history")
