"""Write the counts of a run of .ci/deep into RESULTS.md: one row for each part, the newest run of it."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

RESULTS = Path(__file__).parent / "RESULTS.md"
HEADING = "## Deep runs"
HEAD = """
Written by `.ci/deep`. "Scale" is `CUAJO_TEST_SCALE`, load is the average of a minute at the end.

| part | commit | date | scale | load | passed | failed | skipped | minutes |
|---|---|---|---|---|---|---|---|---|
"""


def counts(report: Path) -> str:
    """Return the last four cells of a row from a report in JUnit's format."""
    suite = ElementTree.parse(report).getroot().find("testsuite")
    assert suite is not None
    tests, skipped = int(suite.attrib["tests"]), int(suite.attrib["skipped"])
    failed = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    minutes = float(suite.attrib["time"]) / 60
    return f"{tests - failed - skipped} | {failed} | {skipped} | {minutes:.1f}"


def main(folder: Path, *, scale: str) -> None:
    """Replace the rows of the parts that were run."""
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], text=True).strip()
    load = float(Path("/proc/loadavg").read_text().split()[0])
    row = f"{commit} | {datetime.now(tz=UTC):%Y-%m-%d} | {scale} | {load:.1f}"
    text = RESULTS.read_text()
    if HEADING not in text:
        text = f"{text.rstrip()}\n\n{HEADING}\n{HEAD}"
    before, _, after = text.partition(HEADING)
    for report in sorted(folder.iterdir()):
        cells = counts(report) if report.suffix == ".xml" else "all | 0 | 0 | "
        after = re.sub(rf"\| {report.stem} \|.*\n", "", after)
        table = re.search(r"(?:\|.*\n)+", after)
        assert table is not None
        after = f"{after[: table.end()]}| {report.stem} | {row} | {cells} |\n{after[table.end() :]}"
    RESULTS.write_text(before + HEADING + after)


if __name__ == "__main__":
    main(Path(sys.argv[1]), scale=sys.argv[2])
