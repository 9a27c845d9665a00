"""The amounts of a price list (L5, L6), in units, paid by everybody else."""

from dataclasses import dataclass

from scoring.games.cuajo.house_rule import PRICELIST_ONLY, money


def _price(default: int, *, rule: str, label: str) -> int:
    return money(default, rule=rule, label=label, schemes=PRICELIST_ONLY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The part of the house rules that only a price list uses."""

    start_four_kings: int = _price(1000, rule="L5", label="Start price with four kings of one suit")
    start_special: int = _price(500, rule="L5", label="Start price of a special hand")
    start_plain: int = _price(200, rule="L5", label="Start price of any other hand")
    price_king: int = _price(5, rule="L6", label="Each king")
    price_low_run: int = _price(5, rule="L6", label="Each run 3-4-5")
    price_high_run: int = _price(10, rule="L6", label="Each run 10-11-12")
    price_pong: int = _price(20, rule="L6", label="Each pong")
    price_three_aces: int = _price(5, rule="L6", label="Three aces in one meld")
    price_four_aces: int = _price(10, rule="L6", label="Four aces in one meld")
    price_set_of_four: int = _price(5, rule="L6", label="Each set of four that are no aces")
    price_sowee_card: int = _price(20, rule="L6", label="Each card like the sowee")
