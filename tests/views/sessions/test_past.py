"""Nights entered later on their pages: asked for, shown before anything is written, entered, taken back."""

from collections.abc import Mapping
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.forms.sessions.past import read_nights, written_nights
from scoring.models import Club, Player, Session
from scoring.money import currency_for
from scoring.operations.sessions.past import PastNight
from scoring.operations.sessions.sessions import About
from scoring.queries.table import tables
from tests import people

pytestmark = pytest.mark.django_db

PESOS = currency_for(code="PHP")
CSV = "date;place;Ana;Ben;Lola\n2019-05-31;Cebu;120,50;-70,50;−50\n\n2019-06-07;;-35;;+35\n"
NIGHTS = (
    PastNight(
        day=date(2019, 5, 31), results=(("Ana", 12050), ("Ben", -7050), ("Lola", -5000)), about=About(place="Cebu")
    ),
    PastNight(day=date(2019, 6, 7), results=(("Ana", -3500), ("Lola", 3500))),
)
TERMS = {"game": "cuajo", "currency": "PHP", "paid": "yes"}
ONE = {
    **TERMS,
    "day": "2019-05-31",
    "place": "Cebu",
    **{"name_1": "Ana", "way_1": "won", "amount_1": "50"},
    **{"name_2": "Ben", "way_2": "lost", "amount_2": "50"},
    **{f"way_{number}": "won" for number in range(3, 9)},
}


def post(host: Client, name: str, said: Mapping[str, object]) -> HttpResponse:
    return host.post(reverse(name), said)  # type: ignore[return-value]


def hidden(response: HttpResponse) -> dict[str, object]:
    form = response.context["form"]  # type: ignore[attr-defined]
    return {name: form[name].value() for name in form.fields}


def enter(host: Client, said: Mapping[str, object]) -> HttpResponse:
    """Ask for a preview and confirm it."""
    return post(host, "enter-past-nights", hidden(post(host, "past-nights", said)))


def test_a_spreadsheet_is_read_as_it_is_written() -> None:
    assert read_nights(text=CSV, currency=PESOS) == NIGHTS
    assert read_nights(text=written_nights(nights=NIGHTS, currency=PESOS), currency=PESOS) == NIGHTS


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("date,Ana,Ben", "a row with the names of the columns"),
        ("day,Ana,Ben\n2019-01-01,1,-1", "One column must be called"),
        ("date,Ana,Ben\n31.5.2019,1,-1", "Row 2: write the date like 2019-05-31."),
        ("date,Ana,Ben\n2019-05-31,1,-1,3", "Row 2 has more cells than there are columns."),
        ("date,Ana,Ben\n2019-05-31,x,-1", "Row 2, Ana: &#x27;x&#x27; is not an amount."),
    ],
)
def test_what_cannot_be_read_is_said_with_its_row(host: Client, text: str, problem: str) -> None:
    answer = post(host, "past-nights", {**TERMS, "many": "1", "text": text})

    assert answer.status_code == 422
    assert problem in answer.text
    assert not Session.objects.exists()


def test_one_night_is_shown_first_and_then_entered(host: Client) -> None:
    preview = post(host, "past-nights", ONE)
    assert (preview.status_code, Session.objects.count()) == (200, 0)
    assert "New in the club: Ana, Ben." in preview.text

    answer = post(host, "enter-past-nights", hidden(preview))

    session = Session.objects.get()
    assert answer.headers["Location"] == reverse("night", args=[session.public_id])
    assert [(seat.player, seat.result_cents) for seat in tables.results(session=session)] == [
        ("Ana", 5000),
        ("Ben", -5000),
    ]
    assert enter(host, {**ONE, "day": "2019-06-01"}).status_code == 302


def test_a_night_that_does_not_add_up_stays_on_its_form(host: Client) -> None:
    answer = post(host, "past-nights", {**ONE, "amount_2": "40"})

    assert answer.status_code == 422
    assert "comes to ₱10.00, not to nothing" in answer.text
    assert 'value="40"' in answer.content.decode()


def test_a_file_is_entered_whole(host: Client) -> None:
    preview = post(host, "past-nights", {**TERMS, "many": "1", "file": SimpleUploadedFile("n.csv", CSV.encode())})
    assert preview.text.count("data-foreseen") == 1

    post(host, "enter-past-nights", hidden(preview))

    assert Session.objects.filter(entered_later=True).count() == 2


def test_a_file_that_is_too_large_is_refused_with_what_it_may_have(host: Client) -> None:
    file = SimpleUploadedFile("n.csv", b" " * 200_001)

    answer = post(host, "past-nights", {**TERMS, "many": "1", "file": file})

    assert answer.status_code == 422
    assert "This is too large: 200 kB at most. Part it, and enter one part after the other." in answer.text
    assert "Not recorded, tap to retry. A file has 200 kB at most." in answer.text


def test_nothing_of_a_file_with_one_wrong_night_can_be_entered(host: Client) -> None:
    preview = post(host, "past-nights", {**TERMS, "many": "1", "text": CSV.replace("+35", "+34")})

    assert preview.status_code == 422
    assert "1 night cannot be entered as it stands, so none is." in preview.text
    assert post(host, "enter-past-nights", hidden(preview)).status_code == 409
    assert not Session.objects.exists()


def test_sent_twice_it_is_entered_once_and_news_are_shown_first(host: Client, club: Club) -> None:
    said = hidden(post(host, "past-nights", ONE))
    Player.objects.create(club=club, name="Ben", created_at=people.EVENING)

    answer = post(host, "enter-past-nights", said)
    assert answer.status_code == 409
    again = hidden(answer)
    assert [post(host, "enter-past-nights", again).status_code for _ in range(2)] == [302, 302]
    assert Session.objects.count() == 1


def test_every_page_says_that_it_was_entered_later(host: Client) -> None:
    enter(host, ONE)
    session = Session.objects.get()

    for name in ("night", "statement", "settle"):
        assert "entered later" in host.get(reverse(name, args=[session.public_id])).text
    for name in ("home", "history"):
        assert "entered later" in host.get(reverse(name)).text
    for address in (
        reverse("standings"),
        reverse("partners"),
        reverse("player", args=[Player.objects.all()[0].public_id]),
    ):
        assert "1 night was entered later" in host.get(address).text
    table = host.get(reverse("table", args=[session.public_id]))
    assert table.headers["Location"] == reverse("night", args=[session.public_id])


def test_a_night_is_taken_back_with_a_reason_and_offered_again(host: Client) -> None:
    enter(host, ONE)
    session = Session.objects.get()
    address = reverse("take-back-night", args=[session.public_id])
    form = host.get(address).context["form"]
    said = {"key": form["key"].value(), "expected_entry": form["expected_entry"].value()}

    assert host.post(address, said).status_code == 422
    answer = host.post(address, {**said, "reason": "Another day"}, follow=True)

    assert answer.context["one"]["day"].value() == date(2019, 5, 31)
    session.refresh_from_db()
    assert session.is_practice
    assert "taken back" in host.get(reverse("history")).text
    assert "counts in nobody's totals" in host.get(reverse("night", args=[session.public_id])).text
