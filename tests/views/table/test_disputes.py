"""Objections on the pages: who sees them, what the page of one shows, what the judge is asked."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Dispute, Role, Ruling, Session
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.posting import Stamp
from scoring.operations.table.reversing import undo
from tests import people
from tests.acts.before import let_stand, objected, objected_again
from tests.acts.cases import Data
from tests.acts.hands import DECLARED
from tests.people import BEN, CARLA
from tests.views.reading import Page, amounts, open_page, refusal

ROLES = (Role.HOST, Role.PLAYER, Role.VIEWER)


def url(name: str, session: Session, *more: object) -> str:
    return reverse(name, args=[session.public_id, *more])


@pytest.fixture
def ben(session: Session) -> Client:
    """Return Ben's phone."""
    return people.player_browser(session=session, seat=BEN)


@pytest.fixture
def disputed(session: Session) -> Session:
    """Return the night with a hand of Ana's that Ben objects to."""
    people.win(session)
    objected(session)
    return session


def shown(browser: Client, session: Session) -> list[tuple[int | None, str, str]]:
    """Return the open objections that the table shows: to which hand, whose, why."""
    context = browser.get(url("table", session)).context
    return [(each.hand, each.player, each.why) for each in context["objections"]]


def settled(browser: Client, session: Session) -> tuple[str, bool] | None:
    """Return how the objection ended that the table shows as settled, and whether by a correction."""
    found = browser.get(url("table", session)).context["settled"]
    return found and (found.outcome, found.is_corrected)


@pytest.mark.parametrize("role", ROLES)
def test_everybody_sees_an_objection_and_the_line_it_is_to(disputed: Session, role: Role) -> None:
    page = open_page(people.browser_of(club=disputed.club, role=role), url("table", disputed))
    (objection,) = page.items("data-disputes")
    assert ("Ben" in objection, "five kings" in objection, page.has("data-disputed")) == (True, True, True)
    assert url("objections", disputed, 1) in page.links()


def test_a_player_objects_from_the_line_as_themselves(ben: Client, session: Session) -> None:
    people.win(session)
    assert url("dispute", session, 1) in open_page(ben, url("table", session)).links()
    (form,) = open_page(ben, url("dispute", session, 1)).forms(action=url("dispute", session, 1))
    assert form["seat"] == str(BEN)


def test_a_phone_that_is_nobodys_cannot_object_or_rule(disputed: Session) -> None:
    phone = people.browser_of(club=disputed.club, role=Role.PLAYER)
    people.win(disputed)
    ruling = {"key": str(uuid4()), "expected_objections": "1", "ruling": "uphold"}
    answers = [phone.get(url("dispute", disputed, 2)), phone.post(url("rule-dispute", disputed, 1), ruling)]
    assert [refusal(answer) for answer in answers] == [(409, ("dispute",))] * 2


def test_a_disputed_line_leads_to_the_objection_not_to_a_second_one(ben: Client, disputed: Session) -> None:
    assert ben.get(url("dispute", disputed, 1))["Location"] == url("objections", disputed, 1)
    people.close(disputed)
    assert ben.get(url("dispute", disputed, 2)).status_code == 404


def test_an_objection_names_its_hand_by_the_number_it_has_now(host: Client, session: Session) -> None:
    older, newer = people.win(session), people.win(session)
    raise_dispute(entry=newer, seat=session.seats.get(number=BEN), why="five kings", stamp=people.stamp())
    before = shown(host, session)
    undo(entry=older, reason="not a win", stamp=people.stamp())
    assert (before, shown(host, session)) == ([(2, "Ben", "five kings")], [(1, "Ben", "five kings")])


@pytest.mark.parametrize(("ruling", "outcome"), [(Ruling.REJECT, "rejected"), (Ruling.UPHOLD, "upheld")])
def test_everybody_sees_how_an_objection_ended_until_the_next_hand(
    ben: Client, disputed: Session, ruling: Ruling, outcome: str
) -> None:
    before = settled(ben, disputed)
    give_voice(dispute=Dispute.objects.get(), seat=None, ruling=ruling, stamp=people.stamp())
    ended = settled(ben, disputed), open_page(ben, url("table", disputed)).has("data-settled"), shown(ben, disputed)
    after = Stamp(device=None, at=timezone.now(), key=uuid4())
    record_hand(session=disputed, act=people.DRAWN, expected=people.expected(disputed), stamp=after)
    assert (before, ended, settled(ben, disputed)) == (None, ((outcome, False), True, []), None)


def test_an_objection_to_a_corrected_hand_is_seen_to_have_ended(ben: Client, disputed: Session) -> None:
    correct_hand(entry=disputed.entries.get(number=1), act=people.DRAWN, reason="nobody won", stamp=people.stamp())
    assert settled(ben, disputed) == ("reversed", True)


def test_correcting_from_an_objection_starts_with_its_words_as_the_reason(host: Client, disputed: Session) -> None:
    page = url("correct", disputed, 1)
    (form,) = open_page(host, page).forms(action=page)
    assert form["reason"] == "five kings"


def test_one_player_of_each_side_settles_and_the_page_shows_who_spoke(ben: Client, disputed: Session) -> None:
    carla = people.player_browser(session=disputed, seat=CARLA)
    said = {"expected_objections": "1", "ruling": "reject"}

    ben.post(url("rule-dispute", disputed, 1), {"key": str(uuid4()), **said})
    (voice,) = open_page(carla, url("objections", disputed, 1)).items("data-voices")
    answer = carla.post(url("rule-dispute", disputed, 1), {"key": str(uuid4()), **said})

    assert (voice.startswith("Ben"), answer["Location"]) == (True, url("table", disputed))
    assert Dispute.objects.get().voices.count() == 2
    assert open_page(carla, url("objections", disputed, 1)).has("data-objection", "rejected")


@pytest.mark.parametrize("role", ROLES)
def test_only_who_has_a_voice_is_offered_a_ruling(disputed: Session, role: Role) -> None:
    seat = disputed.seats.get(number=CARLA) if role is Role.PLAYER else None
    page = open_page(people.browser_of(club=disputed.club, role=role, seat=seat), url("objections", disputed, 1))
    rulings = [button.get("value") for button in page.root.iter("button") if button.get("name") == "ruling"]
    offered = {Role.HOST: ["uphold", "reject"], Role.PLAYER: ["uphold", "correct", "reject"], Role.VIEWER: []}
    assert rulings == offered[role]
    assert (url("correct", disputed, 1) in page.links()) is (role is Role.HOST)


def test_a_ruling_that_is_none_says_nothing(host: Client, disputed: Session) -> None:
    answer = host.post(url("rule-dispute", disputed, 1), {"key": str(uuid4()), "ruling": "perhaps"})
    assert (answer["Location"], Dispute.objects.get().voices.count()) == (url("objections", disputed, 1), 0)


def test_a_stale_ruling_shows_the_objection_that_it_did_not_read(host: Client, disputed: Session) -> None:
    let_stand(disputed)
    objected_again(disputed)
    stale = {"key": str(uuid4()), "expected_objections": "1", "ruling": "uphold"}

    page = Page(host.post(url("rule-dispute", disputed, 1), stale))

    assert (page.status, "wrong dealer" in page.text("data-objection", "open")) == (409, True)
    (form,) = page.forms(action=url("rule-dispute", disputed, 1))
    host.post(url("rule-dispute", disputed, 1), form | {"ruling": "uphold"})
    assert people.balances(disputed) == (0, 0, 0, 0)


def test_the_page_of_an_objection_shows_the_hand_it_is_about(host: Client, disputed: Session) -> None:
    page = open_page(host, url("objections", disputed, 1))
    hand = page.find("data-disputed-hand")
    assert page.cents("data-changes") == {1: 180, 2: -90, 3: 0, 4: -90}
    assert [link.get("href") for link in hand.iter("a")] == [url("entry", disputed, 1)]
    assert len([each for each in hand.iter() if each.get("class", "").startswith("meld ")]) == 1, "the bounit's"


@pytest.mark.parametrize(
    ("game", "rules", "act"),
    [
        ("cuajo", "pagat", DECLARED),
        (
            "khanhoo",
            "wilkinson",
            {"out": 1, "melds": {"1": {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}}},
        ),
    ],
)
def test_the_page_of_an_objection_to_a_hand_without_cards_shows_what_was_said(
    host: Client, club: Club, game: str, rules: str, act: Data
) -> None:
    night = people.start_night(club=club, game=game, rules=rules)
    record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
    objected(night)
    page = open_page(host, url("objections", night, 1))
    assert (page.has("data-disputed-hand"), page.has("data-lines")) == (True, game == "khanhoo")


def judge_of(browser: Client, session: Session) -> Page:
    """Follow the link to the judge from the objections to the first line."""
    links = open_page(browser, url("objections", session, 1)).links()
    (judge,) = (link for link in links if link.startswith("/judge/win/?"))
    return open_page(browser, judge)


def test_the_judge_opens_with_the_disputed_hand_by_the_rules_and_stakes_of_its_night(club: Club, host: Client) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 200}, stake_factor=3)
    people.win(night)
    objected(night)

    judged = judge_of(host, night)

    assert (amounts(judged.text("data-amount")), judged.has("data-stakes")) == (("₱6.60",), True)
    assert people.balances(night)[0] == 2 * 3 * 220


def test_the_judge_of_a_declared_hand_takes_no_sowee_from_the_hand_being_played(host: Client, session: Session) -> None:
    act = {name: value for name, value in DECLARED.items() if name != "sowee"}
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    objected(session)
    keep_table(session=session, hand=2, notes={"sowee": "4O"})
    assert judge_of(host, session).find("name", "sowee").get("value", "") == ""


def test_closing_shows_every_open_objection_and_asks_for_them(host: Client, disputed: Session) -> None:
    page = open_page(host, url("close", disputed))
    (form,) = page.forms()
    sent = {name: value for name, value in form.items() if name != "over_disputes"} | {"coin": "25"}

    refused = host.post(url("close", disputed), sent)

    assert (refused.status_code, len(page.items("data-disputes")), Page(refused).forms()[0]["coin"]) == (422, 1, "25")
    host.post(url("close", disputed), sent | {"over_disputes": "on"})
    assert disputed.entries.get(kind="close").act["disputed"] == [1]
    assert len(open_page(host, url("settle", disputed)).items("data-disputes")) == 1
