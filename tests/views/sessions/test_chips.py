"""The pages of chips: what they fill in, keep, and show of each holder."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from scoring.queries.sessions.chips import chips_of
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db

ALL = (1, 2, 3, 4)


def buy(session: Session, *, is_paid: bool) -> None:
    buy_chips(bank=people.BEN, seats=ALL, amount_cents=500, is_paid=is_paid, **people.current(session))


def test_everybody_takes_chips_from_the_bank_and_the_page_says_what_each_should_hold(
    host: Client, session: Session
) -> None:
    url = reverse("chips", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    taken = {"seats": ["1", "2", "3", "4"], "amount": "5", "bank": "2", "paid": "now"}
    assert host.post(url, form | taken).status_code == 302
    people.win(session)
    page = host.get(url)
    assert [each.due_cents for each in page.context["chips"].holders] == [680, 410, 500, 410]
    assert amounts(Page(page).text("data-chips"))[:3] == ("₱20.00", "₱5.00", "₱6.80")
    assert page.context["form"].initial["paid"] == "now"


def test_chips_are_handed_back_in_cash(host: Client, session: Session) -> None:
    buy(session, is_paid=True)
    url = reverse("chips-back", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    assert host.post(url, form | {"seat": "4", "amount": "4.80", "paid": "now"}).status_code == 302
    assert people.outstanding(session) == (500, -1020, 500, 20)
    (line, *_) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert amounts(line)[0] == "₱4.80"


def test_a_wrong_count_keeps_what_was_typed_and_a_count_names_who_must_look(host: Client, session: Session) -> None:
    buy(session, is_paid=False)
    people.win(session)
    counting = reverse("count-chips", args=[session.public_id])
    (form,) = open_page(host, counting).forms(action=counting)
    wrong = host.post(counting, form | {"seat_1": "5", "seat_2": "5", "seat_3": "5"})
    assert refusal(wrong) == (422, ("wrong_amount",))
    assert Page(wrong).find("id", "id_seat_1").get("value") == "5"
    assert amounts(Page(wrong).text("data-code")) == ("₱15.00", "₱20.00", "₱5.00")

    answer = Page(host.post(counting, form | {f"seat_{seat}": "5" for seat in ALL}, follow=True))

    differing = ("−₱1.80", "+₱0.90", "+₱0.90")
    assert amounts(answer.text("data-count")) == differing
    (line, *_) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert amounts(line) == differing
    assert "−₱1.80" in amounts(open_page(host, reverse("close", args=[session.public_id])).text("data-count"))
    assert chips_of(session=session).suspects == (2,)


def test_every_line_of_chips_has_its_pages(host: Client, session: Session) -> None:
    buy(session, is_paid=False)
    people.win(session)
    return_chips(seat=people.DAN, amount_cents=410, is_paid=True, **people.current(session))
    count_chips(counted={1: 650, 2: 440, 3: 500}, decides=True, **people.current(session))
    for number in (1, 3, 4):
        for name in ("entry", "dispute"):
            assert host.get(reverse(name, args=[session.public_id, number])).status_code == 200
    assert host.get(reverse("undo", args=[session.public_id, 4])).status_code == 200
    assert refusal(host.get(reverse("undo", args=[session.public_id, 1]))) == (409, ("not_reversible",))
    people.close(session)
    for name in ("table", "statement", "audit", "night", "settle", "watch"):
        assert host.get(reverse(name, args=[session.public_id])).status_code == 200
    for kind in ("json", "csv", "hledger", "beancount"):
        assert host.get(reverse("export-session", args=[session.public_id, kind])).status_code == 200


@pytest.mark.parametrize("name", ["chips", "chips-back", "count-chips"])
def test_what_is_done_with_chips_waits_on_the_phone_while_nobody_answers(
    host: Client, session: Session, name: str
) -> None:
    buy(session, is_paid=True)
    address = reverse(name, args=[session.public_id])
    page = open_page(host, address)
    (form,) = (each for each in page.root.iter("form") if each.get("action") == address)
    assert "data-act" in form.attrib
    assert "key" in page.forms(action=address)[0]
