"""Said beside the books: objections and who settles them; taps, who enters a hand, and hands that players propose."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scoring.games.cuajo.table_state import TapKind
from scoring.models import Device, Dispute, DisputeVoice, Entry, EntryKind, Proposal, Ruling, Session
from scoring.operations.money.payments import close_session
from scoring.operations.table import companion as acts
from scoring.operations.table.nights import change_switches
from scoring.operations.table.undoing import give_voice, raise_dispute
from scoring.queries.table import disputes
from scoring.queries.table.companion import Tap
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


WIN: dict[str, Any] = {"mode": "cards", "fields": {"winner": "1"}, "act": people.WORKED_WIN, "after": 0}


@pytest.fixture
def night(session: Session) -> Session:
    return change_switches(session=session, is_practice=False, players_may_propose=True)


def switch_off(night: Session) -> Session:
    return change_switches(session=night, is_practice=False, players_may_propose=False)


def propose(night: Session, *, seat: int = BEN, **changes: Any) -> Proposal:
    return acts.propose_hand(seat=night.seats.get(number=seat), **{**WIN, **changes}, stamp=people.stamp())


def told(night: Session) -> list[tuple[int, list[tuple[int, int]]]]:
    return [
        (proposal.seat.number, [(debt.payer, debt.cents) for debt in outcome.debts])
        for proposal, outcome in acts.judged_proposals(session=night, night=night_of(session=night))
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
def test_nothing_is_proposed_late_or_unasked(night: Session, before: Callable[[Session], object], refusal: str) -> None:
    before(night)
    with people.refused(refusal) as refused:
        propose(night)
    assert getattr(refused.value, "entry", None) == night.entries.filter(kind=EntryKind.HAND).first()
    assert not Proposal.objects.exists()


def test_a_declined_proposal_stays_declined(night: Session) -> None:
    proposal = propose(night)
    for minutes in (1, 2):
        acts.decline_proposal(proposal=proposal, at=people.stamp(minutes=minutes).at)
    proposal.refresh_from_db()
    night.refresh_from_db()
    assert (proposal.declined_at, told(night), night.revision) == (people.stamp(minutes=1).at, [], 3)


DISCARD = Tap(what=TapKind.DISCARD, seat=ANA)
DRAW = Tap(what=TapKind.TURN, seat=BEN)
NOW = people.EVENING


def shown_now(session: Session) -> dict[str, Any]:
    now = people.companion(session)
    return {"session": session, "hand": now.hand, "seen": now.version}


def tap(session: Session, tapped: Tap) -> None:
    acts.note_tap(tap=tapped, **shown_now(session))


def test_taps_are_noted_one_after_the_other_and_undone_until_none_is_left(session: Session) -> None:
    before = shown_now(session)
    tap(session, DISCARD)
    tap(session, DRAW)
    assert people.companion(session).taps == (DISCARD, DRAW)
    people.refuses("companion_changed", acts.note_tap, tap=DISCARD, **before)
    people.refuses("companion_changed", acts.note_tap, tap=None, **before)
    people.refuses("companion_changed", acts.note_tap, tap=None, **shown_now(session) | {"hand": 2})
    for left in ((DISCARD,), (), ()):
        acts.note_tap(tap=None, **shown_now(session))
        assert people.companion(session).taps == left
    assert session.entries.count() == 0


def test_taps_are_forgotten_with_their_hand_and_none_is_made_in_a_closed_night(session: Session) -> None:
    tap(session, DISCARD)
    people.win(session)
    assert (people.companion(session).hand, people.companion(session).taps) == (2, ())
    people.close(session)
    people.refuses("session_closed", tap, session, DISCARD)
    people.refuses("session_closed", acts.note_tap, tap=None, **shown_now(session))


def test_who_enters_a_hand_is_shown_to_the_others_for_a_while(session: Session) -> None:
    mine, other = (Device.objects.create(token_hash=name, label=name, created_at=NOW) for name in ("mine", "other"))

    def shown(device: Device, seconds: int = 0) -> tuple[str, tuple[str, ...]]:
        live = acts.live_of(session=session.pk, state=(3, 0), device=device.pk, now=NOW + timedelta(seconds=seconds))
        return live.version, live.entering

    assert shown(mine) == ("3.0.", ())
    acts.mark_entering(session=session, device=other, name="Ben", now=NOW)
    acts.mark_entering(session=session, device=mine, name="Ana", now=NOW + timedelta(seconds=60))
    assert shown(mine) == (f"3.0.{other.pk}", ("Ben",))
    assert shown(other) == (f"3.0.{mine.pk}", ("Ana",))
    assert shown(mine, acts.MARK_SECONDS) == ("3.0.", ())
    assert shown(other, acts.MARK_SECONDS) == (f"3.0.{mine.pk}", ("Ana",))
    for _ in range(2):
        acts.unmark_entering(session=session, device=mine, now=NOW)
    assert (shown(other)[1], shown(mine)[1]) == ((), ("Ben",))
