"""What the table shows right after a hand was recorded on this phone."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Role, Session
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db


def table(host: Client, session: Session, *, recorded: object) -> Page:
    return open_page(host, f"{reverse('table', args=[session.public_id])}?recorded={recorded}")


def landing(page: Page) -> str:
    return page.text("data-landed") if page.has("data-landed") else ""


def test_a_recorded_hand_says_so_and_offers_undo(host: Client, session: Session) -> None:
    entry = people.win(session)
    page = table(host, session, recorded=entry.number)
    assert landing(page) == "Hand 1 recorded Undo"
    assert "₱1.80" in page.text("data-landing")


def test_a_corrected_hand_says_so(host: Client, session: Session) -> None:
    entry = people.win(session)
    corrected = correct_hand(
        entry=entry, act=people.win_act(session, winner=people.BEN), reason="It was Ben", stamp=people.stamp()
    )
    assert landing(table(host, session, recorded=corrected.number)) == "Hand 1 corrected Undo"


def test_a_recorded_secret_says_so_and_offers_undo(host: Client, session: Session) -> None:
    address = reverse("secret", args=[session.public_id, people.BEN])
    (form,) = open_page(host, address).forms(action=address)
    page = Page(host.post(address, form, follow=True))
    assert landing(page) == "Secret of Ben recorded. Undo"
    assert not page.has("data-landing")


@pytest.mark.parametrize("recorded", ["0", "2", "", "x"])
def test_another_line_does_not_land(host: Client, session: Session, recorded: str) -> None:
    people.win(session)
    assert landing(table(host, session, recorded=recorded)) == ""


def test_what_was_taken_back_does_not_land(host: Client, session: Session) -> None:
    entry = people.win(session)
    undo(entry=entry, reason="slip", stamp=people.stamp())
    assert landing(table(host, session, recorded=entry.number)) == ""


def test_who_only_watches_sees_no_landing(session: Session) -> None:
    entry = people.win(session)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    assert landing(table(viewer, session, recorded=entry.number)) == ""


def test_a_hand_says_what_each_paid_at_the_stakes_it_was_played_for(host: Client, session: Session) -> None:
    """Also once the stakes were raised: the large screen shows it still, and a correction lands."""
    hand = people.win(session)
    change_terms(
        session=session,
        wanted=WantedTerms(stakes=5),
        reason="",
        expected_entry=tables.last_entry_number(session=session),
        stamp=people.stamp(),
    )
    assert "₱0.90 each" in open_page(host, reverse("watch", args=[session.public_id])).text("data-last")
    act = people.win_act(session, winner=people.BEN)
    correction = correct_hand(entry=hand, act=act, reason="it was Ben", stamp=people.stamp())
    assert "₱0.90 from each opponent" in table(host, session, recorded=correction.number).text("data-landing")
