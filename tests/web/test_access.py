"""What each role may do, and what a stranger sees."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from scoring.models import Club, Device, Membership, Player, Role, Session
from scoring.operations.people.devices import new_token
from scoring.operations.people.players import merge_players
from scoring.queries.people.access import Access, Action, access_of, device_of, lets, may
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from tests import people

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Sunday table", created_at=NOW)


@pytest.fixture
def phone(db: None) -> Device:
    return Device.objects.create(token_hash="1" * 64, label="Safari, iPhone", created_at=NOW)


def join(*, phone: Device, club: Club, role: Role, at: datetime = NOW) -> Membership:
    return Membership.objects.create(device=phone, club=club, role=role, created_at=at)


@requires(Action.RECORD)
def record(request: ClubRequest) -> HttpResponse:
    return HttpResponse(f"{request.club} {request.role.value}")


def request_of(phone: Device | None) -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1")
    request.device = phone  # type: ignore[attr-defined]
    return request


@pytest.mark.parametrize(
    ("role", "actions"),
    [
        (Role.HOST, set(Action)),
        (Role.SCOREKEEPER, set(Action) - {Action.INVITE, Action.MANAGE}),
        (Role.PLAYER, {Action.SEE, Action.BROWSE, Action.DISPUTE, Action.PROPOSE, Action.MARK_OWN, Action.SETTLE}),
        (Role.VIEWER, {Action.SEE, Action.BROWSE}),
        (None, set()),
    ],
)
def test_role_carries_exactly_its_rights(role: Role | None, actions: set[Action]) -> None:
    assert {action for action in Action if may(role=role, action=action)} == actions


def test_limit_to_one_session_takes_away_what_is_about_the_whole_club(session: Session) -> None:
    access = Access(club=session.club, role=Role.SCOREKEEPER, session=session)

    assert {action for action in Action if lets(access=access, action=action)} == {
        Action.SEE,
        Action.DISPUTE,
        Action.PROPOSE,
        Action.MARK_OWN,
        Action.RECORD,
        Action.CORRECT,
    }


def test_phone_let_into_one_session_sees_no_other(session: Session, host: Client) -> None:
    other = people.start_night(club=session.club, names=("Eva", "Fay", "Gus", "Hal"))
    Membership.objects.update(role=Role.VIEWER, session=session)
    addresses = ("/", f"/sessions/{session.public_id}/", f"/sessions/{other.public_id}/", "/history/", "/players/")

    answers = {address: host.get(address) for address in addresses}

    assert [answer.status_code for answer in answers.values()] == [302, 200, 404, 403, 403]
    assert answers["/"]["Location"] == addresses[1]
    assert "/history/" not in answers[addresses[1]].text
    assert "This phone was let into one night only" in answers["/history/"].text


def test_guarded_view_finds_the_club_and_the_role_of_its_device(club: Club, phone: Device) -> None:
    join(phone=phone, club=club, role=Role.SCOREKEEPER)

    response = record(request_of(phone))

    assert response.content == b"Sunday table scorekeeper"


def test_stranger_even_on_this_machine_is_told_to_ask_the_host(club: Club) -> None:
    response = record(request_of(None))

    assert response.status_code == 403
    assert "<h1>Ask the host</h1>" in response.text
    assert "manage.py host_link" in response.text


def test_device_without_the_right_is_told_to_ask_the_host(club: Club, phone: Device) -> None:
    join(phone=phone, club=club, role=Role.PLAYER)

    response = record(request_of(phone))

    assert response.status_code == 403
    assert "This phone may look, but not do this." in response.text


def test_device_whose_role_was_revoked_is_a_stranger(club: Club, phone: Device) -> None:
    membership = join(phone=phone, club=club, role=Role.HOST)
    Membership.objects.filter(pk=membership.pk).update(revoked_at=NOW)

    assert access_of(device=phone) is None
    assert people.role_of(device=phone, club=club) is None
    assert record(request_of(phone)).status_code == 403


def test_device_of_two_clubs_is_in_the_one_it_joined_last(club: Club, phone: Device) -> None:
    second = Club.objects.create(name="Monday table", created_at=NOW)
    join(phone=phone, club=second, role=Role.VIEWER, at=NOW + timedelta(hours=1))
    join(phone=phone, club=club, role=Role.HOST)

    assert access_of(device=phone) == Access(club=second, role=Role.VIEWER)
    assert people.role_of(device=phone, club=club) is Role.HOST


def test_device_is_in_the_club_it_entered_last(club: Club, phone: Device) -> None:
    second = Club.objects.create(name="Monday table", created_at=NOW)
    joined = join(phone=phone, club=club, role=Role.HOST)
    join(phone=phone, club=second, role=Role.VIEWER, at=NOW + timedelta(hours=1))
    Membership.objects.filter(pk=joined.pk).update(entered_at=NOW + timedelta(hours=2))

    assert access_of(device=phone) == Access(club=club, role=Role.HOST)


def test_phone_of_a_merged_player_is_that_of_the_player_merged_into(club: Club, phone: Device) -> None:
    ana, anna = (Player.objects.create(club=club, name=name, created_at=NOW) for name in ("Ana", "Anna"))
    Membership.objects.filter(pk=join(phone=phone, club=club, role=Role.PLAYER).pk).update(player=anna)
    merge_players(player=anna, into=ana)

    assert access_of(device=phone) == Access(club=club, role=Role.PLAYER, player=ana)


def test_unknown_token_is_no_device(phone: Device) -> None:
    assert device_of(token=new_token()) is None
    assert device_of(token=phone.token_hash) is None


def test_database_refuses_a_second_active_role_in_a_club(club: Club, phone: Device) -> None:
    join(phone=phone, club=club, role=Role.PLAYER)
    with pytest.raises(IntegrityError), transaction.atomic():
        join(phone=phone, club=club, role=Role.HOST)
    assert people.role_of(device=phone, club=club) is Role.PLAYER


def test_database_refuses_an_unknown_role(club: Club, phone: Device) -> None:
    with pytest.raises(IntegrityError, match="membership_role_is_known"):
        Membership.objects.create(device=phone, club=club, role="owner", created_at=NOW)


def test_database_refuses_a_host_for_one_session(session: Session, phone: Device) -> None:
    with pytest.raises(IntegrityError, match="membership_of_a_host_is_for_the_whole_club"):
        Membership.objects.create(device=phone, club=session.club, role=Role.HOST, session=session, created_at=NOW)
