"""The served app is killed while phones record, again and again: no acknowledged hand is lost or doubled.

CUAJO_TEST_SCALE=50 kills it 1,000 times on SQLite, 20 times in each of 50 nights; 15 or more kill one of two processes
on PostgreSQL, or what they need, 300 times. `--log-file=kills.log --log-file-level=INFO` notes what each kill left.
"""

import logging
import os
import random
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.client import HTTPException
from pathlib import Path
from threading import Semaphore
from typing import assert_never

import pytest
from django.db import connection

from tests.served import server as machine
from tests.served.phones import AWAY, RECORDED, REFUSED, Form, Night, Writer, keys_in, open_night, opened
from tests.served.postgresql import IS_HERE, REDIS, PostgreSQL, postgresql, redis

pytestmark = pytest.mark.deep

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
NIGHTS = {"sqlite": min(50, SCALE), "postgresql": min(15, SCALE)}
KILLS = {"sqlite": min(20, 2 * SCALE), "postgresql": min(20, 5 * SCALE)}
PHONES = 4
MOST_HANDS = 8
LIMIT_SECONDS = 180
LOG = logging.getLogger(__name__)


class Moment(StrEnum):
    ANSWERED = "a hand was acknowledged"
    WRITING = "a hand is being written"
    WRITTEN = "a hand was written, its phone not yet answered"


def wait_for(moment: Moment, *, data: Path) -> None:
    match moment:
        case Moment.ANSWERED:
            return
        case Moment.WRITING:
            soon(lambda: any(journal.stat().st_size for journal in data.glob("cuajo.sqlite3-*")))
        case Moment.WRITTEN:
            with opened(data) as books:
                version = books.execute("PRAGMA data_version").fetchone()
                soon(lambda: books.execute("PRAGMA data_version").fetchone() != version)
        case _:
            assert_never(moment)


def soon(condition: Callable[[], bool]) -> None:
    """Return at once when the condition holds: the moment is over in a few milliseconds."""
    machine.wait_until(condition, limit_seconds=LIMIT_SECONDS, looks_per_second=2000)


def declared_win(chance: random.Random) -> Form:
    return {
        "winner": str(chance.randint(1, 4)),
        "source": "self_drawn",
        "kings_of_coins": str(chance.randint(0, 2)),
        "other_kings": str(chance.randint(1, 4)),
        "step": "record",
    }


def record_until_killed(writer: Writer, answers: Semaphore) -> None:
    with suppress(OSError, HTTPException):
        while writer.statuses <= {RECORDED, REFUSED} and not writer.is_ending:
            if writer.record() == RECORDED:
                answers.release()


@dataclass(kw_only=True)
class Books:
    """The books of a night, whose every line `keys_of` lists by its key, and what they must hold after a kill."""

    night: Night
    chance: random.Random
    keys_of: Callable[[], list[str]]
    before: int = field(init=False)
    recorded: set[str] = field(default_factory=set)
    writers: list[Writer] = field(default_factory=list)
    ends: list[Future[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before = len(self.keys_of())

    def record(self, *, threads: ThreadPoolExecutor) -> None:
        answers = Semaphore(0)
        hands = [declared_win(self.chance) for _ in range(PHONES)]
        self.writers = [Writer(night=self.night, page=self.night.quick, hand=hand) for hand in hands]
        self.ends = [threads.submit(record_until_killed, each, answers) for each in self.writers]
        for _ in range(self.chance.randint(1, MOST_HANDS)):
            assert answers.acquire(timeout=LIMIT_SECONDS)

    def check(self, *, statuses: tuple[int, ...] = (RECORDED, REFUSED)) -> None:
        """Look for every acknowledged hand, send every form again, and find each hand exactly once."""
        for end in self.ends:
            end.result()
        assert set().union(*(writer.statuses for writer in self.writers)) <= {*statuses}
        survived = set(self.keys_of())
        assert {form["key"] for writer in self.writers for form in writer.acknowledged} <= survived
        forms = [form for each in self.writers for form in (*each.acknowledged, each.unanswered) if form]
        again = {form["key"]: self.night.phone.ask(self.night.quick, form)[0] for form in forms}
        assert {again[key] for key in again.keys() & survived} <= {RECORDED}
        assert {again[key] for key in again.keys() - survived} <= {RECORDED, REFUSED}
        self.recorded |= {key for key, status in again.items() if status == RECORDED}
        assert sorted(self.keys_of()[self.before :]) == sorted(self.recorded)
        in_doubt = {each.unanswered["key"] for each in self.writers if each.unanswered}
        LOG.info(
            "%d hands, %d without an answer, %d of these recorded", len(again), len(in_doubt), len(in_doubt & survived)
        )


@pytest.mark.parametrize("seed", range(NIGHTS["sqlite"]))
def test_no_acknowledged_hand_is_lost_or_doubled_when_the_app_is_killed(tmp_path: Path, seed: int) -> None:
    data, chance = tmp_path / "data", random.Random(seed)
    first, *further = chance.choices([*Moment], k=KILLS["sqlite"])

    def check(server: machine.Server) -> None:
        books.night.phone.address = server.address
        books.check()
        assert books.night.lines() == list(range(1, before + len(books.recorded) + 1))
        with opened(data) as found:
            assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    with ThreadPoolExecutor(PHONES) as threads:
        with machine.serving_until_killed("--demo", data=data) as server:
            books = Books(night=open_night(server=server), chance=chance, keys_of=lambda: keys_in(data))
            before = len(books.night.lines())
            books.record(threads=threads)
            wait_for(first, data=data)
        for moment in further:
            with machine.serving_until_killed(data=data) as server:
                check(server)
                books.record(threads=threads)
                wait_for(moment, data=data)
            LOG.info("killed: %s", moment)
        with machine.serving(data=data) as server:
            check(server)
    checked = machine.manage("check_ledger", data=data)
    assert checked.stdout == f"Lines: {books.before + len(books.recorded)}, nights: 2. Everything agrees.\n"


class Victim(StrEnum):
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
    port: str = field(default_factory=lambda: str(machine.free_port()))
    memory_port: int = field(default_factory=machine.free_port)
    _app: ExitStack = field(default_factory=ExitStack)
    _memory: ExitStack = field(default_factory=ExitStack)
    server: machine.Server = field(init=False)

    @property
    def place(self) -> dict[str, str]:
        memory = f"redis://127.0.0.1:{self.memory_port}/1"
        return {"DATABASE_URL": self.database.address, "CUAJO_CACHE": memory}

    def start(self) -> None:
        self._memory.enter_context(redis(port=self.memory_port))
        self._start_app()

    def end(self) -> None:
        self._app.close()
        self._memory.close()

    def kill(self, victim: Victim, *, chance: random.Random) -> None:
        match victim:
            case Victim.WORKER:
                before = machine.children_of(self.server.process.pid)
                os.kill(chance.choice(before), signal.SIGKILL)
                machine.wait_until(lambda: self._has_other_workers(before), limit_seconds=machine.START_LIMIT_SECONDS)
            case Victim.FIRST | Victim.APP:
                if victim is Victim.FIRST:
                    workers = machine.children_of(self.server.process.pid)
                    os.kill(self.server.process.pid, signal.SIGKILL)
                    machine.wait_until(
                        lambda: not any(map(machine.is_running, workers)), limit_seconds=machine.START_LIMIT_SECONDS
                    )
                    assert not machine.listens(int(self.port))
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
        served = machine.serving_until_killed("--demo", "--workers=2", data=self.data, port=self.port, **self.place)
        self.server = self._app.enter_context(served)

    def _has_other_workers(self, before: list[int]) -> bool:
        now = machine.children_of(self.server.process.pid)
        return len(now) == len(before) and now != before


def keys_at(address: str) -> list[str]:
    import psycopg

    with psycopg.connect(address) as books:
        return [str(key) for (key,) in books.execute("SELECT key FROM scoring_entry ORDER BY id") if key]


@pytest.mark.skipif(not IS_HERE or connection.vendor != "sqlite", reason="no PostgreSQL")
@pytest.mark.skipif(REDIS is None, reason="no Redis")
@pytest.mark.parametrize("seed", range(NIGHTS["postgresql"]))
def test_no_acknowledged_hand_is_lost_or_doubled_whatever_is_killed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    victims = chance.sample([*Victim] * (KILLS["postgresql"] // len(Victim)), k=KILLS["postgresql"])
    with postgresql() as database, ThreadPoolExecutor(PHONES) as threads, ExitStack() as running:
        machines = Machines(data=tmp_path / "data", database=database)
        running.callback(machines.end)
        machines.start()
        night = open_night(server=machines.server)
        books = Books(night=night, chance=chance, keys_of=lambda: keys_at(database.address))
        for victim in victims:
            books.record(threads=threads)
            machines.kill(victim, chance=chance)
            for each in books.writers:
                each.is_ending = True
            machine.wait_until(lambda: night.phone.ask("/healthz")[0] == 200, limit_seconds=machine.START_LIMIT_SECONDS)
            books.check(statuses=(RECORDED, REFUSED, AWAY))
            LOG.info("killed: %s", victim)
        checked = machine.manage("check_ledger", data=machines.data, under=(), **machines.place)
    assert checked.stdout.endswith("Everything agrees.\n"), checked.stdout + checked.stderr


@pytest.mark.skipif(REDIS is None, reason="no Redis")
def test_hands_are_recorded_before_after_and_while_redis_is_away(tmp_path: Path) -> None:
    port = machine.free_port()
    with machine.serving("--demo", data=tmp_path / "data", CUAJO_CACHE=f"redis://127.0.0.1:{port}/1") as server:
        night = open_night(server=server)  # Redis was never there yet
        statuses = [night.phone.ask(night.drawn, night.phone.form(night.drawn))[0]]
        for _ in range(2):
            with redis(port=port):
                statuses.append(night.phone.ask(night.drawn, night.phone.form(night.drawn))[0])
                form = night.phone.form(night.drawn)
            statuses.append(night.phone.ask(night.drawn, form)[0])
            assert night.phone.ask(night.path)[0] == 200
        assert statuses == [RECORDED] * 5
        log = server.output.read_text()
    assert "Redis" in log
    assert "Traceback" not in log
