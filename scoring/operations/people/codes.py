"""Join by a typed code: the host opens joining, a phone asks, the host answers."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from scoring.models import Club, Device, JoinCode, JoinRequest, Role, Session
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS, LONGEST_NAME
from scoring.operations.errors import RefusedError
from scoring.operations.people.devices import device_with, grant
from scoring.operations.people.naming import readable
from scoring.queries.people.access import Access, access_in
from scoring.queries.people.joining import Asked, find_code, state_of

OPEN_FOR = timedelta(minutes=10)
MOST_WAITING = 20


class CodeError(RefusedError):
    """Nobody keeps joining open under this code."""

    code = "code_unknown"


class TooManyAskError(RefusedError):
    """More phones wait for the host than come to a table, so the host could not tell who is who."""

    code = "too_many_ask"


class JoiningClosedError(RefusedError):
    """Joining was closed before the host answered."""

    code = "joining_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The phone that asks: the token it holds, its browser, and the name somebody gave."""

    token: str
    label: str
    name: str


@transaction.atomic
def open_joining(*, club: Club, session: Session | None, device: Device, now: datetime) -> JoinCode:
    """Open joining for a while under a new code, to the club or to one session; the code before ends."""
    Club.objects.select_for_update().get(pk=club.pk)
    close_joining(club=club, now=now)
    return JoinCode.objects.create(
        club=club, session=session, code=_free_code(), opened_by=device, opened_at=now, closes_at=now + OPEN_FOR
    )


def close_joining(*, club: Club, now: datetime) -> None:
    """Have the code of the club ask nothing any more; phones still waiting are told."""
    JoinCode.objects.filter(club=club, closed_at=None).update(closed_at=now)


@transaction.atomic
def ask(*, text: str, asker: Asker, now: datetime) -> JoinRequest:
    """Ask the host who keeps joining open under the typed code to let the phone in; asking again is the same.

    Raises CodeError when nobody does, TooManyAskError while the host has too many to answer.
    """
    code = find_code(text=text, now=now)
    if code is None:
        raise CodeError
    device = device_with(token=asker.token, label=asker.label, now=now)
    if code.requests.filter(answered_at=None).exclude(device=device).count() >= MOST_WAITING:
        raise TooManyAskError
    name = readable(asker.name)[:LONGEST_NAME]
    request, _ = JoinRequest.objects.update_or_create(
        code=code, device=device, defaults={"name": name}, create_defaults={"name": name, "asked_at": now}
    )
    return request


@transaction.atomic
def answer(*, request: JoinRequest, role: Role | None, device: Device, now: datetime) -> None:
    """Let the phone in with this role, or refuse it with None; the first answer counts.

    Raises JoiningClosedError when joining was closed meanwhile.
    """
    locked = JoinRequest.objects.select_for_update(of=("self",)).select_related("device", "code__club")
    asked = locked.get(pk=request.pk)
    match state_of(request=asked, now=now):
        case Asked.CLOSED:
            raise JoiningClosedError
        case Asked.WAITING:
            answered = {"role": role or "", "answered_at": now, "answered_by": device}
            JoinRequest.objects.filter(pk=asked.pk).update(**answered)
            if role:
                _let_in(asked, role=role, now=now)
        case Asked.LET_IN | Asked.REFUSED:
            return


def _let_in(asked: JoinRequest, *, role: Role, now: datetime) -> None:
    """Give the phone the role, unless it has as much already."""
    club, session = asked.code.club, asked.code.session
    had = access_in(device=asked.device, club=club)
    if had and had.includes(role=role, session=session):
        return
    player = had.player if had else None
    place = Access(club=club, role=role, session=session, player=player)
    grant(device=asked.device, access=place, now=now)


def _free_code() -> str:
    taken = set(JoinCode.objects.filter(closed_at=None).values_list("code", flat=True))
    while (code := "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))) in taken:
        pass
    return code
