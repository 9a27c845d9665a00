"""Keep devices, programs among them, their roles, and the addresses that are told what happens."""

import hashlib
from enum import StrEnum

from django.db import models
from django.db.models import Q

from scoring.models.clubs import Club, Player, Public, Row
from scoring.models.sessions import Session

LONGEST_LABEL = 60


class Role(StrEnum):
    """What a device may do for a club, from most to least trusted."""

    HOST = "host"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    VIEWER = "viewer"

    def is_at_least(self, other: "Role") -> bool:
        order = list(Role)
        return order.index(self) <= order.index(other)


def hash_token(*, token: str) -> str:
    """Return the SHA-256 of a random token, the only form of it that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


class Device(Public):
    """A browser that holds a token; `seen_at` is exact to a few minutes."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    label = models.CharField(max_length=LONGEST_LABEL)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.label


class Membership(Row):
    """The role of a device in a club, kept after it was revoked.

    One with a `session` may see that session only. `player` holds the device, None for somebody who just watches.
    `entered_at` is when the device last came back to this club from another one. `is_ended_by_host` tells an end that a
    host decided from one by a better link or by signing out.
    """

    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships")
    created_at = models.DateTimeField()
    entered_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    is_ended_by_host = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(is_ended_by_host=False) | Q(revoked_at__isnull=False),
                name="membership_a_host_ended_has_an_end",
            ),
            models.CheckConstraint(
                condition=~Q(role=Role.HOST) | Q(session=None), name="membership_of_a_host_is_for_the_whole_club"
            ),
            models.UniqueConstraint(
                fields=["device", "club"], condition=Q(revoked_at=None), name="membership_is_one_per_device_and_club"
            ),
            models.CheckConstraint(condition=Q(role__in=list(Role)), name="membership_role_is_known"),
        ]


class ApiToken(models.Model):
    """Makes a device a program, which never does more than the device that made it may."""

    device = models.OneToOneField(Device, on_delete=models.PROTECT, related_name="api_token")
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="api_tokens_made")
    key = models.UUIDField(unique=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.device.label


class ApiAnswer(Row):
    """The answer to a write, given again to the same content under the same key."""

    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    answered_at = models.DateTimeField()


LONGEST_ADDRESS = 300


class WebhookEvent(StrEnum):
    HAND_RECORDED = "hand.recorded"
    ENTRY_UNDONE = "entry.undone"
    SESSION_OPENED = "session.opened"
    SESSION_CLOSED = "session.closed"


class Webhook(Public, Row):
    """An address that is told; its secret follows from its id and the key of this machine.

    `said` is why the newest try failed, empty where it did not.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="webhooks_made")
    key = models.UUIDField(unique=True)
    created_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=100, blank=True, default="")


class WebhookMessage(Public, Row):
    """What an address is still to be told; deleted when told, or after many tries."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    event = models.CharField(max_length=20)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="+")
    entry = models.PositiveIntegerField(null=True, blank=True)
    happened_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(event__in=list(WebhookEvent)), name="webhook_event_is_known")]
