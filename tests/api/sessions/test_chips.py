"""Chips, for programs."""

from scoring.models import Session
from tests.api.programs import Program


def test_a_program_takes_hands_back_and_counts(sheet: Program, session: Session) -> None:
    here = f"sessions/{session.public_id}/chips/"
    taken = {"bank": 2, "seats": [1, 2, 3], "amount_cents": 500, "is_paid": True, "expected_entry": 0}
    back = {"seat": 3, "amount_cents": 500, "is_paid": True, "expected_entry": 1}
    counted = [{"seat": 1, "amount_cents": 480}, {"seat": 2, "amount_cents": 520}]
    answers = (
        sheet.post(here, taken),
        sheet.post(f"{here}back/", back),
        sheet.post(f"{here}count/", {"counted": counted, "expected_entry": 2}),
    )
    assert [answer.status_code for answer in answers] == [201] * 3
    told = sheet.get(here).json()
    assert (told["bank"], told["out_cents"], told["counted_at"], told["suspects"]) == (2, 1000, 3, [])
    holders = [(each["out_cents"], each["due_cents"], each["counted_cents"]) for each in told["holders"]]
    assert holders == [(500, 500, 480), (500, 500, 520), (0, 0, 0), (0, 0, 0)]
