"""Sums over years: nights before this year are summed once and kept, so that a page sums only what is new."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from django.core.cache import caches

from scoring.models import PastTally
from scoring.queries.figures.scope import Period, Scope

type Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of nights: rows of these columns.

    Answers for all nights before this year are whole numbers and kept in the database where the question `lasts`.
    """

    name: str
    columns: tuple[str, ...]
    ask: Callable[[Scope], Iterable[Row]]
    lasts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """A question about nights before this year: under which name and for which state its answer is kept."""

    scope: Scope
    question: Question

    @property
    def name(self) -> str:
        return f"{self.question.name}|{self.scope.game}|{self.scope.currency.code}"

    @property
    def state(self) -> str:
        """Return what is another one whenever a night has another tally, or rows have other columns."""
        period = self.scope.period
        asked = (period.since, period.until, self.scope.past, self.question.columns, *self._rules)
        return sha256(str(asked).encode()).hexdigest()

    @property
    def lasts(self) -> bool:
        return self.question.lasts and self.scope.period.since is None and not self._rules

    @property
    def _rules(self) -> tuple[str, ...]:
        return (self.scope.rules.word,) if self.scope.rules else ()

    def kept(self) -> list[Row] | None:
        """Return the rows that are kept in the database for this state."""
        found = PastTally.objects.filter(club=self.scope.club, question=self.name, state=self.state).first()
        return [tuple(row) for row in found.rows] if found else None

    def answer(self) -> list[Row]:
        return list(self.question.ask(self.scope))


def over_years(*, scope: Scope, question: Question) -> list[Row]:
    """Return what is asked of the nights before this year and, after that, of those of it.

    The first part is asked again only where one of its tallies was derived anew: a night that goes on has another
    tally then, with an id of its own.
    """
    rows: list[Row] = []
    if past := past_of(scope=scope, question=question):
        key = f"{scope.club.pk}|{past.name}|{past.state}"
        rows += caches["sums"].get_or_set(key, lambda: (past.kept() if past.lasts else None) or past.answer()) or []
    if present := _within(scope, since=scope.this_year):
        rows += question.ask(present)
    return rows


def past_of(*, scope: Scope, question: Question) -> Past | None:
    """Return a question about the nights of a scope before this year, None where there are none."""
    assert scope.past is not None, "its nights were asked for their days only"
    past = _within(scope, until=scope.this_year - timedelta(days=1)) if scope.past else None
    return Past(scope=past, question=question) if past else None


def _within(scope: Scope, *, since: date | None = None, until: date | None = None) -> Scope | None:
    """Return the nights of a scope that are neither before nor after these days, None where there can be none."""
    since = max(filter(None, (since, scope.period.since)), default=None)
    until = min(filter(None, (until, scope.period.until)), default=None)
    if since and until and since > until:
        return None
    return replace(scope, period=Period(since=since, until=until))
