"""Version 2 answers what version 1 answers, with one word for each thing."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from scoring.api.web.docs import description
from scoring.api.web.problems import problem_types
from scoring.api.web.version_2 import RENAMED, description_2
from scoring.models import Club, Session
from tests import people
from tests.api.programs import program, token_for

pytestmark = pytest.mark.django_db

WIN = {"act": people.WORKED_WIN, "expected_after": 0, "expected_entry": 0}
STORED = ("Cuajo", "Khanhoo", "CauRobat")
"""How the shapes of acts and house rules begin, which keep the words they are stored with."""


def kinds(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield what a field may be, null apart."""
    for each in schema.get("anyOf") or schema.get("oneOf") or [schema]:
        types = each.get("type")
        if types != "null":
            yield {**each, "type": types[0]} if isinstance(types, list) else each


def fields() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every field of version 2 with its shape and what it may be."""
    for shape, schema in description_2()["components"]["schemas"].items():
        if not shape.startswith(STORED):
            for name, field in schema.get("properties", {}).items():
                yield from ((shape, name, kind) for kind in kinds(field))


def test_an_id_is_called_id_and_nothing_else_is() -> None:
    ids = {(shape, name) for shape, name, kind in fields() if kind.get("format") == "uuid"}
    many = {
        (shape, name)
        for shape, name, kind in fields()
        if any(each.get("format") == "uuid" for each in kinds(kind.get("items", {})))
    }
    assert {each for each in ids if each[1] != "id" and not each[1].endswith("_id")} == set()
    assert {each for each in many if not each[1].endswith("_ids")} == set()


def test_a_line_goes_by_its_number_as_entry() -> None:
    assert not [(shape, name) for shape, name, kind in fields() if name == "line"]
    assert {kind["type"] for _, name, kind in fields() if name == "entry" or name.endswith("_entry")} == {"integer"}


@pytest.mark.parametrize("word", ["seat", "payer", "payee", "winner", "dealer"])
def test_a_seat_is_always_a_number(word: str) -> None:
    assert {str(kind.get("type")) for _, name, kind in fields() if name == word} == {"integer"}


def test_who_wins_a_card_is_a_seat_too(session: Session) -> None:
    waiting = {"seat": 2, "standing": "purro", "completes": True}
    asked = {"how": "drawn", "by": 1, "card": "5B", "players": [{"seat": 1}, waiting, {"seat": 3}, {"seat": 4}]}
    sheet = program(club=session.club, version=2)
    assert sheet.post("verify/claims/", asked).json()["winner"] == 2
    assert sheet.post("verify/claims/", {**asked, "players": [{"seat": 1}, {"seat": 2}]}).json()["winner"] is None


def test_a_player_is_somebody_with_an_id_or_a_name_alone_that_says_so() -> None:
    people_ = {kind.get("$ref", "").rpartition("/")[2] for _, name, kind in fields() if name in ("player", "debtor")}
    assert people_ == {"Person"}
    assert {kind.get("type") for _, name, kind in fields() if name.endswith("_name")} == {"string"}


def test_money_says_cents() -> None:
    money = {name for shape, name, _ in fields() if name in ("cents", "per_opponent", "best", "amount")}
    assert money == set()


def test_every_name_of_the_table_is_one_of_version_1() -> None:
    shapes = description()["components"]["schemas"]
    assert {
        (shape, name) for shape, names in RENAMED.items() for name in names - shapes[shape]["properties"].keys()
    } == set()


def test_the_description_of_version_2_is_valid_and_has_every_operation() -> None:
    answer = Client().get("/api/v2/schema/")
    assert list(OpenAPIV31SpecValidator(json.loads(answer.content)).iter_errors()) == []
    assert len(answer.json()["paths"]) == len(description()["paths"])
    assert all(path.startswith("/api/v2/") for path in answer.json()["paths"])
    assert "/api/v2/schema/" in Client().get("/api/v2/docs/").text


def test_a_night_is_played_by_the_names_of_version_2(club: Club) -> None:
    sheet = program(club=club, version=2)
    terms = {"names": list(people.NAMES), "currency": "PHP", "first_dealer": 1, "expected_newest_id": None}
    night = sheet.post("sessions/", terms)
    here = f"sessions/{night.json()['id']}/"
    assert night["Location"] == f"/api/v2/{here}"
    hand = sheet.post(f"{here}hands/", WIN)
    assert (hand.json()["entry"], hand["Location"]) == (1, f"/api/v2/{here}entries/1/")
    assert hand.json()["changes"][0] == {"seat": 1, "player_name": "Ana", "amount_cents": 180}
    assert hand.json()["hand"]["verdict"]["per_opponent_cents"] == 90
    closing = sheet.get(f"{here}close/").json()
    assert closing["plan"][0]["payer_name"] == "Ben"
    closed = sheet.post(f"{here}close/", {"expected_entry": 1, "disputed_entries": []}).json()
    assert [(line["payer"], line["payer_name"]) for line in closed["plan"]] == [(2, "Ben"), (4, "Dan")]
    assert [seat["seat"] for seat in sheet.get(f"{here}balances/").json()["seats"]] == [1, 2, 3, 4]


def test_a_name_of_version_1_is_unknown_to_version_2(club: Club) -> None:
    sheet = program(club=club, version=2)
    terms = {"names": list(people.NAMES), "currency": "PHP", "first_dealer": 1}
    refused = sheet.post("sessions/", {**terms, "rule_set": str(uuid4())})
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == ["rule_set"]
    unknown = sheet.post("sessions/", {**terms, "rule_set_id": str(uuid4())}).json()
    assert [each["field"] for each in unknown["errors"]] == ["rule_set_id"]


def test_a_refusal_is_a_problem_and_nothing_beside_it(session: Session) -> None:
    sheet = program(club=session.club, version=2)
    path = f"sessions/{session.public_id}/hands/"
    sheet.post(path, WIN)
    late = sheet.post(path, WIN)
    assert (late.status_code, late["Content-Type"]) == (409, "application/problem+json")
    problem = late.json()
    assert set(problem) == {"type", "title", "status", "detail", "code", "errors", "versions"}
    assert problem["type"] == problem_types()["hand_taken"].type
    assert problem["versions"]["recorded"]["entry"] == 1
    assert sheet.get("nowhere/").status_code == 404


def test_a_key_writes_once_and_an_answer_that_is_known_is_not_sent_again(session: Session) -> None:
    sheet, key = program(club=session.club, version=2), uuid4()
    path = f"sessions/{session.public_id}/hands/"
    first, again = (sheet.post(path, WIN, key=key) for _ in range(2))
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
    seen = sheet.get(f"sessions/{session.public_id}/")
    assert sheet.get(f"sessions/{session.public_id}/", **{"If-None-Match": seen["ETag"]}).status_code == 304


def test_nights_of_a_player_are_asked_for_by_their_id(session: Session) -> None:
    sheet = program(club=session.club, version=2)
    ana = session.seats.get(number=1).player.public_id
    assert len(sheet.get(f"sessions/?player_id={ana}").json()["items"]) == 1
    refused = [sheet.get(f"sessions/?{asked}") for asked in (f"player={ana}", "player_id=Ana", "colour=red")]
    assert [answer.status_code for answer in refused] == [422, 422, 422]
    assert [each["field"] for answer in refused for each in answer.json()["errors"]] == [
        "player",
        "player_id",
        "colour",
    ]
    assert sheet.get(f"sessions/?player_id={uuid4()}").json()["items"] == []


def test_an_address_without_its_last_slash_leads_to_the_right_one(session: Session) -> None:
    lost = program(club=session.club, version=2).get(f"sessions/{session.public_id}")
    assert (lost.status_code, lost["Location"]) == (308, f"/api/v2/sessions/{session.public_id}/")


def test_content_that_is_no_json_is_refused_as_before(session: Session) -> None:
    headers = {"Authorization": f"Bearer {token_for(club=session.club)}", "Idempotency-Key": str(uuid4())}
    answer = Client().post("/api/v2/sessions/", "{", content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_json")
    listed = Client().post("/api/v2/sessions/", "[1]", content_type="application/json", headers=headers)
    assert (listed.status_code, "error" in listed.json()) == (422, False)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("depth", [400, 2_000, 100_000])
@pytest.mark.parametrize("around", ["%s", '{"act": %s}', '{"names": %s}'])
def test_content_nested_deeply_is_refused(session: Session, version: int, depth: int, around: str) -> None:
    headers = {"Authorization": f"Bearer {token_for(club=session.club)}", "Idempotency-Key": str(uuid4())}
    nested = around % ("[" * depth + "]" * depth)
    for path in ("sessions/", f"sessions/{session.public_id}/hands/", "verify/"):
        answer = Client().post(f"/api/v{version}/{path}", nested, content_type="application/json", headers=headers)
        assert answer.status_code in (400, 422), answer.content[:300]


READ = ("", "balances/", "seats/", "entries/", "entries/1/", "statement/", "story/", "settlement/", "chips/", "tong/")


@pytest.mark.parametrize(
    "path", [*(f"sessions/*/{path}" for path in READ), "players/", "players/#/", "sessions/", "debts/"]
)
def test_what_is_answered_is_as_described(session: Session, path: str) -> None:
    sheet = program(club=session.club, version=2)
    people.win(session)
    sheet.post(f"sessions/{session.public_id}/close/", {"expected_entry": 1})
    ana = session.seats.get(number=1).player.public_id
    asked = path.replace("*", str(session.public_id)).replace("#", str(ana))
    template = f"/api/v2/{path.replace('*', '{id}').replace('#', '{id}').replace('entries/1', 'entries/{entry}')}"
    whole = description_2()
    media = whole["paths"][template]["get"]["responses"]["200"]["content"]["application/json"]
    answer = sheet.get(asked)
    assert answer.status_code == 200
    Draft202012Validator({**media["schema"], "components": whole["components"]}).validate(answer.json())
