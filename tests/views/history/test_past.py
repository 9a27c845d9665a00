"""Nights entered later: read from a spreadsheet, shown before anything is written, entered and taken back."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.forms.history_text import read_nights, written_nights
from scoring.models import Session
from scoring.money import currency_for
from scoring.operations.money.past import PastNight
from scoring.operations.table.nights import About
from tests import people
from tests.games.asking import stored
from tests.views.reading import Page, open_page, refusal, url

PAST, ENTER = reverse("past-nights"), reverse("enter-past-nights")
PESOS = currency_for(code="PHP")
TERMS = {"game": "cuajo", "currency": "PHP", "paid": "yes"}
MANY = TERMS | {"many": "1"}
ONE = {
    **TERMS,
    "day": "2019-05-31",
    "place": "Cebu",
    **{"name_1": "Ana", "way_1": "won", "amount_1": "50"},
    **{"name_2": "Ben", "way_2": "lost", "amount_2": "-50"},
    **{f"way_{number}": "won" for number in range(3, 9)},
}


def hidden(response: Any, name: str = "form") -> dict[str, object]:
    form = response.context[name]
    return {name: form[name].value() for name in form.fields}


def enter(host: Client, said: Mapping[str, object] = ONE) -> Any:
    return host.post(ENTER, hidden(host.post(PAST, said)))


@stored("read", "past_nights")
def test_spreadsheet_is_read_as_people_and_programs_write_it(text: str, nights: list[Any], bad: list[str]) -> None:
    found = read_nights(text=text, currency=PESOS)
    abouts = [(night.about.name, night.about.place, night.about.note) for night in found.nights]
    read = [[str(night.day), *about, dict(night.results)] for night, about in zip(found.nights, abouts, strict=True)]
    assert (read, [error.code for error in found.bad]) == (nights, bad)
    assert read_again(found.nights) == found.nights


def read_again(nights: tuple[PastNight, ...]) -> tuple[PastNight, ...]:
    text = written_nights(nights=nights, currency=PESOS)
    return read_nights(text=text, currency=PESOS, is_written=True).nights if nights else ()


def test_player_may_be_called_as_a_column_is() -> None:
    night = PastNight(day=date(2019, 6, 8), results=(("Total", 5), ("date", -5)), about=About(name="Sum"))
    assert read_again((night,)) == (night,)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"date,Ana,Ben", "no_rows"),
        (b"day,Ana,Ben\n2019-01-01,1,-1", "no_date_column"),
        (b'date,Ana,"Ben\n2019-01-01,1,-1', "no_csv"),
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
    preview = host.post(PAST, MANY | {"file": SimpleUploadedFile("n.csv", text.encode())})
    left_out = Page(preview).find("data-left-out").iter()
    assert [problem for each in left_out if (problem := each.get("data-problem"))] == ["wrong_date", "past.sum"]
    assert (preview.status_code, preview.context["many"]["text"].value()) == (200, text)
    assert host.post(ENTER, hidden(preview))["Location"] == reverse("history")
    assert [str(night.day) for night in Session.objects.order_by("pk")] == ["2019-08-01", "2019-08-03"]
    again = host.post(PAST, MANY | {"text": text})
    assert (again.status_code, Page(again).has("data-foreseen"), Session.objects.count()) == (422, False, 2)


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


def test_night_is_taken_back_with_a_reason_and_offered_again(host: Client) -> None:
    enter(host)
    session = Session.objects.get()
    address = url("take-back-night", session)
    form = host.get(url("night", session)).context["folds"]["take_back"]["form"]
    said = {"key": form["key"].value(), "expected_entry": form["expected_entry"].value()}
    assert refusal(host.post(address, said)) == (422, ("reason:required",))
    answer = host.post(address, {**said, "reason": "Another day"}, follow=True)
    assert answer.context["one"]["day"].value() == date(2019, 5, 31)
    night = url("night", session)
    assert open_page(host, night).has("data-past", "taken_back")
    assert host.get(url("table", session))["Location"] == night
