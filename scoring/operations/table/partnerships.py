"""Write down who are partners, once for each seating; a row is never edited."""

from contextlib import suppress

from django.db import transaction

from scoring.ledger.seatings import Seating
from scoring.models import Entry, EntryKind, Partnership, Session
from scoring.queries.table.partnerships import pairs_in
from scoring.queries.table.seatings import first_seating, seating_by


def pair_up(*, session: Session, seating: Seating, entry: Entry | None = None) -> list[Partnership]:
    """Write the pairs of a seating, that of an `entry` or of the start, and return them."""
    seats = {seat.number: seat for seat in session.seats.all()}
    return Partnership.objects.bulk_create(
        Partnership(session=session, seating=entry, since=seating.since, first=seats[first], second=seats[second])
        for first, second in pairs_in(session=session, seating=seating)
    )


def pair_up_imported(*, session: Session) -> None:
    """Write the pairs of every seating of a night that was imported; what cannot be read is for the check."""
    with suppress(Exception), transaction.atomic():
        numbers = session.seats.filter(since=0).values_list("number", flat=True)
        pair_up(session=session, seating=first_seating(session=session, numbers=numbers))
        terms = session.terms_with(acts=())
        for entry in session.entries.select_related("reverses").order_by("number"):
            if entry.kind == EntryKind.TERMS:
                terms = terms.with_one_more(terms=session.terms_of(entry=entry.number, act=entry.act))
            elif entry.reverses and entry.reverses.kind == EntryKind.TERMS:
                terms = terms.without(entry=entry.reverses.number)
            elif entry.kind == EntryKind.SEATING:
                then = session.as_at(position=None, terms=terms)
                pair_up(session=then, seating=seating_by(entry=entry), entry=entry)
