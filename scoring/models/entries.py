"""Define entries, payments, hands, objections and verdicts."""

from enum import StrEnum
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.fields.json import KeyTransform

from scoring.ledger.kinds import EntryKind
from scoring.models.clubs import Public, Row, checks
from scoring.models.devices import Device
from scoring.models.sessions import Seat, Session
from scoring.texts.stored import with_texts


class ObjectField(models.JSONField):
    """A JSON object. Damaged data is read as empty."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if value is None or isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        try:
            found = super().from_db_value(value, expression, connection)
        # One damaged row must not hide the other lines of the night. The check reports it.
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def deconstruct(self) -> Any:
        """Return the field as migrations know it."""
        name, _, args, kwargs = super().deconstruct()
        # The class changes only reading, so it needs no migration.
        return name, "django.db.models.JSONField", args, kwargs


LONGEST_REASON = 200


def _kind_choices() -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in EntryKind]


class EntryQuerySet(models.QuerySet["Entry"]):
    def standing(self, *kinds: str) -> Self:
        """Return entries of these kinds that are not undone."""
        return self.filter(reversal=None, kind__in=kinds)


class Entry(Row):
    """An event of a session, numbered without gaps. `act` is the input, `key` is the key of the form."""

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
    fingerprint = models.CharField(max_length=64)  # of this entry and the one before
    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        indexes = [
            # Most lines are never undone, so a partial index stays small.
            models.Index(fields=["session"], condition=Q(reverses__isnull=False), name="entry_reversals_of_session"),
            models.Index(fields=["session", "kind", "number"], name="entry_kinds_of_session"),
        ]
        constraints = [
            models.UniqueConstraint("session", "number", name="entry_number_is_unique"),
            *checks(
                entry_number_starts_at_1=Q(number__gte=1),
                entry_kind_is_known=Q(kind__in=tuple(EntryKind)),
                entry_reverses_if_and_only_if_reversal=Q(kind=EntryKind.REVERSAL, reverses__isnull=False)
                | (~Q(kind=EntryKind.REVERSAL) & Q(reverses=None)),
            ),
        ]


class Payment(Row):
    """A payment in minor units. `apart` is a side payment, `cash` was handed over."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="payments_made")
    payee = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="payments_received")
    amount_cents = models.BigIntegerField()
    cash = models.BooleanField(default=False)
    apart = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["payer", "cash", "apart", "amount_cents"], name="payment_sum_by_payer"),
            models.Index(fields=["payee", "cash", "apart", "amount_cents"], name="payment_sum_by_payee"),
        ]
        constraints = [
            # Fingerprints sort payments by their pair, so a pair may occur once.
            models.UniqueConstraint("entry", "payer", "payee", name="payment_once_per_pair_and_entry"),
            *checks(
                payment_amount_is_positive=Q(amount_cents__gte=1),
                payment_payer_is_not_payee=~Q(payer=F("payee")),
                # A payment may change only one of the balances.
                payment_is_cash_or_apart=Q(cash=False) | Q(apart=False),
            ),
        ]


class Score(Row):
    """Points of a seat by an entry, never zero."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="scores")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="scores")
    points = models.IntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            *checks(score_is_not_zero=~Q(points=0)),
            models.UniqueConstraint("entry", "seat", name="score_once_per_seat_and_entry"),
        ]


class Hand(Row):
    """The verdict on a hand."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="hand")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="hands")
    position = models.PositiveIntegerField()  # of its first entry, also after a correction
    after = models.PositiveIntegerField()  # position of the hand before, or 0
    winner = models.PositiveSmallIntegerField(null=True)
    deals_next = models.PositiveSmallIntegerField(null=True)  # empty if the same dealer deals again
    verdict = ObjectField()
    texts = ObjectField(default=dict)
    engine_version = models.CharField(max_length=40)

    class Meta:
        indexes = [
            models.Index(fields=["session", "position"], name="hand_order"),
            models.Index(fields=["session"], name="hand_nobody_won", condition=Q(winner=None)),
        ]

    @property
    def told(self) -> Any:
        return with_texts(self.verdict, self.texts)


class Partnership(Row):
    """Two partners under a seating, from position `since`."""

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
            *checks(
                partnership_of_the_start_holds_since_0=Q(seating=None, since=0) | Q(seating__isnull=False, since__gte=1)
            ),
        ]


class Seal(Row):
    """A seal of a row, chained by club or night. Only the last seal of a row counts."""

    chain = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    about = models.CharField(max_length=36)
    digest = models.CharField(max_length=64)  # of the row that `kind` and `about` name
    fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint("chain", "number", name="seal_number_is_unique")]


class Alarm(Public, Row):
    """A report for hosts: lost guards, and differences found."""

    raised_at = models.DateTimeField()
    lost_guards = models.JSONField()
    wrong = models.PositiveIntegerField()
    read_at = models.DateTimeField(null=True)


class Ruling(StrEnum):
    """The decision on a disputed line."""

    UPHOLD = "uphold"
    CORRECT = "correct"
    REJECT = "reject"


class Dispute(Row):
    """An objection of a seat to an entry."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="disputes")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="disputes")
    why = models.CharField(max_length=LONGEST_REASON)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="disputes")
    raised_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["id"]
        constraints = checks(dispute_says_why=~Q(why=""))


class DisputeVoice(Row):
    """A vote on an objection. `seat` is empty for the host."""

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
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(decides=True), name="dispute_is_decided_at_most_once"
            ),
            *checks(
                dispute_ruling_is_known=Q(ruling__in=list(Ruling)),
                dispute_is_not_decided_by_a_wish_to_correct=Q(decides=False) | ~Q(ruling=Ruling.CORRECT),
            ),
        ]


class KeptVerdict(Public, Row):
    """A kept question with its answer, which can verify the declared hand `entry`."""

    game = models.CharField(max_length=20)
    claim = ObjectField()
    rules = models.JSONField()
    answer = ObjectField()
    texts = ObjectField(default=dict)
    engine_version = models.CharField(max_length=40)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="kept_verdicts")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="kept_verdicts")
    kept_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["kept_at"], condition=Q(device=None, entry=None), name="kept_verdict_of_a_stranger")
        ]

    @property
    def told(self) -> Any:
        return with_texts(self.answer, self.texts)

    @property
    def is_of_a_stranger(self) -> bool:
        return self.device_id is None and self.entry_id is None


class Proposal(Public, Row):
    """A hand that a player proposes."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="proposals")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="proposals")
    mode = models.CharField(max_length=10)
    fields = models.JSONField()  # the form of `mode`
    act = models.JSONField()  # the hand of this form
    after = models.PositiveIntegerField()  # position of the hand before
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="proposals")
    proposed_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["id"]
