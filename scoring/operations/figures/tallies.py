"""Keep one row for each night of what it comes to."""

from collections.abc import Collection
from itertools import batched

from django.db import transaction

from scoring.ledger.night import Night
from scoring.models import Club, NightTally, Session
from scoring.queries.figures.plays import played_nights
from scoring.queries.figures.scope import History, history_of
from scoring.queries.figures.tallying import SHAPE, tallied

NIGHTS_AT_ONCE = 30
"""Others may write between two slices."""


def read_history(*, club: Club) -> History:
    """Return the history of a club, with the row of every night that has none or has gone on since derived anew."""
    history = history_of(club=club)
    for nights in batched(history.stale, NIGHTS_AT_ONCE, strict=False):
        _derive(nights=nights)
    return history_of(club=club) if history.stale else history


@transaction.atomic
def _derive(*, nights: Collection[int]) -> None:
    """Write the rows of the nights with these ids anew; two phones that ask at once wait for each other."""
    locked = tuple(Session.objects.select_for_update().filter(pk__in=nights).order_by("pk"))
    NightTally.objects.filter(session__in=locked).delete()
    NightTally.objects.bulk_create(
        NightTally(
            session=night.session,
            shape=SHAPE,
            last_entry=night.night.last_entry,
            owed_cents=_owed(night.night),
            sums=tallied(night=night),
        )
        for night in played_nights(sessions=locked)
    )


def _owed(night: Night) -> int:
    """Return what is left to hand over of a closed night; nothing where they play for points."""
    is_over = night.is_closed and not night.money.is_points
    return sum(max(cents, 0) for cents in night.outstanding.values()) if is_over else 0
