"""Secrets and their refunds: a hand that was won with a secret never stands without it."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Dispute, Entry, Ruling, Session
from scoring.operations.errors import NotReversibleError
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_session
from scoring.queries.table import tables
from tests import people
from tests.api.programs import error_of, program
from tests.people import ANA, BEN

pytestmark = pytest.mark.django_db


def lay_secret(session: Session, *, seat: int = BEN) -> Entry:
    newest = tables.last_entry_number(session=session)
    return record_secret(session=session, seat=seat, expected_entry=newest, stamp=people.stamp())


def win_with_secret(session: Session, **changes: object) -> Entry:
    act = {**LAID_SECRET, **changes}
    return record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())


def object_to(entry: Entry) -> Dispute:
    seat = entry.session.seats.get(number=ANA)
    return raise_dispute(entry=entry, seat=seat, why="three of them", stamp=people.stamp())


def uphold_an_objection(entry: Entry) -> None:
    give_voice(dispute=object_to(entry), seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp())


UPHELD = {"ruling": "uphold", "expected_objections": "1"}
TAKEN_BACK: dict[str, Callable[[Entry], object]] = {
    "refunded": lambda entry: refund_false_secret(entry=entry, reason="three of them", stamp=people.stamp()),
    "undone": lambda entry: undo(entry=entry, reason="three of them", stamp=people.stamp()),
    "objected to": uphold_an_objection,
}


@pytest.mark.parametrize("way", TAKEN_BACK)
def test_a_secret_is_not_taken_back_under_a_hand_that_was_won_with_it(session: Session, way: str) -> None:
    secret = lay_secret(session)
    win_with_secret(session)
    before = people.balances(session)
    with pytest.raises(NotReversibleError) as refused:
        TAKEN_BACK[way](secret)
    assert refused.value.message == (
        "The hand recorded at 19:00 counts on this. Undo that hand, then this, and record the hand again."
    )
    assert people.balances(session) == before


@pytest.mark.parametrize(("name", "content"), [("undo", {"reason": "x"}), ("refund", {}), ("rule-dispute", UPHELD)])
def test_every_page_names_the_hand_that_counts_on_a_secret(
    host: Client, session: Session, name: str, content: dict[str, str]
) -> None:
    secret = lay_secret(session)
    win_with_secret(session)
    object_to(secret)
    address = reverse(name, args=[session.public_id, 1])
    answer = host.post(address, {"key": str(uuid4()), "expected_entry": "2", **content})
    assert (answer.status_code, "The hand recorded at 03:00 counts on this." in answer.text) == (409, True)
    assert not Entry.objects.exclude(reverses=None).exists()


@pytest.mark.parametrize(("name", "content"), [("reverse", {}), ("refund", {}), ("ruling", {"ruling": "uphold"})])
def test_a_program_is_told_which_hand_counts_on_a_secret(session: Session, name: str, content: dict[str, str]) -> None:
    secret = lay_secret(session)
    win_with_secret(session)
    object_to(secret)
    answer = program(club=session.club).post(f"sessions/{session.public_id}/entries/1/{name}/", content)
    assert error_of(answer) == (409, "not_reversible")
    assert answer.json()["error"]["message"].startswith("The hand recorded at 19:00 counts on this.")


@pytest.mark.parametrize("way", TAKEN_BACK)
def test_a_secret_is_taken_back_once_the_hand_is(session: Session, way: str) -> None:
    secret = lay_secret(session)
    undo(entry=win_with_secret(session), reason="false secret", stamp=people.stamp())
    TAKEN_BACK[way](secret)
    win_with_secret(session, secrets=[])
    assert check_session(session=session) == ()


@pytest.mark.parametrize("way", TAKEN_BACK)
def test_a_secret_of_who_lost_the_next_hand_or_of_a_later_hand_is_taken_back(session: Session, way: str) -> None:
    lost = lay_secret(session)
    people.win(session)
    later = lay_secret(session)
    TAKEN_BACK[way](lost)
    TAKEN_BACK[way](later)
    assert check_session(session=session) == ()
