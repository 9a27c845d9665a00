"""What a win pays: the two conditions (C28 to C31), then the account line by line (C26, C27, C32, C34, C37)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import ClassVar

from scoring.games.base import Line
from scoring.games.cuajo.cards import KINDS, Card, Rank, Suit, card_of
from scoring.games.cuajo.claim import Claim, Source
from scoring.games.cuajo.near_miss import NearMiss
from scoring.games.cuajo.price_wins import KingWin
from scoring.games.cuajo.rules import HouseRules, PorbisAdds, Scheme
from scoring.games.cuajo.splits import RUN_RANKS, Melds
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

    def data(self) -> dict[str, bool]:
        return {"bounit": self.bounit, "sowee": self.sowee}


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
    seen, used = _bits(hand), 0
    needs = _needs(seen, bounit, sowee)
    for card in extra:
        if not needs:
            break
        seen, used = seen | card.bit, used + 1
        needs = _needs(seen, bounit, sowee)
    return Turned(conditions=_conditions(needs), used=used, needs=needs)


def turned_of(*, claim: Claim) -> Turned | None:
    """Return the conditions of a claim, None where its bounit has none or is not known."""
    if claim.bounit is None or claim.sowee is None or not claim.source.has_conditions:
        return None
    return turn_extra(hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee, extra=claim.extra)


def met_by(*, seen: Iterable[Card], bounit: Card, sowee: Card) -> dict[Condition, tuple[Card, ...]]:
    """Return the kinds by which each condition is met that holds, the sowee's own among them (C28, C29)."""
    held = _bits(seen)
    met = _conditions(_needs(held, bounit, sowee))
    wanted = (
        (met.bounit, Condition.BOUNIT, companions(card=bounit)),
        (met.sowee, Condition.SOWEE, (sowee, *companions(card=sowee))),
    )
    return {name: tuple(card for card in cards if card.bit & held) for holds, name, cards in wanted if holds}


_COMPANIONS_NEEDED = 2


def _bits(cards: Iterable[Card]) -> int:
    seen = 0
    for card in cards:
        seen |= card.bit
    return seen


_COMPANIONS = tuple((_bits(found), len(found) - _COMPANIONS_NEEDED) for found in (companions(card=c) for c in KINDS))
"""By the index of a card: those that go with it, and how many of them may be lacking."""


def _needs(seen: int, bounit: Card, sowee: Card) -> tuple[Need, ...]:
    """Return what the conditions still lack, nothing where they hold."""
    wanted = (
        (Condition.BOUNIT, *_COMPANIONS[bounit.index]),
        (Condition.SOWEE, sowee.bit, 0),
        (Condition.SOWEE, *_COMPANIONS[sowee.index]),
    )
    found = []
    for condition, cards, may_lack in wanted:
        if (cards & ~seen).bit_count() > may_lack:
            found.append(_need(condition, cards & ~seen, may_lack))
    return tuple(found)


def _conditions(needs: tuple[Need, ...]) -> Conditions:
    lacking = [need.condition for need in needs]
    return EVERY_ENDING[2 * (Condition.BOUNIT not in lacking) + (Condition.SOWEE not in lacking)]


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

    arrangement: Melds
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
    paid: list[tuple[str, str, int, int | None]] = []
    if win.porbis:
        paid.append(("porbis_one_king" if win.kings else "porbis_no_king", "C32", rules.porbis, None))
    if not win.porbis or rules.porbis_adds is PorbisAdds.ALL:
        paid.append((*_base(win, rules), None))
    kings = rules.king_of_coins * win.kings_of_coins, rules.other_king * win.other_kings
    if is_flat(porbis=win.porbis, rules=rules):
        kings = 0, 0
    paid.append(("kings_of_coins", "C26", kings[0], win.kings_of_coins))
    paid.append(("other_kings", "C26", kings[1], win.other_kings))
    lines = tuple(account_line(what, rule, units * rules.unit, count) for what, rule, units, count in paid if units)
    return Account(lines=lines, king_cents=sum(kings) * rules.unit)


def _base(win: Win, rules: HouseRules) -> tuple[str, str, int]:
    """Return what a win is paid without kings and porbis: the sentence, the rule and the units."""
    if win.source is Source.SELF_DRAWN:
        return "self_drawn", "C27", rules.self_drawn
    if win.source is Source.DEALT:
        return "dealt", "C34", rules.self_drawn
    met = win.conditions or EVERY_ENDING[0]
    if met.bounit and met.sowee:
        return "both_conditions", "C28", rules.both_conditions
    if met.bounit:
        return "bounit_condition", "C28", rules.bounit_condition
    if met.sowee:
        return "sowee_condition", "C28", rules.sowee_condition
    return "neither_condition", "C28", rules.neither_condition


def conditions_decide(*, source: Source, porbis: bool, rules: HouseRules) -> bool:
    """Return whether the amount depends on the conditions, and so on the sowee and on extra cards (C28, C32).

    They count only for a bounit from another player, and porbis takes their place unless all is paid with it.
    """
    replaced = porbis and rules.porbis_adds is not PorbisAdds.ALL
    return rules.scheme is Scheme.CONDITIONS and source.has_conditions and not replaced


def is_flat(*, porbis: bool, rules: HouseRules) -> bool:
    """Return whether porbis is all that is paid, so that nothing is said of conditions and kings (C32)."""
    return porbis and rules.porbis_adds is PorbisAdds.NOTHING


@lru_cache(maxsize=4096)
def account_line(sentence: str, rule: str, cents: int, count: int | None = None) -> Line:
    """Return a line of an account: a sentence of the catalogue, with a number where it counts something."""
    text = say(f"paid.{sentence}") if count is None else say(f"paid_each.{sentence}", count=count)
    return Line(text=text, rule=rule, cents=cents)
