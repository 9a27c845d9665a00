"""What a phone loads that was never here before, and whether anything moves once it is there."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, new_page
from tests.browser.test_night import start

pytestmark = pytest.mark.deep

KILOBYTE = 1000
ART = ("deck.", "piazzolla")
READY = "() => document.fonts.ready.then(() => true)"
SHIFTS = """
() => new Promise((told) => {
  const moved = [];
  const name = ({ node }) => `${node?.nodeName}.${node?.className}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved.push(...entry.sources.map(name));
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => told(moved)));
})
"""


@pytest.fixture
def table(phone: Phone) -> str:
    """Return the address of a table."""
    start(phone)
    return phone.page.url


@pytest.fixture
def visitor(phone: Phone) -> Iterator[Page]:
    """Open the host's phone anew, with nothing kept from before."""
    browser = phone.page.context.browser
    assert browser is not None
    page = new_page(browser, storage_state=phone.page.context.storage_state())
    yield page
    page.context.close()


def weights(page: Page, address: str) -> dict[str, int]:
    """Open a page and return what each file weighed as it was sent, compressed."""
    names: dict[str, str] = {}
    heads: dict[str, int] = {}
    sent: dict[str, int] = {}

    def answered(told: dict[str, Any]) -> None:
        names[told["requestId"]] = told["response"]["url"]
        heads[told["requestId"]] = int(told["response"]["encodedDataLength"])

    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.responseReceived", answered)
    wire.on("Network.loadingFinished", lambda told: sent.update({told["requestId"]: int(told["encodedDataLength"])}))
    page.goto(address)
    page.evaluate(READY)
    return {names[request]: size - heads[request] for request, size in sent.items() if request in names}


@pytest.mark.parametrize("path", ["", "hand/"])
def test_a_first_visit_weighs_60_kilobytes_and_90_with_cards_and_face(visitor: Page, table: str, path: str) -> None:
    found = weights(visitor, table + path)
    art = {name: size for name, size in found.items() if any(part in name for part in ART)}
    assert len(art) == len(ART)
    assert sum(found.values()) - sum(art.values()) <= 60 * KILOBYTE, found
    assert sum(found.values()) <= 90 * KILOBYTE, found


OPENED = (
    *("", "entries/1/correct/cards/", "hand/", "hand/quick/", "watch/", "close/", "/", "/sessions/new/", "/judge/"),
    *("/judge/win/", "/judge/purro/", "/judge/extra/", "/judge/claim/", "/me/", "/history/", "/players/", "/rules/"),
)


def test_nothing_moves_once_a_page_is_there(visitor: Page, phone: Phone, table: str) -> None:
    phone.page.goto(f"{table}hand/quick/")
    for field, value in (("winner", 1), ("source", "self_drawn"), ("kings_of_coins", 0), ("other_kings", 1)):
        phone.page.locator(f"[name={field}][value='{value}']").check()
    phone.tap("Review")
    phone.tap("Record")
    expect(phone.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    visitor.set_viewport_size({"width": 320, "height": 568})
    moved = {}
    for path in OPENED:
        visitor.goto(urljoin(table, path))
        visitor.evaluate(READY)
        moved[path] = visitor.evaluate(SHIFTS)
    assert {path: found for path, found in moved.items() if found} == {}
