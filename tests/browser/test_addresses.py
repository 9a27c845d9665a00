"""What a first visit loads, and what a browser grants at each address, as docs/phones.md says it."""

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phone, new_page, reached
from tests.served.server import Server

pytestmark = pytest.mark.deep

ASKED = {
    "secure context": "isSecureContext",
    "service worker": "'serviceWorker' in navigator",
    "clipboard": "'clipboard' in navigator",
    "wake lock": "'wakeLock' in navigator",
    "locks between tabs": "'locks' in navigator",
    "IndexedDB": "'indexedDB' in window",
    "speech": "'speechSynthesis' in window",
}


def table_of_differences() -> dict[str, dict[str, bool]]:
    text = (settings.BASE_DIR / "docs" / "phones.md").read_text()
    rows = re.findall(r"^\| ([\w ]+) \| (yes|no) \| (yes|no) \| (yes|no) \|", text, re.MULTILINE)
    columns = {"home": 1, "localhost": 2, "https": 3}
    return {at: {row[0]: row[column] == "yes" for row in rows} for at, column in columns.items()}


@pytest.mark.parametrize("at", ["home", "localhost"])
def test_each_address_grants_what_the_documents_say(served: Server, browser: Browser, at: str) -> None:
    page = new_page(browser)
    page.goto(reached(served, at=at).address)
    granted = {name: page.evaluate(asked) for name, asked in ASKED.items()}
    assert granted == table_of_differences()[at]
    page.context.close()


def test_a_link_is_copied_without_a_clipboard(phone: Phone) -> None:
    phone.page.goto(f"{phone.address}/phones/invite/")
    link = phone.page.locator("#link").input_value()
    phone.tap("Copy")
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    phone.page.goto(f"{phone.address}/rules/sets/?open=import")
    phone.page.locator("[name=text]").press("Control+V")
    expect(phone.page.locator("[name=text]")).to_have_value(link)


SPEECH = """
window.spoken = [];
speechSynthesis.getVoices = () => [{ lang: "en-US" }, { lang: "es-ES" }];
speechSynthesis.speak = ({ lang, text }) => spoken.push([lang, text]);
"""


def test_what_is_recorded_is_said_aloud_where_that_is_wanted_by_the_nearest_voice(night: Phone, other: Phone) -> None:
    table = night.page.url
    night.page.add_init_script(SPEECH)
    night.page.goto(f"{night.address}/me/?open=feedback")
    night.page.get_by_label("Say it aloud").check()
    night.page.goto(f"{night.address}/me/")
    night.tap("Filipino")
    night.page.goto(table)
    other.tap_secret("Ben")
    other.record_secret()
    night.page.wait_for_function("() => spoken.some(([, words]) => words.includes('Ben'))")
    language, words = night.page.evaluate("spoken").pop()
    assert language == "es-ES"
    assert "Ben +1.00" in " ".join(words.split())


def test_the_screen_stays_on_by_a_lock_or_a_silent_video_or_the_page_says_that_it_does_not(night: Phone) -> None:
    counts = "const wakeLock = { request: async (what) => { (window.stays ??= []).push(what) } };"
    night.page.add_init_script(
        f"{counts} Object.defineProperty(navigator, 'wakeLock', {{ value: wakeLock, configurable: 1 }})"
    )
    night.page.reload()
    assert night.page.evaluate("window.stays") == ["screen"]
    asleep = night.page.locator("[data-asleep]")
    night.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    night.page.reload()
    night.page.wait_for_function("() => document.querySelector('video.awake')?.currentTime > 0")
    expect(asleep).to_be_hidden()
    night.page.add_init_script("HTMLMediaElement.prototype.play = () => Promise.reject()")
    night.page.reload()
    expect(asleep).to_be_visible()


READY = "() => document.fonts.ready.then(() => true)"


def weights(page: Page, address: str) -> dict[str, int]:
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
def test_a_first_visit_weighs_60_kilobytes(night: Phone, browser: Browser, path: str) -> None:
    visitor = new_page(browser, storage_state=night.page.context.storage_state())
    found = weights(visitor, night.page.url + path)
    visitor.context.close()
    assert sum(found.values()) <= 60_000, found
