"""What a price list asks and refuses where a hand is recorded (L1 to L8), and what a won hand owes to the cards."""

from fractions import Fraction
from math import comb

import pytest

from scoring.games.base import ActKind
from scoring.games.chances import Draw, Fortune, Trial, Wait
from scoring.games.cuajo import Cuajo, hold
from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.pricelist.wins import KingWin, king_win, new_cards_to_king_win
from scoring.games.cuajo.rules import Scheme
from tests.games.asking import each, outcome, problems_of
from tests.games.cuajo.claims import EXAMPLE

CUAJO = Cuajo()
PLAIN = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10O 10C 10E 12O 12O 12C 12B"
PRINSESA = "12O 12C 12E 12B 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11O"
NO_BAKSYO = "3C 3E 3B 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B"


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(("kind", "pesos"), [(ActKind.HAND, 235), (ActKind.SECRET, 50)])
def test_l1_everybody_else_pays_for_a_win_and_at_once_for_a_secret(kind: ActKind, pesos: int, players: int) -> None:
    win = {"result": "win", "winner": 2, "hand": PLAIN, "bounit": "3O", "source": "self_drawn", "sowee": "11B"}
    act: dict[str, object] = {**win} if kind is ActKind.HAND else {"seat": 2}
    debts = outcome(CUAJO, act, kind=kind, players=players, preset="pricelist").debts
    others = [seat for seat in range(1, players + 1) if seat != 2]
    assert [(debt.payer, debt.payee, debt.cents) for debt in debts] == [(other, 2, pesos * 100) for other in others]


@pytest.mark.parametrize(
    ("kings", "won_by"),
    [((1, 1, 1, 1), "prinsesa"), ((2, 1, 1, 1), None), ((3, 0, 0, 0), "rub"), ((2, 2, 2, 1), "seven_kings")],
)
def test_l4_which_kings_win_alone(kings: tuple[int, int, int, int], won_by: str | None) -> None:
    assert king_win.__wrapped__(kings) == (won_by and KingWin(won_by))


@each(
    ("hand", "bounit", "source", "key", "field"),
    {
        "L4-claimed-king": (PRINSESA, "12B", "claimed", "not_a_win.claimed_king", "bounit"),
        "L3-no-baksyo": (NO_BAKSYO, "3C", "self_drawn", "not_a_win.kings", "hand"),
    },
)
def test_win_that_the_price_list_refuses_says_why_where_it_is_recorded(
    hand: str, bounit: str, source: str, key: str, field: str
) -> None:
    act = {"result": "win", "winner": 1, "hand": hand, "bounit": bounit, "source": source, "sowee": "5E"}
    found = problems_of(lambda: outcome(CUAJO, act, players=4, preset="pricelist", kings_claimable=False))
    assert [(problem.text.key, problem.field) for problem in found] == [(key, field)]


@each(
    ("cards", "secrets", "missing", "new"),
    {"too-few-are-left": ("12O 12C 12E 1O 1C 1E", "", 10, None), "laid": ("12O 12O 12O 12O 1O", "12O", 11, 11)},
)
def test_l4_fewest_new_cards_to_a_king_win(cards: str, secrets: str, missing: int, new: int | None) -> None:
    held, laid = (read_cards(text=text).cards for text in (cards, secrets))
    holding = hold(cards=held, secrets=laid, scheme=Scheme.PRICELIST)
    assert new_cards_to_king_win(holding=holding, most=holding.loose, missing=missing) == new


CUAJO = Cuajo()
WIN = {"result": "win", "winner": 2, "hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
DECLARED = {"result": "win", "winner": 2, "declared": True, "source": "claimed", "kings_of_coins": 1}
BEFORE_5B = Wait(winning=8, unseen=96)
ONE_OF_FOUR = 1 - Fraction(comb(91, 15), comb(95, 15))
"""The chance that one of four cards comes among fifteen of 95."""


def fortune(act: dict[str, object]) -> Fortune | None:
    rules = CUAJO.read_rules(value={"dealt_win": "as_self_drawn"})
    judged = outcome(CUAJO, act, players=4, dealt_win="as_self_drawn")
    return CUAJO.fortune(act=judged.said.data(), verdict=judged.verdict.data(), rules=rules)


@each(
    ("act", "wait", "extra"),
    {
        "before-the-5B": (WIN, BEFORE_5B, None),
        "dealt": (WIN | {"source": "dealt", "bounit": None}, None, None),
        "both-conditions-turned": (WIN | {"extra": "11O 3B"}, BEFORE_5B, Trial(chance=ONE_OF_FOUR, came=True)),
        "condition-not-turned": (WIN | {"extra": "11O"}, BEFORE_5B, Trial(chance=ONE_OF_FOUR, came=False)),
    },
)
def test_what_a_won_hand_owes_to_the_cards(act: dict[str, object], wait: Wait | None, extra: Trial | None) -> None:
    kings, sowee = Draw(held=16, marked=16, of=111, came=1), Draw(held=16, marked=3, of=111, came=1)
    assert fortune(act) == Fortune(kings=kings, sowee=sowee, wait=wait, extra=extra)


def test_nobody_knows_what_a_declared_win_owes_to_the_cards() -> None:
    assert fortune(DECLARED) is None
