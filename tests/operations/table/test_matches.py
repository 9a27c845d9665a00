"""Games for points: hands give points, a match of them becomes money and starts again at 0."""

import pytest

from scoring import games
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.matches import settle_match
from scoring.operations.table.penalties import record_penalty
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.books.checking import check_session
from scoring.queries.table import matches
from tests import people
from tests.people import ANA, BEN, CARLA
from tests.toy import Toy


@pytest.fixture
def night(club: Club, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a night of the toy at stakes times 2: ten points win, each point is worth 10."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    return people.start_night(club=club, game="toy", rules="toy", names=("Ana", "Ben", "Carla"), stake_factor=2)


def play(session: Session, winner: int, points: int) -> Entry:
    act = {"winner": winner, "points": points}
    return record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())


def penalise(session: Session, seat: int) -> Entry:
    return record_penalty(act={"seat": seat}, **people.current(session))


def settle(session: Session) -> Entry:
    return settle_match(**people.current(session))


def correct(entry: Entry, winner: int, points: int) -> Entry:
    act = {"winner": winner, "points": points}
    return correct_hand(entry=entry, act=act, reason="misheard", stamp=people.stamp())


def points(session: Session) -> tuple[int, ...]:
    return tuple(matches.points_of(session=session).values())


def test_a_settled_match_pays_at_the_stakes_and_the_next_one_begins_at_0(night: Session) -> None:
    for winner, scored in ((ANA, 8), (BEN, 3), (ANA, 2)):
        play(night, winner, scored)
    assert matches.is_match_over(session=night)
    entry = settle(night)
    assert (entry.kind, entry.act) == (EntryKind.MATCH, {"points": [[1, 10], [2, 3], [3, 0]]})
    assert (points(night), people.balances(night)) == ((0, 0, 0), (170, -70, -100))
    people.take_back(entry)
    assert (points(night), people.balances(night)) == ((10, 3, 0), (0, 0, 0))


def test_a_hand_of_a_settled_match_stands_until_the_settlement_is_undone(night: Session) -> None:
    nothing = play(night, BEN, 0)
    hand = play(night, ANA, 10)
    match = settle(night)
    with people.refused("not_reversible.match_settled"):
        people.take_back(hand)
    with people.refused("not_reversible.match_settled"):
        correct(nothing, BEN, 9)
    with people.refused("not_reversible.match_settled"):
        people.put_right(hand, "Ana", "Ben", "Dan")
    people.take_back(match)
    people.take_back(hand)
    assert (points(night), people.balances(night)) == ((0, 0, 0), (0, 0, 0))


def test_nothing_is_settled_without_points(night: Session, session: Session) -> None:
    with people.refused("no_match"):
        settle(night)
    with people.refused("no_match"):
        settle(session)
    assert not matches.is_over(session=session, points=matches.points_of(session=session))


def test_a_match_may_be_broken_off_before_somebody_won_and_the_same_key_settles_once(night: Session) -> None:
    play(night, ANA, 4)
    sent = people.current(night)
    assert settle_match(**sent) == settle_match(**sent)
    assert (points(night), people.balances(night), night.entries.count()) == ((0, 0, 0), (80, -40, -40), 2)
    play(night, BEN, 1)
    with people.refused("table_changed"):
        settle_match(**{**sent, "stamp": people.stamp()})


def test_whoever_leaves_a_match_settles_the_points_of_it_too(night: Session) -> None:
    play(night, CARLA, 4)
    people.sit(night, "Ana", "Ben", "Dan")
    play(night, ANA, 10)
    assert settle(night).act == {"points": [[1, 10], [2, 0], [3, 4], [4, 0]]}
    assert people.balances(night) == (260, -100, -60, -100)
    assert check_session(session=night) == ()


def test_a_settlement_stands_once_the_next_match_has_begun(night: Session) -> None:
    play(night, ANA, 10)
    match = settle(night)
    begun = [play(night, BEN, 2), penalise(night, ANA)]
    while begun:
        with people.refused("not_reversible.next_match"):
            people.take_back(match)
        assert people.balances(night) == (200, -100, -100)
        people.take_back(begun.pop())
    people.take_back(match)
    assert points(night) == (10, 0, 0)
    assert check_session(session=night) == ()


@pytest.mark.parametrize("act", ["penalty", "hand"])
def test_a_won_match_is_settled_before_what_is_recorded_next(night: Session, act: str) -> None:
    play(night, ANA, 10)
    entry = penalise(night, CARLA) if act == "penalty" else play(night, CARLA, 3)
    assert (entry.number, night.entries.get(number=2).kind) == (3, EntryKind.MATCH)
    assert (points(night), people.balances(night)) == ((0, 0, -1 if act == "penalty" else 3), (200, -100, -100))


def test_other_stakes_leave_a_won_match_at_those_it_was_won_for(night: Session) -> None:
    """Also where the next match needs more points; one that goes on is worth what is agreed when it is settled."""
    play(night, ANA, 10)
    wanted = WantedTerms(stakes=20, rules={**night.in_force.data, "target": 50})
    change_terms(wanted=wanted, reason="", **people.current(night))
    assert people.balances(night) == (200, -100, -100)
    fresh = Session.objects.get(pk=night.pk)
    assert points(fresh) == (0, 0, 0)
    play(fresh, BEN, 1)
    settle(fresh)
    assert people.balances(fresh) == (100, 100, -200)
    assert check_session(session=fresh) == ()


def test_seats_put_right_in_the_next_match_leave_the_settled_one_alone(night: Session) -> None:
    penalise(night, CARLA)
    play(night, ANA, 10)
    settle(night)
    hand = play(night, ANA, 10)

    mended = people.put_right(hand, "Ana", "Ben", "Dan")
    settle(night)

    assert mended.seating.act["from"] == 4
    assert people.balances(night) == (410, -200, -110, -100)
    assert check_session(session=night) == ()
