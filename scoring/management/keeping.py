"""Which backups are kept when newer ones are made."""

from collections.abc import Callable, Iterable
from datetime import datetime

DAYS, WEEKS, MONTHS = 7, 5, 12


def kept(*, made: Iterable[datetime]) -> frozenset[datetime]:
    """Return those to keep: the newest of each of the last seven days, five weeks and twelve months that have one.

    >>> days = [datetime(2026, 3, day) for day in range(1, 32)]
    >>> sorted(time.day for time in kept(made=days))
    [8, 15, 22, 25, 26, 27, 28, 29, 30, 31]
    """
    newest_first = sorted(made, reverse=True)
    spans: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (DAYS, lambda time: time.date()),
        (WEEKS, lambda time: time.isocalendar()[:2]),
        (MONTHS, lambda time: (time.year, time.month)),
    )
    return frozenset(time for most, span in spans for time in _newest_of_each(newest_first, most, span))


def _newest_of_each(newest_first: list[datetime], most: int, span: Callable[[datetime], object]) -> list[datetime]:
    found: dict[object, datetime] = {}
    for time in newest_first:
        found.setdefault(span(time), time)
    return list(found.values())[:most]
