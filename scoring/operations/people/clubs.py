"""The club: its name and its clock, and how it is protected."""

from zoneinfo import available_timezones

from django.contrib.auth.hashers import make_password

from scoring.models import Club
from scoring.operations.errors import RefusedError
from scoring.operations.naming import readable

LONGEST_NAME = 80


class ClubError(RefusedError):
    """A name or a time zone the club cannot have; `field` says which of the two."""

    code = "club"

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
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
        raise ClubError("The club needs a name.", field="name")
    if len(name) > LONGEST_NAME:
        raise ClubError(f"The name is too long: {LONGEST_NAME} letters at most.", field="name")
    return name


def require_time_zone(time_zone: str) -> None:
    """Raise ClubError for a time zone nobody knows."""
    if time_zone not in available_timezones():
        message = f"{time_zone[:40]} is not a time zone. Choose one of the list, such as Asia/Manila."
        raise ClubError(message, field="time_zone")


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
