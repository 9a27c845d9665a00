"""Links that let phones in: make them, take them back, join by them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Device, JoinLink, Role, Session
from scoring.models.devices import hash_token
from scoring.models.joining import link_token, new_nonce
from scoring.operations.api_tokens import hand_over_programs
from scoring.operations.devices import device_with, grant, revoke
from scoring.operations.errors import RefusedError
from scoring.queries.access import Access, access_in
from scoring.queries.joining import LinkProblem, gives_nothing_new, link_problem

HOST_LINK_LIFETIME = timedelta(days=1)
RECOVERY_LIFETIME = timedelta(hours=1)

LINK_PROBLEMS = {
    LinkProblem.UNKNOWN: _("This link is not known here."),
    LinkProblem.USED: _("This link was already used."),
    LinkProblem.EXPIRED: _("This link is too old."),
    LinkProblem.REVOKED: _("The host took this link back."),
    LinkProblem.OUTDATED: _("The host decided about this phone after making this link."),
}


class LinkError(RefusedError):
    """The link gives no role; `problem` says why."""

    def __init__(self, problem: LinkProblem) -> None:
        super().__init__(str(LINK_PROBLEMS[problem]))
        self.problem = problem
        self.code = problem.value


class NoPlaceError(RefusedError):
    """The device has no place in the club, so nothing can be done about it."""

    code = "no_place"

    def __init__(self) -> None:
        super().__init__("This phone does not belong to the club any more.")


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
