"""Keep the sums of nights, seasons and ratings."""

from collections.abc import Collection
from datetime import date
from itertools import batched
from typing import Annotated
from uuid import UUID

from django.db import transaction

from scoring.limits import Limits
from scoring.models import LONGEST_NAME, Club, NightTally, Season, Session
from scoring.operations.errors import RefusedError
from scoring.operations.table.posting import change, lock_club, require_room
from scoring.queries.history.played_night import SHAPE, played_nights, tallied
from scoring.queries.history.scope import History, history_of
from scoring.texts import say

# A transaction for few nights is short, so other phones can write between two of them.
NIGHTS_AT_ONCE = 30


def read_history(*, club: Club) -> History:
    """Return the history with all its sums."""
    history = history_of(club=club)
    for nights in batched(history.stale, NIGHTS_AT_ONCE):
        _write_tallies(nights=nights)
    return history_of(club=club) if history.stale else history


@transaction.atomic
def _write_tallies(*, nights: Collection[int]) -> None:
    # The lock makes a second phone wait instead of writing the same rows.
    locked = tuple(Session.objects.select_for_update().filter(pk__in=nights).order_by("pk"))
    NightTally.objects.filter(session__in=locked).delete()
    rows = []
    for played in played_nights(sessions=locked):
        night = played.night
        is_over = night.is_closed and not night.money.is_points
        cash = sum(max(cents, 0) for cents in night.outstanding.values()) if is_over else 0
        about = {"session": played.session, "shape": SHAPE, "last_entry": night.last_entry, "owed_cents": cash}
        rows.append(NightTally(**about, sums=tallied(night=played)))
    NightTally.objects.bulk_create(rows)


def rate_players(*, club: Club, is_on: bool) -> None:
    """Show or hide the rating of players."""
    change(club, rates_players=is_on)


class SeasonError(RefusedError):
    """Days or a name that no season can have."""


@transaction.atomic
def set_season(*, club: Club, name: Annotated[str, Limits(1, LONGEST_NAME)], since: date, until: date) -> Season:
    """Add or rename a season. Raises SeasonError."""
    lock_club(club=club)
    name = name.strip()
    if not name:
        raise SeasonError(say("season.no_name"))
    if until < since:
        raise SeasonError(say("season.ends_before"))
    require_room(Season.objects.filter(club=club).exclude(since=since, until=until), refused=SeasonError)
    return Season.objects.update_or_create(club=club, since=since, until=until, defaults={"name": name})[0]


def remove_season(*, club: Club, public_id: UUID) -> None:
    """Remove a season without its nights."""
    Season.objects.filter(club=club, public_id=public_id).delete()
