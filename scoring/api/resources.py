"""The one view of the API: reads answer what their function finds, writes what theirs wrote, once for each key.

`given` are the club, the access, the device and the stamp of a request, and what the parts of its address name; every
other argument is sent. Reads carry an ETag; what is sent by POST is written once for each key.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import authentication, exceptions, parsers, permissions, renderers
from rest_framework.request import Request
from rest_framework.views import APIView

from scoring.api.declared import GIVEN_AS, Operation
from scoring.api.problems import BadJsonError, KeyMissingError, TooLargeError, TooManyError, answer_to, refused
from scoring.api.reading import Reader
from scoring.forms.base import told
from scoring.models import Device, Entry, KeptVerdict, Player, Proposal, SavedRules, Season, Session, Webhook
from scoring.operations import throttle
from scoring.operations.machine import Answer, answer_once
from scoring.operations.people.devices import end_what_is_over, note_seen
from scoring.operations.table.posting import Stamp, content_hash
from scoring.operations.throttle import WRONG_TOKENS, Limit
from scoring.queries.people.access import lets
from scoring.queries.people.phones import TokenAccess, token_access
from scoring.queries.table.clock import clock_doubt
from scoring.texts import say
from scoring.texts.strict_json import read_json
from scoring.web.errors import VERSION

REQUESTS = Limit(name="api-requests", times=600)
OPEN_REQUESTS = Limit(name="api-open-requests", times=300)
JSON = "application/json"
ROWS: Mapping[str, Any] = {
    "player_id": Player.objects.select_related("merged_into", "club"),
    "other_id": Player.objects.select_related("merged_into"),
    "season_id": Season.objects,
    "webhook_id": Webhook.objects,
    "rule_set_id": SavedRules.objects,
}
"""What of a club the parts of addresses name."""

CONVERTERS = {"entry": "int", "game": "slug", "question": "slug", "code": "slug"}
"""How parts of addresses are written that are no ids."""


class TokenAuthentication(authentication.BaseAuthentication):
    """Reads `Authorization: Bearer <token>`. Cookies say nothing here, so no page can make a browser ask."""

    def authenticate(self, request: Request) -> tuple[Device, TokenAccess] | None:
        """Return the program and what it may do, None without a token.

        Raises AuthenticationFailed for a token that is unknown, revoked or too old, TooManyError for guessing.
        """
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        now = timezone.now()
        found = token_access(text=text.strip(), now=now)
        if found is None:
            end_what_is_over(now=now)
            if not throttle.count(limit=WRONG_TOKENS, who=str(request.META.get("REMOTE_ADDR", ""))):
                raise TooManyError(limit=WRONG_TOKENS)
            raise exceptions.AuthenticationFailed(told(say("api.token_unknown")), code="token_unknown")
        note_seen(device=found.token.device, now=now)
        request._request.device = found.token.device  # type: ignore[attr-defined]  # who asked, for the log
        return found.token.device, found

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - named by the framework
        """Return how to authenticate, for the header of a 401."""
        return 'Bearer realm="cuajo"'


class JsonParser(parsers.BaseParser):
    """Reads JSON as the standard has it, up to the size any request here may have."""

    media_type = JSON

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - named by the framework
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value; raises BadJsonError, TooLargeError."""
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLargeError
        try:
            return read_json(stream.read().decode())
        except (ValueError, RecursionError) as error:
            raise BadJsonError from error


@method_decorator(conditional_page, name="dispatch")
class Resource(APIView):
    """An address: reads answer what their function finds, writes what theirs wrote, once for each key.

    Strangers are limited by their address, programs each for itself.
    """

    operations: Mapping[str, Operation] = {}
    authentication_classes = (TokenAuthentication,)
    permission_classes = (permissions.AllowAny,)
    parser_classes = (JsonParser,)
    given: Mapping[str, Any] = {}
    _left: int | None = None

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: ARG002
        """Return that JSON is answered whatever was asked for, because there is nothing else."""
        return renderers.JSONRenderer(), JSON

    def get_exception_handler(self) -> Callable[[Exception, Any], HttpResponse | None]:
        """Return what answers a refusal."""
        return lambda error, _context: answer_to(self.request, error)

    @property
    def operation(self) -> Operation | None:
        """Return what the method asked for does here, if anything."""
        method = str(self.request.method)
        return self.operations.get("GET" if method == "HEAD" else method)

    @property
    def _token(self) -> TokenAccess | None:
        return self.request.auth if isinstance(self.request.auth, TokenAccess) else None

    @property
    def _is_open(self) -> bool:
        return not any(each.right for each in self.operations.values())

    def perform_authentication(self, request: Request) -> None:
        """Find who asks; where no token is needed, one that is no longer good is none."""
        try:
            super().perform_authentication(request)
        except (exceptions.AuthenticationFailed, TooManyError):
            if not self._is_open:
                raise

    def check_permissions(self, request: Request) -> None:  # noqa: ARG002 - named by the framework
        """Let through whoever has the right; raises NotAuthenticated, PermissionDenied."""
        if self._token is None and not self._is_open:
            raise exceptions.NotAuthenticated(told(say("api.no_token")))
        right = self.operation and self.operation.right
        if right and self._token and not lets(access=self._token.access, action=right):
            raise refused("not_allowed")

    def check_throttles(self, request: Request) -> None:  # noqa: ARG002
        """Count the request; raises TooManyError when those of a minute are used up."""
        limit, who = self._limit()
        self._left = throttle.left_after(limit=limit, who=who)
        if self._left < 0:
            raise TooManyError(limit=limit)

    def _limit(self) -> tuple[Limit, str]:
        """Return how often who may ask."""
        if self._token:
            return REQUESTS, str(self._token.token.device.public_id)
        return OPEN_REQUESTS, str(self.request.META.get("REMOTE_ADDR", ""))

    def initial(self, request: Request, *args: Any, **address: Any) -> None:
        """Check everything else, then find what the address names, before any content is read."""
        super().initial(request, *args, **address)
        if self.operation:
            self.given = dict(self._found(address))

    def _found(self, address: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        yield "at", timezone.now()
        yield "asker", self._limit()[1]
        if self._token:
            access = self._token.access
            yield from (("access", access), ("club", access.club), ("device", self._token.token.device))
        session = None
        for part, value in address.items():
            row = value
            if part == "session_id":
                row = session = self._session(value)
            elif part == "entry":
                lines = Entry.objects.select_related("session__club", "device")
                row = get_object_or_404(lines, session=session, number=value)
            elif part == "proposal_id":
                row = get_object_or_404(Proposal, session=session, public_id=value)
            elif part == "verdict_id":
                row = get_object_or_404(KeptVerdict, public_id=value)
            elif part in ROWS:
                row = get_object_or_404(ROWS[part].filter(club=access.club), public_id=value)
            yield GIVEN_AS.get(part, part.removesuffix("_id")), row
            yield "public_id", value

    def _session(self, public_id: UUID) -> Session:
        assert self._token is not None, "nobody sees a night without a token"
        access = self._token.access
        only = {} if access.session is None else {"pk": access.session.pk}
        known = Session.objects.select_related("club").filter(club=access.club, **only)
        return get_object_or_404(known, public_id=public_id)

    def get(self, request: Request, **_address: Any) -> HttpResponseBase:
        """Answer what is read."""
        operation = self._asked()
        asked = Reader(given=self.given, as_text=True).read(operation.takes, request.query_params.dict())
        found = operation.done({**self.given, **asked})
        return found if isinstance(found, StreamingHttpResponse) else _sent(operation.shown(found))

    def post(self, request: Request, **_address: Any) -> HttpResponseBase:
        """Answer a question, or write at most once for the key of the request."""
        operation = self._asked()
        stamp = Stamp(device=self.given.get("device"), at=self.given["at"], key=uuid4())
        if operation.method == "DELETE":
            self._done(operation, stamp)
            return HttpResponse(status=operation.status)
        if not operation.has_key:
            return _sent(operation.shown(self._done(operation, stamp)))
        key = request.headers.get("Idempotency-Key", "")
        try:
            stamp = Stamp(device=stamp.device, at=stamp.at, key=UUID(key), in_transaction=True)
        except ValueError:
            raise KeyMissingError from None
        club = self.given.get("club")
        doubt = club and clock_doubt(club=club, at=stamp.at)
        done = answer_once(
            stamp=stamp,
            content=self._content(request),
            write=lambda: Answer(status=operation.status, body=_json(operation.shown(self._done(operation, stamp)))),
        )
        told_now = json.loads(done.body)
        response = _sent(told_now | (operation.adds(told_now) if operation.adds else {}), status=done.status)
        if operation.made:
            response["Location"] = VERSION + operation.made.format(**{**self.kwargs, **told_now})
        if done.is_replay:
            response["Idempotency-Replayed"] = "true"
        if doubt:
            response["Clock-Doubt"] = doubt.key
        return response

    put = delete = post

    def _asked(self) -> Operation:
        assert self.operation is not None, "no other method comes here"
        return self.operation

    def _done(self, operation: Operation, stamp: Stamp) -> Any:
        """Return what a function did with what was sent."""
        request, in_address = self.request, operation.method == "DELETE"
        data = request.query_params.dict() if in_address else request.data
        if operation.content:
            return operation.done({**self.given, "content": data})
        sent = Reader(given=self.given, as_text=in_address).read(operation.takes, data)
        return operation.done({**self.given, **sent, "stamp": stamp})

    def _content(self, request: Request) -> str:
        """Return what tells a request under a key from another one."""
        device = self.given.get("device")
        said = {"method": request.method, "path": request.path, "data": request.data}
        return content_hash("api", **said, device=device and device.public_id)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say in every answer how often more may be asked in this minute, as the IETF's draft words it."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if self._left is not None:
            limit, _ = self._limit()
            final["RateLimit-Policy"] = f'"{limit.name}";q={limit.times};w={limit.seconds}'
            final["RateLimit"] = f'"{limit.name}";r={max(self._left, 0)};t={throttle.seconds_left(limit=limit)}'
        if not self._is_open:  # out of shared caches
            patch_cache_control(final, private=True)
            patch_vary_headers(final, ["Authorization"])
        return final


def _json(told_now: object) -> str:
    return json.dumps(told_now, ensure_ascii=False, separators=(",", ":"))


def _sent(told_now: object, status: int = 200) -> HttpResponse:
    return HttpResponse(_json(told_now), status=status, content_type=JSON)


def addresses(operations: Iterable[Operation]) -> list[URLPattern]:
    """Return the addresses, each with its methods."""
    by_path: dict[str, dict[str, Operation]] = {}
    for each in operations:
        by_path.setdefault(each.path, {})[each.method] = each
    return [
        path(
            re.sub(r"{(\w+)}", lambda part: f"<{CONVERTERS.get(part[1], 'uuid')}:{part[1]}>", where),
            Resource.as_view(operations=methods, http_method_names=[*map(str.lower, methods), "head"]),
        )
        for where, methods in by_path.items()
    ]
