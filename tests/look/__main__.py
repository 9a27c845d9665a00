"""Take a picture of every page in a part of the matrix and list what a machine finds wrong in it.

    python -m tests.look --out /tmp/look --widths 320 390 --schemes light dark --texts 100 200 --fonts wide narrow

Exit status 1 where anything was found. `--axe` also asks axe, in forced colours too. The pictures are for people.
"""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.conftest import USUAL_TERMS, Phone, enter
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.look.states import answers, errors, refusals, versions
from tests.served.server import serving

CHECKS = (Path(__file__).parent / "checks.js").read_text()
HEIGHTS = {320: 568, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1920: 1080, 3840: 2160}
FONTS = {"wide": "DejaVu Sans", "narrow": "DejaVu Sans Condensed"}
SHORT = ("Ana", "Ben", "Carla", "Dan")
LONG = ("Maximiliano Bartolomé", "Ana Esperanza", "María Concepción de la Cruz", "W" * 40)
DATA = {"short": (SHORT, "0.50"), "extreme": (LONG, "5000")}
NAMED = ("mode", "question_id", "game_id")
PLAYED = re.compile(
    r"(?:review|table|hand|quick-hand|correct|entry|sowee|secret|penalty|match|false-win|drawn-hand|undo|refund|propose"
    r"|dispute|objections|seats|mend-seats|terms|money|close|settle"
    r"|new-session|new-game-session|game-judge|game-question|answer|two-versions|offline)(?:-|$)"
)
"""The pages used while playing, by what their names begin with."""
SPACED = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }
"""
"""What a reader may set, and every page has to bear (WCAG 1.4.12)."""
RULES = {"label-content-name-mismatch": {"enabled": True}}
PLAY_RULES = {**RULES, "color-contrast-enhanced": {"enabled": True}}
UNSEEN = re.compile(r"^/(?:api|static|healthz|metrics)|/(?:export|csv|live)/|\.(?:csv|json|crt)$|/export/")
MOST_PAGES = 150
TALLEST = 60_000
"""Of a page that is longer the picture shows so many pixels: no JPEG holds more than 65,535."""
MISSING = "/nowhere/"
STATES = "/look/"
"""Below it lie the pages that were kept as text, where the app has none."""
PATIENCE = 300_000
"""For a machine that does much else at the same time."""
SERVER_ERROR = 500
SHIFTS = """() => {
  const seen = new PerformanceObserver(() => {});
  seen.observe({ type: "layout-shift", buffered: true });
  const shifts = seen.takeRecords().filter(({ hadRecentInput }) => !hadRecentInput);
  const nodes = shifts.flatMap(({ sources }) => sources.map(({ node }) => node));
  const named = nodes.map((node) => (node?.tagName ? node : node?.parentElement)).filter(Boolean);
  const names = named.map(({ tagName, className }) => `${tagName.toLowerCase()}.${className}`);
  return shifts.map(({ value }) => `shifts: ${value.toFixed(4)} ${[...new Set(names)].join(", ")}`);
}"""
"""What moved by itself since the page was shown."""
SETTLED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    width: int
    scheme: str
    text: str
    font: str
    data: str

    @property
    def name(self) -> str:
        return f"{self.width}-{self.scheme}-{self.text}-{self.font}-{self.data}"

    @property
    def size(self) -> ViewportSize:
        return {"width": self.width, "height": HEIGHTS[self.width]}

    @property
    def style(self) -> str:
        return f":root {{ --sans: '{FONTS[self.font]}'; }}"


def launched(driver: Playwright, *, text: str = "100") -> Browser:
    flags = [*CHROMIUM_FLAGS.split(), f"--blink-settings=defaultFontSize={int(text) * 16 // 100}"]
    return driver.chromium.launch(executable_path=CHROMIUM, args=flags)


def play(page: Page, address: str, *, names: tuple[str, ...], price: str) -> tuple[str, str]:
    """Start a night, record a hand and a secret, and return the path of its table and of one that is closed."""
    closed = _night(page, address, names=names, price=price)
    page.goto(f"{address}{closed}money/#pay")
    page.locator("#pay [name=payer][value='2']").check()
    page.locator("#pay [name=payees][value='3']").check()
    page.locator("#pay [name=sum]").nth(3).check()
    page.locator("#pay .button-primary").last.click()
    page.wait_for_url("**/money/?open=**")
    page.goto(f"{address}{closed}close/")
    page.get_by_role("button", name="Close the night").click()
    page.wait_for_url("**/settle/**")
    table = _night(page, address, names=names, price=price)
    page.goto(f"{address}{table}secret/2/")
    page.locator("[data-secret]").click()
    page.wait_for_url(f"{address}{table}")
    page.goto(f"{address}{table}sowee/")
    page.locator("[name=sowee][value='4B']").click()
    page.wait_for_url(f"{address}{table}")
    return table, closed


def _night(page: Page, address: str, *, names: tuple[str, ...], price: str) -> str:
    phone = Phone(page=page, address=address)
    phone.start(*names, price=price)
    table = page.url
    phone.open_quick(names[0])
    phone.tap("Record")
    phone.expect_hand(2)
    return table.removeprefix(address)


def pages_from(context: BrowserContext, address: str, *, starts: tuple[str, ...]) -> dict[str, str]:
    """Return one path of every kind of page that links lead to from the first ones, with the name of each."""
    found: dict[str, str] = {}
    waiting = deque((*starts, "/"))
    of_others = re.compile(r"/sessions/[0-9a-f-]{36}/")
    while waiting and len(found) < MOST_PAGES:
        path = waiting.popleft()
        match = resolve(path)
        name = "-".join([str(match.url_name), *(str(match.kwargs[key]) for key in NAMED if key in match.kwargs)])
        if path in found or (name in found.values() and path not in starts):
            continue
        answer = context.request.get(address + path)
        if not answer.ok or "html" not in answer.headers.get("content-type", ""):
            continue
        found[path] = f"{name}-closed" if path in starts[1:] else name
        links = (urlsplit(unescape(link)).path for link in re.findall(r'href="(/[^"]*)"', answer.text()))
        seen = (link for link in links if not UNSEEN.search(link))
        waiting += [link for link in seen if link.startswith(starts) or not of_others.match(link)]
    return found | {MISSING: "missing"}


def kept(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the texts of pages by the path they get here, numbered where one name has several."""
    found: dict[str, str] = {}
    for name, text in texts:
        path = f"{STATES}{name}/"
        found[path if path not in found else f"{STATES}{name}-{len(found)}/"] = text
    return found


def empty(context: BrowserContext, address: str) -> Iterator[tuple[str, str]]:
    for path, name in pages_from(context, address, starts=("/",)).items():
        if not path.startswith(("/games/", "/rules/", "/sessions/new/", MISSING)):
            yield f"{name}-empty", context.request.get(address + path).text()


def look(
    browser: Browser,
    parts: Sequence[Part],
    *,
    state: object,
    address: str,
    paths: dict[str, str],
    texts: dict[str, str],
    options: Namespace,
) -> int:
    """Open each page once for parts of one text and data; return how many pictures show something wrong."""
    context = browser.new_context(
        viewport=parts[0].size,
        storage_state=state,  # type: ignore[arg-type]
        bypass_csp=True,
        reduced_motion="reduce",
        forced_colors="active" if options.forced else "none",
    )
    context.set_default_timeout(PATIENCE)
    told = lambda route: route.fulfill(body=texts[urlsplit(route.request.url).path], content_type="text/html")  # noqa: E731
    context.route(f"{address}{STATES}*/", told)
    page, wrong = context.new_page(), 0
    for path, short in paths.items():
        page.set_viewport_size(parts[0].size)
        try:
            answer = page.goto(address + path)
        except PlaywrightError as error:  # a file to keep, not a page
            sys.stdout.write(f"{path}: {error.message.splitlines()[0]}\n")
            continue
        page.wait_for_load_state("networkidle")  # one page opens another as soon as it is there
        shifts = page.evaluate(SHIFTS)
        style = page.add_style_tag(content=parts[0].style)
        if options.spaced:
            page.add_style_tag(content=SPACED)
        for part in parts:
            if page.viewport_size != part.size:
                page.set_viewport_size(part.size)
            page.emulate_media(color_scheme=part.scheme)  # type: ignore[arg-type]
            style.evaluate("(style, text) => { style.textContent = text; }", part.style)
            page.evaluate(SETTLED)
            is_of_play = PLAYED.match(short) is not None
            found = page.evaluate(CHECKS, {"play": is_of_play})
            found += shifts if part is parts[0] else []
            found += [f"status {answer.status}"] if answer and answer.status >= SERVER_ERROR else []
            if options.pictures:
                tall = page.evaluate("document.documentElement.scrollHeight")
                kept = {"x": 0, "y": 0, "width": part.width, "height": min(tall, TALLEST)}
                name = f"{part.name}-{short}.jpg"
                page.screenshot(path=options.out / name, full_page=True, clip=kept, type="jpeg", quality=70)  # type: ignore[arg-type]
            if options.axe:
                rules = {"rules": PLAY_RULES if is_of_play else RULES}
                violations = Axe().run(page, options=rules).response["violations"]
                found += [f"axe: {each['id']}: {[node['target'] for node in each['nodes']]}" for each in violations]
            sys.stdout.writelines(f"{part.name} {path}: {each}\n" for each in found)
            wrong += bool(found)
        sys.stderr.write(f"seen {short}\n")
        sys.stdout.flush()
    context.close()
    return wrong


def main() -> int:
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--widths", type=int, nargs="+", default=[320, 390, 768, 1280, 1920])
    asked.add_argument("--schemes", nargs="+", default=["light", "dark"])
    asked.add_argument("--texts", nargs="+", default=["100", "200"])
    asked.add_argument("--fonts", nargs="+", default=list(FONTS))
    asked.add_argument("--data", nargs="+", default=list(DATA))
    asked.add_argument("--only", default="", help="only pages whose path holds this")
    asked.add_argument("--states", action="store_true", help="also refusals, errors, answers and an empty club")
    asked.add_argument("--no-pictures", action="store_false", dest="pictures")
    asked.add_argument("--axe", action="store_true")
    asked.add_argument("--forced", action="store_true", help="in forced colours")
    asked.add_argument("--spaced", action="store_true", help="with the text spacing of WCAG 1.4.12")
    options = asked.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with TemporaryDirectory() as folder, serving(data=Path(folder) / "data") as app, sync_playwright() as driver:
        browser = launched(driver)
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        context.add_init_script(USUAL_TERMS)
        page = context.new_page()
        enter(page, app.host_link())
        texts = kept(empty(context, app.address)) if options.states else {}
        nights = {name: play(page, app.address, names=DATA[name][0], price=DATA[name][1]) for name in options.data}
        every = {name: pages_from(context, app.address, starts=starts) for name, starts in nights.items()}
        if options.states:
            last, stranger = options.data[-1], browser.new_context()
            table = app.address + nights[last][0]
            texts |= kept(
                [
                    *answers(context, app.address),
                    *errors(context, stranger, app.address, table=table),
                    *versions(context, table=table),
                    *refusals(context, app.address, paths=every[last]),
                ]
            )
            _night(page, app.address, names=DATA[last][0], price=DATA[last][1])
            texts |= kept([("home-several", context.request.get(app.address).text())])
            every[last] |= {path: path.split("/")[2] for path in texts}
        state = context.storage_state()
        context.close()
        browser.close()
        for text in options.texts:
            browser = launched(driver, text=text)
            for data in options.data:
                kinds = product(options.widths, options.schemes, options.fonts)
                parts = [
                    Part(width=width, scheme=scheme, text=text, font=font, data=data) for width, scheme, font in kinds
                ]
                paths = {path: short for path, short in every[data].items() if options.only in path}
                wrong += look(
                    browser, parts, state=state, address=app.address, paths=paths, texts=texts, options=options
                )
            browser.close()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
