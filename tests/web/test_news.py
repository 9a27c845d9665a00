"""Pages say what changes on them in one place, and nothing while they open."""

import pytest
from django.test import Client

from scoring.models import Club
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.web.test_headers import API_DOCS, crawl

pytestmark = pytest.mark.django_db
LIVE = ("status", "alert")


def test_no_page_says_anything_while_it_opens(host: Client, club: Club) -> None:
    fill_demo(club=club, now=people.EVENING)
    for address, page, _ in crawl(host):
        if address != API_DOCS:
            live = [each for each in page.root.iter() if each.get("role") in LIVE or each.get("aria-live")]
            assert {each.get("id"): "".join(each.itertext()).strip() for each in live} == {"news": "", "failure": ""}, (
                address
            )
