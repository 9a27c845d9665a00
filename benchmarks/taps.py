"""How soon a phone shows what it was tapped for, and how soon a page that it opens for the first time.

    python -m benchmarks.taps

It replaces the section "Taps" of benchmarks/RESULTS.md. With a processor slowed four times: the frames from a tap on a
key to the first line of the verdict, with and without a network. On slow 4G with an empty cache: the first paint of the
pages of cards beside the home page's, in turn, and what moved on them. The machine may do other work meanwhile.
"""

import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, sync_playwright

from benchmarks.recording import machine, record
from tests.look.__main__ import SHIFTS, launched, play
from tests.served.server import serving

SLOWER = 4
ROUNDS = 9
REST_MILLISECONDS = 900
PHONE: ViewportSize = {"width": 390, "height": 844}
MELDS = ("3O 3C 3E", "4O 4C 4B", "5O 5E 5B", "10O 10C 10E", "1O 1C 1B")
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
LISTEN = """
window.frames_of_taps = [];
addEventListener("click", ({ target }) => {
  if (!target.closest("[data-key], [data-offer]")) return;
  const verdict = () => document.querySelector("#verdict");
  const isShown = () => getComputedStyle(verdict()).visibility === "visible";
  const said = () => (isShown() ? verdict().querySelector("p")?.textContent.trim() : "");
  const before = said();
  let frames = 0;
  const look = () => {
    frames += 1;
    if (said() && said() !== before) window.frames_of_taps.push(frames);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
"""


def frames(page: Page, address: str, *, offline: bool) -> list[int]:
    """Return the frames from each tap of a hand to the first line about it."""
    page.evaluate("localStorage.clear()")
    page.goto(address)
    page.get_by_role("radio", name="Ana").first.check()
    for place, meld in enumerate(MELDS):
        if place == 1:
            page.context.set_offline(offline)
        for tapped in (f"[data-key='{meld.split()[0]}']", f"[data-offer='{meld}']"):
            page.locator(tapped).click()
            page.wait_for_timeout(REST_MILLISECONDS)
    page.locator("[data-key='12B']").click()
    page.wait_for_timeout(REST_MILLISECONDS)
    page.context.set_offline(False)
    return list(page.evaluate("window.frames_of_taps"))


def opened(browser: Browser, address: str, state: StorageState) -> tuple[float, list[str]]:
    """Return the first paint of a page, and what moved on it."""
    context = browser.new_context(viewport=PHONE, storage_state=state)
    page = context.new_page()
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_4G)
    page.goto(address)
    page.wait_for_timeout(REST_MILLISECONDS)
    found = float(page.evaluate(FIRST_PAINT)), list(page.evaluate(SHIFTS))
    context.close()
    return found


def main() -> None:
    """Measure, print and record."""
    with TemporaryDirectory() as folder, serving(data=Path(folder) / "data") as app, sync_playwright() as driver:
        browser = launched(driver)
        context = browser.new_context(viewport=PHONE, bypass_csp=True)
        page, table = _begun(context, app.address, app.host_link())
        paths = {"home": "/", "cards of a hand": f"{table}hand/", "judge": "/judge/win/"}
        state = context.storage_state()
        rounds = [
            {name: opened(browser, app.address + path, state) for name, path in paths.items()} for _ in range(ROUNDS)
        ]
        context.add_init_script(LISTEN)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        taps = {way: frames(page, f"{app.address}{table}hand/", offline=way != "with") for way in ("with", "without")}
        browser.close()
    home = median(each["home"][0] for each in rounds)
    lines = [f"{machine()}, load {os.getloadavg()[0]:.1f}, {ROUNDS} rounds.", "", "| what | measured |", "|---|---|"]
    for way, counted in taps.items():
        said = f"median {median(counted):.0f}, most {max(counted)}, of {len(counted)} taps"
        lines.append(f"| frames from a tap to the first line, {way} a network, {SLOWER} times slower | {said} |")
    for name in [each for each in paths if each != "home"]:
        ratio = median(each[name][0] for each in rounds) / home
        moved = sum(len(each[name][1]) for each in rounds)
        lines.append(f"| first paint of {name}, slow 4G, beside the home page's | {ratio:.2f}, {moved} shifts |")
    print(*lines, sep="\n")
    record(heading="Taps", body="\n".join(lines))


def _begun(context: BrowserContext, address: str, link: str) -> tuple[Page, str]:
    page = context.new_page()
    page.goto(link)
    page.locator("main button").first.click()
    page.wait_for_url(lambda at: "/join/" not in at)
    return page, play(page, address, names=("Ana", "Ben", "Carla", "Dan"), price="")[0]


if __name__ == "__main__":
    main()
