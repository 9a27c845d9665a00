"""Phones that use the served app without a screen, the night they record, and people who write in it."""

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, Request, build_opener
from uuid import UUID

from tests.served.server import Server

LIMIT_SECONDS = 180
RECORDED, REFUSED, AWAY = 302, 409, 503

type Form = dict[str, str]


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@dataclass(kw_only=True)
class Phone:
    address: str
    jar: CookieJar = field(default_factory=CookieJar)

    def browser(self) -> OpenerDirector:
        """Return a connection of its own, so that threads share nothing but the cookies."""
        return build_opener(HTTPCookieProcessor(self.jar), _Stay())

    def ask(self, path: str, form: Form | None = None, **headers: str) -> tuple[int, str]:
        data = urlencode(form).encode() if form is not None else None
        request = Request(urljoin(self.address, path), data=data, headers={"Referer": self.address} | headers)
        try:
            with self.browser().open(request, timeout=LIMIT_SECONDS) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def form(self, path: str) -> Form:
        _, page = self.ask(path)
        fields = re.findall(r'<input[^>]*type="hidden"[^>]*>', page.partition("<main")[2])
        named = ((re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields)
        return {name[1]: unescape(value[1]) for name, value in named if name and value}

    def join(self, link: str) -> None:
        status, page = self.ask(link, self.form(link))
        assert status == RECORDED, page


@dataclass(frozen=True, kw_only=True)
class Night:
    phone: Phone
    path: str

    @property
    def drawn(self) -> str:
        return f"{self.path}hand/drawn/"

    @property
    def quick(self) -> str:
        return f"{self.path}hand/quick/"

    def hand_number(self) -> int:
        _, page = self.phone.ask(self.path)
        found = re.search(r"<h1>\s*Hand (\d+)\s*</h1>", page)
        assert found
        return int(found[1])

    def lines(self) -> list[int]:
        _, page = self.phone.ask(f"{self.path}story/?all=1")
        return [int(number) for number in re.findall(r'id="line-(\d+)"', page)][::-1]


def open_night(*, server: Server) -> Night:
    phone = Phone(address=server.address)
    phone.join(server.host_link())
    _, page = phone.ask("/")
    found = re.search(r'href="(/sessions/[0-9a-f-]{36}/)"', page)
    assert found
    return Night(phone=phone, path=found[1])


@dataclass(kw_only=True)
class Writer:
    """Somebody at the table who records one hand after the other, and what came of it."""

    night: Night
    page: str
    hand: Form = field(default_factory=dict)
    acknowledged: list[Form] = field(default_factory=list)
    unanswered: Form | None = None
    statuses: set[int] = field(default_factory=set)
    is_ending: bool = False

    def record(self) -> int:
        """Send one hand and return the status; another phone may be faster, and then this one is refused."""
        form = self.night.phone.form(self.page) | self.hand
        if "key" not in form:
            self.statuses.add(AWAY)
            return AWAY
        self.unanswered = form
        status, _ = self.night.phone.ask(self.page, form)
        if status != AWAY:  # the database may have gone just after it wrote
            self.unanswered = None
        self.statuses.add(status)
        if status == RECORDED:
            self.acknowledged.append(form)
        return status


def opened(data: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"file:{data / 'cuajo.sqlite3'}?mode=ro", uri=True))


def keys_in(data: Path) -> list[str]:
    """Return the key of every line in the database, oldest first, empty where a line has none."""
    with opened(data) as books:
        keys = books.execute("SELECT key FROM scoring_entry ORDER BY id")
        return [str(UUID(key)) if key else "" for (key,) in keys]
