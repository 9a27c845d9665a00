"""Acts that cannot be, by the operation and by both requests of a program: the same codes."""

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.base import ActKind, Data, ImpossibleError
from scoring.models import Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_penalty
from tests import people
from tests.api.programs import program
from tests.people import ANA, BEN

QUAD = people.WORKED_WIN | {"hand": "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C", "bounit": "4E"}
HAND, PENALTY = ActKind.HAND, ActKind.PENALTY


@pytest.mark.parametrize(
    ("kind", "act", "secrets", "codes"),
    [
        pytest.param(HAND, QUAD, (ANA,), ["secrets_not_named"], id="secret not named"),
        pytest.param(HAND, QUAD | {"secrets": ["3O"]}, (BEN,), ["secrets_not_paid"], id="secret not paid"),
        pytest.param(HAND, QUAD | {"extras": "11O"}, (), ["unknown_key"], id="a misspelt key"),
        pytest.param(HAND, QUAD | {"winner": 9, "bounit": "7X"}, (), ["unknown_seat", "unknown_card"], id="two"),
        pytest.param(PENALTY, {"seat": 1}, (), ["unknown_act"], id="penalty"),
    ],
)
def test_every_door_refuses_a_bad_act_with_the_same_codes(
    session: Session, kind: ActKind, act: Data, secrets: tuple[int, ...], codes: list[str]
) -> None:
    for seat in secrets:
        people.lay_secret(session, seat=seat)
    newest = session.entries.count()
    path, ask = f"sessions/{session.public_id}", program(club=session.club).post
    name, seen = ("penalties", {}) if kind is PENALTY else ("hands", {"expected_after": 0})
    answers = (
        ask(f"{path}/{name}/", {"act": act, "expected_entry": newest, **seen}),
        ask(f"{path}/judge/", {"kind": kind.value, "act": act}),
    )
    said = [[problem["code"] for problem in answer.json()["error"]["problems"]] for answer in answers]
    as_hand = partial(record_hand, expected=people.expected(session))
    record = partial(record_penalty, expected_entry=newest) if kind is PENALTY else as_hand

    with pytest.raises(ImpossibleError) as refused:
        record(session=session, act=act, stamp=people.stamp())

    assert [problem.code for problem in refused.value.problems] == codes
    assert ([answer.status_code for answer in answers], said) == ([422, 422], [codes, codes])
    assert session.entries.count() == newest


def test_a_game_without_penalties_has_no_page_for_one(host: Client, session: Session) -> None:
    assert host.get(reverse("penalty", args=[session.public_id])).status_code == 404
