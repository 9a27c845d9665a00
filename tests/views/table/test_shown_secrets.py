"""Where the house wants paid secrets shown after a win, the review asks for them (C18)."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, EntryKind, Session
from scoring.operations.table.penalties import record_secret
from tests import people
from tests.views.reading import Page, open_page

WON = {
    "winner": str(people.ANA),
    "source": "discard",
    "sowee": "4O",
    "hand": people.WORKED_HAND,
    "bounit": "5B",
    "extra": "",
}


@pytest.fixture
def family(club: Club) -> Session:
    """Return a night by the family's rules; Ben was paid for a secret on line 1, Dan on line 2."""
    night = people.start_night(club=club, rules={"preset": "family", "false_secret_penalty": 30})
    for seen, seat in enumerate((people.BEN, people.DAN)):
        record_secret(session=night, seat=seat, expected_entry=seen, stamp=people.stamp())
    return night


def sent(browser: Client, address: str, **more: str) -> dict[str, str]:
    opened = open_page(browser, address).forms(action=address)[0]
    return {name: opened[name] for name in ("key", "expected_entry", "expected_after")} | WON | more


def test_the_review_asks_for_the_paid_secrets_of_the_others(host: Client, family: Session) -> None:
    address = reverse("hand", args=[family.public_id])
    page = Page(host.post(address, sent(host, address)))

    assert page.items("data-shown", tag="label") == ("Secret of Ben", "Secret of Dan")


def test_a_house_that_does_not_show_secrets_is_not_asked(host: Client, session: Session) -> None:
    record_secret(session=session, seat=people.BEN, expected_entry=0, stamp=people.stamp())
    address = reverse("hand", args=[session.public_id])

    assert not Page(host.post(address, sent(host, address))).has("data-shown")


def test_a_named_secret_stands_on_the_page_of_the_hand_and_in_its_correction(host: Client, family: Session) -> None:
    address = reverse("hand", args=[family.public_id])
    host.post(address, sent(host, address, step="record", shown_1="4E"))

    hand = family.entries.get(kind=EntryKind.HAND)
    assert hand.act["shown"] == {str(people.BEN): "4E"}
    assert "Ben showed the secret of" in host.get(reverse("entry", args=[family.public_id, hand.number])).text
    correct = reverse("correct", args=[family.public_id, hand.number])
    assert open_page(host, correct).forms(action=correct)[0]["shown_1"] == "4E"


def test_a_false_secret_is_refunded_with_the_hand_once_its_amounts_were_seen(host: Client, family: Session) -> None:
    address = reverse("hand", args=[family.public_id])
    form = sent(host, address, step="record", shown_1="none")
    again = host.post(address, form)

    page = Page(again)
    assert (page.status, page.notice()) == (422, "A secret is refunded: look at the amounts again, then record.")
    assert page.items("data-changes") == (
        "Ana gets +₱2.60 won",
        "Ben pays −₱2.50 lost",
        "Carla gets +₱0.80 won",
        "Dan pays −₱0.90 lost",
    )
    assert family.entries.count() == 2
    host.post(address, form | {"refunds_seen": page.forms(action=address)[0]["refunds_seen"]})
    assert [entry.kind for entry in family.entries.order_by("number")] == [
        EntryKind.SECRET,
        EntryKind.SECRET,
        EntryKind.HAND,
        EntryKind.REVERSAL,
        EntryKind.PENALTY,
    ]
    assert people.balances(family) == (-100 + 260, 100 - 250, -100 + 80, 100 - 90)


def test_a_double_tap_refunds_once(host: Client, family: Session) -> None:
    address = reverse("hand", args=[family.public_id])
    form = sent(host, address, step="record", shown_1="none", refunds_seen="1")

    assert [host.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert family.entries.count() == 5


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ({"shown_1": "3E"}, "Ben’s secret of 3E would hold every copy of it, but one lies elsewhere"),
        ({"shown_1": "4E", "shown_2": "4E"}, "Dan’s secret of 4E would hold every copy of it"),
    ],
)
def test_a_secret_of_cards_that_lie_elsewhere_is_none(
    host: Client, family: Session, shown: dict[str, str], said: str
) -> None:
    address = reverse("hand", args=[family.public_id])
    response = host.post(address, sent(host, address, step="record", **shown))

    assert response.status_code == 422
    assert said in response.text
    assert family.entries.count() == 2


def test_the_sowees_kind_may_be_shown_as_a_secret(host: Client, family: Session) -> None:
    """C10: its three others were laid with a fourth card; the hand of the winner then holds none."""
    address = reverse("hand", args=[family.public_id])
    host.post(address, sent(host, address, step="record", sowee="11E", shown_1="11E"))

    assert family.entries.get(kind=EntryKind.HAND).act["shown"] == {str(people.BEN): "11E"}
