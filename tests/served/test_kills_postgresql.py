"""Two processes of `serve --workers 2` on PostgreSQL and Redis: now these, now those are killed while phones record.

CUAJO_TEST_SCALE=15 kills 300 times, 20 times in each of 15 nights.
"""

import logging
import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import Semaphore
from typing import assert_never

import pytest
from django.db import connection

from tests.served.phones import AWAY, RECORDED, REFUSED, Form, Night, Phone, Writer, open_night
from tests.served.postgresql import IS_HERE, PostgreSQL, postgresql
from tests.served.server import (
    START_LIMIT_SECONDS,
    Server,
    children_of,
    free_port,
    is_running,
    listens,
    manage,
    serving_until_killed,
    wait_until,
)
from tests.served.test_kills import declared_win, record_until_killed
from tests.served.test_redis import SERVER as REDIS
from tests.served.test_redis import redis

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
NIGHTS = min(15, SCALE)
KILLS = min(20, 5 * SCALE)
PHONES = 4
MOST_HANDS = 8
LOG = logging.getLogger(__name__)

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not IS_HERE or connection.vendor != "sqlite", reason="no PostgreSQL server on this machine"),
    pytest.mark.skipif(REDIS is None, reason="no Redis server on this machine"),
]


class Victim(StrEnum):
    """Who is killed."""

    WORKER = "one of the two processes that answer"
    FIRST = "the process that started them"
    APP = "the app, all its processes at once"
    DATABASE = "PostgreSQL"
    MEMORY = "Redis"


@dataclass(kw_only=True)
class Machines:
    """The app, its database and its memory, each of which can be killed and is there again afterwards."""

    data: Path
    database: PostgreSQL
    port: str = field(default_factory=lambda: str(free_port()))
    memory_port: int = field(default_factory=free_port)
    _app: ExitStack = field(default_factory=ExitStack)
    _memory: ExitStack = field(default_factory=ExitStack)
    server: Server = field(init=False)

    @property
    def place(self) -> dict[str, str]:
        """Return what the environment says of it."""
        memory = f"redis://127.0.0.1:{self.memory_port}/1"
        return {"DATABASE_URL": self.database.address, "CUAJO_CACHE": memory}

    def start(self) -> None:
        """Start memory and app."""
        self._memory.enter_context(redis(port=self.memory_port))
        self._start_app()

    def end(self) -> None:
        """Kill what runs."""
        self._app.close()
        self._memory.close()

    def kill(self, victim: Victim, *, chance: random.Random) -> None:
        """Kill it, and return once it is there again."""
        match victim:
            case Victim.WORKER:
                before = children_of(self.server.process.pid)
                os.kill(chance.choice(before), signal.SIGKILL)
                wait_until(lambda: self._has_other_workers(before), limit_seconds=START_LIMIT_SECONDS)
            case Victim.FIRST:
                workers = children_of(self.server.process.pid)
                os.kill(self.server.process.pid, signal.SIGKILL)
                wait_until(lambda: not any(map(is_running, workers)), limit_seconds=START_LIMIT_SECONDS)
                assert not listens(int(self.port))
                self._app.close()
                self._start_app()
            case Victim.APP:
                self._app.close()
                self._start_app()
            case Victim.DATABASE:
                self.database.kill()
                self.database.start()
            case Victim.MEMORY:
                self._memory.close()
                self._memory.enter_context(redis(port=self.memory_port))
            case _:
                assert_never(victim)

    def _start_app(self) -> None:
        served = serving_until_killed("--demo", "--workers=2", data=self.data, port=self.port, **self.place)
        self.server = self._app.enter_context(served)

    def _has_other_workers(self, before: list[int]) -> bool:
        now = children_of(self.server.process.pid)
        return len(now) == len(before) and now != before


@dataclass(kw_only=True)
class Books:
    """The lines of a night whose machines are killed, and what they must hold."""

    night: Night
    machines: Machines
    before: set[str]
    recorded: set[str] = field(default_factory=set)
    writers: list[Writer] = field(default_factory=list)

    def record_and_kill(self, victim: Victim, *, chance: random.Random, threads: ThreadPoolExecutor) -> None:
        """Let several phones record at once, and kill after a random number of hands."""
        answers = Semaphore(0)
        self.writers = [
            Writer(night=self.night, page=self.night.quick, hand=declared_win(chance)) for _ in range(PHONES)
        ]
        ends = [threads.submit(record_until_killed, each, answers) for each in self.writers]
        for _ in range(chance.randint(1, MOST_HANDS)):
            assert answers.acquire(timeout=START_LIMIT_SECONDS)
        self.machines.kill(victim, chance=chance)
        for each in self.writers:
            each.is_ending = True
        for end in ends:
            end.result()
        assert set().union(*(each.statuses for each in self.writers)) <= {RECORDED, REFUSED, AWAY}

    def check(self, victim: Victim) -> None:
        """Look for every acknowledged hand, send every form again, and find each hand exactly once."""
        phone = Phone(address=self.night.phone.address, jar=self.night.phone.jar)
        wait_until(lambda: phone.ask("/healthz")[0] == 200, limit_seconds=START_LIMIT_SECONDS)
        survived = self.keys()
        assert {form["key"] for each in self.writers for form in each.acknowledged} <= survived
        forms: list[Form] = [form for each in self.writers for form in (*each.acknowledged, each.unanswered) if form]
        again = {form["key"]: phone.ask(self.night.quick, form)[0] for form in forms}
        assert set(again.values()) <= {RECORDED, REFUSED}
        assert {again[key] for key in again.keys() & survived} <= {RECORDED}
        self.recorded |= {key for key, status in again.items() if status == RECORDED}
        assert sorted(self.keys() - self.before) == sorted(self.recorded)
        in_doubt = {each.unanswered["key"] for each in self.writers if each.unanswered}
        LOG.info(
            "%s killed; %d hands, %d without an answer, %d of these recorded",
            *(victim.name, len(again), len(in_doubt), len(in_doubt & survived)),
        )

    def keys(self) -> set[str]:
        """Return the key of every line that has one; a key that stands twice fails."""
        keys = keys_in(self.machines.database.address)
        assert len(keys) == len(set(keys))
        return set(keys)


def keys_in(address: str) -> list[str]:
    """Return the key of every line that has one, oldest first."""
    import psycopg

    with psycopg.connect(address) as books:
        return [str(key) for (key,) in books.execute("SELECT key FROM scoring_entry ORDER BY id") if key]


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_no_acknowledged_hand_is_lost_or_doubled_whatever_is_killed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    victims = chance.sample([*Victim] * (KILLS // len(Victim)), k=KILLS)
    with postgresql() as database, ThreadPoolExecutor(PHONES) as threads, ExitStack() as running:
        machines = Machines(data=tmp_path / "data", database=database)
        running.callback(machines.end)
        machines.start()
        night = open_night(server=machines.server)
        books = Books(night=night, machines=machines, before=set(keys_in(database.address)))
        for victim in victims:
            books.record_and_kill(victim, chance=chance, threads=threads)
            books.check(victim)
        checked = manage("check_ledger", data=machines.data, under=(), **machines.place)
    assert checked.stdout.endswith("everything agrees.\n"), checked.stdout + checked.stderr
