"""The judge over the API: the verify contract, and the same answers as the pages give."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from scoring.games.base import Data
from scoring.games.cuajo import Cuajo, answer_claim, read_rules
from scoring.models import KeptVerdict, Session
from scoring.operations.web.throttle import KEPT_VERDICTS
from tests import people
from tests.api.programs import Program, error_of, program

pytestmark = pytest.mark.django_db

CASES = (settings.BASE_DIR / "tests" / "cases" / "cuajo.jsonl").read_text().splitlines()
HAND = people.WORKED_HAND
FIFTEEN = HAND.removesuffix(" 12B")
PAGAT = read_rules(value="pagat")


def ask(path: str, **content: object) -> Any:
    """Ask as a stranger."""
    return Program().post(f"verify/{path}", content, key="")


def answer_to(question_id: str, **entered: object) -> Data:
    """Return what the game answers."""
    question = next(each for each in Cuajo.questions if each.id == question_id)
    return question.answer(entered, PAGAT).data()


def test_verify_answers_every_shared_case_as_the_command_does() -> None:
    for line in CASES:
        case = json.loads(line)
        answer = Client().post("/api/v1/verify/", line, content_type="application/json")
        told = answer.json()
        assert ({"error": told["error"]} if answer.status_code >= 400 else told) == answer_claim(data=case), case
        assert answer.status_code == (422 if "error" in answer.json() else 200)


def test_waits_are_those_of_the_purro_page() -> None:
    answer = ask("waits/", hand=FIFTEEN, sowee="4O", secrets=[], extra="1O")
    assert answer.status_code == 200
    assert answer.json() == answer_to("purro", **{"hand": FIFTEEN, "sowee": "4O", "secrets": [], "extra": "1O"})


def test_a_near_miss_names_melds_strays_and_what_would_help() -> None:
    assert ask("near-miss/", hand="1O 1C 1B 3O 4O", sowee="5O").json() == {
        "count": 5,
        "waits": ["5O"],
        "near_miss": {
            "melded": 3,
            "melds": [["1O", "1C", "1B"]],
            "strays": ["3O", "4O"],
            "changes": [],
            "distance": None,
        },
        "problems": [],
    }


def test_a_hand_that_cannot_be_says_why_and_has_no_near_miss() -> None:
    answer = ask("near-miss/", hand="1O 1O 1O 1O 1O").json()
    assert (answer["near_miss"], [problem["code"] for problem in answer["problems"]]) == (None, ["too_many_copies"])


def test_chances_of_extra_cards_are_exact() -> None:
    answer = ask("extra-cards/", hand=HAND, bounit="5B", sowee="4O")
    assert answer.json() == answer_to(
        "extra", **{"hand": HAND, "bounit": "5B", "sowee": "4O", "extra": "", "stock": None}
    )


def test_c32_extra_cards_of_a_flat_porbis_change_nothing() -> None:
    porbis = "1O 1C 1E 1B 3O 3C 3E 3B 4O 4C 4E 4B 5O 5C 5E 5B"
    answer = ask("extra-cards/", hand=porbis, bounit="1O", sowee="11B").json()
    assert (answer["needs"], answer["may_turn"], answer["endings"]) == (
        [],
        0,
        [{"name": "porbis", "chance": "1", "cents": 300}],
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"bounit": "12O"}, "bounit_not_in_hand"),
        ({"hand": FIFTEEN}, "wrong_card_count"),
        ({"rules": "pricelist"}, "no_extra_cards"),
        ({"hand": HAND.replace("12B", "11B")}, "not_a_win"),
    ],
)
def test_a_question_about_extra_cards_that_makes_no_sense_is_refused(changes: dict[str, str], code: str) -> None:
    answer = ask("extra-cards/", **{"hand": HAND, "bounit": "5B", "sowee": "4O", **changes})
    assert error_of(answer) == (422, code)


def test_a_card_goes_to_whose_turn_comes_soonest() -> None:
    players = [
        {"seat": 1},
        {"seat": 2, "standing": "purro", "completes": True},
        {"seat": 3},
        {"seat": 4, "standing": "purro", "completes": True},
    ]
    answer = ask("claims/", how="drawn", by=1, card="5B", players=players).json()
    assert answer["winner"] == "2"
    assert [(one["seat"], one["wins"]) for one in answer["claimants"]] == [(2, True), (4, False)]


@pytest.mark.parametrize("by", [5, 3])
def test_a_card_is_drawn_by_somebody_who_plays(by: int) -> None:
    answer = ask("claims/", how="drawn", by=by, players=[{"seat": 1}, {"seat": 2}])
    assert error_of(answer) == (422, "unknown_seat")


def test_words_that_are_no_cards_are_refused_not_left_out() -> None:
    answer = ask("waits/", hand=f"{FIFTEEN} joker")
    assert error_of(answer) == (422, "unknown_card")


def test_rules_that_nobody_knows_are_refused() -> None:
    assert error_of(ask("waits/", hand=FIFTEEN, rules="pagatt")) == (422, "unknown_rules")
    assert error_of(ask("waits/", hand=FIFTEEN, rules={"secrets": 1})) == (422, "unknown_house_rule")


def test_an_answer_can_be_kept_and_read_by_whoever_knows_its_id() -> None:
    key = uuid4()
    question = {"hand": HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    kept = Program().post("verdicts/", {"kind": "win", "question": question}, key=key)
    asked = {"question": "win", **question, "secrets": [], "extra": ""}
    assert kept.status_code == 201
    assert kept.json() == {
        "id": str(key),
        "address": f"/verdict/{key}/",
        "game": "cuajo",
        "question": asked,
        "rules": KeptVerdict.objects.get().rules,
        "answer": answer_to("win", **asked),
        "engine_version": KeptVerdict.objects.get().engine_version,
        "kept_at": kept.json()["kept_at"],
    }
    assert Program().get(f"verdicts/{key}/").json() == kept.json()
    assert Client().get(kept.json()["address"]).status_code == 200


def test_a_win_that_cannot_be_is_not_kept() -> None:
    question = {"hand": FIFTEEN, "bounit": "5B", "source": "discard", "sowee": "4O"}
    answer = Program().post("verdicts/", {"kind": "win", "question": question})
    assert error_of(answer) == (422, "wrong_card_count")
    assert not KeptVerdict.objects.exists()


def test_nobody_keeps_more_answers_in_a_minute_than_a_table_needs() -> None:
    content = {"kind": "purro", "question": {"hand": FIFTEEN}}
    answers = [Program().post("verdicts/", content).status_code for _ in range(KEPT_VERDICTS.times)]
    assert set(answers) == {201}
    assert error_of(Program().post("verdicts/", content)) == (429, "throttled")


def test_a_declared_hand_is_verified_under_the_rules_of_its_session(session: Session) -> None:
    declared = {
        "result": "win", "winner": 1, "declared": True, "source": "discard", "sowee": "4O",
        "kings_of_coins": 0, "other_kings": 1, "porbis": False,
        "bounit_condition": False, "sowee_condition": True,
    }  # fmt: skip
    sheet = program(club=session.club)
    hands = f"sessions/{session.public_id}/hands/"
    sheet.post(hands, {"act": declared, "expected_after": 0, "expected_entry": 0})
    question = {"hand": HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    kept = sheet.post(f"sessions/{session.public_id}/entries/1/verdicts/", question)
    assert (kept.status_code, kept.json()["answer"]["per_opponent"]) == (201, 90)
    assert KeptVerdict.objects.get().entry == session.entries.get()
    refused = sheet.post(f"sessions/{session.public_id}/entries/1/verdicts/", {**question, "rules": "pagat"})
    assert error_of(refused) == (422, "invalid")
