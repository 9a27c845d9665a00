"""Debts over nights by programs: read, pay, forgive, net, carry, take back."""

from typing import Any

import pytest

from scoring.models import Club, Role, Session
from scoring.queries.sessions.debts import open_debts
from tests import people
from tests.api.programs import player_program, program
from tests.operations.sessions.test_debts import RULES, a_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    return a_night(club, people.ANA), a_night(club, people.ANA)


def left(club: Club) -> list[tuple[str, int]]:
    return [(each.debtor.name, each.cents) for each in open_debts(club=club)]


def of_ben(sheet: Any) -> dict[str, object]:
    (php,) = sheet.get("debts/").json()["currencies"]
    (pair,) = (pair for pair in php["pairs"] if pair["debtor"]["name"] == "Ben")
    return {
        "debtor": pair["debtor"]["id"],
        "creditor": pair["creditor"]["id"],
        "currency": php["currency"],
        "expected_cents": pair["amount_cents"],
        "amount_cents": pair["amount_cents"],
    }


def test_a_program_reads_who_owes_whom_since_which_night(club: Club, weeks: tuple[Session, Session]) -> None:
    (php,) = program(club=club, role=Role.HOST).get("debts/").json()["currencies"]

    told = [(pair["debtor"]["name"], pair["creditor"]["name"], pair["debts"]) for pair in php["pairs"]]
    debts = [{"session": str(night.public_id), "amount_cents": 90} for night in weeks]
    assert told == [("Ben", "Ana", debts), ("Dan", "Ana", debts)]
    assert [(line["amount_cents"], line["alone"]) for line in php["netted"]] == [(180, True), (180, True)]


def test_a_program_pays_and_takes_back(club: Club, weeks: tuple[Session, Session]) -> None:
    sheet = program(club=club, role=Role.HOST)
    said = of_ben(sheet)

    paid = sheet.post("debts/payments/", said)

    assert (paid.status_code, paid.json()["kind"], paid.json()["is_cash"]) == (201, "utang", True)
    assert left(club) == [("Dan", 90), ("Dan", 90)]
    again = sheet.post("debts/payments/", said)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "debts_changed")
    sheet.post(f"debts/{paid.json()['act']['id']}/take-back/")
    assert len(left(club)) == 4


def test_a_program_forgives_nets_and_settles_all(club: Club, weeks: tuple[Session, Session]) -> None:
    sheet = program(club=club, role=Role.HOST)
    gift = sheet.post("debts/forgivings/", of_ben(sheet) | {"amount_cents": 30, "reason": "birthday"})
    assert (gift.status_code, gift.json()["is_apart"]) == (201, True)
    (php,) = sheet.get("debts/").json()["currencies"]
    lines = [
        {"payer": line["payer"]["id"], "payee": line["payee"]["id"], "expected_cents": line["amount_cents"]}
        for line in php["netted"]
    ]
    assert sheet.post("debts/netted/", lines[0] | {"currency": "PHP"}).status_code == 201
    assert sheet.post("debts/all/", {"currency": "PHP", "expected": lines[1:]}).status_code == 201
    assert left(club) == []


def test_a_program_carries_debts_into_a_night(club: Club, weeks: tuple[Session, Session]) -> None:
    tonight = people.start_night(club=club, rules=RULES)

    answer = program(club=club, role=Role.HOST).post(f"sessions/{tonight.public_id}/carry/", {"expected_cents": 360})

    assert (answer.status_code, answer.json()["number"], answer.json()["act"]["way"]) == (201, 1, "opening")
    assert left(club) == []


def test_a_program_of_a_player_settles_what_is_their_own(club: Club, weeks: tuple[Session, Session]) -> None:
    said = of_ben(program(club=club, role=Role.HOST))
    dan = player_program(session=weeks[0], seat=people.DAN)
    refused = dan.post("debts/payments/", said)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_yours")
    ben = player_program(session=weeks[0], seat=people.BEN)
    assert ben.post("debts/forgivings/", said | {"reason": "please"}).status_code == 403
    assert ben.post("debts/payments/", said).status_code == 201
