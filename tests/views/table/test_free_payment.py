"""A payment beside the game: a side bet, a fine, a tip. It is settled with the night and counts in no result."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, EntryKind, Session
from scoring.operations.errors import ReasonMissingError, TableChangedError, WrongAmountError
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.payments import pay_free
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_session
from scoring.queries.people.players import player_totals
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page


def url(session: Session) -> str:
    return reverse("free-payment", args=[session.public_id])


def outstanding(session: Session) -> tuple[int, ...]:
    return tuple(seat.outstanding_cents for seat in tables.results(session=session))


def apart(session: Session) -> tuple[int, ...]:
    return tuple(seat.apart_cents for seat in tables.results(session=session))


def pay(session: Session, **changes: object) -> object:
    """Have Ben owe Ana and Dan 5.00 each."""
    said = {
        "payer": people.BEN,
        "payees": (people.ANA, people.DAN),
        "amount_cents": 500,
        "reason": "side bet",
        "expected_entry": tables.last_entry_number(session=session),
        "stamp": people.stamp(),
        **changes,
    }
    return pay_free(session=session, **said)  # type: ignore[arg-type]


@pytest.fixture
def night(session: Session) -> Session:
    """Return a night in which Ben and Dan each owe Ana 90."""
    people.win(session)
    return session


def test_a_free_payment_is_outstanding_and_in_no_result(night: Session) -> None:
    pay(night)

    assert apart(night) == (500, -1000, 0, 500)
    assert people.balances(night) == (180, -90, 0, -90)
    assert outstanding(night) == (680, -1090, 0, 410)
    assert check_session(session=night) == ()


def test_the_close_settles_it_with_the_night_and_names_it_apart(host: Client, night: Session) -> None:
    pay(night)
    page = open_page(host, reverse("close", args=[night.public_id]))
    assert page.items("data-results") == (
        "Ana +₱1.80 won Beside the game +₱5.00 Gets in all ₱6.80",
        "Ben −₱0.90 lost Beside the game −₱10.00 Pays in all ₱10.90",
        "Carla ₱0.00",
        "Dan −₱0.90 lost Beside the game +₱5.00 Gets in all ₱4.10",
    )

    close_session(session=night, coin_cents=1, expected_entry=2, stamp=people.stamp())

    plan = [(line.payer, line.payee, line.left_cents) for line in settlements.plan(session=night)]
    assert plan == [(2, 1, 680), (2, 4, 410)]
    assert people.balances(night) == (180, -90, 0, -90)
    assert check_session(session=night) == ()


def test_it_is_undone_like_any_other_line(night: Session) -> None:
    undo(entry=pay(night), reason="", stamp=people.stamp())  # type: ignore[arg-type]

    assert (apart(night), outstanding(night)) == ((0, 0, 0, 0), (180, -90, 0, -90))
    assert check_session(session=night) == ()


def test_partners_share_what_they_won_and_not_what_was_paid_beside(club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night)
    pay(night)

    close_session(session=night, coin_cents=1, expected_entry=2, stamp=people.stamp())

    assert people.balances(night) == (90, -90, 90, -90)
    assert apart(night) == (500, -1000, 0, 500)


def test_a_players_totals_tell_it_apart_from_play(host: Client, night: Session) -> None:
    pay(night)
    ana = night.seats.get(number=people.ANA).player
    keep_tallies(club=night.club)

    (total,) = player_totals(player=ana).totals

    assert (total.result_cents, total.apart_cents) == (180, 500)
    shown = open_page(host, reverse("player", args=[ana.public_id])).text("data-apart")
    assert shown == "+₱5.00 beside the game"


def test_the_page_records_it_and_the_ledger_says_what_for(host: Client, night: Session) -> None:
    (form,) = open_page(host, url(night)).forms(action=url(night))

    answer = host.post(
        url(night), form | {"payer": "2", "payees": ["1", "4"], "amount": "5", "reason": "side bet"}, follow=True
    )

    assert "Payment recorded." in answer.text
    (line, *_) = open_page(host, reverse("table", args=[night.public_id])).items("data-ledger")
    assert "Ben pays Ana, Dan ₱5.00 each beside the game" in line
    assert "side bet" in line
    assert apart(night) == (500, -1000, 0, 500)


def test_one_pays_and_several_may_be_paid(host: Client, night: Session) -> None:
    page = open_page(host, url(night))
    kinds = {field.get("name"): field.get("type") for field in page.root.iter("input")}
    assert (kinds["payer"], kinds["payees"]) == ("radio", "checkbox")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"payer": ""}, "Choose who pays."),
        ({"payees": []}, "Choose who is paid."),
        ({"payees": ["2", "1"]}, "Choose others: nobody pays themselves."),
        ({"amount": "0"}, "Write how much is paid."),
        ({"reason": " "}, "Say in a word what it is for."),
    ],
)
def test_what_is_missing_is_said_and_the_rest_is_kept(
    host: Client, night: Session, change: dict[str, object], said: str
) -> None:
    form = {"key": str(uuid4()), "expected_entry": "1", "payer": "2", "payees": ["1"], "amount": "5", "reason": "bet"}

    page = Page(host.post(url(night), form | change))

    assert page.status == 422
    assert said in page.items("class", "errorlist", tag="li")
    assert night.entries.count() == 1


def test_what_another_phone_recorded_meanwhile_asks_again_with_what_was_typed(host: Client, night: Session) -> None:
    (form,) = open_page(host, url(night)).forms(action=url(night))
    pay(night)

    answer = host.post(url(night), form | {"payer": "2", "payees": ["1"], "amount": "5", "reason": "side bet"})

    assert answer.status_code == 409
    page = Page(answer)
    assert [page.find("id", f"id_{name}").get("value") for name in ("reason", "amount")] == ["side bet", "₱5.00"]
    assert night.entries.filter(kind=EntryKind.FREE).count() == 1


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"payees": ()}, WrongAmountError),
        ({"payees": (2, 1)}, WrongAmountError),
        ({"payees": (1, 1)}, WrongAmountError),
        ({"payees": (7,)}, WrongAmountError),
        ({"payer": 7}, WrongAmountError),
        ({"amount_cents": 0}, WrongAmountError),
        ({"reason": ""}, ReasonMissingError),
        ({"expected_entry": 0}, TableChangedError),
    ],
)
def test_what_cannot_be_paid_is_refused_by_the_books(
    night: Session, change: dict[str, object], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        pay(night, **change)

    assert night.entries.count() == 1


def test_a_night_for_points_has_no_payments(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="points")

    assert host.get(url(night)).status_code == 409
    with pytest.raises(WrongAmountError, match="points"):
        pay(night)
