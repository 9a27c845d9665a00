"""One shape for every refusal: `{"error": {"code", "message", ...}}`, with `problems` or `fields` beside."""

from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, TypedDict

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, status
from rest_framework.response import Response

from scoring.api.table.shapes import VersionsShape
from scoring.api.web.answers import Shape
from scoring.forms.base import told, told_lazy
from scoring.forms.rules.rule_sets import UnreadableFileError
from scoring.games.base import ImpossibleError
from scoring.games.offers import IllegalTapError
from scoring.games.reading import error_data
from scoring.operations.errors import ReasonMissingError, RefusedError
from scoring.operations.people.clubs import ClubError
from scoring.operations.rules.rule_sets import RuleSetNameError
from scoring.operations.web.throttle import Limit
from scoring.texts import Text, say

INVALID = status.HTTP_422_UNPROCESSABLE_ENTITY
CONFLICT = status.HTTP_409_CONFLICT
_NOT_FOUND = say("api.not_found")


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


class NotSummedUpError(exceptions.APIException):
    """Figures that would miss nights, because these are still being summed up."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "not_summed_up"
    default_detail = told_lazy(say("api.not_summed_up"))
    wait = 10


class Problem(TypedDict):
    """One thing that is wrong with a hand."""

    code: str
    message: str
    cards: tuple[str, ...]


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


class RefusalAnswer(Shape):
    """The one shape of every refusal."""

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
def not_found(_request: HttpRequest, **_arguments: object) -> JsonResponse:
    """Answer for addresses of the API that do not exist."""
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
        case ClubError():
            return _refusal(INVALID, error.code, told(error.text), fields={error.field: [told(error.text)]})
        case RuleSetNameError():
            return _refusal(INVALID, error.code, told(error.text), fields={"name": [told(error.text)]})
        case RefusedError():
            return _refusal(CONFLICT, error.code, told(error.text))


def _fields_of(error: Exception) -> dict[str, list[str]]:
    """Return the messages for each field of input that could not be read, nothing for any other error."""
    match error:
        case FieldsError():
            return error.fields
        case ReasonMissingError():
            return {"reason": [told(error.text)]}
        case exceptions.ValidationError():
            return dict(_by_field(error.detail))
        case UnreadableFileError():
            return {"file": list(error.problems)}
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
