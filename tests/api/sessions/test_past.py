"""Nights entered later by programs: all or none, once, taken back."""

import pytest

from scoring.models import Club, Role, Session
from tests.api.programs import program

pytestmark = pytest.mark.django_db

NIGHT = {
    "day": "2019-05-31",
    "place": "Cebu",
    "results": [{"name": "Ana", "result_cents": 900}, {"name": "Ben", "result_cents": -900}],
}


def test_a_program_enters_nights_and_takes_one_back(club: Club) -> None:
    sheet = program(club=club, role=Role.HOST)
    wanted = {"currency": "PHP", "nights": [NIGHT], "expected_new": ["Ana", "Ben"]}

    refused = sheet.post("past-nights/", {**wanted, "expected_new": ["Ana"]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "shown_changed")
    entered = sheet.post("past-nights/", wanted)

    assert entered.status_code == 201
    (night,) = entered.json()["items"]
    told = [(seat["player"], seat["result_cents"], seat["outstanding_cents"]) for seat in night["seats"]]
    assert told == [("Ana", 900, 0), ("Ben", -900, 0)]
    assert (night["entered_later"], night["state"], night["place"]) == (True, "settled", "Cebu")
    taken = sheet.post(f"sessions/{night['id']}/past/take-back/", {"reason": "Another day", "expected_entry": 3})
    assert (taken.status_code, taken.json()["kind"]) == (201, "reversal")
    assert Session.objects.get().is_practice


def test_a_wrong_night_refuses_all_with_its_number(club: Club) -> None:
    wrong = {**NIGHT, "day": "2019-06-01", "results": [{"name": "Ana", "result_cents": 1}, NIGHT["results"][1]]}

    refused = program(club=club).post("past-nights/", {"currency": "PHP", "nights": [NIGHT, wrong]})

    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "past")
    assert refused.json()["error"]["message"].startswith("Night 2: What was won and lost comes to")
    assert not Session.objects.exists()
