"""Time the table page of a long night beside a short one; weigh the first visit, the start and the memory.

Run `python -m uv run --dev python -m benchmarks.pages`; it replaces the section "Pages" of benchmarks/RESULTS.md.
"""

import gzip
import os
import re
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import process_time
from urllib.request import Request, urlopen

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-pages-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.recording import load, machine, processor_seconds, record
from scoring.management.serving import collect_static
from scoring.models import Session
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.served.server import children_of, serving

SHORT, LONG = 10, 10_000
ROUNDS = 60
PAGES = 300


def main() -> None:
    """Measure, print and record."""
    call_command("migrate", verbosity=0)
    collect_static(stamp=Path(os.environ["CUAJO_DATA"]) / "static_version")
    club = people.make_club()
    phone = people.host_browser(club=club)
    short, long = (_night(hands) for hands in (SHORT, LONG))
    hand = reverse("hand", args=[short.public_id])
    body = "\n".join(
        (f"{machine()}, {load()}. Processor time.\n", _table_pages(phone, short, long), "", _server(phone, hand))
    )
    print(body)
    record(heading="Pages", body=body)


def _night(hands: int) -> Session:
    """Record so many hands in a session of its own."""
    names = tuple(f"{name} {hands}" for name in people.NAMES)
    session = people.start_night(club=people.make_club(), names=names)
    connection.cursor().execute("PRAGMA synchronous=OFF")
    for number in range(hands):
        people.win(session, winner=number % 4 + 1)
    return session


def _table_pages(phone: Client, short: Session, long: Session) -> str:
    pages = [reverse("table", args=[session.public_id]) for session in (short, long)]
    times = {page: list[float]() for page in pages}
    for _ in range(ROUNDS):
        for page in pages:
            times[page].append(milliseconds(phone, page))
    short_ms, long_ms = (median(times[page]) for page in pages)
    queries = [count_queries(phone, page) for page in pages]
    return (
        "| the table page | ms, median | queries |\n|---|---|---|\n"
        f"| {SHORT} hands | {short_ms:.1f} | {queries[0]} |\n"
        f"| {LONG:,} hands | {long_ms:.1f} | {queries[1]} |\n"
        f"| ratio (budget 1.5) | {long_ms / short_ms:.2f} | |"
    )


def milliseconds(phone: Client, page: str) -> float:
    start = process_time()
    phone.get(page)
    return (process_time() - start) * 1000


def count_queries(phone: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        phone.get(page)
    return len(captured)


def _server(phone: Client, page: str) -> str:
    data = Path(os.environ["CUAJO_DATA"])
    cookie = f"{DEVICE_COOKIE}={phone.cookies[DEVICE_COOKIE].value}"
    fresh = Path(mkdtemp(prefix="cuajo-start-"), "data")
    for _ in range(2):  # the first start sets up
        with serving(data=fresh) as server:
            start_seconds = processor_seconds([server.process.pid, *children_of(server.process.pid)])
    with serving(data=data) as server:
        weight = _first_visit_bytes(server.address, page, cookie)
        for _ in range(PAGES):
            _get(server.address + page, cookie)
        memory_mb = _memory_mb(int(server.address.rpartition(":")[2]))
    return (
        "| the running server | measured | budget |\n|---|---|---|\n"
        f"| first visit of the hand's page, compressed | {weight / 1000:.1f} kB | 60 kB |\n"
        f"| start until it answers, set up before, processor | {start_seconds:.1f} s | 3 s |\n"
        f"| memory of all its processes after {PAGES} pages | {memory_mb:.0f} MB | 150 MB |"
    )


def _first_visit_bytes(address: str, page: str, cookie: str) -> int:
    """Return what a phone without a cache loads: the page and all that it names, compressed."""
    html = _get(address + page, cookie)
    files = set(re.findall(r'(?<!apple-touch-icon" )(?:href|src)="(/static/[^"#]+)', html.decode()))
    return len(gzip.compress(html)) + sum(len(gzip.compress(_get(address + name, cookie))) for name in files)


def _get(address: str, cookie: str) -> bytes:
    with urlopen(Request(address, headers={"Cookie": cookie})) as response:
        return bytes(response.read())


def _memory_mb(port: int) -> float:
    """Return the resident memory of the server's processes, found by the port they were given."""
    total_kb = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        command = (status.parent / "cmdline").read_bytes()
        if f"--port={port}".encode() in command or f"--port\0{port}".encode() in command:
            found = re.search(r"VmRSS:\s+(\d+)", status.read_text())
            total_kb += int(found[1]) if found else 0
    return total_kb / 1024


if __name__ == "__main__":
    main()
