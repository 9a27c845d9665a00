"""Programs that use the API: their tokens, and the answers they were given."""

from django.db import models

from scoring.models.devices import Device


class ApiToken(models.Model):
    """Makes a device of a program: who holds the device's token writes under its name and role.

    `key` is the key of the form it was made with. It never does more than the device that made it may.
    """

    device = models.OneToOneField(Device, on_delete=models.PROTECT, related_name="api_token")
    made_by = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="api_tokens_made")
    key = models.UUIDField(unique=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.device.label


class ApiAnswer(models.Model):
    """The answer to a write, given again to whoever sends the same content under the same key."""

    key = models.UUIDField(unique=True)
    content_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    answered_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
