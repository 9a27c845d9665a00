"""The first page offers the one thing to do next."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.sessions.sessions import start_practice
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.operations.table.turns import Turns
from scoring.queries.table import hands, tables
from scoring.queries.table.seatings import seatings_of
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


def test_first_visit_offers_a_new_session_and_shows_no_night_of_another_club(host: Client) -> None:
    people.start_night(club=people.make_club(name="Monday table"))
    assert (primary(host), offers(host)) == ([NEW], ())


def test_one_open_night_is_resumed(host: Client, session: Session) -> None:
    people.win(session)
    assert primary(host) == [table(session)]
    shown = open_page(host, HOME).sums("data-open-night")
    assert shown == (("Ana", "+₱1.80"), ("Ben", "−₱0.90"), ("Carla", "₱0.00"), ("Dan", "−₱0.90"))
    assert primary(people.player_browser(session=session, seat=people.ANA)) == [table(session)]


def test_several_open_nights_are_listed_and_none_is_preferred(host: Client, club: Club) -> None:
    nights = [people.start_night(club=club) for _ in range(2)]
    page = open_page(host, HOME)
    assert page.sums("data-open-nights") == ((*people.NAMES, *["₱0.00"] * 4),) * 2
    assert [page.has("href", table(night)) for night in nights] == [True, True]
    assert primary(host) == []


def test_practice_is_never_the_night_of_the_first_page_beside_another(host: Client, club: Club) -> None:
    practice = start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert primary(host) == [table(practice)]
    night = people.start_night(club=club)
    assert primary(host) == [table(night)]
    page = open_page(host, HOME)
    assert (len(page.sums("data-open-nights")), page.has("data-practice")) == (1, True)
    assert page.has("href", reverse("close", args=[practice.public_id]))
    people.close(night)
    assert primary(host) == [NEW]


def test_open_objection_is_said_at_its_night_and_leads_to_it(host: Client, club: Club) -> None:
    nights = [people.start_night(club=club) for _ in range(2)]
    for night in nights:
        seat = night.seats.get(number=people.BEN)
        raise_dispute(entry=people.win(night), seat=seat, why="kings", stamp=people.stamp())
    people.close(nights[0])
    page = open_page(host, HOME)
    for part, night in (("data-open-night", nights[1]), ("data-nights-before", nights[0])):
        address = reverse("objections", args=[night.public_id, 1])
        assert address in [link.get("href") for link in page.find(part).iter("a")]
        assert ("Ben" in page.text(part), "kings" in page.text(part)) == (True, True)
    assert not page.has("data-after")  # what an act led to is said, not what is older


def test_closed_nights_are_listed_newest_first_five_at_most_and_lead_to_their_payments(
    host: Client, club: Club
) -> None:
    nights = [people.start_night(club=club) for _ in range(6)]
    for night in nights:
        people.win(night)
        people.close(night)
    page = open_page(host, HOME)
    links = [link.get("href") for link in page.find("data-nights-before").iter("a")]
    assert links == [reverse("settle", args=[night.public_id]) for night in reversed(nights[1:])]
    assert page.sums("data-nights-before") == (people.NAMES,) * 5


# The same as last time


def test_same_as_last_time_starts_in_one_tap_and_the_next_dealer_deals(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=5)
    people.win(last, winner=people.CARLA)
    people.close(last)
    shown = host.get(HOME).context["home"].last
    assert (shown.names, shown.dealer_name) == (people.NAMES, "Carla")
    (form,) = offers(host)
    addresses = [host.post(AGAIN, form)["Location"] for _ in range(2)]
    night = newest(club)
    assert (addresses, club.sessions.count()) == ([table(night)] * 2, 2)
    assert tuple(seat.player for seat in tables.results(session=night)) == people.NAMES
    assert (night.rules, night.currency, night.stake_factor) == (last.rules, "EUR", 5)
    assert hands.dealer(session=night) == people.CARLA


@pytest.mark.parametrize("turns", [Turns.EACH_HAND, Turns.TAP])
def test_same_as_last_time_goes_on_with_turns(host: Client, club: Club, turns: Turns) -> None:
    last = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=turns)
    people.close(last)
    host.post(AGAIN, offers(host)[0])
    night = newest(club)
    seating = seatings_of(session=night).now
    assert (night != last, len(seating.seats), len(seating.waiting)) == (True, 4, 1)
    assert seating.each_hand is (turns is Turns.EACH_HAND)


def test_same_as_last_time_takes_no_changes_during_the_night_along(host: Client, club: Club, session: Session) -> None:
    change_terms(session=session, wanted=WantedTerms(stakes=9), reason="", expected_entry=0, stamp=people.stamp())
    people.close(session)
    assert host.get(HOME).context["home"].last.session.has_terms
    host.post(AGAIN, offers(host)[0])
    assert newest(club).stake_factor == 1


def test_same_as_last_time_is_not_offered_beside_a_night_that_is_played(host: Client, club: Club) -> None:
    people.close(people.start_night(club=club))
    start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert len(offers(host)) == 1  # practice is no night
    people.start_night(club=club)
    assert offers(host) == ()


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


def test_button_without_a_key_starts_nothing(host: Client, session: Session) -> None:
    response = host.post(AGAIN, {"like": str(session.public_id)})
    assert (response["Location"], Session.objects.count()) == (HOME, 1)


def test_session_of_another_club_is_not_started_again(host: Client, club: Club) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    form = {"key": str(people.stamp().key), "expected_entry": "0", "like": str(other.public_id)}
    assert (host.post(AGAIN, form).status_code, club.sessions.count()) == (404, 0)
