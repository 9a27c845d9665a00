"""A night as a whole: what it starts by, its switches and name, its plan at the end, opening again, and the demo."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.operations.demo import YEAR, fill_demo, fill_year
from scoring.operations.money.payments import close_session, hand_over
from scoring.operations.people.players import merge_players
from scoring.operations.table import nights
from scoring.operations.table.seating import Turns
from scoring.operations.table.undoing import reopen_session
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN

TERMS = nights.Terms(game="cuajo", rules="pagat", names=people.NAMES, currency="PHP", stake_factor=1, first_dealer=1)
SIX = (*people.NAMES, "Eva", "Fe")


def start(club: Club, *, minutes: int = 0, **terms: Any) -> Session:
    return nights.start_session(club=club, terms=replace(TERMS, **terms), stamp=people.stamp(minutes=minutes))


@stored("not_started", "nights")
def test_no_night_starts_that_cannot_be_played(club: Club, terms: dict[str, Any], refusal: str) -> None:
    people.refuses(refusal, start, club, **terms | {"turns": Turns(terms.get("turns", ""))})
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize("terms", [{"stake_factor": 10_000}, {"names": SIX, "turns": Turns.TAP, "first_dealer": 4}])
def test_what_can_just_be_played_starts(club: Club, terms: dict[str, Any]) -> None:
    night, wanted = start(club, **terms), replace(TERMS, **terms)
    assert (night.stakes, night_of(session=night).dealer) == (wanted.stake_factor, wanted.first_dealer)


@pytest.mark.parametrize(
    "changed", [{"names": SIX[3::-1]}, {"stake_factor": 2}, {"about": nights.About(name="Fiesta")}]
)
def test_the_same_key_starts_one_night(club: Club, changed: dict[str, Any]) -> None:
    stamp = people.stamp()
    first = nights.start_session(club=club, terms=TERMS, stamp=stamp)
    assert nights.start_session(club=club, terms=TERMS, stamp=stamp) == first
    people.refuses("key_reused", nights.start_session, club=club, terms=replace(TERMS, **changed), stamp=stamp)
    assert Session.objects.count() == 1


def test_a_night_started_meanwhile_is_news_to_who_plays_in_it(club: Club) -> None:
    seen = start(club).public_id
    start(club, names=("Hugo", "Eva", "Fe", "Gil"))
    nights.start_session(club=club, terms=replace(TERMS, names=SIX[3::-1]), stamp=people.stamp(), expected_newest=seen)
    with people.refused("night_started"):
        nights.start_session(club=club, terms=TERMS, stamp=people.stamp(), expected_newest=seen)


def test_somebody_merged_is_no_second_person_of_a_night(club: Club, session: Session) -> None:
    start(club, names=("Anita", "Eva", "Fe", "Gil"))
    merge_players(player=Player.objects.get(name="Anita"), into=Player.objects.get(name="Ana"))
    people.refuses("player.same_name", start, club, names=("Anita", "Ben", "Ana", "Dan"))


def test_those_who_take_turns_have_a_seat_and_wait(club: Club) -> None:
    night = start(club, names=SIX, turns=Turns.EACH_HAND)
    now = night_of(session=night).seatings.now
    assert (now.seats, now.waiting, now.each_hand, now.dealer) == ((1, 2, 3, 4), (5, 6), True, 1)
    assert list(night.seats.order_by("number").values_list("since", flat=True)) == [0, 0, 0, 0, 1, 1]
    practice = nights.start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert (practice.is_practice, practice.stakes, practice.game) == (True, 100, "cuajo")


def test_name_and_switches_are_changed_from_what_was_shown_also_once_closed(session: Session) -> None:
    people.close(session)
    said = nights.describe_session(
        session=session, about=nights.About(name=" The  fiesta ", place="Lola's"), expected=nights.About()
    )
    assert (said.name, said.place, said.note, said.revision) == ("The fiesta", "Lola's", "", 1)
    with people.refused("shown_changed.about"):
        nights.describe_session(session=session, about=nights.About(name="Other"), expected=nights.About())
    again = nights.describe_session(
        session=session, about=nights.About(name="The fiesta", place="Lola's"), expected=nights.About()
    )
    assert again.revision == 1
    with people.refused("shown_changed.switches"):
        nights.change_switches(session=session, is_practice=False, players_may_propose=True, expected=(True, False))
    both = {"is_practice": True, "players_may_propose": True}
    for _ in range(2):
        now = nights.change_switches(session=session, **both, expected=(False, False))
    assert (now.is_practice, now.players_may_propose, now.revision) == (True, True, 2)


@pytest.fixture
def family(session: Session) -> Session:
    """Return a night in which Ana won, and partners share (C25)."""
    night = people.start_night(club=session.club, rules="family")
    people.win(night)
    return night


@pytest.fixture
def closed(session: Session) -> Session:
    """Return a closed night in which Ben and Dan owe Ana 90."""
    people.win(session)
    people.close(session)
    return session


def lines(session: Session) -> list[tuple[int, int, int, int]]:
    """Return the plan as payer, payee, cents, cents left."""
    return [(line.payer, line.payee, line.cents, line.left_cents) for line in night_of(session=session).plan]


def reopen(session: Session) -> Entry:
    return reopen_session(session=session, reason="more", stamp=people.stamp())


def test_partners_pool_their_results_by_an_adjustment_that_reopening_takes_back_c25(family: Session) -> None:
    people.close(family)
    adjustment = family.entries.get(kind=EntryKind.ADJUSTMENT)
    assert (adjustment.act, adjustment.key) == ({"why": "partners_share"}, None)
    assert people.balances(family) == (90, -90, 90, -90)
    assert lines(family) == [(BEN, ANA, 90, 90), (DAN, CARLA, 90, 90)]
    for entry in (family.entries.get(kind=EntryKind.CLOSE), adjustment):
        people.refuses("not_reversible.belongs_to_close", people.take_back, entry)
    reversal = reopen(family)
    assert (reversal.reverses, people.balances(family)) == (family.entries.get(kind="close"), (180, -90, 0, -90))
    assert night_of(session=family).plan == ()


@pytest.mark.parametrize("is_early", [True, False])
def test_cash_taken_back_is_cash_and_never_changes_a_result(session: Session, is_early: bool) -> None:
    people.win(session)
    if not is_early:
        people.close(session)
    cash = hand_over(payer=BEN, payee=ANA, amount_cents=90, **people.current(session))
    assert people.outstanding(session) == (90, 0, 0, -90)
    paid = people.take_back(cash).payments.values_list("payer__number", "payee__number", "amount_cents", "cash")
    assert list(paid) == [(ANA, BEN, 90, True)]
    assert people.balances(session) == people.outstanding(session) == (180, -90, 0, -90)
    assert night_of(session=session).plan == () if is_early else lines(session)[0] == (BEN, ANA, 90, 90)


@stored("too_much_cash", "nights")
def test_no_more_cash_than_the_plan_leaves(closed: Session, payer: int, payee: int, cents: int, refusal: str) -> None:
    people.pay(closed, payer=DAN, payee=ANA, cents=90)
    people.pay(closed, payer=BEN, payee=ANA, cents=40)
    people.refuses(refusal, people.pay, closed, payer=payer, payee=payee, cents=cents)
    assert people.outstanding(closed) == (50, -50, 0, 0)


def test_the_same_cash_noted_on_two_phones_is_looked_at_first(closed: Session) -> None:
    shown = {**people.current(closed), "payer": BEN, "payee": ANA, "amount_cents": 30}
    first = hand_over(**shown)
    with people.refused("cash_changed") as refused:
        hand_over(**{**shown, "stamp": people.stamp()})
    assert refused.value.entry == first  # type: ignore[attr-defined]
    hand_over(**{**shown, "stamp": people.stamp(), "expected_entry": None})
    hand_over(**{**shown, "stamp": people.stamp(), "payer": DAN})
    assert people.outstanding(closed) == (90, -30, 0, -60)


def test_cash_handed_over_before_a_reopening_counts_in_the_next_plan_and_stays(closed: Session) -> None:
    cash = people.pay(closed, payer=BEN, payee=ANA, cents=90)
    reopen(closed)
    people.close(closed)
    assert lines(closed) == [(DAN, ANA, 90, 90)]
    people.refuses("not_reversible.cash_counted", people.take_back, cash)
    assert people.outstanding(closed) == (90, 0, 0, -90)


@pytest.mark.parametrize("no_coin", [0, -5, 7, 10**9])
def test_a_night_is_closed_and_reopened_as_its_page_showed_it(session: Session, no_coin: int) -> None:
    people.refuses("session_open", reopen, session)
    hand = people.win(session)
    assert hand.key is not None
    for known in ((), (hand.key,)):
        stamp = replace(people.stamp(), known=known)
        people.refuses("table_changed", close_session, session=session, coin_cents=1, expected_entry=0, stamp=stamp)
    people.refuses("wrong_amount.coin", people.close, session, coin_cents=no_coin)
    people.close(session)
    people.refuses("session_closed", people.close, session)
    reopen(session)
    people.close(session)
    people.refuses("close_changed", reopen_session, session=session, reason="?", stamp=people.stamp(), expected_entry=2)
    people.refuses("reason_missing", reopen_session, session=session, reason="", stamp=people.stamp())


def test_the_demo_holds_a_settled_night_and_one_being_played(club: Club) -> None:
    fill_demo(club=club, now=people.EVENING)
    settled, tonight = Session.objects.order_by("started_at")
    assert people.outstanding(settled) == (0, 0, 0, 0)
    assert (night_of(session=tonight).is_closed, night_of(session=tonight).next_hand) == (False, 6)
    assert tonight.entries.latest("number").recorded_at < people.EVENING


def test_the_year_of_the_demo_is_that_of_a_family_and_agrees(club: Club) -> None:
    fill_year(club=club, now=people.EVENING)
    assert Session.objects.count() == sum(chapter.nights for chapter in YEAR)
    assert list(club.players.order_by("pk").values_list("name", flat=True)) == ["Ana", "Ben", "Carla", "Dan", "Eva"]
