"""Nights by programs: started, entered later, their chips, and debts over nights."""

from typing import Any

import pytest

from scoring.models import Club, Session
from scoring.queries.sessions.debts import open_debts
from tests import people
from tests.api.programs import Program, error_of, player_program, program
from tests.people import ANA, BEN, DAN

pytestmark = pytest.mark.django_db

WANTED = {"names": list(people.NAMES), "currency": "PHP", "first_dealer": 1}
STARTED = (409, "night_started")
PAST_NIGHT = {
    "day": "2019-05-31",
    "place": "Cebu",
    "results": [{"name": "Ana", "result_cents": 900}, {"name": "Ben", "result_cents": -900}],
}


@pytest.fixture
def host_sheet(club: Club) -> Program:
    """Return a program that may do everything, in version 2."""
    return program(club=club, version=2)


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    nights = (people.start_night(club=club), people.start_night(club=club))
    for night in nights:
        people.win(night)
        people.close(night)
    return nights


def left(club: Club) -> list[tuple[str, int]]:
    return [(each.debtor.name, each.cents) for each in open_debts(club=club)]


def debts_of(sheet: Program) -> Any:
    (php,) = sheet.get("debts/").json()["currencies"]
    return php


def of_ben(sheet: Program) -> dict[str, object]:
    (pair,) = (pair for pair in debts_of(sheet)["pairs"] if pair["debtor"]["name"] == "Ben")
    owed = {"expected_cents": pair["amount_cents"], "amount_cents": pair["amount_cents"]}
    return {"debtor_id": pair["debtor"]["id"], "creditor_id": pair["creditor"]["id"], "currency": "PHP", **owed}


def test_a_program_that_saw_no_night_is_told_of_the_one_its_players_play(host_sheet: Program) -> None:
    wanted = WANTED | {"expected_newest_id": None}
    newest = host_sheet.post("sessions/", wanted).json()["id"]

    assert error_of(host_sheet.post("sessions/", wanted)) == STARTED
    assert host_sheet.post("sessions/", WANTED | {"expected_newest_id": newest}).status_code == 201
    assert host_sheet.post("sessions/", WANTED).status_code == 201


def test_a_program_starts_the_same_again_once(host_sheet: Program, session: Session) -> None:
    again, wanted = f"sessions/{session.public_id}/again/", {"expected_newest_id": str(session.public_id)}
    assert host_sheet.post(again, wanted).status_code == 201
    assert error_of(host_sheet.post(again, wanted)) == STARTED


def test_programs_are_told_no_sums_of_partners_once_seats_were_changed(host_sheet: Program, session: Session) -> None:
    people.win(session)
    before = host_sheet.get(f"sessions/{session.public_id}/").json()["sides"]
    people.sit(session, *people.NAMES, dealer=4)
    after = host_sheet.get(f"sessions/{session.public_id}/").json()["sides"]
    assert ([side["result_cents"] for side in before], after) == ([180, -180], [])


def test_a_program_reads_what_chips_everybody_holds_and_should(host_sheet: Program, session: Session) -> None:
    here = f"sessions/{session.public_id}/chips/"
    taken = {"bank": 2, "seats": [1, 2, 3], "amount_cents": 500, "is_paid": True, "expected_entry": 0}
    counted = [{"seat": 1, "amount_cents": 480}, {"seat": 2, "amount_cents": 1020}]
    host_sheet.post(here, taken)
    host_sheet.post(f"{here}count/", {"counted": counted, "expected_entry": 1})
    told = host_sheet.get(here).json()
    assert (told["bank"], told["out_cents"], told["counted_entry"], told["suspect_entries"]) == (2, 1500, 2, [])
    holders = [(each["out_cents"], each["due_cents"], each["counted_cents"]) for each in told["holders"]]
    assert holders == [(500, 500, 480), (500, 500, 1020), (500, 500, 0), (0, 0, 0)]


def test_a_program_enters_nights_and_takes_one_back(host_sheet: Program) -> None:
    wanted = {"currency": "PHP", "nights": [PAST_NIGHT], "expected_new": ["Ana", "Ben"]}
    refused = host_sheet.post("past-nights/", {**wanted, "expected_new": ["Ana"]})

    entered = host_sheet.post("past-nights/", wanted)

    (night,) = entered.json()["items"]
    told = [(seat["player_name"], seat["result_cents"], seat["outstanding_cents"]) for seat in night["seats"]]
    assert (error_of(refused), entered.status_code) == ((409, "shown_changed"), 201)
    assert told == [("Ana", 900, 0), ("Ben", -900, 0)]
    assert (night["entered_later"], night["state"], night["place"]) == (True, "settled", "Cebu")
    back = {"reason": "Another day", "expected_entry": 3}
    taken = host_sheet.post(f"sessions/{night['id']}/past/take-back/", back)
    assert (taken.status_code, taken.json()["kind"], Session.objects.get().is_practice) == (201, "reversal", True)


def test_one_wrong_night_refuses_all(host_sheet: Program) -> None:
    wrong = {**PAST_NIGHT, "day": "2019-06-01", "results": [{"name": "Ana", "result_cents": 1}]}
    wrong["results"].append(PAST_NIGHT["results"][1])  # type: ignore[attr-defined]
    assert error_of(host_sheet.post("past-nights/", {"currency": "PHP", "nights": [PAST_NIGHT, wrong]})) == (
        409,
        "past",
    )
    assert not Session.objects.exists()


def test_a_program_reads_who_owes_whom_since_which_night(host_sheet: Program, weeks: tuple[Session, Session]) -> None:
    php = debts_of(host_sheet)
    told = [(pair["debtor"]["name"], pair["creditor"]["name"], pair["debts"]) for pair in php["pairs"]]
    debts = [{"session_id": str(night.public_id), "amount_cents": 90} for night in weeks]
    assert told == [("Ben", "Ana", debts), ("Dan", "Ana", debts)]
    assert [(line["amount_cents"], line["alone"]) for line in php["netted"]] == [(180, True), (180, True)]


def test_a_program_pays_and_takes_back(club: Club, host_sheet: Program, weeks: tuple[Session, Session]) -> None:
    said = of_ben(host_sheet)
    paid = host_sheet.post("debts/payments/", said)
    assert (paid.status_code, paid.json()["kind"], paid.json()["is_cash"]) == (201, "utang", True)
    assert left(club) == [("Dan", 90), ("Dan", 90)]
    assert error_of(host_sheet.post("debts/payments/", said)) == (409, "debts_changed")
    host_sheet.post(f"debts/{paid.json()['act']['id']}/take-back/")
    assert len(left(club)) == 4


def test_a_program_forgives_nets_and_settles_all(
    club: Club, host_sheet: Program, weeks: tuple[Session, Session]
) -> None:
    gift = host_sheet.post("debts/forgivings/", of_ben(host_sheet) | {"amount_cents": 30, "reason": "birthday"})
    first, second = (
        {
            "debtor_id": line["debtor"]["id"],
            "creditor_id": line["creditor"]["id"],
            "expected_cents": line["amount_cents"],
        }
        for line in debts_of(host_sheet)["netted"]
    )
    netted = host_sheet.post("debts/netted/", first | {"currency": "PHP"})
    rest = host_sheet.post("debts/all/", {"currency": "PHP", "expected": [second]})
    assert (gift.json()["is_apart"], [each.status_code for each in (gift, netted, rest)]) == (True, [201] * 3)
    assert left(club) == []


def test_a_program_carries_debts_into_a_night(club: Club, host_sheet: Program, weeks: tuple[Session, Session]) -> None:
    tonight = people.start_night(club=club)
    answer = host_sheet.post(f"sessions/{tonight.public_id}/carry/", {"expected_cents": 360})
    assert (answer.status_code, answer.json()["entry"], answer.json()["act"]["way"]) == (201, 1, "opening")
    assert left(club) == []


def test_a_program_of_a_player_settles_what_is_their_own(
    club: Club, host_sheet: Program, weeks: tuple[Session, Session]
) -> None:
    said = of_ben(host_sheet)
    ana, ben, dan = (player_program(session=weeks[0], seat=seat, version=2) for seat in (ANA, BEN, DAN))
    gift = said | {"reason": "please", "amount_cents": 10}
    assert error_of(dan.post("debts/payments/", said)) == (403, "not_yours")
    assert error_of(ben.post("debts/forgivings/", gift)) == (403, "not_yours")
    assert ana.post("debts/forgivings/", gift).status_code == 201
    now = said | {"expected_cents": 170, "amount_cents": 170}
    assert ben.post("debts/payments/", now).status_code == 201
