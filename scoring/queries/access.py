"""Who is asking, and what they may do: the one table of rights."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models.functions import Coalesce

from scoring.models.clubs import Club, Player
from scoring.models.devices import Device, HostLink, Membership, Role, hash_token
from scoring.models.sessions import Session


class Action(StrEnum):
    """What a page or a form asks the right for.

    SEE and the five after it are about one session, the others about the whole club.
    """

    SEE = "see"
    DISPUTE = "dispute"
    PROPOSE = "propose"
    MARK_OWN = "mark_own"
    RECORD = "record"
    CORRECT = "correct"
    BROWSE = "browse"
    START = "start"
    INVITE = "invite"
    MANAGE = "manage"


_VIEWER = frozenset({Action.SEE, Action.BROWSE})
_PLAYER = _VIEWER | {Action.DISPUTE, Action.PROPOSE, Action.MARK_OWN}
_SCOREKEEPER = _PLAYER | {Action.RECORD, Action.CORRECT, Action.START}
_RIGHTS = {
    Role.HOST: frozenset(Action),
    Role.SCOREKEEPER: _SCOREKEEPER,
    Role.PLAYER: _PLAYER,
    Role.VIEWER: _VIEWER,
}
_WHOLE_CLUB = frozenset({Action.BROWSE, Action.START, Action.INVITE, Action.MANAGE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The club a device is in, its role there, the one session it is limited to, and who holds it."""

    club: Club
    role: Role
    session: Session | None = None
    player: Player | None = None


class HostLinkProblem(StrEnum):
    """Why a host link does not make a device the host."""

    UNKNOWN = "host_link_unknown"
    USED = "host_link_used"
    EXPIRED = "host_link_expired"


def may(*, role: Role | None, action: Action) -> bool:
    """Return whether the role carries the right; no role carries none."""
    return role is not None and action in _RIGHTS[role]


def lets(*, access: Access | None, action: Action) -> bool:
    """Return whether the role carries the right and no limit to one session takes it away."""
    if access is None or (access.session is not None and action in _WHOLE_CLUB):
        return False
    return may(role=access.role, action=action)


def device_of(*, token: str) -> Device | None:
    """Return the device that holds the token."""
    return Device.objects.filter(token_hash=hash_token(token=token)).first()


def access_of(*, device: Device) -> Access | None:
    """Return what the device may do in the club it joined or entered last, None without a role anywhere."""
    active = Membership.objects.filter(device=device, revoked_at=None)
    latest = active.order_by(Coalesce("entered_at", "created_at").desc(), "-id")
    membership = latest.select_related("club", "session", "player__merged_into").first()
    if membership is None:
        return None
    player = membership.player
    return Access(
        club=membership.club,
        role=Role(membership.role),
        session=membership.session,
        player=(player.merged_into or player) if player else None,
    )


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
