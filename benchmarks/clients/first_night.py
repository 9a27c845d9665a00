"""A night from nothing: `python -m benchmarks.clients.first_night ADDRESS LINK` lets the host in and has four play.

Needs nothing but Python, so that it plays on whatever `serve` runs from, an installed package among them.
"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

from benchmarks.clients.__main__ import new_token
from tests.served.phones import Phone

WON = {"result": "win", "winner": 1, "declared": False, "source": "discard", "bounit": "5B", "sowee": "4O"}
WON |= {"hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B", "secrets": [], "extra": ""}


def main() -> None:
    """Play and say what the night came to; fail where it is not settled."""
    address, link = sys.argv[1:]
    host = Phone(address=address)
    host.join(link)
    token = new_token(host)

    def ask(path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{address}/api/v1/{path}", data, headers | {"Idempotency-Key": str(uuid4())})
        with urlopen(request, timeout=60) as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    night = ask("sessions/", {"names": ["Ana", "Ben", "Carla", "Dan"], "currency": "PHP", "first_dealer": 1})
    path = f"sessions/{night['id']}/"
    for act in (WON, {"result": "drawn"}, WON):
        table = ask(path)
        seen = {name: table[name] for name in ("expected_after", "expected_entry")} | {"expected_sowee": table["sowee"]}
        ask(f"{path}hands/", {"act": act} | seen)
    closed = ask(f"{path}close/", {"expected_entry": ask(path)["expected_entry"]})
    for line in closed["plan"]:
        cash = {name: line[name] for name in ("payer", "payee", "amount_cents")}
        ask(f"{path}handovers/", cash | {"expected_entry": ask(path)["expected_entry"]})
    settled = ask(f"{path}settlement/")
    results = [seat["result_cents"] for seat in settled["seats"]]
    assert settled["is_settled"]
    assert sum(results) == 0
    assert any(results)
    print(f"A night was played and settled: {results}")


if __name__ == "__main__":
    main()
