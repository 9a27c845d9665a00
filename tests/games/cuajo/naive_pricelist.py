"""A second, deliberately naive judge of the price list, written only from L1 to L8; shares no engine code.

Cards are plain texts such as `12O`. Every complete split is found, and each is paid on its own. For king wins
every way to meld cards or leave them over is tried. Slow and plain on purpose.
"""

from collections import Counter
from functools import cache

from tests.games.cuajo.naive import ALL_CARDS, SUITS, Cards, Split, Told, codes, melds_of_pack, told, without

PONGS = tuple((card,) * size for card in ALL_CARDS for size in (3, 4))


@cache
def melds_on(card: str) -> tuple[Cards, ...]:
    """Return every meld that holds the card; pongs are melds (L2)."""
    return tuple(meld for meld in {*melds_of_pack(), *PONGS} if card in meld)


def answer(claim: dict[str, object]) -> dict[str, object]:
    """Answer a claim: a set of problem codes, not valid, or what is paid."""
    one = told(claim)
    problems = codes(one)
    if problems:
        return {"problems": problems}
    laid = tuple((card,) * (3 if card == one.sowee else 4) for card in one.secrets)
    loose = one.hand
    for meld in laid:
        left = without(loose, meld)
        assert left is not None
        loose = left
    extras = sum(one.amount("price_king") for card in one.hand if is_king(card)) + sum(
        one.amount("price_sowee_card") for card in one.hand if card == one.sowee
    )
    prices = [price + extras for price in split_prices(one, laid, loose)]
    return {"valid": False} if not prices else paid(one, prices)


def paid(one: Told, prices: list[int]) -> dict[str, object]:
    """Return the answer for the best price."""
    kings = sum(map(is_king, one.hand))
    return {
        "valid": True,
        "per_opponent": max(prices) * one.amount("unit"),
        "porbis": False,
        "king_cents": kings * one.amount("price_king") * one.amount("unit"),
    }


def split_prices(one: Told, laid: Split, loose: Cards) -> list[int]:
    """Return what every allowed split pays besides kings and cards like the sowee."""
    suits = Counter(card[-1] for card in one.hand if is_king(card))
    held = suits - Counter(bounit[-1] for bounit in (one.bounit or "",) if is_king(bounit))
    if wins_by_kings(suits) and may_win_by_kings(one):
        start = one.amount("start_four_kings" if 4 in suits.values() else "start_special")
        return [start + best_with_leftovers(one, loose)]
    allowed = [split for split in splits(loose) if laid or not suits or any(map(is_baksyo, split))]
    if 4 in suits.values():
        starts = {split: one.amount("start_four_kings") for split in allowed}
    elif wins_by_kings(suits) and wins_by_kings(held):
        starts = {split: one.amount("start_special") for split in allowed}
    else:
        starts = {split: start_price(one, split, sum(suits.values())) for split in allowed}
    return [starts[split] + sum(meld_price(one, meld) for meld in split) for split in allowed]


def may_win_by_kings(one: Told) -> bool:
    """L4: out of turn kings win alone only with the third king of a rub."""
    return one.source != "claimed" or (is_king(one.bounit or "") and one.hand.count(one.bounit or "") == 3)


def is_king(card: str) -> bool:
    """Return whether a card is a king."""
    return card.startswith("12")


def is_run(meld: Cards) -> bool:
    """Return whether a meld is a run."""
    return len({card[:-1] for card in meld}) == 3


def is_pong(meld: Cards) -> bool:
    """Return whether a meld is a pong."""
    return len(meld) > 1 and len(set(meld)) == 1


def is_baksyo(meld: Cards) -> bool:
    """L3: a pong, three or four aces as one meld, or a run."""
    return is_pong(meld) or is_run(meld) or all(card[:-1] == "1" for card in meld)


def wins_by_kings(suits: Counter[str]) -> bool:
    """L4: prinsesa, rub, or seven kings."""
    each_once = sorted(suits.items()) == sorted((suit, 1) for suit in SUITS)
    return each_once or any(number >= 3 for number in suits.values()) or sum(suits.values()) >= 7


def start_price(one: Told, split: Split, kings: int) -> int:
    """L5, without four kings of one suit and king wins."""
    in_runs = sum(1 for meld in split if is_run(meld) and "12" + meld[0][-1] in meld)
    bounit_in_run = (
        one.bounit is not None and is_king(one.bounit) and any(is_run(meld) and one.bounit in meld for meld in split)
    )
    special = kings <= 1 or in_runs == kings or bounit_in_run
    return one.amount("start_special" if special else "start_plain")


def meld_price(one: Told, meld: Cards) -> int:
    """L6: what a meld pays; kings stand alone or in a run for this count."""
    if is_run(meld):
        return one.amount("price_high_run" if any(map(is_king, meld)) else "price_low_run")
    if any(map(is_king, meld)):
        return 0
    price = one.amount("price_pong") if is_pong(meld) else 0
    if meld[0][:-1] == "1":
        price += one.amount("price_three_aces" if len(meld) == 3 else "price_four_aces")
    elif len(meld) == 4 and not is_pong(meld):
        price += one.amount("price_set_of_four")
    return price


def splits(cards: Cards) -> list[Split]:
    """Return every complete split of the cards."""
    known: dict[Cards, set[Split]] = {(): {()}}

    def split(rest: Cards) -> set[Split]:
        if rest not in known:
            known[rest] = {
                tuple(sorted((meld, *others)))
                for meld in melds_on(rest[0])
                for left in [without(rest, meld)]
                if left is not None
                for others in split(left)
            }
        return known[rest]

    return sorted(split(tuple(sorted(cards))))


def best_with_leftovers(one: Told, cards: Cards) -> int:
    """Return the most that melds pay when any card may be left over."""
    known: dict[Cards, int] = {(): 0}

    def best(rest: Cards) -> int:
        if rest not in known:
            lefts = [(meld_price(one, meld), without(rest, meld)) for meld in melds_on(rest[0])]
            known[rest] = max([best(rest[1:])] + [price + best(left) for price, left in lefts if left is not None])
        return known[rest]

    return best(tuple(sorted(cards)))
