"""Time the settlement of twelve players, typical and worst case found by search, beside a naive peer.

Run `python -m benchmarks.settlement`; it replaces the section "Settlement" of benchmarks/RESULTS.md.
The peer is the plain dynamic programme over all subsets, which gives only the number of payments.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from statistics import median, quantiles
from time import process_time

from benchmarks.recording import load, machine, record
from scoring.ledger.settlement import MOST_PARTIES, settle
from tests.ledger.references import fewest_payments_by_subsets

TYPICAL_TABLES = 2_000
NAIVE_TABLES = 200
STARTS = 1_000
CLIMBS, CLIMB_STEPS = 12, 400
BUDGET_MS = 10

type Table = tuple[int, ...]


def main() -> None:
    """Measure, print and record."""
    rng = random.Random(2026)
    nights = [_night(rng) for _ in range(TYPICAL_TABLES)]
    typical = [_milliseconds(_settle, night) for night in nights]
    typical_naive = [_milliseconds(_naive, night) for night in nights[:NAIVE_TABLES]]
    worst = _worst_table(rng)
    worst_ms, naive_ms = _milliseconds(_settle, worst, repeats=25), _milliseconds(_naive, worst, repeats=5)
    _check_against_naive(worst)
    section = "\n".join(
        (
            f"{machine()}, {load()}. Processor time. {MOST_PARTIES} players, all with open balances; "
            f"budget {BUDGET_MS} ms.",
            "",
            "| case | `settle` | naive peer, count only |",
            "|---|---|---|",
            f"| typical night, median | {median(typical):.2f} ms | {median(typical_naive):.2f} ms |",
            f"| typical night, 99 of 100 within | {_percentile_99(typical):.2f} ms |"
            f" {_percentile_99(typical_naive):.2f} ms |",
            f"| worst found by search, best of 25 | {worst_ms:.2f} ms | {naive_ms:.2f} ms |",
            "",
            f"Worst balances found, in cents: `{', '.join(map(str, worst))}`.",
        )
    )
    print(section)
    record(heading="Settlement", body=section)


def _percentile_99(milliseconds: list[float]) -> float:
    return quantiles(milliseconds, n=100)[-1]


def _settle(balances: Mapping[int, int]) -> int:
    return len(settle(balances=balances))


def _naive(balances: Mapping[int, int]) -> int:
    return fewest_payments_by_subsets(balances)


def _check_against_naive(table: Table) -> None:
    balances = dict(enumerate(table, 1))
    if _settle(balances) != _naive(balances):
        raise SystemExit(f"settle and its peer disagree about {table}")


def _milliseconds(run: Callable[[Mapping[int, int]], int], table: Table, *, repeats: int = 3) -> float:
    """Return the best of some runs, so that other work on the machine counts little."""
    balances = dict(enumerate(table, 1))
    best = float("inf")
    for _ in range(repeats):
        start = process_time()
        run(balances)
        best = min(best, process_time() - start)
    return best * 1000


def _night(rng: random.Random) -> Table:
    """Return the balances of forty hands between twelve players, each won from three others."""
    table = [0] * MOST_PARTIES
    while not all(table):
        table = [0] * MOST_PARTIES
        for _ in range(40):
            winner, *others = rng.sample(range(MOST_PARTIES), 4)
            cents = rng.choice((20, 60, 70, 90, 110, 160, 300))
            for other in others:
                table[winner] += cents
                table[other] -= cents
    return tuple(table)


def _families(rng: random.Random) -> Iterator[Table]:
    """Yield tables that make the search hard: few large debts against many small claims, in any order."""
    for _ in range(STARTS):
        claims = [rng.choice((1, 1, 1, 2, 3, 5)) for _ in range(rng.randint(6, MOST_PARTIES - 1))]
        debtors = MOST_PARTIES - len(claims)
        share, odd = divmod(sum(claims), debtors)
        table = [*claims, *(-share - (position < odd) for position in range(debtors))]
        rng.shuffle(table)
        yield tuple(table)
    for _ in range(STARTS):
        highest = rng.choice((2, 3, 4, 5, 6, 8, 12, 20, 50, 1000))
        amounts = [rng.choice((-1, 1)) * rng.randint(1, highest) for _ in range(MOST_PARTIES - 1)]
        yield (*amounts, -sum(amounts))


def _worst_table(rng: random.Random) -> Table:
    """Climb from the slowest starting tables by changing two players at a time while it gets slower."""
    starts = sorted(_families(rng), key=lambda table: _milliseconds(_settle, table), reverse=True)
    summits = [_climb(start, rng) for start in starts[:CLIMBS]]
    return max(summits, key=lambda table: _milliseconds(_settle, table, repeats=25))


def _climb(table: Table, rng: random.Random) -> Table:
    """Change two players at a time, by some cents or by changing places, and keep what is slower."""
    slowest_ms = _milliseconds(_settle, table, repeats=25)
    for _ in range(CLIMB_STEPS):
        changed = list(table)
        one, other = rng.sample(range(MOST_PARTIES), 2)
        cents = rng.choice((changed[other] - changed[one], 1, 2, 3, 4))
        changed[one] += cents
        changed[other] -= cents
        if all(changed) and _milliseconds(_settle, tuple(changed)) > slowest_ms:
            confirmed_ms = _milliseconds(_settle, tuple(changed), repeats=25)
            if confirmed_ms > slowest_ms:
                table, slowest_ms = tuple(changed), confirmed_ms
    return table


if __name__ == "__main__":
    main()
