"""Wins by kings (L3, L4), conditions (C28 to C31), accounts."""

from collections.abc import Callable, Iterable
from dataclasses import field
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import ClassVar

from scoring.frozen import Frozen
from scoring.games.cuajo import splits
from scoring.games.cuajo.cards import KINDS, Card, Counts, Rank, Suit, card_of, cards_left, count_kinds
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import Holding, Melds, RankCounts
from scoring.games.fields import TallyLine
from scoring.texts import say

RUB_KINGS = 3
MANY_KINGS = 7


class KingWin(StrEnum):
    """The combinations of kings that win alone (L4)."""

    RUB = "rub"
    PRINSESA = "prinsesa"
    SEVEN_KINGS = "seven_kings"


@cache
def king_win(kings: RankCounts) -> KingWin | None:
    """Name the win that the kings give, if any."""
    if max(kings) >= RUB_KINGS:
        return KingWin.RUB
    if kings == (1, 1, 1, 1):
        return KingWin.PRINSESA
    return KingWin.SEVEN_KINGS if sum(kings) >= MANY_KINGS else None


def wins_a_claim(*, card: Card | None, held: int | None = None, rules: HouseRules) -> bool:
    """Check whether kings win with a claimed card (L4). An unknown `card` wins, an unknown `held` counts as three."""
    if card is None or rules.kings_claimable:
        return True
    return card.rank is Rank.KING and held in (None, RUB_KINGS)


def held(*, holding: Holding, card: Card) -> int:
    """Count a kind, loose or in laid secrets."""
    return holding.loose[card.index] + sum([meld.cards.count(card) for meld in holding.laid])


def kings_held(*, holding: Holding) -> RankCounts:
    kings = holding.loose[splits.KINGS_START :]
    return tuple([held(holding=holding, card=card) for card in KINDS[splits.KINGS_START :]]) if holding.laid else kings


def is_win(*, holding: Holding) -> bool:
    """Check for a win by melds (C8, L3) or kings (L4)."""
    if holding.scheme is Scheme.CONDITIONS:
        return bool(splits.find_splits(holding=holding))
    kings = holding.loose[splits.KINGS_START :]
    if has_laid_kings(holding) or king_win(kings):
        return True
    masks = splits.masks_of(holding.loose, Scheme.PRICELIST)
    needs_baksyo = any(kings) and not holding.laid
    return all(masks) and (not needs_baksyo or any(mask != splits.NO_BAKSYO for mask in masks))


def has_laid_kings(holding: Holding) -> bool:
    """Check for kings in a laid secret (L4)."""
    return any(meld.cards[0].rank is Rank.KING for meld in holding.laid)


def new_cards_to_king_win(*, holding: Holding, most: Counts, missing: int, kings_stay: bool = False) -> int | None:
    """Return the fewest new cards for a king win, or None (L4). `most` counts what can come, `missing` the gaps."""
    if holding.scheme is not Scheme.PRICELIST:
        return None
    if has_laid_kings(holding):
        return missing
    kings, room = holding.loose[splits.KINGS_START :], most[splits.KINGS_START :]
    held, loose, of_suits = sum(kings), sum(holding.loose), sum(number > 0 for number in kings)
    ways = [  # the kings to add, the held kings that stay, and those to give up
        (max(0, RUB_KINGS - have), min(have, RUB_KINGS), 0)
        for have, limit in zip(kings, room, strict=True)
        if limit >= RUB_KINGS
    ]
    if sum(room) >= MANY_KINGS:
        ways.append((max(0, MANY_KINGS - held), min(held, MANY_KINGS), 0))
    if min(room) >= 1:
        ways.append((len(kings) - of_suits, of_suits, held - of_suits))
    found = [
        max(added, given_up + missing)
        for added, kept, given_up in ways
        if max(added - missing, given_up) <= loose - (held if kings_stay else kept)
        if not (given_up and kings_stay)
    ]
    return min(found, default=None)


class Condition(StrEnum):
    """The two conditions of a win (C28)."""

    BOUNIT = "bounit"
    SOWEE = "sowee"


class Conditions(Frozen):
    bounit: bool
    sowee: bool


# The index is 2 for the bounit condition plus 1 for the sowee condition.
EVERY_ENDING = tuple(Conditions(bounit=bounit, sowee=sowee) for bounit in (False, True) for sowee in (False, True))


class Need(Frozen):
    """Cards that a condition still lacks. `number` different kinds of them are enough."""

    condition: Condition
    number: int
    cards: tuple[Card, ...]


class TurnResult(Frozen):
    """The conditions after the extra cards."""

    conditions: Conditions
    used: int
    needs: tuple[Need, ...]


@cache
def companions(*, card: Card) -> tuple[Card, ...]:
    """Return the other aces, or the run's other cards (C29)."""
    if card.rank is Rank.ACE:
        return tuple(card_of(rank=Rank.ACE, suit=suit) for suit in Suit if suit is not card.suit)
    return tuple(
        card_of(rank=rank, suit=card.suit)
        for ranks in splits.RUN_RANKS
        if card.rank in ranks
        for rank in ranks
        if rank is not card.rank
    )


def turn_extra(*, hand: tuple[Card, ...], bounit: Card, sowee: Card, extra: tuple[Card, ...] = ()) -> TurnResult:
    """Turn extra cards until both conditions are met (C31)."""
    # A kind counts for both conditions, in any meld (C30). Cards turned after the end are ignored.
    seen, used = _bits(hand), 0
    needs = _needs(seen, bounit, sowee)
    for card in extra:
        if not needs:
            break
        seen, used = seen | card.bit, used + 1
        needs = _needs(seen, bounit, sowee)
    return TurnResult(conditions=_conditions(seen, bounit, sowee), used=used, needs=needs)


def met_by(*, seen: Iterable[Card], bounit: Card, sowee: Card) -> dict[Condition, tuple[Card, ...]]:
    """Return the kinds that meet each condition (C28, C29)."""
    held = _bits(seen)
    met = _conditions(held, bounit, sowee)
    wanted = (
        (met.bounit, Condition.BOUNIT, companions(card=bounit)),
        (met.sowee, Condition.SOWEE, (sowee, *companions(card=sowee))),
    )
    return {name: tuple(card for card in cards if card.bit & held) for holds, name, cards in wanted if holds}


def endings_with(
    *, hand: tuple[Card, ...], bounit: Card, sowee: Card, coming: Iterable[Card], most: int
) -> set[Conditions]:
    """Return the conditions that extra cards can bring (C31)."""
    bits, seen = [card.bit for card in coming], _bits(hand)
    extras = (sum(extra) for size in range(1, 1 + min(most, len(bits))) for extra in combinations(bits, size))
    return {_conditions(seen | extra, bounit, sowee) for extra in extras}


def _conditions(seen: int, bounit: Card, sowee: Card) -> Conditions:
    (by_bounit, bounit_may_lack), (by_sowee, sowee_may_lack) = _COMPANIONS[bounit.index], _COMPANIONS[sowee.index]
    meets_bounit = (by_bounit & ~seen).bit_count() <= bounit_may_lack
    meets_sowee = bool(sowee.bit & seen) and (by_sowee & ~seen).bit_count() <= sowee_may_lack
    return EVERY_ENDING[2 * meets_bounit + meets_sowee]


def _bits(cards: Iterable[Card]) -> int:
    seen = 0
    for card in cards:
        seen |= card.bit
    return seen


# An ace needs two of three other aces, so one may be missing. Other cards need both.
_COMPANIONS = tuple((_bits(found), len(found) - 2) for found in (companions(card=card) for card in KINDS))


def _needs(seen: int, bounit: Card, sowee: Card) -> tuple[Need, ...]:
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


@cache
def _need(condition: Condition, missing: int, may_lack: int) -> Need:
    cards = tuple(card for card in KINDS if card.bit & missing)
    return Need(condition=condition, number=len(cards) - may_lack, cards=cards)


type Paid = tuple[str, str, int, int | None]  # the sentence of a payment, its rule, its cents and its number


class Account(Frozen):
    """The payment of each opponent, in minor units."""

    paid: tuple[Paid, ...]

    @cached_property
    def per_opponent_cents(self) -> int:
        return sum([cents for _, _, cents, _ in self.paid])

    @property
    def king_cents(self) -> int:
        return sum(cents for what, _, cents, _ in self.paid if what in ("kings", "kings_of_coins", "other_kings"))

    @cached_property
    def lines(self) -> tuple[TallyLine, ...]:
        """Return a line for each payment, without empty ones."""
        # Most amounts are only compared, so the lines are made when they are read.
        return tuple(account_line(*paid) for paid in self.paid if paid[2])


class Verdict(Account):
    """A valid win, in minor units from each opponent.

    `put_down` makes the paid melds. `kings_were_held`: the kings won before the last card (L5).
    """

    rules: HouseRules
    hand: tuple[Card, ...]
    put_down: Callable[[], Melds] = field(compare=False)
    porbis: bool
    turned: TurnResult | None
    needs: tuple[Need, ...] = ()
    king_win: KingWin | None = None
    kings_were_held: bool = False

    is_valid: ClassVar[bool] = True

    def __repr__(self) -> str:
        return f"<Verdict: valid, {self.per_opponent_cents} from each opponent>"

    @cached_property
    def arrangement(self) -> Melds:
        """Return the paid melds, in the player's order if possible."""
        return self.put_down()

    @property
    def left_over(self) -> tuple[Card, ...]:
        """Return the unmelded cards of a win by kings (L4, L6)."""
        melded = (card for meld in self.arrangement for card in meld.cards)
        return () if self.king_win is None else cards_left(counts=count_kinds(cards=self.hand), without=melded)


@lru_cache(maxsize=4096)
def account_line(sentence: str, rule: str, cents: int, count: int | None = None) -> TallyLine:
    text = say(f"paid.{sentence}") if count is None else say(f"paid_each.{sentence}", count=count)
    return TallyLine(text=text, rule=rule, cents=cents)
