"""Clubs, accounts, places of phones and players: who holds what, what follows them, what no clock alone gives."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignIn
from pytest_django import Settings

from scoring.models import ApiToken, Club, Device, JoinRequest, Player, Role, Session, hash_token
from scoring.operations.people import clubs, devices, players, programs
from scoring.operations.people.joining import ask, open_joining
from scoring.operations.table.undoing import raise_dispute
from scoring.queries.people.access import Access, access_in, access_of, device_of, protection_version
from scoring.queries.people.phones import find_code, open_code, token_access
from scoring.queries.table.nights import known_names
from tests import people
from tests.queries.money import owing

pytestmark = pytest.mark.django_db

NOW = people.EVENING
EARLIER = NOW - timedelta(hours=1)


@pytest.fixture
def phone(club: Club) -> Device:
    return devices.device_with(token=devices.new_token(), label="iPhone", now=NOW)


def test_a_renewed_phone_is_known_by_its_new_token_only(phone: Device) -> None:
    was, token = phone.token_hash, devices.new_token()
    assert devices.renewed_device(device=phone, token=token, label="iPhone", now=NOW) == phone
    assert not Device.objects.filter(token_hash=was).exists()
    known = [device_of(token=each) for each in (token, hash_token(token=token), devices.new_token())]
    assert known == [phone, None, None]


def test_a_phone_of_a_merged_player_is_that_of_the_player_merged_into(club: Club, phone: Device) -> None:
    ana, anna = called(club, "Ana"), called(club, "Anna")
    devices.grant(device=phone, access=Access(club=club, role=Role.PLAYER, player=anna), now=NOW)
    players.merge_players(player=anna, into=ana)
    assert access_of(device=phone) == Access(club=club, role=Role.PLAYER, player=ana)


def test_a_phone_is_in_the_club_that_it_joined_or_entered_last(club: Club, phone: Device) -> None:
    other = people.make_club(name="Other")
    devices.grant(device=phone, access=Access(club=club, role=Role.VIEWER), now=NOW)
    devices.grant(device=phone, access=Access(club=other, role=Role.VIEWER), now=EARLIER)
    assert access_of(device=phone) == Access(club=other, role=Role.VIEWER)
    devices.enter_club(device=phone, club=club, now=EARLIER)
    assert access_of(device=phone) == Access(club=club, role=Role.VIEWER)


LATER = NOW + timedelta(days=2)


def make_program(maker: Device, club: Club) -> str:
    access, until = Access(club=club, role=Role.VIEWER), NOW + timedelta(days=1)
    return programs.make_token(maker=maker, label="Program", access=access, expires_at=until, stamp=people.stamp())


def test_code_program_and_sign_in_that_were_over_stay_over(club: Club, phone: Device) -> None:
    devices.grant(device=phone, access=Access(club=club, role=Role.HOST), now=NOW)
    code = open_joining(club=club, session=None, device=phone, now=NOW)
    token = make_program(phone, club)
    SignIn.objects.create(session_key="one", session_data="", expire_date=NOW + timedelta(days=1))

    def good() -> tuple[bool, ...]:
        found = find_code(text=code.code, now=NOW), open_code(club=club, now=NOW), token_access(text=token, now=NOW)
        return (*(each is not None for each in found), SignIn.objects.exists())

    devices.note_seen(device=phone, now=NOW)
    assert good() == (True, True, True, True)
    devices.note_seen(device=phone, now=LATER)
    assert good() == (False, False, False, False)


def test_phone_in_use_is_seen_every_few_minutes(phone: Device) -> None:
    seen = []
    for after in (devices.SEEN_EVERY - timedelta(seconds=1), devices.SEEN_EVERY):
        devices.note_seen(device=phone, now=NOW + after)
        seen.append(Device.objects.get().seen_at)
    assert seen == [NOW, NOW + devices.SEEN_EVERY]


@pytest.fixture
def bens(session: Session, phone: Device) -> Device:
    ben = session.seats.get(number=people.BEN).player
    devices.grant(device=phone, access=Access(club=session.club, role=Role.PLAYER, player=ben), now=NOW)
    return phone


def holder(device: Device, club: Club) -> str:
    access = access_in(device=device, club=club)
    return access.player.name if access and access.player else ""


def say_who(device: Device, club: Club, name: str, *, seen: str | None = None) -> None:
    devices.hold(device=device, club=club, holder=name or None, now=NOW, expected_holder=seen)


@pytest.mark.parametrize("name", ["Carla", "carla", "Eva", ""])
@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCOREKEEPER])
def test_phone_speaks_for_one_player(club: Club, session: Session, bens: Device, role: Role, name: str) -> None:
    devices.change_place(device=bens, access=Access(club=club, role=role), now=NOW)
    seat = session.seats.get(number=people.BEN)
    raise_dispute(entry=people.win(session), seat=seat, why="No", stamp=people.stamp(device=bens))
    say_who(bens, club, "Ben")
    if role is Role.PLAYER:
        people.refuses("holder_known", say_who, bens, club, name)
        assert holder(bens, club) == "Ben"
    else:
        say_who(bens, club, name)
        assert holder(bens, club) == name.title()


@pytest.mark.parametrize("now", ["Ben", ""])
def test_holder_is_changed_from_what_was_shown(club: Club, bens: Device, now: str) -> None:
    carla = str(Player.objects.get(name="Carla").public_id)
    say_who(bens, club, now)
    people.refuses("shown_changed.holder", say_who, bens, club, "Dan", seen=carla)
    say_who(bens, club, now, seen=carla)  # so already
    say_who(bens, club, "Dan", seen=str(Player.objects.get(name=now).public_id) if now else "")
    assert holder(bens, club) == "Dan"


def test_place_changes_from_what_was_shown_holder_is_no_other(club: Club, session: Session, bens: Device) -> None:
    before, carla = access_in(device=bens, club=club), Player.objects.get(name="Carla")
    assert before is not None
    now = Access(club=club, role=Role.PLAYER, player=carla)
    devices.change_place(device=bens, access=now, now=NOW, expected_version=before.version)
    assert (access_in(device=bens, club=club), bens.memberships.count()) == (now, 1)
    with people.refused("shown_changed.place"):
        devices.change_place(
            device=bens, access=Access(club=club, role=Role.VIEWER), now=NOW, expected_version=before.version
        )
    devices.change_place(device=bens, access=now, now=NOW, expected_version=before.version)  # so already
    tonight = Access(club=club, role=Role.PLAYER, session=session, player=carla)
    devices.change_place(device=bens, access=tonight, now=NOW)
    assert (access_in(device=bens, club=club), bens.memberships.count()) == (tonight, 2)
    devices.revoke(device=bens, club=club, now=NOW)
    with pytest.raises(devices.NoPlaceError):
        devices.change_place(device=bens, access=now, now=NOW)


def test_place_is_taken_along_to_another_token_once_and_that_of_a_program_nowhere(club: Club, bens: Device) -> None:
    was, new, other = Device.objects.get().token_hash[:16], devices.new_token(), devices.new_token()
    assert not devices.renew_token(public_id=bens.public_id, was="0" * 16, token=new)
    assert [devices.renew_token(public_id=bens.public_id, was=was, token=new) for _ in range(2)] == [True, True]
    assert Device.objects.get().token_hash == hash_token(token=new)
    assert not devices.renew_token(public_id=bens.public_id, was=was, token=other)
    stranger = devices.device_with(token=other, label="iPhone", now=NOW)
    assert not devices.renew_token(public_id=bens.public_id, was=hash_token(token=new)[:16], token=other)
    assert access_in(device=stranger, club=club) is None
    make_program(bens, club)
    program = ApiToken.objects.get().device
    assert not devices.renew_token(public_id=program.public_id, was=program.token_hash[:16], token=devices.new_token())


@pytest.fixture
def ana(db: None) -> User:
    return clubs.make_account(name="ana", password="seventeen oxen")


LONG, UNSEEN = "x" * 81, " \N{ZERO WIDTH SPACE} "


@pytest.mark.parametrize(
    ("name", "zone", "refusal", "field"),
    [
        (UNSEEN, "UTC", "no_name", "name"),
        (LONG, "UTC", "long_name", "name"),
        ("Ours", "Here", "time_zone", "time_zone"),
    ],
)
def test_name_and_time_zone_that_no_club_can_have_are_refused(
    *, club: Club, phone: Device, name: str, zone: str, refusal: str, field: str
) -> None:
    with people.refused(f"club.{refusal}") as changed:
        clubs.change_club(club=club, name=name, time_zone=zone)
    ana = clubs.make_account(name="ana", password="seventeen oxen")
    people.refuses(f"club.{refusal}", clubs.found_club, owner=ana, device=phone, now=NOW, name=name, time_zone=zone)
    assert isinstance(changed.value, clubs.ClubError)
    assert (changed.value.field, Club.objects.get().name) == (field, "Our club")


@pytest.mark.parametrize("stale", [("Theirs", "Asia/Manila"), ("Our club", "UTC")])
def test_club_is_changed_from_what_was_shown(club: Club, stale: tuple[str, str]) -> None:
    said = {"name": " Sunday  table ", "time_zone": "Europe/Madrid"}
    people.refuses("shown_changed.club", clubs.change_club, club=club, **said, expected=stale)
    assert Club.objects.get().time_zone == "Asia/Manila"
    clubs.change_club(club=club, **said, expected=("Our club", "Asia/Manila"))
    again = clubs.change_club(club=club, **said, expected=stale)  # so already
    assert (again.name, again.time_zone) == ("Sunday table", "Europe/Madrid")


def test_passcode_is_kept_as_a_hash_until_it_is_ended(club: Club) -> None:
    shown = protection_version(club=club)
    clubs.protect_club(club=club, passcode="porbis", takes_new_names=True, expected_version=shown)
    hashed = Club.objects.get().passcode
    assert (bool(hashed), "porbis" in hashed) == (True, False)
    with people.refused("shown_changed.protection"):
        clubs.protect_club(club=club, passcode="", takes_new_names=True, expected_version=shown)
    clubs.protect_club(club=club, passcode=None, takes_new_names=True, expected_version=shown)  # changes nothing
    clubs.protect_club(club=club, passcode=None, takes_new_names=False)
    assert (Club.objects.get().passcode, Club.objects.get().takes_new_names) == (hashed, False)
    clubs.protect_club(club=club, passcode="", takes_new_names=False)
    assert Club.objects.get().passcode == ""


def test_phone_that_signs_in_is_host_of_the_clubs_until_it_signs_out(club: Club, phone: Device, ana: User) -> None:
    maker = devices.device_with(token="maker", label="iPhone", now=NOW)
    own = clubs.found_club(owner=ana, name="Ana's table", time_zone="UTC", device=maker, now=NOW)
    player = Player.objects.create(club=own, name="Ben", created_at=NOW)
    devices.grant(device=phone, access=Access(club=own, role=Role.VIEWER, player=player), now=NOW)
    for _ in range(2):
        clubs.bring_device(owner=ana, device=phone, now=NOW)
        assert access_in(device=phone, club=own) == Access(club=own, role=Role.HOST, player=player)
    assert (access_in(device=phone, club=club), phone.memberships.count()) == (None, 2)
    for device in (phone, maker):
        clubs.take_device(owner=ana, device=device, now=NOW)
        assert access_of(device=device) is None


def called(club: Club, name: str) -> Player:
    return players.player_called(club=club, name=name, at=NOW)


def erase(club: Club, name: str) -> Player:
    return players.erase_player(player=called(club, name), at=NOW)


@pytest.mark.parametrize(
    "alike",
    ["ana", "  ANA ", "ana\N{ZERO WIDTH SPACE}", "Ana\N{ZERO WIDTH JOINER}", "\N{RIGHT-TO-LEFT OVERRIDE}Ana\x07"],
)
def test_name_that_nobody_can_tell_from_a_players_is_that_players(club: Club, alike: str) -> None:
    assert called(club, "Ana") == called(club, alike)


@pytest.mark.parametrize(("name", "refusal"), [("\u200b", "player.no_name"), ("x" * 41, "player.long_name")])
def test_name_nobody_can_have_is_refused(club: Club, name: str, refusal: str) -> None:
    people.refuses(refusal, called, club, name)
    people.refuses(refusal, players.rename_player, player=called(club, "Ana"), name=name)


def test_players_keep_names_of_their_own(club: Club) -> None:
    ben, jun = called(club, "Ben"), called(club, "Jun")
    people.refuses("player.name_taken", players.rename_player, player=jun, name="ben")
    assert players.rename_player(player=jun, name="JUN").name == "JUN"
    players.merge_players(player=jun, into=ben)
    assert called(club, "jun") == ben
    assert players.rename_player(player=ben, name="Jun").name == "Jun"
    people.refuses("shown_changed.player", players.rename_player, player=ben, name="Benny", expected_name="Ben")
    people.refuses("shown_changed.player", players.erase_player, player=ben, at=NOW, expected_names=("Jun",))
    people.refuses("player.old_name", players.erase_player, player=jun, at=NOW)


def test_a_merge_is_undone_until_debts_of_both_are_settled_as_those_of_one(club: Club) -> None:
    owing.closed_night(club, people.ANA)
    ben, benny = called(club, "Ben"), called(club, "Benny")
    people.refuses("player.not_merged", players.unmerge_player, player=ben)
    players.merge_players(player=ben, into=benny)
    assert (players.unmerge_player(player=ben).merged_into, called(club, "ben")) == (None, ben)
    players.merge_players(player=ben, into=benny)
    owing.carry(people.start_night(club=club, names=("Ana", "Benny", "Carla", "Dan")))
    people.refuses("player.debts_as_one", players.unmerge_player, player=ben)


@pytest.mark.parametrize(
    ("before", "refusal"),
    [
        pytest.param(people.close, None, id="closed"),
        pytest.param(lambda _night: None, "player.in_use", id="open"),
        pytest.param(people.win, "player.in_use", id="playing"),
        pytest.param(lambda night: (people.win(night), people.close(night)), "player.played", id="played"),
    ],
)
def test_a_player_who_never_played_is_discarded_until_the_name_is_written(
    session: Session, before: Callable[[Session], object], refusal: str | None
) -> None:
    before(session)
    ben = called(session.club, "Ben")
    with people.refused(refusal) if refusal else nullcontext():
        players.discard_player(player=ben, at=NOW)
    assert ("Ben" in known_names(session.club)) is bool(refusal)
    assert called(session.club, "BEN") == ben
    assert "Ben" in known_names(session.club)


def test_erased_name_is_free_again_and_neutral_names_are_all_different(session: Session) -> None:
    erased = [erase(session.club, name) for name in ("Ben", "Dan", "Ana")]
    assert [each.name for each in erased] == ["Player 1", "Player 2", "Player 3"]
    assert called(session.club, "Ben") not in erased
    assert "Player 1" not in known_names(session.club)


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda erased, _ana: players.rename_player(player=erased, name="Ben"), id="rename"),
        pytest.param(lambda erased, ana: players.merge_players(player=ana, into=erased), id="merge into"),
        pytest.param(lambda erased, ana: players.merge_players(player=erased, into=ana), id="merge"),
        pytest.param(lambda erased, _ana: called(erased.club, "player 1"), id="sit down"),
    ],
)
def test_erased_player_gets_no_name_back(session: Session, act: Callable[[Player, Player], object]) -> None:
    erased, ana = erase(session.club, "Ben"), called(session.club, "Ana")
    people.refuses("player.erased", act, erased, ana)
    assert players.erase_player(player=erased, at=NOW).name == "Player 1"


def test_erased_name_leaves_the_players_phone_and_what_it_asked(session: Session) -> None:
    club = session.club
    people.player_browser(session=session, seat=people.BEN)
    phone = Device.objects.get()
    code = open_joining(club=club, session=None, device=phone, now=NOW)
    ask(code=code.code, token="x", label="iPhone", name="ben", now=NOW)
    erase(club, "Ben")
    phone.refresh_from_db()
    assert (phone.label, JoinRequest.objects.get().name) == ("Player 1", "")
    assert set(Device.objects.values_list("label", flat=True)) == {"Player 1", "iPhone"}


def test_every_phone_hears_of_a_name_that_changed(session: Session) -> None:
    club = session.club
    players.rename_player(player=called(club, "Dan"), name="Daniel")
    players.merge_players(player=called(club, "Danny"), into=called(club, "Daniel"))
    erase(club, "Daniel")
    session.refresh_from_db()
    assert session.revision == 3


def test_merge_of_one_player_of_one_table_or_of_players_as_they_were_is_refused(club: Club, session: Session) -> None:
    ben, benjie = called(club, "Ben"), called(club, "Benjie")
    stale_ben, stale_benjie = (Player.objects.get(pk=one.pk) for one in (ben, benjie))
    players.merge_players(player=benjie, into=ben)
    people.refuses("player.not_two", players.merge_players, player=stale_ben, into=stale_benjie)
    people.refuses("player.same", players.merge_players, player=stale_ben, into=ben)
    people.refuses("player.one_table", players.merge_players, player=ben, into=called(club, "Ana"))


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        *(("http://bots.lan/x", True), ("http://[::1]:9000/", True), ("http://127.0.0.1/", False)),
        *(("http://127.0.0.1:9000/", False), ("http://bots.lan:8000/", False), ("https://bots.lan/", False)),
        *(("http://bots.lan@127.0.0.1/", False), ("http://me@bots.lan/", False), ("bots.lan", False)),
        *(("http://bots.lan.example.org/", False), ("file:///etc/passwd", False), ("http://[::1", False)),
        *(("http://bots.lan:x/", False), ("http://bots.lan/x\ny", False), ("http://bots.lan/\r\n", False)),
        ("http://\tbots.lan/", False),
    ],
)
def test_only_an_address_that_the_owner_named_may_be_called(settings: Settings, address: str, allowed: bool) -> None:
    settings.WEBHOOKS = ["bots.lan:80", "[::1]:9000"]
    assert programs.is_allowed(address=address) == allowed
