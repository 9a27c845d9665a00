"""`serve --workers 2`: one address, two processes, one secret key, one answer to whoever watches."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.served.phones import Phone
from tests.served.postgresql import IS_HERE, PostgreSQL, postgresql
from tests.served.server import ROOT, children_of, free_port, manage, serving

needs_postgresql = pytest.mark.skipif(not IS_HERE, reason="no PostgreSQL server on this machine")


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with postgresql() as running:
        yield running


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workers") / "data"


@pytest.mark.deep
@needs_postgresql
def test_two_processes_answer_as_one_and_say_together_how_much(
    database: PostgreSQL, data: Path, tmp_path: Path
) -> None:
    place = {"DATABASE_URL": database.address, "CUAJO_CACHE": "database"}
    place |= {"CUAJO_METRICS": "1", "TMPDIR": str(tmp_path)}
    with serving("--workers=2", data=data, root=ROOT, **place) as server:
        phone = Phone(address=server.address)
        assert [phone.ask("/rules/")[0] for _ in range(20)] == [200] * 20
        assert len(children_of(server.process.pid)) == 2
        _, told = phone.ask("/metrics")
        counted = re.findall(r'cuajo_answer_seconds_count\{method="GET",route="rules/",status="200"\} (\S+)', told)
        assert counted == ["20.0"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.deep
@needs_postgresql
def test_another_secret_key_is_refused_unless_it_is_said_to_be_the_new_one(
    database: PostgreSQL, data: Path, tmp_path: Path
) -> None:
    place = {"DATABASE_URL": database.address, "CUAJO_CACHE": "database"}
    with serving(data=data, root=ROOT, **place):
        pass
    refused = manage("serve", data=tmp_path / "other", under=(), **place)
    assert refused.returncode == 1
    assert "were served with another secret key" in refused.stderr
    with serving("--new-key", data=tmp_path / "other", root=ROOT, **place):
        pass


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"workers": 0}, "a number from 1 on"),
        ({"workers": 2}, "SQLite lets one write at a time" if connection.vendor == "sqlite" else "one memory"),
    ],
)
def test_several_processes_are_refused_with_the_reason(options: dict[str, int], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("serve", port=free_port(), **options)
