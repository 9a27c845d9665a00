"""Without a network: pages that say how old they are, cards that meld by the engine's tables, nothing left behind."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scoring.games.cuajo.game import sent_tables
from scoring.games.cuajo.judge_win import live_verdict
from scoring.games.cuajo.rules import PRESETS, Scheme
from tests.browser.conftest import LetIn, Phone, controlled, hear
from tests.browser.test_outbox import cut, expect_waiting, lose_a_secret
from tests.games.cuajo.hands import random_price_hand, winning_hand
from tests.games.cuajo.test_near_misses import near_miss_hand
from tests.served.server import wait_until

pytestmark = pytest.mark.deep

HANDS = 1000 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))
IN_ONE_CALL = 1000
LIMIT_SECONDS = 120
SCOPES = "async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)"
KEPT = """async () => {
  const found = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(found)).flat().length;
}"""
LANGUAGES = """async () => {
  await (await navigator.serviceWorker.ready).update().catch(() => {});
  const pages = (await caches.keys()).map(async (name) => (await caches.open(name)).match("/judge/extra/"));
  const texts = (await Promise.all(pages)).map(async (page) => (await page?.text())?.match(/<html lang="(\\w+)"/)[1]);
  return Promise.all(texts);
}"""
"""The languages of the last page that each version keeps, two for a moment. A browser that looked for a new one just
before the page was opened looks once more only where it is told to."""
MELD = """([tables, hands]) => hands.map(([hand, secrets, sowee, freeThree]) =>
  cuajoMelds(tables, { hand: hand.split(" "), secrets, sowee, freeThree }))"""


def kept(page: Page) -> Locator:
    return page.locator("#kept")


type Away = Callable[..., Phone]


@pytest.fixture
def come(night: Phone, let_in: LetIn, trusting: Browser, https_port: int) -> Away:
    def arrive(role: str = "Scorekeeper") -> Phone:
        page = let_in(role, by=trusting, ignore_https_errors=True).page
        hear(page)
        address = f"https://{urlsplit(night.address).hostname}:{https_port}"
        page.goto(address + urlsplit(night.page.url).path)
        controlled(page)
        page.reload()
        page.wait_for_function("async () => Boolean(await caches.match(location.href))")
        return Phone(page=page, address=address)

    return arrive


def test_a_kept_page_says_when_it_was_seen_and_gives_way_to_the_new_one(night: Phone, come: Away) -> None:
    away = come()
    expect(kept(away.page)).to_be_hidden()
    away.page.context.set_offline(True)
    night.tap_secret("Ben")
    night.record_secret()
    away.page.reload()
    expect(kept(away.page)).to_have_attribute("data-kept", re.compile(r"^\d+$"))
    away.expect_results(Ben="0.00")
    for path in ("/", "/rules/", "/judge/win/", "/judge/"):
        away.page.goto(away.address + path)
        expect(kept(away.page)).to_be_visible()
    away.page.locator("main a[href$='/rules/']").click()
    away.page.wait_for_url("**/games/cuajo/rules/")
    away.page.get_by_role("link", name="Money", exact=True).click()
    expect(away.retry).to_be_visible()
    away.page.goto(away.address + night.page.url.removeprefix(night.address))
    away.page.context.set_offline(False)
    away.expect_results(Ben="+1.00")
    expect(kept(away.page)).to_be_hidden()


def test_cards_meld_without_a_network_and_the_dock_speaks_of_no_others(come: Away) -> None:
    away = come()
    away.page.goto(f"{away.address}/judge/win/")
    away.page.context.set_offline(True)
    away.page.reload()
    away.take_worked_melds()
    dock = away.page.locator("#verdict")
    expect(dock.locator("[data-offline='Melds']")).to_be_visible()
    away.page.locator("[data-undo]").click()
    away.key("11B")
    expect(dock.locator("[data-offline='NoMelds']")).to_be_visible()


def test_another_version_replaces_what_is_kept_and_reloads_nothing(come: Away) -> None:
    away = come()
    table = away.page.url
    away.page.goto(f"{away.address}/rules/")
    opened: list[str] = []
    away.tap("Español")
    expect(away.page.locator("html")).to_have_attribute("lang", "es")
    wait_until(lambda: away.page.evaluate(LANGUAGES) == ["es"], limit_seconds=LIMIT_SECONDS, looks_per_second=1)
    away.page.on("framenavigated", lambda frame: opened.append(frame.url))
    away.page.context.set_offline(True)
    away.page.goto(table)
    expect(away.page.locator("html")).to_have_attribute("lang", "es")
    expect(kept(away.page)).to_be_visible()
    assert opened == [table]


def test_the_page_of_an_error_deletes_nothing_that_is_kept(come: Away) -> None:
    away = come()
    away.page.goto(f"{away.address}/language/")
    expect(away.page.locator("[data-code='no_page']")).to_be_visible()
    away.page.context.set_offline(True)
    away.page.goto(f"{away.address}/rules/")
    expect(kept(away.page)).to_be_visible()


def test_a_phone_that_is_sent_away_keeps_nothing(night: Phone, come: Away) -> None:
    away = come("Viewer")
    assert away.page.evaluate(KEPT) > 0
    night.send_away("Viewer")  # the table notices by itself
    expect(away.page.get_by_role("heading", name="Ask the host")).to_be_visible()
    wait_until(lambda: away.page.evaluate(SCOPES) == [] and away.page.evaluate(KEPT) == 0, limit_seconds=LIMIT_SECONDS)


def test_a_phone_that_forgets_itself_keeps_nothing(come: Away) -> None:
    away = come()
    assert away.page.evaluate(KEPT) > 0
    cut(away.page)
    lose_a_secret(away, "Ben")
    away.page.goto(f"{away.address}/me/?open=forget")
    expect(away.page.locator(".along-waits")).to_be_visible()
    away.page.context.set_offline(True)
    away.tap("Forget this phone")
    expect(away.retry).to_be_visible()
    away.page.context.set_offline(False)
    away.retry.click()
    expect(away.page.get_by_role("heading", name="forgotten")).to_be_visible()
    expect_waiting(away, 0)
    wait_until(lambda: away.page.evaluate(SCOPES) == [] and away.page.evaluate(KEPT) == 0, limit_seconds=LIMIT_SECONDS)
    away.page.goto(away.address)
    expect(away.page.get_by_role("heading", name="Ask the host")).to_be_visible()
    expect_waiting(away, 0)


def random_hand(rng: Random) -> tuple[str, tuple[str, ...], str, bool, Scheme]:
    """Return cards, laid secrets, sowee, whether three like it meld unlaid, and the scheme; about half of them meld."""
    if rng.random() < 0.5:
        nearly = near_miss_hand(rng)
        scheme = Scheme.PRICELIST if nearly.pricelist else Scheme.CONDITIONS
        return " ".join(nearly.hand), nearly.secrets, nearly.sowee, not (nearly.must_lay or nearly.pricelist), scheme
    if rng.random() < 0.3:
        return " ".join(random_price_hand(rng)), (), "1O", False, Scheme.PRICELIST
    return " ".join(winning_hand(rng, "4O")), (), "4O", True, Scheme.CONDITIONS


def engine_says(hand: str, secrets: tuple[str, ...], sowee: str, free_three: bool, scheme: Scheme) -> bool:
    pagat = replace(PRESETS["pagat"], sowee_three_must_be_laid=not free_three)
    rules = PRESETS["pricelist"] if scheme is Scheme.PRICELIST else pagat
    return live_verdict(rules=rules, entry={"hand": hand, "secrets": list(secrets), "sowee": sowee}).is_split


def test_a_phone_says_of_every_hand_what_the_engine_says(phone: Phone) -> None:
    phone.page.goto(f"{phone.address}/judge/win/")
    rng = Random(17)
    for _ in range(HANDS // IN_ONE_CALL):
        hands = [random_hand(rng) for _ in range(IN_ONE_CALL)]
        for scheme in Scheme:
            mine = [hand for hand in hands if hand[-1] is scheme]
            said = phone.page.evaluate(MELD, [sent_tables(scheme=scheme), [hand[:-1] for hand in mine]])
            wrong = [hand for hand, one in zip(mine, said, strict=True) if one != engine_says(*hand)]
            assert wrong == []
            assert 0.2 < sum(said) / len(said) < 0.8
