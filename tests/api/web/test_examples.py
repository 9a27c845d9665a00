"""The answers that the description shows are real ones; `CUAJO_WRITE_EXAMPLES=1` keeps them anew."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from scoring.api.urls import resources
from scoring.api.web.docs import ANSWERS, description
from scoring.api.web.examples import CLAIMS, DISTANCES, EXTRAS, RULINGS, SESSIONS, WAITS
from scoring.api.web.version_2 import description_2
from scoring.models import Club, Device, Session
from tests import people
from tests.acts import DONE
from tests.acts.cases import set_up
from tests.api.programs import program
from tests.api.web.test_rights import address, short
from tests.everything import everything

pytestmark = pytest.mark.django_db

SHOWN = json.loads(ANSWERS.read_text())
UNSHOWN = {"getClubBooks", "getGames", "getProblems", "getSessionBooks"}
"""They fill pages, and are a request without a token away or said in docs/export.md."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
ASKED = {
    "verify/": CLAIMS,
    "verify/waits/": WAITS,
    "verify/near-miss/": DISTANCES,
    "verify/extra-cards/": EXTRAS,
    "verify/claims/": RULINGS,
    "sessions/": SESSIONS,
}
FIRST_VERSION = {"disputed_entries": "disputed"}
"""What requests call otherwise in version 1."""

_SECRETS = (
    (re.compile(r"/join/[\w-]+/"), "/join/Tm90IGEgdG9rZW4/"),
    (re.compile(r'"code": "[0-9A-Z]{6}"'), '"code": "123456"'),
)


def operation(method: str, route: str) -> str:
    path = "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
    return str(description()["paths"].get(path, {}).get(method, {}).get("operationId", ""))


def given(club: Club, session: Session) -> Iterator[tuple[str, Any]]:
    """Yield what is answered to every read in a club with one of everything, to every example and to every act."""
    sheet, routes = program(club=club), [str(one.pattern) for one in resources]
    known = everything(session=session, host=Device.objects.get(label="Ana's phone"))
    for route in routes:
        name = operation("get", route)
        if name and name not in UNSHOWN:
            ids = {**known, "sessions": known["settled"]} if name == "getSettlement" else known
            yield name, sheet.get(address(route.removeprefix("v1/"), ids)).json()
    for path, examples in ASKED.items():
        yield operation("post", f"v1/{path}"), sheet.post(path, examples[0].value).json()
    by_row = {short(route.removeprefix("v1/")): route for route in routes}
    for case in sorted(DONE.values(), key=lambda case: bool(case.night)):  # each in a night of its own, first of cuajo
        sent = set_up(case, club=club)
        path, content = sent.request()
        first = {FIRST_VERSION.get(name, name): value for name, value in content.items()}
        answer = getattr(replace(sent.program, version=1), case.act.method)(path, first)
        row = re.sub(r"entries/\d+/", "entries/#/", re.sub(_ID, "*", path))
        yield operation(case.act.method, by_row[row]), answer.json()


def test_the_answers_shown_are_those_that_are_given(
    monkeypatch: pytest.MonkeyPatch, club: Club, session: Session
) -> None:
    """All of one moment, with ids in the order of their appearance."""
    monkeypatch.setattr(timezone, "now", lambda: people.EVENING)
    people.host_browser(club=club)
    found: dict[str, Any] = {}
    for name, answer in given(club, session):
        assert "error" not in answer, (name, answer)
        found.setdefault(name, answer)
    lines = (f"{json.dumps(name)}: {json.dumps(found[name], ensure_ascii=False)}" for name in sorted(found))
    text = "{\n" + ",\n".join(lines) + "\n}"
    known: dict[str, str] = {}
    text = _ID.sub(lambda id_: known.setdefault(id_[0], f"{len(known) + 1:08x}-7a1e-4c0a-8000-000000000000"), text)
    for pattern, shown in _SECRETS:
        text = pattern.sub(shown, text)
    if os.environ.get("CUAJO_WRITE_EXAMPLES") == "1":
        ANSWERS.write_text(text + "\n")
    assert json.loads(text) == SHOWN


@pytest.mark.parametrize("name", SHOWN)
def test_an_answer_shown_is_as_described(name: str) -> None:
    from jsonschema import Draft202012Validator

    whole = description_2()
    operations = {each["operationId"]: each for path in whole["paths"].values() for each in path.values()}
    responses = operations[name]["responses"]
    media = responses["201" if "201" in responses else "200"]["content"]["application/json"]
    Draft202012Validator({**media["schema"], "components": whole["components"]}).validate(
        media["examples"]["A real answer"]["value"]
    )


def test_every_read_but_of_whole_books_and_lists_shows_an_answer() -> None:
    names = {each["operationId"] for path in description()["paths"].values() for each in path.values()}
    assert {name for name in names if name.startswith("get")} - SHOWN.keys() == UNSHOWN
