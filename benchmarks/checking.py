"""Check the books as the night does and all of them, of few closed nights and of many.

Run `python -m benchmarks.checking`; it replaces the section "Checking the books" of benchmarks/RESULTS.md.
"""

import os
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import process_time

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-checking-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connection

from benchmarks.recording import commit, load, machine, record
from scoring.management.checking import check_books
from scoring.models import Entry, Session
from scoring.operations.money.payments import close_session
from tests import people

FEW, MANY, HANDS = 10, 50, 40
ROUNDS = 3


def main() -> None:
    """Measure, print and record."""
    call_command("migrate", verbosity=0)
    connection.cursor().execute("PRAGMA synchronous=OFF")
    club = people.make_club()
    rows, closed = [], 0
    for nights in (FEW, MANY):
        while closed < nights:
            _play(people.start_night(club=club), close=True)
            closed += 1
        if nights == FEW:
            _play(people.start_night(club=club), close=False)
        new, everything = _seconds(only_news=True), _seconds(only_news=False)
        rows.append(
            f"| {nights} closed nights and an open one | {Entry.objects.count():,} | {new:.2f} | {everything:.2f} |"
        )
    body = "\n".join(
        (
            f"{machine()}, {load()}, {commit(Path.cwd())}. Nights of {HANDS} hands;"
            f"\nmedian of {ROUNDS}, processor seconds.\n",
            "| books | lines | `check_ledger`, as every night | `check_ledger --all` |\n|---|---|---|---|",
            *rows,
        )
    )
    print(body)
    record(heading="Checking the books", body=body)


def _play(session: Session, *, close: bool) -> None:
    for number in range(HANDS):
        people.win(session, winner=number % 4 + 1)
    if close:
        close_session(session=session, coin_cents=1, expected_entry=HANDS, stamp=people.stamp())


def _seconds(*, only_news: bool) -> float:
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        report = check_books(only_news=only_news)
        times.append(process_time() - start)
        assert not report.wrong, report.findings
    return median(times)


if __name__ == "__main__":
    main()
