"""The house rules of Qing khanhoo: two readings, wild flowers and the stake (Q3, Q5, Q6)."""

from dataclasses import dataclass, field

from scoring.games.dealing import PENALTY, DealPasses, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, switch
from scoring.games.khanhoo.qing.melds import SixthEye
from scoring.games.khanhoo.qing.splits import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class QingRules:
    """All house rules of a table; `stake` is what each other player has in the pot, in minor units."""

    preset: str = "wilkinson_qing"
    revision: int = 1
    source: str = "Wilkinson and Tcheng Ki-tong on the game of the late Qing"

    sixth_eye: SixthEye = field(
        default=SixthEye.TCHENG,
        metadata=choice(
            rule="Q3",
            label="The doubtful eye",
            words={SixthEye.TCHENG: "red flower, 9 strings, 9 myriads", SixthEye.CULIN: "8 cash, 3 strings, 2 myriads"},
        ),
    )
    flowers_wild: bool = switch(False, rule="Q5", label="Flowers and old thousand stand for any card")
    stake: int = money(100, rule="Q6", label="Stake of each player in a hand")
    pot_stays: bool = switch(False, rule="Q6", label="After a drawn hand the stakes stay in the pot")
    clockwise: bool = switch(True, rule="Q2", label="Play goes clockwise", before=False)
    deal_passes: DealPasses = field(default=DealPasses.NEXT, metadata=passing(rule="Q7"))
    void_deals: VoidDeals = field(default=VoidDeals.SAME, metadata=dealing_again(rule="Q7"))
    void_penalty: int = money(0, rule="Q7", label=PENALTY)

    @property
    def reading(self) -> Reading:
        """Return the house rules that a split depends on."""
        return Reading(sixth=self.sixth_eye, flowers_wild=self.flowers_wild)


PRESETS = {
    rules.preset: rules
    for rules in (
        QingRules(),
        QingRules(preset="culin", source="S. Culin, The Game of Ma-Jong, 1924", sixth_eye=SixthEye.CULIN),
    )
}
