"""Set and remove the seasons of a club."""

from datetime import date
from uuid import UUID

from django.db import transaction

from scoring.models import Club, Season
from scoring.operations.errors import RefusedError
from scoring.operations.table.posting import lock_club
from scoring.texts import say


class SeasonError(RefusedError):
    """Days or a name that a season cannot have."""

    code = "season"


@transaction.atomic
def set_season(*, club: Club, name: str, since: date, until: date) -> Season:
    """Give a stretch of days a name, another one where it has one, and return the season; raises SeasonError."""
    lock_club(club=club)
    name = name.strip()
    if not name:
        raise SeasonError(say("season.no_name"))
    if until < since:
        raise SeasonError(say("season.ends_before"))
    season, _is_new = Season.objects.update_or_create(club=club, since=since, until=until, defaults={"name": name})
    return season


@transaction.atomic
def remove_season(*, club: Club, public_id: UUID) -> None:
    """Forget a season; its nights stay as they are."""
    lock_club(club=club)
    Season.objects.filter(club=club, public_id=public_id).delete()
