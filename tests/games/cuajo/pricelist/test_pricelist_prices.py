"""What a win pays by the price list, rule by rule (L5 to L8); every price was added up by hand."""

from typing import Any

import pytest

from scoring.games.base import ActKind
from scoring.games.cuajo import Cuajo, read_rules
from scoring.games.cuajo.pack.cards import find_card
from scoring.games.cuajo.table.rulings import who_may_claim
from tests.games.cuajo.claims import account
from tests.games.cuajo.priced import LAID_THREES, NO_KING, ONE_KING_IN_A_RUN, PLAIN, judged, price
from tests.games.cuajo.tables import after_draw
from tests.games.judged import judged as judged_by

BOUNIT_KING = "12O 10O 11O  3O 4O 5O  1O 1C 1E 1B  5C 5E 5B  12B 12C 12C"
FOURS_LIKE_SOWEE = "4C 4C 4C  3O 4O 5O  1O 1C 1E  10O 10C 10E  12O 12O 12C 12B"
PONG_OF_ACES = "1C 1C 1C 1C  3O 4O 5O  4E 4C 4B  10O 10C 10E  12O 12O 12B"
TWO_SECRETS = "3C 3C 3C 3C  5B 5B 5B 5B  4O 4C 4E  10O 10C 10E  12O 12B"


@pytest.mark.parametrize(
    ("hand", "changes", "units"),
    [
        ("12C 12C 12C 12C  1O 1C 1E  3O 4O 5O  10O 10C 10E  11O 11E 11B", {}, 1000 + 4 * 5 + 5 + 5),
        ("12C 12C 12C  1O 1C 1E  3O 4O 5O  10O 10C 10E  11O 11E 11B 5E", {}, 500 + 3 * 5 + 5 + 5),
        (NO_KING, {}, 500 + 2 * 5 + 10),
        ("3O 4O 5O  3C 4C 5C  1O 1C 1E  10O 10C 10E  11C 11E 11B  12B", {}, 500 + 5 + 2 * 5 + 5),
        (ONE_KING_IN_A_RUN, {}, 500 + 5 + 10 + 2 * 5 + 10),
        ("10O 11O 12O  10C 11C 12C  3O 4O 5O  1O 1C 1E 1B  5C 5E 5B", {}, 500 + 2 * 5 + 2 * 10 + 5 + 10),
        ("10O 11O 12O  10O 11O 12O  3C 4C 5C  1O 1C 1E 1B  5E 5B 5O", {}, 500 + 2 * 5 + 2 * 10 + 5 + 10),
        (BOUNIT_KING, {"bounit": "12O"}, 500 + 4 * 5 + 10 + 5 + 10),
        (BOUNIT_KING, {"bounit": "12B"}, 200 + 4 * 5 + 10 + 5 + 10),
        (BOUNIT_KING, {"bounit": "10O"}, 200 + 4 * 5 + 10 + 5 + 10),
        (PLAIN, {}, 200 + 4 * 5 + 2 * 5 + 5),
    ],
    ids=[
        "four kings of a suit", "king win", "no king", "one king alone", "one king in a run", "singrey",
        "singrey in one suit", "bounit king in a run", "bounit king alone", "bounit jack in a run", "plain",
    ],
)  # fmt: skip
def test_l5_one_start_price_is_paid_the_first_that_applies(hand: str, changes: dict[str, Any], units: int) -> None:
    assert price(hand, **changes) == units
    assert [rule for rule, _ in account(judged(hand, **changes))].count("L5") == 1


def test_l5_the_bounit_king_is_seen_in_the_split_that_pays_best() -> None:
    """A king of coins could stand alone beside sets of jacks and horses; in the run it starts higher."""
    hand = "12O 10O 11O  10C 10E 10B  11C 11E 11B  1O 1C 1E  3O 4O 5O  12O"
    assert price(hand) == 500 + 2 * 5 + 10 + 5 + 5
    assert price(hand, bounit="10O") == 200 + 2 * 5 + 10 + 5 + 5


@pytest.mark.parametrize(
    ("hand", "changes", "units"),
    [
        (PLAIN, {"sowee": "12O"}, 200 + 4 * 5 + 2 * 5 + 5 + 2 * 20),
        (
            "5O 5C 5E 5B  1O 1C 1E 1B  10O 11O 12O  4O 4C 4E  12B 12C",
            {},
            200 + 3 * 5 + 5 + 10 + 10,
        ),
        ("3O 3O 3O 4O 4O 4O 5O 5O 5O  1O 1C 1E  12O 12O 12C 12B", {}, 200 + 4 * 5 + 3 * 20 + 5),
        ("10O 11O 12O  10C 11C 12C  10E 11E 12E  3O 4O 5O  1O 1C 1E 1B", {}, 500 + 3 * 5 + 3 * 10 + 5 + 10),
        ("1C 1C 1C  1O 1E 1B  3O 4O 5O  10O 10C 10E  12O 12O 12C 12B", {}, 200 + 4 * 5 + 20 + 2 * 5 + 5),
        (PONG_OF_ACES, {}, 200 + 3 * 5 + 20 + 10 + 5),
        ("12C 12C 12C  3O 4O 5O  5B 10O 11C 1E 3B 4E 5C 10E 11E 3E", {}, 500 + 3 * 5 + 5),
    ],
    ids=[
        "cards like the sowee", "sets of four and a run", "pongs rather than runs", "runs rather than sets",
        "pong and set of aces", "pong of four aces", "left over beside kings",
    ],
)  # fmt: skip
def test_l6_kings_melds_and_sowee_cards_pay_in_the_best_split(hand: str, changes: dict[str, Any], units: int) -> None:
    assert price(hand, **changes) == units


def test_l6_the_lines_of_the_account_name_what_is_paid() -> None:
    assert account(judged(PLAIN, sowee="12O")) == [
        ("L5", 200_00), ("L6", 4 * 5_00), ("L6", 2 * 5_00), ("L6", 5_00), ("L6", 2 * 20_00),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "laid", "sowee", "units", "not_laid"),
    [
        (LAID_THREES, ["3C"], None, 200 + 3 * 5, 200 + 3 * 5 + 20),
        (PONG_OF_ACES, ["1C"], None, 200 + 3 * 5 + 5, 200 + 3 * 5 + 20 + 10 + 5),
        (FOURS_LIKE_SOWEE, ["4C"], "4C", 200 + 4 * 5 + 5 + 5 + 3 * 20, 200 + 4 * 5 + 20 + 5 + 5 + 3 * 20),
        (TWO_SECRETS, ["3C", "5B"], None, 200 + 2 * 5, 200 + 2 * 5 + 2 * 20),
        (TWO_SECRETS, ["5B"], None, 200 + 2 * 5 + 20, 200 + 2 * 5 + 2 * 20),
        (
            "12C 12C 12C 12C  3O 4O 5O  10C 11C  1O 3B 4E 5E 10E 11E 1B",
            ["12C"],
            None,
            1000 + 4 * 5 + 5,
            1000 + 4 * 5 + 5 + 10,
        ),
    ],
    ids=["threes", "aces", "three like the sowee", "two secrets", "one of two", "kings"],
)
def test_l7_a_laid_secret_pays_nothing_again_but_its_kings_and_sowee_cards_count(
    hand: str, laid: list[str], sowee: str | None, units: int, not_laid: int
) -> None:
    bounit = hand.rsplit(maxsplit=1)[-1]
    assert price(hand, secrets=laid, sowee=sowee, bounit=bounit) == units
    assert price(hand, sowee=sowee, bounit=bounit) == not_laid


@pytest.mark.parametrize(
    ("hand", "rules", "minor_units"),
    [
        (PLAIN, {}, (200 + 4 * 5 + 2 * 5 + 5) * 100),
        (NO_KING, {}, (500 + 2 * 5 + 10) * 100),
        (PONG_OF_ACES, {}, (200 + 3 * 5 + 20 + 10 + 5) * 100),
        (PLAIN, {"unit": 1}, 200 + 4 * 5 + 2 * 5 + 5),
        (PLAIN, {"unit": 50, "start_plain": 300, "price_king": 10}, (300 + 4 * 10 + 2 * 5 + 5) * 50),
        (PONG_OF_ACES, {"unit": 10, "price_pong": 0}, (200 + 3 * 5 + 10 + 5) * 10),
    ],
    ids=["plain", "no king", "pong of aces", "minor units", "own prices", "pongs for nothing"],
)
def test_l8_prices_are_whole_units_of_a_hundred_unless_the_house_says_otherwise(
    hand: str, rules: dict[str, int], minor_units: int
) -> None:
    assert judged(hand, rules={"preset": "pricelist", **rules})["per_opponent"] == minor_units


def test_l8_a_secret_is_fifty_units() -> None:
    game, rules = Cuajo(), read_rules(value="pricelist")
    seats = game.sides(rules=rules, seat_count=3)
    outcome = judged_by(game, kind=ActKind.SECRET, act={"seat": 1}, rules=rules, seats=seats)
    assert [debt.cents for debt in outcome.debts] == [50_00, 50_00]


@pytest.mark.parametrize(("drawer", "winner"), [(1, 2), (2, 4), (3, 4), (4, 2), (5, 2)])
def test_l8_claimers_come_in_the_order_of_play(drawer: int, winner: int) -> None:
    """C22: of the seats 2 and 4 that a shown card completes, neither of them its drawer."""
    state = after_draw(rules=read_rules(value="pricelist"), seats=(1, 2, 3, 4, 5), by=drawer, purro=[2, 4])
    ruling = who_may_claim(state=state, card=find_card(text="5B"), completes={2, 4} - {drawer})
    assert ruling.winner == winner
