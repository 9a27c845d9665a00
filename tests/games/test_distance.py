"""How far sixteen cards are from a win, against trying every exchange of one card and of two."""

from itertools import combinations_with_replacement
from random import Random

import pytest

from scoring.games.cards import COPIES, KINDS, Card, read_cards
from scoring.games.cuajo.near_miss import is_win, near_miss
from scoring.games.cuajo.splits import count_kinds, hold
from tests.games.hands import SCALE, winning_hand

HANDS_IN_CHUNK = int(20 * SCALE)


def spoiled(rng: Random, *, changed: int) -> tuple[Card, ...]:
    """Return a winning hand in which some cards were exchanged for others of the pack."""
    cards = list(read_cards(text=" ".join(winning_hand(rng))).cards)
    for _ in range(changed):
        cards.pop(rng.randrange(len(cards)))
    while len(cards) < 16:
        card = rng.choice(KINDS)
        if cards.count(card) < COPIES:
            cards.append(card)
    return tuple(cards)


def wins_after(cards: tuple[Card, ...], exchanged: int) -> bool:
    """Tell whether exchanging exactly so many cards for others makes a win, by trying them all."""
    held = list(count_kinds(cards=cards))
    for gone in set(combinations_with_replacement(sorted(cards), exchanged)):
        if any(gone.count(card) > held[card.index] for card in gone):
            continue
        kept = list(cards)
        for card in gone:
            kept.remove(card)
        for new in combinations_with_replacement(KINDS, exchanged):
            if any(kept.count(card) + new.count(card) > COPIES for card in new):
                continue
            if is_win(holding=hold(cards=(*kept, *new))):
                return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_distance_is_the_fewest_cards_to_exchange(seed: int) -> None:
    rng = Random(seed)
    found = set()
    for _ in range(HANDS_IN_CHUNK):
        cards = spoiled(rng, changed=rng.choice((1, 2)))
        distance = near_miss(holding=hold(cards=cards), seen=count_kinds(cards=cards)).distance
        expected = next(changed for changed in range(3) if changed == 2 or wins_after(cards, changed))
        assert distance == expected, [str(card) for card in cards]
        found.add(expected)
    assert found >= {1, 2}
