"""The page that shows every component, for those who work on them."""

import pytest
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse

from scoring.web.styleguide import FAN, Contrast, Role, roles, styleguide
from tests.views.reading import Page

pytestmark = pytest.mark.django_db


def test_it_shows_the_pack_on_felt_and_on_paper() -> None:
    request = RequestFactory().get("/styleguide/")
    request.csp_nonce = ""  # type: ignore[attr-defined]
    page = Page(styleguide(request))
    grounds = [part.get("aria-label") for part in page.root.iter("section") if part.get("aria-label")]
    faces = [part for part in page.root.iter("svg") if "card-face" in part.get("class", "")]
    assert (grounds, len(faces)) == (
        ["On paper", "On felt"],
        28 + len(FAN) + 28 + 1,
    )  # both packs, a fan, an empty page


@pytest.mark.parametrize("role", roles(), ids=lambda role: role.name)
def test_colours_keep_their_contrast_in_the_light_and_in_the_dark(role: Role) -> None:
    assert [pair for pair in role.pairs if pair.ratio < role.least] == []


def test_contrast_is_the_formula_of_wcag() -> None:
    black_on_white = Contrast(ink="#000000", ground="#ffffff").ratio
    same = Contrast(ink="#12463a", ground="#12463a").ratio
    grey_on_white = Contrast(ink="#767676", ground="#ffffff").ratio  # the lightest grey that is AA
    assert (black_on_white, same, round(grey_on_white, 2)) == (21, 1, 4.54)


def test_it_has_no_address_outside_development(client: Client) -> None:
    with pytest.raises(NoReverseMatch):
        reverse("styleguide")
    assert client.get("/styleguide/").status_code == 404
