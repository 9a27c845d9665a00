"""What is asked next of a hand that is complete, and what the answer is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.offers import ByCards


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The field asked for next: "source", "bounit", "sowee", "extra" for a card to turn, empty for none.

    Each opponent pays `least_cents` to `most_cents` by the answer, and most by the cards in `best`; all empty
    where the amount waits for more, or where no answer is better than another.
    """

    field: str = ""
    least_cents: int = 0
    most_cents: int = 0
    best: tuple[str, ...] = ()

    @property
    def gain_cents(self) -> int:
        return self.most_cents - self.least_cents


def asked_next(*, by_cards: ByCards[Any], rules: Any, entry: Mapping[str, object], live: Any) -> Asked:
    """Return what is asked next; `live` is what is known of the entry so far."""
    field = _field(by_cards=by_cards, rules=rules, entry=entry, live=live)
    if field in ("", "source"):
        return Asked(field=field)
    prices = by_cards.prices(rules, entry, field)
    if not prices:
        return Asked(field=field)
    paid = [cents for _, cents in prices]
    least = live.verdict.per_opponent_cents if field == "extra" else min(paid)
    best = tuple(card for card, cents in prices if cents == max(paid) > least)
    return Asked(field=field, least_cents=least, most_cents=max(paid), best=best)


def _field(*, by_cards: ByCards[Any], rules: Any, entry: Mapping[str, object], live: Any) -> str:
    if live.verdict is None:
        return next(iter(live.missing_inputs), "") if live.is_split and not live.problems else ""
    if not entry["sowee"] and by_cards.pays_sowee(rules):
        return "sowee"
    return "extra" if live.may_turn else ""
