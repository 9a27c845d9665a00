"""Five and more at the table: four play, and the others come in by turns."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, EntryKind, Session
from scoring.operations.errors import NotReversibleError, TableChangedError
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Order, change_seats
from scoring.operations.table.turns import NobodyWaitsError, Turns, take_turn
from scoring.queries.books.checking import check_session
from scoring.queries.sessions.nights import last_time
from scoring.queries.table import hands, tables
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db

FIVE = (*people.NAMES, "Eva")
SIX = (*FIVE, "Fe")


def night_of(club: Club, *, names: tuple[str, ...] = FIVE, turns: Turns = Turns.EACH_HAND) -> Session:
    terms = Terms(
        game="cuajo", rules="pagat", names=names, currency="PHP", stake_factor=1, first_dealer=people.ANA, turns=turns
    )
    return start_session(club=club, terms=terms, stamp=people.stamp())


def at_table(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats in the order of play, and those that wait."""
    now = seatings_of(session=session).now
    return now.seats, now.waiting


def win(session: Session) -> None:
    people.win(session, winner=at_table(session)[0][1])


def turn(session: Session) -> None:
    newest = tables.last_entry_number(session=session)
    take_turn(session=session, expected_entry=newest, stamp=people.stamp())


def test_fifth_waits_and_comes_in_after_a_hand_for_who_has_played_longest(club: Club) -> None:
    session = night_of(club)
    assert at_table(session) == ((1, 2, 3, 4), (5,))
    seen = []
    for _ in range(5):
        win(session)
        seen.append(at_table(session))
    assert seen == [
        ((5, 2, 3, 4), (1,)),
        ((5, 1, 3, 4), (2,)),
        ((5, 1, 2, 4), (3,)),
        ((5, 1, 2, 3), (4,)),
        ((4, 1, 2, 3), (5,)),
    ]
    assert check_session(session=session) == ()


def test_all_of_six_sit_out_as_often(club: Club) -> None:
    session = night_of(club, names=SIX)
    out: Counter[int] = Counter()
    for _ in range(12):
        out.update(at_table(session)[1])
        win(session)
    assert set(out.values()) == {4}
    assert check_session(session=session) == ()


def test_hand_that_does_not_count_is_dealt_again_to_the_same_four(club: Club) -> None:
    session = night_of(club)
    record_hand(session=session, act={"void": "misdeal"}, expected=people.expected(session), stamp=people.stamp())
    assert at_table(session) == ((1, 2, 3, 4), (5,))


def test_by_tap_nobody_moves_until_somebody_says_so(club: Club) -> None:
    session = night_of(club, turns=Turns.TAP)
    win(session)
    assert at_table(session) == ((1, 2, 3, 4), (5,))
    turn(session)
    assert at_table(session) == ((5, 2, 3, 4), (1,))
    with pytest.raises(TableChangedError):
        take_turn(session=session, expected_entry=1, stamp=people.stamp())


def test_whoever_deals_next_and_goes_out_leaves_the_deal_to_the_next_who_stays(club: Club) -> None:
    session = night_of(club, turns=Turns.TAP)
    assert hands.dealer(session=session) == people.ANA
    turn(session)
    assert hands.dealer(session=session) == people.BEN


def test_undoing_a_hand_takes_its_turn_back_without_a_reason(club: Club) -> None:
    session = night_of(club)
    win(session)
    hand = session.entries.get(kind=EntryKind.HAND)
    undo(entry=hand, reason="", stamp=people.stamp())
    assert at_table(session) == ((1, 2, 3, 4), (5,))
    assert people.balances(session) == (0,) * 5
    assert check_session(session=session) == ()


def test_turn_stays_once_a_later_hand_was_played_on_it(club: Club) -> None:
    session = night_of(club)
    win(session)
    first = session.entries.get(kind=EntryKind.HAND)
    win(session)
    now = at_table(session)
    undo(entry=first, reason="nobody had won", stamp=people.stamp())
    assert at_table(session) == now
    assert check_session(session=session) == ()


def test_correcting_a_hand_moves_nobody(club: Club) -> None:
    session = night_of(club)
    win(session)
    now = at_table(session)
    hand = session.entries.get(kind=EntryKind.HAND)
    correct_hand(entry=hand, act=people.WORKED_WIN | {"winner": 3}, reason="Carla", stamp=people.stamp())
    assert at_table(session) == now
    assert check_session(session=session) == ()


def test_correction_by_which_another_deals_has_that_one_deal_as_long_as_nobody_played(club: Club) -> None:
    session = night_of(club)
    win(session)
    hand = session.entries.get(kind=EntryKind.HAND)
    assert hands.dealer(session=session) == people.BEN
    correct_hand(entry=hand, act=people.WORKED_WIN | {"winner": 3}, reason="Carla", stamp=people.stamp())
    assert (at_table(session), hands.dealer(session=session)) == (((5, 2, 3, 4), (1,)), people.CARLA)
    assert check_session(session=session) == ()


def test_correction_after_the_next_hand_leaves_who_dealt_it(club: Club) -> None:
    session = night_of(club)
    win(session)
    hand = session.entries.get(kind=EntryKind.HAND)
    win(session)
    now = at_table(session), hands.dealer(session=session)
    correct_hand(entry=hand, act=people.WORKED_WIN | {"winner": 3}, reason="Carla", stamp=people.stamp())
    assert (at_table(session), hands.dealer(session=session)) == now
    assert check_session(session=session) == ()


def test_hand_corrected_into_one_that_does_not_count_takes_its_turn_back_and_the_other_way_round(club: Club) -> None:
    session = night_of(club)
    win(session)
    before = at_table(session)
    hand = session.entries.get(kind=EntryKind.HAND)
    void = correct_hand(entry=hand, act={"void": "misdeal"}, reason="misdeal", stamp=people.stamp())
    assert at_table(session) == ((1, 2, 3, 4), (5,))
    correct_hand(entry=void, act=people.WORKED_WIN, reason="it counts", stamp=people.stamp())
    assert at_table(session) == before
    assert check_session(session=session) == ()


def test_turn_that_was_taken_back_does_not_come_again_with_a_correction(club: Club) -> None:
    session = night_of(club)
    win(session)
    undo(entry=session.entries.get(number=3), reason="", stamp=people.stamp())
    hand = session.entries.get(kind=EntryKind.HAND)
    correct_hand(entry=hand, act=people.WORKED_WIN | {"winner": 3}, reason="Carla", stamp=people.stamp())
    assert at_table(session) == ((1, 2, 3, 4), (5,))


def test_seats_a_night_of_turns_started_with_are_changed_and_not_undone(club: Club) -> None:
    session = night_of(club)
    with pytest.raises(NotReversibleError, match="under Seats"):
        undo(entry=session.entries.get(number=1), reason="", stamp=people.stamp())
    assert at_table(session) == ((1, 2, 3, 4), (5,))


def test_a_hand_lands_and_is_undone_by_one_tap_also_where_the_next_came_in_by_itself(host: Client, club: Club) -> None:
    session = night_of(club)
    win(session)
    page = open_page(host, reverse("table", args=[session.public_id]) + "?recorded=2")
    assert page.text("data-landed").startswith("Hand 1 recorded")
    (undoing,) = (part for part in page.root.iter("div") if part.get("class") == "entry-more")
    assert "undo-2 what-2" in {link.get("aria-labelledby") for link in undoing.iter("a")}


def test_whoever_goes_home_is_left_out_and_turns_end_with_the_last_who_waits(club: Club) -> None:
    session = night_of(club)
    win(session)
    order = Order(names=("Ben", "Carla", "Dan", "Eva"), waiting=())
    newest = tables.last_entry_number(session=session)
    change_seats(session=session, order=order, expected_entry=newest, stamp=people.stamp())
    assert at_table(session) == ((2, 3, 4, 5), ())
    with pytest.raises(NobodyWaitsError):
        turn(session)
    win(session)
    assert at_table(session) == ((2, 3, 4, 5), ())


def test_changing_the_seats_leaves_whoever_sat_there_waiting_where_people_take_turns(club: Club) -> None:
    session = night_of(club)
    people.sit(session, "Eva", "Carla", "Ben", "Ana")
    assert at_table(session) == ((5, 3, 2, 1), (4,))


def test_starting_again_asks_everybody_to_take_turns_again(club: Club) -> None:
    win(night_of(club))
    last = last_time(club=club)
    assert last is not None
    assert (last.names, last.takes_turns, last.each_hand) == (("Eva", "Ben", "Carla", "Dan", "Ana"), True, True)


def test_without_turns_five_are_refused(club: Club) -> None:
    with pytest.raises(ValueError, match="four"):
        night_of(club, turns=Turns.NONE)


def typed(host: Client, *names: str) -> dict[str, str]:
    """Return the form of a new night with names for the seats."""
    (form,) = [form for form in open_page(host, reverse("new-session")).forms() if "seat_1" in form]
    seats = {f"seat_{number}": name for number, name in enumerate(names, start=1)}
    return {**form, **seats, "currency": "PHP", "first_dealer": "random"}


def test_typing_five_names_offers_to_take_turns(host: Client, club: Club) -> None:
    form = typed(host, *FIVE)
    refused = host.post(reverse("new-session"), form)
    assert refused.status_code == 422
    assert "5 people, and 4 play at once by these rules." in refused.text
    assert host.post(reverse("new-session"), {**form, "turns": "hand"}).status_code == 302
    assert at_table(Session.objects.get()) == ((1, 2, 3, 4), (5,))


def test_one_tap_at_the_table_lets_the_next_come_in(host: Client, club: Club) -> None:
    session = night_of(club, turns=Turns.TAP)
    page = open_page(host, reverse("table", args=[session.public_id]))
    assert page.text("data-next-turn") == "Eva comes in for Ana"
    address = reverse("turn", args=[session.public_id])
    (form,) = page.forms(action=address)
    assert host.post(address, form).status_code == 302
    assert host.post(address, form).status_code == 302, "the same tap twice"
    assert at_table(session) == ((5, 2, 3, 4), (1,))


def test_who_sits_out_goes_home_with_one_tap(host: Client, club: Club) -> None:
    session = night_of(club)
    address = reverse("swap-seats", args=[session.public_id])
    forms = open_page(host, reverse("seats", args=[session.public_id])).forms(action=address)
    (home,) = (form for form in forms if "goes" not in form)
    assert host.post(address, home).status_code == 302
    assert at_table(session) == ((1, 2, 3, 4), ())


def test_seats_page_says_who_waits_and_lets_somebody_go_home(host: Client, club: Club) -> None:
    session = night_of(club)
    address = reverse("seats", args=[session.public_id])
    form = next(form for form in open_page(host, address).forms(action=address) if "place_1" in form)
    assert (form["waits_1"], "each_hand" in form) == ("Eva", True)
    assert host.post(address, {**form, "each_hand": "on", "waits_1": ""}).status_code == 302
    assert at_table(session) == ((1, 2, 3, 4), ())
