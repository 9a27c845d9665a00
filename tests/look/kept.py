"""Take the twelve pictures of docs/images, of the invented clubs that `serve --demo` and `--demo year` show.

python -m tests.look.kept --out docs/images
"""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import PHONE, WORKED_MELDS, Phone, enter
from tests.look.__main__ import PATIENCE, launched
from tests.look.states import ANSWERS
from tests.served.server import serving

DESK = {"width": 1280, "height": 800}
PORBIS = "3O 4O 5O 3E 4E 5E 1O 1C 1E 1B 10O 10C 10E 11O 11C 11B"


def opened(browser: Browser, link: str = "", **options: object) -> Phone:
    options = {"viewport": PHONE, "reduced_motion": "reduce"} | options
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    phone = Phone(page=context.new_page(), address="")
    if link:
        enter(phone.page, link)
    return phone


def main() -> None:
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--out", type=Path, required=True)
    out: Path = asked.parse_args().out

    def keep(phone: Phone, name: str, *, at: str = "") -> None:
        if at:
            phone.page.goto(at)
        phone.page.locator("body").wait_for()
        phone.page.wait_for_timeout(500)
        phone.page.screenshot(path=out / f"{name}.png")

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = launched(driver)
        with serving(data=Path(folder) / "empty") as app:
            keep(opened(browser, app.host_link()), "first", at=app.address)
        with serving("--demo", data=Path(folder) / "demo") as app:
            host = opened(browser, app.host_link()).page
            host.goto(app.address)
            table = app.address + str(host.get_by_role("link", name="Back to the table").first.get_attribute("href"))
            pictures(browser, host.context.storage_state(), address=app.address, table=table, keep=keep)
        with serving("--demo", "year", data=Path(folder) / "year") as app:
            dark = opened(browser, app.host_link(), color_scheme="dark")
            keep(dark, "history", at=f"{app.address}/history/")
            dark.page.locator("[data-year] .chart-key a").first.click()
            dark.page.locator("[data-figures]").wait_for()
            keep(dark, "player")
        browser.close()


def pictures(browser: Browser, state: object, *, address: str, table: str, keep: Callable[..., None]) -> None:
    phone, desk = opened(browser, storage_state=state), opened(browser, storage_state=state, viewport=DESK)
    dark_desk = opened(browser, storage_state=state, viewport=DESK, color_scheme="dark")
    keep(phone, "table", at=table)
    keep(desk, "desk", at=table)
    keep(dark_desk, "television", at=f"{table}watch/")
    answer = urlencode({**ANSWERS["answer-yes"][1], "asked": 1})
    keep(phone, "judge", at=f"{address}/games/cuajo/judge/win/?{answer}")
    for device, name in ((phone, "entry"), (dark_desk, "entry-desk")):
        device.page.goto(f"{table}hand/")
        device.choose("Ben")
        device.choose("Discard")
        for meld in WORKED_MELDS[:3]:
            device.take(meld)
        keep(device, name)
    phone = opened(browser, storage_state=state, reduced_motion="no-preference")
    phone.page.goto(f"{table}hand/")
    phone.choose("Carla")
    phone.choose("Another's draw")
    phone.type_cards(PORBIS, bounit="10C")
    phone.tap("Review")
    keep(phone, "review")
    phone.tap("Record")
    phone.page.locator(".landing").get_by_text("60").wait_for()
    keep(phone, "porbis")
    phone.page.goto(f"{table}close/")
    phone.tap("Close the night")
    phone.page.wait_for_url("**/settle/**")
    keep(phone, "settle")


if __name__ == "__main__":
    main()
