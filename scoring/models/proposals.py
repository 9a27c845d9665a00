"""Hands that players propose; the books know nothing of them until somebody records one."""

import uuid

from django.db import models

from scoring.models.devices import Device
from scoring.models.sessions import Seat, Session


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
