"""What a win pays: the two conditions (C28 to C31), then the account line by line (C26, C27, C32, C34, C37)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import ClassVar

from scoring.games.base import Line
from scoring.games.cuajo.cards import KINDS, Card, Rank, Suit, card_of
from scoring.games.cuajo.claim import Source
from scoring.games.cuajo.near_miss import NearMiss
from scoring.games.cuajo.price_wins import KingWin
from scoring.games.cuajo.rules import HouseRules, PorbisAdds, Scheme
from scoring.games.cuajo.splits import RUN_RANKS, Meld
from scoring.texts import say


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """Everything about a win that decides its money; `conditions` is None unless C28 asks for them."""

    source: Source
    kings_of_coins: int
    other_kings: int
    porbis: bool
    conditions: Conditions | None = None

    @property
    def kings(self) -> int:
        return self.kings_of_coins + self.other_kings


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What each opponent pays for a win, in minor units before any stake factor."""

    lines: tuple[Line, ...]
    king_cents: int

    @property
    def per_opponent_cents(self) -> int:
        return sum(line.cents for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a valid win pays, in minor units from each opponent, before any stake factor.

    `turned` holds conditions and extra cards, None where nothing is told of them (a drawn or dealt bounit, a
    flat porbis, a price list); `needs` what the conditions lack, as far as they decide the amount.
    `king_win` names kings that win alone, and `left_over` the cards that then lie in no meld (L4, L6);
    `kings_were_held` says that kings gave the start price which win, but not with this card (L5).
    `rules_revision` names preset and revision.
    """

    arrangement: tuple[Meld, ...]
    porbis: bool
    account: Account
    turned: Turned | None
    needs: tuple[Need, ...] = ()
    rules_revision: str
    king_win: KingWin | None = None
    kings_were_held: bool = False
    left_over: tuple[Card, ...] = ()

    is_valid: ClassVar[bool] = True

    def __repr__(self) -> str:
        return f"<Verdict: valid, {self.per_opponent_cents} from each opponent>"

    @property
    def per_opponent_cents(self) -> int:
        return self.account.per_opponent_cents

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the account; they add up to the amount."""
        return self.account.lines


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAWin:
    """Sixteen cards that do not win, the rule they break (C8, C10 or L3), and what they lack."""

    rule: str
    near_miss: NearMiss

    is_valid: ClassVar[bool] = False
    per_opponent_cents: ClassVar[int] = 0

    def __repr__(self) -> str:
        lacking = self.near_miss.distance
        return f"<NotAWin: {self.rule}, {self.near_miss.melded} cards in melds, {lacking} to exchange>"


def account_for(*, win: Win, rules: HouseRules) -> Account:
    """Return the account of a win; lines that come to nothing are left out."""
    paid = [(sentence, rule, units * rules.unit, count) for sentence, count, rule, units in _amounts(win, rules)]
    return Account(
        lines=tuple(account_line(*each) for each in paid if each[2]),
        king_cents=sum(cents for _, rule, cents, _ in paid if rule == _KINGS),
    )


def conditions_decide(*, source: Source, porbis: bool, rules: HouseRules) -> bool:
    """Return whether the amount depends on the conditions, and so on the sowee and on extra cards (C28, C32).

    They count only for a bounit from another player, and porbis takes their place unless all is paid with it.
    """
    paid_with_it = rules.porbis_adds is PorbisAdds.ALL
    return rules.scheme is Scheme.CONDITIONS and source.has_conditions and (paid_with_it or not porbis)


def is_flat(*, porbis: bool, rules: HouseRules) -> bool:
    """Return whether porbis is all that is paid, so that nothing is told of conditions and kings (C32)."""
    return porbis and rules.porbis_adds is PorbisAdds.NOTHING


@lru_cache(maxsize=4096)
def account_line(sentence: str, rule: str, cents: int, count: int | None = None) -> Line:
    """Return a line of an account: a sentence of the catalogue, with a number where it counts something."""
    text = say(f"paid.{sentence}") if count is None else say(f"paid_each.{sentence}", count=count)
    return Line(text=text, rule=rule, cents=cents)


_KINGS = "C26"

type _Amount = tuple[str, int | None, str, int]
"""What is paid, how many of it, the rule, and the units."""


def _amounts(win: Win, rules: HouseRules) -> list[_Amount]:
    """Return everything a win pays: the one place that decides it."""
    paid: list[_Amount] = []
    if win.porbis:
        sentence = "porbis_one_king" if win.kings else "porbis_no_king"
        paid.append((sentence, None, "C32", rules.porbis))
    if not win.porbis or rules.porbis_adds is PorbisAdds.ALL:
        paid.append(_base(win.source, win.conditions, rules))
    if not is_flat(porbis=win.porbis, rules=rules):
        paid.append(("kings_of_coins", win.kings_of_coins, _KINGS, win.kings_of_coins * rules.king_of_coins))
        paid.append(("other_kings", win.other_kings, _KINGS, win.other_kings * rules.other_king))
    return paid


def _base(source: Source, conditions: Conditions | None, rules: HouseRules) -> _Amount:
    if source is Source.SELF_DRAWN:
        return "self_drawn", None, "C27", rules.self_drawn
    if source is Source.DEALT:
        return "dealt", None, "C34", rules.self_drawn
    if conditions is None or not (conditions.bounit or conditions.sowee):
        return "neither_condition", None, "C28", rules.neither_condition
    if not conditions.sowee:
        return "bounit_condition", None, "C28", rules.bounit_condition
    if not conditions.bounit:
        return "sowee_condition", None, "C28", rules.sowee_condition
    return "both_conditions", None, "C28", rules.both_conditions
