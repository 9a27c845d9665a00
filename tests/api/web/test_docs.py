"""The description of the API and the page that shows it; its names are those of version 2."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from scoring.api.web.answers import Shape, adapter, name_of
from scoring.api.web.docs import Description, description
from scoring.api.web.version_2 import description_2
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    """Return the operations by their name."""
    paths = description_2()["paths"].values()
    return {operation["operationId"]: operation for path in paths for operation in path.values()}


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    """Return the shapes by their name."""
    return dict(description_2()["components"]["schemas"])


def test_the_description_is_valid_openapi_3_1_and_open_to_anybody() -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator

    answer = Client().get("/api/v2/schema/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/vnd.oai.openapi+json")
    assert (answer.json()["openapi"], list(OpenAPIV31SpecValidator(answer.json()).iter_errors())) == ("3.1.0", [])
    assert all(path.startswith("/api/v2/") for path in answer.json()["paths"])
    assert "/api/v2/schema/" in Client().get("/api/v2/docs/").text


def test_every_operation_has_a_name_of_its_own_and_says_what_it_is_for(operations: dict[str, Any]) -> None:
    assert len(operations) == sum(len(path) for path in description_2()["paths"].values())
    wrong = [name for name, each in operations.items() if name[-1].isdigit() or not each["summary"].endswith(".")]
    assert wrong == []


@pytest.mark.parametrize(
    ("statuses", "with_token"), [({"422", "429", "503"}, False), ({"401", "403", "404"}, True)], ids=["open", "token"]
)
def test_every_operation_says_which_refusals_it_can_give(
    operations: dict[str, Any], statuses: set[str], with_token: bool
) -> None:
    asked = {name: each for name, each in operations.items() if each["security"] or not with_token}
    assert [name for name, each in asked.items() if not statuses <= each["responses"].keys()] == []


def test_every_answer_201_is_described_with_its_location(operations: dict[str, Any]) -> None:
    made = {name: each["responses"]["201"] for name, each in operations.items() if "201" in each["responses"]}
    assert len(made) > 40
    assert [name for name, answer in made.items() if "Location" not in answer["headers"]] == []


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
