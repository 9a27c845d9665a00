"""The pages of a hand: entered, looked at, judged while it is typed, corrected, shown."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import WantedTerms, change_terms
from tests import people
from tests.acts.before import win
from tests.acts.cases import Data
from tests.acts.hands import BENS_SECRET, CARLAS, DECLARED, SELF_DRAWN, hand_fields, seen_hand
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal

WORKED = people.WORKED_WIN
DRAWN_THREE = WORKED | {"source": "self_drawn", "hand": "4O 4O 4O 3C 4C 5C 1O 1C 1E 10E 11E 12E 12B 3B 4B 5B"}
"""The three cards like the sowee count as a secret, which decides the win (C10)."""

ANAS, BENS = {ANA: 180, BEN: -90, CARLA: 0, DAN: -90}, {ANA: -90, BEN: 180, CARLA: -90, DAN: 0}


def url(name: str, session: Session, *more: object) -> str:
    return reverse(name, args=[session.public_id, *more])


def typed(session: Session, act: Data, *, step: str = "review", **more: str) -> dict[str, str]:
    """Return what a form opened now sends for a hand."""
    fields = hand_fields({**seen_hand(session), "act": act})
    said = {name: str(value) for name, value in fields.items() if value is not None}
    return {"key": str(people.stamp().key), **said, "step": step, **more}


def sent(browser: Client, session: Session, act: Data, *, page: str = "hand", **more: str) -> Any:
    """Send a hand to be looked at."""
    return browser.post(url(page, session), typed(session, act, **more))


def form(page: Page, address: str) -> dict[str, str]:
    """Return the first form of a page that is sent to an address."""
    return page.forms(action=address)[0]


# Looked at before it is recorded


def test_the_review_says_who_pays_whom_records_nothing_and_sends_it_on(host: Client, session: Session) -> None:
    page = Page(sent(host, session, WORKED))
    assert (page.status, page.cents("data-changes"), session.entries.count()) == (200, ANAS, 0)

    assert host.post(url("hand", session), form(page, url("hand", session))).status_code == 302
    assert people.balances(session) == (180, -90, 0, -90)


def test_going_back_from_the_review_keeps_what_was_typed(host: Client, session: Session) -> None:
    page = Page(sent(host, session, CARLAS, step="edit"))
    kept = form(page, url("hand", session))
    assert (page.status, kept["winner"], kept["hand"]) == (200, "3", people.WORKED_HAND)


@pytest.mark.parametrize("page", ["hand", "hand-verdict"])
def test_the_account_is_priced_line_by_line_and_at_the_stakes(host: Client, club: Club, page: str) -> None:
    dear = people.start_night(club=club, stake_factor=10)
    shown = Page(sent(host, dear, WORKED, page=page))
    (account,) = (each for each in shown.root.iter("table") if each.get("class") == "account")
    assert amounts("".join(account.itertext())) == ("₱0.70", "₱0.20", "₱0.90", "₱9")


@pytest.mark.parametrize("step", ["review", "record"])
def test_a_hand_recorded_meanwhile_shows_both_versions(host: Client, session: Session, step: str) -> None:
    fields = typed(session, WORKED | {"winner": BEN}, step=step)
    people.win(session)

    page = Page(host.post(url("hand", session), fields))

    assert (page.status, page.has("data-code", "hand_taken")) == (409, True)
    assert (page.cents("data-version", "recorded"), page.cents("data-version", "mine")) == (ANAS, BENS)


def test_yours_can_become_a_correction_of_what_was_recorded(host: Client, session: Session) -> None:
    fields = typed(session, WORKED | {"winner": BEN})
    people.win(session)
    correct = url("correct", session, 1, "cards")

    conflict = Page(host.post(url("hand", session), fields))
    opened = form(Page(host.post(correct, form(conflict, correct) | {"step": "edit"})), correct)

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


@pytest.mark.parametrize("act", [people.WORKED_WIN, DECLARED])
def test_a_secret_recorded_meanwhile_only_refreshes_the_review(host: Client, session: Session, act: Data) -> None:
    address = url("quick-hand" if act["declared"] else "hand", session)
    fields = typed(session, act, step="record")
    people.lay_secret(session, seat=BEN)

    again = host.post(address, fields)

    assert refusal(again) == (409, ("table_changed",))
    assert host.post(address, form(Page(again), address)).status_code == 302


def test_porbis_and_what_meets_a_condition_are_shown(host: Client, session: Session) -> None:
    kingless = SELF_DRAWN | {"kings_of_coins": 0, "other_kings": 0}
    porbis = Page(sent(host, session, kingless, page="quick-hand"))
    assert porbis.cents("data-changes") == {ANA: -300, BEN: 600, CARLA: -300, DAN: 0}


@pytest.mark.parametrize("shown", ["review", "entry"])
def test_the_account_names_the_cards_that_meet_a_condition_and_c10_where_three_decide(
    host: Client, session: Session, shown: str
) -> None:
    def page(act: Data) -> Page:
        if shown == "review":
            return Page(sent(host, session, act))
        return open_page(host, url("entry", session, people.win(session, **act).number))

    worked, three = page(WORKED), page(DRAWN_THREE)

    assert len([each for each in worked.find("data-met", "sowee").iter() if each.get("role") == "img"]) == 3
    assert (worked.has("data-met", "bounit"), worked.has("data-sowee-three")) == (False, False)
    assert [link.get("href", "").partition("#")[2] for link in three.find("data-sowee-three").iter("a")] == ["C10"]


# What the form asks


def test_without_scripts_the_cards_can_be_typed_at_once(host: Client, session: Session) -> None:
    page = open_page(host, url("hand", session))
    assert ("open" in page.find("data-typed").attrib, "hidden" in page.find("data-keypad").attrib) == (True, True)


@pytest.mark.parametrize(("most", "asked"), [(16, True), (0, False)])
def test_extra_cards_are_asked_for_where_the_rules_allow_them(host: Client, club: Club, most: int, asked: bool) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "extra_cards": most})
    assert ("extra" in form(open_page(host, url("hand", night)), url("hand", night))) is asked


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        ({}, ["winner", "source", "kings_of_coins", "other_kings"]),
        ({"source": "self_drawn"}, ["winner", "kings_of_coins", "other_kings"]),
        ({"source": "discard"}, ["winner", "kings_of_coins", "other_kings", "conditions"]),
        ({"source": "discard", "conditions": "both", "other_kings": "2"}, ["winner", "kings_of_coins"]),
        ({"source": "discard", "kings_of_coins": "0", "other_kings": "0"}, ["winner"]),
        ({"winner": "2", "source": "discard"}, ["kings_of_coins", "other_kings", "conditions"]),
    ],
)
def test_quick_entry_says_at_once_all_that_is_missing(
    host: Client, session: Session, said: dict[str, str], missing: list[str]
) -> None:
    answer = sent(host, session, {}, page="quick-hand", **said)
    assert answer.status_code == 422
    assert sorted(answer.context["form"].errors) == sorted(missing)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"key": "broken"}, "key:invalid"),
        ({"expected_after": "-1"}, "expected_after:min_value"),
        ({"expected_after": "x"}, "expected_after:invalid"),
        ({"expected_after": str(10**30)}, "expected_after:max_value"),
    ],
)
def test_a_form_that_can_no_longer_be_sent_records_nothing(
    host: Client, session: Session, changes: dict[str, str], code: str
) -> None:
    assert refusal(sent(host, session, WORKED, step="record", **changes)) == (422, (code,))
    assert session.entries.count() == 0


@pytest.mark.parametrize("page", ["hand", "quick-hand"])
def test_every_link_to_a_wrong_field_leads_somewhere(host: Client, session: Session, page: str) -> None:
    html = sent(host, session, {}, page=page).content.decode()
    anchors = re.findall(r'<li><a href="#([^"]+)"', html)
    assert (anchors != [], [each for each in anchors if f'id="{each}"' not in html]) == (True, [])


def test_a_group_of_choices_is_described_by_its_help(host: Client, session: Session) -> None:
    page = open_page(host, url("quick-hand", session))
    described = {each.get("aria-describedby") for each in page.root.iter("fieldset")}
    assert "id_conditions_helptext" in described & set(page.ids())


def test_a_page_that_is_not_there_leads_home(host: Client) -> None:
    answer = host.get("/nothing/")
    assert (answer.status_code, "/" in Page(answer).links()) == (404, True)


def test_a_form_without_its_token_is_refused(session: Session) -> None:
    assert Client(enforce_csrf_checks=True).post(url("hand", session), typed(session, WORKED)).status_code == 403


# Judged while it is typed


@pytest.mark.parametrize(
    ("cards", "known"),
    [
        ({"hand": "3O 4O 5O 12B"}, (4, False, 0)),
        ({"hand": people.WORKED_HAND.replace(" 12B", "")}, (15, True, 0)),
        (WORKED, (16, False, 900)),
    ],
)
def test_the_verdict_counts_waits_and_pays_at_the_stakes(
    host: Client, club: Club, cards: Data, known: tuple[int, bool, int]
) -> None:
    dear = people.start_night(club=club, stake_factor=10)
    sent_cards = {name: str(cards.get(name) or "") for name in ("hand", "bounit", "sowee", "source", "extra")}

    context = host.post(url("hand-verdict", dear), sent_cards).context

    assert (context["live"].count, bool(context["live"].waits), context["per_opponent_cents"]) == known


def test_a_card_that_is_not_understood_is_named_and_nothing_is_waited_for(host: Client, session: Session) -> None:
    answer = host.post(url("hand-verdict", session), {"hand": people.WORKED_HAND.replace("12B", "13X")})
    assert refusal(answer) == (200, ("unknown_card",))
    assert ("13X" in answer.text, answer.context["live"].is_readable) == (True, False)


@pytest.mark.parametrize(("position", "price"), [("", 9_000), ("0", 90), ("x", 9_000)])
def test_a_hand_that_is_corrected_is_judged_at_the_stakes_it_was_played_for(
    host: Client, session: Session, position: str, price: int
) -> None:
    win(session)
    change_terms(wanted=WantedTerms(stakes=100), reason="", **people.current(session))
    fields = {name: str(WORKED[name] or "") for name in ("hand", "bounit", "sowee", "source", "extra")}
    answer = host.post(url("hand-verdict", session), fields | {"position": position})
    assert answer.context["per_opponent_cents"] == price


# Corrected and shown


@pytest.mark.parametrize(
    ("act", "mode", "opened"),
    [
        (WORKED, (), {"winner": "1", "bounit": "5B", "hand": people.WORKED_HAND, "reason": ""}),
        (DECLARED, (), {"winner": "4", "conditions": "bounit", "kings_of_coins": "1", "porbis": None}),
        (SELF_DRAWN, (), {"winner": "2", "conditions": None, "porbis": None}),
        (
            DECLARED | {"kings_of_coins": 0, "other_kings": 0, "porbis": True},
            ("quick",),
            {"kings_of_coins": "0", "porbis": None},
        ),
        (
            DECLARED | {"kings_of_coins": 0, "other_kings": 1, "porbis": True, "bounit_condition": False},
            (),
            {"porbis": "", "conditions": None},
        ),
        (people.DRAWN, (), {"void": "", "by": "", "reason": ""}),
        ({"void": "misdeal"}, (), {"void": "misdeal", "by": "", "reason": ""}),
        ({"void": "exposed", "by": BEN}, (), {"void": "exposed", "by": "2", "reason": ""}),
    ],
)
def test_a_correction_opens_with_what_was_recorded(
    host: Client, session: Session, act: Data, mode: tuple[str, ...], opened: dict[str, str | None]
) -> None:
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    address = url("correct", session, 1, *mode)
    found = form(open_page(host, address), address)
    assert {name: found.get(name) for name in opened} == opened


@pytest.mark.parametrize(("bounit", "says"), [("5B", True), ("4O", False)])
def test_a_correction_that_moves_no_money_says_so(host: Client, session: Session, bounit: str, says: bool) -> None:
    people.win(session)
    act = WORKED | {"bounit": bounit}
    page = Page(host.post(url("correct", session, 1), typed(session, act, reason="the other coin", expected_after="0")))
    assert page.has("data-moves-nothing") is says


def test_a_hand_is_corrected_into_one_that_nobody_won_as_it_was_shown(host: Client, session: Session) -> None:
    people.win(session)
    address = url("correct", session, 1, "drawn")
    corrected = form(open_page(host, address), address) | {"void": "exposed", "by": "2", "reason": "card seen"}

    page = Page(host.post(address, corrected))

    assert ("Ben" in page.text("data-unwon"), "Ana" in page.text("data-unwon")) == (True, True)
    assert "card seen" in page.text("id", "main")


def test_the_reason_of_a_correction_stands_at_the_table_and_on_its_page(host: Client, session: Session) -> None:
    people.win(session)
    fields = typed(session, CARLAS, step="record", reason="it was Carla!", expected_after="0")
    host.post(url("correct", session, 1), fields)
    for address in (url("entry", session, 3), url("table", session)):
        assert "it was Carla!" in host.get(address).text


def test_a_line_that_is_no_hand_is_not_corrected(host: Client, session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    assert host.get(url("correct", session, 1))["Location"] == url("entry", session, 1)


def test_the_page_of_a_hand_shows_its_account_line_by_line(host: Client, session: Session) -> None:
    people.win(session)
    page = open_page(host, url("entry", session, 1))
    assert page.cents("data-changes") == ANAS
    (account,) = (each for each in page.root.iter("table") if each.get("class") == "account")
    rules = [re.findall(r"\bC\d+", "".join(row.itertext())) for row in account.iter("tr")]
    assert (amounts("".join(account.itertext())), rules[:2]) == (("₱0.70", "₱0.20", "₱0.90"), [["C28"], ["C26"]])


# Paid secrets that others show after a win (C18)


@pytest.fixture
def family(club: Club) -> Session:
    """Return a night by the family's rules; Ben was paid for a secret on line 1, Dan on line 2."""
    night = people.start_night(club=club, rules={"preset": "family", "false_secret_penalty": 30})
    for seat in (BEN, DAN):
        people.lay_secret(night, seat=seat)
    return night


def test_the_review_asks_for_the_paid_secrets_of_the_others_where_the_house_has_them_shown_c18(
    host: Client, family: Session, session: Session
) -> None:
    people.lay_secret(session, seat=BEN)
    asked, not_asked = (Page(sent(host, night, WORKED)) for night in (family, session))
    assert [field.get("name") for field in asked.find("data-shown").iter("select")] == ["shown_1", "shown_2"]
    assert not not_asked.has("data-shown")


def test_a_secret_that_was_shown_stands_on_the_page_of_the_hand_and_in_its_correction(
    host: Client, family: Session
) -> None:
    sent(host, family, WORKED, step="record", shown_1="4E")

    assert family.entries.get(number=3).act["shown"] == {str(BEN): "4E"}
    assert host.get(url("entry", family, 3)).context["shown"] == (("Ben", ("4E",)),)
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


@pytest.mark.parametrize(
    ("shown", "sowee", "answer"),
    [
        ({"shown_1": "3E"}, "4O", (422, ("__all__:shown_secret_held",))),
        ({"shown_1": "4E", "shown_2": "4E"}, "4O", (422, ("__all__:shown_secret_held",))),
        ({"shown_1": "11E"}, "11E", (302, ())),
    ],
    ids=["held", "another secret", "sowee (C10)"],
)
def test_a_secret_of_cards_that_lie_elsewhere_is_none_c18(
    host: Client, family: Session, shown: dict[str, str], sowee: str, answer: tuple[int, tuple[str, ...]]
) -> None:
    assert refusal(sent(host, family, WORKED | {"sowee": sowee}, step="record", **shown)) == answer


def test_the_winners_own_secret_is_named_with_the_cards_c9(host: Client, session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    assert Page(sent(host, session, BENS_SECRET)).cents("data-changes")[BEN] == 440
