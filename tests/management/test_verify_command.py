"""`manage.py verify`: one hand in words, a stream as JSON lines."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.games.cuajo.claims import EXAMPLE, problems

ROOT = Path(__file__).parents[2]
CASES = (ROOT / "tests" / "cases" / "cuajo.jsonl").read_text().splitlines()
ONE = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}


def run(**options: str) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("verify", stdout=out, **options)
    except SystemExit as stop:
        return out.getvalue(), int(stop.code or 0)
    return out.getvalue(), 0


def stream(monkeypatch: pytest.MonkeyPatch, data: bytes) -> list[dict[str, object]]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    text, status = run()
    assert status == 0
    return [json.loads(line) for line in text.splitlines()]


def test_a_valid_hand_is_told_line_by_line_with_status_0() -> None:
    text, status = run(**ONE)
    told = [re.findall(r"\bC\d+|\d+", line) for line in text.splitlines()]
    assert (status, told[:4]) == (0, [["90", "1"], ["70", "C28"], ["20", "1", "C26"], []])
    assert [line.split()[:3] for line in text.splitlines()[-6:-1]] == [
        ["1O", "1C", "1B"], ["3O", "3C", "3E"], ["4O", "4C", "4B"], ["5O", "5E", "5B"], ["10O", "10C", "10E"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "status", "codes", "last"),
    [
        ({"hand": EXAMPLE.replace("12B", "11B")}, 1, [], "11B"),
        ({"hand": "1O 1O 3C 3C 4E 4E 5B 5B 10O 10O 11C 11C 10E 10E 11B 11B"}, 1, [], "6"),
        ({"bounit": "12B"}, 2, ["king_from_discards"], ""),
        (
            {"hand": EXAMPLE + " joker 13X", "sowee": "oros", "extra": "hari de"},
            2,
            ["unknown_card", "unknown_card", "unknown_card", "wrong_card_count"],
            "",
        ),
    ],
)
def test_a_hand_that_is_no_win_or_impossible_has_a_status_and_codes(
    changes: dict[str, str], status: int, codes: list[str], last: str
) -> None:
    text, ended = run(**ONE | changes)
    assert (ended, re.findall(r"^  (\w+): ", text, flags=re.MULTILINE)) == (status, codes)
    assert last in text.splitlines()[-1]


def test_options_take_secrets_extra_cards_and_house_rules() -> None:
    hand = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    options = {"hand": hand, "bounit": "4C", "source": "discard", "sowee": "5C", "secrets": "3O"}
    text, status = run(**options, extra="1B", rules='{"preset": "pagat", "neither_condition": 30}')
    assert (status, re.findall(r"\d+", text.splitlines()[0])) == (0, ["140", "1"])
    assert ["3O", "3O", "3O", "3O"] in [line.split()[:4] for line in text.splitlines()]


def test_cards_of_one_hand_may_be_words_of_three_languages() -> None:
    text, status = run(
        hand="alas oros, 3x 12 copas, rey de bastos and sota de bastos, kabayo ng bastos; "
        "3 of coins 4 of coins 5 of coins, 1C 1E, 4E 4B 4 kopas, hari espada",
        bounit="ace of swords",
        source="claimed",
        sowee="tres oros",
        secrets="",
        extra="alas bastos",
    )
    assert (status, re.findall(r"\d+", text.splitlines()[0])) == (0, ["210", "1"])


def test_stream_reads_notation_only(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = stream(monkeypatch, json.dumps({"game": "cuajo", **ONE, "sowee": "4 oros"}).encode())
    assert problems(answer) == {"unknown_card": ["4", "oros"]}


@pytest.mark.parametrize("rules", ["manila", "5", "{", "null", "[" * 100_000])
def test_unknown_rules_are_refused(rules: str) -> None:
    text, status = run(**ONE, rules=rules)
    assert (status, "unknown_rules" in text) == (2, True)


def test_stream_is_answered_line_by_line_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = [json.loads(line) for line in CASES]
    answers = stream(monkeypatch, "\n".join(json.dumps(one["claim"]) for one in claims).encode())
    assert len(answers) == len(claims)
    for one, answer in zip(claims, answers, strict=True):
        expected = {key: value for key, value in one["expect"].items() if key != "problems"}
        assert {key: answer.get(key) for key in expected} == expected
        assert ("error" in answer) is ("problems" in one["expect"])


def test_stream_goes_on_after_lines_that_are_no_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps({"game": "cuajo", **ONE}).encode()
    answers = stream(monkeypatch, b"\xef\xbb\xbf" + good + b"\nnonsense\n\n\xff\xfe\n[1]\n" + good)
    assert [answer.get("per_opponent") for answer in answers] == [90, None, None, None, None, 90]


def test_stream_ends_quietly_when_nobody_reads_its_answers_any_more(tmp_path: Path) -> None:
    claims = tmp_path / "claims"
    claims.write_text((json.dumps({"game": "cuajo", **ONE}) + "\n") * 2)
    unread, answers = os.pipe()
    os.close(unread)
    with claims.open() as lines:
        command = (sys.executable, "manage.py", "verify")
        ended = subprocess.run(
            command, cwd=ROOT, stdin=lines, stdout=answers, stderr=subprocess.PIPE, timeout=180, check=False
        )
    os.close(answers)
    assert (ended.returncode, ended.stderr) == (1, b"")
