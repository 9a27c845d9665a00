"""A second, deliberately naive judge of cuajo, written only from the rules; shares no code with the first.

Cards are plain texts such as `12O`. A hand is split by trying every meld on its first card, over and over.
Every split is paid on its own, and the best payment wins. Slow and plain on purpose.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

SUITS = "OCEB"
RANKS = ("1", "3", "4", "5", "10", "11", "12")
ALL_CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)

type Cards = tuple[str, ...]
type Split = tuple[Cards, ...]

PRESETS: dict[str, dict[str, object]] = {
    "pagat": {"extra_cards": 15, "porbis_adds": "nothing"},
    "family": {"extra_cards": 0, "porbis_adds": "all"},
    "gamerules": {"extra_cards": 15, "porbis_adds": "nothing"},
    "pricelist": {"extra_cards": 0, "discard_win": False, "dealt_win": "as_self_drawn", "unit": 100},
}
DEFAULTS: dict[str, object] = {
    "start_four_kings": 1000,
    "start_special": 500,
    "start_plain": 200,
    "price_king": 5,
    "price_low_run": 5,
    "price_high_run": 10,
    "price_pong": 20,
    "price_three_aces": 5,
    "price_four_aces": 10,
    "price_set_of_four": 5,
    "price_sowee_card": 20,
    "sowee_three_must_be_laid": False,
    "dealt_win": "none",
    "discard_win": True,
    "unit": 1,
    "king_of_coins": 50,
    "other_king": 20,
    "self_drawn": 110,
    "both_conditions": 110,
    "bounit_condition": 60,
    "sowee_condition": 70,
    "neither_condition": 20,
    "porbis": 300,
}


def house_rules(given: object) -> dict[str, object]:
    """Complete a claim's rules."""
    if isinstance(given, str):
        return DEFAULTS | PRESETS[given]
    assert isinstance(given, dict)
    return DEFAULTS | PRESETS[given["preset"]] | given


def is_meld(cards: Cards, three_like: str | None = None) -> bool:
    """Return whether the cards are one meld; three copies of `three_like` are one too."""
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
    """Return every meld without the sowee secret, by trying what has the size of one."""
    found = {cards for size in (1, 3, 4) for cards in combinations(ALL_CARDS, size) if is_meld(cards)}
    return tuple(sorted(found | {(card,) * 4 for card in ALL_CARDS}))


@cache
def melds_with(card: str) -> tuple[Cards, ...]:
    """Return every meld of the pack that holds the card."""
    return tuple(meld for meld in melds_of_pack() if card in meld)


def splits(cards: Cards, three_like: str | None = None) -> set[Split]:
    """Return every complete split; melds and splits are sorted, so that each stands once."""
    return _splits(tuple(sorted(cards)), three_like)


def _splits(cards: Cards, three_like: str | None) -> set[Split]:
    seen: dict[Cards, set[Split]] = {(): {()}}

    def split(rest: Cards) -> set[Split]:
        if rest not in seen:
            options = melds_with(rest[0])
            if rest[0] == three_like:
                options = (*options, (rest[0],) * 3)
            seen[rest] = {
                tuple(sorted((meld, *others)))
                for meld in options
                for left in [without(rest, meld)]
                if left is not None
                for others in split(left)
            }
        return seen[rest]

    return split(cards)


def without(cards: Cards, meld: Cards) -> Cards | None:
    """Return the cards without the meld, None if it is not among them."""
    left = list(cards)
    for card in meld:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def laid_and_loose(hand: Cards, secrets: Cards, sowee: str | None) -> tuple[Split, Cards]:
    """Set apart the laid secrets."""
    laid = tuple((card,) * (3 if card == sowee else 4) for card in secrets)
    loose = list(hand)
    for meld in laid:
        for card in meld:
            loose.remove(card)
    return laid, tuple(loose)


def hand_splits(hand: Cards, secrets: Cards, sowee: str | None, must_lay: bool) -> list[Split]:
    """Return every split of a hand with laid secrets."""
    laid, loose = laid_and_loose(hand, secrets, sowee)
    return [laid + split for split in splits(loose, None if must_lay else sowee)]


def goes_with(card: str, held: set[str]) -> bool:
    """Return whether two cards that go with the card are held."""
    rank, suit = card[:-1], card[-1]
    if rank == "1":
        return sum("1" + other in held for other in SUITS if other != suit) >= 2
    run = ("3", "4", "5") if rank in ("3", "4", "5") else ("10", "11", "12")
    return all(other + suit in held for other in run if other != rank)


def conditions(held: set[str], bounit: str, sowee: str) -> tuple[bool, bool]:
    """Return whether the bounit and the sowee condition hold."""
    return goes_with(bounit, held), sowee in held and goes_with(sowee, held)


def turn(hand: Cards, bounit: str, sowee: str, extra: Cards) -> tuple[tuple[bool, bool], int]:
    """Turn extra cards until both conditions hold."""
    for used in range(len(extra) + 1):
        met = conditions(set(hand) | set(extra[:used]), bounit, sowee)
        if met == (True, True):
            return met, used
    return met, len(extra)


@dataclass(frozen=True)
class Told:
    """A claim taken apart."""

    rules: dict[str, object]
    hand: Cards
    bounit: str | None
    source: str
    sowee: str | None
    secrets: Cards
    extra: Cards

    def amount(self, name: str) -> int:
        """Return an amount of the rules."""
        value = self.rules[name]
        assert isinstance(value, int)
        return value


def told(claim: dict[str, object]) -> Told:
    """Take a claim apart."""
    listed = claim["secrets"]
    assert isinstance(listed, list)
    return Told(
        rules=house_rules(claim["rules"]),
        hand=tuple(str(claim["hand"]).split()),
        bounit=None if claim["bounit"] is None else str(claim["bounit"]),
        source=str(claim["source"]),
        sowee=None if claim["sowee"] is None else str(claim["sowee"]),
        secrets=tuple(str(card) for card in listed),
        extra=tuple(str(claim["extra"]).split()),
    )


def answer(claim: dict[str, object]) -> dict[str, object]:
    """Answer a claim whose fields are readable: a set of problem codes, not valid, or what is paid."""
    one = told(claim)
    problems = codes(one)
    if problems:
        return {"problems": problems}
    found = hand_splits(one.hand, one.secrets, one.sowee, bool(one.rules["sowee_three_must_be_laid"]))
    if not found:
        return {"valid": False}
    paid = [pay(one, split) for split in found]
    return max(paid, key=lambda way: (way["per_opponent"], way["porbis"]))


def codes(one: Told) -> set[str]:
    """Return the codes of everything impossible."""
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
        "king_from_discards": discard and one.bounit is not None and one.bounit[:-1] == "12",
        "secret_not_in_hand": bool(not_held),
        "bounit_in_laid_secret": one.source == "claimed" and one.bounit in set(one.secrets) - not_held,
        "too_many_extra_cards": len(one.extra) > one.amount("extra_cards"),
        "dealt_win_not_allowed": dealt and one.rules["dealt_win"] == "none",
        "discard_win_not_allowed": discard and not one.rules["discard_win"],
    }
    return {code for code, wrong in checks.items() if wrong}


def is_porbis(split: Split) -> bool:
    """Return whether the split holds no king, or one king that lies in a run."""
    kings = [card for meld in split for card in meld if card.startswith("12")]
    runs = [meld for meld in split if len({card[:-1] for card in meld}) == 3]
    return not kings or (len(kings) == 1 and any(kings[0] in meld for meld in runs))


def base_and_conditions(one: Told) -> tuple[int, dict[str, object]]:
    """Return what is paid beside the kings when it is no porbis, and what is said about the conditions."""
    if one.source in ("self_drawn", "dealt"):
        return one.amount("self_drawn"), {}
    assert one.bounit is not None
    assert one.sowee is not None
    met, used = turn(one.hand, one.bounit, one.sowee, one.extra)
    names = {
        (True, True): "both_conditions",
        (True, False): "bounit_condition",
        (False, True): "sowee_condition",
        (False, False): "neither_condition",
    }
    return one.amount(names[met]), {"conditions": {"bounit": met[0], "sowee": met[1]}, "extra_used": used}


def pay(one: Told, split: Split) -> dict[str, object]:
    """Pay one split."""
    kings = [card for card in one.hand if card.startswith("12")]
    king_cents = sum(one.amount("king_of_coins" if card == "12O" else "other_king") for card in kings)
    base, said = base_and_conditions(one)
    porbis = is_porbis(split)
    total = base + king_cents
    if porbis:
        adds = one.rules["porbis_adds"]
        total = one.amount("porbis") + {"nothing": 0, "kings": king_cents, "all": king_cents + base}[str(adds)]
        king_cents, said = (0, {}) if adds == "nothing" else (king_cents, said)
    unit = one.amount("unit")
    paid = {"valid": True, "per_opponent": total * unit, "porbis": porbis, "king_cents": king_cents * unit}
    return paid | said


def most_melded(cards: Cards, three_like: str | None = None) -> int:
    """Return the most cards that disjoint melds can hold: every card is either melded or left over."""
    known: dict[Cards, int] = {(): 0}

    def best(rest: Cards) -> int:
        if rest not in known:
            options = melds_with(rest[0]) + (((rest[0],) * 3,) if rest[0] == three_like else ())
            lefts = [(len(meld), without(rest, meld)) for meld in options]
            known[rest] = max([best(rest[1:])] + [size + best(left) for size, left in lefts if left is not None])
        return known[rest]

    return best(tuple(sorted(cards)))
