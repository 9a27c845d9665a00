"""The same guards, operations and queries on PostgreSQL, on a server of the test's own."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from django.db import connection

from tests.served.postgresql import IS_HERE, postgresql

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not IS_HERE or connection.vendor != "sqlite", reason="no PostgreSQL server")
@pytest.mark.parametrize(
    "places",
    [
        pytest.param(["tests/models/test_guard.py", "tests/web/test_polling.py"], id="guards and polls"),
        pytest.param(["tests/models", "tests/operations", "tests/queries"], id="books", marks=pytest.mark.deep),
    ],
)
def test_the_books_hold_on_postgresql(places: list[str], tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "--no-cov", "-n", "0", "-p", "no:cacheprovider"]
    with postgresql() as server:
        done = subprocess.run(
            [*command, f"--junitxml={report}", *places],
            env=os.environ | {"DATABASE_URL": server.address, "CUAJO_TEST_SCALE": "1"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert report.exists(), done.stdout + done.stderr
    cases = list(ET.parse(report).iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    assert (len(cases) > 50, [f"{case.get('classname')}.{case.get('name')}" for case in failed]) == (True, [])
