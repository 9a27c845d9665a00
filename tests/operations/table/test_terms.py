"""Stakes and house rules change from the next hand on; what was recorded before keeps its own."""

import pytest
from django.db import DatabaseError, transaction

from scoring.games.base import ImpossibleError
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.table import terms as changing
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.books.checking import check_session
from scoring.queries.table.partnerships import recorded_pairs
from scoring.queries.table.seatings import sides_of
from tests import people


def change(session: Session, *, stakes: int | None = None, **rules: object) -> Entry:
    """Change the stakes, or house rules in what is in force, from the next hand on."""
    wanted = WantedTerms(stakes=stakes, rules={**session.in_force.data, **rules} if rules else None)
    return change_terms(wanted=wanted, reason="", **people.current(session))


def again(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def take_back(session: Session, number: int) -> None:
    people.take_back(again(session).entries.get(number=number))


def sides(session: Session, *, position: int | None = None) -> list[int]:
    return [seat.side for seat in sides_of(session=again(session), position=position)]


def assert_books_agree(session: Session) -> None:
    assert check_session(session=again(session)) == ()


def test_stakes_count_from_the_next_hand_on_also_where_an_older_one_is_corrected(session: Session) -> None:
    first = people.win(session)
    assert session.stakes == 1
    change(session, stakes=5)
    assert (session.stakes, people.balances(session)) == (5, (180, -90, 0, -90))
    people.win(session)
    assert people.balances(session) == (1080, -540, 0, -540)
    fresh = again(session).entries.get(number=first.number)
    correct_hand(entry=fresh, act=people.WORKED_WIN | {"winner": people.CARLA}, reason="Carla", stamp=people.stamp())
    assert people.balances(session) == (900, -540, 180, -540)
    assert_books_agree(session)


def test_penalty_agreed_during_the_night_is_paid_from_then_on(session: Session) -> None:
    change(session, false_win_penalty=40)
    record_false_win(seat=people.BEN, hand_is_void=False, **people.current(again(session)))
    assert people.balances(session) == (40, -80, 40, 0)
    assert_books_agree(session)


def test_undo_gives_the_terms_back_unless_something_was_recorded_or_changed_under_them(session: Session) -> None:
    change(session, stakes=4)
    people.win(session)
    with people.refused("not_reversible.terms_played"):
        take_back(session, 1)
    take_back(session, 2)
    change(again(session), stakes=3)
    with people.refused("not_reversible.terms_followed"):
        take_back(session, 1)
    take_back(session, 4)
    take_back(session, 1)
    assert again(session).stakes == 1
    people.win(session)
    assert_books_agree(session)


def test_everybody_plays_alone_from_a_change_on_whose_seats_go_with_it(session: Session) -> None:
    people.win(session)
    change(session, partnerships=False)
    with people.refused("not_reversible.seats_by_terms"):
        take_back(session, 3)
    assert (sides(session), sides(session, position=1)) == ([1, 2, 3, 4], [1, 2, 1, 2])
    take_back(session, 2)
    assert sides(session) == [1, 2, 1, 2]

    change(again(session), partnerships=False)
    assert recorded_pairs(session=session) == {0: ((1, 3), (2, 4))}
    people.sit(again(session), "Ana", "Ben", "Carla")
    people.win(again(session))
    assert people.balances(session) == (360, -180, -90, -90)
    assert_books_agree(session)


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


def test_database_refuses_terms_of_a_night_that_says_it_has_none(session: Session) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.create(session=session, number=1, kind=EntryKind.TERMS, recorded_at=people.EVENING)
    change(session, stakes=2)
    with pytest.raises(DatabaseError), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(has_terms=False)
