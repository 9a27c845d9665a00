"""A hand of each of the relatives on a phone, from the choice of the game to the settled night."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone

pytestmark = pytest.mark.deep

WINNING_HAND = ["1C", "2C", "3C", "4C", "5C", "6C", "1S", "1S", "2S", "3S", "4S", "7M", "7M", "7C", "OT"]
NARROW = 320
NAMES = ("Ana", "Ben", "Carla", "Dan")


def start(phone: Phone, *, game: str, players: int) -> str:
    """Start a night of a game from the first page and return the address of its table."""
    page = phone.page
    phone.tap(game, role="link")
    for seat, name in enumerate(NAMES[:players], start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    page.locator("[name=first_dealer]").select_option("1")
    phone.tap("Start")
    expect(page.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()
    return page.url


def unfold(phone: Phone, name: str) -> None:
    phone.page.locator("summary").filter(has_text=name).click()


def tap_card(phone: Phone, card: str) -> None:
    phone.page.locator(f"[data-card-keys]:not([hidden]) [value='{card}']").click()


def record(phone: Phone, *, live: str) -> None:
    """See what the hand comes to, look at the review and record it."""
    expect(phone.page.locator("[data-live]")).to_have_text(live.replace("₱", "\N{WORD JOINER}₱"))
    phone.tap("Review")
    expect(phone.page.get_by_role("heading", name="Hand 1:")).to_be_visible()
    phone.tap("Record")
    expect(phone.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()


def settle_match(phone: Phone) -> None:
    phone.more("Settle the match")
    phone.tap("Settle the match")
    expect(phone.page.get_by_text("Match settled.")).to_be_visible()


def close(phone: Phone, *transfers: str) -> None:
    """Close the night and see these payments."""
    phone.more("Close the night")
    phone.tap("Close and settle")
    expect(phone.page.locator(".transfer > span:first-child > .visually-hidden")).to_have_text(list(transfers))


def tap_meld(phone: Phone, *, name: str, player: str) -> None:
    phone.tap(f"{name}, {player} +1")


def test_a_hand_of_khanhoo_by_its_melds(phone: Phone) -> None:
    start(phone, game="Khanhoo", players=3)
    phone.tap("Record hand 1", role="link")
    phone.choose("Ana", asked="Who went out")
    unfold(phone, "Ana")
    for name in ("double khanhoo (15)", "double triplet (10)", "royal group (4)"):
        tap_meld(phone, name=name, player="Ana")
    unfold(phone, "Ben")
    phone.page.get_by_label("Or the cards melded, Ben").click()
    for card in ("7H", "7C", "7D"):
        tap_card(phone, card)
    record(phone, live="Ana +34 Ben +2 ")
    points = phone.page.locator("[data-points]")
    expect(points).to_have_text(["34 points", "2 points", "0 points"])
    settle_match(phone)
    expect(points).to_have_text(["0 points", "0 points", "0 points"])
    expect(phone.page.locator("article[data-seat='1'] .amount-plus")).to_contain_text("+0.66")
    close(phone, "Ben pays Ana", "Carla pays Ana")


def test_a_hand_of_qing_khanhoo_by_its_cards(phone: Phone) -> None:
    start(phone, game="Khanhoo, Qing", players=2)
    phone.tap("Record hand 1", role="link")
    phone.choose("Ben", asked="Who won")
    for card in WINNING_HAND:
        tap_card(phone, card)
    record(phone, live="Ana −₱1 Ben +₱1 ")
    close(phone, "Ana pays Ben")


def test_a_hand_of_ming_khanhoo_by_counted_cards(phone: Phone) -> None:
    start(phone, game="Khanhoo, Ming", players=3)
    phone.tap("Record hand 1", role="link")
    for name, cards in (("Ana", "15"), ("Ben", "9"), ("Carla", "3")):
        phone.page.get_by_label(f"{name}, Cards captured", exact=True).fill(cards)
    phone.page.locator("summary").filter(has_text="Winning plays").first.click()
    phone.tap("hero (9), Ana +1")
    record(phone, live="Ana +24 Ben +9 Carla +3 ")
    settle_match(phone)
    close(phone, "Ben pays Ana", "Carla pays Ana")


def test_a_hand_of_cau_robat_by_counted_piles(phone: Phone) -> None:
    start(phone, game="Cau robat", players=3)
    phone.tap("Record hand 1", role="link")
    for name, cards in (("Ana", "12"), ("Ben", "19"), ("Carla", "8")):
        phone.page.get_by_label(f"{name}, Cards in the pile", exact=True).fill(cards)
    phone.tap("Cards left in the centre R9 +1")
    record(phone, live="Ben +1 ")
    settle_match(phone)
    close(phone, "Ana pays Ben", "Carla pays Ben")


def test_no_page_of_a_game_is_wider_than_a_narrow_screen(phone: Phone) -> None:
    page = phone.page
    table = start(phone, game="Khanhoo", players=4)
    page.set_viewport_size({"width": NARROW, "height": 600})
    session = table.removeprefix(phone.address)
    games = ("khanhoo/judge/bump/", "khanhoo/rules/", "khanhoo_ming/judge/trick/", "cau_robat/judge/capture/")
    paths = (
        "/",
        "/sessions/new/khanhoo/",
        *(session + part for part in ("", "hand/", "penalty/", "match/", "close/", "statement/")),
        *(f"/games/{path}" for path in games),
    )
    widths = {}
    for path in paths:
        page.goto(phone.address + path)
        for folded in page.locator("summary:visible").all()[:3]:
            folded.click()
        widths[path] = page.evaluate("document.documentElement.scrollWidth")
    assert {path: wide for path, wide in widths.items() if wide > NARROW} == {}
