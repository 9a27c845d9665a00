"""A year of a family, on pages and by requests, beside books of its own; then every address is asked."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import timezone

from cuajo_site.urls import pages
from scoring.api.urls import resources
from scoring.queries.books.checking import check_club
from tests import people
from tests.acts.doors import WAYS, Doors, opened
from tests.operations import weeks as club_weeks
from tests.operations.playing import CAU, CLOSED, CUAJO, KHANHOO, MING, OPEN, PASSING, QING
from tests.operations.test_machine import require_same_from_file
from tests.operations.weeks import STEPS, Weeks
from tests.web.test_rights import CHOSEN, KIND_OF

pytestmark = [pytest.mark.deep, pytest.mark.django_db]

NIGHTS, ACTS_EACH = 36, 30
GAMES = (CUAJO, CUAJO, PASSING, CUAJO, KHANHOO, QING, CUAJO, MING, CAU)
FIRST = people.EVENING.replace(month=1, day=4)
DURING = [step for step in OPEN if step not in ("close", "discard")]
AFTER = [step for step in STEPS if step not in ("start", "merge")]


def play(weeks: Weeks, *, clock: dict[str, datetime]) -> None:
    chance = weeks.chance
    for number in range(NIGHTS):
        clock["now"] = people.EVENING = FIRST + timedelta(days=10 * number)
        weeks.start(game=GAMES[number % len(GAMES)], currency="PHP" if number % 6 else "JPY")
        night = weeks.tables[-1]
        for step in chance.choices(DURING, k=ACTS_EACH):
            getattr(night, step)()
        night.agrees()
        for step in chance.choices(CLOSED, k=3):
            if not night.model.closed:
                night.close()
            getattr(night, step)()
        for step in chance.choices(AFTER, k=2):
            getattr(weeks, step)()
        weeks.agrees()


@pytest.fixture
def year(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Weeks, Doors]]:
    clock, ticks = {"now": FIRST}, count()
    monkeypatch.setattr(timezone, "now", lambda: clock["now"] + timedelta(seconds=next(ticks) % 10_000))
    monkeypatch.setattr(people, "EVENING", FIRST)
    monkeypatch.setattr(club_weeks, "MOST_NIGHTS", 2 * NIGHTS)
    weeks = Weeks(club=people.make_club(), chance=Random(2026))
    with opened(weeks.club) as doors:
        play(weeks, clock=clock)
        yield weeks, doors


def test_the_year_of_a_family_agrees_with_books_of_its_own_and_every_address_answers(year: tuple[Weeks, Doors]) -> None:
    weeks, doors = year
    assert {name: both for name, both in doors.sent.items() if both != {True, False}} == {}
    assert WAYS.keys() - doors.sent.keys() == set()
    won = won_by(weeks)
    assert told(doors, "players/", "totals", "currency") == sums(won, lambda key: key[1:])
    for game, currency in {(game, currency) for game, _, currency in won}:
        here = {name: cents for (of, name, kind), cents in won.items() if (of, kind) == (game, currency)}
        found = told(doors, f"standings/?game={game}&currency={currency}", "items")
        assert {name: found.get((name,), 0) for name in here} == here
    assert check_club(club=weeks.club) == ()
    failed = [(address, status) for address, status in answers(weeks, doors) if status >= 500]
    assert failed == []
    require_same_from_file(weeks.club)


def won_by(weeks: Weeks) -> dict[tuple[str, str, str], int]:
    won: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for night in weeks.tables:
        if not night.is_gone and night.has_money:
            for seat, cents in night.model.results().items():
                won[night.model.game.id, weeks.call(weeks.name(night, seat)), night.session.currency] += cents
    return dict(won)


def sums[Key, Kept](won: dict[Key, int], kept: Callable[[Key], Kept]) -> dict[Kept, int]:
    found: defaultdict[Kept, int] = defaultdict(int)
    for key, cents in won.items():
        found[kept(key)] += cents
    return dict(found)


def told(doors: Doors, path: str, rows: str, *names: str) -> dict[tuple[str, ...], int]:
    found = doors.program.get(path).json()[rows]
    return {(each["player"]["name"], *(each[name] for name in names)): each["result_cents"] for each in found}


def answers(weeks: Weeks, doors: Doors) -> Iterator[tuple[str, int]]:
    """Ask for every address of pages and API with everything that it can be about."""
    for pattern in (*pages, *resources):
        about_player = KIND_OF.get(str(pattern.name)) == "players" or "players/<" in str(pattern.pattern)
        for values in about(weeks, "players" if about_player else KIND_OF.get(str(pattern.name), "sessions")):
            path = re.sub(r"<\w+:(\w+)>", lambda part: str(values[part[1]]), str(pattern.pattern))  # noqa: B023
            cache.clear()
            answer = doors.program.get(path) if pattern in resources else doors.browser.get(f"/{path}")
            yield path, answer.status_code


def about(weeks: Weeks, kind: str) -> list[dict[str, Any]]:
    players = [player.public_id for player in weeks.club.players.all()]
    found = players if kind == "players" else [table.session.public_id for table in weeks.tables]
    other = {"other_id": players[0], "debtor": players[0], "creditor": players[1], "token": "none"}
    asked = {"code": "invalid", "game": "cuajo", "question": "win"}
    each = found if kind in ("players", "sessions") else [uuid4()]
    ids = ("public_id", "session_id", "player_id")
    unknown = {f"{name}_id": uuid4() for name in ("proposal", "act", "rule_set", "verdict", "webhook", "season")}
    return [
        CHOSEN | other | asked | unknown | dict.fromkeys(ids, one) | {"number": number, "entry": number}
        for number, one in enumerate(each, start=1)
    ]
