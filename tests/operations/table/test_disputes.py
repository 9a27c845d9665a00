"""Objections to lines: who settles them, what becomes of the line, and what the close does over them."""

import pytest

from scoring.models import Device, Dispute, DisputeVoice, Entry, Ruling, Session
from scoring.operations.money.closing import close_session
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.queries.table import disputes
from scoring.queries.table.disputes import Outcome
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, DAN

STANDS, TAKEN_BACK = (180, -90, 0, -90), (0, 0, 0, 0)


def objects(entry: Entry, *, by: int = BEN, why: str = "kings") -> Dispute:
    return raise_dispute(entry=entry, seat=entry.session.seats.get(number=by), why=why, stamp=people.stamp())


def says(dispute: Dispute, ruling: Ruling, *, by: int | None = None, device: Device | None = None) -> DisputeVoice:
    who = dispute.entry.session.seats.get(number=by) if by else None
    return give_voice(dispute=dispute, seat=who, ruling=ruling, stamp=people.stamp(device=device))


def outcomes(session: Session) -> list[Outcome]:
    return [objection.outcome for objection in disputes.objections_of(session=session)]


@pytest.fixture
def dispute(session: Session) -> Dispute:
    return objects(people.win(session))


@stored("voices", "nights")
def test_players_settle_a_dispute_when_one_of_each_side_says_the_same(
    session: Session, dispute: Dispute, voices: list[tuple[int, str]], outcome: str
) -> None:
    for who, ruling in voices:
        says(dispute, Ruling(ruling), by=who)
    session.refresh_from_db()
    assert (outcomes(session), session.revision) == ([outcome], 1 + len(voices))


def test_one_phone_speaks_for_one_player(session: Session, dispute: Dispute) -> None:
    phone = Device.objects.create(token_hash="0" * 64, label="Ben", created_at=people.EVENING)
    for ruling in (Ruling.REJECT, Ruling.UPHOLD):
        says(dispute, ruling, by=BEN, device=phone)
    people.refuses("dispute.spoke_for_another", says, dispute, Ruling.UPHOLD, by=ANA, device=phone)
    assert outcomes(session) == [Outcome.OPEN]
    assert says(dispute, Ruling.UPHOLD, device=phone).decides


def test_a_wish_of_all_sides_to_correct_is_met_by_the_correction(session: Session, dispute: Dispute) -> None:
    for who in (BEN, ANA):
        says(dispute, Ruling.CORRECT, by=who)
    voices = dispute.voices.select_related("seat")
    assert disputes.agreed(night=night_of(session=session), line=dispute.entry.number, voices=voices) is Ruling.CORRECT
    people.correct(dispute.entry, people.WORKED_WIN | {"winner": BEN})
    assert (outcomes(session), people.balances(session)) == ([Outcome.REVERSED], (-90, 180, -90, 0))


def test_a_line_is_disputed_once_at_a_time_and_not_after_it_was_taken_back(session: Session, dispute: Dispute) -> None:
    entry = dispute.entry
    people.refuses("dispute.disputed", objects, entry, by=DAN)
    says(dispute, Ruling.REJECT)
    people.refuses("dispute.settled", says, dispute, Ruling.UPHOLD)
    people.refuses("dispute.no_word", objects, entry, why="")
    again = objects(entry, by=DAN)
    with people.refused("objection_changed"):
        give_voice(dispute=again, seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp(), expected_objections=1)
    give_voice(dispute=again, seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp(), expected_objections=2)
    people.refuses("dispute.undone", objects, entry)
    people.refuses("dispute.no_money", objects, session.entries.get(number=2))

    assert outcomes(session) == [Outcome.REJECTED, Outcome.UPHELD]


@pytest.mark.parametrize(("is_settled", "shown", "others"), [(True, [], [1]), (False, [1], [])])
def test_a_night_is_closed_over_the_disputes_that_were_shown_as_open(
    session: Session, dispute: Dispute, is_settled: bool, shown: list[int], others: list[int]
) -> None:
    if is_settled:
        says(dispute, Ruling.REJECT)
    people.refuses("disputes_open", close_session, coin_cents=1, disputed=tuple(others), **people.current(session))
    close = close_session(coin_cents=1, disputed=tuple(shown), **people.current(session))
    assert close.act.get("disputed", []) == shown


def test_a_line_of_a_closed_session_is_not_taken_back_by_a_ruling(session: Session, dispute: Dispute) -> None:
    people.close(session)
    people.refuses("session_closed", says, dispute, Ruling.UPHOLD)
    assert (outcomes(session), DisputeVoice.objects.count()) == ([Outcome.OPEN], 0)
