"""Give, change and remove the place of a device."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.sessions.models import Session as SignIn
from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.db.models.functions import Coalesce

from scoring.models import Club, Device, JoinCode, JoinLink, Membership, Player, Role, hash_token
from scoring.operations.errors import RefusedError, ShownChangedError
from scoring.operations.people.players import player_called
from scoring.operations.table.posting import lock_club
from scoring.queries.people.access import Access, access_in, is_last_host
from scoring.queries.people.phones import ends_with
from scoring.texts import say

SEEN_EVERY = timedelta(minutes=5)


class LastHostError(RefusedError):
    """The club would have no host."""


class NoPlaceError(RefusedError):
    """The device has no place in the club."""


class HolderKnownError(RefusedError):
    """The phone has spoken for another player."""


def end_expired(*, now: datetime) -> None:
    """Close expired links, codes, programs and sign-ins."""
    links = JoinLink.objects.filter(revoked_at=None, used_at=None, expires_at__lte=now)
    codes = JoinCode.objects.filter(closed_at=None, closes_at__lte=now)
    programs = Membership.objects.filter(revoked_at=None, device__api_token__expires_at__lte=now)
    sign_ins = SignIn.objects.filter(expire_date__lte=now)
    # A read needs no lock: a stranger's request must not wait for a writer.
    if links.exists():
        links.update(revoked_at=F("expires_at"))
    if codes.exists():
        codes.update(closed_at=F("closes_at"))
    if programs.exists():
        programs.update(revoked_at=now)
    if sign_ins.exists():
        sign_ins.delete()


def after(*, now: datetime, last: datetime | None) -> datetime:
    """Return now, but after the last event."""
    # A clock may be set back, but a link must not work again after its end.
    return now if last is None or now > last else last + timedelta(microseconds=1)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def device_with(*, token: str, label: str, now: datetime) -> Device:
    """Return the device of a token, new or known."""
    return Device.objects.get_or_create(
        token_hash=hash_token(token=token), defaults={"label": label, "created_at": now, "seen_at": now}
    )[0]


def renewed_device(*, device: Device | None, token: str, label: str, now: datetime) -> Device:
    """Give a device a new token, or make one."""
    token_hash = hash_token(token=token)
    # A form that is sent twice has the same token.
    if device is None or Device.objects.filter(token_hash=token_hash).exists():
        return device_with(token=token, label=label, now=now)
    # From now on a copy of the old token on a shared computer is worthless.
    Device.objects.filter(pk=device.pk).update(token_hash=token_hash)
    return device


@transaction.atomic
def renew_token(*, public_id: UUID, was: str, token: str) -> bool:
    """Replace a token if its hash begins with `was`."""
    token_hash = hash_token(token=token)
    if holder := Device.objects.filter(token_hash=token_hash).first():
        return holder.public_id == public_id
    # The start of the hash proves that the caller had the old token.
    moving = Device.objects.filter(public_id=public_id, token_hash__startswith=was, api_token=None)
    return bool(moving.update(token_hash=token_hash))


def grant(*, device: Device, access: Access, now: datetime, by_host: bool = False) -> None:
    """Give a device a place in a club. With `by_host` no older link works for the device."""
    # Two links opened at the same time must not give two places.
    Device.objects.select_for_update().get(pk=device.pk)
    _end(device=device, club=access.club, now=now, by_host=by_host)
    entered = _entered_last(device=device, now=now)
    entered_at = entered if entered > now else None
    Membership.objects.create(device=device, **vars(access), created_at=now, entered_at=entered_at)


@transaction.atomic
def change_place(*, device: Device, access: Access, now: datetime, expected_version: str | None = None) -> None:
    """Change role, scope or holder of a device. Raises NoPlaceError, ShownChangedError, LastHostError."""
    lock_club(club=access.club)
    had = access_in(device=device, club=access.club)
    if had is None:
        raise NoPlaceError
    if expected_version not in (None, had.version) and had != access:
        raise ShownChangedError(say("shown_changed.place"))
    if access.role is not Role.HOST and is_last_host(device=device, club=access.club):
        raise LastHostError
    if (had.role, had.session) == (access.role, access.session):
        _active(device, access.club).update(player=access.player)
    else:
        grant(device=device, access=access, now=now, by_host=True)


@transaction.atomic
def revoke(*, device: Device, club: Club, now: datetime, even_last_host: bool = False, by_host: bool = True) -> None:
    """Remove a device from a club. Raises LastHostError. With `by_host` no older link works for the device."""
    lock_club(club=club)
    if is_last_host(device=device, club=club) and not even_last_host:
        raise LastHostError
    _end(device=device, club=club, now=now, by_host=by_host)


@transaction.atomic
def hold(
    *, device: Device, club: Club, holder: Player | str | None, now: datetime, expected_holder: str | None = None
) -> None:
    """Change the holder of a device to a player or a name. Raises HolderKnownError, ShownChangedError, PlayerError."""
    lock_club(club=club)
    player = player_called(club=club, name=holder, at=now) if isinstance(holder, str) else holder
    access = access_in(device=device, club=club)
    known = access.player if access else None
    if access and access.role is Role.PLAYER and known and known != player:
        # A wrong tap may be corrected until the phone has spoken for the player.
        spoken = (device.disputes, device.dispute_voices, device.proposals, device.entries)
        if any(said.exists() for said in spoken):
            raise HolderKnownError(say("holder_known", player=known.name))
    if expected_holder not in (None, str(known.public_id) if known else "") and known != player:
        raise ShownChangedError(say("shown_changed.holder"))
    _active(device, club).update(player=player)


def enter_club(*, device: Device, club: Club, now: datetime) -> None:
    _active(device, club).update(entered_at=_entered_last(device=device, now=now))


def note_seen(*, device: Device, now: datetime) -> None:
    """Note the last visit, every few minutes."""
    if device.seen_at is None or abs(now - device.seen_at) >= SEEN_EVERY:
        end_expired(now=now)
        Device.objects.filter(pk=device.pk).update(seen_at=now)


def _active(device: Device, club: Club) -> QuerySet[Membership]:
    return Membership.objects.filter(device=device, club=club, revoked_at=None)


def _entered_last(*, device: Device, now: datetime) -> datetime:
    entries = Membership.objects.filter(device=device).annotate(entered=Coalesce("entered_at", "created_at"))
    return after(now=now, last=entries.aggregate(Max("entered"))["entered__max"])


def _end(*, device: Device, club: Club, now: datetime, by_host: bool) -> None:
    # A link made in the same microsecond must count as older than the end.
    newest = JoinLink.objects.filter(club=club).aggregate(Max("created_at"))["created_at__max"]
    _active(device, club).update(revoked_at=after(now=now, last=newest), is_ended_by_host=by_host)
    links = JoinLink.objects.filter(club=club, used_at=None, revoked_at=None)
    links.filter(ends_with(device=device)).update(revoked_at=now)
