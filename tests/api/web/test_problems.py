"""Refusals are problems of RFC 9457; what version 1 always said stands inside."""

import ast
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from scoring.api.web.docs import description
from scoring.api.web.problems import PROBLEM_JSON, problem_types
from scoring.models import Club, Session
from tests import people
from tests.api.programs import Program, error_of, program

pytestmark = pytest.mark.django_db

HAND = {"act": people.WORKED_WIN, "expected_after": 0, "expected_entry": 0}


def test_a_refusal_is_a_problem_with_what_version_1_said_inside(sheet: Program, session: Session) -> None:
    answer = sheet.get(f"sessions/{session.public_id}/settlement/")
    error = answer.json()["error"]
    assert answer.json() == {
        "type": "/api/v1/problems/session_open/",
        "title": "Session open",
        "status": 409,
        "detail": error["message"],
        "code": "session_open",
        "errors": [],
        "error": {"code": "session_open", "message": error["message"]},
    }


def test_a_problem_is_as_long_as_it_says(sheet: Program, session: Session) -> None:
    """A client reads no further, so that anything else is cut off."""
    answer = sheet.get(f"sessions/{session.public_id}/settlement/")
    assert answer.headers["Content-Length"] == str(len(answer.content))


def test_a_problem_of_a_hand_names_its_field(sheet: Program, session: Session) -> None:
    act = {**people.WORKED_WIN, "secrets": ["3O"]}
    answer = sheet.post(f"sessions/{session.public_id}/hands/", {**HAND, "act": act})
    assert [(each["field"], each["code"]) for each in answer.json()["errors"]] == [("secrets", "secret_not_in_hand")]


def test_a_problem_goes_by_the_name_that_a_program_asks_for() -> None:
    types = {
        accepted: Client().get("/api/v1/token/", headers={"Accept": accepted})["Content-Type"]
        for accepted in ("*/*", "application/json", "application/json, application/problem+json")
    }
    assert list(types.values()) == [PROBLEM_JSON, "application/json", PROBLEM_JSON]


def test_the_type_of_a_problem_tells_what_its_code_means(sheet: Program) -> None:
    where = sheet.get(f"players/{uuid4()}/").json()["type"]
    assert Client().get(where).json() == {
        "code": "not_found",
        "type": "/api/v1/problems/not_found/",
        "title": "Not found",
        "statuses": [404],
        "about": ["There is nothing here, or not for this token."],
    }
    assert error_of(Client().get("/api/v1/problems/nothing/")) == (404, "not_found")


def test_every_code_the_engine_gives_is_documented() -> None:
    given = set()
    for path in Path(settings.BASE_DIR, "scoring", "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name(id="Problem"), keywords=[ast.keyword(arg="text", value=said), *_]):
                    given |= {
                        str(each.args[0].value).partition(".")[0]
                        for each in ast.walk(said)
                        if isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.Constant)
                    }
    assert given
    assert given <= problem_types().keys()


def test_a_fault_of_ours_is_a_problem_too(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("scoring.api.web.codes.problem_types", fail)
    answer = Client(raise_request_exception=False).get("/api/v1/problems/")
    assert error_of(answer) == (500, "server_error")


def test_what_was_made_is_read_at_its_location(sheet: Program, session: Session) -> None:
    made = sheet.post(f"sessions/{session.public_id}/hands/", HAND)
    assert made["Location"] == f"/api/v1/sessions/{session.public_id}/entries/1/"
    token = {"Authorization": f"Bearer {sheet.token}"}
    assert Client().get(made["Location"], headers=token).content == made.content
    again = sheet.post(f"sessions/{session.public_id}/again/")
    assert again["Location"] == f"/api/v1/sessions/{again.json()['id']}/"


def test_every_answer_201_is_described_with_its_location() -> None:
    made = [
        operation["responses"]["201"]["headers"]
        for path in description()["paths"].values()
        for operation in path.values()
        if "201" in operation["responses"]
    ]
    assert len(made) > 40
    assert all("Location" in headers for headers in made)


def test_an_answer_given_again_says_so(sheet: Program, session: Session) -> None:
    key, hands = uuid4(), f"sessions/{session.public_id}/hands/"
    first, second = (sheet.post(hands, HAND, key=key) for _ in range(2))
    assert ("Idempotency-Replayed" in first, second["Idempotency-Replayed"]) == (False, "true")
    assert first["Location"] == second["Location"]


def test_every_answer_says_how_many_requests_are_left_to_its_token(
    club: Club, sheet: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.operations.web.throttle.time", lambda: 45.0)
    other = program(club=club)
    answers = [sheet.get("club/"), sheet.get("nothing/"), sheet.get("token/"), other.get("club/")]
    assert [answer.get("RateLimit") for answer in answers] == [
        '"api-requests";r=599;t=15',
        None,
        '"api-requests";r=598;t=15',
        '"api-requests";r=599;t=15',
    ]
    assert answers[0]["RateLimit-Policy"] == '"api-requests";q=600;w=60'


def test_an_address_without_its_last_slash_leads_there(sheet: Program, session: Session) -> None:
    read = sheet.get("standings?period=2026")
    assert (read.status_code, read["Location"]) == (308, "/api/v1/standings/?period=2026")
    written = Client().post(
        f"/api/v1/sessions/{session.public_id}/hands",
        HAND,
        content_type="application/json",
        headers={"Authorization": f"Bearer {sheet.token}", "Idempotency-Key": str(uuid4())},
        follow=True,
    )
    assert (written.status_code, written.json()["number"]) == (201, 1)
    assert error_of(Client().get("/api/v1/nothing")) == (404, "not_found")
