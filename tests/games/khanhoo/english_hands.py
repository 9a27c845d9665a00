"""Random cards for English khanhoo: mostly melds put together, some with jokers, some that do not meld."""

from random import Random

from tests.games.khanhoo.naive_english import KINDS, Cards, melds


def random_cards(rng: Random, packs: int, trios: bool, jokers: int) -> Cards:
    """Make 3 to 15 cards out of melds, with so many of them jokers; now and then one card is another."""
    size = rng.choice((6, 9, 12, 14, 15, 15))
    known = melds(packs, trios)
    weights = [_weight(name, points) for name, points, _ in known]
    while True:
        cards: list[str] = []
        while len(cards) < size:
            cards += rng.choices(known, weights)[0][2]
        if len(cards) == size and max(cards.count(card) for card in cards) <= packs:
            break
    rng.shuffle(cards)
    cards[:jokers] = ["X"] * jokers
    if rng.random() < 0.1:
        cards[-1] = rng.choice(KINDS)
    return tuple(cards)


def _weight(name: str, points: int) -> float:
    match name:
        case "sequence":
            return 0.5
        case "triple sequence":
            return 0.05
        case _:
            return 4 if points > 4 else 1
