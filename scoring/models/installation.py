"""What all processes that serve the same books have in common."""

from django.db import models


class Installation(models.Model):
    """The one row of it: `key_proof` comes of the secret key and tells nothing about it."""

    key_proof = models.CharField(max_length=64)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="installation_is_one")]

    def __str__(self) -> str:
        return self.key_proof
