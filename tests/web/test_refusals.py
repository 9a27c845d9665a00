"""Whoever is refused is led to the first problem, which every form names; and what nobody can read breaks no page."""

import json
from itertools import product
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.games.base import ImpossibleError, Problem
from scoring.models import NightTally, Session, guard
from scoring.operations.books import import_books
from scoring.operations.errors import RefusedError, TableChangedError
from scoring.queries.books.checking import check_session
from scoring.queries.books.export import club_books
from scoring.queries.people import phones
from scoring.texts import say
from tests import people
from tests.api.programs import token_for
from tests.api.web.test_rights import STATED as API_STATED
from tests.pseudo import plain_on
from tests.queries.books.damage import forget_all, sql
from tests.views.reading import Page, refusal
from tests.web.conftest import as_it_was
from tests.web.test_rights import COLUMNS, NAMES, STATED, address

pytestmark = pytest.mark.django_db

REFUSED = (409, 422)
TYPED = ("text", "number", "date", "password", "search")
UNREADABLE = "?" * 600
NO_SUCH_THING = "4040"
HOSTS = {asked for asked, marks in STATED.items() if marks[COLUMNS.index("h")] == "+"}
FORMS = [name for name in NAMES if {("GET", name), ("POST", name)} <= HOSTS]
NEVER_REFUSED = {"join-link", "propose", "switches", "take-along", "verify", "me", "new-rule-set"}
"""Whatever is sent there is done or sent to another address; the last ones lead elsewhere as the club is."""


@pytest.mark.parametrize(
    ("error", "status"),
    [(ImpossibleError([Problem(text=say("unknown_seat", value="5"))]), 422), (TableChangedError(), 409)],
    ids=["impossible", "refused"],
)
def test_a_refusal_that_no_view_expects_is_no_fault_of_ours(
    host: Client, monkeypatch: pytest.MonkeyPatch, error: RefusedError | ImpossibleError, status: int
) -> None:
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr(phones, "people_of", refuse)
    assert refusal(host.get(reverse("phones"))) == (status, (error.code,))


def is_problem(element: Element) -> bool:
    says = element.get("role") == "alert" or "errorlist" in element.get("class", "").split()
    return says or element.get("aria-invalid") == "true"


def is_written(field: Element) -> bool:
    return (
        field.get("type", "text") in ("text", "search") and "data-cards" not in field.attrib and not field.get("list")
    )


def sent(form: Element, *, typed: str) -> dict[str, str]:
    said = {}
    for field in form.iter():
        name, kind = field.get("name", ""), field.get("type", "text")
        if field.tag == "textarea" or (field.tag == "input" and kind in TYPED):
            said[name] = typed
        elif field.tag == "input" and kind == "hidden":
            said[name] = NO_SUCH_THING if name.startswith("expected") else field.get("value", "")
    return said


def names_a_problem(response: Any) -> bool:
    if not response.text.startswith("<!DOCTYPE"):
        response.content = f"<html><main>{response.text}</main></html>"
    (main,) = Page(response).root.iter("main")
    return any(is_problem(element) for element in main.iter())


@pytest.fixture(scope="module", params=FORMS)
def refused(
    request: pytest.FixtureRequest, askers: dict[str, Client], known: dict[str, object], pseudo_module: str
) -> tuple[str, list[tuple[str, Any]]]:
    host, page, given = askers["h"], address(request.param, known=known), []
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo_module
    shown = host.get(page)
    forms = Page(shown).root.iter("form") if shown.status_code == 200 else ()
    for form, typed in product(forms, ("", UNREADABLE)):
        if form.get("method") == "post" and form.get("action", "") in ("", page):
            with as_it_was():
                given.append((typed, host.post(page, sent(form, typed=typed))))
    return request.param, [(typed, answer) for typed, answer in given if answer.status_code in REFUSED]


def test_a_form_is_refused_unless_nothing_is_wrong_with_it(refused: tuple[str, list[tuple[str, Any]]]) -> None:
    name, refusals = refused
    assert (refusals == []) == (name in NEVER_REFUSED)


def test_a_refusal_leads_to_a_problem_said_for_this_very_field(refused: tuple[str, list[tuple[str, Any]]]) -> None:
    wrong = [answer for _, answer in refused[1] if plain_on(answer) or not names_a_problem(answer)]
    assert [plain_on(answer) for answer in wrong] == []


def test_a_refusal_keeps_what_was_typed(refused: tuple[str, list[tuple[str, Any]]]) -> None:
    name, refusals = refused
    unreadable = [Page(answer).root.iter("input") for typed, answer in refusals if typed]
    fields = [[field.get("value") for field in inputs if is_written(field)] for inputs in unreadable]
    if any(fields) and name != "hand":  # which asks for nothing but cards
        assert any(UNREADABLE in values for values in fields)


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
