"""The nights of a club: how far each is, who leads, which are listed, and those to go on with."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest

from scoring.ledger.night import SeatResult
from scoring.models import Club, Session
from scoring.operations.history import read_history
from scoring.operations.money.past import PastNight, PastTerms, enter_past
from scoring.operations.people.players import erase_player, merge_players
from scoring.operations.table.hands import record_hand
from scoring.operations.table.nights import terms_again
from scoring.operations.table.seating import Turns
from scoring.operations.table.undoing import reopen_session, undo
from scoring.queries.history.scope import Period
from scoring.queries.table import nights
from scoring.queries.table.nights import ListedNight, NightFilter, State, history_page, home_of, last_session, nights_of
from tests import people
from tests.people import ANA, BEN, DAN
from tests.queries.money import owing

OTHERS = ("Eva", "Flor", "Gina", "Hana")


def enter(club: Club, *, days_ago: int, names: tuple[str, str] = ("Ana", "Ben")) -> Session:
    """Enter a night of before, at which the first won 5 from the other."""
    night = PastNight(day=people.EVENING.date() - timedelta(days=days_ago), results=((names[0], 500), (names[1], -500)))
    terms = PastTerms(game="cuajo", currency="PHP", paid=True)
    (session,) = enter_past(club=club, terms=terms, nights=(night,), stamp=people.stamp())
    return session


def one(session: Session) -> ListedNight:
    (night,) = nights_of(sessions=(session,))
    return night


def names(sides: tuple[tuple[SeatResult, ...], ...]) -> list[list[str]]:
    return [[seat.player for seat in side] for side in sides]


def listed(club: Club, **wanted: Any) -> list[Session]:
    return [
        night.session for night in history_page(history=read_history(club=club), wanted=NightFilter(**wanted)).nights
    ]


def test_a_night_is_open_then_closed_until_all_cash_is_handed_over(session: Session) -> None:
    states = [one(session).state]
    people.win(session)
    people.close(session)
    states.append(one(session).state)
    for payer in (BEN, DAN):
        people.pay(session, payer=payer, payee=ANA, cents=90)
        states.append(one(session).state)
    reopen_session(session=session, reason="one more", stamp=people.stamp())
    for_points = owing.closed_night(session.club, ANA, currency="points")
    assert (one(session).state, one(for_points).state) == (State.OPEN, State.SETTLED)
    assert states == [State.OPEN, State.CLOSED, State.CLOSED, State.SETTLED]


def test_a_night_counts_its_hands_and_is_written_with_the_cents_it_needs(club: Club) -> None:
    session = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(session)
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    for act in (people.DRAWN, {"void": "misdeal", "by": BEN}):
        record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    night = one(session).night
    assert (night.hand_count, night.void_count, night.seatings.has_changed) == (2, 1, False)
    people.close(session, coin_cents=100)
    assert one(session).written.drops_cents


def test_partners_stand_together_best_side_first_until_seats_change(session: Session) -> None:
    people.win(session, winner=BEN)
    people.win(session, winner=BEN)
    assert names(one(session).sides) == [["Ben", "Dan"], ["Ana", "Carla"]]
    assert names(one(session).leaders) == [["Ben", "Dan"]]
    people.sit(session, "Ana", "Dan", "Ben", "Carla")
    people.win(session)
    night = one(session)
    assert (names(night.sides), night.night.seatings.has_changed) == ([["Ben"], ["Ana"], ["Dan"], ["Carla"]], True)


def test_nobody_leads_where_nobody_won_anything_and_several_where_they_won_the_same(club: Club) -> None:
    alone = people.start_night(club=club, rules={"preset": "pagat", "partnerships": False})
    assert one(alone).leaders == ()
    for winner in (ANA, BEN):
        people.win(alone, winner=winner)
    assert names(one(alone).leaders) == [["Ana"], ["Ben"]]


def test_nights_stand_newest_first_by_when_they_were_played(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first = people.start_night(club=club)
    monkeypatch.setattr(people, "EVENING", people.EVENING + timedelta(days=10))
    second = people.start_night(club=club)
    before, between = enter(club, days_ago=30), enter(club, days_ago=5)
    assert listed(club) == [second, between, first, before]


def test_a_page_holds_twenty_nights_and_another_number_gives_the_nearest(club: Club) -> None:
    sessions = [people.start_night(club=club) for _ in range(21)]
    pages = [history_page(history=read_history(club=club), number=number) for number in (1, 2, 9)]
    assert [(page.number, page.page_count, len(page.nights)) for page in pages] == [(1, 2, 20), (2, 2, 1), (2, 2, 1)]
    part = nights.find_sessions(club=club, wanted=NightFilter(), after=sessions[4], size=2)
    assert [night.session for night in part.items] == sessions[3:1:-1]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"is_closed": True}, ["closed"]),
        ({"is_closed": False}, ["euros", "open"]),
        ({"currency": "EUR"}, ["euros"]),
        ({"game": "khanhoo"}, []),
        ({"stake_factor": 3}, ["euros"]),
        ({"place": "Cebu"}, ["closed"]),
        ({"since": people.EVENING + timedelta(days=1)}, ["euros"]),
        ({"period": Period(since=date(2026, 2, 2))}, ["euros"]),
        ({"period": Period(until=date(2026, 2, 1))}, ["open", "closed"]),
        ({"has_debts": True}, ["closed"]),
    ],
)
def test_listed_are_the_nights_asked_for(
    club: Club, monkeypatch: pytest.MonkeyPatch, wanted: dict[str, Any], found: list[str]
) -> None:
    closed = owing.closed_night(club, ANA)
    Session.objects.filter(pk=closed.pk).update(place="Cebu")
    played = {"closed": closed, "open": people.start_night(club=club)}
    monkeypatch.setattr(people, "EVENING", people.EVENING + timedelta(days=2))
    played["euros"] = people.start_night(club=club, currency="EUR", stake_factor=3)
    assert listed(club, **wanted) == [played[name] for name in found]


def test_nights_of_a_merged_player_are_found_under_whom_they_are_now(club: Club) -> None:
    first, second = people.start_night(club=club), people.start_night(club=club, names=("Annie", "Eva", "Flor", "Gina"))
    ana, ben = owing.person(club, "Ana"), owing.person(club, "Ben")
    merge_players(player=owing.person(club, "Annie"), into=ana)
    assert listed(club, player=ana.public_id) == [second, first]
    assert listed(club, player=ana.public_id, other=ben.public_id) == [first]
    assert listed(club, player=uuid4()) == []


def at_home(club: Club) -> tuple[object, ...]:
    home = home_of(club=club)
    return home.main and home.main.session, len(home.beside), home.is_playing


def test_the_first_page_tells_open_nights_and_the_newest_closed_ones(club: Club) -> None:
    closed = [owing.closed_night(club, ANA) for _ in range(6)]
    assert [night.session for night in home_of(club=club).recent] == closed[:-4:-1]
    assert at_home(club) == (None, 0, False)
    first = people.start_night(club=club)
    assert at_home(club) == (first, 0, True)
    people.start_night(club=club, names=OTHERS)
    assert at_home(club)[:2] == (None, 2)


def test_practice_is_the_main_night_only_in_a_club_without_others(club: Club) -> None:
    assert home_of(club=club).is_empty
    practice = people.start_night(club=club)
    owing.practise(practice)
    assert at_home(club) == (practice, 0, False)
    night = people.start_night(club=club)
    assert [each.session for each in home_of(club=club).beside] == [practice]
    people.close(night)
    assert (at_home(club)[0], home_of(club=club).is_empty) == (None, False)


def test_a_night_is_started_again_as_it_stood(club: Club) -> None:
    assert last_session(club=club, game="cuajo") is None
    session = people.start_night(club=club)
    people.sit(session, "Ana", "Dan", "Ben", "Carla", dealer=1)
    people.win(session, winner=DAN)
    practice = people.start_night(club=club, names=OTHERS)
    owing.practise(practice)
    enter(club, days_ago=3)
    assert last_session(club=club, game="cuajo") == session
    assert last_session(club=club, game="khanhoo") is None
    assert nights.session_like(club=club, like=practice.public_id) == practice
    terms = terms_again(session=session)
    assert (terms.names, terms.first_dealer, terms.turns) == (("Ana", "Dan", "Ben", "Carla"), 2, Turns.NONE)


def test_who_waited_for_a_turn_comes_after_those_at_the_table(club: Club) -> None:
    session = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    people.win(session, winner=BEN)
    terms = terms_again(session=session)
    assert (sorted(terms.names), terms.turns) == ([*people.NAMES, "Eva"], Turns.EACH_HAND)


def test_names_known_are_those_who_played_last_and_not_only_practised(club: Club) -> None:
    people.start_night(club=club, names=OTHERS)
    people.start_night(club=club)
    owing.practise(people.start_night(club=club, names=("Uli", "Ana", "Ben", "Carla")))
    erase_player(player=owing.person(club, "Hana"), at=people.EVENING)
    merge_players(player=owing.person(club, "Gina"), into=owing.person(club, "Dan"))
    assert nights.known_names(club) == [*people.NAMES, "Eva", "Flor"]


def test_places_known_are_those_of_the_newest_nights(club: Club) -> None:
    for place in ("Cebu", "Manila", "", "Cebu"):
        session = people.start_night(club=club)
        Session.objects.filter(pk=session.pk).update(place=place)
    assert nights.known_places(club) == ["Cebu", "Manila"]


def test_a_night_started_since_is_one_of_the_same_people_still_played(club: Club) -> None:
    assert nights.newest_night(club=club) == nights.NO_NIGHT
    first = people.start_night(club=club)
    enter(club, days_ago=3)
    assert nights.newest_night(club=club) == first.public_id
    ana = owing.person(club, "Ana")
    assert nights.started_since(newest=nights.NO_NIGHT, players=(ana,)) == first
    assert nights.started_since(newest=first.public_id, players=(ana,)) is None
    people.start_night(club=club, names=OTHERS)
    assert nights.started_since(newest=first.public_id, players=(ana,)) is None
    second = people.start_night(club=club)
    assert nights.started_since(newest=first.public_id, players=(ana,)) == second
    people.close(second)
    assert nights.started_since(newest=first.public_id, players=(ana,)) is None
