"""Text that no database takes, at every door: it is refused or read as something else, and breaks nothing."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import Session
from tests import people
from tests.api.programs import token_for

pytestmark = pytest.mark.django_db

ODD = ["\ud800", "a\udfffb", "\x00", "a\x00b", "\u202e", "\ufffe", "𝕏" * 300]
ODD_BYTES = ["%ED%A0%80", "%00", "%FF", "%E2%80%AE"]
WIN = {**people.WORKED_WIN, "game": "cuajo", "sowee": "ODD"}
SEEN = {"expected_after": 0, "expected_entry": 0}
TERMS = {"names": ["Ana", "Ben"], "rules": "pagat", "currency": "PHP", "first_dealer": 1}
WRITES = [
    ("put", "club/", {"name": "ODD", "time_zone": "ODD", "ODD": 1}),
    ("put", "club/", {"name": "ODD", "time_zone": "UTC"}),
    ("post", "verify/", {**WIN, "game": "ODD"}),
    ("post", "verdicts/", {"kind": "win", "question": WIN}),
    ("post", "verdicts/", {"kind": "win", "question": {"ODD": "ODD", "rules": {"preset": "ODD"}}}),
    ("post", "{night}hands/", {**SEEN, "act": {**people.WORKED_WIN, "sowee": "ODD"}}),
    ("post", "{night}hands/", {**SEEN, "act": {**people.WORKED_WIN, "ODD": "ODD"}}),
    ("post", "{night}entries/1/disputes/", {"seat": 2, "why": "ODD"}),
    ("post", "{night}entries/1/reverse/", {"reason": "ODD"}),
    ("post", "sessions/", {**TERMS, "names": ["ODD", "Ben"]}),
    ("post", "sessions/", {**TERMS, "rules": {"ODD": "ODD"}, "currency": "ODD"}),
    ("post", "rule-sets/", {"name": "ODD", "rules": {"preset": "pagat"}}),
    ("post", "rule-sets/import/", {"file": "ODD", "name": "ODD"}),
    ("post", "links/", {"role": "ODD"}),
]
"""Writes with a mark where the odd text goes, in values, in keys and in objects of any shape."""
DOORS = {
    "/club/": "name={}&time_zone=UTC",
    "/join/": "code={}&name={}",
    "/me/": "name={}&player={}",
    "/phones/links/": "role={}&session={}",
    "/programs/": "label={}&role={}",
    "/judge/keep/": f"game={{}}&question=win&hand={{}}&key={uuid4()}",
    "/sessions/{night}/hand/drawn/": "key={}&expected_after={}&reason={}",
    "/sessions/{night}/hand/quick/": "winner={}&source={}&step=record&key={}",
    "/sessions/{night}/entries/1/dispute/": "why={}&seat={}",
    "/sessions/{night}/entries/1/undo/": "reason={}",
    "/sessions/new/cuajo/": "name_1={}&name_2={}&rules={}",
    "/verdict/{odd}/": "",
    "/join/{odd}/": "",
    "/rules/{odd}/": "",
    "/players/": "q={}",
    "/history/": "page={}",
}


@pytest.fixture(scope="module")
def token(night: Session, known: dict[str, object]) -> str:
    return token_for(club=night.club)


@pytest.mark.parametrize("odd", ODD, ids=ascii)
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write[1])
def test_the_api_answers_odd_text(odd: str, write: tuple[str, str, object], night: Session, token: str) -> None:
    method, path, content = write
    # As a program writes it: \ud800 has no bytes of its own, but an escape.
    text = json.dumps(content).replace("ODD", json.dumps(odd)[1:-1])
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
    address = f"/api/v2/{path.format(night=f'sessions/{night.public_id}/')}"
    answer = getattr(Client(), method)(address, data=text, content_type="application/json", headers=headers)
    assert answer.status_code < 500


@pytest.mark.parametrize("odd", ODD_BYTES)
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.usefixtures("known")
def test_a_page_answers_odd_text(night: Session, askers: dict[str, Client], door: str, odd: str) -> None:
    address, body = door.format(night=night.public_id, odd=odd), DOORS[door].replace("{}", odd)
    answer = askers["h"].post(address, body, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code < 500, askers["h"].get(f"{address}?{body}").status_code < 500) == (True, True)


@pytest.mark.parametrize("odd", ["\x80", "é" * 10, "{good}\xff", "a" * 10_000], ids=["byte", "é", "good", "long"])
def test_a_token_and_a_cookie_may_be_any_bytes(token: str, odd: str) -> None:
    sent = odd.format(good=token)
    assert Client().get("/api/v2/club/", headers={"Authorization": f"Bearer {sent}"}).status_code == 401
    cookies = {"Cookie": f"cuajo_device={sent}; csrftoken={sent}"}
    assert Client().get("/club/", headers=cookies).status_code == 403
