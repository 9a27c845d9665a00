"""What every refusal says: `{"error": {"code", "message", ...}}`, with `problems` or `fields` beside.

The middleware in `problems` makes a problem of RFC 9457 of it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, TypedDict

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, status
from rest_framework.response import Response

from scoring.api.table.shapes import VersionsShape
from scoring.api.web.answers import Shape
from scoring.forms.base import told, told_lazy
from scoring.forms.rules.rule_sets import UnreadableFileError
from scoring.games.base import ImpossibleError
from scoring.games.cuajo.table_state import IllegalTapError
from scoring.games.reading import error_data
from scoring.operations.errors import ReasonMissingError, RefusedError
from scoring.operations.people.clubs import ClubError
from scoring.operations.rules.rule_sets import RuleSetNameError
from scoring.operations.sessions.days import DayError
from scoring.operations.web.throttle import Limit
from scoring.queries.filters import FilterError
from scoring.texts import Text, say

INVALID = status.HTTP_422_UNPROCESSABLE_ENTITY
CONFLICT = status.HTTP_409_CONFLICT
_NOT_FOUND = say("api.not_found")

CODES = {
    "not_authenticated": (status.HTTP_401_UNAUTHORIZED, "No token was sent."),
    "token_unknown": (status.HTTP_401_UNAUTHORIZED, "The token is unknown, revoked or too old."),
    "not_allowed": (status.HTTP_403_FORBIDDEN, "The role of the token does not allow it."),
    "not_yours": (status.HTTP_403_FORBIDDEN, "The token speaks for another player."),
    "not_found": (status.HTTP_404_NOT_FOUND, "There is nothing here, or not for this token."),
    "method_not_allowed": (status.HTTP_405_METHOD_NOT_ALLOWED, "The address is there, but not for this method."),
    "unsupported_media_type": (status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, "The content is not application/json."),
    "invalid": (INVALID, "Fields are missing, unknown or hold what they cannot: each is named."),
}
"""The codes that no class of ours has: their status, and what they mean."""


class FieldsError(Exception):
    """Input that cannot be read or does not fit together; `fields` holds the messages for each field."""

    def __init__(self, **fields: Text) -> None:
        super().__init__(*fields.values())
        self.fields = {name: [told(text)] for name, text in fields.items()}


class KeyMissingError(exceptions.APIException):
    """A write without its key."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "idempotency_key_missing"
    default_detail = told_lazy(say("api.key_missing"))


class TooManyError(exceptions.APIException):
    """More of something than the limit lets one caller do."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_code = "throttled"

    def __init__(self, *, limit: Limit) -> None:
        super().__init__(told(say("api.too_many", times=limit.times)))
        self.wait = limit.seconds


class Problem(TypedDict):
    """One thing that is wrong with a hand: `field` is where, empty where it is no single one."""

    code: str
    message: str
    cards: tuple[str, ...]
    field: str


class Refusal(TypedDict):
    """Why nothing was done. `problems` are those of a hand, `fields` the messages for each field.

    `versions` are there for a hand that somebody else recorded first, `rules` for a tap that is none.
    """

    code: str
    message: str
    problems: NotRequired[tuple[Problem, ...]]
    fields: NotRequired[dict[str, tuple[str, ...]]]
    versions: NotRequired[VersionsShape]
    rules: NotRequired[tuple[str, ...]]


class WrongField(TypedDict):
    """A field that holds something wrong, by its name with dots, such as `act.winner`; empty for no single one."""

    field: str
    code: str
    detail: str


class RefusalAnswer(Shape):
    """The one shape of every refusal: a problem of RFC 9457, and in `error` what version 1 always said.

    `type` is the address at which the API says what the code means.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: tuple[WrongField, ...]
    error: Refusal


class ConflictError(Exception):
    """A refusal with more to say than its sentence: `versions` are what was recorded and what was sent."""

    def __init__(self, *, refusal: RefusedError, versions: VersionsShape) -> None:
        super().__init__(refusal.message)
        self.refusal, self.versions = refusal, versions


def error_response(error: Exception, _context: Mapping[str, Any]) -> Response | None:
    """Return the answer to anything an operation or the framework refused, None for a fault of ours."""
    match error:
        case ImpossibleError():
            return Response(error_data(problems=error.problems, told=told), status=INVALID)
        case RefusedError() if not isinstance(error, ReasonMissingError):
            return _operation_refusal(error)
        case ConflictError() | IllegalTapError():
            return _operation_refusal(error)
        case Http404():
            return _refusal(status.HTTP_404_NOT_FOUND, "not_found", told(_NOT_FOUND))
        case exceptions.APIException() if not isinstance(error, exceptions.ValidationError):
            return _framework_refusal(error)
        case _:
            fields = _fields_of(error)
            return _refusal(INVALID, "invalid", _sentence(fields), fields=fields) if fields else None


@csrf_exempt
def not_found(request: HttpRequest, **_arguments: object) -> HttpResponse:
    """Answer for addresses of the API that do not exist; one that lacks its last slash leads there."""
    if not request.path.endswith("/") and resolve(f"{request.path}/").func is not not_found:
        address = request.get_full_path(force_append_slash=True)
        return HttpResponsePermanentRedirect(address, preserve_request=True)  # a write is written there, too
    return nothing_here()


def nothing_here() -> HttpResponse:
    """Answer that the API has no such address."""
    error = {"code": "not_found", "message": told(_NOT_FOUND)}
    return JsonResponse({"error": error}, status=status.HTTP_404_NOT_FOUND)


def _refusal(status_code: int, code: str, message: str, **more: object) -> Response:
    return Response({"error": {"code": code, "message": message, **more}}, status=status_code)


def _operation_refusal(error: RefusedError | ConflictError | IllegalTapError) -> Response:
    match error:
        case ConflictError(refusal=refusal):
            return _refusal(CONFLICT, refusal.code, told(refusal.text), versions=error.versions.model_dump(mode="json"))
        case IllegalTapError():
            return _refusal(CONFLICT, error.code, told(error.text), rules=list(error.rules))
        case ClubError() | DayError() | RuleSetNameError():
            field = "name" if isinstance(error, RuleSetNameError) else error.field
            return _refusal(INVALID, error.code, told(error.text), fields={field: [told(error.text)]})
        case RefusedError():
            return _refusal(CONFLICT, error.code, told(error.text))


def operation_status(error: type[RefusedError]) -> int:
    """Return the status of what an operation refuses so."""
    return INVALID if issubclass(error, (ClubError, DayError, RuleSetNameError)) else CONFLICT


def _fields_of(error: Exception) -> dict[str, list[str]]:
    """Return the messages for each field of input that could not be read, nothing for any other error."""
    match error:
        case FieldsError():
            return error.fields
        case ReasonMissingError():
            return {"reason": [told(error.text)]}
        case FilterError():
            return {error.field: [told(error.text)]}
        case exceptions.ValidationError():
            return dict(_by_field(error.detail))
        case UnreadableFileError():
            return {"file": [message for problem in error.problems for message in problem.messages]}
        case _:
            return {}


def _framework_refusal(error: exceptions.APIException) -> Response:
    code = error.get_codes()
    response = _refusal(error.status_code, code if isinstance(code, str) else "refused", str(error.detail))
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    if wait_seconds := getattr(error, "wait", None):
        response["Retry-After"] = str(int(wait_seconds))
    return response


def _by_field(detail: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the messages of every field; a field inside another is written with a point between them."""
    match detail:
        case dict():
            for name, inner in detail.items():
                yield from _by_field(inner, f"{path}.{name}" if path else str(name))
        case list() if any(isinstance(item, dict) for item in detail):
            for index, inner in enumerate(detail):
                yield from _by_field(inner, f"{path}.{index}")
        case list():
            yield path, [str(item) for item in detail]
        case _:
            yield path, [str(detail)]


def _sentence(fields: Mapping[str, list[str]]) -> str:
    return " ".join(f"{name}: {messages[0]}" for name, messages in fields.items() if messages)
