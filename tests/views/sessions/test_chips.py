"""The pages of chips: what they fill in, keep, and show of each holder."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db

ALL = (1, 2, 3, 4)


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def buy(session: Session) -> None:
    buy_chips(bank=people.BEN, seats=ALL, amount_cents=500, is_paid=False, **people.current(session))


def test_everybody_takes_chips_from_the_bank_and_the_page_says_what_each_should_hold(
    host: Client, session: Session
) -> None:
    (form,) = open_page(host, url("chips", session)).forms(action=url("chips", session))
    taken = {"seats": ["1", "2", "3", "4"], "amount": "5", "bank": "2", "paid": "now"}
    assert host.post(url("chips", session), form | taken).status_code == 302
    people.win(session)
    page = host.get(url("chips", session))
    assert [each.due_cents for each in page.context["chips"].holders] == [680, 410, 500, 410]
    assert amounts(Page(page).text("data-chips"))[:3] == ("₱20.00", "₱5.00", "₱6.80")
    assert page.context["form"].initial["paid"] == "now"


def test_a_wrong_count_keeps_what_was_typed_and_a_count_says_who_has_more_or_less(
    host: Client, session: Session
) -> None:
    buy(session)
    people.win(session)
    counting = url("count-chips", session)
    (form,) = open_page(host, counting).forms(action=counting)
    wrong = host.post(counting, form | {"seat_1": "5", "seat_2": "5", "seat_3": "5"})
    assert refusal(wrong) == (422, ("wrong_amount",))
    assert Page(wrong).find("id", "id_seat_1").get("value") == "5"
    assert amounts(Page(wrong).text("data-code")) == ("₱15.00", "₱20.00", "₱5.00")
    answer = Page(host.post(counting, form | {f"seat_{seat}": "5" for seat in ALL}, follow=True))
    assert amounts(answer.text("data-count")) == ("−₱1.80", "+₱0.90", "+₱0.90")
    assert "−₱1.80" in amounts(open_page(host, url("close", session)).text("data-count"))


def test_every_line_of_chips_has_its_pages(host: Client, session: Session) -> None:
    buy(session)
    people.win(session)
    return_chips(seat=people.DAN, amount_cents=410, is_paid=True, **people.current(session))
    count_chips(counted={1: 650, 2: 440, 3: 500}, decides=True, **people.current(session))
    assert refusal(host.get(reverse("undo", args=[session.public_id, 1]))) == (409, ("not_reversible",))
    pages = [reverse("entry", args=[session.public_id, number]) for number in (1, 3, 4)]
    people.close(session)
    pages += [url(name, session) for name in ("table", "statement", "audit", "night", "settle", "watch")]
    kinds = ("json", "csv", "hledger", "beancount")
    pages += [reverse("export-session", args=[session.public_id, kind]) for kind in kinds]
    assert [host.get(page).status_code for page in pages] == [200] * len(pages)


@pytest.mark.parametrize("name", ["chips", "chips-back", "count-chips"])
def test_what_is_done_with_chips_waits_on_the_phone_while_nobody_answers(
    host: Client, session: Session, name: str
) -> None:
    buy(session)
    page = open_page(host, url(name, session))
    (form,) = (each for each in page.root.iter("form") if each.get("action") == url(name, session))
    assert ("data-act" in form.attrib, "key" in page.forms(action=url(name, session))[0]) == (True, True)
