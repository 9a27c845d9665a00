"""The first page offers the one thing to do next."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.sessions.sessions import start_practice
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.table import hands, tables
from tests import people
from tests.views.reading import Page, open_page, refusal

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


def test_open_objection_is_said_at_its_night_and_leads_to_it(host: Client, session: Session) -> None:
    seat = session.seats.get(number=people.BEN)
    raise_dispute(entry=people.win(session), seat=seat, why="kings", stamp=people.stamp())
    address = reverse("objections", args=[session.public_id, 1])
    for part in ("data-open-night", "data-nights-before"):
        page = open_page(host, HOME)
        assert address in [link.get("href") for link in page.find(part).iter("a")]
        assert "kings" in page.text(part)
        if part == "data-open-night":
            people.close(session)


# The same as last time


def test_same_as_last_time_starts_in_one_tap_and_the_next_dealer_deals(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=5)
    rules = last.rules
    people.win(last, winner=people.CARLA)
    change_terms(session=last, wanted=WantedTerms(stakes=9), reason="", expected_entry=1, stamp=people.stamp())
    people.close(last)
    start_practice(club=club, names=people.NAMES, stamp=people.stamp())  # is no night
    shown = host.get(HOME).context["home"].last
    assert (shown.names, shown.dealer_name) == (people.NAMES, "Carla")
    (form,) = offers(host)
    addresses = [host.post(AGAIN, form)["Location"] for _ in range(2)]
    night = newest(club)
    assert (addresses, club.sessions.count(), offers(host)) == ([table(night)] * 2, 3, ())
    assert tuple(seat.player for seat in tables.results(session=night)) == people.NAMES
    assert (night.rules, night.currency, night.stake_factor) == (rules, "EUR", 5)  # without changes during the night
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
