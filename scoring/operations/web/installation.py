"""The secret key that all processes of an installation share."""

from django.db import transaction
from django.utils.crypto import salted_hmac

from scoring.models import Installation

_SALT = "scoring.installation"


@transaction.atomic
def has_the_same_key(*, is_new: bool = False) -> bool:
    """Tell whether this process has the secret key of those before; the first one, and a new one, is noted."""
    proof = salted_hmac(_SALT, "", algorithm="sha256").hexdigest()
    if is_new:
        Installation.objects.update_or_create(pk=1, defaults={"key_proof": proof})
    noted, _ = Installation.objects.get_or_create(pk=1, defaults={"key_proof": proof})
    return noted.key_proof == proof
