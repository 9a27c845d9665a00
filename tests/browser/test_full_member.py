"""Phones become full members by the page alone, each a browser of its own that trusts nothing of ours at first."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.browser.authorities import certificate_stores, trust
from tests.browser.conftest import PHONE, Phone, controlled, reached, settle
from tests.browser.test_three_phones import invitation
from tests.conftest import CHROMIUM_FLAGS
from tests.served.server import Server

pytestmark = pytest.mark.deep

PHONES = min(4, int(os.environ.get("CUAJO_TEST_SCALE", "1")))


@contextmanager
def opened(browser_type: BrowserType, *, folder: Path, **options: Any) -> Iterator[Page]:
    """Open the browser that keeps its things in this folder."""
    own = {"args": CHROMIUM_FLAGS.split(), "env": {"HOME": str(folder)}, "viewport": PHONE}
    with browser_type.launch_persistent_context(folder / "profile", **options | own) as context:
        yield context.pages[0]


def test_phones_are_on_https_with_the_page_alone(
    served: Server, phone: Phone, tmp_path: Path, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> None:
    """What a person does in the settings of the phone, certutil does here; then the browser is opened again."""
    home, certificate = reached(served, at="home").address, tmp_path / "cuajo.crt"
    for number in range(PHONES):
        folder = tmp_path / str(number)
        stores = certificate_stores(folder)
        with opened(browser_type, folder=folder, **browser_type_launch_args) as page:
            page.goto(home + invitation(phone, role="Viewer"))
            page.get_by_role("button", name="Join as: Viewer").click()
            page.get_by_role("link", name="This phone: Viewer").click()
            settle(page)
            page.get_by_role("link", name="Make this phone a full member").click()
            expect(page.get_by_text("This phone does not trust the app by https yet.")).to_be_visible()
            with page.expect_download() as download:
                page.get_by_role("link", name="Get the certificate").click()
            download.value.save_as(certificate)
            for recipe in ("Android", "iPhone and iPad"):
                page.get_by_text(recipe, exact=True).click()
            expect(page.locator("details[open] .recipe")).to_have_count(6)
        trust(certificate, stores=stores)
        with opened(browser_type, folder=folder, **browser_type_launch_args) as page:
            page.goto(f"{home}/https/")
            expect(page.get_by_text("Done: this phone trusts the app.")).to_be_visible()
            with page.expect_popup() as opened_there:
                page.get_by_role("link", name="Go on there").click()
            there = opened_there.value
            there.wait_for_url("https://**")
            controlled(there)
            expect(there.get_by_role("link", name="This phone: Viewer")).to_be_visible()
