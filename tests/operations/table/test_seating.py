"""Seats that change, also by turns: sides and partners follow the places, and a late notice puts the books right."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.games.base import Data, ImpossibleError
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.people.players import merge_players
from scoring.operations.table.hands import record_false_win, record_penalty
from scoring.operations.table.seat_corrections import Mistake, correct_seats
from scoring.operations.table.seating import Order, Turns, change_seats, take_turn
from scoring.operations.table.undoing import raise_dispute
from scoring.queries.table.disputes import open_objections
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored
from tests.games.cau_robat.test_table import deal
from tests.games.khanhoo.naive_ming import play_out
from tests.people import ANA, BEN, CARLA, DAN, put_right

type Names = tuple[str, ...]
type Case = tuple[str, object, *tuple[Data, ...]]

EVA = 5
SWAPPED = ("Ana", "Carla", "Ben", "Dan")
"""Ana with Ben against Carla with Dan."""

FOR_ANA = ("Eva", "Ben", "Carla", "Dan")
ALONE = {"preset": "pagat", "partnerships": False}


def by_name(session: Session) -> dict[str, tuple[int, int]]:
    seats = night_of(session=session).standings
    return {seat.player: (seat.result_cents, seat.points) for seat in seats if seat.result_cents or seat.points}


def test_opponents_follow_the_places_from_the_change_on(session: Session) -> None:
    hand = people.win(session)
    entry = people.sit(session, *SWAPPED, dealer=4)
    people.win(session)
    assert entry.act == {"seats": [1, 3, 2, 4], "dealer": DAN, "from": 2}
    assert people.balances(session) == (360, -90, -90, -180)
    places = [(seat.number, seat.place, seat.side) for seat in night_of(session=session).standings]
    assert places == [(1, 1, 1), (2, 3, 1), (3, 2, 2), (4, 4, 2)]
    people.correct(hand, people.WORKED_WIN | {"winner": BEN})
    assert people.balances(session) == (90, 180, -180, -90)
    deals = people.sit(session, *SWAPPED, dealer=3)
    night = night_of(session=session)
    assert [night.only_dealer(night.at(each.number)) for each in (entry, deals)] == [False, True]


def test_only_the_dealer_of_a_night_is_changed_where_everybody_keeps_the_first_seats(session: Session) -> None:
    deals = people.sit(session, *people.NAMES, dealer=BEN)
    assert night_of(session=session).only_dealer(night_of(session=session).at(deals.number))


def test_somebody_comes_in_another_sits_out_and_comes_back_to_the_same_seat(session: Session) -> None:
    people.win(session)
    people.sit(session, *FOR_ANA)
    people.win(session, winner=EVA)
    assert people.balances(session) == (180, -180, 0, -180, 180)
    assert [seat.player for seat in night_of(session=session).seated] == list(FOR_ANA)
    with pytest.raises(ImpossibleError):
        people.win(session, winner=ANA)
    with pytest.raises(ImpossibleError):
        people.lay_secret(session, seat=ANA)
    people.sit(session, "ana", *people.NAMES[1:])
    assert (session.seats.count(), night_of(session=session).seatings.now.seats) == (5, (1, 2, 3, 4))


def test_somebody_merged_comes_back_to_the_seat_of_the_other_name(session: Session, club: Club) -> None:
    people.sit(session, *FOR_ANA)
    anita = people.start_night(club=club, names=("Anita", "Gil"), rules=ALONE).seats.get(number=1).player
    merge_players(player=club.players.get(name="Ana"), into=anita)
    people.sit(session, "Anita", *people.NAMES[1:])
    assert (session.seats.count(), night_of(session=session).seatings.now.seats) == (5, (1, 2, 3, 4))


@stored("seats_refused", "nights")
def test_seats_that_cannot_be_leave_nothing(session: Session, names: Names, dealer: int | None, refusal: str) -> None:
    people.refuses(refusal, people.sit, session, *names, dealer=dealer)
    assert (session.entries.count(), session.seats.count()) == (0, 4)


def test_nobody_comes_in_beyond_eight(session: Session) -> None:
    for number in range(4):
        people.sit(session, f"Guest {number}", *people.NAMES[1:])
    people.refuses("seating.full", people.sit, session, "Guest 9", *people.NAMES[1:])
    assert (session.entries.count(), session.seats.count()) == (4, 8)


def test_a_change_of_seats_is_undone_until_something_was_played(session: Session) -> None:
    people.take_back(people.sit(session, *SWAPPED))
    assert night_of(session=session).seatings.now.seats == (1, 2, 3, 4)
    entry = people.sit(session, *SWAPPED)
    hand = people.win(session)
    people.refuses("not_reversible.seats_played", people.take_back, entry)
    people.take_back(hand)
    assert people.take_back(entry).kind == EntryKind.REVERSAL
    people.win(session)
    assert people.balances(session) == (180, -90, 0, -90)


FULL_HAND = {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}
FACE_UP, PACK = (" ".join(map(str, cards)) for cards in deal(Random(3), 4))
LED, FELL = play_out(Random(1), 3)
TRICKS = "; ".join(" / ".join(" ".join(cards) for cards in plays) for plays in FELL)
BUMP = {"seat": 1, "offence": "failed_bump", "chosen": "onto_opponents"}
MELDS = {"out": 1, "melds": {"1": FULL_HAND, "2": {"sequence": 1}}}
HELD = {"out": 4, "orphan": 4, "cards": {"4": "AH AH 2C 2C 3D 3D", "1": "4C 5C 6C"}}
CAPTURED = {"captured": {"1": 15, "2": 9, "3": 3}, "bonuses": {"1": {"hero": 1}}}


CASES: dict[str, Case] = {
    "melds and cards": ("khanhoo", {"preset": "wilkinson", "orphan": True}, MELDS, HELD),
    "captured cards": ("khanhoo_ming", None, CAPTURED),
    "tricks": ("khanhoo_ming", None, {"leader": LED + 1, "tricks": TRICKS}),
    "secrets": ("cuajo", {"preset": "pagat", "false_win_penalty": 30}, people.WORKED_WIN),
    "plays": ("cau_robat", "points", {"dealer": 2, "face_up": FACE_UP, "plays": PACK}),
}
"""Hands that name everybody whom a hand of their game can name."""


def seated(case: Case, names: Names) -> Names:
    return names[:3] if case[0] == "khanhoo_ming" else names


def a_night(club: Club, case: Case, *, names: Names) -> Session:
    game, rules, *acts = case
    night = people.start_night(club=club, game=game, rules=rules, names=seated(case, names), stake_factor=3)
    for act in acts:
        people.record(night, act)
    if game == "khanhoo":
        record_penalty(act=BUMP, **people.current(night))
    if game == "cuajo":
        people.lay_secret(night, seat=CARLA)
        record_false_win(seat=BEN, hand_is_void=False, **people.current(night))
    return night


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_in_every_game_other_people_come_to_what_their_names_from_the_start_would(club: Club, case: Case) -> None:
    late, right = a_night(club, case, names=people.NAMES), ("Carla", "Ana", "Ben", "Eva")
    put_right(late.entries.filter(kind=EntryKind.HAND)[0], *seated(case, right), mistake=Mistake.PEOPLE)
    assert by_name(late) == by_name(a_night(club, case, names=right)) != {}


@pytest.mark.parametrize(
    ("mistake", "names", "place", "dealer"),
    [
        (Mistake.PLACES, SWAPPED, None, ANA),
        (Mistake.PLACES, FOR_ANA, None, BEN),
        (Mistake.PEOPLE, FOR_ANA, None, EVA),
        (Mistake.PEOPLE, FOR_ANA, 3, CARLA),
    ],
)
def test_who_dealt_is_kept(session: Session, mistake: Mistake, names: Names, place: int | None, dealer: int) -> None:
    mended = put_right(people.draw(session), mistake=mistake, order=Order(names=names, dealer=place))
    assert (mended.seating.act["dealer"], night_of(session=session).dealer) == (dealer, dealer)


@pytest.mark.parametrize(
    "change", [{"reason": "other"}, {"mistake": Mistake.PEOPLE}, {"order": Order(names=FOR_ANA)}], ids=str
)
def test_seats_are_put_right_with_a_reason_once(session: Session, change: dict[str, Any]) -> None:
    hand = people.win(session)
    people.refuses("reason_missing", put_right, hand, *SWAPPED, reason="")
    correction, stamp = people.seats_correction(hand, *SWAPPED), people.stamp()
    first = correct_seats(correction=correction, stamp=stamp)
    again = correct_seats(correction=correction, stamp=stamp)
    assert (again.seating, len(first.lines), again.lines) == (first.seating, 1, ())
    with people.refused("key_reused"):
        correct_seats(correction=people.seats_correction(hand, *SWAPPED, **change), stamp=stamp)


def test_who_deals_next_follows_the_places_that_were_right(club: Club) -> None:
    night = people.start_night(club=club, game="cau_robat", rules=None, names=people.NAMES[:3])
    hand = people.record(night, {"piles": {"1": 20, "2": 10, "3": 10}})
    before = night_of(session=night).dealer
    put_right(hand, "Ana", "Carla", "Ben")
    assert (before, night_of(session=night).dealer) == (BEN, CARLA)


def test_an_open_objection_goes_with_its_line(session: Session) -> None:
    hand = people.win(session)
    raise_dispute(entry=hand, seat=session.seats.get(number=CARLA), why="king", stamp=people.stamp())
    ((_, again),) = put_right(hand, *SWAPPED).lines
    (objection,) = open_objections(session=session)
    assert (objection.line, objection.player, objection.why) == (again.number, "Carla", "king")


def test_only_the_hands_since_then_and_until_the_next_change_are_recorded_again(session: Session) -> None:
    people.win(session)
    second = people.win(session)
    people.sit(session, *FOR_ANA)
    third = people.win(session, winner=BEN)
    earlier = put_right(second, *SWAPPED)
    later = put_right(third, "Ana", "Ben", "Carla", "Eva")
    lines = [(old.number, again.hand.position, again.reason) for old, again in (*earlier.lines, *later.lines)]
    assert lines == [(2, 2, "otherwise"), (4, 4, "otherwise")]
    assert (earlier.seating.act["from"], later.seating.act["from"]) == (2, 3)
    assert night_of(session=session).seatings.now.seats == (1, 2, 3, 5)
    assert people.balances(session) == (270, 90, -180, -180, 0)


def test_a_secret_paid_before_the_seats_changed_is_not_parted_from_its_hand(session: Session) -> None:
    first = people.win(session)
    people.lay_secret(session, seat=BEN)
    people.sit(session, *FOR_ANA)
    hand = people.win(session, winner=BEN)
    before = by_name(session)
    people.refuses("seating.parts_secret", put_right, hand, "Eva", "Ana", "Carla", "Dan", mistake=Mistake.PEOPLE)
    people.refuses("seating.parts_hand", put_right, first, "Ben", "Ana", "Carla", "Dan", mistake=Mistake.PEOPLE)
    assert by_name(session) == before
    put_right(hand, *people.NAMES, mistake=Mistake.PEOPLE)
    night = night_of(session=session)
    assert [secret.act["seat"] for secret in night.secrets_of(night.hands[1])] == [BEN]


CUAJO_ALONE: Case = ("cuajo", ALONE, people.WORKED_WIN)


@pytest.mark.parametrize(
    ("case", "names", "mistake", "refusal"),
    [
        (CUAJO_ALONE, ("Eva", "Ben", "Carla"), Mistake.PLACES, "not_seated"),
        (CUAJO_ALONE, ("Eva", "Ben", "Carla"), Mistake.PEOPLE, "other_number"),
        (CASES["melds and cards"], ("Ana", "Ben", "Dan"), Mistake.PLACES, "impossible_line"),
    ],
)
def test_seats_that_cannot_be_mended_stay(club: Club, case: Case, names: Names, mistake: Mistake, refusal: str) -> None:
    night = a_night(club, case, names=people.NAMES)
    before = night.entries.count(), night.seats.count(), by_name(night)
    people.refuses(f"seating.{refusal}", put_right, night.entries.get(number=1), *names, mistake=mistake)
    assert (night.entries.count(), night.seats.count(), by_name(night)) == before


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
    people.refuses("not_reversible.seats_of_start", people.take_back, night.entries.get(number=1))
    assert at_table(night) == FIRST


def test_whoever_goes_home_is_left_out_and_turns_end_with_the_last_who_waits(night: Session) -> None:
    win(night)
    change_seats(order=Order(names=("Ben", "Carla", "Dan", "Eva"), waiting=()), **people.current(night))
    win(night)
    assert (*at_table(night), night_of(session=night).gone) == ((2, 3, 4, 5), (), frozenset({1}))
    people.refuses("nobody_waits", take_turn, **people.current(night))


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
