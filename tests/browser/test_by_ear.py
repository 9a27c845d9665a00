"""A night by screen reader alone: acts by the names of the accessibility tree, their results by news, title and focus.

In English by default; CUAJO_TEST_SCALE=2 plays it in every language.
"""

import os
import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import Browser, expect

from scoring.forms.amounts import amount_words
from scoring.money import currency_for
from tests.browser.conftest import NAMES
from tests.browser.ears import Ears
from tests.served.server import Server

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
LANGUAGES = [code for code, _ in settings.LANGUAGES][: None if SCALE > 1 else 1]
PESOS = replace(currency_for(code="PHP"), symbol="")
CARDS = "3oce4ocb5oeb10oce1ocb12b"


def said(message: str, **filled_in: object) -> str:
    return gettext(message) % filled_in


def line(what: str, *amounts: int) -> re.Pattern[str]:
    words = [amount_words(cents=cents, currency=PESOS, sign=True) for cents in amounts]
    changes = ", ".join(map(" ".join, zip(NAMES, words, strict=True)))
    return re.compile(rf"^\d\d:\d\d,\s+{r'\s+'.join(map(re.escape, f'{what}. {changes}'.split()))}\s*$")


def start(host: Ears) -> None:
    host.press("link", gettext("New night"))
    host.arrive(gettext("New night"))
    seats = host.page.get_by_role("group", name=gettext("Who sits where?"), exact=True)
    for seat, name in enumerate(NAMES):
        seats.get_by_role("combobox").nth(seat).fill(name)
    seats.locator("[name=first_dealer][value='1']").check()
    host.page.locator("[name=price][value=other]").check()
    host.page.locator("[name=price_other]").fill("0.50")
    host.press("button", gettext("Start"))
    host.arrive(said("Hand %(number)s", number=1))
    host.hear(gettext("Saved."))


def join(host: Ears, player: Ears, *, address: str) -> None:
    host.page.goto(f"{address}/phones/invite/")
    player.page.goto(address + urlsplit(host.find("textbox", gettext("The link")).input_value()).path)
    expect(player.find("button", gettext("I only watch"))).to_be_attached()
    player.page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")  # of names taken
    player.press("button", "Ben")
    whose = f"{gettext('This phone')}: Ben, {gettext('Player')}"
    expect(player.find("link", whose)).to_have_count(1)


def enter_hand(host: Ears) -> None:
    host.press("link", said("Record hand %(hand)s", hand=1))
    host.arrive(said("Hand %(number)s", number=1))
    host.choose("Ana", of=gettext("Who won?"))
    host.choose(gettext("Discard"), of=gettext("How did the last card come?"))
    host.key("c")
    host.stand_at("textbox", gettext("The sixteen cards"))
    host.type(CARDS)
    complete = gettext("Complete: all cards meld.")
    host.hear(f"{said('%(number)s of %(count)s', number=16, count=16)} {complete}")
    host.key("Tab")
    host.type("5b")
    host.hear(re.compile(re.escape(gettext("The sowee decides."))))
    host.key("Tab")
    host.type("4o")
    complete = re.escape(gettext("Extra cards can make it worth more:"))
    each = re.escape(gettext("from each opponent"))
    host.hear(re.compile(rf"{complete}.*0[.,]90.* {each}", re.DOTALL))
    host.key("Enter")
    host.stand_at("heading", said("Hand %(number)s", number=1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_is_played_by_ear_alone(
    server: Server, browser: Browser, host_state: dict[str, object], language: str
) -> None:
    host = Ears(browser, storage_state=host_state, locale=language)
    player = Ears(browser, locale=language)
    host.page.goto(server.address)
    with override(language):
        host.press("button", dict(settings.LANGUAGES)[language])
        host.hear(gettext("Saved."))
        start(host)
        table = host.page.url
        join(host, player, address=server.address)
        for each in (host, player):
            each.page.goto(table)
            each.arrive(said("Hand %(number)s", number=1))
        host.press("link", re.compile("^Ben"))
        host.stand_at("group", "Ben")
        host.press("button", re.compile(said("Secret, %(amount)s from each opponent", amount="").strip().split()[0]))
        secret = said("Secret of %(player)s", player="Ben")
        for each in (host, player):
            each.hear(line(secret, -50, 100, -50, 0))
        enter_hand(host)
        host.press("button", gettext("Record"))
        host.arrive(said("Hand %(number)s", number=2))
        won = f"{said('Hand %(number)s', number=1)}: {said('%(player)s won with a discard', player='Ana')}"
        for each in (host, player):
            each.hear(line(won, 180, -90, 0, -90))
        host.press("link", f"{gettext('Undo')} {won}")
        host.stand_at("group", gettext("Undo"))
        host.press("button", gettext("Undo"))
        host.hear(said("%(what)s. Undone.", what=won))
        player.hear(
            line(said("%(what)s. Undone.", what=said("%(player)s won with a discard", player="Ana")), -180, 90, 0, 90)
        )
        player.page.goto(f"{table}entries/1/")
        player.press("link", re.compile(f"^{gettext('Object')}"))
        player.find("textbox", gettext("What was wrong?")).fill("Three only")
        player.press("button", gettext("Object"))
        objects = said("%(player)s objects to a secret", player="Ben")
        for each in (player, host):
            each.hear(f"{objects}: Three only")
        host.press("link", gettext("Rule it"))
        host.arrive(secret)
        host.press("button", gettext("Keep it"))
        host.hear(said("%(what)s. Objection rejected.", what=secret))
        host.press("link", gettext("Settle up"))
        host.arrive(gettext("Settle up"))
        host.press("button", gettext("Close the night"))
        host.arrive(gettext("Closed"))
        paid = re.compile(rf"{gettext('Mark as handed over')}\W+\w")
        for handed_over in range(3):
            expect(host.find("button", paid)).to_have_count(2 - handed_over)
            host.hear(re.compile(rf"{handed_over}\D+2"))
            if handed_over < 2:
                host.press("button", paid)
        expect(host.find("heading", gettext("All settled"))).to_have_count(1)
    for each in (host, player):
        each.leave()


def test_what_waits_for_a_connection_is_heard(server: Server, browser: Browser, host_state: dict[str, object]) -> None:
    host = Ears(browser, storage_state=host_state)
    host.page.goto(server.address)
    start(host)
    host.press("link", re.compile("^Ben"))
    host.stand_at("group", "Ben")
    host.page.context.set_offline(True)
    host.press("button", re.compile("^Secret, "))
    host.hear(re.compile(re.escape(host.page.locator("#waiting").get_attribute("data-one") or "?")))
    host.page.context.set_offline(False)
    host.hear(line("Secret of Ben", -50, 100, -50, 0))
    host.leave()
