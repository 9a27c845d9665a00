"""The club as programs keep it: people, rule sets, figures, and the programs themselves."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.limits import MOST_KEPT
from scoring.models import ApiAnswer, ApiToken, Club, Device, Membership, Player, Role, SavedRules, Season, Session
from scoring.models.devices import hash_token
from scoring.operations.errors import KeyReusedError
from scoring.operations.people.devices import change_place, new_token
from scoring.operations.people.joining import join, make_recovery_link
from scoring.operations.people.players import player_called
from scoring.operations.people.programs import TokenError, make_token, revoke_token
from scoring.operations.throttle import WRONG_TOKENS
from scoring.queries.people.access import Access, is_last_host
from scoring.queries.people.phones import phones_of
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.api.programs import Program, error_of, program, token_for
from tests.people import ANA, BEN


def test_the_club_is_changed(club: Club, sheet: Program) -> None:
    changed = {"name": "Sunday", "time_zone": "Europe/Madrid"}
    assert sheet.put("club/", changed).json() == {"id": str(club.public_id), **changed}
    assert error_of(sheet.put("club/", {"name": "Sunday", "time_zone": "Moon"})) == (422, "club")


def test_players_are_renamed_merged_and_erased_from_answers_too(sheet: Program, session: Session, here: str) -> None:
    eva, eve = (player_called(club=session.club, name=name, at=people.EVENING) for name in ("Eva", "Eve"))
    dan = Player.objects.get(name="Dan")
    sheet.post(f"{here}again/")
    assert sheet.put(f"players/{eva.public_id}/", {"name": " Eva  Maria "}).json()["name"] == "Eva Maria"
    seen = {"expected_names": ["Eve"], "expected_into": ["Eva Maria"]}
    merged = sheet.post(f"players/{eve.public_id}/merge/", {"into_id": str(eva.public_id), **seen}).json()
    assert (merged["id"], Player.objects.get(name="Eve").merged_into) == (str(eva.public_id), eva)
    assert sheet.get(f"players/{eve.public_id}/").json()["merged_into_id"] == str(eva.public_id)
    sheet.post(f"players/{dan.public_id}/erase/", {"expected_names": ["Dan"]})
    assert not Player.objects.filter(name="Dan").exists()
    assert not ApiAnswer.objects.filter(body__contains="Dan").exists()
    assert error_of(sheet.put(f"players/{eva.public_id}/", {"name": "Ana"})) == (409, "player")


def test_rule_sets_are_kept_changed_written_out_and_read_again(sheet: Program) -> None:
    made = sheet.post("rule-sets/", {"name": "Ours", "rules": {"preset": "pagat", "secret": 60}}).json()
    assert [(one["name"], one["own"], one["preset"]) for one in made["differences"]] == [("secret", 60, 50)]
    own = f"rule-sets/{made['id']}/"
    change = {"name": "Ours", "rules": {"preset": "pagat", "secret": 65}, "expected_revision": 1}
    assert sheet.put(own, change).json()["revision"] == 2
    assert error_of(sheet.put(own, {**change, "rules": {"preset": "pagat"}})) == (409, "rule_set_changed")
    text = sheet.get(f"{own}file/").json()["file"]
    assert sheet.delete(f"{own}?expected_revision=2").status_code == 204
    assert sheet.get("rule-sets/").json() == {"items": [], "next_after": None}
    assert sheet.post("rule-sets/import/", {"file": text}).json()["rules"]["secret"] == 65
    assert error_of(sheet.post("rule-sets/import/", {"file": "{"})) == (422, "invalid")


def id_of(name: str) -> UUID:
    return Player.objects.get(name=name).public_id


def by_name(items: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {each["player"]["name"]: each[key] for each in items}


@pytest.mark.parametrize(
    "asked",
    [
        *("standings/?period=2026-13", "nominations/?period=2026-13", "partners/?period=2026-13"),
        *("standings/?currency=PHP&game=khanhoo", "standings/?game=khanhoo"),
        *("standings/?order=best", "sessions/?limit=0", "sessions/?state=lost", "sessions/?since=soon"),
    ],
)
def test_a_filter_that_nobody_can_read_is_refused(sheet: Program, session: Session, asked: str) -> None:
    people.win(session)
    (wrong,) = sheet.get(asked).json()["errors"]
    assert (wrong["field"], wrong["code"]) == (asked.partition("?")[2].partition("=")[0], "invalid")


def test_a_program_reads_ratings_once_the_club_shows_them(sheet: Program, session: Session) -> None:
    people.win(session)
    assert sheet.get("standings/?order=rating").json()["pairs"] == []
    assert sheet.put("standings/rating/", {"is_on": True}).json() == {"is_on": True}
    first, last = sheet.get("standings/?order=rating").json()["pairs"]
    assert [player["name"] for player in first["players"]] == ["Ana", "Carla"]
    assert (first["rank"], last["rank"], first["rating"]["hand_count"]) == (1, 2, 1)


def test_a_program_sets_and_removes_seasons(sheet: Program) -> None:
    days = {"since": "2026-01-01", "until": "2026-03-31"}
    made = sheet.post("seasons/", {"name": "Winter", **days}).json()
    assert sheet.post("seasons/", {"name": "Cold", **days}).json() == {**made, "name": "Cold"}
    assert error_of(sheet.post("seasons/", {"name": "", "since": "2026-1", "until": "x"})) == (422, "invalid")
    assert sheet.delete(f"seasons/{made['id']}/").status_code == 204
    assert error_of(sheet.delete(f"seasons/{made['id']}/")) == (404, "not_found")


def test_a_club_keeps_at_most_100_rule_sets_seasons_and_programs(club: Club, sheet: Program) -> None:
    phone = Device.objects.get(memberships__club=club, api_token=None)
    days = [people.EVENING.date() + timedelta(days=number) for number in range(MOST_KEPT)]
    rules = ({"name": f"Set {number}", "rules": {}, "changed_at": people.EVENING} for number in range(MOST_KEPT))
    SavedRules.objects.bulk_create(SavedRules(club=club, game="cuajo", **each) for each in rules)
    Season.objects.bulk_create(Season(club=club, name="Day", since=day, until=day) for day in days)
    for _ in range(MOST_KEPT - 1):
        token_for(club=club)
    one_more = {"name": "More", "since": "2020-01-01", "until": "2020-01-02"}
    assert error_of(sheet.post("seasons/", one_more)) == (409, "season")
    assert sheet.post("seasons/", {"name": "Same day", "since": f"{days[0]}", "until": f"{days[0]}"}).status_code == 201
    assert error_of(sheet.post("rule-sets/", {"name": "More", "rules": {"preset": "pagat"}})) == (422, "rule_set_name")
    with pytest.raises(TokenError):
        made(phone, club)
    revoke_token(token=ApiToken.objects.latest("pk"), at=people.EVENING)
    assert made(phone, club)


def test_what_the_close_moved_is_told_beside_every_total(host: Client, club: Club, sheet: Program) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=people.BEN, source="self_drawn")
    people.close(night, coin_cents=25)
    moved = {"shared_cents": -130, "coin_cents": -5}
    totals = by_name(sheet.get("players/").json()["totals"], "by_close")
    pair = sheet.get(f"players/{id_of('Ben')}/with/{id_of('Dan')}/").json()
    of_both = {"shared_cents": 0, "coin_cents": -10}
    assert (totals["Ben"], pair["own_by_close"], pair["by_close"]) == (moved, moved, of_both)
    assert by_name(sheet.get("standings/").json()["items"], "by_close") == totals
    lines = host.get(reverse("history-csv", args=["standings"])).text.splitlines()
    assert [line.split(",")[-2:] for line in lines if ",Ben," in line] == [["-1.30", "-0.05"]]


@pytest.mark.parametrize(
    ("name", "of", "amounts"),
    [
        ("history-csv", ("standings",), "1,Ana,1,1,1,1.80,0.00,1.80,1.8000,1.0000,,,,0.00,0.00"),
        ("history-csv", ("partners",), "Ana,Ben,0.90,0.00"),
        ("history-csv", ("nominations",), ",Ana,1.80"),
        ("figures", ("Ana",), ",1.8000,180,1,0.0000"),
        ("figures", ("Ana", "Ben"), "0.00,0.90"),
        ("night", ("session",), "1,hand,1,1.80,-0.90,0.00,-0.90"),
    ],
)
def test_history_has_spreadsheets(host: Client, session: Session, name: str, of: tuple[str, ...], amounts: str) -> None:
    people.win(session)
    first, *other = [session.public_id if each == "session" else id_of(each) if each.istitle() else each for each in of]
    answer = host.get(reverse(name, args=[first]), {"form": "csv", **({"with": str(other[0])} if other else {})})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert [line for line in answer.text.splitlines() if line.endswith(amounts)] != []


UNKNOWN = (401, "token_unknown")


@pytest.fixture
def phone(host: Client) -> Device:
    return Device.objects.get()


def made(phone: Device, club: Club, *, role: Role = Role.VIEWER, hours: int = 1, player: Player | None = None) -> str:
    """Return the token of a program that the phone lets in for so many hours."""
    access, until = Access(club=club, role=role, player=player), timezone.now() + timedelta(hours=hours)
    stamp = people.stamp(device=phone)
    return make_token(maker=phone, label="Sheet", access=access, expires_at=until, stamp=stamp)


def test_a_token_says_which_club_it_belongs_to_and_what_it_may_do(club: Club) -> None:
    assert program(club=club, role=Role.VIEWER).get("token/").json() == {
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
    assert [Program(token=each).get("club/").status_code for each in (ended, token)] == [401, 200]


def test_without_a_token_of_a_program_the_club_is_closed(club: Club, host: Client) -> None:
    stranger = Program().get("club/")
    assert (error_of(stranger), stranger["WWW-Authenticate"]) == ((401, "not_authenticated"), 'Bearer realm="cuajo"')
    assert host.get("/api/v1/club/").status_code == 401
    of_phone = host.cookies[DEVICE_COOKIE].value
    assert [error_of(Program(token=token).get("club/")) for token in ("x", of_phone)] == [UNKNOWN] * 2
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token_for(club=club)
    assert browser.get("/club/").status_code == 403


def test_a_token_is_worth_no_more_than_the_phone_that_made_it_until_it_is_revoked(club: Club, phone: Device) -> None:
    first, second = program(club=club), program(club=club)
    revoke_token(token=ApiToken.objects.latest("pk"), at=timezone.now())
    Membership.objects.filter(device=phone).update(role=Role.VIEWER)
    assert (first.get("token/").json()["role"], error_of(second.get("token/"))) == ("viewer", UNKNOWN)
    Membership.objects.filter(device=phone).update(revoked_at=timezone.now())
    assert error_of(first.get("token/")) == UNKNOWN


def test_who_is_no_host_lets_in_programs_of_their_role_for_the_holder_of_the_phone_only(session: Session) -> None:
    ana, ben = (session.seats.get(number=number).player for number in (ANA, BEN))
    people.browser_of(club=session.club, role=Role.SCOREKEEPER, seat=session.seats.get(number=BEN))
    keeper, other = Device.objects.get(), people.make_club(name="Other")
    assert made(keeper, session.club, player=ben)
    with pytest.raises(TokenError):
        made(keeper, session.club, role=Role.HOST)
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
    spoken = [Program(token=token).get("token/").json()["player"] for token in tokens]
    assert spoken == [None, {"id": str(ben.public_id), "name": "Ben"}]


def test_the_same_form_twice_makes_one_token_and_another_form_with_its_key_none(club: Club, phone: Device) -> None:
    said: dict[str, Any] = {"access": Access(club=club, role=Role.VIEWER), "expires_at": None}
    said |= {"maker": phone, "stamp": people.stamp(device=phone)}
    tokens = [make_token(label="Sheet", **said) for _ in range(2)]
    with pytest.raises(KeyReusedError):
        make_token(label="Other", **said)
    assert (tokens[0] == tokens[1], ApiToken.objects.count()) == (True, 1)


def test_a_program_is_no_phone_of_the_club_and_goes_on_when_its_own_is_moved(club: Club, phone: Device) -> None:
    visitor = program(club=club, role=Role.HOST)
    assert [each.device for each in phones_of(club=club)] == [phone]
    assert is_last_host(device=phone, club=club)
    link = make_recovery_link(device=phone, club=club, made_by=phone, now=timezone.now())
    join(token=link.token, device_token=new_token(), label="New phone", now=timezone.now())
    assert visitor.get("token/").json()["role"] == "host"


def test_guessing_tokens_is_stopped_and_keeps_no_right_token_out(sheet: Program) -> None:
    answers = [Program(token=f"cuajo_{uuid4()}").get("club/") for _ in range(WRONG_TOKENS.times + 1)]
    assert [answer.status_code for answer in answers] == [401] * WRONG_TOKENS.times + [429]
    assert (error_of(answers[-1]), answers[-1]["Retry-After"]) == ((429, "throttled"), "60")
    assert sheet.get("club/").status_code == 200


def test_a_program_sees_one_night_like_its_phone(club: Club, phone: Device, session: Session, here: str) -> None:
    other = people.start_night(club=club)
    visitor = program(club=club, role=Role.HOST)
    people.host_browser(club=club)
    change_place(device=phone, access=Access(club=club, role=Role.PLAYER, session=session), now=timezone.now())
    paths = (here, f"sessions/{other.public_id}/", "players/")
    assert [visitor.get(path).status_code for path in paths] == [200, 404, 403]
