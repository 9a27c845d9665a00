"""Settle a closed session: ticks, partial payments, taking them back, what each gets or pays in all, sharing."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger import fingerprint
from scoring.ledger.tong import Every
from scoring.models import Club, Role, Session
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.operations.table.reversing import reopen_session
from scoring.queries.sessions.settlements import settling
from tests import people
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db

type Form = dict[str, str]

NOTHING_PAID = (180, -90, 0, -90)


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def forms(browser: Client, session: Session) -> tuple[Form, ...]:
    """Return the forms of the open plan: for each line all of it, then a part."""
    return open_page(browser, url("settle", session)).forms(action=url("hand-over", session))


def tick(host: Client, session: Session, **changes: str) -> Any:
    """Tick the first line of the plan."""
    return host.post(url("hand-over", session), forms(host, session)[0] | changes)


def progress(browser: Client, session: Session) -> tuple[int, int]:
    """Return how many lines of the plan are paid, of how many."""
    shown = browser.get(url("settle", session)).context
    return shown["settling"].paid_count, len(shown["rows"])


def shared(browser: Client, session: Session) -> list[list[str]]:
    """Return the paragraphs of the night as text, in lines."""
    text = open_page(browser, url("settle", session)).find("data-copy-text").text or ""
    return [part.split("\n") for part in text.strip().replace("\u2060", "").split("\n\n")]


@pytest.fixture
def night(session: Session) -> Session:
    """Return a closed night: Ben and Dan each owe Ana 90."""
    people.win(session)
    people.close(session)
    return session


def test_plan_is_shown_with_nothing_paid_and_a_viewer_cannot_tick(host: Client, night: Session) -> None:
    page = open_page(host, url("settle", night))
    assert page.sums("data-results") == (("Ana", "+₱1.80"), ("Carla", "₱0.00"), ("Ben", "−₱0.90"), ("Dan", "−₱0.90"))
    assert [page.find("data-line", mark).get("class") for mark in ("2-1", "4-1")] == ["transfer"] * 2
    viewer = people.browser_of(club=night.club, role=Role.VIEWER)
    assert [len(forms(browser, night)) for browser in (host, viewer)] == [4, 0]


def test_ticks_hand_over_a_part_or_what_is_left(host: Client, night: Session) -> None:
    assert tick(host, night, amount="₱ 0,50")["Location"] == url("settle", night)
    page = open_page(host, url("settle", night))
    assert amounts(page.text("data-line", "2-1"))[:3] == ("₱0.50", "₱0.90", "₱0.40")
    assert (people.outstanding(night), progress(host, night)) == ((130, -40, 0, -90), (0, 2))
    tick(host, night)
    assert (people.outstanding(night), people.balances(night)) == ((90, 0, 0, -90), NOTHING_PAID)
    assert open_page(host, url("settle", night)).find("data-line", "2-1").get("class") == "transfer transfer-done"
    tick(host, night)
    assert (people.outstanding(night), progress(host, night), forms(host, night)) == ((0, 0, 0, 0), (2, 2), ())


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"amount": "0.91"}, (409, ("wrong_amount",))),
        ({"amount": "0"}, (409, ("wrong_amount",))),
        ({"amount": "-1"}, (422, ("amount_negative",))),
        ({"amount": "a lot"}, (422, ("amount_not_a_number",))),
        ({"amount": "0.505"}, (422, ("amount_too_many_decimals",))),
        ({"amount": ""}, (422, ("required",))),
        ({"payer": "1", "payee": "2", "amount": "0.10"}, (409, ("wrong_amount",))),
    ],
)
def test_payment_that_cannot_be_is_refused_and_kept_as_typed(
    host: Client, night: Session, changes: Form, refused: tuple[int, tuple[str, ...]]
) -> None:
    answer = host.post(url("hand-over", night), forms(host, night)[3] | changes)
    page = Page(answer)
    assert (refusal(answer), people.outstanding(night)) == (refused, NOTHING_PAID)
    assert page.find("data-live").get("data-live") == url("settle", night)  # what was posted to answers no questions
    kept = [field.get("value") for field in page.root.iter("input") if field.get("aria-invalid") == "true"]
    assert kept == ([] if "payer" in changes else [changes["amount"]])


def test_cash_noted_on_another_phone_is_looked_at_first(host: Client, night: Session) -> None:
    form = forms(host, night)[1] | {"amount": "0.40"}
    people.pay(night, payer=BEN, payee=ANA, cents=40)
    assert refusal(host.post(url("hand-over", night), form)) == (409, ("cash_changed",))
    assert people.outstanding(night) == (140, -50, 0, -90)


def test_tick_is_taken_back_once(host: Client, night: Session) -> None:
    tick(host, night)
    (form,) = open_page(host, url("settle", night)).forms(action=url("take-back", night))
    answers = [host.post(url("take-back", night), form) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [url("settle", night)] * 2
    assert [entry.kind for entry in night.entries.all()] == ["hand", "close", "handover", "reversal"]
    assert (people.outstanding(night), progress(host, night)) == (NOTHING_PAID, (0, 2))

    other_phone = host.post(url("take-back", night), form | {"key": str(uuid4())})
    assert refusal(other_phone) == (409, ("not_reversible",))
    assert host.post(url("take-back", night), {"key": str(uuid4()), "number": "1"}).status_code == 404  # no cash


def test_player_marks_and_takes_back_only_what_is_their_own(host: Client, night: Session) -> None:
    bens, _part, *_ = forms(host, night)
    dan, ben = (people.player_browser(session=night, seat=seat) for seat in (DAN, BEN))
    assert [form["payer"] for form in forms(dan, night)] == [str(DAN)] * 2
    assert refusal(dan.post(url("hand-over", night), bens)) == (409, ("not_yours",))
    assert ben.post(url("hand-over", night), bens).status_code == 302
    (back,) = open_page(ben, url("settle", night)).forms(action=url("take-back", night))
    assert refusal(dan.post(url("take-back", night), back)) == (409, ("not_yours",))
    assert people.outstanding(night) == (90, 0, 0, -90)
    assert ben.post(url("take-back", night), back).status_code == 302


def test_open_session_has_nothing_to_settle(host: Client, night: Session) -> None:
    form = forms(host, night)[0]
    reopen_session(session=night, reason="one more hand", stamp=people.stamp())
    table = url("table", night)
    assert host.get(url("settle", night))["Location"] == host.post(url("hand-over", night), form)["Location"] == table
    boosted = host.post(url("hand-over", night), form, headers={"HX-Request": "true"})
    assert (boosted["HX-Redirect"], people.outstanding(night)) == (table, NOTHING_PAID)


def test_cash_of_the_first_close_counts_in_the_second(host: Client, night: Session) -> None:
    people.pay(night, payer=BEN, payee=ANA, cents=90)
    reopen_session(session=night, reason="one more hand", stamp=people.stamp())
    people.win(night, winner=BEN)
    preview = host.get(url("close", night))
    left = (("Carla", "Ben", "₱0.90"), ("Dan", "Ben", "₱0.90"))
    assert (Page(preview).sums("data-plan"), preview.context["closing"].cash_moved) == (left, True)

    people.close(night)
    page = open_page(host, url("settle", night))
    assert page.sums("data-before") == (("₱0.90",),)
    assert page.sums("data-results")[0] == ("Ana", "+₱0.90", "−₱0.90", "₱0.00")  # settled before, in all
    assert [amounts(each) for each in shared(host, night)[2]] == [("₱0.90",)] * 3


# The night as text


def test_night_is_shared_as_text(host: Client, night: Session) -> None:
    tick(host, night)
    title, results, plan, check = shared(host, night)
    assert "Our club" in title[0]
    assert results == ["Ana +₱1.80", "Carla ₱0.00", "Ben −₱0.90", "Dan −₱0.90"]
    assert [(amounts(each), "Ben" in each, "Ana" in each) for each in plan] == [
        (("₱0.90",), True, True),
        (("₱0.90",), False, True),
    ]
    assert fingerprint.short(fingerprint=settling(session=night).fingerprint) in check[0]


def test_night_in_whole_pesos_is_settled_and_shared_without_centavos(host: Client, club: Club) -> None:
    night = people.start_night(club=club, stake_factor=10)
    people.win(night)
    people.close(night)
    page = open_page(host, url("settle", night))
    assert page.sums("data-results") == (("Ana", "+₱18"), ("Carla", "₱0"), ("Ben", "−₱9"), ("Dan", "−₱9"))
    assert amounts(page.text("data-line", "2-1"))[0] == "₱9"
    assert shared(host, night)[1] == ["Ana +₱18", "Carla ₱0", "Ben −₱9", "Dan −₱9"]


def test_night_is_sent_by_messengers_without_a_script(host: Client, night: Session) -> None:
    page = host.get(url("settle", night)).text
    addresses = ("https://wa.me/?text=", "viber://forward?text=", "sms:?&amp;body=", "mailto:?body=")
    sent = [page.partition(f'href="{address}')[2].partition('"')[0] for address in addresses]
    assert ["Our%20club" in each for each in sent] == [True] * 4


# What each gets or pays in all


@pytest.fixture
def beside(session: Session) -> Session:
    """Return an open night with a tong, a win at which it was taken, and a side bet of Carla's."""
    tong = {"every": Every.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": BEN}
    set_tong(**tong, **people.current(session))  # type: ignore[arg-type]
    people.win(session)
    bet = {"payer": CARLA, "payees": (ANA,), "amount_cents": 500, "reason": "side bet"}
    pay_free(**bet, **people.current(session))  # type: ignore[arg-type]
    return session


def test_result_is_followed_down_to_what_is_paid(host: Client, beside: Session) -> None:
    ana = ("Ana", "+₱1.80", "+₱0.10", "+₱1.90", "−₱0.15", "+₱5.00", "₱6.75")
    assert open_page(host, url("close", beside) + "?coin=25").sums("data-results")[0] == ana
    people.close(beside, coin_cents=25)
    assert open_page(host, url("settle", beside)).sums("data-results")[0] == ana


def test_text_says_what_each_comes_to_in_all_and_what_was_paid_beside_the_game(host: Client, beside: Session) -> None:
    spend_tong(amount_cents=10, reason="peanuts", **people.current(beside))
    people.close(beside)
    _title, results, told, *_rest = shared(host, beside)
    assert [amounts(each) for each in results] == [
        ("+₱1.80", "+₱6.65"),
        ("₱0.00", "−₱5.00"),
        ("−₱0.90", "−₱0.75"),
        ("−₱0.90",),
    ]
    reasons = [each.partition("(")[2].partition(")")[0] for each in told[1:]]
    assert [(amounts(each), reason) for each, reason in zip(told[1:], reasons, strict=True)] == [
        (("₱5.00",), "side bet"),
        (("₱0.10",), "peanuts"),
        (("₱0.15",), ""),
    ]
