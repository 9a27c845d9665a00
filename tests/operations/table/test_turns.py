"""Five and more at the table: four play, and the others come in by turns."""

from collections.abc import Callable

import pytest

from scoring.games.base import ImpossibleError
from scoring.models import Club, Entry, Session
from scoring.operations.table.seating import Order, Turns, change_seats, take_turn
from scoring.queries.table.night import night_of
from tests import people

FIVE = (*people.NAMES, "Eva")
FIRST, SECOND = ((1, 2, 3, 4), (5,)), ((5, 2, 3, 4), (1,))
"""Eva waits; Eva came in for Ana."""


@pytest.fixture
def night(club: Club) -> Session:
    """Return a night of five in which the next comes in after each hand."""
    return people.start_night(club=club, names=FIVE, turns=Turns.EACH_HAND)


def at_table(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    now = night_of(session=session).seatings.now
    return now.seats, now.waiting


def win(session: Session) -> Entry:
    return people.win(session, winner=at_table(session)[0][1])


def correct(hand: Entry, act: dict[str, object] = people.WORKED_WIN | {"winner": people.CARLA}) -> Entry:
    return people.correct(hand, act)


def test_fifth_waits_and_comes_in_after_a_hand_for_who_has_played_longest(night: Session) -> None:
    assert at_table(night) == FIRST
    seen = []
    for _ in range(5):
        win(night)
        seen.append(at_table(night))
    assert seen == [SECOND, ((5, 1, 3, 4), (2,)), ((5, 1, 2, 4), (3,)), ((5, 1, 2, 3), (4,)), ((4, 1, 2, 3), (5,))]


LATER: dict[str, Callable[[Session], Entry]] = {
    "win": win,
    "misdeal": lambda night: people.record(night, {"void": "misdeal"}),
    "seats": lambda night: people.sit(night, "Eva", "Carla", "Ben", "Dan"),
}


@pytest.mark.parametrize("later", LATER.values(), ids=LATER)
@pytest.mark.parametrize("change", [people.take_back, correct])
def test_turn_and_who_dealt_stay_once_something_later_rests_on_it(
    night: Session, change: Callable[[Entry], Entry], later: Callable[[Session], Entry]
) -> None:
    first = win(night)
    later(night)
    now = at_table(night), night_of(session=night).dealer
    change(first)
    assert (at_table(night), night_of(session=night).dealer) == now


def test_correction_by_which_another_deals_has_that_one_deal_as_long_as_nobody_played(night: Session) -> None:
    hand = win(night)
    assert night_of(session=night).dealer == people.BEN
    correct(hand)
    assert (at_table(night), night_of(session=night).dealer) == (SECOND, people.CARLA)


def test_seats_a_night_of_turns_started_with_are_changed_and_not_undone(night: Session) -> None:
    with people.refused("not_reversible.seats_of_start"):
        people.take_back(night.entries.get(number=1))
    assert at_table(night) == FIRST


def test_whoever_goes_home_is_left_out_and_turns_end_with_the_last_who_waits(night: Session) -> None:
    win(night)
    change_seats(order=Order(names=("Ben", "Carla", "Dan", "Eva"), waiting=()), **people.current(night))
    win(night)
    assert at_table(night) == ((2, 3, 4, 5), ())
    with people.refused("nobody_waits"):
        take_turn(**people.current(night))


def test_changing_the_seats_leaves_whoever_sat_there_waiting_where_people_take_turns(night: Session) -> None:
    people.sit(night, "Eva", "Carla", "Ben", "Ana")
    assert at_table(night) == ((5, 3, 2, 1), (4,))
    with people.refused("player.same_name"):
        change_seats(order=Order(names=people.NAMES, waiting=("Ana",)), **people.current(night))


@pytest.mark.parametrize("each_hand", [True, False])
def test_whether_the_next_comes_in_by_itself_is_changed_with_the_seats(night: Session, each_hand: bool) -> None:
    order = Order(names=("Eva", *people.NAMES[1:]), waiting=("Ana",), each_hand=each_hand)
    change_seats(order=order, **people.current(night))
    assert at_table(night) == SECOND
    win(night)
    before = at_table(night)
    assert (before != SECOND) == each_hand
    take_turn(**people.current(night))
    assert at_table(night) == (((5, 1, 2, 4), (3,)) if each_hand else ((5, 1, 3, 4), (2,)))


def test_without_turns_five_are_refused(club: Club) -> None:
    with pytest.raises(ImpossibleError):
        people.start_night(club=club, names=FIVE)
    assert not Session.objects.exists()
