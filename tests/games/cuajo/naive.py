"""A second, deliberately naive judge of cuajo, written only from the rules; shares no code with the first."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from typing import Any

SUITS = "OCEB"
RANKS = ("1", "3", "4", "5", "10", "11", "12")
ALL_CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)

type Cards = tuple[str, ...]
type Split = tuple[Cards, ...]
type Answer = dict[str, object]

PRESETS: dict[str, dict[str, object]] = {
    "pagat": {"extra_cards": 15, "porbis_adds": "nothing"},
    "family": {"extra_cards": 0, "porbis_adds": "all"},
    "gamerules": {"extra_cards": 15, "porbis_adds": "nothing"},
    "pricelist": {"extra_cards": 0, "discard_win": False, "dealt_win": "as_self_drawn", "unit": 100},
}
PRICES = {"start_four_kings": 1000, "start_special": 500, "start_plain": 200, "price_king": 5, "price_low_run": 5}
PRICES |= {"price_high_run": 10, "price_pong": 20, "price_three_aces": 5, "price_four_aces": 10}
PRICES |= {"price_set_of_four": 5, "price_sowee_card": 20}
AMOUNTS = {"king_of_coins": 50, "other_king": 20, "self_drawn": 110, "both_conditions": 110, "bounit_condition": 60}
AMOUNTS |= {"sowee_condition": 70, "neither_condition": 20, "porbis": 300, "unit": 1}
DEFAULTS = PRICES | AMOUNTS | {"sowee_three_must_be_laid": False, "dealt_win": "none", "discard_win": True}
CONDITIONS = {(True, True): "both_conditions", (True, False): "bounit_condition"}
CONDITIONS |= {(False, True): "sowee_condition", (False, False): "neither_condition"}


def house_rules(given: Any) -> dict[str, Any]:
    preset = given if isinstance(given, str) else given["preset"]
    return DEFAULTS | PRESETS[preset] | ({} if isinstance(given, str) else given)


def is_king(card: str) -> bool:
    return card.startswith("12")


def is_run(meld: Cards) -> bool:
    return len({card[:-1] for card in meld}) == 3


def is_pong(meld: Cards) -> bool:
    return len(meld) > 1 and len(set(meld)) == 1


def is_baksyo(meld: Cards) -> bool:
    """L3: a pong, three or four aces as one meld, or a run."""
    return is_pong(meld) or is_run(meld) or all(card[:-1] == "1" for card in meld)


def is_meld(cards: Cards, three_like: str | None = None) -> bool:
    ranks = [card[:-1] for card in cards]
    suits = [card[-1] for card in cards]
    if len(cards) == 1:
        return ranks == ["12"]
    if len(set(cards)) == 1:
        return len(cards) == 4 or (len(cards) == 3 and cards[0] == three_like)
    if len(set(ranks)) == 1:
        return len(cards) in (3, 4) and len(set(suits)) == len(cards)
    return len(set(suits)) == 1 and sorted(ranks) in (["3", "4", "5"], ["10", "11", "12"])


@cache
def melds_of_pack() -> tuple[Cards, ...]:
    found = {cards for size in (1, 3, 4) for cards in combinations(ALL_CARDS, size) if is_meld(cards)}
    return tuple(sorted(found | {(card,) * 4 for card in ALL_CARDS}))


@cache
def melds_with(card: str, three_like: str | None = None, pongs: bool = False) -> tuple[Cards, ...]:
    """Return every meld that holds the card: three copies of `three_like` too (C10), or of any kind (L2)."""
    found = tuple(meld for meld in melds_of_pack() if card in meld)
    return (*found, (card,) * 3) if pongs or card == three_like else found


def without(cards: Cards, meld: Cards) -> Cards | None:
    left = list(cards)
    for card in meld:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def splits(cards: Cards, three_like: str | None = None, pongs: bool = False) -> set[Split]:
    seen: dict[Cards, set[Split]] = {(): {()}}

    def split(rest: Cards) -> set[Split]:
        if rest not in seen:
            seen[rest] = {
                tuple(sorted((meld, *others)))
                for meld in melds_with(rest[0], three_like, pongs)
                for left in [without(rest, meld)]
                if left is not None
                for others in split(left)
            }
        return seen[rest]

    return split(tuple(sorted(cards)))


def most(cards: Cards, worth: Callable[[Cards], int], three_like: str | None = None, pongs: bool = False) -> int:
    """Return the most that disjoint melds are worth: every card is either melded or left over."""
    known: dict[Cards, int] = {(): 0}

    def best(rest: Cards) -> int:
        if rest not in known:
            lefts = [(worth(meld), without(rest, meld)) for meld in melds_with(rest[0], three_like, pongs)]
            known[rest] = max([best(rest[1:])] + [value + best(left) for value, left in lefts if left is not None])
        return known[rest]

    return best(tuple(sorted(cards)))


def goes_with(card: str, held: set[str]) -> bool:
    rank, suit = card[:-1], card[-1]
    if rank == "1":
        return sum("1" + other in held for other in SUITS if other != suit) >= 2
    run = ("3", "4", "5") if rank in ("3", "4", "5") else ("10", "11", "12")
    return all(other + suit in held for other in run if other != rank)


def turn(hand: Cards, bounit: str, sowee: str, extra: Cards) -> tuple[tuple[bool, bool], int]:
    """Turn extra cards until both conditions hold: that of the bounit, that of the sowee."""
    for used in range(len(extra) + 1):
        held = {*hand, *extra[:used]}
        met = goes_with(bounit, held), sowee in held and goes_with(sowee, held)
        if met == (True, True):
            break
    return met, used


@dataclass(frozen=True)
class Told:
    """A claim taken apart, its laid secrets as melds, and the cards beside them."""

    rules: dict[str, Any]
    hand: Cards
    bounit: str | None
    source: str
    sowee: str | None
    secrets: Cards
    extra: Cards

    @property
    def laid(self) -> Split:
        return tuple((card,) * (3 if card == self.sowee else 4) for card in self.secrets)

    @property
    def loose(self) -> Cards:
        left = without(self.hand, tuple(card for meld in self.laid for card in meld))
        assert left is not None
        return left


def taken_apart(claim: dict[str, Any]) -> Told:
    told: dict[str, Any] = {name: tuple(claim[name].split()) for name in ("hand", "extra")}
    told |= {name: claim[name] for name in ("bounit", "source", "sowee")}
    return Told(rules=house_rules(claim["rules"]), secrets=tuple(claim["secrets"]), **told)


def codes(one: Told) -> set[str]:
    held = Counter(one.hand)
    on_table = () if one.sowee is None else (one.sowee,)
    not_held = {
        card for card in one.secrets if held[card] < (3 if card == one.sowee else 4) or one.secrets.count(card) > 1
    }
    discard, dealt = one.source == "discard", one.source == "dealt"
    checks = {
        "wrong_card_count": len(one.hand) != 16,
        "too_many_copies": max(Counter(one.hand + on_table + one.extra).values()) > 4,
        "bounit_not_in_hand": not dealt and one.bounit is not None and one.bounit not in one.hand,
        "bounit_missing": not dealt and one.bounit is None,
        "sowee_missing": one.source in ("claimed", "discard") and one.sowee is None,
        "king_from_discards": discard and one.bounit is not None and is_king(one.bounit),
        "secret_not_in_hand": bool(not_held),
        "bounit_in_laid_secret": one.source == "claimed" and one.bounit in set(one.secrets) - not_held,
        "too_many_extra_cards": len(one.extra) > one.rules["extra_cards"],
        "dealt_win_not_allowed": dealt and one.rules["dealt_win"] == "none",
        "discard_win_not_allowed": discard and not one.rules["discard_win"],
    }
    return {code for code, wrong in checks.items() if wrong}


def answer(claim: dict[str, Any], judge: Callable[[Told], list[Answer]] | None = None) -> Answer:
    one = taken_apart(claim)
    if problems := codes(one):
        return {"problems": problems}
    paid = (judge or by_conditions)(one)
    return max(paid, key=lambda way: (way["per_opponent"], way["porbis"]), default={"valid": False})


def by_conditions(one: Told) -> list[Answer]:
    three_like = None if one.rules["sowee_three_must_be_laid"] else one.sowee
    return [pay(one, one.laid + split) for split in splits(one.loose, three_like)]


def is_porbis(split: Split) -> bool:
    kings = [card for meld in split for card in meld if is_king(card)]
    return not kings or (len(kings) == 1 and any(kings[0] in meld for meld in filter(is_run, split)))


def pay(one: Told, split: Split) -> Answer:
    kings = sum(one.rules["king_of_coins" if card == "12O" else "other_king"] for card in filter(is_king, one.hand))
    base, said = one.rules["self_drawn"], {}
    if one.source not in ("self_drawn", "dealt"):
        met, used = turn(one.hand, str(one.bounit), str(one.sowee), one.extra)
        base = one.rules[CONDITIONS[met]]
        said = {"conditions": {"bounit": met[0], "sowee": met[1]}, "extra_used": used}
    porbis, total, adds = is_porbis(split), base + kings, str(one.rules.get("porbis_adds"))
    if porbis:
        total = one.rules["porbis"] + {"nothing": 0, "kings": kings, "all": kings + base}[adds]
        kings, said = (0, {}) if adds == "nothing" else (kings, said)
    unit = one.rules["unit"]
    return {"valid": True, "per_opponent": total * unit, "porbis": porbis, "king_cents": kings * unit} | said


def by_price_list(one: Told) -> list[Answer]:
    prices, kings = one.rules, sum(map(is_king, one.hand))
    more = kings * prices["price_king"] + one.hand.count(str(one.sowee)) * prices["price_sowee_card"]
    paid = {"valid": True, "porbis": False, "king_cents": kings * prices["price_king"] * prices["unit"]}
    return [paid | {"per_opponent": (price + more) * prices["unit"]} for price in split_prices(one)]


def split_prices(one: Told) -> list[int]:
    price = partial(meld_price, one)
    suits = Counter(card[-1] for card in one.hand if is_king(card))
    held = suits - Counter(bounit[-1] for bounit in (one.bounit or "",) if is_king(bounit))
    third = is_king(one.bounit or "") and one.hand.count(one.bounit or "") == 3
    if wins_by_kings(suits) and (one.source != "claimed" or third or one.rules.get("kings_claimable")):
        start = one.rules["start_four_kings" if 4 in suits.values() else "start_special"]
        return [start + most(one.loose, price, pongs=True)]
    allowed = [s for s in splits(one.loose, pongs=True) if one.laid or not suits or any(map(is_baksyo, s))]
    if 4 in suits.values():
        starts = ["start_four_kings"] * len(allowed)
    elif wins_by_kings(suits) and wins_by_kings(held):
        starts = ["start_special"] * len(allowed)
    else:
        starts = [start_price(one, split, sum(suits.values())) for split in allowed]
    return [one.rules[start] + sum(map(price, split)) for start, split in zip(starts, allowed, strict=True)]


def wins_by_kings(suits: Counter[str]) -> bool:
    """L4: prinsesa, rub, or seven kings."""
    each_once = sorted(suits.items()) == sorted((suit, 1) for suit in SUITS)
    return each_once or any(number >= 3 for number in suits.values()) or sum(suits.values()) >= 7


def start_price(one: Told, split: Split, kings: int) -> str:
    """L5, without four kings of one suit and king wins."""
    runs = [meld for meld in split if is_run(meld) and "12" + meld[0][-1] in meld]
    bounit_in_run = is_king(one.bounit or "") and any(one.bounit in meld for meld in runs)
    return "start_special" if kings <= 1 or len(runs) == kings or bounit_in_run else "start_plain"


def meld_price(one: Told, meld: Cards) -> int:
    if is_run(meld):
        return int(one.rules["price_high_run" if any(map(is_king, meld)) else "price_low_run"])
    if any(map(is_king, meld)):
        return 0
    price = one.rules["price_pong"] if is_pong(meld) else 0
    if meld[0][:-1] == "1":
        price += one.rules["price_three_aces" if len(meld) == 3 else "price_four_aces"]
    elif len(meld) == 4 and not is_pong(meld):
        price += one.rules["price_set_of_four"]
    return int(price)
