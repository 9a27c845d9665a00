"""Raise and settle objections."""

from scoring.ledger.kinds import DISPUTABLE
from scoring.models import Dispute, DisputeVoice, Entry, Ruling, Seat
from scoring.operations import errors
from scoring.operations.table.posting import Stamp, content_hash, touch, writing
from scoring.operations.table.undoing import take_back
from scoring.queries.table import disputes
from scoring.texts import say


def raise_dispute(*, entry: Entry, seat: Seat, why: str, stamp: Stamp) -> Dispute:
    """Object to an entry for a seat. Raises DisputeError."""
    content = content_hash("raise_dispute", entry=entry.pk, seat=seat.pk, why=why)
    with writing(Dispute, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        if entry.kind not in DISPUTABLE:
            raise errors.DisputeError(say("dispute.no_money"))
        if Entry.objects.filter(reverses=entry).exists():
            raise errors.DisputeError(say("dispute.undone"))
        if disputes.open_dispute_of(entry=entry):
            raise errors.DisputeError(say("dispute.disputed"))
        if not why:
            raise errors.DisputeError(say("dispute.no_word"))
        dispute = Dispute.objects.create(entry=entry, seat=seat, why=why, raised_at=stamp.at, **books.signed)
        books.rows.append(dispute)
        touch(session=books.session)
        return dispute


def give_voice(
    *, dispute: Dispute, seat: Seat | None, ruling: Ruling, stamp: Stamp, expected_objections: int | None = None
) -> DisputeVoice:
    """Vote on an objection, as a seat or host.

    The host decides alone. Otherwise one player of each side must agree. An upheld objection undoes the line.
    A vote to correct decides nothing. Raises ObjectionChangedError if the number of objections differs,
    DisputeError for a settled one, and as `take_back`.
    """
    content = content_hash("give_voice", dispute=dispute.pk, seat=seat and seat.pk, ruling=ruling)
    entry = dispute.entry
    with writing(DisputeVoice, session=entry.session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        if expected_objections not in (None, entry.disputes.count()):
            raise errors.ObjectionChangedError
        if not disputes.open_disputes(sessions=(books.session,)).filter(pk=dispute.pk).exists():
            raise errors.DisputeError(say("dispute.settled"))
        # One phone must not agree with itself for both sides.
        spoken = dispute.voices.exclude(seat=None).exclude(seat=seat)
        if seat and stamp.device and spoken.filter(device=stamp.device).exists():
            raise errors.DisputeError(say("dispute.spoke_for_another"))
        voice = DisputeVoice(dispute=dispute, seat=seat, ruling=ruling.value, given_at=stamp.at, **books.signed)
        voices = (*dispute.voices.select_related("seat"), voice)
        # The host decides alone, players only if one of each side agrees.
        decides = seat is None or disputes.agreed(night=books.night, line=entry.number, voices=voices) == ruling
        voice.decides = decides and ruling is not Ruling.CORRECT
        voice.save()
        books.rows.append(voice)
        if voice.decides and ruling is Ruling.UPHOLD:
            # The vote carries the key of the form, so the reversal has none.
            take_back(books, entry=entry, reason=dispute.why, with_key=False)
        touch(session=books.session)
        return voice
