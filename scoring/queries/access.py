"""Who is asking, and what they may do."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.models.clubs import Club
from scoring.models.devices import Device, HostLink, Membership, Role, hash_token


class Action(StrEnum):
    """What a page or a form asks the right for."""

    SEE = "see"
    RECORD = "record"
    CORRECT = "correct"
    MANAGE = "manage"


_RIGHTS = {
    Role.HOST: frozenset(Action),
    Role.SCOREKEEPER: frozenset({Action.SEE, Action.RECORD, Action.CORRECT}),
    Role.PLAYER: frozenset({Action.SEE}),
    Role.VIEWER: frozenset({Action.SEE}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The club a device belongs to and its role there."""

    club: Club
    role: Role


class HostLinkProblem(StrEnum):
    """Why a host link does not make a device the host."""

    UNKNOWN = "host_link_unknown"
    USED = "host_link_used"
    EXPIRED = "host_link_expired"


def may(*, role: Role | None, action: Action) -> bool:
    """Return whether the role carries the right; no role carries none."""
    return role is not None and action in _RIGHTS[role]


def device_of(*, token: str) -> Device | None:
    """Return the device that holds the token."""
    return Device.objects.filter(token_hash=hash_token(token=token)).first()


def access_of(*, device: Device) -> Access | None:
    """Return the club the device joined last and its role there, None when it has no role any more."""
    active = Membership.objects.filter(device=device, revoked_at=None).select_related("club")
    membership = active.order_by("-created_at", "-id").first()
    return Access(club=membership.club, role=Role(membership.role)) if membership else None


def role_of(*, device: Device, club: Club) -> Role | None:
    """Return the device's role in the club."""
    active = Membership.objects.filter(device=device, club=club, revoked_at=None)
    role = active.values_list("role", flat=True).first()
    return Role(role) if role else None


def has_host(*, club: Club) -> bool:
    """Return whether any device is the host of the club."""
    return Membership.objects.filter(club=club, role=Role.HOST, revoked_at=None).exists()


def find_host_link(*, token: str) -> HostLink | None:
    """Return the link with its club, used or not."""
    return HostLink.objects.select_related("club").filter(token_hash=hash_token(token=token)).first()


def host_link_problem(*, link: HostLink, now: datetime) -> HostLinkProblem | None:
    """Return what keeps the link from making a device the host, None when it is good."""
    if link.used_at is not None:
        return HostLinkProblem.USED
    if link.expires_at <= now:
        return HostLinkProblem.EXPIRED
    return None
