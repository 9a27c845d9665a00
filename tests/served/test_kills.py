"""The served app is killed while phones record, again and again: no acknowledged hand is lost or doubled.

CUAJO_TEST_SCALE=50 kills it 1,000 times, 20 times in each of 50 nights; `--log-file=kills.log
--log-file-level=INFO` notes what each kill left.
"""

import logging
import os
import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.client import HTTPException
from pathlib import Path
from threading import Semaphore
from typing import assert_never

import pytest

from tests.served.phones import RECORDED, REFUSED, Form, Night, Writer, keys_in, open_night, opened
from tests.served.server import Server, manage, serving, serving_until_killed, wait_until

pytestmark = pytest.mark.deep

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
NIGHTS = min(50, SCALE)
KILLS = min(20, 2 * SCALE)
PHONES = 4
MOST_HANDS = 8
LIMIT_SECONDS = 180
LOG = logging.getLogger(__name__)


class Moment(StrEnum):
    """What the app just did, or is doing, when it is killed."""

    ANSWERED = "a hand was acknowledged"
    WRITING = "a hand is being written"
    WRITTEN = "a hand was written, its phone not yet answered"


def wait_for(moment: Moment, *, data: Path) -> None:
    """Return at the next such moment, while phones record."""
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
    wait_until(condition, limit_seconds=LIMIT_SECONDS, looks_per_second=2000)


def declared_win(chance: random.Random) -> Form:
    """Return what a phone enters for a win without its cards."""
    return {
        "winner": str(chance.randint(1, 4)),
        "source": "self_drawn",
        "kings_of_coins": str(chance.randint(0, 2)),
        "other_kings": str(chance.randint(1, 4)),
        "step": "record",
    }


def record_until_killed(writer: Writer, answers: Semaphore) -> None:
    """Record hands until the app is gone, and tell of every one that is acknowledged."""
    with suppress(OSError, HTTPException):
        while writer.statuses <= {RECORDED, REFUSED} and not writer.is_ending:
            if writer.record() == RECORDED:
                answers.release()


@dataclass(kw_only=True)
class Books:
    """The books of a night whose app is killed, and what they must hold."""

    data: Path
    night: Night
    chance: random.Random
    lines_before: int
    night_lines_before: int
    recorded: set[str] = field(default_factory=set)
    writers: tuple[Writer, ...] = ()
    ends: tuple[Future[None], ...] = ()

    def record_until(self, moment: Moment, *, threads: ThreadPoolExecutor) -> None:
        """Let several phones record at once, and return at such a moment after a random number of hands."""
        answers = Semaphore(0)
        page = self.night.quick
        self.writers = tuple(Writer(night=self.night, page=page, hand=declared_win(self.chance)) for _ in range(PHONES))
        self.ends = tuple(threads.submit(record_until_killed, each, answers) for each in self.writers)
        for _ in range(self.chance.randint(1, MOST_HANDS)):
            assert answers.acquire(timeout=LIMIT_SECONDS)
        wait_for(moment, data=self.data)
        LOG.info("killed: %s", moment)

    def check(self, *, server: Server) -> None:
        """Look for every acknowledged hand, send every form again, and find each hand exactly once."""
        for end in self.ends:
            end.result()
        assert set().union(*(writer.statuses for writer in self.writers)) <= {RECORDED, REFUSED}
        self.night.phone.address = server.address
        survived = set(keys_in(self.data))
        acknowledged = {form["key"] for writer in self.writers for form in writer.acknowledged}
        assert acknowledged - survived == set()
        self.send_again(survived=survived)

        assert sorted(keys_in(self.data)[self.lines_before :]) == sorted(self.recorded)
        lines = self.night_lines_before + len(self.recorded)
        assert self.night.lines() == list(range(1, lines + 1))
        with opened(self.data) as books:
            assert books.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    def send_again(self, *, survived: set[str]) -> None:
        """Send every form of the last kill once more: what was recorded is not refused."""
        forms = [form for each in self.writers for form in (*each.acknowledged, each.unanswered) if form]
        again = {form["key"]: self.night.phone.ask(self.night.quick, form)[0] for form in forms}
        assert {again[key] for key in again.keys() & survived} <= {RECORDED}
        assert {again[key] for key in again.keys() - survived} <= {RECORDED, REFUSED}
        self.recorded |= {key for key, status in again.items() if status == RECORDED}

        unanswered = {each.unanswered["key"] for each in self.writers if each.unanswered}
        LOG.info("%d acknowledged, %d not answered", len(again) - len(unanswered), len(unanswered))
        LOG.info("%d of those not answered were recorded", len(unanswered & survived))


def open_books(*, server: Server, data: Path, chance: random.Random) -> Books:
    """Return the books of the demo's open night as they are before anybody records."""
    night = open_night(server=server)
    return Books(
        data=data, night=night, chance=chance, lines_before=len(keys_in(data)), night_lines_before=len(night.lines())
    )


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_no_acknowledged_hand_is_lost_or_doubled_when_the_app_is_killed(tmp_path: Path, seed: int) -> None:
    data, chance = tmp_path / "data", random.Random(seed)
    first, *further = chance.choices([*Moment], k=KILLS)
    with ThreadPoolExecutor(PHONES) as threads:
        with serving_until_killed("--demo", data=data) as server:
            books = open_books(server=server, data=data, chance=chance)
            books.record_until(first, threads=threads)
        for moment in further:
            with serving_until_killed(data=data) as server:
                books.check(server=server)
                books.record_until(moment, threads=threads)
        with serving(data=data) as server:
            books.check(server=server)
    checked = manage("check_ledger", data=data)
    lines = books.lines_before + len(books.recorded)
    assert checked.stdout == f"{lines} lines of 2 nights: everything agrees.\n"
