"""The seasons of a club: stretches of days with a name."""

import uuid

from django.db import models
from django.db.models import F, Q

from scoring.models.clubs import Club

LONGEST_NAME = 40


class Season(models.Model):
    """A stretch of days that the club counts by itself, both ends included; it decides no money."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    since = models.DateField()
    until = models.DateField()

    class Meta:
        ordering = ["-since", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(until__gte=F("since")), name="season_ends_after_it_began"),
            models.UniqueConstraint("club", "since", "until", name="season_has_days_of_its_own"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def period(self) -> str:
        """Return its days as addresses name them."""
        return f"{self.since}..{self.until}"
