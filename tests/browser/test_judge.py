"""Disputes settled on a phone that nobody let in, on the app as it is served."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import WORKED_MELDS, Phone, new_page
from tests.browser.test_night import start
from tests.served.server import Server

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture
def stranger(server: Server, browser: Browser) -> Iterator[Phone]:
    """Open the judge on a phone without a role; any error of a script fails the test."""
    page = new_page(browser)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.address}/judge/")
    yield Phone(page=page, address=server.address)
    page.context.close()
    assert errors == []


def ask_for_a_win(stranger: Phone, *, king: str) -> None:
    """Enter the worked hand with another king, or none, and ask the judge."""
    stranger.page.get_by_role("link", name="Is this a win?").click()
    stranger.choose("Discard")
    stranger.page.get_by_role("button", name="Sowee", exact=True).click()
    stranger.key("4O")
    for meld in WORKED_MELDS:
        stranger.take(meld)
    stranger.key(king)
    if king == "12B":
        stranger.bounit("5B")
    stranger.tap("Judge")


def test_win_is_judged_and_kept(stranger: Phone) -> None:
    ask_for_a_win(stranger, king="12B")
    expect(stranger.page.locator("[data-amount]")).to_have_text("0.90 from each opponent")
    stranger.tap("Keep the answer")
    expect(stranger.page.get_by_role("heading", name="Yes, it wins")).to_be_visible()
    link = stranger.page.get_by_label("Link to this verdict").input_value()
    assert link.endswith(stranger.page.url.removeprefix(stranger.address))
    expect(stranger.page.get_by_role("img", name="QR code of the link")).to_be_visible()


@pytest.mark.deep
def test_the_dock_shows_no_verdict_of_the_cards_before_though_that_arrives_late(stranger: Phone) -> None:
    held: list[Route] = []
    page, dock = stranger.page, stranger.page.locator("#verdict")
    page.clock.install(time=NOON)
    page.get_by_role("link", name="Is this a win?").click()
    expect(dock).to_contain_text("0 of 16")
    page.route("**/judge/live/**", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with page.expect_request("**/judge/live/**"):
        stranger.key("3O")
    expect(dock).to_be_hidden()
    page.clock.pause_at(NOON + timedelta(hours=1))  # the question about two cards is not asked yet
    stranger.key("4O")
    held[0].continue_()
    expect(dock).to_contain_text("1 of 16")
    expect(dock).to_be_hidden()
    page.clock.resume()
    expect(dock).to_contain_text("2 of 16")
    expect(dock).to_be_visible()


def test_losing_hand_is_explained_and_the_next_one_starts_empty(stranger: Phone) -> None:
    ask_for_a_win(stranger, king="11B")
    expect(stranger.page.get_by_role("heading", name="No win: 1 card stands alone")).to_be_visible()
    expect(stranger.page.locator("[data-reasons]")).to_contain_text("Only 15 of the 16 cards lie in melds. C8")
    stranger.tap("Another hand", role="link")
    expect(stranger.page.locator("#verdict")).to_contain_text("0 of 16")


@pytest.mark.deep
def test_sowee_and_laid_secrets_are_tapped_on_the_keys_of_the_hand(stranger: Phone) -> None:
    page = stranger.page
    page.get_by_role("link", name="What am I waiting for?").click()
    page.get_by_role("button", name="Sowee", exact=True).click()
    stranger.key("1B")
    stranger.take("4C 4C 4C 4C")
    stranger.take("1B 1B 1B")
    for kind in ("4C", "1B"):  # the second one is three cards and the sowee
        page.get_by_role("button", name="Secrets").click()
        stranger.key(kind)
    expect(page.locator("[name=secrets]")).to_have_value("4C 1B")
    page.get_by_role("button", name="Secrets").click()
    stranger.key("4C")
    expect(page.locator("[name=secrets]")).to_have_value("1B")


@pytest.mark.deep
def test_other_rules_ask_other_things_and_keep_what_was_entered(stranger: Phone) -> None:
    page = stranger.page
    page.get_by_role("link", name="Is this a win?").click()
    stranger.choose("Own draw")
    stranger.key("3O")
    expect(page.locator("[data-offer='3O 3O 3O']")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_label("House rules").select_option("Price list")
    expect(page.get_by_role("radio", name="Own draw")).to_be_checked()
    stranger.take("3O 3O 3O")
    expect(page.locator("#verdict")).to_contain_text("3 of 16")


@pytest.mark.deep
def test_doubted_declared_hand_is_verified_and_corrected(phone: Phone) -> None:
    page = phone.page
    start(phone)
    phone.tap("Quick entry", role="link")
    for choice in ("Ana", "Discard", "Both"):
        phone.choose(choice)
    for kings, number in (("Kings of coins", "0"), ("Other kings", "1")):
        page.get_by_role("group", name=kings).get_by_role("radio", name=number, exact=True).check()
    page.locator("summary", has_text="Sowee").click()
    page.locator("[data-card-keys] [value='4O']").click()
    phone.tap("Review")
    phone.tap("Record")
    phone.expect_results(Ana="+2.60")

    page.locator("[data-ledger] a").first.click()
    phone.tap("Add its cards", role="link")
    for meld in WORKED_MELDS:
        phone.take(meld)
    phone.key("12B")
    phone.bounit("5B")
    phone.tap("Judge")
    phone.tap("Keep it with the hand")
    expect(page.locator("[data-verified='differs']")).to_contain_text("0.90")
    phone.tap("Correct it with these cards", role="link")
    page.get_by_label("Reason for the correction").fill("Only the sowee")
    phone.tap("Review")
    phone.tap("Record correction")
    phone.expect_results(Ana="+1.80")
