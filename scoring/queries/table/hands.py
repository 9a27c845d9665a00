"""Which hands count, asked of many nights at once."""

from django.db.models import Q


def void(prefix: str = "entry__") -> Q:
    """Return which hands do not count; see `games.dealing.counts`."""
    return Q(**{f"{prefix}act__has_key": "void"}) | Q(**{f"{prefix}act__result": "void"})
