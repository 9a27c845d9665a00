"""What nights come to, one row for each: a cache beside the books, so that years are added up in a moment."""

from typing import Any

from django.db import models

from scoring.models.sessions import Session


class NightTally(models.Model):
    """What a night comes to after its line `last_entry`; `shape` is the version of `sums`.

    Every row follows from the ledger and may be deleted at any time: one that is missing or old is derived again
    before it is read. No settlement reads it. `owed_cents` is what is left to hand over of a closed night.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="tally")
    shape = models.PositiveSmallIntegerField()
    last_entry = models.PositiveIntegerField()
    owed_cents = models.BigIntegerField()
    sums: Any = models.JSONField()

    def __str__(self) -> str:
        return f"{self.session} after line {self.last_entry}"

    @property
    def best_cents(self) -> int:
        """Return what the best hand of the night brought its winner."""
        return max((sums.get("best_cents", 0) for _seat, _player, sums in self.sums["seats"]), default=0)
