"""Random clubs: nights with every kind of line in several currencies, odd names, debts, past nights, merged players."""

import copy
import os
import random
from datetime import date
from functools import cache
from typing import Any
from unittest import mock

from django.db import transaction

from scoring.games import game_by_id
from scoring.models import Club, Device, EntryKind, Ruling, Session
from scoring.operations.history import set_season
from scoring.operations.machine import keep_verdict
from scoring.operations.people.devices import new_token
from scoring.operations.people.players import erase_player
from scoring.operations.rule_sets import add_rule_set
from scoring.operations.table.hands import record_hand, settle_match
from scoring.operations.table.nights import change_switches
from scoring.operations.table.undoing import give_voice, raise_dispute, undo
from scoring.queries.books import export
from scoring.queries.judge import Judgement
from tests import people
from tests.operations.model import Game
from tests.operations.playing import CLOSED, CUAJO, OPEN, PEOPLE
from tests.operations.weeks import STEPS, Weeks

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))

RULES = {
    "preset": "pagat",
    "false_win_penalty": 30,
    "false_secret_penalty": 15,
    "void_penalty": 20,
    "partners_share": True,
}
ODD_NAMES = ("=1+1", "-Ben", "@Dan", "José Rizal", 'Li "李" ; x', "Ana|Ben (C)", "علي")


def random_club(*, club: Club, seed: int, steps: int = 20, games: tuple[Game, ...] = (CUAJO,)) -> Club:
    """Fill a club with some random nights and whatever belongs to them, and return it; also its ids follow the seed."""
    weeks = Weeks(club=club, chance=random.Random(seed), names=dict(zip(PEOPLE, ODD_NAMES, strict=True)))
    with mock.patch("os.urandom", random.Random(seed).randbytes), mock.patch("tests.operations.playing.note"):
        _fill(weeks, steps=steps, games=games)
    return club


def _fill(weeks: Weeks, *, steps: int, games: tuple[Game, ...]) -> None:
    chance = weeks.chance
    for currency in ("PHP", *chance.sample(("EUR", "JPY", "points"), chance.randint(1, 2))):
        weeks.start(game=chance.choice(games), currency=currency)
        table = weeks.tables[-1]
        for _ in range(steps):
            getattr(table, chance.choice(CLOSED if table.model.closed else OPEN))()
        if currency == "PHP" and not table.model.closed:
            table.close()
    weeks.past()
    for _ in range(steps // 2):
        getattr(weeks, chance.choice(STEPS))()
    _object(weeks.tables[0].session)
    if chance.random() < 0.5:
        change_switches(session=table.session, is_practice=True, players_may_propose=False)


def _object(session: Session) -> None:
    phone = Device.objects.create(token_hash=new_token(), label="Safari, iPhone", created_at=people.EVENING)
    entry = session.entries.filter(reversal=None, kind=EntryKind.HAND, disputes=None).order_by("number").last()
    if entry:
        stamp, (one, other) = people.stamp(device=phone), session.seats.filter(number__in=(1, 2))
        dispute = raise_dispute(entry=entry, seat=one, why="no, I had", stamp=stamp)
        give_voice(dispute=dispute, seat=other, ruling=Ruling.CORRECT, stamp=people.stamp(device=phone))
        keep_verdict(judged=judged_win(), stamp=people.stamp(device=phone), entry=entry)


def judged_win(**said: object) -> Judgement:
    game = game_by_id(game_id="cuajo")
    answer = game.questions[0].answer(people.WORKED_WIN, game.read_rules(value=RULES)).data()
    return Judgement(game=game.id, claim=people.WORKED_WIN, rules=RULES, answer={**answer, **said})


def add_everything_else(*, club: Club, seed: int) -> None:
    chance = random.Random(seed)
    add_rule_set(club=club, game="cuajo", name="Ours", rules=RULES, at=people.EVENING)
    set_season(club=club, name="=Rains", since=date(2026, 6, 1), until=date(2026, 8, chance.randint(1, 31)))
    erase_player(player=chance.choice(club.players.filter(merged_into=None).order_by("pk")), at=people.EVENING)


def match_of_points(*, club: Club) -> Session:
    """Return a night of the toy: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    session = people.start_night(club=club, game="toy", rules="toy", stake_factor=2)
    for winner, points in ((people.ANA, 10), (people.BEN, 4)):
        act = {"winner": winner, "points": points}
        record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
        if winner == people.ANA:
            undo(entry=settle_match(**people.current(session)), reason="", stamp=people.stamp())
    return session


def forgotten(club: Club) -> None:
    """Forget everything since the last savepoint: books cannot be deleted, but they can be rolled back."""
    transaction.set_rollback(True)


@cache
def _file(seed: int, steps: int) -> dict[str, Any]:
    with transaction.atomic():
        file = export.club_books(club=random_club(club=people.make_club(), seed=seed, steps=steps))
        forgotten(Club.objects.get())
    return file


def a_file(*, seed: int = 7, steps: int = 20) -> dict[str, Any]:
    return copy.deepcopy(_file(seed, steps))


def first_paid(file: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    return next((i, entry) for i, entry in enumerate(file["sessions"][0]["entries"]) if entry["payments"])
