"""Nights entered later: all or none, closed at once, and taken back without a trace being lost."""

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.operations.money import past
from scoring.operations.money.debts import PairTotal, pay_debt
from scoring.operations.money.payments import pay_free
from scoring.operations.people.players import rename_player
from scoring.operations.table.nights import About, change_switches
from scoring.operations.table.undoing import reopen_session
from scoring.queries.money import owed_in
from scoring.queries.table.night import last_entry_number, night_of
from tests import people
from tests.games.asking import stored

TERMS = past.PastTerms(game="cuajo", currency="PHP")
OWED = replace(TERMS, paid=False)
FIVE = past.PastNight(
    day=date(2019, 5, 3),
    results=(("Ana", 500), ("Ben", -200), ("Carla", 0), ("Dodong", -400), ("Eva", 100)),
    about=About(place="Lola's house"),
)
TWO = past.PastNight(day=date(2019, 6, 1), results=(("Ana", -70), ("Ben", 70)))


def enter(club: Club, *nights: past.PastNight, terms: past.PastTerms = TERMS, **said: Any) -> tuple[Session, ...]:
    return past.enter_past(**{"club": club, "terms": terms, "nights": nights, "stamp": people.stamp(), **said})


def take_back(session: Session, *, reason: str = "twice") -> Entry:
    return past.take_back_past(reason=reason, **people.current(session))


def lines_of(session: Session) -> list[tuple[str, int | None]]:
    return list(session.entries.order_by("number").values_list("kind", "reverses__number"))


def results_of(session: Session) -> dict[str, tuple[int, int]]:
    return {seat.player: (seat.result_cents, seat.outstanding_cents) for seat in night_of(session=session).standings}


def debt_of(club: Club) -> PairTotal:
    ((pair,),) = [owed.pairs for owed in owed_in(club=club)]
    return PairTotal(debtor=pair.debtor, creditor=pair.creditor, currency="PHP", cents=pair.cents)


def test_a_paid_night_is_closed_with_its_cash_and_one_that_was_not_leaves_its_debts(club: Club) -> None:
    (night,) = enter(club, FIVE)
    assert lines_of(night) == [("past", None), ("close", None), *[("handover", None)] * 3]
    assert results_of(night) == {name: (cents, 0) for name, cents in FIVE.results}
    assert (past.past_night_of(session=night), night.started_at.isoformat()) == (FIVE, "2019-05-03T12:00:00+08:00")
    assert owed_in(club=club) == ()
    (owing,) = enter(club, TWO, terms=OWED)
    assert results_of(owing) == {"Ana": (-70, -70), "Ben": (70, 70)}
    debt = debt_of(club)
    assert (debt.debtor.name, debt.creditor.name, debt.cents) == ("Ana", "Ben", 70)


@pytest.mark.parametrize(
    ("nights", "terms", "refusal"),
    [
        ((FIVE, replace(TWO, results=(("Ana", -70), ("Ben", 60)))), TERMS, "past.row"),
        ((TWO, TWO), TERMS, "past.row"),
        ((TWO,), replace(TERMS, currency="points"), "past.points"),
        ((), TERMS, "past.empty"),
        ((TWO,) * 401, TERMS, "past.too_many"),
    ],
)
def test_all_enter_or_none(club: Club, nights: tuple[past.PastNight, ...], terms: past.PastTerms, refusal: str) -> None:
    with people.refused(refusal) as refused:
        enter(club, *nights, terms=terms)
    assert dict(refused.value.text.values).get("row") == (2 if refusal == "past.row" else None)
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


@stored("past_problems")
def test_what_no_night_can_be_is_said(club: Club, day: str, results: list[list[Any]], problem: str | None) -> None:
    night = replace(TWO, day=date.fromisoformat(day), results=tuple((name, cents) for name, cents in results))
    (foreseen,) = past.preview_past(club=club, terms=TERMS, nights=(night,), at=people.EVENING)
    assert (foreseen.problem and foreseen.problem.key) == problem


def test_the_same_night_is_not_entered_twice(club: Club) -> None:
    enter(club, FIVE)
    again = replace(FIVE, results=tuple(reversed(FIVE.results)))
    other = replace(FIVE, results=(*FIVE.results[:3], ("Dodong", -300), ("Eva", 0)))
    nights = (again, other, replace(FIVE, day=date(2019, 5, 4)))
    foreseen = past.preview_past(club=club, terms=TERMS, nights=nights, at=people.EVENING)
    assert [each.problem and each.problem.key for each in foreseen] == ["past.known", None, None]
    assert past.preview_past(club=club, terms=TERMS, nights=(), at=people.EVENING) == ()


@pytest.mark.parametrize("changed", [{"nights": (TWO,)}, {"terms": OWED}])
def test_the_same_key_enters_once(club: Club, changed: dict[str, Any]) -> None:
    sent: dict[str, Any] = {"nights": (FIVE, TWO), "stamp": people.stamp()}
    assert enter(club, **sent) == enter(club, **sent)
    people.refuses("key_reused", enter, club, **{**sent, **changed})
    assert Session.objects.count() == 2


def test_names_that_became_known_since_the_preview_are_looked_at_again(club: Club) -> None:
    foreseen = past.preview_past(club=club, terms=TERMS, nights=(TWO,), at=people.EVENING)
    assert past.new_names(foreseen=foreseen) == ("Ana", "Ben")
    people.start_night(club=club)
    rename_player(player=Player.objects.get(name="Ben"), name="Benito")
    people.refuses("shown_changed.past", enter, club, TWO, expected_new=("Ana", "Ben"))
    enter(club, TWO, expected_new=("Ben",))
    assert enter(club, replace(TWO, day=Session.objects.earliest("pk").day))


@pytest.mark.parametrize(("night", "alike", "refusal"), [(TWO, 0, "row"), (TWO, 2, "past"), (FIVE, 1, "past")])
def test_as_many_equal_nights_enter_as_were_seen(club: Club, night: past.PastNight, alike: int, refusal: str) -> None:
    enter(club, TWO)
    people.refuses({"row": "past.row", "past": "shown_changed.past"}[refusal], enter, club, night, expected_alike=alike)
    assert len(enter(club, TWO, FIVE, FIVE, expected_alike=2)) == 3


def test_a_night_taken_back_stays_in_the_books_counts_for_nobody_and_may_be_entered_anew(club: Club) -> None:
    (night,) = enter(club, TWO)
    take_back(night)
    night.refresh_from_db()
    assert lines_of(night)[3:] == [("reversal", 3), ("reversal", 2), ("reversal", 1), ("close", None)]
    assert (results_of(night), night.is_practice) == ({"Ana": (0, 0), "Ben": (0, 0)}, True)
    enter(club, TWO)
    people.refuses("past.taken_back", take_back, night)


def test_taking_back_asks_for_a_reason_and_for_what_was_seen(club: Club) -> None:
    (night,) = enter(club, TWO)
    people.refuses("reason_missing", take_back, night, reason="")
    with people.refused("table_changed"):
        past.take_back_past(session=night, reason="wrong", expected_entry=2, stamp=people.stamp())
    people.refuses("past.not_past", take_back, people.start_night(club=club))
    sent = {**people.current(night), "reason": "twice"}
    assert past.take_back_past(**sent) == past.take_back_past(**sent)
    people.refuses("key_reused", past.take_back_past, **{**sent, "reason": "wrong"})
    people.refuses("key_reused", past.take_back_past, **{**sent, "session": enter(club, FIVE)[0]})


def test_a_night_is_not_taken_back_once_its_debts_were_paid(club: Club) -> None:
    (night,) = enter(club, TWO, terms=OWED)
    pay_debt(shown=debt_of(club), amount_cents=30, stamp=people.stamp())
    people.refuses("past.debts_settled", take_back, night)


def test_nothing_is_played_in_a_night_entered_later(club: Club) -> None:
    (night,) = enter(club, TWO)
    with people.refused("session_closed"):
        pay_free(payer=1, payees=(2,), amount_cents=5, reason="beer", **people.current(night))
    people.refuses("past.never_reopened", reopen_session, session=night, reason="why", stamp=people.stamp())
    people.refuses("not_reversible.belongs_to_close", people.take_back, night.entries.get(number=1))
    people.refuses("session_closed", change_switches, session=night, is_practice=True, players_may_propose=False)


@pytest.mark.parametrize("kind", [EntryKind.HAND, EntryKind.FREE])
def test_the_database_refuses_other_lines_in_it_and_its_line_elsewhere(club: Club, kind: EntryKind) -> None:
    (night,) = enter(club, TWO)
    take_back(night)
    number = last_entry_number(session=night) + 1
    close = night.entries.get(number=number - 1)
    at = people.EVENING
    Entry.objects.create(session=night, number=number, kind="reversal", reverses=close, recorded_at=at, key=uuid4())
    played = people.start_night(club=club)
    with pytest.raises(DatabaseError, match="entered later"), transaction.atomic():
        Entry.objects.create(session=night, number=number + 1, kind=kind, recorded_at=at)
    with pytest.raises(DatabaseError, match="entered later"), transaction.atomic():
        Entry.objects.create(session=played, number=1, kind=EntryKind.PAST, recorded_at=at)
    with pytest.raises(DatabaseError, match="entered later"), transaction.atomic():
        Session.objects.filter(pk=played.pk).update(entered_later=True)
    transaction.set_rollback(True)  # as its lines have no seals
