"""Answer polls without news before Django."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID
from wsgiref.types import StartResponse, WSGIApplication

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from scoring.operations.people.devices import SEEN_EVERY
from scoring.operations.table.companion import live_of
from scoring.queries.table.poll import read_poll
from scoring.web.addresses import is_known_host
from scoring.web.device import DEVICE_COOKIE
from scoring.web.site import note_answer

_ADDRESS = re.compile(r"/sessions/([0-9a-f-]{36})/live/", re.ASCII)
_TOKEN = re.compile(rf"(?:^|;\s*){re.escape(DEVICE_COOKIE)}=([\w-]{{20,64}})(?:;|$)", re.ASCII)
_HEADERS = [("Cache-Control", "private, no-store"), ("Vary", "Cookie"), ("X-Content-Type-Options", "nosniff")]


def has_nothing_new(*, asked: Mapping[str, str], version: str, role: str) -> bool:
    """Return whether a page shows the newest version."""
    return asked.get("v") == version and asked.get("shape", "").startswith(f"{role}-")


class PollsFirst:
    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        if not _is_without_news(environ):
            return self._application(environ, start_response)
        start_response("204 No Content", _HEADERS)
        if settings.METRICS:
            route = "sessions/<row:public_id>/live/"
            note_answer(method="GET", route=route, status=204, seconds=perf_counter() - began)
        return ()


def _is_without_news(environ: Mapping[str, Any]) -> bool:
    found = _ADDRESS.fullmatch(environ["PATH_INFO"])
    cookies = environ.get("HTTP_COOKIE", "")
    token = _TOKEN.search(cookies)
    is_plain = (
        environ["REQUEST_METHOD"] == "GET"
        and "HTTP_HX_REQUEST" in environ
        and environ.get("CONTENT_LENGTH") in (None, "", "0")
        and not {"HTTP_TRANSFER_ENCODING", "HTTP_ORIGIN"} & environ.keys()
    )
    # Django takes the last of two equal names. Only Django may decide then.
    if not found or not token or not is_plain or cookies.count(f"{DEVICE_COOKIE}=") != 1:
        return False
    asked = {name: values[0] for name, values in parse_qs(environ["QUERY_STRING"]).items() if len(values) == 1}
    if "ahead" in environ["QUERY_STRING"] or not is_known_host(environ.get("HTTP_HOST", ""), names=settings.HOST_NAMES):
        return False
    now = timezone.now()
    # After an error Django answers and reports it.
    with suppress(DatabaseError, ValueError):
        # No right is cached, so a removed phone is refused at its next poll.
        poll = read_poll(token=token[1], public_id=UUID(found[1]), seen_between=(now - SEEN_EVERY, now + SEEN_EVERY))
        if poll:
            live = live_of(session=poll.session, state=(poll.newest, poll.revision), device=poll.device, now=now)
            return has_nothing_new(asked=asked, version=live.version, role=poll.role)
    return False
