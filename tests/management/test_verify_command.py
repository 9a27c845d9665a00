"""`manage.py verify`: one hand in words, a stream as JSON lines."""

import io
import json
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.games.cuajo.claims import EXAMPLE, problems

ONE = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
CLAIM = json.dumps({"game": "cuajo", **ONE}).encode()


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
    melds = ["1O 1C 1B", "3O 3C 3E", "4O 4C 4B", "5O 5E 5B", "10O 10C 10E"]
    assert [line.split()[:3] for line in text.splitlines()[-6:-1]] == [meld.split() for meld in melds]


@pytest.mark.parametrize(
    ("changes", "status", "codes", "last"),
    [
        ({"hand": EXAMPLE.replace("12B", "11B")}, 1, [], "11B"),
        ({"hand": "1O 1O 3C 3C 4E 4E 5B 5B 10O 10O 11C 11C 10E 10E 11B 11B"}, 1, [], "6"),
        ({"bounit": "12B"}, 2, ["king_from_discards"], ""),
        (
            {"hand": f"{EXAMPLE} joker 13X", "sowee": "oros", "extra": "hari de"},
            2,
            [*["unknown_card"] * 3, "wrong_card_count"],
            "",
        ),
        *(({"rules": rules}, 2, ["unknown_rules"], "") for rules in ("manila", "{", "[" * 100_000)),
    ],
)
def test_no_win_has_a_status_and_codes(changes: dict[str, str], status: int, codes: list[str], last: str) -> None:
    text, ended = run(**ONE | changes)
    assert (ended, re.findall(r"^  (\w+): ", text, flags=re.MULTILINE)) == (status, codes)
    assert last in text.splitlines()[-1]


def test_options_take_secrets_extra_cards_and_house_rules() -> None:
    hand = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    options = {"hand": hand, "bounit": "4C", "source": "discard", "sowee": "5C", "secrets": "3O"}
    text, status = run(**options, extra="1B", rules='{"preset": "pagat", "neither_condition": 30}')
    assert (status, re.findall(r"\d+", text.splitlines()[0])) == (0, ["140", "1"])
    assert ["3O", "3O", "3O", "3O"] in [line.split()[:4] for line in text.splitlines()]


def test_stream_reads_notation_only(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = stream(monkeypatch, CLAIM.replace(b'4O"}', b'4 oros"}'))
    assert problems(answer) == {"unknown_card": ["4", "oros"]}


def test_stream_is_answered_line_by_line_also_after_lines_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    other = CLAIM.replace(b"discard", b"self_drawn")
    answers = stream(monkeypatch, b"\xef\xbb\xbf" + CLAIM + b"\nnonsense\n\n\xff\xfe\n[1]\n" + other)
    assert [answer.get("per_opponent") for answer in answers] == [90, None, None, None, None, 130]


def test_stream_ends_quietly_when_nobody_reads_its_answers_any_more() -> None:
    unread, answers = os.pipe()
    os.close(unread)
    command = (sys.executable, "manage.py", "verify")
    ended = subprocess.run(
        command, cwd=settings.BASE_DIR, input=CLAIM, stdout=answers, stderr=subprocess.PIPE, timeout=180, check=False
    )
    os.close(answers)
    assert (ended.returncode, ended.stderr) == (1, b"")
