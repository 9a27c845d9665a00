"""What a player gets in all, or pays, adds up wherever results are told: the page, the statement and the receipt."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger import balances
from scoring.ledger.tong import Every
from scoring.models import Club, Session
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.table.payments import pay_free, set_tong
from scoring.operations.table.reversing import reopen_session
from scoring.queries.sessions.settlements import closing, settling
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(session: Session) -> Session:
    """A night with a side bet, a tong and a win at which it was taken."""
    rule = {"every": Every.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": people.BEN}
    set_tong(session=session, **rule, expected_entry=0, stamp=people.stamp())  # type: ignore[arg-type]
    people.win(session)
    bet = {"payer": people.CARLA, "payees": (people.ANA,), "amount_cents": 500, "reason": "side bet"}
    pay_free(session=session, **bet, expected_entry=2, stamp=people.stamp())  # type: ignore[arg-type]
    return session


def close(night: Session, *, coin_cents: int = 1) -> None:
    newest = tables.last_entry_number(session=night)
    close_session(session=night, coin_cents=coin_cents, expected_entry=newest, stamp=people.stamp())


def told(page: Page, mark: str = "data-results") -> str:
    return " ".join(page.text(mark).split())


def test_a_result_is_followed_down_to_what_is_paid(host: Client, night: Session) -> None:
    ana = "Ana +₱1.80 at the table, +₱0.10 by rounding +₱1.90 won Tong −₱0.15 Beside the game +₱5.00 Gets in all ₱6.75"
    assert ana in told(open_page(host, reverse("close", args=[night.public_id]) + "?coin=25"))
    close(night, coin_cents=25)
    assert ana in told(open_page(host, reverse("settle", args=[night.public_id])))


def test_every_reckoning_is_the_sum_of_its_parts_and_what_the_plan_moves(night: Session) -> None:
    shown = closing(session=night, coin_cents=25).reckonings
    close(night, coin_cents=25)
    settled = settling(session=night)

    plan = (
        balances.Payment(payer=each.line.payer, payee=each.line.payee, cents=each.line.cents) for each in settled.lines
    )
    net = balances.results(seats=[seat.number for seat in settled.seats], payments=plan)
    assert {reckoning.number: reckoning.due_cents for reckoning in settled.reckonings} == net
    assert not any(reckoning.settled_cents for reckoning in settled.reckonings)
    assert sorted(settled.reckonings, key=lambda each: each.number) == list(shown)
    assert [(each.tong_cents, each.beside_cents) for each in shown] == [(-15, 500), (15, 0), (0, -500), (0, 0)]


def test_what_was_handed_over_before_a_second_close_stands_in_the_sum(host: Client, night: Session) -> None:
    close(night)
    line = settling(session=night).lines[0].line
    newest = tables.last_entry_number(session=night)
    hand_over(
        session=night, payer=line.payer, payee=line.payee, amount_cents=50, expected_entry=newest, stamp=people.stamp()
    )
    reopen_session(session=night, reason="one more", expected_entry=newest + 1, stamp=people.stamp())
    close(night)

    payer = next(each for each in settling(session=night).reckonings if each.number == line.payer)
    assert payer.settled_cents == 50
    assert "Settled before +₱0.50" in told(open_page(host, reverse("settle", args=[night.public_id])))


@pytest.mark.parametrize("page", ["statement", "receipt"])
def test_paper_says_it_too_and_of_a_night_that_is_open(host: Client, night: Session, page: str) -> None:
    mark = "data-results" if page == "statement" else "data-receipt"
    of_carla = "Beside the game −₱5.00 Pays in all ₱5.00"
    assert of_carla in told(open_page(host, reverse(page, args=[night.public_id])), mark)
    close(night)
    assert of_carla in told(open_page(host, reverse(page, args=[night.public_id])), mark)


def test_the_text_for_the_chat_says_what_each_comes_to_in_all(host: Client, night: Session) -> None:
    close(night)
    text = (open_page(host, reverse("settle", args=[night.public_id])).find("data-copy-text").text or "").split("\n\n")
    assert text[1].replace("\u2060", "").split("\n") == [
        "Ana +₱1.80 (in all +₱6.65)",
        "Carla ₱0.00 (in all −₱5.00)",
        "Ben −₱0.90 (in all −₱0.75)",
        "Dan −₱0.90",
    ]


def test_a_night_without_more_says_its_results_alone(host: Client, session: Session) -> None:
    people.win(session)
    close(session)
    assert not open_page(host, reverse("settle", args=[session.public_id])).has("data-reckoning")


def test_points_are_never_paid(host: Client, club: Club) -> None:
    points_night = people.start_night(club=club, currency="points")
    people.win(points_night)
    close(points_night)
    assert not open_page(host, reverse("settle", args=[points_night.public_id])).has("data-reckoning")


def test_an_open_night_is_reckoned_as_its_close_would_leave_it_c25(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "family"})
    people.win(night)
    now = sorted(settling(session=night).reckonings, key=lambda each: each.number)
    assert tuple(now) == closing(session=night, coin_cents=1).reckonings
    assert "Carla ₱0.00 at the table, +₱0.90 shared by partners" in told(
        open_page(host, reverse("statement", args=[night.public_id]))
    )
