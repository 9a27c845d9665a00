"""Keep the tallies of nights: derive again what is missing or older than its night."""

from collections.abc import Callable, Collection
from time import monotonic, sleep

from django.db import transaction
from django.db.models import F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models import Club, Entry, EntryKind, NightTally, PairTally, SeatTally, Session, SideTally
from scoring.operations.figures.past import is_past_kept, keep_past
from scoring.queries.figures.plays import PlayedNight, played_nights
from scoring.queries.figures.tallying import SHAPE, Tallied, tallied
from scoring.queries.table.tables import standings

NIGHTS_AT_ONCE = 30
"""As many take a page less than half a second, and keep whoever records waiting no longer."""


def stale_nights(*, club: Club) -> QuerySet[Session]:
    """Return the nights of a club without a tally, or with one that is older than their newest line."""
    newest = Entry.objects.filter(session=OuterRef("pk")).order_by("-number").values("number")[:1]
    nights = club.sessions.alias(newest=Coalesce(Subquery(newest, output_field=IntegerField()), 0))
    stale = Q(tally=None) | ~Q(tally__last_entry=F("newest")) | ~Q(tally__shape=SHAPE)
    return nights.filter(stale).order_by("pk")


def keep_tallies(*, club: Club, days_only: bool = False) -> int:
    """Derive the newest tallies of a club that are missing or old, as many as a page may wait for.

    Where `days_only` are asked for, a night that went on since keeps its old one. Returns how many are left, after
    an upgrade or an import of years; one query where none is.
    """
    stale = club.sessions.filter(tally=None).order_by("pk") if days_only else stale_nights(club=club)
    newest = tuple(stale.reverse().values_list("pk", flat=True)[: NIGHTS_AT_ONCE + 1])
    if newest:
        derive(nights=newest[:NIGHTS_AT_ONCE])
    return stale.count() if len(newest) > NIGHTS_AT_ONCE else 0


def keep_tally(*, session: Session) -> None:
    """Derive the tally of one night where it is missing or old."""
    if stale_nights(club=session.club).filter(pk=session.pk).exists():
        derive(nights=(session.pk,))


def sum_up(*, pause: Callable[[float], None] = sleep) -> int:
    """Derive all tallies that are missing or old, the oldest first, and return how many these were.

    After each slice it waits as long as that took, so that others may write.
    """
    count = 0
    for club in Club.objects.order_by("pk"):
        while stale := tuple(stale_nights(club=club).values_list("pk", flat=True)[:NIGHTS_AT_ONCE]):
            started = monotonic()
            derive(nights=stale)
            count += len(stale)
            pause(monotonic() - started)
        keep_past(club=club)
    return count


def has_much_to_sum_up() -> bool:
    """Tell whether more tallies are missing or old than the first page makes up for, or past years are not summed."""
    return not all(
        is_past_kept(club=club) and len(stale_nights(club=club)[: NIGHTS_AT_ONCE + 1]) <= NIGHTS_AT_ONCE
        for club in Club.objects.all()
    )


@transaction.atomic
def derive(*, nights: Collection[int]) -> None:
    """Write the tallies of the nights with these ids anew; two phones that ask at once wait for each other."""
    locked = tuple(Session.objects.select_for_update().filter(pk__in=nights).order_by("pk"))
    NightTally.objects.filter(session__in=locked).delete()
    played = [(night, tallied(night=night)) for night in played_nights(sessions=locked)]
    owed = _owed(locked)
    rows = NightTally.objects.bulk_create([_night_row(night, sums, owed) for night, sums in played])
    summed = [(row, night, sums) for row, (night, sums) in zip(rows, played, strict=True)]
    SeatTally.objects.bulk_create(
        SeatTally(night=row, seat=night.seats[seat], player=night.seats[seat].player, **sums.seats[seat])
        for row, night, sums in summed
        for seat in sums.seats
    )
    PairTally.objects.bulk_create(
        PairTally(night=row, player=night.seats[seat].player, other=night.seats[other].player, **each)
        for row, night, sums in summed
        for (seat, other), each in sums.pairs.items()
    )
    SideTally.objects.bulk_create(
        SideTally(night=row, **_of_side(night, side, against), **each)
        for row, night, sums in summed
        for (side, against), each in sums.sides.items()
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


def _night_row(night: PlayedNight, sums: Tallied, owed: dict[int, int]) -> NightTally:
    best_cents, best_line = sums.best
    return NightTally(
        session=night.session,
        shape=SHAPE,
        last_entry=night.last_entry,
        day=night.session.day,
        month=night.session.day.replace(day=1),
        first_seat=min(sums.seats, default=0),
        hands=sums.hands,
        unread_hands=sums.unread_hands,
        minutes=sums.minutes,
        best_cents=best_cents,
        best_line=best_line,
        owed_cents=owed.get(night.session.pk, 0),
    )


def _of_side(night: PlayedNight, side: tuple[int, int], against: tuple[int, int]) -> dict[str, int]:
    own = sorted(night.seats[seat].player_id for seat in side)
    others = sorted(night.seats[seat].player_id for seat in against)
    return {"player_id": own[0], "partner_id": own[1], "against_id": others[0], "beside_id": others[1]}
