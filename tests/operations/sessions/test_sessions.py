"""A night as a whole: what it starts by at every door, its key, its switches, its name, and what the table notes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.sessions import (
    About,
    Terms,
    change_switches,
    describe_session,
    keep_table,
    start_practice,
    start_session,
)
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.operations.table.turns import Turns
from scoring.queries.table import hands
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.api.programs import program
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db

TERMS = Terms(game="cuajo", rules="pagat", names=people.NAMES, currency="PHP", stake_factor=1, first_dealer=1)
SIX = (*people.NAMES, "Eva", "Fe")


def start(club: Club, *, minutes: int = 0, **terms: Any) -> Session:
    return start_session(club=club, terms=replace(TERMS, **terms), stamp=people.stamp(minutes=minutes))


def by_program(club: Club, _host: Client, **terms: Any) -> int:
    wanted = {name: getattr(replace(TERMS, **terms), name) for name in ("names", "currency", "stake_factor", "turns")}
    answer = program(club=club).post("sessions/", {**wanted, "first_dealer": replace(TERMS, **terms).first_dealer})
    return int(answer.status_code)


def by_page(_club: Club, host: Client, **terms: Any) -> int:
    wanted, address = replace(TERMS, **terms), reverse("new-session")
    (form,) = (form for form in open_page(host, address).forms() if "seat_1" in form)
    form |= {f"seat_{seat}": name for seat, name in enumerate(wanted.names, start=1)}
    form |= {"stake_factor": str(wanted.stake_factor), "first_dealer": str(wanted.first_dealer), "turns": wanted.turns}
    return host.post(address, form | {"currency": "PHP"}).status_code


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    *(({"stake_factor": stakes}, "terms.stakes") for stakes in (0, -5, 10_001, 10**12)),
    ({"first_dealer": 0}, "seating.dealer_waits"),
    ({"first_dealer": 5}, "seating.dealer_waits"),
    ({"names": SIX, "turns": Turns.TAP, "first_dealer": 6}, "seating.dealer_waits"),
    ({"names": (*SIX, "Gil", "Hana", "Ines"), "turns": Turns.TAP}, "seating.full"),
    ({"names": ("Ana", "Ben", "ana", "Dan")}, "player.same_name"),
)


@pytest.mark.parametrize(("terms", "refusal"), IMPOSSIBLE)
def test_no_night_starts_that_cannot_be_played(club: Club, terms: dict[str, Any], refusal: str) -> None:
    with people.refused(refusal):
        start(club, **terms)
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize("terms", [terms for terms, _ in IMPOSSIBLE if len(terms.get("names", ())) <= MOST_PLAYERS])
@pytest.mark.parametrize("door", [by_program, by_page])
def test_no_door_starts_a_night_that_cannot_be_played(
    club: Club, host: Client, door: Callable[..., int], terms: dict[str, Any]
) -> None:
    assert door(club, host, **terms) in (409, 422)
    assert not Session.objects.exists()


@pytest.mark.parametrize("terms", [{"stake_factor": 10_000}, {"names": SIX, "turns": Turns.TAP, "first_dealer": 4}])
def test_every_door_starts_what_can_just_be_played(club: Club, host: Client, terms: dict[str, Any]) -> None:
    start(club, **terms)
    assert (by_program(club, host, **terms), by_page(club, host, **terms)) == (201, 302)
    wanted = replace(TERMS, **terms)
    started = [(night.stakes, hands.dealer(session=night)) for night in Session.objects.all()]
    assert started == [(wanted.stake_factor, wanted.first_dealer)] * 3


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "khanhoo"},
        {"rules": "family"},
        {"names": SIX[:4][::-1]},
        {"currency": "EUR"},
        {"stake_factor": 2},
        {"first_dealer": 2},
        {"about": About(name="Fiesta")},
        {"turns": Turns.TAP},
    ],
)
def test_the_same_key_starts_one_night(club: Club, changed: dict[str, Any]) -> None:
    stamp = people.stamp()
    first = start_session(club=club, terms=TERMS, stamp=stamp)
    assert start_session(club=club, terms=TERMS, stamp=stamp) == first
    with people.refused("key_reused"):
        start_session(club=club, terms=replace(TERMS, **changed), stamp=stamp)
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    ("names", "is_news"), [(("Ana", "Eva", "Fe", "Gil"), True), (("Hugo", "Eva", "Fe", "Gil"), False)]
)
def test_a_night_started_meanwhile_is_news_to_who_plays_in_it(
    club: Club, names: tuple[str, ...], is_news: bool
) -> None:
    seen = start(club)
    start(club, names=names)
    sent: dict[str, Any] = {
        "club": club,
        "terms": replace(TERMS),
        "stamp": people.stamp(),
        "expected_newest": seen.public_id,
    }
    if is_news:
        with people.refused("night_started"):
            start_session(**sent)
    else:
        start_session(**sent)


def test_somebody_merged_is_no_second_person_of_a_night(club: Club, session: Session) -> None:
    start(club, names=("Anita", "Eva", "Fe", "Gil"))
    merge_players(player=Player.objects.get(name="Anita"), into=Player.objects.get(name="Ana"))
    with people.refused("player.same_name"):
        start(club, names=("Anita", "Ben", "Ana", "Dan"))


def test_those_who_take_turns_have_a_seat_and_wait(club: Club) -> None:
    night = start(club, names=SIX, turns=Turns.EACH_HAND)
    now = seatings_of(session=night).now
    assert (now.seats, now.waiting, now.each_hand, now.dealer) == ((1, 2, 3, 4), (5, 6), True, 1)
    assert list(night.seats.order_by("number").values_list("since", flat=True)) == [0, 0, 0, 0, 1, 1]


def test_a_practice_night_counts_in_nobodys_totals(club: Club) -> None:
    night = start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert (night.is_practice, night.stakes, night.game) == (True, 100, "cuajo")


@pytest.mark.parametrize(
    ("expected", "wanted", "refusal"),
    [
        (None, (True, True), None),
        ((False, False), (True, False), None),
        ((True, False), (False, True), "shown_changed.switches"),
        ((True, True), (False, False), None),
    ],
    ids=["unseen", "seen", "changed meanwhile", "so already"],
)
def test_switches_are_changed_from_what_was_shown(
    session: Session, expected: tuple[bool, bool] | None, wanted: tuple[bool, bool], refusal: str | None
) -> None:
    sent = {"session": session, "is_practice": wanted[0], "players_may_propose": wanted[1], "expected": expected}
    if refusal:
        with people.refused(refusal):
            change_switches(**sent)  # type: ignore[arg-type]
    else:
        changed = change_switches(**sent)  # type: ignore[arg-type]
        assert (changed.is_practice, changed.players_may_propose) == wanted
        assert changed.revision == (wanted != (False, False))


def test_a_night_is_described_from_what_was_shown_also_once_closed(session: Session) -> None:
    people.close(session)
    said = describe_session(session=session, about=About(name=" The  fiesta ", place="Lola's"), expected=About())
    assert (said.name, said.place, said.note, said.revision) == ("The fiesta", "Lola's", "", 1)
    with people.refused("shown_changed.about"):
        describe_session(session=session, about=About(name="Other"), expected=About())
    again = describe_session(session=session, about=About(name="The fiesta", place="Lola's"), expected=About())
    assert again.revision == 1


@pytest.mark.parametrize(
    ("noted", "expected", "said", "refusal"),
    [
        ("4O", "4O", "5E", None),
        ("4O", None, "5E", None),
        ("4O", "", "4O", None),
        ("4O", "", "5E", "sowee_changed.noted"),
        ("", "4O", "5E", "sowee_changed.taken_off"),
    ],
)
def test_a_sowee_is_noted_over_the_one_that_was_shown(
    session: Session, noted: str, expected: str | None, said: str, refusal: str | None
) -> None:
    keep_table(session=session, hand=1, notes={"sowee": noted})
    sent: dict[str, Any] = {"session": session, "hand": 1, "notes": {"sowee": said}, "expected_sowee": expected}
    if refusal:
        with people.refused(refusal):
            keep_table(**sent)
    else:
        keep_table(**sent)
    session.refresh_from_db()
    assert session.table == {"hand": 1, "sowee": noted if refusal else said}


def test_a_closed_night_notes_nothing(session: Session) -> None:
    people.close(session)
    with people.refused("session_closed"):
        keep_table(session=session, hand=1, notes={"sowee": "4O"})
