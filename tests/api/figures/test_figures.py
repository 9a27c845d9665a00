"""The history as programs ask for it and as spreadsheets; what figures come to is in tests/queries/figures."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from tests import people
from tests.api.programs import Program, error_of, program

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(club: Club) -> Program:
    """Return a program that may do everything, in version 2."""
    return program(club=club, version=2)


def id_of(name: str) -> UUID:
    return Player.objects.get(name=name).public_id


def by_name(items: list[dict[str, Any]], key: str) -> dict[str, Any]:
    """Return something of each place by the name of its player."""
    return {each["player"]["name"]: each[key] for each in items}


@pytest.mark.parametrize(
    ("asked", "key", "first"),
    [
        ("period=2026", "result_cents", 180),
        ("period=2026-02&order=won", "won", "1"),
        ("period=2026-02", "per_hand_cents", "180"),
    ],
)
def test_a_program_reads_standings(sheet: Program, session: Session, asked: str, key: str, first: object) -> None:
    people.win(session)
    found = sheet.get(f"standings/?{asked}").json()
    assert (by_name(found["items"], key)["Ana"], found["hand_count"]) == (first, 1)


def test_a_program_reads_ratings_once_the_club_shows_them(sheet: Program, session: Session) -> None:
    people.win(session)
    assert sheet.get("standings/?order=rating").json()["pairs"] == []
    assert sheet.put("standings/rating/", {"is_on": True}).json() == {"is_on": True}
    first, last = sheet.get("standings/?order=rating").json()["pairs"]
    assert [player["name"] for player in first["players"]] == ["Ana", "Carla"]
    assert (first["rank"], last["rank"], first["rating"]["hand_count"]) == (1, 2, 1)


def test_a_period_without_nights_has_no_standings(sheet: Program, session: Session) -> None:
    people.win(session)
    assert sheet.get("standings/?period=1999").json()["items"] == []


def test_a_program_sets_lists_and_removes_seasons(sheet: Program) -> None:
    days = {"since": "2026-01-01", "until": "2026-03-31"}
    made = sheet.post("seasons/", {"name": "Winter", **days}).json()
    assert made == {"id": made["id"], "name": "Winter", **days, "period": "2026-01-01..2026-03-31"}
    assert sheet.get("seasons/").json() == {"items": [made]}
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
    assert totals["Ben"] == moved
    assert (pair["own_by_close"], pair["by_close"]) == (moved, {"shared_cents": 0, "coin_cents": -10})
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
