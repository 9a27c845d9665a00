"""Take the books of a year away in every form while a phone opens the table: how long does the table take?

Run `python -m benchmarks.exports`; it replaces the section "Exports" of benchmarks/RESULTS.md. With another checkout
behind it, that one is measured and nothing replaced. Server and phones share this machine's cores.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import perf_counter

from benchmarks.recording import machine, record
from tests.served.phones import Night, open_night
from tests.served.server import ROOT, serving

FORMS = ("json", "xlsx", "csv", "hledger", "bills")
ALONE = 60
TIMES = 2


def timed(ask: str, *, night: Night) -> tuple[float, int]:
    """Return how long an address takes, and how much it answers."""
    start = perf_counter()
    with night.phone.browser().open(f"{night.phone.address}{ask}", timeout=600) as answer:
        size = len(answer.read())
    return perf_counter() - start, size


def taking(form: str, *, night: Night) -> tuple[list[float], list[float], int]:
    """Return how long the export took, how long the table took meanwhile, and the size of the file."""
    done, exports, size = Event(), [], 0

    def take() -> None:
        nonlocal size
        for _ in range(TIMES):
            seconds, size = timed(f"/club/export/{form}/", night=night)
            exports.append(seconds)
        done.set()

    Thread(target=take).start()
    tables = []
    while not done.is_set():
        tables.append(timed(night.path, night=night)[0])
    return exports, tables, size


def main() -> None:
    """Measure, print and record."""
    root = Path(sys.argv[1]) if sys.argv[1:] else ROOT
    year, data = ("--demo", "year"), Path(tempfile.mkdtemp()) / "data"
    with serving(*year, data=data, root=root) as server:
        night = open_night(server=server)
        alone = [timed(night.path, night=night)[0] for _ in range(ALONE)]
        rows = [f"| - | | | {median(alone):.3f} | {max(alone):.3f} |"]
        for form in FORMS:
            exports, tables, size = taking(form, night=night)
            told = f"{size / 1000:.0f} | {median(exports):.2f} | {median(tables):.3f} | {max(tables):.3f}"
            rows.append(f"| {form} | {told} |")
    head = (
        f"{machine()}. A year of a family, taken away whole {TIMES} times in each form, while a phone opens "
        "the table again and again; seconds."
    )
    table = ("| form | kB | the export | the table, median | the table at worst |", "|---|---|---|---|---|", *rows)
    body = "\n".join((head, "", *table))
    print(body)
    if root == ROOT:
        record(heading="Exports", body=body)


if __name__ == "__main__":
    main()
