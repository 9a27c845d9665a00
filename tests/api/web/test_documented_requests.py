"""The requests of docs/api.md, sent as they stand there."""

import re
import shlex
from string import Template
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from scoring.models import Session
from tests.api.programs import token_for

pytestmark = pytest.mark.django_db

TEXT = (settings.BASE_DIR / "docs" / "api.md").read_text()
COMMANDS = re.findall(r"^    curl .*(?:\n {6}.*)*", TEXT, re.MULTILINE)


def send(command: str) -> Any:
    """Send what a curl command sends; with content it is a POST."""
    words = shlex.split(command.replace("\\\n", " "))
    address, headers, content = words[1].removeprefix("http://localhost:8000"), {}, None
    for option, value in zip(words[2::2], words[3::2], strict=True):
        if option == "-H":
            name, _, header = value.partition(": ")
            headers[name] = header
        else:
            content = value
    if content is None:
        return Client().get(address, headers=headers)
    return Client().post(address, content, content_type=headers.pop("Content-Type"), headers=headers)


def test_the_documented_requests_get_what_the_text_promises(session: Session) -> None:
    known = {"TOKEN": token_for(club=session.club), "SESSION": session.public_id}
    verdict, token, table, hand, balances, places, past, debts = [
        send(Template(command.strip()).substitute(known, KEY=uuid4())) for command in COMMANDS
    ]
    assert verdict.json()["per_opponent"] == 90
    assert token.json()["role"] == "host"
    assert {name: table.json()[name] for name in ("expected_after", "expected_entry")} == {
        "expected_after": 0,
        "expected_entry": 0,
    }
    assert (hand.status_code, hand.json()["number"]) == (201, 1)
    assert [seat["result_cents"] for seat in balances.json()["seats"]] == [180, -90, 0, -90]
    assert places.json()["hand_count"] == 1
    assert (past.status_code, len(past.json()["items"])) == (201, 1)
    assert debts.json() == {"currencies": []}
