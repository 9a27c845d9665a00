"""Which nights a page of the history is asked for, and its table for a spreadsheet: `?form=csv`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import games
from scoring.forms.amounts import currency_words
from scoring.games import game_by_id
from scoring.ledger.spreadsheet import csv_text
from scoring.models import Club, Season
from scoring.money import Currency, plain_number
from scoring.operations.history import read_history
from scoring.queries.filters import unreadable
from scoring.queries.history.scope import (
    ALL_TIME,
    History,
    Kind,
    Period,
    PlayedRules,
    Scope,
    month_of,
    read_scope,
    year_of,
)
from scoring.views.books import headings
from scoring.views.history.words import period_words
from scoring.web.device import ClubRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The scope of a request, None before the club's first night, and what else could be chosen."""

    history: History
    scope: Scope | None

    def context(self, *, club: Club) -> dict[str, Any]:
        """Return what the choice of nights needs in a template."""
        scope = self.scope
        if scope is None:
            return {"scope": None, "kinds": ()}
        this_year = club.day_at(timezone.now()).year
        seasons = Season.objects.filter(club=club).values_list("since", "until", "name")
        names = {Period(since=since, until=until): name for since, until, name in seasons}
        first_year = self.history.nights[0].day.year
        years = [year_of(year) for year in range(this_year, first_year - 1, -1)]
        periods = dict.fromkeys((ALL_TIME, scope.period, *names, *chain(*map(self._with_months, years))))
        return {
            "scope": scope,
            "currency": scope.currency,
            "period_words": names.get(scope.period) or period_words(scope.period),
            "kinds": self.history.kinds,
            "kind_choices": [(kind.word, kind_words(kind), kind == scope.kind) for kind in self.history.kinds],
            "period_choices": [
                (each.word, names.get(each) or period_words(each), each == scope.period) for each in periods
            ],
            "zoom": [(words, query_of(scope, period=each), each == scope.period) for words, each in self._zoom(scope)],
            "query": query_of(scope),
            "rules_choices": [
                (rules_words(each), each.night_count, query_of(replace(scope, rules=each)), scope.rules == each)
                for each in scope.played_rules()
            ],
            "any_rules": query_of(replace(scope, rules=None)),
        }

    def _zoom(self, scope: Scope) -> tuple[tuple[str, Period], ...]:
        """Return all time, and the last month and year of the period asked for, none after the newest night."""
        asked = scope.period
        newest = scope.kind.nights[-1].day
        newest = min(asked.until or newest, newest)
        month = asked if asked.is_month else month_of(newest)
        year = asked if asked.is_year else year_of(newest.year)
        return (_("Month"), month), (_("Year"), year), (_("All"), ALL_TIME)

    def _with_months(self, year: Period) -> Iterator[Period]:
        """Yield a year and, where days of it are asked for, its months."""
        yield year
        since = self.scope.period.since if self.scope else None
        if since and year == year_of(since.year):
            yield from (month_of(since.replace(month=month, day=1)) for month in range(12, 0, -1))


def asked_of(request: ClubRequest) -> Asked:
    """Return which nights a request asks for."""
    history = read_history(club=request.club)
    game, dot, currency = (kind := request.GET.get("kind", "")).partition(".")
    if kind and not (game and dot and currency):
        raise unreadable(field="kind", value=kind)
    asked = {"game": game, "currency": currency} | {name: request.GET.get(name, "") for name in ("period", "rules")}
    return Asked(history=history, scope=read_scope(history=history, asked=asked))


def kind_words(kind: Kind) -> str:
    return _("%(game)s, %(currency)s") % {
        "game": game_by_id(game_id=kind.game).name,
        "currency": currency_words(kind.currency),
    }


def query_of(scope: Scope, *, period: Period | None = None) -> str:
    """Return the part of an address that asks for the same nights, or for those of another period."""
    rules = {"rules": scope.rules.word} if scope.rules else {}
    return urlencode({"kind": scope.kind.word, "period": (scope.period if period is None else period).word, **rules})


def rules_words(rules: PlayedRules) -> str:
    game = next(game for game in games.GAMES if rules.preset in game.preset_labels)
    return rules.name or _(game.preset_labels[rules.preset])


def asks_sheet(request: HttpRequest) -> bool:
    return request.GET.get("form") == "csv"


def sheet(
    name: str, columns: Iterable[str], rows: Iterable[Sequence[object]], *, people: Iterable[str] = ()
) -> HttpResponse:
    """Send a table as a file, with a column for each of some people behind the others; what is None stays empty."""
    texts = (["" if cell is None else str(cell) for cell in row] for row in rows)
    header = (*headings(columns), *people)
    response = HttpResponse(csv_text(header=header, rows=texts), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="cuajo-{name}.csv"'
    return response


def amount(cents: int, currency: Currency) -> str:
    return plain_number(cents=cents, currency=currency)
