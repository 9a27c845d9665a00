"""Who a program is, what it may do, and for how long."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import ApiToken, Club, Device, Membership, Role, Session
from scoring.models.devices import hash_token
from scoring.operations.errors import KeyReusedError
from scoring.operations.people.devices import TokenError, Wanted, change_place, make_token, new_token, revoke_token
from scoring.operations.people.joining import join, make_recovery_link
from scoring.operations.web.throttle import WRONG_TOKENS
from scoring.queries.people.access import Access, is_last_host
from scoring.queries.people.phones import phones_of
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.api.programs import Program, error_of, program, token_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(host: Client) -> Device:
    """Return the host's phone."""
    return Device.objects.get()


def test_a_token_says_which_club_it_belongs_to_and_what_it_may_do(club: Club, host: Client) -> None:
    assert program(version=2, club=club, role=Role.VIEWER).get("token/").json() == {
        "club": {"id": str(club.public_id), "name": "Our club", "time_zone": "Asia/Manila"},
        "role": "viewer",
        "session_id": None,
        "player": None,
        "rights": ["see", "browse"],
    }


def test_only_the_hash_of_a_token_is_kept(club: Club, phone: Device) -> None:
    wanted = Wanted(label="sheet", role=Role.HOST, expires_at=None)
    token = make_token(club=club, maker=phone, wanted=wanted, stamp=people.stamp())
    assert ApiToken.objects.get().device.token_hash == hash_token(token=token)
    assert len(token) == len("cuajo_") + 64


def test_without_a_token_or_with_a_wrong_one_the_club_is_closed(club: Club) -> None:
    stranger = Program(version=2).get("club/")
    assert error_of(stranger) == (401, "not_authenticated")
    assert stranger["WWW-Authenticate"] == 'Bearer realm="cuajo"'
    assert error_of(Program(version=2, token="cuajo_wrong").get("club/")) == (401, "token_unknown")


def test_a_cookie_opens_nothing(club: Club, host: Client) -> None:
    assert host.get("/api/v2/club/").status_code == 401


def test_a_programs_token_is_no_cookie(club: Club, host: Client) -> None:
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token_for(club=club)
    assert browser.get("/club/").status_code == 403


def test_a_phones_cookie_is_no_token(club: Club, host: Client) -> None:
    assert error_of(Program(version=2, token=host.cookies[DEVICE_COOKIE].value).get("club/")) == (401, "token_unknown")


def test_a_revoked_token_is_refused_from_the_next_request_on(club: Club, host: Client) -> None:
    visitor = program(version=2, club=club)
    assert visitor.get("club/").status_code == 200
    revoke_token(token=ApiToken.objects.get(), at=timezone.now())
    assert error_of(visitor.get("club/")) == (401, "token_unknown")


def test_a_token_ends_on_its_day(club: Club, phone: Device) -> None:
    for ends, status in ((timedelta(minutes=1), 200), (timedelta(), 401)):
        wanted = Wanted(label="Sheet", role=Role.VIEWER, expires_at=timezone.now() + ends)
        token = make_token(club=club, maker=phone, wanted=wanted, stamp=people.stamp())
        assert Program(version=2, token=token).get("club/").status_code == status


def test_a_token_is_worth_no_more_than_the_phone_that_made_it(club: Club, phone: Device) -> None:
    visitor = program(version=2, club=club, role=Role.HOST)
    Membership.objects.filter(device=phone).update(role=Role.VIEWER)
    assert visitor.get("token/").json()["role"] == "viewer"
    Membership.objects.filter(device=phone).update(revoked_at=timezone.now())
    assert error_of(visitor.get("token/")) == (401, "token_unknown")


def test_nobody_makes_a_token_above_their_own_role(club: Club, phone: Device) -> None:
    Membership.objects.filter(device=phone).update(role=Role.SCOREKEEPER)
    with pytest.raises(TokenError):
        make_token(
            club=club, maker=phone, wanted=Wanted(label="Sheet", role=Role.HOST, expires_at=None), stamp=people.stamp()
        )
    assert not ApiToken.objects.exists()


def test_the_same_form_twice_makes_one_token_and_another_form_with_its_key_none(club: Club, phone: Device) -> None:
    stamp = people.stamp(device=phone)
    wanted = Wanted(label="Sheet", role=Role.VIEWER, expires_at=None)
    first = make_token(club=club, maker=phone, wanted=wanted, stamp=stamp)
    assert make_token(club=club, maker=phone, wanted=wanted, stamp=stamp) == first
    with pytest.raises(KeyReusedError):
        make_token(club=club, maker=phone, wanted=Wanted(label="Other", role=Role.VIEWER, expires_at=None), stamp=stamp)
    assert ApiToken.objects.count() == 1


def test_use_is_noted_but_not_with_every_request(club: Club, host: Client) -> None:
    visitor = program(version=2, club=club)
    visitor.get("club/")
    noted = ApiToken.objects.get().device.seen_at
    visitor.get("club/")
    assert noted is not None
    assert ApiToken.objects.get().device.seen_at == noted


def test_the_programs_of_a_phone_that_was_moved_go_on(club: Club, phone: Device) -> None:
    visitor = program(version=2, club=club)
    link = make_recovery_link(device=phone, club=club, made_by=phone, now=timezone.now())
    join(token=link.token, device_token=new_token(), label="New phone", now=timezone.now())
    assert visitor.get("token/").json()["role"] == "host"


def test_a_program_is_no_phone_of_the_club_and_no_host_that_could_let_others_in(club: Club, phone: Device) -> None:
    program(version=2, club=club, role=Role.HOST)
    assert [each.device for each in phones_of(club=club)] == [phone]
    assert is_last_host(device=phone, club=club)


def test_guessing_tokens_is_stopped_and_keeps_no_right_token_out(club: Club, host: Client) -> None:
    good = program(version=2, club=club)
    answers = [Program(version=2, token=f"cuajo_{uuid4()}").get("club/") for _ in range(WRONG_TOKENS.times + 1)]
    assert [answer.status_code for answer in answers] == [401] * WRONG_TOKENS.times + [429]
    assert (error_of(answers[-1]), answers[-1]["Retry-After"]) == ((429, "throttled"), "60")
    assert good.get("club/").status_code == 200


def test_a_program_sees_one_night_only_once_the_phone_that_let_it_in_does(
    club: Club, phone: Device, session: Session
) -> None:
    other = people.start_night(club=club)
    visitor = program(version=2, club=club, role=Role.HOST)
    people.host_browser(club=club)
    change_place(device=phone, access=Access(club=club, role=Role.PLAYER, session=session), now=timezone.now())

    assert visitor.get(f"sessions/{session.public_id}/").status_code == 200
    assert visitor.get(f"sessions/{other.public_id}/").status_code == 404
    assert error_of(visitor.get("players/")) == (403, "not_allowed")
