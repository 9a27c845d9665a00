"""Every resource and method of the API with everybody who may ask: each answer is stated, and holds.

Somebody is let in (+), must show a token (?, 401), may not (-, 403) or finds nothing there (0, 404). A method
that stands in no row does not exist (405). Who asks, a column each:

s stranger, v viewer, p player, k scorekeeper, h host, o host of another club, n viewer of one night only,
r program that was sent away.
"""

from datetime import date
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.api.urls import resources
from scoring.models import Device, KeptVerdict, Membership, Role, SavedRules, Session, Webhook
from scoring.operations.figures.fixtures import add_fixture
from scoring.operations.figures.seasons import set_season
from scoring.operations.people.devices import revoke_token
from scoring.operations.people.joining import HOST_LINK_LIFETIME, Asker, Invitation, ask, make_link, open_joining
from scoring.operations.table.penalties import record_secret
from scoring.operations.web import throttle
from scoring.queries.people.phones import find_token
from tests import people
from tests.api.programs import propose, token_for

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
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@pytest.fixture
def tokens(session: Session) -> dict[str, str]:
    """Return the token of everybody who asks."""
    club, other = session.club, people.make_club(name="Another club")
    people.host_browser(club=club)
    tokens = {
        "s": "",
        "v": token_for(club=club, role=Role.VIEWER),
        "p": token_for(club=club, role=Role.PLAYER),
        "k": token_for(club=club, role=Role.SCOREKEEPER),
        "h": token_for(club=club, role=Role.HOST),
        "o": token_for(club=other, role=Role.HOST),
        "n": token_for(club=club, role=Role.VIEWER),
    }
    Membership.objects.filter(device=Device.objects.latest("pk")).update(session=session)
    tokens["r"] = token_for(club=club, role=Role.HOST)
    gone = find_token(club=club, public_id=Device.objects.latest("pk").public_id)
    assert gone is not None
    revoke_token(token=gone, at=timezone.now())
    Device.objects.update(seen_at=timezone.now())  # noted already, which each request does otherwise
    return tokens


@pytest.fixture
def ids(session: Session, tokens: dict[str, str]) -> dict[str, UUID]:
    """Record line 1, a hand, and line 2, a secret; return what each kind of address is made of."""
    club, now = session.club, timezone.now()
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    host = Device.objects.filter(memberships__club=club, api_token=None).get()
    code = open_joining(club=club, session=None, device=host, now=now)
    asked = ask(text=code.code, asker=Asker(token="eva", label="iPhone", name="Eva"), now=now)
    invitation = Invitation(club=club, role=Role.VIEWER, lifetime=HOST_LINK_LIFETIME)
    rules = SavedRules.objects.create(
        club=club, game="cuajo", name="Ours", rules=session.rules, changed_at=people.EVENING
    )
    season = set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
    pair = [seat.player for seat in session.seats.filter(number__lte=2)]
    fixture = add_fixture(season=season, day=season.since, table=1, players=pair)
    webhook = Webhook.objects.create(club=club, address="http://bots/", made_by=host, key=uuid4(), created_at=now)
    kept = KeptVerdict.objects.create(game="cuajo", claim={}, rules={}, answer={}, engine_version="1", kept_at=now)
    return {
        "sessions": session.public_id,
        "players": session.seats.get(number=1).player.public_id,
        "rule-sets": rules.public_id,
        "seasons": season.public_id,
        "fixtures": fixture.public_id,
        "phones": host.public_id,
        "webhooks": webhook.public_id,
        "links": make_link(invitation=invitation, made_by=host, now=now).public_id,
        "joining": asked.public_id,
        "verdicts": kept.public_id,
        "proposals": propose(session=session).public_id,
    }


def address(route: str, ids: dict[str, UUID]) -> str:
    part = route.removeprefix("v1/").partition("/")[0]
    filled = route.replace("<uuid:public_id>", str(ids.get(part, ""))).replace("<int:number>", "1")
    filled = filled.replace("<uuid:proposal_id>", str(ids["proposals"])).replace("<uuid:act_id>", str(uuid4()))
    filled = filled.replace("<uuid:other_id>", str(ids["players"]))
    return "/api/" + filled.replace("<slug:game_id>", "cuajo").replace("<slug:question_id>", "none").replace(
        "<slug:code>", "club"
    )


def status(program: Client, method: str, path: str, token: str) -> int:
    """Return the answer to a request with an empty object for its content; nothing it wrote stays."""
    headers = {"Idempotency-Key": str(uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with transaction.atomic():
        answer = program.generic(method, path, "{}", content_type="application/json", headers=headers)
        transaction.set_rollback(True)
    return answer.status_code


ROUTES = sorted({str(resource.pattern) for resource in resources})


def short(route: str) -> str:
    """Return a route as the table writes it."""
    return (
        route.removeprefix("v1/")
        .replace("<uuid:public_id>", "*")
        .replace("<int:number>", "#")
        .replace("<slug:game_id>", "*")
        .replace("<slug:question_id>", "*")
        .replace("<slug:code>", "*")
        .replace("<uuid:proposal_id>", "*")
        .replace("<uuid:act_id>", "*")
        .replace("<uuid:other_id>", "*")
    )


def test_every_method_of_every_resource_answers_everybody_as_stated(
    tokens: dict[str, str], ids: dict[str, UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "left_after", lambda **_: 0)
    program, found = Client(), {}
    for route in ROUTES:
        for method in METHODS:
            path = address(route, ids)
            if status(program, method, path, tokens["h"]) != 405:
                answers = [status(program, method, path, tokens[column]) for column in COLUMNS]
                found[method, short(route)] = "".join(MARKS.get(answer, "+") for answer in answers)
    assert found == STATED
