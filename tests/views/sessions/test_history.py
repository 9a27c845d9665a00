"""The history: every night of the club, newest first."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Role, Session
from scoring.operations.table.reversing import undo
from tests import people
from tests.views.reading import Page, amounts, open_page, text_of

pytestmark = pytest.mark.django_db

HISTORY = reverse("history")


def shown(browser: Client, session: Session) -> tuple[str, ...]:
    """Return the amounts of a night in the history."""
    return amounts(open_page(browser, HISTORY).text("data-session", str(session.public_id)))


def listed(browser: Client, **asked: object) -> list[str]:
    """Return the nights that are listed or found."""
    root = Page(browser.get(HISTORY, {name: str(value) for name, value in asked.items()})).root
    return [item.get("data-session", "") for item in root.iter("li") if "data-session" in item.attrib]


def test_night_shows_its_day_by_the_clubs_clock_who_led_it_and_its_best_hand(host: Client, session: Session) -> None:
    people.win(session)
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    assert shown(host, session) == ("+₱1.80",)
    night = text_of(open_page(host, HISTORY).find("data-session", str(session.public_id)))
    assert (night.split()[0], "03:00" in night) == ("1", True)
    people.close(session)
    assert shown(host, session) == ("+₱1.80", "₱1.80")


def test_who_were_partners_is_told_where_seats_changed(host: Client, session: Session) -> None:
    people.win(session)
    assert not open_page(host, HISTORY).has("data-pairs")
    people.sit(session, "Ana", "Dan", "Ben", "Carla")
    pairs = open_page(host, HISTORY).find("data-pairs").iter("bdi")
    assert [bdi.text for bdi in pairs] == ["Ana", "Carla", "Ben", "Dan"]


def test_history_begins_with_the_money_of_its_nights_a_month_or_a_year_of_them_one_tap_away(
    host: Client, session: Session
) -> None:
    people.win(session)
    page = open_page(host, HISTORY)
    ana, *_ = page.find("data-year").iter("li")
    assert (text_of(ana).split()[0], amounts(text_of(ana))) == ("Ana", ("+₱1.80",))
    periods = [link.get("href", "") for link in page.root.iter("a") if "period=" in link.get("href", "")]
    assert {"2026-02", "2026", ""} <= {address.partition("period=")[2] for address in periods}
    year = next(address for address in periods if address.endswith("period=2026"))
    assert open_page(host, HISTORY + year).has("data-year")


def test_nights_are_found_by_who_sat_there_stakes_place_days_and_debts(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    euros = people.start_night(club=session.club, names=("Ana", "Eva", "Fe", "Gil"), currency="EUR", stake_factor=7)
    Session.objects.filter(pk=euros.pk).update(place="Garage")
    first, second = str(session.public_id), str(euros.public_id)
    ids = {player.name: player.public_id for player in session.club.players.all()}

    def found(**asked: object) -> set[str]:
        return set(listed(host, **asked))

    assert found(player=ids["Ana"]) == {first, second}
    assert found(player=ids["Ana"], other=ids["Eva"]) == {second}
    assert found(player=ids["Ben"], other=ids["Eva"]) == set()
    assert found(stake=7) == found(kind="cuajo.EUR") == found(place="Garage") == {second}
    assert found(debts="on") == {first}
    assert found(since="2026-02-02") == found(period="2025") == set()
    assert found(until="2026-02-01") == found(period="2026-02") == {first, second}
    assert found(player="x", since="never", stake="much") == {first, second}


def test_fields_of_the_search_are_made_where_somebody_searches(host: Client, session: Session) -> None:
    people.win(session)
    page = open_page(host, HISTORY)
    (search,) = (link for link in page.root.iter("a") if link.get("href", "").endswith("search=1"))
    found = open_page(host, HISTORY + search.get("href", ""))
    assert (page.has("data-search"), found.has("data-search")) == (False, True)
    assert "Ana" in [option.text for option in found.root.iter("option")]


def test_night_is_open_then_closed_then_settled_and_leads_to_table_or_payments(host: Client, session: Session) -> None:
    def told() -> tuple[str | None, list[str | None]]:
        item = open_page(host, HISTORY).find("data-session", str(session.public_id))
        return item.get("data-state"), [link.get("href") for link in item.iter("a")]

    night, table, settle = (reverse(name, args=[session.public_id]) for name in ("night", "table", "settle"))
    people.win(session)
    assert told() == ("open", [night, table])
    people.close(session)
    assert told() == ("closed", [night, settle])
    for payer in (people.BEN, people.DAN):
        people.pay(session, payer=payer, payee=people.ANA, cents=90)
    assert told() == ("settled", [night])


def test_newest_nights_stand_on_the_first_page(host: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.queries.sessions.nights.SESSIONS_PER_PAGE", 2)
    nights = [str(people.start_night(club=club).public_id) for _ in range(5)][::-1]
    pages = {page: listed(host, page=page) for page in ("1", "3", "99", "x")}
    assert pages == {"1": nights[:2], "3": nights[4:], "99": nights[4:], "x": nights[:2]}


def test_number_of_queries_does_not_grow_with_the_nights(host: Client, club: Club) -> None:
    counts = []
    for nights in (1, 4):
        for _ in range(nights):
            night = people.start_night(club=club)
            people.win(night)
            people.sit(night, "Ana", "Dan", "Ben", "Carla")
            people.win(night)
            people.close(night, coin_cents=100)
        assert open_page(host, HISTORY).has("data-by-close")
        with CaptureQueriesContext(connection) as queries:
            open_page(host, HISTORY)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 15


@pytest.mark.parametrize("name", ["history", "standings", "partners", "players"])
def test_what_is_empty_says_how_to_begin_to_those_who_may(host: Client, club: Club, name: str) -> None:
    people.start_night(club=people.make_club(name="Monday table"))
    viewer = people.browser_of(club=club, role=Role.VIEWER)
    begins = [open_page(browser, reverse(name)).has("href", reverse("new-session")) for browser in (host, viewer)]
    assert begins == [True, False]
    assert not open_page(host, reverse(name)).has("data-session")
