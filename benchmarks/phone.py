"""Weigh the first load of the edition for one phone, and time its start and pages beside those of its prototype.

Run `chrt -r 5 python -m benchmarks.phone FOLDER`, where `manage.py build_phone` made FOLDER/cuajo; it replaces the
section "One phone" of benchmarks/RESULTS.md. Browsers slow pages down, never workers, so the slowed start runs Python
in a page.
"""

import gzip
import json
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp
from time import perf_counter
from typing import cast

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-phone-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuajo_site.settings"

import django

django.setup()

from playwright.sync_api import BrowserType, Page, sync_playwright

from benchmarks.recording import machine, record
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.phone.conftest import hosting

PROTOTYPE_MILLISECONDS = {
    "the table": 39,
    "the form of a hand": 30,
    "the first page": 24,
    "the judge": 16,
    "a secret is recorded and stored": 40,
}
SLOWER = 4
STARTS = 5
LIMIT_MILLISECONDS = 300_000
COMPRESSED = (".wasm", ".mjs", ".js", ".json", ".html", ".css", ".svg", ".webmanifest")
PAGE = """<!DOCTYPE html><script type="module" src="engine.js"></script><script>
const root = new URL("./", location).href;
const ask = (message) => new Promise((done, failed) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data.error ? failed(new Error(data.error)) : done(data.ok));
  postMessage(message, "*", [port2]);
});
const timed = async (message) => {
  const begun = performance.now();
  const answer = await ask(message);
  return { answer, took: performance.now() - begun };
};
const start = async () => (await timed({ start: { root, zone: "Asia/Manila", year: false } })).took;
const send = async (method, path, form) => {
  const body = form && new TextEncoder().encode(new URLSearchParams(new FormData(form)));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { answer, took } = await timed({ method, url: new URL(path, root).href, headers, body });
  const { Location } = Object.fromEntries(answer.headers);
  const page = new DOMParser().parseFromString(new TextDecoder().decode(answer.body), "text/html");
  return { page, took, Location };
};
const play = async () => {
  const form = (await send("GET", "sessions/new/")).page.querySelector("form:has([name=seat_1])");
  for (const seat of [1, 2, 3, 4]) form.elements[`seat_${seat}`].value = `Ana ${seat}`;
  form.elements.first_dealer.value = "1";
  const table = (await send("POST", "sessions/new/", form)).Location;
  const hand = `${table}hand/`;
  const pages = { "the table": table, "the form of a hand": hand, "the first page": "", "the judge": "judge/" };
  const times = { "a secret is recorded and stored": [] };
  for (let round = 0; round < 12; round += 1) {
    for (const [name, path] of Object.entries(pages)) (times[name] ??= []).push((await send("GET", path)).took);
    const secret = await send("GET", `${table}secret/2/`);
    const sent = await send("POST", `${table}secret/2/`, secret.page.querySelector("main form"));
    times["a secret is recorded and stored"].push(sent.took);
  }
  return times;
};
</script>"""


def first_load(folder: Path) -> int:
    """Return the bytes of a first visit from a host that compresses by gzip only."""
    names = [*json.loads((folder / "files.json").read_text())["files"], "files.json", "phone-worker.js"]
    contents = {name: (folder / name).read_bytes() for name in names}
    return sum(len(gzip.compress(each) if name.endswith(COMPRESSED) else each) for name, each in contents.items())


def starts(browser: BrowserType, address: str) -> list[float]:
    """Return the seconds until the app is shown: the first visit, then starts from kept files."""
    seconds = []
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for number in range(STARTS):
            context = browser.launch_persistent_context(profile, executable_path=CHROMIUM, args=CHROMIUM_FLAGS.split())
            page = context.pages[0]
            page.set_default_timeout(LIMIT_MILLISECONDS)
            begun = perf_counter()
            page.goto(address)
            if number == 0:
                page.locator("#welcome [data-way=keep]").click()
            page.wait_for_function("globalThis.shown")
            seconds.append(perf_counter() - begun)
            context.close()
    return seconds


def started_in(page: Page, *, slower: int) -> float:
    """Start Python in this page, and return the seconds."""
    page.goto("measure.html")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return cast(float, page.evaluate("start()")) / 1000


def main(folder: Path) -> None:
    load = os.getloadavg()[0]
    with hosting(folder) as address, sync_playwright() as driver:
        first, *later = starts(driver.chromium, address)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS.split())
        page = browser.new_context(base_url=address).new_page()
        page.set_default_timeout(LIMIT_MILLISECONDS)
        page.route("**/measure.html", lambda route: route.fulfill(content_type="text/html", body=PAGE))
        slowed = median([started_in(page, slower=SLOWER) for _ in range(STARTS)][1:])
        started_in(page, slower=1)
        times = page.evaluate("play()")
        browser.close()
    body = f"""{machine()}; load {load:.0f}, but the browser ran first (`chrt -r 5`).

| what | measured | prototype | limit | goal |
|---|---|---|---|---|
| first load over gzip, MB | {first_load(folder / "cuajo") / 1e6:.2f} | 13.9 | 10 | 9 |
| first visit until the app is shown, no network between, s | {first:.1f} | | | |
| from kept files until the app is shown, s, median | {median(later):.1f} | 3.3 | 3 | 1.5 |
| Python alone from kept files, processor slowed {SLOWER} times, s, median | {slowed:.1f} | 9.4 | 9 | 4 |
"""
    body += "".join(
        f"| {name}, ms, median | {median(times[name]):.0f} | {before} | {2 * before} | |\n"
        for name, before in PROTOTYPE_MILLISECONDS.items()
    )
    record(heading="One phone", body=body)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
