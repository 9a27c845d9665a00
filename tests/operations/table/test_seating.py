"""Seats that change: sides, partners and opponents follow the places, and a late notice puts the books right."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.games.base import ImpossibleError
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.people.players import merge_players
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import (
    CorrectedSeats,
    Mistake,
    Order,
    SeatsCorrection,
    change_seats,
    correct_seats,
)
from scoring.operations.table.seating import preview as preview_correction
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.books.checking import check_session
from scoring.queries.table import hands, tables
from scoring.queries.table.disputes import open_objections
from scoring.queries.table.partnerships import recorded_pairs
from scoring.queries.table.seatings import seatings_of
from tests import people

pytestmark = pytest.mark.django_db

ANA, BEN, CARLA, DAN, EVA = 1, 2, 3, 4, 5
SWAPPED = ("Ana", "Carla", "Ben", "Dan")
"""Ana with Ben against Carla with Dan."""

FOR_ANA = ("Eva", "Ben", "Carla", "Dan")
ALONE = {"preset": "pagat", "partnerships": False}


def correction_of(entry: Entry, *names: str, mistake: Mistake = Mistake.PLACES, **changes: Any) -> SeatsCorrection:
    newest = tables.last_entry_number(session=entry.session)
    said = {"order": Order(names=names), "mistake": mistake, "reason": "otherwise", "expected_entry": newest, **changes}
    return SeatsCorrection(hand=entry.hand, **said)


def mend(entry: Entry, *names: str, mistake: Mistake = Mistake.PLACES, **changes: Any) -> CorrectedSeats:
    correction = correction_of(entry, *names, mistake=mistake, **changes)
    return correct_seats(correction=correction, stamp=people.stamp())


def take_back(entry: Entry) -> Entry:
    return undo(entry=entry, reason="slip", stamp=people.stamp())


def by_name(session: Session) -> dict[str, int]:
    return {seat.player: seat.result_cents for seat in tables.results(session=session)}


def secrets_of(session: Session) -> list[list[int]]:
    """Return who laid secrets in each hand that counts, and in the one being played."""
    laid = [hands.secrets_laid(session=session, hand=hand) for hand in hands.accepted_hands(session=session)]
    return [[entry.act["seat"] for entry in each] for each in (*laid, hands.secrets_laid(session=session))]


def assert_books_agree(session: Session) -> None:
    assert check_session(session=session) == ()
    assert sum(people.balances(session)) == 0


def test_opponents_follow_the_places_from_the_change_on(session: Session) -> None:
    people.win(session)
    entry = people.sit(session, *SWAPPED)
    people.win(session)

    assert entry.act == {"seats": [1, 3, 2, 4], "dealer": ANA, "from": 2}
    assert people.balances(session) == (360, -90, -90, -180)
    places = [(seat.number, seat.place, seat.side) for seat in tables.results(session=session)]
    assert places == [(1, 1, 1), (2, 3, 1), (3, 2, 2), (4, 4, 2)]
    assert_books_agree(session)


def test_a_hand_is_corrected_by_the_seats_it_was_played_on(session: Session) -> None:
    entry = people.win(session)
    people.sit(session, *SWAPPED)
    correct_hand(entry=entry, act=people.WORKED_WIN | {"winner": BEN}, reason="slip", stamp=people.stamp())
    assert people.balances(session) == (-90, 180, -90, 0)
    assert_books_agree(session)


def test_somebody_comes_in_another_sits_out_and_comes_back_to_the_same_seat(session: Session) -> None:
    people.win(session)
    people.sit(session, *FOR_ANA)
    people.win(session, winner=EVA)

    assert people.balances(session) == (180, -180, 0, -180, 180)
    assert [seat.player for seat in tables.seated(session=session)] == list(FOR_ANA)
    with pytest.raises(ImpossibleError):
        people.win(session, winner=ANA)
    with pytest.raises(ImpossibleError):
        people.lay_secret(session, seat=ANA)
    people.sit(session, "ana", *people.NAMES[1:])
    assert (session.seats.count(), seatings_of(session=session).now.seats) == (5, (1, 2, 3, 4))
    assert_books_agree(session)


def test_somebody_merged_comes_back_to_the_seat_of_the_other_name(session: Session, club: Club) -> None:
    people.sit(session, *FOR_ANA)
    players = {player.name: player for player in club.players.all()}
    merge_players(
        player=players["Ana"],
        into=people.start_night(club=club, names=("Anita", "Gil"), rules=ALONE).seats.get(number=1).player,
    )
    people.sit(session, "Anita", *people.NAMES[1:])
    assert (session.seats.count(), seatings_of(session=session).now.seats) == (5, (1, 2, 3, 4))


def test_the_dealer_goes_on_dealing_on_another_place_unless_another_is_named(session: Session) -> None:
    people.win(session, winner=CARLA)
    acts: tuple[Callable[[], Entry], ...] = (
        lambda: people.sit(session, *SWAPPED),
        lambda: people.sit(session, *SWAPPED, dealer=4),
        lambda: people.draw(session),
        lambda: people.win(session, winner=BEN),
    )
    dealt = [(act(), hands.dealer(session=session))[1] for act in acts]
    assert dealt == [CARLA, DAN, DAN, BEN]
    assert_books_agree(session)


@pytest.mark.parametrize("names", [people.NAMES[:3], (*people.NAMES, "Eva")])
def test_partners_play_as_four(session: Session, names: tuple[str, ...]) -> None:
    with pytest.raises(ImpossibleError):
        people.sit(session, *names)
    assert (session.entries.count(), session.seats.count()) == (0, 4)


@pytest.mark.parametrize(
    ("names", "dealer", "refusal"),
    [
        (("Ana", "Ben", "ana", "Dan"), None, "player.same_name"),
        (people.NAMES, None, "seating.unchanged"),
        (people.NAMES, 1, "seating.unchanged"),
        (SWAPPED, 5, "seating.no_dealer"),
        (SWAPPED, -1, "seating.no_dealer"),
    ],
)
def test_seats_that_cannot_be_are_refused_and_leave_nothing(
    session: Session, names: tuple[str, ...], dealer: int | None, refusal: str
) -> None:
    with people.refused(refusal):
        people.sit(session, *names, dealer=dealer)
    assert (session.entries.count(), session.seats.count()) == (0, 4)


def test_nobody_comes_in_beyond_eight(session: Session) -> None:
    for number in range(4):
        people.sit(session, f"Guest {number}", *people.NAMES[1:])
    with people.refused("seating.full"):
        people.sit(session, "Guest 9", *people.NAMES[1:])
    assert (session.entries.count(), session.seats.count()) == (4, 8)


def test_a_change_of_seats_needs_the_newest_page(session: Session) -> None:
    people.win(session)
    with people.refused("table_changed"):
        change_seats(session=session, order=Order(names=SWAPPED), expected_entry=0, stamp=people.stamp())


def test_a_change_of_seats_is_undone_until_something_was_played(session: Session) -> None:
    take_back(people.sit(session, *SWAPPED))
    assert seatings_of(session=session).now.seats == (1, 2, 3, 4)

    entry = people.sit(session, *SWAPPED)
    hand = people.win(session)
    with people.refused("not_reversible.seats_played"):
        take_back(entry)
    take_back(hand)
    reversal = take_back(entry)
    assert (entry.kind, reversal.kind) == (EntryKind.SEATING, EntryKind.REVERSAL)
    people.win(session)
    assert people.balances(session) == (180, -90, 0, -90)
    assert_books_agree(session)


def a_night(club: Club, *, names: tuple[str, ...] = people.NAMES, winners: tuple[int, ...]) -> Session:
    """Record a hand with a secret before it for each winner; the third hand is drawn."""
    night = people.start_night(club=club, names=names, rules={"preset": "pagat", "false_secret_penalty": 15})
    for number, winner in enumerate(winners):
        people.lay_secret(night, seat=winner)
        if number == 2:
            people.draw(night)
        else:
            people.win(night, winner=winner, secrets=[], source="self_drawn")
    return night


WINNERS = (ANA, BEN, CARLA, DAN, BEN)


def test_places_put_right_late_come_to_what_right_seats_from_the_start_would(club: Club) -> None:
    late = a_night(club, winners=WINNERS)
    positions = [hand.position for hand in hands.accepted_hands(session=late)]

    mended = mend(late.entries.get(number=2), *SWAPPED)

    place = {ANA: 1, CARLA: 2, BEN: 3, DAN: 4}
    compared = a_night(club, names=SWAPPED, winners=tuple(place[winner] for winner in WINNERS))
    assert by_name(late) == by_name(compared)
    assert [hand.position for hand in hands.accepted_hands(session=late)] == positions
    assert {again.reason for _, again in mended.lines} == {mended.seating.reason} == {"otherwise"}
    assert EntryKind.SEATING not in {old.kind for old, _ in mended.lines}
    assert_books_agree(late)


def test_another_person_who_sat_there_takes_over_wins_and_losses(club: Club) -> None:
    night = a_night(club, winners=WINNERS)
    before = by_name(night)

    mend(night.entries.get(number=2), *FOR_ANA, mistake=Mistake.PEOPLE)

    assert by_name(night) == {**before, "Ana": 0, "Eva": before["Ana"]}
    assert [hand.winner for hand in hands.accepted_hands(session=night)] == [EVA, BEN, None, DAN, BEN]
    assert_books_agree(night)


@pytest.mark.parametrize(
    ("mistake", "names", "place", "dealer"),
    [
        (Mistake.PLACES, SWAPPED, None, ANA),
        (Mistake.PLACES, FOR_ANA, None, BEN),
        (Mistake.PEOPLE, FOR_ANA, None, EVA),
        (Mistake.PEOPLE, FOR_ANA, 3, CARLA),
    ],
)
def test_seats_put_right_say_who_dealt_then(
    session: Session, mistake: Mistake, names: tuple[str, ...], place: int | None, dealer: int
) -> None:
    hand = people.draw(session)
    mended = mend(hand, mistake=mistake, order=Order(names=names, dealer=place))
    assert (mended.seating.act["dealer"], hands.dealer(session=session)) == (dealer, dealer)


def test_what_putting_seats_right_would_do_is_seen_first_and_not_done(session: Session) -> None:
    hand = people.win(session)
    seen = preview_correction(correction=correction_of(hand, *SWAPPED), stamp=people.stamp())
    assert [(line.old.entry.number, line.new.entry.number) for line in seen.lines] == [(1, 4)]
    moves = [(now.result_cents if now else None, then.result_cents) for then, now in seen.moves]
    assert moves == [(180, 180), (-90, 0), (0, -90), (-90, -90)]
    assert (people.balances(session), session.entries.count()) == ((180, -90, 0, -90), 1)


def test_seats_are_put_right_with_a_reason_once(session: Session) -> None:
    hand = people.win(session)
    with people.refused("reason_missing"):
        mend(hand, *SWAPPED, reason="")
    with people.refused("table_changed"):
        mend(hand, *SWAPPED, expected_entry=0)
    correction, stamp = correction_of(hand, *SWAPPED), people.stamp()
    first = correct_seats(correction=correction, stamp=stamp)
    again = correct_seats(correction=correction, stamp=stamp)
    assert (again.seating, len(first.lines), again.lines) == (first.seating, 1, ())
    changes = ({"reason": "other"}, {"mistake": Mistake.PEOPLE}, {"order": Order(names=FOR_ANA)})
    for change in changes:
        with people.refused("key_reused"):
            correct_seats(correction=correction_of(hand, *SWAPPED, **change), stamp=stamp)


def test_an_open_objection_goes_with_its_line(session: Session) -> None:
    hand = people.win(session)
    carla = session.seats.get(number=CARLA)
    raise_dispute(entry=hand, seat=carla, why="king", stamp=people.stamp())

    ((_, again),) = mend(hand, *SWAPPED).lines

    (objection,) = open_objections(session=session)
    assert (objection.line, objection.player, objection.why) == (again.number, "Carla", "king")


def test_only_the_hands_since_then_and_until_the_next_change_are_recorded_again(session: Session) -> None:
    first = people.win(session)
    second = people.win(session)
    people.sit(session, *FOR_ANA)
    third = people.win(session, winner=BEN)

    mended = mend(second, *SWAPPED)

    assert [(old.number, again.hand.position) for old, again in mended.lines] == [(2, 2)]
    assert mended.seating.act["from"] == 2
    assert {first.pk, third.pk} <= {hand.entry_id for hand in hands.accepted_hands(session=session)}
    assert seatings_of(session=session).now.seats == (5, 2, 3, 4)
    assert_books_agree(session)


def test_a_change_of_seats_that_was_wrong_is_put_right_after_a_hand_on_it(session: Session) -> None:
    people.win(session)
    people.lay_secret(session, seat=BEN)
    people.sit(session, *FOR_ANA)
    hand = people.win(session, winner=BEN)
    assert by_name(session) == {"Ana": 130, "Ben": 190, "Carla": -140, "Dan": -90, "Eva": -90}

    mended = mend(hand, "Ana", "Ben", "Carla", "Eva")

    assert [(old.number, again.act["winner"]) for old, again in mended.lines] == [(4, BEN)]
    assert by_name(session) == {"Ana": 40, "Ben": 190, "Carla": -140, "Dan": -90, "Eva": 0}
    assert tables.seated(session=session)[3].player == "Eva"
    assert_books_agree(session)


def test_a_secret_paid_before_the_seats_changed_is_not_parted_from_its_hand(session: Session) -> None:
    first = people.win(session)
    people.lay_secret(session, seat=BEN)
    people.sit(session, *FOR_ANA)
    hand = people.win(session, winner=BEN)
    before = by_name(session)

    with people.refused("seating.parts_secret"):
        mend(hand, "Eva", "Ana", "Carla", "Dan", mistake=Mistake.PEOPLE)
    with people.refused("seating.parts_hand"):
        mend(first, "Ben", "Ana", "Carla", "Dan", mistake=Mistake.PEOPLE)
    assert by_name(session) == before

    mend(hand, *people.NAMES, mistake=Mistake.PEOPLE)
    assert secrets_of(session) == [[], [BEN], []]
    assert_books_agree(session)


@pytest.mark.parametrize(("mistake", "refusal"), [(Mistake.PLACES, "not_seated"), (Mistake.PEOPLE, "other_number")])
def test_seats_that_cannot_have_played_a_line_stop_it_all(club: Club, mistake: Mistake, refusal: str) -> None:
    night = people.start_night(club=club, rules=ALONE)
    hand = people.win(night)
    with people.refused(f"seating.{refusal}"):
        mend(hand, "Eva", "Ben", "Carla", mistake=mistake)
    assert (night.entries.count(), night.seats.count(), people.balances(night)) == (1, 4, (270, -90, -90, -90))


def test_secrets_keep_their_hand_when_recorded_again(session: Session) -> None:
    people.lay_secret(session, seat=ANA)
    first = people.win(session, source="self_drawn")
    people.lay_secret(session, seat=BEN)

    mend(first, *SWAPPED)

    assert secrets_of(session) == [[ANA], [BEN]]
    assert people.balances(session) == (360, 100, -230, -230)
    assert_books_agree(session)


def test_false_secrets_and_false_wins_move_with_the_seats(club: Club) -> None:
    rules = {"preset": "pagat", "false_win_penalty": 30, "false_secret_penalty": 15}
    night = people.start_night(club=club, rules=rules)
    refund_false_secret(entry=people.lay_secret(night, seat=ANA), reason="none", stamp=people.stamp())
    record_false_win(seat=BEN, hand_is_void=False, **people.current(night))
    hand = people.draw(night)
    assert by_name(night) == {"Ana": 0, "Ben": -45, "Carla": 30, "Dan": 15}

    mend(hand, *SWAPPED)

    assert by_name(night) == {"Ana": -30, "Ben": -60, "Carla": 45, "Dan": 45}
    assert_books_agree(night)


def test_lines_put_right_are_paid_by_the_stakes_and_rules_of_their_time(session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    hand = people.win(session)
    wanted = WantedTerms(stakes=3, rules={**session.in_force.data, "secret": 80})
    change_terms(wanted=wanted, reason="", **people.current(session))
    people.win(session)
    mend(hand, *SWAPPED)
    assert by_name(session) == {"Ana": 180 + 540, "Ben": 100, "Carla": -140 - 270, "Dan": -140 - 270}
    assert check_session(session=Session.objects.get()) == ()


def test_a_night_starts_with_its_pairs_and_every_change_writes_its_own_beside_them(session: Session) -> None:
    people.win(session)
    assert recorded_pairs(session=session) == {0: ((1, 3), (2, 4))}
    people.sit(session, "Ana", "Ben", "Dan", "Eva")
    take_back(session.entries.get(number=2))
    assert recorded_pairs(session=session) == {0: ((1, 3), (2, 4)), 2: ((1, 4), (2, 5))}
    mend(session.entries.get(number=1), *SWAPPED)
    assert recorded_pairs(session=session)[4] == ((1, 2), (3, 4))
    assert list(session.partnerships.order_by("pk").values_list("since", flat=True)) == [0, 0, 2, 2, 1, 1]
    assert_books_agree(session)


def test_partners_share_what_they_won_while_they_sat_together(club: Club) -> None:
    night = people.start_night(club=club, rules="family")
    people.win(night)
    people.sit(night, *SWAPPED)
    people.win(night, winner=DAN)
    people.close(night)
    # Ana and Carla halve +180 and 0, then Carla and Dan 0 and +180.
    assert people.balances(night) == (0, -180, 180, 0)
    assert check_session(session=night) == ()
