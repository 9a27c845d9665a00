"""Take the twelve pictures of docs/images, of the invented clubs that `serve --demo` and `--demo year` show.

python -m tests.look.kept --out docs/images
"""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.conftest import PHONE, WORKED_MELDS, Phone, enter
from tests.look.__main__ import PATIENCE, launched
from tests.look.states import ANSWERS
from tests.served.server import serving

DESK = {"width": 1280, "height": 800}
PORBIS = "3O 4O 5O 3E 4E 5E 1O 1C 1E 1B 10O 10C 10E 11O 11C 11B"


def opened(
    browser: Browser, state: object, *, scheme: str = "light", size: dict[str, int] | None = None, moves: bool = False
) -> Phone:
    context = browser.new_context(
        viewport=size or PHONE,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        storage_state=state,  # type: ignore[arg-type]
        reduced_motion="no-preference" if moves else "reduce",
    )
    context.set_default_timeout(PATIENCE)
    return Phone(page=context.new_page(), address="")


def main() -> None:
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--out", type=Path, required=True)
    out: Path = asked.parse_args().out

    def keep(phone: Phone, name: str) -> None:
        phone.page.locator("body").wait_for()
        phone.page.wait_for_timeout(500)
        phone.page.screenshot(path=out / f"{name}.png")

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = launched(driver)
        with serving(data=Path(folder) / "empty") as app:
            context = entered(browser, app.host_link())
            phone = opened(browser, context.storage_state())
            phone.page.goto(app.address)
            keep(phone, "first")
        with serving("--demo", data=Path(folder) / "demo") as app:
            context = entered(browser, app.host_link())
            page = context.pages[0]
            state = context.storage_state()
            page.goto(app.address)
            table = app.address + str(page.get_by_role("link", name="Resume").first.get_attribute("href"))
            pictures(browser, state, address=app.address, table=table, keep=keep)
        with serving("--demo", "year", data=Path(folder) / "year") as app:
            dark = opened(browser, entered(browser, app.host_link()).storage_state(), scheme="dark")
            dark.page.goto(f"{app.address}/standings/")
            keep(dark, "history")
            dark.page.locator("[data-standings] a").first.click()
            dark.page.locator("h1").filter(has_not_text="Standings").wait_for()
            keep(dark, "player")
        browser.close()


def entered(browser: Browser, link: str) -> BrowserContext:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    enter(context.new_page(), link)
    return context


def pictures(browser: Browser, state: object, *, address: str, table: str, keep: Callable[[Phone, str], None]) -> None:
    desk, dark_desk = opened(browser, state, size=DESK), opened(browser, state, size=DESK, scheme="dark")
    phone = opened(browser, state)
    answer = f"{address}/games/cuajo/judge/win/?{urlencode({**ANSWERS['answer-yes'][1], 'asked': 1})}"
    for device, path, name in (
        (phone, table, "table"),
        (desk, table, "desk"),
        (dark_desk, f"{table}watch/", "television"),
        (phone, answer, "judge"),
    ):
        device.page.goto(path)
        keep(device, name)
    for device in (phone, dark_desk):
        device.page.goto(f"{table}hand/")
        device.choose("Ben")
        device.choose("Discard")
        for meld in WORKED_MELDS[:3]:
            device.take(meld)
        keep(device, "entry" if device is phone else "entry-desk")
    phone = opened(browser, state, moves=True)
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
    phone.tap("Close and settle")
    phone.page.wait_for_url("**/settle/**")
    keep(phone, "settle")


if __name__ == "__main__":
    main()
