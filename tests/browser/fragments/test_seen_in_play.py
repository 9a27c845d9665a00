"""The pages used while playing, light and dark: contrast of 7 to 1 (WCAG 1.4.6) and targets of 44 px (2.5.5)."""

from typing import Literal
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, expect

from scoring.models import Club
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.browser.conftest import new_page
from tests.browser.fragments.conftest import SITE
from tests.browser.fragments.test_longer_language import answering, played
from tests.look.__main__ import CHECKS, PLAY_RULES

pytestmark = [pytest.mark.deep, pytest.mark.django_db]

ASKED = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O", "asked": "1"}
NOT_IN_PLAY = ("/", "/accessibility/")
SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, object]], ...] = (
    ("light", {"rules": PLAY_RULES}),
    ("dark", {"runOnly": ["color-contrast-enhanced"]}),
)


def test_nothing_of_play_is_pale_or_small(club: Club, host: Client, browser: Browser) -> None:
    fill_demo(club=club, now=people.EVENING)
    pages = {path: host.get(path).text for path in played(club) if path not in NOT_IN_PLAY}
    pages["/judge/win/"] = host.get(f"/judge/win/?{urlencode(ASKED)}").text
    page = new_page(browser, bypass_csp=True, reduced_motion="reduce")
    page.context.route("**/*", answering(pages))
    found = []
    for path in pages:
        page.goto(SITE + path)
        page.locator("main").wait_for()
        for scheme, rules in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            barriers = Axe().run(page, options=rules).response["violations"]
            found += [
                f"{path} {scheme} {each['id']}: {[node['target'] for node in each['nodes']]}" for each in barriers
            ]
        found += [f"{path}: {each}" for each in page.evaluate(CHECKS, {"play": True})]
    page.context.close()
    assert "\n".join(found) == ""


def test_quick_entry_asks_for_conditions_once_the_last_card_lets_them_count(
    club: Club, host: Client, browser: Browser
) -> None:
    path = reverse("quick-hand", args=[people.start_night(club=club).public_id])
    page = new_page(browser)
    page.context.route("**/*", answering({path: host.get(path).text}))
    page.goto(SITE + path)
    asked = page.get_by_role("group", name="Bounit and sowee: which conditions hold?")

    expect(asked).to_be_hidden()  # nothing is asked that a refusal for a missing source would not name
    page.get_by_role("radio", name="Discard").check(force=True)
    expect(asked).to_be_visible()
    page.get_by_role("radio", name="Own draw").check(force=True)
    expect(asked).to_be_hidden()
    page.context.close()
