"""Let phones join by link or code."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from scoring.models import ApiToken, Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Player, Role, Session
from scoring.models.clubs import LONGEST_NAME
from scoring.models.devices import hash_token
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS
from scoring.operations.errors import AnsweredError, RefusedError
from scoring.operations.people.devices import NoPlaceError, after, device_with, grant, hold, revoke
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
    """No table is open under this code."""

    code = "code_unknown"


class TooManyAskError(RefusedError):
    """Too many phones wait for the host."""


class JoiningClosedError(RefusedError):
    """Joining was closed before the host answered."""


@transaction.atomic
def open_joining(*, club: Club, session: Session | None, device: Device, now: datetime) -> JoinCode:
    """Open joining by a new code for ten minutes."""
    lock_club(club=club)
    close_joining(club=club, now=now)
    # Codes are short, and a hosted installation has many clubs.
    taken = set(JoinCode.objects.filter(closed_at=None).values_list("code", flat=True))
    while (code := "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))) in taken:
        pass
    return JoinCode.objects.create(
        club=club, session=session, code=code, opened_by=device, opened_at=now, closes_at=now + OPEN_FOR
    )


def close_joining(*, club: Club, now: datetime) -> None:
    JoinCode.objects.filter(club=club, closed_at=None).update(closed_at=now)


@transaction.atomic
def ask(*, code: str, token: str, label: str, name: str, now: datetime) -> JoinRequest:
    """Ask to join by code. Raises CodeError, TooManyAskError."""
    found = phones.find_code(text=code, now=now)
    if found is None:
        raise CodeError
    device = device_with(token=token, label=label, now=now)
    # The host could not tell more phones apart, and a stranger must not flood the list.
    if found.requests.filter(answered_at=None).exclude(device=device).count() >= MOST_WAITING:
        raise TooManyAskError
    name = readable(name)[:LONGEST_NAME]
    return JoinRequest.objects.update_or_create(
        code=found, device=device, defaults={"name": name}, create_defaults={"name": name, "asked_at": now}
    )[0]


@transaction.atomic
def answer(*, request: JoinRequest, role: Role | None, device: Device, now: datetime) -> None:
    """Let a phone in, or refuse it with None. Raises AnsweredError, JoiningClosedError."""
    # Two hosts may answer at once, and the first answer counts.
    locked = JoinRequest.objects.select_for_update(of=("self",)).select_related("device", "code__club")
    asked = locked.get(pk=request.pk)
    match phones.state_of(request=asked, now=now):
        case phones.JoinState.CLOSED:
            raise JoiningClosedError
        case phones.JoinState.WAITING:
            answered = {"role": role or "", "answered_at": now, "answered_by": device}
            JoinRequest.objects.filter(pk=asked.pk).update(**answered)
            club, session = asked.code.club, asked.code.session
            had = access_in(device=asked.device, club=club)
            if role and not (had and had.includes(role=role, session=session)):
                place = Access(club=club, role=role, session=session, player=had.player if had else None)
                grant(device=asked.device, access=place, now=now)
        case phones.JoinState.LET_IN | phones.JoinState.REFUSED if asked.role != (role or ""):
            raise AnsweredError(say("answered.let_in") if asked.role else say("answered.refused"))


class LinkError(RefusedError):
    """The link cannot be used: `problem`."""

    def __init__(self, problem: phones.LinkProblem) -> None:
        super().__init__(say(f"link_{problem.value.removeprefix('link_')}"))
        self.problem, self.code = problem, problem.value


def make_link(
    *, access: Access, lifetime: timedelta, made_by: Device | None, now: datetime, for_device: Device | None = None
) -> JoinLink:
    """Create a link to a place, for one phone or for all."""
    club, is_host = access.club, access.role is Role.HOST
    ended = Membership.objects.filter(club=club).aggregate(Max("revoked_at"))["revoked_at__max"]
    # A new link must be newer than each end of a place, or it would not work.
    made = after(now=now, last=ended)
    link = JoinLink(
        club=club,
        role=access.role,
        session=None if is_host else access.session,
        for_device=for_device,
        # A link for a host that is forwarded must not make more hosts.
        is_single_use=is_host or for_device is not None,
        made_by=made_by,
        created_at=made,
        expires_at=made + lifetime,
    )
    link.token_hash = hash_token(token=link.token)
    link.save()
    return link


@transaction.atomic
def invite(*, access: Access, lifetime: timedelta, made_by: Device, now: datetime) -> JoinLink:
    """Reuse or create a link, and open a code for non-hosts."""
    if access.role is Role.HOST:
        return make_link(access=access, lifetime=lifetime, made_by=made_by, now=now)
    club, session = access.club, access.session
    lock_club(club=club)
    open_code = phones.open_code(club=club, now=now)
    if open_code is None or open_code.session != session:
        open_joining(club=club, session=session, device=made_by, now=now)
    shared = phones.shared_links(club=club, role=access.role, session=session, now=now)
    # A printed or shared link stays valid when the page is opened again.
    same = (link for link in shared if link.expires_at - link.created_at == lifetime)
    return next(same, None) or make_link(access=access, lifetime=lifetime, made_by=made_by, now=now)


def make_host_link(*, club: Club, now: datetime) -> str:
    access = Access(club=club, role=Role.HOST)
    return make_link(access=access, lifetime=HOST_LINK_LIFETIME, made_by=None, now=now).token


def make_recovery_link(*, device: Device, club: Club, made_by: Device, now: datetime) -> JoinLink:
    """Create a link that moves a place. Raises NoPlaceError."""
    had = access_in(device=device, club=club)
    if had is None:
        raise NoPlaceError
    return make_link(access=had, lifetime=RECOVERY_LIFETIME, made_by=made_by, now=now, for_device=device)


def revoke_link(*, link: JoinLink, now: datetime) -> None:
    JoinLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=now)


@transaction.atomic
def join(*, token: str, device_token: str, label: str, now: datetime) -> Device:
    """Join by a link. Raises LinkError."""
    # Two phones may open a single-use link at the same time.
    links = JoinLink.objects.select_for_update(of=("self",)).select_related("club", "session", "for_device")
    link = links.filter(token_hash=hash_token(token=token)).first()
    if link is None:
        raise LinkError(phones.LinkProblem.UNKNOWN)
    device = device_with(token=device_token, label=label, now=now)
    had = access_in(device=device, club=link.club)
    # A second tap on a single-use link must not fail.
    if phones.changes_nothing(link=link, device=device, access=had):
        return device
    if problem := phones.link_problem(link=link, now=now, device=device):
        raise LinkError(problem)
    if link.is_single_use:
        JoinLink.objects.filter(pk=link.pk).update(used_at=now, used_by=device)
    if link.for_device:
        place = access_in(device=link.for_device, club=link.club)
        if place is None:
            raise LinkError(phones.LinkProblem.REVOKED)
        revoke(device=link.for_device, club=link.club, now=now, even_last_host=True)
        # The new phone may manage the programs of the old one.
        ApiToken.objects.filter(made_by=link.for_device).update(made_by=device)
    else:
        player = had.player if had else None
        place = Access(club=link.club, role=Role(link.role), session=link.session, player=player)
    grant(device=device, access=place, now=now)
    return device


@transaction.atomic
def join_as(*, token: str, device_token: str, label: str, now: datetime, holder: Player | str | None) -> Device:
    """Join and name the holder. Raises LinkError, PlayerError."""
    device = join(token=token, device_token=device_token, label=label, now=now)
    club = JoinLink.objects.get(token_hash=hash_token(token=token)).club
    hold(device=device, club=club, holder=holder, now=now)
    return device


@transaction.atomic
def remove_device(*, device: Device, club: Club, now: datetime, ends_links: bool, even_last_host: bool = False) -> None:
    """Remove a device. Raises LastHostError. With `ends_links` its links and the open code end too."""
    access = access_in(device=device, club=club)
    if access is None:
        return
    revoke(device=device, club=club, now=now, even_last_host=even_last_host)
    if ends_links:
        # The removed person may still know a link or the code.
        links, code = phones.ways_back(device=device, access=access, now=now)
        for link in links:
            revoke_link(link=link, now=now)
        if code:
            close_joining(club=club, now=now)
