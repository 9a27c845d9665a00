"""Answer all requests to the API."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import IO, Any
from uuid import UUID, uuid4

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import parsers, renderers
from rest_framework.request import Request
from rest_framework.views import APIView

from scoring.api.arguments import Reader
from scoring.api.operation import PARTS, Operation, called
from scoring.api.problems import RequestError, answer_to
from scoring.operations import throttle
from scoring.operations.errors import HandTakenError
from scoring.operations.machine import Answer, answer_once
from scoring.operations.people.devices import end_expired, note_seen
from scoring.operations.table.posting import Stamp, content_hash
from scoring.operations.throttle import WRONG_TOKENS, Limit
from scoring.queries.people.access import lets
from scoring.queries.people.phones import DeviceAccess, token_access
from scoring.queries.table.nights import clock_doubt
from scoring.texts.strict_json import read_json
from scoring.web.device import client_address
from scoring.web.errors import VERSION

REQUESTS = Limit(name="api-requests", times=600)
OPEN_REQUESTS = Limit(name="api-open-requests", times=300)
JSON = "application/json"


class JsonParser(parsers.BaseParser):
    media_type = JSON

    def parse(self, stream: IO[Any], *_arguments: Any, **_named: Any) -> Any:
        """Return the value. Raises RequestError."""
        try:
            return read_json(stream.read().decode())
        except (ValueError, RecursionError) as error:
            raise RequestError("bad_json") from error


@method_decorator(conditional_page, name="dispatch")
class Resource(APIView):
    """An address with its operations by method."""

    # Only the header with the token is read and no cookie, so no page can make a browser write (CSRF).
    operations: Mapping[str, Operation] = {}
    authentication_classes = ()
    parser_classes = (JsonParser,)
    given: Mapping[str, Any] = {}
    token: DeviceAccess | None = None
    _left: int | None = None

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: ARG002
        return renderers.JSONRenderer(), JSON

    def get_exception_handler(self) -> Callable[[Exception, Any], HttpResponse | None]:
        return lambda error, _context: answer_to(self.request, error, partial(self._beside, error))

    def _beside(self, error: Exception) -> Mapping[str, object]:
        """Return the other version of a refused hand, read after the transaction that it ended."""
        if isinstance(error, HandTakenError) and self.operation and self.operation.beside:
            return called(self.operation.beside, {**self.given, "taken": error.entry})
        return {}

    @property
    def operation(self) -> Operation | None:
        return self.operations.get(str(self.request.method))

    @property
    def _is_open(self) -> bool:
        return not any(each.right for each in self.operations.values())

    def perform_authentication(self, request: Request) -> None:
        """Find the program of the token. Raises RequestError."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return
        now = timezone.now()
        self.token = token_access(text=text.strip(), now=now)
        if self.token:
            note_seen(device=self.token.device, now=now)
            request._request.device = self.token.device  # type: ignore[attr-defined]  # for the log
            return
        end_expired(now=now)
        # Guesses are counted by address: a stranger has no token to count by.
        is_guessing = not throttle.count(limit=WRONG_TOKENS, who=client_address(self.request))
        if not self._is_open:
            raise RequestError("throttled", limit=WRONG_TOKENS) if is_guessing else RequestError("token_unknown")

    def check_permissions(self, request: Request) -> None:  # noqa: ARG002 - named by the framework
        """Check token and right. Raises RequestError."""
        if self.token is None and not self._is_open:
            raise RequestError("not_authenticated")
        right = self.operation and self.operation.right
        if right and self.token and not lets(access=self.token.access, action=right):
            raise RequestError("not_allowed")

    def check_throttles(self, request: Request) -> None:  # noqa: ARG002 - named by the framework
        """Count the request. Raises RequestError."""
        self._left = throttle.left_after(limit=self._limit, who=self._asker)
        if self._left < 0:
            raise RequestError("throttled", limit=self._limit)

    @property
    def _limit(self) -> Limit:
        return REQUESTS if self.token else OPEN_REQUESTS

    @property
    def _asker(self) -> str:
        return str(self.token.device.public_id) if self.token else client_address(self.request)

    def initial(self, request: Request, *args: Any, **address: Any) -> None:
        """Check rights and limits, then find the address's rows."""
        super().initial(request, *args, **address)
        if self.operation:
            self.given = {"at": timezone.now(), "asker": self._asker}
            if self.token:
                access = self.token.access
                self.given |= {"access": access, "club": access.club, "device": self.token.device}
            for name, value in address.items():
                self.given |= self._found(name, value)
            needed = self.operation.feature
            if needed and needed not in self.given["session"].features:
                raise Http404

    def _found(self, name: str, value: object) -> dict[str, object]:
        """Return a part of the address. Raises Http404."""
        part = PARTS[name]
        if part.rows is None:
            return {part.gives: value}
        within = {part.within: self.given[part.within]} if part.within else {}
        row = get_object_or_404(part.rows, **within, **{part.by: value})
        # A token for one session must not learn whether another exists.
        if name == "session_id" and self.given["access"].session not in (None, row):
            raise Http404
        return {part.gives: row, "public_id": value}

    def post(self, request: Request, **_address: Any) -> HttpResponseBase:
        operation = self.operation
        assert operation is not None, "no other method comes here"
        if operation.has_key:
            return self._write_once(request, operation)
        found = self._done(operation, Stamp(device=self.given.get("device"), at=self.given["at"], key=uuid4()))
        if isinstance(found, StreamingHttpResponse):
            return found
        return HttpResponse(status=204) if operation.method == "DELETE" else _sent(found)

    get = put = delete = post

    def _write_once(self, request: Request, operation: Operation) -> HttpResponse:
        """Write once per key, else send the stored answer."""
        try:
            key = UUID(request.headers.get("Idempotency-Key", ""))
        except ValueError:
            raise RequestError("idempotency_key_missing") from None
        club, device = self.given.get("club"), self.given.get("device")
        stamp = Stamp(device=device, at=self.given["at"], key=key, in_transaction=True)
        doubt = club and clock_doubt(club=club, at=stamp.at)
        caller = device and device.public_id
        content = {"method": request.method, "path": request.path, "data": request.data, "device": caller}
        # The answer is stored in the transaction of the write, so the same key never writes twice.
        done = answer_once(
            stamp=stamp,
            content=content_hash("api", **content),
            write=lambda: Answer(status=operation.status, body=_json(self._done(operation, stamp))),
        )
        answer = json.loads(done.body)
        response = _sent(answer | (operation.adds(answer) if operation.adds else {}), status=done.status)
        if operation.made:
            response["Location"] = VERSION + operation.made.format(**{**self.kwargs, **answer})
        if done.is_replay:
            response["Idempotency-Replayed"] = "true"
        if doubt:
            response["Clock-Doubt"] = doubt.key
        return response

    def _done(self, operation: Operation, stamp: Stamp) -> Any:
        in_address = operation.method in ("GET", "DELETE")
        data = self.request.query_params.dict() if in_address else self.request.data
        if operation.content:
            return operation.done({**self.given, "content": data})
        sent = Reader(given=self.given, as_text=in_address).read(operation.takes, data)
        self.given = {**self.given, **sent, "stamp": stamp}
        return operation.done(self.given)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the rate limit headers of the IETF draft."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if self._left is not None:
            limit = self._limit
            final["RateLimit-Policy"] = f'"{limit.name}";q={limit.times};w={limit.seconds}'
            final["RateLimit"] = f'"{limit.name}";r={max(self._left, 0)};t={throttle.seconds_left(limit=limit)}'
        # Books must not stay in a shared cache.
        if not self._is_open:
            patch_cache_control(final, private=True)
            patch_vary_headers(final, ["Authorization"])
        return final


def _json(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def _sent(answer: object, status: int = 200) -> HttpResponse:
    return HttpResponse(_json(answer), status=status, content_type=JSON)
