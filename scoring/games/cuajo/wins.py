"""What makes a win, and what it pays: kings that win alone (L3, L4), the two conditions (C28 to C31), the account."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import ClassVar

from scoring.games.base import Line
from scoring.games.cuajo import splits
from scoring.games.cuajo.cards import KINDS, Card, Counts, Rank, Suit, card_of
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import Holding, Melds, RankCounts
from scoring.texts import say

RUB_KINGS = 3
MANY_KINGS = 7


class KingWin(StrEnum):
    """The kings that win: three or four of one suit; exactly one of each suit; seven or more (L4)."""

    RUB = "rub"
    PRINSESA = "prinsesa"
    SEVEN_KINGS = "seven_kings"


@cache
def king_win(kings: RankCounts) -> KingWin | None:
    """Return which king win these kings are, one number for each suit, or None."""
    if max(kings) >= RUB_KINGS:
        return KingWin.RUB
    if kings == (1, 1, 1, 1):
        return KingWin.PRINSESA
    return KingWin.SEVEN_KINGS if sum(kings) >= MANY_KINGS else None


def wins_a_claim(*, card: Card | None, held: int | None = None, rules: HouseRules) -> bool:
    """Return whether kings win alone with a card claimed out of turn, if it and how many are `held` are known (L4)."""
    if card is None or rules.kings_claimable:
        return True
    return card.rank is Rank.KING and held in (None, RUB_KINGS)


def kings_among(*, cards: Iterable[Card]) -> RankCounts:
    suits = [card.suit for card in cards if card.rank is Rank.KING]
    return tuple(suits.count(suit) for suit in Suit)


def is_price_win(*, holding: Holding) -> bool:
    """Return whether the cards win: by their kings, or by melds and a baksyo if there is a king (L3, L4)."""
    kings = holding.loose[splits.KINGS_START :]
    if _has_laid_kings(holding) or king_win(kings):
        return True
    stands = standings(holding.loose)
    return all(stands) and (bool(holding.laid) or not any(kings) or max(stands) > 1)


def _has_laid_kings(holding: Holding) -> bool:
    """Return whether kings lie in a laid secret: they are a rub, whatever the other cards are (L4)."""
    return any(meld.cards[0].rank is Rank.KING for meld in holding.laid)


def standings(counts: Counts) -> tuple[int, ...]:
    """Return for each group of ranks: 0 where it does not split, 1 if it does, 2 if it can then hold a baksyo (L3)."""
    return _group_stands(0, counts[:4]), _group_stands(1, counts[4:16]), _group_stands(2, counts[16:])


@lru_cache(maxsize=4096)
def _group_stands(number: int, counts: Counts) -> int:
    fitting, baksyo = -1, 0
    for place, (_, fit) in enumerate(splits.RANKS_OF[Scheme.PRICELIST][number]):
        rank_fitting, rank_baksyo = splits.rank_masks(counts[4 * place : 4 * place + 4], fit)
        fitting &= rank_fitting
        baksyo |= rank_baksyo
    return 0 if not fitting else 2 if fitting & (splits.RUN_MASK | baksyo) else 1


def new_cards_to_king_win(*, holding: Holding, most: Counts, missing: int, kings_stay: bool = False) -> int | None:
    """Return the fewest new cards with which kings win alone, or None where they cannot (L4).

    `most` are the kinds the loose cards may come to hold, `missing` the places open; `kings_stay` gives up none (C14).
    """
    if holding.scheme is not Scheme.PRICELIST:
        return None
    if _has_laid_kings(holding):
        return missing
    kings, room = holding.loose[splits.KINGS_START :], most[splits.KINGS_START :]
    held, loose, of_suits = sum(kings), sum(holding.loose), sum(number > 0 for number in kings)
    # How many kings are wanted, how many of those held are kept, and how many have to go.
    ways = [
        (max(0, RUB_KINGS - have), min(have, RUB_KINGS), 0)
        for have, limit in zip(kings, room, strict=True)
        if limit >= RUB_KINGS
    ]
    if sum(room) >= MANY_KINGS:
        ways.append((max(0, MANY_KINGS - held), min(held, MANY_KINGS), 0))
    if min(room) >= 1:
        ways.append((len(kings) - of_suits, of_suits, held - of_suits))
    found = [
        max(wanted, given_up + missing)
        for wanted, kept, given_up in ways
        if max(wanted - missing, given_up) <= loose - (held if kings_stay else kept)
        if not (given_up and kings_stay)
    ]
    return min(found, default=None)


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
    """Return the cards that go with a card: the rest of its run, for an ace the aces of other suits (C29)."""
    if card.rank is Rank.ACE:
        return tuple(card_of(rank=Rank.ACE, suit=suit) for suit in Suit if suit is not card.suit)
    return tuple(
        card_of(rank=rank, suit=card.suit)
        for ranks in splits.RUN_RANKS
        if card.rank in ranks
        for rank in ranks
        if rank is not card.rank
    )


def turn_extra(*, hand: tuple[Card, ...], bounit: Card, sowee: Card, extra: tuple[Card, ...] = ()) -> Turned:
    """Turn the extra cards one by one until both conditions hold; the rest is ignored (C31).

    All kinds held or turned count, whatever meld they are in, and for both conditions (C30).
    """
    seen, used = _bits(hand), 0
    needs = _needs(seen, bounit, sowee)
    for card in extra:
        if not needs:
            break
        seen, used = seen | card.bit, used + 1
        needs = _needs(seen, bounit, sowee)
    return Turned(conditions=_conditions(needs), used=used, needs=needs)


def met_by(*, seen: Iterable[Card], bounit: Card, sowee: Card) -> dict[Condition, tuple[Card, ...]]:
    """Return the kinds by which each condition is met that holds, the sowee's own among them (C28, C29)."""
    held = _bits(seen)
    met = _conditions(_needs(held, bounit, sowee))
    wanted = (
        (met.bounit, Condition.BOUNIT, companions(card=bounit)),
        (met.sowee, Condition.SOWEE, (sowee, *companions(card=sowee))),
    )
    return {name: tuple(card for card in cards if card.bit & held) for holds, name, cards in wanted if holds}


def _bits(cards: Iterable[Card]) -> int:
    seen = 0
    for card in cards:
        seen |= card.bit
    return seen


_COMPANIONS = tuple((_bits(found), len(found) - 2) for found in (companions(card=card) for card in KINDS))
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
class Account:
    """What each opponent pays for a win, in minor units before any stake factor."""

    lines: tuple[Line, ...]
    king_cents: int

    @property
    def per_opponent_cents(self) -> int:
        return sum([line.cents for line in self.lines])


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a valid win pays, in minor units from each opponent, before any stake factor.

    `turned` is None where no conditions are paid, `needs` what they lack where that decides the amount. `left_over` are
    the cards in no meld where kings win alone (L4, L6), `kings_were_held` where they win, but not with this card (L5).
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
        return self.account.lines


@lru_cache(maxsize=4096)
def account_line(sentence: str, rule: str, cents: int, count: int | None = None) -> Line:
    """Return a line of an account: a sentence of the catalogue, with a number where it counts something."""
    text = say(f"paid.{sentence}") if count is None else say(f"paid_each.{sentence}", count=count)
    return Line(text=text, rule=rule, cents=cents)
