"""Hands that do not count, whatever made them void: a misdeal (C38) or a false win (C35)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.payments import set_tong
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.turns import Turns
from scoring.queries.books.checking import check_session
from scoring.queries.table.hands import void_hands
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.state import table_state
from scoring.queries.table.tong import tong_of
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def misdeal(session: Session) -> Entry:
    act = {"void": "misdeal", "by": people.BEN, "dealer": people.ANA}
    return record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())


def false_win(session: Session) -> Entry:
    record_false_win(seat=people.BEN, hand_is_void=True, **people.current(session))
    return session.entries.get(kind=EntryKind.HAND)


VOID = pytest.mark.parametrize("make_void", [misdeal, false_win])
type Void = Callable[[Session], Entry]


@VOID
def test_a_void_hand_is_no_hand_that_counts(session: Session, make_void: Void) -> None:
    set_tong(every=Every.HAND, cents=10, percent=0, coin_cents=1, holder=people.DAN, **people.current(session))
    make_void(session)
    assert (void_hands(session=session).count(), table_state(session=session).void_count) == (1, 1)
    assert tong_of(session=session).pot_cents == 0


@VOID
def test_a_void_hand_corrected_to_a_win_brings_the_waiting_player_in(club: Club, make_void: Void) -> None:
    session = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    hand = make_void(session)
    assert seatings_of(session=session).now.waiting == (5,)

    correct_hand(entry=hand, act=people.WORKED_WIN, reason="it was a win", stamp=people.stamp())

    now = seatings_of(session=session).now
    assert (now.seats, now.waiting) == ((5, 2, 3, 4), (1,))
    assert check_session(session=session) == ()


@VOID
def test_a_win_corrected_to_a_void_hand_takes_its_turn_back(club: Club, make_void: Void) -> None:
    session = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    act = make_void(session).act
    hand = people.win(session)
    assert seatings_of(session=session).now.waiting == (1,)

    correct_hand(entry=hand, act=act, reason="void", stamp=people.stamp())

    assert seatings_of(session=session).now.waiting == (5,)


@VOID
def test_the_correction_of_a_void_hand_opens_what_was_recorded_and_keeps_it(
    host: Client, session: Session, make_void: Void
) -> None:
    act = make_void(session).act
    hand = session.entries.get(kind=EntryKind.HAND)
    address = reverse("correct", args=[session.public_id, hand.number])
    (form,) = open_page(host, address).forms(action=address)
    assert form["void"] == act.get("void", "void")

    host.post(address, form | {"reason": "looked again", "step": "record"})

    corrected = session.entries.get(kind=EntryKind.HAND, reversal=None)
    kept = {name: value for name, value in act.items() if name != "dealer"}
    assert corrected.number > hand.number
    assert corrected.act == kept
