"""The pages of a hand: entered, looked at, judged while it is typed, proposed, corrected, shown."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Club, Proposal, Role, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.nights import TermsChange, change_terms
from scoring.operations.table.seating import Turns
from scoring.operations.table.undoing import undo
from tests import people
from tests.acts.before import proposed, win
from tests.acts.cases import Data
from tests.acts.hands import BENS_SECRET, DECLARED, SELF_DRAWN, hand_fields, seen_hand
from tests.api.programs import allow_proposals
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal, text_of, url

WORKED = people.WORKED_WIN
ANAS, BENS = {ANA: 180, BEN: -90, CARLA: 0, DAN: -90}, {ANA: -90, BEN: 180, CARLA: -90, DAN: 0}


def typed(session: Session, act: Data, *, step: str = "review", **more: str) -> dict[str, str]:
    fields = hand_fields({**seen_hand(session), "act": act})
    said = {name: str(value) for name, value in fields.items() if value is not None}
    return {"key": str(people.stamp().key), **said, "step": step, **more}


def sent(browser: Client, session: Session, act: Data, *, page: str = "hand", **more: str) -> Any:
    return browser.post(url(page, session), typed(session, act, **more))


def form(page: Page, address: str) -> dict[str, str]:
    return page.forms(action=address)[0]


def test_the_review_says_who_pays_whom_records_nothing_and_sends_it_on(host: Client, session: Session) -> None:
    page = Page(sent(host, session, WORKED))
    assert (page.status, page.cents("data-changes"), session.entries.count()) == (200, ANAS, 0)
    assert any(each.get("class") == "melds" for each in page.root.iter("div"))
    assert host.post(url("hand", session), form(page, url("hand", session))).status_code == 302
    assert people.balances(session) == (180, -90, 0, -90)


@pytest.mark.parametrize("page", ["hand", "hand-verdict", "entry"])
def test_the_account_is_priced_line_by_line_and_at_the_stakes(host: Client, club: Club, page: str) -> None:
    dear = people.start_night(club=club, stake_factor=10)
    if page == "entry":
        people.win(dear)
    shown = open_page(host, url("entry", dear, 1)) if page == "entry" else Page(sent(host, dear, WORKED, page=page))
    (account,) = (each for each in shown.root.iter("table") if each.get("class") == "account")
    assert amounts("".join(account.itertext())) == ("₱7", "₱2", "₱9")


@pytest.mark.parametrize("meanwhile", ["the winner sits out", "the night is closed", "no secret is laid"])
def test_a_hand_that_is_sent_again_is_answered_as_before(host: Client, club: Club, meanwhile: str) -> None:
    night = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    if meanwhile == "no secret is laid":
        people.lay_secret(night, seat=BEN)
    form = typed(night, BENS_SECRET if meanwhile == "no secret is laid" else WORKED, step="record")
    first = host.post(url("hand", night), form)
    if meanwhile == "the night is closed":
        people.close(night)
    lines = night.entries.count()
    again = host.post(url("hand", night), form)
    assert (again.status_code, again["Location"], night.entries.count()) == (302, first["Location"], lines)
    changed = form | {"winner": "2"} if meanwhile == "the night is closed" else form | {"key": str(uuid4())}
    assert host.post(url("hand", night), changed).status_code in (409, 422)


def test_a_hand_recorded_meanwhile_shows_both_and_yours_can_correct_it(host: Client, session: Session) -> None:
    fields = typed(session, WORKED | {"winner": BEN})
    people.win(session)
    correct = url("correct", session, 1, "cards")
    answer = host.post(url("hand", session), fields)
    conflict = Page(answer)
    opened = form(Page(host.post(correct, form(conflict, correct) | {"step": "edit"})), correct)
    assert refusal(answer) == (409, ("hand_taken",))
    assert (conflict.cents("data-version", "recorded"), conflict.cents("data-version", "mine")) == (ANAS, BENS)
    assert (opened["winner"], opened["hand"]) == ("2", people.WORKED_HAND)
    assert host.post(correct, opened | {"reason": "It was Ben", "step": "record"}).status_code == 302
    assert people.balances(session) == (-90, 180, -90, 0)


def test_yours_can_be_recorded_anew_after_the_hand_was_taken_back(host: Client, session: Session) -> None:
    entry = people.win(session)
    fields = typed(session, WORKED | {"winner": BEN}, step="record", reason="Ben", expected_after="0")
    undo(entry=entry, reason="slip", stamp=people.stamp())
    conflict = Page(host.post(url("correct", session, 1), fields))
    review = Page(host.post(url("hand", session), form(conflict, url("hand", session)) | {"step": "review"}))
    assert (conflict.status, review.cents("data-changes")) == (409, BENS)
    assert host.post(url("hand", session), form(review, url("hand", session))).status_code == 302


def test_without_scripts_the_cards_can_be_typed_at_once(host: Client, session: Session) -> None:
    page = open_page(host, url("hand", session))
    assert ("open" in page.find("data-typed").attrib, "hidden" in page.find("data-keypad").attrib) == (True, True)


def test_a_card_that_is_not_understood_is_named_and_nothing_is_waited_for(host: Client, session: Session) -> None:
    answer = host.post(url("hand-verdict", session), {"hand": people.WORKED_HAND.replace("12B", "13X")})
    assert refusal(answer) == (200, ("unknown_card",))
    assert ("13X" in answer.text, answer.context["live"].is_readable) == (True, False)


@pytest.mark.parametrize(("position", "price"), [("", 9_000), ("0", 90), ("x", 9_000)])
def test_a_correction_is_judged_at_its_stakes(host: Client, session: Session, position: str, price: int) -> None:
    win(session)
    change_terms(wanted=TermsChange(stakes=100), reason="", **people.current(session))
    fields = {name: str(WORKED[name] or "") for name in ("hand", "bounit", "sowee", "source", "extra")}
    answer = host.post(url("hand-verdict", session), fields | {"position": position})
    assert answer.context["live"].verdict.per_opponent_cents * answer.context["session"].stakes == price


@pytest.mark.parametrize(
    ("act", "opened"),
    [
        (WORKED, {"winner": "1", "bounit": "5B", "hand": people.WORKED_HAND, "reason": ""}),
        (DECLARED, {"winner": "4", "conditions": "bounit", "kings_of_coins": "1", "porbis": "no"}),
        (SELF_DRAWN, {"winner": "2", "conditions": None, "porbis": "no"}),
        (
            DECLARED | {"kings_of_coins": 0, "other_kings": 1, "porbis": True, "bounit_condition": False},
            {"porbis": "on", "conditions": None},
        ),
        (people.DRAWN, {"void": "", "by": "", "reason": ""}),
        ({"void": "exposed", "by": BEN}, {"void": "exposed", "by": "2", "reason": ""}),
    ],
)
def test_a_correction_opens_with_what_was_recorded(
    host: Client, session: Session, act: Data, opened: dict[str, str | None]
) -> None:
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    address = url("correct", session, 1)
    found = form(open_page(host, address), address)
    assert {name: found.get(name) for name in opened} == opened


def test_a_correction_says_what_each_opponent_pays_and_paid_while_it_is_entered(host: Client, session: Session) -> None:
    record_hand(session=session, act=DECLARED, expected=people.expected(session), stamp=people.stamp())
    address = url("correct", session, 1)
    answer = host.post(address, form(open_page(host, address), address) | {"other_kings": "3", "step": "live"})
    assert (answer.context["was_cents"], answer.context["each_cents"]) == (150, 170)


@pytest.mark.parametrize(
    ("act", "now", "said"),
    [
        (WORKED, {"winner": "2"}, []),
        (WORKED, {"hand": people.WORKED_HAND.replace("12B", "12C")}, ["12B", "12C"]),
        (DECLARED, {"other_kings": "3"}, ["2", "3"]),
        (DECLARED, {}, []),
    ],
)
def test_corrections_say_why(host: Client, session: Session, act: Data, now: dict[str, str], said: list[str]) -> None:
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    address = url("correct", session, 1)
    host.post(address, form(open_page(host, address), address) | now | {"step": "record"})
    reason = session.entries.get(kind="hand", number__gt=1).reason
    assert (bool(reason), re.findall(r"Ana|Ben|\d+[A-Z]?", reason)) == (True, said)


@pytest.fixture
def family(club: Club) -> Session:
    """Return a night by the family's rules; Ben was paid for a secret on line 1, Dan on line 2."""
    night = people.start_night(club=club, rules={"preset": "family", "false_secret_penalty": 30})
    for seat in (BEN, DAN):
        people.lay_secret(night, seat=seat)
    return night


def test_the_review_asks_for_secrets_of_the_others_c18(host: Client, family: Session, session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    assert [Page(sent(host, night, WORKED)).has("data-shown") for night in (family, session)] == [True, False]


def test_a_secret_that_was_shown_stands_in_the_hand_and_its_correction(host: Client, family: Session) -> None:
    sent(host, family, WORKED, step="record", shown_1="4E")
    assert family.entries.get(number=3).act["shown"] == {str(BEN): "4E"}
    assert host.get(url("entry", family, 3)).context["named_secrets"] == (("Ben", ("4E",)),)
    correct = url("correct", family, 3)
    assert form(open_page(host, correct), correct)["shown_1"] == "4E"


def test_a_false_secret_is_refunded_with_the_hand_once_its_amounts_were_seen_c18(host: Client, family: Session) -> None:
    fields = typed(family, WORKED, step="record", shown_1="none")
    unseen = host.post(url("hand", family), fields)
    assert refusal(unseen) == (422, ("refund_unseen",))
    assert Page(unseen).cents("data-changes") == {ANA: 260, BEN: -250, CARLA: 80, DAN: -90}
    assert family.entries.count() == 2
    seen = fields | {"refunds_seen": form(Page(unseen), url("hand", family))["refunds_seen"]}
    assert [host.post(url("hand", family), seen).status_code for _ in range(2)] == [302, 302]
    kinds = family.entries.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["secret", "secret", "hand", "reversal", "penalty"]
    assert people.balances(family) == (-100 + 260, 100 - 250, -100 + 80, 100 - 90)


@pytest.fixture
def ben(session: Session) -> Client:
    return people.player_browser(session=session, seat=BEN)


def test_a_players_phone_offers_it_once_the_host_allowed_it(session: Session, ben: Client) -> None:
    page = open_page(ben, url("table", session))
    live = page.find("data-live").get("data-live", "") + "&v=" + page.find("data-version").get("data-version", "")
    allow_proposals(session)
    after = open_page(ben, url("table", session))
    assert ben.get(live).headers["HX-Refresh"] == "true"
    assert [url("propose", session) in each.links() for each in (page, after)] == [False, True]


@pytest.mark.parametrize("role", [Role.HOST, Role.PLAYER])
def test_a_proposed_hand_is_shown_to_everybody_and_is_for_the_scorekeeper_to_take(session: Session, role: Role) -> None:
    proposal = proposed(session)
    page = open_page(people.browser_of(club=session.club, role=role), url("table", session))
    shown = page.text("data-proposal", str(BEN))
    assert ("Ben" in shown, "₱0.90" in shown, session.entries.count()) == (True, True, 0)
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


def test_a_hand_nobody_won_is_for_the_scorekeeper_to_record(ben: Client, session: Session) -> None:
    allow_proposals(session)
    address = url("propose", session, "drawn")
    sent = {"key": str(uuid4()), "expected_entry": "0", "expected_after": "0", "step": "record"}
    assert (ben.get(address).status_code, ben.post(address, sent).status_code) == (404, 404)
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(("step", "most"), [("review", 8), ("record", 14)])
def test_a_hand_is_reviewed_and_recorded_with_few_queries(host: Client, session: Session, step: str, most: int) -> None:
    people.win(session)
    people.win(session, winner=BEN)
    people.lay_secret(session, seat=BEN)
    fields = typed(session, people.WORKED_WIN)
    host.post(url("hand", session), fields)
    with CaptureQueriesContext(connection) as queries:
        host.post(url("hand", session), fields | {"step": step})
    assert len(queries) <= most


def test_a_rule_beside_an_account_has_the_amounts_of_the_table_and_no_sources(host: Client, club: Club) -> None:
    night = people.start_night(club=club, stake_factor=5)
    review = Page(sent(host, night, WORKED | {"source": "self_drawn"}))
    own_draw, kings = (text_of(each) for each in review.root.iter("span") if each.get("id", "").startswith("rule-"))
    assert (amounts(own_draw), amounts(kings)) == (("₱5.50",), ("₱2.50", "₱1.00"))
    assert "[" not in own_draw + kings
