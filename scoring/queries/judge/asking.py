"""What is asked next of a hand that is complete, and what the answer is worth."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.games.cuajo.acts import needs_sowee
from scoring.games.cuajo.judge_others import prices
from scoring.games.cuajo.judge_win import LiveVerdict


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


def asked_next(*, entry: Mapping[str, object], live: LiveVerdict) -> Asked:
    """Return what is asked next; `live` is what is known of the entry so far."""
    field = _field(entry=entry, live=live)
    if field in ("", "source"):
        return Asked(field=field)
    priced = prices(rules=live.rules, entry=entry, asked=field)
    if not priced:
        return Asked(field=field)
    paid = [cents for _, cents in priced]
    least = live.verdict.per_opponent_cents if live.verdict and field == "extra" else min(paid)
    best = tuple(card for card, cents in priced if cents == max(paid) > least)
    return Asked(field=field, least_cents=least, most_cents=max(paid), best=best)


def _field(*, entry: Mapping[str, object], live: LiveVerdict) -> str:
    if live.verdict is None:
        return next(iter(live.missing_inputs), "") if live.is_split and not live.problems else ""
    if not entry["sowee"] and needs_sowee(rules=live.rules):
        return "sowee"
    return "extra" if live.may_turn else ""
