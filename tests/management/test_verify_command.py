"""`manage.py verify`: one hand in words, a stream as JSON lines."""

import io
import json
import os
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


def test_valid_hand_is_told_in_words_with_status_0() -> None:
    text, status = run(**ONE)
    assert status == 0
    assert text.splitlines() == [
        "Valid: 90 from each opponent (pagat/1)",
        "      70  Only the sowee condition met (C28)",
        "      20  1 other king (C26)",
        "Bounit condition: not met; sowee condition: met",
        "Extra cards used: 0",
        "Melds:",
        "  1O 1C 1B  set",
        "  3O 3C 3E  set",
        "  4O 4C 4B  set",
        "  5O 5E 5B  set",
        "  10O 10C 10E  set",
        "  12B  king",
    ]


def test_hand_that_is_no_win_is_told_in_words_with_status_1() -> None:
    text, status = run(**ONE | {"hand": EXAMPLE.replace("12B", "11B")})
    assert status == 1
    assert text.splitlines()[0] == "Not valid: 15 of 16 cards lie in melds (C8)"
    assert text.splitlines()[-1] == "  11B into 1E 3B 4E 5C 10B 12O 12C 12E 12B"


def test_hand_far_from_a_win_is_told_so() -> None:
    text, status = run(**ONE | {"hand": "1O 1O 3C 3C 4E 4E 5B 5B 10O 10O 11C 11C 10E 10E 11B 11B"})
    assert status == 1
    assert text.splitlines()[-2:] == ["No change of a single card makes it a win.", "6 cards would have to be others."]


def test_impossible_hand_is_told_in_words_with_status_2() -> None:
    text, status = run(**ONE | {"bounit": "12B"})
    assert status == 2
    assert text.splitlines()[1].startswith("  king_from_discards: ")


def test_options_take_secrets_extra_cards_and_house_rules() -> None:
    hand = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    options = {"hand": hand, "bounit": "4C", "source": "discard", "sowee": "5C", "secrets": "3O"}
    text, status = run(**options, extra="1B", rules='{"preset": "pagat", "neither_condition": 30}')
    assert (status, text.splitlines()[0]) == (0, "Valid: 140 from each opponent (pagat/1)")
    assert "  3O 3O 3O 3O  secret" in text.splitlines()


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
    assert (status, text.splitlines()[0]) == (0, "Valid: 210 from each opponent (pagat/1)")


def test_words_that_are_no_cards_are_named_with_their_option() -> None:
    text, status = run(**ONE | {"hand": EXAMPLE + " joker 13X", "sowee": "oros", "extra": "hari de"})
    assert status == 2
    assert text.splitlines()[1:] == [
        "  unknown_card: Not a card of the cuajo pack in hand: joker, 13X.",
        "  unknown_card: Not a card of the cuajo pack in sowee: oros.",
        "  unknown_card: Not a card of the cuajo pack in extra: hari, de.",
        "  wrong_card_count: A winning hand has 16 cards, this one has 18 (C8).",
    ]


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
