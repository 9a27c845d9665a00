"""The first page offers the one thing to do next; the history lists every night, newest first."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.sessions.sessions import About, describe_session
from scoring.queries.table import hands, tables
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db

HOME, NEW, AGAIN = (reverse(name) for name in ("home", "new-session", "start-again"))


def table(session: Session) -> str:
    return reverse("table", args=[session.public_id])


def primary(browser: Client) -> list[str]:
    """Return where the primary actions lead."""
    links = open_page(browser, HOME).root.iter("a")
    return [link.get("href", "") for link in links if "button-primary" in link.get("class", "")]


def offers(browser: Client) -> tuple[dict[str, str], ...]:
    """Return the forms that start the last night again."""
    return open_page(browser, HOME).forms(action=AGAIN)


def newest(club: Club) -> Session:
    return club.sessions.order_by("-pk")[0]


def test_first_visit_offers_a_new_session_and_then_the_open_night_or_nights(host: Client, club: Club) -> None:
    people.start_night(club=people.make_club(name="Monday table"))
    assert (primary(host), offers(host)) == ([NEW], ())
    night = people.start_night(club=club)
    people.win(night)
    played = ("Ana", "+₱1.80"), ("Ben", "−₱0.90"), ("Carla", "₱0.00"), ("Dan", "−₱0.90")
    assert (primary(host), open_page(host, HOME).sums("data-open-night")) == ([table(night)], played)
    people.start_night(club=club)
    assert (primary(host), len(open_page(host, HOME).sums("data-open-nights"))) == ([], 2)  # none is preferred


def test_same_as_last_time_starts_in_one_tap_and_the_next_dealer_deals(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=5)
    rules = last.rules
    people.win(last, winner=people.CARLA)
    people.close(last)
    shown = host.get(HOME).context["home"].last
    assert (shown.names, shown.dealer_name) == (people.NAMES, "Carla")
    (form,) = offers(host)
    addresses = [host.post(AGAIN, form)["Location"] for _ in range(2)]
    night = newest(club)
    assert (addresses, club.sessions.count(), offers(host)) == ([table(night)] * 2, 2, ())
    assert tuple(seat.player for seat in tables.results(session=night)) == people.NAMES
    assert (night.rules, night.currency, night.stake_factor) == (rules, "EUR", 5)
    assert hands.dealer(session=night) == people.CARLA


def test_same_as_last_time_on_two_phones_starts_one_night(host: Client, club: Club, session: Session) -> None:
    people.close(session)
    forms = [offers(host)[0] for _phone in range(2)]
    host.post(AGAIN, forms[0])
    first = newest(club)
    answer: Any = host.post(AGAIN, forms[1])
    assert (refusal(answer), club.sessions.count()) == ((409, ("night_started",)), 2)
    page = Page(answer)
    assert [name in page.text("data-first") for name in people.NAMES] == [True] * 4
    (again,) = page.forms(action=AGAIN)
    assert again["newest"] == str(first.public_id)
    assert host.post(AGAIN, again).status_code == 302
    assert club.sessions.count() == 3


def test_button_without_a_key_or_for_a_night_of_another_club_starts_nothing(host: Client, session: Session) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    form = {"key": str(people.stamp().key), "expected_entry": "0", "like": str(other.public_id)}
    assert (host.post(AGAIN, {"like": str(session.public_id)})["Location"], host.post(AGAIN, form).status_code) == (
        HOME,
        404,
    )
    assert Session.objects.count() == 2


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


def test_nights_are_found_by_what_is_typed(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    euros = people.start_night(club=session.club, names=("Ana", "Eva", "Fe", "Gil"), currency="EUR", stake_factor=7)
    first, second = str(session.public_id), str(euros.public_id)
    ana, eva = (session.club.players.get(name=name).public_id for name in ("Ana", "Eva"))

    def found(asked: str) -> set[str | None]:
        items = open_page(host, f"{HISTORY}?{asked}").root.iter("li")
        return {item.get("data-session") for item in items} - {None}

    asked = f"player={ana}&other={eva}&stake=7&kind=cuajo.EUR&since=2026-02-01", "debts=on", "period=2025"
    assert [found(each) for each in asked] == [{second}, {first}, set()]
    assert found("player=x&since=never&stake=much&page=x") == {first, second}


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
