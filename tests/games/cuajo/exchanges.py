"""Exchanging cards by trying everything: what a near miss must find. Shares no code with the engine.

No meld mixes aces, the ranks 3 to 5 and the faces, so that what each group may become is tried on its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from tests.games.cuajo import naive
from tests.games.cuajo.naive import ALL_CARDS, Cards
from tests.games.cuajo.naive_pricelist import is_baksyo, is_king, melds_on, wins_by_kings

GROUPS = tuple(
    tuple(card for card in ALL_CARDS if card[:-1] in ranks) for ranks in (("1",), ("3", "4", "5"), ("10", "11", "12"))
)

type Unseen = Mapping[str, int]
"""How many copies of each card may still come."""

type Ending = tuple[bool, bool]
"""Whether a complete split holds a baksyo (L3), and whether it holds a king."""

type Exchange = tuple[int, int]
"""How many cards are given up, and how many are new."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """The loose cards, the kinds laid down, the kind whose three copies are a meld too, and the scheme."""

    loose: Cards
    secrets: Cards = ()
    three_like: str | None = None
    pricelist: bool = False


def wins(held: Held) -> bool:
    """Tell whether the cards win (C8 to C10, L2 to L4)."""
    if held.pricelist and kings_win(held, held.loose):
        return True
    parts = (tuple(sorted(card for card in held.loose if card in group)) for group in GROUPS)
    each = [endings(part, held.three_like, held.pricelist) for part in parts]
    return any(is_win(held, combined) for combined in product(*each))


def is_win(held: Held, parts: Iterable[Ending]) -> bool:
    """Tell whether complete splits of all groups win: with a king, a price list wants a baksyo (L3)."""
    baksyos, kings = zip(*parts, strict=True)
    return not held.pricelist or not any(kings) or any(baksyos) or bool(held.secrets)


def kings_win(held: Held, loose: Iterable[str]) -> bool:
    """Tell whether the kings win alone; the four of a laid secret are a rub (L4)."""
    return wins_by_kings(Counter(card[-1] for card in loose if is_king(card))) or any(map(is_king, held.secrets))


@cache
def endings(cards: Cards, three_like: str | None, pricelist: bool) -> frozenset[Ending]:
    """Return how the complete splits of sorted cards end; nothing where there are none."""
    if not cards:
        return frozenset({(False, False)})
    first = cards[0]
    melds = melds_on(first) if pricelist else naive.melds_with(first)
    if first == three_like:
        melds = (*melds, (first,) * 3)
    return frozenset(
        (baksyo or is_baksyo(meld), king or any(map(is_king, meld)))
        for meld in melds
        for left in [naive.without(cards, meld)]
        if left is not None
        for baksyo, king in endings(left, three_like, pricelist)
    )


def winning_changes(held: Held, unseen: Unseen) -> set[tuple[str, str]]:
    """Return every exchange of one loose card for another unseen one that wins."""
    return {
        (out, into)
        for out in set(held.loose)
        for into in ALL_CARDS
        if into != out and unseen[into] and wins(replace(held, loose=exchanged(held.loose, (out,), (into,))))
    }


def exchanged(cards: Cards, out: Cards, into: Cards) -> Cards:
    """Return the cards without some and with others."""
    left = naive.without(cards, out)
    assert left is not None
    return (*left, *into)


def fewest_new_cards(held: Held, unseen: Unseen, *, missing: int, limit: int, kings_stay: bool = False) -> int | None:
    """Return the fewest new cards that win, None for more than `limit`; `missing` places are open."""
    movable = tuple(card for card in held.loose if not (kings_stay and is_king(card)))
    reached = {*_by_melds(held, movable, unseen, limit)}
    if held.pricelist:
        reached |= {*_by_kings(held, movable, unseen, limit)}
    return min((new for given_up, new in reached if new == given_up + missing <= limit), default=None)


def _by_melds(held: Held, movable: Cards, unseen: Unseen, limit: int) -> Iterator[Exchange]:
    groups = []
    for group in GROUPS:
        loose = tuple(card for card in held.loose if card in group)
        ends: dict[Exchange, set[Ending]] = {}
        for out, new in _exchanges(group, movable, unseen, limit):
            after = tuple(sorted(exchanged(loose, out, new)))
            found = endings(after, held.three_like, held.pricelist)
            ends.setdefault((len(out), len(new)), set()).update(found)
        groups.append(ends)
    for ways in product(*(ends.items() for ends in groups)):
        if any(is_win(held, parts) for parts in product(*(found for _, found in ways))):
            yield sum(given_up for (given_up, _), _ in ways), sum(new for (_, new), _ in ways)


def _by_kings(held: Held, movable: Cards, unseen: Unseen, limit: int) -> Iterator[Exchange]:
    """Yield exchanges after which the kings win alone; the other cards are whatever they are (L4)."""
    kings = tuple(filter(is_king, ALL_CARDS))
    others = sum(not is_king(card) for card in movable)
    for out, new in _exchanges(kings, movable, unseen, limit):
        if kings_win(held, exchanged(held.loose, out, new)):
            for given_up, more in product(range(min(limit, others) + 1), range(limit + 1)):
                yield len(out) + given_up, len(new) + more


def _exchanges(kinds: Cards, movable: Cards, unseen: Unseen, limit: int) -> Iterator[tuple[Cards, Cards]]:
    """Yield every choice of cards of these kinds to give up, with every choice of new ones."""
    held = tuple(card for card in movable if card in kinds)
    gone = [out for size in range(limit + 1) for out in sorted(set(combinations(held, size)))]
    come = [
        new
        for size in range(limit + 1)
        for new in combinations_with_replacement(kinds, size)
        if all(unseen[card] >= number for card, number in Counter(new).items())
    ]
    return product(gone, come)
