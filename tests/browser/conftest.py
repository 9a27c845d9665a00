"""The app as it is served, and phones that use it at the address of the home network, as at a real table."""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserType, Locator, Page, expect

from scoring.web.addresses import lan_address
from tests.conftest import ADDRESS
from tests.served.server import Server, free_port, serving

PHONE = {"width": 390, "height": 844}

NAMES = ("Ana", "Ben", "Carla", "Dan")
WORKED_MELDS = ("3O 3C 3E", "4O 4C 4B", "5O 5E 5B", "10O 10C 10E", "1O 1C 1B")

SENDING = ".htmx-request:not([data-live], [data-quiet]), form[aria-busy='true']"

LIMIT_MILLISECONDS = 60_000  # on a machine that does much else at the same time
expect.set_options(timeout=LIMIT_MILLISECONDS)


USUAL_TERMS = """addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form:has([name=seat_1])");
  if (!form || location.search.includes("like=")) return;
  const answers = () => new URLSearchParams(new FormData(form)).toString();
  const before = answers();
  form.querySelector("[name=preset]").checked = true;
  for (const field of form.querySelectorAll("[name^=rule_]")) {
    if (field.type === "radio") field.checked = field.value === "";
    else field.value = "";
  }
  Object.assign(form.elements.currency, { value: "PHP" });
  form.elements.price.value = "other";
  const paid = { khanhoo_qing: "1", khanhoo: "0.01", khanhoo_ming: "0.01", cau_robat: "0.01" };
  form.elements.price_other.value = paid[location.pathname.split("/")[3]] ?? "0.50";
  if (answers() !== before) form.dispatchEvent(new Event("change", { bubbles: true }));
})"""
"""A new night opens with the rules and stakes of the last one, which another test at the same app may have played."""


def new_page(browser: Browser, **options: object) -> Page:
    trusting = {"ignore_https_errors": True} if ADDRESS == "https" else {}  # Playwright itself asks no store
    context = browser.new_context(viewport=PHONE, **trusting | options)  # type: ignore[arg-type]
    context.set_default_timeout(LIMIT_MILLISECONDS)
    return context.new_page()


def enter(page: Page, link: str) -> None:
    page.goto(link)
    settle(page)
    expect(page.locator("main [hx-trigger=load]")).to_have_count(0)  # the names, which only a page asks for
    watches = page.locator("main [name=player]:not([value])").first
    (watches if watches.count() else page.locator("main button").first).click()
    page.wait_for_url(lambda address: "/join/" not in address)


@contextmanager
def without_errors(page: Page) -> Iterator[None]:
    """Fail where a script of the page does, or its policy forbids something."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
    yield
    assert errors == []


def reached(server: Server, *, at: str, https_port: int = 0) -> Server:
    """Return the server as phones reach it: "home" and "https" in the network, "localhost" on the machine itself."""
    host = "localhost" if at == "localhost" else lan_address()
    if host is None:
        pytest.skip("this machine is in no network")
    address = f"https://{host}:{https_port}" if at == "https" else f"http://{host}:{urlsplit(server.address).port}"
    return replace(server, address=address)


def settle(page: Page) -> None:
    """Wait until the page shows the answer to a tap, or the next page has loaded."""
    under_way = expect(page.locator(SENDING))
    under_way.to_have_count(0)
    page.wait_for_load_state("domcontentloaded")
    under_way.to_have_count(0)


def controlled(page: Page) -> None:
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def hear(page: Page) -> None:
    """Hear every request of the pages opened from now on; of open ones a worker may answer some unheard."""
    page.context.route("**/nobody-asks-this", lambda route: route.abort())


@dataclass(kw_only=True)
class Phone:
    """The host's phone: a page that counts its taps and knows the words of the table."""

    page: Page
    address: str
    taps: int = 0

    def tap(self, name: str, *, role: str = "button") -> None:
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        self.taps += 1
        settle(self.page)

    def press(self, where: str) -> None:
        self.page.locator(where).click()
        self.taps += 1
        settle(self.page)

    @property
    def retry(self) -> Locator:
        return self.page.locator("#failure button").first

    def more(self, name: str) -> None:
        self.page.get_by_label("More", exact=True).click()
        self.taps += 1
        self.tap(name, role="link")

    def secret(self, name: str) -> Locator:
        """Return the button of a seat, which records a secret among others."""
        return self.page.locator(".seat-button").filter(has=self.page.get_by_role("heading", name=name, exact=True))

    def tap_secret(self, name: str) -> None:
        self.secret(name).click()
        self.taps += 1
        settle(self.page)

    def record_secret(self) -> None:
        self.press("[data-secret]")

    def choose(self, name: str, *, asked: str = "") -> None:
        """Tap one of the radio buttons that look like a segment, of one question where two offer it."""
        among = self.page.get_by_role("group", name=asked) if asked else self.page
        among.get_by_role("radio", name=name, exact=True).check()
        self.taps += 1

    def take(self, meld: str) -> None:
        self.key(meld.split(maxsplit=1)[0])
        self.page.locator(f"[data-offer='{meld}']").click()
        self.taps += 1

    def key(self, kind: str) -> None:
        self.page.locator(f"[data-key='{kind}']").click()
        self.taps += 1

    def answer(self, asked: str, kind: str) -> None:
        expect(self.page.locator("[data-said]")).to_contain_text(asked)
        self.key(kind)

    def bounit(self, kind: str) -> None:
        self.answer("bounit", kind)

    def expect_results(self, **amounts: str) -> None:
        """See these results at the seats of the table, such as Ana="+1.80"; a night in whole units drops its cents."""
        for name, amount in amounts.items():
            whole = amount.removesuffix(".00")
            seat = self.page.locator(".seat").filter(has=self.page.get_by_role("heading", name=name))
            expect(seat.locator(".amount")).to_contain_text(re.compile(rf"{re.escape(whole)}(\.00)?(?![\d.])"))

    def take_worked_melds(self, *, king: str = "12B") -> None:
        for meld in WORKED_MELDS:
            self.take(meld)
        self.key(king)

    def enter_worked_hand(self, *, winner: str) -> None:
        self.choose(winner)
        self.choose("Discard")
        self.take_worked_melds()
        self.bounit("5B")

    def record(self) -> None:
        self.tap("Review")
        self.tap("Record")

    def start(self, *names: str, game: str = "", price: str = "", rules: str = "") -> None:
        """Start a night on the form; other tests at the same app leave debts of Ana, Ben, Carla and Dan."""
        self.page.goto(f"{self.address}/sessions/new/{game}")
        for seat, name in enumerate(names or NAMES, start=1):
            self.page.locator(f"[name=seat_{seat}]").fill(name)
        self.page.locator("[name=first_dealer][value='1']").check()
        if price:
            self.page.locator("[name=price_other]").fill(price)
        if rules:
            self.page.get_by_text("Game and rules", exact=True).click()
            self.page.get_by_role("radio", name=rules).check()
        self.tap("Start")
        self.expect_hand(1)

    def expect_hand(self, number: int) -> None:
        expect(self.page.get_by_role("heading", name=f"Hand {number}", exact=True)).to_be_visible()

    def set_sowee(self, kind: str) -> None:
        self.page.locator("[data-sowee] a").click()
        self.page.locator(f"[name=sowee][value='{kind}']").click()
        self.taps += 2
        settle(self.page)
        expect(self.page.locator("[data-sowee] .card, [data-sowee] .card-inline")).to_be_visible()

    def open_hand(self) -> None:
        self.page.get_by_role("link", name="Record hand").click()
        settle(self.page)
        self.taps = 0

    def open_quick(self, winner: str = "Ana", *, source: str = "Own draw") -> None:
        """Declare a win with one other king, by default by an own draw, up to the review."""
        self.page.get_by_role("link", name=re.compile("^Quick")).click()
        settle(self.page)
        self.choose(winner)
        self.choose(source)
        self.tap("Other kings +1")
        self.tap("Review")
        expect(self.page.locator("[data-changes]")).to_be_visible()

    def pay_all(self) -> None:
        """Mark each payment of the settle page as handed over."""
        paid = self.page.get_by_role("button", name="Mark")
        expect(paid.first).to_be_visible()
        for left in range(paid.count(), 0, -1):
            expect(paid).to_have_count(left)
            paid.first.click()
            settle(self.page)
        expect(self.page.get_by_role("heading", name="All settled")).to_be_visible()

    def type_cards(self, hand: str, *, bounit: str) -> None:
        self.page.locator("[data-typed] > summary").click()
        self.page.locator("[name=hand]").fill(hand)
        self.page.locator("[name=bounit]").fill(bounit)

    def another_tab(self, path: str = "") -> "Phone":
        other = Phone(page=self.page.context.new_page(), address=self.address)
        other.page.goto(self.address + path if path else self.page.url)
        return other

    def invitation(self, *, role: str, of_club: bool = False) -> str:
        other = self.another_tab("/phones/invite/")
        other.page.locator("#change > summary").click()
        other.choose(role)
        if of_club and other.page.get_by_role("radio", name="The whole club").count():
            other.choose("The whole club")
        other.tap("Show a QR code and link")
        link = other.page.locator("#link").input_value()
        other.page.close()
        return f"/join/{link.split('/join/')[1]}"

    def send_away(self, who: str) -> None:
        other = self.another_tab("/phones/")
        other.page.locator("[data-people] a").filter(has_text=who).last.click()
        other.page.locator("summary", has_text="Send this phone away").last.click()
        other.tap("Send this phone away")
        expect(other.page.get_by_role("heading", name="People and phones")).to_be_visible()
        other.page.close()


def joined(browser: Browser, host: Phone, *, role: str = "Scorekeeper", name: str = "", **options: object) -> Phone:
    page = new_page(browser, **options)
    enter(page, host.address + host.invitation(role=role))
    if name:
        page.goto(f"{host.address}/join/who/")
        who = page.get_by_role("button", name=name, exact=True)
        if not who.is_visible():  # a phone of another test is theirs
            page.locator("#who summary").click()
        who.click()
        expect(page.get_by_role("link", name=f"This phone: {name}, Player")).to_be_visible()
    page.goto(host.page.url)
    return Phone(page=page, address=host.address)


type LetIn = Callable[..., Phone]


@pytest.fixture(scope="session")
def https_port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, https_port: int) -> Iterator[Server]:
    """Serve the app once for the tests of this folder, by https too."""
    with serving(f"--https={https_port}", data=tmp_path_factory.mktemp("browser") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def server(served: Server, https_port: int) -> Server:
    """Return it at the address that CUAJO_TEST_ADDRESS names: home, localhost or https."""
    return reached(served, at=ADDRESS, https_port=https_port)


@pytest.fixture(scope="session")
def member_home(served: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the home of a browser that trusts the authority of the app, as a phone does that is a full member."""
    home = tmp_path_factory.mktemp("home")
    certificate = home / "cuajo.crt"
    with urlopen(f"{served.address}/https/cuajo.crt") as answer:
        certificate.write_bytes(answer.read())
    certutil = which("certutil")
    if certutil is None:
        pytest.skip("no certutil on this machine")
    for store in (home / ".pki" / "nssdb", home / ".local" / "share" / "pki" / "nssdb"):
        store.mkdir(parents=True)
        for told in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "cuajo", "-i", str(certificate)]):
            subprocess.run([certutil, "-d", f"sql:{store}", *told], check=True)
    return home


@pytest.fixture(scope="session")
def trusting(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], member_home: Path
) -> Iterator[Browser]:
    with browser_type.launch(**browser_type_launch_args | {"env": {"HOME": str(member_home)}}) as browser:
        yield browser


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest, launch_browser: Callable[[], Browser]) -> Iterator[Browser]:
    if ADDRESS == "https":
        yield request.getfixturevalue("trusting")
    else:
        with launch_browser() as browser:
            yield browser


@pytest.fixture(scope="session")
def host_state(server: Server, browser: Browser) -> dict[str, object]:
    """Make a phone the host by the link the server printed, and return its cookies."""
    page = new_page(browser)
    enter(page, server.host_link())
    state = dict(page.context.storage_state())
    page.context.close()
    return state


@pytest.fixture
def phone(server: Server, host_state: dict[str, object], browser: Browser) -> Iterator[Phone]:
    """Open the host's phone; any error of a script fails the test."""
    page = new_page(browser, storage_state=host_state)
    page.context.add_init_script(USUAL_TERMS)
    with without_errors(page):
        page.goto(server.address)
        if ADDRESS != "home":
            controlled(page)
        yield Phone(page=page, address=server.address)
        page.context.close()


@pytest.fixture
def night(phone: Phone) -> Phone:
    phone.start()
    return phone


@pytest.fixture
def let_in(phone: Phone, browser: Browser) -> Iterator[LetIn]:
    guests: list[Phone] = []

    def come(role: str = "Scorekeeper", *, by: Browser = browser, **options: Any) -> Phone:
        guests.append(joined(by, phone, role=role, **options))
        return guests[-1]

    yield come
    for guest in guests:
        guest.page.context.close()


@pytest.fixture
def other(night: Phone, let_in: LetIn) -> Phone:
    return let_in()


@pytest.fixture
def stranger(server: Server, browser: Browser) -> Iterator[Phone]:
    """Open the judge on a phone without a role; any error of a script fails the test."""
    page = new_page(browser)
    with without_errors(page):
        page.goto(f"{server.address}/judge/")
        yield Phone(page=page, address=server.address)
        page.context.close()


@pytest.fixture
def heard(phone: Phone) -> None:
    hear(phone.page)
