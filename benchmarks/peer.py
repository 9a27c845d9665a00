"""Record on the served app and on ihatemoney, the nearest peer with a ledger, in turn: what does each step cost?

Run `python -m benchmarks.peer FOLDER`, an environment of its own in which ihatemoney and gunicorn are installed; it
replaces the section "Beside ihatemoney" of benchmarks/RESULTS.md. A hand is a win without its cards, a bill one that
three people share. The whole way is what a phone loads: the list or table, the form, the record, and the list again.
"""

import os
import re
import subprocess
import sys
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.recording import machine, medians_in_turn, record
from tests.served.phones import RECORDED, Form, Phone, open_night
from tests.served.server import START_LIMIT_SECONDS, free_port, listens, serving, wait_until

BEFORE, ROUNDS = 20, 60
FORM, RECORDING, WAY = "the page of the form", "recording", "the whole way"
GOALS = {FORM: 1.5, RECORDING: 1.2, WAY: 2.0}
WIN = {"winner": "1", "source": "self_drawn", "kings_of_coins": "0", "other_kings": "2", "step": "record"}


class Book(ABC):
    """A served book: its phone, the page that lists what was recorded, the form, and how long each step took."""

    def __init__(self, *, phone: Phone, table: str, entry: str) -> None:
        self.phone, self.table, self.entry = phone, table, entry
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    @abstractmethod
    def filled(self, page: str) -> Form:
        """Return the form of the page as a person fills it in."""

    def play(self) -> None:
        """Take every step once."""
        listed, _ = self._timed(self.table)
        shown, page = self._timed(self.entry)
        recorded, _ = self._timed(self.entry, self.filled(page))
        again, _ = self._timed(self.table)
        self.times[FORM].append(shown)
        self.times[RECORDING].append(recorded)
        self.times[WAY].append(listed + shown + recorded + again)

    def _timed(self, address: str, form: Form | None = None) -> tuple[float, str]:
        start = perf_counter()
        status, page = self.phone.ask(address, form)
        took = 1000 * (perf_counter() - start)
        assert status == (200 if form is None else RECORDED), f"{status} at {address}"
        return took, page


class Night(Book):
    """The open night of our demo."""

    def filled(self, page: str) -> Form:
        """Return a win without its cards."""
        return hidden(page.partition("<main")[2]) | WIN


class Bills(Book):
    """The project of ihatemoney's demo, which three people share."""

    def filled(self, page: str) -> Form:
        """Return a bill that the first of them paid for all."""
        person = re.findall(r'name="payed_for"[^>]*value="(\d+)"', page)[0]
        date = re.findall(r'name="date"[^>]*value="([\d-]+)"', page)[0]
        said = {"date": date, "what": "A hand", "payer": person, "amount": "2.70", "payed_for": person}
        unsaid = {"original_currency": "XXX", "bill_type": "Expense", "external_link": ""}
        return hidden(page.partition("<main")[2]) | said | unsaid


def hidden(page: str) -> Form:
    """Return the unseen fields of a page."""
    fields = re.findall(r'<input[^>]*type="hidden"[^>]*>', page)
    named = ((re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields)
    return {name[1]: value[1] for name, value in named if name and value}


@contextmanager
def ihatemoney(environment: Path, *, data: Path) -> Iterator[str]:
    """Serve ihatemoney as its own documents say, and return its address."""
    port, settings = free_port(), data / "settings.py"
    settings.write_text(
        f'SQLALCHEMY_DATABASE_URI = "sqlite:///{data}/bills.sqlite3"\n'
        'SESSION_COOKIE_SECURE = False\nSECRET_KEY = "of a benchmark"\n'
    )
    command = [str(environment / "bin" / "gunicorn"), "ihatemoney.wsgi:application", "--bind", f"127.0.0.1:{port}"]
    variables = os.environ | {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)}
    with (
        (data / "output").open("wb") as output,
        subprocess.Popen(command, env=variables, stdout=output, stderr=output) as process,
    ):
        try:
            wait_until(lambda: listens(port), limit_seconds=START_LIMIT_SECONDS)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def main(environment: Path) -> None:
    """Measure, print and record."""
    with ExitStack() as running, TemporaryDirectory() as data:
        night = open_night(server=running.enter_context(serving("--demo", data=Path(data) / "cuajo")))
        bills = Phone(address=running.enter_context(ihatemoney(environment, data=Path(data))))
        bills.ask("/demo")
        books = (
            Night(phone=night.phone, table=night.path, entry=night.quick),
            Bills(phone=bills, table="/demo/", entry="/demo/add"),
        )
        ours, theirs = medians_in_turn(books, before=BEFORE, rounds=ROUNDS)
    rows = (
        f"| {step} | {ours[step]:.1f} | {theirs[step]:.1f} | {ours[step] / theirs[step]:.2f} | {goal} |"
        for step, goal in GOALS.items()
    )
    body = "\n".join(
        (
            f"{machine()}. Medians of {ROUNDS} rounds in turn, {BEFORE} to {BEFORE + ROUNDS} records in each book;\n"
            "ihatemoney in an environment of its own, served by gunicorn, on SQLite as ours.\n",
            "| milliseconds, over HTTP | cuajo | ihatemoney | ratio | goal |\n|---|---|---|---|---|",
            *rows,
        )
    )
    print(body)
    record(heading="Beside ihatemoney", body=body)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
