"""Every resource and method of the API with everybody who may ask: each answer is stated, and holds.

Somebody is let in (+), must show a token (?, 401), may not (-, 403) or finds nothing there (0, 404). A method
that stands in no row does not exist (405). Who asks, a column each:

s stranger, v viewer, p player, k scorekeeper, h host, o host of another club, n viewer of one night only,
r program that was sent away.
"""

import re
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.api.urls import resources
from scoring.models import Device, Membership, Role, Session
from scoring.models.devices import hash_token
from scoring.operations.web import throttle
from tests import people
from tests.api.programs import token_for
from tests.everything import everything

pytestmark = pytest.mark.django_db

COLUMNS = "svpkhonr"
TABLE = """
GET    club/                           ?++++++?
PUT    club/                           ?---++-?
GET    club/deck/                      ?++++++?
PUT    club/deck/                      ?---++-?
GET    debts/                          ?+++++-?
POST   debts/*/take-back/              ?--+++-?
POST   debts/all/                      ?-++++-?
POST   debts/forgivings/               ?-++++-?
POST   debts/netted/                   ?-++++-?
POST   debts/payments/                 ?-++++-?
GET    export/                         ?---++-?
GET    games/                          ++++++++
POST   games/*/questions/*/            ++++++++
GET    joining/                        ?---++-?
PUT    joining/                        ?---++-?
DELETE joining/                        ?---++-?
POST   joining/*/answer/               ?---+0-?
GET    links/                          ?---++-?
POST   links/                          ?---++-?
GET    links/*/                        ?---+0-?
DELETE links/*/                        ?---+0-?
GET    phones/                         ?---++-?
GET    phones/*/                       ?---+0-?
PUT    phones/*/                       ?---+0-?
POST   phones/*/move/                  ?---+0-?
POST   phones/*/send-away/             ?---+0-?
GET    players/                        ?+++++-?
GET    players/*/                      ?++++0-?
PATCH  players/*/                      ?---+0-?
GET    players/*/figures/              ?++++0-?
GET    partners/                       ?++++0-?
GET    nominations/                    ?++++0-?
GET    players/*/with/*/               ?++++0-?
GET    standings/                      ?++++0-?
GET    standings/rating/               ?+++++-?
PUT    standings/rating/               ?---++-?
GET    seasons/                        ?+++++-?
POST   seasons/                        ?---++-?
GET    seasons/*/league/               ?++++0-?
POST   seasons/*/fixtures/             ?---+0-?
DELETE fixtures/*/                     ?---+0-?
POST   fixtures/*/night/               ?---+0-?
POST   fixtures/*/night/off/           ?---+0-?
DELETE seasons/*/                      ?---+0-?
POST   past-nights/                    ?--+++-?
POST   players/*/erase/                ?---+0-?
POST   players/*/merge/                ?---+0-?
GET    problems/                       ++++++++
GET    problems/*/                     ++++++++
GET    rule-sets/                      ?+++++-?
POST   rule-sets/                      ?---++-?
GET    rule-sets/*/                    ?++++0-?
PUT    rule-sets/*/                    ?---+0-?
DELETE rule-sets/*/                    ?---+0-?
GET    rule-sets/*/file/               ?---+0-?
POST   rule-sets/import/               ?---++-?
GET    sessions/                       ?+++++-?
POST   sessions/                       ?--+++-?
GET    sessions/*/                     ?++++0+?
POST   sessions/*/again/               ?--++0-?
GET    sessions/*/balances/            ?++++0+?
GET    sessions/*/close/               ?--++0-?
POST   sessions/*/carry/               ?--++0-?
POST   sessions/*/close/               ?--++0-?
GET    sessions/*/companion/           ?++++0+?
POST   sessions/*/companion/           ?--++0-?
GET    sessions/*/disputes/            ?++++0+?
GET    sessions/*/entries/             ?++++0+?
GET    sessions/*/entries/#/           ?++++0+?
POST   sessions/*/entries/#/correct/   ?--++0-?
POST   sessions/*/entries/#/disputes/  ?-+++0-?
POST   sessions/*/entries/#/refund/    ?--++0-?
POST   sessions/*/entries/#/reverse/   ?--++0-?
POST   sessions/*/entries/#/ruling/    ?-+++0-?
POST   sessions/*/entries/#/verdicts/  ?--++0-?
GET    sessions/*/export/              ?++++0+?
POST   sessions/*/false-wins/          ?--++0-?
POST   sessions/*/free-payments/       ?--++0-?
GET    sessions/*/tong/                ?++++0+?
POST   sessions/*/tong/                ?--++0-?
POST   sessions/*/tong/spendings/      ?--++0-?
GET    sessions/*/chips/               ?++++0+?
POST   sessions/*/chips/               ?--++0-?
POST   sessions/*/chips/back/          ?--++0-?
POST   sessions/*/chips/count/         ?--++0-?
POST   sessions/*/handovers/           ?-+++0-?
POST   sessions/*/hands/               ?--++0-?
POST   sessions/*/judge/               ?--++0-?
POST   sessions/*/matches/             ?--++0-?
POST   sessions/*/penalties/           ?--++0-?
GET    sessions/*/proposals/           ?++++0+?
POST   sessions/*/proposals/           ?-+++0-?
POST   sessions/*/proposals/*/decline/ ?--++0-?
POST   sessions/*/past/take-back/      ?--++0-?
POST   sessions/*/reopen/              ?--++0-?
GET    sessions/*/seats/               ?++++0+?
POST   sessions/*/secrets/             ?--++0-?
POST   sessions/*/seats/               ?--++0-?
POST   sessions/*/seats/mend/          ?--++0-?
POST   sessions/*/seats/mend/preview/  ?--++0-?
GET    sessions/*/settlement/          ?++++0+?
GET    sessions/*/story/               ?++++0+?
GET    sessions/*/statement/           ?++++0+?
POST   sessions/*/terms/               ?--++0-?
POST   sessions/*/seats/turn/          ?--++0-?
PUT    sessions/*/about/               ?--++0-?
PUT    sessions/*/switches/            ?---+0-?
PUT    sessions/*/table/               ?--++0-?
GET    token/                          ?++++++?
GET    webhooks/                       ?---++-?
POST   webhooks/                       ?---++-?
GET    webhooks/*/                     ?---+0-?
DELETE webhooks/*/                     ?---+0-?
POST   verdicts/                       ++++++++
GET    verdicts/*/                     ++++++++
POST   verify/                         ++++++++
POST   verify/claims/                  ++++++++
POST   verify/extra-cards/             ++++++++
POST   verify/near-miss/               ++++++++
POST   verify/waits/                   ++++++++
"""
STATED = {tuple(row.split()[:2]): row.split()[2] for row in TABLE.splitlines() if row}
MARKS = {401: "?", 403: "-", 404: "0"}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ROUTES = sorted({str(resource.pattern).removeprefix("v1/") for resource in resources})
PART = re.compile(r"<\w+:(\w+)>")


def short(route: str) -> str:
    """Return a route as the table writes it.

    >>> short("sessions/<uuid:public_id>/entries/<int:number>/")
    'sessions/*/entries/#/'
    """
    return PART.sub("*", route.replace("<int:number>", "#"))


def address(route: str, known: dict[str, object]) -> str:
    """Return the path below that of the API which leads to something of the club."""
    values = {
        "public_id": known.get(route.partition("/")[0]),
        "other_id": known["others"],
        "proposal_id": known["proposals"],
        "act_id": uuid4(),
        "number": 1,
        "game_id": "cuajo",
        "question_id": "win",
        "code": "club",
    }
    return PART.sub(lambda part: str(values[part[1]]), route)


@pytest.fixture(scope="module")
def night(module_db: None) -> Session:
    """Return the night that addresses lead to."""
    return people.start_night(club=people.make_club())


@pytest.fixture(scope="module")
def tokens(night: Session) -> dict[str, str]:
    """Return the token of everybody who asks."""
    club, other = night.club, people.make_club(name="Another club")
    tokens = {
        "s": "",
        "v": token_for(club=club, role=Role.VIEWER),
        "p": token_for(club=club, role=Role.PLAYER),
        "k": token_for(club=club, role=Role.SCOREKEEPER),
        "h": token_for(club=club, role=Role.HOST),
        "o": token_for(club=other, role=Role.HOST),
        "n": token_for(club=club, role=Role.VIEWER),
        "r": token_for(club=club, role=Role.HOST),
    }
    of = Membership.objects.filter
    of(device__token_hash=hash_token(token=tokens["n"])).update(session=night)
    of(device__token_hash=hash_token(token=tokens["r"])).update(revoked_at=people.EVENING)
    Device.objects.update(seen_at=timezone.now())  # noted already, which each request does otherwise
    return tokens


@pytest.fixture(scope="module")
def known(night: Session, tokens: dict[str, str]) -> dict[str, object]:
    """Return the ids of one of everything."""
    return everything(session=night, host=Device.objects.get(memberships__club=night.club, label="Ana's phone"))


def ask(path: str, *, method: str, token: str) -> int:
    """Return the status of the answer to an empty object; nothing it wrote stays."""
    headers = {"Idempotency-Key": str(uuid4()), **({"Authorization": f"Bearer {token}"} if token else {})}
    with transaction.atomic():
        answer = Client().generic(method, f"/api/v2/{path}", "{}", content_type="application/json", headers=headers)
        transaction.set_rollback(True)
    return answer.status_code


@pytest.mark.parametrize("route", ROUTES)
def test_a_resource_answers_everybody_as_stated(
    route: str, tokens: dict[str, str], known: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "left_after", lambda **_: 0)
    path, found = address(route, known), {}
    for method in METHODS:
        if ask(path, method=method, token=tokens["h"]) != 405:
            answers = [ask(path, method=method, token=tokens[who]) for who in COLUMNS]
            assert max(answers) < 500
            found[method, short(route)] = "".join(MARKS.get(answer, "+") for answer in answers)
    assert found == {asked: marks for asked, marks in STATED.items() if asked[1] == short(route)}


def test_every_row_of_the_table_is_of_a_resource() -> None:
    assert {route for _, route in STATED} == {short(route) for route in ROUTES}
