"""The pages of the tong: what is agreed on, kept in the form, and spent."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every
from scoring.models import Session
from scoring.operations.table.payments import set_tong
from scoring.queries.table.tong import tong_of
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db


def test_a_tong_is_agreed_on_and_spent(host: Client, session: Session) -> None:
    url, spending = (reverse(name, args=[session.public_id]) for name in ("tong", "spend-tong"))
    (form,) = open_page(host, url).forms(action=url)
    host.post(url, form | {"way": "percent", "percent": "10", "coin": "5", "holder": "2"})
    people.win(session)
    assert set(amounts(open_page(host, url).text("data-tong"))) == {"₱0.15"}
    (form,) = open_page(host, spending).forms(action=spending)
    host.post(spending, form | {"amount": "0.10", "reason": "pizza"})
    assert tong_of(session=session).left_cents == 5
    (line, *_) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert (amounts(line)[0], "pizza" in line) == ("₱0.10", True)


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
    host: Client, session: Session, rule: dict[str, object], filled: dict[str, str]
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


@pytest.mark.parametrize("coin", [0, -5, 7, 10**9])
def test_no_page_rounds_to_what_is_no_coin(host: Client, session: Session, coin: int) -> None:
    people.win(session)
    url = reverse("tong", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    answer = host.post(url, form | {"way": "percent", "percent": "10", "coin": str(coin), "holder": "1"})
    assert answer.status_code in (409, 422)
    assert open_page(host, reverse("close", args=[session.public_id]) + f"?coin={coin}").status == 200
    assert session.entries.count() == 1
