"""What a browser grants the app at each address; docs/phones.md says what the app does without it."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phone, new_page, reached
from tests.browser.test_night import start
from tests.browser.test_three_phones import joined
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
    """Return what docs/phones.md says each address grants."""
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
    phone.page.goto(f"{phone.address}/phones/")
    phone.tap("Show a QR code and link")
    link = phone.page.locator("#link").input_value()
    phone.tap("Copy")
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    phone.page.goto(f"{phone.address}/rules/sets/import/")
    phone.page.locator("[name=text]").press("Control+V")
    expect(phone.page.locator("[name=text]")).to_have_value(link)


SPEECH = """
window.spoken = [];
speechSynthesis.getVoices = () => [{ lang: "en-US" }, { lang: "es-ES" }];
speechSynthesis.speak = ({ lang, text }) => spoken.push([lang, text]);
"""


def test_what_is_recorded_is_said_aloud_where_that_is_wanted_by_the_nearest_voice(
    phone: Phone, browser: Browser
) -> None:
    start(phone)
    table = phone.page.url
    phone.page.add_init_script(SPEECH)
    phone.page.goto(f"{phone.address}/me/")
    phone.page.get_by_label("Say it aloud").check()
    phone.page.goto(table)
    other = Phone(page=joined(browser, phone, role="Scorekeeper"), address=phone.address)
    other.page.goto(table)
    phone.page.goto(f"{phone.address}/me/")
    phone.tap("Filipino")
    phone.page.goto(table)
    phone.page.bring_to_front()
    other.tap_secret("Ben")
    other.tap("Record secret")
    phone.page.wait_for_function("() => spoken.length")
    ((language, words),) = phone.page.evaluate("spoken")
    assert language == "es-ES"
    assert "Ben +1.00" in " ".join(words.split())
    other.page.context.close()


def test_elsewhere_a_silent_video_keeps_the_screen_on_and_the_page_says_where_it_does_not(phone: Phone) -> None:
    start(phone)
    asleep = phone.page.locator("[data-asleep]")
    phone.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    phone.page.reload()
    phone.page.wait_for_function("() => document.querySelector('video.awake')?.currentTime > 0")
    expect(asleep).to_be_hidden()
    phone.page.add_init_script("HTMLMediaElement.prototype.play = () => Promise.reject()")
    phone.page.reload()
    expect(asleep).to_be_visible()


def test_the_screen_of_the_table_stays_on_where_the_browser_allows_it(phone: Phone) -> None:
    start(phone)
    counts = "const wakeLock = { request: async (what) => { (window.stays ??= []).push(what) } };"
    phone.page.add_init_script(f"{counts} Object.defineProperty(navigator, 'wakeLock', {{ value: wakeLock }})")
    phone.page.reload()
    assert phone.page.evaluate("window.stays") == ["screen"]
