"""Hands that players propose: offered, shown to everybody, looked at and recorded by the scorekeeper."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Proposal, Role, Session
from tests import people
from tests.acts.before import proposed
from tests.acts.hands import SELF_DRAWN
from tests.api.programs import allow_proposals
from tests.people import BEN
from tests.views.reading import Page, open_page, refusal
from tests.views.table.test_hand import typed


def url(name: str, session: Session, *more: object) -> str:
    return reverse(name, args=[session.public_id, *more])


@pytest.fixture
def ben(session: Session) -> Client:
    """Return Ben's phone."""
    return people.player_browser(session=session, seat=BEN)


def test_a_players_phone_offers_it_in_the_place_of_recording_once_the_host_allowed_it(
    session: Session, host: Client, ben: Client
) -> None:
    page = open_page(ben, url("table", session))
    live = page.find("data-live").get("data-live", "") + "&v=" + page.find("data-version").get("data-version", "")
    before = page.has("id", "dock-usual")

    allow_proposals(session)

    assert (before, ben.get(live).headers["HX-Refresh"]) == (False, "true")
    dock = [
        [link.get("href") for link in open_page(phone, url("table", session)).find("id", "dock-usual").iter("a")]
        for phone in (ben, host)
    ]
    assert dock == [[url("propose", session)], [url("quick-hand", session), url("hand", session)]]


@pytest.mark.parametrize("role", [Role.HOST, Role.PLAYER, Role.VIEWER])
def test_a_proposed_hand_is_shown_to_everybody_and_is_for_the_scorekeeper_to_take(session: Session, role: Role) -> None:
    proposal = proposed(session)

    page = open_page(people.browser_of(club=session.club, role=role), url("table", session))

    shown = page.text("data-proposal", str(BEN))
    assert ("Ben" in shown, "+1.80" in shown, session.entries.count()) == (True, True, 0)
    actions = {form.get("action") for form in page.find("data-proposal").iter("form")}
    taken = {url("hand", session), url("decline-proposal", session, proposal.public_id)}
    assert actions == (taken if role is Role.HOST else set())


def test_a_proposed_hand_is_looked_at_recorded_and_gone(host: Client, ben: Client, session: Session) -> None:
    allow_proposals(session)
    for winner in ("1", "2"):  # a newer proposal takes the place of the first
        ben.post(url("propose", session, "quick"), typed(session, SELF_DRAWN, step="record", winner=winner))

    address = url("quick-hand", session)
    (form,) = open_page(host, url("table", session)).forms(action=address)
    (record,) = Page(host.post(address, form | {"step": "review"})).forms(action=address)
    host.post(address, record | {"step": "record"})

    assert people.balances(session) == (-200, 400, -200, 0)
    assert not open_page(host, url("table", session)).has("data-proposal")


def test_a_hand_recorded_meanwhile_is_shown_beside_the_proposal_to_object_to(ben: Client, session: Session) -> None:
    allow_proposals(session)
    fields = typed(session, SELF_DRAWN, step="record")
    people.win(session)

    page = Page(ben.post(url("propose", session, "quick"), fields))

    mine = page.find("data-version", "mine")
    links = [link.get("href") for link in mine.iter("a") if link.get("class") == "button"]
    assert (page.status, links, list(mine.iter("button"))) == (409, [url("dispute", session, 1)], [])


@pytest.mark.parametrize("allowed", [True, False])
def test_nobody_is_asked_who_may_not_propose(host: Client, ben: Client, session: Session, allowed: bool) -> None:
    if allowed:
        allow_proposals(session)
    phone = host if allowed else ben
    assert refusal(phone.get(url("propose", session))) == (409, ("proposal",))


def test_a_hand_nobody_won_is_for_the_scorekeeper_to_record(ben: Client, session: Session) -> None:
    allow_proposals(session)
    address = url("propose", session, "drawn")
    sent = {"key": str(uuid4()), "expected_entry": "0", "expected_after": "0", "step": "record"}
    assert (ben.get(address).status_code, ben.post(address, sent).status_code) == (404, 404)
    assert not Proposal.objects.exists()
