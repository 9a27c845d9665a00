"""Claims of cuajo and short ways to ask about them, by the conditions and by the price list."""

from collections.abc import Mapping
from typing import Any

from scoring.games.cuajo import answer_claim

EXAMPLE = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
"""Five sets and a king of batons; no run is possible (section 8)."""

UNIT = 100
"""How many minor units a price of 1 means (L8)."""

type Answer = Mapping[str, Any]


def ask(**fields: object) -> Answer:
    """Answer the example hand, won with 5B from the discards under pagat, with these fields changed."""
    claim = {"game": "cuajo", "rules": "pagat", "hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
    return answer_claim(data=claim | {"secrets": [], "extra": ""} | fields)


def drawn(hand: str, **fields: object) -> dict[str, object]:
    """Return the fields of a hand whose last card was drawn from the stock."""
    _, _, bounit = hand.rpartition(" ")
    return {"hand": hand, "bounit": bounit, "source": "self_drawn", "sowee": None} | fields


def problems(answer: Answer) -> dict[str, list[str]]:
    """Return the codes of an answer's problems with the cards they name."""
    return {problem["code"]: problem["cards"] for problem in answer["error"]["problems"]}


def account(answer: Answer) -> list[tuple[str, int]]:
    """Return rule and cents of each line."""
    return [(line["rule"], line["cents"]) for line in answer["lines"]]


def told(answer: Answer, expected: Mapping[str, object]) -> dict[str, object]:
    """Return of an answer what is expected by name; of a refusal the codes with their cards."""
    if "error" in answer:
        return dict(problems(answer))
    lines = ", ".join(f"{rule} {cents}" for rule, cents in account(answer)) if answer["valid"] else ""
    known = {**answer, "account": lines}
    return {name: known.get(name) for name in expected}


def judged(hand: str, **changes: object) -> Answer:
    """Answer a hand won by the price list with its first card, drawn, the sowee unknown, with these fields changed."""
    bounit = hand.split(maxsplit=1)[0]
    claim = {"game": "cuajo", "rules": "pricelist", "hand": hand, "bounit": bounit, "source": "self_drawn"}
    return answer_claim(data=claim | {"sowee": None, "secrets": []} | changes)


def price(hand: str, **changes: object) -> int | str:
    """Return what a hand pays in units of a hundred; for no win the rule it breaks, or the first problem."""
    answer = judged(hand, **changes)
    if "error" in answer:
        return next(iter(problems(answer)))
    if not answer["valid"]:
        return str(answer["rule"])
    paid, left = divmod(answer["per_opponent"], UNIT)
    assert left == 0
    return int(paid)
