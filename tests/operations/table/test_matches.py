"""Games for points: hands give points, a match of them becomes money and starts again at 0."""

import pytest

from scoring import games
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.errors import NoMatchError, NotReversibleError, RefusedError
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.matches import settle_match
from scoring.operations.table.penalties import record_penalty
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import CorrectedSeats, Mistake, Order, SeatsCorrection, correct_seats
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.books.checking import check_session
from scoring.queries.table import matches, tables
from tests import people
from tests.toy import Toy

pytestmark = pytest.mark.django_db


@pytest.fixture
def toy_night(club: Club, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a night of the toy at stakes times 2."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    terms = Terms(
        game="toy", rules="toy", names=("Ana", "Ben", "Carla"), currency="PHP", stake_factor=2, first_dealer=1
    )
    return start_session(club=club, terms=terms, stamp=people.stamp())


def play(session: Session, winner: int, points: int) -> Entry:
    act = {"winner": winner, "points": points}
    return record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())


def penalise(session: Session, seat: int) -> Entry:
    newest = tables.last_entry_number(session=session)
    return record_penalty(session=session, act={"seat": seat}, expected_entry=newest, stamp=people.stamp())


def mend(entry: Entry, *names: str, mistake: Mistake = Mistake.PLACES) -> CorrectedSeats:
    newest = tables.last_entry_number(session=entry.session)
    return correct_seats(
        correction=SeatsCorrection(
            hand=entry.hand, order=Order(names=names), mistake=mistake, reason="We had changed", expected_entry=newest
        ),
        stamp=people.stamp(),
    )


def is_over(session: Session) -> bool:
    return matches.is_over(session=session, points=matches.points_of(session=session))


def settle(session: Session) -> Entry:
    newest = tables.last_entry_number(session=session)
    return settle_match(session=session, expected_entry=newest, stamp=people.stamp())


def test_hands_add_up_to_the_points_of_the_match_and_move_no_money(toy_night: Session) -> None:
    play(toy_night, people.ANA, 4)
    play(toy_night, people.BEN, 3)
    play(toy_night, people.ANA, 5)
    assert matches.points_of(session=toy_night) == {1: 9, 2: 3, 3: 0}
    assert people.balances(toy_night) == (0, 0, 0)
    assert is_over(toy_night) is False


def test_a_settled_match_pays_and_the_next_one_begins_at_0(toy_night: Session) -> None:
    play(toy_night, people.ANA, 8)
    play(toy_night, people.BEN, 3)
    play(toy_night, people.ANA, 2)
    assert is_over(toy_night) is True
    entry = settle(toy_night)
    assert (entry.kind, entry.act) == (EntryKind.MATCH, {"points": [[1, 10], [2, 3], [3, 0]]})
    assert people.balances(toy_night) == (170, -70, -100)
    assert matches.points_of(session=toy_night) == {1: 0, 2: 0, 3: 0}


def test_an_undone_settlement_gives_the_points_back(toy_night: Session) -> None:
    play(toy_night, people.ANA, 10)
    undo(entry=settle(toy_night), reason="slip", stamp=people.stamp())
    assert matches.points_of(session=toy_night) == {1: 10, 2: 0, 3: 0}
    assert people.balances(toy_night) == (0, 0, 0)


def test_an_undone_hand_takes_its_points_back(toy_night: Session) -> None:
    undo(entry=play(toy_night, people.ANA, 4), reason="slip", stamp=people.stamp())
    assert matches.points_of(session=toy_night) == {1: 0, 2: 0, 3: 0}


def test_a_corrected_hand_gives_its_new_points(toy_night: Session) -> None:
    entry = play(toy_night, people.ANA, 4)
    correct_hand(entry=entry, act={"winner": people.BEN, "points": 6}, reason="misheard", stamp=people.stamp())
    assert matches.points_of(session=toy_night) == {1: 0, 2: 6, 3: 0}


def test_a_hand_of_a_settled_match_stands_until_the_settlement_is_undone(toy_night: Session) -> None:
    hand = play(toy_night, people.ANA, 10)
    match = settle(toy_night)
    with pytest.raises(NotReversibleError, match=r"settled with their match at 19:00\. Undo that"):
        undo(entry=hand, reason="", stamp=people.stamp())
    undo(entry=match, reason="", stamp=people.stamp())
    undo(entry=hand, reason="Dealt wrong", stamp=people.stamp())
    assert matches.points_of(session=toy_night) == {1: 0, 2: 0, 3: 0}


def test_a_hand_of_the_next_match_can_be_undone(toy_night: Session) -> None:
    play(toy_night, people.ANA, 10)
    settle(toy_night)
    undo(entry=play(toy_night, people.BEN, 2), reason="slip", stamp=people.stamp())
    assert matches.points_of(session=toy_night) == {1: 0, 2: 0, 3: 0}


def test_nothing_is_settled_without_points(toy_night: Session) -> None:
    with pytest.raises(NoMatchError):
        settle(toy_night)
    assert toy_night.entries.count() == 0


def test_a_game_without_points_has_no_match(session: Session) -> None:
    people.win(session)
    with pytest.raises(RefusedError):
        settle(session)
    assert is_over(session) is False


def test_the_same_key_settles_once(toy_night: Session) -> None:
    play(toy_night, people.ANA, 10)
    stamp = people.stamp()
    first = settle_match(session=toy_night, expected_entry=1, stamp=stamp)
    assert settle_match(session=toy_night, expected_entry=1, stamp=stamp) == first
    assert toy_night.entries.count() == 2


def test_a_match_is_settled_by_those_who_played_it(toy_night: Session) -> None:
    play(toy_night, people.CARLA, 10)
    settle(toy_night)
    assert people.balances(toy_night) == (-100, -100, 200)
    people.sit(toy_night, "Ana", "Ben", "Dan")
    play(toy_night, people.ANA, 10)

    entry = settle(toy_night)

    assert entry.act == {"points": [[1, 10], [2, 0], [4, 0]]}
    assert people.balances(toy_night) == (100, -200, 200, -100)
    assert check_session(session=toy_night) == ()


def test_whoever_leaves_a_match_settles_the_points_of_it_too(toy_night: Session) -> None:
    play(toy_night, people.CARLA, 4)
    people.sit(toy_night, "Ana", "Ben", "Dan")
    play(toy_night, people.ANA, 10)

    entry = settle(toy_night)

    assert entry.act == {"points": [[1, 10], [2, 0], [3, 4], [4, 0]]}
    assert people.balances(toy_night) == (260, -100, -60, -100)
    assert check_session(session=toy_night) == ()


def test_a_hand_without_points_stays_in_its_match(toy_night: Session) -> None:
    nothing = play(toy_night, people.BEN, 0)
    play(toy_night, people.CARLA, 10)
    settle(toy_night)

    act = {"winner": people.BEN, "points": 9}
    with pytest.raises(NotReversibleError, match="Undo that settlement first"):
        correct_hand(entry=nothing, act=act, reason="he had nine", stamp=people.stamp())


def test_a_settlement_stands_once_the_next_match_has_begun(toy_night: Session) -> None:
    play(toy_night, people.ANA, 10)
    match = settle(toy_night)
    first = play(toy_night, people.BEN, 2)
    second = penalise(toy_night, people.ANA)
    with pytest.raises(NotReversibleError, match="First undo what was recorded of it since 19:00"):
        undo(entry=match, reason="", stamp=people.stamp())
    undo(entry=second, reason="", stamp=people.stamp())
    with pytest.raises(NotReversibleError, match="First undo what was recorded of it since 19:00"):
        undo(entry=match, reason="", stamp=people.stamp())
    assert (matches.points_of(session=toy_night), people.balances(toy_night)) == ({1: 0, 2: 2, 3: 0}, (200, -100, -100))

    undo(entry=first, reason="Dealt wrong", stamp=people.stamp())
    undo(entry=match, reason="", stamp=people.stamp())

    assert matches.points_of(session=toy_night) == {1: 10, 2: 0, 3: 0}
    assert check_session(session=toy_night) == ()


def test_seats_cannot_be_put_right_under_a_settled_match(toy_night: Session) -> None:
    hand = play(toy_night, people.ANA, 10)
    settle(toy_night)

    with pytest.raises(NotReversibleError, match=r"settled with their match at 19:00\. Undo that"):
        mend(hand, "Ana", "Ben", "Dan")

    assert (people.balances(toy_night), toy_night.entries.count()) == ((200, -100, -100), 2)


def test_a_penalty_after_a_won_match_is_of_the_next_one(toy_night: Session) -> None:
    play(toy_night, people.ANA, 10)
    entry = penalise(toy_night, people.CARLA)

    assert (entry.number, matches.points_of(session=toy_night)) == (3, {1: 0, 2: 0, 3: -1})
    assert people.balances(toy_night) == (200, -100, -100)


def test_other_stakes_leave_a_won_match_at_those_it_was_won_for(toy_night: Session) -> None:
    """Also where the next match needs more points; one that goes on is worth what is agreed when it is settled."""
    play(toy_night, people.ANA, 10)
    newest = tables.last_entry_number(session=toy_night)
    wanted = WantedTerms(stakes=20, rules={**toy_night.in_force.data, "target": 50})
    change_terms(session=toy_night, wanted=wanted, reason="", expected_entry=newest, stamp=people.stamp())
    assert people.balances(toy_night) == (200, -100, -100)
    night = Session.objects.get()
    assert matches.points_of(session=night) == {1: 0, 2: 0, 3: 0}
    play(night, people.BEN, 1)
    settle(night)
    assert people.balances(night) == (100, 100, -200)
    assert check_session(session=night) == ()


def test_seats_put_right_in_the_next_match_leave_the_settled_one_alone(toy_night: Session) -> None:
    penalise(toy_night, people.CARLA)
    play(toy_night, people.ANA, 10)
    settle(toy_night)
    hand = play(toy_night, people.ANA, 10)

    mended = mend(hand, "Ana", "Ben", "Dan")
    settle(toy_night)

    assert mended.seating.act["from"] == 4
    assert people.balances(toy_night) == (410, -200, -110, -100)
    assert check_session(session=toy_night) == ()
