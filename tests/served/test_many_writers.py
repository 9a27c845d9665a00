"""Many phones write into one night at once, on the real server: nothing is lost, doubled or left out, also of a backup.

CUAJO_TEST_SCALE=100 has 8 writers record 200 hands each; `test_concurrency.py` has two phones at each other's heels.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.served.phones import RECORDED, REFUSED, Night, Writer, keys_in, open_night
from tests.served.postgresql import IS_HERE, postgresql
from tests.served.server import ROOT, Server, manage, serving, wait_until

pytestmark = pytest.mark.deep

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
WRITERS = 8
HANDS = min(200, 2 * SCALE)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("writers") / "data"
    with ExitStack() as running:
        place, workers = dict[str, str](), []
        if request.param == "postgresql":
            if not IS_HERE:
                pytest.skip("no PostgreSQL")
            address = running.enter_context(postgresql()).address
            place, workers = {"DATABASE_URL": address, "CUAJO_CACHE": "database"}, ["--workers=2"]
        yield running.enter_context(serving("--demo", *workers, data=data, root=ROOT, **place))


@pytest.fixture(scope="module")
def night(server: Server) -> Night:
    return open_night(server=server)


def record_enough(writer: Writer) -> set[int]:
    while len(writer.acknowledged) < HANDS and writer.statuses <= {RECORDED, REFUSED}:
        writer.record()
    return writer.statuses


def test_many_writers_lose_no_hand_and_leave_no_gap(night: Night) -> None:
    before, lines = night.hand_number(), len(night.lines())
    with ThreadPoolExecutor(WRITERS) as threads:
        seen = list(threads.map(record_enough, [Writer(night=night, page=night.drawn) for _ in range(WRITERS)]))
    assert set().union(*seen) <= {RECORDED, REFUSED}
    assert night.hand_number() == before + WRITERS * HANDS
    assert night.lines() == list(range(1, lines + WRITERS * HANDS + 1))


def run(*arguments: object, data: Path) -> str:
    ended = manage(*map(str, arguments), data=data)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_backup_under_write_load_holds_every_hand_acknowledged_before_it_began(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    with serving("--demo", data=data) as server:
        night = open_night(server=server)
        before = len(keys_in(data))
        writers = [Writer(night=night, page=night.drawn) for _ in range(2)]
        with ThreadPoolExecutor(2) as threads:
            seen = [threads.submit(record_enough, writer) for writer in writers]
            wait_until(lambda: all(len(each.acknowledged) > HANDS // 5 for each in writers), limit_seconds=600)
            acknowledged = {form["key"] for writer in writers for form in writer.acknowledged}
            run("backup", "--output", file, data=data)
        assert set().union(*(each.result() for each in seen)) <= {RECORDED, REFUSED}
        assert len(keys_in(data)) == before + 2 * HANDS
        assert str(file) in run("restore", file, "--yes", data=data)
        restored = keys_in(data)
        assert acknowledged <= set(restored)
        assert night.phone.ask(night.drawn, night.phone.form(night.drawn))[0] == RECORDED
        assert len(keys_in(data)) == len(restored) + 1
    assert run("check_ledger", data=data) == f"Lines: {len(restored) + 1}, nights: 2. Everything agrees.\n"
