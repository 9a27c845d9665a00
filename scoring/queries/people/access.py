"""Find the role of a device and its rights."""

from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from django.db.models import QuerySet

from scoring.frozen import Frozen
from scoring.models import Club, Device, Membership, Player, Role, Session, hash_token
from scoring.queries.prepared import Prepared


class Action(StrEnum):
    """A right, for one session or the club."""

    SEE = "see"
    DISPUTE = "dispute"
    PROPOSE = "propose"
    MARK_OWN = "mark_own"
    RECORD = "record"
    CORRECT = "correct"
    BROWSE = "browse"
    SETTLE = "settle"
    START = "start"
    INVITE = "invite"
    MANAGE = "manage"


_VIEWER = frozenset({Action.SEE, Action.BROWSE})
_PLAYER = _VIEWER | {Action.DISPUTE, Action.PROPOSE, Action.MARK_OWN, Action.SETTLE}
_SCOREKEEPER = _PLAYER | {Action.RECORD, Action.CORRECT, Action.START}
_RIGHTS = {Role.HOST: frozenset(Action), Role.SCOREKEEPER: _SCOREKEEPER, Role.PLAYER: _PLAYER, Role.VIEWER: _VIEWER}
_WHOLE_CLUB = frozenset({Action.BROWSE, Action.SETTLE, Action.START, Action.INVITE, Action.MANAGE})

# One query reads all that `access_by` needs.
PLACE = ("club", "session", "player__merged_into")


class Access(Frozen):
    """The role of a device in a club."""

    club: Club
    role: Role
    session: Session | None = None  # to which the role is limited
    player: Player | None = None  # holds the device

    def includes(self, *, role: Role, session: Session | None) -> bool:
        return self.role.is_at_least(role) and self.session in (None, session)

    @property
    def version(self) -> str:
        """Return a text that changes with the rights."""
        session, player = (each.public_id if each else "" for each in (self.session, self.player))
        return f"{self.role} {session} {player}"


def may(*, role: Role | None, action: Action) -> bool:
    return role is not None and action in _RIGHTS[role]


def lets(*, access: Access | None, action: Action) -> bool:
    # A phone of one night must not see or change the whole club.
    if access is None or (access.session is not None and action in _WHOLE_CLUB):
        return False
    return may(role=access.role, action=action)


def device_of(*, token: str) -> Device | None:
    return next(iter(_devices(hash_token(token=token))), None)


def access_of(*, device: Device) -> Access | None:
    """Return the access in the current club."""
    return next(iter(accesses_of(device=device)), None)


def accesses_of(*, device: Device) -> tuple[Access, ...]:
    """Return the access in each club, current first."""
    latest = sorted(_memberships(device.pk), key=lambda one: (one.entered_at or one.created_at, one.pk), reverse=True)
    return tuple(access_by(membership=one) for one in latest)


def access_in(*, device: Device, club: Club) -> Access | None:
    return next((access for access in accesses_of(device=device) if access.club == club), None)


def is_decided_by_host(*, device: Device, club: Club, since: datetime) -> bool:
    """Return whether a host removed the device since then."""
    ended = Membership.objects.filter(device=device, club=club, is_ended_by_host=True)
    return ended.filter(revoked_at__gte=since).exists()


def protection_version(*, club: Club) -> str:
    return sha256(f"{club.takes_new_names} {club.passcode}".encode()).hexdigest()[:16]


def has_host(*, club: Club) -> bool:
    return _hosts(club).exists()


def is_last_host(*, device: Device, club: Club) -> bool:
    return list(_hosts(club).values_list("device_id", flat=True)) == [device.pk]


def has_hosted_for(*, device: Device, account: str) -> bool:
    return Membership.objects.filter(device=device, role=Role.HOST, club__owner__username=account).exists()


def access_by(*, membership: Membership) -> Access:
    player, role = membership.player, Role(membership.role)
    # A merge must not take the phone from its holder.
    holder = (player.merged_into or player) if player else None
    return Access(club=membership.club, role=role, session=membership.session, player=holder)


def _hosts(club: Club) -> QuerySet[Membership]:
    # A program cannot let phones in, so it does not count as a host.
    return Membership.objects.filter(club=club, role=Role.HOST, revoked_at=None, device__api_token=None)


_devices = Prepared(lambda token: Device.objects.filter(token_hash=token, api_token=None), str)
_memberships = Prepared(
    lambda device: Membership.objects.filter(device=device, revoked_at=None).select_related(*PLACE), int
)
