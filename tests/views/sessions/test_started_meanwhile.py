"""Two phones start at once: the second is shown what the first one started."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.sessions.closing import close_session
from tests import people
from tests.views.reading import Page, open_page
from tests.views.sessions.test_new_session import NEW, form, players, typed

pytestmark = pytest.mark.django_db


def test_same_as_last_time_on_two_phones_starts_one_night(host: Client, session: Session) -> None:
    address = reverse("start-again")
    close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())
    forms = [open_page(host, "/").forms(action=address)[0] for _phone in range(2)]
    host.post(address, forms[0])
    first = Session.objects.latest("pk")

    answer = host.post(address, forms[1])

    assert answer.status_code == 409
    assert Session.objects.count() == 2
    page = Page(answer)
    assert "Ana, Ben, Carla, Dan" in page.text("data-first")
    (again,) = page.forms(action=address)
    assert again["newest"] == str(first.public_id)
    assert host.post(address, again).status_code == 302
    assert Session.objects.count() == 3


def test_the_same_night_typed_on_two_phones_starts_once(host: Client) -> None:
    first, second = typed(host), typed(host, seat_4="Eva", stake_factor="3")
    host.post(NEW, first)
    started = Session.objects.get()

    answer = host.post(NEW, second)

    assert answer.status_code == 409
    page = Page(answer)
    assert "Ana, Ben, Carla, Dan" in page.text("data-first")
    assert players(started) == people.NAMES
    assert not Player.objects.filter(name="Eva").exists()
    (another,) = (each for each in page.forms() if each)
    another.pop("csrfmiddlewaretoken")
    assert another == {**second, "newest": str(started.public_id)}
    assert host.post(NEW, another).status_code == 302
    assert [night.stake_factor for night in Session.objects.order_by("pk")] == [1, 3]
    assert players(Session.objects.latest("pk")) == ("Ana", "Ben", "Carla", "Eva")


def test_a_night_of_others_started_meanwhile_holds_nobody_up(host: Client, club: Club) -> None:
    sent = typed(host)
    people.start_night(club=club, names=("Eva", "Fay", "Gus", "Hal"))

    assert host.post(NEW, sent).status_code == 302


def test_one_of_the_players_started_elsewhere_is_shown(host: Client, club: Club) -> None:
    sent = typed(host)
    people.start_night(club=club, names=("Eva", "ben", "Gus", "Hal"))

    assert host.post(NEW, sent).status_code == 409


def test_a_night_started_and_closed_meanwhile_holds_nobody_up(host: Client, club: Club) -> None:
    sent = typed(host)
    night = people.start_night(club=club)
    close_session(session=night, coin_cents=1, expected_entry=0, stamp=people.stamp())

    assert host.post(NEW, sent).status_code == 302


def test_an_open_night_that_the_page_knew_holds_nobody_up(host: Client, session: Session) -> None:
    assert host.post(NEW, typed(host)).status_code == 302
    assert Session.objects.count() == 2


def test_a_page_that_knew_no_night_is_shown_the_one_there_is(host: Client, session: Session) -> None:
    assert host.post(NEW, form()).status_code == 409
