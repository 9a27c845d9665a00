"""A night of each of the relatives and of the price list on a phone; the figures were worked out from the sources."""

from playwright.sync_api import expect

from tests.browser.conftest import NAMES, Phone

EYE_OF_ONES = ("1C", "2C", "3C", "4C", "5C", "6C", "1S", "1S", "2S", "3S", "4S", "7M", "7M", "7C", "OT")
TIGER = ("9C", "1S", "1M", "2C", "3C", "4C", "5S", "6S", "7S", "3M", "4M", "5M", "8C", "8S", "8M")
PRINSESA = "12O 12C 12E 12B 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11B"


def record(phone: Phone, *, number: int) -> None:
    phone.tap("Review")
    expect(phone.page.get_by_role("heading", name=f"Hand {number}")).to_be_visible()
    phone.tap("Record")
    phone.expect_hand(number + 1)


def test_qing_khanhoo_pays_the_pot_of_each_hand(phone: Phone) -> None:
    """Q2 to Q6: an eye and boys with free cards, then the tiger and four boys."""
    phone.start(*NAMES[:3], game="khanhoo_qing/")
    for number, (winner, cards) in enumerate((("Ben", EYE_OF_ONES), ("Carla", TIGER)), start=1):
        phone.tap(f"Record hand {number}", role="link")
        phone.choose(winner, asked="Who won")
        keys = phone.page.locator("[data-card-keys]:not([hidden])")
        if winner == "Carla":  # by the phone's own keyboard
            keys.locator("[data-typing]").click()
            phone.page.keyboard.type(", ".join(cards).lower())
        for card in cards if winner == "Ben" else ():
            keys.locator(f"[value='{card}']").click()
        record(phone, number=number)
    phone.expect_results(Ana="−2.00", Ben="+1.00", Carla="+1.00")


def test_cau_robat_gives_a_level_hand_to_nobody(phone: Phone) -> None:
    """R9: Ben, Ana, and a tie between Ben and Carla."""
    phone.start(*NAMES[:3], game="cau_robat/")
    for number, cards in enumerate(((12, 19, 9), (20, 10, 10), (10, 15, 15)), start=1):
        phone.tap(f"Record hand {number}", role="link")
        for pile, number_of_cards in zip(phone.page.locator("[name^=piles]").all(), cards, strict=True):
            pile.fill(str(number_of_cards))
        record(phone, number=number)
    phone.more("Settle the match")
    phone.tap("Settle the match")
    expect(phone.page.get_by_text("Match settled.")).to_be_visible()
    amounts = ["+0.01", "+0.01", "−0.02"]  # beside the points of the next match
    expect(phone.page.locator(".seat")).to_contain_text(amounts)


def test_the_price_list_pays_a_secret_and_a_prinsesa(phone: Phone) -> None:
    """L1, L4 to L6: 50 from each for the secret; 500 and 5 for each of four kings from each for the prinsesa."""
    phone.start(*NAMES[:3], rules="Price list", price="50")
    phone.tap_secret("Ben")
    phone.record_secret()
    phone.expect_results(Ana="−50", Ben="+100", Carla="−50")
    phone.set_sowee("3E")
    phone.tap("Record hand 1", role="link")
    phone.choose("Ana")
    phone.choose("Own draw")
    phone.type_cards(PRINSESA, bounit="11B")
    phone.record()
    phone.expect_results(Ana="+990", Ben="−420", Carla="−570")
