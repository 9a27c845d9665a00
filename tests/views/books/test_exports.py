"""The books as files, from the pages: a night for whoever may see it, the club for its host."""

import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

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


@pytest.mark.parametrize("form", TYPES)
def test_the_host_takes_the_whole_club_away_in_every_form(host: Client, session: Session, form: str) -> None:
    people.win(session)
    response = host.get(f"/club/export/{form}/")
    assert same(response, books_file(club=session.club, form=Form(form), headings=headings(COLUMNS)))


def test_spreadsheets_head_their_columns_in_the_language_of_the_phone(host: Client, session: Session) -> None:
    people.win(session)
    address = f"/sessions/{session.public_id}/export"
    told = host.get(f"{address}/csv/", headers={"accept-language": "es"}).getvalue().decode()
    assert {"Noche", "Jugador", "Resultado"} < set(told.lstrip("\ufeff").splitlines()[0].split(","))
    book = host.get(f"{address}/xlsx/", headers={"accept-language": "ca"}).getvalue()
    with ZipFile(BytesIO(book)) as parts:
        written = parts.read("xl/worksheets/sheet1.xml").decode()
    assert re.findall("<t>([^<]*)</t>", written)[0] == "Nit"


def test_a_form_that_nobody_knows_is_not_there(host: Client, session: Session) -> None:
    assert host.get("/club/export/ods/").status_code == 404
    assert host.get(f"/sessions/{session.public_id}/export/ods/").status_code == 404


def test_a_night_links_to_every_form(host: Client, session: Session) -> None:
    shown = open_page(host, f"/sessions/{session.public_id}/statement/")
    links = [link.get("href") for link in shown.find("data-downloads").iter("a")]
    assert links == [f"/sessions/{session.public_id}/export/{form}/" for form in TYPES]


def test_the_club_asks_for_the_days_of_every_form_that_knows_days(host: Client, session: Session) -> None:
    shown = open_page(host, "/club/")
    assert [link.get("href") for link in shown.find("data-downloads").iter("a")] == ["/club/export/json/"]
    asked = shown.find("data-days")
    assert [field.get("name") for field in asked.iter("input")] == ["since", "until"]
    forms = [button.get("formaction") for button in asked.iter("button")]
    assert forms == [f"/club/export/{form}/" for form in TYPES if form != "json"]


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        ({"since": "2026-01-31", "until": ""}, True),
        ({"since": "", "until": "2026-01-31"}, False),
        ({"since": "2026-02-01", "until": "2026-02-01"}, True),
        ({"since": "2026-02-02", "until": ""}, False),
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
    ("asked", "codes"),
    [({"since": "2026-02-02", "until": "2026-02-01"}, ("until:order",)), ({"since": "soon"}, ("since:invalid",))],
)
def test_days_that_cannot_be_are_said_beside_their_field(
    host: Client, session: Session, asked: dict[str, str], codes: tuple[str, ...]
) -> None:
    response = host.get("/club/export/csv/", asked)
    assert refusal(response) == (422, codes)
