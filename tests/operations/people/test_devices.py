"""Clubs, accounts, and places of phones: who holds them, what they may do; no right goes by a clock alone."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignIn
from django.test import Client
from django.utils import timezone

from scoring.models import ApiToken, Club, Device, Player, Role, Session
from scoring.models.devices import hash_token
from scoring.operations.people.clubs import (
    ClubError,
    bring_device,
    change_club,
    found_club,
    make_account,
    protect_club,
    take_device,
)
from scoring.operations.people.devices import (
    SEEN_EVERY,
    NoPlaceError,
    Wanted,
    change_place,
    device_with,
    enter_club,
    grant,
    hold,
    hold_as,
    make_token,
    new_token,
    note_seen,
    revoke,
    take_along,
)
from scoring.operations.people.joining import Invitation, LinkError, join, make_link, open_joining
from scoring.operations.table.disputes import raise_dispute
from scoring.queries.people.access import Access, access_in, access_of, protection_version
from scoring.queries.people.joining import LinkProblem, find_code, open_code
from scoring.queries.people.phones import token_access
from tests import people

pytestmark = pytest.mark.django_db

NOW = people.EVENING
EARLIER = NOW - timedelta(hours=1)


@pytest.fixture
def phone(club: Club) -> Device:
    return device_with(token=new_token(), label="iPhone", now=NOW)


def link_to(club: Club, *, at: datetime = NOW) -> str:
    invitation = Invitation(club=club, role=Role.PLAYER, lifetime=timedelta(days=1))
    return make_link(invitation=invitation, made_by=None, now=at).token


def test_only_a_link_made_after_a_phone_was_sent_away_lets_it_in_again(club: Club) -> None:
    link, mine = link_to(club), new_token()
    phone = join(token=link, device_token=mine, label="iPhone", now=NOW)
    revoke(device=phone, club=club, now=EARLIER)
    with pytest.raises(LinkError):
        join(token=link, device_token=mine, label="iPhone", now=EARLIER)
    assert access_in(device=phone, club=club) is None
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


def test_code_program_and_sign_in_that_were_over_stay_over(club: Club, phone: Device) -> None:
    grant(device=phone, access=Access(club=club, role=Role.HOST), now=NOW)
    code = open_joining(club=club, session=None, device=phone, now=NOW)
    wanted = Wanted(label="Program", role=Role.VIEWER, expires_at=NOW + timedelta(days=1))
    token = make_token(club=club, maker=phone, wanted=wanted, stamp=people.stamp())
    SignIn.objects.create(session_key="one", session_data="", expire_date=NOW + timedelta(days=1))

    def good() -> tuple[bool, ...]:
        found = find_code(text=code.code, now=NOW), open_code(club=club, now=NOW), token_access(text=token, now=NOW)
        return (*(each is not None for each in found), SignIn.objects.exists())

    note_seen(device=phone, now=NOW)
    assert good() == (True, True, True, True)
    note_seen(device=phone, now=LATER)
    assert good() == (False, False, False, False)


def test_phone_in_use_is_seen_every_few_minutes(phone: Device) -> None:
    for after, seen in (((SEEN_EVERY - timedelta(seconds=1)), NOW), (SEEN_EVERY, NOW + SEEN_EVERY)):
        phone.refresh_from_db()
        note_seen(device=phone, now=NOW + after)
        assert Device.objects.get(pk=phone.pk).seen_at == seen


@pytest.fixture
def bens(session: Session, phone: Device) -> Device:
    ben = session.seats.get(number=people.BEN).player
    grant(device=phone, access=Access(club=session.club, role=Role.PLAYER, player=ben), now=NOW)
    return phone


def holder(device: Device, club: Club) -> str:
    access = access_in(device=device, club=club)
    return access.player.name if access and access.player else ""


def say_who(device: Device, club: Club, name: str, *, seen: str | None = None) -> None:
    if name:
        hold_as(device=device, club=club, name=name, now=NOW, expected_holder=seen)
    else:
        hold(device=device, club=club, player=None, expected_holder=seen)


@pytest.mark.parametrize("name", ["Carla", "carla", "Eva", ""])
@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCOREKEEPER])
def test_players_phone_that_has_spoken_speaks_for_one_player(
    club: Club, session: Session, bens: Device, role: Role, name: str
) -> None:
    change_place(device=bens, access=Access(club=club, role=role), now=NOW)
    seat = session.seats.get(number=people.BEN)
    raise_dispute(entry=people.win(session), seat=seat, why="No", stamp=people.stamp(device=bens))
    say_who(bens, club, "Ben")
    if role is Role.PLAYER:
        with people.refused("holder_known"):
            say_who(bens, club, name)
        assert holder(bens, club) == "Ben"
    else:
        say_who(bens, club, name)
        assert holder(bens, club) == name.title()


@pytest.mark.parametrize(("now", "refusal"), [("Ben", "shown_changed.holder"), ("", "shown_changed.no_holder")])
def test_holder_is_changed_from_what_was_shown(club: Club, bens: Device, now: str, refusal: str) -> None:
    carla = str(Player.objects.get(name="Carla").public_id)
    say_who(bens, club, now)
    with people.refused(refusal):
        say_who(bens, club, "Dan", seen=carla)
    say_who(bens, club, now, seen=carla)  # so already
    say_who(bens, club, "Dan", seen=str(Player.objects.get(name=now).public_id) if now else "")
    assert holder(bens, club) == "Dan"


def test_place_is_changed_from_what_was_shown_and_another_holder_is_no_other_place(
    club: Club, session: Session, bens: Device
) -> None:
    before, carla = access_in(device=bens, club=club), Player.objects.get(name="Carla")
    assert before is not None
    now = Access(club=club, role=Role.PLAYER, player=carla)
    change_place(device=bens, access=now, now=NOW, expected_version=before.version)
    assert (access_in(device=bens, club=club), bens.memberships.count()) == (now, 1)
    with people.refused("shown_changed.place"):
        change_place(device=bens, access=Access(club=club, role=Role.VIEWER), now=NOW, expected_version=before.version)
    change_place(device=bens, access=now, now=NOW, expected_version=before.version)  # so already
    tonight = Access(club=club, role=Role.PLAYER, session=session, player=carla)
    change_place(device=bens, access=tonight, now=NOW)
    assert (access_in(device=bens, club=club), bens.memberships.count()) == (tonight, 2)
    revoke(device=bens, club=club, now=NOW)
    with pytest.raises(NoPlaceError):
        change_place(device=bens, access=now, now=NOW)


def test_place_is_taken_along_to_another_token_once_and_that_of_a_program_nowhere(club: Club, bens: Device) -> None:
    was, new, other = Device.objects.get().token_hash[:16], new_token(), new_token()
    assert not take_along(public_id=bens.public_id, was="0" * 16, token=new)
    assert [take_along(public_id=bens.public_id, was=was, token=new) for _ in range(2)] == [True, True]
    assert Device.objects.get().token_hash == hash_token(token=new)
    assert not take_along(public_id=bens.public_id, was=was, token=other)
    stranger = device_with(token=other, label="iPhone", now=NOW)
    assert not take_along(public_id=bens.public_id, was=hash_token(token=new)[:16], token=other)
    assert access_in(device=stranger, club=club) is None
    wanted = Wanted(label="Program", role=Role.VIEWER, expires_at=None)
    make_token(club=club, maker=bens, wanted=wanted, stamp=people.stamp())
    program = ApiToken.objects.get().device
    assert not take_along(public_id=program.public_id, was=program.token_hash[:16], token=new_token())


@pytest.fixture
def ana(db: None) -> User:
    return make_account(name="ana", password="seventeen oxen")


@pytest.mark.parametrize(
    ("changes", "refusal", "field"),
    [
        ({"name": " \N{ZERO WIDTH SPACE} "}, "club.no_name", "name"),
        ({"name": "x" * 81}, "club.long_name", "name"),
        ({"time_zone": "Manila"}, "club.time_zone", "time_zone"),
    ],
)
def test_name_and_time_zone_that_no_club_can_have_are_refused(
    club: Club, phone: Device, *, changes: dict[str, str], refusal: str, field: str
) -> None:
    said = {"name": "Sunday table", "time_zone": "UTC"} | changes
    with people.refused(refusal) as changed:
        change_club(club=club, name=said["name"], time_zone=said["time_zone"])
    ana = make_account(name="ana", password="seventeen oxen")
    with people.refused(refusal):
        found_club(owner=ana, device=phone, now=NOW, name=said["name"], time_zone=said["time_zone"])
    assert isinstance(changed.value, ClubError)
    assert (changed.value.field, Club.objects.get().name) == (field, "Our club")


@pytest.mark.parametrize("stale", [("Theirs", "Asia/Manila"), ("Our club", "UTC")])
def test_club_is_changed_from_what_was_shown(club: Club, stale: tuple[str, str]) -> None:
    said = {"name": " Sunday  table ", "time_zone": "Europe/Madrid"}
    with people.refused("shown_changed.club"):
        change_club(club=club, **said, expected=stale)
    assert Club.objects.get().time_zone == "Asia/Manila"
    change_club(club=club, **said, expected=("Our club", "Asia/Manila"))
    again = change_club(club=club, **said, expected=stale)  # so already
    assert (again.name, again.time_zone) == ("Sunday table", "Europe/Madrid")


def test_passcode_is_kept_as_a_hash_until_it_is_ended(club: Club) -> None:
    shown = protection_version(club=club)
    protect_club(club=club, passcode="porbis", takes_new_names=True, expected_version=shown)
    hashed = Club.objects.get().passcode
    assert (bool(hashed), "porbis" in hashed) == (True, False)
    with people.refused("shown_changed.protection"):
        protect_club(club=club, passcode="", takes_new_names=True, expected_version=shown)
    protect_club(club=club, passcode=None, takes_new_names=True, expected_version=shown)  # changes nothing
    protect_club(club=club, passcode=None, takes_new_names=False)
    assert (Club.objects.get().passcode, Club.objects.get().takes_new_names) == (hashed, False)
    protect_club(club=club, passcode="", takes_new_names=False)
    assert Club.objects.get().passcode == ""


def test_phone_that_signs_in_is_host_of_the_accounts_clubs_until_it_signs_out(
    club: Club, phone: Device, ana: User
) -> None:
    maker = device_with(token="maker", label="iPhone", now=NOW)
    own = found_club(owner=ana, name="Ana's table", time_zone="UTC", device=maker, now=NOW)
    player = Player.objects.create(club=own, name="Ben", created_at=NOW)
    grant(device=phone, access=Access(club=own, role=Role.VIEWER, player=player), now=NOW)
    for _ in range(2):
        bring_device(owner=ana, device=phone, now=NOW)
        assert access_in(device=phone, club=own) == Access(club=own, role=Role.HOST, player=player)
    assert (access_in(device=phone, club=club), phone.memberships.count()) == (None, 2)
    for device in (phone, maker):
        take_device(owner=ana, device=device, now=NOW)
        assert access_of(device=device) is None
