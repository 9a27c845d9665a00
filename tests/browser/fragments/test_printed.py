"""What a night comes to on paper."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser

from scoring.models import Club, Session
from scoring.operations.sessions.closing import close_session
from scoring.queries.table import tables
from tests import people
from tests.browser.conftest import new_page
from tests.browser.fragments.conftest import SITE
from tests.browser.fragments.test_longer_language import answering

pytestmark = pytest.mark.deep

LONG = ("Ana", "María Concepción de la Cruz", "Ben", "Maximiliano Bartolomé")
HIGHEST_WITH_CENTS = 9_999


def closed_night(club: Club, *, hands: int) -> Session:
    night = people.start_night(club=club, names=LONG, stake_factor=HIGHEST_WITH_CENTS)
    for hand in range(hands):
        people.win(night, winner=hand % len(LONG) + 1)
    last = tables.last_entry_number(session=night)
    close_session(session=night, coin_cents=1, expected_entry=last, stamp=people.stamp(minutes=90))
    return night


def sheets(browser: Browser, host: Client, path: str) -> int:
    page = new_page(browser)
    page.context.route("**/*", answering({path: host.get(path).text}))
    page.goto(SITE + path)
    page.locator("main").wait_for()
    printed = page.pdf(prefer_css_page_size=True)
    page.context.close()
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_statement_of_ten_hands_is_one_sheet_of_a4(club: Club, host: Client, browser: Browser) -> None:
    night = closed_night(club, hands=10)

    assert sheets(browser, host, reverse("statement", args=[night.public_id])) == 1


def test_receipt_of_four_is_one_strip_of_paper(club: Club, host: Client, browser: Browser) -> None:
    night = closed_night(club, hands=2)

    assert sheets(browser, host, reverse("receipt", args=[night.public_id])) == 1
