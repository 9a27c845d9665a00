"""Every page in a language 40 % longer, drawn on narrow phones: nothing is cut, overlaps or scrolls sideways,
and another language can be chosen there.

By default the pages used while playing; CUAJO_TEST_SCALE=2 draws every kind of page that links lead to.
"""

import mimetypes
import os
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Browser, Route

from scoring.models import Club, Session
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.browser.conftest import new_page
from tests.browser.fragments.conftest import SITE
from tests.look.__main__ import CHECKS
from tests.web.crawling import API_DOCS, crawl

pytestmark = [pytest.mark.deep, pytest.mark.django_db]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
OF_A_NIGHT = ("", "hand/", "hand/quick/", "sowee/", "secret/1/", "close/", "seats/", "entries/5/undo/", "statement/")
KIND = re.compile(r"(?<=players/)[\w-]+|(?<=with/)[\w-]+|(?<=entries/)\d+|(?<=secret/)\d+")
PLAYED = ("/", "/sessions/new/", "/judge/", "/judge/win/", "/judge/claim/", "/accessibility/")


def played(club: Club) -> Iterator[str]:
    """Yield the addresses of what is used while playing."""
    yield from PLAYED
    night = Session.objects.filter(club=club).latest("started_at")
    yield from (f"/sessions/{night.public_id}/{part}" for part in OF_A_NIGHT)


def reached(host: Client) -> Iterator[str]:
    """Yield the address of one page of every kind that links lead to: of one player, of one line of each night."""
    kinds = {KIND.sub("", path): path for path, _, _ in crawl(host) if path != API_DOCS}
    yield from kinds.values()


def answering(pages: dict[str, str]) -> Callable[[Route], None]:
    """Return what answers a browser by these pages, which are made before: the browser has a loop of its own."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            found = finders.find(path.removeprefix("/static/"))
            assert isinstance(found, str), path
            route.fulfill(path=found, content_type=mimetypes.guess_type(found)[0] or "text/plain")
        elif route.request.is_navigation_request():
            route.fulfill(content_type="text/html", body=pages[path])
        else:
            route.fulfill(status=204)

    return answer


def test_no_page_breaks_in_a_language_that_is_forty_per_cent_longer(
    pseudo: str, club: Club, host: Client, browser: Browser
) -> None:
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
