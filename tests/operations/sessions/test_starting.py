"""What no night starts by, fed to the operation, the API and the page: all three refuse, and nothing is written."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.errors import RefusedError
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.operations.table import terms as changing
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.operations.table.turns import Turns
from scoring.queries.table import hands
from tests import people
from tests.api.programs import program
from tests.views.reading import Page
from tests.views.sessions.test_new_session import NEW, typed, values

pytestmark = pytest.mark.django_db

SIX = (*people.NAMES, "Eva", "Fe")
STAKES = (0, -5, 10_001, 10**12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What somebody would start a night by."""

    names: tuple[str, ...] = people.NAMES
    stakes: int = 1
    dealer: int = 1
    turns: Turns = Turns.NONE


IMPOSSIBLE = (
    *((Start(stakes=stakes), "terms") for stakes in STAKES),
    (Start(dealer=0), "seating"),
    (Start(dealer=5), "seating"),
    (Start(names=SIX, turns=Turns.TAP, dealer=6), "seating"),
    (Start(names=(*SIX, "Gil", "Hana", "Ines"), turns=Turns.TAP), "seating"),
)


def by_operation(club: Club, start: Start) -> Session:
    terms = Terms(
        game="cuajo",
        rules="pagat",
        names=start.names,
        currency="PHP",
        stake_factor=start.stakes,
        first_dealer=start.dealer,
        turns=start.turns,
    )
    return start_session(club=club, terms=terms, stamp=people.stamp())


def by_program(club: Club, start: Start) -> int:
    wanted = {
        "names": start.names,
        "currency": "PHP",
        "stake_factor": start.stakes,
        "first_dealer": start.dealer,
        "turns": start.turns,
    }
    return int(program(club=club).post("sessions/", wanted).status_code)


def by_page(host: Client, start: Start) -> int:
    seats = {f"seat_{seat}": name for seat, name in enumerate(start.names, start=1)}
    said = {"stake_factor": str(start.stakes), "first_dealer": str(start.dealer), "turns": start.turns}
    return host.post(NEW, typed(host, **seats, **said)).status_code


@pytest.mark.parametrize(("start", "code"), IMPOSSIBLE)
def test_no_door_starts_a_night_that_cannot_be_played(club: Club, host: Client, start: Start, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        by_operation(club, start)
    assert refused.value.code == code
    assert by_program(club, start) in (409, 422)
    if len(start.names) <= MOST_PLAYERS:  # a page has no box for more
        assert by_page(host, start) in (409, 422)
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


def test_the_page_says_who_may_deal_first(club: Club, host: Client) -> None:
    seats = {f"seat_{seat}": name for seat, name in enumerate(SIX, start=1)}
    page = Page(host.post(NEW, typed(host, **seats, first_dealer="6", turns=Turns.TAP)))
    said = ("At the start only the first 4 play, so one of them deals. Choose another.",)
    assert (page.items("data-problems"), values(page)["seat_6"]) == (said, "Fe")
    assert page.find("name", "first_dealer").get("aria-invalid") == "true"


@pytest.mark.parametrize("start", [Start(stakes=10_000), Start(names=SIX, turns=Turns.TAP, dealer=4)])
def test_every_door_starts_what_can_just_be_played(club: Club, host: Client, start: Start) -> None:
    by_operation(club, start)
    assert (by_program(club, start), by_page(host, start)) == (201, 302)
    started = Session.objects.order_by("pk")
    assert [(night.stakes, hands.dealer(session=night)) for night in started] == [(start.stakes, start.dealer)] * 3


@pytest.mark.parametrize("stakes", STAKES)
def test_no_door_changes_the_stakes_to_such(session: Session, host: Client, stakes: int) -> None:
    address = reverse("terms", args=[session.public_id])
    changed = {"stake_factor": stakes, "expected_entry": 0}
    with pytest.raises(RefusedError) as refused:
        change_terms(
            session=session, wanted=WantedTerms(stakes=stakes), reason="", expected_entry=0, stamp=people.stamp()
        )
    assert refused.value.code == "terms"
    answer: Any = program(club=session.club).post(f"sessions/{session.public_id}/terms/", changed)
    page = host.post(address, {"key": people.stamp().key, "preset": "pagat", **changed})
    assert (answer.status_code, page.status_code, session.entries.count()) == (422, 422, 0)


def test_a_night_of_higher_stakes_goes_on_and_takes_other_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "HIGHEST_STAKES", 20_000)
    night = by_operation(club, Start(stakes=20_000))
    monkeypatch.undo()
    wanted = WantedTerms(rules={**night.in_force.data, "secret": 60})
    entry = change_terms(session=night, wanted=wanted, reason="", expected_entry=0, stamp=people.stamp())
    people.win(night)
    assert (entry.act["stake_factor"], people.balances(night)[0]) == (20_000, 180 * 20_000)
