"""The description of the API in short, as it is kept and reviewed: run this to write it anew."""

from pathlib import Path
from typing import Any


def outline(described: dict[str, Any]) -> str:
    lines = [
        f"{method.upper()} {path.removeprefix('/api/v1/')} {_operation(operation)}"
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    lines += [f"{event} {_content(sent['post']['requestBody'])}" for event, sent in described["webhooks"].items()]
    lines += ["", *(f"{name}: {_type(schema)}" for name, schema in described["components"]["schemas"].items())]
    return "\n".join(lines) + "\n"


def _operation(operation: dict[str, Any]) -> str:
    asked = ", ".join(
        _member(each["name"], each["schema"], needed=each["required"])
        for each in operation["parameters"]
        if each["in"] == "query"
    )
    status = next(iter(operation["responses"]))
    sent, answered = operation.get("requestBody", {}), operation["responses"][status]
    return f"{operation['operationId']}({asked}{_content(sent)}) {status} {_content(answered)}".strip()


def _content(of: dict[str, Any]) -> str:
    return _type(of["content"]["application/json"]["schema"]) if of.get("content") else ""


def _member(name: str, schema: dict[str, Any], *, needed: bool) -> str:
    return f"{name}{'' if needed else '?'}: {_type(schema)}"


def _type(schema: dict[str, Any]) -> str:  # noqa: PLR0911 - one for each kind of schema
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "properties" in schema:
        needed = schema.get("required", ())
        members = (_member(name, inner, needed=name in needed) for name, inner in schema["properties"].items())
        return f"{{{', '.join(members)}}}"
    if "enum" in schema:
        words = schema["enum"]
        return f"one of {len(words)}" if len(words) > 12 else " ".join(map(repr, words))
    if schema.get("type") == "array":
        return f"[{_type(schema['items'])}]"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"{{*: {_type(schema['additionalProperties'])}}}"
    limits = [str(schema[key]) for key in ("minimum", "maximum", "minLength", "maxLength") if key in schema]
    return " ".join((schema.get("format") or schema.get("type", "anything"), "..".join(limits))).strip()


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from scoring.api.description import description
    from scoring.api.urls import OPERATIONS

    Path(__file__).with_name("description.txt").write_text(outline(description(OPERATIONS)))
