"""What a phone loads that was never here before."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Phone, new_page

pytestmark = pytest.mark.deep

KILOBYTE = 1000
ART = ("deck.", "piazzolla")
READY = "() => document.fonts.ready.then(() => true)"


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
def test_a_first_visit_weighs_60_kilobytes_and_90_with_cards_and_face(
    night: Phone, browser: Browser, path: str
) -> None:
    visitor = new_page(browser, storage_state=night.page.context.storage_state())
    found = weights(visitor, night.page.url + path)
    visitor.context.close()
    art = {name: size for name, size in found.items() if any(part in name for part in ART)}
    assert len(art) == len(ART)
    assert sum(found.values()) - sum(art.values()) <= 60 * KILOBYTE, found
    assert sum(found.values()) <= 90 * KILOBYTE, found
