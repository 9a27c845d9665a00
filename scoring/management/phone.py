"""Open and create books in the browser edition."""

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.management.checking import restore_lost_guards
from scoring.management.database import backups, upgrade_database
from scoring.operations.demo import fill_year
from scoring.operations.history import read_history
from scoring.operations.machine import forget_strangers_verdicts
from scoring.operations.people.clubs import first_club
from scoring.operations.people.devices import new_token
from scoring.operations.people.joining import join, make_host_link
from scoring.queries.people.access import has_host


def open_books() -> str | None:
    """Upgrade or create the books. Return the token of a new host."""
    now = timezone.now()
    upgrade_database()
    for copy in sorted(backups().glob("*"))[:-1]:  # a browser gives little room: the last copy is kept
        copy.unlink()
    restore_lost_guards(now=now)
    forget_strangers_verdicts(now=now)
    club = first_club(time_zone=settings.MACHINE_TIME_ZONE, now=now)
    with suppress(Exception):  # the page of the history reports the error
        read_history(club=club)
    if has_host(club=club):
        return None
    token = new_token()
    join(token=make_host_link(club=club, now=now), device_token=token, label="This phone", now=now)
    return token


def make(new: str, year: str) -> None:
    """Write new books and demo books to files."""
    upgrade_database()
    _copy_to(Path(new))
    now = timezone.now()
    fill_year(club=first_club(time_zone="Asia/Manila", now=now), now=now)
    _copy_to(Path(year))


def _copy_to(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    connection.cursor().execute("VACUUM INTO %s", [str(file)])
