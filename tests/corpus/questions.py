"""Questions to the judges and acts for the games, most of them random, each with the door that answers it."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from tests.corpus import acts, doors
from tests.corpus.answers import Ask, answered
from tests.games.cuajo.hands import KINGS, PACK, random_claim, winning_hand
from tests.games.cuajo.naive import ALL_CARDS
from tests.games.cuajo.price_hands import random_price_claim, random_price_hand
from tests.games.khanhoo.english_hands import random_cards
from tests.games.khanhoo.qing_hands import random_hand as random_qing_hand
from tests.games.khanhoo.test_ming_game import random_hand as random_tricks
from tests.people import WORKED_HAND, WORKED_WIN

RULES: tuple[Any, ...] = (
    "pagat",
    "family",
    "gamerules",
    {"preset": "pagat", "porbis": 450, "extra_cards": 4, "both_conditions": 150},
    {"preset": "family", "porbis_adds": "nothing", "discard_win": False},
    {"preset": "gamerules", "dealt_win": "as_self_drawn", "sowee_three_must_be_laid": True},
)
"""Not among them: kings alone on top of porbis, of which three parts of today's code think differently."""

JUNK: tuple[Any, ...] = (None, True, -1, 0, 9, 41, 1.5, "", "x", "12O", "AH", [], ["4O"], {}, {"1": 1}, {"1": "x"})
CARD_JUNK = ("1O 1O 1O 1O 1O", "AH AH AH X X X", "13O", "9C 9C 9C 9C 9C")


def _post(path: str, **content: Any) -> Ask:
    return {"path": path, "content": content}


def _claims(chance: Random) -> Iterator[Ask]:
    for claim in _impossible_claims():
        yield {"path": "verify/", "content": claim}
    while True:
        claim = random_claim(chance) if chance.random() < 0.68 else random_price_claim(chance)
        yield {"path": "verify/", "content": claim}


def _impossible_claims() -> Iterator[Any]:
    """Yield claims with everything that can be wrong, alone and several things at once."""
    claim = {name: WORKED_WIN[name] for name in ("hand", "bounit", "source", "sowee", "secrets", "extra")}
    good: dict[str, Any] = {"game": "cuajo", "rules": "pagat", **claim}
    yield good
    yield from ([], None, "1O", 7, {}, {"game": "cuajo"})
    laid = "1O 1O 1O 1O 3O 4O 5O 3C 4C 5C 10E 11E 12E 12B 12C 12O"
    changes: tuple[dict[str, Any], ...] = (
        {"game": "poker"},
        {"game": 7},
        {"rules": "pagatt"},
        {"rules": 3},
        {"rules": {"preset": "pagat", "secrets": 1}},
        {"rules": {"preset": "pagat", "secret": -1, "porbis": "much", "porbis_adds": "some"}},
        {"hand": None},
        {"hand": ""},
        {"hand": 16},
        {"hand": WORKED_HAND.split()},
        {"hand": WORKED_HAND.removesuffix(" 12B")},
        {"hand": f"{WORKED_HAND} 1E"},
        {"hand": WORKED_HAND.replace("12B", "joker")},
        {"hand": WORKED_HAND.replace("12B", "5B").replace("3E", "5B").replace("4B", "5B").replace("1B", "5B")},
        {"bounit": None},
        {"bounit": "3B"},
        {"bounit": "5B 4B"},
        {"bounit": "12B"},
        {"source": None},
        {"source": "stolen"},
        {"source": "dealt"},
        {"source": "dealt", "bounit": None, "rules": {"preset": "pagat", "dealt_win": "as_self_drawn"}},
        {"source": "discard", "rules": {"preset": "pagat", "discard_win": False}},
        {"sowee": None},
        {"sowee": "13O"},
        {"secrets": ["1O"]},
        {"secrets": "1O 1O"},
        {"hand": laid, "bounit": "1O", "secrets": ["1O"]},
        {"hand": laid, "bounit": "3O", "secrets": ["1O"], "source": "self_drawn"},
        {"extra": "1O 1O 1O 1O"},
        {"extra": " ".join(PACK[:16]), "source": "claimed"},
        {"extra": "1E 3B", "rules": "family"},
        {"extra": "1E zz", "sowee": "4P", "bounit": "6O", "source": "x", "secrets": [3]},
        {"rules": "pricelist"},
        {"rules": "pricelist", "source": "self_drawn"},
        {"rules": "pricelist", "source": "self_drawn", "sowee": None},
        {"rules": "pricelist", "source": "dealt", "bounit": None},
    )
    for change in changes:
        yield good | change
    for name in good:
        yield {key: value for key, value in good.items() if key != name}


def _wins(chance: Random) -> Iterator[Ask]:
    while True:
        claim = random_claim(chance) if chance.random() < 0.7 else random_price_claim(chance)
        question = {name: value for name, value in claim.items() if name != "game"}
        yield _post("verdicts/", kind="win", question=question)


def _hand_and_sowee(chance: Random) -> tuple[list[str], str]:
    sowee = chance.choice(ALL_CARDS)
    hand = list(winning_hand(chance, sowee, chance.choice((0.1, 0.5, 1.0))))
    if chance.random() < 0.25:
        hand[chance.randrange(16)] = chance.choice(ALL_CARDS)
    chance.shuffle(hand)
    return hand, sowee


def _secrets(chance: Random, hand: list[str], sowee: str) -> list[str]:
    held = [card for card in ALL_CARDS if hand.count(card) >= (3 if card == sowee else 4)]
    return [card for card in held if chance.random() < 0.5]


def _rest(hand: list[str], sowee: str) -> list[str]:
    rest = list(PACK)
    for card in (*hand, sowee):
        if card in rest:
            rest.remove(card)
    return rest


def _waits(chance: Random) -> Iterator[Ask]:
    while True:
        hand, sowee = _hand_and_sowee(chance)
        rules = chance.choice(RULES)
        if chance.random() < 0.25:
            rules, hand = "pricelist", list(random_price_hand(chance))
        fifteen = hand[: chance.choice((15,) * 19 + (14,))]
        extra = " ".join(chance.sample(_rest(hand, sowee), chance.choice((0, 0, 2, 6))))
        secrets = _secrets(chance, fifteen, sowee)
        more = {} if chance.random() < 0.1 else {"sowee": sowee}
        yield _post("verify/waits/", rules=rules, hand=" ".join(fifteen), secrets=secrets, extra=extra, **more)


def _distances(chance: Random) -> Iterator[Ask]:
    while True:
        hand, sowee = _hand_and_sowee(chance)
        rules = chance.choice((*RULES, "pricelist"))
        held = hand[: chance.choice((0, 3, 7, 11, 13, 14, 15, 15, 16, 16))]
        if chance.random() < 0.3:
            held = chance.sample(PACK, len(held))
        more = {"sowee": sowee} if chance.random() < 0.7 else {}
        secrets = _secrets(chance, held, sowee)
        yield _post("verify/near-miss/", rules=rules, hand=" ".join(held), secrets=secrets, **more)


def _extras(chance: Random) -> Iterator[Ask]:
    """Yield questions about winners that are no porbis.

    Wrong today, so left out: about a hand that is no win, and about a porbis that pays the same whatever is
    turned, the judge says to go on.
    """
    while True:
        hand, sowee = _hand_and_sowee(chance)
        secrets = _secrets(chance, hand, sowee)
        plain = [card for card in hand if card not in KINGS and card not in secrets]
        rules, extra = chance.choice(RULES), chance.sample(_rest(hand, sowee), chance.choice((0, 1, 3, 4, 9)))
        asked = {
            "rules": rules,
            "hand": " ".join(hand),
            "bounit": chance.choice(plain or hand),
            "sowee": sowee,
            "secrets": secrets,
            "extra": " ".join(extra),
        }
        claim = {**asked, "game": "cuajo", "source": "claimed", "extra": ""}
        _, verdict = doors.ask(doors.Program(), "post", "verify/", claim)
        if verdict.get("valid") and not verdict["porbis"]:
            yield _post("verify/extra-cards/", **asked, **chance.choice(({}, {}, {"stock": chance.randrange(60)})))


def _rulings(chance: Random) -> Iterator[Ask]:
    standings = ("", "", "purro", "purro", "two_left", "one_left", "served")
    rules = (*RULES, "pricelist", {"preset": "pagat", "purro_required": True, "discard_win": False})
    while True:
        seats = chance.sample(range(1, 7), chance.randint(2, 6))
        players = [
            {
                "seat": seat,
                "standing": chance.choice(standings),
                "completes": chance.random() < 0.5,
                "by_kings": chance.random() < 0.1,
            }
            for seat in seats
        ]
        card = {"card": chance.choice(ALL_CARDS)} if chance.random() < 0.8 else {}
        asked = {"how": chance.choice(("drawn", "discarded")), "by": chance.choice(seats), **card}
        yield _post("verify/claims/", rules=chance.choice(rules), players=players, **asked)


def _relatives(chance: Random) -> Iterator[Ask]:
    while True:
        yield _worth(chance)
        yield _bump(chance)
        culin = chance.random() < 0.5
        hand = random_qing_hand(chance, chance.choice((14, 15, 15, 15)), culin)
        rules = {"preset": "culin" if culin else "wilkinson_qing", "flowers_wild": chance.random() < 0.3}
        yield _post("games/khanhoo_qing/questions/win/", values={"hand": " ".join(hand)}, rules=rules)
        plays = random_tricks(chance, 3).split(";")[0].strip()
        yield _post("games/khanhoo_ming/questions/trick/", values={"plays": plays})
        yield _capture(chance)
        call = chance.choice(("cau", "recau", "contracau", "no"))
        values = {"players": chance.randint(3, 5), "seat": chance.randint(1, 3), "call": call}
        yield _post("games/cau_robat/questions/call/", values=values)


def _worth(chance: Random) -> Ask:
    cards = random_cards(chance, 2, False, chance.choice((0, 0, 1)))
    return _post("games/khanhoo/questions/worth/", values={"cards": " ".join(cards)})


def _bump(chance: Random) -> Ask:
    discard = chance.choice(("AH", "2C", "5H", "J", "9H", "7D"))
    shown = {str(seat): " ".join(random_cards(chance, 2, False, 0)[:2]) for seat in (2, 3, 4)}
    shown |= {"2": chance.choice(("3C 4C", f"{discard} {discard}", "J Q"))}
    values = {"players": 4, "by": chance.choice((1, 2)), "discard": discard, "shown": shown}
    return _post("games/khanhoo/questions/bump/", values=values)


def _capture(chance: Random) -> Ask:
    ranks = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    centre = " ".join(map(str, sorted(chance.sample(ranks, chance.randint(0, 7)))))
    piles = {str(seat): " ".join(map(str, chance.choices(ranks, k=chance.randint(0, 3)))) for seat in (1, 2, 3)}
    values = {"players": 4, "seat": chance.randint(1, 4), "played": str(chance.choice(ranks))}
    rules = {"preset": chance.choice(("cau_robat", "cau"))}
    return _post("games/cau_robat/questions/capture/", values={**values, "centre": centre, "piles": piles}, rules=rules)


GAMES: tuple[tuple[str, Any, int], ...] = (
    ("cuajo", "pagat", 4),
    ("cuajo", {"preset": "family", "false_win_penalty": 40, "false_secret_penalty": 5}, 4),
    ("cuajo", {"preset": "gamerules", "partnerships": False, "unit": 10}, 5),
    ("cuajo", "pricelist", 3),
    ("khanhoo", "wilkinson", 3),
    ("khanhoo", {"preset": "wilkinson", "orphan": True, "trios": "cache"}, 4),
    ("khanhoo", {"preset": "four_packs", "trios": "melds"}, 5),
    ("khanhoo_qing", "wilkinson_qing", 3),
    ("khanhoo_qing", {"preset": "culin", "flowers_wild": True, "stake": 0}, 4),
    ("khanhoo_ming", "pan_zhiheng", 3),
    ("khanhoo_ming", "pan_zhiheng", 2),
    ("cau_robat", "cau_robat", 4),
    ("cau_robat", "points", 3),
)
KINDS = ("hand",) * 12 + ("secret", "false_secret", "false_win", "penalty", "penalty")


def _acts(chance: Random) -> Iterator[Ask]:
    """Yield acts for every game and kind, a third right, the others with one or two values wrong."""
    while True:
        for game, rules, count in GAMES:
            kind = chance.choice(KINDS)
            act = _act(chance, game, rules, kind, list(range(1, count + 1)))
            for _ in range(min(len(act), chance.choice((0, 1, 1, 2)))):
                _spoil(chance, act)
            yield {"game": game, "kind": kind, "act": act, "rules": rules, "seat_count": count}


def _act(chance: Random, game: str, rules: Any, kind: str, seats: list[int]) -> dict[str, Any]:
    if kind == "penalty":
        return acts.penalty_of(chance=chance, seats=seats)
    if kind != "hand":
        return {"seat": chance.choice(seats)}
    board = {"game": game, "rules": doors.complete_rules(game=game, rules=rules)}
    return acts.hand_of(chance=chance, board=board, seats=seats, laid=dict.fromkeys(seats, 0))


def _spoil(chance: Random, act: dict[str, Any]) -> None:
    """Put a wrong value into an act, or leave one out.

    Wrong today, so not tried: unknown names, and what a table knows better than its game: conditions and
    kings that nobody declared, a price list without sowee.
    """
    name = chance.choice(sorted(act))
    may_go = not act.get("declared") and name != "sowee"
    if may_go and chance.random() < 0.3:
        del act[name]
    elif name in ("hand", "cards", "plays", "tricks", "face_up") and chance.random() < 0.6:
        value = act[name] if isinstance(act[name], str) else "1 1"
        spoilt = (value[:-3], f"{value} 1O", value.replace("1", "3", 1), *CARD_JUNK)
        act[name] = chance.choice(spoilt)
    else:
        junk = [value for value in JUNK if value is not None or may_go]
        act[name] = chance.choice(junk)


ASKED: dict[str, tuple[Callable[[Random], Iterator[Ask]], int]] = {
    "claims": (_claims, 680),
    "wins": (_wins, 120),
    "waits": (_waits, 150),
    "distances": (_distances, 150),
    "extras": (_extras, 150),
    "rulings": (_rulings, 150),
    "relatives": (_relatives, 90),
    "acts": (_acts, 650),
}
NAMES = tuple(ASKED)


def build(name: str) -> list[Any]:
    """Return the questions of a kind with today's answers."""
    source, count = ASKED[name]
    cases = [{"ask": ask, "answer": answered(ask)} for ask in islice(source(Random(name)), count)]
    return [case | _doubt(case["ask"], case["answer"]) for case in cases]


def _doubt(ask: Ask, answer: Any) -> dict[str, str]:
    """Return why an answer is no model, nothing for most; such a case is kept, and not compared."""
    text = str(ask)
    if "verdicts/" in text and "'porbis': True" in str(answer) and "'needs': [{" in str(answer):
        return {"wrong_today": "a porbis that pays the same whatever is turned is told what it still needs"}
    if "'porbis_adds': 'kings'" in text and ("'porbis': True" in str(answer) or "sowee_missing" in str(answer)):
        return {"wrong_today": "with kings alone on top of porbis, conditions are told that change nothing"}
    return {}
