"""Record, ask for news and open pages on the served demo of two checkouts in turn: what does the newer one cost?

Run `python -m benchmarks.before FOLDER [FOLDER]`: checkouts of the older version and, unless it is this one, of the
newer (`git worktree add`); it replaces the section "Beside an earlier version" of benchmarks/RESULTS.md. Both servers
run all the time, and every step is taken on one and then on the other. Only the processor time of the servers counts.
"""

import re
import sys
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from benchmarks.peer import WIN
from benchmarks.recording import commit, load, machine, medians_in_turn, processor_seconds, record
from benchmarks.scale import version_in
from tests.served.phones import RECORDED, Night, open_night
from tests.served.server import ROOT, Server, serving

HANDS_BEFORE, ROUNDS = 20, 12
NEWS, FURTHER, NOTHING_NEW = "news of a hand, first phone", "news of a hand, each further phone", "a poll without news"
RECORDING = "a hand is recorded"
PAGES = {
    "the table": "{night}",
    "entry by cards": "{night}hand/",
    "entry of a win": "{night}hand/quick/",
    "story": "{night}story/",
    "home": "/",
    "new session": "/sessions/new/",
    "history": "/history/",
    "phones": "/phones/",
    "debts": "/debts/",
    "judge": "/judge/win/",
}
BOUNDS = {RECORDING: 0.9, FURTHER: 0.15, "the table": 0.65, "new session": 0.5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version that is served, the night that is played there, and how long each step took."""

    night: Night
    server: Server
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def play(self) -> None:
        """Take every step once; forms and addresses are read before the clock starts."""
        phone = self.night.phone
        form = phone.form(self.night.quick) | WIN
        _, page = phone.ask(self.night.path)
        news = _address_of_news(page)
        self._ask(NOTHING_NEW, news)
        self._ask(RECORDING, self.night.quick, form)
        self._ask(NEWS, news)
        self._ask(FURTHER, news)
        for name, address in PAGES.items():
            self._ask(name, address.format(night=self.night.path))

    def _ask(self, what: str, address: str, form: dict[str, str] | None = None) -> None:
        start = processor_seconds([self.server.process.pid])
        status, _page = self.night.phone.ask(address, form, **{"HX-Request": "true"} if "/live/" in address else {})
        self.times[what].append(1000 * (processor_seconds([self.server.process.pid]) - start))
        assert status in (200, 204) if form is None else status == RECORDED, f"{status} at {address}"


def main(older: Path, newer: Path = ROOT) -> None:
    """Measure, print and record."""
    with ExitStack() as running, TemporaryDirectory() as data:
        servers = [
            running.enter_context(serving("--demo", data=place, root=root))
            for root, place in ((older, Path(data) / "before"), (newer, Path(data) / "now"))
        ]
        versions = [Version(night=open_night(server=each), server=each) for each in servers]
        before, now = medians_in_turn(versions, before=HANDS_BEFORE, rounds=ROUNDS)
    rows = (
        f"| {what} | {before[what]:.1f} | {now[what]:.1f} | {now[what] / before[what]:.2f} | {BOUNDS.get(what, '')} |"
        for what in now
    )
    body = "\n".join(
        (
            f"{machine()}, {load()}. Medians of {ROUNDS} rounds in turn on {commit(older)} and {commit(newer)}, the"
            f"\nnight {HANDS_BEFORE} to {HANDS_BEFORE + ROUNDS} hands long. Processor time of the server."
            " Each request opens a connection, which costs more than a poll.\n",
            "| milliseconds | before | now | ratio | bound |\n|---|---|---|---|---|",
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


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
