"""Write down who are partners, once for each seating; a row is never edited."""

from collections.abc import Mapping
from contextlib import suppress

from django.db import transaction

from scoring.ledger.kinds import EntryKind
from scoring.ledger.night import Night
from scoring.ledger.seatings import Seating, seating_in
from scoring.models import Entry, Partnership, Seat, Session
from scoring.queries.table.night import night_of


def pair_up(
    *, night: Night, seats: Mapping[int, Seat], seating: Seating, entry: Entry | None = None
) -> list[Partnership]:
    """Write the pairs of a seating, that of an `entry` or of the start, and return them."""
    return Partnership.objects.bulk_create(
        Partnership(
            session=seats[first].session, seating=entry, since=seating.since, first=seats[first], second=seats[second]
        )
        for first, second in night.pairs_in(seating)
    )


def pair_up_imported(*, session: Session) -> None:
    """Write the pairs of every seating of a night that was imported; what cannot be read is for the check."""
    with suppress(Exception), transaction.atomic():
        night, seats = night_of(session=session), {seat.number: seat for seat in session.seats.all()}
        start = night.until(0)
        pair_up(night=start, seats=seats, seating=start.seatings.now)
        for entry in session.entries.filter(kind=EntryKind.SEATING).order_by("number"):
            seating = seating_in(act=entry.act, entry=entry.number)
            pair_up(night=night.until(entry.number), seats=seats, seating=seating, entry=entry)
