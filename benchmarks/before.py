"""Record, ask for news and open pages on the served demo of two checkouts in turn: what does the newer one cost?

Run `python -m benchmarks.before FOLDER [FOLDER]`: checkouts of the older version and, unless it is this one, of the
newer (`git worktree add`); it replaces the section "Beside an earlier version" of benchmarks/RESULTS.md. Both servers
run all the time, and every step is taken on one and then on the other.
"""

import re
import subprocess
import sys
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import quote

from benchmarks.live import version_in
from benchmarks.recording import machine, medians_in_turn, record
from tests.served.phones import RECORDED, Night, open_night
from tests.served.server import ROOT, serving

HANDS_BEFORE, ROUNDS = 40, 100
NEWS, NOTHING_NEW = "a phone asks and hears of a hand", "a phone asks and hears nothing"
RECORDING, TABLE, HISTORY = "a hand is recorded", "the table page", "the history page"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version that is served, the night that is played there, and how long each step took."""

    night: Night
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def play(self) -> None:
        """Take every step once; forms and addresses are read before the clock starts."""
        phone = self.night.phone
        form = phone.form(self.night.drawn)
        _, page = phone.ask(self.night.path)
        news = _address_of_news(page)
        self._ask(NOTHING_NEW, news)
        self._ask(RECORDING, self.night.drawn, form)
        self._ask(NEWS, news)
        self._ask(TABLE, self.night.path)
        self._ask(HISTORY, "/history/")

    def _ask(self, what: str, address: str, form: dict[str, str] | None = None) -> None:
        start = perf_counter()
        status, page = self.night.phone.ask(address, form)
        self.times[what].append(1000 * (perf_counter() - start))
        assert status in (200, 204) if form is None else status == RECORDED, f"{status} {address} {page}"


def main(older: Path, newer: Path = ROOT) -> None:
    """Measure, print and record."""
    with ExitStack() as running, TemporaryDirectory() as data:
        versions = [
            Version(night=open_night(server=running.enter_context(serving("--demo", data=place, root=root))))
            for root, place in ((older, Path(data) / "before"), (newer, Path(data) / "now"))
        ]
        before, now = medians_in_turn(versions, before=HANDS_BEFORE, rounds=ROUNDS)
    rows = (f"| {what} | {before[what]:.1f} | {now[what]:.1f} | {now[what] / before[what]:.2f} |" for what in now)
    body = "\n".join(
        (
            f"{machine()}. Medians of {ROUNDS} rounds in turn on {_commit(older)} and {_commit(newer)}, the night\n"
            f"{HANDS_BEFORE} to {HANDS_BEFORE + ROUNDS} hands long.\n",
            "| milliseconds, over HTTP | before | now | ratio |\n|---|---|---|---|",
            *rows,
        )
    )
    print(body)
    record(heading="Beside an earlier version", body=body)


def _address_of_news(page: str) -> str:
    """Return where a page that was just opened asks for news, as its script does."""
    found = re.search(r'data-live="([^"]+)"', page)
    assert found, "the page asks for no news"
    return f"{unescape(found[1])}&v={quote(version_in(page))}"


def _commit(folder: Path) -> str:
    shown = subprocess.run(["git", "log", "-1", "--format=%h"], cwd=folder, capture_output=True, text=True, check=True)
    return f"`{shown.stdout.strip()}`"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
