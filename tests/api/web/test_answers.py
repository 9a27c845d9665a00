"""What every answer has in common: keys, ETags, one shape for refusals, limits."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from scoring.api.web.base import OPEN_REQUESTS, REQUESTS
from scoring.models import ApiAnswer, Club, Entry, Player, Role, Session
from scoring.operations.table.seating import Order, change_seats
from tests import people
from tests.api.programs import Program, error_of, program

pytestmark = pytest.mark.django_db

NULL = "This must not be null."
HAND = {"act": people.WORKED_WIN, "expected_after": 0, "expected_entry": 0}


def test_the_same_key_with_the_same_content_writes_once_and_answers_the_same(sheet: Program, session: Session) -> None:
    key = uuid4()
    hands = f"sessions/{session.public_id}/hands/"
    first, second = (sheet.post(hands, HAND, key=key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert Entry.objects.count() == 1


def test_the_first_answer_is_given_again_whatever_happened_since(sheet: Program, session: Session) -> None:
    key = uuid4()
    hands = f"sessions/{session.public_id}/hands/"
    first = sheet.post(hands, HAND, key=key)
    sheet.post(f"sessions/{session.public_id}/entries/1/reverse/", {})
    assert sheet.post(hands, HAND, key=key).content == first.content
    assert Entry.objects.count() == 2


def test_the_same_key_with_other_content_is_refused(sheet: Program, session: Session) -> None:
    key = uuid4()
    hands = f"sessions/{session.public_id}/hands/"
    sheet.post(hands, HAND, key=key)
    other = {**HAND, "act": {**people.WORKED_WIN, "winner": people.BEN}}
    assert error_of(sheet.post(hands, other, key=key)) == (409, "key_reused")


def test_a_key_is_no_key_to_the_answers_of_another_program(club: Club, sheet: Program) -> None:
    key = uuid4()
    sheet.put("club/", {"name": "Sunday table", "time_zone": "Asia/Manila"}, key=key)
    other = program(club=club, role=Role.HOST)
    answer = other.put("club/", {"name": "Sunday table", "time_zone": "Asia/Manila"}, key=key)
    assert error_of(answer) == (409, "key_reused")


def test_a_refused_write_leaves_its_key_free(sheet: Program, session: Session) -> None:
    key = uuid4()
    hands = f"sessions/{session.public_id}/hands/"
    assert error_of(sheet.post(hands, {**HAND, "expected_entry": 7}, key=key)) == (409, "table_changed")
    assert not ApiAnswer.objects.exists()
    assert sheet.post(hands, HAND, key=key).status_code == 201


@pytest.mark.parametrize("key", ["", "x", "123"])
def test_a_write_without_a_key_is_refused(sheet: Program, key: str) -> None:
    answer = sheet.put("club/", {"name": "Sunday table", "time_zone": "Asia/Manila"}, key=key)
    assert error_of(answer) == (400, "idempotency_key_missing")


def test_writes_that_have_no_key_of_their_own_are_kept_too(club: Club, sheet: Program, session: Session) -> None:
    ana, key = Player.objects.get(name="Ana"), uuid4()
    renamed = sheet.patch(f"players/{ana.public_id}/", {"name": "Anna"}, key=key)
    sheet.patch(f"players/{ana.public_id}/", {"name": "Ana"})
    assert sheet.patch(f"players/{ana.public_id}/", {"name": "Anna"}, key=key).content == renamed.content
    assert Player.objects.get(pk=ana.pk).name == "Ana"


def test_an_answer_that_did_not_change_is_not_sent_again(sheet: Program, session: Session) -> None:
    balances = f"sessions/{session.public_id}/balances/"
    seen = sheet.get(balances)["ETag"]
    again = sheet.get(balances, **{"If-None-Match": seen})
    assert (again.status_code, again.content) == (304, b"")
    people.win(session)
    assert sheet.get(balances, **{"If-None-Match": seen}).status_code == 200


def test_an_answer_is_kept_in_no_shared_cache(sheet: Program) -> None:
    answer = sheet.get("club/")
    assert (answer["Cache-Control"], answer["Content-Type"]) == ("private", "application/json")
    assert "Authorization" in answer["Vary"]


def test_every_refusal_has_the_same_shape(sheet: Program, session: Session) -> None:
    here = f"sessions/{session.public_id}/"
    too_much = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    refusals = [
        Client().post("/api/v1/verify/", '{"hand": "\\ud800"}', content_type="application/json"),
        Client().post("/api/v1/verify/", "{", content_type="application/json"),
        Client().post("/api/v1/verify/", "[" * 100_000, content_type="application/json"),
        Client().post("/api/v1/verify/", '{"hand": NaN}', content_type="application/json"),
        Program().get(here),
        program(club=session.club, role=Role.VIEWER).post(f"{here}hands/", HAND),
        sheet.get(f"sessions/{uuid4()}/"),
        sheet.get("nothing/"),
        Client().post("/api/v1/nothing/"),
        sheet.get("verify/"),
        sheet.get(f"{here}settlement/"),
        Client().post("/api/v1/verify/", too_much, content_type="application/json"),
        Client().post("/api/v1/verify/", "hand=1O", content_type="application/x-www-form-urlencoded"),
        sheet.post(f"{here}hands/", {}),
        sheet.get(f"{here}entries/?limit=0"),
        sheet.get(f"{here}entries/?colour=red"),
    ]  # fmt: skip
    assert [error_of(refusal) for refusal in refusals] == [
        (400, "bad_json"),
        (400, "bad_json"),
        (400, "bad_json"),
        (400, "bad_json"),
        (401, "not_authenticated"),
        (403, "not_allowed"),
        (404, "not_found"),
        (404, "not_found"),
        (404, "not_found"),
        (405, "method_not_allowed"),
        (409, "session_open"),
        (413, "too_large"),
        (415, "unsupported_media_type"),
        (422, "invalid"),
        (422, "invalid"),
        (422, "invalid"),
    ]
    assert all({"code", "message"} <= set(refusal.json()["error"]) for refusal in refusals)


def test_every_field_that_is_wrong_is_named(sheet: Program, session: Session) -> None:
    hands = f"sessions/{session.public_id}/hands/"
    refused = sheet.post(hands, {"act": [], "expected_after": True, "colour": 1}).json()
    assert [(each["field"], each["detail"]) for each in refused["errors"]] == [
        ("colour", "There is no such field."),
        ("act", "This must be an object."),
        ("expected_after", "This must be a whole number."),
        ("expected_entry", "This is missing."),
    ]
    assert {"error": refused["error"]} == {
        "error": {
            "code": "invalid",
            "message": (
                "colour: There is no such field. act: This must be an object. "
                "expected_after: This must be a whole number. expected_entry: This is missing."
            ),
            "fields": {
                "colour": ["There is no such field."],
                "act": ["This must be an object."],
                "expected_after": ["This must be a whole number."],
                "expected_entry": ["This is missing."],
            },
        }
    }


def test_a_program_that_asks_too_often_waits(club: Club, sheet: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.api.web.base.REQUESTS", replace(REQUESTS, times=3))
    monkeypatch.setattr("scoring.operations.web.throttle.time", lambda: 0.0)
    answers = [sheet.get("club/").status_code for _ in range(3)]
    late = sheet.get("club/")
    assert set(answers) == {200}
    assert late["Retry-After"] == "60"
    assert late.json()["error"] == {
        "code": "throttled",
        "message": "Too many of these requests: 3 a minute are answered. Nothing was done. Try again in a minute.",
    }


def test_a_program_is_not_held_up_by_strangers_at_its_address(
    club: Club, sheet: Program, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr("scoring.api.web.base.OPEN_REQUESTS", replace(OPEN_REQUESTS, times=1))
    settings.WRITES_PER_MINUTE = 1
    claim = {"game": "cuajo", "hand": "", "bounit": "", "source": "discard"}
    strangers = [Program().post("verify/", claim).status_code for _ in range(3)]
    pages = [Client().post("/club/").status_code for _ in range(2)]
    mine = [sheet.post("verify/", claim).status_code for _ in range(3)]
    written = [sheet.put("club/", {"name": f"Club {number}", "time_zone": "UTC"}).status_code for number in range(3)]
    assert (strangers, pages) == ([422, 429, 429], [403, 429])
    assert (mine, written) == ([422] * 3, [200] * 3)


def test_a_hand_is_corrected_by_the_seats_it_was_played_on(sheet: Program, session: Session) -> None:
    people.win(session, winner=people.ANA)
    order = Order(names=("Eva", "Ben", "Carla", "Dan"))
    change_seats(session=session, order=order, expected_entry=1, stamp=people.stamp())
    lines = f"sessions/{session.public_id}/entries/"
    right = {"act": {**people.WORKED_WIN, "sowee": "5B"}, "reason": "The sowee was another"}

    corrected = sheet.post(f"{lines}1/correct/", right)
    late = sheet.post(f"{lines}1/correct/", {"act": people.WORKED_WIN, "reason": "No, it was that one"})

    assert (corrected.status_code, corrected.json()["act"]["winner"]) == (201, people.ANA)
    assert error_of(late) == (409, "hand_taken")
    assert late.json()["error"]["versions"]["yours"]["winner"] == people.ANA


@pytest.mark.parametrize(
    ("path", "content", "said"),
    [
        ("secrets/", {"seat": 9, "expected_entry": -1}, ["This must be 8 or less.", "This must be 0 or more."]),
        (
            "false-wins/",
            {"seat": None, "hand_is_void": "no", "expected_entry": 0},
            [NULL, "This must be true or false."],
        ),
        ("reopen/", {"reason": " "}, ["This must not be empty."]),
        ("reopen/", {"reason": "x" * 201}, ["This must have at most 200 characters."]),
        ("reopen/", {"reason": 1}, ["This must be a text."]),
        ("judge/", {"kind": "win", "act": {}}, ["'win' is none of the words known here."]),
        ("seats/", {"names": ["Ana"], "expected_entry": 0}, ["This must have 2 items or more."]),
        ("seats/", {"names": ["Ana"] * 9, "expected_entry": 0}, ["This must have 8 items or fewer."]),
        ("seats/", {"names": "Ana", "expected_entry": 0}, ["This must be a list."]),
    ],
)
def test_what_a_field_cannot_be_is_said_in_plain_words(
    sheet: Program, session: Session, path: str, content: dict[str, object], said: list[str]
) -> None:
    answer = sheet.post(f"sessions/{session.public_id}/{path}", content)
    assert answer.status_code == 422
    assert [messages for (messages,) in answer.json()["error"]["fields"].values()] == said
