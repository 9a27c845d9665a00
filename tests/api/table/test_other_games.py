"""The other games through the API: the same requests, with acts of their own."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Proposal, Session
from scoring.queries.table import matches
from tests import people
from tests.api.programs import Program, allow_proposals, error_of, player_program
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

FULL_HAND = {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}
HANDS: dict[str, dict[str, Any]] = {
    "khanhoo": {"out": 1, "melds": {"1": FULL_HAND}},
    "khanhoo_qing": {"result": "win", "winner": 1, "declared": True},
    "khanhoo_ming": {"captured": {"1": 15, "2": 9, "3": 3}},
    "cau_robat": {"piles": {"1": 20, "2": 10, "3": 10}},
}


def start(sheet: Program, game: str) -> Session:
    terms = {"game": game, "names": people.NAMES[:3], "currency": "PHP", "first_dealer": 1}
    answer = sheet.post("sessions/", terms)
    assert answer.status_code == 201, answer.json()
    return Session.objects.get(game=game)


def send(sheet: Program, session: Session, act: object) -> Any:
    now = people.expected(session)
    hand = {"act": act, "expected_after": now.after, "expected_entry": now.entry}
    return sheet.post(f"sessions/{session.public_id}/hands/", hand)


@pytest.mark.parametrize(
    ("game", "points", "results"),
    [
        ("khanhoo", {1: 34, 2: 0, 3: 0}, (0, 0, 0)),
        ("khanhoo_qing", {1: 0, 2: 0, 3: 0}, (200, -100, -100)),
        ("khanhoo_ming", {1: 15, 2: 9, 3: 3}, (0, 0, 0)),
        ("cau_robat", {1: 1, 2: 0, 3: 0}, (0, 0, 0)),
    ],
)
def test_a_hand_is_recorded_in_the_words_of_its_game(
    sheet: Program, game: str, points: dict[int, int], results: tuple[int, ...]
) -> None:
    session = start(sheet, game)
    assert send(sheet, session, HANDS[game]).status_code == 201
    assert matches.points_of(session=session) == points
    assert people.balances(session) == results


@pytest.mark.parametrize("game", list(HANDS))
def test_a_proposed_hand_is_looked_at_and_recorded_on_a_phone(
    sheet: Program, club: Club, host: Client, game: str
) -> None:
    session = start(sheet, game)
    allow_proposals(session)
    player = player_program(session=session, seat=people.BEN)
    proposals, address = f"sessions/{session.public_id}/proposals/", reverse("hand", args=[session.public_id])
    assert player.post(proposals, {"act": HANDS[game], "expected_after": 0}).status_code == 201

    (form,) = open_page(host, reverse("table", args=[session.public_id])).forms(action=address)
    (record,) = Page(host.post(address, form | {"step": "review"})).forms(action=address)
    host.post(address, record | {"step": "record"})

    assert session.entries.get().act == Proposal.objects.get().act


@pytest.mark.parametrize("game", list(HANDS))
def test_an_empty_hand_is_refused_whatever_the_game(sheet: Program, game: str) -> None:
    session = start(sheet, game)
    assert error_of(send(sheet, session, {}))[0] == 422
    assert session.entries.count() == 0


def test_a_hand_declared_in_another_game_is_not_verified_as_one_of_cuajo(sheet: Program) -> None:
    session = start(sheet, "khanhoo_qing")
    send(sheet, session, HANDS["khanhoo_qing"])
    claim = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    answer = sheet.post(f"sessions/{session.public_id}/entries/1/verdicts/", claim)
    assert answer.status_code == 404
