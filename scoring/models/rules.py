"""House rules a club keeps under a name, and verdicts somebody kept to show them."""

import uuid

from django.db import models
from django.db.models.functions import Lower

from scoring.models.clubs import Club
from scoring.models.devices import Device
from scoring.models.entries import Entry, ObjectField
from scoring.models.sessions import Seat, Session

LONGEST_NAME = 60


class SavedRules(models.Model):
    """A rule set of the club; sessions copy it, so a change never reaches an old hand.

    `rules` holds every house rule of the game, complete.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="saved_rules")
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=LONGEST_NAME)
    rules = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "saved rules"
        constraints = [models.UniqueConstraint("club", Lower("name"), name="saved_rules_name_is_unique_in_its_club")]

    def __str__(self) -> str:
        return self.name


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
            models.Index(
                fields=["kept_at"], condition=models.Q(device=None, entry=None), name="kept_verdict_of_a_stranger"
            )
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
