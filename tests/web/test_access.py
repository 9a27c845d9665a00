"""What each role may do, and which club a phone is in; who is answered what is the table of `test_rights.py`."""

import pytest
from django.db import IntegrityError
from django.test import Client

from scoring.models import Club, Device, Membership, Player, Role, Session
from scoring.operations.people.devices import new_token
from scoring.operations.people.players import merge_players
from scoring.queries.people.access import Access, Action, access_of, device_of, lets, may
from tests import people
from tests.people import EVENING

pytestmark = pytest.mark.django_db

LOOK = {Action.SEE, Action.BROWSE}


@pytest.fixture
def phone(db: None) -> Device:
    return Device.objects.create(token_hash="1" * 64, label="Safari, iPhone", created_at=EVENING)


def join(*, phone: Device, club: Club, role: str = Role.PLAYER, **place: object) -> Membership:
    return Membership.objects.create(device=phone, club=club, role=role, created_at=EVENING, **place)


@pytest.mark.parametrize(
    ("role", "actions"),
    [
        (Role.HOST, set(Action)),
        (Role.SCOREKEEPER, set(Action) - {Action.INVITE, Action.MANAGE}),
        (Role.PLAYER, LOOK | {Action.DISPUTE, Action.PROPOSE, Action.MARK_OWN, Action.SETTLE}),
        (Role.VIEWER, LOOK),
        (None, set()),
    ],
)
def test_a_role_carries_exactly_its_rights(role: Role | None, actions: set[Action]) -> None:
    assert {action for action in Action if may(role=role, action=action)} == actions


def test_a_limit_to_one_session_takes_away_what_is_about_the_whole_club(session: Session) -> None:
    access = Access(club=session.club, role=Role.SCOREKEEPER, session=session)
    assert {action for action in Action if lets(access=access, action=action)} == {
        *(Action.SEE, Action.DISPUTE, Action.PROPOSE, Action.MARK_OWN, Action.RECORD, Action.CORRECT)
    }


def test_a_phone_let_into_one_session_sees_no_other(session: Session, host: Client) -> None:
    other = people.start_night(club=session.club, names=("Eva", "Fay", "Gus", "Hal"))
    Membership.objects.update(role=Role.VIEWER, session=session)
    own = f"/sessions/{session.public_id}/"
    assert host.get("/")["Location"] == own
    assert host.get(f"/sessions/{other.public_id}/").status_code == 404
    assert "/history/" not in host.get(own).text


def test_a_phone_of_a_merged_player_is_that_of_the_player_merged_into(club: Club, phone: Device) -> None:
    ana, anna = (Player.objects.create(club=club, name=name, created_at=EVENING) for name in ("Ana", "Anna"))
    join(phone=phone, club=club, player=anna)
    merge_players(player=anna, into=ana)
    assert access_of(device=phone) == Access(club=club, role=Role.PLAYER, player=ana)


def test_an_unknown_token_is_no_device_nor_is_the_hash_of_one(phone: Device) -> None:
    assert device_of(token=new_token()) is None
    assert device_of(token=phone.token_hash) is None


@pytest.mark.parametrize(
    ("constraint", "role", "of_a_night"),
    [
        ("never replaced|membership_is_one_per_device_and_club", Role.HOST, False),
        ("membership_role_is_known", "owner", False),
        ("membership_of_a_host_is_for_the_whole_club", Role.HOST, True),
    ],
)
def test_the_database_refuses_a_place_that_cannot_be(
    session: Session, phone: Device, constraint: str, role: str, of_a_night: bool
) -> None:
    if role == Role.HOST and not of_a_night:
        join(phone=phone, club=session.club)
    with pytest.raises(IntegrityError, match=constraint):
        join(phone=phone, club=session.club, role=role, session=session if of_a_night else None)
