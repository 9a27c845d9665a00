"""How many taps the acts of an evening take on a phone of 390 x 844, names and numbers typed in between.

A step is a selector to tap, or `[attribute]=text` to type, which is no tap; `most` is how many taps it may take.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, WORKED_MELDS, Phone, new_page, settle
from tests.people import WORKED_HAND

type Before = Callable[[Phone], object]

PAYER, PAYEE = "label:has([name=payer][value='2'])", "label:has([name=payees][value='1'])"
CLOSE, MARK = "form[action$='/close/'] .button-primary", "form[action$='/hand-over/'] button"
REVIEW, RECORD = ".dock [value=review]", ".dock .button-primary"
WINNER, DRAWN = "label:has([name=winner][value='1'])", "label:has([name=source][value=self_drawn])"
MELDS = tuple(tap for meld in WORKED_MELDS for tap in (f"[data-key='{meld.split()[0]}']", f"[data-offer='{meld}']"))
ONE_KING = "[data-stepper]:has([name=other_kings]) button:last-child"
SEAT, PAY = "[href*='/secret/2/']", "#pay .button-large"
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


def khanhoo(phone: Phone) -> None:
    phone.start(game="khanhoo/")


def cau_robat(phone: Phone) -> None:
    phone.start(game="cau_robat/")


def laid(seat: int, *melds: str) -> tuple[str, ...]:
    """Return the taps on a player of khanhoo and on the names of melds."""
    keys = (f"[data-tally]:has([name=melds__{seat}__{meld}]) .tally-add" for meld in melds)
    return f".seat-tab:has(+ [data-player='{seat}'])", *keys


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
    phone.press(CLOSE)


def two_hands(phone: Phone) -> None:
    declared(phone)
    phone.open_quick()
    phone.tap("Record")


def money(phone: Phone) -> None:
    phone.start()
    phone.press(".site-nav [href$='/money/']")


def turning(phone: Phone) -> None:
    phone.page.goto(f"{phone.address}/judge/extra/?hand={WORKED_HAND}&bounit=5B&source=claimed&sowee=4O")
    settle(phone.page)


def guest(phone: Phone) -> None:
    """Scan the link that the host's phone shows, on another phone."""
    phone.start()
    link = phone.invitation(role="Player")
    browser = phone.page.context.browser
    assert browser is not None
    phone.page = new_page(browser)
    phone.page.goto(phone.address + link)
    settle(phone.page)


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
    Act(
        name="hand_by_its_cards_of_an_own_draw",
        most=17,
        before=Phone.start,
        steps=(".dock [href$='/hand/']", WINNER, DRAWN, *MELDS, "[data-key='12B']", REVIEW, RECORD),
        reached="[data-landed]",
    ),
    Act(
        name="quick_hand",
        most=6,
        before=Phone.start,
        steps=(".dock [href$='/hand/quick/']", WINNER, DRAWN, ONE_KING, REVIEW, RECORD),
        reached="[data-landed]",
    ),
    Act(
        name="khanhoo_hand_of_four",
        most=14,
        before=khanhoo,
        steps=(
            ".dock [href$='/hand/']",
            *laid(1, "khanhoo", "sequence"),
            *laid(3, "courts", "sequence", "sequence"),
            "label:has([name=out][value='3'])",
            *laid(4, "triplet"),
            REVIEW,
            RECORD,
        ),
        reached="[data-landed]",
    ),
    Act(
        name="cau_robat_hand_of_four",
        most=12,
        before=cau_robat,
        steps=(".dock [href$='/hand/']", *(f".number-key[value='{digit}']" for digit in "11914"), REVIEW, RECORD),
        reached="[data-landed]",
    ),
    Act(
        name="correction_of_the_newest_hand",
        most=4,
        before=declared,
        steps=("[href$='/entries/1/correct/']", ONE_KING, REVIEW, RECORD),
        reached="[data-correction]",
    ),
    Act(
        name="correction_of_an_older_hand",
        most=5,
        before=declared_twice,
        steps=("#what-1", "#fold-1 [href$='/entries/1/correct/']", ONE_KING, REVIEW, RECORD),
        reached="[data-correction]",
    ),
    Act(
        name="fifteen_extra_cards",
        most=15,
        before=turning,
        steps=tuple(f"[data-key='11{suit}']" for suit in "OOOOCCCCEEEEBBB"),
        reached="[data-extra-strip] > :nth-child(15)",
    ),
    Act(
        name="invite",
        most=1,
        before=Phone.start,
        steps=("main [href*='/phones/invite/']",),
        reached=".qr-large, [data-code]",
    ),
    Act(
        name="side_payment_of_a_seat",
        most=5,
        before=Phone.start,
        steps=(SEAT, "[href$='?payer=2#pay']", "label:has([name=payees][value='3'])", "label:has([name=sum])", PAY),
        reached="[id^='line-']",
    ),
    Act(
        name="picture_for_a_chat",
        most=2,
        before=closed,
        steps=("[href='#share']", "[data-send]"),
        reached="[data-sent]:not([data-sent=''])",
    ),
    Act(name="guest_by_link", most=1, before=guest, steps=("main [name=player]",), reached=".felt"),
    Act(
        name="correction_of_an_older_hand",
        most=5,
        before=two_hands,
        steps=("#what-1", "[href$='/entries/1/correct/']", ONE_KING, REVIEW, RECORD),
        reached="[data-correction]",
    ),
    Act(
        name="payment",
        most=5,
        before=money,
        steps=("[href$='#pay']", PAYER, PAYEE, "label:has([name=sum])", ".over-sheet .button-primary"),
        reached=".fold",
    ),
    Act(name="shared", most=2, before=closed, steps=("[href='#share']", "[data-send]"), reached="[data-sent]"),
    Act(name="next_night", most=1, before=closed, steps=("[action$='/again/'] button",), reached="[data-sowee]"),
    Act(name="close_and_settle", most=3, before=declared, steps=(".ledger-settle", CLOSE, MARK), reached=".dock"),
    Act(name="payment_made", most=1, before=closed, steps=(MARK,), reached=".dock"),
    Act(name="secret", most=2, before=Phone.start, steps=("#seat-1", "[data-secret]"), reached="[data-landed]"),
    Act(
        name="nobody_won",
        most=3,
        before=Phone.start,
        steps=("#menu > summary", "[href$='/hand/drawn/']", "#dock .button-primary, #dock .button-act"),
        reached="[data-ledger] tr",
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
