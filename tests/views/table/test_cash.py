"""Cash handed over during the night: it moves what is outstanding, never a result."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.errors import CashChangedError, SessionClosedError, WrongAmountError
from scoring.operations.sessions.closing import close_session, hand_over, hand_over_early
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page

type Form = dict[str, str]


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def outstanding(session: Session) -> tuple[int, ...]:
    return tuple(seat.outstanding_cents for seat in tables.results(session=session))


def given(*, payer: int = people.BEN, payee: int = people.ANA, amount: str = "0.50", expected_entry: int = 1) -> Form:
    told = {"payer": str(payer), "payee": str(payee), "amount": amount}
    return {"key": str(uuid4()), "expected_entry": str(expected_entry), **told}


def paid(record: Callable[..., Entry], night: Session, *, expected_entry: int | None) -> Entry:
    """Note by an operation that Ben paid Ana all he owes."""
    seats = {"payer": people.BEN, "payee": people.ANA}
    return record(session=night, **seats, amount_cents=90, expected_entry=expected_entry, stamp=people.stamp())


@pytest.fixture
def night(session: Session) -> Session:
    """Return a night that is still played: Ben and Dan each owe Ana 90."""
    people.win(session)
    return session


def test_cash_changes_what_is_outstanding_and_no_result(host: Client, night: Session) -> None:
    answer = host.post(url("cash", night), given(), follow=True)

    assert "Recorded: Ben handed Ana ₱0.50." in answer.text
    assert outstanding(night) == (130, -40, 0, -90)
    assert people.balances(night) == (180, -90, 0, -90)
    assert "Ben handed cash to Ana" in open_page(host, url("table", night)).items("data-ledger")[0]


def test_close_counts_the_cash_of_the_night(night: Session) -> None:
    hand_over_early(session=night, payer=2, payee=1, amount_cents=50, stamp=people.stamp())

    close_session(session=night, coin_cents=1, expected_entry=2, stamp=people.stamp())

    plan = [(line.payer, line.payee, line.left_cents) for line in settlements.plan(session=night)]
    assert plan == [(2, 1, 40), (4, 1, 90)]


def test_more_than_owed_may_be_handed_over_and_comes_back_at_the_close(night: Session) -> None:
    hand_over_early(session=night, payer=2, payee=1, amount_cents=200, stamp=people.stamp())

    assert outstanding(night) == (-20, 110, 0, -90)
    assert [(line.payer, line.payee, line.cents) for line in settlements.owed_now(session=night)] == [
        ("Ana", "Ben", 20),
        ("Dan", "Ben", 90),
    ]


def test_what_is_outstanding_is_offered_and_fills_the_form(host: Client, night: Session) -> None:
    page = open_page(host, url("cash", night))
    assert page.items("data-owed") == ("Ben pays Ana ₱0.90", "Dan pays Ana ₱0.90")
    link = next(a.get("href", "") for a in page.find("data-owed").iter("a"))

    filled = open_page(host, url("cash", night) + link)

    assert filled.find("id", "id_amount").get("value") == "₱0.90"


def test_cash_of_the_night_is_undone(night: Session) -> None:
    entry = hand_over_early(session=night, payer=2, payee=1, amount_cents=50, stamp=people.stamp())

    undo(entry=entry, reason="", stamp=people.stamp())

    assert outstanding(night) == people.balances(night) == (180, -90, 0, -90)


def test_double_tap_records_once(host: Client, night: Session) -> None:
    form = given()
    for _ in range(2):
        host.post(url("cash", night), form)

    assert night.entries.filter(kind=EntryKind.HANDOVER).count() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"payee": "2"}, "Choose somebody else: cash goes from one player to another."),
        ({"amount": "0"}, "Write how much was handed over."),
        ({"amount": "lots"}, "'lots' is not an amount. Write it like ₱12.00."),
        ({"payer": ""}, "Choose who handed it over."),
        ({"payee": "9"}, "Select a valid choice. 9 is not one of the available choices."),
    ],
)
def test_cash_that_cannot_be_is_refused_and_kept(host: Client, night: Session, change: Form, said: str) -> None:
    form = given() | change

    page = Page(host.post(url("cash", night), form))

    assert page.status == 422
    assert said in page.items("class", "errorlist", tag="li")
    assert page.find("id", "id_amount").get("value") == form["amount"]
    assert outstanding(night) == (180, -90, 0, -90)


def test_players_record_their_own_payments_only(night: Session) -> None:
    ben = people.player_browser(session=night, seat=people.BEN)
    assert open_page(ben, url("cash", night)).items("data-owed") == ("Ben pays Ana ₱0.90",)

    assert ben.post(url("cash", night), given(payer=4)).status_code == 422
    assert ben.post(url("cash", night), given()).status_code == 302

    assert outstanding(night) == (130, -40, 0, -90)


def test_players_tick_and_untick_their_own_lines_of_the_plan(night: Session) -> None:
    close_session(session=night, coin_cents=1, expected_entry=1, stamp=people.stamp())
    ben = people.player_browser(session=night, seat=people.BEN)
    page = open_page(ben, url("settle", night))
    forms = page.forms(action=url("hand-over", night))
    assert {form["payer"] for form in forms} == {"2"}

    assert ben.post(url("hand-over", night), forms[0] | {"payer": "4"}).status_code == 409
    assert ben.post(url("hand-over", night), forms[0]).status_code == 302
    assert outstanding(night) == (90, 0, 0, -90)
    (back,) = open_page(ben, url("settle", night)).forms(action=url("take-back", night))
    dan = people.player_browser(session=night, seat=people.DAN)
    assert dan.post(url("take-back", night), back).status_code == 409
    assert ben.post(url("take-back", night), back).status_code == 302

    assert outstanding(night) == (180, -90, 0, -90)


def test_a_closed_night_leads_to_its_plan(host: Client, night: Session) -> None:
    close_session(session=night, coin_cents=1, expected_entry=1, stamp=people.stamp())

    assert host.post(url("cash", night), given()).headers["Location"] == url("settle", night)
    with pytest.raises(SessionClosedError):
        hand_over_early(session=night, payer=2, payee=1, amount_cents=1, stamp=people.stamp())


def test_a_night_for_points_has_no_cash(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="points")

    assert host.get(url("cash", night)).status_code == 409
    with pytest.raises(WrongAmountError, match="points"):
        hand_over_early(session=night, payer=2, payee=1, amount_cents=1, stamp=people.stamp())


@pytest.mark.parametrize(("payer", "payee", "cents"), [(1, 1, 5), (1, 2, 0), (1, 7, 5)])
def test_impossible_cash_is_refused_by_the_books(night: Session, payer: int, payee: int, cents: int) -> None:
    with pytest.raises(WrongAmountError):
        hand_over_early(session=night, payer=payer, payee=payee, amount_cents=cents, stamp=people.stamp())

    assert night.entries.count() == 1


def test_cash_that_two_phones_note_is_recorded_once_and_the_second_chooses(host: Client, night: Session) -> None:
    ben = people.player_browser(session=night, seat=people.BEN)
    first, second = (open_page(phone, url("cash", night)).forms(action=url("cash", night))[0] for phone in (host, ben))
    said = {"payer": "2", "payee": "1", "amount": "0.90"}
    host.post(url("cash", night), first | said)

    answer = ben.post(url("cash", night), second | said)

    assert answer.status_code == 409
    page = Page(answer)
    assert "₱0.90 between these two was recorded meanwhile, at " in page.text("data-first")
    assert outstanding(night) == (90, 0, 0, -90)
    again = page.forms(action=url("cash", night))[0]
    assert again | said | {"key": second["key"], "expected_entry": "2"} == again | said
    ben.post(url("cash", night), again | said)
    assert outstanding(night) == (0, 90, 0, -90)


def test_cash_of_other_players_and_hands_recorded_meanwhile_hold_no_cash_up(host: Client, night: Session) -> None:
    host.post(url("cash", night), given(payer=people.DAN))
    people.win(night)

    assert host.post(url("cash", night), given()).status_code == 302


def test_cash_noted_in_a_night_reopened_while_being_paid_is_recorded_once(night: Session) -> None:
    close_session(session=night, coin_cents=1, expected_entry=1, stamp=people.stamp())
    paid(hand_over, night, expected_entry=2)
    reopen_session(session=night, reason="One more hand", stamp=people.stamp())

    with pytest.raises(CashChangedError) as error:
        paid(hand_over_early, night, expected_entry=2)

    assert error.value.entry.number == 3
    assert outstanding(night) == (90, 0, 0, -90)


def test_cash_taken_back_meanwhile_is_no_first_cash(night: Session) -> None:
    undo(entry=paid(hand_over_early, night, expected_entry=1), reason="", stamp=people.stamp())

    paid(hand_over_early, night, expected_entry=1)

    assert outstanding(night) == (90, 0, 0, -90)


def test_cash_without_an_expectation_is_recorded_as_ever(night: Session) -> None:
    for _phone in range(2):
        paid(hand_over_early, night, expected_entry=None)

    assert outstanding(night) == (0, 90, 0, -90)


def test_part_payments_noted_by_two_phones_after_the_close_are_recorded_once(host: Client, night: Session) -> None:
    close_session(session=night, coin_cents=1, expected_entry=1, stamp=people.stamp())
    forms = open_page(host, url("settle", night)).forms(action=url("hand-over", night))
    part = next(form for form in forms if form["payer"] == "2" and not form.get("amount"))
    host.post(url("hand-over", night), part | {"amount": "0.30"})

    answer = host.post(url("hand-over", night), part | {"amount": "0.30", "key": str(uuid4())})

    assert answer.status_code == 409
    page = Page(answer)
    assert "₱0.30 between these two was recorded meanwhile, at " in page.notice()
    assert outstanding(night) == (150, -60, 0, -90)
    again = next(form for form in page.forms(action=url("hand-over", night)) if form.get("amount") == "0.30")
    host.post(url("hand-over", night), again)
    assert outstanding(night) == (120, -30, 0, -90)


def test_what_is_outstanding_is_what_a_close_would_have_paid_c25(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "family"})
    people.win(night)
    page = open_page(host, url("cash", night))
    assert page.items("data-owed") == ("Ben pays Ana ₱0.90", "Dan pays Carla ₱0.90")
    assert page.items("data-owed") == open_page(host, url("close", night)).items("data-plan")
