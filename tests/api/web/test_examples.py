"""The answers that the description shows are real ones; `CUAJO_WRITE_EXAMPLES=1` keeps them anew."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import override_settings
from django.utils import timezone
from jsonschema import Draft202012Validator

from scoring.api.urls import resources
from scoring.api.web.docs import ANSWERS, description
from scoring.api.web.examples import CLAIMS, DISTANCES, EXTRAS, RULINGS, SESSIONS, WAITS
from scoring.models import Club, Device, Session
from scoring.operations.figures.fixtures import add_fixture
from scoring.operations.figures.seasons import set_season
from scoring.operations.people.joining import open_joining
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from tests import people
from tests.acts import DONE
from tests.acts.cases import set_up
from tests.api.programs import program, propose
from tests.api.web.test_rights import address, short

pytestmark = pytest.mark.django_db

UNSHOWN = {"getClubBooks", "getGames", "getProblems", "getSessionBooks"}
"""They fill pages, and are a request without a token away or said in docs/export.md."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
FIRST_VERSION = {"disputed_entries": "disputed"}
"""What requests call otherwise in version 1."""

_SECRETS = (
    (re.compile(r"/join/[\w-]+/"), "/join/Tm90IGEgdG9rZW4/"),
    (re.compile(r'"code": "[0-9A-Z]{6}"'), '"code": "123456"'),
)


def operation(method: str, route: str) -> str:
    """Return the name of the operation at a route."""
    path = "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
    return str(description()["paths"].get(path, {}).get(method, {}).get("operationId", ""))


def written(club: Club) -> Iterator[tuple[str, Any]]:
    """Yield what is answered where something is written in a night, each in a night of its own."""
    routes = {f"{short(str(one.pattern))}": str(one.pattern) for one in resources}
    for case in DONE.values():
        sent = set_up(case, club=club)
        path, content = sent.request()
        first = {FIRST_VERSION.get(name, name): value for name, value in content.items()}
        answer = getattr(replace(sent.program, version=1), case.act.method)(path, first)
        assert answer.status_code == case.act.status, answer.text
        route = re.sub(r"entries/\d+/", "entries/#/", re.sub(_ID, "*", path))
        yield operation(case.act.method, routes[route]), answer.json()


def asked(club: Club) -> Iterator[tuple[str, Any]]:
    """Yield what is answered where something is asked or started with the examples of requests."""
    sheet = program(club=club)
    for path, examples in {
        "v1/verify/": CLAIMS,
        "v1/verify/waits/": WAITS,
        "v1/verify/near-miss/": DISTANCES,
        "v1/verify/extra-cards/": EXTRAS,
        "v1/verify/claims/": RULINGS,
        "v1/sessions/": SESSIONS,
    }.items():
        answer = sheet.post(path.removeprefix("v1/"), examples[0].value)
        assert answer.status_code in (200, 201), (path, answer.content)
        yield operation("post", path), answer.json()


def read(session: Session) -> Iterator[tuple[str, Any]]:
    """Yield what is answered to every read of a night with a hand and a secret, of its club and of its people."""
    club, sheet = session.club, program(club=session.club)
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    host = Device.objects.filter(memberships__club=club, api_token=None).get()
    open_joining(club=club, session=None, device=host, now=timezone.now())
    season = set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
    pair = [seat.player for seat in session.seats.filter(number__lte=2)]
    fixture = add_fixture(season=season, day=season.since, table=1, players=pair)
    settled = people.start_night(club=club)
    people.win(settled)
    close_session(session=settled, coin_cents=1, expected_entry=1, stamp=people.stamp())
    rules = {"name": "Ours", "rules": {"preset": "pagat", "secret": 60}}
    question = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    made = {
        "rule-sets": sheet.post("rule-sets/", rules).json()["id"],
        "links": sheet.post("links/", {"role": "player"}).json()["id"],
        "verdicts": sheet.post("verdicts/", {"kind": "win", "question": question}).json()["id"],
        "webhooks": sheet.post("webhooks/", {"address": "http://localhost:9000/hook"}).json()["id"],
    }
    proposal = propose(session=session)
    ids: dict[str, UUID] = {
        "sessions": session.public_id,
        "players": pair[0].public_id,
        "seasons": season.public_id,
        "fixtures": fixture.public_id,
        "phones": host.public_id,
        "joining": host.public_id,
        "proposals": proposal.public_id,
        **made,
    }
    for route in (str(one.pattern) for one in resources):
        name = operation("get", route)
        if name and name not in UNSHOWN:
            at = {**ids, "sessions": settled.public_id} if "settlement" in route else ids
            path = address(route, at).replace("questions/none", "questions/win").removeprefix("/api/v1/")
            if "/with/" in path:
                path = path.replace(str(pair[0].public_id), str(pair[1].public_id), 1)
            answer = sheet.get(path)
            assert answer.status_code == 200, (path, answer.content)
            yield name, answer.json()


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have it be the same moment all the time."""
    monkeypatch.setattr(timezone, "now", lambda: people.EVENING)


@pytest.fixture
def answers(evening: None, club: Club, session: Session, host: object) -> dict[str, Any]:
    """Return an answer for each operation, with ids in the order of their appearance."""
    cache.clear()
    with override_settings(WEBHOOKS=["localhost:9000"]):
        found: dict[str, Any] = {}
        for name, answer in (*read(session), *asked(club), *written(club)):
            found.setdefault(name, answer)
    lines = (f"{json.dumps(name)}: {json.dumps(found[name], ensure_ascii=False)}" for name in sorted(found))
    text = "{\n" + ",\n".join(lines) + "\n}"
    known: dict[str, str] = {}
    text = _ID.sub(lambda id_: known.setdefault(id_[0], f"{len(known) + 1:08x}-7a1e-4c0a-8000-000000000000"), text)
    for pattern, shown in _SECRETS:
        text = pattern.sub(shown, text)
    if os.environ.get("CUAJO_WRITE_EXAMPLES") == "1":
        ANSWERS.write_text(text + "\n")
    return dict(json.loads(text))


def test_the_answers_shown_are_those_that_are_given(answers: dict[str, Any]) -> None:
    assert json.loads(ANSWERS.read_text()) == answers


def test_every_answer_shown_is_as_described() -> None:
    whole = description()
    operations = {each["operationId"]: each for path in whole["paths"].values() for each in path.values()}
    for name, answer in json.loads(ANSWERS.read_text()).items():
        done = next(status for status in ("200", "201") if status in operations[name]["responses"])
        media = operations[name]["responses"][done]["content"]["application/json"]
        assert media["examples"]["A real answer"]["value"] == answer
        Draft202012Validator({**media["schema"], "components": whole["components"]}).validate(answer)


def test_every_read_but_of_whole_books_and_lists_shows_an_answer() -> None:
    names = {each["operationId"] for path in description()["paths"].values() for each in path.values()}
    reads = {name for name in names if name.startswith("get")}
    assert reads - json.loads(ANSWERS.read_text()).keys() == UNSHOWN
