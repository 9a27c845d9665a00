"""What was found wrong with the books while nobody looked."""

import uuid

from django.db import models


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
