"""The house rules of English khanhoo: packs, options, target, stake and deal (E1, E6, E8 to E13)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.games.dealing import PENALTY_POINTS, DealPasses, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, number, switch
from scoring.games.khanhoo.english_melds import MeldTable
from scoring.texts.words import gettext_noop as _

MOST_JOKERS = 5
FEW_PLAYERS = (2, 3, 4)
MANY_PLAYERS = (4, 5, 6, 7, 8)
ORPHAN_PLAYERS = (4, 8)
MANY_PACKS = 4


class Trios(StrEnum):
    """Whether three or four cards alike are melds, and whether the cache is played (E6)."""

    NONE = "none"
    MELDS = "melds"
    CACHE = "cache"


class ThreePackNames(StrEnum):
    """When the melds of three packs count with four copies of each card (E12)."""

    MANY = "many"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnglishRules:
    """All house rules of a table; `point` is what a point of difference pays, in minor units."""

    preset: str = "wilkinson"
    revision: int = 1
    source: str = _("W. H. Wilkinson, The Game of Khanhoo, 1891")

    packs: int = number(2, rule="E1", label=_("Copies of each card"), minimum=2, maximum=MANY_PACKS)
    jokers: int = number(1, rule="E1", label=_("Jokers with five or more players"), minimum=0, maximum=MOST_JOKERS)
    trios: Trios = choice(
        Trios.NONE,
        rule="E6",
        label=_("Three and four cards alike"),
        words={
            Trios.NONE: _("no melds"),
            Trios.MELDS: _("trio and quartette are melds"),
            Trios.CACHE: _("melds, and the cache is played"),
        },
    )
    orphan: bool = switch(
        False,
        rule="E10",
        label=_("One of four or eight players may go orphan; four with two copies of each card need it"),
    )
    three_pack_names: ThreePackNames = choice(
        ThreePackNames.MANY,
        rule="E12",
        label=_("With four copies, the melds of three packs count"),
        words={
            ThreePackNames.MANY: _("with five players or more"),
            ThreePackNames.ALWAYS: _("always"),
            ThreePackNames.NEVER: _("never"),
        },
        before=ThreePackNames.ALWAYS.value,
    )
    clockwise: bool = switch(True, rule="E3", label=_("Play goes clockwise"), before=False)
    without_jokers: bool = switch(False, rule="E12", label=_("Played without jokers"))
    target: int = number(50, rule="E8", label=_("Points that win the match"), minimum=1, maximum=10_000)
    misdeal: int = number(5, rule="E9", label=_("Points for a misdeal"), minimum=0, maximum=1_000)
    point: int = money(1, rule="E8", label=_("Each point of difference at the end of a match"))
    deal_passes: DealPasses = passing(rule="E13")
    void_deals: VoidDeals = dealing_again(rule="E13")
    void_penalty: int = number(0, rule="E13", label=PENALTY_POINTS, minimum=0, maximum=1_000)

    def table_of(self, *, seat_count: int) -> MeldTable:
        """Return which melds there are with so many players (E5, E12)."""
        names = self.three_pack_names
        has_many = names is ThreePackNames.ALWAYS or (names is ThreePackNames.MANY and seat_count > FEW_PLAYERS[-1])
        return MeldTable(
            has_triples=self.packs == 3 or (self.packs == MANY_PACKS and has_many), trios=self.trios is not Trios.NONE
        )

    @property
    def widest_table(self) -> MeldTable:
        """Return which melds there are with the most players these packs serve."""
        return self.table_of(seat_count=self.seat_counts[-1])

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Return how many may play with so many packs (E1)."""
        return MANY_PLAYERS if self.packs == MANY_PACKS else FEW_PLAYERS

    @property
    def most_jokers(self) -> int:
        """Return how many jokers there are with any number of players these packs serve."""
        return max(self.jokers_of(seat_count=players) for players in self.seat_counts)

    def jokers_of(self, *, seat_count: int) -> int:
        """Return how many jokers are in the pack (E1).

        >>> [EnglishRules().jokers_of(seat_count=players) for players in (2, 3, 4)]
        [1, 2, 1]
        """
        if self.without_jokers:
            return 0
        match self.packs:
            case 2:
                return 2 if seat_count == 3 else 1
            case 3:
                return 2
            case _:
                return 1 if seat_count == 4 else self.jokers


PRESETS = {
    rules.preset: rules
    for rules in (
        EnglishRules(),
        EnglishRules(preset="three_packs", source=_("Wilkinson, the variation with three packs"), packs=3),
        EnglishRules(
            preset="four_packs", source=_("Wilkinson, four packs for four to eight players"), packs=MANY_PACKS
        ),
    )
}
