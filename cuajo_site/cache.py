"""Where counters and presence are kept: in memory, or shared by several processes."""

import logging
from functools import partialmethod
from time import monotonic
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured

IN_MEMORY, DATABASE = "memory", "database"
_MOST_COUNTERS = 20_000
_PATIENCE_SECONDS = 1
_TRIED_AGAIN_AFTER_SECONDS = 10
_logger = logging.getLogger("cuajo")


def cache_settings(*, where: str) -> dict[str, object]:
    """Return the settings for `CUAJO_CACHE`: memory, database or the URL of Redis. Raises ImproperlyConfigured."""
    if where == IN_MEMORY:
        backend = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": backend, "OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS}}
    if where == DATABASE:
        backend = "django.core.cache.backends.db.DatabaseCache"
        return {"BACKEND": backend, "LOCATION": "cuajo_cache", "OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS}}
    if where.startswith(("redis://", "rediss://", "unix://")):
        options = {"socket_timeout": _PATIENCE_SECONDS, "socket_connect_timeout": _PATIENCE_SECONDS}
        return {"BACKEND": "cuajo_site.cache.RedisOrMemory", "LOCATION": where, "OPTIONS": options}
    raise ImproperlyConfigured(
        f"CUAJO_CACHE is {where!r}. Set it to memory, to database, or to an address such as redis://localhost:6379/1."
    )


class RedisOrMemory(RedisCache):
    """A Redis server and, while it does not answer, the memory of this process.

    Counters and presence may fail, the books may not: without Redis the limits hold for each process alone. A server
    that hangs is asked again only after a while, so that it slows nobody.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._memory = LocMemCache("redis-away", {"OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS}})
        self._away_until = 0.0

    def _answer(self, name: str, *args: Any, **kwargs: Any) -> Any:
        from redis.exceptions import RedisError  # noqa: PLC0415 - installed only where it is used

        if monotonic() >= self._away_until:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                self._away_until = monotonic() + _TRIED_AGAIN_AFTER_SECONDS
                _logger.warning("Redis does not answer (%s); counters are kept in memory.", error)
        return getattr(self._memory, name)(*args, **kwargs)

    add = partialmethod(_answer, "add")
    get = partialmethod(_answer, "get")
    set = partialmethod(_answer, "set")
    touch = partialmethod(_answer, "touch")
    incr = partialmethod(_answer, "incr")
