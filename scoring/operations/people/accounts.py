"""Accounts of a hosted installation: each has clubs of its own, and makes phones their hosts."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from scoring.models import Club, Device, Role
from scoring.operations.errors import RefusedError
from scoring.operations.people.clubs import clean_club_name, require_time_zone
from scoring.operations.people.devices import grant, revoke
from scoring.queries.people.access import Access, access_in


class NameTakenError(RefusedError):
    """Somebody has an account of that name."""

    code = "name_taken"


def make_account(*, name: str, password: str) -> User:
    """Make an account; the password was checked by the form. Raises NameTakenError."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username=name, password=password)
    except IntegrityError as error:
        raise NameTakenError from error


def change_password(*, user: User, password: str) -> None:
    """Give an account another password; the form checked it, and who asks for it."""
    user.set_password(password)
    user.save(update_fields=["password"])


@transaction.atomic
def found_club(*, owner: User, name: str, time_zone: str, device: Device, now: datetime) -> Club:
    """Make a club of the account, with this device as its host.

    Raises ClubError for a name or a time zone it cannot have.
    """
    require_time_zone(time_zone)
    club = Club.objects.create(owner=owner, name=clean_club_name(name), time_zone=time_zone, created_at=now)
    grant(device=device, access=Access(club=club, role=Role.HOST), now=now)
    return club


@transaction.atomic
def bring_device(*, owner: User, device: Device, now: datetime) -> None:
    """Make the device that signed in the host of every club of the account."""
    for club in Club.objects.filter(owner=owner).order_by("id"):
        had = access_in(device=device, club=club)
        if had is None or had.role is not Role.HOST:
            player = had.player if had else None
            grant(device=device, access=Access(club=club, role=Role.HOST, player=player), now=now)


@transaction.atomic
def take_device(*, owner: User, device: Device, now: datetime) -> None:
    """Take from the device that signs out its place in every club of the account."""
    for club in Club.objects.filter(owner=owner).order_by("id"):
        revoke(device=device, club=club, now=now, even_last_host=True, by_host=False)
