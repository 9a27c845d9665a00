"""Answer questions to the engine of one checkout, with the seconds of the processor that the first answers take.

`benchmarks/verdict.py` starts one of these in each checkout, with its folder as the working folder. Names are looked up
wherever a checkout has them.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import process_time
from typing import Any

sys.path.insert(0, str(Path.cwd()))  # the checkout of the working folder

_GAMES = import_module("scoring.games")
_MODULES = [import_module(each.name) for each in walk_packages(_GAMES.__path__, "scoring.games.")]


@cache
def named(name: str, within: str = "cuajo") -> Any:
    """Find a name in the engine, among the modules with these letters."""
    return next(vars(each)[name] for each in _MODULES if within in each.__name__ and callable(vars(each).get(name)))


judge_claim, cents_of, near_miss = named("judge_claim"), named("cents_of"), named("near_miss")


def reading_all(claim: Any) -> object:
    """Judge, and read the lines with their words, and the melds."""
    verdict = judge_claim(claim=claim)
    return [line.what for line in verdict.lines], verdict.arrangement


def near(asked: Any) -> Callable[[], object]:
    """Prepare the near miss of cards, with the sowee and the scheme."""
    cards, sowee = (named("read_cards")(text=asked[name]).cards for name in ("hand", "sowee"))
    holding = named("hold")(cards=cards, sowee=sowee[0], scheme=named("Scheme")(asked["scheme"]))
    seen = named("count_kinds")(cards=(*cards, *sowee))
    return lambda: near_miss(holding=holding, seen=seen)


def purro(asked: Any) -> Callable[[], object]:
    """Prepare the judge of fifteen cards."""
    rules = named("read_rules")(value=asked["rules"])
    entry = named("read_entry")(data=asked | {"rules": rules})
    judge = named("judge_purro")
    if "entry" in judge.__annotations__:
        return lambda: judge(entry=entry, rules=rules)
    return lambda: judge(rules=rules, hand=entry.hand.cards, sowee=entry.sowee)


def qing(asked: Any) -> Callable[[], object]:
    """Prepare the judge of a Qing hand."""
    judge, wild = named("judge_hand", "qing"), asked["wild"]
    if "rules" in judge.__annotations__:
        rules = named("QingRules", "qing")(flowers_wild=wild)
        cards = vars(import_module(judge.__module__))["PACK"].read(asked["hand"])
        return lambda: judge(cards=cards, rules=rules)
    reading = named("Reading", "qing")(flowers_wild=wild)
    cards = named("read_cards", "qing")(text=asked["hand"])
    return lambda: judge(cards=cards, reading=reading)


def claimed(ask: Callable[[Any], object]) -> Callable[[Any], Callable[[], object]]:
    """Prepare a question about a claim."""

    def prepare(asked: Any) -> Callable[[], object]:
        claim = named("read_claim")(data=asked)
        return lambda: ask(claim)

    return prepare


ASKS: dict[str, Callable[[Any], Callable[[], object]]] = {
    "verdict": claimed(lambda claim: judge_claim(claim=claim)),
    "read": claimed(reading_all),
    "amount": claimed(lambda claim: cents_of(claim=claim)),
    "near": near,
    "purro": purro,
    "qing": qing,
}


class Engine:
    """The engine of a checkout, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [folder / ".venv/bin/python", Path(__file__).resolve()]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def microseconds(self, kind: str, questions: Sequence[object]) -> list[float]:
        """Ask each question once."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps([kind, questions]), file=self.process.stdin, flush=True)
        return [1e6 * seconds for seconds in json.loads(self.process.stdout.readline())]


def answer() -> None:
    """Answer the questions of the standard input."""
    for line in sys.stdin:
        kind, questions = json.loads(line)
        asked = [ASKS[kind](question) for question in questions]
        times = []
        for ask in asked:
            start = process_time()
            ask()
            times.append(process_time() - start)
        print(json.dumps(times), flush=True)


if __name__ == "__main__":
    answer()
