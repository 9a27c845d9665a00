"""Object to a line, and settle objections."""

from uuid import uuid4

from scoring.ledger.kinds import DISPUTABLE
from scoring.models import Dispute, DisputeVoice, Entry, Ruling, Seat
from scoring.operations import errors
from scoring.operations.table.posting import Books, Stamp, content_hash, touch, writing
from scoring.operations.table.undoing import take_back
from scoring.queries.table import disputes
from scoring.texts import say


def raise_dispute(*, entry: Entry, seat: Seat, why: str, stamp: Stamp) -> Dispute:
    """Note that a seat objects to an entry, with a word why; the entry counts until the dispute is settled.

    Raises DisputeError for a kind without objections, an entry that was undone, or one that is disputed already.
    """
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
    """Say how a dispute is to be settled: as one of the seats, or without a seat as the host.

    The host, or one player of each side with the same ruling, decides: an upheld dispute undoes the line, a rejected
    one lets it stand. A wish to correct decides nothing; recording the correction settles the dispute.
    `expected_objections` is how many objections to the line were read. Raises ObjectionChangedError when there are
    others, DisputeError when it is settled already, and as `take_back`.
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
        spoken = dispute.voices.exclude(seat=None).exclude(seat=seat)
        if seat and stamp.device and spoken.filter(device=stamp.device).exists():
            raise errors.DisputeError(say("dispute.spoke_for_another"))
        voice = DisputeVoice(dispute=dispute, seat=seat, ruling=ruling.value, given_at=stamp.at, **books.signed)
        voices = (*dispute.voices.select_related("seat"), voice)
        decides = seat is None or disputes.agreed(night=books.night, line=entry.number, voices=voices) == ruling
        voice.decides = decides and ruling is not Ruling.CORRECT
        voice.save()
        books.rows.append(voice)
        if voice.decides and ruling is Ruling.UPHOLD:
            take_back(books, entry=entry, reason=dispute.why, with_key=False)
        touch(session=books.session)
        return voice


def carry_over(books: Books[Entry], *, dispute: Dispute, to: Entry) -> None:
    """Open a dispute again over the entry that was recorded in the place of its own."""
    kept = {name: getattr(dispute, name) for name in ("seat", "why", "device", "raised_at", "content_hash")}
    books.rows.append(Dispute.objects.create(entry=to, key=uuid4(), **kept))
