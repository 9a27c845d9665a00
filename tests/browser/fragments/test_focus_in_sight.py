"""Whole pages by keyboard, there and back, on the narrowest phone: no bar lies over what has the focus (WCAG 2.4.11),
and the way leads to another language.

By default pages with each kind of bar, and long ones; CUAJO_TEST_SCALE=2 walks every kind that links lead to.
"""

import os

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from scoring.models import Club, Session
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.browser.conftest import new_page
from tests.browser.fragments.conftest import SITE
from tests.browser.fragments.test_longer_language import answering, reached

pytestmark = [pytest.mark.deep, pytest.mark.django_db]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
BARRED = ("/", "/sessions/new/", "/judge/win/", "/partners/", "/games/khanhoo_ming/rules/")
BARRED_OF_A_NIGHT = ("", "hand/", "hand/quick/", "statement/")
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
"""What has the focus, and whether any part of it or its label lies above everything else."""


def walk(page: Page, *, key: str) -> list[dict[str, object]]:
    """Go from stop to stop until the page ends, and return what was met."""
    stops: list[dict[str, object]] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        stop = page.evaluate(FOCUSED)
        if stop is None:
            return stops
        stops.append(stop)
    pytest.fail("the way has no end")


def test_no_bar_lies_over_the_focus_and_every_page_leads_to_another_language(
    club: Club, host: Client, browser: Browser
) -> None:
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
