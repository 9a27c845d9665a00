"""Define devices, roles, tokens and webhooks."""

import hashlib

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.ledger.kinds import EntryKind
from scoring.models.clubs import Club, Player, Public, Row, checks
from scoring.models.sessions import Session

LONGEST_LABEL = 60


class Role(models.TextChoices):
    """A role of a device, most trusted first."""

    HOST = "host", gettext_lazy("Host")
    SCOREKEEPER = "scorekeeper", gettext_lazy("Scorekeeper")
    PLAYER = "player", pgettext_lazy("role", "Player")
    VIEWER = "viewer", gettext_lazy("Viewer")

    def is_at_least(self, other: "Role") -> bool:
        order = list(Role)
        return order.index(self) <= order.index(other)


def hash_token(*, token: str) -> str:
    """Return the SHA-256 of a token."""
    # The token is random, so no salt is needed. Only the hash is stored, so a copy of the database lets no phone in.
    return hashlib.sha256(token.encode()).hexdigest()


class Device(Public):
    """A browser or program, known by its token."""

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    label = models.CharField(max_length=LONGEST_LABEL)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.label


class Membership(Row):
    """The role of a device in a club, held by `player`."""

    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships")
    created_at = models.DateTimeField()
    entered_at = models.DateTimeField(null=True, blank=True)  # last switch to this club
    revoked_at = models.DateTimeField(null=True, blank=True)
    is_ended_by_host = models.BooleanField(default=False)

    class Meta:
        constraints = [
            *checks(
                membership_a_host_ended_has_an_end=Q(is_ended_by_host=False) | Q(revoked_at__isnull=False),
                membership_of_a_host_is_for_the_whole_club=~Q(role=Role.HOST) | Q(session=None),
                membership_role_is_known=Q(role__in=list(Role)),
            ),
            models.UniqueConstraint(
                # Ended places stay, because entries name their device.
                fields=["device", "club"],
                condition=Q(revoked_at=None),
                name="membership_is_one_per_device_and_club",
            ),
        ]


class ApiToken(Row):
    device = models.OneToOneField(Device, on_delete=models.PROTECT, related_name="api_token")
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="api_tokens_made")
    key = models.UUIDField(unique=True)
    expires_at = models.DateTimeField(null=True, blank=True)


class ApiAnswer(Row):
    """The kept answer to a write of the API."""

    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    answered_at = models.DateTimeField()


LONGEST_ADDRESS = 300
SESSION_OPENED = "session.opened"
_EVENTS = {EntryKind.CLOSE: "session.closed", EntryKind.REVERSAL: "entry.undone"}
EVENTS = {kind: _EVENTS.get(kind, f"{kind}.recorded") for kind in EntryKind}
WEBHOOK_EVENTS = (SESSION_OPENED, *EVENTS.values())


class Webhook(Public, Row):
    """An address for events. `said` is the last error or ""."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="webhooks_made")
    key = models.UUIDField(unique=True)
    created_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=100, blank=True, default="")


class WebhookMessage(Public, Row):
    """An event that waits for delivery."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    event = models.CharField(max_length=20)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="+")
    entry = models.PositiveIntegerField(null=True, blank=True)
    happened_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = checks(webhook_event_is_known=Q(event__in=WEBHOOK_EVENTS))
