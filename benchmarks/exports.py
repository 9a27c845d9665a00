"""Take the books of a year away in every form: which work is each file?

Run `python -m benchmarks.exports`; it replaces the section "Exports" of benchmarks/RESULTS.md.
"""

import tempfile
from pathlib import Path
from statistics import median

from benchmarks.recording import load, machine, processor_seconds, record
from tests.served.phones import open_night
from tests.served.server import children_of, serving

FORMS = ("json", "xlsx", "csv", "hledger")
TIMES = 3


def main() -> None:
    """Measure, print and record."""
    with serving("--demo", "year", data=Path(tempfile.mkdtemp()) / "data") as server:
        phone = open_night(server=server).phone
        served = [server.process.pid, *children_of(server.process.pid)]
        rows = []
        for form in FORMS:
            took = []
            for _ in range(TIMES):
                before = processor_seconds(served)
                with phone.browser().open(f"{phone.address}/club/export/{form}/", timeout=600) as answer:
                    size = len(answer.read())
                took.append(processor_seconds(served) - before)
            rows.append(f"| {form} | {size / 1000:.0f} | {median(took):.2f} |")
    body = "\n".join(
        (
            f"{machine()}, {load()}. A year of a family, medians of {TIMES} files.",
            "",
            "| form | kB | processor seconds of the server |",
            "|---|---|---|",
            *rows,
        )
    )
    print(body)
    record(heading="Exports", body=body)


if __name__ == "__main__":
    main()
