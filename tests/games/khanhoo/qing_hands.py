"""Random hands of Qing khanhoo: wins, near wins, random cards."""

from random import Random

from tests.games.khanhoo.naive_qing import FLOWERS, FREE, KINDS, Cards, eyes, melds

PACK = KINDS * 4


def random_hand(rng: Random, size: int, culin: bool, most_flowers: int = 12) -> Cards:
    """Make a hand of that size without a fifth copy, half of them wins or nearly wins."""
    while True:
        cards = list(_cards(rng, size, culin))
        flowers = sum(card in FLOWERS for card in cards)
        if max(cards.count(card) for card in cards) <= 4 and flowers <= most_flowers:
            rng.shuffle(cards)
            return tuple(cards)


def _cards(rng: Random, size: int, culin: bool) -> Cards:
    if rng.random() < 0.2:
        return tuple(rng.sample(PACK, size))
    cards = [*rng.choice(eyes(culin))]
    while len(cards) < size:
        cards += rng.choice([*eyes(culin), rng.choice(melds(culin))[1], (rng.choice(FREE),)])
    cards = cards[:size]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        cards[rng.randrange(size)] = rng.choice(KINDS)
    return tuple(cards)
