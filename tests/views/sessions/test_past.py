"""Nights entered later: read from a spreadsheet, shown before anything is written, entered and taken back."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.forms.sessions.past_text import PastText, read_nights, written_nights
from scoring.models import Club, Player, Session
from scoring.money import currency_for
from scoring.operations.sessions.past import PastNight
from scoring.operations.sessions.sessions import About
from tests import people
from tests.views.reading import Page, open_page, refusal, url

PAST, ENTER = reverse("past-nights"), reverse("enter-past-nights")
PESOS = currency_for(code="PHP")
CSV = "date;place;Ana;Ben;Lola\n2019-05-31;Cebu;120,50;-70,50;−50\n\n2019-06-07;;-35;;+35\n"
NIGHTS = (
    PastNight(
        day=date(2019, 5, 31), results=(("Ana", 12050), ("Ben", -7050), ("Lola", -5000)), about=About(place="Cebu")
    ),
    PastNight(day=date(2019, 6, 7), results=(("Ana", -3500), ("Lola", 3500))),
)
TERMS = {"game": "cuajo", "currency": "PHP", "paid": "yes"}
MANY = TERMS | {"many": "1"}
ONE = {
    **TERMS,
    "day": "2019-05-31",
    "place": "Cebu",
    **{"name_1": "Ana", "way_1": "won", "amount_1": "50"},
    **{"name_2": "Ben", "way_2": "lost", "amount_2": "50"},
    **{f"way_{number}": "won" for number in range(3, 9)},
}


def hidden(response: Any, name: str = "form") -> dict[str, object]:
    form = response.context[name]
    return {name: form[name].value() for name in form.fields}


def enter(host: Client, said: Mapping[str, object] = ONE) -> Any:
    return host.post(ENTER, hidden(host.post(PAST, said)))


def read(text: str, language: str = "en") -> PastText:
    with override(language):
        return read_nights(text=text, currency=PESOS)


def test_spreadsheet_is_read_as_it_is_written() -> None:
    odd = PastNight(day=date(2019, 6, 8), results=(("Total", 5), ("date", -5)), about=About(name="Sum", note="a\nb"))
    assert read(CSV) == PastText(nights=NIGHTS)
    for nights in (NIGHTS, (odd,)):
        text = written_nights(nights=nights, currency=PESOS)
        assert read_nights(text=text, currency=PESOS, is_written=True) == PastText(nights=nights)


SPLITWISE = """Note: does not include group expenses

Date,Description,Category,Cost,Currency,Ana,Ben,Carla

2019-06-01,Cards,General,100.00,PHP,100.00,-100.00,0.00

2019-06-02,Total balance, , ,PHP,100.00,-100.00,0.00
"""
BILLS = "date,what,bill_type,amount,currency,payer_name,payer_weight,owers\n2019-06-01,Cards,Expense,{},{},Ana,{},{}\n"


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("Date,Ana,Ben\n2019-06-01,100,-100\n", 10000),
        ("\ufeffdate,Ana,Ben\n2019-06-02,100,-100\n", 10000),
        ("sep=;\ndate;Ana;Ben\n2019-06-03;100;-100\n", 10000),
        ("date,Place,Ana,Ben\n2019-06-04,Cebu,100,-100\n", 10000),
        ("PETSA\tLugar\tAna\tBen\n2019-06-04\tCebu\t100\t-100\n", 10000),
        ("fecha;lugar;nombre;nota;Ana;Ben\n2019-06-04;a;b;c;1.000,50;-1.000,50\n", 100050),
        ("Data,Lloc,Nom,Ana,Ben\n2019-06-04,a,b,100,-100\n", 10000),
        ('date,Ana,Ben\n2019-07-01,"+₱1,234.50","−\u2060₱1,234.50"\n', 123450),
        ("date,Ana,Ben\n2019-07-02,+₱234.50,−\u2060₱234.50\n", 23450),
        ("date,Ana,Ben\n2019-07-03,₱100.00,₱-100.00\n", 10000),
        ("date,Ana,Ben\n2019-07-04,100.00,(100.00)\n", 10000),
        ("date,Ana,Ben,Carla,Dan\n2019-07-05,100,-100,-,₱ -\n", 10000),
        ("date,Ana,Ben,Total,\n2019-07-05,100,-100,0,x,,\nSuma,100,-100,0\n", 10000),
        (SPLITWISE, 10000),
        (BILLS.format("100.0", "XXX", "2.0", "Ben"), 10000),
        (BILLS.format("200.0", "PHP", "1", '"Ana, Ben"'), 10000),
    ],
)
def test_headings_and_amounts_are_read_as_spreadsheets_and_programs_write_them(text: str, cents: int) -> None:
    found = read(text)
    assert (found.bad, [night.results for night in found.nights]) == ((), [(("Ana", cents), ("Ben", -cents))])


@pytest.mark.parametrize(
    ("column", "days"),
    [
        ("31/05/2019 10.06.2019 1-6-2019", ["2019-05-31", "2019-06-10", "2019-06-01"]),
        ("5/31/2019 06/10/2019", ["2019-05-31", "2019-06-10"]),
        ("10.06.2019 2019/6/1", ["2019-06-01", "either_date"]),
        ("05/05/2019", ["2019-05-05"]),
        ("31/05/2019 05/31/2019 1/2/2019", ["2019-05-31", "2019-05-31", "either_date"]),
        ("32/05/2019 31/05/19 31/5.2019 31/05/2019", ["2019-05-31", *["wrong_date"] * 3]),
    ],
)
def test_day_is_read_where_its_column_allows_one_reading(column: str, days: list[str]) -> None:
    found = read("date,Ana,Ben\n" + "".join(f"{cell},1,-1\n" for cell in column.split()))
    assert [*(str(night.day) for night in found.nights), *(error.code for error in found.bad)] == days


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("date,Ana,Ben\n2019-07-06,+-100,-+100\n", "amount_not_a_number"),
        ("date,Ana,Ben\n2019-05-31,1,-1,3", "long_row"),
        (f"date,Ana,Ben,place\n2019-05-31,1,-1,{'x' * 61}", "too_long"),
        (SPLITWISE.replace("General", "Payment"), "payment"),
        (SPLITWISE.replace("PHP", "EUR"), "other_currency"),
        (BILLS.format("1", "", "2", '"Ana, Ben"'), "unequal_shares"),
    ],
)
def test_row_that_is_no_night_is_named_with_its_reason(text: str, code: str) -> None:
    found = read(text)
    assert (found.nights, [error.code for error in found.bad]) == ((), [code])


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"date,Ana,Ben", "no_rows"),
        (b"day,Ana,Ben\n2019-01-01,1,-1", "no_date_column"),
        (b'date,Ana,"Ben\n2019-01-01,1,-1', "no_csv"),
        (b"date,Ana,Ben\n31.6.2019,1,-1", "wrong_date"),
        (b"date,Ana,Ben" + b"\n2019-01-01,1,-1" * 401, "too_many"),
        (b" " * 200_001, "too_large"),
        (b"\xff\xfe\x00", "no_text"),
    ],
)
def test_file_that_cannot_be_read_is_refused(host: Client, content: bytes, code: str) -> None:
    answer = host.post(PAST, MANY | {"file": SimpleUploadedFile("n.csv", content)})
    assert (refusal(answer), Session.objects.count()) == ((422, (f"__all__:{code}",)), 0)


def test_one_night_is_shown_first_and_then_entered_once(host: Client) -> None:
    preview = host.post(PAST, ONE)
    assert (preview.status_code, preview.context["new_names"], Session.objects.count()) == (200, ("Ana", "Ben"), 0)
    addresses = [host.post(ENTER, hidden(preview))["Location"] for _ in range(2)]
    session = Session.objects.get()
    assert addresses == [url("night", session)] * 2
    assert people.balances(session) == (5000, -5000)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("amount_2", "40", "__all__:past.sum"), ("amount_2", "much", "amount_2:amount_not_a_number")],
)
def test_night_that_cannot_be_stays_on_its_form(host: Client, field: str, value: str, code: str) -> None:
    answer = host.post(PAST, ONE | {field: value})
    assert (refusal(answer), Page(answer).find("name", field).get("value", "")) == ((422, (code,)), value)


def test_good_rows_are_entered_and_bad_ones_listed_where_the_host_agrees(host: Client) -> None:
    text = "date,Ana,Ben,Carla\n2019-08-01,100,-50,-50\n2019-08-02,100,-50,-40\n2019-08-03,30,-10,-20\n2019,1,-1,\n"
    preview = host.post(PAST, MANY | {"text": text})
    left_out = Page(preview).find("data-left-out").iter()
    assert [problem for each in left_out if (problem := each.get("data-problem"))] == ["wrong_date", "past.sum"]
    assert (preview.status_code, preview.context["many"]["text"].value()) == (200, text)
    host.post(ENTER, hidden(preview))
    assert [str(night.day) for night in Session.objects.order_by("pk")] == ["2019-08-01", "2019-08-03"]
    again = host.post(PAST, MANY | {"text": text})
    assert (again.status_code, Page(again).has("data-foreseen"), Session.objects.count()) == (422, False, 2)


def test_file_is_entered_whole(host: Client) -> None:
    answer = enter(host, MANY | {"file": SimpleUploadedFile("n.csv", CSV.encode())})
    assert (answer["Location"], Session.objects.filter(entered_later=True).count()) == (reverse("history"), 2)


@pytest.mark.parametrize(("form", "count"), [("form", 2), ("form_without_alike", 1)])
def test_equal_nights_of_one_day_are_asked_about(host: Client, form: str, count: int) -> None:
    text = "date,Ana,Ben\n2019-11-01,100,-100\n2019-11-01,100,-100\n"
    preview = host.post(PAST, MANY | {"text": text})
    assert (preview.status_code, Page(preview).find("data-alike").get("data-alike")) == (200, "1")
    host.post(ENTER, hidden(preview, form))
    assert Session.objects.count() == count


def test_night_that_equals_one_in_the_books_is_asked_about(host: Client) -> None:
    said = hidden(host.post(PAST, ONE))
    enter(host)
    assert refusal(host.post(ENTER, {**said, "key": str(uuid4())})) == (409, ("past",))
    enter(host)
    assert Session.objects.count() == 2


def test_names_known_since_the_preview_are_shown_before_it_is_entered(host: Client, club: Club) -> None:
    said = hidden(host.post(PAST, ONE))
    Player.objects.create(club=club, name="Ben", created_at=people.EVENING)
    answer = host.post(ENTER, said)
    assert refusal(answer) == (409, ("shown_changed",))
    assert host.post(ENTER, hidden(answer)).status_code == 302


def test_night_is_taken_back_with_a_reason_and_offered_again(host: Client) -> None:
    enter(host)
    session = Session.objects.get()
    address = url("take-back-night", session)
    form = host.get(address).context["form"]
    said = {"key": form["key"].value(), "expected_entry": form["expected_entry"].value()}
    assert refusal(host.post(address, said)) == (422, ("reason:required",))
    answer = host.post(address, {**said, "reason": "Another day"}, follow=True)
    assert answer.context["one"]["day"].value() == date(2019, 5, 31)
    night = url("night", session)
    assert open_page(host, night).has("data-past", "taken_back")
    assert host.get(url("table", session))["Location"] == night
