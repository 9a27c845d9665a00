"""The two conditions of a bounit not self-drawn, and the extra cards for them (C28 to C31)."""

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from scoring.games.cards import Card, Rank, Suit, card_of
from scoring.games.cuajo.melds import RUN_RANKS


class Condition(StrEnum):
    """What the winner may meet: the bounit with two cards, the sowee's twin with two cards (C28)."""

    BOUNIT = "bounit"
    SOWEE = "sowee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """Which of the two conditions hold."""

    bounit: bool
    sowee: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a condition still lacks: `number` different kinds out of these cards."""

    condition: Condition
    number: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """The conditions after the extra cards, how many of those were used, and what is still lacking."""

    conditions: Conditions
    used: int
    needs: tuple[Need, ...]


@cache
def companions(*, card: Card) -> tuple[Card, ...]:
    """Return the cards that go with a card: the rest of its run, for an ace the aces of other suits (C29).

    >>> [str(other) for other in companions(card=card_of(rank=Rank.FOUR, suit=Suit.OROS))]
    ['3O', '5O']
    """
    if card.rank is Rank.ACE:
        return tuple(card_of(rank=Rank.ACE, suit=suit) for suit in Suit if suit is not card.suit)
    return tuple(
        card_of(rank=rank, suit=card.suit)
        for ranks in RUN_RANKS
        if card.rank in ranks
        for rank in ranks
        if rank is not card.rank
    )


_COMPANIONS_NEEDED = 2


def still_needed(*, cards: Set[Card], bounit: Card, sowee: Card) -> tuple[Need, ...]:
    """Return what the conditions still lack, nothing where they hold.

    `cards` are all kinds held in the sixteen cards, laid secrets included, and in the extra cards turned; a
    card counts whatever meld it is in and may count for both conditions (C30).
    """
    twin = () if sowee in cards else (Need(condition=Condition.SOWEE, number=1, cards=(sowee,)),)
    return (
        *_lacking(cards=cards, card=bounit, condition=Condition.BOUNIT),
        *twin,
        *_lacking(cards=cards, card=sowee, condition=Condition.SOWEE),
    )


def turn_extra(*, hand: tuple[Card, ...], bounit: Card, sowee: Card, extra: tuple[Card, ...] = ()) -> Turned:
    """Turn the extra cards one by one until both conditions hold; the rest is ignored (C31)."""
    seen = set(hand)
    used = 0
    needs = still_needed(cards=seen, bounit=bounit, sowee=sowee)
    while needs and used < len(extra):
        seen.add(extra[used])
        used += 1
        needs = still_needed(cards=seen, bounit=bounit, sowee=sowee)
    lacking = {need.condition for need in needs}
    conditions = Conditions(bounit=Condition.BOUNIT not in lacking, sowee=Condition.SOWEE not in lacking)
    return Turned(conditions=conditions, used=used, needs=needs)


def _lacking(*, cards: Set[Card], card: Card, condition: Condition) -> tuple[Need, ...]:
    wanted = companions(card=card)
    missing = tuple(other for other in wanted if other not in cards)
    number = _COMPANIONS_NEEDED - (len(wanted) - len(missing))
    return (Need(condition=condition, number=number, cards=missing),) if number > 0 else ()
