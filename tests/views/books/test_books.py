"""The books on pages: the statement and the receipt, files to take away, and the alarm for hosts."""

import csv
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.ledger.fingerprint import short
from scoring.management.checking import restore_lost_guards
from scoring.models import Alarm, Club, Role, Session, guard
from scoring.operations.table.nights import TermsChange, change_terms
from scoring.operations.table.undoing import raise_dispute, undo
from scoring.queries.books.files import COLUMNS, File, Form, books_file
from scoring.queries.table.night import night_of
from scoring.views.books import headings
from tests import people
from tests.people import ANA, BEN
from tests.views.reading import amounts, open_page, refusal, text_of


def address(session: Session, page: str = "night") -> str:
    return reverse(page, args=[session.public_id])


@pytest.mark.parametrize(
    ("old", "now"), [("statement", "#hands"), ("receipt", "?print=receipt"), ("audit", "?all=1#who")]
)
def test_addresses_on_paper_and_in_chats_lead_to_the_night(host: Client, session: Session, old: str, now: str) -> None:
    assert host.get(address(session, old))["Location"] == address(session, "night") + now


def test_every_line_that_stands_is_printed_in_order_with_what_was_undone(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="slip", stamp=people.stamp(minutes=5))
    people.win(session, winner=BEN)
    entry = session.entries.get(number=3)
    raise_dispute(entry=entry, seat=session.seats.get(number=BEN), why="five kings", stamp=people.stamp())
    people.close(session)
    people.pay(session, payer=ANA, payee=BEN, cents=40, minutes=70)
    page = open_page(host, f"{address(session)}?print=statement")
    rows = page.rows("data-ledger")
    assert rows[0][2:] == ("−0.90", "+1.80", "−0.90", "0.00")
    assert [amounts(row[1]) for row in rows] == [(), (), ("₱0.40",)]
    assert "slip" in page.text("data-undone", "1")
    (foot,) = page.find("data-ledger").iter("tfoot")
    assert text_of(foot).split()[-4:] == ["−0.90", "+1.80", "−0.90", "0.00"]
    assert [amounts(item) for item in page.items("data-plan")] == [("₱0.40", "₱0.50", "₱0.90"), ("₱0.90",)]
    code = night_of(session=session).check_code
    proofs = open_page(host, address(session))
    assert (proofs.text("data-check-code"), proofs.text("data-short")) == (code, short(fingerprint=code))


def test_who_looks_back_reads_all_stakes(host: Client, club: Club) -> None:
    night = people.start_night(club=club, stake_factor=10)
    people.win(night)
    change_terms(wanted=TermsChange(stakes=20), reason="", **people.current(night))
    people.close(night)
    assert amounts(open_page(host, address(night)).text("data-terms"))[:2] == ("₱10", "₱5")


def test_terms_name_the_changes_the_currency_and_the_stakes(host: Client, club: Club) -> None:
    rules = {"preset": "family", "secret": 100, "extra_cards": 10, "porbis_adds": "kings"}
    night = people.start_night(club=club, rules=rules, currency="EUR", stake_factor=3)
    page = open_page(host, address(night))
    (terms,) = (element for element in page.root.iter("dl") if element.get("class") == "terms")
    game, currency, house, stakes, started = [text_of(value) for value in terms.iter("dd")]
    assert re.findall(r"€[\d.]+|\b\d+\b|C\d\d", house) == ["€3.00", "€1.50", "C17", "10", "0", "C31", "C32"]
    assert (game, "€3.00" in stakes, "EUR" in currency, "03:00" in started) == ("Cuajo", True, True, True)


def test_the_receipt_says_payments_what_is_left_of_them_and_the_check_code(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    people.pay(session, payer=BEN, payee=ANA, cents=30)
    page = open_page(host, f"{address(session)}?print=receipt")
    assert [amounts(line) for line in page.items("data-plan")] == [("₱0.30", "₱0.60", "₱0.90"), ("₱0.90",)]
    assert open_page(host, address(session)).text("data-short") in page.text("data-receipt")


TYPES = {
    "json": ("application/json", ".json"),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"),
    "csv": ("text/csv; charset=utf-8", ".csv"),
    "csv-comma": ("text/csv; charset=utf-8", ".csv"),
    "bills": ("text/csv; charset=utf-8", "-bills.csv"),
    "hledger": ("text/plain; charset=utf-8", ".journal"),
    "beancount": ("text/plain; charset=utf-8", ".beancount"),
}


def same(response: Any, file: File) -> bool:
    """Tell whether a file was sent; a workbook notes when it was made, so of two only the beginning is the same."""
    sent, expected = response.getvalue(), file.content
    return bool(sent == expected) if not file.name.endswith("xlsx") else sent[:4] == expected[:4] == b"PK\3\4"


@pytest.mark.parametrize("form", TYPES)
def test_a_viewer_takes_a_night_away_in_every_form(session: Session, form: str) -> None:
    people.win(session)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    response = viewer.get(f"/sessions/{session.public_id}/export/{form}/")
    content_type, ending = TYPES[form]
    file = books_file(club=session.club, form=Form(form), session=session, headings=headings(COLUMNS))
    assert (response.status_code, response["Content-Type"]) == (200, content_type)
    assert response["Content-Disposition"] == f'attachment; filename="cuajo-{session.public_id}{ending}"'
    assert response["Cache-Control"] == "private"
    assert same(response, file)


def test_a_form_of_file_that_there_is_not_is_not_found(host: Client, session: Session) -> None:
    places = (f"/sessions/{session.public_id}", "/club")
    assert [host.get(f"{there}/export/ods/").status_code for there in places] == [404, 404]


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [({"since": "2026-01-31", "until": ""}, True), ({"until": "2026-01-31"}, False), ({"period": "2026-01"}, False)],
)
def test_a_file_has_the_nights_of_the_days_asked_for_in_the_language_of_the_phone(
    host: Client, session: Session, asked: dict[str, str], is_there: bool
) -> None:
    people.win(session)
    sent = host.get("/club/export/csv/", asked, headers={"accept-language": "es"}).getvalue().decode()
    assert ("Persona" in sent.splitlines()[0], str(session.public_id) in sent) == (True, is_there)


def test_the_club_has_a_file_of_bills_for_each_currency(host: Client, club: Club) -> None:
    for currency in ("PHP", "JPY"):
        night = people.start_night(club=club, currency=currency)
        people.win(night)
        people.close(night)
    links = [
        each.attrib for each in open_page(host, "/club/export/").root.iter("button") if each.get("name") == "currency"
    ]
    files = [host.get(each["formaction"], {"currency": each["value"]}).getvalue().decode() for each in links]
    found = [{row["currency"] for row in csv.DictReader(file.splitlines())} for file in files]
    assert ([each["value"] for each in links], found) == (["PHP", "JPY"], [{"PHP"}, {"JPY"}])


def test_a_phone_remembers_its_last_full_copy_and_no_other_file(host: Client, session: Session) -> None:
    taken = []
    for file in ("csv", "json"):
        host.get(f"/club/export/{file}/")
        taken.append(host.get("/club/export/").context["copied"] is not None)
    assert taken == [False, True]


def test_all_nights_are_checked_at_once_some_times_a_minute(host: Client, session: Session) -> None:
    asked = [host.get("/club/curious/?check=all").context["checked"] for _ in range(6)]
    assert (asked[:5], len(asked[5]), asked[5] == asked[0]) == ([asked[0]] * 5, 1, False)
    cache.clear()
    entry = people.win(session)
    guard.lift(connection)
    entry.payments.update(amount_cents=1)
    assert len(host.get("/club/curious/?check=all").context["checked"]) == 3


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"since": "2026-02-02", "until": "2026-02-01"}, "until:order"),
        ({"since": "soon"}, "since:invalid"),
        ({"currency": "PHP"}, "unreadable_filter"),
    ],
)
def test_wrong_days_are_said_at_their_field(host: Client, session: Session, asked: dict[str, str], code: str) -> None:
    assert refusal(host.get("/club/export/csv/", asked)) == (422, (code,))


@pytest.mark.parametrize(
    ("changes", "wrong"), [({}, 0), ({"amount_cents": 1}, 2)], ids=["none", "payments, fingerprint"]
)
def test_lost_guards_are_restored_and_changes_counted(session: Session, changes: dict[str, int], wrong: int) -> None:
    entry = people.win(session)
    assert restore_lost_guards(now=people.EVENING) is None
    guard.lift(connection)
    if changes:
        entry.payments.update(**changes)
    restore_lost_guards(now=people.EVENING)
    alarm = Alarm.objects.get()
    assert (guard.missing(connection), len(alarm.lost_guards)) == ((), len(guard.guards_of(connection)))
    assert alarm.wrong == wrong


def test_only_hosts_see_the_alarm_and_one_puts_it_aside(session: Session, host: Client) -> None:
    guard.lift(connection)
    restore_lost_guards(now=people.EVENING)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    address = f"/club/alarms/{Alarm.objects.get().public_id}/"
    (form,) = open_page(host, "/").forms(action=address)
    assert [open_page(browser, "/").has("data-alarm") for browser in (viewer, host)] == [False, True]
    host.post(address, form)
    assert not open_page(host, "/").has("data-alarm")
