"""What is paid beside play: owed to each payee, in nobody's result."""

from typing import Any

import pytest

from scoring.models import Club, EntryKind, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.money.closing import hand_over
from scoring.operations.money.payments import pay_free
from scoring.operations.money.tong import set_tong
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA

BET: dict[str, Any] = {"payer": CARLA, "payees": (ANA, BEN), "amount_cents": 500, "reason": "bet"}
CASH = {"payer": CARLA, "payee": ANA, "amount_cents": 5}


def test_a_payment_beside_the_game_is_owed_to_each_payee_and_in_nobodys_result(session: Session) -> None:
    sent = people.current(session)
    entry = pay_free(**BET, **sent)
    assert pay_free(**{**BET, "payees": (BEN, ANA)}, **sent) == entry
    assert (entry.kind, entry.reason) == (EntryKind.FREE, "bet")
    assert people.figures(session) == [(0, 500, 500), (0, 500, 500), (0, -1000, -1000), (0, 0, 0)]
    people.take_back(entry)
    assert people.figures(session) == [(0, 0, 0)] * 4


@stored("bets_refused", "nights")
def test_what_cannot_be_paid_beside_play_is_refused(session: Session, wrong: dict[str, object], refusal: str) -> None:
    with people.refused(refusal):
        pay_free(**{**BET, **wrong}, **people.current(session))
    assert not session.entries.exists()


@pytest.mark.parametrize("cents", [1, HIGHEST_AMOUNT_CENTS])
def test_the_least_and_the_most_that_can_be_paid(session: Session, cents: int) -> None:
    pay_free(**{**BET, "payees": (ANA,), "amount_cents": cents}, **people.current(session))
    assert people.outstanding(session) == (cents, 0, -cents, 0)


@pytest.mark.parametrize(
    ("operation", "content"), [(pay_free, BET), (set_tong, {"percent": 10, "holder": BEN}), (hand_over, CASH)]
)
def test_a_night_for_points_moves_no_money(club: Club, operation: Any, content: dict[str, Any]) -> None:
    with people.refused("wrong_amount.points_only"):
        operation(**content, **people.current(people.start_night(club=club, currency="points")))
