"""House rules and plays of Ming khanhoo."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from scoring.frozen import Frozen
from scoring.games.dealing import PENALTY, DealPasses, PointRules, VoidDeals, dealing_again, passing
from scoring.games.house_rules import money, number
from scoring.games.khanhoo import KhanhooCard, Kinds
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _


@dataclass(frozen=True, kw_only=True)
class MingRules(PointRules):
    # The source names no target, so a match ends when the table says so.

    preset: str = "pan_zhiheng"
    source: str = _("Pan Zhiheng, 1613")

    point: int = money(1, rule="M6", label=_("Each point of difference"))
    deal_passes: DealPasses = passing(rule="M7")
    void_deals: VoidDeals = dealing_again(rule="M7")
    void_penalty: int = number(0, rule="M7", label=PENALTY, minimum=0, maximum=1_000)


CARDS_EACH = {2: 13, 3: 9}  # how many cards each of two or three players has (M1)

# Cash run backwards in the source: nine is the lowest.
ORDER = {"C": "987654321HZ", "S": "123456789", "M": "123456789T"}

PACK = Kinds([rank + suit for suit, ranks in ORDER.items() for rank in ranks])
CARDS = tuple(PACK.values())  # every card once, from low to high (M1)

type Cards = frozenset[KhanhooCard]


class PlayKind(StrEnum):
    """The kind of a play, by which it leads."""

    # Three cards that make nothing may follow, but never lead or win.

    SINGLE = "single"
    GIBBON = "gibbon"
    LEOPARD = "leopard"
    SPECIAL = "special"
    NOTHING = "nothing"


class Bonus(StrEnum):
    """A play with extra points if it wins (M5)."""

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
    def text(self) -> Text:
        return say(f"play.{self.value}")


_BY_CARDS = {bonus.cards: bonus for bonus in Bonus}


def _gibbons(suit: str) -> list[Cards]:
    cards = [PACK[rank + suit] for rank in ORDER[suit]]
    return [frozenset(cards[at : at + 3]) for at in range(len(cards) - 2)]


SPECIALS: tuple[Cards, ...] = tuple(bonus.cards for bonus in list(Bonus)[list(Bonus).index(Bonus.PANGOLIN) :])

# The half leopard beats every other gibbon of cash and strings (M4).
GIBBONS: tuple[Cards, ...] = (*_gibbons("C")[:-1], *_gibbons("S"), Bonus.HALF_LEOPARD.cards, *_gibbons("M"))

# The hero beats leopards too (M4).
LEOPARDS: tuple[Cards, ...] = tuple(frozenset(PACK[f"{rank}{suit}"] for suit in ORDER) for rank in range(1, 10))

# The leopard of nines is a special (M4), so specials are tried first.
_ORDERS = {PlayKind.SPECIAL: SPECIALS, PlayKind.LEOPARD: (*LEOPARDS, Bonus.HERO.cards), PlayKind.GIBBON: GIBBONS}


class Play(Frozen):
    """One card, or three together."""

    cards: tuple[KhanhooCard, ...]

    @property
    def kind(self) -> PlayKind:
        """Return the kind by which it leads."""
        if len(self.cards) == 1:
            return PlayKind.SINGLE
        return next((kind for kind, order in _ORDERS.items() if frozenset(self.cards) in order), PlayKind.NOTHING)

    @property
    def bonus(self) -> Bonus | None:
        """Return the bonus of a winning play (M5)."""
        return _BY_CARDS.get(frozenset(self.cards))


def beats(*, play: Play, best: Play, led: PlayKind) -> bool:
    """Check whether a play beats the best one (M3, M4).

    >>> five, nine = Play(cards=PACK.read("5M")), Play(cards=PACK.read("9S"))
    >>> beats(play=five, best=nine, led=PlayKind.SINGLE)
    True
    """
    # The thousand is the highest card, but it beats only myriads.
    if led is PlayKind.SINGLE:
        card, top = play.cards[0], best.cards[0]
        return card > top and (card is not PACK["TM"] or top.notation.endswith("M"))
    order, cards = _ORDERS.get(led, ()), frozenset(play.cards)
    return cards in order and order.index(cards) > order.index(frozenset(best.cards))


class Trick(Frozen):
    plays: tuple[Play, ...]
    best: int

    @property
    def captured(self) -> tuple[KhanhooCard, ...]:
        """Return all cards, the winner's own too (M6)."""
        return tuple(card for play in self.plays for card in play.cards)

    @property
    def bonus(self) -> Bonus | None:
        return self.plays[self.best].bonus

    @property
    def points(self) -> int:
        """Return the points of the trick (M5)."""
        return len(self.captured) + (self.bonus.points if self.bonus else 0)


def judge_trick(*, plays: tuple[Play, ...]) -> Trick:
    """Find the best play of a trick."""
    best = 0
    for at, play in enumerate(plays):
        if at and beats(play=play, best=plays[best], led=plays[0].kind):
            best = at
    return Trick(plays=plays, best=best)
