"""People and phones: whom the host let in, as what; links that let in more; programs."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import ApiToken, Club, Device, JoinLink, Membership, Player, Role, Session
from scoring.operations.people.devices import grant
from scoring.operations.people.joining import Invitation, make_link, open_joining
from scoring.operations.people.players import player_called
from scoring.operations.sessions.sessions import start_practice
from scoring.queries.people.access import Access, access_in, has_host
from scoring.queries.people.joining import good_links, open_code
from scoring.web.serving import addresses
from tests import people
from tests.api.programs import Program
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

NOW = people.EVENING


@pytest.fixture
def player(session: Session) -> Client:
    """Return a browser on Ben's phone."""
    return people.player_browser(session=session, seat=people.BEN)


@pytest.fixture
def bens(player: Client) -> Device:
    """Return Ben's phone."""
    return Device.objects.get(label="Ben's phone")


def place(browser: Client, phone: Device, **changes: str) -> Any:
    """Send the form about a phone as the host's page holds it, with changes."""
    address = f"/phones/{phone.public_id}/"
    shown = browser.get(address).context["form"].initial
    return browser.post(address, {**shown, **changes}, follow=True)


def test_every_phone_is_listed_with_its_holder_and_role(host: Client, player: Client, session: Session) -> None:
    Device.objects.update(seen_at=NOW)
    Membership.objects.filter(role=Role.PLAYER).update(session=session)
    response = host.get("/phones/")
    listed = [(str(one.device), one.access.player and one.access.player.name) for one in response.context["phones"]]
    assert listed == [("Ana's phone", None), ("Ben's phone", "Ben")]
    shown = Page(response).items("data-phones")
    assert [line.split()[0] for line in shown] == ["Ana's", "Ben"]


def test_another_role_counts_from_the_next_request_on(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    hand = f"/sessions/{session.public_id}/hand/"
    assert player.get(hand).status_code == 403
    assert place(host, bens, role="scorekeeper").status_code == 200
    assert player.get(hand).status_code == 200
    ben = Player.objects.get(name="Ben")
    assert access_in(device=bens, club=session.club) == Access(club=session.club, role=Role.SCOREKEEPER, player=ben)


def test_scope_of_a_phone_may_be_narrowed_to_one_night(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    place(host, bens, session=str(session.public_id))
    assert player.get("/history/").status_code == 403
    assert player.get(f"/sessions/{session.public_id}/").status_code == 200


def test_scope_of_a_closed_night_stays_as_it_is(host: Client, bens: Device, session: Session) -> None:
    Membership.objects.filter(device=bens).update(session=session)
    people.close(session)
    place(host, bens, role="viewer")
    ben = Player.objects.get(name="Ben")
    stays = Access(club=session.club, role=Role.VIEWER, session=session, player=ben)
    assert access_in(device=bens, club=session.club) == stays


def test_nights_to_be_seen_are_told_apart_by_name_by_who_plays_now_and_by_practice(host: Client, club: Club) -> None:
    fiesta = people.start_night(club=club)
    Session.objects.update(name="Fiesta")
    ana = fiesta.seats.get(number=people.ANA).player
    ana.merged_into = player_called(club=club, name="Anita", at=NOW)
    ana.save()
    start_practice(club=club, names=("Eva", "Fe", "Gil", "Ina"), stamp=people.stamp())
    forms = host.get("/phones/").context
    for form in (forms["link_form"], forms["open_form"]):
        nights = [str(words) for value, words in form.fields["session"].choices if value]
        assert nights[1].endswith(" · Fiesta · Anita, Ben, Carla, Dan")
        assert " · Eva, Fe, Gil, Ina · " in nights[0], "practice"


def test_phone_sent_away_is_a_stranger_at_its_next_request(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    table = f"/sessions/{session.public_id}/"
    assert player.get(table).status_code == 200
    host.post(f"/phones/{bens.public_id}/revoke/")
    assert player.get(table).status_code == 403
    assert host.get(f"/phones/{bens.public_id}/").status_code == 404


def test_last_host_is_warned_before_it_leaves(host: Client, club: Club) -> None:
    address = f"/phones/{Device.objects.get().public_id}/revoke/"
    assert refusal(host.get(address)) == (200, ("last_host",))
    assert (refusal(host.post(address)), has_host(club=club)) == ((409, ("last_host",)), True)
    left = host.post(address, {"last_host": "1"})
    assert (left["Location"], has_host(club=club)) == ("/", False)


def test_last_host_keeps_its_role_until_there_is_another(host: Client, bens: Device, club: Club) -> None:
    hosts = Device.objects.get(label="Ana's phone")
    assert refusal(place(host, hosts, role="player")) == (409, ("role:last_host",))
    assert has_host(club=club)
    grant(device=bens, access=Access(club=club, role=Role.HOST), now=NOW)
    place(host, hosts, role="player")
    assert access_in(device=hosts, club=club) == Access(club=club, role=Role.PLAYER)


def test_number_of_queries_does_not_grow_with_the_phones(host: Client, session: Session) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            open_page(host, "/phones/")
        return len(queries)

    few = asked()
    for seat in (1, 2, 3):
        people.player_browser(session=session, seat=seat)
        host.post("/phones/links/", {"role": "player", "session": str(session.public_id), "hours": "12"})
    assert asked() == few


# Links


def new_link(host: Client, *, hours: str = "12") -> str:
    """Make a link for viewers of the club and return its page."""
    return str(host.post("/phones/links/", {"role": "viewer", "session": "", "hours": hours})["Location"])


def test_host_makes_a_link_for_a_role_and_shows_it_under_the_address_in_use(host: Client, club: Club) -> None:
    made = new_link(host, hours="168")
    link = JoinLink.objects.get(role=Role.VIEWER)
    assert made == f"/phones/links/{link.public_id}/"
    assert (link.is_single_use, link.session, link.expires_at - link.created_at) == (False, None, timedelta(days=7))
    response = host.get(made, headers={"Host": "192.168.1.20:8000"})
    page = Page(response)
    assert page.text("id", "link") == f"http://192.168.1.20:8000/join/{link.token}/"
    assert str(page.find("class", "qr qr-large").get("src")).startswith("data:image/svg+xml")
    assert (page.has("data-reached"), "no-store" in response["Cache-Control"]) == (False, True)


@pytest.mark.parametrize("host_name", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_host_on_the_machine_itself_is_given_the_address_that_phones_reach(
    host: Client, monkeypatch: pytest.MonkeyPatch, host_name: str
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.20")
    page = Page(host.get(new_link(host), headers={"Host": host_name}))
    token = JoinLink.objects.get(role=Role.VIEWER).token
    assert page.text("id", "link") == f"http://192.168.1.20:8000/join/{token}/"
    assert page.has("data-reached", "in_network")

    host.post("/phones/joining/open/")
    phones = Page(host.get("/phones/", headers={"Host": host_name}))
    assert phones.text("class", "join-address") == "http://192.168.1.20:8000/join/"


def test_host_on_a_machine_in_no_network_is_warned(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: None)
    page = Page(host.get(new_link(host), headers={"Host": "localhost:8000"}))
    assert page.has("data-reached", "only_here")
    assert page.text("id", "link").startswith("http://localhost:8000/join/")


def test_link_of_a_host_is_for_one_phone_and_the_whole_club(host: Client, session: Session) -> None:
    JoinLink.objects.all().delete()
    host.post("/phones/links/", {"role": "host", "session": str(session.public_id), "hours": "168"})
    link = JoinLink.objects.get()
    assert (link.role, link.is_single_use, link.session) == (Role.HOST, True, None)
    assert link.expires_at - link.created_at == timedelta(days=1)


def test_link_of_no_known_role_is_refused(host: Client) -> None:
    answer = host.post("/phones/links/", {"role": "owner", "session": "", "hours": "12"})
    assert (refusal(answer), JoinLink.objects.filter(role="owner").count()) == ((422, ("role:invalid_choice",)), 0)


def test_links_that_work_are_listed_until_they_are_taken_back(host: Client) -> None:
    made = new_link(host)
    assert len(open_page(host, "/phones/").items("data-links")) == 1
    host.post(f"{made}take-back/")
    assert not open_page(host, "/phones/").has("data-links")
    assert refusal(host.get(made)) == (200, ("link_revoked",))


def test_new_phone_takes_the_place_of_an_old_one(host: Client, player: Client, bens: Device, session: Session) -> None:
    shown = host.post(f"/phones/{bens.public_id}/move/")["Location"]
    address = str(open_page(host, shown).text("id", "link")).removeprefix("http://testserver")
    new = Client()
    page = open_page(new, address)
    assert "Ben's phone" in page.text("data-joins")
    new.post(address, page.forms()[0])

    ben = Player.objects.get(name="Ben")
    taken = Device.objects.exclude(pk=bens.pk).get(memberships__player=ben)
    assert access_in(device=taken, club=session.club) == Access(club=session.club, role=Role.PLAYER, player=ben)
    assert access_in(device=bens, club=session.club) is None
    assert Client().post(address, page.forms()[0]).status_code == 302  # the lost answer of the same phone
    assert (player.get("/").status_code, new.get("/").status_code) == (403, 200)


@pytest.mark.parametrize("closes", [True, False])
def test_host_is_asked_whether_links_and_code_are_closed_behind_a_phone(
    host: Client, bens: Device, club: Club, *, closes: bool
) -> None:
    address = f"/phones/{bens.public_id}/revoke/"
    assert not open_page(host, address).has("data-ways-back")
    invitation = Invitation(club=club, role=Role.PLAYER, lifetime=timedelta(days=1))
    link = make_link(invitation=invitation, made_by=None, now=timezone.now())
    open_joining(club=club, session=None, device=bens, now=timezone.now())
    assert "checked" in open_page(host, address).find("name", "ways_back").attrib

    host.post(address, {"ways_back": "on"} if closes else {})
    now = timezone.now()
    assert (link in good_links(club=club, now=now), open_code(club=club, now=now) is None) == (not closes, closes)


def test_page_with_the_code_leads_back_to_the_table(host: Client, session: Session) -> None:
    def leads(address: str) -> bool:
        return open_page(host, address).has("href", f"/sessions/{session.public_id}/")

    pages = ["/phones/"]
    for night in (None, session):
        invitation = Invitation(club=session.club, role=Role.PLAYER, session=night, lifetime=timedelta(days=1))
        link = make_link(invitation=invitation, made_by=None, now=timezone.now())
        pages.append(f"/phones/links/{link.public_id}/")
    assert [leads(page) for page in pages] == [True, True, True]
    people.start_night(club=session.club)  # two tables: which one?
    assert [leads(page) for page in pages] == [False, False, True]


# Programs


def let_in(host: Client, **changes: str) -> Any:
    """Send the form as it opens, with a name."""
    (form,) = open_page(host, "/programs/").forms(action="/programs/")
    return host.post("/programs/", {**form, "label": "Sheet", **changes})


def token_of(answer: Any) -> str:
    return Page(answer).text("data-token")


def checked(page: Page) -> list[tuple[str | None, str | None]]:
    fields = (field for field in page.root.iter("input") if "checked" in field.attrib)
    return [(field.get("name"), field.get("value")) for field in fields]


def test_new_program_gets_a_token_that_opens_the_api_and_is_shown_once(host: Client) -> None:
    answer = let_in(host)
    token = token_of(answer)
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)
    assert Program(token=token).get("token/").json()["role"] == "viewer"
    page = host.get("/programs/")
    assert (Page(page).has("data-program", "Sheet"), token in page.text) == (True, False)


def test_form_that_lacks_something_keeps_what_was_entered(host: Client) -> None:
    answer = let_in(host, label="", role="host")
    assert (refusal(answer), ApiToken.objects.count()) == ((422, ("label:required",)), 0)
    least = [checked(page) for page in (Page(answer), open_page(host, "/programs/"))]
    assert least == [[("role", "host"), ("days", "30")], [("role", "viewer"), ("days", "30")]]


def test_program_speaks_for_the_player_who_was_chosen_and_for_none_of_another_club(
    host: Client, session: Session
) -> None:
    other = player_called(club=people.make_club(name="Other"), name="Eva", at=NOW)
    answer = let_in(host, player=str(other.public_id))
    assert (refusal(answer), ApiToken.objects.count()) == ((422, ("player:invalid_choice",)), 0)
    ben = session.seats.get(number=people.BEN).player
    token = token_of(let_in(host, role="player", player=str(ben.public_id)))
    assert Program(token=token).get("token/").json()["player"] == {"id": str(ben.public_id), "name": "Ben"}
    assert "Ben" in open_page(host, "/programs/").text("data-program", "Sheet")


def test_revoked_program_is_let_in_no_more_and_stays_in_the_list(host: Client) -> None:
    token = token_of(let_in(host))
    revoke = f"/programs/{ApiToken.objects.get().device.public_id}/revoke/"
    assert people.host_browser(club=people.make_club(name="Other")).post(revoke).status_code == 404
    assert host.post(revoke).status_code == 302
    assert Program(token=token).get("token/").status_code == 401
    response = host.get("/programs/")
    assert [shown.has_ended for shown, _role in response.context["programs"]] == [True]
    assert Page(response).has("data-program", "Sheet")
