"""The history: every night of the club, newest first."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Player, Role, Session
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.sessions.sessions import About, describe_session
from scoring.operations.table.reversing import undo
from tests import people
from tests.views.reading import Page, amounts, open_page

pytestmark = pytest.mark.django_db

HISTORY = reverse("history")


def test_night_shows_its_day_by_the_clubs_clock_who_led_it_and_whether_it_is_settled(
    host: Client, session: Session
) -> None:
    def told() -> tuple[str | None, list[str | None], tuple[str, ...]]:
        page = open_page(host, HISTORY)
        night = page.find("data-session", str(session.public_id))
        links = [link.get("href") for link in night.iter("a")]
        return night.get("data-state"), links, amounts(page.text("data-session", str(session.public_id)))

    night, table, settle = (reverse(name, args=[session.public_id]) for name in ("night", "table", "settle"))
    people.win(session)
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    assert "03:00" in open_page(host, HISTORY).text("data-session", str(session.public_id))
    assert told() == ("open", [night, table], ("+₱1.80",))
    people.close(session)
    assert told() == ("closed", [night, settle], ("+₱1.80", "₱1.80"))  # and what is not paid yet
    for payer in (people.BEN, people.DAN):
        people.pay(session, payer=payer, payee=people.ANA, cents=90)
    assert told()[:2] == ("settled", [night])


def test_what_is_said_about_a_night_stands_wherever_it_is_listed(host: Client, session: Session) -> None:
    describe_session(session=session, about=About(name="Fiesta", place="Terrace", note="Rain"))
    pages = [reverse(name, args=[session.public_id]) for name in ("table", "statement")] + [HISTORY, reverse("home")]
    assert [open_page(host, page).text("data-about") for page in pages] == ["Fiesta · Terrace"] * 4
    assert open_page(host, HISTORY).text("data-note") == "Rain"


def test_history_begins_with_the_money_of_its_nights_a_month_or_a_year_of_them_one_tap_away(
    host: Client, session: Session
) -> None:
    people.win(session)
    page = open_page(host, HISTORY)
    assert page.sums("data-year")[0] == ("Ana", "+₱1.80")
    assert {"2026-02", "2026"} <= {link.partition("period=")[2] for link in page.links()}
    assert open_page(host, f"{HISTORY}?period=2026").has("data-year")


def test_nights_are_found_by_what_is_typed(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    euros = people.start_night(club=session.club, names=("Ana", "Eva", "Fe", "Gil"), currency="EUR", stake_factor=7)
    Session.objects.filter(pk=euros.pk).update(place="Garage")
    first, second = str(session.public_id), str(euros.public_id)
    ids = {player.name: player.public_id for player in session.club.players.all()}

    def found(**asked: object) -> set[str | None]:
        items = Page(host.get(HISTORY, {name: str(value) for name, value in asked.items()})).root.iter("li")
        return {item.get("data-session") for item in items} - {None}

    assert found(player=ids["Ana"], other=ids["Eva"]) == {second}
    assert found(stake=7) == found(kind="cuajo.EUR") == found(place="Garage") == {second}
    assert found(debts="on") == {first}
    assert found(since="2026-02-02") == found(period="2025") == set()
    assert found(until="2026-02-01") == found(player="x", since="never", stake="much", page="x") == {first, second}
    assert "Ana" in [option.text for option in open_page(host, f"{HISTORY}?search=1").root.iter("option")]


def play(club: Club) -> None:
    """Play a night in which seats change and whose close rounds."""
    night = people.start_night(club=club)
    people.win(night)
    people.sit(night, "Ana", "Dan", "Ben", "Carla")
    people.win(night)
    people.close(night, coin_cents=100)


def let_in(club: Club) -> None:
    """Have the phone of a player let in."""
    people.player_browser(session=Session.objects.filter(club=club)[0], seat=people.BEN)


def keep_rules(club: Club) -> None:
    """Keep a rule set."""
    name = f"Set {club.saved_rules.count()}"
    add_rule_set(club=club, game="cuajo", name=name, rules="pagat", at=people.EVENING)


@pytest.mark.parametrize(
    ("name", "grow", "most"),
    [
        ("history", play, 15),
        ("players", play, 24),
        ("player", play, 24),
        ("phones", let_in, 15),
        ("rule-sets", keep_rules, 7),
        ("new-session", keep_rules, 15),
    ],
)
def test_number_of_queries_does_not_grow_with_what_is_listed(
    host: Client, club: Club, name: str, grow: Callable[[Club], None], most: int
) -> None:
    play(club)
    grow(club)
    args = [Player.objects.get(name="Ana").public_id] if name == "player" else []
    counts = []
    for more in (0, 3):
        for _ in range(more):
            grow(club)
        open_page(host, reverse(name, args=args))  # keeps the tallies
        with CaptureQueriesContext(connection) as queries:
            open_page(host, reverse(name, args=args))
        counts.append(len(queries))
    assert (counts[1], counts[1] <= most) == (counts[0], True)


@pytest.mark.parametrize("name", ["history", "standings", "partners", "players"])
def test_what_is_empty_says_how_to_begin_to_those_who_may(host: Client, club: Club, name: str) -> None:
    people.start_night(club=people.make_club(name="Monday table"))
    viewer = people.browser_of(club=club, role=Role.VIEWER)
    begins = [open_page(browser, reverse(name)).has("href", reverse("new-session")) for browser in (host, viewer)]
    assert (begins, open_page(host, reverse(name)).has("data-session")) == ([True, False], False)
