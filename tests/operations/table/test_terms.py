"""Stakes and house rules change from the next hand on; a match of points becomes money at those it was won for."""

import pytest
from django.db import DatabaseError, transaction

from scoring.games.base import ImpossibleError
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.errors import StaleError
from scoring.operations.table import nights as changing
from scoring.operations.table.hands import record_penalty, settle_match
from scoring.operations.table.nights import TermsChange, change_terms
from scoring.queries.table.night import night_of
from tests import people
from tests.people import ANA, BEN, CARLA


def change(session: Session, *, stakes: int | None = None, **rules: object) -> Entry:
    wanted = TermsChange(stakes=stakes, rules={**session.in_force.data, **rules} if rules else None)
    return change_terms(wanted=wanted, reason="", **people.current(session))


def again(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def take_back(session: Session, number: int) -> None:
    people.take_back(again(session).entries.get(number=number))


def sides(session: Session, *, position: int | None = None) -> list[int]:
    return [seat.side for seat in night_of(session=again(session)).sides(position=position)]


def test_stakes_count_from_the_next_hand_on_also_where_an_older_one_is_corrected(session: Session) -> None:
    first = people.win(session)
    assert session.stakes == 1
    change(session, stakes=5)
    assert (session.stakes, people.balances(session)) == (5, (180, -90, 0, -90))
    people.win(session)
    assert people.balances(session) == (1080, -540, 0, -540)
    people.correct(again(session).entries.get(number=first.number), people.WORKED_WIN | {"winner": CARLA})
    assert people.balances(session) == (900, -540, 180, -540)


def test_seats_put_right_leave_a_hand_at_the_rules_it_was_played_by(session: Session) -> None:
    first = people.win(session)
    change(session, other_king=40)
    people.put_right(first, "Ana", "Carla", "Ben", "Dan")
    assert people.balances(session) == (180, 0, -90, -90)


def test_undo_gives_the_terms_back_unless_something_was_recorded_or_changed_under_them(session: Session) -> None:
    change(session, stakes=4)
    people.win(session)
    people.refuses("not_reversible.terms_played", take_back, session, 1)
    take_back(session, 2)
    change(again(session), stakes=3)
    people.refuses("not_reversible.rests_on", take_back, session, 1)
    take_back(session, 4)
    take_back(session, 1)
    assert again(session).stakes == 1
    people.win(session)


def test_everybody_plays_alone_from_a_change_on_whose_seats_go_with_it(session: Session) -> None:
    people.win(session)
    change(session, partnerships=False)
    people.refuses("not_reversible.seats_by_terms", take_back, session, 3)
    assert (sides(session), sides(session, position=1)) == ([1, 2, 3, 4], [1, 2, 1, 2])
    take_back(session, 2)
    assert sides(session) == [1, 2, 1, 2]
    change(again(session), partnerships=False)
    assert {(1, 3), (2, 4)} == {*session.partnerships.values_list("first__number", "second__number")}
    people.sit(again(session), "Ana", "Ben", "Carla")
    people.win(again(session))
    assert people.balances(session) == (360, -180, -90, -90)


def test_partners_need_four_also_during_the_night(club: Club) -> None:
    rules = {"preset": "pagat", "partnerships": False}
    session = people.start_night(club=club, rules=rules, names=("Ana", "Ben", "Carla"))
    with pytest.raises(ImpossibleError):
        change(session, partnerships=True)
    assert not session.entries.exists()


@pytest.mark.parametrize("stakes", [1, 0, -5, 10_001, 10**12])
def test_stakes_that_cannot_be_or_are_in_force_are_refused(session: Session, stakes: int) -> None:
    with people.refused("terms.unchanged" if stakes == 1 else "terms.stakes"):
        change(session, stakes=stakes)
    assert (again(session).has_terms, session.entries.count()) == (False, 0)


def test_a_night_of_higher_stakes_goes_on_and_takes_other_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "HIGHEST_STAKES", 20_000)
    night = people.start_night(club=club, stake_factor=20_000)
    monkeypatch.undo()
    entry = change(night, secret=60)
    people.win(night)
    assert (entry.act["stake_factor"], people.balances(night)[0]) == (20_000, 180 * 20_000)


def test_terms_are_refused_where_something_was_recorded_meanwhile(session: Session) -> None:
    seen = people.current(session)
    people.win(session)
    with pytest.raises(StaleError):
        change_terms(wanted=TermsChange(stakes=2), reason="", **seen)


def test_database_refuses_terms_of_a_night_that_says_it_has_none(session: Session) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.create(session=session, number=1, kind=EntryKind.TERMS, recorded_at=people.EVENING)
    change(session, stakes=2)
    with pytest.raises(DatabaseError), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(has_terms=False)


@pytest.fixture
def night(club: Club, toy: None) -> Session:
    """Return a night of the toy at stakes times 2: ten points win, each point is worth 10."""
    return people.start_night(club=club, game="toy", rules="toy", names=("Ana", "Ben", "Carla"), stake_factor=2)


def play(session: Session, winner: int, points: int) -> Entry:
    return people.record(session, {"winner": winner, "points": points})


def penalise(session: Session, seat: int) -> Entry:
    return record_penalty(act={"seat": seat}, **people.current(session))


def settle(session: Session) -> Entry:
    return settle_match(**people.current(session))


def points(session: Session) -> tuple[int, ...]:
    return tuple(night_of(session=session).points.values())


def test_a_hand_of_a_settled_match_stands_until_the_settlement_is_undone(night: Session) -> None:
    nothing = play(night, BEN, 0)
    hand = play(night, ANA, 10)
    match = settle(night)
    people.refuses("not_reversible.match_settled", people.take_back, hand)
    people.refuses("not_reversible.match_settled", people.correct, nothing, {"winner": BEN, "points": 9})
    people.refuses("not_reversible.match_settled", people.put_right, hand, "Ana", "Ben", "Dan")
    people.take_back(match)
    people.take_back(hand)
    assert (points(night), people.balances(night)) == ((0, 0, 0), (0, 0, 0))


def test_nothing_is_settled_without_points(night: Session, session: Session) -> None:
    people.refuses("no_match", settle, night)
    people.refuses("no_match", settle, session)
    found = night_of(session=session)
    assert not found.is_over(found.points)


def test_whoever_leaves_a_match_settles_the_points_of_it_too(night: Session) -> None:
    play(night, CARLA, 4)
    people.sit(night, "Ana", "Ben", "Dan")
    play(night, ANA, 10)
    assert settle(night).act == {"points": [[1, 10], [2, 0], [3, 4], [4, 0]]}
    assert people.balances(night) == (260, -100, -60, -100)


def test_a_settlement_stands_once_the_next_match_has_begun(night: Session) -> None:
    play(night, ANA, 10)
    match = settle(night)
    begun = [play(night, BEN, 2), penalise(night, ANA)]
    while begun:
        people.refuses("not_reversible.next_match", people.take_back, match)
        assert people.balances(night) == (200, -100, -100)
        people.take_back(begun.pop())
    people.take_back(match)
    assert points(night) == (10, 0, 0)


@pytest.mark.parametrize("act", ["penalty", "hand"])
def test_a_won_match_is_settled_before_what_is_recorded_next(night: Session, act: str) -> None:
    play(night, ANA, 10)
    entry = penalise(night, CARLA) if act == "penalty" else play(night, CARLA, 3)
    assert (entry.number, night.entries.get(number=2).kind) == (3, EntryKind.MATCH)
    assert (points(night), people.balances(night)) == ((0, 0, -1 if act == "penalty" else 3), (200, -100, -100))


def test_other_stakes_leave_a_won_match_at_those_it_was_won_for(night: Session) -> None:
    play(night, ANA, 10)
    wanted = TermsChange(stakes=20, rules={**night.in_force.data, "target": 50})
    change_terms(wanted=wanted, reason="", **people.current(night))
    assert people.balances(night) == (200, -100, -100)
    fresh = Session.objects.get(pk=night.pk)
    assert points(fresh) == (0, 0, 0)
    play(fresh, BEN, 1)
    settle(fresh)
    assert people.balances(fresh) == (100, 100, -200)


def test_seats_put_right_in_the_next_match_leave_the_settled_one_alone(night: Session) -> None:
    penalise(night, CARLA)
    play(night, ANA, 10)
    settle(night)
    hand = play(night, ANA, 10)
    mended = people.put_right(hand, "Ana", "Ben", "Dan")
    settle(night)
    assert mended.seating.act["from"] == 4
    assert people.balances(night) == (410, -200, -110, -100)
