"""Whether cards win by a price list: by their kings (L4), or by melds with a baksyo (L2, L3)."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache

from scoring.games.cuajo.cards import Card, Counts, Rank, Suit
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import KINGS_START, RANKS_OF, RUN_MASK, Holding, RankCounts, rank_masks

PRINSESA_KINGS: RankCounts = (1, 1, 1, 1)
RUB_KINGS = 3
MANY_KINGS = 7


class KingWin(StrEnum):
    """The kings that win: three or four of one suit; exactly one of each suit; seven or more (L4)."""

    RUB = "rub"
    PRINSESA = "prinsesa"
    SEVEN_KINGS = "seven_kings"


@cache
def king_win(kings: RankCounts) -> KingWin | None:
    """Return which king win these kings are, one number for each suit, or None.

    >>> king_win((1, 1, 1, 1))
    <KingWin.PRINSESA: 'prinsesa'>
    """
    if max(kings) >= RUB_KINGS:
        return KingWin.RUB
    if kings == PRINSESA_KINGS:
        return KingWin.PRINSESA
    return KingWin.SEVEN_KINGS if sum(kings) >= MANY_KINGS else None


def wins_a_claim(*, card: Card | None, held: int | None = None, rules: HouseRules) -> bool:
    """Return whether kings win alone with a stock card claimed out of turn: the third king of a rub only (L4).

    `held` is how many of the card the winner then holds; it is None where only the player sees that, and the
    card where nobody told it.
    """
    if card is None or rules.kings_claimable:
        return True
    return card.rank is Rank.KING and held in (None, RUB_KINGS)


def kings_among(*, cards: Iterable[Card]) -> RankCounts:
    suits = [card.suit for card in cards if card.rank is Rank.KING]
    return tuple(suits.count(suit) for suit in Suit)


def is_price_win(*, holding: Holding) -> bool:
    """Return whether the cards win: by their kings, or by melds and a baksyo if there is a king (L3, L4)."""
    kings = holding.loose[KINGS_START:]
    if _has_laid_kings(holding) or king_win(kings):
        return True
    stands = standings(holding.loose)
    return all(stands) and (bool(holding.laid) or not any(kings) or max(stands) > 1)


def _has_laid_kings(holding: Holding) -> bool:
    """Return whether kings lie in a laid secret: they are a rub, whatever the other cards are (L4)."""
    return any(meld.cards[0].rank is Rank.KING for meld in holding.laid)


def standings(counts: Counts) -> tuple[int, ...]:
    """Return for each group of ranks: 0 where it does not split, 1 if it does, 2 if it can then hold a baksyo (L3)."""
    found = []
    for group in RANKS_OF[Scheme.PRICELIST]:
        fitting, baksyo = -1, 0
        for start, fit in group:
            rank_fitting, rank_baksyo = rank_masks(counts[start : start + 4], fit)
            fitting &= rank_fitting
            baksyo |= rank_baksyo
        found.append(0 if not fitting else 2 if fitting & (RUN_MASK | baksyo) else 1)
    return tuple(found)


def new_cards_to_king_win(*, holding: Holding, most: Counts, missing: int, kings_stay: bool = False) -> int | None:
    """Return the fewest new cards with which kings win alone, or None where they cannot (L4).

    `most` says how many of each kind the loose cards may come to hold, `missing` how many places are open.
    With `kings_stay` no king is given up (C14).
    """
    if holding.scheme is not Scheme.PRICELIST:
        return None
    if _has_laid_kings(holding):
        return missing
    kings, room = holding.loose[KINGS_START:], most[KINGS_START:]
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
