"""A phone comes back without a new invitation: to an app started again, on a new machine, at a new address."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phone, new_page, reached
from tests.served.server import free_port, manage, serving_until_killed

pytestmark = pytest.mark.deep


def test_a_phone_comes_back_to_the_same_books_wherever_they_are(tmp_path: Path, browser: Browser) -> None:
    data, restored, file = tmp_path / "data", tmp_path / "new" / "data", tmp_path / "backup.sqlite3"
    restored.parent.mkdir()
    port = str(free_port())
    page = new_page(browser, ignore_https_errors=False)
    known = page.get_by_role("link", name="This phone: Host")
    with serving_until_killed(data=data, port=port) as served:
        server = reached(served, at="home")
        page.goto(server.host_link())
        page.locator("main button").click()
        expect(known).to_be_visible()
        phone = Phone(page=page, address=server.address)
        phone.start()
        table = page.url

    with serving_until_killed(data=data, port=port):
        page.reload()
        phone.tap_secret("Ben")
        phone.tap("Record secret")
        phone.expect_results(Ben="+1.00")

    assert manage("backup", "--output", str(file), data=data).returncode == 0
    assert manage("restore", str(file), "--yes", data=restored).returncode == 0
    with serving_until_killed(data=restored, port=port):
        page.reload()
        phone.expect_results(Ben="+1.00")
        page.context.route("**/live/**", lambda route: route.abort())  # as where the router gave another address
        page.get_by_text("Another address?").click()
        address = page.locator("#address-now")
        for typed in ("localhost:1", f"localhost:{port}"):
            address.fill(typed)
            with page.expect_popup() as opened:
                phone.tap("Go on there")
        expect(address).to_be_visible()
        opened.value.get_by_role("button", name="Go on here").click()
        expect(opened.value.get_by_role("link", name="This phone: Host")).to_be_visible()
        page.goto(table)
        expect(page.get_by_role("heading", name="Ask the host")).to_be_visible()
    page.context.close()
