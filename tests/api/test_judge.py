"""The judge over the API: the verify contract, and the same answers as the game gives."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from scoring.games.base import Data
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
SEATS = [{"seat": 1}, {"seat": 2, "standing": "purro", "completes": True}, {"seat": 3}]
AND_A_CLAIMANT = [*SEATS, {"seat": 4, "standing": "purro", "completes": True}]


def ask(path: str, **content: object) -> Any:
    """Ask as a stranger."""
    return Program(version=2).post(f"verify/{path}", content, key="")


def answer_to(question_id: str, **entered: object) -> Data:
    """Return what the game answers."""
    question = next(each for each in Cuajo.questions if each.id == question_id)
    return question.answer(entered, read_rules(value="pagat")).data()


@pytest.mark.parametrize("line", CASES, ids=range(len(CASES)))
def test_verify_answers_a_shared_case_as_the_command_does(line: str) -> None:
    answer = Client().post("/api/v1/verify/", line, content_type="application/json")
    told, same = answer.json(), answer_claim(data=json.loads(line))
    shown = {"error": told["error"]} if "error" in told else told
    assert (answer.status_code, shown) == (422 if "error" in same else 200, same)


@pytest.mark.parametrize(
    ("path", "question", "entered"),
    [
        ("waits/", "purro", {"hand": FIFTEEN, "sowee": "4O", "secrets": [], "extra": "1O"}),
        ("extra-cards/", "extra", {**EXTRA, "extra": "", "stock": None}),
    ],
)
def test_an_answer_is_that_of_its_game_and_says_cents(path: str, question: str, entered: dict[str, object]) -> None:
    asked = {name: value for name, value in entered.items() if value not in ("", None)}
    text = json.dumps(answer_to(question, **entered))
    for name, renamed in {"cents": "amount_cents", "per_opponent": "per_opponent_cents", "best": "best_cents"}.items():
        text = text.replace(f'"{name}":', f'"{renamed}":')
    assert ask(path, **asked).json() == json.loads(text)


def test_a_near_miss_names_melds_strays_and_what_would_help() -> None:
    melds = {"melded": 3, "melds": [["1O", "1C", "1B"]], "strays": ["3O", "4O"], "changes": [], "distance": None}
    near = {"count": 5, "waits": ["5O"], "near_miss": melds, "problems": []}
    assert ask("near-miss/", hand="1O 1C 1B 3O 4O", sowee="5O").json() == near
    impossible = ask("near-miss/", hand="1O 1O 1O 1O 1O").json()
    codes = [problem["code"] for problem in impossible["problems"]]
    assert (impossible["near_miss"], codes) == (None, ["too_many_copies"])


@pytest.mark.parametrize(
    ("path", "asked", "code"),
    [
        ("extra-cards/", {**EXTRA, "bounit": "12O"}, "bounit_not_in_hand"),
        ("extra-cards/", {**EXTRA, "hand": FIFTEEN}, "wrong_card_count"),
        ("extra-cards/", {**EXTRA, "rules": "pricelist"}, "no_extra_cards"),
        ("extra-cards/", {**EXTRA, "hand": HAND.replace("12B", "11B")}, "not_a_win"),
        ("claims/", {"how": "drawn", "by": 4, "players": SEATS}, "unknown_seat"),
        ("waits/", {"hand": f"{FIFTEEN} joker"}, "unknown_card"),
        ("waits/", {"hand": FIFTEEN, "rules": "pagatt"}, "unknown_rules"),
        ("waits/", {"hand": FIFTEEN, "rules": {"secrets": 1}}, "unknown_house_rule"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(path: str, asked: dict[str, object], code: str) -> None:
    assert error_of(ask(path, **asked)) == (422, code)


@pytest.mark.parametrize(
    ("players", "winner", "claimants"),
    [(AND_A_CLAIMANT, 2, [(2, True), (4, False)]), ([{"seat": 1}, {"seat": 2}], None, [])],
    ids=["two claim it", "nobody does"],
)
def test_a_card_goes_to_whose_turn_comes_soonest(
    players: list[object], winner: int | None, claimants: list[tuple[int, bool]]
) -> None:
    answer = ask("claims/", how="drawn", by=1, card="5B", players=players).json()
    told = [(one["seat"], one["wins"]) for one in answer["claimants"]]
    assert (answer["winner"], told) == (winner, claimants)


def test_an_answer_can_be_kept_and_read_by_whoever_knows_its_id() -> None:
    key, stranger = uuid4(), Program(version=2)
    made = stranger.post("verdicts/", {"kind": "win", "question": WIN}, key=key)
    asked, kept = {"question": "win", **WIN, "secrets": [], "extra": ""}, KeptVerdict.objects.get()
    assert (made.status_code, made.json()) == (
        201,
        {
            "id": str(key),
            "address": f"/verdict/{key}/",
            "game": "cuajo",
            "question": asked,
            "rules": kept.rules,
            "answer": answer_to("win", **asked),
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
