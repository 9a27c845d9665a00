"""What comes later is later, also by a clock that was put back: no order and no right goes by the hour alone."""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session as SignIn
from django.test import Client
from django.utils import timezone

from scoring.models import Club, Device, Role
from scoring.operations.people.devices import (
    Wanted,
    device_with,
    enter_club,
    grant,
    make_token,
    new_token,
    note_seen,
    revoke,
)
from scoring.operations.people.joining import Invitation, LinkError, join, make_link, open_joining
from scoring.queries.people.access import Access, access_in, access_of
from scoring.queries.people.joining import LinkProblem, find_code, open_code
from scoring.queries.people.phones import token_access
from tests import people

pytestmark = pytest.mark.django_db

NOW = people.EVENING
EARLIER = NOW - timedelta(hours=1)


@pytest.fixture
def phone(club: Club) -> Device:
    """Return a phone with no place anywhere."""
    return device_with(token=new_token(), label="iPhone", now=NOW)


def link_to(club: Club, *, at: datetime = NOW) -> str:
    invitation = Invitation(club=club, role=Role.PLAYER, lifetime=timedelta(days=1))
    return make_link(invitation=invitation, made_by=None, now=at).token


def test_a_link_from_before_a_phone_was_sent_away_never_lets_it_in_again(club: Club) -> None:
    mine = new_token()
    link = link_to(club)
    phone = join(token=link, device_token=mine, label="iPhone", now=NOW)
    revoke(device=phone, club=club, now=EARLIER)
    with pytest.raises(LinkError):
        join(token=link, device_token=mine, label="iPhone", now=EARLIER)
    assert access_in(device=phone, club=club) is None


def test_a_link_made_after_a_phone_was_sent_away_lets_it_in_again(club: Club) -> None:
    mine = new_token()
    phone = join(token=link_to(club), device_token=mine, label="iPhone", now=NOW)
    revoke(device=phone, club=club, now=NOW)
    join(token=link_to(club, at=EARLIER), device_token=mine, label="iPhone", now=EARLIER)
    assert access_in(device=phone, club=club) == Access(club=club, role=Role.PLAYER)


def test_a_phone_is_in_the_club_that_it_joined_or_entered_last(club: Club, phone: Device) -> None:
    other = people.make_club(name="Other")
    grant(device=phone, access=Access(club=club, role=Role.VIEWER), now=NOW)
    grant(device=phone, access=Access(club=other, role=Role.VIEWER), now=EARLIER)
    assert access_of(device=phone) == Access(club=other, role=Role.VIEWER)
    enter_club(device=phone, club=club, now=EARLIER)
    assert access_of(device=phone) == Access(club=club, role=Role.VIEWER)


LATER = NOW + timedelta(days=2)


def test_a_link_that_was_over_stays_over(club: Club, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    token = link_to(club)
    for now in (LATER, NOW):
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        assert client.get(f"/join/{token}/").status_code == 410
    with pytest.raises(LinkError) as refusal:
        join(token=token, device_token=new_token(), label="iPhone", now=NOW)
    assert refusal.value.problem is LinkProblem.EXPIRED


def test_a_code_that_was_over_stays_over(club: Club, phone: Device) -> None:
    code = open_joining(club=club, session=None, device=phone, now=NOW)
    note_seen(device=phone, now=LATER)
    assert (find_code(text=code.code, now=NOW), open_code(club=club, now=NOW)) == (None, None)


def test_a_program_that_was_over_stays_over(club: Club, phone: Device) -> None:
    grant(device=phone, access=Access(club=club, role=Role.HOST), now=NOW)
    wanted = Wanted(label="Program", role=Role.VIEWER, expires_at=NOW + timedelta(days=1))
    token = make_token(club=club, maker=phone, wanted=wanted, stamp=people.stamp())
    assert token_access(text=token, now=NOW) is not None
    note_seen(device=phone, now=LATER)
    assert token_access(text=token, now=NOW) is None


def test_a_sign_in_that_was_over_stays_over(phone: Device) -> None:
    SignIn.objects.create(session_key="one", session_data="", expire_date=NOW + timedelta(days=1))
    note_seen(device=phone, now=LATER)
    assert not SignIn.objects.exists()


def test_what_is_not_over_goes_on(club: Club, phone: Device) -> None:
    token = link_to(club)
    code = open_joining(club=club, session=None, device=phone, now=NOW)
    note_seen(device=phone, now=NOW)
    assert find_code(text=code.code, now=NOW) == code
    assert access_in(device=join(token=token, device_token=new_token(), label="iPhone", now=NOW), club=club)
