"""A second, deliberately naive scorer of Ming khanhoo, written only from the rules; shares no code."""

from itertools import combinations
from random import Random

CASH, STRINGS, MYRIADS = "987654321HZ", "123456789", "123456789T"
SPECIALS = ["7C 3S 3M", "8C 2S 2M", "9C 1S 1M", "ZC 9S TM", "9C 9S 9M", "ZC 9S 9M", "1S 1M TM"]
BONUSES = {"5M": 2, "8M": 3, "1C HC ZC": 1, "8M 9M TM": 1} | {text: 3 + at for at, text in enumerate(SPECIALS)}


def strength(card: str) -> tuple[int, int]:
    suit = "CSM".index(card[1])
    return suit, (CASH, STRINGS, MYRIADS)[suit].index(card[0])


def shape(cards: list[str]) -> str:
    ranks = sorted(strength(card) for card in cards)
    if set(cards) in [set(text.split()) for text in SPECIALS]:
        return "special"
    if len({card[0] for card in cards}) == 1 and cards[0][0].isdigit() and len(cards) == 3:
        return "leopard"
    in_order = all(ranks[at][0] == ranks[0][0] and ranks[at][1] == ranks[0][1] + at for at in range(3))
    return "gibbon" if in_order else "nothing"


def wins(cards: list[str], best: list[str], led: list[str]) -> bool:
    if len(led) == 1:
        if cards == ["TM"]:
            return best[0][1] == "M"
        return strength(cards[0]) > strength(best[0])
    kind = shape(led)
    if kind == "special":
        orders = [set(text.split()) for text in SPECIALS]
        return set(cards) in orders and orders.index(set(cards)) > orders.index(set(best))
    if kind == "leopard":
        return leopard_height(cards) > leopard_height(best)
    assert kind == "gibbon"
    return shape(cards) == "gibbon" and gibbon_height(cards) > gibbon_height(best)


def leopard_height(cards: list[str]) -> int:
    """Return the rank of a leopard, 10 for the hero, 0 for anything else."""
    if set(cards) == set(SPECIALS[-1].split()):
        return 10
    alike = len({card[0] for card in cards}) == 1 and cards[0][0].isdigit()
    return int(cards[0][0]) if alike else 0


def gibbon_height(cards: list[str]) -> tuple[float, int]:
    suit, lowest = min(strength(card) for card in cards)
    return (1.5, 0) if set(cards) == {"1C", "HC", "ZC"} else (suit, lowest)


def points(tricks: list[list[list[str]]], players: int, leader: int) -> list[int]:
    total = [0] * players
    for plays in tricks:
        best = 0
        for at in range(1, players):
            if wins(plays[at], plays[best], plays[0]):
                best = at
        leader = (leader + best) % players
        together = next((count for text, count in BONUSES.items() if set(text.split()) == set(plays[best])), 0)
        total[leader] += sum(map(len, plays)) + together
    return total


def play_out(rng: Random, players: int) -> tuple[int, list[list[list[str]]]]:
    pack = [rank + suit for suit, ranks in (("C", CASH), ("S", STRINGS), ("M", MYRIADS)) for rank in ranks]
    rng.shuffle(pack)
    each = {2: 13, 3: 9}[players]
    hands = [pack[at * each : (at + 1) * each] for at in range(players)]
    leader = first = rng.randrange(players)
    tricks: list[list[list[str]]] = []
    while hands[0]:
        threes = [list(three) for three in combinations(hands[leader], 3) if shape(list(three)) != "nothing"]
        led = rng.choice(threes) if threes and rng.random() < 0.8 else [rng.choice(hands[leader])]
        plays = [led]
        for turn in range(1, players):
            own = hands[(leader + turn) % players]
            better = [list(cards) for cards in combinations(own, len(led)) if wins(list(cards), led, led)]
            plays.append(rng.choice(better) if better and rng.random() < 0.7 else rng.sample(own, len(led)))
        for turn, cards in enumerate(plays):
            own = hands[(leader + turn) % players]
            hands[(leader + turn) % players] = [card for card in own if card not in cards]
        best = 0
        for at in range(1, players):
            if wins(plays[at], plays[best], plays[0]):
                best = at
        leader = (leader + best) % players
        tricks.append(plays)
    return first, tricks
