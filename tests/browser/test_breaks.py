"""Phones record while everything breaks, again and again: no act is lost, none is doubled, every conflict is shown.

Each kind of break comes as often as CUAJO_TEST_SCALE says, at most four times in one night, so that 84 makes 1,008
breaks in 21 nights; `--log-file=breaks.log --log-file-level=INFO` notes each and the count by kind.
"""

import logging
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from functools import partial
from pathlib import Path
from select import select
from socket import create_connection, socket
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import NAMES, Phone, enter, joined, new_page, reached
from tests.served.phones import keys_in
from tests.served.server import Server, free_port, serving_until_killed, wait_until

pytestmark = pytest.mark.deep

PHONES = 3
SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
MOST_TIMES_A_NIGHT = 4
NIGHTS = [MOST_TIMES_A_NIGHT] * (SCALE // MOST_TIMES_A_NIGHT) or [SCALE]
LIMIT_SECONDS = 120
LOOKS_PER_SECOND = 4
CLOSE_MILLISECONDS = 3_000  # at times Playwright never hears that a tab has closed
DAY = 24 * 3600 * 1000
FULL = "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') } }"
FACE_DOWN = "Object.defineProperty(document, 'hidden', { value: true })"
"""A phone that lies so asks for no news, which every second would be most of the work."""
IS_KEPT = "key => Boolean(outbox.of(key))"
TABLE = "() => document.querySelector('a.seat-button') && !document.querySelector('#dock form')"
ASKS = "() => document.querySelector('#dock:has([data-code]) [name=key]')?.value ?? ''"
KEPT = "async () => { await outbox.mark('', {}); return outbox.all() }"
"""What the phone keeps, read anew: a page that has just been opened may not have looked yet."""
LOG = logging.getLogger(__name__)


class Break(StrEnum):
    """What happens to a phone, or to the app, while an act is on its way."""

    NOTHING = "nothing"
    NO_NETWORK = "no network"
    REQUEST_CUT = "the network is cut in the middle of the request"
    ANSWER_CUT = "the network is cut in the middle of the answer"
    RELOADED = "the page is loaded again"
    TAB_CLOSED = "the tab is closed"
    ASLEEP = "the phone sleeps for an hour"
    CLOCK_CHANGED = "the clock is changed"
    STORAGE_FULL = "the storage is full"
    KILLED = "the app is killed"
    TWO_OFFLINE = "two phones record one hand without a network"
    THREE_OFFLINE = "three phones record one hand without a network"


class Cut(Enum):
    REQUEST = auto()
    ANSWER = auto()


@dataclass(kw_only=True)
class Network:
    port: int
    cut: Cut | None = None


def _carry(*, phone: socket, app: socket, network: Network) -> None:
    writes = False
    while True:
        ready, _, _ = select([phone, app], [], [])
        for end, other in ((phone, app), (app, phone)):
            if end not in ready:
                continue
            data = end.recv(65536)
            if end is phone:
                writes = data.startswith(b"POST ")
            cut = writes and network.cut is (Cut.REQUEST if end is phone else Cut.ANSWER)
            other.sendall(data[: random.randrange(len(data))] if cut and data else data)
            if cut or not data:
                return


@contextmanager
def network_to(app_port: int) -> Iterator[Network]:
    class Connection(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError), create_connection(("127.0.0.1", app_port)) as app:  # it may be killed now
                _carry(phone=self.request, app=app, network=network)

    class Relay(ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Relay(("0.0.0.0", 0), Connection) as relay:
        network = Network(port=relay.server_address[1])
        Thread(target=relay.serve_forever, daemon=True).start()
        yield network
        relay.shutdown()


CUTS = {Break.REQUEST_CUT: Cut.REQUEST, Break.ANSWER_CUT: Cut.ANSWER}
TOGETHER = {Break.TWO_OFFLINE: 2, Break.THREE_OFFLINE: 3}
wait = partial(wait_until, limit_seconds=LIMIT_SECONDS, looks_per_second=LOOKS_PER_SECOND)


def look(page: Page, asked: str, *given: str) -> Any:
    found = page.wait_for_function(f"async given => [await ({asked})(...given)]", arg=given, polling=100)
    return found.json_value()[0]


@dataclass(kw_only=True)
class App:
    data: Path
    port: int
    network: Network
    server: Server = field(init=False)
    running: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        running = self.running.enter_context(serving_until_killed(data=self.data, port=str(self.port)))
        self.server = reached(replace(running, address=f"http://127.0.0.1:{self.network.port}"), at="home")

    def kill(self) -> None:
        self.running.close()


def unless_gone(ask: Callable[[], bool], *, gone: bool = False) -> bool:
    with suppress(Error):
        return ask()
    return gone


@dataclass(kw_only=True)
class Table:
    """Phones at one table, and the keys of what was tapped on them."""

    app: App
    address: str
    pages: list[Page]
    tapped: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)

    def act(self, broken: Break, *, draw: random.Random) -> None:
        if broken in TOGETHER:
            self._record_one_hand(draw.sample(self.pages, TOGETHER[broken]), draw=draw)
        else:
            self._record_a_secret(broken, draw=draw)
        LOG.info("%s", broken)

    def _record_one_hand(self, pages: list[Page], *, draw: random.Random) -> None:
        """Have phones record the same hand while none has a network: one is recorded, the others see both versions."""
        keys = {}
        for page in pages:
            self._open(page)
            Phone(page=page, address=self.address).open_quick(draw.choice(NAMES))
            keys[page] = page.locator("#main [name=key]").input_value()
        for page in pages:
            page.context.set_offline(True)
        for page in pages:
            page.get_by_role("button", name="Record", exact=True).click()
            wait(partial(look, page, IS_KEPT, keys[page]))
        self.tapped += keys.values()
        for page in draw.sample(pages, len(pages)):
            page.context.set_offline(False)
        for page in pages:
            wait(partial(self._has_sent, page))
        recorded = set(keys_in(self.app.data))
        second = [page for page in pages if keys[page] not in recorded]
        assert len(second) == len(pages) - 1
        for page in second:
            expect(page.locator("[data-version]")).to_have_count(2)
            if draw.random() < 0.5:
                page.get_by_role("link", name="Keep it").click()
                self.tapped.remove(keys[page])
                self.given_up.append(keys[page])

    def _record_a_secret(self, broken: Break, *, draw: random.Random) -> None:
        number = draw.randrange(len(self.pages))
        page = self.pages[number]
        if broken is Break.CLOCK_CHANGED:
            moved = draw.randint(-3, 3) * DAY
            page.add_init_script(f"const now = Date.now; Date.now = () => now() + {moved}")
        if broken is Break.ASLEEP:
            page.clock.install()
        if broken in (Break.CLOCK_CHANGED, Break.ASLEEP) or not self._is_open(page):
            self._open(page)
        page.locator("a.seat-button").nth(draw.randrange(4)).click()
        key = page.locator("#dock form:has([data-secret]) [name=key]").input_value()
        with self._breaking(broken, page=page):
            page.locator("[data-secret]").click()
            wait(lambda: self._is_taken(page, key=key))
            if not self._is_asked_again(page, key=key):
                self.tapped.append(key)
            match broken:
                case Break.RELOADED:
                    with suppress(Error):  # the page goes on by itself at the same moment
                        page.reload()
                case Break.TAB_CLOSED:
                    self.pages[number] = page.context.new_page()
                    with suppress(Error), page.expect_event("close", timeout=CLOSE_MILLISECONDS):
                        page.close(run_before_unload=True)
                case Break.KILLED:
                    self.app.kill()
                    self.app.start()
                case _:
                    page.wait_for_timeout(draw.choice((0, 300, 1500)))

    def _is_open(self, page: Page) -> bool:
        return page.url == self.address and unless_gone(lambda: look(page, TABLE)) and self._has_sent(page)

    def _open(self, page: Page) -> None:
        wait(lambda: unless_gone(lambda: page.goto(self.address) is not None))

    def _is_taken(self, page: Page, *, key: str) -> bool:
        is_kept = unless_gone(lambda: look(page, IS_KEPT, key), gone=True)
        return is_kept or key in keys_in(self.app.data) or self._is_asked_again(page, key=key)

    def _is_asked_again(self, page: Page, *, key: str) -> bool:
        return unless_gone(lambda: look(page, ASKS) not in ("", key) and not look(page, IS_KEPT, key))

    @contextmanager
    def _breaking(self, broken: Break, *, page: Page) -> Iterator[None]:
        context = page.context
        self.app.network.cut = CUTS.get(broken)
        if broken in (Break.NO_NETWORK, Break.ASLEEP):
            context.set_offline(True)
        if broken is Break.STORAGE_FULL:
            look(page, FULL)
        yield
        if broken is Break.ASLEEP:
            page.clock.fast_forward("01:00:00")
        context.set_offline(False)
        self.app.network.cut = None

    def settle(self) -> list[str]:
        shown = []
        for page in self.pages:
            self._open(page)
            wait(partial(self._has_sent, page))
            refused = self._left(page, refused=True)
            if refused:
                expect(page.locator("#waiting > summary")).to_contain_text(re.compile(rf"\b{len(refused)}\b"))
            shown += refused
        return shown

    def _has_sent(self, page: Page) -> bool:
        return unless_gone(lambda: not self._left(page, refused=False))

    def _left(self, page: Page, *, refused: bool) -> list[str]:
        return [act["key"] for act in look(page, KEPT) if bool(act["refused"]) is refused]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    port = free_port()
    with network_to(port) as network:
        app = App(data=tmp_path_factory.mktemp("breaks") / "data", port=port, network=network)
        app.start()
        yield app
        app.kill()


@pytest.fixture(scope="module")
def host(app: App, browser: Browser) -> Iterator[Phone]:
    host = Phone(page=new_page(browser), address=app.server.address)
    enter(host.page, app.server.host_link())
    yield host
    host.page.context.close()


@pytest.fixture
def table(app: App, host: Phone, browser: Browser) -> Iterator[Table]:
    host.start()
    pages = [joined(browser, host).page for _ in range(PHONES)]
    for page in pages:
        page.context.add_init_script(FACE_DOWN)
    table = host.page.url
    host.page.goto("about:blank")
    yield Table(app=app, address=table, pages=pages)
    for page in pages:
        page.context.close()


@pytest.mark.parametrize("times", NIGHTS)
def test_nothing_is_lost_or_doubled_whatever_breaks(table: Table, times: int) -> None:
    seed = random.SystemRandom().randrange(10**6)
    draw = random.Random(seed)
    kinds = draw.sample([*Break] * times, times * len(Break))
    for kind in kinds:
        table.act(kind, draw=draw)
    shown, recorded = table.settle(), Counter(keys_in(table.app.data))
    lost = [key for key in table.tapped if key not in recorded and key not in shown]
    doubled = [key for key, times in recorded.items() if key and times > 1]
    counted = ", ".join(f"{times} {kind}" for kind, times in Counter(kinds).items())
    LOG.info("%s: %d tapped, %d shown, lost %s, doubled %s", counted, len(table.tapped), len(shown), lost, doubled)
    assert (lost, doubled, seed) == ([], [], seed)
    assert not {*shown, *table.given_up} & recorded.keys()
