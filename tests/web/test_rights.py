"""Every address and method with everybody who may ask: each answer is stated in one table, and holds.

Somebody is let in (+), told to ask the host (-, 403) or finds nothing there (0, 404). A method that is in no row with
the name of the address does not exist (405). Who asks, a column each:
s stranger, v viewer, p player, k scorekeeper, h host, o host of another club, n viewer of one night only,
r host whose phone was sent away.
"""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cuajo_site.urls import pages
from scoring.models import Session
from tests import people
from tests.api.programs import token_for
from tests.everything import rights
from tests.pseudo import plain_on
from tests.web.conftest import as_it_was

pytestmark = pytest.mark.django_db

COLUMNS = "svpkhonr"
TABLE = """
GET  ++++++++ accessibility asked enter-code game-judge game-question game-rules healthz join-link judge-live
             live-process manifest melds rules shared take-along verdict
GET  -++++++- club clubs home me record who worker
GET  -+++++-- debts history history-csv phones
GET  -++++0+- audit entry export-session live money night night-picture nominations-picture receipt settle statement
             table watch
GET  -++++0-- figures period-picture player
GET  --+++0-- dispute propose
GET  ---+++-- new-game-session new-session past-nights
GET  ---++0-- close correct drawn-hand false-win hand quick-hand refund secret setup sowee undo verify
GET  ----++-- asking curious export-club invite new-rule-set rule-sets save
GET  ----+0-- export-rule-set link person phone rule-set
GET  ---000-- match penalty
GET  00000000 authority full-member new-password sign-in sign-up
POST ++++++++ accessibility enter-code forget join-link keep-verdict language take-along
POST -++++++- who
POST 0++++0+0 enter-club
POST --++++-- pay-netted take-back-debts
POST --+++0-- dispute hand-over hand-verdict pay propose rule-dispute take-back
POST ---+++-- enter-past-nights new-game-session new-session past-nights practise settle-all start-again
POST ---++0-- about carry chips chips-back chips-bank close companion correct count-chips decline-proposal discard
             drawn-hand false-win hand hints mend-seats pay-debt quick-hand refund reopen seats secret sowee spend-tong
             swap-seats take-back-night terms tong turn undo verify
POST ----++-- close-joining club import-books import-rule-set new-link new-rule-set new-webhook passcode programs
             protection put-alarm-aside rate-players remove-season seasons
POST ----+0-- answer-phone day discard-player erase-player merge-player move-phone phone remove-rule-set remove-webhook
             rename-player revoke-phone rule-set switches take-back-link unmerge-player
POST ----00-- revoke-program
POST ---000-- match penalty
POST 00000000 new-club new-password sign-in sign-out sign-up
"""
STATED = rights(TABLE)
NAMES = sorted({str(pattern.name) for pattern in pages})
METHODS = ("GET", "POST")
FURTHER = ("HEAD", "PUT", "PATCH", "DELETE")
"""Read as GET or refused before it is looked who asks, so those who may nothing and everything ask for all."""
MARKS = {403: "-", 404: "0", 405: "x"}
NOT_THERE = "x" * len(COLUMNS)
KINDS = {
    "players": (
        *("player", "rename-player", "merge-player", "unmerge-player", "discard-player", "erase-player", "person"),
        "figures",
    ),
    "rule-sets": ("rule-set", "export-rule-set", "remove-rule-set"),
    "phones": ("phone", "revoke-phone", "move-phone"),
    "links": ("link", "take-back-link"),
    "seasons": ("remove-season",),
    "clubs": ("enter-club",),
    "webhooks": ("remove-webhook",),
    "alarms": ("put-alarm-aside",),
    "joining": ("answer-phone",),
    "verdicts": ("verdict",),
}
"""What the id in an address is of, by its name; that of any other is of the night."""
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}
CHOSEN = {
    "currency": "PHP",
    "seat": 1,
    "mode": "quick",
    "table": "standings",
    "form": "json",
    "kind": "svg",
    "game_id": "cuajo",
    "question_id": "win",
    "tables": "conditions",
    "version": "2",
}

type Answers = dict[tuple[str, str], Any]


def address(name: str, *, known: dict[str, object]) -> str:
    """Return the address of that name which leads to something of the club."""
    values = CHOSEN | {
        "public_id": known[KIND_OF.get(name, "sessions")],
        "number": 2 if name == "refund" else 1,
        "token": known["tokens"],
        "other_id": known["others"],
        "debtor": known["others"],
        "creditor": known["players"],
        "proposal_id": known["proposals"],
    }
    wanted = next(pattern for pattern in pages if pattern.name == name).pattern.converters
    return reverse(name, kwargs={argument: values[argument] for argument in wanted})


@pytest.fixture(scope="module", params=NAMES)
def answers(
    request: pytest.FixtureRequest, askers: dict[str, Client], known: dict[str, object], pseudo_module: str
) -> tuple[str, Answers]:
    page, given = address(request.param, known=known), {}
    for who, browser in askers.items():
        for method in METHODS + FURTHER if who in "sh" else METHODS:
            with as_it_was():
                given[who, method] = browser.generic(method, page, headers={"accept-language": pseudo_module})
    return request.param, given


def test_every_address_has_its_row_in_the_table() -> None:
    assert sorted({name for _, name in STATED}) == NAMES


def test_an_address_answers_everybody_as_stated(answers: tuple[str, Answers]) -> None:
    name, given = answers
    stated = {method: STATED.get((method, name), NOT_THERE) for method in (*METHODS, *FURTHER)}
    stated["HEAD"] = stated["GET"]
    statuses = {asked: answer.status_code for asked, answer in given.items()}
    assert [status for status in statuses.values() if status >= 500] == []
    assert {asked: MARKS.get(status, "+") for asked, status in statuses.items()} == {
        (who, method): stated[method][COLUMNS.index(who)] for who, method in given
    }


def test_nobody_is_answered_in_plain_english(answers: tuple[str, Answers]) -> None:
    read = ((who, method, answers[1][who, method]) for who in "shv" for method in METHODS)
    assert {(who, method, text) for who, method, answer in read for text in plain_on(answer)} == set()


ODD = ["\ud800", "a\udfffb", "\x00", "a\x00b", "\u202e", "\ufffe", "𝕏" * 300]
ODD_BYTES = ["%ED%A0%80", "%00", "%FF", "%E2%80%AE"]
WIN = {**people.WORKED_WIN, "game": "cuajo", "sowee": "ODD"}
SEEN = {"expected_after": 0, "expected_entry": 0}
TERMS = {"names": ["Ana", "Ben"], "rules": "pagat", "currency": "PHP", "first_dealer": 1}
WRITES = [
    ("put", "club/", {"name": "ODD", "time_zone": "ODD", "ODD": 1}),
    ("post", "verify/", {**WIN, "game": "ODD"}),
    ("post", "verdicts/", {"kind": "win", "question": {"ODD": "ODD", "rules": {"preset": "ODD"}}}),
    ("post", "{night}hands/", {**SEEN, "act": {**people.WORKED_WIN, "sowee": "ODD"}}),
    ("post", "{night}hands/", {**SEEN, "act": {**people.WORKED_WIN, "ODD": "ODD"}}),
    ("post", "{night}entries/1/disputes/", {"seat": 2, "why": "ODD"}),
    ("post", "{night}entries/1/reverse/", {"reason": "ODD"}),
    ("post", "sessions/", {**TERMS, "names": ["ODD", "Ben"]}),
    ("post", "sessions/", {**TERMS, "rules": {"ODD": "ODD"}, "currency": "ODD"}),
    ("post", "rule-sets/", {"name": "ODD", "rules": {"preset": "pagat"}}),
    ("post", "rule-sets/import/", {"file": "ODD", "name": "ODD"}),
]
"""Writes with a mark where the odd text goes, in values, in keys and in objects of any shape."""
DOORS = {
    "/club/": "name={}&time_zone=UTC",
    "/join/": "code={}&name={}",
    "/join/who/": "name={}&player={}",
    "/phones/links/": "role={}&session={}",
    "/judge/keep/": f"game={{}}&question=win&hand={{}}&key={uuid4()}",
    "/sessions/{night}/hand/drawn/": "key={}&expected_after={}&reason={}",
    "/sessions/{night}/hand/quick/": "winner={}&source={}&step=record&key={}",
    "/sessions/{night}/entries/1/dispute/": "why={}&seat={}",
    "/sessions/{night}/entries/1/undo/": "reason={}",
    "/sessions/new/cuajo/": "name_1={}&name_2={}&rules={}",
    "/verdict/{odd}/": "",
    "/join/{odd}/": "",
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
    address = f"/api/v1/{path.format(night=f'sessions/{night.public_id}/')}"
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
    assert Client().get("/api/v1/club/", headers={"Authorization": f"Bearer {sent}"}).status_code == 401
    cookies = {"Cookie": f"cuajo_device={sent}; csrftoken={sent}"}
    assert Client().get("/club/", headers=cookies).status_code == 403
