"""Random hands of every game in the words of the API, most of them such as can be recorded."""

from random import Random
from typing import Any

from tests.games.cau_robat.test_random_games import deal
from tests.games.cuajo.hands import KINGS, PACK, winning_hand
from tests.games.cuajo.naive import ALL_CARDS
from tests.games.cuajo.price_hands import random_price_hand
from tests.games.khanhoo.english_hands import random_cards
from tests.games.khanhoo.qing_hands import random_hand as random_qing_hand
from tests.games.khanhoo.test_ming_game import random_hand as random_tricks

FULL_HANDS: tuple[dict[str, int], ...] = (
    {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1},
    {"double_khanhoo": 1, "double_triplet": 1, "sequence": 1},
    {"khanhoo": 1, "courts": 1, "triplet": 2, "sequence": 1},
    {"sequence": 3, "aces": 1, "triplet": 1},
    {"courts": 2, "double_courts": 1, "aces": 1},
)
FEW_MELDS: tuple[dict[str, int], ...] = ({}, {"sequence": 1}, {"courts": 1, "triplet": 1}, {"aces": 2})
CAPTURED = {2: (14, 12), 3: (15, 9, 3)}


def hand_of(
    *, chance: Random, board: Any, seats: list[int], laid: dict[int, int], with_cards: bool = False
) -> dict[str, Any]:
    """Return a hand of the game that a board shows; `laid` are the secrets of each seat in it."""
    match board["game"]:
        case "cuajo":
            return _cuajo_hand(chance, board, seats, laid, with_cards=with_cards)
        case "khanhoo":
            return english_hand(chance=chance, rules=board["rules"], seats=seats)
        case "khanhoo_qing":
            return qing_hand(chance=chance, rules=board["rules"], seats=seats)
        case "khanhoo_ming":
            return ming_hand(chance=chance, seats=seats)
        case _:
            return cau_hand(chance=chance, seats=seats)


def penalty_of(*, chance: Random, seats: list[int]) -> dict[str, Any]:
    """Return a penalty of English khanhoo."""
    return {
        "seat": chance.choice(seats),
        "offence": chance.choice(("misdeal", "failed_bump")),
        "chosen": chance.choice(("off_offender", "onto_opponents")),
    }


def _cuajo_hand(
    chance: Random, board: Any, seats: list[int], laid: dict[int, int], *, with_cards: bool
) -> dict[str, Any]:
    rules, winner = board["rules"], chance.choice(seats)
    if not with_cards and chance.random() < 0.15:
        return {"result": chance.choice(("drawn", "void"))}
    if rules["scheme"] == "pricelist":
        return price_hand(chance=chance, winner=winner, laid=laid.get(winner, 0))
    if not with_cards and chance.random() < 0.4:
        return declared_hand(chance=chance, rules=rules, winner=winner)
    return cards_hand(chance=chance, rules=rules, winner=winner, laid=laid.get(winner, 0))


def declared_hand(*, chance: Random, rules: Any, winner: int) -> dict[str, Any]:
    """Return a win of cuajo without cards; everything that may be said is said."""
    coins, others = chance.choice(((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (2, 1)))
    sources = ["self_drawn", "claimed", "discard"] if rules["discard_win"] else ["self_drawn", "claimed"]
    return {
        "result": "win",
        "winner": winner,
        "declared": True,
        "source": chance.choice(sources),
        "sowee": chance.choice((None, *ALL_CARDS[:12])),
        "kings_of_coins": coins,
        "other_kings": others,
        "bounit_condition": chance.random() < 0.5,
        "sowee_condition": chance.random() < 0.5,
        "porbis": coins + others == 0 or (coins + others == 1 and chance.random() < 0.4),
    }


def cards_hand(*, chance: Random, rules: Any, winner: int, laid: int) -> dict[str, Any]:
    """Return a win of cuajo with its cards, which hold as many secrets as were laid where that can be."""
    for _ in range(400):
        sowee = chance.choice(ALL_CARDS)
        hand = list(winning_hand(chance, sowee, chance.choice((0.0, 0.1, 0.3, 1.0))))
        fours = [card for card in ALL_CARDS if hand.count(card) >= (3 if card == sowee else 4)]
        if len(fours) >= laid:
            break
    secrets = chance.sample(fours, min(laid, len(fours)))
    sources = ["self_drawn", "claimed"]
    sources += ["discard"] * rules["discard_win"] + ["dealt"] * (rules["dealt_win"] != "none")
    source = chance.choice(sources)
    may_be = [card for card in hand if card not in secrets and (source != "discard" or card not in KINGS)]
    chance.shuffle(hand)
    rest = list(PACK)
    for card in (*hand, sowee):
        if card in rest:
            rest.remove(card)
    has_conditions = source in ("claimed", "discard")
    extra = chance.sample(rest, chance.choice((0, 0, 1, 3, 8))) if has_conditions else []
    return {
        "result": "win",
        "winner": winner,
        "declared": False,
        "hand": " ".join(hand),
        "bounit": None if source == "dealt" else chance.choice(may_be or hand),
        "source": source,
        "sowee": sowee,
        "secrets": secrets,
        "extra": " ".join(extra[: rules["extra_cards"]]),
    }


def price_hand(*, chance: Random, winner: int, laid: int) -> dict[str, Any]:
    """Return a hand for the price list, often a win."""
    hand = list(random_price_hand(chance))
    sowee = chance.choice(ALL_CARDS)
    fours = [card for card in ALL_CARDS if hand.count(card) >= (3 if card == sowee else 4)]
    return {
        "result": "win",
        "winner": winner,
        "declared": False,
        "hand": " ".join(hand),
        "bounit": chance.choice(hand),
        "source": chance.choice(("self_drawn", "claimed")),
        "sowee": sowee,
        "secrets": fours[:laid],
        "extra": "",
    }


def english_hand(*, chance: Random, rules: Any, seats: list[int]) -> dict[str, Any]:
    """Return a hand of English khanhoo, by cards or by names of melds."""
    out = chance.choice(seats)
    act: dict[str, Any] = {"out": out}
    if rules["orphan"] and len(seats) in (4, 8) and chance.random() < 0.2:
        act["orphan"] = chance.choice(seats)
    if chance.random() < 0.5:
        melds = {str(seat): chance.choice(FEW_MELDS) for seat in seats if seat != out}
        return act | {"melds": {str(out): chance.choice(FULL_HANDS), **melds}}
    trios = rules["trios"] != "none"
    cards = {str(out): random_cards(chance, rules["packs"], trios, chance.choice((0, 0, 1)))}
    for seat in seats:
        if seat != out and chance.random() < 0.6:
            cards[str(seat)] = random_cards(chance, rules["packs"], trios, 0)[: chance.choice((3, 6))]
    return act | {"cards": {seat: " ".join(held) for seat, held in cards.items()}}


def qing_hand(*, chance: Random, rules: Any, seats: list[int]) -> dict[str, Any]:
    """Return a hand of Qing khanhoo: with cards, declared, or won by nobody."""
    kind = chance.random()
    if kind < 0.15:
        return {"result": "drawn"}
    if kind < 0.4:
        return {"result": "win", "winner": chance.choice(seats), "declared": True}
    cards = random_qing_hand(chance, 15, rules["sixth_eye"] == "culin")
    return {"result": "win", "winner": chance.choice(seats), "hand": " ".join(cards)}


def ming_hand(*, chance: Random, seats: list[int]) -> dict[str, Any]:
    """Return a hand of Ming khanhoo: counted, or trick by trick."""
    if chance.random() < 0.5:
        return {"leader": chance.choice(seats), "tricks": random_tricks(chance, len(seats))}
    counts = chance.sample(CAPTURED[len(seats)], len(seats))
    captured = {str(seat): count for seat, count in zip(seats, counts, strict=True)}
    most = max(captured, key=lambda seat: captured[seat])
    bonuses = {most: {chance.choice(("hero", "five_myriads")): 1}} if chance.random() < 0.5 else {}
    return {"captured": captured, "bonuses": bonuses}


def cau_hand(*, chance: Random, seats: list[int]) -> dict[str, Any]:
    """Return a hand of cau robat: counted piles, or card by card."""
    if chance.random() < 0.4:
        face_up, pack = deal(chance, len(seats))
        words = {"face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, pack))}
        return {"dealer": chance.choice(seats), **words}
    cuts = sorted(chance.choices(range(41), k=len(seats)))
    piles = [high - low for low, high in zip([0, *cuts], cuts, strict=False)]
    return {"piles": dict(zip(map(str, seats), piles, strict=True)), "centre": 40 - cuts[-1]}
