"""The history: every night of the club, newest first."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Role, Session
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.table.reversing import undo
from scoring.queries.sessions.nights import history_page, together
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page, text_of

HISTORY = reverse("history")


def close(session: Session, *, coin_cents: int = 1) -> None:
    expected_entry = tables.last_entry_number(session=session)
    close_session(session=session, coin_cents=coin_cents, expected_entry=expected_entry, stamp=people.stamp())


def state(page: Page, session: Session) -> str | None:
    return page.find("data-session", str(session.public_id)).get("data-state")


def links(page: Page, session: Session) -> list[str | None]:
    return [link.get("href") for link in page.find("data-session", str(session.public_id)).iter("a")]


def test_night_shows_its_day_by_the_clubs_clock_players_results_and_hands(host: Client, session: Session) -> None:
    people.win(session)
    undo(entry=people.win(session), reason="", stamp=people.stamp())

    page = open_page(host, HISTORY)

    assert page.text("data-month") == "February 2026"
    assert shown(page, session).startswith("1 Sun Ana & Carla ahead +₱1.80 won 1 hand 03:00")
    close(session)
    assert shown(open_page(host, HISTORY), session).startswith(
        "1 Sun Ana & Carla led +₱1.80 won 1 hand · best hand ₱1.80 03:00"
    )


def test_history_begins_with_the_money_of_its_nights_a_month_or_a_year_of_them_one_tap_away(
    host: Client, session: Session
) -> None:
    people.win(session)
    page = open_page(host, HISTORY)
    assert text_of(page.find("data-year")).startswith("All time 1 night, 1 hand")
    ana, *_ = (item for item in page.find("data-year").iter("li"))
    assert text_of(ana) == "Ana +₱1.80 won"
    periods = {text_of(link): link.get("href", "") for link in page.root.iter("a") if "period=" in link.get("href", "")}
    assert [periods[name].partition("period=")[2] for name in ("Month", "Year", "All")] == ["2026-02", "2026", ""]
    year = open_page(host, HISTORY + periods["Year"])
    assert [text_of(link) for link in year.root.iter("a") if link.get("aria-current") == "true"] == ["Year"]
    assert text_of(year.find("data-year")).startswith("2026 1 night, 1 hand")


def test_partners_who_changed_stand_alone_beside_their_pairs(host: Client, session: Session) -> None:
    people.win(session)
    people.sit(session, "Ana", "Dan", "Ben", "Carla")
    people.sit(session, "Ana", "Carla", "Ben", "Dan")
    page = open_page(host, HISTORY)

    assert shown(page, session).startswith("1 Sun Ana ahead +₱1.80 won")
    assert page.text("data-pairs") == "Partners: Ana & Carla, Ben & Dan"
    people.win(session)
    told = open_page(host, HISTORY).text("data-pairs")
    assert told == "Partners: Ana & Carla, Ben & Dan, Ana & Ben, Carla & Dan"


def shown(page: Page, session: Session) -> str:
    return text_of(page.find("data-session", str(session.public_id)))


def found(host: Client, **asked: object) -> set[str]:
    """Return the nights that a search finds."""
    root = Page(host.get(HISTORY, {name: str(value) for name, value in asked.items()})).root
    return {item.get("data-session", "") for item in root.iter("li") if "data-session" in item.attrib}


def test_nobody_leads_where_nothing_was_won_and_two_where_they_won_the_same(host: Client, session: Session) -> None:
    assert shown(open_page(host, HISTORY), session).startswith("1 Sun Ana & Carla, Ben & Dan ₱0")
    people.sit(session, "Ana", "Dan", "Ben", "Carla")
    people.win(session)
    people.win(session, winner=people.DAN)
    assert shown(open_page(host, HISTORY), session).startswith(
        "1 Sun Ana ahead +₱0.90 won Dan ahead +₱0.90 won 2 hands"
    )


def test_course_of_a_night_ends_where_who_led_it_ended(session: Session) -> None:
    people.win(session)
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    people.win(session, winner=people.BEN)
    people.win(session, source="self_drawn")
    (night,) = history_page(club=session.club).nights
    assert night.course == (180, 0, together(night.leaders[0]))


def test_nights_are_found_by_who_sat_there_stakes_place_days_and_debts(host: Client, session: Session) -> None:
    people.win(session)
    close(session)
    euros = people.start_night(club=session.club, names=("Ana", "Eva", "Fe", "Gil"), currency="EUR", stake_factor=7)
    Session.objects.filter(pk=euros.pk).update(place="Garage")
    first, second = str(session.public_id), str(euros.public_id)
    ids = {player.name: player.public_id for player in session.club.players.all()}

    assert found(host, player=ids["Ana"]) == {first, second}
    assert found(host, player=ids["Ana"], other=ids["Eva"]) == {second}
    assert found(host, player=ids["Ben"], other=ids["Eva"]) == set()
    assert found(host, stake=7) == found(host, kind="cuajo.EUR") == found(host, place="Garage") == {second}
    assert found(host, debts="on") == {first}
    assert found(host, since="2026-02-02") == found(host, period="2025") == set()
    assert found(host, until="2026-02-01") == found(host, period="2026-02") == {first, second}
    assert found(host, player="x", since="never", stake="much") == {first, second}


def test_night_is_open_then_closed_then_settled(host: Client, session: Session) -> None:
    people.win(session)
    states = [state(open_page(host, HISTORY), session)]
    close(session)
    states.append(state(open_page(host, HISTORY), session))
    for payer in (people.BEN, people.DAN):
        hand_over(session=session, payer=payer, payee=people.ANA, amount_cents=90, stamp=people.stamp())
    states.append(state(open_page(host, HISTORY), session))

    assert states == ["open", "closed", "settled"]


def test_night_for_points_has_nothing_to_settle(host: Client, club: Club) -> None:
    points = people.start_night(club=club, currency="points")
    people.win(points)
    close(points)

    assert state(open_page(host, HISTORY), points) == "settled"


def test_night_leads_to_its_story_an_open_one_to_its_table_and_a_closed_one_to_settle(
    host: Client, session: Session
) -> None:
    people.win(session)
    night, table, settle = (reverse(name, args=[session.public_id]) for name in ("night", "table", "settle"))

    assert links(open_page(host, HISTORY), session) == [night, table]
    close(session)
    assert links(open_page(host, HISTORY), session) == [night, settle]


def test_newest_nights_stand_on_the_first_page(host: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.queries.sessions.nights.SESSIONS_PER_PAGE", 2)
    nights = [people.start_night(club=club) for _ in range(5)]

    def listed(page: str) -> list[str]:
        shown = Page(host.get(HISTORY, {"page": page}))
        return [item.get("data-session", "") for item in shown.root.iter("li") if "data-session" in item.attrib]

    newest_first = [str(night.public_id) for night in reversed(nights)]
    assert listed("1") == newest_first[:2]
    assert listed("3") == newest_first[4:]
    assert listed("99") == newest_first[4:]
    assert listed("x") == newest_first[:2]


def test_number_of_queries_does_not_grow_with_the_nights(host: Client, club: Club) -> None:
    counts = []
    for nights in (1, 5):
        for _ in range(nights):
            night = people.start_night(club=club)
            people.win(night)
            people.sit(night, "Ana", "Dan", "Ben", "Carla")
            people.win(night)
            close(night, coin_cents=100)
        assert open_page(host, HISTORY).has("data-by-close")
        with CaptureQueriesContext(connection) as queries:
            open_page(host, HISTORY)
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert counts[0] <= 15


def test_first_visit_invites_to_start_and_other_clubs_stay_hidden(host: Client) -> None:
    people.start_night(club=people.make_club(name="Monday table"))

    page = open_page(host, HISTORY)

    assert not page.has("data-session")
    assert "Once you have played a night, you will see here who won how much." in text_of(page.root)


@pytest.mark.parametrize("name", ["history", "standings", "partners", "players"])
def test_what_is_empty_says_how_to_begin_to_those_who_may(host: Client, club: Club, name: str) -> None:
    beginning = reverse("new-session")
    viewer = people.browser_of(club=club, role=Role.VIEWER)
    leads = [
        [link.get("href") for link in open_page(browser, reverse(name)).root.iter("a")] for browser in (host, viewer)
    ]
    assert [beginning in links for links in leads] == [True, False]


def test_stranger_is_told_to_ask_the_host(club: Club) -> None:
    assert "<h1>Ask the host</h1>" in Client().get(HISTORY).text


def test_fields_of_the_search_are_made_where_somebody_searches(host: Client, session: Session) -> None:
    people.win(session)
    page = open_page(host, HISTORY)
    assert not page.has("data-search")
    (search,) = (link for link in page.root.iter("a") if link.get("href", "").endswith("search=1"))
    found = open_page(host, HISTORY + search.get("href", ""))
    assert found.has("data-search")
    assert "Ana" in [option.text for option in found.root.iter("option")]
