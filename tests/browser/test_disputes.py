"""Ten disputes, written down with their answers from the sources: right, the disputed point first, 15 taps at most."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phone, new_page
from tests.served.server import Server

pytestmark = pytest.mark.deep

MOST_TAPS = 15
DISPUTES = json.loads((Path(__file__).parents[1] / "cases" / "disputes.json").read_text())


@pytest.fixture
def stranger(server: Server, browser: Browser) -> Iterator[Phone]:
    """Open the judge on a phone without a role."""
    page = new_page(browser)
    page.goto(f"{server.address}/judge/")
    yield Phone(page=page, address=server.address)
    page.context.close()


def enter(phone: Phone, dispute: dict[str, Any]) -> None:
    """Tap what the dispute says."""
    phone.page.get_by_role("link", name=dispute["question"]).click()
    phone.taps += 1
    for choice in dispute["choose"]:
        phone.choose(choice)
    is_asked = "Another's draw" in dispute["choose"]
    if "sowee" in dispute and not is_asked:
        phone.tap("Sowee")
        phone.key(dispute["sowee"])
    for cards in dispute.get("cards", ()):
        phone.take(cards) if " " in cards else phone.key(cards)
    if "bounit" in dispute:
        phone.bounit(dispute["bounit"])
    if "sowee" in dispute and is_asked:
        phone.answer("Which card is the sowee?", dispute["sowee"])
    for seat, standing in dispute.get("standing", {}).items():
        player = phone.page.locator(f"[data-player='{seat}']")
        player.get_by_role("radio", name=standing, exact=True).check()
        phone.taps += 1
    for seat in dispute.get("completes", ()):
        phone.page.locator(f"[data-player='{seat}']").get_by_role("checkbox").check()
        phone.taps += 1
    phone.tap("Judge")


def test_there_are_ten_disputes() -> None:
    assert len(DISPUTES) == 10


@pytest.mark.parametrize("dispute", DISPUTES, ids=[dispute["dispute"] for dispute in DISPUTES])
def test_dispute_is_settled(stranger: Phone, dispute: dict[str, Any]) -> None:
    enter(stranger, dispute)
    ruling = stranger.page.locator("main header.ruling")
    expect(ruling.get_by_role("heading", name=dispute["answer"])).to_be_visible()
    expect(ruling).to_contain_text(dispute["point"])
    for rule in dispute["rules"]:
        expect(ruling.get_by_role("link", name=rule)).to_be_visible()
    if "amount" in dispute:
        expect(stranger.page.locator("[data-amount]")).to_contain_text(dispute["amount"])
    assert stranger.taps <= MOST_TAPS
