"""Seats that change: sides and opponents follow the places, and a late notice puts the books right."""

import pytest

from scoring.games.base import ImpossibleError
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.errors import (
    DisputesOpenError,
    NotReversibleError,
    PlayerError,
    SessionClosedError,
    TableChangedError,
)
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.penalties import record_false_win, record_penalty, record_secret
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import (
    CorrectedSeats,
    Mistake,
    Order,
    SeatingError,
    SeatsCorrection,
    change_seats,
    correct_seats,
)
from scoring.queries.books.checking import check_session
from scoring.queries.table import hands, tables
from scoring.queries.table.disputes import open_objections
from scoring.queries.table.seatings import seatings_of
from tests import people

pytestmark = pytest.mark.django_db

ANA, BEN, CARLA, DAN, EVA = 1, 2, 3, 4, 5
SWAPPED = ("Ana", "Carla", "Ben", "Dan")
"""Ana with Ben against Carla with Dan."""


def newest(session: Session) -> int:
    return tables.last_entry_number(session=session)


def mend(entry: Entry, *names: str, mistake: Mistake = Mistake.PLACES) -> CorrectedSeats:
    return correct_seats(
        correction=SeatsCorrection(
            hand=entry.hand,
            order=Order(names=names),
            mistake=mistake,
            reason="we sat otherwise",
            expected_entry=newest(entry.session),
        ),
        stamp=people.stamp(),
    )


def secret(session: Session, seat: int) -> Entry:
    return record_secret(session=session, seat=seat, expected_entry=newest(session), stamp=people.stamp())


def draw(session: Session) -> Entry:
    return record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())


def assert_books_agree(session: Session) -> None:
    assert check_session(session=session) == ()
    assert sum(people.balances(session)) == 0


def test_opponents_follow_the_places_from_the_change_on(session: Session) -> None:
    people.win(session)
    entry = people.sit(session, *SWAPPED)
    people.win(session)

    assert entry.act == {"seats": [1, 3, 2, 4], "dealer": ANA, "from": 2}
    assert people.balances(session) == (360, -90, -90, -180)
    assert [(seat.number, seat.place, seat.side) for seat in tables.results(session=session)] == [
        (1, 1, 1),
        (2, 3, 1),
        (3, 2, 2),
        (4, 4, 2),
    ]
    assert_books_agree(session)


def test_a_hand_is_corrected_by_the_seats_it_was_played_on(session: Session) -> None:
    entry = people.win(session)
    people.sit(session, *SWAPPED)

    correct_hand(entry=entry, act=people.WORKED_WIN | {"winner": BEN}, reason="slip", stamp=people.stamp())

    assert people.balances(session) == (-90, 180, -90, 0)
    assert_books_agree(session)


def test_somebody_comes_in_and_another_sits_out(session: Session) -> None:
    people.win(session)
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    people.win(session, winner=EVA)

    assert people.balances(session) == (180, -180, 0, -180, 180)
    assert [seat.player for seat in tables.seated(session=session)] == ["Eva", "Ben", "Carla", "Dan"]
    with pytest.raises(ImpossibleError, match="No seat 1 is at this table"):
        people.win(session, winner=ANA)
    with pytest.raises(ImpossibleError):
        secret(session, ANA)
    assert_books_agree(session)


def test_whoever_left_comes_back_to_the_same_seat(session: Session) -> None:
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    people.sit(session, "ana", "Ben", "Carla", "Dan")

    assert session.seats.count() == 5
    assert seatings_of(session=session).now.seats == (1, 2, 3, 4)


def test_the_next_in_order_deals_when_the_dealer_leaves(session: Session) -> None:
    assert hands.dealer(session=session) == ANA
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    assert hands.dealer(session=session) == BEN


def test_the_dealer_goes_on_dealing_on_another_place_unless_another_is_named(session: Session) -> None:
    people.win(session, winner=CARLA)
    people.sit(session, *SWAPPED)
    assert hands.dealer(session=session) == CARLA
    people.sit(session, *SWAPPED, dealer=4)
    assert hands.dealer(session=session) == DAN
    draw(session)
    assert hands.dealer(session=session) == DAN
    people.win(session, winner=BEN)
    assert hands.dealer(session=session) == BEN
    assert_books_agree(session)


def test_people_alone_come_and_go_as_long_as_enough_stay(club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partnerships": False}, names=("Ana", "Ben"))
    people.win(night)
    people.sit(night, "Ana", "Ben", "Carla", "Dan", "Eva", "Fe")
    people.win(night)

    assert people.balances(night) == (90 + 450, -180, -90, -90, -90, -90)
    with pytest.raises(ImpossibleError, match="C16"):
        people.sit(night, "Ana")
    assert_books_agree(night)


@pytest.mark.parametrize("names", [("Ana", "Ben", "Carla"), ("Ana", "Ben", "Carla", "Dan", "Eva")])
def test_partners_play_as_four(session: Session, names: tuple[str, ...]) -> None:
    with pytest.raises(ImpossibleError, match="With partners four play"):
        people.sit(session, *names)
    assert (session.entries.count(), session.seats.count()) == (0, 4)


def test_seats_that_cannot_be_are_refused_and_leave_nothing(session: Session) -> None:
    with pytest.raises(PlayerError, match="same name"):
        people.sit(session, "Ana", "Ben", "ana", "Dan")
    with pytest.raises(SeatingError, match="already"):
        people.sit(session, "Ana", "Ben", "Carla", "Dan")
    with pytest.raises(SeatingError, match="dealer"):
        people.sit(session, *SWAPPED, dealer=5)
    for number in range(4):
        people.sit(session, f"Guest {number}", "Ben", "Carla", "Dan")
    with pytest.raises(SeatingError, match="8 people"):
        people.sit(session, "Guest 9", "Ben", "Carla", "Dan")
    assert (session.entries.count(), session.seats.count()) == (4, 8)


def test_a_change_of_seats_needs_the_newest_page_and_an_open_night(session: Session) -> None:
    people.win(session)
    with pytest.raises(TableChangedError):
        change_seats(session=session, order=Order(names=SWAPPED), expected_entry=0, stamp=people.stamp())
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    with pytest.raises(SessionClosedError):
        people.sit(session, *SWAPPED)


def test_a_second_tap_changes_seats_once(session: Session) -> None:
    stamp = people.stamp()
    entries = {
        change_seats(session=session, order=Order(names=SWAPPED), expected_entry=0, stamp=stamp).pk for _ in range(2)
    }
    assert len(entries) == 1


def test_a_newcomer_whose_seat_was_undone_shares_nothing_when_partners_do(club: Club) -> None:
    session = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(session)
    undo(entry=people.sit(session, "Ana", "Ben", "Carla", "Eva"), reason="slip", stamp=people.stamp())
    close_session(session=session, coin_cents=1, expected_entry=newest(session), stamp=people.stamp())
    assert people.balances(session) == (90, -90, 90, -90, 0)
    assert check_session(session=session) == ()


def test_a_change_of_seats_is_undone_until_something_was_played(session: Session) -> None:
    undo(entry=people.sit(session, *SWAPPED), reason="slip", stamp=people.stamp())
    assert seatings_of(session=session).now.seats == (1, 2, 3, 4)

    entry = people.sit(session, *SWAPPED)
    hand = people.win(session)
    with pytest.raises(NotReversibleError, match="put them right under Seats"):
        undo(entry=entry, reason="slip", stamp=people.stamp())
    undo(entry=hand, reason="slip", stamp=people.stamp())
    undo(entry=entry, reason="slip", stamp=people.stamp())
    people.win(session)
    assert people.balances(session) == (180, -90, 0, -90)
    assert_books_agree(session)


def a_night(club: Club, *, names: tuple[str, ...] = people.NAMES, winners: tuple[int, ...]) -> Session:
    """Record a hand with a secret before it for each winner; the third hand is drawn."""
    night = people.start_night(club=club, names=names, rules={"preset": "pagat", "false_secret_penalty": 15})
    for number, winner in enumerate(winners):
        secret(night, winner)
        if number == 2:
            draw(night)
        else:
            people.win(night, winner=winner, secrets=[], source="self_drawn")
    return night


def by_name(session: Session) -> dict[str, int]:
    return {seat.player: seat.result_cents for seat in tables.results(session=session)}


WINNERS = (ANA, BEN, CARLA, DAN, BEN)


def test_places_put_right_late_come_to_what_right_seats_from_the_start_would(club: Club) -> None:
    late = a_night(club, winners=WINNERS)
    first = late.entries.get(number=2)
    positions = [hand.position for hand in hands.accepted_hands(session=late)]

    mended = mend(first, *SWAPPED)

    place = {ANA: 1, CARLA: 2, BEN: 3, DAN: 4}
    compared = a_night(club, names=SWAPPED, winners=tuple(place[winner] for winner in WINNERS))
    assert by_name(late) == by_name(compared)
    assert [hand.position for hand in hands.accepted_hands(session=late)] == positions
    assert {again.reason for _, again in mended.lines} == {"we sat otherwise"}
    assert [old.kind for old, _ in mended.lines] == [old.kind for old, _ in mended.lines if old.kind != "seating"]
    assert_books_agree(late)


def test_another_person_who_sat_there_takes_over_wins_and_losses(club: Club) -> None:
    night = a_night(club, winners=WINNERS)
    before = by_name(night)

    mend(night.entries.get(number=2), "Eva", "Ben", "Carla", "Dan", mistake=Mistake.PEOPLE)

    after = by_name(night)
    assert after == {**before, "Ana": 0, "Eva": before["Ana"]}
    assert [hand.winner for hand in hands.accepted_hands(session=night)] == [EVA, BEN, None, DAN, BEN]
    assert_books_agree(night)


def test_an_open_objection_goes_with_its_line(session: Session) -> None:
    hand = people.win(session)
    carla = session.seats.get(number=CARLA)
    raise_dispute(entry=hand, seat=carla, why="no king", stamp=people.stamp())

    mended = mend(hand, *SWAPPED)

    ((_, again),) = mended.lines
    (objection,) = open_objections(session=session)
    assert (objection.line, objection.player, objection.why) == (again.number, "Carla", "no king")
    with pytest.raises(DisputesOpenError):
        close_session(session=session, coin_cents=1, expected_entry=newest(session), stamp=people.stamp())


def test_only_the_hands_since_then_and_until_the_next_change_are_recorded_again(session: Session) -> None:
    first = people.win(session)
    second = people.win(session)
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    third = people.win(session, winner=BEN)

    mended = mend(second, *SWAPPED)

    assert [(old.number, again.hand.position) for old, again in mended.lines] == [(2, 2)]
    assert mended.seating.act["from"] == 2
    standing = {hand.entry_id for hand in hands.accepted_hands(session=session)}
    assert {first.pk, third.pk} <= standing
    assert seatings_of(session=session).now.seats == (5, 2, 3, 4)
    assert_books_agree(session)


def test_a_change_of_seats_that_was_wrong_is_put_right_after_a_hand_on_it(session: Session) -> None:
    people.win(session)
    secret(session, BEN)
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    hand = people.win(session, winner=BEN)
    assert by_name(session) == {"Ana": 130, "Ben": 190, "Carla": -140, "Dan": -90, "Eva": -90}

    mended = mend(hand, "Ana", "Ben", "Carla", "Eva")

    assert [(old.number, again.act["winner"]) for old, again in mended.lines] == [(4, BEN)]
    assert by_name(session) == {"Ana": 40, "Ben": 190, "Carla": -140, "Dan": -90, "Eva": 0}
    assert tables.seated(session=session)[3].player == "Eva"
    assert_books_agree(session)


def test_a_secret_paid_before_the_seats_changed_is_not_parted_from_its_hand(session: Session) -> None:
    people.win(session)
    laid = secret(session, BEN)
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    hand = people.win(session, winner=BEN)
    before = by_name(session)

    with pytest.raises(SeatingError, match="The secret of Ben at 19:00 was paid in this hand"):
        mend(hand, "Eva", "Ana", "Carla", "Dan", mistake=Mistake.PEOPLE)
    assert by_name(session) == before

    mend(hand, "Ana", "Ben", "Carla", "Dan", mistake=Mistake.PEOPLE)
    (again,) = (each for each in hands.accepted_hands(session=session) if each.position == hand.number)
    assert [(each.number, each.act["seat"]) for each in hands.secrets_laid(session=session, hand=again)] == [
        (laid.number, BEN)
    ]
    assert_books_agree(session)


def test_a_secret_does_not_move_away_from_a_hand_that_ended_on_other_seats(session: Session) -> None:
    first = people.win(session)
    secret(session, BEN)
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    people.win(session, winner=BEN)
    with pytest.raises(SeatingError, match="The secret of Ben at 19:00 belongs to the hand recorded at 19:00"):
        mend(first, "Ben", "Ana", "Carla", "Dan", mistake=Mistake.PEOPLE)


def test_points_move_with_the_seats_too(club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo", rules="wilkinson", names=("Ana", "Ben", "Carla"))
    onto_opponents = {"seat": ANA, "offence": "failed_bump", "chosen": "onto_opponents"}
    record_penalty(session=night, act=onto_opponents, expected_entry=0, stamp=people.stamp())
    act = {"out": ANA, "melds": {"1": {"double_khanhoo": 1, "double_triplet": 1, "sequence": 1}}}
    hand = record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())

    mend(hand, "Ana", "Ben", "Eva")

    points = {seat.player: seat.points for seat in tables.results(session=night)}
    assert points == {"Ana": 31, "Ben": 5, "Carla": 0, "Eva": 5}
    assert_books_agree(night)


def test_secrets_keep_their_hand_when_recorded_again(session: Session) -> None:
    secret(session, ANA)
    first = people.win(session, source="self_drawn")
    secret(session, BEN)

    mend(first, *SWAPPED)

    (hand,) = hands.accepted_hands(session=session)
    assert [entry.act["seat"] for entry in hands.secrets_laid(session=session, hand=hand)] == [ANA]
    assert [entry.act["seat"] for entry in hands.secrets_laid(session=session)] == [BEN]
    assert hands.next_hand_number(session=session) == 2
    assert people.balances(session) == (360, 100, -230, -230)
    assert_books_agree(session)


def test_seats_are_put_right_twice(session: Session) -> None:
    first = people.win(session)
    mend(first, *SWAPPED)
    again = hands.accepted_hands(session=session).get().entry

    mend(again, *people.NAMES)

    assert people.balances(session) == (180, -90, 0, -90)
    assert_books_agree(session)


def test_false_secrets_and_false_wins_move_with_the_seats(club: Club) -> None:
    rules = {"preset": "pagat", "false_win_penalty": 30, "false_secret_penalty": 15}
    night = people.start_night(club=club, rules=rules)
    refund_false_secret(entry=secret(night, ANA), reason="none", stamp=people.stamp())
    record_false_win(session=night, seat=BEN, hand_is_void=False, expected_entry=newest(night), stamp=people.stamp())
    hand = draw(night)
    assert by_name(night) == {"Ana": 0, "Ben": -45, "Carla": 30, "Dan": 15}

    mend(hand, *SWAPPED)

    assert by_name(night) == {"Ana": -30, "Ben": -60, "Carla": 45, "Dan": 45}
    assert_books_agree(night)


def test_a_line_about_somebody_who_did_not_sit_there_stops_it_all(session: Session) -> None:
    hand = people.win(session)

    with pytest.raises(SeatingError, match="What was recorded at 19:00 is about somebody who does not sit there"):
        mend(hand, "Eva", "Ben", "Carla", "Dan")

    assert (session.entries.count(), session.seats.count()) == (1, 4)
    assert people.balances(session) == (180, -90, 0, -90)


def test_seating_entries_are_the_only_lines_without_money_that_can_be_undone(session: Session) -> None:
    entry = people.sit(session, *SWAPPED)
    reversal = undo(entry=entry, reason="slip", stamp=people.stamp())
    assert (entry.kind, reversal.kind, *people.balances(session)) == (EntryKind.SEATING, EntryKind.REVERSAL, 0, 0, 0, 0)
