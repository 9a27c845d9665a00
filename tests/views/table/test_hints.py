"""First steps: a practice night, three hints that each phone reads once, words that open in place."""

from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests import people
from tests.views.reading import open_page, url


def hints(host: Client, session: Session) -> list[str]:
    page = open_page(host, url("table", session))
    return [each.attrib["data-hint"] for each in page.root.iter("aside") if "data-hint" in each.attrib]


def test_empty_club_offers_a_practice_night_that_counts_nowhere(host: Client, club: Club) -> None:
    (form,) = open_page(host, reverse("home")).forms(action=reverse("practise"))
    answers = [host.post(reverse("practise"), form)["Location"] for _ in range(2)]
    night = Session.objects.get()
    assert (answers, night.is_practice) == ([url("table", night)] * 2, True)
    assert [seat.player.name for seat in night.seats.order_by("number")] == [*people.NAMES]


def test_a_hint_is_over_once_it_was_read_or_done(host: Client, session: Session) -> None:
    shown = [hints(host, session)]
    host.post(url("hints", session), {"read": "1"})
    shown.append(hints(host, session))
    people.lay_secret(session, seat=people.BEN)
    shown.append(hints(host, session))
    people.win(session)
    assert [*shown, hints(host, session)] == [["1"], ["2"], ["3"], []]


def test_the_hints_are_shown_again_at_any_time_to_whoever_asks(host: Client, session: Session) -> None:
    people.win(session)
    address = url("table", session)
    assert f"{address}?hint=1" in open_page(host, address).links()
    shown, at = [], f"{address}?hint=1"
    while "hint=" in at:
        page = open_page(host, at)
        shown.append(page.find("data-hint").get("data-hint"))
        (form,) = page.forms(action=url("hints", session))
        at = host.post(url("hints", session), form | {"read": shown[-1]})["Location"]
    assert (shown, at) == (["1", "2", "3"], address)
