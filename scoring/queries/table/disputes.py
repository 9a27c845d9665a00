"""Objections to lines of the ledger: which are open, what was said, who may settle them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.models import Dispute, DisputeVoice, Entry, EntryKind, Ruling, Session
from scoring.people import Person
from scoring.queries.table.hands import accepted_hands, corrected, counted
from scoring.queries.table.seatings import position_of, sides_of


class Outcome(StrEnum):
    """How a dispute ended, or that it did not; `reversed` ones ended with their line, without a ruling."""

    OPEN = "open"
    UPHELD = "upheld"
    REJECTED = "rejected"
    REVERSED = "reversed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """What somebody wants done about a disputed line; without a `player` it is the host."""

    player: Person | None
    ruling: Ruling
    decides: bool
    device: str
    given_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """A dispute with its voices, oldest first; `line` is the disputed entry, which was `recorded_at` that time.

    `is_corrected` says that another version took the place of a line that was taken back.
    """

    line: int
    recorded_at: datetime
    player: Person
    why: str
    device: str
    raised_at: datetime
    voices: tuple[Voice, ...]
    outcome: Outcome
    is_corrected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenObjection:
    """An open dispute in a line; `line` is the number of the disputed entry, `hand` of the hand that it counts as."""

    line: int
    hand: int | None
    is_secret: bool
    player: Person
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledObjection(OpenObjection):
    """A dispute that ended a moment ago, with its outcome; `is_corrected` as for any objection."""

    outcome: Outcome
    is_corrected: bool


def open_disputes(*, session: Session) -> QuerySet[Dispute]:
    """Return the disputes that nobody has settled and whose entry stands, in the order of the ledger."""
    return _open_disputes(sessions=(session,))


def _open_disputes(*, sessions: Iterable[Session]) -> QuerySet[Dispute]:
    decided = DisputeVoice.objects.filter(dispute=OuterRef("pk"), decides=True)
    disputes = Dispute.objects.standing().filter(~Exists(decided), entry__session__in=sessions)
    return _numbered(disputes).order_by("entry__number")


def _numbered(disputes: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Return disputes with how many hands count before what each objects to."""
    hands = accepted_hands(session=OuterRef("entry__session")).order_by()
    before = hands.filter(position__lt=OuterRef("entry__hand__position"))
    return disputes.annotate(hands_before=Coalesce(counted(before), 0))


def _hand_number(dispute: Dispute) -> int | None:
    """Return the number of the hand that a numbered dispute is about, None where it is none that counts."""
    if dispute.entry.kind != EntryKind.HAND or hasattr(dispute.entry, "reversal"):
        return None
    return int(dispute.hands_before) + 1  # type: ignore[attr-defined]


def open_dispute_of(*, entry: Entry) -> Dispute | None:
    return open_disputes(session=entry.session).filter(entry=entry).first()


def disputed_lines(*, session: Session) -> tuple[int, ...]:
    return tuple(open_disputes(session=session).values_list("entry__number", flat=True))


def open_objections(*, session: Session) -> tuple[OpenObjection, ...]:
    """Return the open disputes of a session in one query, for the table and the close."""
    return open_objections_in(sessions=(session,)).get(session.pk, ())


def open_objections_in(*, sessions: Iterable[Session]) -> dict[int, tuple[OpenObjection, ...]]:
    """Return the open disputes by session in one query, nothing for a session without any."""
    disputes = _open_disputes(sessions=sessions).select_related("entry__reversal", "seat__player__merged_into")
    found: dict[int, tuple[OpenObjection, ...]] = {}
    for dispute in disputes:
        objection = OpenObjection(
            line=dispute.entry.number,
            hand=_hand_number(dispute),
            is_secret=dispute.entry.kind == EntryKind.SECRET,
            player=dispute.seat.player.known_as,
            why=dispute.why,
        )
        found[dispute.entry.session_id] = (*found.get(dispute.entry.session_id, ()), objection)
    return found


def settled_objection(*, session: Session) -> SettledObjection | None:
    """Return the objection that was settled last, in one query; the next hand recorded after it takes its place."""
    decision = DisputeVoice.objects.filter(dispute=OuterRef("pk"), decides=True)
    later = Entry.objects.filter(session=session, kind=EntryKind.HAND, recorded_at__gt=OuterRef("settled_at"))
    dispute = (
        _numbered(Dispute.objects.filter(entry__session=session))
        .annotate(
            decided=Subquery(decision.values("ruling")[:1]),
            is_corrected=corrected("entry__"),
            settled_at=Coalesce(Subquery(decision.values("given_at")[:1]), "entry__reversal__recorded_at"),
        )
        .filter(~Exists(later), settled_at__isnull=False)
        .select_related("entry__reversal", "seat__player__merged_into")
        .order_by("-settled_at", "-pk")
        .first()
    )
    if dispute is None:
        return None
    return SettledObjection(
        line=dispute.entry.number,
        hand=_hand_number(dispute),
        is_secret=dispute.entry.kind == EntryKind.SECRET,
        player=dispute.seat.player.known_as,
        why=dispute.why,
        outcome=_ended(dispute.decided) or Outcome.REVERSED,
        is_corrected=dispute.is_corrected,
    )


def objections_of(*, session: Session, entry: Entry | None = None) -> tuple[Objection, ...]:
    """Return every dispute of a session, or those over one entry, settled ones too, oldest first."""
    disputes = Dispute.objects.filter(entry__session=session)
    return _objections((disputes.filter(entry=entry) if entry else disputes).order_by("pk"))


def agreed(*, entry: Entry, voices: Iterable[DisputeVoice]) -> Ruling | None:
    """Return the ruling that every side gave last, None where one is silent or they differ.

    The sides are those of the disputed line, whoever sits where now.
    """
    sides = sides_of(session=entry.session, position=position_of(entry=entry))
    side_of = {seat.number: seat.side for seat in sides}
    last = {side_of.get(voice.seat.number): voice.ruling for voice in voices if voice.seat}
    rulings = {last.get(side) for side in side_of.values()}
    return Ruling(ruling) if len(rulings) == 1 and (ruling := rulings.pop()) else None


def _objections(disputes: QuerySet[Dispute]) -> tuple[Objection, ...]:
    related = disputes.annotate(is_corrected=corrected("entry__")).select_related(
        "entry__reversal", "seat__player__merged_into", "device"
    )
    return tuple(
        _objection(dispute)
        for dispute in related.prefetch_related("voices__seat__player__merged_into", "voices__device")
    )


def _objection(dispute: Dispute) -> Objection:
    voices = tuple(_voice(voice) for voice in dispute.voices.all())
    return Objection(
        line=dispute.entry.number,
        recorded_at=dispute.entry.recorded_at,
        player=dispute.seat.player.known_as,
        why=dispute.why,
        device=str(dispute.device or ""),
        raised_at=dispute.raised_at,
        voices=voices,
        outcome=_outcome(dispute, voices),
        is_corrected=dispute.is_corrected,  # type: ignore[attr-defined]
    )


def _voice(voice: DisputeVoice) -> Voice:
    return Voice(
        player=voice.seat.player.known_as if voice.seat else None,
        ruling=Ruling(voice.ruling),
        decides=voice.decides,
        device=str(voice.device or ""),
        given_at=voice.given_at,
    )


def _outcome(dispute: Dispute, voices: tuple[Voice, ...]) -> Outcome:
    decision = next((voice.ruling for voice in voices if voice.decides), None)
    return _ended(decision) or (Outcome.REVERSED if hasattr(dispute.entry, "reversal") else Outcome.OPEN)


def _ended(decision: str | None) -> Outcome | None:
    """Return the outcome that a ruling made, None without one."""
    if not decision:
        return None
    return Outcome.UPHELD if decision == Ruling.UPHOLD else Outcome.REJECTED
