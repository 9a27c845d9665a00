"""The house rules of Ming khanhoo: only what a point is worth, as the source sets no target."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from scoring.games.dealing import PENALTY, DealPasses, VoidDeals, dealing_again, passing
from scoring.games.house_rules import money, number
from scoring.games.khanhoo import Card, Kinds
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _


@dataclass(frozen=True, slots=True, kw_only=True)
class MingRules:
    """All house rules of a table; `point` is what a point of difference pays, in minor units."""

    preset: str = "pan_zhiheng"
    revision: int = 1
    source: str = _("Pan Zhiheng, 1613")
    target: ClassVar[None] = None

    point: int = money(1, rule="M6", label=_("Each point of difference"))
    deal_passes: DealPasses = passing(rule="M7")
    void_deals: VoidDeals = dealing_again(rule="M7")
    void_penalty: int = number(0, rule="M7", label=PENALTY, minimum=0, maximum=1_000)


CARDS_EACH = {2: 13, 3: 9}  # how many cards each of two or three players has (M1)


ORDER = {"C": "987654321HZ", "S": "123456789", "M": "123456789T"}
"""The ranks of each suit from low to high, as the suits are; cash run backwards."""

PACK = Kinds([rank + suit for suit, ranks in ORDER.items() for rank in ranks])
CARDS = tuple(PACK.values())  # every card once, from low to high (M1)


type Cards = frozenset[Card]


class PlayKind(StrEnum):
    """What a play is; a discard of three cards that make nothing follows, but never leads or wins."""

    SINGLE = "single"
    GIBBON = "gibbon"
    LEOPARD = "leopard"
    SPECIAL = "special"
    NOTHING = "nothing"


class Bonus(StrEnum):
    """The plays that score besides the cards captured, when they win (M5): their points and cards."""

    points: int
    cards: Cards

    def __new__(cls, name: str, points: int, cards: str) -> Self:
        bonus = str.__new__(cls, name)
        bonus._value_, bonus.points, bonus.cards = name, points, frozenset(PACK.read(cards))
        return bonus

    FIVE_MYRIADS = "five_myriads", 2, "5M"
    EIGHT_MYRIADS = "eight_myriads", 3, "8M"
    HALF_LEOPARD = "half_leopard", 1, "1C HC ZC"
    THOUSAND_GIBBON = "thousand_gibbon", 1, "8M 9M TM"
    PANGOLIN = "pangolin", 3, "7C 3S 3M"
    POVERTY = "poverty", 4, "8C 2S 2M"
    TIGER = "tiger", 5, "9C 1S 1M"
    CHARIOT = "chariot", 6, "ZC 9S TM"
    LEOPARD_OF_NINES = "leopard_of_nines", 7, "9C 9S 9M"
    WEALTH = "wealth", 8, "ZC 9S 9M"
    HERO = "hero", 9, "1S 1M TM"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ")

    @property
    def text(self) -> Text:
        return say(f"play.{self.value}")


_BY_CARDS = {bonus.cards: bonus for bonus in Bonus}


def _gibbons(suit: str) -> list[Cards]:
    cards = [PACK[rank + suit] for rank in ORDER[suit]]
    return [frozenset(cards[at : at + 3]) for at in range(len(cards) - 2)]


SPECIALS: tuple[Cards, ...] = tuple(bonus.cards for bonus in list(Bonus)[list(Bonus).index(Bonus.PANGOLIN) :])

GIBBONS: tuple[Cards, ...] = (*_gibbons("C")[:-1], *_gibbons("S"), Bonus.HALF_LEOPARD.cards, *_gibbons("M"))
"""The gibbons from low to high; the half leopard beats every other one of cash and strings (M4)."""

LEOPARDS: tuple[Cards, ...] = tuple(frozenset(PACK[f"{rank}{suit}"] for suit in ORDER) for rank in range(1, 10))
"""The leopards from low to high; the hero beats them too (M4)."""

_ORDERS = {
    PlayKind.GIBBON: GIBBONS,
    PlayKind.LEOPARD: (*LEOPARDS, Bonus.HERO.cards),
    PlayKind.SPECIAL: SPECIALS,
    PlayKind.NOTHING: (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One card, or three that are played together."""

    cards: tuple[Card, ...]

    @property
    def kind(self) -> PlayKind:
        """Return what the play leads as; the leopard of nines is a special (M4)."""
        if len(self.cards) == 1:
            return PlayKind.SINGLE
        kinds = (PlayKind.SPECIAL, PlayKind.LEOPARD, PlayKind.GIBBON)
        return next((kind for kind in kinds if frozenset(self.cards) in _ORDERS[kind]), PlayKind.NOTHING)

    @property
    def bonus(self) -> Bonus | None:
        """Return what the play scores when it wins (M5)."""
        return _BY_CARDS.get(frozenset(self.cards))


def beats(*, play: Play, best: Play, led: PlayKind) -> bool:
    """Return whether a play beats the best one so far, by what was led (M3, M4).

    Of single cards a higher one of a suit or of a higher suit does; the thousand beats only myriads.

    >>> five, nine = Play(cards=PACK.read("5M")), Play(cards=PACK.read("9S"))
    >>> beats(play=five, best=nine, led=PlayKind.SINGLE)
    True
    """
    if led is PlayKind.SINGLE:
        card, lies = play.cards[0], best.cards[0]
        return card > lies and (card is not PACK["TM"] or lies.notation.endswith("M"))
    order, cards = _ORDERS[led], frozenset(play.cards)
    return cards in order and order.index(cards) > order.index(frozenset(best.cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The plays of all players in order, the first of them led, and which of them takes all."""

    plays: tuple[Play, ...]
    best: int

    @property
    def captured(self) -> tuple[Card, ...]:
        """Return the cards the winner captures, the own ones too (M6)."""
        return tuple(card for play in self.plays for card in play.cards)

    @property
    def bonus(self) -> Bonus | None:
        """Return the bonus of the winning play (M5)."""
        return self.plays[self.best].bonus

    @property
    def points(self) -> int:
        """Return one point for each captured card, and the bonus (M5)."""
        return len(self.captured) + (self.bonus.points if self.bonus else 0)


def judge_trick(*, plays: tuple[Play, ...]) -> Trick:
    """Return who takes the plays; each is compared with the best before it."""
    best = 0
    for at, play in enumerate(plays):
        if at and beats(play=play, best=plays[best], led=plays[0].kind):
            best = at
    return Trick(plays=plays, best=best)
