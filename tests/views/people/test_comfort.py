"""What a phone chooses of how it is held and worked."""

import pytest
from django.test import Client

from tests.views.reading import Page, refusal

pytestmark = pytest.mark.django_db


def choose(client: Client, **chosen: str) -> None:
    """Post what a phone chose."""
    assert client.post("/accessibility/", chosen).status_code == 302


def test_keys_stand_at_their_controls_until_a_phone_wants_none(client: Client) -> None:
    asked = Page(client.get("/judge/win/"))
    assert {element.get("aria-keyshortcuts") for element in asked.root.iter()} - {None} == {"r", "c", "?"}
    choose(client, reach="both")
    silent = client.get("/judge/win/")
    assert ("aria-keyshortcuts" in silent.text, "js/keys" in silent.text) == (False, False)


@pytest.mark.parametrize("reach", ["left", "right"])
def test_one_hand_is_known_on_every_page(client: Client, reach: str) -> None:
    choose(client, reach=reach, shortcuts="on")
    page = client.get("/judge/")
    assert (Page(page).root.get("data-reach"), "css/reach" in page.text) == (reach, True)


def test_phone_that_chose_nothing_or_nonsense_is_held_in_both_hands(client: Client) -> None:
    client.cookies["cuajo_reach"] = "third"
    assert Page(client.get("/judge/")).root.get("data-reach") is None
    assert refusal(client.post("/accessibility/", {"reach": "third"})) == (422, ("reach:invalid_choice",))


@pytest.mark.parametrize(
    ("came_from", "leads"),
    [("http://testserver/judge/win/", True), ("http://testserver/history/", False), ("http://evil/judge/win/", False)],
)
def test_page_of_keys_leads_back_to_the_table_or_judge_it_was_opened_on(
    client: Client, came_from: str, *, leads: bool
) -> None:
    page = client.get("/accessibility/", headers={"referer": came_from})
    assert page.context["back"] == ("/judge/win/" if leads else "")
