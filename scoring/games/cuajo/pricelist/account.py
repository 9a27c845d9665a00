"""What a win pays by a price list: one start price and what comes on top (L5 to L8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import Line
from scoring.games.cuajo.account import Account
from scoring.games.cuajo.rules import HouseRules


class Start(StrEnum):
    """Why a start price is paid; the first that applies (L5)."""

    FOUR_KINGS = "four_kings"
    KING_WIN = "king_win"
    NO_KING = "no_king"
    ONE_KING = "one_king"
    SINGREY = "singrey"
    BOUNIT_KING = "bounit_king"
    PLAIN = "plain"


START_WORDS = {
    Start.FOUR_KINGS: "four kings of one suit",
    Start.KING_WIN: "won by the kings alone",
    Start.NO_KING: "no king",
    Start.ONE_KING: "exactly one king",
    Start.SINGREY: "singrey, every king in a run",
    Start.BOUNIT_KING: "the bounit is a king that completes a run",
    Start.PLAIN: "plain hand",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceWin:
    """Everything about a win that decides its price; cards of laid secrets count as kings and sowee cards."""

    start: Start
    kings: int = 0
    low_runs: int = 0
    high_runs: int = 0
    pongs: int = 0
    three_aces: int = 0
    four_aces: int = 0
    sets_of_four: int = 0
    sowee_cards: int = 0


def price_account(*, win: PriceWin, rules: HouseRules) -> Account:
    """Return the account of a win; lines that come to nothing are left out."""
    start = Line(
        what=f"Start price: {START_WORDS[win.start]}",
        rule="L5",
        cents=start_units(start=win.start, rules=rules) * rules.unit,
    )
    lines = (start, *_lines(win, rules))
    return Account(
        lines=tuple(line for line in lines if line.cents),
        king_cents=win.kings * rules.price_king * rules.unit,
    )


def start_units(*, start: Start, rules: HouseRules) -> int:
    """Return a start price in units (L5)."""
    match start:
        case Start.FOUR_KINGS:
            return rules.start_four_kings
        case Start.PLAIN:
            return rules.start_plain
        case _:
            return rules.start_special


def _lines(win: PriceWin, rules: HouseRules) -> Iterator[Line]:
    counted = (
        (win.kings, "king", "kings", rules.price_king),
        (win.low_runs, "run 3-4-5", "runs 3-4-5", rules.price_low_run),
        (win.high_runs, "run 10-11-12", "runs 10-11-12", rules.price_high_run),
        (win.pongs, "pong", "pongs", rules.price_pong),
        (win.three_aces, "meld of three aces", "melds of three aces", rules.price_three_aces),
        (win.four_aces, "meld of four aces", "melds of four aces", rules.price_four_aces),
        (win.sets_of_four, "set of four", "sets of four", rules.price_set_of_four),
        (win.sowee_cards, "card like the sowee", "cards like the sowee", rules.price_sowee_card),
    )
    for number, one, many, units in counted:
        yield Line(
            what=f"{number} {one if number == 1 else many}", rule="L6", cents=number * units * rules.unit
        )
