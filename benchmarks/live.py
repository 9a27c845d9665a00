"""Let 200 phones follow a night while eight write, on the real server: when does a hand reach them all?

Run `python -m benchmarks.live`; it replaces the section "Live" of benchmarks/RESULTS.md. Server and phones
share this machine's cores. The time runs from the moment a hand is sent to the moment a phone has it.
"""

import asyncio
import os
import random
import re
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from urllib.parse import quote, urlencode

from benchmarks.recording import machine, processor_seconds, record
from tests.served.phones import RECORDED, Phone, open_night
from tests.served.server import children_of, serving

FOLLOWERS, WRITERS = 200, 8
HANDS_EACH = 10
PAUSE_BETWEEN_HANDS_SECONDS = 6.0
POLL_SECONDS = 1.0
BUDGET_SECONDS = 1.5
NOTHING_NEW = 204


@dataclass(kw_only=True)
class Sightings:
    """When each line was sent, and after how many seconds each phone saw it."""

    sent: dict[int, float] = field(default_factory=dict)
    seen: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    polls: int = 0
    news: int = 0

    def note(self, *, last: int, newest: int) -> None:
        """Note that a phone that knew all lines up to `last` now knows those up to `newest`."""
        now = perf_counter()
        for line in range(last + 1, newest + 1):
            if line in self.sent:
                self.seen[line].append(now - self.sent[line])


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


async def follow(connection: Connection, *, live: str, version: str, sightings: Sightings) -> None:
    """Ask about once a second for news, as the page does."""
    await connection.open()
    await asyncio.sleep(random.uniform(0, POLL_SECONDS))
    while True:
        status, page = await connection.ask(f"{live}&v={quote(version)}")
        sightings.polls += 1
        if status != NOTHING_NEW:
            sightings.news += 1
            before, version = version, version_in(page)
            sightings.note(last=line_in(before), newest=line_in(version))
        await asyncio.sleep(POLL_SECONDS * random.uniform(0.9, 1.1))


async def write(connection: Connection, *, drawn: str, sightings: Sightings) -> None:
    """Record hands that nobody won, one every few seconds."""
    await connection.open()
    for _ in range(HANDS_EACH):
        await asyncio.sleep(PAUSE_BETWEEN_HANDS_SECONDS * random.uniform(0.5, 1.5))
        status = 0
        while status not in (RECORDED, NOTHING_NEW, 200):
            _, page = await connection.ask(drawn)
            form = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
            sightings.sent[int(form["expected_entry"]) + 1] = perf_counter()
            status, _ = await connection.ask(drawn, form)


def version_in(page: str) -> str:
    """Return the version that a page or an answer names."""
    found = re.search(r'id="live-version"[^>]*data-version="([^"]*)"', page)
    assert found, page[:500]
    return unescape(found[1])


def line_in(version: str) -> int:
    """Return the number of the newest line of a version."""
    return int(version.partition(".")[0])


def joined(*, address: str, link: str) -> Phone:
    """Let a phone in by a link."""
    phone = Phone(address=address)
    phone.join(link)
    return phone


def cookies_of(phone: Phone) -> str:
    """Return a phone's cookies as it sends them."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.jar)


async def measure(*, address: str, host: Phone, night: str, viewers: list[Phone]) -> Sightings:
    """Let everybody follow and a few write until the last hand has been seen."""
    port = int(address.rpartition(":")[2])
    sightings = Sightings()
    tasks = []
    for viewer in viewers:
        _, page = viewer.ask(night)
        found = re.search(r'data-live="([^"]+)"', page)
        assert found
        connection = Connection(port=port, cookies=cookies_of(viewer))
        live, version = unescape(found[1]), version_in(page)
        tasks.append(asyncio.create_task(follow(connection, live=live, version=version, sightings=sightings)))
    writers = [Connection(port=port, cookies=cookies_of(host)) for _ in range(WRITERS)]
    await asyncio.gather(*(write(writer, drawn=f"{night}hand/drawn/", sightings=sightings) for writer in writers))
    await asyncio.sleep(5 * POLL_SECONDS)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return sightings


def main() -> None:
    """Measure, print and record."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    with tempfile.TemporaryDirectory() as folder, serving("--demo", data=Path(folder) / "data") as server:
        night = open_night(server=server)
        link = viewer_link(night.phone)
        viewers = [joined(address=server.address, link=link) for _ in range(FOLLOWERS)]
        served = [server.process.pid, *children_of(server.process.pid)]
        since, app, phones = perf_counter(), processor_seconds(served), process_time()
        sightings = asyncio.run(measure(address=server.address, host=night.phone, night=night.path, viewers=viewers))
        lasted = perf_counter() - since
        app, phones = processor_seconds(served) - app, process_time() - phones
    seconds = sorted(second for line in sightings.seen.values() for second in line)
    everybody = [max(line) for line in sightings.seen.values() if len(line) == FOLLOWERS]
    missed = sum(len(line) < FOLLOWERS for line in sightings.seen.values())
    body = "\n".join(
        (
            f"{machine()}. {FOLLOWERS} phones ask once a second, {WRITERS} record "
            f"{WRITERS * HANDS_EACH} hands; "
            f"server and phones on the same cores; budget {BUDGET_SECONDS} s at the 95th percentile.",
            "",
            "| from sending a hand | seconds |",
            "|---|---|",
            f"| seen by a phone, median | {median(seconds):.2f} |",
            f"| seen by a phone, 95 of 100 within | {quantiles(seconds, n=100)[94]:.2f} |",
            f"| seen by every phone, median over the hands | {median(everybody):.2f} |",
            f"| seen by every phone, slowest hand | {max(everybody):.2f} |",
            "",
            f"{sightings.polls} questions, {sightings.news} with news; {missed} hands not seen by all.",
            f"In {lasted:.0f} s the app had {app:.0f} s of a processor, these phones {phones:.0f} s.",
        )
    )
    print(body)
    record(heading="Live", body=body)


def viewer_link(host: Phone) -> str:
    """Have the host make a link for viewers and return its path."""
    wanted = {"role": "viewer", "hours": "12", "session": ""}
    host.ask("/phones/links/", host.form("/phones/") | wanted)
    _, page = host.ask("/phones/")
    made = re.search(r'href="(/phones/links/[0-9a-f-]{36}/)"', page)
    assert made
    _, page = host.ask(made[1])
    link = re.search(r"/join/[\w-]+/", page)
    assert link
    return link[0]


if __name__ == "__main__":
    main()
