"""Objections on the pages: who sees them, what the page of one shows, what the judge is asked."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Club, Dispute, Role, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.posting import Stamp
from scoring.operations.table.undoing import raise_dispute, undo
from tests import people
from tests.acts.before import corrected, let_stand, objected
from tests.acts.cases import Data, Step
from tests.acts.hands import DECLARED
from tests.people import BEN
from tests.views.reading import amounts, open_page, url


@pytest.fixture
def ben(session: Session) -> Client:
    return people.player_browser(session=session, seat=BEN)


@pytest.fixture
def disputed(session: Session) -> Session:
    people.win(session)
    objected(session)
    return session


def shown(browser: Client, session: Session) -> list[tuple[int | None, str, str]]:
    context = browser.get(url("table", session)).context
    return [(each.hand, each.player, each.why) for each in context["objections"]]


def settled(browser: Client, session: Session) -> tuple[str, bool] | None:
    """Return how the objection ended that the table shows as settled, and whether by a correction."""
    found = browser.get(url("table", session)).context["settled"]
    return found and (found.outcome, found.is_corrected)


@pytest.mark.parametrize("role", [Role.HOST, Role.VIEWER])
def test_everybody_sees_an_objection_and_the_line_it_is_to(disputed: Session, role: Role) -> None:
    page = open_page(people.browser_of(club=disputed.club, role=role), url("table", disputed))
    objection = page.text("data-disputes")
    assert ("Ben" in objection, "five kings" in objection, page.has("data-disputed")) == (True, True, True)
    assert url("entry", disputed, 1) + "#objections" in page.links()


def test_a_player_objects_from_the_line_as_themselves_and_once(ben: Client, session: Session) -> None:
    people.win(session)
    assert url("dispute", session, 1) in open_page(ben, url("table", session)).links()
    (form,) = open_page(ben, url("dispute", session, 1)).forms(action=url("dispute", session, 1))
    objected(session)
    again = ben.get(url("dispute", session, 1))
    assert (form["seat"], again["Location"]) == (str(BEN), url("entry", session, 1))


def test_an_objection_names_its_hand_by_the_number_it_has_now(host: Client, session: Session) -> None:
    older, newer = people.win(session), people.win(session)
    raise_dispute(entry=newer, seat=session.seats.get(number=BEN), why="five kings", stamp=people.stamp())
    before = shown(host, session)
    undo(entry=older, reason="not a win", stamp=people.stamp())
    assert (before, shown(host, session)) == ([(2, "Ben", "five kings")], [(1, "Ben", "five kings")])


@pytest.mark.parametrize(("ends", "outcome"), [(let_stand, ("rejected", False)), (corrected, ("reversed", True))])
def test_everybody_sees_how_an_objection_ended_until_the_next_hand(
    ben: Client, disputed: Session, ends: Step, outcome: tuple[str, bool]
) -> None:
    before = settled(ben, disputed)
    ends(disputed)
    ended = settled(ben, disputed), shown(ben, disputed)
    after = Stamp(device=None, at=timezone.now(), key=uuid4())
    record_hand(session=disputed, act=people.DRAWN, expected=people.expected(disputed), stamp=after)
    assert (before, ended, settled(ben, disputed)) == (None, (outcome, []), None)


def test_a_ruling_that_is_none_says_nothing(host: Client, disputed: Session) -> None:
    answer = host.post(url("rule-dispute", disputed, 1), {"key": str(uuid4()), "ruling": "perhaps"})
    assert (answer["Location"], Dispute.objects.get().voices.count()) == (url("entry", disputed, 1) + "#objections", 0)


@pytest.mark.parametrize("act", [people.WORKED_WIN, DECLARED | {"winner": 1}])
def test_the_page_of_an_objection_shows_the_hand_it_is_about(host: Client, session: Session, act: Data) -> None:
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    objected(session)
    page = open_page(host, url("entry", session, 1))
    assert (page.cents("data-changes")[BEN], page.has("id", "objections")) == (people.balances(session)[1], True)


def test_the_judge_opens_with_the_disputed_hand_by_the_rules_and_stakes_of_its_night(club: Club, host: Client) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 200}, stake_factor=3)
    people.win(night)
    objected(night)
    links = open_page(host, url("entry", night, 1)).links()
    (judge,) = (link for link in links if link.startswith("/judge/win/?"))
    assert amounts(open_page(host, judge).text("data-amount")) == ("₱6.60",)
    assert people.balances(night)[0] == 2 * 3 * 220


def test_closing_shows_every_open_objection_and_keeps_them(host: Client, disputed: Session) -> None:
    page = open_page(host, url("close", disputed))
    assert page.has("data-disputes")
    host.post(url("close", disputed), page.forms(action=url("close", disputed))[0])
    assert disputed.entries.get(kind="close").act["disputed"] == [1]
    assert len(open_page(host, url("settle", disputed)).items("data-disputes")) == 1
