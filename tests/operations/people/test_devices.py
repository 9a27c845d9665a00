"""What comes later is later, also by a clock that was put back: no order and no right goes by the hour alone."""

from datetime import datetime, timedelta

import pytest

from scoring.models import Club, Device, Role, Session
from scoring.operations.people.devices import device_with, enter_club, grant, new_token, revoke
from scoring.operations.people.joining import Invitation, LinkError, join, make_link
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.queries.people.access import Access, access_in, access_of
from scoring.queries.sessions.nights import history_page, known_names, open_sessions
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


def test_the_night_started_last_is_the_newest(club: Club, session: Session) -> None:
    names = ("Dan", "Eva", "Fe", "Gil")
    terms = Terms(game="cuajo", rules="pagat", names=names, currency="PHP", stake_factor=1, first_dealer=1)
    newest = start_session(club=club, terms=terms, stamp=people.stamp(minutes=-60))
    assert [night.session for night in history_page(club=club).nights] == [newest, session]
    assert open_sessions(club=club) == (newest, session)
    assert known_names(club=club) == ("Dan", "Eva", "Fe", "Gil", "Ana", "Ben", "Carla")
