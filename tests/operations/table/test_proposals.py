"""Hands that players propose for somebody else to record."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.models import EntryKind, Proposal, Session
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.proposals import Proposed, decline_proposal, judged_proposals, propose_hand
from tests import people
from tests.people import ANA, BEN, DAN

WIN = Proposed(mode="cards", fields={"winner": "1"}, act=people.WORKED_WIN, after=0)


@pytest.fixture
def night(session: Session) -> Session:
    """Return a night whose players may propose hands."""
    return change_switches(session=session, is_practice=False, players_may_propose=True)


def switch_off(night: Session) -> Session:
    return change_switches(session=night, is_practice=False, players_may_propose=False)


def propose(night: Session, *, seat: int = BEN, **changes: Any) -> Proposal:
    return propose_hand(seat=night.seats.get(number=seat), proposed=replace(WIN, **changes), stamp=people.stamp())


def told(night: Session) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return who proposes what is open now, with payers and amounts."""
    return [
        (proposal.seat.number, [(debt.payer, debt.cents) for debt in outcome.debts])
        for proposal, outcome in judged_proposals(session=night)
    ]


def test_a_proposal_is_kept_judged_and_moves_nothing(night: Session) -> None:
    kept = propose(night)
    assert (kept.session, kept.seat.number, kept.mode, kept.fields) == (night, BEN, "cards", {"winner": "1"})
    assert (kept.after, kept.proposed_at, kept.declined_at) == (0, people.EVENING, None)
    assert kept.act["winner"] == ANA
    night.refresh_from_db()
    assert (told(night), people.balances(night), night.revision) == ([(BEN, [(BEN, 90), (DAN, 90)])], (0, 0, 0, 0), 2)


def test_each_seat_has_one_proposal_of_the_hand_being_played(night: Session) -> None:
    propose(night, act=people.WORKED_WIN | {"winner": BEN})
    propose(night)
    propose(night, seat=DAN)
    assert [seat for seat, _ in told(night)] == [BEN, DAN]
    people.win(night)
    assert told(night) == []


def test_what_has_become_impossible_or_may_not_be_proposed_is_left_out(night: Session) -> None:
    propose(night, act=people.WORKED_WIN | {"winner": DAN})
    people.sit(night, "Ana", "Ben", "Carla", "Eva")
    assert told(night) == []
    propose(night)
    assert told(switch_off(night)) == []


@pytest.mark.parametrize(
    ("before", "refusal"),
    [(switch_off, "proposal.not_allowed"), (people.win, "hand_taken"), (people.close, "session_closed")],
)
def test_nothing_is_proposed_where_it_may_not_be_or_comes_late(
    night: Session, before: Callable[[Session], object], refusal: str
) -> None:
    before(night)
    with people.refused(refusal) as refused:
        propose(night)
    assert getattr(refused.value, "entry", None) == night.entries.filter(kind=EntryKind.HAND).first()
    assert not Proposal.objects.exists()


def test_a_declined_proposal_stays_declined(night: Session) -> None:
    proposal = propose(night)
    for minutes in (1, 2):
        decline_proposal(proposal=proposal, at=people.stamp(minutes=minutes).at)
    proposal.refresh_from_db()
    night.refresh_from_db()
    assert (proposal.declined_at, told(night), night.revision) == (people.stamp(minutes=1).at, [], 3)
