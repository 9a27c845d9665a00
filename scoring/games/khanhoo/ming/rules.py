"""The house rules of Ming khanhoo: only what a point is worth, as the source sets no target."""

from dataclasses import dataclass, field
from typing import ClassVar

from scoring.games.dealing import PENALTY, DealPasses, VoidDeals, dealing_again, passing
from scoring.games.house_rules import money, number


@dataclass(frozen=True, slots=True, kw_only=True)
class MingRules:
    """All house rules of a table; `point` is what a point of difference pays, in minor units."""

    preset: str = "pan_zhiheng"
    revision: int = 1
    source: str = "Pan Zhiheng, 1613"
    target: ClassVar[None] = None

    point: int = money(1, rule="M6", label="Each point of difference when the table settles")
    deal_passes: DealPasses = field(default=DealPasses.NEXT, metadata=passing(rule="M7"))
    void_deals: VoidDeals = field(default=VoidDeals.SAME, metadata=dealing_again(rule="M7"))
    void_penalty: int = number(0, rule="M7", label=f"{PENALTY}, in points", minimum=0, maximum=1_000)


PRESETS = {rules.preset: rules for rules in (MingRules(),)}
CARDS_EACH = {2: 13, 3: 9}
"""How many cards each of two or three players has (M1)."""
