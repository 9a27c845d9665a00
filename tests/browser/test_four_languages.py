"""A night on one phone in each language besides English, by the words that stand on its pages."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from scoring.forms.amounts import amount_words
from scoring.money import currency_for
from tests.browser.conftest import WORKED_MELDS, Phone, settle
from tests.browser.test_night import set_sowee

pytestmark = pytest.mark.deep

PESOS = currency_for(code="PHP")
NAMES = ("Ana", "Ben", "Carla", "Dan")
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]  # in English: test_night.py


def bare_words(cents: int) -> str:
    """Return a result as the language writes it, without the currency."""
    return amount_words(cents=cents, currency=replace(PESOS, symbol=""), sign=True)


def expect_at_seats(phone: Phone, *amounts: int) -> None:
    """See what each has won or lost."""
    phone.expect_results(**dict(zip(NAMES, map(bare_words, amounts), strict=True)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_is_recorded_closed_and_settled_in_each_language(phone: Phone, language: str) -> None:
    page = phone.page
    phone.tap(dict(settings.LANGUAGES)[language])
    expect(page.locator("html")).to_have_attribute("lang", language)
    with override(language):
        page.goto(f"{phone.address}/sessions/new/")
        for seat, name in enumerate(NAMES, start=1):
            page.locator(f"[name=seat_{seat}]").fill(name)
        page.locator("[name=first_dealer]").select_option("1")
        phone.tap(gettext("Start"))
        expect(page.get_by_role("heading", name=gettext("Hand %(hand)s") % {"hand": 1}, exact=True)).to_be_visible()

        page.get_by_role("link", name=f"{gettext('Secret')}: Ben", exact=True).click()
        phone.tap(gettext("Record secret"))
        expect_at_seats(phone, -50, 100, -50, 0)
        set_sowee(phone, "4O")

        phone.tap(gettext("Record hand %(hand)s") % {"hand": 1}, role="link")
        phone.choose("Ana")
        phone.choose(gettext("Discard"))
        for meld in WORKED_MELDS:
            phone.take(meld)
        phone.key("12B")
        phone.answer(gettext("Which was the last card (bounit)?"), "5B")
        phone.tap(gettext("Review"))
        expect(page.get_by_role("heading", level=1)).to_have_text(
            gettext("Hand %(number)s: who pays whom?") % {"number": 1}
        )
        for at, cents in (("1", 180), ("2", -90), ("4", -90)):
            written = amount_words(cents=cents, currency=PESOS, sign=True)
            expect(page.locator(f"[data-changes] [data-seat='{at}']")).to_contain_text(written)
        phone.tap(gettext("Record"))
        expect_at_seats(phone, 130, 10, -50, -90)

        page.locator("[data-ledger] > li").first.get_by_role("link", name=gettext("Undo")).click()
        phone.tap(gettext("Undo it"))
        expect_at_seats(phone, -50, 100, -50, 0)

        page.get_by_label(gettext("More"), exact=True).click()
        phone.tap(gettext("Close the night"), role="link")
        phone.tap(gettext("Close and settle"))
        paid = page.get_by_role("button", name=gettext("Mark as handed over"))
        for left in (2, 1):
            expect(paid).to_have_count(left)
            expect(page.get_by_role("listitem").filter(has=paid).first).to_contain_text(
                amount_words(cents=50, currency=PESOS)
            )
            paid.first.click()
            settle(page)
        expect(page.get_by_role("heading", name=gettext("All settled"))).to_be_visible()
