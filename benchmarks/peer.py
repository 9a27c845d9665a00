"""Record on the served app and on ihatemoney, the nearest peer with a ledger, in turn: what does each step cost?

Run `python -m benchmarks.peer FOLDER`, an environment of its own in which ihatemoney and gunicorn are installed; it
replaces the section "Beside ihatemoney" of benchmarks/RESULTS.md. A hand is a win with its cards, a bill one that
three people share. The whole way is what a phone loads: the list or table, the form, the record, and the list again.
Only the processor time of the servers counts.
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

from benchmarks.recording import commit, load, machine, medians_in_turn, processor_seconds, record
from tests.served.phones import RECORDED, Form, Phone, open_night
from tests.served.server import ROOT, START_LIMIT_SECONDS, children_of, free_port, listens, serving, wait_until

BEFORE, ROUNDS = 10, 30
FORM, RECORDING, WAY = "the page of the form", "recording", "the whole way"
BOUNDS = {FORM: 1.6, RECORDING: "", WAY: 1.3}
WIN = {"winner": "1", "source": "self_drawn", "kings_of_coins": "0", "other_kings": "2", "step": "record"}
HAND = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
CARDS = {"winner": "1", "source": "discard", "hand": HAND, "bounit": "5B", "sowee": "4O", "step": "record"}


class Book(ABC):
    """A served book: its phone, the page that lists what was recorded, the form, and how long each step took."""

    def __init__(self, *, phone: Phone, table: str, entry: str, served_by: int) -> None:
        self.phone, self.table, self.entry, self.served_by = phone, table, entry, served_by
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
        served = [self.served_by, *children_of(self.served_by)]
        start = processor_seconds(served)
        status, page = self.phone.ask(address, form)
        took = 1000 * (processor_seconds(served) - start)
        assert status == (200 if form is None else RECORDED), f"{status} at {address}"
        return took, page


class Night(Book):
    """The open night of our demo."""

    def filled(self, page: str) -> Form:
        """Return a win with its cards."""
        return hidden(page.partition("<main")[2]) | CARDS


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
def ihatemoney(environment: Path, *, data: Path) -> Iterator[tuple[str, int]]:
    """Serve ihatemoney as its own documents say, and return its address and process."""
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
            yield f"http://127.0.0.1:{port}/", process.pid
        finally:
            process.terminate()


def main(environment: Path) -> None:
    """Measure, print and record."""
    with ExitStack() as running, TemporaryDirectory() as data:
        server = running.enter_context(serving("--demo", data=Path(data) / "cuajo"))
        night = open_night(server=server)
        address, process = running.enter_context(ihatemoney(environment, data=Path(data)))
        bills = Phone(address=address)
        bills.ask("/demo")
        books = (
            Night(phone=night.phone, table=night.path, entry=f"{night.path}hand/", served_by=server.process.pid),
            Bills(phone=bills, table="/demo/", entry="/demo/add", served_by=process),
        )
        ours, theirs = medians_in_turn(books, before=BEFORE, rounds=ROUNDS)
    rows = (
        f"| {step} | {ours[step]:.1f} | {theirs[step]:.1f} | {ours[step] / theirs[step]:.2f} | {bound} |"
        for step, bound in BOUNDS.items()
    )
    body = "\n".join(
        (
            f"{machine()}, {load()}, {commit(ROOT)}. Medians of {ROUNDS} rounds in turn, {BEFORE} to"
            f"\n{BEFORE + ROUNDS} records in each book. gunicorn serves ihatemoney. Both use SQLite.\n",
            "| milliseconds of the server's processor | cuajo | ihatemoney | ratio | bound |\n|---|---|---|---|---|",
            *rows,
        )
    )
    print(body)
    record(heading="Beside ihatemoney", body=body)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
