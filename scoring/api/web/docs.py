"""The description of the API as OpenAPI 3.1, and a page of this machine that shows it."""

import inspect
import json
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, is_typeddict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ResolvedComponent
from drf_spectacular.renderers import OpenApiJsonRenderer2
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from scoring.api.web.answers import Shape, adapter, name_of
from scoring.api.web.base import ClubView
from scoring.api.web.parsing import Input

_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],  # Swagger UI writes style attributes
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}


ANSWERS = Path(__file__).with_name("answers.json")
"""Real answers by the names of operations."""


@cache
def description() -> dict[str, Any]:
    """Return the description; it does not change while the app runs."""
    generator = SchemaGenerator(patterns=_patterns())
    return dict(generator.get_schema(request=None, public=True))


@require_safe
@conditional_page
def schema(_request: HttpRequest) -> HttpResponse:
    """Answer the description as JSON."""
    return sent(description())


def sent(described: dict[str, Any]) -> HttpResponse:
    """Answer a description as JSON."""
    content = OpenApiJsonRenderer2().render(described)
    return HttpResponse(content, content_type="application/vnd.oai.openapi+json")


@require_safe
@csp_override(_CSP)
def documentation(request: HttpRequest, schema: str = "api-schema") -> HttpResponse:
    """Show a description so that it can be browsed and tried."""
    return render(request, "api/docs.html", {"schema": reverse(schema)})


def _patterns() -> list[Any]:
    from django.urls import include, path  # noqa: PLC0415 - the addresses import this module

    from scoring.api.urls import resources  # noqa: PLC0415

    return [path("api/", include(resources))]


BEARER = "token"

_NIGHT = {"path.public_id": "$response.body#/id"}
_SAME_NIGHT = {"path.public_id": "$request.path.public_id"}
_LINE = {**_SAME_NIGHT, "path.number": "$response.body#/number"}
_PROPOSAL = {**_SAME_NIGHT, "path.proposal_id": "$response.body#/id"}
_SEEN = {"expected_entry": "$response.body#/expected_entry"}

_OF_A_NIGHT = (
    "getOneSession",
    "getSeats",
    "getBalances",
    "getStatement",
    "getEntries",
    "getCompanion",
    "getDisputes",
    "getProposals",
    "getClosing",
    "getSettlement",
    "getSessionBooks",
    "postSessionAgain",
    "putTable",
    "putSwitches",
)
_AFTER_LOOKING = ("postSecrets", "postFalseWins", "postClosing", "postMatches")
_OF_A_LINE = ("getOneEntry", "postRefunds", "postReversals", "postEntryDisputes", "postDisputeRulings")
_OF_SAVED_RULES = ("getOneRuleSet", "putOneRuleSet", "deleteOneRuleSet", "getRuleSetText")


class Schema(AutoSchema):
    """Names operations after their class and method, takes the summary from the docstring."""

    def get_operation_id(self) -> str:
        """Return a name that is unique in the API."""
        return f"{self.method.lower()}{self.view.__class__.__name__}"

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """Return what an object holds; one that is read strictly holds nothing else."""
        described: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        return {**described, "additionalProperties": False} if isinstance(serializer, Input) else described

    def get_summary(self) -> str:
        """Return the first line of what the method says of itself."""
        return self.get_description().partition("\n")[0]

    def get_auth(self) -> list[dict[str, Any]]:
        """Return that a token is needed, or nothing where the resource is open."""
        return [{BEARER: []}] if isinstance(self.view, ClubView) else []

    def get_tags(self) -> list[str]:
        """Return the part of the API by the first word of the address."""
        return [self.path.removeprefix("/api/v1/").partition("/")[0]]


def add_security(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Add how a token is sent, and that open resources need none."""
    result["components"]["securitySchemes"] = {BEARER: {"type": "http", "scheme": "bearer"}}
    for path in result["paths"].values():
        for operation in path.values():
            operation.setdefault("security", [])
    return result


class ShapeDescription(OpenApiSerializerExtension):
    """Describes shapes, and results that are shown as they are, as components of the OpenAPI document."""

    priority = 1  # before the extension of the library for models

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(target, type) and (issubclass(target, Shape) or is_dataclass(target) or is_typeddict(target))

    def get_name(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002 - named by the framework
        """Return what the object is called."""
        return name_of(self.target)

    def get_identity(self, auto_schema: Any, direction: Any) -> Any:  # noqa: ARG002
        """Return what tells the object from others: its name, which those inside others have as well."""
        return ComponentIdentity(name_of(self.target))

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return what the object holds; objects inside it become components of their own."""
        described = adapter(self.target).json_schema(
            ref_template="#/components/schemas/{model}", mode="serialization", schema_generator=Description
        )
        for name, schema in described.pop("$defs", {}).items():
            component = ResolvedComponent(
                name=name, type=ResolvedComponent.SCHEMA, object=ComponentIdentity(name), schema=schema
            )
            auto_schema.registry.register_on_missing(component)
        return described


class Description(GenerateJsonSchema):
    """Says of each object what its class says of itself, and gives nothing a second name as its title."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).removesuffix("Shape")

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        return bool(field.get("required", total)) if field["type"] == "typed-dict-field" else True

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> dict[str, Any]:
        return _untitled(super().typed_dict_schema(schema))

    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        return _untitled(super().model_schema(schema))

    def enum_schema(self, schema: core_schema.EnumSchema) -> dict[str, Any]:
        return _untitled(super().enum_schema(schema))

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> dict[str, Any]:
        described = _untitled(super().dataclass_schema(schema))
        return {**described, "description": inspect.getdoc(schema["cls"])}


def _untitled(described: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in described.items() if name != "title"}


def add_answers(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Add a real answer to each operation that has one; a test compares them with what is answered."""
    answers = json.loads(ANSWERS.read_text())
    for path in result["paths"].values():
        for operation in path.values():
            if (name := operation["operationId"]) in answers:
                done = next(status for status in ("200", "201") if status in operation["responses"])
                example = {"A real answer": {"value": answers[name]}}
                operation["responses"][done]["content"]["application/json"]["examples"] = example
    return result


def add_links(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Add the links to the answers that lead on."""
    operations = {
        operation["operationId"]: operation for path in result["paths"].values() for operation in path.values()
    }
    for source, links in _links().items():
        responses = operations[source]["responses"]
        done = next(status for status in ("200", "201") if status in responses)
        responses[done]["links"] = links
    return result


def _links() -> dict[str, dict[str, Any]]:
    look = _SEEN | {"expected_after": "$response.body#/expected_after"}
    of_a_night = {name: _link(name, _NIGHT) for name in _OF_A_NIGHT}
    record = {"postHands": _link("postHands", _NIGHT, body=look)}
    follow = {name: _link(name, _NIGHT, body=_SEEN) for name in _AFTER_LOOKING}
    of_a_line = {name: _link(name, _LINE) for name in _OF_A_LINE}
    reopen = {"postReopenings": _link("postReopenings", _SAME_NIGHT)}
    return {
        "postSessions": {**of_a_night, **record, **follow},
        "postSessionAgain": {**of_a_night, **record, **follow},
        "getOneSession": {**record, **follow},
        **dict.fromkeys(("postHands", "postSecrets", "postFalseWins", "postHandovers"), of_a_line),
        "postClosing": {**reopen, "postHandovers": _link("postHandovers", _SAME_NIGHT)},
        "postProposals": {"postDeclines": _link("postDeclines", _PROPOSAL)},
        "postRuleSets": {name: _link(name, _NIGHT) for name in _OF_SAVED_RULES},
        "postLinks": {"getOneLink": _link("getOneLink", _NIGHT), "deleteOneLink": _link("deleteOneLink", _NIGHT)},
    }


def _link(operation: str, parameters: dict[str, str], *, body: dict[str, str] | None = None) -> dict[str, Any]:
    link: dict[str, Any] = {"operationId": operation, "parameters": parameters}
    return {**link, "requestBody": body} if body else link
