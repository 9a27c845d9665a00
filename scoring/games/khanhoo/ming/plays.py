"""What may be played in Ming khanhoo, what beats what, and what a winning play scores besides (M2 to M5)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from scoring.games.khanhoo.ming.cards import CARDS, ORDER, PACK, THOUSAND, Card, Suit, read_cards
from scoring.texts import Text, say


class PlayKind(StrEnum):
    """What a play is; a discard of three cards that make nothing follows, but never leads or wins."""

    SINGLE = "single"
    GIBBON = "gibbon"
    LEOPARD = "leopard"
    SPECIAL = "special"
    NOTHING = "nothing"


class Bonus(StrEnum):
    """The plays that score besides the cards captured, when they win (M5)."""

    FIVE_MYRIADS = "five_myriads"
    EIGHT_MYRIADS = "eight_myriads"
    HALF_LEOPARD = "half_leopard"
    THOUSAND_GIBBON = "thousand_gibbon"
    PANGOLIN = "pangolin"
    POVERTY = "poverty"
    TIGER = "tiger"
    CHARIOT = "chariot"
    LEOPARD_OF_NINES = "leopard_of_nines"
    WEALTH = "wealth"
    HERO = "hero"

    @property
    def points(self) -> int:
        """Return what the play scores when it wins."""
        return _BONUSES[self][0]

    @property
    def cards(self) -> frozenset[Card]:
        """Return the cards of the play."""
        return frozenset(read_cards(text=_BONUSES[self][1]))

    @property
    def label(self) -> str:
        """Return the name of the play in words.

        >>> Bonus.LEOPARD_OF_NINES.label, Bonus.LEOPARD_OF_NINES.points
        ('leopard of nines', 7)
        """
        return self.value.replace("_", " ")

    @property
    def text(self) -> Text:
        """Return the name of the play as a text of the catalogue."""
        return say(f"play.{self.value}")


_BONUSES = {
    Bonus.FIVE_MYRIADS: (2, "5M"),
    Bonus.EIGHT_MYRIADS: (3, "8M"),
    Bonus.HALF_LEOPARD: (1, "1C HC ZC"),
    Bonus.THOUSAND_GIBBON: (1, "8M 9M TM"),
    Bonus.PANGOLIN: (3, "7C 3S 3M"),
    Bonus.POVERTY: (4, "8C 2S 2M"),
    Bonus.TIGER: (5, "9C 1S 1M"),
    Bonus.CHARIOT: (6, "ZC 9S TM"),
    Bonus.LEOPARD_OF_NINES: (7, "9C 9S 9M"),
    Bonus.WEALTH: (8, "ZC 9S 9M"),
    Bonus.HERO: (9, "1S 1M TM"),
}
_BY_CARDS = {bonus.cards: bonus for bonus in Bonus}

type Cards = frozenset[Card]


def _gibbons(suit: Suit) -> list[Cards]:
    cards = [PACK[rank + suit] for rank in ORDER[suit]]
    return [frozenset(cards[at : at + 3]) for at in range(len(cards) - 2)]


SPECIALS: tuple[Cards, ...] = tuple(bonus.cards for bonus in list(Bonus)[list(Bonus).index(Bonus.PANGOLIN) :])
"""The specials from low to high (M5)."""

GIBBONS: tuple[Cards, ...] = (
    *_gibbons(Suit.CASH)[:-1],
    *_gibbons(Suit.STRINGS),
    Bonus.HALF_LEOPARD.cards,
    *_gibbons(Suit.MYRIADS),
)
"""The gibbons from low to high; the half leopard beats every other one of cash and strings (M4)."""

LEOPARDS: tuple[Cards, ...] = tuple(frozenset(PACK[f"{rank}{suit}"] for suit in Suit) for rank in range(1, 10))
"""The leopards from low to high."""

AGAINST_LEOPARDS: tuple[Cards, ...] = (*LEOPARDS, Bonus.HERO.cards)
"""What may win when a leopard is led, from low to high (M4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One card, or three that are played together."""

    cards: tuple[Card, ...]

    @property
    def kind(self) -> PlayKind:
        """Return what the play leads as; the leopard of nines is a special (M4)."""
        together = frozenset(self.cards)
        if len(self.cards) == 1:
            return PlayKind.SINGLE
        if together in SPECIALS:
            return PlayKind.SPECIAL
        if together in LEOPARDS:
            return PlayKind.LEOPARD
        return PlayKind.GIBBON if together in GIBBONS else PlayKind.NOTHING

    @property
    def bonus(self) -> Bonus | None:
        """Return the bonus the play scores when it wins."""
        return _BY_CARDS.get(frozenset(self.cards))


def beats(*, play: Play, best: Play, led: PlayKind) -> bool:
    """Return whether a play beats the best one so far, by what was led (M3, M4).

    >>> five, nine = Play(cards=read_cards(text="5M")), Play(cards=read_cards(text="9S"))
    >>> beats(play=five, best=nine, led=PlayKind.SINGLE)
    True
    """
    match led:
        case PlayKind.SINGLE:
            return _single_beats(play.cards[0], best.cards[0])
        case PlayKind.GIBBON:
            return _is_higher(play, best, GIBBONS)
        case PlayKind.LEOPARD:
            return _is_higher(play, best, AGAINST_LEOPARDS)
        case PlayKind.SPECIAL:
            return _is_higher(play, best, SPECIALS)
        case PlayKind.NOTHING:
            return False
        case _:
            assert_never(led)


def _single_beats(card: Card, best: Card) -> bool:
    """Return whether a card is higher, by suit and in its suit; the thousand beats only myriads (M3)."""
    if card == THOUSAND:
        return best.suit is Suit.MYRIADS and best != THOUSAND
    return CARDS.index(card) > CARDS.index(best)


def _is_higher(play: Play, best: Play, order: tuple[Cards, ...]) -> bool:
    cards = frozenset(play.cards)
    return cards in order and order.index(cards) > order.index(frozenset(best.cards))
