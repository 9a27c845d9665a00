"""A page of the real templates in a real browser; every request is answered by the test itself."""

import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.template import engines
from django.test import RequestFactory
from django.urls import path
from playwright.sync_api import BrowserContext, Locator, Page, Route

from tests.browser.conftest import LIMIT_MILLISECONDS, without_errors
from tests.games.cuajo.naive import ALL_CARDS, Cards, is_run, melds_of_pack

CSP = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"
SITE = "http://cuajo.test"
ENTRY = Path(__file__).with_name("entry.html").read_text()

NAMES = ["home", "history", "players", "rules", "healthz", "language", "manifest", "me", "accessibility", "worker"]
urlpatterns = [
    *(path(f"{name}/", HttpResponse, name=name) for name in NAMES),
    path("judge/<slug:game_id>/", HttpResponse, name="game-judge"),
]
"""What the base template links to, for pages rendered without the site's own views."""
RECORDED = """{% extends "base.html" %}
{% block main %}<p data-drafts-of="night" data-drafts-after="9">Recorded</p>{% endblock %}"""


def all_melds() -> list[Cards]:
    """Return the melds of cuajo without the game's own code: runs, sets, secrets, lone kings."""

    def place(meld: Cards) -> tuple[object, ...]:
        return len(meld) == 1, len({*meld}) == 1, not is_run(meld), len(meld), [*map(ALL_CARDS.index, meld)]

    return sorted(melds_of_pack(), key=place)


def answer_static(route: Route, address: str) -> None:
    found = finders.find(address.removeprefix("/static/"))
    assert isinstance(found, str), address
    route.fulfill(path=found, content_type=mimetypes.guess_type(found)[0] or "text/plain")


@dataclass(kw_only=True)
class Table:
    page: Page
    record_status: int = 200
    check_status: int = 200
    answered: str = RECORDED
    checked: list[dict[str, list[str]]] = field(default_factory=list)
    recorded: list[dict[str, list[str]]] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        asked = urlsplit(route.request.url).path
        if asked.startswith("/static/"):
            answer_static(route, asked)
        elif asked == "/check":
            self.checked.append(parse_qs(route.request.post_data or ""))
            route.fulfill(status=self.check_status, content_type="text/html", body="<p>checked</p>")
        elif asked == "/record":
            self.recorded.append(parse_qs(route.request.post_data or ""))
            route.fulfill(status=self.record_status, content_type="text/html", body=render(self.answered))
        else:
            route.fulfill(content_type="text/html", headers={"Content-Security-Policy": CSP}, body=render(ENTRY))

    def tap(self, *kinds: str) -> None:
        for kind in kinds:
            self.page.locator(f"[data-key='{kind}']").click()

    def take(self, meld: str) -> None:
        self.tap(meld.split(maxsplit=1)[0])
        self.page.locator(f"[data-offer='{meld}']").click()

    def input(self, name: str) -> Locator:
        return self.page.locator(f"input[name='{name}']")


def render(source: str) -> str:
    context = {"melds": tuple(map(tuple, all_melds()))}
    return engines["django"].from_string(source).render(context, RequestFactory().get("/"))


@pytest.fixture
def table(context: BrowserContext, page: Page) -> Iterator[Table]:
    """Open the hand entry page on a phone; any error of a script fails the test."""
    opened = Table(page=page)
    context.set_default_timeout(LIMIT_MILLISECONDS)
    context.route("**/*", opened.answer)
    page.set_viewport_size({"width": 390, "height": 844})
    with without_errors(page):
        page.goto(f"{SITE}/")
        yield opened
