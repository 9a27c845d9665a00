"""What wins by the price list and what it pays, rule by rule (L1 to L8); every price was added up by hand."""

import json
from collections import Counter
from random import Random

import pytest

from scoring.games.base import ActKind
from scoring.games.cuajo import Cuajo, answer_claim, hold, read_rules
from scoring.games.cuajo.judging.answer import claim_in_words
from scoring.games.cuajo.pack.cards import find_card, read_cards
from scoring.games.cuajo.pricelist.wins import KingWin, king_win, new_cards_to_king_win
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.table.rulings import who_may_claim
from tests.games.asking import each, outcome, problems_of
from tests.games.cuajo import naive_pricelist
from tests.games.cuajo.claims import UNIT, account, judged, price
from tests.games.cuajo.hands import SCALE
from tests.games.cuajo.naive import is_meld
from tests.games.cuajo.naive_pricelist import is_pong
from tests.games.cuajo.price_hands import random_price_claim
from tests.games.cuajo.tables import after_draw
from tests.games.cuajo.test_against_naive import as_naive

CUAJO = Cuajo()
PLAIN = "3O 4O 5O  3C 4C 5C  1O 1C 1E  10O 10C 10E  12O 12O 12C 12B"
"""Two runs 3-4-5, three aces, a set of jacks; two kings of coins, one of cups, one of batons: 235."""
NO_KING = "3O 4O 5O  3E 4E 5E  1O 1C 1E 1B  10O 10C 10E  11O 11C 11B"
ONE_KING_IN_A_RUN = "10O 11O 12O  3O 4O 5O  3C 4C 5C  1O 1C 1E 1B  5E 5B 5O"
LAID_THREES = "3C 3C 3C 3C  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12B"
SETS = "4O 4C 4E  10O 10C 10E  11O 11C 11B"
FOUR_KINGS = "12O 12O 12C 12B"
PONG_AND_KINGS = f"3O 4O 5O  1O 1C 1E  10O 10C 10E  {FOUR_KINGS}"
JUNK = "1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E 3E"
"""Cards of which hardly three make a meld."""
FEWER = "3C 4E 5B 10O 11C 1E 3B 4O 5C"
PRINSESA = f"12O 12C 12E 12B  1O {FEWER} 10E 11O"
SEVEN = f"12O 12O 12C 12C 12E 12E 12B  {FEWER}"
RUB, FOUR_ALIKE = f"12C 12C 12C  {JUNK}", f"12C 12C 12C 12C  {JUNK[:-3]}"
RUB_AMONG_SETS = "5C 5O 5E  5C 5B 5E  10E 10B 10O  10C 10B 10E"
BOUNIT_KING = "12O 10O 11O  3O 4O 5O  1O 1C 1E 1B  5C 5E 5B  12B 12C 12C"
KING_IN_A_RUN_OR_ALONE = "12O 10O 11O  10C 10E 10B  11C 11E 11B  1O 1C 1E  3O 4O 5O  12O"
FOURS_LIKE_SOWEE = f"4C 4C 4C  {PONG_AND_KINGS}"
PONG_OF_ACES = "1C 1C 1C 1C  3O 4O 5O  4E 4C 4B  10O 10C 10E  12O 12O 12B"
TWO_SECRETS = "3C 3C 3C 3C  5B 5B 5B 5B  4O 4C 4E  10O 10C 10E  12O 12B"
LAID_KINGS = "12C 12C 12C 12C  3O 4O 5O  10C 11C  1O 3B 4E 5E 10E 11E 1B"
CLAIMED = {"source": "claimed", "sowee": "4C"}
AT_NO_SOWEE = {"source": "claimed", "sowee": "3B", "bounit": "10C"}
DEALT = {"source": "dealt", "bounit": None}

PRICES = {
    "L1-drawn": (PLAIN, {}, 200 + 4 * 5 + 2 * 5 + 5),
    "L1-claimed": (PLAIN, {"source": "claimed", "sowee": "5B"}, 200 + 4 * 5 + 2 * 5 + 5),
    "L1-both-conditions": (PLAIN, CLAIMED, 200 + 4 * 5 + 2 * 5 + 5 + 20),
    "L1-claimed-king": (PLAIN, {"source": "claimed", "sowee": "5B", "bounit": "12B"}, 200 + 4 * 5 + 2 * 5 + 5),
    "L1-dealt": (PLAIN, DEALT, 200 + 4 * 5 + 2 * 5 + 5),
    "L1-discard": (PLAIN, {"source": "discard", "sowee": "5B"}, "discard_win_not_allowed"),
    "L1-extra-card": (PLAIN, CLAIMED | {"extra": "3B"}, "too_many_extra_cards"),
    "L2-three": (f"4C 4C 4C  {PONG_AND_KINGS}", {}, 200 + 4 * 5 + 20 + 5 + 5),
    "L2-four": ("4C 4C 4C 4C  1O 1C 1E  10O 10C 10E  11O 11C 11E  12O 12O 12B", {}, 200 + 3 * 5 + 20 + 5),
    "L2-two-pongs": (f"5O 5O 5O  5C 5C 5C  3E 3B 3C  1O 1C 1E  {FOUR_KINGS}", {}, 200 + 4 * 5 + 2 * 20 + 5),
    "L2-horses": (f"11O 11O 11O  10C 10E 10B  3O 3C 3E  4O 4C 4B  {FOUR_KINGS}", {}, 200 + 4 * 5 + 20),
    "L2-aces": (f"1C 1C 1C  3O 4O 5O  4E 4C 4B  10O 10C 10E  {FOUR_KINGS}", {}, 200 + 4 * 5 + 20 + 5 + 5),
    "L2-two-alike": ("4C 4C  3O 4O 5O  1O 1C 1E  10O 10C 10E  12O 12O 12C 12E 12B", {}, "C8"),
    "L3-no-baksyo": (f"3C 3E 3B  {SETS}  {FOUR_KINGS}", {}, "L3"),
    "L3-three-aces": (f"1O 1C 1E  {SETS}  {FOUR_KINGS}", {}, 200 + 4 * 5 + 5),
    "L3-four-aces": (f"1O 1C 1E 1B  {SETS}  12O 12C 12B", {}, 200 + 3 * 5 + 10),
    "L3-pong": (f"3C 3C 3C  {SETS}  {FOUR_KINGS}", {}, 200 + 4 * 5 + 20),
    "L3-low-run": (f"3C 4C 5C  {SETS}  {FOUR_KINGS}", {}, 200 + 4 * 5 + 5),
    "L3-high-run": ("10B 11B 12B  3C 3E 3B  4O 4C 4E  10O 10C 10E  12O 12O 12C 12E", {}, 200 + 5 * 5 + 10),
    "L3-laid-secret": (LAID_THREES, {"secrets": ["3C"], "bounit": "4O"}, 200 + 3 * 5),
    "L3-no-king": (f"3C 3E 3B  {SETS}  5O 5C 5E 5B", {}, 500 + 5),
    "L3-kings-that-do-not-win-alone-are-a-pong": (f"{RUB_AMONG_SETS}  12E 12E 12E 12C", AT_NO_SOWEE, 500 + 4 * 5),
    "L3-two-kings-alike-are-none": (f"{RUB_AMONG_SETS}  12E 12E 12O 12C", AT_NO_SOWEE, "L3"),
    "L4-five-kings": ("12O 12O 12C 12E 12B  3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E", {}, "C8"),
    "L4-six-in-pairs": (f"12O 12O 12C 12C 12E 12E  1O {FEWER}", {}, "C8"),
    "L4-three-of-three-suits": (f"12O 12C 12E  1O {FEWER} 10E 11E 3E", {}, "C8"),
    "L4-two-and-two": (f"12O 12O 12C 12C  {FEWER} 10E 11E 3E", {}, "C8"),
    "L4-claimed-prinsesa": (PRINSESA, CLAIMED, "L4"),
    "L4-claimed-seven": (SEVEN, CLAIMED, "L4"),
    "L4-claimed-fourth-alike": (FOUR_ALIKE, CLAIMED, "L4"),
    "L4-another-card-for-prinsesa": (PRINSESA, CLAIMED | {"bounit": "3C"}, "L4"),
    "L4-another-card-for-seven": (SEVEN, CLAIMED | {"bounit": "3C"}, "L4"),
    "L4-another-card-for-a-rub": (RUB, CLAIMED | {"bounit": "3C"}, "L4"),
    "L4-claimed-king-among-melds": (
        "12O 12C 12E 12B  3O 4O 5O 3C 4C 5C 3E 4E 5E  1O 1C 1E",
        CLAIMED | {"bounit": "12B"},
        200 + 4 * 5 + 3 * 5 + 5 + 20,
    ),
    "L5-four-kings-of-a-suit": ("12C 12C 12C 12C  1O 1C 1E  3O 4O 5O  10O 10C 10E  11O 11E 11B", {}, 1000 + 20 + 5 + 5),
    "L5-king-win": ("12C 12C 12C  1O 1C 1E  3O 4O 5O  10O 10C 10E  11O 11E 11B 5E", {}, 500 + 3 * 5 + 5 + 5),
    "L5-no-king": (NO_KING, {}, 500 + 2 * 5 + 10),
    "L5-no-king-claimed": (NO_KING, {"source": "claimed", "sowee": "12B"}, 500 + 2 * 5 + 10),
    "L5-one-king-alone": ("3O 4O 5O  3C 4C 5C  1O 1C 1E  10O 10C 10E  11C 11E 11B  12B", {}, 500 + 5 + 2 * 5 + 5),
    "L5-one-king-in-a-run": (ONE_KING_IN_A_RUN, {}, 500 + 5 + 10 + 2 * 5 + 10),
    "L5-singrey": ("10O 11O 12O  10C 11C 12C  3O 4O 5O  1O 1C 1E 1B  5C 5E 5B", {}, 500 + 2 * 5 + 2 * 10 + 5 + 10),
    "L5-singrey-in-a-suit": ("10O 11O 12O  10O 11O 12O  3C 4C 5C  1O 1C 1E 1B  5E 5B 5O", {}, 500 + 10 + 20 + 5 + 10),
    "L5-bounit-king-in-a-run": (BOUNIT_KING, {"bounit": "12O"}, 500 + 4 * 5 + 10 + 5 + 10),
    "L5-bounit-king-alone": (BOUNIT_KING, {"bounit": "12B"}, 200 + 4 * 5 + 10 + 5 + 10),
    "L5-bounit-jack-in-a-run": (BOUNIT_KING, {"bounit": "10O"}, 200 + 4 * 5 + 10 + 5 + 10),
    "L5-bounit-king-where-its-run-pays-best": (KING_IN_A_RUN_OR_ALONE, {}, 500 + 2 * 5 + 10 + 5 + 5),
    "L5-jack-where-its-run-pays-best": (KING_IN_A_RUN_OR_ALONE, {"bounit": "10O"}, 200 + 2 * 5 + 10 + 5 + 5),
    "L6-cards-like-the-sowee": (PLAIN, {"sowee": "12O"}, 200 + 4 * 5 + 2 * 5 + 5 + 2 * 20),
    "L6-sets-of-four": ("5O 5C 5E 5B  1O 1C 1E 1B  10O 11O 12O  4O 4C 4E  12B 12C", {}, 200 + 3 * 5 + 5 + 10 + 10),
    "L6-pongs-not-runs": (f"3O 3O 3O 4O 4O 4O 5O 5O 5O  1O 1C 1E  {FOUR_KINGS}", {}, 200 + 4 * 5 + 3 * 20 + 5),
    "L6-runs-not-sets": ("10O 11O 12O  10C 11C 12C  10E 11E 12E  3O 4O 5O  1O 1C 1E 1B", {}, 500 + 15 + 30 + 5 + 10),
    "L6-pong-and-set-of-aces": (f"1C 1C 1C  1O 1E 1B  3O 4O 5O  10O 10C 10E  {FOUR_KINGS}", {}, 200 + 20 + 20 + 10 + 5),
    "L6-pong-of-four-aces": (PONG_OF_ACES, {}, 200 + 3 * 5 + 20 + 10 + 5),
    "L6-cards-left-over": ("12C 12C 12C  3O 4O 5O  5B 10O 11C 1E 3B 4E 5C 10E 11E 3E", {}, 500 + 3 * 5 + 5),
    "L7-threes": (LAID_THREES, {"bounit": "12B"}, 200 + 3 * 5 + 20),
    "L7-threes-laid": (LAID_THREES, {"bounit": "12B", "secrets": ["3C"]}, 200 + 3 * 5),
    "L7-aces-laid": (PONG_OF_ACES, {"bounit": "12B", "secrets": ["1C"]}, 200 + 3 * 5 + 5),
    "L7-like-the-sowee": (FOURS_LIKE_SOWEE, {"bounit": "12B", "sowee": "4C"}, 200 + 4 * 5 + 20 + 5 + 5 + 3 * 20),
    "L7-like-the-sowee-laid": (
        FOURS_LIKE_SOWEE,
        {"bounit": "12B", "sowee": "4C", "secrets": ["4C"]},
        200 + 4 * 5 + 5 + 5 + 3 * 20,
    ),
    "L7-two": (TWO_SECRETS, {"bounit": "12B"}, 200 + 2 * 5 + 2 * 20),
    "L7-two-laid": (TWO_SECRETS, {"bounit": "12B", "secrets": ["3C", "5B"]}, 200 + 2 * 5),
    "L7-one-of-two-laid": (TWO_SECRETS, {"bounit": "12B", "secrets": ["5B"]}, 200 + 2 * 5 + 20),
    "L7-kings": (LAID_KINGS, {"bounit": "1B"}, 1000 + 4 * 5 + 5 + 10),
    "L7-kings-laid": (LAID_KINGS, {"bounit": "1B", "secrets": ["12C"]}, 1000 + 4 * 5 + 5),
}


@each(("hand", "changes", "units"), PRICES)
def test_price_list_pays(hand: str, changes: dict[str, object], units: int | str) -> None:
    assert price(hand, **changes) == units


def test_l1_no_conditions_and_no_porbis() -> None:
    answer = judged(ONE_KING_IN_A_RUN, source="claimed", sowee="3B")
    assert (answer["porbis"], {"conditions", "extra_used"} & answer.keys()) == (False, set())


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(("kind", "units"), [(ActKind.HAND, 235), (ActKind.SECRET, 50)])
def test_l1_everybody_else_pays_for_a_win_and_at_once_for_a_secret(kind: ActKind, units: int, players: int) -> None:
    win = {"result": "win", "winner": 2, "hand": PLAIN, "bounit": "3O", "source": "self_drawn", "sowee": "11B"}
    act: dict[str, object] = {**win} if kind is ActKind.HAND else {"seat": 2}
    debts = outcome(CUAJO, act, kind=kind, players=players, preset="pricelist").debts
    others = [seat for seat in range(1, players + 1) if seat != 2]
    assert [(debt.payer, debt.payee, debt.cents) for debt in debts] == [(other, 2, units * UNIT) for other in others]


@each(
    ("hand", "changes", "units", "won_by"),
    {
        "prinsesa": (PRINSESA, {}, 500 + 4 * 5 + 10, "prinsesa"),
        "rub": (RUB, {}, 500 + 3 * 5, "rub"),
        "claimed": (RUB, CLAIMED, 500 + 3 * 5, "rub"),
        "dealt": (RUB, DEALT, 500 + 3 * 5, "rub"),
        "rub-and-a-king": (f"12O 12O 12O 12B  {JUNK[:-3]}", {}, 500 + 4 * 5, "rub"),
        "four-alike": (FOUR_ALIKE, {}, 1000 + 4 * 5, "rub"),
        "laid": (FOUR_ALIKE, {"secrets": ["12C"], "bounit": "1O"}, 1000 + 4 * 5, "rub"),
        "seven": (SEVEN, {}, 500 + 7 * 5, "seven_kings"),
        "C39-claimed-by-rules-from-before": (
            PRINSESA,
            CLAIMED | {"rules": {"preset": "pricelist", "revision": 1, "kings_claimable": True}},
            500 + 4 * 5 + 10,
            "prinsesa",
        ),
        "rub-before-melds-that-win": (f"12C 12C 12C 12B  {PLAIN[:42]}", CLAIMED | {"bounit": "3O"}, 500 + 55, None),
        "four-alike-before-melds": (f"12C 12C 12C 12C  {PLAIN[:42]}", CLAIMED | {"bounit": "3O"}, 1000 + 55, None),
        "prinsesa-before-melds": (f"12O 12C 12E 12B  {PLAIN[:42]}", CLAIMED | {"bounit": "3O"}, 500 + 55, None),
    },
)
def test_l4_kings_win_alone_and_the_other_cards_need_not_meld(
    hand: str, changes: dict[str, object], units: int, won_by: str | None
) -> None:
    answer = judged(hand, **changes)
    assert (answer["per_opponent"], answer.get("king_win")) == (units * UNIT, won_by)


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
        "L3-no-baksyo": (f"3C 3E 3B  {SETS}  {FOUR_KINGS}", "3C", "self_drawn", "not_a_win.kings", "hand"),
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


def test_l3_all_cards_in_melds_and_no_baksyo_is_no_stray_card() -> None:
    hand = "3O 3C 3E 3B 3O 3C 3E 3B 5O 5C 5E 5B 5O 5C 5B 12B"
    asked = {"game": "cuajo", "rules": "pricelist", "hand": hand, "bounit": "5B", "source": "self_drawn", "sowee": "4C"}
    valid, text = claim_in_words(asked)
    assert (valid, text.splitlines()[0].endswith("(L3)")) == (False, True)
    assert answer_claim(data=asked)["near_miss"]["strays"] == []  # type: ignore[index]


def test_l5_l6_the_lines_of_the_account_name_what_is_paid() -> None:
    paid = [("L5", 200_00), ("L6", 4 * 5_00), ("L6", 2 * 5_00), ("L6", 5_00), ("L6", 2 * 20_00)]
    assert account(judged(PLAIN, sowee="12O")) == paid


@each(
    ("hand", "rules", "minor_units"),
    {
        "plain": (PLAIN, {}, (200 + 4 * 5 + 2 * 5 + 5) * 100),
        "minor-units": (PLAIN, {"unit": 1}, 200 + 4 * 5 + 2 * 5 + 5),
        "own-prices": (PLAIN, {"unit": 50, "start_plain": 300, "price_king": 10}, (300 + 4 * 10 + 2 * 5 + 5) * 50),
        "pongs-for-nothing": (PONG_OF_ACES, {"unit": 10, "price_pong": 0}, (200 + 3 * 5 + 10 + 5) * 10),
    },
)
def test_l8_prices_are_whole_units_of_a_hundred_unless_the_house_says_otherwise(
    hand: str, rules: dict[str, int], minor_units: int
) -> None:
    assert judged(hand, rules={"preset": "pricelist", **rules})["per_opponent"] == minor_units


def test_l4_kings_that_win_leave_as_few_cards_over_as_pay_the_same() -> None:
    answer = judged("12O 12O 12O 3E 5B 5C 5O 3O 4E 3B 4C 3C 3B 5C 4E 5E")
    assert answer["arrangement"][:3] == [["3C", "4C", "5C"], ["3O", "3E", "3B"], ["5O", "5C", "5E", "5B"]]
    assert answer["left_over"] == ["3B", "4E", "4E"]


@pytest.mark.parametrize(("drawer", "winner"), [(1, 2), (2, 4), (3, 4), (4, 2), (5, 2)])
def test_l8_claimers_come_in_the_order_of_play(drawer: int, winner: int) -> None:
    """C22: of the seats 2 and 4 that a shown card completes, neither of them its drawer."""
    state = after_draw(rules=read_rules(value="pricelist"), seats=(1, 2, 3, 4, 5), by=drawer, purro=[2, 4])
    ruling = who_may_claim(state=state, card=find_card(text="5B"), completes={2, 4} - {drawer})
    assert ruling.winner == winner


def check_account(claim: dict[str, object], answer: dict[str, object]) -> None:
    """Check that the lines add up, and that melds and cards left over are the very hand."""
    lines, arrangement, left_over = answer["lines"], answer["arrangement"], answer.get("left_over", [])
    assert isinstance(lines, list)
    assert isinstance(arrangement, list)
    assert isinstance(left_over, list)
    assert sum(line["cents"] for line in lines) == answer["per_opponent"]
    assert {line["rule"] for line in lines} <= {"L5", "L6"}
    melded = Counter(card for meld in arrangement for card in meld)
    assert melded + Counter(left_over) == Counter(str(claim["hand"]).split())
    assert all(is_meld(tuple(meld)) or is_pong(tuple(meld)) for meld in arrangement)


@pytest.mark.parametrize("seed", range(4))
def test_engine_and_naive_price_list_agree_on_random_hands(seed: int) -> None:
    rng, hands, valid = Random(seed), int(400 * SCALE), 0
    for _ in range(hands):
        claim = random_price_claim(rng)
        answer = answer_claim(data=claim)
        assert as_naive(answer) == naive_pricelist.answer(claim), json.dumps(claim)
        if answer.get("valid"):
            check_account(claim, answer)
            valid += 1
    assert valid > hands / 3
