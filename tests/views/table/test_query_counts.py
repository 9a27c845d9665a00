"""Recording a hand costs few queries, however long the night and whatever was recorded before."""

from unittest.mock import Mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.games import FIRST
from scoring.models import Session
from tests import people
from tests.acts.cases import Case, set_up
from tests.acts.hands import CARDS
from tests.people import BEN
from tests.views.table.test_hand import typed, url

MOST = {"review": 14, "record": 17}
MOST_FOR_A_PROGRAM = 18
"""A program's token is looked up, and its answer kept under its key and made of the recorded line."""


def before(session: Session) -> None:
    """Have hands played, and a secret of the loser in the hand that is played."""
    people.win(session)
    people.win(session, winner=BEN)
    people.lay_secret(session, seat=BEN)


@pytest.mark.parametrize("step", MOST)
def test_a_page_reviews_and_records_a_hand_with_few_queries(host: Client, session: Session, step: str) -> None:
    before(session)
    fields = typed(session, people.WORKED_WIN)
    host.post(url("hand", session), fields)
    with CaptureQueriesContext(connection) as queries:
        host.post(url("hand", session), fields | {"step": step})
    assert len(queries) <= MOST[step]


@pytest.mark.parametrize("step", MOST)
def test_a_hand_is_read_and_judged_once(
    host: Client, session: Session, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    fields = typed(session, people.WORKED_WIN, step=step)
    read, judged = (Mock(side_effect=getattr(FIRST, name)) for name in ("read_act", "judge"))
    monkeypatch.setattr(type(FIRST), "read_act", read)
    monkeypatch.setattr(type(FIRST), "judge", judged)
    host.post(url("hand", session), fields)
    assert (read.call_count, judged.call_count) == (1, 1)


def test_a_program_records_a_hand_with_few_queries(session: Session) -> None:
    played = Case(act=CARDS, given={"act": people.WORKED_WIN}, before=(before,))
    sent = set_up(played, club=session.club)
    sent.program.get("token/")  # that it was there is noted every few minutes only
    with CaptureQueriesContext(connection) as queries:
        answer = sent.by_request()
    assert (answer.status_code, len(queries) <= MOST_FOR_A_PROGRAM) == (201, True), len(queries)
