"""Configure the cache for counters and presence."""

import logging
from functools import partialmethod
from time import monotonic
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured

IN_MEMORY = "memory"
_BACKENDS = {IN_MEMORY: "locmem.LocMemCache", "database": "db.DatabaseCache"}
_MOST_COUNTERS = 20_000
_PATIENCE_SECONDS = 1
_TRIED_AGAIN_AFTER_SECONDS = 10
_logger = logging.getLogger("cuajo")


def cache_settings(*, where: str) -> dict[str, object]:
    """Return the settings of CUAJO_CACHE. Raises ImproperlyConfigured."""
    if where in _BACKENDS:
        backend = f"django.core.cache.backends.{_BACKENDS[where]}"
        return {"BACKEND": backend, "LOCATION": "cuajo_cache", "OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS}}
    if where.startswith(("redis://", "rediss://", "unix://")):
        options = {"socket_timeout": _PATIENCE_SECONDS, "socket_connect_timeout": _PATIENCE_SECONDS}
        return {"BACKEND": "cuajo_site.cache.RedisOrMemory", "LOCATION": where, "OPTIONS": options}
    raise ImproperlyConfigured(
        f"CUAJO_CACHE is {where!r}. Set it to memory, to database, or to an address such as redis://localhost:6379/1."
    )


class RedisOrMemory(RedisCache):
    """Redis, or memory while Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._memory = LocMemCache("redis-away", {"OPTIONS": {"MAX_ENTRIES": _MOST_COUNTERS}})
        self._away_until = 0.0

    def _answer(self, name: str, *args: Any, **kwargs: Any) -> Any:
        from redis.exceptions import RedisError  # noqa: PLC0415 - installed only where it is used

        # A server that hangs would slow down each request, so it is tried again only later.
        if monotonic() >= self._away_until:
            try:
                return getattr(super(), name)(*args, **kwargs)
            except RedisError as error:
                self._away_until = monotonic() + _TRIED_AGAIN_AFTER_SECONDS
                _logger.warning("Redis does not answer (%s); counters are kept in memory.", error)
        # Limits may be per process for a while, but the app must stay up.
        return getattr(self._memory, name)(*args, **kwargs)

    add = partialmethod(_answer, "add")
    get = partialmethod(_answer, "get")
    set = partialmethod(_answer, "set")
    incr = partialmethod(_answer, "incr")
