"""Everything that is tried against the app and its books, and the tests that try it.

`python -m tests.attacks` runs all of it on SQLite and, where it is installed, on PostgreSQL, and lists what was refused
or found. An attack is a row of `ATTACKS`; its tests lie beside what they attack.
"""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]


class Database(StrEnum):
    """Where the books lie."""

    SQLITE = "SQLite"
    POSTGRESQL = "PostgreSQL"


BOTH = tuple(Database)
ONLY_SQLITE = (Database.SQLITE,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What is tried, and the tests that say what becomes of it: `file::test`, or a whole file."""

    what: str
    tests: tuple[str, ...]
    on: tuple[Database, ...] = BOTH


ATTACKS: tuple[Attack, ...] = (
    Attack(
        what="200 connections that send half a request, drip, idle, or read nothing, while a phone records",
        tests=("tests/served/test_half_sent.py",),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="a kill while hands are written: none acknowledged is lost, none doubled (PostgreSQL: two processes)",
        tests=("tests/served/test_kills.py", "tests/served/test_kills_postgresql.py"),
        on=ONLY_SQLITE,  # starts servers of its own
    ),
    Attack(
        what="a kill during an upgrade from an older state: nothing is lost, every start has its guards",
        tests=("tests/served/test_kills_upgrading.py", "tests/management/test_upgrades.py"),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="guards that are gone: restored at the start, everything checked, the host told",
        tests=(
            "tests/served/test_serve.py::test_guards_that_a_kill_left_out_are_restored_at_the_next_start",
            "tests/models/test_guard.py::test_every_guard_stands_after_a_migration_and_a_lost_one_is_restored",
        ),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="an illegal write round the app: refused by the database, one test for each kind",
        tests=(
            "tests/models/test_guard.py::test_the_database_refuses_to",
            "tests/views/judge/test_judge_verdicts.py::test_the_database_keeps_the_verdicts_of_the_club",
        ),
    ),
    Attack(
        what="a row that replaces another one by any of its unique keys",
        tests=(
            "tests/models/test_guard.py::test_a_row_is_never_replaced_by_whatever_names_it",
            "tests/models/test_guard.py::test_an_update_replaces_no_other_row",
        ),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="books changed while the guards were gone: found, each by its finding",
        tests=("tests/queries/books/test_checking.py",),
    ),
    Attack(
        what="two phones at once, and forms of what has changed since: the second sees the first and chooses",
        tests=(
            "tests/web/test_expectations.py",
            "tests/web/test_stale_forms.py",
            "tests/views/table/test_cash.py",
            "tests/operations/people/test_races.py",
        ),
    ),
    Attack(
        what="a secret taken back under the hand that was won with it: refused at every door, the hand named",
        tests=("tests/operations/table/test_penalties.py",),
    ),
    Attack(
        what="a clock that goes back: phones are sent away all the same, and nothing that was over lives again",
        tests=(
            "tests/web/test_access.py",
            "tests/views/people/test_phones.py",
            "tests/operations/people/test_devices.py",
        ),
    ),
    Attack(
        what="Redis away or gone during play: hands are recorded, limits hold",
        tests=("tests/web/test_limits.py", "tests/served/test_redis.py"),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="guessed tokens, links, codes, passwords: stopped, and nobody kept out who has the right one",
        tests=(
            "tests/api/people/test_tokens.py::test_guessing_tokens_is_stopped_and_keeps_no_right_token_out",
            "tests/views/people/test_joining.py",
            "tests/operations/people/test_joining.py",
            "tests/views/people/test_accounts.py",
            "tests/views/people/test_passcode.py",
            "tests/api/web/test_answers.py",
        ),
    ),
    Attack(
        what="floods of strangers: what they keep and what is logged has a bound and an end",
        tests=("tests/views/judge/test_judge_verdicts.py", "tests/web/test_log.py"),
    ),
    Attack(
        what="half surrogates, control characters and other text that no database takes, at every door",
        tests=("tests/web/test_odd_text.py",),
    ),
    Attack(
        what="two that start together on an empty folder",
        tests=("tests/served/test_serve.py::test_two_that_start_together_on_an_empty_folder_both_serve",),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="damaged, cut-off, empty, foreign and newer books, a damaged key, a full disk, a read-only folder",
        tests=("tests/management/test_broken.py", "tests/management/test_data.py"),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="SIGTERM in the middle of a write",
        tests=(
            "tests/served/test_serve.py::"
            "test_a_hand_that_is_being_written_when_the_app_is_stopped_is_written_and_acknowledged",
        ),
        on=ONLY_SQLITE,
    ),
    Attack(
        what="every address asked by everybody: only those answered who may",
        tests=("tests/web/test_rights.py", "tests/api/web/test_rights.py"),
    ),
)


def named_on(database: Database) -> tuple[str, ...]:
    """Return the tests of all attacks that run on a database, each once."""
    return tuple(dict.fromkeys(test for each in ATTACKS if database in each.on for test in each.tests))


def outcomes(tests: Iterable[str], *, address: str = "") -> dict[str, str]:
    """Run tests on SQLite, or on the PostgreSQL database of an address, and return what became of each case."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "--no-cov", "-n", "0", "-p", "no:cacheprovider"]
        place = {"DATABASE_URL": address} if address else {}
        done = subprocess.run(
            [*command, f"--junitxml={report}", *tests],
            env=os.environ | place,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert report.exists(), done.stdout + done.stderr
        return {_name(case): _became(case) for case in ET.parse(report).iter("testcase")}


def failures(tests: Iterable[str], *, address: str = "") -> tuple[str, ...]:
    """Run tests and return those that fail."""
    return tuple(name for name, became in outcomes(tests, address=address).items() if became == "FAILED")


def _name(case: ET.Element) -> str:
    return f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"


def _became(case: ET.Element) -> str:
    if case.find("failure") is not None or case.find("error") is not None:
        return "FAILED"
    return "held" if case.find("skipped") is None else "skipped"
