"""Who a program is, for whom it speaks, what it may do, and for how long."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import ApiToken, Club, Device, Membership, Player, Role, Session
from scoring.models.devices import hash_token
from scoring.operations.errors import KeyReusedError
from scoring.operations.people.devices import TokenError, Wanted, change_place, make_token, new_token, revoke_token
from scoring.operations.people.joining import join, make_recovery_link
from scoring.operations.people.players import player_called
from scoring.operations.web.throttle import WRONG_TOKENS
from scoring.queries.people.access import Access, is_last_host
from scoring.queries.people.phones import phones_of
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.api.programs import Program, error_of, program, token_for
from tests.people import ANA, BEN

pytestmark = pytest.mark.django_db

UNKNOWN = (401, "token_unknown")


@pytest.fixture
def phone(host: Client) -> Device:
    return Device.objects.get()


def made(phone: Device, club: Club, *, role: Role = Role.VIEWER, hours: int = 1, player: Player | None = None) -> str:
    """Return the token of a program that the phone lets in for so many hours."""
    wanted = Wanted(label="Sheet", role=role, expires_at=timezone.now() + timedelta(hours=hours), player=player)
    return make_token(club=club, maker=phone, wanted=wanted, stamp=people.stamp(device=phone))


def test_a_token_says_which_club_it_belongs_to_and_what_it_may_do(club: Club) -> None:
    assert program(version=2, club=club, role=Role.VIEWER).get("token/").json() == {
        "club": {"id": str(club.public_id), "name": "Our club", "time_zone": "Asia/Manila"},
        "role": "viewer",
        "session_id": None,
        "player": None,
        "rights": ["see", "browse"],
    }


def test_only_the_hash_of_a_token_is_kept_until_it_ends(club: Club, phone: Device) -> None:
    token, ended = made(phone, club), made(phone, club, hours=0)
    assert ApiToken.objects.first().device.token_hash == hash_token(token=token)  # type: ignore[union-attr]
    assert len(token) == len("cuajo_") + 64
    assert [Program(version=2, token=each).get("club/").status_code for each in (ended, token)] == [401, 200]


def test_without_a_token_of_a_program_the_club_is_closed(club: Club, host: Client) -> None:
    stranger = Program(version=2).get("club/")
    assert (error_of(stranger), stranger["WWW-Authenticate"]) == ((401, "not_authenticated"), 'Bearer realm="cuajo"')
    assert host.get("/api/v2/club/").status_code == 401
    of_phone = host.cookies[DEVICE_COOKIE].value
    assert [error_of(Program(version=2, token=token).get("club/")) for token in ("x", of_phone)] == [UNKNOWN] * 2
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token_for(club=club)
    assert browser.get("/club/").status_code == 403


def test_a_token_is_worth_no_more_than_the_phone_that_made_it_until_it_is_revoked(club: Club, phone: Device) -> None:
    first, second = program(version=2, club=club), program(version=2, club=club)
    revoke_token(token=ApiToken.objects.latest("pk"), at=timezone.now())
    Membership.objects.filter(device=phone).update(role=Role.VIEWER)
    assert (first.get("token/").json()["role"], error_of(second.get("token/"))) == ("viewer", UNKNOWN)
    Membership.objects.filter(device=phone).update(revoked_at=timezone.now())
    assert error_of(first.get("token/")) == UNKNOWN


def test_nobody_makes_a_token_above_their_own_role(club: Club, phone: Device) -> None:
    Membership.objects.filter(device=phone).update(role=Role.SCOREKEEPER)
    with pytest.raises(TokenError):
        made(phone, club, role=Role.HOST)
    assert not ApiToken.objects.exists()


def test_who_is_no_host_lets_in_programs_for_the_holder_of_the_phone_only(session: Session) -> None:
    ana, ben = (session.seats.get(number=number).player for number in (ANA, BEN))
    people.browser_of(club=session.club, role=Role.SCOREKEEPER, seat=session.seats.get(number=BEN))
    keeper, other = Device.objects.get(), people.make_club(name="Other")
    assert made(keeper, session.club, player=ben)
    with pytest.raises(TokenError):
        made(keeper, session.club, player=ana)
    with pytest.raises(TokenError):
        made(keeper, session.club, player=player_called(club=other, name="Ben", at=people.EVENING))


def test_a_program_speaks_for_nobody_its_maker_may_not_choose_any_more(session: Session, host: Client) -> None:
    people.browser_of(club=session.club, role=Role.HOST, seat=session.seats.get(number=BEN))
    phone = Device.objects.latest("pk")
    ana, ben = (session.seats.get(number=number).player for number in (ANA, BEN))
    tokens = [made(phone, session.club, player=player) for player in (ana, ben)]
    Membership.objects.filter(device=phone).update(role=Role.PLAYER)
    spoken = [Program(token=token, version=2).get("token/").json()["player"] for token in tokens]
    assert spoken == [None, {"id": str(ben.public_id), "name": "Ben"}]


def test_the_same_form_twice_makes_one_token_and_another_form_with_its_key_none(club: Club, phone: Device) -> None:
    stamp = people.stamp(device=phone)
    first, other = (Wanted(label=label, role=Role.VIEWER, expires_at=None) for label in ("Sheet", "Other"))
    tokens = [make_token(club=club, maker=phone, wanted=first, stamp=stamp) for _ in range(2)]
    with pytest.raises(KeyReusedError):
        make_token(club=club, maker=phone, wanted=other, stamp=stamp)
    assert (tokens[0] == tokens[1], ApiToken.objects.count()) == (True, 1)


def test_a_program_is_no_phone_of_the_club_and_goes_on_when_its_own_is_moved(club: Club, phone: Device) -> None:
    visitor = program(version=2, club=club, role=Role.HOST)
    assert [each.device for each in phones_of(club=club)] == [phone]
    assert is_last_host(device=phone, club=club)
    link = make_recovery_link(device=phone, club=club, made_by=phone, now=timezone.now())
    join(token=link.token, device_token=new_token(), label="New phone", now=timezone.now())
    assert visitor.get("token/").json()["role"] == "host"


def test_guessing_tokens_is_stopped_and_keeps_no_right_token_out(sheet: Program) -> None:
    answers = [Program(version=2, token=f"cuajo_{uuid4()}").get("club/") for _ in range(WRONG_TOKENS.times + 1)]
    assert [answer.status_code for answer in answers] == [401] * WRONG_TOKENS.times + [429]
    assert (error_of(answers[-1]), answers[-1]["Retry-After"]) == ((429, "throttled"), "60")
    assert sheet.get("club/").status_code == 200


def test_a_program_sees_one_night_only_once_the_phone_that_let_it_in_does(
    club: Club, phone: Device, session: Session, here: str
) -> None:
    other = people.start_night(club=club)
    visitor = program(version=2, club=club, role=Role.HOST)
    people.host_browser(club=club)
    change_place(device=phone, access=Access(club=club, role=Role.PLAYER, session=session), now=timezone.now())
    paths = (here, f"sessions/{other.public_id}/", "players/")
    assert [visitor.get(path).status_code for path in paths] == [200, 404, 403]
