"""Keep one row for each night of what it comes to."""

from collections.abc import Collection
from itertools import batched

from django.db import transaction

from scoring.models import Club, Entry, EntryKind, NightTally, Session
from scoring.queries.figures.plays import played_nights
from scoring.queries.figures.scope import History, history_of
from scoring.queries.figures.tallying import SHAPE, tallied
from scoring.queries.table.tables import standings

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
    owed = _owed(locked)
    NightTally.objects.filter(session__in=locked).delete()
    NightTally.objects.bulk_create(
        NightTally(
            session=night.session,
            shape=SHAPE,
            last_entry=night.last_entry,
            owed_cents=owed.get(night.session.pk, 0),
            sums=tallied(night=night),
        )
        for night in played_nights(sessions=locked)
    )


def _owed(sessions: Collection[Session]) -> dict[int, int]:
    """Return what is left to hand over of nights that are closed; nothing where they play for points."""
    closed = Entry.objects.standing().of_kind(EntryKind.CLOSE).filter(session__in=sessions)
    money = [session.pk for session in sessions if not session.money.is_points]
    standing = standings(sessions=sessions)
    return {
        pk: sum(max(seat.outstanding_cents, 0) for seat in standing[pk])
        for pk in closed.order_by().values_list("session_id", flat=True)
        if pk in money
    }
