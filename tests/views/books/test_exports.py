"""The books as files, from the pages: a night for whoever may see it, the club for its host."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Role, Session
from scoring.queries.books.files import COLUMNS, File, Form, books_file
from scoring.views.headings import headings
from tests import people
from tests.views.reading import open_page, refusal

pytestmark = pytest.mark.django_db

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


def test_spreadsheets_head_their_columns_in_the_language_of_the_phone(host: Client, session: Session) -> None:
    people.win(session)
    told = host.get("/club/export/csv/", headers={"accept-language": "es"}).getvalue().decode()
    assert {"Noche", "Jugador", "Resultado"} < set(told.lstrip("\ufeff").splitlines()[0].split(","))


def test_every_form_is_linked_and_another_is_not_there(host: Client, session: Session) -> None:
    night = f"/sessions/{session.public_id}"
    links = open_page(host, f"{night}/statement/").find("data-downloads").iter("a")
    assert [link.get("href") for link in links] == [f"{night}/export/{form}/" for form in TYPES]
    club = open_page(host, "/club/")
    buttons = club.find("data-days").iter("button")
    assert "/club/export/json/" in club.links()
    assert [button.get("formaction") for button in buttons] == [f"/club/export/{form}/" for form in TYPES][1:]
    assert [host.get(f"{there}/export/ods/").status_code for there in (night, "/club")] == [404, 404]


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        ({"since": "2026-01-31", "until": ""}, True),
        ({"since": "", "until": "2026-01-31"}, False),
        ({"period": "2026-02"}, True),
        ({"period": "2026-01"}, False),
    ],
)
def test_a_file_has_the_nights_of_the_days_asked_for(
    host: Client, session: Session, asked: dict[str, str], is_there: bool
) -> None:
    people.win(session)
    sent = host.get("/club/export/csv/", asked).getvalue().decode()
    assert (str(session.public_id) in sent) is is_there


@pytest.mark.parametrize(
    ("asked", "code"),
    [({"since": "2026-02-02", "until": "2026-02-01"}, "until:order"), ({"since": "soon"}, "since:invalid")],
)
def test_days_that_cannot_be_are_said_beside_their_field(
    host: Client, session: Session, asked: dict[str, str], code: str
) -> None:
    assert refusal(host.get("/club/export/csv/", asked)) == (422, (code,))
