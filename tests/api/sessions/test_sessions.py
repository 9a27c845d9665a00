"""Sessions by programs: what was the newest when they looked."""

import pytest

from scoring.models import Club, Session
from tests import people
from tests.api.programs import error_of, program

pytestmark = pytest.mark.django_db

WANTED = {"names": list(people.NAMES), "currency": "PHP", "first_dealer": 1}
STARTED = (409, "night_started")


def test_a_program_that_saw_no_night_is_told_of_the_one_its_players_play(club: Club) -> None:
    sheet = program(club=club)
    wanted = WANTED | {"expected_newest": None}
    newest = sheet.post("sessions/", wanted).json()["id"]

    assert error_of(sheet.post("sessions/", wanted)) == STARTED
    assert sheet.post("sessions/", WANTED | {"expected_newest": newest}).status_code == 201
    assert sheet.post("sessions/", WANTED).status_code == 201


def test_a_program_starts_the_same_again_once(club: Club, session: Session) -> None:
    sheet = program(club=club)
    seen = str(session.public_id)
    wanted = {"expected_newest": seen}

    assert sheet.post(f"sessions/{seen}/again/", wanted).status_code == 201
    assert error_of(sheet.post(f"sessions/{seen}/again/", wanted)) == STARTED


def test_programs_are_told_no_sums_of_partners_once_seats_were_changed(session: Session) -> None:
    people.win(session)
    reader = program(club=session.club)

    before = reader.get(f"sessions/{session.public_id}/").json()
    people.sit(session, *people.NAMES, dealer=4)
    after = reader.get(f"sessions/{session.public_id}/").json()

    assert [side["result_cents"] for side in before["sides"]] == [180, -180]
    assert after["sides"] == []
