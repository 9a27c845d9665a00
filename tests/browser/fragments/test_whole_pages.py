"""Whole pages on narrow phones and on paper: nothing is cut in a language 40 % longer, and no bar lies over what has
the focus (WCAG 2.4.11). CUAJO_TEST_SCALE=2 opens every kind of page that links lead to.
"""

import os
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route

from scoring.models import Club, Session
from scoring.operations.demo import fill_demo
from scoring.operations.money.payments import close_session
from scoring.queries.table.night import last_entry_number
from tests import people
from tests.browser.conftest import new_page
from tests.browser.fragments.conftest import SITE, answer_static
from tests.look.__main__ import CHECKS
from tests.web.test_every_page import API_DOCS, crawl

pytestmark = [pytest.mark.deep, pytest.mark.django_db]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
OF_A_NIGHT = ("", "hand/", "hand/quick/", "sowee/", "secret/1/", "close/", "seats/", "entries/5/undo/", "story/")
KIND = re.compile(r"(?<=players/)[\w-]+|(?<=with/)[\w-]+|(?<=entries/)\d+|(?<=secret/)\d+")
PLAYED = ("/", "/sessions/new/", "/judge/", "/judge/win/", "/judge/claim/", "/accessibility/")


def played(club: Club) -> Iterator[str]:
    yield from PLAYED
    night = Session.objects.filter(club=club).latest("started_at")
    yield from (f"/sessions/{night.public_id}/{part}" for part in OF_A_NIGHT)


def reached(host: Client) -> Iterator[str]:
    """Yield the address of one page of every kind that links lead to: of one player, of one line of each night."""
    kinds = {KIND.sub("", path): path for path, _, _ in crawl(host) if path != API_DOCS}
    yield from kinds.values()


def answering(pages: dict[str, str]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            answer_static(route, path)
        elif route.request.is_navigation_request():
            route.fulfill(content_type="text/html", body=pages[path])
        else:
            route.fulfill(status=204)

    return answer


BARRED = ("/", "/sessions/new/", "/judge/win/", "/history/", "/games/khanhoo_ming/rules/")
BARRED_OF_A_NIGHT = ("", "hand/", "hand/quick/", "story/")
MOST_STOPS = 2000
FOCUSED = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const boxes = [element, ...(element.labels ?? [])];
  const isThere = (x, y) => boxes.some((box) => box.contains(document.elementFromPoint(x, y)));
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = ({ left, top, width, height }) =>
    parts.some((down) => parts.some((across) => isThere(left + width * across, top + height * down)));
  return {
    name: `${element.localName} ${element.ariaLabel ?? element.name ?? ""} ${element.textContent.trim().slice(0, 30)}`,
    isLanguage: element.closest(".languages") !== null,
    isSeen: boxes.some((box) => [...box.getClientRects()].some(isSeen)),
  };
}"""


def walk(page: Page, *, key: str) -> list[dict[str, object]]:
    stops: list[dict[str, object]] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        stop = page.evaluate(FOCUSED)
        if stop is None:
            return stops
        stops.append(stop)
    pytest.fail("no end")


def test_no_page_breaks_in_a_much_longer_language(pseudo: str, club: Club, host: Client, browser: Browser) -> None:
    fill_demo(club=club, now=people.EVENING)
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo
    paths = reached(host) if SCALE > 1 else played(club)
    pages = {path: host.get(path, follow=True).text for path in paths}
    page = new_page(browser, bypass_csp=True, reduced_motion="reduce")
    page.context.route("**/*", answering(pages))
    found = []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for path in pages:
            page.goto(SITE + path)
            page.locator("main").wait_for()
            wrong = page.evaluate(CHECKS, {"play": False})
            found += [f"{width} {path}: {each}" for each in wrong]
            found += [] if page.locator(".languages").is_visible() else [f"{width} {path}: no other language"]
    page.context.close()
    assert "\n".join(found) == ""


def test_no_bar_lies_over_the_focus_and_each_page_has_languages(club: Club, host: Client, browser: Browser) -> None:
    fill_demo(club=club, now=people.EVENING)
    night = f"/sessions/{Session.objects.latest('started_at').public_id}/"
    paths = reached(host) if SCALE > 1 else (*BARRED, *(night + part for part in BARRED_OF_A_NIGHT))
    pages = {path: host.get(path, follow=True).text for path in paths}
    page = new_page(browser, bypass_csp=True, reduced_motion="reduce")
    page.set_viewport_size({"width": 320, "height": 568})
    page.context.route("**/*", answering(pages))
    found = []
    for path in pages:
        page.goto(SITE + path)
        for key in ("Tab", "Shift+Tab"):
            stops = walk(page, key=key)
            found += [f"{path} {key}: {stop['name']}" for stop in stops if not stop["isSeen"]]
            found += [] if any(stop["isLanguage"] for stop in stops) else [f"{path} {key}: no language"]
    page.context.close()
    assert "\n".join(found) == ""


LONG = ("Ana", "María Concepción de la Cruz", "Ben", "Maximiliano Bartolomé")
HIGHEST_WITH_CENTS = 9_999


def closed_night(club: Club, *, hands: int) -> Session:
    night = people.start_night(club=club, names=LONG, stake_factor=HIGHEST_WITH_CENTS)
    for hand in range(hands):
        people.win(night, winner=hand % len(LONG) + 1)
    last = last_entry_number(session=night)
    close_session(session=night, coin_cents=1, expected_entry=last, stamp=people.stamp(minutes=90))
    return night


def sheets(browser: Browser, host: Client, path: str) -> int:
    page = new_page(browser)
    page.context.route("**/*", answering({urlsplit(path).path: host.get(path).text}))
    page.goto(SITE + path)
    page.locator("main").wait_for()
    printed = page.pdf(prefer_css_page_size=True)
    page.context.close()
    return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.mark.parametrize(("page", "hands"), [("statement", 10), ("receipt", 2)])
def test_what_is_printed_is_one_sheet(club: Club, host: Client, browser: Browser, page: str, hands: int) -> None:
    night = closed_night(club, hands=hands)
    assert sheets(browser, host, f"{reverse('night', args=[night.public_id])}?print={page}") == 1
