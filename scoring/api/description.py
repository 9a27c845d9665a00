"""Describe the API as OpenAPI 3.1, and show it."""

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override
from django.views.decorators.http import conditional_page, require_safe

from scoring.api.answers import about
from scoring.api.entries import Versions
from scoring.api.json_schema import PLAIN, Schema, Schemas, explained
from scoring.api.operation import PARTS, Operation
from scoring.api.views import JSON
from scoring.limits import OneOf
from scoring.models import WEBHOOK_EVENTS
from scoring.web.errors import PROBLEM_JSON, VERSION

_CSP: dict[str, Any] = {
    **settings.SECURE_CSP,
    "default-src": [CSP.NONE],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.NONE],
    # Swagger UI writes style attributes.
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],
}
_TEXT: Schema = {"type": "string"}
_UUID = "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"


def _headers(*names: str) -> Schema:
    return {name: explained("", name, {"schema": _TEXT}) for name in names}


def _header(name: str, **more: object) -> Schema:
    return explained("", name, {"name": name, "in": "header", "schema": _TEXT, **more})


class WrongField(TypedDict):
    """A wrong field such as `act.winner`, or no name."""

    field: str
    code: str
    detail: str
    cards: NotRequired[tuple[str, ...]]


class WebhookData(TypedDict):
    """The place where you read the event."""

    session: UUID
    entry: int | None


class WebhookMessage(TypedDict):
    """A message to your program, without names and amounts."""

    type: Annotated[str, OneOf(WEBHOOK_EVENTS, "WebhookEvent")]
    timestamp: datetime
    data: WebhookData


class Problem(TypedDict):
    """A problem of RFC 9457."""

    type: str
    title: str
    detail: str
    code: str
    status: int
    errors: tuple[WrongField, ...]
    versions: NotRequired[Versions]
    rules: NotRequired[tuple[str, ...]]


@require_safe
@conditional_page
def schema(_request: HttpRequest, operations: tuple[Operation, ...]) -> HttpResponse:
    return HttpResponse(_written(operations), content_type="application/vnd.oai.openapi+json")


@cache
def _written(operations: tuple[Operation, ...]) -> str:
    return json.dumps(description(operations), ensure_ascii=False)


@require_safe
@csp_override(_CSP)
def documentation(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", {"schema": reverse("api-schema")})


def description(operations: Collection[Operation]) -> Schema:
    schemas, paths = Schemas(), dict[str, Schema]()
    problem, tags = schemas.shown(Problem), dict.fromkeys(each.path.partition("/")[0] for each in operations)
    for each in operations:
        paths.setdefault(f"{VERSION}{each.path}", {})[each.method.lower()] = _described(each, schemas, problem)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cuajo",
            "version": "1",
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": "The table and its books, for programs. Amounts are whole minor units, in names ..._cents. "
            "A POST has a key and is recorded once. All refusals have one shape.",
        },
        "servers": [{"url": "/", "description": "This machine"}],
        "tags": [explained("tag", name, {"name": name}) for name in tags],
        "paths": paths,
        "webhooks": {event: {"post": _webhook(event, schemas)} for event in WEBHOOK_EVENTS},
        "components": {
            "schemas": schemas.explained(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _webhook(event: str, schemas: Schemas) -> Schema:
    kind, _, happened = event.partition(".")
    posted = {
        "operationId": f"on_{kind}_{happened}",
        "summary": f"Your program gets {event}.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [_header(f"webhook-{name}", required=True) for name in ("id", "timestamp", "signature")],
        "requestBody": {"required": True, "content": {JSON: {"schema": schemas.shown(WebhookMessage)}}},
        "responses": {"204": {"description": "Received."}, "4XX": {"description": "The message comes again later."}},
    }
    return explained(kind, happened, posted)


def _described(operation: Operation, schemas: Schemas, problem: Schema) -> Schema:
    text = operation.about or about(operation.call)
    described: Schema = {
        "operationId": operation.name,
        "summary": text.partition("\n")[0],
        "description": text,
        "tags": [operation.path.partition("/")[0]],
        "security": [{"token": []}] if operation.right else [],
        "parameters": [*_parameters(operation, schemas)],
        "responses": _responses(operation, schemas, problem),
    }
    if (operation.takes or operation.content) and operation.method in ("POST", "PUT"):
        described["requestBody"] = _body(operation, schemas)
    return described


def _body(operation: Operation, schemas: Schemas) -> Schema:
    name = f"{''.join(operation.name.title().split('_'))}Request"
    if operation.content:
        form = schemas.shown(operation.content)
    else:
        form = schemas.refer(name, operation.name, lambda: schemas.form(operation.takes, ""))
    media: Schema = {"schema": form}
    if operation.examples:
        media["examples"] = {name: {"value": value} for name, value in operation.examples.items()}
    needed = bool(operation.content) or "required" in schemas.known.get(name, {})
    return {"content": {JSON: media}, "required": needed}


def _parameters(operation: Operation, schemas: Schemas) -> Iterable[Schema]:
    """Yield path parts, query arguments and the header."""
    for part in operation.parts:
        kind = {"int": {"type": "integer", "minimum": 0}, "slug": _TEXT}.get(PARTS[part].written, PLAIN[UUID])
        yield explained(operation.name, part, {"name": part, "in": "path", "required": True, "schema": kind})
    if operation.method in ("GET", "DELETE"):
        form = schemas.form(operation.takes, "")
        for name, kind in form["properties"].items():
            needed = name in form.get("required", ())
            plain = next((each for each in kind.get("anyOf", ()) if each != {"type": "null"}), kind)
            asked = {"name": name, "in": "query", "required": needed, "schema": plain}
            yield explained(operation.name, name, asked)
    if operation.method == "GET":
        yield _header("If-None-Match")
    elif operation.has_key:
        yield _header("Idempotency-Key", required=True, schema={**_TEXT, "pattern": _UUID})


def _responses(operation: Operation, schemas: Schemas, problem: Schema) -> Mapping[str, Any]:
    """Describe the answer, and all refusals that may occur."""
    shown = {} if operation.status == 204 else schemas.shown(operation.answers)
    if operation.is_list:
        held = shown["items"]["$ref"].rpartition("/")[2]
        parts = {"items": shown, "next_after": schemas.shown(int | None)}
        several = {"type": "object", "properties": parts, "required": [*parts]}
        shown = schemas.refer(f"{held}List", f"{held}List", lambda: several)
    written = ("Idempotency-Replayed", "Clock-Doubt") if operation.has_key else ()
    location = ("Location",) if operation.made else ()
    headers = _headers("RateLimit-Policy", "RateLimit", *location, *written)
    done = {"description": "Done.", "headers": headers} | ({"content": {JSON: {"schema": shown}}} if shown else {})
    statuses = {404, 409, 422, 429, 503} | ({401, 403} if operation.right else set())
    statuses |= set() if operation.method in ("GET", "DELETE") else {400, 411, 413, 415}
    refusals = {
        str(status): explained("", str(status), {"content": {PROBLEM_JSON: {"schema": problem}}})
        | ({"headers": _headers("Retry-After")} if status in (429, 503) else {})
        for status in sorted(statuses)
    }
    unchanged = {"304": {"description": "Not changed."}} if operation.method == "GET" else {}
    return {str(operation.status): done, **unchanged, **refusals}
