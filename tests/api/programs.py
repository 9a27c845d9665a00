"""Programs of the tests: a token of each role, and requests as a program sends them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from scoring.api.problems import known_problems
from scoring.models import ApiToken, Club, Device, Membership, Proposal, Role, Session, hash_token
from scoring.operations.people.devices import new_token
from scoring.operations.table.companion import propose_hand
from scoring.operations.table.nights import change_switches
from scoring.web.errors import PROBLEM_JSON
from tests import people

PROPOSED_FIELDS = {name: str(people.WORKED_WIN[name]) for name in ("winner", "source", "sowee", "hand", "bounit")}


def token_for(*, club: Club, role: Role = Role.HOST, **place: object) -> str:
    maker = Device.objects.filter(memberships__club=club, memberships__role=Role.HOST, api_token=None).first()
    if maker is None:
        people.host_browser(club=club)
        return token_for(club=club, role=role, **place)
    token = f"cuajo_{new_token()}"
    device = Device.objects.create(
        token_hash=hash_token(token=token), label=f"{role.value} program", created_at=people.EVENING
    )
    Membership.objects.create(device=device, club=club, role=role, created_at=people.EVENING, **place)
    ApiToken.objects.create(device=device, made_by=maker, key=uuid4())
    return token


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Something that talks to the API; without a token it is a stranger."""

    token: str = ""

    def get(self, path: str, **headers: str) -> Any:
        return self._send("get", path, None, headers)

    def post(self, path: str, content: object = None, *, key: UUID | str | None = None) -> Any:
        """Write under a key of its own unless one is given; an empty key is not sent."""
        sent = str(uuid4() if key is None else key)
        return self._send("post", path, content, {"Idempotency-Key": sent} if sent else {})

    def put(self, path: str, content: object, *, key: UUID | None = None) -> Any:
        return self._send("put", path, content, {})

    def delete(self, path: str) -> Any:
        return self._send("delete", path, None, {})

    def _send(self, method: str, path: str, content: object, headers: dict[str, str]) -> Any:
        if self.token:
            headers = {"Authorization": f"Bearer {self.token}", **headers}
        sent = {"data": "" if content is None else content, "content_type": "application/json"}
        body = {} if method == "get" else sent
        return getattr(Client(), method)(f"/api/v1/{path}", **body, headers=headers)


def program(*, club: Club, role: Role = Role.HOST) -> Program:
    return Program(token=token_for(club=club, role=role))


def player_program(*, session: Session, seat: int) -> Program:
    player = session.seats.get(number=seat).player
    return Program(token=token_for(club=session.club, role=Role.PLAYER, player=player))


def allow_proposals(session: Session) -> None:
    change_switches(session=session, is_practice=False, players_may_propose=True)


def propose(*, session: Session, seat: int = people.BEN) -> Proposal:
    """Let players propose, and have one propose the worked win for the next hand, as the pages do."""
    allow_proposals(session)
    after = session.entries.filter(kind="hand").count()
    fields = {**PROPOSED_FIELDS, "expected_after": str(after), "expected_entry": str(session.entries.count())}
    proposed: dict[str, Any] = {"mode": "cards", "fields": fields, "act": people.WORKED_WIN, "after": after}
    return propose_hand(seat=session.seats.get(number=seat), **proposed, stamp=people.stamp())


def error_of(response: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal, which is a problem of RFC 9457 with a documented code."""
    problem, known = response.json(), known_problems()
    code = problem["code"]
    assert response["Content-Type"] == PROBLEM_JSON
    assert int(response.headers.get("Content-Length", len(response.content))) == len(response.content)
    assert (problem["status"], problem["code"], problem["type"]) == (response.status_code, code, known[code].type)
    assert response.status_code in known[code].statuses
    return response.status_code, code
