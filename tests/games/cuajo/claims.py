"""Claims of cuajo and short ways to ask about them."""

from collections.abc import Mapping
from typing import Any

from scoring.games.cuajo import answer_claim

EXAMPLE = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
"""Five sets and a king of batons; no run is possible (section 8)."""

type Answer = Mapping[str, Any]


def ask(**fields: object) -> Answer:
    """Answer the example hand, won with 5B from the discards under pagat, with these fields changed."""
    claim = {"game": "cuajo", "rules": "pagat", "hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
    return answer_claim(data=claim | {"secrets": [], "extra": ""} | fields)


def problems(answer: Answer) -> dict[str, list[str]]:
    """Return the codes of an answer's problems with the cards they name."""
    return {problem["code"]: problem["cards"] for problem in answer["error"]["problems"]}


def told(answer: Answer, expected: Mapping[str, object]) -> dict[str, object]:
    if "error" in answer:
        found = problems(answer)
        assert answer["error"]["code"] == next(iter(found))
        return {"problems": found if isinstance(expected.get("problems"), dict) else list(found)}
    account = ", ".join(f"{line['rule']} {line['cents']}" for line in answer.get("lines", ()))
    rests = ", ".join(f"{each['rule']} {each['name']}".strip() for each in answer.get("rulings", ()))
    known = {**answer, **answer.get("near_miss", {}), "account": account, "rests": rests}
    return {name: known.get(name) for name in expected}
