"""The stored corpus: nights, verdicts and answers of earlier code come out the same; only sentences may differ."""

import json
from typing import Any

import pytest

from tests.api.programs import Program, program
from tests.corpus import doors
from tests.corpus.comparing import names, numbers, plain, stored, told

pytestmark = [pytest.mark.deep, pytest.mark.django_db, pytest.mark.no_cover]

type Ask = dict[str, Any]
"""A request with `path` and `content`, or an act that a game judges."""

NIGHT = ("", "balances/", "seats/", "disputes/", "settlement/", "companion/", "close/", "close/?coin_cents=25")
CLUB = ("club/", "players/", "rule-sets/", "sessions/?limit=100", "sessions/?state=closed")


def answers_of(*, reader: Program, books: Any) -> dict[str, Any]:
    """Return the answers about a club and its nights by path, without their sentences."""
    found: dict[str, Any] = {}

    def read(path: str) -> Any:
        status, answer = doors.ask(reader, "get", path)
        found[path] = [status, plain(answer)]
        return answer

    for path in CLUB:
        read(path)
    for player in books["players"]:
        if player["merged_into"] is None:  # wrong today: a merged player who has played is no answer but a fault
            read(f"players/{player['id']}/")
    for rule_set in books["rule_sets"]:
        read(f"rule-sets/{rule_set['id']}/")
        read(f"rule-sets/{rule_set['id']}/file/")
    for night in books["sessions"]:
        base = f"sessions/{night['id']}/"
        for path in NIGHT:
            read(base + path)
        lines = _lines(reader, base)
        found[f"{base}entries/"] = plain(lines)
        found[f"{base}statement/"] = _statement(reader, base, lines)
        found[f"{base}judge/"] = _judged(reader, base, night, lines)
        for entry in night["entries"]:
            for kept in entry["kept_verdicts"]:
                read(f"verdicts/{kept['id']}/")
    return found


def _lines(reader: Program, base: str) -> list[Any]:
    """Return every line of a night; each read alone, some tried here, is the same as in the list."""
    lines: list[Any] = []
    after: int | None = 0
    while after is not None:
        _, page = doors.ask(reader, "get", f"{base}entries/?limit=40&after={after}")
        lines, after = [*lines, *page["items"]], page["next_after"]
    for line in lines[::6]:
        assert doors.ask(reader, "get", f"{base}entries/{line['entry']}/") == (200, line)
    return lines


def _statement(reader: Program, base: str, lines: list[Any]) -> Any:
    _, statement = doors.ask(reader, "get", f"{base}statement/")
    while after := statement["next_after"]:
        _, page = doors.ask(reader, "get", f"{base}statement/?after={after}")
        statement |= {"entries": statement["entries"] + page["entries"], "next_after": page["next_after"]}
    by_number = {line["entry"]: line for line in lines}
    statement["lines"] = statement.pop("entries")
    for line in statement["lines"]:
        number = line["entry"]["entry"]
        if line["entry"] == by_number[number]:
            line["entry"] = number
    return plain(statement)


def _judged(reader: Program, base: str, night: Any, lines: list[Any]) -> dict[str, Any]:
    """Return what the hands of an open night would come to now.

    Today the judge of a night knows less than its table: a hand that names secrets, which were paid in
    another hand (C9), is left out here.
    """
    if any(line["kind"] == "close" and line["reversed_by"] is None for line in lines):
        return {}
    found = {}
    for line in lines:
        if line["kind"] == "hand" and not line["act"].get("secrets"):
            content = {"kind": "hand", "act": line["act"]}
            status, answer = doors.ask(reader, "post", f"{base}judge/", content)
            found[str(line["entry"])] = [status, plain(answer)]
    return found


def answered(ask: Ask) -> Any:
    """Return the answer to a question, without its sentences."""
    if "path" not in ask:
        return plain(doors.judged(**ask))
    status, answer = doors.ask(Program(), "post", ask["path"], ask["content"])
    if ask["path"].startswith("games/") and status == 200:
        return [status, _facts(answer)]
    if ask["path"] == "verdicts/" and status == 201:
        return [status, plain({name: answer[name] for name in ("answer", "rules", "engine_version")})]
    return [status, plain(answer)]


def _facts(answer: Any) -> Any:
    lines = [[line["rule"], line["count"], numbers(line["what"])] for line in answer["lines"]]
    return {"is_yes": answer["is_yes"], "numbers": numbers(answer["headline"].removesuffix(" (Q2).")), "lines": lines}


@pytest.mark.parametrize("name", names("club-"))
def test_a_club_is_imported_checked_shown_and_exported_as_ever(name: str) -> None:
    content = stored(name)
    text = json.dumps(content["export"], ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    club = doors.imported(text)
    assert doors.text_of(club) == text
    assert doors.findings(club) == []
    answers = answers_of(reader=program(club=club), books=content["export"])
    assert told(plain(content["answers"]), answers) == ""


@pytest.mark.parametrize("name", names("asked-"))
def test_a_question_is_answered_as_ever(name: str) -> None:
    cases = [case for case in stored(name) if "wrong_today" not in case]
    wrong = [(case["ask"], told(plain(case["answer"]), answered(case["ask"]))) for case in cases]
    assert [each for each in wrong if each[1]] == []
