"""The OpenAPI description: what each operation takes and answers, every status included."""

from collections.abc import Callable, Iterable
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from scoring.api.parsing import Input

type Shape = type[serializers.Serializer[Any]]
type Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

BEARER = "token"
_REFUSALS = {
    400: "The content is no JSON, or the key is missing.",
    401: "No token, or one that is unknown, revoked or too old.",
    403: "The token's role does not allow it.",
    404: "Not there, or not for this token.",
    409: "The books moved on, or the key stands for something else. Read again.",
    411: "The content came in chunks: send its length.",
    413: "The content is too large.",
    415: "The content is not application/json.",
    422: "What was sent cannot be: every problem is named.",
    429: "Too many requests in a minute.",
    503: "The machine cannot write just now, or another was writing. Try again with the same key.",
}
_ANY = (429, 503)
_CLUB = (*_ANY, 401, 403, 404)
_BODY = (400, 411, 413, 415)
_KEY = OpenApiParameter(
    name="Idempotency-Key",
    type={"type": "string", "format": "uuid"},
    location=OpenApiParameter.HEADER,
    required=True,
    description="A new UUID for each write; the same one when trying again writes once, answers the same.",
)
_SEEN = OpenApiParameter(
    name="If-None-Match",
    type=str,
    location=OpenApiParameter.HEADER,
    description="The ETag of an earlier answer: 304 without content if nothing changed.",
)


class Refusal(serializers.Serializer[Any]):
    """Why nothing was done. `problems` are those of a hand, `fields` the messages for each field."""

    code = serializers.CharField()
    message = serializers.CharField()
    problems = serializers.ListField(child=serializers.DictField(), required=False)
    fields = serializers.DictField(  # type: ignore[assignment]  # what programs read
        child=serializers.ListField(child=serializers.CharField()), required=False
    )
    versions = serializers.DictField(required=False)
    rules = serializers.ListField(child=serializers.CharField(), required=False)


class RefusalAnswer(serializers.Serializer[Any]):
    """The one shape of every refusal."""

    error = Refusal()


class Schema(AutoSchema):
    """Names operations after their class and method, takes the summary from the docstring."""

    def get_operation_id(self) -> str:
        """Return a name that is unique in the API."""
        return f"{self.method.lower()}{self.view.__class__.__name__}"

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Return what an object is called, without the word by which the code tells answers apart."""
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Shape")

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """Return what an object holds; one that is read strictly holds nothing else."""
        described: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        return {**described, "additionalProperties": False} if isinstance(serializer, Input) else described

    def get_summary(self) -> str:
        """Return the first line of what the method says of itself."""
        return self.get_description().partition("\n")[0]

    def get_auth(self) -> list[dict[str, Any]]:
        """Return that a token is needed, or nothing where the resource is open."""
        return [{BEARER: []}] if self.view.get_authenticators() else []

    def get_tags(self) -> list[str]:
        """Return the part of the API by the first word of the address."""
        return [self.path.removeprefix("/api/v1/").partition("/")[0]]


def reads(
    shape: Any,
    *,
    query: Iterable[Shape] = (),
    examples: Iterable[OpenApiExample] = (),
    is_open: bool = False,
    conflicts: bool = False,
) -> Decorator:
    """Describe an operation that reads; answers carry an ETag.

    With `conflicts` there are states of the books in which there is nothing to read.
    """
    return extend_schema(
        parameters=[*query, _SEEN],
        responses={
            200: shape,
            304: OpenApiResponse(description="Not changed."),
            **_refusals(422, *((404, *_ANY) if is_open else _CLUB), *((409,) if conflicts else ())),
        },
        examples=list(examples),
    )


def asks(
    request: Any,
    shape: Any,
    *,
    examples: Iterable[OpenApiExample] = (),
    is_open: bool = False,
    conflicts: bool = False,
) -> Decorator:
    """Describe a question that comes with content and writes nothing."""
    some = (404, 422, 409) if conflicts else (404, 422)
    return extend_schema(
        request=request,
        responses={200: shape, **_refusals(*some, *_BODY, *(_ANY if is_open else _CLUB))},
        examples=list(examples),
    )


def writes(
    request: Any,
    shape: Any,
    *,
    status: int = 200,
    examples: Iterable[OpenApiExample] = (),
    is_open: bool = False,
) -> Decorator:
    """Describe a write, at most one for each key."""
    return extend_schema(
        parameters=[_KEY],
        request=request,
        responses={status: shape, **_refusals(409, 422, *_BODY, *(_ANY if is_open else _CLUB))},
        examples=list(examples),
    )


def add_security(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Add how a token is sent."""
    result["components"]["securitySchemes"] = {BEARER: {"type": "http", "scheme": "bearer"}}
    return result


def _refusals(*statuses: int) -> dict[int, OpenApiResponse]:
    return {
        status: OpenApiResponse(RefusalAnswer, description=_REFUSALS[status])
        for status in sorted(set(statuses))
    }
