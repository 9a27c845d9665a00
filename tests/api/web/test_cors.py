"""Pages of other sites may ask the API where a setting names them, and nobody else's."""

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from scoring.models import Club
from tests.api.programs import token_for

pytestmark = pytest.mark.django_db

BOTS = "https://bots.example.org"


@pytest.fixture(autouse=True)
def named(settings: Settings) -> None:
    settings.CORS_ALLOWED_ORIGINS = [BOTS]
    settings.MIDDLEWARE = ["corsheaders.middleware.CorsMiddleware", *site.MIDDLEWARE]


def test_a_page_of_a_named_site_reads_answers_and_their_headers(club: Club) -> None:
    headers = {"Authorization": f"Bearer {token_for(club=club)}", "Origin": BOTS}
    answer = Client().get("/api/v1/club/", headers=headers)
    assert answer["Access-Control-Allow-Origin"] == BOTS
    assert {"ETag", "Location", "RateLimit"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
    assert "Access-Control-Allow-Credentials" not in answer


def test_a_browser_is_told_that_it_may_send_a_token_and_a_key() -> None:
    asked = {"Origin": BOTS, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    answer = Client().options("/api/v1/sessions/", headers=asked)
    assert answer.status_code == 200
    assert {"authorization", "idempotency-key"} <= set(answer["Access-Control-Allow-Headers"].split(", "))


@pytest.mark.parametrize(("path", "origin"), [("/api/v1/games/", "https://other.example.org"), ("/rules/", BOTS)])
def test_other_sites_and_pages_for_people_stay_apart(path: str, origin: str) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get(path, headers={"Origin": origin})
