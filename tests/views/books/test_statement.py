"""The statement: everything that was recorded, oldest first, adding up to the results; and the receipt."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ledger import fingerprint
from scoring.models import Club, Session
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import WantedTerms, change_terms
from tests import people
from tests.people import ANA, BEN
from tests.views.reading import amounts, open_page, text_of


def address(session: Session, page: str = "statement") -> str:
    return reverse(page, args=[session.public_id])


def test_every_line_stands_oldest_first_with_running_totals(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="slip", stamp=people.stamp(minutes=5))
    people.win(session, winner=BEN)
    entry = session.entries.get(number=3)
    raise_dispute(entry=entry, seat=session.seats.get(number=BEN), why="five kings", stamp=people.stamp())
    people.close(session)
    people.pay(session, payer=ANA, payee=BEN, cents=40, minutes=70)

    page = open_page(host, address(session))

    rows = [(row[0], *(amounts(cell) for cell in row[2:])) for row in page.rows("data-ledger")]
    assert rows[:3] == [
        ("1", ("+₱1.80", "+₱1.80"), ("−₱0.90", "−₱0.90"), ("₱0.00", "₱0.00"), ("−₱0.90", "−₱0.90")),
        ("2", ("−₱1.80", "₱0.00"), ("+₱0.90", "₱0.00"), ("₱0.00", "₱0.00"), ("+₱0.90", "₱0.00")),
        ("3", ("−₱0.90", "−₱0.90"), ("+₱1.80", "+₱1.80"), ("−₱0.90", "−₱0.90"), ("₱0.00", "₱0.00")),
    ]
    told = [row[1] for row in page.rows("data-ledger")]
    assert [re.findall(r"\d\d:\d\d", each) for each in told] == [
        ["03:00", "03:05"], ["03:05", "03:00"], ["03:00"], ["03:00"], ["04:10"],
    ]  # fmt: skip
    assert ("slip" in told[1], amounts(told[4])) == (True, ("₱0.40",))
    struck = [row.get("data-entry") for row in page.root.iter("tr") if row.get("class") == "entry-reversed"]
    assert struck == ["1"]
    (foot,) = page.find("data-ledger").iter("tfoot")
    assert amounts(text_of(foot)) == ("−₱0.90", "+₱1.80", "−₱0.90", "₱0.00")
    assert [row[1:] for row in page.rows("data-plan")] == [("₱0.90", "₱0.40", "₱0.50"), ("₱0.90", "₱0.00", "₱0.90")]
    assert [(*row[:3], amounts(row[3])) for row in page.rows("data-results")] == [
        ("1", "Ana", "1", ("−₱0.90",)),
        ("2", "Ben", "2", ("+₱1.80",)),
        ("3", "Carla", "1", ("−₱0.90",)),
        ("4", "Dan", "2", ("₱0.00",)),
    ]
    assert re.findall("Ben|five kings", page.text("data-disputes")) == ["Ben", "five kings"]
    newest = session.entries.get(number=5).fingerprint
    assert page.text("data-fingerprint") == newest
    assert page.text("data-short") == fingerprint.short(fingerprint=newest)


@pytest.mark.parametrize("page", ["statement", "night", "receipt", "table"])
def test_who_looks_back_reads_all_stakes_of_a_night_and_who_plays_those_in_force(
    host: Client, club: Club, page: str
) -> None:
    night = people.start_night(club=club, stake_factor=10)
    people.win(night)
    change_terms(wanted=WantedTerms(stakes=20), reason="", **people.current(night))

    def told() -> list[str]:
        return re.findall(r"× (\d+)", open_page(host, address(night, page)).text("id", "main"))

    assert told()[0] == ("20" if page == "table" else "10")
    people.close(night)
    assert told()[:2] == ["10", "20"]


def test_terms_name_the_changes_the_currency_and_the_stakes(host: Client, club: Club) -> None:
    rules = {"preset": "family", "secret": 100, "extra_cards": 10, "porbis_adds": "kings"}
    night = people.start_night(club=club, rules=rules, currency="EUR", stake_factor=3)
    page = open_page(host, address(night))
    (terms,) = (element for element in page.root.iter("dl") if element.get("class") == "terms")
    game, house, currency, stakes, started = [text_of(value) for value in terms.iter("dd")]
    assert re.findall(r"€[\d.]+|\b\d+\b|C\d\d", house) == ["€3.00", "€1.50", "C17", "10", "0", "C31", "C32"]
    assert (game, stakes, "EUR" in currency, "03:00" in started) == ("Cuajo", "× 3", True, True)


def test_number_of_queries_does_not_grow_with_the_ledger(host: Client, session: Session) -> None:
    counts = []
    for hands in (2, 5):  # a single hand is numbered by a query less
        for _ in range(hands):
            people.win(session)
        with CaptureQueriesContext(connection) as queries:
            open_page(host, address(session))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_the_receipt_says_payments_what_is_left_of_them_and_the_check_code(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    people.pay(session, payer=BEN, payee=ANA, cents=30)
    page = open_page(host, address(session, "receipt"))
    assert [amounts(line) for line in page.items("data-plan")] == [("₱0.30", "₱0.60", "₱0.90"), ("₱0.90",)]
    assert open_page(host, address(session)).text("data-short") in page.text("data-receipt")
