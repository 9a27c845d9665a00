"""Recording a hand costs few queries, however long the night and whatever was recorded before."""

from collections.abc import Mapping
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.games import FIRST
from scoring.models import Session
from scoring.operations.table.penalties import record_secret
from scoring.queries.table import tables
from tests import people
from tests.api.programs import program
from tests.people import ANA, BEN
from tests.views.table.test_hand import CARDS, address, opened

pytestmark = pytest.mark.django_db

MOST_FOR_RECORD = 17
MOST_FOR_REVIEW = 14
MOST_FOR_A_PROGRAM = 18
"""A program's token is looked up, and its answer kept under its key and made of the recorded line."""


@pytest.fixture
def played(session: Session) -> Session:
    """Return a night with hands, and a secret of the loser in the hand that is played."""
    people.win(session)
    people.win(session, winner=BEN)
    newest = tables.last_entry_number(session=session)
    record_secret(session=session, seat=BEN, expected_entry=newest, stamp=people.stamp())
    return session


def posted(host: Client, page: str, fields: Mapping[str, str]) -> tuple[int, int]:
    """Return the status of the answer to a form and how many queries it took."""
    with CaptureQueriesContext(connection) as queries:
        answer = host.post(page, fields)
    return answer.status_code, len(queries)


def test_a_page_reviews_and_records_a_hand_with_few_queries(host: Client, played: Session) -> None:
    page = address("hand", played)
    form = {**opened(host, page), **CARDS, "winner": str(ANA)}
    host.post(page, {**form, "step": "review"})
    status, count = posted(host, page, {**form, "step": "review"})
    assert (status, count <= MOST_FOR_REVIEW) == (200, True), count
    status, count = posted(host, page, {**form, "step": "record"})
    assert (status, count <= MOST_FOR_RECORD) == (302, True), count


def test_a_hand_is_read_and_judged_once_to_be_reviewed_and_once_to_be_recorded(
    host: Client, played: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = address("hand", played)
    form = {**opened(host, page), **CARDS, "winner": str(ANA)}
    read, judged = (Mock(side_effect=getattr(FIRST, name)) for name in ("read_act", "judge"))
    monkeypatch.setattr(type(FIRST), "read_act", read)
    monkeypatch.setattr(type(FIRST), "judge", judged)
    for times, step in enumerate(("review", "record"), start=1):
        host.post(page, {**form, "step": step})
        assert (read.call_count, judged.call_count) == (times, times)


def test_a_program_records_a_hand_with_few_queries(played: Session) -> None:
    expected = people.expected(played)
    sent = {"act": people.WORKED_WIN, "expected_after": expected.after, "expected_entry": expected.entry}
    scorekeeper = program(club=played.club)
    scorekeeper.get("token/")  # that it was there is noted every few minutes only
    with CaptureQueriesContext(connection) as queries:
        answer = scorekeeper.post(f"sessions/{played.public_id}/hands/", sent)
    assert (answer.status_code, len(queries) <= MOST_FOR_A_PROGRAM) == (201, True), len(queries)
