"""People and phones: whom the host let in, as what; links that let in more; programs; one phone at another address."""

import plistlib
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scoring.models import ApiToken, Club, Device, JoinLink, Player, Role, Session
from scoring.operations.people.joining import open_joining
from scoring.operations.people.players import player_called
from scoring.queries.people.access import Access, access_in, has_host
from scoring.queries.people.phones import open_code
from scoring.web import addresses
from scoring.web.addresses import AUTHORITY_FILE, ServerAddress, https_folder
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.api.programs import Program
from tests.views.reading import Page, open_page, refusal, without_answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(session: Session) -> Client:
    return people.player_browser(session=session, seat=people.BEN)


@pytest.fixture
def bens(player: Client) -> Device:
    return Device.objects.get(label="Ben's phone")


def place(browser: Client, phone: Device, **changes: str) -> Any:
    """Send the form about a phone as the host's page holds it, with changes."""
    address = f"/phones/{phone.public_id}/"
    shown = browser.get(address).context["form"].initial
    return browser.post(address, {**shown, **changes}, follow=True)


def test_another_role_counts_at_the_next_request(host: Client, player: Client, bens: Device, session: Session) -> None:
    hand = f"/sessions/{session.public_id}/hand/"
    assert player.get(hand).status_code == 403
    assert place(host, bens, role="scorekeeper").status_code == 200
    assert player.get(hand).status_code == 200
    place(host, bens, role="viewer", session=str(session.public_id))
    people.close(session)
    place(host, bens, role="player")  # that of a closed night stays one
    ben = Player.objects.get(name="Ben")
    now = Access(club=session.club, role=Role.PLAYER, session=session, player=ben)
    assert access_in(device=bens, club=session.club) == now


def test_last_host_is_warned_before_it_leaves(host: Client, club: Club) -> None:
    address = f"/phones/{Device.objects.get().public_id}/revoke/"
    assert refusal(host.get(address.removesuffix("revoke/"))) == (200, ("last_host",))
    assert (refusal(host.post(address)), has_host(club=club)) == ((409, ("last_host",)), True)
    assert refusal(place(host, Device.objects.get(), role="player")) == (422, ("last_host", "role:last_host"))
    left = host.post(address, {"last_host": "1"})
    assert (left["Location"], has_host(club=club)) == ("/", False)


def new_link(host: Client, *, role: str = "viewer", session: str = "") -> tuple[str, JoinLink]:
    made = host.post("/phones/links/", {"role": role, "session": session, "hours": "168"})["Location"]
    return made, JoinLink.objects.latest("pk")


def test_host_makes_a_link_for_a_role_shows_it_under_the_address_in_use_and_takes_it_back(host: Client) -> None:
    made, link = new_link(host)
    assert (link.is_single_use, link.session, link.expires_at - link.created_at) == (False, None, timedelta(days=7))
    response = host.get(made, headers={"Host": "192.168.1.20:8000"})
    page = Page(response)
    assert page.text("id", "link") == f"http://192.168.1.20:8000/join/{link.token}/"
    assert str(page.find("class", "qr qr-large").get("src")).startswith("data:image/svg+xml")
    assert (page.has("data-reached"), "no-store" in response["Cache-Control"]) == (False, True)
    host.post(f"{made}take-back/")
    assert not open_page(host, "/phones/").has("data-links")
    assert refusal(host.get(made)) == (200, ("link_revoked",))


def test_link_of_a_host_is_for_one_phone_one_day_and_the_whole_club(host: Client, session: Session) -> None:
    _made, link = new_link(host, role="host", session=str(session.public_id))
    assert (link.role, link.is_single_use, link.session) == (Role.HOST, True, None)
    assert link.expires_at - link.created_at == timedelta(days=1)


@pytest.mark.parametrize("host_name", ["localhost:8000", "[::1]:8000"])
@pytest.mark.parametrize(("network", "reached"), [("192.168.1.20", "in_network"), (None, "only_here")])
def test_host_on_the_machine_itself_is_given_the_address_that_phones_reach_or_warned(
    host: Client, monkeypatch: pytest.MonkeyPatch, host_name: str, network: str | None, reached: str
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: network)
    made, link = new_link(host)
    page = Page(host.get(made, headers={"Host": host_name}))
    assert page.has("data-reached", reached)
    server = f"{network}:8000" if network else host_name
    assert page.text("id", "link") == f"http://{server}/join/{link.token}/"
    assert page.text("class", "join-address") == f"http://{server}/join/"


def test_looking_makes_no_link_and_what_works_is_shown_again(host: Client, session: Session) -> None:
    (usual,) = open_page(host, "/phones/invite/").forms(action="/phones/links/")
    assert (usual["session"], JoinLink.objects.exists()) == (str(session.public_id), False)
    made = [host.post("/phones/links/", usual)["Location"] for _ in range(2)]
    code = open_code(club=session.club, now=timezone.now())
    shown = [Page(host.get(page)) for page in (*made, "/phones/invite/")]
    assert {each.text("id", "link") for each in shown} == {f"http://testserver/join/{JoinLink.objects.get().token}/"}
    assert {each.text("data-code") for each in shown} == {str(code)}
    host.post("/phones/joining/close/")
    assert open_page(host, "/phones/").has("data-links")
    (renew, _change) = open_page(host, "/phones/invite/").forms(action="/phones/links/")
    assert renew == usual | {"csrfmiddlewaretoken": renew["csrfmiddlewaretoken"]}


def test_new_phone_takes_the_place_of_an_old_one(host: Client, player: Client, bens: Device, session: Session) -> None:
    shown = host.post(f"/phones/{bens.public_id}/move/")["Location"]
    address = str(open_page(host, shown).text("id", "link")).removeprefix("http://testserver")
    new = Client()
    (form, *_) = open_page(new, address).forms()
    new.post(address, form)
    taken = Device.objects.exclude(pk=bens.pk).get(memberships__player__name="Ben")
    assert [people.role_of(device=each, club=session.club) for each in (taken, bens)] == [Role.PLAYER, None]
    assert without_answer(new).post(address, form).status_code == 302  # the lost answer of the same phone
    assert (player.get("/").status_code, new.get("/").status_code) == (403, 200)


def test_links_and_code_are_closed_behind_a_phone(host: Client, bens: Device, club: Club) -> None:
    address, now = f"/phones/{bens.public_id}/revoke/", timezone.now()
    shown = address.removesuffix("revoke/")
    assert not open_page(host, shown).has("data-ways-back")
    open_joining(club=club, session=None, device=bens, now=now)
    assert "checked" in open_page(host, shown).find("name", "ways_back").attrib
    host.post(address, {"ways_back": "on"})
    assert open_code(club=club, now=now) is None


def let_in(host: Client, **changes: str) -> Any:
    (form,) = open_page(host, "/club/curious/").forms(action="/programs/")
    return host.post("/programs/", {**form, "label": "Sheet", **changes})


def test_new_program_gets_a_token_that_opens_the_api_is_shown_once_and_revoked(host: Client) -> None:
    (least,) = open_page(host, "/club/curious/").forms(action="/programs/")
    assert (least["role"], least["days"]) == ("viewer", "30")
    answer = let_in(host)
    token = Page(answer).text("data-token")
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)
    assert Program(token=token).get("token/").json()["role"] == "viewer"
    page = host.get("/club/curious/")
    assert (Page(page).has("data-program", "Sheet"), token in page.text) == (True, False)
    revoke = f"/programs/{ApiToken.objects.get().device.public_id}/revoke/"
    assert people.host_browser(club=people.make_club(name="Other")).post(revoke).status_code == 404
    assert host.post(revoke).status_code == 302
    assert Program(token=token).get("token/").status_code == 401
    assert [shown.has_ended for shown in host.get("/club/curious/").context["programs"]] == [True]


def test_program_speaks_for_the_player_chosen_and_for_none_of_another_club(host: Client, session: Session) -> None:
    other = player_called(club=people.make_club(name="Other"), name="Eva", at=people.EVENING)
    answer = let_in(host, label="", player=str(other.public_id))
    assert refusal(answer) == (422, ("label:required", "player:invalid_choice"))
    assert not ApiToken.objects.exists()
    ben = session.seats.get(number=people.BEN).player
    token = Page(let_in(host, role="player", player=str(ben.public_id))).text("data-token")
    assert Program(token=token).get("token/").json()["player"] == {"id": str(ben.public_id), "name": "Ben"}


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"


def links_of(browser: Client) -> dict[str, str]:
    links = [str(link.get("href")) for link in open_page(browser, "/me/?open=elsewhere").root.iter("a")]
    return {link.split("/along/")[0]: f"/along/{link.split('/along/')[1]}" for link in links if "/along/" in link}


@pytest.fixture
def link(host: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the link to the machine's address in the network, made at another one."""
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.20")
    return links_of(host)["http://192.168.1.20:80"]


@pytest.mark.parametrize("answers", [True, False])
def test_local_name_that_answers_is_offered(host: Client, monkeypatch: pytest.MonkeyPatch, *, answers: bool) -> None:
    ask = Mock(return_value=["192.168.1.20"], side_effect=None if answers else OSError)
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop")
    monkeypatch.setattr(socket, "getaddrinfo", ask)
    cache.clear()
    assert ["http://laptop.local:80" in links_of(host) for _ in range(2)] == [answers] * 2
    assert [each.args[0] for each in ask.call_args_list] == ["laptop.local"]  # the answer is remembered


def test_phone_is_the_same_there_a_stranger_where_it_was_and_takes_nobody_else_along(host: Client, link: str) -> None:
    there, other = Client(), Client()
    form, second = (open_page(each, link).forms()[0] for each in (there, other))
    assert host.get(link)["Location"] == "/"  # a phone that has a place keeps it
    assert host.get("/").status_code == 200
    for phone in (there, without_answer(there)):  # the answer with the cookie was lost
        assert phone.post(link, form).status_code == 302
    assert (there.get("/").status_code, host.get("/").status_code, Device.objects.count()) == (200, 403, 1)
    refused = [other.post(link, second), Client().post(link), Client().get(f"{link[:-4]}xyz/")]
    assert [refusal(answer) for answer in refused] == [(410, ("link_used",))] * 3


def test_phone_forgets_itself_once_it_was_asked_and_the_only_host_is_warned(host: Client, club: Club) -> None:
    phone = people.browser_of(club=club, role=Role.PLAYER)
    assert not open_page(phone, "/me/").has("data-forgotten")
    assert phone.get("/").status_code == 200
    for _ in range(2):  # the first answer was lost
        assert Page(phone.post("/me/forget/")).has("data-forgotten")
    assert phone.get("/").status_code == 403
    assert refusal(host.post("/me/forget/", follow=True)) == (200, ("last_host",))
    assert host.get("/").status_code == 200


def test_phone_knows_the_app_restored_on_a_machine_with_another_secret_key(host: Client) -> None:
    token, phone = host.cookies[DEVICE_COOKIE].value, Client()
    phone.cookies["cuajo_device_0123abcd"] = token
    answer = phone.get("/")
    assert (answer.status_code, answer.cookies[DEVICE_COOKIE].value) == (200, token)


def test_a_phone_is_given_a_certificate_an_iphone_a_profile(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    https_folder().mkdir()
    ServerAddress(https=8443).keep()
    (https_folder() / AUTHORITY_FILE).write_bytes(b"the certificate")
    answer = client.get("/https/cuajo.crt")
    assert (answer["Content-Type"], answer.content) == ("application/x-x509-ca-cert", b"the certificate")
    first, second = (client.get("/https/cuajo.crt", headers={"User-Agent": IPHONE}) for _ in range(2))
    assert first.content == second.content
    assert first["Content-Disposition"] == 'attachment; filename="cuajo.mobileconfig"'
    (root,) = plistlib.loads(first.content)["PayloadContent"]
    assert (root["PayloadType"].rpartition(".")[2], root["PayloadContent"]) == ("root", b"the certificate")
