"""Addresses that are told what happens in a club, and what they are still to be told."""

import uuid
from enum import StrEnum

from django.db import models

from scoring.models.clubs import Club
from scoring.models.devices import Device
from scoring.models.sessions import Session

LONGEST_ADDRESS = 300


class WebhookEvent(StrEnum):
    """What an address is told of."""

    HAND_RECORDED = "hand.recorded"
    ENTRY_UNDONE = "entry.undone"
    SESSION_OPENED = "session.opened"
    SESSION_CLOSED = "session.closed"


class Webhook(models.Model):
    """An address that is told; its secret follows from its id and the key of this machine, and is kept nowhere.

    `said` is why the newest try failed, empty where it did not.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="webhooks_made")
    key = models.UUIDField(unique=True)
    created_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=100, blank=True, default="")

    def __str__(self) -> str:
        return self.address


class WebhookMessage(models.Model):
    """What an address is still to be told; it goes when it was told, or given up after many tries."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    event = models.CharField(max_length=20)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="+")
    entry = models.PositiveIntegerField(null=True, blank=True)
    happened_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(event__in=[event.value for event in WebhookEvent]), name="webhook_event_is_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"
