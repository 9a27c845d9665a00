"""What is asked once before it is recorded: who pays how much, in the dock or on a page of its own."""

from typing import Any

import pytest
from django.test import Client

from scoring.ledger.tong import TongBase
from scoring.models import Club, Session
from scoring.operations.money.payments import set_tong, spend_tong
from tests import people
from tests.acts.before import bens_win, cash, closed, corrected, noted, secret, secret_of, undone, win
from tests.acts.cases import Step
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal, url

WORKED = {"winner": "1", "source": "discard", "sowee": "4O", "hand": people.WORKED_HAND, "bounit": "5B"}
PENALTIES = {"preset": "pagat", "false_secret_penalty": 30, "false_win_penalty": 40, "void_penalty": 40}


@pytest.mark.parametrize(
    ("page", "before", "pays"),
    [
        (("undo", 1), (win,), {ANA: -180, BEN: 90, CARLA: 0, DAN: 90}),
        (("undo", 1), (secret, win), {ANA: 50, BEN: -100, CARLA: 50, DAN: 0}),
        (("secret", BEN), (), {ANA: -50, BEN: 100, CARLA: -50, DAN: 0}),
        (("refund", 1), (secret,), {ANA: 80, BEN: -160, CARLA: 80, DAN: 0}),
    ],
    ids=["undo", "undo secret", "secret", "refund"],
)
def test_a_question_states_who_pays_how_much(
    host: Client, club: Club, page: tuple[Any, ...], before: tuple[Step, ...], pays: dict[int, int]
) -> None:
    night = people.start_night(club=club, rules=PENALTIES)
    for step in before:
        step(night)
    name, *args = page
    assert open_page(host, url(name, night, *args)).cents("data-pays") == pays


@pytest.mark.parametrize(("page", "stakes", "stated"), [("false-win", 2, ("₱0.80",)), ("drawn-hand", 1, ("₱0.40",))])
def test_a_question_states_the_penalty_of_the_house_c35_c38(
    host: Client, club: Club, page: str, stakes: int, stated: tuple[str, ...]
) -> None:
    night = people.start_night(club=club, rules=PENALTIES, stake_factor=stakes)
    assert amounts(open_page(host, url(page, night)).text("id", "main")) == stated


@pytest.mark.parametrize(
    ("before", "number", "said"),
    [
        ((win, bens_win, win), 1, {"later_hands": 2, "number": 1, "is_correction": False}),
        ((win, noted_next := noted("4O", hand=2)), 1, {"lost_sowee": "4O"}),
        ((win, noted_next, bens_win), 1, {"lost_sowee": ""}),
        ((win, corrected), 3, {"is_correction": True}),
    ],
    ids=["later", "sowee forgotten", "sowee over", "correction"],
)
def test_undoing_says_what_goes_with_it(
    host: Client, session: Session, before: tuple[Step, ...], number: int, said: dict[str, object]
) -> None:
    for step in before:
        step(session)
    context = host.get(url("undo", session, number)).context
    assert {name: context[name] for name in said} == said


@pytest.mark.parametrize(
    ("before", "page", "answer"),
    [
        ((win, undone), ("undo", 2), (404, ())),
        ((win, closed), ("undo", 2), (404, ())),
        ((win, closed), ("undo", 1), (409, ("session_closed",))),
        ((), ("secret", 5), (404, ())),
        ((closed,), ("secret", BEN), (409, ("session_closed",))),
        ((win,), ("refund", 1), (404, ())),
        ((secret, undone), ("refund", 1), (409, ("not_reversible",))),
        ((closed,), ("false-win",), (409, ("session_closed",))),
        ((closed,), ("hand",), (409, ("session_closed",))),
        ((closed,), ("dispute", 1), (404, ())),
        ((win, closed), ("money",), (302, ())),
        ((secret,), ("correct", 1), (302, ())),
    ],
)
def test_what_cannot_be_is_not_asked(
    host: Client, session: Session, before: tuple[Step, ...], page: tuple[Any, ...], answer: tuple[int, tuple[str, ...]]
) -> None:
    for step in before:
        step(session)
    name, *args = page
    assert refusal(host.get(url(name, session, *args))) == answer


def test_who_deals_next_is_asked_again_on_its_page_once_the_seats_have_changed(host: Client, session: Session) -> None:
    asked: Any = {"HX-Request": "true", "HX-Target": "dock"}
    sent = next(iter(Page(host.get(url("secret", session, BEN))).forms(action=url("seats", session))))
    people.sit(session, "Ana", "Carla", "Ben", "Dan")
    page = Page(host.post(url("seats", session), sent | {"dealer": "2"}, headers=asked))
    assert (page.status, page.has("data-code"), page.has("id", "seats")) == (409, True, True)


def test_the_dock_gets_the_question_alone_and_a_restored_page_all_of_it(host: Client, session: Session) -> None:
    asked: Any = {"HX-Request": "true", "HX-Target": "dock"}
    restored: Any = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    dock, page = (host.get(url("secret", session, BEN), headers=headers) for headers in (asked, restored))
    assert ("<main" in dock.text, "data-secret" in dock.text, "<main" in page.text) == (False, True, True)
    assert {name.strip() for name in dock["Vary"].split(",")} >= {"HX-Request", "HX-Target"}


@pytest.mark.parametrize(
    ("page", "typed", "news"),
    [
        (("secret", BEN), {}, secret_of(DAN)),
        (("hand",), WORKED, secret_of(DAN)),
        (("tong",), {"way": "hand", "amount": "₱0.10", "coin": "5", "holder": "3"}, win),
    ],
)
def test_a_form_that_has_not_seen_the_newest_line_is_asked_again_as_typed_and_then_recorded(
    host: Client, session: Session, page: tuple[Any, ...], typed: dict[str, str], news: Step
) -> None:
    address = url(page[0], session, *page[1:])
    shown = url("money", session) if page[0] == "tong" else address
    stale = open_page(host, shown).forms(action=address)[-1] | typed | {"step": "record"}
    news(session)
    answer = host.post(address, stale)
    again = Page(answer).forms(action=address)[-1]
    assert refusal(answer) == (409, ("table_changed",))
    assert again.items() >= (typed | {"expected_entry": "1"}).items()
    assert host.post(address, again | {"step": "record"}).status_code == 302


def test_a_tap_on_what_is_owed_fills_the_form_and_players_see_their_own(host: Client, session: Session) -> None:
    people.win(session)
    page = open_page(people.player_browser(session=session, seat=BEN), url("money", session))
    (link,) = (link.get("href", "") for link in page.find("data-plan").iter("a"))
    filled = open_page(host, url("money", session) + link).forms(action=url("pay", session))[0]
    assert amounts(page.text("data-plan")) == ("₱0.90", "₱0.90")
    wanted = {"payer": "2", "payees": "1", "amount": "₱0.90", "sum": "other", "what": "cash"}
    assert filled.items() >= wanted.items()


def test_cash_that_another_phone_noted_is_shown_and_yours_sent_again(host: Client, session: Session) -> None:
    people.win(session)
    form = {"key": str(people.stamp().key), "expected_entry": "1", "payer": "2", "payees": "1", "amount": "0.40"}
    cash(session)
    page = Page(host.post(url("pay", session), form | {"what": "cash"}))
    assert (page.status, {*amounts(page.text("data-first"))}) == (409, {"₱0.50"})
    (again,) = page.forms(action=url("pay", session))
    assert (again["key"], again["expected_entry"]) == (form["key"], "2")
    assert host.post(url("pay", session), again).status_code == 302
    assert people.outstanding(session) == (90, 0, 0, -90)


def test_the_page_says_what_is_in_the_tong_and_the_ledger_what_it_was_spent_on(host: Client, session: Session) -> None:
    set_tong(every=TongBase.WIN, cents=0, percent=10, coin_cents=5, holder=people.BEN, **people.current(session))
    people.win(session)
    shown = open_page(host, url("money", session)).text("data-tong")
    spend_tong(amount_cents=10, reason="pizza", **people.current(session))
    line = open_page(host, url("table", session)).text("id", "line-3")
    assert ({*amounts(shown)}, amounts(line)[0], "pizza" in line) == ({"₱0.15"}, "₱0.10", True)


@pytest.mark.parametrize(
    ("rule", "filled"),
    [
        ((TongBase.WIN, 0, 10, 5), {"way": "percent", "amount": "", "percent": "10", "coin": "5", "holder": "2"}),
        ((TongBase.HAND, 150, 0, 1), {"way": "hand", "amount": "₱1.50", "percent": "", "coin": "1", "holder": "2"}),
    ],
    ids=["per cent", "hand"],
)
def test_the_form_of_the_tong_opens_with_what_is_agreed_on(
    host: Client, session: Session, rule: tuple[TongBase, int, int, int], filled: dict[str, str]
) -> None:
    every, cents, percent, coin = rule
    set_tong(every=every, cents=cents, percent=percent, coin_cents=coin, holder=BEN, **people.current(session))
    (form,) = open_page(host, url("money", session)).forms(action=url("tong", session))
    assert {name: form[name] for name in filled} == filled
