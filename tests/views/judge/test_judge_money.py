"""What the judge's amounts are played for: the currency and stakes of the session whose rules are chosen."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, KeptVerdict
from tests import people
from tests.views.reading import Page, open_page, text_of, whole_amounts

pytestmark = pytest.mark.django_db

WORKED = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
PRICED = {**WORKED, "source": "self_drawn"}


def amount(browser: Client, **question: str) -> str:
    """Ask whether it is a win and return what each opponent pays."""
    page = Page(browser.get("/judge/win/", {**question, "asked": "1"}))
    return text_of(page.find("data-amount"))


@pytest.mark.parametrize(
    ("currency", "stakes", "paid"), [("JPY", 1, "¥90"), ("PHP", 25, "₱22.50"), ("PHP", 100, "₱90"), ("EUR", 1, "€0.90")]
)
def test_the_rules_of_the_latest_session_bring_its_currency_and_stakes(
    host: Client, club: Club, currency: str, stakes: int, paid: str
) -> None:
    people.start_night(club=club, currency=currency, stake_factor=stakes)
    assert amount(host, **WORKED) == f"{paid} from each opponent"
    live = host.get(reverse("judge-live"), WORKED).text
    assert paid in whole_amounts(live)


def test_a_kept_answer_has_cents_only_where_its_rules_and_stakes_do(host: Client, club: Club) -> None:
    people.start_night(club=club, stake_factor=100)
    (form,) = Page(host.get("/judge/win/", {**WORKED, "asked": "1"})).forms(action=reverse("keep-verdict"))
    kept = open_page(Client(), host.post(reverse("keep-verdict"), form)["Location"])
    assert text_of(kept.find("data-amount")) == "₱90 from each opponent"


def test_an_answer_that_is_kept_says_so_and_leads_back_to_the_table_it_was_asked_at(host: Client, club: Club) -> None:
    night = people.start_night(club=club)
    asked = {**WORKED, "session": str(night.public_id), "asked": "1"}
    (form,) = Page(host.get("/judge/win/", asked)).forms(action=reverse("keep-verdict"))
    answer = host.post(reverse("keep-verdict"), form)
    kept, by_link = host.get(answer["Location"]).text, Client().get(answer["Location"]).text

    table = f'href="{reverse("table", args=[night.public_id])}"'
    said = "The answer is kept: whoever has its link sees it."
    assert [(said in page, table in page) for page in (kept, by_link)] == [(True, True), (False, False)]


def test_l8_a_price_list_is_in_whole_yen_at_a_table_that_plays_for_yen(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pricelist", "unit": 1}, currency="JPY")
    at = {"session": str(night.public_id)}
    assert [amount(host, **PRICED, **at, rules=rules) for rules in ("table", "pricelist")] == [
        "¥530 from each opponent",
        "¥530 from each opponent",
    ]


def test_l8_whole_yen_are_no_change_of_a_price_list(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pricelist", "unit": 1}, currency="JPY")
    page = Page(
        host.get("/judge/win/", {**PRICED, "session": str(night.public_id), "rules": "pricelist", "asked": "1"})
    )
    assert "with changes" not in page.text("data-answer", "win")
    (form,) = page.forms(action=reverse("keep-verdict"))
    kept = open_page(Client(), host.post(reverse("keep-verdict"), form)["Location"])
    assert text_of(kept.find("data-amount")) == "¥530 from each opponent"
    assert page.has("data-answer", "win")
    assert "instead of" not in kept.text("data-judged-by")
    assert KeptVerdict.objects.get().claim["currency"] == "JPY"


def test_l8_other_rules_are_compared_in_the_currency_of_the_table(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="JPY")
    page = Page(host.get("/judge/win/", {**PRICED, "session": str(night.public_id), "asked": "1"}))
    assert page.text("data-preset", "pricelist").startswith("Price list ¥530 ")


def test_a_changed_house_rule_is_said_in_whole_yen_at_a_table_that_plays_for_yen(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "secret": 60}, currency="JPY")
    page = Page(host.get("/judge/win/", {**PRICED, "session": str(night.public_id), "rules": "table", "asked": "1"}))
    (form,) = page.forms(action=reverse("keep-verdict"))
    kept = open_page(Client(), host.post(reverse("keep-verdict"), form)["Location"])
    assert "Secret laid down: ¥60 instead of ¥50 C17" in kept.text("data-judged-by")
    terms = open_page(host, reverse("terms", args=[night.public_id]))
    assert "Preset: ¥50 (C17)" in text_of(terms.root)


def test_a_changed_house_rule_is_said_at_the_stakes_of_the_table_as_the_amounts_are(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "secret": 60}, stake_factor=10)
    page = Page(host.get("/judge/win/", {**PRICED, "session": str(night.public_id), "rules": "table", "asked": "1"}))
    (form,) = page.forms(action=reverse("keep-verdict"))
    kept = open_page(Client(), host.post(reverse("keep-verdict"), form)["Location"])
    assert "Secret laid down: ₱6 instead of ₱5 C17" in kept.text("data-judged-by")
