"""Nights entered later: all or none, closed at once, and taken back without a trace being lost."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.operations.errors import (
    KeyReusedError,
    NotReversibleError,
    PastError,
    ReasonMissingError,
    SessionClosedError,
    ShownChangedError,
    TableChangedError,
)
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.people.players import rename_player
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.debts import Shown, pay_debt
from scoring.operations.sessions.past import PastNight, PastTerms, enter_past, foresee, new_names, take_back_past
from scoring.operations.sessions.sessions import About, change_switches
from scoring.operations.table.payments import pay_free
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.figures.figures import rows_by_player, summed
from scoring.queries.figures.scope import People, kinds_played, read_scope
from scoring.queries.figures.standings import Order, standings
from scoring.queries.sessions.debts import owed_in
from scoring.queries.sessions.nights import history_page, home_of
from scoring.queries.table import tables
from tests import people

pytestmark = pytest.mark.django_db

TERMS = PastTerms(game="cuajo", currency="PHP")
OWED = replace(TERMS, paid=False)
FIVE = PastNight(
    day=date(2019, 5, 3),
    results=(("Ana", 500), ("Ben", -200), ("Carla", 0), ("Dodong", -400), ("Eva", 100)),
    about=About(place="Lola's house"),
)
TWO = PastNight(day=date(2019, 6, 1), results=(("Ana", -70), ("Ben", 70)))


def enter(club: Club, *nights: PastNight, terms: PastTerms = TERMS) -> tuple[Session, ...]:
    return enter_past(club=club, terms=terms, nights=nights, stamp=people.stamp())


def take_back(session: Session, *, reason: str = "Entered twice") -> Entry:
    last = tables.last_entry_number(session=session)
    return take_back_past(session=session, reason=reason, expected_entry=last, stamp=people.stamp())


def lines_of(session: Session) -> list[tuple[str, int | None]]:
    entries = session.entries.order_by("number").select_related("reverses")
    return [(entry.kind, entry.reverses.number if entry.reverses else None) for entry in entries]


def results_of(session: Session) -> dict[str, tuple[int, int]]:
    return {seat.player: (seat.result_cents, seat.outstanding_cents) for seat in tables.results(session=session)}


def test_a_paid_night_is_closed_with_its_cash_and_leaves_no_debts(club: Club) -> None:
    (night,) = enter(club, FIVE)

    assert lines_of(night) == [("past", None), ("close", None), *[("handover", None)] * 3]
    assert results_of(night) == {name: (cents, 0) for name, cents in FIVE.results}
    assert (night.place, night.started_at.isoformat()) == ("Lola's house", "2019-05-03T12:00:00+08:00")
    assert check_session(session=Session.objects.get(pk=night.pk)) == check_club(club=club) == ()
    assert owed_in(club=club) == ()


def test_a_night_that_was_not_paid_leaves_its_debts(club: Club) -> None:
    (night,) = enter(club, TWO, terms=OWED)

    assert results_of(night) == {"Ana": (-70, -70), "Ben": (70, 70)}
    ((pair,),) = [owed.pairs for owed in owed_in(club=club)]
    assert (pair.debtor.name, pair.creditor.name, pair.cents) == ("Ana", "Ben", 70)


def test_all_nights_are_entered_or_none(club: Club) -> None:
    wrong = replace(TWO, results=(("Ana", -70), ("Ben", 60)))

    with pytest.raises(PastError, match="Night 2: What was won and lost comes to −₱0"):
        enter(club, FIVE, wrong)

    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("night", "problem"),
    [
        (replace(TWO, day=date(2026, 2, 2)), "past.day"),
        (replace(TWO, day=date(1899, 12, 31)), "past.day"),
        (replace(TWO, results=(("Ana", 0),)), "past.players"),
        (replace(TWO, results=tuple((f"P{number}", 0) for number in range(9))), "past.players"),
        (replace(TWO, results=(("Ana", 1), ("ana ", -1))), "past.same_player"),
        (replace(TWO, results=(("Ana", 1), ("", -1))), "past.name"),
        (replace(TWO, results=(("Ana", 1), ("Ben", -2))), "past.sum"),
        (replace(TWO, results=(("Ana", 10**15), ("Ben", -(10**15)))), "past.too_high"),
    ],
)
def test_what_no_night_can_be_is_said_beforehand(club: Club, night: PastNight, problem: str) -> None:
    (foreseen,) = foresee(club=club, terms=TERMS, nights=(night,), at=people.EVENING)

    assert foreseen.problem is not None
    assert foreseen.problem.key == problem


def test_the_same_night_is_not_entered_twice(club: Club) -> None:
    enter(club, FIVE)
    again = replace(FIVE, results=tuple(reversed(FIVE.results)))

    with pytest.raises(PastError, match="is in the books already"):
        enter(club, again)
    with pytest.raises(PastError, match="Night 2: A night of this day"):
        enter(club, TWO, TWO)


def test_the_same_key_enters_once(club: Club) -> None:
    stamp = people.stamp()

    first = enter_past(club=club, terms=TERMS, nights=(FIVE, TWO), stamp=stamp)

    assert enter_past(club=club, terms=TERMS, nights=(FIVE, TWO), stamp=stamp) == first
    with pytest.raises(KeyReusedError):
        enter_past(club=club, terms=TERMS, nights=(TWO,), stamp=stamp)
    assert Session.objects.count() == 2


def test_names_that_became_known_since_the_preview_are_looked_at_again(club: Club) -> None:
    foreseen = foresee(club=club, terms=TERMS, nights=(TWO,), at=people.EVENING)
    assert new_names(foreseen=foreseen) == ("Ana", "Ben")
    people.start_night(club=club)
    rename_player(player=Player.objects.get(name="Ben"), name="Benito")

    with pytest.raises(ShownChangedError):
        enter_past(club=club, terms=TERMS, nights=(TWO,), stamp=people.stamp(), expected_new=("Ana", "Ben"))
    enter_past(club=club, terms=TERMS, nights=(TWO,), stamp=people.stamp(), expected_new=("Ben",))


def test_points_too_many_and_no_nights_are_refused(club: Club) -> None:
    for nights, terms in (((TWO,), replace(TERMS, currency="points")), ((), TERMS), ((TWO,) * 401, TERMS)):
        with pytest.raises(PastError):
            enter_past(club=club, terms=terms, nights=nights, stamp=people.stamp())


def test_a_night_taken_back_stays_in_the_books_and_counts_for_nobody(club: Club) -> None:
    (night,) = enter(club, TWO)

    take_back(night)

    night.refresh_from_db()
    assert lines_of(night)[3:] == [("reversal", 3), ("reversal", 2), ("reversal", 1), ("close", None)]
    assert results_of(night) == {"Ana": (0, 0), "Ben": (0, 0)}
    assert night.is_practice
    assert check_session(session=night) == ()
    enter(club, TWO)  # it may be entered anew
    with pytest.raises(PastError, match="taken back before"):
        take_back(night)


def test_taking_back_asks_for_a_reason_and_for_what_was_seen(club: Club) -> None:
    (night,) = enter(club, TWO)

    with pytest.raises(ReasonMissingError):
        take_back(night, reason="")
    with pytest.raises(TableChangedError):
        take_back_past(session=night, reason="Wrong", expected_entry=2, stamp=people.stamp())
    with pytest.raises(PastError, match="recorded at the table"):
        take_back(people.start_night(club=club))


def test_a_night_whose_debts_were_paid_with_others_is_not_taken_back(club: Club) -> None:
    (night,) = enter(club, TWO, terms=OWED)
    ((pair,),) = [owed.pairs for owed in owed_in(club=club)]
    shown = Shown(debtor=pair.debtor, creditor=pair.creditor, currency="PHP", cents=pair.cents)
    pay_debt(shown=shown, amount_cents=30, nights=(), stamp=people.stamp())

    with pytest.raises(PastError, match="paid together with others"):
        take_back(night)


def test_nothing_is_played_in_a_night_entered_later(club: Club) -> None:
    (night,) = enter(club, TWO)
    last = tables.last_entry_number(session=night)
    said = {"amount_cents": 5, "reason": "beer", "expected_entry": last, "stamp": people.stamp()}

    with pytest.raises(SessionClosedError):
        pay_free(session=night, payer=1, payees=(2,), **said)  # type: ignore[arg-type]
    with pytest.raises(PastError, match="take it back and enter it again"):
        reopen_session(session=night, reason="why", stamp=people.stamp())
    with pytest.raises(NotReversibleError):
        undo(entry=night.entries.get(number=1), reason="why", stamp=people.stamp())
    with pytest.raises(SessionClosedError):
        change_switches(session=night, is_practice=True, players_may_propose=False)


@pytest.mark.parametrize("kind", [EntryKind.HAND, EntryKind.FREE])
def test_the_database_refuses_other_lines_in_it_and_its_line_elsewhere(club: Club, kind: EntryKind) -> None:
    (night,) = enter(club, TWO)
    take_back(night)
    number = tables.last_entry_number(session=night) + 1
    close = night.entries.get(number=number - 1)
    at = people.EVENING
    Entry.objects.create(session=night, number=number, kind="reversal", reverses=close, recorded_at=at, key=uuid4())
    played = people.start_night(club=club)

    for session, place, each in ((night, number + 1, kind), (played, 1, EntryKind.PAST)):
        with pytest.raises(DatabaseError, match="entered later"), transaction.atomic():
            Entry.objects.create(session=session, number=place, kind=each, recorded_at=at)
    with pytest.raises(DatabaseError, match="entered later"), transaction.atomic():
        Session.objects.filter(pk=played.pk).update(entered_later=True)


def test_money_counts_and_figures_of_hands_do_not(club: Club) -> None:
    night = people.start_night(club=club)
    people.win(night)
    enter(club, PastNight(day=date(2020, 1, 1), results=(("Ana", 1000), ("Ben", -1000))))
    keep_tallies(club=club)
    found = People(club)
    scope = read_scope(club=club, asked={}, kinds=kinds_played(club=club))
    assert scope is not None

    places = {place.player.name: place for place in standings(scope=scope, order=Order.RESULT, people=found).places}
    ana = places["Ana"]
    assert (ana.nights, ana.hands, ana.result_cents, ana.per_hand_cents) == (2, 1, 1180, Fraction(180))
    own = summed(rows=rows_by_player(scope=scope, people=found)[ana.player.pk])
    assert (own.total["nights"], own.total["nights_by_hand"], own.total["play_cents"]) == (2, 1, 180)
    ben = places["Ben"].player
    assert scope.pairs.filter(player=ana.player, other=ben).values_list("moved_cents", flat=True).get() == 90


def test_history_is_by_day_and_the_next_night_starts_like_the_last_played(club: Club) -> None:
    played = people.start_night(club=club)
    later = enter(club, TWO, FIVE)

    nights = history_page(club=club).nights
    assert [night.session for night in nights] == [played, later[0], later[1]]
    close_session(session=played, coin_cents=1, expected_entry=0, stamp=people.stamp())
    last = home_of(club=club).last
    assert last is not None
    assert last.session == played
