"""Random claims of all kinds, also by a price list: wins, near wins, random cards, laid secrets, odd rules."""

import os
from collections import Counter
from random import Random
from typing import Any

from tests.games.cuajo.naive import ALL_CARDS, PRICES, SUITS, Cards, house_rules, is_run, melds_of_pack

SCALE = float(os.environ.get("CUAJO_TEST_SCALE", "1"))
"""Scales the heavy sweeps: 1 in everyday runs, more for a thorough one."""

PACK = ALL_CARDS * 4
KINGS = tuple(f"12{suit}" for suit in SUITS)
SOURCES = ("self_drawn", "claimed", "claimed", "discard", "discard", "dealt")
AMOUNTS = ("king_of_coins", "other_king", "self_drawn", "both_conditions", "bounit_condition")
OPTIONS: dict[str, tuple[object, ...]] = {
    "porbis": (0, 20, 100, 300, 500),
    "porbis_adds": ("nothing", "kings", "all"),
    "extra_cards": (0, 1, 3, 12, 15, 20),
    "sowee_three_must_be_laid": (True, False),
    "dealt_win": ("none", "as_self_drawn", "as_self_drawn"),
    "discard_win": (True, True, False),
    "unit": (1, 100),
}


def random_claim(rng: Random) -> dict[str, object]:
    sowee = rng.choice(ALL_CARDS)
    hand = list(_random_hand(rng, sowee))
    rng.shuffle(hand)
    rules = _random_rules(rng)
    source = rng.choice(SOURCES if rng.random() < 0.2 else SOURCES[:5])
    return {
        "game": "cuajo",
        "rules": rules,
        "hand": " ".join(hand),
        "bounit": None if source == "dealt" else _bounit(rng, hand, source),
        "source": source,
        "sowee": None if rng.random() < (0.2 if source in ("self_drawn", "dealt") else 0.01) else sowee,
        "secrets": random_secrets(rng, hand, sowee),
        "extra": " ".join(_extra(rng, [*hand, sowee], house_rules(rules)["extra_cards"])),
    }


def winning_hand(rng: Random, sowee: str | None = None, king_weight: float = 1.0) -> Cards:
    """Fill sixteen cards with melds, one of them perhaps the three others of the sowee's kind."""
    melds = melds_of_pack() if sowee is None else (*melds_of_pack(), (sowee,) * 3)
    weights = [_weight(meld, king_weight) for meld in melds]
    while True:
        hand: list[str] = []
        while len(hand) < 16:
            hand += rng.choices(melds, weights)[0]
        most = max(hand.count(card) for card in hand)
        if len(hand) == 16 and most <= 4 and (sowee is None or hand.count(sowee) <= 3):
            return tuple(hand)


def _weight(meld: Cards, king_weight: float) -> float:
    if len(meld) == 1:
        return 6 * king_weight
    if len(set(meld)) == 1:
        return 8 if len(meld) == 3 else 0.6
    return 4 if meld[0][-1] == meld[1][-1] else 1


def _random_hand(rng: Random, sowee: str) -> Cards:
    match rng.choices(("win", "choice", "near", "random", "broken"), (60, 8, 20, 8, 4))[0]:
        case "choice":  # its single king may stand alone or lie in a run, so that porbis is a choice
            faces = [rank + suit for rank in ("10", "11") for suit in SUITS]
            rest = [rank + suit for rank in rng.sample(("1", "3", "4", "5"), 2) for suit in SUITS]
            return (*faces, rng.choice(KINGS), *rng.sample(rest, 7))
        case "win":
            return winning_hand(rng, sowee, rng.choice((0.0, 0.1, 0.2, 1.0, 2.0)))
        case "near":
            return (*winning_hand(rng, sowee)[:15], rng.choice(ALL_CARDS))
        case "random":
            return tuple(rng.sample(PACK, 16))
        case _:
            return tuple(rng.choice(ALL_CARDS[:12]) for _ in range(rng.choice((15, 16, 16, 17))))


def _bounit(rng: Random, hand: list[str], source: str) -> str | None:
    if rng.random() < 0.02:
        return rng.choice((None, *ALL_CARDS))
    plain = [card for card in hand if card not in KINGS]
    return rng.choice(plain if source == "discard" and plain and rng.random() < 0.97 else hand)


def random_secrets(rng: Random, hand: list[str], sowee: str) -> list[str]:
    held = [card for card in ALL_CARDS if hand.count(card) >= (3 if card == sowee else 4)]
    laid = [card for card in held if rng.random() < 0.5]
    return [*laid, rng.choice(ALL_CARDS)] if rng.random() < 0.02 else laid


def _extra(rng: Random, known: list[str], allowed: int) -> Cards:
    if rng.random() < 0.4:
        return ()
    rest = list((Counter(PACK) - Counter(known)).elements())
    return tuple(rng.sample(rest, allowed + 1 if rng.random() < 0.02 else rng.randint(0, allowed)))


def _random_rules(rng: Random) -> Any:
    preset = rng.choice(("pagat", "pagat", "family", "gamerules"))
    if rng.random() < 0.4:
        return preset
    changes: dict[str, object] = {name: rng.randrange(0, 200, 5) for name in AMOUNTS if rng.random() < 0.3}
    return {"preset": preset} | changes | {n: rng.choice(v) for n, v in OPTIONS.items() if rng.random() < 0.4}


RUNS = tuple(filter(is_run, melds_of_pack()))
PONGS = tuple((card,) * size for card in ALL_CARDS for size in (3, 4))
PLAIN_MELDS = tuple(meld for meld in (*melds_of_pack(), *PONGS) if not any(card in KINGS for card in meld))
FEW_RANKS = tuple(meld for meld in PLAIN_MELDS if meld[0][:-1] in ("3", "4", "5"))
PRICE_OPTIONS: dict[str, object] = {"discard_win": True, "dealt_win": "none", "unit": 10}
PRICE_OPTIONS |= {"extra_cards": 3, "kings_claimable": True}


def random_price_claim(rng: Random) -> dict[str, object]:
    hand = list(random_price_hand(rng))
    rng.shuffle(hand)
    sowee = rng.choice([*ALL_CARDS, *hand])
    source = rng.choice(("self_drawn", "self_drawn", "claimed", "claimed", "dealt"))
    if rng.random() < 0.02:
        source = "discard"
    kings = [card for card in hand if card in KINGS]
    changes: dict[str, object] = {name: rng.choice((0, 1, 5, 20, 100)) for name in PRICES if rng.random() < 0.4}
    changes |= {name: value for name, value in PRICE_OPTIONS.items() if rng.random() < 0.2}
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
