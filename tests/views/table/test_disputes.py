"""Objecting to a line, what everybody sees of it, and how it is settled, on the pages."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Dispute, Entry, Role, Session
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.posting import Stamp
from scoring.operations.table.reversing import undo
from scoring.queries.table import disputes, tables
from tests import people
from tests.views.reading import Page, open_page, text_of

DECLARED = {
    "declared": True,
    "kings_of_coins": 0,
    "other_kings": 1,
    "bounit_condition": True,
    "sowee_condition": False,
    "porbis": False,
}


def url(name: str, session: Session, line: int | None = None) -> str:
    return reverse(name, args=[session.public_id, line] if line else [session.public_id])


def hidden(page: Page, address: str) -> dict[str, str]:
    """Return the unseen fields of the one form posted to an address."""
    (form,) = page.forms(action=address)
    return {name: value for name, value in form.items() if name in ("key", "expected_entry", "seat")}


@pytest.fixture
def ben(session: Session) -> Client:
    """Return Ben's phone."""
    return people.player_browser(session=session, seat=people.BEN)


@pytest.fixture
def disputed(session: Session) -> Session:
    """Return the night with a hand of Ana's that Ben objects to."""
    object_to(people.win(session))
    return session


def object_to(entry: Entry) -> None:
    """Have Ben object to a line."""
    seat = entry.session.seats.get(number=people.BEN)
    raise_dispute(entry=entry, seat=seat, why="five kings", stamp=people.stamp())


def ruling(session: Session, said: str) -> dict[str, str]:
    return {"key": str(uuid4()), "expected_objections": "1", "ruling": said}


def test_a_player_objects_from_the_line_and_everybody_sees_it(ben: Client, host: Client, session: Session) -> None:
    people.win(session)
    address = url("dispute", session, 1)
    assert "Object" in open_page(ben, url("table", session)).items("data-ledger")[0]
    form = hidden(open_page(ben, address), address)
    assert form["seat"] == "2", "Ben's phone is not asked who objects"

    answer = ben.post(address, form | {"why": "five kings"})

    assert answer.headers["Location"] == url("table", session)
    for browser in (ben, host, people.browser_of(club=session.club, role=Role.VIEWER)):
        page = open_page(browser, url("table", session))
        assert page.items("data-disputes") == ("Ben objects to hand 1 : five kings",)
        assert page.text("data-disputed") == "disputed"


def test_the_scorekeeper_objects_for_somebody(host: Client, session: Session) -> None:
    people.win(session)
    address = url("dispute", session, 1)
    form = hidden(open_page(host, address), address) | {"seat": "4"}

    assert Page(host.post(address, form | {"why": ""})).status == 422
    host.post(address, form | {"why": "the sowee was 5B"})

    (objection,) = disputes.open_objections(session=session)
    assert (objection.line, objection.player, objection.why) == (1, "Dan", "the sowee was 5B")


def test_a_phone_that_is_nobodys_cannot_object(session: Session) -> None:
    people.win(session)
    phone = people.browser_of(club=session.club, role=Role.PLAYER)

    answer = phone.get(url("dispute", session, 1))

    assert answer.status_code == 409
    assert "This phone belongs to nobody who plays here" in answer.text
    assert phone.post(url("rule-dispute", session, 1), ruling(session, "reject")).status_code == 302


def test_a_disputed_line_leads_to_the_objection_not_to_a_second_one(ben: Client, disputed: Session) -> None:
    answer = ben.get(url("dispute", disputed, 1))

    assert answer.headers["Location"] == url("objections", disputed, 1)


def test_an_objection_names_its_hand_by_the_number_it_has_now(host: Client, session: Session) -> None:
    entries = [people.win(session), people.win(session)]
    object_to(entries[1])
    assert open_page(host, url("table", session)).items("data-disputes") == ("Ben objects to hand 2 : five kings",)

    undo(entry=entries[0], reason="not a win", stamp=people.stamp())
    assert open_page(host, url("table", session)).items("data-disputes") == ("Ben objects to hand 1 : five kings",)


def test_an_objection_to_a_secret_names_it(host: Client, session: Session) -> None:
    object_to(record_secret(session=session, seat=people.ANA, expected_entry=0, stamp=people.stamp()))
    assert open_page(host, url("table", session)).items("data-disputes") == ("Ben objects to a secret : five kings",)

    host.post(url("rule-dispute", session, 1), ruling(session, "reject"))
    settled = open_page(host, url("table", session)).text("data-settled")
    assert settled == "Ben objected to a secret : five kings it stands"


@pytest.mark.parametrize(
    ("said", "shown"),
    [("reject", "Ben objected to hand 1 : five kings it stands"), ("uphold", "Ben objected : five kings undone")],
)
def test_everybody_sees_how_an_objection_ended_until_the_next_hand(
    ben: Client, host: Client, disputed: Session, said: str, shown: str
) -> None:
    assert not open_page(ben, url("table", disputed)).has("data-settled")
    host.post(url("rule-dispute", disputed, 1), ruling(disputed, said))

    for browser in (ben, host):
        page = open_page(browser, url("table", disputed))
        assert page.text("data-settled") == shown
        assert not page.has("data-disputes")

    after = Stamp(device=None, at=timezone.now(), key=uuid4())
    record_hand(session=disputed, act=people.DRAWN, expected=people.expected(disputed), stamp=after)
    assert not open_page(ben, url("table", disputed)).has("data-settled")


def test_an_objection_to_a_corrected_hand_is_seen_to_have_ended(ben: Client, host: Client, disputed: Session) -> None:
    correct_hand(entry=disputed.entries.get(number=1), act=people.DRAWN, reason="nobody won", stamp=people.stamp())
    settled = open_page(ben, url("table", disputed)).text("data-settled")
    assert settled == "Ben objected : five kings corrected"
    ledger = open_page(ben, url("table", disputed)).items("data-ledger")
    assert [("corrected at" in line, "undone at" in line) for line in ledger][-1] == (True, False)


def test_correcting_from_an_objection_starts_with_its_words_as_the_reason(host: Client, disputed: Session) -> None:
    page = url("correct", disputed, 1)
    (form,) = open_page(host, page).forms(action=page)
    assert form["reason"] == "five kings"


def test_the_host_settles_with_one_tap(host: Client, disputed: Session) -> None:
    page = open_page(host, url("objections", disputed, 1))
    assert page.text("data-objection", "open").startswith("Ben objects open five kings")

    answer = host.post(url("rule-dispute", disputed, 1), ruling(disputed, "uphold"), follow=True)

    assert Page(answer).items("class", "notices", tag="p") == ("Hand 1: Ana won, taken from the discards. Undone.",)
    assert people.balances(disputed) == (0, 0, 0, 0)
    assert open_page(host, url("objections", disputed, 1)).has("data-objection", "upheld")


def test_the_page_of_an_objection_shows_the_hand_it_is_about(host: Client, disputed: Session) -> None:
    page = open_page(host, url("objections", disputed, 1))

    hand = page.find("data-disputed-hand")
    melds = [each.get("aria-label") for each in hand.iter() if each.get("class", "").startswith("meld ")]
    assert melds == ["5 of coins (oros), 5 of swords (espadas), 5 of batons (bastos)"], "the bounit is ringed in it"
    (facts,) = (text_of(each) for each in hand.iter("p") if each.get("class") == "soft facts")
    assert facts == "Bounit 5 taken from the discards · sowee 4"
    (link,) = (link.get("href") for link in hand.iter("a"))
    assert link == url("entry", disputed, 1)


def test_the_page_of_an_objection_to_a_declared_hand_says_that_its_cards_are_missing(
    host: Client, session: Session
) -> None:
    object_to(people.win(session, **DECLARED, sowee=""))

    assert "declared without cards" in open_page(host, url("objections", session, 1)).text("data-disputed-hand")


def test_the_page_of_an_objection_to_a_hand_of_a_relative_shows_its_lines(club: Club) -> None:
    session = people.start_night(club=club, game="khanhoo", rules="wilkinson")
    act = {"out": 1, "melds": {"1": {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}}}
    object_to(record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp()))

    assert open_page(people.host_browser(club=club), url("objections", session, 1)).has("data-lines")


def test_one_player_of_each_side_settles(ben: Client, disputed: Session) -> None:
    carla = people.player_browser(session=disputed, seat=people.CARLA)

    ben.post(url("rule-dispute", disputed, 1), ruling(disputed, "reject"))
    assert open_page(carla, url("objections", disputed, 1)).items("data-voices") == ("Ben let it stand",)
    answer = carla.post(url("rule-dispute", disputed, 1), ruling(disputed, "reject"), follow=True)

    assert Page(answer).items("class", "notices", tag="p") == ("Hand 1: Ana won, taken from the discards. It stands.",)
    assert disputes.disputed_lines(session=disputed) == ()


def judge_of(browser: Client, session: Session) -> Page:
    """Follow the link to the judge from the objections to the first line."""
    page = open_page(browser, url("objections", session, 1))
    links = [link.get("href", "") for link in page.root.iter("a")]
    (judge,) = (link for link in links if link.startswith("/judge/win/?"))
    return open_page(browser, judge)


def test_the_judge_opens_with_the_disputed_hand_by_the_rules_of_its_night(club: Club, host: Client) -> None:
    rules = {"preset": "pagat", "sowee_condition": 200}
    session = people.start_night(club=club, rules=rules, stake_factor=3)
    object_to(people.win(session))

    answer = judge_of(host, session)

    assert answer.text("data-amount") == "₱6.60 from each opponent"
    assert answer.text("data-stakes") == "Amounts are at the stakes of the table, × 3."
    assert people.balances(session)[0] == 2 * 3 * 220


def test_the_judge_of_a_declared_hand_takes_no_sowee_from_the_hand_being_played(host: Client, session: Session) -> None:
    object_to(people.win(session, **DECLARED, sowee=""))
    keep_table(session=session, hand=2, notes={"sowee": "4O"})

    question = judge_of(host, session)

    assert question.find("name", "sowee").get("value", "") == ""


def test_a_settled_dispute_refuses_a_late_voice(host: Client, ben: Client, disputed: Session) -> None:
    host.post(url("rule-dispute", disputed, 1), ruling(disputed, "reject"))

    answer = ben.post(url("rule-dispute", disputed, 1), ruling(disputed, "uphold"))

    assert answer.status_code == 409
    assert "settled meanwhile" in answer.text
    assert people.balances(disputed) == (180, -90, 0, -90)


def test_nonsense_says_nothing(host: Client, disputed: Session) -> None:
    answer = host.post(url("rule-dispute", disputed, 1), ruling(disputed, "perhaps"), follow=True)

    assert "Nothing was said" in answer.text
    assert Dispute.objects.get().voices.count() == 0


def test_a_viewer_reads_the_objection_without_a_button(disputed: Session) -> None:
    viewer = people.browser_of(club=disputed.club, role=Role.VIEWER)

    page = open_page(viewer, url("objections", disputed, 1))

    assert page.forms(action=url("rule-dispute", disputed, 1)) == ()
    assert viewer.post(url("rule-dispute", disputed, 1), ruling(disputed, "uphold")).status_code == 403


def test_closing_asks_for_every_open_dispute(host: Client, disputed: Session) -> None:
    page = open_page(host, url("close", disputed))
    assert page.items("data-disputes") == ("Ben objects to hand 1 : five kings",)
    (form,) = page.forms()
    form = {name: value for name, value in form.items() if name not in ("over_disputes",)}

    refused = Page(host.post(url("close", disputed), form | {"coin": "25"}))
    assert (refused.status, tables.is_closed(session=disputed)) == (422, False)
    assert refused.forms()[0]["coin"] == "25", "what was chosen is kept"
    host.post(url("close", disputed), form | {"over_disputes": "on"})

    close = disputed.entries.get(number=2)
    assert (close.kind, close.act["disputed"]) == ("close", [1])
    assert "Night closed over an open objection " in open_page(host, url("table", disputed)).items("data-ledger")[0]
    assert open_page(host, url("settle", disputed)).items("data-disputes") == ("Ben objects to hand 1 : five kings",)


def test_an_objection_raised_while_somebody_closes_is_shown_first(host: Client, session: Session) -> None:
    entry = people.win(session)
    (form,) = open_page(host, url("close", session)).forms()
    dan = session.seats.get(number=people.DAN)
    raise_dispute(entry=entry, seat=dan, why="no", stamp=people.stamp())

    answer = Page(host.post(url("close", session), form))

    assert (answer.status, tables.is_closed(session=session)) == (409, False)
    assert answer.items("data-disputes") == ("Dan objects to hand 1 : no",)


def test_a_stale_ruling_does_not_settle_another_objection_than_the_one_that_was_read(
    host: Client, disputed: Session
) -> None:
    stale = ruling(disputed, "uphold")
    host.post(url("rule-dispute", disputed, 1), ruling(disputed, "reject"))
    seat = disputed.seats.get(number=people.DAN)
    raise_dispute(entry=disputed.entries.get(number=1), seat=seat, why="wrong dealer", stamp=people.stamp())

    answer = host.post(url("rule-dispute", disputed, 1), stale)

    assert answer.status_code == 409
    page = Page(answer)
    assert page.text("data-code", "objection_changed").startswith("The objection you read was settled")
    assert "wrong dealer" in page.text("data-objection", "open")
    assert people.balances(disputed) == (180, -90, 0, -90)
    (form,) = page.forms(action=url("rule-dispute", disputed, 1))
    host.post(url("rule-dispute", disputed, 1), form | {"ruling": "uphold"})
    assert people.balances(disputed) == (0, 0, 0, 0)
