"""Time the engine beside an earlier version and beside the `mahjong` library on its own winning hands.

Run `python -m uv run --dev --group benchmarks python -m benchmarks.verdict FOLDER`, where FOLDER is a checkout of the
earlier version (`git worktree add`, then `uv sync --dev`); it replaces the section "Verdict" of benchmarks/RESULTS.md.
Every hand is asked once. Rounds of fresh hands go to both versions and to the peer in turn, after some rounds that fill
the tables. What counts is the time of the processor, so that other work on the machine disturbs little.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from benchmarks.engine import Engine
from benchmarks.near_misses import slowest_hand, slowest_qing, typical_hands
from benchmarks.recording import machine, record
from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Rank, read_cards
from scoring.games.cuajo.rules import Scheme
from tests.games.cuajo.hands import random_price_hand, winning_hand
from tests.games.khanhoo.test_qing import random_hand

ROUNDS, ROUNDS_BEFORE, IMPORTS = 7, 10, 9
STREAM_HANDS = 10_000

type Hands = list[dict[str, object]]


def main(folder: Path) -> None:
    """Measure, print and record."""
    rng, load = random.Random(2026), os.getloadavg()[0]
    engines = Engine(folder), Engine(Path.cwd())
    rows = [_row(engines, rng, case) for case in _CASES]
    imports = [_import_ms(each) for each in (folder, Path.cwd())]
    body = "\n".join(
        (
            f"{machine()}, {datetime.now(tz=UTC):%d %B %Y}, load {load:.0f}. Before is `{_commit(folder)}`, now"
            f" `{_commit(Path.cwd())}`.",
            f"Medians of {ROUNDS} rounds in turn, each hand asked once; microseconds of the processor for a hand.",
            "mahjong is its `estimate_hand_value` in the same rounds.",
            "",
            "| what | before | now | mahjong | now / before | now / mahjong | bound |",
            "|---|---|---|---|---|---|---|",
            *rows,
            f"| import of `scoring.games.cuajo`, ms | {imports[0]:.0f} | {imports[1]:.0f} | |"
            f" {imports[1] / imports[0]:.2f} | | 0.5 of before |",
            "",
            "| slowest hands found by search, ms | before | now | bound |",
            "|---|---|---|---|",
            *_slowest(engines, rng),
            "",
            f"Stream: `manage.py verify` answers {STREAM_HANDS} claims in {_stream_seconds(rng):.1f} processor",
            "seconds, start included.",
        )
    )
    print(body)
    record(heading="Verdict", body=body)


def _row(engines: Sequence[Engine], rng: random.Random, case: tuple[str, str, Callable[..., Hands], str]) -> str:
    what, kind, hands, bound = case
    times: list[list[float]] = [[], [], []]
    for turn in range(ROUNDS_BEFORE + ROUNDS):
        asked = hands(rng)
        found = [*(engine.microseconds(kind, asked) for engine in engines), _mahjong_times(rng)]
        if turn >= ROUNDS_BEFORE:
            for each, more in zip(times, found, strict=True):
                each.append(median(more))
    before, now, peer = map(median, times)
    return f"| {what} | {before:.1f} | {now:.1f} | {peer:.1f} | {now / before:.2f} | {now / peer:.2f} | {bound} |"


def _slowest(engines: Sequence[Engine], rng: random.Random) -> Iterator[str]:
    for scheme in Scheme:
        hand = slowest_hand(rng=rng, scheme=scheme)
        asked = {"hand": written(sorted(hand.cards)), "sowee": str(hand.sowee), "scheme": scheme.value}
        yield _worst(engines, "near", f"near miss, {scheme.value}: `{asked['hand']}`, sowee `{hand.sowee}`", asked, 1)
    for wild in (False, True):
        cards = slowest_qing(rng=rng, wild=wild)
        what = f"Qing{', wild flowers' * wild}: `{cards}`"
        yield _worst(engines, "qing", what, {"hand": cards, "wild": wild}, 5)


def _worst(engines: Sequence[Engine], kind: str, what: str, asked: Mapping[str, object], bound: int) -> str:
    before, now = (min(engine.microseconds(kind, [asked] * 25)) / 1000 for engine in engines)
    return f"| {what} | {before:.2f} | {now:.2f} | {bound} |"


def _import_ms(folder: Path) -> float:
    """Return the median of the processor time of a new process that imports, its bytecode kept."""
    asked = "import resource as r, scoring.games.cuajo; u = r.getrusage(r.RUSAGE_SELF); print(u.ru_utime + u.ru_stime)"
    with TemporaryDirectory() as kept:
        env = os.environ | {"PYTHONPYCACHEPREFIX": kept, "PYTHONDONTWRITEBYTECODE": ""}
        command = [folder / ".venv/bin/python", "-c", asked]
        run = partial(subprocess.run, command, cwd=folder, env=env, capture_output=True, text=True, check=True)
        runs = [run().stdout for _ in range(IMPORTS + 1)]
    return 1000 * median(map(float, runs[1:]))


def _commit(folder: Path) -> str:
    command = ["git", "log", "-1", "--format=%h"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def _wins(rng: random.Random) -> list[tuple[Card, ...]]:
    return [read_cards(text=" ".join(winning_hand(rng))).cards for _ in range(HANDS)]


def _claims(rng: random.Random) -> Hands:
    return [_claim(cards, rng) for cards in _wins(rng)]


def _price_claims(rng: random.Random) -> Hands:
    found: Hands = []
    while len(found) < HANDS:
        hand, sowee = random_price_hand(rng), str(rng.choice(KINDS))
        if max(map([*hand, sowee].count, hand)) <= COPIES:
            about = {"game": "cuajo", "rules": "pricelist", "source": "self_drawn", "secrets": [], "extra": ""}
            found.append({**about, "hand": " ".join(hand), "bounit": hand[0], "sowee": sowee})
    return found


def _near_misses(rng: random.Random, *, scheme: Scheme) -> Hands:
    priced = scheme is Scheme.PRICELIST
    endless = (read_cards(text=" ".join((random_price_hand if priced else winning_hand)(rng))).cards for _ in count())
    hands = typical_hands(number=HANDS, rng=rng, wins=endless, scheme=scheme)
    return [{"hand": written(one.cards), "sowee": str(one.sowee), "scheme": scheme.value} for one in hands]


def _fifteens(rng: random.Random) -> Hands:
    found: Hands = []
    for win in _wins(rng)[: HANDS // 2]:
        hand, sowee = rng.sample(win, len(win) - 1), rng.choice(KINDS)
        if hand.count(sowee) < COPIES:
            about = {"game": "cuajo", "rules": "pagat", "source": "self_drawn"}
            found.append({**about, "hand": written(hand), "sowee": str(sowee)})
    return found


def _qing_hands(rng: random.Random, *, wild: bool) -> Hands:
    return [{"hand": " ".join(random_hand(rng, 15, culin=False)), "wild": wild} for _ in range(HANDS // 4)]


HANDS = 200
_CASES: tuple[tuple[str, str, Callable[..., Hands], str], ...] = (
    ("verdict, nothing of it read", "verdict", _claims, "0.45 of mahjong"),
    ("verdict, lines in words and melds read", "read", _claims, ""),
    ("the amount only", "amount", _claims, ""),
    ("the amount by a price list", "amount", _price_claims, "0.25 of before"),
    ("near miss", "near", partial(_near_misses, scheme=Scheme.CONDITIONS), "1.9 of mahjong"),
    ("near miss by a price list", "near", partial(_near_misses, scheme=Scheme.PRICELIST), ""),
    ("`judge_purro`", "purro", _fifteens, "0.3 of before"),
    ("Qing judge", "qing", partial(_qing_hands, wild=False), ""),
    ("Qing judge, wild flowers", "qing", partial(_qing_hands, wild=True), ""),
)


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


def _mahjong_times(rng: random.Random) -> list[float]:
    calculator, config, times = HandCalculator(), HandConfig(is_riichi=True), []
    for tiles in [_mahjong_win(rng) for _ in range(HANDS)]:
        start = process_time()
        result = calculator.estimate_hand_value(tiles, tiles[0], config=config)
        times.append(1e6 * (process_time() - start))
        _require(bool(result.cost))
    return times


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


def _stream_seconds(rng: random.Random) -> float:
    lines = [json.dumps(claim) for _ in range(STREAM_HANDS // HANDS) for claim in _claims(rng)]
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "manage.py", "verify"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    _require(done.stdout.count("\n") == STREAM_HANDS)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _require(holds: bool) -> None:
    if not holds:
        raise SystemExit("A hand meant to win did not, or a line was not answered.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
