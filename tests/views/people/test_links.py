"""The link that makes a phone the host, and the cookie by which the phone is known."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scoring.models import Club, Device, JoinLink, Membership, Role
from scoring.operations.people.devices import new_token
from scoring.operations.people.joining import LinkError, join
from scoring.queries.people.access import has_host
from scoring.queries.people.joining import LinkProblem
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.views.people.opening import NOW, accept, form_of, link_of


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Sunday table", created_at=NOW)


def test_opening_the_link_any_number_of_times_uses_nothing_up(client: Client, club: Club) -> None:
    link = link_of(club)

    pages = [client.get(f"/join/{link}/") for _ in range(3)]

    assert [page.status_code for page in pages] == [200, 200, 200]
    assert "Make this phone the host of Sunday table" in pages[0].text
    assert "no-store" in pages[0]["Cache-Control"]
    assert (Device.objects.count(), Membership.objects.count()) == (0, 0)
    assert JoinLink.objects.get().used_at is None


def test_its_button_makes_the_phone_the_host(client: Client, club: Club) -> None:
    assert not has_host(club=club)

    accept(client, link=link_of(club))

    phone = Device.objects.get()
    assert phone.label == "Safari, iPhone"
    assert people.role_of(device=phone, club=club) is Role.HOST
    assert JoinLink.objects.get().used_by == phone
    assert has_host(club=club)


def test_only_hashes_of_tokens_are_stored(client: Client, club: Club) -> None:
    link = link_of(club)
    token = accept(client, link=link).value

    stored = [*Device.objects.values(), *JoinLink.objects.values()]

    assert len(token) == len(link) == 43  # 256 bits
    assert token not in str(stored)
    assert link not in str(stored)


def test_cookie_lasts_and_scripts_and_other_sites_do_not_get_it(client: Client, club: Club) -> None:
    cookie = accept(client, link=link_of(club))

    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 10 * 365 * 24 * 3600
    assert cookie["path"] == "/"
    assert cookie["secure"] == ""


def test_cookie_stays_off_plain_http_where_https_is_set(client: Client, club: Club, settings: Settings) -> None:
    settings.HTTPS = True

    assert accept(client, link=link_of(club))["secure"] is True


def test_whole_page_renews_the_cookie_and_a_fragment_does_not(client: Client, club: Club) -> None:
    token = accept(client, link=link_of(club)).value

    assert client.get("/healthz").cookies[DEVICE_COOKIE].value == token
    assert DEVICE_COOKIE not in client.get("/healthz", headers={"HX-Request": "true"}).cookies


def test_cookie_nobody_gave_out_is_not_renewed(client: Client, club: Club) -> None:
    client.cookies[DEVICE_COOKIE] = new_token()

    assert DEVICE_COOKIE not in client.get("/healthz").cookies


def test_second_phone_is_refused(client: Client, club: Club) -> None:
    link = link_of(club)
    second = Client()
    form = form_of(second, link=link)
    accept(client, link=link)

    response = second.post(f"/join/{link}/", form)

    assert response.status_code == 410
    assert "This link was already used." in response.text
    assert "manage.py host_link" in response.text
    assert (Device.objects.count(), Membership.objects.count()) == (1, 1)


def test_double_tap_makes_one_host(client: Client, club: Club) -> None:
    link = link_of(club)
    form = form_of(client, link=link)

    first = client.post(f"/join/{link}/", form)
    client.cookies.clear()
    again = client.post(f"/join/{link}/", form)

    assert [first.status_code, again.status_code] == [302, 302]
    assert first.cookies[DEVICE_COOKIE].value == again.cookies[DEVICE_COOKIE].value
    assert Membership.objects.count() == 1


def test_host_that_was_revoked_does_not_return_by_its_old_link(club: Club) -> None:
    link, phone = link_of(club, made_at=NOW), new_token()
    join(token=link, device_token=phone, label="phone", now=NOW)
    Membership.objects.update(revoked_at=NOW)

    with pytest.raises(LinkError, match="already used"):
        join(token=link, device_token=phone, label="phone", now=NOW)
    assert not has_host(club=club)


def test_link_is_good_for_a_day(club: Club) -> None:
    link = link_of(club, made_at=NOW)
    day = timedelta(days=1)

    with pytest.raises(LinkError) as caught:
        join(token=link, device_token=new_token(), label="phone", now=NOW + day)
    assert caught.value.problem is LinkProblem.EXPIRED
    assert Device.objects.count() == 0

    join(token=link, device_token=new_token(), label="phone", now=NOW + day - timedelta(seconds=1))
    assert has_host(club=club)


def test_expired_link_says_how_to_get_a_new_one(client: Client, club: Club) -> None:
    response = client.get(f"/join/{link_of(club, made_at=NOW)}/")

    assert response.status_code == 410
    assert "This link is too old." in response.text
    assert "manage.py host_link" in response.text


def test_unknown_link_is_not_found(client: Client, club: Club) -> None:
    response = client.get(f"/join/{new_token()}/")

    assert response.status_code == 404
    assert "This link is not known here." in response.text


def test_form_with_a_token_of_its_own_making_is_refused(client: Client, club: Club) -> None:
    link = link_of(club)

    response = client.post(f"/join/{link}/", {"new_device": new_token()})

    assert response.status_code == 400
    assert JoinLink.objects.get().used_at is None


def test_form_of_another_site_is_refused(club: Club) -> None:
    strict = Client(enforce_csrf_checks=True)
    link = link_of(club)

    response = strict.post(f"/join/{link}/", form_of(Client(), link=link))

    assert response.status_code == 403
    assert JoinLink.objects.get().used_at is None


def test_scorekeeper_becomes_the_host_and_keeps_one_role(club: Club) -> None:
    phone = new_token()
    device = join(token=link_of(club), device_token=phone, label="phone", now=timezone.now())
    Membership.objects.update(role=Role.SCOREKEEPER)

    join(token=link_of(club), device_token=phone, label="phone", now=timezone.now())

    assert people.role_of(device=device, club=club) is Role.HOST
    assert Membership.objects.filter(revoked_at=None).count() == 1


def test_host_that_opens_another_link_leaves_it_for_another_phone(client: Client, club: Club) -> None:
    accept(client, link=link_of(club))

    page = client.get(f"/join/{link_of(club)}/").text

    assert "This phone is already the host of Sunday table" in page
    assert "<button" not in page.partition("<main")[2].partition("</main>")[0]


def test_caller_who_guesses_links_is_stopped_and_a_right_link_opens(client: Client, club: Club) -> None:
    answers = [client.get(f"/join/{new_token()}/").status_code for _ in range(21)]

    assert answers == [404] * 20 + [429]
    assert client.get(f"/join/{new_token()}/")["Retry-After"] == "60"
    assert client.get(f"/join/{link_of(club)}/").status_code == 200


def test_behind_tls_callers_are_told_apart_by_the_address_the_proxy_saw(
    client: Client, club: Club, settings: Settings
) -> None:
    settings.HTTPS = True
    for _ in range(20):
        client.get(f"/join/{new_token()}/", headers={"X-Forwarded-For": "1.2.3.4, 203.0.113.7"})

    other = client.get(f"/join/{new_token()}/", headers={"X-Forwarded-For": "203.0.113.7, 203.0.113.8"})
    same = client.get(f"/join/{new_token()}/", headers={"X-Forwarded-For": "5.6.7.8, 203.0.113.7"})

    assert (other.status_code, same.status_code) == (404, 429)


@pytest.mark.parametrize(("address", "port"), [("203.0.113.7", "{}:{}"), ("2001:db8::7", "[{}]:{}")])
def test_port_that_a_proxy_adds_makes_no_other_caller(
    client: Client, club: Club, settings: Settings, address: str, port: str
) -> None:
    settings.HTTPS = True
    for number in range(20):
        headers = {"X-Forwarded-For": port.format(address, 40_000 + number)}
        client.get(f"/join/{new_token()}/", headers=headers)
    same = client.get(f"/join/{new_token()}/", headers={"X-Forwarded-For": address})
    assert same.status_code == 429
