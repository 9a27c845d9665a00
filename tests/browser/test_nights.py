"""A night of each of the relatives and of the price list on a phone; the figures were worked out from the sources."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NAMES, Phone

EYE_OF_ONES = ("1C", "2C", "3C", "4C", "5C", "6C", "1S", "1S", "2S", "3S", "4S", "7M", "7M", "7C", "OT")
TIGER = ("9C", "1S", "1M", "2C", "3C", "4C", "5S", "6S", "7S", "3M", "4M", "5M", "8C", "8S", "8M")
PRINSESA = "12O 12C 12E 12B 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11B"


def start(phone: Phone, *, game: str, players: int) -> None:
    page = phone.page
    phone.tap(game, role="link")
    for seat, name in enumerate(NAMES[:players], start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    page.locator("[name=first_dealer]").select_option("1")
    phone.tap("Start")
    phone.expect_hand(1)


def unfold(phone: Phone, name: str) -> None:
    phone.page.locator("summary").filter(has_text=name).click()


def tap_card(phone: Phone, card: str) -> None:
    phone.page.locator(f"[data-card-keys]:not([hidden]) [value='{card}']").click()


def settle_match(phone: Phone) -> None:
    phone.more("Settle the match")
    phone.tap("Settle the match")
    expect(phone.page.get_by_text("Match settled.")).to_be_visible()


def open_hand(phone: Phone, number: int) -> None:
    phone.tap(f"Record hand {number}", role="link")


def record(phone: Phone, *, number: int) -> None:
    phone.tap("Review")
    expect(phone.page.get_by_role("heading", name=f"Hand {number}:")).to_be_visible()
    phone.tap("Record")
    phone.expect_hand(number + 1)


def expect_points(phone: Phone, *points: str) -> None:
    expect(phone.page.locator("[data-points]")).to_have_text(list(points))


def expect_money(phone: Phone, **amounts: str) -> None:
    """See these results in money beside the points of the next match."""
    for name, amount in amounts.items():
        seat = phone.page.locator(".seat").filter(has=phone.page.get_by_role("heading", name=name))
        whole = re.escape(amount.removesuffix(".00"))
        expect(seat).to_contain_text(re.compile(rf"{whole}(\.00)?(?![\d.])"))


def count(phone: Phone, label: str, **cards: int) -> None:
    for name, number in cards.items():
        phone.page.get_by_label(f"{name}, {label}", exact=True).fill(str(number))


def test_khanhoo_by_names_settles_the_differences_of_two_hands(phone: Phone) -> None:
    """E4, E8: 34 with 3 and 0, then 4 and 16: each pair settles its difference."""
    start(phone, game="Khanhoo", players=3)
    open_hand(phone, 1)
    phone.choose("Ana", asked="Who went out")
    unfold(phone, "Ana")
    for name in ("double khanhoo (15)", "double triplet (10)", "royal group (4)"):
        phone.tap(f"{name}, Ana +1")
    unfold(phone, "Ben")
    phone.tap("courts (3), Ben +1")
    record(phone, number=1)
    expect_points(phone, "34 points", "3 points", "0 points")

    open_hand(phone, 2)
    phone.choose("Ben", asked="Who went out")
    unfold(phone, "Ben")
    for name in ("khanhoo (5)", "courts (3)", "triplet (2)", "sequence (1)"):
        phone.tap(f"{name}, Ben +1")
    unfold(phone, "Carla")
    phone.tap("royal group (4), Carla +1")
    record(phone, number=2)
    expect_points(phone, "34 points", "19 points", "4 points")
    settle_match(phone)
    expect_money(phone, Ana="+0.45", Ben="0.00", Carla="−0.45")


def test_qing_khanhoo_pays_the_pot_of_each_hand(phone: Phone) -> None:
    """Q2 to Q6: an eye and boys with free cards, then the tiger and four boys."""
    start(phone, game="Khanhoo, Qing", players=3)
    for number, (winner, cards) in enumerate((("Ben", EYE_OF_ONES), ("Carla", TIGER)), start=1):
        open_hand(phone, number)
        phone.choose(winner, asked="Who won")
        for card in cards:
            tap_card(phone, card)
        record(phone, number=number)
    phone.expect_results(Ana="−2.00", Ben="+1.00", Carla="+1.00")


def test_ming_khanhoo_counts_captures_and_bonuses(phone: Phone) -> None:
    """M5, M6: fifteen cards and the hero's nine, then none: 30, 21 and 12."""
    start(phone, game="Khanhoo, Ming", players=3)
    open_hand(phone, 1)
    count(phone, "Cards captured", Ana=15, Ben=9, Carla=3)
    phone.page.locator("summary").filter(has_text="Winning plays").first.click()
    phone.tap("hero (9), Ana +1")
    record(phone, number=1)
    open_hand(phone, 2)
    count(phone, "Cards captured", Ana=6, Ben=12, Carla=9)
    record(phone, number=2)
    expect_points(phone, "30 points", "21 points", "12 points")
    settle_match(phone)
    expect_money(phone, Ana="+0.27", Ben="0.00", Carla="−0.27")


def test_cau_robat_gives_a_level_hand_to_nobody(phone: Phone) -> None:
    """R9: Ben, Ana, and a tie between Ben and Carla."""
    start(phone, game="Cau robat", players=3)
    piles = (
        {"Ana": 12, "Ben": 19, "Carla": 9},
        {"Ana": 20, "Ben": 10, "Carla": 10},
        {"Ana": 10, "Ben": 15, "Carla": 15},
    )
    for number, cards in enumerate(piles, start=1):
        open_hand(phone, number)
        count(phone, "Cards in the pile", **cards)
        record(phone, number=number)
    settle_match(phone)
    expect_money(phone, Ana="+0.01", Ben="+0.01", Carla="−0.02")


def test_the_price_list_pays_a_secret_and_a_prinsesa(phone: Phone) -> None:
    """L1, L4 to L6: 50 from each for the secret; 500 and 5 for each of four kings from each for the prinsesa."""
    page = phone.page
    page.goto(f"{phone.address}/sessions/new/")
    page.get_by_text("Change", exact=True).click()
    page.get_by_role("radio", name="Price list").check()
    for seat, name in enumerate(("Ana", "Ben", "Carla"), start=1):
        page.locator(f"[name=seat_{seat}]").fill(name)
    page.locator("[name=first_dealer]").select_option("1")
    phone.tap("Start")
    phone.tap_secret("Ben")
    phone.tap("Record secret")
    phone.expect_results(Ana="−50", Ben="+100", Carla="−50")
    phone.set_sowee("3E")
    open_hand(phone, 1)
    phone.choose("Ana")
    phone.choose("Own draw")
    phone.type_cards(PRINSESA, bounit="11B")
    phone.record()
    phone.expect_results(Ana="+990", Ben="−420", Carla="−570")
