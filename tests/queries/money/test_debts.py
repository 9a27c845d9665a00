"""What people of a club owe each other over nights, and the acts that settled it."""

from datetime import timedelta
from typing import Any

import pytest

from scoring.models import Club, NightTally, Role, Session, UtangWay
from scoring.money import currency_for
from scoring.operations.history import read_history
from scoring.operations.money.debts import take_back_debts
from scoring.operations.people.players import merge_players
from scoring.operations.table.undoing import reopen_session, undo
from scoring.queries import money
from scoring.queries.money import owed_in, settled_acts, standing_parts
from scoring.queries.people.access import Access
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.money import owing


def owed(club: Club) -> list[tuple[Session, str, str, int]]:
    return [(each.session, each.debtor.name, each.creditor.name, each.cents) for each in money.open_debts(club=club)]


def netted(found: money.CurrencyDebts) -> list[tuple[str, str, int, bool]]:
    return [(each.payer.name, each.payee.name, each.cents, each.alone) for each in found.netted]


@pytest.fixture
def first_night(club: Club, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a closed night in which Ben and Dan owe Ana 90; later ones start a day later."""
    night = owing.closed_night(club, ANA)
    monkeypatch.setattr(people, "EVENING", people.EVENING + timedelta(days=1))
    return night


def test_owed_is_what_is_left_of_every_plan_oldest_night_first(first_night: Session, club: Club) -> None:
    first, second = first_night, owing.closed_night(club, BEN)
    people.pay(first, payer=BEN, payee=ANA, cents=90)
    people.pay(first, payer=DAN, payee=ANA, cents=30)
    owing.forgive(club, "Ana", "Ben", 50)
    undone = people.pay(second, payer=CARLA, payee=BEN, cents=80)
    assert owed(club)[-1] == (second, "Carla", "Ben", 10)
    undo(entry=undone, reason="", stamp=people.stamp())
    read_history(club=club)
    NightTally.objects.update(owed_cents=0)  # no settlement reads the rows of the history
    assert owed(club) == [(first, "Dan", "Ana", 60), (second, "Ana", "Ben", 40), (second, "Carla", "Ben", 90)]


def test_practice_points_open_nights_and_nights_with_oneself_leave_no_debt(club: Club) -> None:
    owing.practise(owing.closed_night(club, ANA))
    owing.closed_night(club, ANA, currency="points")
    people.win(people.start_night(club=club))
    reopened = owing.closed_night(club, BEN)
    reopen_session(session=reopened, reason="one more", stamp=people.stamp())
    merged = owing.closed_night(club, ANA, names=("Eva", "Flor", "Gina", "Hana"))
    assert owed(club) == [(merged, "Flor", "Eva", 90), (merged, "Hana", "Eva", 90)]


def test_debts_stand_by_currency_in_pairs_and_netted(first_night: Session, club: Club) -> None:
    first, second = first_night, owing.closed_night(club, BEN)
    owing.closed_night(club, ANA, currency="EUR")
    euros, pesos = owed_in(club=club)
    assert (euros.currency.code, pesos.currency.code) == ("EUR", "PHP")
    assert [(pair.debtor.name, pair.creditor.name, pair.cents, pair.since) for pair in pesos.pairs] == [
        ("Ben", "Ana", 90, first.day),
        ("Dan", "Ana", 90, first.day),
        ("Ana", "Ben", 90, second.day),
        ("Carla", "Ben", 90, second.day),
    ]
    assert netted(pesos) == [("Carla", "Ben", 90, True), ("Dan", "Ana", 90, True)]
    assert (euros.is_fewest, pesos.is_fewest) == (True, False)
    assert not pesos.written.drops_cents


def test_a_netted_payment_that_no_debts_carry_alone_says_so(club: Club) -> None:
    owing.closed_night(club, ANA, names=("Ana", "Ben", "Eva", "Carla"))
    owing.closed_night(club, ANA, names=("Dan", "Ben", "Flor", "Carla"))
    (found,) = owed_in(club=club)
    assert netted(found) == [("Ben", "Ana", 180, False), ("Carla", "Dan", 180, False)]


def test_a_person_sees_what_they_owe_and_what_they_are_owed(club: Club) -> None:
    owing.closed_night(club, ANA, ANA)
    owing.closed_night(club, BEN)
    owing.closed_night(club, ANA, currency="EUR")
    found = money.owed_by(player=owing.person(club, "Ana"))
    assert [(pair.debtor.name, pair.creditor.name, pair.currency.code, pair.cents) for pair in found] == [
        ("Ana", "Ben", "PHP", 90), ("Ben", "Ana", "EUR", 90), ("Dan", "Ana", "EUR", 90),
        ("Ben", "Ana", "PHP", 180), ("Dan", "Ana", "PHP", 180),
    ]  # fmt: skip
    assert found[0].written.drops_cents is False


@stored("carried", "nights")
def test_carried_are_debts_in_its_currency_between_two_who_have_a_seat(
    club: Club, changes: dict[str, Any], carried: list[list[object]]
) -> None:
    closed = owing.closed_night(club, ANA)
    night = people.start_night(club=club, **{name: changes[name] for name in {*changes} - {"is_practice"}})
    if "is_practice" in changes:
        owing.practise(night)
        night.refresh_from_db()
    assert money.debts_to_carry(session=closed) == ()
    assert [[each.debtor.name, each.cents] for each in money.debts_to_carry(session=night)] == carried


def test_acts_are_told_newest_first_with_their_people_and_nights(first_night: Session, club: Club) -> None:
    first, second = first_night, owing.closed_night(club, ANA)
    paid = owing.pay(club, "Ben", "Ana", 120, minutes=1)
    forgiven = owing.forgive(club, "Dan", "Ana", 10, minutes=2)
    night = people.start_night(club=club)
    carried = owing.carry(night, minutes=3)
    ana, ben, dan = (owing.person(club, name) for name in ("Ana", "Ben", "Dan"))
    told = settled_acts(club=club)
    assert [(str(act.id), act.way, act.reason, act.nights, act.counted_in) for act in told] == [
        (carried.act["id"], UtangWay.CARRIED, "", (first, second), None),
        (forgiven.act["id"], UtangWay.FORGIVEN, "birthday", (first,), None),
        (paid.act["id"], UtangWay.PAID, "", (first, second), None),
    ]
    assert [act.at for act in told] == [carried.recorded_at, forgiven.recorded_at, paid.recorded_at]
    assert told[1].parts == (money.SettledPart(payer=dan, payee=ana, cents=10),)
    assert told[2].parts == (money.SettledPart(payer=ben, payee=ana, cents=120),)
    assert {act.currency for act in told} == {currency_for(code="PHP")}
    people.close(night)
    assert [act.counted_in for act in settled_acts(club=club)] == [night, None, None]
    assert {act.written.drops_cents for act in told} == {False}


def test_an_act_that_was_taken_back_is_told_no_more(club: Club) -> None:
    night = owing.closed_night(club, ANA)
    owing.pay(club, "Ben", "Ana", 90)
    (act,) = (told.id for told in settled_acts(club=club))
    assert [part.session for part in standing_parts(club=club, act=act)] == [night]
    assert standing_parts(club=people.make_club(name="Other"), act=act) == ()
    assert {player.name for player in money.people_of_act(club=club, act=act)} == {"Ana", "Ben"}
    take_back_debts(club=club, act=act, reason="", stamp=people.stamp())
    assert [
        *settled_acts(club=club),
        *standing_parts(club=club, act=act),
        *money.people_of_act(club=club, act=act),
    ] == []


def test_the_twelve_newest_acts_and_what_is_owed_are_told_under_the_names_of_now(club: Club) -> None:
    night = owing.closed_night(club, ANA)
    for minute in range(13):
        owing.pay(club, "Ben", "Ana", 1, minutes=minute)
    people.start_night(club=club, names=("Benny", "Eva", "Flor", "Gina"))
    benny = owing.person(club, "Benny")
    merge_players(player=owing.person(club, "Ben"), into=benny)
    told = settled_acts(club=club)
    assert [(act.at - people.EVENING).seconds // 60 for act in told] == [*range(12, 0, -1)]
    assert {part.payer for act in told for part in act.parts} == {benny}
    assert benny in money.people_of_act(club=club, act=told[0].id)
    assert owed(club) == [(night, "Benny", "Ana", 77), (night, "Dan", "Ana", 90)]


@stored("settles_debt", "nights")
def test_who_only_plays_settles_their_own_debts(session: Session, role: str, player: str, may: bool) -> None:
    club = session.club
    access = Access(club=club, role=Role(role), player=owing.person(club, player) if player else None)
    assert money.may_settle(access=access, people=(owing.person(club, "Ana"), owing.person(club, "Ben"))) is may
