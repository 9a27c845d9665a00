"""The description of the API and the page that shows it."""

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from scoring.api.web.answers import Shape, adapter, name_of
from scoring.api.web.docs import Description, description
from scoring.games import GAMES
from scoring.games.base import ActKind

pytestmark = pytest.mark.django_db


def test_the_description_is_openapi_3_1_and_open_to_anybody() -> None:
    answer = Client().get("/api/schema/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/vnd.oai.openapi+json")
    assert answer.json()["openapi"] == "3.1.0"


def test_the_description_is_valid_openapi() -> None:
    assert list(OpenAPIV31SpecValidator(json.loads(json.dumps(description()))).iter_errors()) == []


def test_a_claim_names_its_game_and_says_once_that_a_card_may_be_missing() -> None:
    claim = description()["components"]["schemas"]["ClaimRequest"]
    assert claim["required"] == ["game", "hand", "source"]
    assert [[kind["type"] for kind in claim["properties"][name]["oneOf"]] for name in ("hand", "bounit", "sowee")] == [
        ["string", "array"],
        ["string", "array", "null"],
        ["string", "array", "null"],
    ]


def test_a_key_is_plain_text_for_whoever_generates_a_client() -> None:
    keys = {
        json.dumps(parameter["schema"])
        for path in description()["paths"].values()
        for operation in path.values()
        for parameter in operation.get("parameters", ())
        if parameter["name"] == "Idempotency-Key"
    }
    assert keys == {'{"type": "string", "pattern": "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"}'}


def test_no_two_shapes_go_by_the_same_name() -> None:
    known = description()["components"]["schemas"]
    for shape in every_shape(Shape):
        described = adapter(shape).json_schema(
            ref_template="#/components/schemas/{model}", mode="serialization", schema_generator=Description
        )
        inside = described.pop("$defs", {})
        assert {name: known.get(name, inside[name]) for name in inside} == inside
        assert known.get(name_of(shape), described) == described, shape


def every_shape(shape: type[Shape]) -> Iterator[type[Shape]]:
    for each in shape.__subclasses__():
        if each.__module__.startswith("scoring.") and not each.__pydantic_generic_metadata__["parameters"]:
            yield each
        yield from every_shape(each)


def test_acts_verdicts_and_house_rules_are_described_by_what_their_games_ask() -> None:
    known = description()["components"]["schemas"]
    assert known["Hand"]["properties"]["verdict"] == {"$ref": "#/components/schemas/HandVerdict"}
    assert known["Refusal"]["properties"]["versions"] == {"$ref": "#/components/schemas/Versions"}
    assert [kind["$ref"].rpartition("/")[2] for kind in known["NewHandRequest"]["properties"]["act"]["anyOf"]] == [
        "CuajoHand",
        "KhanhooHand",
        "KhanhooQingHand",
        "KhanhooMingHand",
        "CauRobatHand",
    ]
    for game in GAMES:
        name = game.id.title().replace("_", "")
        rules = game.read_rules(value=game.presets[0])
        asked = {field.name for field in game.asks(kind=ActKind.HAND, rules=rules)}
        assert asked <= set(known[f"{name}Hand"]["properties"])
        assert {field.name for field in game.house_rules} < set(known[f"{name}Rules"]["properties"])


def test_every_operation_says_what_it_is_for_and_every_answer_it_can_give() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"].endswith("."), (path, method)
            assert {"422", "429", "503"} <= set(operation["responses"]), (path, method)
            if operation["security"]:
                assert {"401", "403", "404"} <= set(operation["responses"]), (path, method)


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [each["operationId"] for path in description()["paths"].values() for each in path.values()]
    assert sorted(names) == sorted(set(names))
    assert not any(name[-1].isdigit() for name in names)


def test_the_page_loads_nothing_from_elsewhere() -> None:
    page = Client().get("/api/docs/")
    addresses = re.findall(r'(?:src|href|data-schema)="([^"]+)"', page.text)
    assert addresses
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    assert re.sub(r"nonce-[\w-]+", "nonce", page["Content-Security-Policy"]) == (
        "default-src 'none'; script-src 'self' 'nonce'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
