"""How many taps the acts of an evening take on a phone of 390 x 844, names and numbers typed in between.

A step is a selector to tap, or `[attribute]=text` to type, which is no tap; `most` is how many taps it may take.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, Phone, settle

type Before = Callable[[Phone], object]

NAMED = tuple(f"[name=seat_{seat}]={name}" for seat, name in enumerate(NAMES, start=1))


@dataclass(frozen=True, kw_only=True)
class Act:
    name: str
    most: int
    before: Before
    steps: tuple[str, ...]
    reached: str


def at_home(phone: Phone) -> None:
    phone.page.goto(phone.address)


def played_before(phone: Phone) -> None:
    phone.start()
    phone.page.goto(phone.address)


ACTS = (
    Act(
        name="first_night",
        most=2,
        before=at_home,
        steps=("[href='/sessions/new/']", *NAMED, ".dock .button-primary"),
        reached="[data-sowee]",
    ),
    Act(
        name="new_night_with_known_names",
        most=3,
        before=played_before,
        steps=("[href='/sessions/new/']", "[href^='?like=']", ".dock .button-primary"),
        reached="[data-sowee]",
    ),
)


def step(phone: Phone, said: str) -> None:
    selector, types, text = said.partition("]=")
    if types:
        phone.page.locator(f"{selector}]").fill(text)
        return
    phone.page.locator(selector).first.click()
    phone.taps += 1
    settle(phone.page)


@pytest.mark.parametrize("act", ACTS, ids=[act.name for act in ACTS])
def test_taps(phone: Phone, act: Act) -> None:
    act.before(phone)
    phone.taps = 0
    for said in act.steps:
        step(phone, said)
    expect(phone.page.locator(act.reached).first).to_be_visible()
    assert phone.taps <= act.most
