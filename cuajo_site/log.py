"""Limit the log, and number requests."""

import logging
import re
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from copy import copy
from time import monotonic
from uuid import uuid4

from django.http import HttpRequest, HttpResponseBase

A_MINUTE = 20
HEADER = "X-Request-ID"
_GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def numbered(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    def answer(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(HEADER, "")
        # A proxy may have numbered the request already.
        token = _current.set(given if _GIVEN.fullmatch(given) else uuid4().hex)
        try:
            response = get_response(request)
            response.headers[HEADER] = _current.get()
            return response
        finally:
            _current.reset(token)

    return answer


class WithRequest(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _current.get()
        return True


class FewLines(logging.Filter):
    """A filter for twenty lines a minute by sender."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._seen = 0, Counter[str]()

    def filter(self, record: logging.LogRecord) -> logging.LogRecord | bool:
        minute = int(monotonic()) // 60
        if minute != self._minute:
            left_out = sum(count - A_MINUTE for count in self._seen.values() if count > A_MINUTE)
            self._minute, self._seen = minute, Counter()
            if left_out:
                # Other handlers get the same record.
                record = copy(record)
                record.msg = f"({left_out} more lines a while ago) {record.msg}"
        # Strangers share one limit, so that a flood hides nothing about known phones.
        sender = str(getattr(record, "sender", record.name))
        self._seen[sender] += 1
        return self._seen[sender] <= A_MINUTE and record
