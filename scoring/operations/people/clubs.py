"""The club: the first one of an installation, its name and its clock, and how it is protected."""

from datetime import datetime
from zoneinfo import available_timezones

from django.contrib.auth.hashers import make_password
from django.db import transaction

from scoring.models import Club
from scoring.operations.errors import RefusedError
from scoring.operations.people.naming import readable
from scoring.texts import Text, say

LONGEST_NAME = 80


class ClubError(RefusedError):
    """A name or a time zone the club cannot have; `field` says which of the two."""

    code = "club"

    def __init__(self, text: Text, *, field: str) -> None:
        super().__init__(text)
        self.field = field


def change_club(*, club: Club, name: str, time_zone: str) -> Club:
    """Give the club a name and the time zone in which its pages show times, and return the club.

    Raises ClubError for a name that is empty or too long and for a time zone nobody knows.
    """
    name = clean_club_name(name)
    require_time_zone(time_zone)
    club.name, club.time_zone = name, time_zone
    club.save(update_fields=["name", "time_zone"])
    return club


def clean_club_name(name: str) -> str:
    """Return a name as a club may have it; raises ClubError for one that is empty or too long."""
    name = readable(name)
    if not name:
        raise ClubError(say("club.no_name"), field="name")
    if len(name) > LONGEST_NAME:
        raise ClubError(say("club.long_name", most=LONGEST_NAME), field="name")
    return name


def require_time_zone(time_zone: str) -> None:
    """Raise ClubError for a time zone nobody knows."""
    if time_zone not in available_timezones():
        raise ClubError(say("club.time_zone", given=time_zone[:40]), field="time_zone")


def protect_club(*, club: Club, passcode: str | None, takes_new_names: bool) -> Club:
    """Say whether joiners may write new names, and give the club a passcode; None leaves that as it is.

    Only a slow, salted hash of the passcode is kept; an empty one ends the protection.
    """
    if passcode is not None:
        club.passcode = make_password(passcode) if passcode else ""
    club.takes_new_names = takes_new_names
    club.save(update_fields=["passcode", "takes_new_names"])
    return club


def forget_passcode(*, club: Club) -> None:
    """End the protection of a club whose host forgot the passcode."""
    Club.objects.filter(pk=club.pk).update(passcode="")


@transaction.atomic
def first_club(*, time_zone: str, now: datetime) -> Club:
    """Return the club of this installation, made with the machine's time zone on the first start."""
    club = Club.objects.order_by("id").first()
    return club or Club.objects.create(name="Our club", time_zone=time_zone, created_at=now)
