"""The books as files, from the pages: a night for whoever may see it, the club for its host."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Club, Role, Session
from scoring.queries import books
from scoring.queries.books import File, Form
from tests import people
from tests.views.reading import open_page

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
    file = books.books_file(club=session.club, form=Form(form), session=session)
    assert (response.status_code, response["Content-Type"]) == (200, content_type)
    assert response["Content-Disposition"] == f'attachment; filename="cuajo-{session.public_id}{ending}"'
    assert response["Cache-Control"] == "private"
    assert same(response, file)


@pytest.mark.parametrize("form", TYPES)
def test_the_host_takes_the_whole_club_away_in_every_form(host: Client, session: Session, form: str) -> None:
    people.win(session)
    response = host.get(f"/club/export/{form}/")
    assert same(response, books.books_file(club=session.club, form=Form(form)))


def test_a_form_that_nobody_knows_is_not_there(host: Client, session: Session) -> None:
    assert host.get("/club/export/ods/").status_code == 404
    assert host.get(f"/sessions/{session.public_id}/export/ods/").status_code == 404


@pytest.mark.parametrize(
    ("page", "start"), [("/sessions/{id}/statement/", "/sessions/{id}/export/"), ("/club/", "/club/export/")]
)
def test_a_page_links_to_every_form(host: Client, club: Club, session: Session, page: str, start: str) -> None:
    shown = open_page(host, page.format(id=session.public_id))
    links = [link.get("href") for link in shown.find("data-downloads").iter("a")]
    assert links == [f"{start.format(id=session.public_id)}{form}/" for form in TYPES]
