"""The requests of docs/api.md, sent as they stand there."""

import json
import re
import shlex
from string import Template
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from scoring.models import Club, Session
from tests import people
from tests.api.programs import program, token_for

pytestmark = pytest.mark.django_db

TEXT = (site.BASE_DIR / "docs" / "api.md").read_text()
ACTS = re.findall(r"^\| `(\w+)` \| `(\{.*\})`", TEXT, re.MULTILINE)
COMMANDS = re.findall(r"^    curl .*(?:\n {6}.*)*", TEXT, re.MULTILINE)


def send(command: str) -> Any:
    """Send what a curl command sends; with content it is a POST."""
    _, address, *options = shlex.split(command.replace("\\\n", " "))
    given = list(zip(options[::2], options[1::2], strict=True))
    headers = dict(value.split(": ", 1) for option, value in given if option == "-H")
    path = address.removeprefix("http://localhost:8000")
    for content in (value for option, value in given if option != "-H"):
        return Client().post(path, content, content_type=headers.pop("Content-Type"), headers=headers)
    return Client().get(path, headers=headers)


def test_the_documented_requests_get_what_the_text_promises(session: Session, settings: Settings) -> None:
    settings.WEBHOOKS = ["localhost:9000"]
    known, answers = {"TOKEN": token_for(club=session.club), "SESSION": session.public_id, "NIGHT": ""}, []
    for command in COMMANDS:
        answers.append(send(Template(command.strip()).substitute(known, KEY=uuid4())))
        if answers[-1].json().get("game") == "khanhoo":
            known["NIGHT"] = answers[-1].json()["id"]
    verdict, _, games, night, first, _, _, balances, *_ = (answer.json() for answer in answers)
    assert [answer.status_code for answer in answers] == [200, 200, 200, 201, 201, 200, 201, 200, 200, 201, 200, 201]
    assert [game["id"] for game in games["items"]] == [game for game, _ in ACTS]
    assert (verdict["per_opponent"], night["game"], first["hand"]["winner"]) == (90, "khanhoo", 1)
    assert [seat["result_cents"] for seat in balances["seats"]] == [180, -90, 0, -90]


@pytest.mark.parametrize(("game", "act"), ACTS)
def test_the_documented_hand_of_each_game_is_recorded(club: Club, game: str, act: str) -> None:
    sheet = program(club=club)
    names = people.NAMES[:3] if game in ("khanhoo_ming", "cau_robat") else people.NAMES
    night = sheet.post("sessions/", {"game": game, "names": names, "currency": "PHP", "first_dealer": 1}).json()
    hand = {"act": json.loads(act), "expected_after": 0, "expected_entry": 0}
    assert sheet.post(f"sessions/{night['id']}/hands/", hand).status_code == 201
