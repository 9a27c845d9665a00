"""Every resource and method of the API with everybody who may ask: each answer is stated, and holds.

Somebody is let in (+), must show a token (?, 401), may not (-, 403) or finds nothing there (0, 404). A method that is
in no row with the path does not exist (405). Who asks, a column each:
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
from scoring.models import Device, Session
from scoring.operations import throttle
from tests import people
from tests.api.programs import token_for
from tests.everything import everything, places, rights

pytestmark = pytest.mark.django_db

COLUMNS = "svpkhonr"
TABLE = """
DELETE ?---+0-? rule-sets/*/ seasons/*/ webhooks/*/
GET    ++++++++ games/ problems/ problems/*/ verdicts/*/
GET    ?++++++? club/ club/deck/ token/
GET    ?+++++-? debts/ players/ rule-sets/ seasons/ sessions/ standings/rating/
GET    ?++++0+? sessions/*/ sessions/*/balances/ sessions/*/chips/ sessions/*/companion/ sessions/*/disputes/
                sessions/*/entries/ sessions/*/entries/#/ sessions/*/export/ sessions/*/proposals/ sessions/*/seats/
                sessions/*/settlement/ sessions/*/statement/ sessions/*/story/ sessions/*/tong/
GET    ?++++0-? nominations/ partners/ players/*/ players/*/figures/ players/*/with/*/ rule-sets/*/ standings/
GET    ?--++0-? sessions/*/close/
GET    ?---++-? export/ webhooks/
GET    ?---+0-? rule-sets/*/file/ webhooks/*/
POST   ++++++++ games/*/questions/*/ verdicts/ verify/ verify/claims/ verify/extra-cards/ verify/near-miss/
                verify/waits/
POST   ?-++++-? debts/all/ debts/forgivings/ debts/netted/ debts/payments/
POST   ?-+++0-? sessions/*/entries/#/disputes/ sessions/*/entries/#/ruling/ sessions/*/handovers/ sessions/*/proposals/
POST   ?--+++-? debts/*/take-back/ past-nights/ sessions/
POST   ?--++0-? sessions/*/again/ sessions/*/carry/ sessions/*/chips/ sessions/*/chips/back/ sessions/*/chips/bank/
                sessions/*/chips/count/ sessions/*/close/ sessions/*/companion/ sessions/*/entries/#/correct/
                sessions/*/entries/#/refund/ sessions/*/entries/#/reverse/ sessions/*/entries/#/verdicts/
                sessions/*/false-wins/ sessions/*/discard/ sessions/*/free-payments/ sessions/*/hands/ sessions/*/judge/
                sessions/*/matches/ sessions/*/past/take-back/ sessions/*/penalties/ sessions/*/proposals/*/decline/
                sessions/*/reopen/ sessions/*/seats/ sessions/*/seats/mend/ sessions/*/seats/mend/preview/
                sessions/*/seats/turn/ sessions/*/secrets/ sessions/*/terms/ sessions/*/tong/ sessions/*/tong/spendings/
POST   ?---++-? rule-sets/ rule-sets/import/ seasons/ webhooks/
POST   ?---+0-? players/*/erase/ players/*/merge/ players/*/unmerge/ sessions/*/day/
PUT    ?--++0-? sessions/*/about/ sessions/*/table/
PUT    ?---++-? club/ club/deck/ standings/rating/
PUT    ?---+0-? players/*/ players/*/discarded/ rule-sets/*/ sessions/*/switches/
"""
STATED = rights(TABLE)
MARKS = {401: "?", 403: "-", 404: "0"}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ROUTES = sorted({str(resource.pattern) for resource in resources})
PART = re.compile(r"<\w+:(\w+)>")


def short(route: str) -> str:
    """Return a route as the table writes it.

    >>> short("sessions/<uuid:session_id>/entries/<int:entry>/")
    'sessions/*/entries/#/'
    """
    return PART.sub("*", route.replace("<int:entry>", "#"))


def address(route: str, known: dict[str, object]) -> str:
    """Return the path below that of the API which leads to something of the club."""
    ids = {f"{kind.replace('-', '_').removesuffix('s')}_id": found for kind, found in known.items()}
    values = {"act_id": uuid4(), "entry": 1, "game": "cuajo", "question": "win", "code": "club", **ids}
    return PART.sub(lambda part: str(values[part[1]]), route)


@pytest.fixture(scope="module")
def night(module_db: None) -> Session:
    return people.start_night(club=people.make_club())


@pytest.fixture(scope="module")
def tokens(night: Session) -> dict[str, str]:
    tokens = {"s": "", **{who: token_for(**place) for who, place in places(night).items()}}
    Device.objects.update(seen_at=timezone.now())  # noted already, which each request does otherwise
    return tokens


@pytest.fixture(scope="module")
def known(night: Session, tokens: dict[str, str]) -> dict[str, object]:
    return everything(session=night, host=Device.objects.get(memberships__club=night.club, label="Ana's phone"))


def ask(path: str, *, method: str, token: str) -> int:
    """Return the status of the answer to an empty object; nothing it wrote stays."""
    headers = {"Idempotency-Key": str(uuid4()), **({"Authorization": f"Bearer {token}"} if token else {})}
    with transaction.atomic():
        answer = Client().generic(method, f"/api/v1/{path}", "{}", content_type="application/json", headers=headers)
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
    assert ask(path, method="OPTIONS", token=tokens["h"]) == 405
    assert (ask(path, method="HEAD", token=tokens["h"]) == 405) == (("GET", short(route)) not in found)
    assert found == {asked: marks for asked, marks in STATED.items() if asked[1] == short(route)}


def test_every_row_of_the_table_is_of_a_resource() -> None:
    assert {route for _, route in STATED} == {short(route) for route in ROUTES}
