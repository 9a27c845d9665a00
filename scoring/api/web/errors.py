"""One shape for every refusal: `{"error": {"code", "message", ...}}`, with `problems` or `fields` beside."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, status
from rest_framework.response import Response

from scoring.forms.rule_set_files import UnreadableFileError
from scoring.games.base import ImpossibleError
from scoring.games.cuajo.answer import error_data
from scoring.games.cuajo.table import IllegalEventError
from scoring.operations.clubs import ClubError
from scoring.operations.errors import RefusedError
from scoring.operations.rule_sets import RuleSetNameError

INVALID = status.HTTP_422_UNPROCESSABLE_ENTITY
CONFLICT = status.HTTP_409_CONFLICT
_NOT_FOUND = "There is nothing here, or not for you."


class FieldsError(Exception):
    """Input that cannot be read or does not fit together; `fields` holds the messages for each field."""

    def __init__(self, **fields: str) -> None:
        super().__init__(*fields.values())
        self.fields = {name: [message] for name, message in fields.items()}


class BadJsonError(exceptions.APIException):
    """The content is not JSON."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "bad_json"
    default_detail = "The content is not a JSON object in UTF-8."


class KeyMissingError(exceptions.APIException):
    """A write without its key."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "idempotency_key_missing"
    default_detail = "Send a new UUID in the header Idempotency-Key, and the same one when you try again."


class TooLargeError(exceptions.APIException):
    """More content than anything here needs."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = "The content is too large."


class ConflictError(Exception):
    """A refusal with more to say than its sentence: `versions` are what was recorded and what was sent."""

    def __init__(self, *, refusal: RefusedError, versions: Mapping[str, object]) -> None:
        super().__init__(refusal.message)
        self.refusal, self.versions = refusal, versions


def error_response(error: Exception, _context: Mapping[str, Any]) -> Response | None:
    """Return the answer to anything an operation or the framework refused, None for a fault of ours."""
    match error:
        case ImpossibleError():
            return Response(error_data(problems=error.problems), status=INVALID)
        case RefusedError() | ConflictError() | IllegalEventError():
            return _operation_refusal(error)
        case Http404():
            return _refusal(status.HTTP_404_NOT_FOUND, "not_found", _NOT_FOUND)
        case exceptions.APIException() if not isinstance(error, exceptions.ValidationError):
            return _framework_refusal(error)
        case _:
            fields = _fields_of(error)
            return _refusal(INVALID, "invalid", _sentence(fields), fields=fields) if fields else None


@csrf_exempt
def not_found(_request: HttpRequest, **_arguments: object) -> JsonResponse:
    """Answer for addresses of the API that do not exist."""
    error = {"code": "not_found", "message": _NOT_FOUND}
    return JsonResponse({"error": error}, status=status.HTTP_404_NOT_FOUND)


def _refusal(status_code: int, code: str, message: str, **more: object) -> Response:
    return Response({"error": {"code": code, "message": message, **more}}, status=status_code)


def _operation_refusal(error: RefusedError | ConflictError | IllegalEventError) -> Response:
    match error:
        case ConflictError(refusal=refusal):
            return _refusal(CONFLICT, refusal.code, refusal.message, versions=error.versions)
        case IllegalEventError():
            return _refusal(CONFLICT, error.code, error.ground.text, rules=list(error.ground.rules))
        case ClubError():
            return _refusal(INVALID, error.code, error.message, fields={error.field: [error.message]})
        case RuleSetNameError():
            return _refusal(INVALID, error.code, error.message, fields={"name": [error.message]})
        case RefusedError():
            return _refusal(CONFLICT, error.code, error.message)


def _fields_of(error: Exception) -> dict[str, list[str]]:
    """Return the messages for each field of input that could not be read, nothing for any other error."""
    match error:
        case FieldsError():
            return error.fields
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
