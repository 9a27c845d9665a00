"""Programs let in by the host: a token shown once, a list, revoked with one tap."""

import pytest
from django.test import Client

from scoring.models import ApiToken, Club, Session
from scoring.operations.people.players import player_called
from tests import people
from tests.api.programs import Program
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db


def let_in(host: Client, **changes: str) -> Page:
    """Send the form as it opens, with a name."""
    (form,) = open_page(host, "/programs/").forms(action="/programs/")
    return Page(host.post("/programs/", {**form, "label": "Sheet", "role": "viewer", "days": "30", **changes}))


def test_a_new_program_gets_a_token_that_opens_the_api(club: Club, host: Client) -> None:
    page = let_in(host)
    token = page.text("data-token")
    assert page.status == 200
    assert Program(token=token).get("token/").json()["role"] == "viewer"


def test_the_page_of_a_token_is_kept_nowhere(club: Club, host: Client) -> None:
    (form,) = open_page(host, "/programs/").forms(action="/programs/")
    answer = host.post("/programs/", {**form, "label": "Sheet", "role": "viewer", "days": "30"})
    assert "no-store" in answer["Cache-Control"]


def test_the_least_is_offered_first(club: Club, host: Client) -> None:
    page = open_page(host, "/programs/")
    checked = [
        (field.get("name"), field.get("value")) for field in page.root.iter("input") if "checked" in field.attrib
    ]
    assert checked == [("role", "viewer"), ("days", "30")]


def test_a_form_that_lacks_something_keeps_what_was_entered(club: Club, host: Client) -> None:
    page = let_in(host, label="", role="host")
    assert page.status == 422
    assert not ApiToken.objects.exists()
    assert [field.get("value") for field in page.root.iter("input") if "checked" in field.attrib] == ["host", "30"]


def test_a_program_speaks_for_the_player_who_was_chosen(host: Client, session: Session) -> None:
    ben = session.seats.get(number=2).player
    token = let_in(host, role="player", player=str(ben.public_id)).text("data-token")
    assert Program(token=token).get("token/").json()["player"] == {"id": str(ben.public_id), "name": "Ben"}
    shown = open_page(host, "/programs/").text("data-program", "Sheet")
    assert shown.startswith("Sheet See, dispute, propose · speaks for Ben")


def test_a_program_speaks_for_no_player_of_another_club(club: Club, host: Client) -> None:
    other = player_called(club=people.make_club(name="Other"), name="Eva", at=people.EVENING)
    assert let_in(host, player=str(other.public_id)).status == 422
    assert not ApiToken.objects.exists()


def test_the_list_never_shows_a_token_again(club: Club, host: Client) -> None:
    token = let_in(host).text("data-token")
    page = host.get("/programs/").text
    assert "Sheet" in page
    assert token not in page


def test_a_revoked_program_is_let_in_no_more_and_stays_in_the_list(club: Club, host: Client) -> None:
    token = let_in(host).text("data-token")
    revoke = f"/programs/{ApiToken.objects.get().device.public_id}/revoke/"
    assert host.post(revoke).status_code == 302
    assert Program(token=token).get("token/").status_code == 401
    assert open_page(host, "/programs/").text("data-program", "Sheet").startswith("Sheet ended See only")


def test_the_token_of_another_club_is_not_found(host: Client) -> None:
    let_in(people.host_browser(club=people.make_club(name="Other")))
    assert host.post(f"/programs/{ApiToken.objects.get().device.public_id}/revoke/").status_code == 404
