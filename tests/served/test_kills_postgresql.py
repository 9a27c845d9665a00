"""Two processes serve one PostgreSQL database and are killed while phones record, again and again.

CUAJO_TEST_SCALE=15 kills 300 times, 20 times in each of 15 nights.
"""

import logging
import os
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Semaphore

import pytest
from django.db import connection

from tests.served.phones import RECORDED, REFUSED, Form, Night, Writer, open_night
from tests.served.postgresql import IS_HERE, postgresql
from tests.served.server import manage, serving_until_killed
from tests.served.test_kills import declared_win, record_until_killed

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
NIGHTS = min(15, SCALE)
KILLS = min(20, 2 * SCALE)
PHONES = 4
MOST_HANDS = 8
LOG = logging.getLogger(__name__)

pytestmark = pytest.mark.skipif(
    not IS_HERE or connection.vendor != "sqlite", reason="no PostgreSQL server on this machine"
)


def keys_in(address: str) -> list[str]:
    """Return the key of every line that has one, oldest first."""
    import psycopg  # noqa: PLC0415 - installed only where it is used

    with psycopg.connect(address) as books:
        return [str(key) for (key,) in books.execute("SELECT key FROM scoring_entry ORDER BY id") if key]


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_no_acknowledged_hand_is_lost_or_doubled_when_two_processes_are_killed(tmp_path: Path, seed: int) -> None:
    chance, data = random.Random(seed), tmp_path / "data"
    night: Night | None = None
    writers: list[Writer] = []
    recorded, before = set[str](), set[str]()
    with postgresql() as address, ThreadPoolExecutor(PHONES) as threads:
        place = {"DATABASE_URL": address, "CUAJO_CACHE": "database"}
        for _ in range(KILLS):
            with ExitStack() as running:
                servers = [running.enter_context(serving_until_killed("--demo", data=data, **place)) for _ in range(2)]
                if night is None:
                    night, before = open_night(server=servers[0]), set(keys_in(address))
                night.phone.address = servers[0].address
                survived = set(keys_in(address))
                forms: list[Form] = [form for each in writers for form in (*each.acknowledged, each.unanswered) if form]
                assert {form["key"] for each in writers for form in each.acknowledged} <= survived
                again = {form["key"]: night.phone.ask(night.quick, form)[0] for form in forms}
                assert set(again.values()) <= {RECORDED, REFUSED}
                assert {again[key] for key in again.keys() & survived} <= {RECORDED}
                recorded |= {key for key, status in again.items() if status == RECORDED}
                assert sorted(set(keys_in(address)) - before) == sorted(recorded)
                LOG.info("%d sent again, %d of them had been recorded", len(again), len(again.keys() & survived))

                writers, answers = [], Semaphore(0)
                for number in range(PHONES):
                    phone = replace(night.phone, address=servers[number % 2].address)
                    mine = replace(night, phone=phone)
                    writers.append(Writer(night=mine, page=mine.quick, hand=declared_win(chance)))
                ends = [threads.submit(record_until_killed, each, answers) for each in writers]
                for _ in range(chance.randint(1, MOST_HANDS)):
                    assert answers.acquire(timeout=180)
            for end in ends:
                end.result()
            assert set().union(*(each.statuses for each in writers)) <= {RECORDED, REFUSED}
        assert {form["key"] for each in writers for form in each.acknowledged} <= set(keys_in(address))
        checked = manage("check_ledger", data=data, under=(), **place)
    assert checked.stdout.endswith("everything agrees.\n"), checked.stdout + checked.stderr
