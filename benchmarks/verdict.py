"""Time check, verdict and near miss of cuajo beside the `mahjong` library on its own winning hands.

Run `python -m uv run --dev --group benchmarks python -m benchmarks.verdict`; it replaces the section "Verdict" of
benchmarks/RESULTS.md. Both libraries get random winning hands in the form they ask for, made beforehand. What
counts is the time of the processor, so that other work on the machine disturbs little.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median, quantiles
from time import perf_counter, process_time

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.hand_calculating.hand_response import HandResponse

from benchmarks.near_misses import explain_ms, slowest_hand, typical_hands
from benchmarks.recording import machine, record
from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Rank, count_kinds, read_cards
from scoring.games.cuajo.claim import Claim, read_claim, read_entry
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.judge_win import wins_by_other_rules
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import is_complete
from scoring.games.cuajo.verdict import cents_of, judge_claim
from tests.games.cuajo.hands import random_price_hand, winning_hand

HANDS = 3_000
ROUNDS = 7
STREAM_HANDS = 10_000
NEAR_MISSES = 500


def main() -> None:
    """Measure, print and record."""
    rng = random.Random(2026)
    wins = [read_cards(text=" ".join(winning_hand(rng))).cards for _ in range(HANDS)]
    claims = [_claim(cards, rng) for cards in wins]
    tiles = [_mahjong_win(rng) for _ in range(HANDS)]
    body = "\n".join(
        (
            f"{machine()}. {HANDS} random wins, best of {ROUNDS} rounds, processor microseconds a hand.",
            "",
            "| what | cuajo | mahjong | ratio | goal |",
            "|---|---|---|---|---|",
            _row("bare check from counts", *_bare_checks(wins, tiles), "1"),
            _row("full verdict with its lines", *_full_verdicts(claims, tiles), "0.45"),
            f"| the same, claim read from JSON and answered in JSON | {_from_json(claims):.2f} | | | |",
            f"| the amount only | {_amounts(claims):.2f} | | | 5 us |",
            f"| other rules by which a hand that loses would win | {_elsewhere(rng, wins):.0f} | | | |",
            "",
            *_near_miss_lines(rng, wins),
            "",
            f"Stream: `manage.py verify` answers {STREAM_HANDS} claims in {_stream_seconds(claims):.2f} s, "
            "start included.",
        )
    )
    print(body)
    record(heading="Verdict", body=body)


def _claim(cards: tuple[Card, ...], rng: random.Random) -> dict[str, object]:
    """Make a claim from the discards where it can be: the conditions are the dearer case."""
    plain = [card for card in cards if card.rank is not Rank.KING]
    return {
        "game": "cuajo",
        "rules": "pagat",
        "hand": written(cards),
        "bounit": str(rng.choice(plain or cards)),
        "source": "discard" if plain else "claimed",
        "sowee": str(rng.choice([card for card in KINDS if cards.count(card) < COPIES])),
        "secrets": [],
        "extra": "",
    }


def _bare_checks(wins: Sequence[tuple[Card, ...]], tiles: Sequence[list[int]]) -> tuple[float, float]:
    counts = [count_kinds(cards=cards) for cards in wins]
    arrays = [[sum(tile // 4 == kind for tile in hand) for kind in range(34)] for hand in tiles]
    _require(all(map(is_complete, counts)) and all(map(Agari.is_agari, arrays)))
    return _microseconds(is_complete, counts), _microseconds(Agari.is_agari, arrays)


def _full_verdicts(claims: Sequence[dict[str, object]], tiles: Sequence[list[int]]) -> tuple[float, float]:
    read: list[Claim] = [read_claim(data=claim) for claim in claims]
    calculator, config = HandCalculator(), HandConfig(is_riichi=True)
    estimate = partial(_estimate, calculator, config)
    _require(all(estimate(hand).cost for hand in tiles))
    return _microseconds(lambda claim: judge_claim(claim=claim), read), _microseconds(estimate, tiles)


def _amounts(claims: Sequence[dict[str, object]]) -> float:
    read = [read_claim(data=claim) for claim in claims]
    _require(all(cents_of(claim=claim) for claim in read))
    return _microseconds(lambda claim: cents_of(claim=claim), read)


def _elsewhere(rng: random.Random, wins: Sequence[tuple[Card, ...]]) -> float:
    hands = typical_hands(number=NEAR_MISSES, rng=rng, wins=wins, scheme=Scheme.CONDITIONS)
    rules = HouseRules()
    about = {"game": "cuajo", "rules": rules, "source": "self_drawn"}
    entries = [
        read_entry(data={**about, "hand": written(one.cards), "bounit": str(one.cards[0]), "sowee": str(one.sowee)})
        for one in hands
    ]
    return _microseconds(lambda entry: wins_by_other_rules(rules=rules, entry=entry, cents=None), entries)


def _estimate(calculator: HandCalculator, config: HandConfig, tiles: list[int]) -> HandResponse:
    return calculator.estimate_hand_value(tiles, tiles[0], config=config)


def _from_json(claims: Sequence[dict[str, object]]) -> float:
    lines = [json.dumps(claim) for claim in claims]
    _require(all(answer_claim(data=claim)["valid"] for claim in claims))
    return _microseconds(lambda line: json.dumps(answer_claim(data=json.loads(line))), lines)


def _mahjong_win(rng: random.Random) -> list[int]:
    """Return the tiles of four random melds and a pair, no more than four of a kind."""
    while True:
        kinds = [kind for _ in range(4) for kind in _mahjong_meld(rng)] + [rng.randrange(34)] * 2
        if all(kinds.count(kind) <= 4 for kind in kinds):
            return [kind * 4 + kinds[:position].count(kind) for position, kind in enumerate(kinds)]


def _mahjong_meld(rng: random.Random) -> list[int]:
    if rng.random() < 0.3:
        return [rng.randrange(34)] * 3
    first = rng.randrange(3) * 9 + rng.randrange(7)
    return [first, first + 1, first + 2]


def _near_miss_lines(rng: random.Random, wins: Sequence[tuple[Card, ...]]) -> tuple[str, ...]:
    priced = (read_cards(text=" ".join(random_price_hand(rng))).cards for _ in range(HANDS))
    found = [
        (
            [explain_ms(hand) for hand in typical_hands(number=NEAR_MISSES, rng=rng, wins=hands, scheme=scheme)],
            slowest_hand(rng=rng, scheme=scheme),
        )
        for scheme, hands in ((Scheme.CONDITIONS, wins), (Scheme.PRICELIST, priced))
    ]
    return (
        "| near miss: best split, single-card changes, distance; ms | conditions | price list | goal |",
        "|---|---|---|---|",
        _times("typical, median", [median(times) for times, _ in found], "0.15"),
        _times("typical, 99 of 100 within", [quantiles(times, n=100)[-1] for times, _ in found], ""),
        _times("worst found by search", [explain_ms(hand, repeats=25) for _, hand in found], "1"),
        "",
        "Slowest hands found: "
        + "; ".join(f"`{written(sorted(hand.cards))}`, sowee `{hand.sowee}`" for _, hand in found)
        + ".",
    )


def _times(what: str, times: Sequence[float], goal: str) -> str:
    return f"| {what} | {' | '.join(f'{time:.3f}' for time in times)} | {goal} |"


def _stream_seconds(claims: Sequence[dict[str, object]]) -> float:
    lines = [json.dumps(claims[number % len(claims)]) for number in range(STREAM_HANDS)]
    start = perf_counter()
    command = [sys.executable, "manage.py", "verify"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    seconds = perf_counter() - start
    _require(done.stdout.count("\n") == STREAM_HANDS)
    return seconds


def _microseconds[T](run: Callable[[T], object], items: Sequence[T]) -> float:
    """Return the time for one item in the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for item in items:
            run(item)
        best = min(best, process_time() - start)
    return best / len(items) * 1e6


def _row(what: str, ours: float, peers: float, goal: str) -> str:
    return f"| {what} | {ours:.2f} | {peers:.2f} | {ours / peers:.2f} | {goal} |"


def _require(holds: bool) -> None:
    if not holds:
        raise SystemExit("A hand meant to win did not, or a line was not answered.")


if __name__ == "__main__":
    main()
