"""The house rules of Ming khanhoo: only what a point is worth, as the source sets no target."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.games.house_rules import money


@dataclass(frozen=True, slots=True, kw_only=True)
class MingRules:
    """All house rules of a table; `point` is what a point of difference pays, in minor units."""

    preset: str = "pan_zhiheng"
    revision: int = 1
    source: str = "Pan Zhiheng, 1613"
    target: ClassVar[None] = None

    point: int = money(1, rule="M6", label="Each point of difference when the table settles")


PRESETS = {rules.preset: rules for rules in (MingRules(),)}
CARDS_EACH = {2: 13, 3: 9}
"""How many cards each of two or three players has (M1)."""
