"""Text that no database takes, at every door: it is refused or read as something else, and breaks nothing."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests import people
from tests.api.programs import program, token_for

pytestmark = pytest.mark.django_db

ODD = ["\ud800", "a\udfffb", "\x00", "a\x00b", "\u202e", "\ufffe", "𝕏" * 300]
KEEP = reverse("keep-verdict")


def api_doors(session: Session) -> list[tuple[str, str, object]]:
    """Return writes with a mark where the odd text goes, in values, in keys and in objects of any shape."""
    night = f"sessions/{session.public_id}/"
    seen = {"expected_after": 0, "expected_entry": 0}
    hand = {**people.WORKED_WIN, "sowee": "ODD"}
    return [
        ("put", "club/", {"name": "ODD", "time_zone": "UTC"}),
        ("put", "club/", {"name": "Club", "time_zone": "ODD"}),
        ("put", "club/", {"name": "Club", "time_zone": "UTC", "ODD": 1}),
        ("post", "verify/", {**people.WORKED_WIN, "game": "cuajo", "sowee": "ODD"}),
        ("post", "verify/", {**people.WORKED_WIN, "game": "ODD"}),
        ("post", "verdicts/", {"kind": "win", "question": hand}),
        ("post", "verdicts/", {"kind": "win", "question": {"ODD": "ODD"}}),
        ("post", "verdicts/", {"kind": "win", "question": {**people.WORKED_WIN, "rules": {"preset": "ODD"}}}),
        ("post", f"{night}hands/", {**seen, "act": hand}),
        ("post", f"{night}hands/", {**seen, "act": {**people.WORKED_WIN, "ODD": "ODD"}}),
        ("post", f"{night}entries/1/disputes/", {"seat": 2, "why": "ODD"}),
        ("post", f"{night}entries/1/reverse/", {"reason": "ODD"}),
        ("post", "sessions/", {"game": "cuajo", "names": ["ODD", "Ben", "Carla", "Dan"], "rules": "pagat"}),
        ("post", "sessions/", {"game": "cuajo", "players": ["ODD"], "house_rules": {"ODD": "ODD"}}),
        ("post", "rule-sets/", {"name": "ODD", "game": "cuajo", "rules": {"preset": "pagat"}}),
        ("post", "rule-sets/import/", {"file": "ODD", "name": "ODD"}),
        ("post", "links/", {"role": "ODD", "hours": 1}),
    ]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_the_api_answers_odd_text(club: Club, session: Session, odd: str) -> None:
    people.win(session)
    sheet = program(club=club)
    for method, path, content in api_doors(session):
        # As a program writes it: \ud800 has no bytes of its own, but an escape.
        text = json.dumps(content).replace("ODD", json.dumps(odd)[1:-1])
        headers = {"Authorization": f"Bearer {sheet.token}", "Idempotency-Key": str(uuid4())}
        send = getattr(Client(), method)
        answer = send(f"/api/v1/{path}", data=text, content_type="application/json", headers=headers)
        assert answer.status_code < 500, (path, content)


@pytest.mark.parametrize("odd", ["%ED%A0%80", "%00", "%FF", "%E2%80%AE"])
def test_pages_answer_odd_text(club: Club, session: Session, host: Client, odd: str) -> None:
    people.win(session)
    night = f"/sessions/{session.public_id}"
    doors = {
        "/club/": "name={}&time_zone=UTC",
        "/join/": "code={}&name={}",
        "/me/": "name={}&player={}",
        "/phones/links/": "role={}&session={}",
        "/programs/": "label={}&role={}",
        KEEP: f"game={{}}&question=win&hand={{}}&key={uuid4()}",
        f"{night}/hand/drawn/": "key={}&expected_after={}&reason={}",
        f"{night}/hand/quick/": "winner={}&source={}&step=record&key={}",
        f"{night}/entries/1/dispute/": "why={}&seat={}",
        f"{night}/entries/1/undo/": "reason={}",
        "/sessions/new/cuajo/": "name_1={}&name_2={}&rules={}",
    }
    for address, fields in doors.items():
        body = fields.replace("{}", odd)
        answer = host.post(address, body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code < 500, address
        assert host.get(f"{address}?{body}").status_code < 500, address
    for address in (
        f"/join/{odd}/",
        f"/verdict/{odd}/",
        f"/rules/{odd}/",
        f"/players/?q={odd}",
        f"/history/?page={odd}",
    ):
        assert host.get(address).status_code < 500, address


def test_tokens_and_cookies_may_be_any_bytes(club: Club) -> None:
    good = token_for(club=club)
    for odd in ("\x80", "é" * 10, good + "\xff", "a" * 10_000):
        assert Client().get("/api/v1/club/", headers={"Authorization": f"Bearer {odd}"}).status_code == 401
        browser = Client()
        browser.cookies.load("")
        assert browser.get("/club/", headers={"Cookie": f"cuajo_device={odd}; csrftoken={odd}"}).status_code == 403
