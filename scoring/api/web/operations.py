"""What a method of a resource reads and answers: done for it, and described in the OpenAPI document."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import Serializer

from scoring.api.web.answers import rendered
from scoring.api.web.errors import RefusalAnswer
from scoring.api.web.parsing import Input
from scoring.api.web.problems import PROBLEM_JSON
from scoring.queries.people.access import Action

CREATED = 201
LINE = "sessions/{public_id}/entries/{number}/"
"""Where a line is read that was recorded in the night of the address."""

NIGHT = "sessions/{id}/"

type Method = Callable[..., Any]
type Decorator = Callable[[Method], Method]

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
_BODY = (400, 411, 413, 415)
_UUID = "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"
_KEY = OpenApiParameter(
    name="Idempotency-Key",
    type={"type": "string", "pattern": _UUID},
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


def _header(name: str, described: str, statuses: tuple[int, ...]) -> OpenApiParameter:
    return OpenApiParameter(
        name=name, type=str, location=OpenApiParameter.HEADER, description=described, response=list(statuses)
    )


_DONE = (200, 201)
_LIMITED = [
    _header("RateLimit-Policy", "How many requests (q) in how many seconds (w) are answered.", (*_DONE, 429)),
    _header("RateLimit", "How many requests are left (r) for how many seconds (t).", (*_DONE, 429)),
    _header("Retry-After", "In how many seconds to ask again.", (429, 503)),
]
_LOCATION = _header("Location", "Where what was made is read.", (201,))
_DOUBT = _header("Clock-Doubt", "`clock.behind` or `clock.years_away` where the clock is probably wrong.", _DONE)
_REPLAYED = _header("Idempotency-Replayed", "`true` where the key was used before: nothing was written now.", _DONE)


def reads(
    shape: Any, *, right: Action | None = None, query: type[Input] | None = None, conflicts: bool = False
) -> Decorator:
    """Have a method answer what it finds; it is called with the parameters of the address where it has any.

    Without a right it is open to anybody. With `conflicts` there are states of the books in which there is
    nothing to read. Answers carry an ETag.
    """

    def answer(view: Any, find: Method) -> Any:
        return view.shown(shape, find(view) if query is None else find(view, view.asked(query)))

    return _operation(
        answer,
        right=right,
        parameters=[*([] if query is None else [query]), _SEEN, *_LIMITED],
        responses={
            200: shape,
            304: OpenApiResponse(description="Not changed."),
            **_refusals(right, 404, 422, *((409,) if conflicts else ())),
        },
    )


def asks(
    form: type[Serializer[Any]],
    shape: Any,
    *,
    right: Action | None = None,
    examples: Iterable[OpenApiExample] = (),
    conflicts: bool = False,
) -> Decorator:
    """Have a method answer a question that comes with content; it writes nothing."""

    def answer(view: Any, find: Method) -> Any:
        return view.shown(shape, find(view, view.read(form)))

    return _operation(
        answer,
        right=right,
        parameters=_LIMITED,
        request=form,
        responses={200: shape, **_refusals(right, 404, 422, *_BODY, *((409,) if conflicts else ()))},
        examples=list(examples),
    )


def writes(
    form: type[Input] | None,
    shape: Any,
    *,
    right: Action | None = None,
    query: type[Input] | None = None,
    made: str = "",
    examples: Iterable[OpenApiExample] = (),
) -> Decorator:
    """Have a method write at most once for each key; it is called with the content, if any, and the stamp.

    What has no content may have parameters in its address, `query`, which stand in its place. What makes something
    says by `made` at which address that is read: it is answered 201 with the address in `Location`.
    Sent again, the answer is what it returned then: what depends on the state of the books belongs inside.
    """

    def answer(view: Any, write: Method) -> Any:
        content = (view.asked(query),) if query else (view.read(form),) if form else ()
        return view.once(lambda stamp: rendered(shape, write(view, *content, stamp)), status=status, made=made)

    status = CREATED if made else 200
    return _operation(
        answer,
        right=right,
        parameters=[
            *([] if query is None else [query]),
            _KEY,
            *_LIMITED,
            _REPLAYED,
            _DOUBT,
            *([_LOCATION] if made else []),
        ],
        request=form,
        responses={status: shape, **_refusals(right, 404, 409, 422, *_BODY)},
        examples=list(examples),
    )


def _operation(answer: Callable[[Any, Method], Any], *, right: Action | None, **described: Any) -> Decorator:
    def decorate(method: Method) -> Method:
        @wraps(method)
        def handler(view: Any, *_request: Any, **_address: Any) -> Any:
            return answer(view, method)

        handler.right = right  # type: ignore[attr-defined]  # the view asks before it calls
        return extend_schema(**described)(handler)

    return decorate


def _refusals(right: Action | None, *statuses: int) -> dict[Any, OpenApiResponse]:
    always = (429, 503) if right is None else (429, 503, 401, 403, 404)
    described = {status: _REFUSALS[status] for status in sorted({*always, *statuses})}
    return {
        (status, PROBLEM_JSON): OpenApiResponse(RefusalAnswer, description=said) for status, said in described.items()
    }
