"""Let a device into the club."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction

from scoring.models.clubs import Club
from scoring.models.devices import Device, HostLink, Membership, Role, hash_token
from scoring.queries.access import HostLinkProblem, host_link_problem, role_of

HOST_LINK_LIFETIME = timedelta(days=1)


class HostLinkError(Exception):
    """The link does not make a device the host; `problem` is the stable code."""

    def __init__(self, problem: HostLinkProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


def new_token() -> str:
    """Return 256 random bits as text that fits an address and a cookie."""
    return secrets.token_urlsafe(32)


def make_host_link(*, club: Club, now: datetime) -> str:
    """Return the token of a new one-time host link of the club; only its hash is kept."""
    token = new_token()
    HostLink.objects.create(
        token_hash=hash_token(token=token), club=club, created_at=now, expires_at=now + HOST_LINK_LIFETIME
    )
    return token


@transaction.atomic
def become_host(*, link_token: str, device_token: str, label: str, now: datetime) -> Device:
    """Use up the link: make the holder of the device token the host of the link's club.

    The device token is one `new_token` made; a device that does not exist yet is created with it. The link
    repeated by the host it made changes nothing, so a double tap or a lost answer does no harm.
    Raises `HostLinkError` for an unknown, used or expired link.
    """
    links = HostLink.objects.select_for_update(of=("self",)).select_related("club")
    link = links.filter(token_hash=hash_token(token=link_token)).first()
    if link is None:
        raise HostLinkError(HostLinkProblem.UNKNOWN)
    device = _device(token=device_token, label=label, now=now)
    if link.used_by == device and role_of(device=device, club=link.club) is Role.HOST:
        return device
    if problem := host_link_problem(link=link, now=now):
        raise HostLinkError(problem)
    HostLink.objects.filter(pk=link.pk).update(used_at=now, used_by=device)
    _grant(device=device, club=link.club, role=Role.HOST, now=now)
    return device


def _device(*, token: str, label: str, now: datetime) -> Device:
    device, _ = Device.objects.get_or_create(
        token_hash=hash_token(token=token), defaults={"label": label, "created_at": now}
    )
    return device


def _grant(*, device: Device, club: Club, role: Role, now: datetime) -> None:
    """Give the device the role in the club in place of the one it had there."""
    Membership.objects.filter(device=device, club=club, revoked_at=None).update(revoked_at=now)
    Membership.objects.create(device=device, club=club, role=role, created_at=now)
