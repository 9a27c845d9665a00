"""Take a picture of every page in a part of the matrix and list what a machine finds wrong in it.

    python -m tests.look --out /tmp/look --widths 320 390 --schemes light dark --texts 100 200 --fonts wide narrow

Exit status 1 where anything was found. `--axe` also asks axe, in forced colours too. The pictures are for people.
"""

import argparse
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.served.server import serving

CHECKS = (Path(__file__).parent / "checks.js").read_text()
HEIGHTS = {320: 568, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080, 3840: 2160}
FONTS = {"wide": "DejaVu Sans", "narrow": "DejaVu Sans Condensed"}
SHORT = ("Ana", "Ben", "Carla", "Dan")
LONG = ("Maximiliano Bartolomé", "Ana Esperanza", "María Concepción de la Cruz", "W" * 40)
DATA = {"short": (SHORT, "1"), "extreme": (LONG, "10000")}
CLUB = ("/", "/sessions/new/", "/history/", "/players/", "/rules/", "/judge/", "/phones/", "/me/", "/club/")
TABLE = ("", "hand/", "hand/quick/", "secret/1/", "sowee/", "hand/drawn/", "false-win/", "watch/", "audit/", "close/")
LINES = ("entries/1/", "entries/1/undo/", "entries/1/correct/", "statement/", "switches/", "cash/", "seats/")
PLAYED = ("", "hand/", "hand/quick/", "sowee/", "watch/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One corner of the matrix."""

    width: int
    scheme: str
    text: str
    font: str
    data: str

    @property
    def name(self) -> str:
        """Return what its pictures begin with."""
        return f"{self.width}-{self.scheme}-{self.text}-{self.font}-{self.data}"


def play(page: Page, address: str, *, names: tuple[str, ...], stakes: str) -> str:
    """Start a night, record a hand and a secret, and return the path of its table."""
    page.goto(f"{address}/sessions/new/")
    for seat, name in enumerate(names, start=1):
        page.locator(f"[name=seat_{seat}]").fill(name)
    page.locator("[name=first_dealer][value='1']").check()
    page.locator("[name=stake_factor]").fill(stakes)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/sessions/*-*/")
    table = page.url
    page.goto(f"{table}hand/quick/")
    for field, value in (("winner", 1), ("source", "self_drawn"), ("kings_of_coins", 1), ("other_kings", 2)):
        page.locator(f"[name={field}][value='{value}']").check()
    page.get_by_role("button", name="Review").click()
    page.locator("[data-changes]").wait_for()
    page.get_by_role("button", name="Record").click()
    page.wait_for_url("**recorded=**", wait_until="commit")
    page.goto(f"{table}secret/2/")
    page.get_by_role("button", name="Record secret").click()
    page.wait_for_url(table)
    page.goto(f"{table}sowee/")
    page.locator("[name=sowee][value='4B']").click()
    page.wait_for_url(table)
    return table.removeprefix(address)


def look(
    browser: Browser, part: Part, *, state: object, address: str, paths: dict[str, str], options: argparse.Namespace
) -> int:
    """Open the pages of one part; return how many of them have something wrong."""
    context = browser.new_context(
        viewport={"width": part.width, "height": HEIGHTS[part.width]},
        color_scheme=part.scheme,  # type: ignore[arg-type]
        storage_state=state,  # type: ignore[arg-type]
        bypass_csp=True,
        reduced_motion="reduce",
        forced_colors="active" if options.forced else "none",
    )
    page, wrong = context.new_page(), 0
    for path, short in paths.items():
        page.goto(address + path)
        page.add_style_tag(content=f":root {{ --sans: '{FONTS[part.font]}'; font-size: {part.text}%; }}")
        page.wait_for_timeout(400)
        played = short in {f"table-{each}".strip("-/").replace("/", "-") for each in PLAYED}
        found = page.evaluate(CHECKS, {"play": played})
        if options.axe:
            found += [
                f"axe: {each['id']}: {each['nodes'][0]['target']}" for each in Axe().run(page).response["violations"]
            ]
        page.screenshot(path=options.out / f"{part.name}-{short or 'home'}.png", full_page=True)
        for each in found:
            sys.stdout.write(f"{part.name} {path}: {each}\n")
        sys.stdout.flush()
        wrong += bool(found)
    context.close()
    return wrong


def main() -> int:
    """Serve the app, play a night of short and one of extreme data, and look at their pages."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--widths", type=int, nargs="+", default=[320, 390, 768, 1280, 1920])
    asked.add_argument("--schemes", nargs="+", default=["light", "dark"])
    asked.add_argument("--texts", nargs="+", default=["100", "200"])
    asked.add_argument("--fonts", nargs="+", default=list(FONTS))
    asked.add_argument("--data", nargs="+", default=list(DATA))
    asked.add_argument("--only", default="", help="only pages whose path holds this")
    asked.add_argument("--axe", action="store_true")
    asked.add_argument("--forced", action="store_true", help="in forced colours")
    options = asked.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with TemporaryDirectory() as folder, serving(data=Path(folder) / "data") as app, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS.split())
        page = browser.new_page()
        page.goto(app.host_link())
        page.locator("main button").first.click()
        page.wait_for_url(lambda address: "/join/" not in address)
        tables = {name: play(page, app.address, names=DATA[name][0], stakes=DATA[name][1]) for name in options.data}
        state = page.context.storage_state()
        page.close()
        matrix = product(options.widths, options.schemes, options.texts, options.fonts, options.data)
        for width, scheme, text, font, data in matrix:
            part = Part(width=width, scheme=scheme, text=text, font=font, data=data)
            table = tables[data]
            paths = {path: path.strip("/").replace("/", "-") for path in CLUB}
            paths |= {table + path: f"table-{path}".strip("-/").replace("/", "-") for path in (*TABLE, *LINES)}
            paths = {path: short for path, short in paths.items() if options.only in path}
            wrong += look(browser, part, state=state, address=app.address, paths=paths, options=options)
        browser.close()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
