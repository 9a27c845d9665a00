"""People and phones: what the host sees and changes, and that it counts from the next request on."""

from dataclasses import replace
from datetime import timedelta
from xml.etree.ElementTree import Element

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Club, Device, JoinLink, Membership, Player, Role, Session
from scoring.operations.people.devices import SEEN_EVERY, LastHostError, change_place, grant, note_seen, revoke
from scoring.operations.people.joining import Invitation, make_link, make_recovery_link, open_joining, send_away
from scoring.operations.sessions.sessions import start_practice
from scoring.queries.people.access import Access, access_in, has_host
from scoring.queries.people.joining import WaysBack, good_links, open_code, ways_back
from tests import people
from tests.views.reading import Page, open_page

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


def place(browser: Client, phone: Device, **changes: str) -> Page:
    """Send the form about a phone as the host's page holds it, with changes."""
    address = f"/phones/{phone.public_id}/"
    shown = open_page(browser, address)
    held = {
        field.get("name", ""): field.get("value", "") for field in shown.root.iter("input") if "checked" in field.attrib
    }
    holder = next((option.get("value", "") for option in _chosen(shown)), "")
    return Page(browser.post(address, {**held, "player": holder, **changes}, follow=True))


def _chosen(page: Page) -> list[Element]:
    return [option for option in page.root.iter("option") if "selected" in option.attrib]


def test_every_phone_is_listed_with_its_holder_and_role(host: Client, player: Client) -> None:
    Device.objects.update(seen_at=NOW)
    Membership.objects.filter(role=Role.PLAYER).update(session=Session.objects.get())
    hosts, bens = open_page(host, "/phones/").items("data-phones")
    assert hosts.startswith("Ana's phone This phone seen ")
    assert bens == "Ben Ben's phone · only Sun 1 Feb · seen 1 Feb, 03:00 Player"


def test_another_role_counts_from_the_next_request_on(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    hand = f"/sessions/{session.public_id}/hand/"
    assert player.get(hand).status_code == 403
    page = place(host, bens, role="scorekeeper")

    assert page.status == 200
    assert player.get(hand).status_code == 200
    ben = Player.objects.get(name="Ben")
    assert access_in(device=bens, club=session.club) == Access(club=session.club, role=Role.SCOREKEEPER, player=ben)


def test_scope_of_a_phone_may_be_narrowed_to_one_night(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    place(host, bens, session=str(session.public_id))
    assert player.get("/history/").status_code == 403
    assert player.get(f"/sessions/{session.public_id}/").status_code == 200


def test_nights_of_one_minute_are_told_apart_by_who_plays(host: Client, club: Club) -> None:
    for names in (people.NAMES, ("Eva", "Fe", "Gil", "Ina")):
        people.start_night(club=club, names=names)
    said = open_page(host, "/phones/").text("id", "main")
    night = "Only the night of Sun 1 Feb, 03:00"
    assert said.count(f"{night} · Eva, Fe, Gil, Ina") == said.count(f"{night} · Ana, Ben, Carla, Dan") == 2


def test_a_night_that_may_be_seen_says_its_name(host: Client, session: Session) -> None:
    session.name = "Fiesta"
    session.save()
    assert "Only the night of Sun 1 Feb, 03:00 · Fiesta · Ana, Ben" in open_page(host, "/phones/").text("id", "main")


def test_a_practice_night_that_may_be_seen_says_so(host: Client, club: Club) -> None:
    start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert "Ana, Ben, Carla, Dan · practice" in open_page(host, "/phones/").text("id", "main")


def test_a_merged_player_of_a_night_has_the_name_of_now(host: Client, session: Session) -> None:
    ana = session.seats.get(number=people.ANA).player
    ana.merged_into = Player.objects.create(club=session.club, name="Anita", created_at=people.EVENING)
    ana.save()
    assert "Only the night of Sun 1 Feb, 03:00 · Anita, Ben, Carla, Dan" in open_page(host, "/phones/").text(
        "id", "main"
    )


def test_scope_of_a_closed_night_stays_as_it_is(host: Client, bens: Device, session: Session) -> None:
    Membership.objects.filter(device=bens).update(session=session)
    people.win(session)
    page = open_page(host, f"/sessions/{session.public_id}/close/")
    host.post(f"/sessions/{session.public_id}/close/", {**page.forms()[0], "coin": "100"})
    place(host, bens, role="viewer")
    assert access_in(device=bens, club=session.club) == Access(
        club=session.club, role=Role.VIEWER, session=session, player=Player.objects.get(name="Ben")
    )


def test_host_gives_a_phone_to_another_player_and_its_role_stays(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    carla = Player.objects.get(name="Carla")
    place(host, bens, player=str(carla.public_id))
    assert Membership.objects.filter(device=bens).count() == 1
    assert access_in(device=bens, club=session.club) == Access(club=session.club, role=Role.PLAYER, player=carla)


def test_phone_sent_away_is_a_stranger_at_its_next_request(
    host: Client, player: Client, bens: Device, session: Session
) -> None:
    assert player.get(f"/sessions/{session.public_id}/").status_code == 200
    for _ in range(2):
        host.post(f"/phones/{bens.public_id}/revoke/")
    assert player.get(f"/sessions/{session.public_id}/").status_code == 403
    assert host.get(f"/phones/{bens.public_id}/").status_code == 404


def test_last_host_is_warned_before_it_leaves(host: Client, club: Club) -> None:
    phone = Device.objects.get()
    address = f"/phones/{phone.public_id}/revoke/"
    assert "manage.py host_link" in open_page(host, address).text("class", "notice notice-error stack-tight")

    refused = host.post(address)
    assert (refused.status_code, has_host(club=club)) == (409, True)

    left = host.post(address, {"last_host": "1"})
    assert (left["Location"], has_host(club=club)) == ("/", False)


def test_last_host_keeps_its_role(host: Client, club: Club) -> None:
    page = place(host, Device.objects.get(), role="player")
    assert page.status == 409
    assert "This is the only host. Make another phone the host first." in page.items("data-place")
    assert has_host(club=club)


def test_one_of_two_hosts_may_go(host: Client, bens: Device, club: Club) -> None:
    grant(device=bens, access=Access(club=club, role=Role.HOST), now=NOW)
    change_place(device=bens, access=Access(club=club, role=Role.VIEWER), now=NOW)
    first = Device.objects.get(label="Ana's phone")
    with pytest.raises(LastHostError):
        revoke(device=first, club=club, now=timezone.now())
    assert access_in(device=first, club=club) == Access(club=club, role=Role.HOST)


def test_a_phone_is_sent_away_also_after_the_clock_went_back(club: Club, bens: Device) -> None:
    revoke(device=bens, club=club, now=timezone.now() - timedelta(days=400))
    assert access_in(device=bens, club=club) is None


def test_phone_of_another_club_is_not_found(host: Client) -> None:
    other = people.make_club(name="Another club")
    people.browser_of(club=other, role=Role.VIEWER)
    theirs = Device.objects.get(label="a viewer's phone")
    assert host.get(f"/phones/{theirs.public_id}/").status_code == 404
    assert host.post(f"/phones/{theirs.public_id}/revoke/").status_code == 404
    assert access_in(device=theirs, club=other) == Access(club=other, role=Role.VIEWER)


def test_host_makes_a_link_for_a_role_and_shows_it_under_the_address_in_use(host: Client, club: Club) -> None:
    made = host.post("/phones/links/", {"role": "viewer", "session": "", "hours": "168"})
    link = JoinLink.objects.get(role=Role.VIEWER)
    assert made["Location"] == f"/phones/links/{link.public_id}/"
    assert (link.is_single_use, link.session, link.expires_at - link.created_at) == (False, None, timedelta(days=7))
    page = Page(host.get(made["Location"], headers={"Host": "192.168.1.20:8000"}))
    assert page.text("id", "link") == f"http://192.168.1.20:8000/join/{link.token}/"
    assert str(page.find("class", "qr qr-large").get("src")).startswith("data:image/svg+xml")


@pytest.mark.parametrize("host_name", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_host_on_the_machine_itself_is_given_the_address_that_phones_reach(
    host: Client, monkeypatch: pytest.MonkeyPatch, host_name: str
) -> None:
    monkeypatch.setattr("scoring.web.serving.addresses.lan_address", lambda: "192.168.1.20")
    made = host.post("/phones/links/", {"role": "viewer", "session": "", "hours": "12"})["Location"]
    link = JoinLink.objects.get(role=Role.VIEWER)
    page = Page(host.get(made, headers={"Host": host_name}))
    assert page.text("id", "link") == f"http://192.168.1.20:8000/join/{link.token}/"
    assert page.text("class", "notice").endswith("reach it under the address here.")

    host.post("/phones/joining/open/")
    phones = Page(host.get("/phones/", headers={"Host": host_name}))
    assert phones.text("class", "join-address") == "http://192.168.1.20:8000/join/"


def test_host_on_a_machine_in_no_network_is_warned(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.serving.addresses.lan_address", lambda: None)
    made = host.post("/phones/links/", {"role": "viewer", "session": "", "hours": "12"})["Location"]
    page = Page(host.get(made, headers={"Host": "localhost:8000"}))
    assert page.text("class", "notice notice-warning").startswith("This address works on this machine only")
    assert page.text("id", "link").startswith("http://localhost:8000/join/")


def test_page_with_a_link_is_kept_by_no_browser(host: Client) -> None:
    made = host.post("/phones/links/", {"role": "viewer", "session": "", "hours": "12"})["Location"]
    assert "no-store" in host.get(made)["Cache-Control"]


def test_link_of_a_host_is_for_one_phone_and_the_whole_club(host: Client, session: Session) -> None:
    JoinLink.objects.all().delete()
    form = {"role": "host", "session": str(session.public_id), "hours": "168"}
    host.post("/phones/links/", form)
    link = JoinLink.objects.get()
    assert (link.role, link.is_single_use, link.session) == (Role.HOST, True, None)
    assert link.expires_at - link.created_at == timedelta(days=1)


def test_link_of_no_known_role_is_refused(host: Client) -> None:
    page = Page(host.post("/phones/links/", {"role": "owner", "session": "", "hours": "12"}))
    assert (page.status, JoinLink.objects.filter(role="owner").count()) == (422, 0)


def test_links_that_work_are_listed_until_they_are_taken_back(host: Client) -> None:
    made = host.post("/phones/links/", {"role": "player", "session": "", "hours": "12"})["Location"]
    assert len(open_page(host, "/phones/").items("data-links")) == 1

    host.post(f"{made}take-back/")
    assert not open_page(host, "/phones/").has("data-links")
    assert "lets nobody in any more" in open_page(host, made).text("class", "notice notice-warning")


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
    assert player.get("/").status_code == 403
    assert Client().post(address, page.forms()[0]).status_code == 302  # the lost answer of the same phone
    assert open_page(new, "/").status == 200


def test_link_to_a_new_phone_ends_when_the_old_one_is_sent_away(host: Client, bens: Device, club: Club) -> None:
    link = make_recovery_link(device=bens, club=club, made_by=bens, now=timezone.now())
    host.post(f"/phones/{bens.public_id}/revoke/")
    assert Client().get(f"/join/{link.token}/").status_code == 410


def test_phone_in_use_is_seen_every_few_minutes(bens: Device) -> None:
    note_seen(device=bens, now=NOW)
    bens.refresh_from_db()
    note_seen(device=bens, now=NOW + SEEN_EVERY - timedelta(seconds=1))
    assert Device.objects.get(pk=bens.pk).seen_at == NOW
    note_seen(device=bens, now=NOW + SEEN_EVERY)
    assert Device.objects.get(pk=bens.pk).seen_at == NOW + SEEN_EVERY


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


def invite(club: Club, *, role: Role = Role.PLAYER, session: Session | None = None) -> JoinLink:
    invitation = Invitation(club=club, role=role, session=session, lifetime=timedelta(days=1))
    return make_link(invitation=invitation, made_by=None, now=timezone.now())


def still_good(*links: JoinLink) -> list[bool]:
    return [link in good_links(club=link.club, now=timezone.now()) for link in links]


def test_links_and_code_are_taken_back_with_the_phone_that_could_return_by_them(
    host: Client, bens: Device, club: Club
) -> None:
    links = (invite(club), invite(club, role=Role.VIEWER))
    open_joining(club=club, session=None, device=bens, now=timezone.now())
    address = f"/phones/{bens.public_id}/revoke/"
    page = open_page(host, address)
    assert page.text("data-ways-back") == ("Also take back the 2 links that still work and close joining by code")
    assert "checked" in page.find("name", "ways_back").attrib

    host.post(address, {"ways_back": "on"})
    assert still_good(*links) == [False, False]
    assert open_code(club=club, now=timezone.now()) is None


def test_links_stay_where_the_host_wants_them_to(host: Client, bens: Device, club: Club) -> None:
    link = invite(club)
    open_joining(club=club, session=None, device=bens, now=timezone.now())
    host.post(f"/phones/{bens.public_id}/revoke/")
    assert still_good(link) == [True]
    assert open_code(club=club, now=timezone.now()) is not None


def test_nothing_is_asked_about_links_where_none_works(host: Client, bens: Device) -> None:
    assert not open_page(host, f"/phones/{bens.public_id}/revoke/").has("data-ways-back")


def test_phone_of_one_night_could_return_by_no_link_of_another_and_by_none_for_one_phone(session: Session) -> None:
    club, other = session.club, people.start_night(club=session.club)
    whole, tonight, another = invite(club), invite(club, session=session), invite(club, session=other)
    for_a_host = invite(club, role=Role.HOST)
    people.browser_of(club=club, role=Role.VIEWER)
    phone = Device.objects.get()
    only = Access(club=club, role=Role.VIEWER, session=session)
    grant(device=phone, access=only, now=timezone.now())
    code = open_joining(club=club, session=other, device=phone, now=timezone.now())

    def seen(access: Access) -> WaysBack:
        found = ways_back(device=phone, access=access, now=timezone.now())
        return WaysBack(links=tuple(sorted(found.links, key=lambda link: link.pk)), code=found.code)

    assert seen(only) == WaysBack(links=(whole, tonight), code=None)
    assert seen(replace(only, session=None)) == WaysBack(links=(whole, tonight, another), code=code)
    assert seen(Access(club=club, role=Role.HOST)) == WaysBack(links=(whole, tonight, another, for_a_host), code=code)

    send_away(device=phone, club=club, now=timezone.now(), closes_ways_back=True)
    assert still_good(whole, tonight, another, for_a_host) == [False, False, True, True]


def test_last_host_that_stays_keeps_its_links(host: Client, club: Club) -> None:
    link, phone = invite(club), Device.objects.get()
    assert host.post(f"/phones/{phone.public_id}/revoke/", {"ways_back": "on"}).status_code == 409
    assert still_good(link) == [True]


def test_the_page_with_the_code_leads_back_to_the_table(host: Client, session: Session) -> None:
    table = f"/sessions/{session.public_id}/"
    link = make_link(
        invitation=Invitation(club=session.club, role=Role.PLAYER, lifetime=timedelta(days=1)),
        made_by=None,
        now=timezone.now(),
    )
    of_the_night = Invitation(club=session.club, role=Role.PLAYER, session=session, lifetime=timedelta(days=1))
    narrow = make_link(invitation=of_the_night, made_by=None, now=timezone.now())

    for address in ("/phones/", f"/phones/links/{link.public_id}/", f"/phones/links/{narrow.public_id}/"):
        assert leads_to(open_page(host, address), table), address
    people.start_night(club=session.club)
    assert not leads_to(open_page(host, "/phones/"), table), "two tables: which one?"
    assert leads_to(open_page(host, f"/phones/links/{narrow.public_id}/"), table)


def leads_to(page: Page, address: str) -> bool:
    return any(link.get("href") == address for link in page.root.iter("a"))
