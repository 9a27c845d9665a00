"""Many phones write into one night at once, on the real server: nothing is lost, doubled or left out.

CUAJO_TEST_SCALE=100 runs 500 rounds, 8 writers of 200 hands, and 200 forms sent 8 times each.
"""

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, Request, build_opener

import pytest

from tests.machine.server import Server, serving

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
ROUNDS = min(500, 5 * SCALE)
WRITERS = 8
HANDS = min(200, 2 * SCALE)
RECORDED, REFUSED = 302, 409

type Form = dict[str, str]


class _Stay(HTTPRedirectHandler):
    """Leave a redirect to whoever asked: its status tells that something was recorded."""

    def redirect_request(self, *_: object) -> None:
        return None


@dataclass(kw_only=True)
class Phone:
    """A phone with its cookies, which reads pages and posts their forms."""

    address: str
    jar: CookieJar = field(default_factory=CookieJar)

    def browser(self) -> OpenerDirector:
        """Return a connection of its own, so that threads share nothing but the cookies."""
        return build_opener(HTTPCookieProcessor(self.jar), _Stay())

    def ask(self, path: str, form: Form | None = None) -> tuple[int, str]:
        """Return status and page of an address, posted to where there is a form."""
        data = urlencode(form).encode() if form is not None else None
        request = Request(self.address + path, data=data, headers={"Referer": self.address})
        try:
            with self.browser().open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def form(self, path: str) -> Form:
        """Return the unseen fields of the form of a page."""
        _, page = self.ask(path)
        fields = re.findall(r'<input[^>]*type="hidden"[^>]*>', page.partition("<main")[2])
        named = ((re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields)
        return {name[1]: value[1] for name, value in named if name and value}


@dataclass(frozen=True, kw_only=True)
class Night:
    """The open night of the demo, and what to post to for a hand that nobody won."""

    phone: Phone
    path: str

    @property
    def drawn(self) -> str:
        """Return the address that records a drawn hand."""
        return f"{self.path}hand/drawn/"

    def hand_number(self) -> int:
        """Return the number of the hand being played."""
        _, page = self.phone.ask(self.path)
        found = re.search(r"<h1>Hand (\d+)</h1>", page)
        assert found
        return int(found[1])

    def lines(self) -> list[int]:
        """Return the numbers of all lines, oldest first, as the statement prints them."""
        _, page = self.phone.ask(f"{self.path}statement/")
        return [int(number) for number in re.findall(r'data-entry="(\d+)"', page)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve the demo once for these tests."""
    with serving("--demo", data=tmp_path_factory.mktemp("writers") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def night(server: Server) -> Night:
    """Let one phone in as the host and find the open night."""
    phone = Phone(address=server.address)
    link = server.host_link().removeprefix(server.address)
    status, _ = phone.ask(link, phone.form(link))
    assert status == RECORDED
    _, page = phone.ask("/")
    found = re.search(r'href="(/sessions/[0-9a-f-]{36}/)"', page)
    assert found
    return Night(phone=phone, path=found[1])


def at_once(work: Callable[[int], tuple[int, str]], *, phones: int) -> list[tuple[int, str]]:
    """Return what several phones are answered that do the same at once."""
    with ThreadPoolExecutor(phones) as threads:
        return list(threads.map(work, range(phones)))


def test_of_two_phones_recording_the_same_hand_one_does_and_the_other_sees_both(night: Night) -> None:
    before = night.hand_number()
    for _ in range(ROUNDS):
        forms = [night.phone.form(night.drawn) for _ in range(2)]
        answers = at_once(lambda who, forms=forms: night.phone.ask(night.drawn, forms[who]), phones=2)  # type: ignore[misc]
        assert sorted(status for status, _ in answers) == [RECORDED, REFUSED]
        (other,) = (page for status, page in answers if status == REFUSED)
        assert [other.count(version) for version in ("data-theirs", "data-yours")] == [1, 1]
    assert night.hand_number() == before + ROUNDS


def test_a_form_sent_again_and_again_records_once(night: Night) -> None:
    before = night.hand_number()
    for _ in range(HANDS):
        form = night.phone.form(night.drawn)
        answers = at_once(lambda _, form=form: night.phone.ask(night.drawn, form), phones=WRITERS)  # type: ignore[misc]
        assert [status for status, _ in answers] == [RECORDED] * WRITERS
    assert night.hand_number() == before + HANDS


def test_many_writers_lose_no_hand_and_leave_no_gap(night: Night) -> None:
    before, lines = night.hand_number(), len(night.lines())

    def write(_: int) -> tuple[int, str]:
        recorded, seen = 0, set()
        while recorded < HANDS:
            status, _page = night.phone.ask(night.drawn, night.phone.form(night.drawn))
            seen.add(status)
            recorded += status == RECORDED
        return recorded, " ".join(str(status) for status in sorted(seen))

    answers = at_once(write, phones=WRITERS)

    assert {status for _, seen in answers for status in seen.split()} <= {str(RECORDED), str(REFUSED)}
    assert night.hand_number() == before + WRITERS * HANDS
    assert night.lines() == list(range(1, lines + WRITERS * HANDS + 1))
