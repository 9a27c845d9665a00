"""Pages of other sites may ask the API where a setting names them, and nobody else's."""

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db

BOTS = "https://bots.example.org"


@pytest.fixture(autouse=True)
def named(settings: Settings) -> None:
    settings.CORS_ALLOWED_ORIGINS = [BOTS]
    settings.MIDDLEWARE = ["corsheaders.middleware.CorsMiddleware", *site.MIDDLEWARE]


def test_a_page_of_a_named_site_sends_a_token_and_a_key_and_reads_answers() -> None:
    asked = {"Origin": BOTS, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    told, answer = (Client().options("/api/v2/sessions/", headers=asked), Client().get("/api/v2/games/", headers=asked))
    assert {"authorization", "idempotency-key"} <= set(told["Access-Control-Allow-Headers"].split(", "))
    assert (told.status_code, answer["Access-Control-Allow-Origin"]) == (200, BOTS)
    assert {"ETag", "Location", "RateLimit"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize(("path", "origin"), [("/api/v2/games/", "https://other.example.org"), ("/rules/", BOTS)])
def test_other_sites_and_pages_for_people_stay_apart(path: str, origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get(path, headers={"Origin": origin})
