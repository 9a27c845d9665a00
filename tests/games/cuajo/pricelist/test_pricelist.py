"""What wins by the price list, rule by rule (L1 to L4); every price was added up by hand."""

from typing import Any

import pytest

from scoring.games.base import ActKind, ImpossibleError
from scoring.games.cuajo import Cuajo, hold, read_rules
from scoring.games.cuajo.judging.answer import claim_in_words
from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.pricelist.wins import KingWin, king_win, new_cards_to_king_win
from scoring.games.cuajo.rules import Scheme
from tests.games.cuajo.priced import LAID_THREES, NO_KING, ONE_KING_IN_A_RUN, PLAIN, UNIT, judged, price
from tests.games.judged import judged as judged_by

JUNK = "1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E 3E"
"""Cards of which hardly three make a meld."""


@pytest.mark.parametrize(
    ("hand", "changes", "units"),
    [
        (PLAIN, {"source": "self_drawn"}, 200 + 4 * 5 + 2 * 5 + 5),
        (PLAIN, {"source": "claimed", "sowee": "5B"}, 200 + 4 * 5 + 2 * 5 + 5),
        (PLAIN, {"source": "claimed", "sowee": "4C"}, 200 + 4 * 5 + 2 * 5 + 5 + 20),
        (PLAIN, {"source": "claimed", "sowee": "5B", "bounit": "12B"}, 200 + 4 * 5 + 2 * 5 + 5),
        (PLAIN, {"source": "dealt", "bounit": None}, 200 + 4 * 5 + 2 * 5 + 5),
        (NO_KING, {"source": "claimed", "sowee": "12B"}, 500 + 2 * 5 + 10),
        (ONE_KING_IN_A_RUN, {"source": "claimed", "sowee": "3B"}, 500 + 5 + 10 + 2 * 5 + 10),
    ],
    ids=["drawn", "claimed", "both conditions", "claimed king", "dealt", "no king", "one king in a run"],
)
def test_l1_stock_cards_and_dealt_hands_win_without_conditions_or_porbis(
    hand: str, changes: dict[str, Any], units: int
) -> None:
    answer = judged(hand, **changes)
    assert (answer["per_opponent"], answer["porbis"]) == (units * UNIT, False)
    assert not {"conditions", "extra_used"} & answer.keys()


def test_l1_a_discard_never_wins() -> None:
    assert price(PLAIN, source="discard", sowee="5B") == "discard_win_not_allowed"


def test_l1_extra_cards_are_not_turned() -> None:
    assert price(PLAIN, source="claimed", sowee="5B", extra="3B") == "too_many_extra_cards"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_l1_everybody_else_pays_for_a_win_and_at_once_for_a_secret(players: int) -> None:
    game, rules = Cuajo(), read_rules(value="pricelist")
    seats = game.sides(rules=rules, seat_count=players)
    hand = {"result": "win", "winner": 2, "hand": PLAIN, "bounit": "3O", "source": "self_drawn", "sowee": "11B"}
    for kind, act, units in ((ActKind.HAND, hand, 235), (ActKind.SECRET, {"seat": 2}, 50)):
        debts = judged_by(game, kind=kind, act=act, rules=rules, seats=seats).debts
        others = [seat.number for seat in seats if seat.number != 2]
        assert [(debt.payer, debt.payee, debt.cents) for debt in debts] == [
            (other, 2, units * UNIT) for other in others
        ]


@pytest.mark.parametrize(
    ("hand", "units"),
    [
        ("4C 4C 4C  3O 4O 5O  1O 1C 1E  10O 10C 10E  12O 12O 12C 12B", 200 + 4 * 5 + 20 + 5 + 5),
        ("4C 4C 4C 4C  1O 1C 1E  10O 10C 10E  11O 11C 11E  12O 12O 12B", 200 + 3 * 5 + 20 + 5),
        ("5O 5O 5O  5C 5C 5C  3E 3B 3C  1O 1C 1E  12O 12O 12C 12B", 200 + 4 * 5 + 2 * 20 + 5),
        ("11O 11O 11O  10C 10E 10B  3O 3C 3E  4O 4C 4B  12O 12O 12C 12B", 200 + 4 * 5 + 20),
        ("1C 1C 1C  3O 4O 5O  4E 4C 4B  10O 10C 10E  12O 12O 12C 12B", 200 + 4 * 5 + 20 + 5 + 5),
        ("4C 4C  3O 4O 5O  1O 1C 1E  10O 10C 10E  12O 12O 12C 12E 12B", "C8"),
    ],
    ids=["three", "four", "two of a rank", "horses", "aces", "two alike are no pong"],
)
def test_l2_three_or_four_identical_cards_are_a_pong(hand: str, units: int | str) -> None:
    assert price(hand) == units


@pytest.mark.parametrize(
    ("hand", "changes", "units"),
    [
        ("3C 3E 3B  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12C 12B", {}, "L3"),
        ("1O 1C 1E  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12C 12B", {}, 200 + 4 * 5 + 5),
        ("1O 1C 1E 1B  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12C 12B", {}, 200 + 3 * 5 + 10),
        ("3C 3C 3C  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12C 12B", {}, 200 + 4 * 5 + 20),
        ("3C 4C 5C  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12C 12B", {}, 200 + 4 * 5 + 5),
        ("10B 11B 12B  3C 3E 3B  4O 4C 4E  10O 10C 10E  12O 12O 12C 12E", {}, 200 + 5 * 5 + 10),
        (LAID_THREES, {"secrets": ["3C"], "bounit": "4O"}, 200 + 3 * 5),
        ("3C 3E 3B  4O 4C 4E  10O 10C 10E  11O 11C 11B  5O 5C 5E 5B", {}, 500 + 5),
    ],
    ids=["none", "three aces", "four aces", "pong", "low run", "high run", "laid secret", "no king"],
)
def test_l3_a_hand_with_a_king_needs_a_baksyo(hand: str, changes: dict[str, Any], units: int | str) -> None:
    assert price(hand, **changes) == units


@pytest.mark.parametrize(
    ("hand", "changes", "units", "won_by"),
    [
        ("12O 12C 12E 12B  1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11O", {}, 500 + 4 * 5 + 10, "prinsesa"),
        (f"12C 12C 12C  {JUNK}", {}, 500 + 3 * 5, "rub"),
        (f"12C 12C 12C  {JUNK}", {"source": "claimed", "sowee": "4C"}, 500 + 3 * 5, "rub"),
        (f"12C 12C 12C  {JUNK}", {"source": "dealt", "bounit": None}, 500 + 3 * 5, "rub"),
        (f"12O 12O 12O 12B  {JUNK[:-3]}", {}, 500 + 4 * 5, "rub"),
        (f"12C 12C 12C 12C  {JUNK[:-3]}", {}, 1000 + 4 * 5, "rub"),
        (f"12C 12C 12C 12C  {JUNK[:-3]}", {"secrets": ["12C"], "bounit": "1O"}, 1000 + 4 * 5, "rub"),
        ("12O 12O 12C 12C 12E 12E 12B  3C 4E 5B 10O 11C 1E 3B 4O 5C", {}, 500 + 7 * 5, "seven_kings"),
    ],
    ids=["prinsesa", "rub", "claimed", "dealt", "rub and a king", "four alike", "laid", "seven"],
)
def test_l4_kings_win_alone_and_the_other_cards_need_not_meld(
    hand: str, changes: dict[str, Any], units: int, won_by: str
) -> None:
    answer = judged(hand, **changes)
    assert (answer["per_opponent"], answer["king_win"]) == (units * UNIT, won_by)


def test_l4_a_king_is_claimed_only_as_the_third_of_a_rub() -> None:
    claimed = {"source": "claimed", "sowee": "4C"}
    prinsesa = "12O 12C 12E 12B  1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11O"
    seven = "12O 12O 12C 12C 12E 12E 12B  3C 4E 5B 10O 11C 1E 3B 4O 5C"
    assert [price(hand, **claimed) for hand in (prinsesa, seven, f"12C 12C 12C 12C  {JUNK[:-3]}")] == ["L4"] * 3
    before = {"preset": "pricelist", "revision": 1, "kings_claimable": True}
    for bounit in ("12O", "3C"):
        assert judged(prinsesa, rules=before, **claimed, bounit=bounit)["king_win"] == "prinsesa"
    assert [price(hand, **claimed, bounit="3C") for hand in (prinsesa, seven, f"12C 12C 12C  {JUNK}")] == ["L4"] * 3
    melds = "12O 12C 12E 12B  3O 4O 5O 3C 4C 5C 3E 4E 5E  1O 1C 1E"
    assert price(melds, **claimed, bounit="12B") == 200 + 4 * 5 + 3 * 5 + 5 + 20


@pytest.mark.parametrize(
    "hand",
    [
        "12O 12O 12C 12E 12B  3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E",
        "12O 12O 12C 12C 12E 12E  1O 3C 4E 5B 10O 11C 1E 3B 4O 5C",
        "12O 12C 12E  1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E 3E",
        "12O 12O 12C 12C  3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E 3E",
    ],
    ids=["five with one of each suit", "six in pairs", "three of three suits", "two and two"],
)
def test_l4_other_kings_do_not_win_alone(hand: str) -> None:
    assert price(hand) == "C8"


def test_l4_four_single_kings_and_more_of_a_suit_are_no_king_win() -> None:
    assert [king_win(kings) for kings in ((1, 1, 1, 1), (2, 1, 1, 1), (3, 0, 0, 0), (2, 2, 2, 1))] == [
        KingWin.PRINSESA,
        None,
        KingWin.RUB,
        KingWin.SEVEN_KINGS,
    ]


def test_l3_three_kings_of_a_suit_are_a_pong_where_they_may_not_win_alone() -> None:
    sets = "5C 5O 5E  5C 5B 5E  10E 10B 10O  10C 10B 10E"
    assert price(f"{sets}  12E 12E 12E 12C", source="claimed", sowee="3B", bounit="10C") == 500 + 4 * 5
    assert price(f"{sets}  12E 12E 12O 12C", source="claimed", sowee="3B", bounit="10C") == "L3"


def test_l4_kings_held_before_claim_no_other_card_but_count_where_the_melds_win() -> None:
    """Five kings, three of them a rub: 500 for the kings, though the melds won; four of a suit start at 1000."""
    claimed = {"source": "claimed", "sowee": "4C", "bounit": "3O"}
    for kings, start in (("12C 12C 12C 12B", 500), ("12C 12C 12C 12C", 1000), ("12O 12C 12E 12B", 500)):
        answer = judged(f"{kings}  3O 4O 5O  3C 4C 5C  1O 1C 1E  10O 10C 10E", **claimed)
        assert (answer["per_opponent"], "king_win" in answer) == ((start + 4 * 5 + 2 * 5 + 5 + 20) * UNIT, False)


def test_l3_l4_a_win_that_the_price_list_refuses_says_why_where_it_is_recorded() -> None:
    game, rules = Cuajo(), read_rules(value={"preset": "pricelist", "kings_claimable": False})
    seats = game.sides(rules=rules, seat_count=4)
    prinsesa = "12O 12C 12E 12B  1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11O"
    no_baksyo = "3C 3E 3B  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12C 12B"
    told = []
    for hand, bounit, source in ((prinsesa, "12B", "claimed"), (no_baksyo, "3C", "self_drawn")):
        act = {"result": "win", "winner": 1, "hand": hand, "bounit": bounit, "source": source, "sowee": "5E"}
        with pytest.raises(ImpossibleError) as refused:
            judged_by(game, kind=ActKind.HAND, act=act, rules=rules, seats=seats)
        told.append([(problem.text.key, problem.field) for problem in refused.value.problems])
    assert told == [[("not_a_win.claimed_king", "bounit")], [("not_a_win.kings", "hand")]]


def test_l4_no_new_cards_make_kings_win_of_which_too_few_are_left() -> None:
    holding = hold(cards=read_cards(text="12O 12C 12E 1O 1C 1E").cards, scheme=Scheme.PRICELIST)
    assert new_cards_to_king_win(holding=holding, most=holding.loose, missing=10) is None


def test_l4_laid_kings_win_with_whatever_comes() -> None:
    holding = hold(
        cards=read_cards(text="12O 12O 12O 12O 1O").cards, secrets=read_cards(text="12O").cards, scheme=Scheme.PRICELIST
    )
    assert new_cards_to_king_win(holding=holding, most=holding.loose, missing=11) == 11


def test_l3_all_cards_in_melds_with_a_king_and_no_baksyo_is_told_in_words() -> None:
    hand = "3O 3C 3E 3B 3O 3C 3E 3B 5O 5C 5E 5B 5O 5C 5B 12B"
    asked = {"game": "cuajo", "rules": "pricelist", "hand": hand, "bounit": "5B", "source": "self_drawn", "sowee": "4C"}
    valid, text = claim_in_words(asked)
    assert valid is False
    assert text.splitlines()[0].endswith("needs a pong, three or four aces, a run or a laid secret (L3)")
    assert "left over" not in text
