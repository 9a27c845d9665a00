"""The house rules of cau robat: how a hand scores, and the variants (R9, R10)."""

from dataclasses import dataclass, field
from enum import StrEnum

from scoring.games.dealing import PENALTY, DealPasses, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, number, switch


class Scoring(StrEnum):
    """How hands make a match (R9)."""

    HANDS = "hands"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class CauRules:
    """All house rules of a table; `point` is what a hand or a point of difference pays, in minor units."""

    preset: str = "cau_robat"
    revision: int = 1
    source: str = "pagat.com, Cau Robat"

    scoring: Scoring = field(
        default=Scoring.HANDS,
        metadata=choice(
            rule="R9",
            label="A hand scores",
            words={Scoring.HANDS: "one for most cards", Scoring.POINTS: "one for every ten cards"},
        ),
    )
    target: int = number(3, rule="R9", label="Hands or points that win", minimum=1, maximum=1_000)
    piles_taken: bool = switch(True, rule="R10", label="Piles lie face up and may be taken")
    three_at_a_time: bool = switch(False, rule="R10", label="Three cards are dealt at a time")
    point: int = money(1, rule="R9", label="Each hand or point of difference at the end of a match")
    deal_passes: DealPasses = field(default=DealPasses.NEXT, metadata=passing(rule="R11"))
    void_deals: VoidDeals = field(default=VoidDeals.SAME, metadata=dealing_again(rule="R11"))
    void_penalty: int = number(0, rule="R11", label=f"{PENALTY}, in points", minimum=0, maximum=1_000)


PRESETS = {
    rules.preset: rules
    for rules in (
        CauRules(),
        CauRules(preset="points", scoring=Scoring.POINTS, target=21),
        CauRules(preset="cau", piles_taken=False),
    )
}
