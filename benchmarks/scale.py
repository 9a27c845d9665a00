"""Let 400 phones follow 40 tables on PostgreSQL and Redis: when do they see a hand, and which work is each answer?

Run `python -m benchmarks.scale`; it needs PostgreSQL and Redis on this machine, and replaces the section "Scale" of
benchmarks/RESULTS.md. Operations write a year of a family and an open night; the database copies them.
"""

import asyncio
import os
import random
import re
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from textwrap import fill
from time import perf_counter
from urllib.parse import quote, urlencode

from benchmarks.recording import load as machine_load
from benchmarks.recording import machine, processor_seconds, record
from tests.served.phones import RECORDED
from tests.served.postgresql import PostgreSQL, postgresql, redis
from tests.served.server import Server, children_of, free_port, serving

TABLES, PHONES_EACH, WORKERS = 40, 10, 2
HANDS = int(os.environ.get("HANDS", "200000"))
SECONDS = 120
HAND_EVERY_SECONDS = 60.0
POLL_SECONDS = 1.0
OPENED = 0.01
"""How often a phone opens the page instead of asking what is new."""

ROUNDS = 200
KINDS = ("page", "hand", "news", "poll")
CALCULATED_PHONES = 2000
NOTHING_NEW = 204


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A phone of a club: its cookie, and the table it follows."""

    cookies: str
    table: str


@dataclass(kw_only=True)
class Seen:
    """Answers by kind, when each line was sent, and after how many seconds each phone saw it."""

    answers: Counter[str] = field(default_factory=Counter)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)

    def note(self, table: str, *, before: str, now: str) -> None:
        """Note the lines that a phone sees for the first time."""
        for line in range(line_in(before) + 1, line_in(now) + 1):
            if (table, line) in self.sent:
                self.delays.append(perf_counter() - self.sent[table, line])


class Connection:
    """One phone's connection, kept open between its requests."""

    def __init__(self, *, port: int, cookies: str) -> None:
        self.port = port
        self.cookies = cookies

    async def open(self) -> None:
        """Connect to the server."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Return status and body of an address, posted to where there is a form."""
        body = urlencode(form).encode() if form is not None else b""
        head = (
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Cookie: {self.cookies}\r\nReferer: http://127.0.0.1:{self.port}/\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?i)content-length: (\d+)", answer)
        content = await self.reader.readexactly(int(length[1])) if length else b""
        return int(answer.split()[1]), content.decode()


def version_in(page: str) -> str:
    """Return the version that a page or an answer names."""
    found = re.search(r'id="live-version"[^>]*data-version="([^"]*)"', page)
    assert found, page[:500]
    return unescape(found[1])


def line_in(version: str) -> int:
    """Return the number of the newest line of a version."""
    return int(version.partition(".")[0])


async def follow(phone: Phone, *, port: int, seen: Seen, records: bool) -> None:
    """Open the table, poll about once a second, open it again now and then, and record hands."""
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
            status, page = await connection.ask(f"{live}&v={quote(version)}")
            seen.answers["poll" if status == NOTHING_NEW else "news" if status == 200 else "refused"] += 1
            if status == 200:
                before, version = version, version_in(page)
                seen.note(phone.table, before=before, now=version)


async def opened(connection: Connection, phone: Phone, seen: Seen) -> tuple[str, str]:
    """Open the table as a browser does; return the address of its news and the version shown."""
    status, page = await connection.ask(phone.table)
    seen.answers["page"] += 1
    found = re.search(r'data-live="([^"]+)"', page)
    assert found, (status, page[:300])
    return unescape(found[1]), version_in(page)


async def recorded(connection: Connection, phone: Phone, seen: Seen) -> None:
    """Record a hand that nobody won."""
    drawn = f"{phone.table}hand/drawn/"
    _, page = await connection.ask(drawn)
    form = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
    seen.sent[phone.table, int(form["expected_entry"]) + 1] = perf_counter()
    status, _ = await connection.ask(drawn, form)
    seen.answers["hand" if status in (RECORDED, NOTHING_NEW, 200) else "refused"] += 1


async def follow_tables(phones: list[list[Phone]], *, port: int) -> Seen:
    """Let these phones follow and record, and count the answers of each kind."""
    seen = Seen()
    tasks = []
    for table in phones:
        for number, phone in enumerate(table):
            tasks.append(asyncio.create_task(follow(phone, port=port, seen=seen, records=number == 0)))
        await asyncio.sleep(0.5)
    seen.answers.clear()
    await asyncio.sleep(SECONDS)
    for task in tasks:
        seen.answers["refused"] += task.done()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen


async def repeat(phone: Phone, *, port: int, kind: str, rounds: int) -> None:
    """Ask for one kind of answer again and again."""
    connection, seen = Connection(port=port, cookies=phone.cookies), Seen()
    await connection.open()
    live, version = await opened(connection, phone, seen)
    for _ in range(rounds):
        match kind:
            case "page":
                await opened(connection, phone, seen)
            case "hand":
                await recorded(connection, phone, seen)
            case "news":
                await connection.ask(f"{live}&v=0")
            case _:
                await connection.ask(f"{live}&v={quote(version)}")


def memory_mb(pids: list[int]) -> list[int]:
    """Return the memory of each process, shared pages divided among those that share them."""
    rollups = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids]
    return [int(found[1]) // 1024 for each in rollups if (found := re.search(r"Pss:\s+(\d+)", each))]


def connected(database: PostgreSQL) -> list[int]:
    """Return the processes of PostgreSQL that answer the app."""
    return [pid for pid in database.processes() if b"127.0.0.1(" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def costs(server: Server, database: PostgreSQL, phone: Phone) -> dict[str, tuple[float, float]]:
    """Return the processor milliseconds of one answer of each kind, in the app and in PostgreSQL."""
    port, found = int(server.address.rpartition(":")[2]), {}
    for kind in KINDS * 3:  # both processes have answered each kind before
        asyncio.run(repeat(phone, port=port, kind=kind, rounds=2 * WORKERS))
    for kind in KINDS:
        app, books = [server.process.pid, *children_of(server.process.pid)], connected(database)
        before = [processor_seconds(each) for each in (app, books)]
        asyncio.run(repeat(phone, port=port, kind=kind, rounds=ROUNDS))
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
        from benchmarks.scale_books import fill as fill_books  # noqa: PLC0415 - settings are read when Django starts

        books = fill_books(clubs=TABLES, phones_each=PHONES_EACH, hands=HANDS)
        phones = [[Phone(cookies=cookies, table=table) for cookies in all_] for table, all_ in books.tables]
        served = serving(f"--workers={WORKERS}", data=data, root=Path(__file__).parents[1], **place)
        server = running.enter_context(served)
        costing = costs(server, database, phones[0][0])
        seen = asyncio.run(follow_tables(phones, port=int(server.address.rpartition(":")[2])))
        app = sorted(memory_mb([server.process.pid, *children_of(server.process.pid)]))
        kept = sum(memory_mb(database.processes()))
    per_kind = "\n".join(
        f"| {kind} | {app_ms:.1f} | {books_ms:.1f} | {seen.answers[kind]:,} |"
        for kind, (app_ms, books_ms) in costing.items()
    )
    books_size = f"{books.nights:,} nights, {books.hands:,} hands and {books.lines:,} lines in {books.size_gb:.1f} GB"
    told = (
        f"{machine()}, {machine_load()}, these phones among it. PostgreSQL has {TABLES} clubs, {books_size}. "
        f"`serve --workers {WORKERS}` uses Redis. {TABLES * PHONES_EACH} phones follow {TABLES} tables for {SECONDS} "
        "seconds. Each polls a second after its last answer and opens the page one time in a hundred. Each table "
        f"records a hand a minute. {seen.answers['refused']} requests were refused. The other phones see a hand within "
        f"{median(seen.delays):.2f} s (median), 95 of 100 within {quantiles(seen.delays, n=100)[94]:.2f} s."
    )
    memory_used = (
        f"A hand counts with its form. Memory, shared pages divided: {', '.join(map(str, app))} MB for the "
        f"{WORKERS + 1} processes of the app, {kept} MB for PostgreSQL."
    )
    table = f"| answer | processor of the app, ms | of PostgreSQL, ms | answers |\n|---|---|---|---|\n{per_kind}"
    parts = (fill_text(told), table, fill_text(memory_used), fill_text(_calculated(costing)))
    body = "\n\n".join(parts)
    print(body)
    record(heading="Scale", body=body)


def _calculated(costing: dict[str, tuple[float, float]]) -> str:
    """Calculate the processors for more phones, ten a table.

    A table records a hand every four minutes. A phone polls once a second for three minutes after a hand, then every
    five seconds: 0.8 times a second. A hand is news to nine phones, and each opens the page every ten minutes.
    """
    tables = CALCULATED_PHONES / PHONES_EACH
    rates = {"hand": tables / 240, "news": 9 * tables / 240, "page": CALCULATED_PHONES / 600}
    rates["poll"] = 0.8 * CALCULATED_PHONES - rates["news"]
    app, books = (sum(rates[kind] * costing[kind][who] / 1000 for kind in rates) for who in (0, 1))
    answers = ", ".join(f"{rates[kind]:,.1f} of {kind}" for kind in KINDS)
    return (
        f"Calculated for {CALCULATED_PHONES:,} phones at {tables:.0f} tables, a hand every four minutes, polls once a "
        f"second for three minutes after a hand and then every five seconds: {answers} a second. The app then needs "
        f"{app:.1f} processors and PostgreSQL {books:.1f}."
    )


def fill_text(text: str) -> str:
    return fill(text, width=120, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    main()
