"""How soon a tap shows on a phone whose processor is four times slower: the table, and the keys of a hand.

    python -m benchmarks.taps

The time is the browser's own, from the tap to the next picture, as it reports events that took 16 ms or more.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Locator, Page, sync_playwright

from tests.look.__main__ import launched, play
from tests.served.server import serving

SLOWER = 4
TIMES = 12
LISTEN = """
window.taps = [];
new PerformanceObserver((list) => window.taps.push(...list.getEntries().map(({ duration, name }) => [name, duration])))
  .observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def times(page: Page, tapped: Locator, *, back: Locator | None) -> list[float]:
    """Return how long each of many taps took to show, 8 for those below what browsers report; `back` undoes one."""
    found = []
    for _ in range(TIMES):
        page.evaluate("window.taps = []")
        tapped.click()
        page.wait_for_timeout(400)
        longest = max((took for name, took in page.evaluate("window.taps") if name == "click"), default=8.0)
        found.append(longest)
        if back:
            back.click()
            page.wait_for_timeout(400)
    return found


def main() -> None:
    """Print the median and the longest of every tap that is measured."""
    with TemporaryDirectory() as folder, serving(data=Path(folder) / "data") as app, sync_playwright() as driver:
        browser = launched(driver)
        context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
        page = context.new_page()
        page.goto(app.host_link())
        page.locator("main button").first.click()
        page.wait_for_url(lambda address: "/join/" not in address)
        table, _closed = play(page, app.address, names=("Ana", "Ben", "Carla", "Dan"), price="0.50")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        context.add_init_script(LISTEN)
        page.goto(app.address + table)
        measured = {
            "table: More": page.get_by_label("More", exact=True),
            "table: secret of Ben": page.locator("#secret-2"),
            "table: sowee": page.locator("#sowee"),
            "table: an older line": page.locator(".entry-more summary").last,
        }
        _print(page, measured)
        page.goto(f"{app.address}{table}hand/")
        page.get_by_role("radio", name="Ana").first.check()
        keys = {f"hand: key {kind}": page.locator(f"[data-key='{kind}']") for kind in ("3O", "12C")}
        _print(page, keys, back=page.locator("[data-undo]").first)
        browser.close()


def _print(page: Page, measured: dict[str, Locator], *, back: Locator | None = None) -> None:
    for name, tapped in measured.items():
        took = times(page, tapped, back=back)
        sys.stdout.write(f"{name:24} median {median(took):4.0f} ms, longest {max(took):4.0f} ms\n")


if __name__ == "__main__":
    main()
