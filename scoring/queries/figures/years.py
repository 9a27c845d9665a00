"""Sums over years: what nights before this year come to stays in memory, so that a page sums only what is new."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta

from django.core.cache import caches

from scoring.queries.figures.scope import Period, Scope


def over_years[Row](*, scope: Scope, question: str, ask: Callable[[Scope], Iterable[Row]]) -> list[Row]:
    """Return what `ask` finds in nights before this year and, after that, in those of it.

    The first part is asked again only where one of its tallies was derived anew: a night that goes on has another
    tally then, with an id of its own. `question` tells what is asked for from what else is.
    """
    rows: list[Row] = []
    if scope.past and (past := _within(scope, until=scope.this_year - timedelta(days=1))):
        days = f"{past.period.since}|{past.period.until}"
        key = f"{question}|{scope.club.pk}|{scope.game}|{scope.currency.code}|{days}|{scope.past}"
        rows += caches["sums"].get_or_set(key, lambda: list(ask(past))) or []
    if present := _within(scope, since=scope.this_year):
        rows += ask(present)
    return rows


def _within(scope: Scope, *, since: date = date.min, until: date = date.max) -> Scope | None:
    """Return the nights of a scope that are neither before nor after these days, None where there can be none."""
    since = max(since, scope.period.since or date.min)
    until = min(until, scope.period.until or date.max)
    return replace(scope, period=Period(since=since, until=until)) if since <= until else None
