"""Serve 200 clubs with millions of hands on PostgreSQL, and let 2,000 phones follow 200 tables: how fast is the answer?

Run `python -m benchmarks.scale`; it needs the servers of PostgreSQL and Redis on this machine, and replaces the section
"Scale" of benchmarks/RESULTS.md. The books are a year of a family and an open night as operations write them, then
copied by the database, nights within a club and whole clubs. Phones, app, PostgreSQL and Redis share this machine.
"""

import asyncio
import os
import random
import re
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import quote

from benchmarks.live import NOTHING_NEW, Connection, version_in
from benchmarks.recording import machine, processor_seconds, record
from tests.served.phones import RECORDED
from tests.served.postgresql import PostgreSQL, postgresql
from tests.served.server import Server, children_of, free_port, serving
from tests.served.test_kills import redis

CLUBS, PHONES_EACH, WORKERS = 200, 10, 4
HANDS = int(os.environ.get("HANDS", "2000000"))
LEVELS = (200, 2000)
SECONDS = 60
HAND_EVERY_SECONDS = 120.0
POLL_SECONDS = 1.0
OPENED = 0.01
"""How often a phone opens the page instead of asking what is new."""

ROUNDS = 100
KINDS = ("page", "record", "news", "nothing new")


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A phone of a club: its cookie, and the table it follows."""

    cookies: str
    table: str


@dataclass(kw_only=True)
class Seen:
    """How long each kind of answer took, in seconds, and what was refused."""

    took: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    others: int = 0
    is_counted: bool = False

    def note(self, kind: str, *, since: float) -> None:
        """Note an answer, once everybody is there."""
        if self.is_counted:
            self.took[kind].append(perf_counter() - since)


async def follow(phone: Phone, *, port: int, seen: Seen, records: bool) -> None:
    """Open the table, then ask about once a second; now and then open it again, and record where that is one's part."""
    connection = Connection(port=port, cookies=phone.cookies)
    await connection.open()
    live, version = await opened(connection, phone, seen)
    next_hand = perf_counter() + random.uniform(0, HAND_EVERY_SECONDS)
    while True:
        await asyncio.sleep(POLL_SECONDS * random.uniform(0.9, 1.1))
        if records and perf_counter() > next_hand:
            next_hand += HAND_EVERY_SECONDS
            await recorded(connection, phone, seen)
        elif random.random() < OPENED:
            live, version = await opened(connection, phone, seen)
        else:
            since = perf_counter()
            status, page = await connection.ask(f"{live}&v={quote(version)}")
            seen.note("nothing new" if status == NOTHING_NEW else "news", since=since)
            if status == 200:
                version = version_in(page)


async def opened(connection: Connection, phone: Phone, seen: Seen) -> tuple[str, str]:
    """Open the table as a browser does; return the address of its news and the version shown."""
    since = perf_counter()
    status, page = await connection.ask(phone.table)
    seen.note("page", since=since)
    found = re.search(r'data-live="([^"]+)"', page)
    assert found, (status, page[:300])
    return unescape(found[1]), version_in(page)


async def recorded(connection: Connection, phone: Phone, seen: Seen) -> None:
    """Record a hand that nobody won."""
    drawn = f"{phone.table}hand/drawn/"
    _, page = await connection.ask(drawn)
    form = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
    since = perf_counter()
    status, _ = await connection.ask(drawn, form)
    seen.note("record", since=since)
    seen.others += status not in (RECORDED, NOTHING_NEW, 200)


async def load(phones: list[list[Phone]], *, port: int) -> Seen:
    """Let these phones follow and record; what is measured begins once all have opened their table."""
    seen = Seen()
    tasks = []
    for table in phones:
        for number, phone in enumerate(table):
            tasks.append(asyncio.create_task(follow(phone, port=port, seen=seen, records=number == 0)))
        await asyncio.sleep(0.2 * len(table) / PHONES_EACH)
    await asyncio.sleep(20)
    seen.is_counted = True
    await asyncio.sleep(SECONDS)
    for task in tasks:
        seen.others += task.done()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


async def alone(phone: Phone, *, port: int, kind: str, rounds: int) -> None:
    """Have one kind of answer given again and again, to see what it takes of the processor."""
    connection, seen = Connection(port=port, cookies=phone.cookies), Seen()
    await connection.open()
    live, version = await opened(connection, phone, seen)
    for _ in range(rounds):
        match kind:
            case "page":
                await opened(connection, phone, seen)
            case "record":
                await recorded(connection, phone, seen)
            case "news":
                await connection.ask(f"{live}&v=0")
            case _:
                await connection.ask(f"{live}&v={quote(version)}")


def memory_mb(pids: list[int]) -> float:
    """Return what these processes have in memory, pages they share counted once."""
    rollups = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    return sum(int(found[1]) for each in rollups if (found := re.search(r"Pss:\s+(\d+)", each))) / 1024


def asked(database: PostgreSQL) -> list[int]:
    """Return the processes of the server that answer the app, without those that tidy up meanwhile."""
    return [pid for pid in database.processes() if b"127.0.0.1(" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def costs(server: Server, database: PostgreSQL, phone: Phone) -> dict[str, tuple[float, float]]:
    """Return what one answer of each kind takes of the processor, in the app and in PostgreSQL, in milliseconds."""
    port, found = int(server.address.rpartition(":")[2]), {}
    for kind in KINDS * 3:  # whichever process answers has done so before
        asyncio.run(alone(phone, port=port, kind=kind, rounds=2 * WORKERS))
    for kind in KINDS:
        app, books = [server.process.pid, *children_of(server.process.pid)], asked(database)
        before = [processor_seconds(each) for each in (app, books)]
        asyncio.run(alone(phone, port=port, kind=kind, rounds=ROUNDS))
        after = [processor_seconds(each) for each in (app, books)]
        found[kind] = tuple(1000 * (now - then) / ROUNDS for now, then in zip(after, before, strict=True))
    return found  # type: ignore[return-value]


def main() -> None:
    """Fill, serve, measure, print and record."""
    with TemporaryDirectory(prefix="cuajo-scale-") as folder, ExitStack() as running:
        database = running.enter_context(postgresql(is_durable=True))
        memory = free_port()
        running.enter_context(redis(port=memory))
        data = Path(folder) / "data"
        place = {"DATABASE_URL": database.address, "CUAJO_CACHE": f"redis://127.0.0.1:{memory}/1"}
        os.environ |= place | {"CUAJO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "cuajo_site.settings"}
        from benchmarks.scale_books import fill, queries  # noqa: PLC0415 - settings are read when Django starts

        since = perf_counter()
        books = fill(clubs=CLUBS, phones_each=PHONES_EACH, hands=HANDS)
        filled = perf_counter() - since
        phones = [[Phone(cookies=cookies, table=table) for cookies in all_] for table, all_ in books.tables]
        counted = queries(books.tables[0][1][0], table=books.tables[0][0])
        since = perf_counter()
        served = serving(f"--workers={WORKERS}", data=data, root=Path(__file__).parents[1], **place)
        server = running.enter_context(served)
        started = perf_counter() - since
        port = int(server.address.rpartition(":")[2])
        costing = costs(server, database, phones[0][0])
        seen = {level: asyncio.run(load(phones[: level // PHONES_EACH], port=port)) for level in LEVELS}
        app = memory_mb([server.process.pid, *children_of(server.process.pid)])
        kept = memory_mb(database.processes())
    rows = "\n".join(_row(level, kind, each) for level, each in seen.items() for kind in KINDS)
    per_kind = "\n".join(
        f"| {kind} | {counted.get(kind, '')} | {app_ms:.1f} | {books_ms:.1f} |"
        for kind, (app_ms, books_ms) in costing.items()
    )
    busy = os.getloadavg()[2]
    body = f"""{machine()}, load {busy:.0f} of the last quarter of an hour, these phones among it. PostgreSQL
with {CLUBS} clubs, {books.nights:,} nights, {books.hands:,} hands and {books.lines:,} lines, {books.size_gb:.1f} GB,
filled in {filled / 60:.0f} min; `serve --workers {WORKERS}` with Redis, which started in {started:.0f} s. Each phone
asks a second after its last answer, opens the page one time in a hundred, and one of ten records a hand every two
minutes; {SECONDS} seconds each.

| phones | what | answers a second | 50 of 100 within, s | 95 | 99 |
|---|---|---|---|---|---|
{rows}

| one answer | queries | processor of the app, ms | of PostgreSQL, ms |
|---|---|---|---|
{per_kind}

Memory: {app:.0f} MB for the {WORKERS + 1} processes of the app, {kept:.0f} MB for those of PostgreSQL, shared pages
counted once; a hand recorded counts with its form asked for before;
answers that failed: {sum(each.others for each in seen.values())}.

{_model(costing, bytes_a_hand=books.size_gb * 1e9 / books.hands)}"""
    print(body)
    record(heading="Scale", body=body)


def _row(level: int, kind: str, seen: Seen) -> str:
    took = seen.took[kind]
    if len(took) < 2:
        return f"| {level:,} | {kind} | {len(took) / SECONDS:.2f} | | | |"
    within = quantiles(took, n=100, method="inclusive")
    return (
        f"| {level:,} | {kind} | {len(took) / SECONDS:.1f} | {within[49]:.2f} | {within[94]:.2f} | {within[98]:.2f} |"
    )


def _model(costing: dict[str, tuple[float, float]], *, bytes_a_hand: float) -> str:
    """Return what a million tables would need by these figures: ten phones each, a hand every four minutes.

    A phone asks once a second for three minutes after anything happened, then every five seconds: with a hand every
    four minutes 0.8 times a second. A hand is news to nine phones, and each opens the page every ten minutes.
    """
    tables = 1_000_000
    rates = {"record": tables / 240, "news": 9 * tables / 240, "page": 10 * tables / 600}
    rates["nothing new"] = 0.8 * 10 * tables - rates["news"]
    app, books = (sum(rates[kind] * costing[kind][who] / 1000 for kind in rates) for who in (0, 1))
    rows = "\n".join(f"| {kind}, a second | {rate:,.0f} |" for kind, rate in rates.items())
    return f"""A model of 1,000,000 tables at once, ten phones each, a hand every four minutes, sixty a night, by what
an answer takes here:

| what | needed |
|---|---|
{rows}
| cores for the app | {app:,.0f} |
| cores for PostgreSQL | {books:,.0f} |
| memory for the app, a process a core at 60 MB | {app * 0.06:,.0f} GB |
| books of a night | {60 * tables * bytes_a_hand / 1e12:.1f} TB |

Nearly all of it is phones that hear nothing new. Whoever serves so many would first answer that from the memory
that the processes share, without the app and its database."""


if __name__ == "__main__":
    main()
