"""No hand that somebody wrote into the database, and nobody can read, breaks a page of its club."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from scoring.models import NightTally, Session, guard
from scoring.operations.books import import_books
from scoring.queries.books.checking import check_session
from scoring.queries.books.export import club_books
from tests import people
from tests.api.programs import token_for
from tests.api.web.test_rights import STATED as API_STATED
from tests.queries.books.damage import forget_all, sql
from tests.views.reading import Page
from tests.web.conftest import as_it_was
from tests.web.test_rights import STATED, address

pytestmark = pytest.mark.django_db

WIN = people.WORKED_WIN
HANDS = {
    "verdict: empty": ("verdict", {}),
    "verdict: no object": ("verdict", []),
    "verdict: no lines": ("verdict", {"declared": False, "porbis": False, "lines": 5}),
    "verdict: no card": ("verdict", {"declared": False, "porbis": False, "arrangement": [["99X"]]}),
    "act: empty": ("act", {}),
    "act: no object": ("act", []),
    "act: no cards": ("act", WIN | {"hand": 5}),
    "act: nobody there": ("act", WIN | {"winner": 99}),
    "act: no seat": ("act", WIN | {"winner": "x"}),
    "act: no card": ("act", WIN | {"bounit": [7], "sowee": {}, "secrets": 1}),
}
TABLES = {"verdict": "scoring_hand", "act": "scoring_entry"}


API = [
    *("export/", "partners/", "standings/"),
    *(path.replace("#", "1") for method, path in API_STATED if method == "GET" and path.startswith("sessions/*/")),
]


def failing(host: Client, *, known: dict[str, object]) -> list[str]:
    """Return the addresses of the site and of the API that answer with an error of the server."""
    host.raise_request_exception = False
    headers = {"Authorization": f"Bearer {token_for(club=Session.objects.earliest('pk').club)}"}
    addresses = {address(name, known=known) for method, name in STATED if method == "GET"}
    addresses |= {f"/api/v1/{path.replace('*', str(known['sessions']))}" for path in API}
    return [page for page in sorted(addresses) if host.get(page, headers=headers).status_code >= 500]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name.endswith("empty") else pytest.mark.deep) for name in HANDS]
)
def test_a_hand_that_cannot_be_read_breaks_no_page(
    night: Session, askers: dict[str, Client], known: dict[str, object], name: str
) -> None:
    host, (column, value) = askers["h"], HANDS[name]
    with as_it_was():
        guard.lift(connection)
        where = "" if column == "verdict" else " WHERE kind = 'hand'"
        sql(f"UPDATE {TABLES[column]} SET {column} = %s{where}", json.dumps(value))
        assert failing(host, known=known) + failing(host, known=known | {"sessions": known["settled"]}) == []
        NightTally.objects.all().delete()  # as after an import
        pages = [Page(host.get(address(name, known=known))) for name in ("table", "history")]
        assert [page.find("data-unread") is None for page in pages] == [False, False]
        assert check_session(session=Session.objects.get(pk=night.pk)) != ()


@pytest.mark.parametrize(
    "said",
    [
        {"hand": "10B 10B 10B 10B 3O 4O 5O 3C 4C 5C 3E 4E 5E 1O 1C 1E", "bounit": "10B", "secrets": ["10B"]},
        {"hand": "4O 4O 4O 3C 4C 5C 3E 4E 5E 3B 4B 5B 1O 1C 1E 1B", "bounit": "4O", "secrets": ["4O"], "sowee": "4O"},
    ],
    ids=["four laid", "three like the sowee"],
)
def test_a_win_with_its_last_card_among_a_laid_secret_is_shown_and_moved(
    night: Session, askers: dict[str, Client], known: dict[str, object], said: dict[str, Any]
) -> None:
    with as_it_was():
        session = people.start_night(club=night.club)
        people.lay_secret(session, seat=people.ANA)
        people.win(session, **{"source": "self_drawn", "sowee": "12C", **said})
        assert failing(askers["h"], known=known | {"sessions": session.public_id}) == []
        guard.lift(connection)
        file = club_books(club=night.club)
        forget_all()
        guard.restore(connection)
        assert club_books(club=import_books(books=file).club) == file
