"""How phones join: by a link, or by a typed code that asks the host; and how one is sent away for good."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from scoring.models import ApiToken, Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Player, Role, Session
from scoring.models.clubs import LONGEST_NAME
from scoring.models.devices import hash_token
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS, link_token, new_nonce
from scoring.operations.errors import AnsweredError, RefusedError
from scoring.operations.people.devices import NoPlaceError, after, device_with, grant, hold, hold_as, revoke
from scoring.operations.people.players import readable
from scoring.operations.table.posting import lock_club
from scoring.queries.people import phones
from scoring.queries.people.access import Access, access_in
from scoring.texts import say

OPEN_FOR = timedelta(minutes=10)
MOST_WAITING = 20
HOST_LINK_LIFETIME = timedelta(days=1)
RECOVERY_LIFETIME = timedelta(hours=1)


class CodeError(RefusedError):
    """Nobody keeps joining open under this code."""

    code = "code_unknown"


class TooManyAskError(RefusedError):
    """More phones wait for the host than come to a table, so the host could not tell who is who."""


class JoiningClosedError(RefusedError):
    """Joining was closed before the host answered."""


@transaction.atomic
def open_joining(*, club: Club, session: Session | None, device: Device, now: datetime) -> JoinCode:
    """Open joining for a while under a new code, to the club or to one session; the code before ends."""
    lock_club(club=club)
    close_joining(club=club, now=now)
    taken = set(JoinCode.objects.filter(closed_at=None).values_list("code", flat=True))
    while (code := "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))) in taken:
        pass
    return JoinCode.objects.create(
        club=club, session=session, code=code, opened_by=device, opened_at=now, closes_at=now + OPEN_FOR
    )


def close_joining(*, club: Club, now: datetime) -> None:
    """Have the code of the club ask nothing any more; phones still waiting are told."""
    JoinCode.objects.filter(club=club, closed_at=None).update(closed_at=now)


@transaction.atomic
def ask(*, code: str, token: str, label: str, name: str, now: datetime) -> JoinRequest:
    """Ask the host to let the phone in by the typed code, once however often. Raises CodeError, TooManyAskError."""
    found = phones.find_code(text=code, now=now)
    if found is None:
        raise CodeError
    device = device_with(token=token, label=label, now=now)
    if found.requests.filter(answered_at=None).exclude(device=device).count() >= MOST_WAITING:
        raise TooManyAskError
    name = readable(name)[:LONGEST_NAME]
    request, _ = JoinRequest.objects.update_or_create(
        code=found, device=device, defaults={"name": name}, create_defaults={"name": name, "asked_at": now}
    )
    return request


@transaction.atomic
def answer(*, request: JoinRequest, role: Role | None, device: Device, now: datetime) -> None:
    """Let the phone in, or refuse it with None; the first answer counts. Raises AnsweredError, JoiningClosedError."""
    locked = JoinRequest.objects.select_for_update(of=("self",)).select_related("device", "code__club")
    asked = locked.get(pk=request.pk)
    match phones.state_of(request=asked, now=now):
        case phones.Asked.CLOSED:
            raise JoiningClosedError
        case phones.Asked.WAITING:
            answered = {"role": role or "", "answered_at": now, "answered_by": device}
            JoinRequest.objects.filter(pk=asked.pk).update(**answered)
            club, session = asked.code.club, asked.code.session
            had = access_in(device=asked.device, club=club)
            if role and not (had and had.includes(role=role, session=session)):
                place = Access(club=club, role=role, session=session, player=had.player if had else None)
                grant(device=asked.device, access=place, now=now)
        case phones.Asked.LET_IN | phones.Asked.REFUSED if asked.role != (role or ""):
            raise AnsweredError(say("answered.let_in") if asked.role else say("answered.refused"))


class LinkError(RefusedError):
    """The link gives no role; `problem` says why."""

    def __init__(self, problem: phones.LinkProblem) -> None:
        super().__init__(say(f"link_{problem.value.removeprefix('link_')}"))
        self.problem, self.code = problem, problem.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A role in the club, or in one session of it, that a link gives for so long."""

    club: Club
    role: Role
    session: Session | None = None
    lifetime: timedelta


def make_link(
    *, invitation: Invitation, made_by: Device | None, now: datetime, for_device: Device | None = None
) -> JoinLink:
    """Make a link by which any number of phones join; one for a host or in place of a device works once.

    That for a host is for the whole club.
    """
    club, nonce, is_host = invitation.club, new_nonce(), invitation.role is Role.HOST
    ended = Membership.objects.filter(club=club).aggregate(Max("revoked_at"))["revoked_at__max"]
    made = after(now=now, last=ended)
    return JoinLink.objects.create(
        nonce=nonce,
        token_hash=hash_token(token=link_token(nonce=nonce)),
        club=club,
        role=invitation.role,
        session=None if is_host else invitation.session,
        for_device=for_device,
        is_single_use=is_host or for_device is not None,
        made_by=made_by,
        created_at=made,
        expires_at=made + invitation.lifetime,
    )


@transaction.atomic
def invite(*, invitation: Invitation, made_by: Device, now: datetime) -> JoinLink:
    """Return the link that gives this already, or make it; beside it joining is open by a code, except for hosts."""
    if invitation.role is Role.HOST:
        return make_link(invitation=invitation, made_by=made_by, now=now)
    club, session = invitation.club, invitation.session
    lock_club(club=club)
    open_code = phones.open_code(club=club, now=now)
    if open_code is None or open_code.session != session:
        open_joining(club=club, session=session, device=made_by, now=now)
    shared = phones.shared_links(club=club, role=invitation.role, session=session, now=now)
    same = (link for link in shared if link.expires_at - link.created_at == invitation.lifetime)
    return next(same, None) or make_link(invitation=invitation, made_by=made_by, now=now)


def make_host_link(*, club: Club, now: datetime) -> str:
    """Return the token of a new one-time link, made on the machine itself, for one more host of the club."""
    invitation = Invitation(club=club, role=Role.HOST, lifetime=HOST_LINK_LIFETIME)
    return make_link(invitation=invitation, made_by=None, now=now).token


def make_recovery_link(*, device: Device, club: Club, made_by: Device, now: datetime) -> JoinLink:
    """Make the one-time link by which a new phone takes the device's place. Raises NoPlaceError."""
    had = access_in(device=device, club=club)
    if had is None:
        raise NoPlaceError
    invitation = Invitation(club=club, role=had.role, session=had.session, lifetime=RECOVERY_LIFETIME)
    return make_link(invitation=invitation, made_by=made_by, now=now, for_device=device)


def revoke_link(*, link: JoinLink, now: datetime) -> None:
    """Take a link back; phones that joined by it stay."""
    JoinLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=now)


@transaction.atomic
def join(*, token: str, device_token: str, label: str, now: datetime) -> Device:
    """Give the holder of the device token what the link gives, and return the device, made if there is none.

    A device that has all of it already, as after a double tap, changes nothing and uses nothing up. Raises LinkError.
    """
    links = JoinLink.objects.select_for_update(of=("self",)).select_related("club", "session", "for_device")
    link = links.filter(token_hash=hash_token(token=token)).first()
    if link is None:
        raise LinkError(phones.LinkProblem.UNKNOWN)
    device = device_with(token=device_token, label=label, now=now)
    had = access_in(device=device, club=link.club)
    if phones.gives_nothing_new(link=link, device=device, access=had):
        return device
    if problem := phones.link_problem(link=link, now=now, device=device):
        raise LinkError(problem)
    place = _place(link, had=had)
    if link.is_single_use:
        JoinLink.objects.filter(pk=link.pk).update(used_at=now, used_by=device)
    if link.for_device:
        revoke(device=link.for_device, club=link.club, now=now, even_last_host=True)
        ApiToken.objects.filter(made_by=link.for_device).update(made_by=device)  # who answers for its programs
    grant(device=device, access=place, now=now)
    return device


@transaction.atomic
def join_as(*, token: str, device_token: str, label: str, now: datetime, player: Player | None, name: str) -> Device:
    """Join, and note who holds the device: a player, a new name, or nobody. Raises LinkError and as `hold_as`."""
    device = join(token=token, device_token=device_token, label=label, now=now)
    club = JoinLink.objects.get(token_hash=hash_token(token=token)).club
    if name:
        hold_as(device=device, club=club, name=name, now=now)
    else:
        hold(device=device, club=club, player=player)
    return device


def _place(link: JoinLink, *, had: Access | None) -> Access:
    """Return the place the link gives; the phone keeps its holder."""
    if link.for_device is None:
        player = had.player if had else None
        return Access(club=link.club, role=Role(link.role), session=link.session, player=player)
    taken_over = access_in(device=link.for_device, club=link.club)
    if taken_over is None:
        raise LinkError(phones.LinkProblem.REVOKED)
    return taken_over


@transaction.atomic
def send_away(
    *, device: Device, club: Club, now: datetime, closes_ways_back: bool, even_last_host: bool = False
) -> None:
    """Take the device's place away, and close the links and the code as ways back. Raises LastHostError."""
    access = access_in(device=device, club=club)
    if access is None:
        return
    revoke(device=device, club=club, now=now, even_last_host=even_last_host)
    if closes_ways_back:
        ways = phones.ways_back(device=device, access=access, now=now)
        for link in ways.links:
            revoke_link(link=link, now=now)
        if ways.code:
            close_joining(club=club, now=now)
