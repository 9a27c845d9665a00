"""The history as programs read it, as JSON, and its pages as spreadsheets."""

from decimal import Decimal
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
    ("period", "results"), [("2026", {"Ana": 180, "Carla": 0, "Ben": -90, "Dan": -90}), ("1999", {})]
)
def test_a_program_reads_standings_of_a_period(
    sheet: Program, session: Session, period: str, results: dict[str, int]
) -> None:
    people.win(session)
    places = sheet.get(f"standings/?period={period}").json()["items"]
    assert by_name(places, "result_cents") == results
    assert [place["rank"] for place in places] == [1, 2, 3, 3][: len(results)]


def test_a_program_reads_how_much_a_hand_and_how_often_as_exact_fractions(sheet: Program, session: Session) -> None:
    for winner in (people.ANA, people.BEN, people.BEN):
        people.win(session, winner=winner)
    found = sheet.get("standings/?period=2026-02&order=won").json()
    first = found["items"][0]
    assert (found["since"], found["until"]) == ("2026-02-01", "2026-02-28")
    assert (found["session_count"], found["hand_count"]) == (1, 3)
    assert (first["player"]["name"], first["play_cents"], first["per_hand_cents"], first["won"]) == (
        "Ben",
        270,
        "90",
        "2/3",
    )


def test_a_program_reads_ratings_once_the_club_shows_them(sheet: Program, session: Session) -> None:
    people.win(session)
    assert sheet.get("standings/?order=rating").json()["pairs"] == []
    assert sheet.put("standings/rating/", {"is_on": True}).json() == {"is_on": True}
    found = sheet.get("standings/?order=rating").json()
    first, last = found["pairs"]
    means = [Decimal(pair["rating"]["mean"]) for pair in (first, last)]
    assert [place["rank"] for place in found["items"]] == [1, 1, 3, 3]
    assert [player["name"] for player in first["players"]] == ["Ana", "Carla"]
    assert (first["rank"], last["rank"], first["rating"]["hand_count"]) == (1, 2, 1)
    assert (sum(means), means[0] > means[1]) == (50, True)


def test_a_program_sets_lists_and_removes_seasons(sheet: Program) -> None:
    days = {"since": "2026-01-01", "until": "2026-03-31"}
    made = sheet.post("seasons/", {"name": "Winter", **days}).json()
    assert made == {"id": made["id"], "name": "Winter", **days, "period": "2026-01-01..2026-03-31"}
    assert sheet.get("seasons/").json() == {"items": [made]}
    assert sheet.post("seasons/", {"name": "Cold", **days}).json() == {**made, "name": "Cold"}
    assert error_of(sheet.post("seasons/", {"name": "", "since": "2026-1", "until": "x"})) == (422, "invalid")
    assert sheet.delete(f"seasons/{made['id']}/").json() == {"id": made["id"]}
    assert error_of(sheet.delete(f"seasons/{made['id']}/")) == (404, "not_found")


def test_a_program_reads_figures_as_exact_fractions_with_what_they_rest_on(sheet: Program, session: Session) -> None:
    people.win(session)
    found = sheet.get(f"players/{id_of('Ana')}/figures/").json()
    won = next(each for each in found["figures"] if each["name"] == "hands_won")
    assert (won["unit"], won["value"], won["club"], won["count"], won["base"]) == ("share", "1", "1/4", 1, 1)
    moved = by_name(found["others"], "moved_cents")
    assert {name: cents for name, cents in moved.items() if cents} == {"Ben": 90, "Dan": 90}
    assert found["sessions"][0]["so_far_cents"] == 180
    assert found["luck"] == {
        "kings": {"count": 1, "came": 1, "expected": "256/111", "least": 0, "most": 4},
        "sowee": {"count": 1, "came": 1, "expected": "16/37", "least": 0, "most": 1},
        "extra": None,
        "winning": "8",
        "unseen": "96",
    }


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


def test_a_program_reads_who_moved_what_of_whom(sheet: Program, session: Session) -> None:
    people.win(session)
    people.win(session)
    items = sheet.get("partners/").json()["items"]
    of = {(each["player"]["name"], each["other"]["name"]): each for each in items}
    moved = {names: each["moved_cents"] for names, each in of.items()}
    together = {names: each["together_cents"] for names, each in of.items()}
    pair = sheet.get(f"players/{id_of('Ana')}/with/{id_of('Ben')}/").json()
    assert (moved["Ana", "Ben"], moved["Ben", "Ana"], sum(moved.values())) == (180, -180, 0)
    assert (together["Ana", "Carla"], together["Carla", "Ana"], together["Ana", "Ben"]) == (360, 360, 0)
    assert (pair["moved_cents"], pair["beside_session_count"]) == (180, 0)
    assert pair["sessions"][0]["moved_so_far_cents"] == 180


def test_a_program_reads_nominations_and_a_story(sheet: Program, session: Session) -> None:
    people.win(session)
    people.win(session)
    winner = next(each for each in sheet.get("nominations/").json()["items"] if each["name"] == "winner")
    told = sheet.get(f"sessions/{session.public_id}/story/").json()
    assert ([player["name"] for player in winner["players"]], winner["cents_or_count"]) == (["Ana"], 360)
    assert (told["best_entry"], [point["hand_number"] for point in told["points"]]) == (1, [1, 2])
    assert told["points"][-1]["money"][0] == {"seat": 1, "so_far_cents": 360}


@pytest.mark.parametrize(
    ("name", "of", "amounts"),
    [
        ("standings-csv", (), "1,Ana,1,1,1,1.80,0.00,1.80,1.8000,1.0000,,,,0.00,0.00"),
        ("player", ("Ana",), ",1.8000,180,1,0.0000,,,"),
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


def test_the_spreadsheet_of_a_player_says_what_luck_there_was(host: Client, session: Session) -> None:
    people.win(session)
    lines = host.get(f"{reverse('player', args=[id_of('Ana')])}?form=csv").text.splitlines()
    luck = [line.split(",")[1:] for line in lines if line.endswith(("0,4", "0,1"))]
    assert luck == [["1", "", "1", "", "2.3063", "0", "4"], ["1", "", "1", "", "0.4324", "0", "1"]]
