"""Disputes settled on a phone that nobody let in, on the app as it is served."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Phone

MOST_TAPS = 15
DISPUTES = json.loads((Path(__file__).parents[1] / "cases" / "disputes.json").read_text())
"""Ten disputes, written down with their answers from the sources."""
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def ask_for_a_win(stranger: Phone, *, king: str) -> None:
    stranger.press("main a[href$='/win/']")
    stranger.choose("Discard")
    stranger.page.get_by_role("button", name="Sowee", exact=True).click()
    stranger.key("4O")
    stranger.take_worked_melds(king=king)
    if king == "12B":
        stranger.bounit("5B")
    stranger.tap("Judge")


def test_losing_hand_is_explained_and_the_next_one_is_judged_and_kept(stranger: Phone) -> None:
    ask_for_a_win(stranger, king="11B")
    expect(stranger.page.get_by_role("heading", name="No win: 1 card left over")).to_be_visible()
    expect(stranger.page.locator("[data-reasons]")).to_contain_text("C8")
    stranger.tap("Ask another", role="link")
    expect(stranger.page.locator("#verdict")).to_contain_text("0 of 16")
    stranger.page.goto(f"{stranger.address}/judge/")
    ask_for_a_win(stranger, king="12B")
    expect(stranger.page.locator("[data-amount]")).to_have_text("₱9 from each opponent")
    stranger.tap("Send")
    expect(stranger.page.get_by_role("heading", name="Yes, it wins")).to_be_visible()
    link = stranger.page.locator("#link").input_value()
    assert link.endswith(stranger.page.url.removeprefix(stranger.address))


def test_a_question_opened_before_htmx_has_come_stays_open(stranger: Phone) -> None:
    held: list[Route] = []
    sowee = stranger.page.get_by_role("button", name="Sowee", exact=True)
    stranger.page.route("**/htmx-2*", lambda route: held.append(route), times=1)  # noqa: PLW0108
    stranger.press("main a[href$='/win/']")
    stranger.choose("Discard")
    sowee.click()
    with stranger.page.expect_response("**/judge/live/**"):
        held[0].continue_()
    expect(sowee).to_have_attribute("aria-expanded", "true")


@pytest.mark.deep
def test_the_dock_shows_the_count_with_the_tap_and_no_verdict_of_the_cards_before(stranger: Phone) -> None:
    held: list[Route] = []
    page, dock = stranger.page, stranger.page.locator("#verdict")
    page.clock.install(time=NOON)
    stranger.press("main a[href$='/win/']")
    expect(dock).to_contain_text("0 of 16")
    page.route("**/judge/live/**", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with page.expect_request("**/judge/live/**"):
        stranger.key("3O")
    page.clock.pause_at(NOON + timedelta(hours=1))  # nothing is asked or drawn later than the tap
    stranger.key("4O")
    expect(dock).to_contain_text("2 of 16")
    with page.expect_response("**/judge/live/**"):
        held[0].continue_()
    expect(dock).to_contain_text("2 of 16")
    page.clock.resume()
    expect(page.locator("#verdict:not([data-foreseen])")).to_contain_text("2 of 16")


@pytest.mark.deep
def test_sowee_and_laid_secrets_are_tapped_on_the_keys_of_the_hand(stranger: Phone) -> None:
    page = stranger.page
    stranger.press("main a[href$='/purro/']")
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
def test_a_hand_declared_in_seven_taps_is_doubted_verified_and_corrected(night: Phone) -> None:
    page = night.page
    night.taps = 0
    night.press("main a:has-text('Quick')")
    for choice in ("Ana", "Discard", "Both"):
        night.choose(choice)
    night.tap("Other kings +1")
    page.locator("summary", has_text="Sowee").click()
    page.locator("[data-card-keys] [value='4O']").click()
    night.record()
    night.expect_results(Ana="+2.60")
    assert night.taps == 7  # the sowee is no part of it
    page.goto(f"{page.url.partition('#')[0]}entries/1/")
    expect(page.get_by_text("quick", exact=True)).to_be_visible()
    night.tap("Add its cards", role="link")
    night.take_worked_melds()
    night.bounit("5B")
    night.tap("Judge")
    night.tap("Keep it with the hand")
    expect(page.locator("[data-verified='differs']")).to_contain_text("0.90")
    night.press("main a[href*='?verdict=']")
    night.tap("Review")
    night.tap("Record the difference")
    night.expect_results(Ana="+1.80")


@pytest.mark.deep
@pytest.mark.parametrize("dispute", DISPUTES, ids=[dispute["dispute"] for dispute in DISPUTES])
def test_dispute_is_settled(stranger: Phone, dispute: dict[str, Any]) -> None:
    stranger.press(f"a:has-text('{dispute['question']}')")
    for choice in dispute["choose"]:
        stranger.choose(choice)
    is_asked = "Another's draw" in dispute["choose"]
    if "sowee" in dispute and not is_asked:
        stranger.tap("Sowee")
        stranger.key(dispute["sowee"])
    for cards in dispute.get("cards", ()):
        stranger.take(cards) if " " in cards else stranger.key(cards)
    if "bounit" in dispute and "Own draw" not in dispute["choose"]:
        stranger.bounit(dispute["bounit"])
    if "sowee" in dispute and is_asked:
        stranger.answer("sowee", dispute["sowee"])
    for seat, standing in dispute.get("standing", {}).items():
        player = stranger.page.locator(f"[data-player='{seat}']")
        player.get_by_role("radio", name=standing, exact=True).check()
        stranger.taps += 1
    for seat in dispute.get("completes", ()):
        stranger.page.locator(f"[data-player='{seat}']").get_by_role("checkbox").check()
        stranger.taps += 1
    stranger.tap("Judge")
    ruling = stranger.page.locator("main header.ruling")
    expect(ruling.get_by_role("heading", name=dispute["answer"])).to_be_visible()
    expect(ruling).to_contain_text(dispute["point"])
    for rule in dispute["rules"]:
        expect(ruling.get_by_role("link", name=rule).first).to_be_visible()
    if "amount" in dispute:
        expect(stranger.page.locator("[data-amount]")).to_contain_text(dispute["amount"])
    assert stranger.taps <= MOST_TAPS
