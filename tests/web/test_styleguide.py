"""The page that shows every component, for those who work on them."""

import pytest
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse

from scoring.web.styleguide import styleguide
from tests.views.reading import Page

pytestmark = pytest.mark.django_db


def test_it_shows_the_pack_on_felt_and_on_paper() -> None:
    request = RequestFactory().get("/styleguide/")
    request.csp_nonce = ""  # type: ignore[attr-defined]
    page = Page(styleguide(request))
    grounds = [part.get("aria-label") for part in page.root.iter("section") if part.get("aria-label")]
    faces = [part for part in page.root.iter("svg") if "card-face" in part.get("class", "")]
    assert (grounds, len(faces)) == (["On paper", "On felt"], 28)


def test_it_has_no_address_outside_development(client: Client) -> None:
    with pytest.raises(NoReverseMatch):
        reverse("styleguide")
    assert client.get("/styleguide/").status_code == 404
