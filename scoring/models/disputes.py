"""Objections to entries of the ledger, and what was said to settle them. Nothing here is ever changed.

The database refuses updates and deletions itself; see `scoring.models.guard`.
"""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from scoring.models.devices import Device
from scoring.models.entries import LONGEST_REASON, Entry, OfEntryQuerySet
from scoring.models.sessions import Seat


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
