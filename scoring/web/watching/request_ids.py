"""A number for each request, by which its lines in the log and the one who asks find each other."""

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
_GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def numbered(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return a middleware that keeps the id a proxy gave a request, or gives it one, and says it in the answer."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(HEADER, "")
        token = _current.set(given if _GIVEN.fullmatch(given) else uuid4().hex)
        try:
            response = get_response(request)
            response.headers[HEADER] = _current.get()
            return response
        finally:
            _current.reset(token)

    return answer


class WithRequest(logging.Filter):
    """Adds the id of the request being answered to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through."""
        record.request_id = _current.get()
        return True
