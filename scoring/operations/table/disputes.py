"""Object to a line of the ledger, and settle objections."""

from uuid import uuid4

from django.db import transaction

from scoring.models import Dispute, DisputeVoice, Entry, Ruling, Seat
from scoring.operations.errors import DisputeError, KeyReusedError
from scoring.operations.posting import Stamp, content_hash, lock, touch
from scoring.operations.reversing import DISPUTABLE, take_back
from scoring.queries import disputes


@transaction.atomic
def raise_dispute(*, entry: Entry, seat: Seat, why: str, stamp: Stamp) -> Dispute:
    """Note that a seat objects to an entry, with a word why, and return the dispute.

    The entry counts until the dispute is settled. The same key twice objects once. Raises DisputeError for
    an entry that nobody can object to, that was taken back, or that is disputed already; KeyReusedError.
    """
    content = content_hash("raise_dispute", entry=entry.pk, seat=seat.pk, why=why)
    session = lock(session=entry.session)
    if before := Dispute.objects.filter(key=stamp.key).first():
        if before.content_hash != content:
            raise KeyReusedError
        return before
    _require_disputable(entry=entry)
    if not why:
        raise DisputeError("Say in a word what is wrong with this line.")
    dispute = Dispute.objects.create(
        entry=entry,
        seat=seat,
        why=why,
        device=stamp.device,
        raised_at=stamp.at,
        key=stamp.key,
        content_hash=content,
    )
    touch(session=session)
    return dispute


@transaction.atomic
def give_voice(*, dispute: Dispute, seat: Seat | None, ruling: Ruling, stamp: Stamp) -> DisputeVoice:
    """Say how a dispute is to be settled: as one of the seats, or without a seat as the host.

    The host, or one player of each side with the same ruling, decides: an upheld dispute takes the line
    back, a rejected one lets it stand. A wish to correct decides nothing; recording the correction settles
    the dispute. Raises DisputeError when it is settled already, KeyReusedError, and what `take_back` raises.
    """
    content = content_hash("give_voice", dispute=dispute.pk, seat=seat and seat.pk, ruling=ruling)
    session = lock(session=dispute.entry.session)
    if before := DisputeVoice.objects.filter(key=stamp.key).first():
        if before.content_hash != content:
            raise KeyReusedError
        return before
    if not disputes.open_disputes(session=session).filter(pk=dispute.pk).exists():
        raise DisputeError("This objection was settled meanwhile. See what became of the line.")
    _require_one_voice(dispute=dispute, seat=seat, stamp=stamp)
    voice = DisputeVoice(
        dispute=dispute,
        seat=seat,
        ruling=ruling.value,
        decides=False,
        device=stamp.device,
        given_at=stamp.at,
        key=stamp.key,
        content_hash=content,
    )
    voice.decides = ruling is not Ruling.CORRECT and _decides(voice)
    voice.save()
    if voice.decides and ruling is Ruling.UPHOLD:
        take_back(session=session, entry=dispute.entry, reason=dispute.why, stamp=stamp)
    touch(session=session)
    return voice


def carry_over(*, dispute: Dispute, to: Entry) -> None:
    """Let an open dispute go on over the entry that was recorded in the place of its own."""
    Dispute.objects.create(
        entry=to,
        seat=dispute.seat,
        why=dispute.why,
        device=dispute.device,
        raised_at=dispute.raised_at,
        key=uuid4(),
        content_hash=dispute.content_hash,
    )


def _require_disputable(*, entry: Entry) -> None:
    if entry.kind not in DISPUTABLE:
        raise DisputeError("Nobody can object to this line: it moves no money of its own.")
    if Entry.objects.filter(reverses=entry).exists():
        raise DisputeError("This line was taken back already, so there is nothing left to object to.")
    if disputes.open_dispute_of(entry=entry):
        raise DisputeError("Somebody objects to this line already. Settle that first.")


def _require_one_voice(*, dispute: Dispute, seat: Seat | None, stamp: Stamp) -> None:
    """Raise DisputeError for a phone that speaks as one player and then as another."""
    spoken = dispute.voices.exclude(seat=None).exclude(seat=seat)
    if seat and stamp.device and spoken.filter(device=stamp.device).exists():
        raise DisputeError("This phone spoke for another player already. Each side has a phone of its own.")


def _decides(voice: DisputeVoice) -> bool:
    if voice.seat is None:
        return True
    said = (*voice.dispute.voices.select_related("seat"), voice)
    return disputes.agreed(entry=voice.dispute.entry, voices=said) == voice.ruling
