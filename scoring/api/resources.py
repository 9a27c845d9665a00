"""Addresses with the functions behind them: what a function takes is sent, what it returns is answered.

`given` are the club, the access, the device and the stamp of a request, and what the parts of its address name; every
other argument is sent. Reads carry an ETag; what is sent by POST is written once for each key.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass
from functools import cached_property
from typing import IO, Any, get_type_hints
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

from scoring.api.kinds import Kind, origin, plain, shower, without_null
from scoring.api.problems import BadJsonError, KeyMissingError, TooLargeError, TooManyError, answer_to, refused
from scoring.api.reading import Argument, Reader, argument
from scoring.forms.base import told
from scoring.models import Device, Entry, KeptVerdict, Player, Proposal, SavedRules, Season, Session, Webhook
from scoring.operations import throttle
from scoring.operations.machine import Answer, answer_once
from scoring.operations.people.devices import end_what_is_over, note_seen
from scoring.operations.table.posting import Stamp, content_hash
from scoring.operations.throttle import WRONG_TOKENS, Limit
from scoring.queries.books.ledger import LedgerLine
from scoring.queries.people.access import Action, lets
from scoring.queries.people.phones import TokenAccess, token_access
from scoring.queries.sessions.clock import clock_doubt
from scoring.texts import say
from scoring.texts.strict_json import read_json
from scoring.web.errors import VERSION

REQUESTS = Limit(name="api-requests", times=600)
OPEN_REQUESTS = Limit(name="api-open-requests", times=300)
JSON = "application/json"
NIGHT = "sessions/{session_id}/"
LINE = f"{NIGHT}entries/{{entry}}/"
PLAYER = "players/{player_id}/"

GIVEN = {"club", "access", "device", "stamp", "at", "asker", "content", "public_id", "done"}
GIVEN_AS = {"rule_set_id": "saved", "verdict_id": "kept"}
"""What functions call what an address names, where not by its name there."""


ANSWERS: dict[Kind, tuple[Kind, Callable[[Any], object]]] = {}
"""What is answered in the place of a row, and how it is read."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Operation:
    """A method of an address: the function it calls, and which right it asks for; without one it is open to anybody.

    `about` says to programs what it does where the function says it to us, `allow` refuses by what is given and sent,
    `then` finds what is answered, `makes` is the address of what was made. `needs` are arguments that pages may leave
    out and programs may not, `hides` those that are ours; `shows` is the type of what no function says, `adds` finds
    what is added to an answer and kept nowhere.
    """

    path: str
    method: str
    call: Callable[..., Any]
    right: Action | None = None
    about: str = ""
    allow: Callable[..., None] | None = None
    then: Callable[..., Any] | None = None
    makes: str = ""
    needs: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    shows: Kind = None
    adds: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    examples: Mapping[str, object] | None = None
    asks: bool = False

    @cached_property
    def name(self) -> str:
        """Return what generated clients call it: a write as its function, a read by its address."""
        if self.method == "POST":
            return self.call.__name__
        words: list[str] = []
        for part in self.path.strip("/").split("/"):
            if not part.startswith("{"):
                words.append(part.replace("-", "_"))
            elif words:
                words[-1] = re.sub("s$", "", re.sub("ies$", "y", words[-1]))
        verb = {"GET": "read", "PUT": "change", "DELETE": "delete"}[self.method]
        return "_".join((verb, *words))

    @property
    def parts(self) -> list[str]:
        """Return what the address names."""
        return re.findall(r"{(\w+)}", self.path)

    @cached_property
    def returns(self) -> Kind:
        """Return the type of what is found."""
        return get_type_hints(self.then or self.call, include_extras=True)["return"]

    @cached_property
    def answers(self) -> Kind:
        """Return the type of the answer; a row that was written is read anew."""
        return self.shows or (ANSWERS[self.returns][0] if self.returns in ANSWERS else self.returns)

    @property
    def is_list(self) -> bool:
        """Tell whether several are answered, under `items`."""
        return origin(plain(self.answers)[0]) is tuple

    @cached_property
    def content(self) -> Kind:
        """Return what the whole content is, None where it holds the arguments."""
        return get_type_hints(self.call, include_extras=True).get("content")

    @cached_property
    def takes(self) -> tuple[Argument, ...]:
        """Return what is sent."""
        hints = get_type_hints(self.call, include_extras=True)
        given = {*GIVEN, *(GIVEN_AS.get(part, part.removesuffix("_id")) for part in self.parts), *self.hides}
        known = inspect.signature(self.call).parameters.values()
        return tuple(self._taken(each, hints[each.name]) for each in known if each.name not in given)

    def _taken(self, known: inspect.Parameter, kind: Kind) -> Argument:
        owner = self.call.__name__
        if known.name in self.needs:
            return argument(owner, known.name, without_null(kind) or kind)
        return argument(owner, known.name, kind, MISSING if known.default is known.empty else known.default)

    @property
    def made(self) -> str:
        """Return the address of what is made; a line of the ledger is read there."""
        return LINE if self.answers is LedgerLine and self.has_key else self.makes

    @property
    def has_key(self) -> bool:
        """Tell whether it is written once for each key: what is put or deleted twice comes to the same."""
        return self.method == "POST" and not self.asks

    @property
    def status(self) -> int:
        return 201 if self.made else 204 if self.method == "DELETE" else 200

    def done(self, given: Mapping[str, Any]) -> Any:
        """Call the functions with what they ask for by name, and return what is found."""
        for function in (self.allow, self.call, self.then):
            if function:
                names = inspect.signature(function).parameters
                found = function(**{name: value for name, value in given.items() if name in names})
                given = {**given, "done": found}
        return found

    def shown(self, found: Any) -> Any:
        """Return what was found as JSON data."""
        if self.returns in ANSWERS and not self.shows:
            found = ANSWERS[self.returns][1](found)
        shown = shower(self.answers)(found)
        return {"items": shown} if self.is_list else shown


def _operation(method: str, **always: Any) -> Callable[..., Operation]:
    def make(
        path: str, call: Callable[..., Any], right: Action | None = None, about: str = "", **more: Any
    ) -> Operation:
        return Operation(path=path, method=method, call=call, right=right, about=about, **more, **always)

    return make


read, do, put, delete = map(_operation, ("GET", "POST", "PUT", "DELETE"))
ask = _operation("POST", asks=True)
"""A question that comes with content; it writes nothing and needs no key."""

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
