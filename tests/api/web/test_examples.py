"""The answers that the description shows are real ones; `CUAJO_WRITE_EXAMPLES=1` keeps them anew."""

import json
import os
import re
from collections.abc import Iterator
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
from scoring.models import Club, Device, Proposal, Session
from scoring.operations.figures.fixtures import add_fixture
from scoring.operations.figures.seasons import set_season
from scoring.operations.people.joining import open_joining
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from tests import people
from tests.api.programs import player_program, program, propose
from tests.api.web.test_rights import address, short
from tests.api.web.twins import TWINS, version

pytestmark = pytest.mark.django_db

UNSHOWN = {"getClubBooks", "getGames", "getProblems", "getSessionBooks"}
"""They fill pages, and are a request without a token away or said in docs/export.md."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
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
    for twin in TWINS.values():
        night = people.start_night(
            club=club, rules={"preset": "pagat", "false_win_penalty": 30, "false_secret_penalty": 15}
        )
        if twin.before:
            twin.before(night)
        newest = Proposal.objects.filter(session=night).last()
        path = twin.path.format(proposal=newest and newest.public_id)
        seen = {"version": version(night)} if "version" in twin.content else {}
        sheet = player_program(session=night, seat=twin.speaks_for) if twin.speaks_for else program(club=club)
        answer = getattr(sheet, twin.method)(f"sessions/{night.public_id}/{path}", {**twin.content, **seen})
        assert answer.status_code == twin.status, answer.text
        route = re.sub(r"entries/\d+/", "entries/#/", re.sub(_ID, "*", f"sessions/*/{path}"))
        yield operation(twin.method, routes[route]), answer.json()


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
