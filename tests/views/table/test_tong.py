"""The pages of the tong: what is agreed on, kept in the form, and spent."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every
from scoring.models import Session
from scoring.operations.table.payments import set_tong, spend_tong
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db


def test_the_page_says_what_is_in_the_tong_and_the_ledger_what_it_was_spent_on(host: Client, session: Session) -> None:
    set_tong(every=Every.WIN, cents=0, percent=10, coin_cents=5, holder=people.BEN, **people.current(session))
    people.win(session)
    shown = open_page(host, reverse("tong", args=[session.public_id])).text("data-tong")
    spend_tong(amount_cents=10, reason="pizza", **people.current(session))
    (line, *_) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert ({*amounts(shown)}, amounts(line)[0], "pizza" in line) == ({"₱0.15"}, "₱0.10", True)


@pytest.mark.parametrize(
    ("rule", "filled"),
    [
        (
            {"every": Every.WIN, "cents": 0, "percent": 10, "coin_cents": 5},
            {"way": "percent", "amount": "", "percent": "10", "coin": "5", "holder": "2"},
        ),
        (
            {"every": Every.HAND, "cents": 150, "percent": 0, "coin_cents": 1},
            {"way": "hand", "amount": "₱1.50", "percent": "", "coin": "1", "holder": "2"},
        ),
    ],
    ids=["per cent", "hand"],
)
def test_the_form_opens_with_what_is_agreed_on(
    host: Client, session: Session, rule: dict[str, Any], filled: dict[str, str]
) -> None:
    set_tong(**rule, holder=people.BEN, **people.current(session))
    address = reverse("tong", args=[session.public_id])
    (form,) = open_page(host, address).forms(action=address)
    assert {name: form[name] for name in filled} == filled


def test_what_another_phone_recorded_meanwhile_asks_again_with_what_was_chosen(host: Client, session: Session) -> None:
    url = reverse("tong", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    people.win(session)
    typed = {"way": "hand", "amount": "0.10", "coin": "5", "holder": "3"}
    again = host.post(url, form | typed)
    (kept,) = Page(again).forms(action=url)
    assert refusal(again) == (409, ("table_changed",))
    assert {name: kept[name] for name in typed} == typed | {"amount": "₱0.10"}
    assert kept["expected_entry"] == "1"


@pytest.mark.parametrize(
    ("way", "code"), [("win", "amount:required"), ("hand", "amount:required"), ("percent", "percent:required")]
)
def test_a_way_asks_for_the_amount_or_the_per_cent_that_it_needs(
    host: Client, session: Session, way: str, code: str
) -> None:
    sent = {"key": str(people.stamp().key), "expected_entry": "0", "way": way, "coin": "1", "holder": "1"}
    assert refusal(host.post(reverse("tong", args=[session.public_id]), sent)) == (422, (code,))
