"""The tong, for programs."""

import pytest

from scoring.models import Session
from tests import people
from tests.api.programs import Program, program


def test_a_program_agrees_on_a_tong_spends_of_it_and_reads_it(session: Session) -> None:
    sheet, here = program(club=session.club, version=2), f"sessions/{session.public_id}/tong/"
    rule = {"percent": 10, "coin_cents": 5, "holder": people.BEN, "expected_entry": 0}
    assert sheet.post(here, rule).status_code == 201
    people.win(session)
    spent = {"amount_cents": 5, "reason": "ice", "expected_entry": 2}
    assert sheet.post(f"{here}spendings/", spent).status_code == 201
    told = sheet.get(here).json()
    assert (told["rule"]["percent"], told["pot_cents"], told["left_cents"]) == (10, 15, 10)


@pytest.mark.parametrize("coin_cents", [0, -5, 7, 10**9])
def test_no_program_rounds_to_what_is_no_coin(sheet: Program, session: Session, coin_cents: int) -> None:
    people.win(session)
    night, coin = f"sessions/{session.public_id}", {"coin_cents": coin_cents, "expected_entry": 1}
    answers = (
        sheet.get(f"{night}/close/?coin_cents={coin_cents}"),
        sheet.post(f"{night}/close/", coin),
        sheet.post(f"{night}/tong/", {**coin, "every": "win", "percent": 10, "holder": people.ANA}),
    )
    assert {answer.status_code for answer in answers} <= {409, 422}
    assert session.entries.count() == 1
