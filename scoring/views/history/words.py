"""Read the choice of nights, write figures and CSV."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import amount_words
from scoring.forms.base import listed
from scoring.forms.history import kind_words
from scoring.frozen import Frozen
from scoring.games import game_by_id
from scoring.ledger.journals import csv_lines
from scoring.models import Player, Season
from scoring.money import Currency, plain_number, unbroken
from scoring.operations.history import read_history
from scoring.queries.history.figures import Nomination, Unit
from scoring.queries.history.scope import ALL_TIME, History, Period, Scope, read_scope, unreadable
from scoring.views.books import headings
from scoring.web.device import ClubRequest
from scoring.web.shared import PICTURE


def choices_of(scope: Scope | None, *, path: str, player: Player | None = None) -> dict[str, Any]:
    """Return the choices of nights of the page at this path."""
    if scope is None:
        return {"path": path, "query": ""}
    seasons = tuple(Season.objects.filter(club=scope.history.club))
    names = {Period(since=season.since, until=season.until): season.name for season in seasons}
    before, after = (period and f"{path}?{query_of(scope, period=period)}" for period in _neighbours(scope))
    labels = game_by_id(game_id=scope.kind.game).preset_labels
    kinds = [
        (kind_words(kind), query_of(scope, kind=kind, rules=None), kind is scope.kind)
        for kind in (player and scope.history.kinds_of(player)) or scope.history.kinds
    ]
    rules = [(gettext("All rules"), query_of(scope, rules=None), scope.rules is None)]
    for each in scope.played_rules():
        text = f"{each.name or gettext(labels[each.preset])} ({each.night_count})"
        rules.append((text, query_of(scope, rules=each), scope.rules == each))
    narrowing = [("kinds", gettext("Game and currency"), kinds)] if len(kinds) > 1 else []
    narrowing += [("rules", gettext("Rules"), rules)] if len(rules) > 2 else []
    chosen = (text for _name, _label, choices in narrowing for text, _query, is_chosen in choices if is_chosen)
    return {
        "scope": scope,
        "currency": scope.currency,
        "seasons": seasons,
        "period_words": names.get(scope.period) or period_words(scope.period),
        "before": before,
        "after": after,
        "zoom": [(text, query_of(scope, period=each), each == scope.period) for text, each in _periods(scope)],
        "path": path,
        "query": query_of(scope),
        "narrowing": narrowing,
        "narrowed": " · ".join(chosen),
    }


def chosen_nights(request: ClubRequest, *, player: Player | None = None) -> tuple[History, Scope | None]:
    """Return the history and the chosen nights, by default the newest year of the game played most, or None."""
    history = read_history(club=request.club)
    game, dot, currency = (kind := request.GET.get("kind", "")).partition(".")
    if kind and not (game and dot and currency):
        raise unreadable(field="kind", value=kind)
    if player and not kind and (played := history.kinds_of(player)):
        game, currency = played[0].game, played[0].currency.code
    asked = {"game": game, "currency": currency} | {name: request.GET.get(name, "") for name in ("period", "rules")}
    scope = read_scope(history=history, asked=asked)
    if scope and "period" not in request.GET:
        nights = (player and scope.nights_of(player)) or scope.kind.nights
        scope = replace(scope, period=Period.of_year(nights[-1].day))
    return history, scope


def _neighbours(scope: Scope) -> tuple[Period | None, Period | None]:
    """Return the months or years with nights before and after."""
    asked = scope.period
    if not (asked.is_year or asked.is_month):
        return None, None
    of_day = Period.of_month if asked.is_month else Period.of_year
    found = {of_day(night.day) for night in scope.kind.nights}
    before = max((period for period in found if period < asked), default=None)
    return before, min((period for period in found if period > asked), default=None)


def _periods(scope: Scope) -> Iterator[tuple[Promise, Period]]:
    asked, newest = scope.period, scope.kind.nights[-1].day
    newest = min(asked.until or newest, newest)
    yield _("Month"), asked if asked.is_month else Period.of_month(newest)
    yield _("Year"), asked if asked.is_year else Period.of_year(newest)
    yield _("All"), ALL_TIME


def query_of(scope: Scope, **changed: Any) -> str:
    """Return the query string of the nights, after changes."""
    scope = replace(scope, **changed)
    rules = {"rules": scope.rules.word} if scope.rules else {}
    return urlencode({"kind": scope.kind.word, "period": scope.period.word, **rules})


def sheet(
    name: str, columns: Iterable[str], rows: Iterable[Sequence[object]], *, people: Iterable[str] = ()
) -> HttpResponse:
    """Send a table as CSV, people as columns."""
    texts = (["" if cell is None else str(cell) for cell in row] for row in rows)
    header = (*headings(columns), *people)
    named = {"Content-Disposition": f'attachment; filename="cuajo-{name}.csv"'}
    return HttpResponse(csv_lines(header=header, rows=texts), content_type="text/csv; charset=utf-8", headers=named)


def plain(currency: Currency, *amounts: int) -> tuple[str, ...]:
    return tuple(plain_number(cents=cents, currency=currency) for cents in amounts)


def period_words(period: Period) -> str:
    if period.since is None or period.until is None:
        return gettext("All time")
    if period.is_year:
        return str(period.since.year)
    if period.is_month:
        return month_words(period.since)
    return gettext("%(since)s to %(until)s") % {"since": day_words(period.since), "until": day_words(period.until)}


def month_words(day: date) -> str:
    return formats.date_format(day, "YEAR_MONTH_FORMAT")


def day_words(day: date) -> str:
    return formats.date_format(day, "SHORT_DAY")


_COUNTED: Mapping[str, Any] = {
    **dict.fromkeys(("nights", "nights_by_hand"), ngettext_lazy("%(base)s night", "%(base)s nights", "base")),
    **dict.fromkeys(
        ("hands", "hands_beside", "hands_drawn", "hands_lost", "dealt", "wait"),
        ngettext_lazy("%(base)s hand", "%(base)s hands", "base"),
    ),
    "conditional": ngettext_lazy("%(base)s win with conditions", "%(base)s wins with conditions", "base"),
    **dict.fromkeys(("secrets", "secrets_paid"), ngettext_lazy("%(base)s secret", "%(base)s secrets", "base")),
    **dict.fromkeys(("kings", "kings_of_coins"), ngettext_lazy("%(base)s king", "%(base)s kings", "base")),
    "extra_cards": ngettext_lazy("%(base)s card", "%(base)s cards", "base"),
    "points": ngettext_lazy("%(base)s point", "%(base)s points", "base"),
    "false_wins": ngettext_lazy("%(base)s false win", "%(base)s false wins", "base"),
}
_WINS = ngettext_lazy("%(base)s win", "%(base)s wins", "base")


def counted_words(count: int, column: str) -> str:
    return str(_COUNTED.get(column, _WINS) % {"base": count})


class NominationLine(Frozen):
    nomination: Nomination
    names: str
    amount: str

    @property
    def text(self) -> str:
        return f"{self.nomination.award.label}: {self.names} ({unbroken(self.amount)})"


def nomination_lines(nominations: Iterable[Nomination], currency: Currency) -> Iterator[NominationLine]:
    for each in nominations:
        names = listed(player.name for player in each.players)
        names = names if len(each.players) == 1 else gettext("%(names)s, each") % {"names": names}
        amount = str(each.amount)
        if each.award.is_money:
            amount = amount_words(cents=each.amount, currency=currency, sign=each.award.unit is Unit.RESULT)
        yield NominationLine(nomination=each, names=names, amount=amount)


def nominated(nominations: Iterable[Nomination], currency: Currency) -> dict[str, Any]:
    lines = tuple(nomination_lines(nominations, currency))
    return {"nominated": lines, "share_text": "\n".join(line.text for line in lines), "picture_kind": PICTURE}
