"""One command sets the app up, serves it, and keeps its data."""

import re
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from urllib.request import urlopen

import pytest
from django.core.management import CommandError, call_command
from rcssmin import cssmin  # type: ignore[import-untyped]

from tests.served.phones import LIMIT_SECONDS, RECORDED, Phone, keys_in, open_night
from tests.served.server import STOP_LIMIT_SECONDS, Server, manage, serving, wait_until

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


def test_the_sheets_that_every_page_loads_are_sent_as_one_under_a_name_that_changes_with_it(first: Start) -> None:
    folder = Path(__file__).parents[2] / "static" / "css"
    written = [(folder / name).read_text() for name in re.findall(r'"(.+)"', (folder / "everywhere.css").read_text())]
    (path,) = set(re.findall(r"/static/css/everywhere\.[0-9a-f]{12}\.css", first.host.ask("/")[1]))
    answer = first.host.browser().open(first.server.address + path, timeout=LIMIT_SECONDS)
    sent = answer.read().decode()
    assert "immutable" in answer.headers["Cache-Control"]
    assert len(written) > 1
    assert [each for each in written if "url(" not in each and cssmin(each) not in sent] == []
    assert "@import" not in sent


def test_further_host_link_is_printed_for_the_port_served(first: Start) -> None:
    port = first.server.address.rpartition(":")[2]
    printed = manage("host_link", data=first.data).stdout
    link = re.search(rf"http://[^/]+:{port}(/join/\S+/)", printed)
    assert link is not None
    Phone(address=first.server.address).join(link[1])


@pytest.mark.deep
def test_the_next_start_still_knows_the_host_and_prints_no_link(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving("--demo", data=data) as server:
        phone = Phone(address=server.address)
        phone.join(server.host_link())
        (cookie,) = (cookie for cookie in phone.jar if cookie.name.startswith("cuajo_device"))
    with serving("--demo", data=data) as again:
        renewed = phone.browser().open(f"{again.address}/healthz", timeout=LIMIT_SECONDS)
        assert f"{cookie.name}={cookie.value};" in str(renewed.headers.get_all("Set-Cookie"))
        assert "/join/" not in again.output.read_text()
        assert "manage.py host_link" in again.output.read_text()
    with closing(sqlite3.connect(data / "cuajo.sqlite3")) as books:
        assert books.execute("SELECT count(*) FROM scoring_session").fetchone() == (2,)


@pytest.mark.deep
def test_upgrade_copies_the_old_database_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert manage("migrate", "contenttypes", data=data).returncode == 0

    with serving(data=data) as server:
        (backup,) = (data / "backups").iterdir()
        assert f"A copy from before: {backup}" in server.output.read_text()
    with closing(sqlite3.connect(backup)) as old:
        applications = {name for (name,) in old.execute("SELECT DISTINCT app FROM django_migrations")}
    assert applications == {"contenttypes"}


@pytest.mark.deep
def test_two_that_start_together_on_an_empty_folder_both_serve(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ExitStack() as running, ThreadPoolExecutor(2) as starting:
        starts = [starting.submit(running.enter_context, serving(data=data)) for _ in range(2)]
        first, second = (start.result() for start in starts)
        Phone(address=first.address).join(first.host_link())
        assert Phone(address=second.address).ask("/rules/")[0] == 200
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

    assert ended.returncode == 1
    assert ended.stderr.strip() == (
        f"CommandError: Port {port} is taken, perhaps by Cuajo itself. Choose another: --port {port + 1}"
    )


def test_host_link_before_the_first_start_says_to_start(db: None) -> None:
    with pytest.raises(CommandError, match=r"manage\.py serve"):
        call_command("host_link")
