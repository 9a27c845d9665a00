"""Random claims by a price list: pongs, kings that win alone, near wins, laid secrets, odd prices."""

from random import Random

from tests.games.cuajo.hands import KINGS, PACK, random_secrets
from tests.games.cuajo.naive import ALL_CARDS, PRICES, Cards, is_run, melds_of_pack

RUNS = tuple(filter(is_run, melds_of_pack()))
PONGS = tuple((card,) * size for card in ALL_CARDS for size in (3, 4))
PLAIN_MELDS = tuple(meld for meld in (*melds_of_pack(), *PONGS) if not any(card in KINGS for card in meld))
FEW_RANKS = tuple(meld for meld in PLAIN_MELDS if meld[0][:-1] in ("3", "4", "5"))
OPTIONS: dict[str, object] = {"discard_win": True, "dealt_win": "none", "unit": 10, "extra_cards": 3}


def random_price_claim(rng: Random) -> dict[str, object]:
    hand = list(random_price_hand(rng))
    rng.shuffle(hand)
    sowee = rng.choice([*ALL_CARDS, *hand])
    source = rng.choice(("self_drawn", "self_drawn", "claimed", "claimed", "dealt"))
    if rng.random() < 0.02:
        source = "discard"
    kings = [card for card in hand if card in KINGS]
    changes: dict[str, object] = {name: rng.choice((0, 1, 5, 20, 100)) for name in PRICES if rng.random() < 0.4}
    changes |= {name: value for name, value in OPTIONS.items() if rng.random() < 0.2}
    return {
        "game": "cuajo",
        "rules": "pricelist" if rng.random() < 0.6 else {"preset": "pricelist", **changes},
        "hand": " ".join(hand),
        "bounit": None if source == "dealt" else rng.choice(kings if kings and rng.random() < 0.4 else hand),
        "source": source,
        "sowee": None if source != "claimed" and rng.random() < 0.2 else sowee,
        "secrets": random_secrets(rng, hand, sowee),
        "extra": rng.choice(ALL_CARDS) if rng.random() < 0.02 else "",
    }


def random_price_hand(rng: Random) -> Cards:
    match rng.choices(("melds", "few_ranks", "near", "kings", "random"), (50, 15, 15, 12, 8))[0]:
        case "melds":
            return _filled(rng, PLAIN_MELDS, rng.choice((0, 0, 1, 2, 3, 4, 5)))
        case "few_ranks":
            return _filled(rng, FEW_RANKS, rng.choice((0, 1, 2)))
        case "near":
            return (*_filled(rng, PLAIN_MELDS, rng.choice((0, 1, 2, 3)))[1:], rng.choice(ALL_CARDS))
        case "kings":
            return _with_kings(rng)
        case _:
            return tuple(rng.sample(PACK, 16))


def _filled(rng: Random, melds: tuple[Cards, ...], kings: int) -> Cards:
    """Fill sixteen cards with melds, so many of them single kings; often with runs or pongs."""
    while True:
        hand = list(rng.choices(KINGS, k=kings))
        liked = rng.choice((RUNS, PONGS, melds, melds))
        while len(hand) < 16:
            hand += rng.choice(liked if rng.random() < 0.5 else melds)
        if len(hand) == 16 and max(hand.count(card) for card in hand) <= 4:
            return tuple(hand)


def _with_kings(rng: Random) -> Cards:
    kings = rng.choice((list(KINGS), [rng.choice(KINGS)] * rng.choice((3, 4)), rng.sample(KINGS * 2, 7)))
    while True:
        hand = [*kings, *(card for _ in range(5) for card in rng.choice((*RUNS, *PLAIN_MELDS)))][:16]
        hand += rng.sample(PACK, 16 - len(hand))
        if max(hand.count(card) for card in hand) <= 4:
            return tuple(hand)
