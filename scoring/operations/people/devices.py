"""The place of a device in a club: given, changed, taken away; what lets somebody in for a time ends for good."""

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
    """Without this device nobody could manage the club from a phone."""


class NoPlaceError(RefusedError):
    """The device has no place in the club, so nothing can be done about it."""


class HolderKnownError(RefusedError):
    """This player's phone has spoken for somebody else; only the host says otherwise."""


def end_what_is_over(*, now: datetime) -> None:
    """End the links, codes, programs and sign-ins whose time is over, so that no clock put back revives them."""
    links = JoinLink.objects.filter(revoked_at=None, used_at=None, expires_at__lte=now)
    codes = JoinCode.objects.filter(closed_at=None, closes_at__lte=now)
    programs = Membership.objects.filter(revoked_at=None, device__api_token__expires_at__lte=now)
    sign_ins = SignIn.objects.filter(expire_date__lte=now)
    if links.exists():  # asked first, because a stranger's question should not wait for a writer
        links.update(revoked_at=F("expires_at"))
    if codes.exists():
        codes.update(closed_at=F("closes_at"))
    if programs.exists():
        programs.update(revoked_at=now)
    if sign_ins.exists():
        sign_ins.delete()


def after(*, now: datetime, last: datetime | None) -> datetime:
    """Return now, or the moment after the last thing if a clock was put back."""
    return now if last is None or now > last else last + timedelta(microseconds=1)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def device_with(*, token: str, label: str, now: datetime) -> Device:
    """Return the device that holds the token, made with this label if there is none yet."""
    device, _ = Device.objects.get_or_create(
        token_hash=hash_token(token=token), defaults={"label": label, "created_at": now, "seen_at": now}
    )
    return device


def renewed_device(*, device: Device | None, token: str, label: str, now: datetime) -> Device:
    """Return the device, held by this token from now on, or the new device that has it.

    A copy of the old token, on a computer that many use, is worth nothing any more. The same form again names the same
    token.
    """
    token_hash = hash_token(token=token)
    if device is None or Device.objects.filter(token_hash=token_hash).exists():
        return device_with(token=token, label=label, now=now)
    Device.objects.filter(pk=device.pk).update(token_hash=token_hash)
    return device


@transaction.atomic
def take_along(*, public_id: UUID, was: str, token: str) -> bool:
    """Give the device this token instead of the one that began with `was`; return whether it has it."""
    token_hash = hash_token(token=token)
    if holder := Device.objects.filter(token_hash=token_hash).first():
        return holder.public_id == public_id
    moving = Device.objects.filter(public_id=public_id, token_hash__startswith=was, api_token=None)
    return bool(moving.update(token_hash=token_hash))


def grant(*, device: Device, access: Access, now: datetime, by_host: bool = False) -> None:
    """Give the device this place in its club instead of its own; with `by_host` no older link gives that back."""
    Device.objects.select_for_update().get(pk=device.pk)
    _end(device=device, club=access.club, now=now, by_host=by_host)
    entered = _entered_last(device=device, now=now)
    Membership.objects.create(
        device=device,
        club=access.club,
        role=access.role,
        session=access.session,
        player=access.player,
        created_at=now,
        entered_at=entered if entered > now else None,
    )


@transaction.atomic
def change_place(*, device: Device, access: Access, now: datetime, expected_version: str | None = None) -> None:
    """Give a device another role, scope or holder. Raises NoPlaceError, ShownChangedError, LastHostError."""
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
    """Take the device's place away, at once; with `by_host` no older link lets it in again. Raises LastHostError."""
    lock_club(club=club)
    if is_last_host(device=device, club=club) and not even_last_host:
        raise LastHostError
    _end(device=device, club=club, now=now, by_host=by_host)


@transaction.atomic
def hold(*, device: Device, club: Club, player: Player | None, expected_holder: str | None = None) -> None:
    """Note who holds the device in the club; None just watches.

    Raises HolderKnownError once a player's phone has spoken for another player; before that a wrong tap is put right.
    Raises ShownChangedError unless the expected player, by public id, holds it.
    """
    lock_club(club=club)
    access = access_in(device=device, club=club)
    known = access.player if access else None
    if access and access.role is Role.PLAYER and known and known != player:
        spoken = (device.disputes, device.dispute_voices, device.proposals, device.entries)
        if any(said.exists() for said in spoken):
            raise HolderKnownError(say("holder_known", player=known.name))
    if expected_holder not in (None, str(known.public_id) if known else "") and known != player:
        raise ShownChangedError(say("shown_changed.holder"))
    _active(device, club).update(player=player)


@transaction.atomic
def hold_as(*, device: Device, club: Club, name: str, now: datetime, expected_holder: str | None = None) -> None:
    """Note that the player of that name, added if there is none, holds the device. Raises PlayerError, as `hold`."""
    player = player_called(club=club, name=name, at=now)
    hold(device=device, club=club, player=player, expected_holder=expected_holder)


def enter_club(*, device: Device, club: Club, now: datetime) -> None:
    _active(device, club).update(entered_at=_entered_last(device=device, now=now))


def note_seen(*, device: Device, now: datetime) -> None:
    """Note that the device was there, unless that was noted a few minutes ago; then also end what is over."""
    if device.seen_at is None or abs(now - device.seen_at) >= SEEN_EVERY:
        end_what_is_over(now=now)
        Device.objects.filter(pk=device.pk).update(seen_at=now)


def _active(device: Device, club: Club) -> QuerySet[Membership]:
    return Membership.objects.filter(device=device, club=club, revoked_at=None)


def _entered_last(*, device: Device, now: datetime) -> datetime:
    """Return now, or the moment after the device entered any of its clubs if a clock was put back."""
    entries = Membership.objects.filter(device=device).annotate(entered=Coalesce("entered_at", "created_at"))
    return after(now=now, last=entries.aggregate(Max("entered"))["entered__max"])


def _end(*, device: Device, club: Club, now: datetime, by_host: bool) -> None:
    """End the place of the device, the links that would hand it to a new phone, and its own to make hosts."""
    newest = JoinLink.objects.filter(club=club).aggregate(Max("created_at"))["created_at__max"]
    _active(device, club).update(revoked_at=after(now=now, last=newest), is_ended_by_host=by_host)
    links = JoinLink.objects.filter(club=club, used_at=None, revoked_at=None)
    links.filter(ends_with(device=device)).update(revoked_at=now)
