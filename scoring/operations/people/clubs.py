"""Manage clubs and accounts."""

from datetime import datetime
from typing import Annotated
from zoneinfo import available_timezones

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from scoring.limits import Limits, PartNames
from scoring.models import LONGEST_CLUB_NAME, Club, Device, Role
from scoring.operations.errors import RefusedError, ShownChangedError
from scoring.operations.people.devices import grant, revoke
from scoring.operations.people.players import readable
from scoring.operations.table.posting import change, lock_club
from scoring.queries.people.access import Access, access_in, protection_version
from scoring.texts import say
from scoring.texts.decks import Deck

type ClubName = Annotated[str, Limits(1, LONGEST_CLUB_NAME)]
type ZoneName = Annotated[str, Limits(1, 64)]
type ClubOnPage = Annotated[tuple[ClubName, ZoneName], PartNames(("name", "time_zone"))]


class ClubError(RefusedError):
    """A name or time zone that is not possible."""


@transaction.atomic
def change_club(*, club: Club, name: ClubName, time_zone: ZoneName, expected: ClubOnPage | None = None) -> Club:
    """Change name and time zone. Raises ClubError, ShownChangedError."""
    lock_club(club=club, again=[club])
    name = _checked(name, time_zone)
    now = (club.name, club.time_zone)
    if expected and now not in (expected, (name, time_zone)):
        raise ShownChangedError(say("shown_changed.club", name=club.name, time_zone=club.time_zone))
    change(club, name=name, time_zone=time_zone)
    return club


def change_deck(*, club: Club, deck: Deck) -> None:
    """Change the deck that pages draw."""
    change(club, deck=deck)


def _checked(name: str, time_zone: str) -> str:
    name = readable(name)
    if not name:
        raise ClubError(say("club.no_name"), field="name")
    if len(name) > LONGEST_CLUB_NAME:
        raise ClubError(say("club.long_name", most=LONGEST_CLUB_NAME), field="name")
    if time_zone not in available_timezones():
        raise ClubError(say("club.time_zone", given=time_zone[:40]), field="time_zone")
    return name


@transaction.atomic
def protect_club(
    *, club: Club, passcode: str | None, takes_new_names: bool, expected_version: str | None = None
) -> Club:
    """Change the passcode (None keeps, "" removes it) and the right to add names. Raises ShownChangedError."""
    lock_club(club=club, again=[club])
    changes = passcode is not None or takes_new_names != club.takes_new_names
    if changes and expected_version not in (None, protection_version(club=club)):
        raise ShownChangedError(say("shown_changed.protection"))
    if passcode is not None:
        change(club, passcode=make_password(passcode) if passcode else "")
    change(club, takes_new_names=takes_new_names)
    return club


@transaction.atomic
def first_club(*, time_zone: str, now: datetime) -> Club:
    """Return the first club, and create it if missing."""
    return Club.objects.first() or Club.objects.create(name="Our club", time_zone=time_zone, created_at=now)


class NameTakenError(RefusedError):
    """Another account has this name."""


def make_account(*, name: str, password: str) -> User:
    """Create an account. Raises NameTakenError."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username=name, password=password)
    except IntegrityError as error:
        raise NameTakenError from error


def change_password(*, user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])


@transaction.atomic
def found_club(*, owner: User, name: str, time_zone: str, device: Device, now: datetime) -> Club:
    """Create a club for its host. Raises ClubError."""
    club = Club.objects.create(owner=owner, name=_checked(name, time_zone), time_zone=time_zone, created_at=now)
    grant(device=device, access=Access(club=club, role=Role.HOST), now=now)
    return club


@transaction.atomic
def bring_device(*, owner: User, device: Device, now: datetime) -> None:
    """Make a device host of an account's clubs."""
    for club in Club.objects.filter(owner=owner).order_by("id"):
        had = access_in(device=device, club=club)
        if had is None or had.role is not Role.HOST:
            place = Access(club=club, role=Role.HOST, player=had.player if had else None)
            grant(device=device, access=place, now=now)


@transaction.atomic
def take_device(*, owner: User, device: Device, now: datetime) -> None:
    for club in Club.objects.filter(owner=owner).order_by("id"):
        # The account can sign in again, so its club may be without a host.
        revoke(device=device, club=club, now=now, even_last_host=True, by_host=False)
