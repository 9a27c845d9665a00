"""The history as programs read it, as JSON and as a spreadsheet."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Player, Session
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


def test_standings_are_a_spreadsheet(host: Client, session: Session) -> None:
    people.win(session)
    lines = host.get(reverse("standings-csv")).text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()
    assert lines[:2] == ["rank,player,sessions,hands,hands_won,result,apart", "1,Ana,1,1,1,1.80,0.00"]
