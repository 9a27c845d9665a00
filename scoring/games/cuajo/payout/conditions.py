"""The two conditions of a bounit not self-drawn, and the extra cards for them (C28 to C31).

The kinds that are seen are the bits of a number, one for each kind, so that one `&` finds what is lacking.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from scoring.games.cuajo.hand.melds import RUN_RANKS
from scoring.games.cuajo.pack.cards import KINDS, Card, Rank, Suit, card_of


class Condition(StrEnum):
    """What the winner may meet: the bounit with two cards, the sowee's twin with two cards (C28)."""

    BOUNIT = "bounit"
    SOWEE = "sowee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """Which of the two conditions hold."""

    bounit: bool
    sowee: bool


EVERY_ENDING = tuple(Conditions(bounit=bounit, sowee=sowee) for bounit in (False, True) for sowee in (False, True))
"""By the number whose bits are the conditions: 2 for that of the bounit, 1 for that of the sowee."""


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


def turn_extra(*, hand: tuple[Card, ...], bounit: Card, sowee: Card, extra: tuple[Card, ...] = ()) -> Turned:
    """Turn the extra cards one by one until both conditions hold; the rest is ignored (C31).

    All kinds held in the sixteen cards, laid secrets included, and in the extra cards turned count, whatever
    meld they are in, and may count for both conditions (C30).
    """
    seen, used = _seen_after(hand, bounit, sowee, extra)
    return Turned(conditions=EVERY_ENDING[_met(seen, bounit, sowee)], used=used, needs=_needs(seen, bounit, sowee))


def conditions_after(hand: tuple[Card, ...], bounit: Card, sowee: Card, extra: tuple[Card, ...]) -> Conditions:
    """Return the conditions after the extra cards, and nothing else of what `turn_extra` tells."""
    seen, _ = _seen_after(hand, bounit, sowee, extra)
    return EVERY_ENDING[_met(seen, bounit, sowee)]


def met_by(*, seen: Iterable[Card], bounit: Card, sowee: Card) -> dict[Condition, tuple[Card, ...]]:
    """Return the kinds by which each condition is met that holds, the sowee's own among them (C28, C29)."""
    held = _bits(seen)
    met = EVERY_ENDING[_met(held, bounit, sowee)]
    wanted = (
        (met.bounit, Condition.BOUNIT, companions(card=bounit)),
        (met.sowee, Condition.SOWEE, (sowee, *companions(card=sowee))),
    )
    return {name: tuple(card for card in cards if card.bit & held) for holds, name, cards in wanted if holds}


_COMPANIONS_NEEDED = 2
_BOTH = 3


def _bits(cards: Iterable[Card]) -> int:
    seen = 0
    for card in cards:
        seen |= card.bit
    return seen


_COMPANIONS = tuple(_bits(companions(card=card)) for card in KINDS)
_MAY_LACK = tuple(len(companions(card=card)) - _COMPANIONS_NEEDED for card in KINDS)


def _seen_after(hand: tuple[Card, ...], bounit: Card, sowee: Card, extra: tuple[Card, ...]) -> tuple[int, int]:
    """Return the kinds seen when the turning ends, and how many extra cards were turned."""
    seen = _bits(hand)
    for used, card in enumerate(extra):
        if _met(seen, bounit, sowee) == _BOTH:
            return seen, used
        seen |= card.bit
    return seen, len(extra)


def _met(seen: int, bounit: Card, sowee: Card) -> int:
    met = 2 if _goes_along(seen, bounit.index) else 0
    return met + 1 if seen & sowee.bit and _goes_along(seen, sowee.index) else met


def _goes_along(seen: int, index: int) -> bool:
    return (_COMPANIONS[index] & ~seen).bit_count() <= _MAY_LACK[index]


def _needs(seen: int, bounit: Card, sowee: Card) -> tuple[Need, ...]:
    """Return what the conditions still lack, nothing where they hold."""
    lacking: tuple[Need, ...] = ()
    if not _goes_along(seen, bounit.index):
        lacking = (_need(Condition.BOUNIT, _COMPANIONS[bounit.index] & ~seen, _MAY_LACK[bounit.index]),)
    if not seen & sowee.bit:
        lacking += (_need(Condition.SOWEE, sowee.bit, 0),)
    if not _goes_along(seen, sowee.index):
        lacking += (_need(Condition.SOWEE, _COMPANIONS[sowee.index] & ~seen, _MAY_LACK[sowee.index]),)
    return lacking


@cache
def _need(condition: Condition, missing: int, may_lack: int) -> Need:
    cards = tuple(card for card in KINDS if card.bit & missing)
    return Need(condition=condition, number=len(cards) - may_lack, cards=cards)
