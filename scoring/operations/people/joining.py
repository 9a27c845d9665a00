"""Links that let phones in: make them, take them back, join by them; and send a phone away for good."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from scoring.models import Club, Device, JoinLink, Role, Session
from scoring.models.devices import hash_token
from scoring.models.joining import link_token, new_nonce
from scoring.operations.errors import RefusedError
from scoring.operations.people.api_tokens import hand_over_programs
from scoring.operations.people.codes import close_joining
from scoring.operations.people.devices import device_with, grant, revoke
from scoring.queries.people.access import Access, access_in
from scoring.queries.people.joining import LinkProblem, gives_nothing_new, link_problem, ways_back
from scoring.texts import Text, say

HOST_LINK_LIFETIME = timedelta(days=1)
RECOVERY_LIFETIME = timedelta(hours=1)


class LinkError(RefusedError):
    """The link gives no role; `problem` says why."""

    def __init__(self, problem: LinkProblem) -> None:
        super().__init__(why_not(problem))
        self.problem = problem
        self.code = problem.value


class NoPlaceError(RefusedError):
    """The device has no place in the club, so nothing can be done about it."""

    code = "no_place"


def why_not(problem: LinkProblem) -> Text:
    """Return why a link gives no role."""
    return say(f"link_{problem.name.lower()}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """What a link is to give: a role in the club, or in one session of it, for so long."""

    club: Club
    role: Role
    session: Session | None = None
    lifetime: timedelta


def make_link(*, invitation: Invitation, made_by: Device | None, now: datetime) -> JoinLink:
    """Make a link by which any number of phones join; one for a host works once and for the whole club."""
    is_host = invitation.role is Role.HOST
    return _make(
        club=invitation.club,
        session=None if is_host else invitation.session,
        role=invitation.role,
        is_single_use=is_host,
        made_by=made_by,
        created_at=now,
        expires_at=now + invitation.lifetime,
    )


def make_host_link(*, club: Club, now: datetime) -> str:
    """Return the token of a new one-time link, made on the machine itself, for one more host of the club."""
    invitation = Invitation(club=club, role=Role.HOST, lifetime=HOST_LINK_LIFETIME)
    return make_link(invitation=invitation, made_by=None, now=now).token


def make_recovery_link(*, device: Device, club: Club, made_by: Device, now: datetime) -> JoinLink:
    """Make the one-time link by which a new phone takes over the device's place in the club.

    Raises NoPlaceError when the device has none.
    """
    access = access_in(device=device, club=club)
    if access is None:
        raise NoPlaceError
    return _make(
        club=club,
        session=access.session,
        role=access.role,
        for_device=device,
        is_single_use=True,
        made_by=made_by,
        created_at=now,
        expires_at=now + RECOVERY_LIFETIME,
    )


def revoke_link(*, link: JoinLink, now: datetime) -> None:
    """Take a link back; phones that joined by it stay."""
    JoinLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=now)


@transaction.atomic
def join(*, token: str, device_token: str, label: str, now: datetime) -> Device:
    """Give the holder of the device token what the link gives, and return the device.

    The device token is one `new_token` made; a device that does not exist yet is created with it. A device
    that has all of it already, as after a double tap or a lost answer, changes nothing and uses nothing up.
    Raises LinkError for a link that is unknown, used, expired or revoked, or older than what a host decided
    about the device.
    """
    links = JoinLink.objects.select_for_update(of=("self",)).select_related("club", "session", "for_device")
    link = links.filter(token_hash=hash_token(token=token)).first()
    if link is None:
        raise LinkError(LinkProblem.UNKNOWN)
    device = device_with(token=device_token, label=label, now=now)
    had = access_in(device=device, club=link.club)
    if gives_nothing_new(link=link, device=device, access=had):
        return device
    if problem := link_problem(link=link, now=now, device=device):
        raise LinkError(problem)
    place = _place(link, had=had)
    if link.is_single_use:
        JoinLink.objects.filter(pk=link.pk).update(used_at=now, used_by=device)
    if link.for_device:
        revoke(device=link.for_device, club=link.club, now=now, even_last_host=True)
        hand_over_programs(maker=link.for_device, to=device)
    grant(device=device, access=place, now=now)
    return device


def _make(**fields: object) -> JoinLink:
    nonce = new_nonce()
    token_hash = hash_token(token=link_token(nonce=nonce))
    return JoinLink.objects.create(nonce=nonce, token_hash=token_hash, **fields)


def _place(link: JoinLink, *, had: Access | None) -> Access:
    """Return the place the link gives; whoever held the phone still holds it."""
    if link.for_device is None:
        player = had.player if had else None
        return Access(club=link.club, role=Role(link.role), session=link.session, player=player)
    taken_over = access_in(device=link.for_device, club=link.club)
    if taken_over is None:
        raise LinkError(LinkProblem.REVOKED)
    return taken_over


@transaction.atomic
def send_away(
    *, device: Device, club: Club, now: datetime, closes_ways_back: bool, even_last_host: bool = False
) -> None:
    """Take the device's place in the club away, from its next request on; doing it twice does no harm.

    Where wanted, the links and the code by which its holder could come back are ended with it. Raises
    LastHostError for the club's only host, unless that is meant.
    """
    access = access_in(device=device, club=club)
    if access is None:
        return
    revoke(device=device, club=club, now=now, even_last_host=even_last_host)
    if not closes_ways_back:
        return
    ways = ways_back(device=device, access=access, now=now)
    for link in ways.links:
        revoke_link(link=link, now=now)
    if ways.code:
        close_joining(club=club, now=now)
