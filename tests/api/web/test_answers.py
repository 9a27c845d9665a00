"""What every answer has in common: keys, ETags, one shape for refusals, limits; and the description of the API."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from scoring.api import operation, views
from scoring.api.description import description
from scoring.api.json_schema import DESCRIPTIONS
from scoring.api.problems import known_problems
from scoring.api.urls import OPERATIONS
from scoring.forms.base import told
from scoring.models import Club, Entry, Session
from scoring.operations import throttle
from scoring.texts import say
from scoring.web.errors import PROBLEM_JSON
from tests import people
from tests.api.programs import Program, error_of, program
from tests.api.web.outline import outline
from tests.games.asking import stored

pytestmark = pytest.mark.django_db

JSON = "application/json"
NOT_SEEN = {"act": people.WORKED_WIN, "expected_after": 0, "expected_entry": 0}
HAND = {**NOT_SEEN, "expected_sowee": ""}
SEASON = {"name": "Winter", "since": "2026-01-01", "until": "2026-03-31"}
CLUB = {"name": "Sunday table", "time_zone": "Asia/Manila"}


def test_the_first_answer_is_given_again_whatever_happened_since(sheet: Program, here: str) -> None:
    key = uuid4()
    first = sheet.post(f"{here}hands/", HAND, key=key)
    sheet.post(f"{here}entries/1/reverse/", {})
    again = sheet.post(f"{here}hands/", HAND, key=key)
    assert (first.status_code, again.status_code, again.content) == (201, 201, first.content)
    assert (again["Location"], again["Idempotency-Replayed"]) == (first["Location"], "true")
    assert ("Idempotency-Replayed" in first, Entry.objects.count()) == (False, 2)


@pytest.mark.parametrize("by_another", [False, True])
def test_a_key_stands_for_one_content_of_one_program(club: Club, sheet: Program, by_another: bool) -> None:
    key, other = uuid4(), program(club=club)
    sheet.post("seasons/", SEASON, key=key)
    asked = (other, SEASON) if by_another else (sheet, {**SEASON, "name": "X"})
    answer = asked[0].post("seasons/", asked[1], key=key)
    assert error_of(answer) == (409, "key_reused")


@pytest.mark.parametrize("key", ["", "123"])
def test_a_write_without_a_key_is_refused(sheet: Program, key: str) -> None:
    assert error_of(sheet.post("seasons/", SEASON, key=key)) == (400, "idempotency_key_missing")


def test_the_lines_of_a_verdict_carry_their_sentences_by_code_and_values(sheet: Program, here: str) -> None:
    lines = sheet.post(f"{here}hands/", HAND).json()["hand"]["verdict"]["lines"]
    assert [(line["code"], line["values"], line["amount_cents"]) for line in lines] == [
        ("paid.sowee_condition", {}, 70),
        ("paid_each.other_kings", {"count": 1}, 20),
    ]


def test_a_line_and_its_verdict_are_in_the_language_of_the_caller(host: Client, sheet: Program, here: str) -> None:
    sheet.post(f"{here}hands/", HAND)
    english, spanish = (sheet.get(f"{here}entries/1/", **{"Accept-Language": code}).json() for code in ("en", "es"))
    assert [each["sentence"] == each["what"] for each in english["hand"]["verdict"]["lines"]] == [True, True]
    assert [each["sentence"] == each["what"] for each in spanish["hand"]["verdict"]["lines"]] == [False, False]
    assert english["sentence"] in host.get(english["address"]).text
    assert english["sentence"] != spanish["sentence"]


def test_an_unchanged_answer_is_not_sent_again_nor_shared(sheet: Program, session: Session, here: str) -> None:
    first = sheet.get(f"{here}balances/")
    seen = {"If-None-Match": first["ETag"]}
    again = sheet.get(f"{here}balances/", **seen)
    assert (again.status_code, again.content) == (304, b"")
    assert (first["Cache-Control"], first["Content-Type"], "Authorization" in first["Vary"]) == ("private", JSON, True)
    people.win(session)
    assert sheet.get(f"{here}balances/", **seen).status_code == 200


NESTED = "[" * 100_000
TOO_MUCH = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
REFUSED = {
    "surrogate": ("POST verify/", '{"hand": "\\ud800"}', (400, "bad_json")),
    "nested": ("POST verify/", NESTED, (400, "bad_json")),
    "nested act": ("POST {here}hands/", '{"act": ' * 50 + "1" + "}" * 50, (422, "invalid")),
    "no number": ("POST verify/", '{"hand": NaN}', (400, "bad_json")),
    "too much": ("POST verify/", TOO_MUCH, (413, "too_large")),
    "form": ("POST verify/ form", "hand=1O", (415, "unsupported_media_type")),
    "empty": ("POST {here}hands/", "{}", (422, "invalid")),
    "nowhere, written": ("POST nothing/", "", (404, "not_found")),
    "no address": ("GET nothing/", "", (404, "not_found")),
    "unknown night": (f"GET sessions/{uuid4()}/", "", (404, "not_found")),
    "no method": ("GET verify/", "", (405, "method_not_allowed")),
    "open night": ("GET {here}settlement/", "", (409, "session_open")),
    "low number": ("GET {here}entries/?limit=0", "", (422, "invalid")),
    "parameter": ("GET {here}entries/?colour=red", "", (422, "invalid")),
    "id": ("GET sessions/?player_id=Ana", "", (422, "invalid")),
}


@pytest.mark.parametrize(("asked", "content", "refused"), REFUSED.values(), ids=list(REFUSED))
def test_a_refusal_is_a_problem(sheet: Program, here: str, asked: str, content: str, refused: tuple[int, str]) -> None:
    headers = {"Authorization": f"Bearer {sheet.token}", "Idempotency-Key": str(uuid4())}
    method, path, *form = asked.format(here=here).split(" ")
    kind = "application/x-www-form-urlencoded" if form else JSON
    answer = Client().generic(method, f"/api/v1/{path}", content, content_type=kind, headers=headers)
    assert error_of(answer) == refused
    problem = answer.json()
    assert problem.keys() == {"type", "title", "status", "detail", "code", "errors"}
    assert Client().get(problem["type"]).json()["code"] == refused[1]


@pytest.mark.parametrize(
    ("accepted", "kind"), [("*/*", PROBLEM_JSON), (JSON, JSON), (f"{JSON}, {PROBLEM_JSON}", PROBLEM_JSON)]
)
def test_a_problem_goes_by_the_name_that_a_program_asks_for(accepted: str, kind: str) -> None:
    assert Client().get("/api/v1/token/", headers={"Accept": accepted})["Content-Type"] == kind


def test_every_code_the_engine_gives_is_documented() -> None:
    sources = [path.read_text() for path in Path(settings.BASE_DIR, "scoring", "games").rglob("*.py")]
    given = {code for source in sources for code in re.findall(r'Problem\([^"]*?say\(\s*"(\w+)', source)}
    assert len(given) > 15
    assert given <= known_problems().keys()


def test_a_fault_of_ours_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(operation, "shower", fail)
    assert error_of(Client(raise_request_exception=False).get("/api/v1/problems/")) == (500, "server_error")


@stored("wrong_fields", "web")
def test_every_field_that_is_wrong_is_named_with_what_it_must_be(
    sheet: Program, here: str, asked: tuple[str, dict[str, object]], field: str, must: tuple[str, dict[str, Any]]
) -> None:
    answer = sheet.post(f"{here}{asked[0]}", asked[1])
    assert error_of(answer) == (422, "invalid")
    assert {each["field"]: each["detail"] for each in answer.json()["errors"]}[field] == told(say(must[0], **must[1]))


def test_a_problem_of_a_hand_names_its_field(sheet: Program, here: str) -> None:
    answer = sheet.post(f"{here}hands/", {**HAND, "act": {**people.WORKED_WIN, "secrets": ["3O"]}})
    assert [(each["field"], each["code"]) for each in answer.json()["errors"]] == [("secrets", "secret_not_in_hand")]


def test_a_program_that_asks_too_often_waits(sheet: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "REQUESTS", replace(views.REQUESTS, times=3))
    answers = [sheet.get("club/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert (error_of(answers[3]), answers[3]["Retry-After"]) == ((429, "throttled"), "60")


def test_strangers_hold_up_no_program(sheet: Program, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(views, "OPEN_REQUESTS", replace(views.OPEN_REQUESTS, times=1))
    settings.WRITES_PER_MINUTE = 1
    claim = {"game": "cuajo", "hand": "", "bounit": "", "source": "discard"}
    asked: list[tuple[Any, str, object]] = [(Program().post, "verify/", claim), (Client().post, "/club/", {})]
    asked += [(sheet.post, "verify/", claim), (sheet.put, "club/", CLUB)]
    statuses = [[write(path, content).status_code for _ in range(2)] for write, path, content in asked]
    assert statuses == [[422, 429], [403, 429], [422, 422], [200, 200]]


def test_every_answer_says_how_much_is_left(club: Club, sheet: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "time", lambda: 45.0)
    other = program(club=club)
    answers = [sheet.get("club/"), sheet.get("nothing/"), sheet.get("token/"), other.get("club/")]
    left = ['"api-requests";r=599;t=15', None, '"api-requests";r=598;t=15', '"api-requests";r=599;t=15']
    assert [answer.get("RateLimit") for answer in answers] == left
    assert answers[0]["RateLimit-Policy"] == '"api-requests";q=600;w=60'


def test_an_address_without_its_last_slash_leads_there(sheet: Program, session: Session, here: str) -> None:
    read = sheet.get("standings?period=2026")
    assert (read.status_code, read["Location"]) == (308, "/api/v1/standings/?period=2026")
    headers = {"Authorization": f"Bearer {sheet.token}", "Idempotency-Key": str(uuid4())}
    written = Client().post(f"/api/v1/{here}hands", HAND, content_type=JSON, headers=headers, follow=True)
    assert (written.status_code, session.entries.count()) == (201, 1)


def test_the_description_is_valid_openapi_3_1_and_open_to_anybody() -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator

    answer = Client().get("/api/schema/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/vnd.oai.openapi+json")
    assert (answer.json()["openapi"], list(OpenAPIV31SpecValidator(answer.json()).iter_errors())) == ("3.1.0", [])
    assert all(path.startswith("/api/v1/") for path in answer.json()["paths"])
    assert re.findall(r"\b(?:[Rr]aises|\w+Error)\b", answer.text) == []
    assert "/api/schema/" in Client().get("/api/docs/").text


def test_everything_in_the_description_is_described_and_each_description_used() -> None:
    whole = description(OPERATIONS)
    written, schemas = json.dumps(whole), whole["components"]["schemas"].values()
    assert '"description": ""' not in written
    assert [each for held in schemas for each in held.get("properties", {}).values() if "description" not in each] == []
    assert [text for text in DESCRIPTIONS.values() if json.dumps(text) not in written] == []


def test_the_description_says_what_was_decided() -> None:
    assert outline(description(OPERATIONS)) == Path(__file__).with_name("description.txt").read_text()


def test_the_page_loads_nothing_from_elsewhere() -> None:
    page = Client().get("/api/docs/")
    addresses = re.findall(r'(?:src|href|data-schema)="([^"]+)"', page.text)
    assert addresses
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    assert page["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; connect-src 'self'"
    )
