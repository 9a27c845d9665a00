"""The history as programs read it, as JSON and as a spreadsheet."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.sessions.closing import close_session
from tests import people
from tests.api.programs import program

pytestmark = pytest.mark.django_db


def test_program_reads_standings_of_a_period(session: Session) -> None:
    people.win(session)
    reader = program(club=session.club)
    places = reader.get("standings/?period=2026").json()["items"]
    assert [(place["rank"], place["player"]["name"], place["result_cents"]) for place in places] == [
        (1, "Ana", 180),
        (2, "Carla", 0),
        (3, "Ben", -90),
        (3, "Dan", -90),
    ]
    assert reader.get("standings/?period=1999").json()["items"] == []


def test_program_reads_how_much_a_hand_and_how_often_as_exact_fractions(session: Session) -> None:
    people.win(session)
    people.win(session, winner=people.BEN)
    people.win(session, winner=people.BEN)
    found = program(club=session.club).get("standings/?period=2026-02&order=won").json()
    assert {name: found[name] for name in ("since", "until", "session_count", "hand_count")} == {
        "since": "2026-02-01",
        "until": "2026-02-28",
        "session_count": 1,
        "hand_count": 3,
    }
    first = found["items"][0]
    assert (first["player"]["name"], first["play_cents"], first["per_hand_cents"], first["won"]) == (
        "Ben",
        270,
        "90",
        "2/3",
    )


def test_program_reads_ratings_once_the_club_shows_them(session: Session) -> None:
    people.win(session)
    host = program(club=session.club)
    assert host.get("standings/?order=rating").json()["pairs"] == []
    assert host.put("standings/rating/", {"is_on": True}).json() == {"is_on": True}
    found = host.get("standings/?order=rating").json()
    assert [place["rank"] for place in found["items"]] == [1, 1, 3, 3]
    first, last = found["pairs"]
    assert [player["name"] for player in first["players"]] == ["Ana", "Carla"]
    assert (first["rank"], last["rank"], first["rating"]["hand_count"]) == (1, 2, 1)
    means = [Decimal(pair["rating"]["mean"]) for pair in (first, last)]
    assert sum(means) == 50
    assert means[0] > means[1]


def test_program_sets_lists_and_removes_seasons(session: Session) -> None:
    host = program(club=session.club)
    days = {"since": "2026-01-01", "until": "2026-03-31"}
    made = host.post("seasons/", {"name": "Winter", **days}).json()
    assert made == {"id": made["id"], "name": "Winter", **days, "period": "2026-01-01..2026-03-31"}
    assert host.get("seasons/").json() == {"items": [made]}
    assert host.post("seasons/", {"name": "Cold", **days}).json() == {**made, "name": "Cold"}
    assert host.post("seasons/", {"name": "", "since": "2026-1", "until": "x"}).status_code == 422
    assert host.delete(f"seasons/{made['id']}/").json() == {"id": made["id"]}
    assert host.delete(f"seasons/{made['id']}/").status_code == 404


def test_program_reads_figures_as_exact_fractions_with_what_they_rest_on(session: Session) -> None:
    people.win(session)
    ana = Player.objects.get(name="Ana")
    found = program(club=session.club).get(f"players/{ana.public_id}/figures/").json()
    figures = {each["name"]: each for each in found["figures"]}
    assert figures["hands_won"] == {
        "name": "hands_won",
        "unit": "share",
        "value": "1",
        "count": 1,
        "base": 1,
        "club": "1/4",
    }
    assert [(each["player"]["name"], each["moved_cents"]) for each in found["others"] if each["moved_cents"]] == [
        ("Ben", 90),
        ("Dan", 90),
    ]
    assert found["sessions"][0]["so_far_cents"] == 180
    assert found["luck"] == {
        "kings": {"count": 1, "came": 1, "expected": "256/111", "least": 0, "most": 4},
        "sowee": {"count": 1, "came": 1, "expected": "16/37", "least": 0, "most": 1},
        "extra": None,
        "winning": "8",
        "unseen": "96",
    }


def test_standings_are_a_spreadsheet(host: Client, session: Session) -> None:
    people.win(session)
    lines = host.get(reverse("standings-csv")).text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()
    assert lines[:2] == [
        "Rank,Player,Nights,Hands,Hands won,Result,Beside the game,By play,A hand,Share of hands won,Rating"
        ",Margin of the rating,Hands rated,By the partners' sharing,By rounding",
        "1,Ana,1,1,1,1.80,0.00,1.80,1.8000,1.0000,,,,0.00,0.00",
    ]


def test_what_the_close_moved_is_told_beside_every_total(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=people.BEN, source="self_drawn")
    close_session(session=night, coin_cents=25, expected_entry=1, stamp=people.stamp())
    ben, dan = (night.seats.get(number=number).player.public_id for number in (people.BEN, people.DAN))
    moved, reader = {"shared_cents": -130, "coin_cents": -5}, program(club=club)

    totals = {each["player"]["name"]: each["by_close"] for each in reader.get("players/").json()["totals"]}
    assert totals["Ben"] == moved
    pair = reader.get(f"players/{ben}/with/{dan}/").json()
    assert (pair["own_by_close"], pair["by_close"]) == (moved, {"shared_cents": 0, "coin_cents": -10})
    places = {each["player"]["name"]: each["by_close"] for each in reader.get("standings/").json()["items"]}
    assert places == totals
    lines = host.get(reverse("standings-csv")).text.splitlines()
    assert [line.split(",")[-2:] for line in lines if ",Ben," in line] == [["-1.30", "-0.05"]]


def test_program_reads_partners_two_players_nominations_and_a_story(session: Session) -> None:
    people.win(session)
    people.win(session)
    reader = program(club=session.club)
    ana, ben = (Player.objects.get(name=name).public_id for name in ("Ana", "Ben"))

    items = reader.get("partners/").json()["items"]
    moved = {(each["player"]["name"], each["other"]["name"]): each["moved_cents"] for each in items}
    assert (moved["Ana", "Ben"], moved["Ben", "Ana"], sum(moved.values())) == (180, -180, 0)
    together = {(each["player"]["name"], each["other"]["name"]): each["together_cents"] for each in items}
    assert (together["Ana", "Carla"], together["Carla", "Ana"], together["Ana", "Ben"]) == (360, 360, 0)
    pair = reader.get(f"players/{ana}/with/{ben}/").json()
    assert (pair["moved_cents"], pair["beside_session_count"], pair["sessions"][0]["moved_so_far_cents"]) == (
        180,
        0,
        180,
    )
    awards = {each["name"]: each for each in reader.get("nominations/").json()["items"]}
    assert [player["name"] for player in awards["winner"]["players"]] == ["Ana"]
    assert awards["winner"]["amount"] == 360
    told = reader.get(f"sessions/{session.public_id}/story/").json()
    assert (told["best_line"], [point["hand_number"] for point in told["points"]]) == (1, [1, 2])
    assert told["points"][-1]["money"][0] == {"seat": 1, "so_far_cents": 360}


def test_every_page_of_the_history_is_a_spreadsheet_too(host: Client, session: Session) -> None:
    people.win(session)
    ana, ben = (Player.objects.get(name=name).public_id for name in ("Ana", "Ben"))
    wanted = {
        reverse("player", args=[ana]): "won or lost in all,1.8000,180,1,0.0000,,,",
        reverse("partners"): "Ana,Ben,0.90,0.00",
        reverse("pair", args=[ana, ben]): "0.00,0.90",
        reverse("summary"): "Won most,Ana,1.80",
        reverse("night", args=[session.public_id]): "1,hand,1,1.80,-0.90,0.00,-0.90",
    }
    for address, row in wanted.items():
        answer = host.get(f"{address}?form=csv")
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert row in answer.text, address
    sheet = host.get(f"{reverse('player', args=[ana])}?form=csv").text.splitlines()
    assert [line for line in sheet if line.endswith(("0,4", "0,1"))] == [
        "Kings,1,,1,,2.3063,0,4",
        "Copies of the sowee,1,,1,,0.4324,0,1",
    ]
