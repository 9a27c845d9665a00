"""The ledger: numbered entries, their payments, the hands behind them, objections, proposals and kept verdicts.

The database refuses updates and deletions itself (`scoring.models.guard`).
"""

import uuid
from enum import StrEnum
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.fields.json import KeyTransform

from scoring.ledger.kinds import EntryKind
from scoring.models.devices import Device
from scoring.models.sessions import Seat, Session


class ObjectField(models.JSONField):
    """A JSON object; what somebody else wrote there, which is none, reads as an empty one."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the object, or the part of it that was asked for."""
        if value is None or isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        try:
            found = super().from_db_value(value, expression, connection)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def deconstruct(self) -> Any:
        """Return the field as migrations know it: the column is that of any JSON."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


LONGEST_REASON = 200


def _kind_choices() -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in EntryKind]


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries by the conditions that most queries ask for."""

    def standing(self) -> Self:
        """Return the entries that nothing has reversed."""
        return self.filter(reversal=None)

    def of_kind(self, *kinds: str) -> Self:
        return self.filter(kind__in=kinds)


class OfEntryQuerySet[M: models.Model](models.QuerySet[M]):
    """Rows that belong to an entry."""

    def standing(self) -> Self:
        """Return the rows whose entry nothing has reversed."""
        return self.filter(entry__reversal=None)


class Entry(models.Model):
    """One event of a session; numbers run from 1 without gaps.

    `act` is what was entered, in the game's own words; `key` is the form's key, so that a second tap records
    nothing; `fingerprint` chains this entry to the one before it.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=_kind_choices)
    act = ObjectField(default=dict)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversal")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="entries")
    recorded_at = models.DateTimeField()
    key = models.UUIDField(unique=True, null=True)
    content_hash = models.CharField(max_length=64, blank=True)
    fingerprint = models.CharField(max_length=64)
    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["session"], condition=Q(reverses__isnull=False), name="entry_reversals_of_session"),
            models.Index(fields=["session", "kind", "number"], name="entry_kinds_of_session"),
        ]
        constraints = [
            models.UniqueConstraint("session", "number", name="entry_number_is_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_starts_at_1"),
            models.CheckConstraint(condition=Q(kind__in=tuple(EntryKind)), name="entry_kind_is_known"),
            models.CheckConstraint(
                condition=Q(kind=EntryKind.REVERSAL, reverses__isnull=False)
                | (~Q(kind=EntryKind.REVERSAL) & Q(reverses=None)),
                name="entry_reverses_if_and_only_if_reversal",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Payment(models.Model):
    """Payer owes payee so many minor units, by play or `apart` from it; with `cash`, payer handed them over."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="payments_made")
    payee = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="payments_received")
    amount_cents = models.BigIntegerField()
    cash = models.BooleanField(default=False)
    apart = models.BooleanField(default=False, db_default=False)
    objects = OfEntryQuerySet["Payment"].as_manager()

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["payer", "cash", "apart", "amount_cents"], name="payment_sum_by_payer"),
            models.Index(fields=["payee", "cash", "apart", "amount_cents"], name="payment_sum_by_payee"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gte=1), name="payment_amount_is_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="payment_payer_is_not_payee"),
            models.UniqueConstraint("entry", "payer", "payee", name="payment_once_per_pair_and_entry"),
            models.CheckConstraint(condition=Q(cash=False) | Q(apart=False), name="payment_is_cash_or_apart"),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} to {self.payee_id}: {self.amount_cents}"


class Score(models.Model):
    """So many points for a seat; the entry that settles a match takes them all away again."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="scores")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="scores")
    points = models.IntegerField()
    objects = OfEntryQuerySet["Score"].as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="score_is_not_zero"),
            models.UniqueConstraint("entry", "seat", name="score_once_per_seat_and_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.points} points"


class Hand(models.Model):
    """A hand that was played: the verdict on what its entry's act says, by the engine named.

    `position` is the number of the entry that first recorded it; a correction keeps the position. Hand
    numbers are counted over the accepted hands in that order. `after` is the position of the hand that was
    the last one then: the secrets between the two belong to this hand. `deals_next` is empty where the same
    dealer deals again.
    """

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="hand")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="hands")
    position = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    winner = models.PositiveSmallIntegerField(null=True)
    deals_next = models.PositiveSmallIntegerField(null=True)
    verdict = ObjectField()
    engine_version = models.CharField(max_length=40)
    objects = OfEntryQuerySet["Hand"].as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["session", "position"], name="hand_order"),
            models.Index(fields=["session"], name="hand_nobody_won", condition=Q(winner=None)),
        ]

    def __str__(self) -> str:
        return f"hand at entry {self.position}"


class Partnership(models.Model):
    """Two seats that win and pay together under a seating, written with it; who plays alone has no row.

    `seating` is None for the seats a session started with. It holds from the position `since` until the next
    seating that stands.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="partnerships")
    seating = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="partnerships")
    since = models.PositiveIntegerField(default=0)
    first = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="partnerships_as_first")
    second = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="partnerships_as_second")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint("seating", "first", "second", name="partnership_once_per_seating"),
            models.UniqueConstraint("first", "second", condition=Q(seating=None), name="partnership_once_at_start"),
            models.CheckConstraint(
                condition=Q(seating=None, since=0) | Q(seating__isnull=False, since__gte=1),
                name="partnership_of_the_start_holds_since_0",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} since {self.since}"


class Seal(models.Model):
    """A link of the second chain of a night, or of a club, whose public id is `chain`.

    It seals what the fingerprint of the lines does not cover: `digest` is that of the row of this `kind` that
    `about` names. What may change is sealed again, and the last seal counts.
    """

    chain = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    about = models.CharField(max_length=36)
    digest = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint("chain", "number", name="seal_number_is_unique")]

    def __str__(self) -> str:
        return f"seal {self.number} of {self.kind} {self.about}"


class Alarm(models.Model):
    """The database had lost guards of the books, which were restored; shown to hosts until one has read it.

    `wrong` says how many differences a check of all books then found.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    raised_at = models.DateTimeField()
    lost_guards = models.JSONField()
    wrong = models.PositiveIntegerField()
    read_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"alarm of {self.raised_at:%Y-%m-%d %H:%M}"


class Ruling(StrEnum):
    """What becomes of a disputed line: it is taken back, corrected, or stands."""

    UPHOLD = "uphold"
    CORRECT = "correct"
    REJECT = "reject"


class Dispute(models.Model):
    """A seat objects to an entry, which counts until the dispute is settled.

    It is settled by a voice that decides, or when its entry is reversed.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="disputes")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="disputes")
    why = models.CharField(max_length=LONGEST_REASON)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="disputes")
    raised_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)
    objects = OfEntryQuerySet["Dispute"].as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(why=""), name="dispute_says_why")]

    def __str__(self) -> str:
        return f"objection to {self.entry}: {self.why}"


class DisputeVoice(models.Model):
    """How a seat, or without one the host, wants a dispute settled; `decides` tells that this settled it."""

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="voices")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="dispute_voices")
    ruling = models.CharField(max_length=10)
    decides = models.BooleanField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="dispute_voices")
    given_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__in=[ruling.value for ruling in Ruling]), name="dispute_ruling_is_known"
            ),
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(decides=True), name="dispute_is_decided_at_most_once"
            ),
            models.CheckConstraint(
                condition=Q(decides=False) | ~Q(ruling=Ruling.CORRECT.value),
                name="dispute_is_not_decided_by_a_wish_to_correct",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruling} {self.dispute}"


class KeptVerdict(models.Model):
    """A question to the judge with its answer, under an address that cannot be guessed; it is never changed.

    `claim` holds what was asked and, as `question`, of which kind; without one it is a claimed win.
    `entry` is the declared hand it verifies, if any. Whoever has the address may read it. One without `device`
    and `entry` was kept by a stranger: it ends after a while, those of the club stay.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    game = models.CharField(max_length=20)
    claim = ObjectField()
    rules = models.JSONField()
    answer = ObjectField()
    engine_version = models.CharField(max_length=40)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="kept_verdicts")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="kept_verdicts")
    kept_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["kept_at"], condition=Q(device=None, entry=None), name="kept_verdict_of_a_stranger")
        ]

    def __str__(self) -> str:
        return f"verdict of {self.kept_at:%Y-%m-%d %H:%M}"

    @property
    def is_of_a_stranger(self) -> bool:
        """Tell whether it ends after a while."""
        return self.device_id is None and self.entry_id is None


class Proposal(models.Model):
    """A hand that a seat entered on a phone of its own, for somebody else to look at and record.

    `fields` is the form of that `mode` as it was filled in, `act` what it says; `after` is the position of
    the last accepted hand then: once another hand is recorded, the proposal is out of date.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="proposals")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="proposals")
    mode = models.CharField(max_length=10)
    fields = models.JSONField()
    act = models.JSONField()
    after = models.PositiveIntegerField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="proposals")
    proposed_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"proposal of {self.seat}"
