"""Nights entered later on their pages: asked for, shown before anything is written, entered, taken back."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.forms.sessions.past import read_nights, written_nights
from scoring.models import Club, Player, Session
from scoring.money import currency_for
from scoring.operations.sessions.past import PastNight
from scoring.operations.sessions.sessions import About
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

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


def hidden(response: Any) -> dict[str, object]:
    form = response.context["form"]
    return {name: form[name].value() for name in form.fields}


def enter(host: Client, said: Mapping[str, object] = ONE) -> Any:
    """Ask for a preview and confirm it."""
    return host.post(ENTER, hidden(host.post(PAST, said)))


def test_spreadsheet_is_read_as_it_is_written() -> None:
    assert read_nights(text=CSV, currency=PESOS) == NIGHTS
    assert read_nights(text=written_nights(nights=NIGHTS, currency=PESOS), currency=PESOS) == NIGHTS


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"date,Ana,Ben", "no_rows"),
        (b"day,Ana,Ben\n2019-01-01,1,-1", "no_date_column"),
        (b"date,Ana,Ben\n31.5.2019,1,-1", "wrong_date"),
        (b"date,Ana,Ben\n2019-05-31,1,-1,3", "long_row"),
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
    assert addresses == [reverse("night", args=[session.public_id])] * 2
    assert [(seat.player, seat.result_cents) for seat in tables.results(session=session)] == [
        ("Ana", 5000),
        ("Ben", -5000),
    ]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("amount_2", "40", "__all__:past.sum"), ("amount_2", "much", "amount_2:amount_not_a_number")],
)
def test_night_that_cannot_be_stays_on_its_form(host: Client, field: str, value: str, code: str) -> None:
    answer = host.post(PAST, ONE | {field: value})
    assert (refusal(answer), Page(answer).find("name", field).get("value", "")) == ((422, (code,)), value)


def test_file_is_entered_whole_and_nothing_of_one_with_one_wrong_night(host: Client) -> None:
    preview = host.post(PAST, MANY | {"text": CSV.replace("+35", "+34")})
    assert (preview.status_code, Page(preview).has("data-problem", "past.sum")) == (422, True)
    assert refusal(host.post(ENTER, hidden(preview))) == (409, ("past",))
    assert not Session.objects.exists()
    answer = enter(host, MANY | {"file": SimpleUploadedFile("n.csv", CSV.encode())})
    assert (answer["Location"], Session.objects.filter(entered_later=True).count()) == (reverse("history"), 2)


def test_names_known_since_the_preview_are_shown_before_it_is_entered(host: Client, club: Club) -> None:
    said = hidden(host.post(PAST, ONE))
    Player.objects.create(club=club, name="Ben", created_at=people.EVENING)
    answer = host.post(ENTER, said)
    assert refusal(answer) == (409, ("shown_changed",))
    assert host.post(ENTER, hidden(answer)).status_code == 302
    assert Session.objects.count() == 1


def test_night_is_taken_back_with_a_reason_and_offered_again(host: Client) -> None:
    enter(host)
    session = Session.objects.get()
    address = reverse("take-back-night", args=[session.public_id])
    form = host.get(address).context["form"]
    said = {"key": form["key"].value(), "expected_entry": form["expected_entry"].value()}
    assert refusal(host.post(address, said)) == (422, ("reason:required",))
    answer = host.post(address, {**said, "reason": "Another day"}, follow=True)
    assert answer.context["one"]["day"].value() == date(2019, 5, 31)
    night = reverse("night", args=[session.public_id])
    assert open_page(host, night).has("data-past", "taken_back")
    assert host.get(reverse("table", args=[session.public_id]))["Location"] == night
