"""Links that give many phones a role, and what a host decided about a phone since a link was made."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scoring.models import Club, Device, JoinLink, Membership, Role, Session
from scoring.operations.people.devices import change_place, new_token, revoke
from scoring.operations.people.joining import Invitation, LinkError, join, make_link, revoke_link
from scoring.queries.people.access import Access, access_in, has_host, is_last_host
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.views.people.opening import NOW, accept, form_of, link_of
from tests.views.reading import Page, open_page


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Sunday table", created_at=NOW)


def guest_link(club: Club, *, role: Role = Role.PLAYER, session: Session | None = None) -> JoinLink:
    invitation = Invitation(club=club, role=role, session=session, lifetime=timedelta(hours=12))
    return make_link(invitation=invitation, made_by=None, now=timezone.now())


def test_any_number_of_phones_joins_by_the_link_of_a_role(club: Club) -> None:
    link = guest_link(club)
    phones = [Client() for _ in range(3)]
    for phone in phones:
        phone.post(f"/join/{link.token}/", form_of(phone, link=link.token))

    assert [phone.get("/history/").status_code for phone in phones] == [200, 200, 200]
    assert [one.role for one in Membership.objects.all()] == [Role.PLAYER] * 3
    assert JoinLink.objects.get().used_at is None


def test_link_says_what_it_gives_before_it_gives_it(client: Client, session: Session) -> None:
    link = guest_link(session.club, role=Role.VIEWER, session=session)
    page = open_page(client, f"/join/{link.token}/")

    assert page.text("data-joins") == (
        "Role Viewer May see everything and change nothing. Sees Only the night of Sat 31 Jan, 19:00"
    )
    assert "Ana" not in page.text("id", "main")
    assert client.get(f"/sessions/{session.public_id}/").status_code == 403


def test_link_of_one_night_lets_into_that_night(client: Client, session: Session) -> None:
    link = guest_link(session.club, role=Role.VIEWER, session=session)
    answer = client.post(f"/join/{link.token}/", form_of(client, link=link.token))

    assert answer["Location"] == "/me/"
    assert client.get("/")["Location"] == f"/sessions/{session.public_id}/"
    assert client.get("/history/").status_code == 403


def test_link_taken_back_lets_nobody_in_and_phones_that_joined_stay(client: Client, club: Club) -> None:
    link, late = guest_link(club), Client()
    form = form_of(late, link=link.token)
    client.post(f"/join/{link.token}/", form_of(client, link=link.token))
    revoke_link(link=link, now=timezone.now())

    refused = late.post(f"/join/{link.token}/", form)
    assert (refused.status_code, "The host took this link back." in refused.text) == (410, True)
    assert client.get("/").status_code == 200


def test_link_of_a_lesser_role_takes_nothing_away(host: Client, club: Club) -> None:
    link = guest_link(club, role=Role.VIEWER)
    page = open_page(host, f"/join/{link.token}/")
    assert "Its role there: Host." in page.text("class", "narrow stack")
    assert not page.has("name", "new_device")
    host.post(f"/join/{link.token}/")
    assert [one.role for one in Membership.objects.all()] == [Role.HOST]


def test_link_that_replaces_a_role_says_so(session: Session) -> None:
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    link = guest_link(session.club, role=Role.SCOREKEEPER, session=session)
    page = open_page(viewer, f"/join/{link.token}/")
    assert "as: Viewer. Joining replaces that." in page.text("class", "notice notice-warning")

    viewer.post(f"/join/{link.token}/", page.forms()[0])
    (place,) = Membership.objects.filter(revoked_at=None)
    assert (place.role, place.session) == (Role.SCOREKEEPER, session)


def test_previews_of_a_chat_burn_no_link(club: Club) -> None:
    link = link_of(club)
    previews = [Client().generic(method, f"/join/{link}/").status_code for method in ("GET", "HEAD") * 20]
    assert previews == [200] * 40
    assert JoinLink.objects.get().used_at is None


def test_links_cannot_be_made_from_a_copy_of_the_database(club: Club, settings: Settings) -> None:
    link = guest_link(club)
    link_before = link.token
    settings.SECRET_KEY = "another installation's key"
    assert JoinLink.objects.get().token != link_before


def test_database_refuses_a_host_link_for_many(club: Club) -> None:
    guest_link(club)
    with pytest.raises(IntegrityError, match="join_link_of_a_host_or_a_device_is_for_single_use"):
        JoinLink.objects.update(role=Role.HOST)


def test_database_refuses_a_link_used_by_nobody(club: Club) -> None:
    link_of(club)
    with pytest.raises(IntegrityError, match="join_link_is_used_by_a_device"):
        JoinLink.objects.update(used_at=NOW)


def test_database_refuses_a_link_that_was_never_good(club: Club) -> None:
    with pytest.raises(IntegrityError, match="join_link_expires_after_it_was_made"):
        JoinLink.objects.create(
            token_hash="1" * 64, club=club, role=Role.VIEWER, is_single_use=False, created_at=NOW, expires_at=NOW
        )


def test_a_phone_that_was_sent_away_does_not_return_by_a_link_from_before(club: Club) -> None:
    invitation = Invitation(club=club, role=Role.PLAYER, lifetime=timedelta(days=7))
    link, phone = make_link(invitation=invitation, made_by=None, now=NOW), new_token()
    device = join(token=link.token, device_token=phone, label="phone", now=NOW)
    revoke(device=device, club=club, now=NOW + timedelta(minutes=1))

    with pytest.raises(LinkError, match="decided about this phone after making this link"):
        join(token=link.token, device_token=phone, label="phone", now=NOW + timedelta(minutes=2))

    newer = make_link(invitation=invitation, made_by=None, now=NOW + timedelta(minutes=3))
    join(token=newer.token, device_token=phone, label="phone", now=NOW + timedelta(minutes=4))
    assert access_in(device=device, club=club) == Access(club=club, role=Role.PLAYER)


def test_a_host_that_was_sent_away_leaves_no_link_that_makes_hosts(club: Club) -> None:
    first = join(token=link_of(club, made_at=NOW), device_token=new_token(), label="first", now=NOW)
    second = join(token=link_of(club, made_at=NOW), device_token=new_token(), label="second", now=NOW)
    invitation = Invitation(club=club, role=Role.HOST, lifetime=timedelta(days=1))
    kept = make_link(invitation=invitation, made_by=second, now=NOW)
    revoke(device=second, club=club, now=NOW)

    with pytest.raises(LinkError, match="took this link back"):
        join(token=kept.token, device_token=new_token(), label="third", now=NOW)
    assert has_host(club=club)
    assert is_last_host(device=first, club=club)


def test_phone_with_a_lesser_role_now_does_not_rise_again_by_a_link_from_before(club: Club) -> None:
    invitation = Invitation(club=club, role=Role.SCOREKEEPER, lifetime=timedelta(days=7))
    link, browser = make_link(invitation=invitation, made_by=None, now=timezone.now()), Client()
    accept(browser, link=link.token)
    phone, lesser = Device.objects.get(), Access(club=club, role=Role.VIEWER)
    change_place(device=phone, access=lesser, now=timezone.now())

    opened = Page(browser.get(f"/join/{link.token}/"))
    assert (opened.status, opened.text("class", "narrow stack").split(".")[0]) == (
        410,
        "The host decided about this phone after making this link",
    )
    token = browser.cookies[DEVICE_COOKIE].value
    with pytest.raises(LinkError):
        join(token=link.token, device_token=token, label="phone", now=timezone.now())
    assert access_in(device=phone, club=club) == lesser


def test_phone_that_rose_by_a_better_link_may_still_use_the_first(session: Session) -> None:
    club, phone = session.club, new_token()
    tonight = Invitation(club=club, role=Role.SCOREKEEPER, session=session, lifetime=timedelta(days=1))
    always = Invitation(club=club, role=Role.VIEWER, lifetime=timedelta(days=1))
    links = [make_link(invitation=each, made_by=None, now=NOW) for each in (tonight, always)]
    for minutes, link in enumerate((*links, links[0])):
        device = join(token=link.token, device_token=phone, label="phone", now=NOW + timedelta(minutes=minutes))
    assert access_in(device=device, club=club) == Access(club=club, role=Role.SCOREKEEPER, session=session)


def test_database_refuses_a_place_that_a_host_ended_and_that_has_no_end(club: Club) -> None:
    device = Device.objects.create(token_hash="1" * 64, label="phone", created_at=NOW)
    with pytest.raises(IntegrityError, match="membership_a_host_ended_has_an_end"):
        Membership.objects.create(device=device, club=club, role=Role.VIEWER, created_at=NOW, is_ended_by_host=True)


def test_phone_that_is_in_is_led_to_the_table_by_a_link_that_ended(client: Client, club: Club) -> None:
    invitation = Invitation(club=club, role=Role.PLAYER, lifetime=timedelta(days=1))
    link = make_link(invitation=invitation, made_by=None, now=timezone.now())
    accept(client, link=link.token)
    revoke_link(link=link, now=timezone.now())

    assert "is in Sunday table already" in open_page(client, f"/join/{link.token}/").text("id", "main")
    assert Client().get(f"/join/{link.token}/").status_code == 410
