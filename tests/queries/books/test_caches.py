"""What is summed up of nights and years and was changed behind the back of the app is found."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.models import Club, PairTally, PastTally, RatingTally, SeatTally, Session, SideTally
from scoring.operations.figures.past import keep_past
from scoring.operations.figures.ratings import keep_figures, rate_players
from scoring.operations.figures.tallies import keep_tallies
from scoring.queries.books.checking import check_club, check_session
from scoring.texts import say
from tests import people

pytestmark = pytest.mark.django_db


def test_sums_of_a_night_that_were_changed_behind_the_back_of_the_app_are_found(club: Club) -> None:
    rate_players(club=club, is_on=True)
    first, second = (people.start_night(club=club) for _ in range(2))
    for night in (first, second):
        people.win(night)
    keep_figures(club=club)
    assert check_session(session=first) == check_session(session=second) == ()
    SeatTally.objects.filter(night__session=first, seat__number=1).update(result_cents=1, hands_won=7)
    PairTally.objects.filter(night__session=first).update(moved_cents=1)
    SideTally.objects.filter(night__session=first).update(cents=1)
    RatingTally.objects.filter(night__session=second, hands=2).update(mean=1)

    assert [finding.what for finding in check_session(session=first)] == [
        say("finding.tally", seat=1, names="result_cents, hands_won"),
        say("finding.tallies", names="PairTally"),
        say("finding.tallies", names="SideTally"),
    ]
    (finding,) = check_session(session=second)
    assert (finding.what, finding.damage) == (say("finding.tallies", names="RatingTally"), False)
    people.win(first)
    keep_tallies(club=club)
    assert check_session(session=second) == ()


def test_sums_of_past_years_that_were_changed_are_found(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: people.EVENING + timedelta(days=365))
    people.win(session)
    keep_figures(club=session.club)
    keep_past(club=session.club)
    assert check_club(club=session.club) == ()
    PastTally.objects.filter(question__startswith="money").update(rows=[])
    (finding,) = check_club(club=session.club)
    assert finding.what == say("finding.tallies", names="PastTally money|cuajo|PHP")
