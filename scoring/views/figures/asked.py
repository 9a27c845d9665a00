"""Which nights a page of figures is asked for: game and currency as one choice, and a period."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import games
from scoring.forms.amounts import currency_words
from scoring.games import game_by_id
from scoring.models import Club, Season
from scoring.operations.figures.ratings import keep_figures
from scoring.operations.figures.tallies import keep_tallies
from scoring.queries.figures.scope import (
    ALL_TIME,
    Kind,
    Period,
    PlayedRules,
    Scope,
    kinds_played,
    month_of,
    read_scope,
    rules_played,
    year_of,
)
from scoring.queries.filters import unreadable
from scoring.views.figures.words import period_words
from scoring.web.device import ClubRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The scope of a request, None before the club's first night, and what else could be chosen.

    So many nights are `missing` in every figure until they are summed up.
    """

    scope: Scope | None
    kinds: tuple[Kind, ...]
    first_year: int
    missing: int

    def context(self, *, club: Club) -> dict[str, Any]:
        """Return what the choice of nights needs in a template."""
        scope = self.scope
        if scope is None:
            return {"scope": None, "kinds": ()}
        this_year = club.day_at(timezone.now()).year
        seasons = Season.objects.filter(club=club).values_list("since", "until", "name")
        names = {Period(since=since, until=until): name for since, until, name in seasons}
        years = [year_of(year) for year in range(this_year, self.first_year - 1, -1)]
        periods = dict.fromkeys((ALL_TIME, scope.period, *names, *chain(*map(self._with_months, years))))
        return {
            "scope": scope,
            "missing": self.missing,
            "currency": scope.currency,
            "period_words": names.get(scope.period) or period_words(scope.period),
            "kinds": self.kinds,
            "kind_choices": [
                (word_of(kind), kind_words(kind), (kind.game, kind.currency) == (scope.game, scope.currency))
                for kind in self.kinds
            ],
            "period_choices": [
                (each.word, names.get(each) or period_words(each), each == scope.period) for each in periods
            ],
            "zoom": [(words, query_of(scope, period=each), each == scope.period) for words, each in self._zoom(scope)],
            "query": query_of(scope),
            **self._rules(scope),
            "later_count": sum(kind.later_count for kind in self.kinds if word_of(kind) == word_of(scope)),
            "unread_count": sum(kind.unread_count for kind in self.kinds if word_of(kind) == word_of(scope)),
        }

    def _rules(self, scope: Scope) -> dict[str, Any]:
        """Return by which rules nights were played, each with its address, and whether several are added up."""
        played = rules_played(scope=scope)
        everything = query_of(replace(scope, rules=None))
        return {
            "rules_choices": [
                (rules_words(each), each.night_count, query_of(replace(scope, rules=each)), scope.rules == each)
                for each in played
            ],
            "any_rules": everything,
            "mixes_rules": scope.rules is None and sum(each.night_count > 0 for each in played) > 1,
        }

    def _zoom(self, scope: Scope) -> tuple[tuple[str, Period], ...]:
        """Return all time, and the last month and year of the period asked for, none after the newest night."""
        asked = scope.period
        last_day = next((kind.last_day for kind in self.kinds if word_of(kind) == word_of(scope)), None)
        newest = min(filter(None, (asked.until, last_day)), default=scope.this_year)
        month = asked if asked.is_month else month_of(newest)
        year = asked if asked.is_year else year_of(newest.year)
        return (_("Month"), month), (_("Year"), year), (_("All"), ALL_TIME)

    def _with_months(self, year: Period) -> Iterator[Period]:
        """Yield a year and, where days of it are asked for, its months."""
        yield year
        since = self.scope.period.since if self.scope else None
        if since and year == year_of(since.year):
            yield from (month_of(since.replace(month=month, day=1)) for month in range(12, 0, -1))


def asked_of(request: ClubRequest, *, days_only: bool = False) -> Asked:
    """Return which nights a request asks for, with the tallies of all brought up to date, or with their days only."""
    club = request.club
    missing = keep_tallies(club=club, days_only=True) if days_only else keep_figures(club=club)
    kinds = kinds_played(club=club, days_only=days_only)
    game, dot, currency = (kind := request.GET.get("kind", "")).partition(".")
    if kind and not (game and dot and currency):
        raise unreadable(field="kind", value=kind)
    asked = {"game": game, "currency": currency} | {name: request.GET.get(name, "") for name in ("period", "rules")}
    scope = read_scope(club=club, asked=asked, kinds=kinds)
    first_year = min((kind.first_day.year for kind in kinds if kind.first_day), default=9999)
    return Asked(scope=scope, kinds=kinds, first_year=first_year, missing=missing)


def word_of(kind: Kind | Scope) -> str:
    return f"{kind.game}.{kind.currency.code}"


def kind_words(kind: Kind) -> str:
    return _("%(game)s, %(currency)s") % {
        "game": game_by_id(game_id=kind.game).name,
        "currency": currency_words(kind.currency),
    }


def query_of(scope: Scope, *, period: Period | None = None) -> str:
    """Return the part of an address that asks for the same nights, or for those of another period."""
    rules = {"rules": scope.rules.word} if scope.rules else {}
    return urlencode({"kind": word_of(scope), "period": (scope.period if period is None else period).word, **rules})


def rules_words(rules: PlayedRules) -> str:
    game = next(game for game in games.GAMES if rules.preset in game.preset_labels)
    return rules.name or _(game.preset_labels[rules.preset])
