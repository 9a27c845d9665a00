"""What a price list asks and refuses where a hand is recorded (L1 to L8)."""

import pytest

from scoring.games.base import ActKind
from scoring.games.cuajo import Cuajo, hold
from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.pricelist.wins import KingWin, king_win, new_cards_to_king_win
from scoring.games.cuajo.rules import Scheme
from tests.games.asking import outcome, problems_of, stored

CUAJO = Cuajo()
PLAIN = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10O 10C 10E 12O 12O 12C 12B"


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(("kind", "pesos"), [(ActKind.HAND, 235), (ActKind.SECRET, 50)])
def test_l1_everybody_else_pays_for_a_win_and_at_once_for_a_secret(kind: ActKind, pesos: int, players: int) -> None:
    win = {"result": "win", "winner": 2, "hand": PLAIN, "bounit": "3O", "source": "self_drawn", "sowee": "11B"}
    act: dict[str, object] = {**win} if kind is ActKind.HAND else {"seat": 2}
    debts = outcome(CUAJO, act, kind=kind, players=players, preset="pricelist").debts
    others = [seat for seat in range(1, players + 1) if seat != 2]
    assert [(debt.payer, debt.payee, debt.cents) for debt in debts] == [(other, 2, pesos * 100) for other in others]


@stored("kings_alone")
def test_l4_which_kings_win_alone(kings: list[int], won_by: str | None) -> None:
    assert king_win.__wrapped__(tuple(kings)) == (won_by and KingWin(won_by))


@stored("price_list_refuses")
def test_win_the_price_list_refuses_says_why(hand: str, bounit: str, source: str, key: str, field: str) -> None:
    act = {"result": "win", "winner": 1, "hand": hand, "bounit": bounit, "source": source, "sowee": "5E"}
    found = problems_of(lambda: outcome(CUAJO, act, players=4, preset="pricelist", kings_claimable=False))
    assert [(problem.text.key, problem.field) for problem in found] == [(key, field)]


@stored("to_king_win")
def test_l4_fewest_new_cards_to_a_king_win(cards: str, secrets: str, missing: int, new: int | None) -> None:
    held, laid = (read_cards(text=text).cards for text in (cards, secrets))
    holding = hold(cards=held, secrets=laid, scheme=Scheme.PRICELIST)
    assert new_cards_to_king_win(holding=holding, most=holding.loose, missing=missing) == new
