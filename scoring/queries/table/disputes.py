"""Find objections, their votes and outcomes."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring.frozen import Frozen
from scoring.ledger.night import Night
from scoring.models import Dispute, DisputeVoice, Entry, EntryKind, Ruling, Session
from scoring.people import Person
from scoring.queries.prepared import Prepared
from scoring.queries.table.night import night_of, nights_of


class Outcome(StrEnum):
    OPEN = "open"
    UPHELD = "upheld"
    REJECTED = "rejected"
    REVERSED = "reversed"


class Objection(Frozen):
    """An objection to an entry with its votes.

    `is_corrected` means that another version replaced the line.
    """

    line: int
    recorded_at: datetime
    player: Person
    why: str
    device: str
    raised_at: datetime
    voices: tuple[DisputeVoice, ...]
    outcome: Outcome
    is_corrected: bool


class OpenObjection(Frozen):
    line: int
    hand: int | None
    is_secret: bool
    player: Person
    why: str


class SettledObjection(OpenObjection):
    """An objection that was settled just now."""

    outcome: Outcome
    is_corrected: bool


def _disputes_at(session: Any) -> QuerySet[Dispute]:
    rows = Dispute.objects.filter(entry__session=session).select_related("entry", "seat__player__merged_into")
    return rows.order_by("entry__number", "pk")


_disputes = Prepared(_disputes_at, int)


def open_disputes(*, sessions: Iterable[Session]) -> QuerySet[Dispute]:
    decided = DisputeVoice.objects.filter(dispute=OuterRef("pk"), decides=True)
    disputes = Dispute.objects.filter(~Exists(decided), entry__session__in=sessions, entry__reversal=None)
    return disputes.order_by("entry__number")


def open_dispute_of(*, entry: Entry) -> Dispute | None:
    return open_disputes(sessions=(entry.session,)).filter(entry=entry).first()


def disputed_lines(*, session: Session) -> tuple[int, ...]:
    return tuple(open_disputes(sessions=(session,)).values_list("entry__number", flat=True))


def open_objections(*, session: Session) -> tuple[OpenObjection, ...]:
    return open_objections_in(sessions=(session,)).get(session.pk, ())


def open_objections_in(*, sessions: Iterable[Session]) -> dict[int, tuple[OpenObjection, ...]]:
    disputes = open_disputes(sessions=sessions).select_related("entry__session", "seat__player__merged_into")
    nights = nights_of(sessions={dispute.entry.session for dispute in disputes})
    found: dict[int, tuple[OpenObjection, ...]] = {}
    for dispute in disputes:
        night = dispute.entry.session_id
        found[night] = (*found.get(night, ()), OpenObjection(**_facts(dispute, nights[night])))
    return found


def objections_at(*, session: Session, night: Night) -> tuple[tuple[OpenObjection, ...], SettledObjection | None]:
    """Return open objections, and one settled just now."""
    disputes = _disputes(session.pk)
    voices = DisputeVoice.objects.filter(dispute__in=disputes, decides=True)
    decided = {voice.dispute_id: voice for voice in voices} if disputes else {}
    objections, ended, undone = [], [], night.taken_back
    for dispute in disputes:
        decision = decided.get(dispute.pk)
        if decision is None and dispute.entry.number not in undone:
            objections.append(OpenObjection(**_facts(dispute, night)))
        else:
            when = decision.given_at if decision else undone[dispute.entry.number].recorded_at
            ended.append((when, dispute.pk, dispute))
    hands = (line.recorded_at for line in night.lines if line.kind is EntryKind.HAND)
    at, _, last = max(ended, default=(None, 0, None))
    # A settled objection is shown only until the next hand.
    if at is None or last is None or any(recorded > at for recorded in hands):
        return tuple(objections), None
    return tuple(objections), SettledObjection(
        **_facts(last, night),
        outcome=_outcome(last, night, ruling=decided[last.pk].ruling if last.pk in decided else None),
        is_corrected=night.is_corrected(night.at(last.entry.number)),
    )


def _facts(dispute: Dispute, night: Night) -> Any:
    line = night.at(dispute.entry.number)
    counts = line.judged is not None and line.number not in night.taken_back
    return {
        "line": line.number,
        "hand": night.hand_number(line.position) if counts else None,
        "is_secret": line.kind is EntryKind.SECRET,
        "player": dispute.seat.player.known_as,
        "why": dispute.why,
    }


def objections_of(*, session: Session, entry: Entry | None = None) -> tuple[Objection, ...]:
    """Return all objections of a session, oldest first."""
    disputes = Dispute.objects.filter(entry__session=session)
    disputes = (disputes.filter(entry=entry) if entry else disputes).order_by("pk")
    related = disputes.select_related("entry", "seat__player__merged_into", "device")
    found = tuple(related.prefetch_related("voices__seat__player__merged_into", "voices__device"))
    if not found:
        return ()
    night = night_of(session=session)
    return tuple(
        Objection(
            line=dispute.entry.number,
            recorded_at=dispute.entry.recorded_at,
            player=dispute.seat.player.known_as,
            why=dispute.why,
            device=str(dispute.device or ""),
            raised_at=dispute.raised_at,
            voices=(voices := tuple(dispute.voices.all())),
            outcome=_outcome(dispute, night, ruling=next((voice.ruling for voice in voices if voice.decides), None)),
            is_corrected=night.is_corrected(night.at(dispute.entry.number)),
        )
        for dispute in found
    )


def agreed(*, night: Night, line: int, voices: Iterable[DisputeVoice]) -> Ruling | None:
    """Return the ruling of all sides, if they agree."""
    # Partners share money, so one voice of each side is enough.
    side_of = {seat.number: seat.side for seat in night.sides(position=night.at(line).position)}
    last = {side_of.get(voice.seat.number): voice.ruling for voice in voices if voice.seat}
    rulings = {last.get(side) for side in side_of.values()}
    return Ruling(ruling) if len(rulings) == 1 and (ruling := rulings.pop()) else None


def _outcome(dispute: Dispute, night: Night, *, ruling: str | None) -> Outcome:
    if ruling:
        return Outcome.UPHELD if ruling == Ruling.UPHOLD else Outcome.REJECTED
    return Outcome.REVERSED if dispute.entry.number in night.taken_back else Outcome.OPEN
