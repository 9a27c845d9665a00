"""The app in the browser of one phone: a night without any server, also offline, and over a reload and a second tab."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NAMES, Phone, enter
from tests.browser.test_nights import record
from tests.phone.conftest import hosting
from tests.served.server import serving

LIMIT_MILLISECONDS = 120_000


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, accept_downloads=True)
    context.set_default_timeout(LIMIT_MILLISECONDS)
    yield context
    context.close()


def app(page: Page, address: str) -> Phone:
    """Return the app in the frame of a tab, once it is shown."""
    page.wait_for_function("globalThis.shown")
    return Phone(page=cast(Page, page.frame(name="app")), address=address.rstrip("/"))


def begun(page: Page, address: str, *, way: str) -> Phone:
    page.goto(address)
    page.locator(f"#welcome [data-way={way}]").click()
    return app(page, address)


def record_a_hand(phone: Phone, *, number: int) -> None:
    phone.open_quick()
    phone.tap("Record")
    phone.expect_hand(number + 1)


def record_khanhoo(phone: Phone, *, number: int) -> None:
    phone.tap(f"Record hand {number}", role="link")
    phone.page.get_by_role("radio", name="Went out , Ana").check()
    for meld in ("aces (1)", "sequence (1)", "triplet (2)", "royal group (4)", "khanhoo (5)"):
        phone.tap(f"{meld}, Ana +1")
    record(phone, number=number)


@pytest.mark.parametrize(
    ("game", "players", "record_a_hand"),
    [("", 4, record_a_hand), pytest.param("khanhoo/", 3, record_khanhoo, marks=pytest.mark.deep)],
    ids=["cuajo", "khanhoo"],
)
def test_a_night_is_kept_without_a_server_over_a_reload_and_in_a_second_tab(
    context: BrowserContext, address: str, game: str, players: int, record_a_hand: Callable[..., None]
) -> None:
    page = context.new_page()
    phone = begun(page, address, way="keep")
    phone.start(*NAMES[:players], game=game)
    record_a_hand(phone, number=1)
    table = phone.page.url
    context.set_offline(True)
    page.reload()
    phone = app(page, address)
    assert phone.page.url == table
    record_a_hand(phone, number=2)
    other = context.new_page()
    other.goto(table)
    app(other, address).expect_hand(3)
    page.close()
    expect(other.locator("#elsewhere")).to_be_hidden()
    record_a_hand(app(other, address), number=3)


def copied(tab: Page, phone: Phone) -> bytes:
    phone.page.goto(f"{phone.address}/club/export/")
    with tab.expect_download() as download:
        phone.page.locator("[href$='/club/export/json/']").first.click()
    return download.value.path().read_bytes()


def copied_again(tab: Page, phone: Phone, books: bytes) -> bytes:
    """Bring a full copy to new books, and save it there."""
    phone.page.goto(f"{phone.address}/club/export/")
    phone.page.locator("#import > summary").click()
    phone.page.locator("#books").set_input_files({"name": "cuajo.json", "mimeType": "", "buffer": books})
    phone.page.locator("#import button").click()
    phone.page.wait_for_url(f"{phone.address}/")
    return copied(tab, phone)


@pytest.mark.parametrize("by_server", [False, pytest.param(True, marks=pytest.mark.deep)], ids=["phone", "server"])
def test_a_full_copy_is_the_same_byte_for_byte_on_another_phone(
    browser: Browser, context: BrowserContext, address: str, tmp_path: Path, by_server: bool
) -> None:
    tab = context.new_page()
    books = copied(tab, begun(tab, address, way="try"))
    assert len(json.loads(books)["sessions"]) > 20
    with browser.new_context() as another:
        another.set_default_timeout(LIMIT_MILLISECONDS)
        if by_server:
            tab = another.new_page()
            with serving(data=tmp_path / "data") as server:
                enter(tab, server.host_link())
                assert copied_again(tab, Phone(page=tab, address=server.address), books) == books
        tab = another.new_page()
        assert copied_again(tab, begun(tab, address, way="keep"), books) == books


@pytest.mark.parametrize("archive", [b"", b"damaged"], ids=["sound", "cannot open the books"])
def test_a_new_version_is_taken_at_the_next_start_unless_it_cannot_open_the_books(
    context: BrowserContext, folder: Path, tmp_path: Path, archive: bytes
) -> None:
    shutil.copytree(folder, tmp_path / "host")
    app_folder = tmp_path / "host" / "cuajo"
    with hosting(tmp_path / "host") as address:
        page = context.new_page()
        phone = begun(page, address, way="keep")
        phone.start()
        record_a_hand(phone, number=1)
        table, old = phone.page.url, json.loads((app_folder / "files.json").read_text())["version"]
        for name in ("phone-worker.js", "files.json"):
            (app_folder / name).write_text((app_folder / name).read_text().replace(old, "next"))
        if archive:
            (app_folder / "app.xz").write_bytes(archive)
        page.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.update())")
        page.wait_for_function("navigator.serviceWorker.getRegistration().then((each) => each.waiting)")
        page.reload()
        record_a_hand(app(page, address), number=2)
        page.goto(f"{address}..")  # no tab of the app is open
        page.wait_for_function("navigator.serviceWorker.getRegistration('/cuajo/').then((each) => !each.waiting)")
        context.set_offline(True)
        page.goto(table)
        app(page, address).expect_hand(3)
        kept = page.evaluate("caches.keys()")
        assert [f"phone-{each}" in kept for each in (old, "next")] == [bool(archive), True]
        record_a_hand(app(page, address), number=3)


def test_a_trial_keeps_nothing_and_leads_to_books_of_ones_own(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    phone = begun(page, address, way="try")
    expect(phone.page.locator("[data-copy-due]")).to_have_count(0)
    page.locator("#trial button").click()
    expect(page.frame_locator("iframe").locator(".welcome")).to_be_visible()
    expect(page.locator("#trial")).to_be_hidden()


def test_a_closed_night_is_passed_on_as_a_picture_and_by_a_link_that_asks_no_server(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    phone = begun(page, address, way="keep")
    phone.start()
    record_a_hand(phone, number=1)
    night = phone.page.url.partition("?")[0]
    phone.page.goto(f"{night}close/")
    phone.tap("Close the night")
    expect(phone.page.locator("[data-copy-due]")).to_be_visible()
    drawn = phone.page.evaluate("async (address) => (await fetch(address)).status", f"{night}picture/svg/")
    link = phone.page.locator("[data-copy-text]", has_text="night.html").input_value()
    assert (drawn, len(link) < 1500) == (200, True)
    requests: list[str] = []
    other = context.new_page()
    other.on("request", lambda request: requests.append(request.url.rpartition("/")[2]))
    other.goto(link)
    expect(other.locator("#results li")).to_have_count(4)
    assert other.locator("#results li").first.inner_text().startswith("Ana")
    assert [each for each in requests if "." not in each] == []
