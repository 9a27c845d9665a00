"""What the judge's amounts are played for: the currency and stakes of the session whose rules are chosen."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, KeptVerdict
from tests import people
from tests.views.judge.asking import BROKEN, WORKED, ask, paid
from tests.views.reading import Page, open_page, whole_amounts

pytestmark = pytest.mark.django_db

PRICED = {**WORKED, "source": "self_drawn"}
KEEP = reverse("keep-verdict")


def kept(browser: Client, page: Page) -> Page:
    """Keep an answer and open it as anybody may who has its link."""
    (form,) = page.forms(action=KEEP)
    return open_page(Client(), browser.post(KEEP, form)["Location"])


@pytest.mark.parametrize(
    ("currency", "stakes", "due"), [("JPY", 1, "¥90"), ("PHP", 25, "₱22.50"), ("PHP", 100, "₱90"), ("EUR", 1, "€0.90")]
)
def test_the_rules_of_the_latest_session_bring_its_currency_and_stakes(
    host: Client, club: Club, currency: str, stakes: int, due: str
) -> None:
    night = people.start_night(club=club, currency=currency, stake_factor=stakes)
    answer = Page(ask(host, "win", **WORKED))
    assert (paid(answer), paid(kept(host, answer))) == (due, due)
    assert due in whole_amounts(host.get(reverse("judge-live"), WORKED).text)
    at_table = kept(host, Page(ask(host, "win", night, **WORKED)))
    assert (paid(at_table), at_table.has("data-stakes")) == (due, stakes > 1)


@pytest.mark.parametrize(
    ("question", "entered", "has_amounts"),
    [("win", WORKED, True), ("win", BROKEN, False), ("secret", {"hand": "5O 5C 4E 4B"}, False)],
)
def test_an_answer_with_amounts_says_what_they_are_in_and_so_does_the_kept_one(
    client: Client, question: str, entered: dict[str, str], has_amounts: bool
) -> None:
    answer = Page(ask(client, question, **entered))
    assert [page.has("data-stakes") for page in (answer, kept(client, answer))] == [has_amounts] * 2


def test_l8_a_price_list_is_in_whole_yen_at_a_table_that_plays_for_yen(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pricelist", "unit": 1}, currency="JPY")
    response = ask(host, "win", night, **PRICED, rules="table")
    assert (paid(Page(response)), response.context["changes"]) == ("¥530", ())
    assert paid(kept(host, Page(response))) == "¥530"
    assert KeptVerdict.objects.get().claim["currency"] == "JPY"


def test_l8_other_rules_are_compared_in_the_currency_of_the_table(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="JPY")
    assert "¥530" in Page(ask(host, "win", night, **PRICED)).text("data-preset", "pricelist")


@pytest.mark.parametrize(
    ("terms", "changed"), [({"currency": "JPY"}, ["¥60", "¥50"]), ({"stake_factor": 10}, ["₱6", "₱5"])]
)
def test_a_changed_house_rule_is_told_in_the_currency_and_at_the_stakes_of_the_amounts(
    host: Client, club: Club, terms: dict[str, Any], changed: list[str]
) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "secret": 60}, **terms)
    page = kept(host, Page(ask(host, "win", night, **PRICED, rules="table")))
    assert re.findall(r"[₱¥]\d+", page.text("data-judged-by")) == changed


def test_an_answer_kept_at_a_table_leads_its_phone_back_there(host: Client, club: Club) -> None:
    night = people.start_night(club=club)
    (form,) = Page(ask(host, "win", night, **WORKED)).forms(action=KEEP)
    verdict = host.post(KEEP, form)["Location"]
    table = reverse("table", args=[night.public_id])
    assert [open_page(browser, verdict).has("href", table) for browser in (host, Client())] == [True, False]
