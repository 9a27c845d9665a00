"""Players propose a hand; the scorekeeper looks at it and records it, or puts it aside."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Proposal, Session
from scoring.operations.sessions.sessions import change_switches
from tests import people
from tests.views.reading import Page, open_page, text_of

type Form = dict[str, str]

QUICK = {
    "winner": "1",
    "source": "self_drawn",
    "kings_of_coins": "1",
    "other_kings": "0",
    "conditions": "",
    "sowee": "",
}


def url(name: str, session: Session, *more: object) -> str:
    return reverse(name, args=[session.public_id, *more])


@pytest.fixture
def night(session: Session) -> Session:
    """Return a night in which players may propose hands."""
    change_switches(session=session, is_practice=False, players_may_propose=True)
    session.refresh_from_db()
    return session


@pytest.fixture
def ben(night: Session) -> Client:
    """Return Ben's phone."""
    return people.player_browser(session=night, seat=people.BEN)


def unseen(page: Page) -> Form:
    """Return the fields of the form that nobody fills in."""
    names = ("key", "expected_entry", "expected_after")
    return {name: page.find("name", name).get("value", "") for name in names}


def propose(ben: Client, night: Session, **changes: str) -> Page:
    """Enter a hand on Ben's phone as a player does: the form, the review, the tap that proposes."""
    address = url("propose", night, "quick")
    page = open_page(ben, address)
    hidden = {name: page.find("name", name).get("value", "") for name in ("key", "expected_entry", "expected_after")}
    review = Page(ben.post(address, {**hidden, **QUICK, **changes, "step": "review"}))
    assert "Propose" in [text_of(button) for button in review.root.iter("button")]
    return Page(ben.post(address, {**hidden, **QUICK, **changes, "step": "record"}, follow=True))


def test_a_players_phone_offers_it_in_the_place_of_recording_once_the_host_allowed_it(
    session: Session, host: Client
) -> None:
    ben = people.player_browser(session=session, seat=people.BEN)
    page = open_page(ben, url("table", session))
    assert not page.has("id", "dock-usual")
    live = page.find("data-live").get("data-live", "") + "&v=" + page.find("data-version").get("data-version", "")

    change_switches(session=session, is_practice=False, players_may_propose=True)

    assert ben.get(live).headers["HX-Refresh"] == "true"
    (link,) = open_page(ben, url("table", session)).find("id", "dock-usual").iter("a")
    assert (text_of(link), link.get("href")) == ("Propose hand 1", url("propose", session))
    assert "Propose" not in open_page(host, url("table", session)).text("id", "dock-usual")


def test_a_proposed_hand_is_shown_to_everybody_and_recorded_by_the_scorekeeper(
    host: Client, ben: Client, night: Session
) -> None:
    assert url("propose", night) in {link.get("href") for link in open_page(ben, url("table", night)).root.iter("a")}

    shown = propose(ben, night)

    assert shown.text("data-proposal", "2").startswith("Ben proposes hand 1: Ana won Ana +3.20")
    assert night.entries.count() == 0
    table = open_page(host, url("table", night))
    (form,) = table.forms(action=url("quick-hand", night))
    review = Page(host.post(url("quick-hand", night), form | {"step": "review"}))
    (record,) = review.forms(action=url("quick-hand", night))
    host.post(url("quick-hand", night), record | {"step": "record"})
    assert people.balances(night) == (320, -160, 0, -160)
    assert not open_page(host, url("table", night)).has("data-proposal")


def test_a_proposal_is_put_aside(host: Client, ben: Client, night: Session) -> None:
    propose(ben, night)
    address = url("decline-proposal", night, Proposal.objects.get().public_id)

    for _ in range(2):
        assert host.post(address).headers["Location"] == url("table", night)

    assert not open_page(ben, url("table", night)).has("data-proposal")
    assert ben.post(address).status_code == 403


def test_a_newer_proposal_takes_the_place_of_the_first(host: Client, ben: Client, night: Session) -> None:
    propose(ben, night)
    shown = propose(ben, night, winner="2")

    assert shown.text("data-proposal").startswith("Ben proposes hand 1: Ben won")


def test_a_hand_recorded_meanwhile_is_shown_beside_the_proposal(ben: Client, night: Session) -> None:
    address = url("propose", night, "quick")
    page = open_page(ben, address)
    hidden = {name: page.find("name", name).get("value", "") for name in ("key", "expected_entry", "expected_after")}
    people.win(night)

    answer = ben.post(address, {**hidden, **QUICK, "step": "record"})

    assert (answer.status_code, Proposal.objects.count()) == (409, 0)
    mine = Page(answer).find("data-version", "mine")
    links = [link.get("href") for link in mine.iter("a") if link.get("class") == "button"]
    assert (links, list(mine.iter("button"))) == ([url("dispute", night, 1)], [])
    assert ben.get(url("dispute", night, 1)).status_code == 200


def test_nobody_proposes_where_the_host_did_not_allow_it(session: Session) -> None:
    ben = people.player_browser(session=session, seat=people.BEN)

    assert ben.get(url("propose", session)).status_code == 409
    assert not any(
        "propose" in (link.get("href") or "") for link in open_page(ben, url("table", session)).root.iter("a")
    )


def test_a_phone_that_is_nobodys_cannot_propose(night: Session, host: Client) -> None:
    assert "belongs to nobody who plays here" in host.get(url("propose", night)).text


def test_a_hand_nobody_won_is_for_the_scorekeeper_to_record(ben: Client, night: Session) -> None:
    address = url("propose", night, "drawn")
    sent = {"key": "0c7a8f9a-6e1b-4e1c-9a55-0b8d2f3c4d5e", "expected_entry": "0", "expected_after": "0"}

    assert ben.get(address).status_code == 404
    assert ben.post(address, {**sent, "step": "record"}).status_code == 404
    assert Proposal.objects.count() == 0
