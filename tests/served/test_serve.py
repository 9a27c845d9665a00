"""One command sets the app up, serves it with one process or several, also in pure Python, and keeps its data."""

import re
import socket
import sqlite3
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from urllib.request import urlopen

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.served.phones import LIMIT_SECONDS, RECORDED, Phone, keys_in, open_night
from tests.served.postgresql import IS_HERE, postgresql
from tests.served.server import ROOT, STOP_LIMIT_SECONDS, Server, children_of, free_port, manage, serving, wait_until

HELD_UP_SECONDS = 5  # longer than a busy machine takes, and shorter than the app waits for the books


@dataclass(frozen=True, kw_only=True)
class Start:
    """The first start on an empty folder, in Manila, and the host who opened its link."""

    server: Server
    data: Path
    host: Phone


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    data = tmp_path_factory.mktemp("first") / "data"
    with serving(data=data, TZ="Asia/Manila") as server:
        host = Phone(address=server.address)
        host.join(server.host_link())
        yield Start(server=server, data=data, host=host)


def test_first_start_makes_a_private_folder_and_a_club_with_the_clock_of_the_machine(first: Start) -> None:
    output = first.server.output.read_text()
    assert str(first.data) in output
    assert "█" in output  # of a QR code
    assert first.data.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(first.data / "cuajo.sqlite3")) as books:
        clubs = books.execute("SELECT name, time_zone FROM scoring_club").fetchall()
    assert clubs == [("Our club", "Asia/Manila")]


def test_further_host_link_is_printed_for_the_port_served(first: Start) -> None:
    port = first.server.address.rpartition(":")[2]
    printed = manage("host_link", data=first.data).stdout
    link = re.search(rf"http://[^/]+:{port}(/join/\S+/)", printed)
    assert link is not None
    Phone(address=first.server.address).join(link[1])


@pytest.mark.deep
def test_the_app_listens_where_it_is_told_and_the_next_start_knows_the_host_and_prints_no_link(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving("--demo", "--host=127.0.0.1", data=data) as server:
        port = int(server.address.rpartition(":")[2])
        assert re.findall(r"(?m)^  (http://[^/]+/)$", server.output.read_text()) == [f"{server.address}/"]
        assert f"{server.address}/join/" in manage("host_link", data=data).stdout
        with closing(socket.socket()) as other:
            other.bind(("127.0.0.2", port))
        phone = Phone(address=server.address)
        phone.join(server.host_link())
        (cookie,) = (cookie for cookie in phone.jar if cookie.name.startswith("cuajo_device"))
    with serving("--demo", data=data) as again:
        renewed = phone.browser().open(f"{again.address}/healthz", timeout=LIMIT_SECONDS)
        assert f"{cookie.name}={cookie.value};" in str(renewed.headers.get_all("Set-Cookie"))
        assert "/join/" not in again.output.read_text()
        assert "manage.py host_link" in again.output.read_text()
    with closing(sqlite3.connect(data / "cuajo.sqlite3")) as books:
        assert [*books.execute("SELECT count(*), (SELECT count(*) FROM scoring_nighttally) FROM scoring_session")] == [
            (2, 2)
        ]


@pytest.mark.deep
def test_upgrade_copies_the_old_database_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert manage("migrate", "contenttypes", data=data).returncode == 0
    with serving(data=data) as server:
        (backup,) = (data / "backups").iterdir()
        assert str(backup) in server.output.read_text()
    with closing(sqlite3.connect(backup)) as old:
        applications = {name for (name,) in old.execute("SELECT DISTINCT app FROM django_migrations")}
    assert applications == {"contenttypes"}


def test_a_second_process_on_the_same_books_is_refused(first: Start) -> None:
    ended = manage("serve", f"--port={free_port()}", data=first.data)
    assert (ended.returncode, str(first.data) in ended.stderr, ended.stderr.count("\n")) == (1, True, 1)


@pytest.mark.deep
def test_of_two_that_start_together_on_an_empty_folder_one_serves(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ExitStack() as running, ThreadPoolExecutor(2) as starting:
        starts = [starting.submit(running.enter_context, serving(data=data)) for _ in range(2)]
        (one,) = (start.result() for start in starts if not start.exception())
        Phone(address=one.address).join(one.host_link())
    with closing(sqlite3.connect(data / "cuajo.sqlite3")) as books:
        assert books.execute("SELECT count(*) FROM scoring_club").fetchone() == (1,)


@pytest.mark.deep
def test_a_hand_that_is_being_written_when_the_app_is_stopped_is_written_and_acknowledged(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving("--demo", data=data) as server, ThreadPoolExecutor(1) as phone:
        night = open_night(server=server)
        form = night.phone.form(night.drawn)
        with closing(sqlite3.connect(data / "cuajo.sqlite3", isolation_level=None)) as table:
            table.execute("BEGIN IMMEDIATE")
            answer = phone.submit(night.phone.ask, night.drawn, form)
            before = len(keys_in(data))
            wait_until(lambda: _is_waiting(server), limit_seconds=60)
            server.process.terminate()
            with pytest.raises(TimeoutExpired):
                server.process.wait(7)
            table.execute("ROLLBACK")
        assert answer.result()[0] == RECORDED
        assert server.process.wait(STOP_LIMIT_SECONDS) == 0  # a second signal would end it while it goes
    assert keys_in(data)[before:] == [form["key"]]


def _is_waiting(server: Server) -> bool:
    try:
        urlopen(f"{server.address}/healthz", timeout=HELD_UP_SECONDS).close()
    except (TimeoutError, OSError):
        return True
    return False


def test_taken_port_is_named_with_another_to_try(tmp_path: Path) -> None:
    with closing(socket.create_server(("0.0.0.0", 0))) as other:
        port = other.getsockname()[1]
        ended = manage("serve", f"--port={port}", data=tmp_path)
    assert (ended.returncode, f"--port {port + 1}" in ended.stderr) == (1, True)


def test_host_link_before_the_first_start_says_to_start(db: None) -> None:
    with pytest.raises(CommandError, match=r"manage\.py serve"):
        call_command("host_link")


@pytest.mark.deep
@pytest.mark.skipif(not IS_HERE, reason="no PostgreSQL")
def test_two_processes_count_as_one_and_another_secret_key_is_refused_unless_said_so(tmp_path: Path) -> None:
    left, other = tmp_path / "left", tmp_path / "other" / "data"
    for folder in (left, other.parent):
        folder.mkdir()
    with postgresql() as database:
        place = {"DATABASE_URL": database.address, "CUAJO_CACHE": "database", "CUAJO_METRICS": "1", "TMPDIR": str(left)}
        with serving("--workers=2", data=tmp_path / "data", root=ROOT, **place) as server:
            phone = Phone(address=server.address)
            assert [phone.ask("/rules/")[0] for _ in range(20)] == [200] * 20
            assert len(children_of(server.process.pid)) == 2
            _, told = phone.ask("/metrics")
            counted = re.findall(r'cuajo_answer_seconds_count\{method="GET",route="rules/",status="200"\} (\S+)', told)
            assert counted == ["20.0"]
        assert list(left.iterdir()) == []
        refused = manage("serve", data=other, under=(), **place)
        assert (refused.returncode, "--new-key" in refused.stderr) == (1, True)
        with serving("--new-key", data=other, root=ROOT, **place):
            pass


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"workers": 0}, r"^--workers"),
        ({"workers": 2}, "DATABASE_URL" if connection.vendor == "sqlite" else "CUAJO_CACHE"),
    ],
)
def test_several_processes_are_refused_with_the_reason(options: dict[str, int], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("serve", port=free_port(), **options)


LISTED = ROOT / "docs/deploy/termux.txt"
LEFT_OUT = {"djangorestframework", "drf-spectacular-sidecar", "rcssmin", "rjsmin"}
ON_A_PHONE = """
import os, sys
del os.link
for name in ("rest_framework", "rcssmin", "rjsmin"):
    sys.modules[name] = None
"""


@pytest.mark.deep
def test_what_a_phone_installs_is_all_that_running_needs_without_the_api_and_pure() -> None:
    packages = {each["name"]: each for each in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    needed, left = set[str](), {each["name"] for each in packages["cuajo"]["dependencies"]} - LEFT_OUT
    while left:
        name = left.pop()
        needed.add(name)
        here = [each for each in packages[name].get("dependencies", []) if "win32" not in each.get("marker", "")]
        left |= {each["name"] for each in here} - needed
    pure = {name for name in needed if any("none-any" in wheel["url"] for wheel in packages[name]["wheels"])}
    assert needed - pure == set()
    listed = [line for line in LISTED.read_text().splitlines() if not line.startswith("#")]
    assert listed == [f"{name}=={packages[name]['version']}" for name in sorted(needed)]


@pytest.mark.deep
def test_a_night_goes_on_where_only_pure_python_is_found(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ON_A_PHONE)
    with serving("--demo", data=tmp_path / "data", PYTHONPATH=str(tmp_path)) as server:
        night = open_night(server=server)
        assert night.phone.ask(night.drawn, night.phone.form(night.drawn))[0] == RECORDED
        pages = ("/", "/judge/", "/rules/", "/history/", "/phones/", "/club/", "/club/curious/")
        assert {page: night.phone.ask(page)[0] for page in pages} == dict.fromkeys(pages, 200)
        assert night.phone.ask("/api/v1/games/")[0] == 404
