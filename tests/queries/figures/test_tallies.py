"""The tallies agree with the books, whatever was played, corrected, taken back or put right."""

import pytest

from scoring.models import NightTally, SeatTally, Session
from scoring.operations.figures.tallies import keep_tallies, stale_nights
from scoring.queries.books.checking import check_session
from tests import people

pytestmark = pytest.mark.django_db


def test_tally_is_derived_again_after_the_next_line_and_when_it_is_lost(session: Session) -> None:
    people.win(session)
    keep_tallies(club=session.club)
    assert list(stale_nights(club=session.club)) == []
    people.win(session)
    assert list(stale_nights(club=session.club)) == [session]
    keep_tallies(club=session.club)
    before = SeatTally.objects.values("result_cents", "hands", "streak").order_by("seat__number")
    told = list(before)
    NightTally.objects.all().delete()
    keep_tallies(club=session.club)
    assert list(before.all()) == told
    assert told[0] == {"result_cents": 360, "hands": 2, "streak": 2}


def test_best_and_worst_hand_name_their_lines(session: Session) -> None:
    people.win(session, winner=people.BEN)
    people.win(session, source="self_drawn")
    keep_tallies(club=session.club)
    rows = SeatTally.objects.order_by("seat__number")
    extremes = rows.values_list("best_cents", "best_line", "worst_cents", "worst_line")
    assert list(extremes) == [(260, 2, 90, 1), (180, 1, 130, 2), (0, 0, 90, 1), (0, 0, 130, 2)]


def test_times_in_another_zone_are_other_days(session: Session) -> None:
    keep_tallies(club=session.club)
    assert str(NightTally.objects.get().day) == "2026-02-01"


def test_a_tally_that_was_changed_behind_the_back_of_the_app_is_found(session: Session) -> None:
    people.win(session)
    keep_tallies(club=session.club)
    assert check_session(session=session) == ()
    SeatTally.objects.filter(night__session=session, seat__number=1).update(result_cents=1, hands_won=7)
    (finding,) = check_session(session=session)
    assert finding.what.english() == "what seat 1 comes to is summed up wrong: result_cents, hands_won"
