"""Where counters and presence are kept: in memory, or shared by several processes."""

from django.core.exceptions import ImproperlyConfigured

IN_MEMORY, DATABASE = "memory", "database"
_MOST_COUNTERS = 20_000


def cache_settings(*, where: str) -> dict[str, object]:
    """Return Django's cache settings for `CUAJO_CACHE`: `memory`, `database` or the URL of a Redis server.

    Raises ImproperlyConfigured for anything else.
    """
    if where == IN_MEMORY:
        backend = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": backend, "OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS}}
    if where == DATABASE:
        backend = "django.core.cache.backends.db.DatabaseCache"
        return {
            "BACKEND": backend,
            "LOCATION": "cuajo_cache",
            "OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS},
        }
    if where.startswith(("redis://", "rediss://", "unix://")):
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": where}
    raise ImproperlyConfigured(
        f"CUAJO_CACHE is {where!r}. Set it to memory, to database, or to an address such as"
        " redis://localhost:6379/1."
    )
