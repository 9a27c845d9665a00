"""The description of the API and the page that shows it; its names are those of version 2."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from scoring.api.web.answers import Shape, adapter, name_of
from scoring.api.web.docs import ANSWERS, Description, description
from scoring.api.web.version_2 import description_2
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    paths = description_2()["paths"].values()
    return {operation["operationId"]: operation for path in paths for operation in path.values()}


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    return dict(description_2()["components"]["schemas"])


def test_the_description_is_valid_openapi_3_1_and_open_to_anybody() -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator

    answer = Client().get("/api/v2/schema/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/vnd.oai.openapi+json")
    assert (answer.json()["openapi"], list(OpenAPIV31SpecValidator(answer.json()).iter_errors())) == ("3.1.0", [])
    assert all(path.startswith("/api/v2/") for path in answer.json()["paths"])
    assert "/api/v2/schema/" in Client().get("/api/v2/docs/").text


def test_every_operation_has_a_name_of_its_own(operations: dict[str, Any]) -> None:
    assert len(operations) == sum(len(path) for path in description_2()["paths"].values())
    assert [name for name in operations if name[-1].isdigit()] == []


@pytest.mark.parametrize(
    "says",
    [
        lambda _, answers: {"422", "429", "503"} <= answers.keys(),
        lambda each, answers: not each["security"] or {"401", "403", "404"} <= answers.keys(),
        lambda _, answers: "201" not in answers or "Location" in answers["201"]["headers"],
    ],
    ids=["refusals", "refusals of tokens", "location"],
)
def test_every_operation_says(operations: dict[str, Any], says: Callable[..., bool]) -> None:
    assert [name for name, each in operations.items() if not says(each, each["responses"])] == []


@pytest.mark.parametrize("name", json.loads(ANSWERS.read_text()))
def test_an_answer_shown_is_as_described(name: str, operations: dict[str, Any], schemas: dict[str, Any]) -> None:
    from jsonschema import Draft202012Validator

    responses = operations[name]["responses"]
    media = responses["201" if "201" in responses else "200"]["content"]["application/json"]
    shape = {**media["schema"], "components": {"schemas": schemas}}
    Draft202012Validator(shape).validate(media["examples"]["A real answer"]["value"])


def every_shape(shape: type[Shape]) -> Iterator[type[Shape]]:
    for each in shape.__subclasses__():
        if each.__module__.startswith("scoring.") and not each.__pydantic_generic_metadata__["parameters"]:
            yield each
        yield from every_shape(each)


def test_no_two_shapes_go_by_the_same_name() -> None:
    known = description()["components"]["schemas"]
    others: dict[str, Any] = {}
    for shape in every_shape(Shape):
        described = adapter(shape).json_schema(
            ref_template="#/components/schemas/{model}", mode="serialization", schema_generator=Description
        )
        inside = described.pop("$defs", {}) | {name_of(shape): described}
        others |= {name: each for name, each in inside.items() if known.get(name, each) != each}
    assert others == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_acts_and_house_rules_are_described_by_what_their_game_asks(schemas: dict[str, Any], game: AnyGame) -> None:
    name = game.id.title().replace("_", "")
    asked = {field.name for field in game.asks(kind=ActKind.HAND, rules=game.read_rules(value=game.presets[0]))}
    acts = [kind["$ref"].rpartition("/")[2] for kind in schemas["NewHandRequest"]["properties"]["act"]["anyOf"]]
    assert f"{name}Hand" in acts
    assert asked <= schemas[f"{name}Hand"]["properties"].keys()
    assert {field.name for field in game.house_rules} < schemas[f"{name}Rules"]["properties"].keys()


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
