"""Claims and short ways to ask about them, for the tests of single rules."""

from collections.abc import Mapping

from scoring.games.cuajo import answer_claim

EXAMPLE = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
"""Five sets and a king of batons; no run is possible (section 8)."""

NO_KING = "1O 1C 1E 3O 3C 3E 3B 4O 4C 4E 5O 5C 5E 10O 10C 10E"
"""Five sets without a king."""

type Answer = Mapping[str, object]


def ask(**fields: object) -> Answer:
    """Answer the example hand, won with 5B from the discards under pagat, with these fields changed."""
    claim = {
        "game": "cuajo",
        "rules": "pagat",
        "hand": EXAMPLE,
        "bounit": "5B",
        "source": "discard",
        "sowee": "4O",
        "secrets": [],
        "extra": "",
    }
    return answer_claim(data=claim | fields)


def ask_drawn(hand: str, **fields: object) -> Answer:
    """Answer a hand whose last card was drawn from the stock."""
    _, _, bounit = hand.rpartition(" ")
    return ask(**{"hand": hand, "bounit": bounit, "source": "self_drawn", "sowee": None} | fields)


def problems(answer: Answer) -> dict[str, list[str]]:
    """Return the codes of an answer's problems with the cards they name."""
    error = answer["error"]
    assert isinstance(error, dict)
    return {problem["code"]: problem["cards"] for problem in error["problems"]}


def account(answer: Answer) -> list[tuple[str, int]]:
    """Return rule and cents of each line."""
    lines = answer["lines"]
    assert isinstance(lines, list)
    return [(line["rule"], line["cents"]) for line in lines]
