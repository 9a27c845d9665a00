"""What a phone chooses of how it is held and worked."""

import pytest
from django.test import Client

from tests.views.reading import Page, text_of

pytestmark = pytest.mark.django_db


def choose(client: Client, **chosen: str) -> None:
    """Post what a phone chose."""
    assert client.post("/accessibility/", chosen).status_code == 302


def test_keys_stand_at_their_controls_until_a_phone_wants_none(client: Client) -> None:
    asked = Page(client.get("/judge/win/"))
    assert {element.get("aria-keyshortcuts") for element in asked.root.iter()} - {None} == {"r", "c", "?"}
    choose(client, reach="both")
    silent = client.get("/judge/win/")
    assert "aria-keyshortcuts" not in silent.text
    assert "js/keys" not in silent.text


@pytest.mark.parametrize("reach", ["left", "right"])
def test_one_hand_is_known_on_every_page(client: Client, reach: str) -> None:
    choose(client, reach=reach, shortcuts="on")
    page = client.get("/judge/")
    assert Page(page).root.get("data-reach") == reach
    assert "css/reach" in page.text


def test_a_phone_that_chose_nothing_or_nonsense_is_held_in_both_hands(client: Client) -> None:
    client.cookies["cuajo_reach"] = "third"
    assert Page(client.get("/judge/")).root.get("data-reach") is None
    assert client.post("/accessibility/", {"reach": "third"}).status_code == 422


def test_the_page_of_keys_leads_back_to_where_it_was_opened(client: Client) -> None:
    page = Page(client.get("/accessibility/", headers={"referer": "http://testserver/judge/win/"}))
    assert ("Back", "/judge/win/") in [(text_of(link), link.get("href")) for link in page.root.iter("a")]
