"""The description of the API and the page that shows it."""

import re

import pytest
from django.test import Client

from scoring.api.docs import description

pytestmark = pytest.mark.django_db


def test_the_description_is_openapi_3_1_and_open_to_anybody() -> None:
    answer = Client().get("/api/schema/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/vnd.oai.openapi+json")
    assert answer.json()["openapi"] == "3.1.0"


def test_every_operation_says_what_it_is_for_and_every_answer_it_can_give() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"].endswith("."), (path, method)
            assert {"422", "429", "503"} <= set(operation["responses"]), (path, method)
            if "security" in operation:
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
