"""The history as programs ask for it and as spreadsheets; what figures come to is in tests/queries/figures."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.sessions import start_practice
from tests import people
from tests.api.programs import Program, error_of

pytestmark = pytest.mark.django_db


def id_of(name: str) -> UUID:
    return Player.objects.get(name=name).public_id


def by_name(items: list[dict[str, Any]], key: str) -> dict[str, Any]:
    """Return something of each place by the name of its player."""
    return {each["player"]["name"]: each[key] for each in items}


@pytest.mark.parametrize(
    ("asked", "key", "first"),
    [("period=2026", "result_cents", 180), ("period=2026-02&order=won", "won", "1"), ("period=1999", "won", None)],
)
def test_a_program_reads_standings(sheet: Program, session: Session, asked: str, key: str, first: object) -> None:
    people.win(session)
    found = sheet.get(f"standings/?{asked}").json()
    assert (by_name(found["items"], key).get("Ana"), found["hand_count"]) == (first, 1 if first else 0)


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
    assert sheet.delete(f"seasons/{made['id']}/").json() == {"id": made["id"]}
    assert error_of(sheet.delete(f"seasons/{made['id']}/")) == (404, "not_found")


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
    lines = host.get(reverse("standings-csv")).text.splitlines()
    assert [line.split(",")[-2:] for line in lines if ",Ben," in line] == [["-1.30", "-0.05"]]


@pytest.mark.parametrize(
    ("name", "of", "amounts"),
    [
        ("standings-csv", (), "1,Ana,1,1,1,1.80,0.00,1.80,1.8000,1.0000,,,,0.00,0.00"),
        ("player", ("Ana",), ",1.8000,180,1,0.0000,,,"),
        ("player", ("Ana",), ",1,,1,,2.3063,0,4"),
        ("partners", (), "Ana,Ben,0.90,0.00"),
        ("pair", ("Ana", "Ben"), "0.00,0.90"),
        ("summary", (), ",Ana,1.80"),
        ("night", ("session",), "1,hand,1,1.80,-0.90,0.00,-0.90"),
    ],
)
def test_a_page_of_the_history_is_a_spreadsheet_too(
    host: Client, session: Session, name: str, of: tuple[str, ...], amounts: str
) -> None:
    people.win(session)
    args = [session.public_id if each == "session" else id_of(each) for each in of]
    answer = host.get(f"{reverse(name, args=args)}?form=csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert [line for line in answer.text.splitlines() if line.endswith(amounts)] != []


def test_a_merged_player_names_the_other_and_counts_for_them_alone(sheet: Program, session: Session) -> None:
    people.win(session)
    evening = people.start_night(club=session.club, names=("Annie", "Ben", "Carla", "Dan"))
    people.win(evening)
    annie, ana = (Player.objects.get(name=name) for name in ("Annie", "Ana"))
    merge_players(player=annie, into=ana)
    old, new = (sheet.get(f"players/{who.public_id}/").json() for who in (annie, ana))
    assert (old["name"], old["merged_into_id"]) == ("Annie", str(ana.public_id))
    assert (old["totals"], old["partners"], old["session_ids"]) == ([], [], [])
    assert (new["totals"][0]["session_count"], new["totals"][0]["result_cents"]) == (2, 360)
    assert new["session_ids"] == [str(evening.public_id), str(session.public_id)]


def test_whoever_only_practised_is_still_named_to_programs(sheet: Program, club: Club) -> None:
    start_practice(club=club, names=("Uno", "Dos", "Tres", "Kwatro"), stamp=people.stamp())
    listed = sheet.get("players/").json()["without_session"]
    assert [player["name"] for player in listed] == ["Dos", "Kwatro", "Tres", "Uno"]
