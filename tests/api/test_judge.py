"""The judge over the API: the verify contract, and the same answers as the game gives."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from scoring.games.cuajo import Cuajo, answer_claim, read_rules
from scoring.models import KeptVerdict, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.web.throttle import KEPT_VERDICTS
from tests import people
from tests.api.programs import Program, error_of

pytestmark = pytest.mark.django_db

CASES = (settings.BASE_DIR / "tests" / "cases" / "cuajo.jsonl").read_text().splitlines()
HAND = people.WORKED_HAND
FIFTEEN = HAND.removesuffix(" 12B")
WIN = {"hand": HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
EXTRA = {"hand": HAND, "bounit": "5B", "sowee": "4O"}


def ask(path: str, **content: object) -> Any:
    return Program(version=2).post(f"verify/{path}", content, key="")


@pytest.mark.parametrize("line", CASES, ids=range(len(CASES)))
def test_verify_answers_a_shared_case_as_the_command_does(line: str) -> None:
    answer = Client().post("/api/v1/verify/", line, content_type="application/json")
    told, same = answer.json(), answer_claim(data=json.loads(line))
    shown = {"error": told["error"]} if "error" in told else told
    assert (answer.status_code, shown) == (422 if "error" in same else 200, same)


def test_a_hand_that_cannot_be_has_no_near_miss_and_says_why() -> None:
    answer = ask("near-miss/", hand="1O 1O 1O 1O 1O").json()
    assert (answer["near_miss"], [each["code"] for each in answer["problems"]]) == (None, ["too_many_copies"])


@pytest.mark.parametrize(
    ("path", "asked", "code"),
    [
        ("extra-cards/", {**EXTRA, "bounit": "12O"}, "bounit_not_in_hand"),
        ("extra-cards/", {**EXTRA, "hand": FIFTEEN}, "wrong_card_count"),
        ("extra-cards/", {**EXTRA, "rules": "pricelist"}, "no_extra_cards"),
        ("extra-cards/", {**EXTRA, "hand": HAND.replace("12B", "11B")}, "not_a_win"),
        ("claims/", {"how": "drawn", "by": 4, "players": [{"seat": 1}, {"seat": 2}]}, "unknown_seat"),
        ("waits/", {"hand": f"{FIFTEEN} joker"}, "unknown_card"),
        ("waits/", {"hand": FIFTEEN, "rules": "pagatt"}, "unknown_rules"),
        ("waits/", {"hand": FIFTEEN, "rules": {"secrets": 1}}, "unknown_house_rule"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(path: str, asked: dict[str, object], code: str) -> None:
    assert error_of(ask(path, **asked)) == (422, code)


def test_an_answer_can_be_kept_and_read_by_whoever_knows_its_id() -> None:
    key, stranger = uuid4(), Program(version=2)
    made = stranger.post("verdicts/", {"kind": "win", "question": WIN}, key=key)
    win = next(each for each in Cuajo.questions if each.id == "win")
    asked, kept = {"question": "win", **WIN, "secrets": [], "extra": ""}, KeptVerdict.objects.get()
    assert (made.status_code, made.json()) == (
        201,
        {
            "id": str(key),
            "address": f"/verdict/{key}/",
            "game": "cuajo",
            "question": asked,
            "rules": kept.rules,
            "answer": win.answer(asked, read_rules(value="pagat")).data(),
            "engine_version": kept.engine_version,
            "kept_at": made.json()["kept_at"],
        },
    )
    assert stranger.get(f"verdicts/{key}/").json() == made.json()


def test_nobody_keeps_a_win_that_cannot_be_or_more_answers_in_a_minute_than_a_table_needs() -> None:
    content = {"kind": "purro", "question": {"hand": FIFTEEN}}
    impossible = {"kind": "win", "question": {**WIN, "hand": FIFTEEN}}
    assert error_of(Program(version=2).post("verdicts/", impossible)) == (422, "wrong_card_count")
    *kept, refused = [Program(version=2).post("verdicts/", content) for _ in range(KEPT_VERDICTS.times + 1)]
    assert ({answer.status_code for answer in kept}, error_of(refused)) == ({201}, (429, "throttled"))


def test_a_declared_hand_is_verified_under_the_rules_of_its_session(
    session: Session, here: str, sheet: Program
) -> None:
    seen = people.expected(session)
    entry = record_hand(session=session, act=people.DECLARED_WIN, expected=seen, stamp=people.stamp())
    kept = sheet.post(f"{here}entries/1/verdicts/", WIN)
    assert (kept.status_code, kept.json()["answer"]["per_opponent"]) == (201, 90)
    assert KeptVerdict.objects.get().entry == entry
    assert error_of(sheet.post(f"{here}entries/1/verdicts/", {**WIN, "rules": "pagat"})) == (422, "invalid")
