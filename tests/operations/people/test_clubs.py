"""A club's name, clock, cards and protection; accounts and the phones that sign in to them."""

import pytest
from django.contrib.auth.models import User

from scoring.models import Club, Device, Player, Role
from scoring.operations.people.clubs import (
    ClubError,
    NameTakenError,
    bring_device,
    change_club,
    change_password,
    found_club,
    make_account,
    protect_club,
    take_device,
)
from scoring.operations.people.devices import device_with, grant
from scoring.queries.people.access import Access, access_in, access_of, protection_version
from tests import people

pytestmark = pytest.mark.django_db

NOW = people.EVENING


@pytest.fixture
def phone(club: Club) -> Device:
    """Return a phone that has no place in the club."""
    return device_with(token="token", label="iPhone", now=NOW)


@pytest.fixture
def ana(db: None) -> User:
    return make_account(name="ana", password="seventeen oxen")


@pytest.mark.parametrize(
    ("changes", "refusal", "field"),
    [
        ({"name": " \N{ZERO WIDTH SPACE} "}, "club.no_name", "name"),
        ({"name": "x" * 81}, "club.long_name", "name"),
        ({"time_zone": "Manila"}, "club.time_zone", "time_zone"),
        ({"time_zone": ""}, "club.time_zone", "time_zone"),
    ],
)
def test_name_and_time_zone_that_no_club_can_have_are_refused(
    club: Club, phone: Device, ana: User, *, changes: dict[str, str], refusal: str, field: str
) -> None:
    said = {"name": "Sunday table", "time_zone": "UTC"} | changes
    with people.refused(refusal) as changed:
        change_club(club=club, **said)  # type: ignore[arg-type]
    with people.refused(refusal) as founded:
        found_club(owner=ana, device=phone, now=NOW, **said)
    errors = [each.value for each in (changed, founded)]
    assert [isinstance(error, ClubError) and error.field for error in errors] == [field, field]
    assert Club.objects.get().name == "Our club"


@pytest.mark.parametrize(
    ("expected", "is_refused"),
    [
        (None, False),
        (("Our club", "Asia/Manila"), False),
        (("Theirs", "Asia/Manila"), True),
        (("Our club", "UTC"), True),
    ],
)
def test_club_is_changed_from_what_was_shown(club: Club, expected: tuple[str, str] | None, *, is_refused: bool) -> None:
    said = {"name": " Sunday  table ", "time_zone": "Europe/Madrid"}
    if is_refused:
        with people.refused("shown_changed.club"):
            change_club(club=club, **said, expected=expected)
        assert Club.objects.get().time_zone == "Asia/Manila"
    else:
        change_club(club=club, **said, expected=expected)
        again = change_club(club=club, **said, expected=("Theirs", "UTC"))
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


def test_account_has_a_name_of_its_own_and_its_password_is_changed(ana: User) -> None:
    with pytest.raises(NameTakenError):
        make_account(name="ana", password="eighteen oxen")
    change_password(user=ana, password="nineteen oxen")
    account = User.objects.get()
    checked = [account.check_password(each) for each in ("seventeen oxen", "nineteen oxen")]
    assert checked == [False, True]


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
