"""How many taps the acts of an evening take on a phone of 390 x 844, names and numbers typed in between.

A step is a selector to tap, or `[attribute]=text` to type, which is no tap; `most` is how many taps it may take.
"""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import expect

from tests.browser.conftest import Phone, new_page, settle
from tests.games.asking import stored
from tests.people import WORKED_HAND


def at_home(phone: Phone) -> None:
    phone.page.goto(phone.address)


def declared(phone: Phone) -> None:
    phone.start()
    phone.open_quick()
    phone.tap("Record")


def declared_twice(phone: Phone) -> None:
    declared(phone)
    phone.open_quick("Ben")
    phone.tap("Record")


def played_before(phone: Phone) -> None:
    phone.start()
    phone.page.goto(phone.address)


def closed(phone: Phone) -> None:
    declared(phone)
    phone.press(".ledger-settle")
    phone.press("form[action$='/close/'] .button-primary")


def money(phone: Phone) -> None:
    phone.start()
    phone.press(".site-nav [href$='/money/']")


def turning(phone: Phone) -> None:
    phone.page.goto(f"{phone.address}/judge/extra/?hand={WORKED_HAND}&bounit=5B&source=claimed&sowee=4O")
    settle(phone.page)


def guest(phone: Phone) -> None:
    phone.start()
    link = phone.invitation(role="Player")
    browser = phone.page.context.browser
    assert browser is not None
    phone.page = new_page(browser)
    phone.page.goto(phone.address + link)
    settle(phone.page)


PLACES = (at_home, declared, declared_twice, played_before, closed, money, turning, guest)
BEFORE: dict[str, Callable[[Phone], object]] = {
    "start": Phone.start,
    "khanhoo": partial(Phone.start, game="khanhoo/"),
    "cau_robat": partial(Phone.start, game="cau_robat/"),
    **{each.__name__: each for each in PLACES},
}


def step(phone: Phone, said: str) -> None:
    selector, types, text = said.partition("]=")
    if types:
        phone.page.locator(f"{selector}]").fill(text)
        return
    phone.page.locator(selector).first.click()
    phone.taps += 1
    settle(phone.page)


@stored("acts", "taps")
def test_taps(phone: Phone, before: str, most: int, steps: list[str], reached: str) -> None:
    BEFORE[before](phone)
    phone.taps = 0
    for said in steps:
        step(phone, said)
    expect(phone.page.locator(reached).first).to_be_visible()
    assert "href" in steps[-1] or phone.page.locator(":focus").count() == 1
    assert phone.taps <= most


def test_keys_stay_in_place_until_the_verdict_comes(phone: Phone) -> None:
    turning(phone)
    key, top = phone.page.locator("[data-key='11O']").first, "key.getBoundingClientRect().top"
    assert key.evaluate(f"key => {top}") == key.evaluate(f"key => key.click() ?? {top}")
