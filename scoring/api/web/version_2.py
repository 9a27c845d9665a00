"""Version 2: the views of version 1 with one word for each thing; what is named otherwise stands in one table.

`..._id` is an id, `entry` the number of a line, `seat` the number of a seat, as are `payer` and `payee`; `player` is
somebody with their id, `player_name` a name alone, and money says `_cents`. Acts, house rules and files keep the words
they are stored with. The version before stays as it is.
"""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_safe

from scoring.api.web.docs import description, sent
from scoring.api.web.errors import not_found, nothing_here
from scoring.api.web.parsing import Input, needed_in
from scoring.api.web.problems import MORE
from scoring.web.errors import PROGRAMS

FIRST, SECOND = f"{PROGRAMS}v1/", f"{PROGRAMS}v2/"
_JSON = "application/json"
_LINE, _CENTS, _SESSION = {"line": "entry"}, {"cents": "amount_cents"}, {"session": "session_id"}
_NAME, _OPPONENT = {"player": "player_name"}, {"per_opponent": "per_opponent_cents"}
_SEAT, _NEWEST = {"number": "seat"}, {"expected_newest": "expected_newest_id"}
_NAMED_SEAT, _ENTRIES = {**_SEAT, **_NAME}, {"lines": "entries"}
_LINK = {**_SESSION, "for_device": "for_device_id"}
_OWED = {"debtor": "debtor_id", "creditor": "creditor_id", "nights": "session_ids"}
_NETTED = {"payer": "debtor_id", "payee": "creditor_id"}

RENAMED: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(("AccountLine", "Ending", "Line"), _CENTS),
    **dict.fromkeys(("HandVerdict", "Verdict"), _OPPONENT),
    "Way": {**_OPPONENT, "best": "best_cents"},
    "Entry": {"number": "entry"},
    "Point": _LINE,
    "Turning": {**_LINE, **_CENTS},
    "Objection": {**_LINE, **_NAME},
    "Story": {"best_line": "best_entry"},
    "StatementLine": {"entry": "recorded"},
    **dict.fromkeys(("Preview", "Statement"), _ENTRIES),
    "PlanLine": {"handovers": "handover_entries"},
    "Chips": {"counted_at": "counted_entry", "suspects": "suspect_entries"},
    "TongRule": {"since": "since_entry"},
    "CloseRequest": {"disputed": "disputed_entries"},
    **dict.fromkeys(("Reckoning", "SeatResult", "TableSeat"), _NAMED_SEAT),
    "Seated": _SEAT,
    **dict.fromkeys(("Change", "FinalSeat", "Holder", "Proposal", "Voice"), _NAME),
    "Side": {"players": "player_names"},
    "Transfer": {"payer": "payer_name", "payee": "payee_name"},
    "Netted": {"payer": "debtor", "payee": "creditor"},
    **dict.fromkeys(("NettedPaymentRequest", "OneNettedPaymentRequest"), _NETTED),
    **dict.fromkeys(("DebtForgivingRequest", "DebtPaymentRequest"), _OWED),
    **dict.fromkeys(("Debt", "Joining", "PairNight", "Phone", "SoFar", "Token"), _SESSION),
    **dict.fromkeys(("NewLinkRequest", "OpeningRequest"), _SESSION),
    **dict.fromkeys(("Link", "OneLink"), _LINK),
    "PlaceRequest": {name: f"{name}_id" for name in ("session", "player", "expected_session", "expected_player")},
    "Player": {"merged_into": "merged_into_id", "sessions": "session_ids"},
    "MergeIntoRequest": {"into": "into_id"},
    "NewSessionRequest": {**_NEWEST, "rule_set": "rule_set_id"},
    "AgainRequest": _NEWEST,
    "Nomination": {"amount": "cents_or_count"},
}
"""What shapes of version 1 call otherwise in version 2, by the names of the description."""

SEATS = {("RulingOnCard", "winner")}
"""Seats that version 1 writes as a text, empty for nobody, where version 2 has a number or null."""

PARAMETERS = {"public_id": "id", "number": "entry", "player": "player_id"}
"""The same for parts and parameters of addresses."""


@csrf_exempt
def version_2(request: HttpRequest, rest: str) -> HttpResponseBase:
    """Answer as version 1 does, by the names of version 2."""
    found = resolve(f"{FIRST}{rest}")
    operation = _operation(found, method=str(request.method).lower())
    if operation is None:
        if rest and not rest.endswith("/") and _is_there(f"{FIRST}{rest}/"):
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True), preserve_request=True)
        if (
            found.func is not_found
        ):  # which would look for the last slash among the addresses of version 2: any is there
            return nothing_here()
        return found.func(request, *found.args, **found.kwargs)  # type: ignore[no-any-return]
    request.api_version = 2  # type: ignore[attr-defined]
    asked = _content_of(operation.get("requestBody", {}))
    _read_as_first(request, asked)
    response: Any = found.func(request, *found.args, **found.kwargs)
    if not getattr(response, "is_rendered", True):
        response.render()
    _write_as_second(response, operation, asked)
    return response  # type: ignore[no-any-return]


def _is_there(path: str) -> bool:
    return resolve(path).func is not not_found


def _operation(found: ResolverMatch, *, method: str) -> dict[str, Any] | None:
    """Return what the description says of a view of version 1, None where there is none."""
    template = f"/{found.route}"
    operations = description()["paths"].get(re.sub(r"<\w+:(\w+)>", r"{\1}", template), {})
    return operations.get("get" if method == "head" else method)  # type: ignore[no-any-return]


def _content_of(described: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of what is sent or answered as JSON."""
    return dict(described.get("content", {}).get(_JSON, {}).get("schema", {}))


def _read_as_first(request: HttpRequest, asked: Mapping[str, Any]) -> None:
    query = request.GET.copy()
    for first, second in PARAMETERS.items():
        if first in query:
            query.setlist(f"{FIRST}{first}", query.pop(first))
        if second in query:
            query.setlist(first, query.pop(second))
    request.GET = query  # type: ignore[assignment]
    if asked and request.content_type == _JSON:
        try:
            renamed = _renamed(json.loads(request.body.decode()), asked, to_first=True)
        except (ValueError, RecursionError):
            return  # version 1 says what is wrong with it
        request._body = json.dumps(renamed).encode()
        request.META["CONTENT_LENGTH"] = str(len(request.body))


def _write_as_second(response: Any, operation: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    if "Location" in response.headers:
        response["Location"] = response["Location"].replace(FIRST, SECOND, 1)
    if response.streaming or not response.content or response.headers.get("Content-Type") != _JSON:
        return
    content = json.loads(response.content)
    if response.status_code >= 400:
        error = content["error"]
        if "versions" in error:
            error["versions"] = _renamed(error["versions"], {"$ref": "#/components/schemas/Versions"})
        if "fields" in error:
            error["fields"] = {
                ".".join(_path(name, asked)) if asked else PARAMETERS.get(name, name.removeprefix(FIRST)): said
                for name, said in error["fields"].items()
            }
    else:
        answered = operation["responses"].get(str(response.status_code), {})
        content = _renamed(content, _content_of(answered))
    response.content = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _renamed(value: Any, schema: Mapping[str, Any], *, to_first: bool = False) -> Any:
    """Return a value with the names of version 2, or of version 1, of the shapes that the schema of version 1 names."""
    name, schema = _named(value, schema)
    if isinstance(value, list):
        return [_renamed(each, schema.get("items", {}), to_first=to_first) for each in value]
    if not isinstance(value, dict):
        return value
    names = RENAMED.get(name, {})
    firsts = {second: first for first, second in names.items()} if to_first else {}
    renamed = {}
    for key, inner in value.items():
        first = firsts.get(key, f"{FIRST}{key}" if to_first and key in names else key)
        within = schema.get("properties", {}).get(first) or schema.get("additionalProperties")
        known = within if isinstance(within, dict) else {}
        renamed[first if to_first else names.get(key, key)] = (
            int(inner or 0) or None if (name, key) in SEATS else _renamed(inner, known, to_first=to_first)
        )
    return renamed


def _named(value: object, schema: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the name of the shape that a value has by a schema, and the schema of that shape."""
    options = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]
    kind = "array" if isinstance(value, list) else "object"
    for option in options:
        if "$ref" in option or option.get("type") == kind:
            return _named(value, option)
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return (name, description()["components"]["schemas"][name]) if name else ("", schema)


def _path(path: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of a field's path by the names of version 2."""
    for part in path.split("."):
        name, schema = _named([] if part.isdigit() else {}, schema)
        yield RENAMED.get(name, {}).get(part, part.removeprefix(FIRST))
        schema = schema.get("items", {}) if part.isdigit() else schema.get("properties", {}).get(part, {})


@require_safe
@conditional_page
def schema_2(_request: HttpRequest) -> HttpResponse:
    """Answer the description of version 2 as JSON."""
    return sent(description_2())


@cache
def description_2() -> dict[str, Any]:
    """Return the description of version 2."""
    whole = deepcopy(description())
    whole["info"]["version"] = "2"
    for operations in whole["paths"].values():
        for operation in operations.values():
            _describe(operation)
    whole["paths"] = {_address(path): operations for path, operations in whole["paths"].items()}
    schemas = whole["components"]["schemas"]
    for needing in Input.__subclasses__():
        shape = schemas.get(f"{needing.__name__}Request", {})  # none where it stands in an address
        if needed := needed_in(fields=needing().fields):
            shape["required"] = sorted({*shape.get("required", ()), *needed})
    for name, names in RENAMED.items():
        shape = schemas[name]
        shape["properties"] = {names.get(key, key): inner for key, inner in shape["properties"].items()}
        shape["required"] = [names.get(key, key) for key in shape.get("required", ())]
    for name, field in SEATS:
        schemas[name]["properties"][field] = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    refusal, inside = schemas["RefusalAnswer"], schemas["Refusal"]["properties"]
    del refusal["properties"]["error"], schemas["Refusal"]
    refusal["required"].remove("error")
    refusal["properties"] |= {name: inside[name] for name in MORE}
    refusal["description"] = "The one shape of every refusal: a problem of RFC 9457."
    return whole


def _address(path: str) -> str:
    for first, second in PARAMETERS.items():
        path = path.replace(f"{{{first}}}", f"{{{second}}}")
    return path.replace(FIRST, SECOND, 1)


def _describe(operation: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] in ("path", "query"):
            parameter["name"] = PARAMETERS.get(parameter["name"], parameter["name"])
            if parameter["name"].startswith("expected"):
                parameter["required"] = True
    for described in (operation.get("requestBody", {}), *operation["responses"].values()):
        schema = _content_of(described)
        for media in described.get("content", {}).values():
            for example in media.get("examples", {}).values():
                example["value"] = _renamed(example["value"], schema)
        for link in described.get("links", {}).values():
            link["parameters"] = {_expression(name): _expression(value) for name, value in link["parameters"].items()}


def _expression(said: str) -> str:
    """Return where a link finds what it needs by the names of version 2."""
    start, dot, name = said.rpartition("/" if "#" in said else ".")
    return f"{start}{dot}{PARAMETERS.get(name, name)}"
