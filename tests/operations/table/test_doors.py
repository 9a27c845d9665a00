"""Acts that cannot be, by the operation and by both requests of a program: the same codes."""

from dataclasses import dataclass
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.base import ActKind, Data, ImpossibleError
from scoring.models import Club, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_penalty
from tests import people
from tests.api.programs import program
from tests.people import ANA, BEN

QUAD = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
DRAWN_QUAD = people.WORKED_WIN | {"source": "self_drawn", "hand": QUAD, "bounit": "4E"}
PRICED = people.WORKED_WIN | {"source": "self_drawn", "sowee": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """An act that no door takes, and the codes that say why."""

    act: Data
    codes: list[str]
    game: str = "cuajo"
    rules: object = None
    kind: ActKind = ActKind.HAND
    secret: int = 0
    players: int = 4


RANKS = {"dealer": 1, "face_up": "1 2 3 4", "plays": "1 1 1 1 1"}
CHEATING = {"seat": 1, "offence": "cheating", "chosen": "off_offender", "why": "?"}
ACTS = {
    "paid secret not named": Bad(act=DRAWN_QUAD, codes=["secrets_not_named"], secret=ANA),
    "named secret not paid": Bad(act=DRAWN_QUAD | {"secrets": ["3O"]}, codes=["secrets_not_paid"], secret=BEN),
    "price list without sowee": Bad(act=PRICED, codes=["sowee_missing"], rules={"preset": "pricelist"}),
    "a misspelt key": Bad(act=people.WORKED_WIN | {"extras": "11O"}, codes=["unknown_key"]),
    "a penalty in cuajo": Bad(act={"seat": 1}, codes=["unknown_act"], kind=ActKind.PENALTY),
    "khanhoo": Bad(act={"out": 1, "orphan": 2}, codes=["orphan_not_allowed"], game="khanhoo"),
    "a penalty of khanhoo": Bad(
        act=CHEATING, codes=["unknown_word", "unknown_key"], game="khanhoo", kind=ActKind.PENALTY
    ),
    "Qing": Bad(act={"result": "win"}, codes=["unknown_seat", "wrong_card_count"], game="khanhoo_qing"),
    "Ming": Bad(
        act={"tricks": "9C 8C / 7C"}, codes=["unknown_seat", "wrong_play_count"], game="khanhoo_ming", players=3
    ),
    "cau robat": Bad(act=RANKS, codes=["wrong_card_count", "too_many_copies"], game="cau_robat"),
}


@pytest.mark.parametrize("bad", ACTS.values(), ids=ACTS)
def test_every_door_refuses_a_bad_act_with_the_same_codes(bad: Bad, club: Club) -> None:
    session = people.start_night(club=club, game=bad.game, rules=bad.rules, names=people.NAMES[: bad.players])
    if bad.secret:
        people.lay_secret(session, seat=bad.secret)
    newest, is_penalty = session.entries.count(), bad.kind is ActKind.PENALTY
    ask = program(club=club).post
    path, sent = f"sessions/{session.public_id}", {"act": bad.act, "expected_entry": newest}
    answers = (
        ask(f"{path}/penalties/", sent) if is_penalty else ask(f"{path}/hands/", sent | {"expected_after": 0}),
        ask(f"{path}/judge/", {"kind": bad.kind.value, "act": bad.act}),
    )
    said = [[problem["code"] for problem in answer.json()["error"]["problems"]] for answer in answers]
    as_hand = partial(record_hand, expected=people.expected(session))
    record = partial(record_penalty, expected_entry=newest) if is_penalty else as_hand

    with pytest.raises(ImpossibleError) as refused:
        record(session=session, act=bad.act, stamp=people.stamp())

    assert [problem.code for problem in refused.value.problems] == bad.codes
    assert ([answer.status_code for answer in answers], said) == ([422, 422], [bad.codes] * 2)
    assert session.entries.count() == newest


def test_a_game_without_penalties_has_no_page_for_one(host: Client, session: Session) -> None:
    assert host.get(reverse("penalty", args=[session.public_id])).status_code == 404
