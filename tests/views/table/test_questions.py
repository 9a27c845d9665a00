"""What is asked once before it is recorded: who pays how much, in the dock or on a page of its own."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import pay_free
from scoring.operations.table.turns import Turns
from tests import people
from tests.acts.before import bens_win, cash, closed, noted, secret, undone, win
from tests.acts.cases import Step
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal

PENALTIES = {"preset": "pagat", "false_secret_penalty": 30, "false_win_penalty": 40, "void_penalty": 40}


def url(name: str, session: Session, *more: object) -> str:
    return reverse(name, args=[session.public_id, *more])


@pytest.mark.parametrize(
    ("page", "before", "pays"),
    [
        (("undo", 1), (win,), {ANA: -180, BEN: 90, CARLA: 0, DAN: 90}),
        (("undo", 1), (secret, win), {ANA: 50, BEN: -100, CARLA: 50, DAN: 0}),
        (("secret", BEN), (), {ANA: -50, BEN: 100, CARLA: -50, DAN: 0}),
        (("refund", 1), (secret,), {ANA: 80, BEN: -160, CARLA: 80, DAN: 0}),
        (
            ("refund", 1),
            (secret, lambda session: people.sit(session, "Ana", "Dan", "Carla", "Eva")),
            {ANA: 80, BEN: -160, CARLA: 80, DAN: 0, 5: 0},
        ),
    ],
    ids=["undo", "undo secret", "secret", "refund", "refund, left"],
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


def test_a_false_win_that_costs_nothing_leads_to_its_penalty_c35(host: Client, session: Session) -> None:
    assert f"{url('terms', session)}#id_rule_false_win_penalty" in open_page(host, url("false-win", session)).links()


@pytest.mark.parametrize(
    ("turns", "deals", "dealers"),
    [(Turns.NONE, "same", ("", "Ana")), (Turns.NONE, "next", ("", "Ben")), (Turns.EACH_HAND, "same", ("Ben", "Ana"))],
)
def test_a_question_says_who_deals_after_a_hand_that_nobody_won_c33_c38(
    host: Client, club: Club, turns: Turns, deals: str, dealers: tuple[str, str]
) -> None:
    names = people.NAMES if turns is Turns.NONE else (*people.NAMES, "Eva")
    rules = {"preset": "pagat", "void_deals": deals}
    night = people.start_night(club=club, rules=rules, names=names, turns=turns)

    context = host.get(url("drawn-hand", night)).context

    assert (context["dealer_after_drawn"], context["deals_next"]) == dealers


@pytest.mark.parametrize(
    ("before", "number", "said"),
    [
        ((win, bens_win, win), 1, {"later_hands": 2, "number": 1, "next_number": 2}),
        ((win, bens_win, win), 2, {"later_hands": 1, "number": 2, "next_number": 3}),
        ((win, secret), 1, {"later_hands": 0}),
        ((win, noted_next := noted("4O", hand=2)), 1, {"sowee_hand": 2}),
        ((win, noted_next, bens_win), 1, {"sowee_hand": None}),
        ((win,), 1, {"is_correction": False, "sowee_hand": None}),
    ],
    ids=["two later", "one later", "no later", "sowee forgotten", "sowee over", "neither"],
)
def test_undoing_says_what_goes_with_it(
    host: Client, session: Session, before: tuple[Step, ...], number: int, said: dict[str, object]
) -> None:
    for step in before:
        step(session)
    context = host.get(url("undo", session, number)).context
    assert {name: context[name] for name in said} == said


def test_undoing_a_correction_says_that_it_is_one(host: Client, session: Session) -> None:
    act = people.WORKED_WIN | {"winner": BEN}
    correction = correct_hand(entry=people.win(session), act=act, reason="it was Ben", stamp=people.stamp())
    assert host.get(url("undo", session, correction.number)).context["is_correction"]


def test_a_hand_before_a_corrected_one_needs_no_reason(host: Client, session: Session) -> None:
    older = people.win(session)
    people.win(session)
    correct_hand(entry=older, act=people.DRAWN, reason="nobody won", stamp=people.stamp())
    assert not host.get(url("undo", session, 2)).context["form"].is_older_hand


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
        ((closed,), ("seats",), (409, ("session_closed",))),
        ((closed,), ("terms",), (409, ("session_closed",))),
        ((), ("mend-seats",), (409, ("seating",))),
        ((win, closed), ("cash",), (302, ())),
    ],
)
def test_what_cannot_be_is_not_asked(
    host: Client, session: Session, before: tuple[Step, ...], page: tuple[Any, ...], answer: tuple[int, tuple[str, ...]]
) -> None:
    for step in before:
        step(session)
    name, *args = page
    assert refusal(host.get(url(name, session, *args))) == answer


@pytest.mark.parametrize("page", ["cash", "free-payment"])
def test_a_night_for_points_asks_for_no_money(host: Client, club: Club, page: str) -> None:
    night = people.start_night(club=club, currency="points")
    assert refusal(host.get(url(page, night))) == (409, ("wrong_amount",))


@pytest.mark.parametrize("name", ["table", "sowee", "secret", "refund", "hand", "quick-hand", "undo", "cash"])
def test_a_night_of_another_club_is_not_there(host: Client, name: str) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    people.lay_secret(other, seat=BEN)
    more = [1] if name in ("secret", "refund", "undo") else []
    assert host.get(url(name, other, *more)).status_code == 404


def test_the_dock_gets_the_question_alone_and_a_restored_page_all_of_it(host: Client, session: Session) -> None:
    asked: Any = {"HX-Request": "true", "HX-Target": "dock"}
    restored: Any = {"HX-Request": "true", "HX-History-Restore-Request": "true"}

    dock, page = (host.get(url("secret", session, BEN), headers=headers) for headers in (asked, restored))

    assert (dock.text.startswith("<form"), dock.text.count("<form"), "<main" in page.text) == (True, 1, True)
    assert {name.strip() for name in dock["Vary"].split(",")} >= {"HX-Request", "HX-Target"}


def test_a_question_asked_again_has_a_new_key_and_records(host: Client, session: Session) -> None:
    address = url("secret", session, BEN)
    (stale,) = open_page(host, address).forms(action=address)
    people.lay_secret(session, seat=DAN)

    (again,) = Page(host.post(address, stale)).forms(action=address)

    assert (again["key"] != stale["key"], host.post(address, again).status_code) == (True, 302)
    assert people.balances(session) == (-100, 100, -100, 100)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("undo", {"reason": "x" * 201}),
        ("free-payment", {"payer": "2", "payees": "2", "amount": "5", "reason": "bet"}),
        ("cash", {"payer": "2", "payee": "2", "amount": "lots"}),
        ("false-win", {"end": "void"}),
    ],
)
def test_what_was_typed_is_kept_where_something_is_wrong(
    host: Client, session: Session, name: str, typed: dict[str, str]
) -> None:
    people.win(session)
    address = url(name, session, *([1] if name == "undo" else []))

    page = Page(host.post(address, {"key": str(people.stamp().key), "expected_entry": "1", **typed}))

    assert page.status == 422
    assert typed.items() <= page.forms(action=address)[0].items()
    assert session.entries.count() == 1


def test_a_side_payment_after_other_news_keeps_what_was_typed(host: Client, session: Session) -> None:
    address = url("free-payment", session)
    typed = {"payer": "2", "payees": ["1"], "amount": "5", "reason": "side bet"}
    people.win(session)

    page = Page(host.post(address, {"key": str(people.stamp().key), "expected_entry": "0", **typed}))

    kept = page.forms(action=address)[0]
    assert (kept["reason"], kept["amount"], kept["expected_entry"]) == ("side bet", "₱5.00", "1")


def test_one_pays_and_several_may_be_paid(host: Client, session: Session) -> None:
    page = open_page(host, url("free-payment", session))
    kinds = {field.get("name"): field.get("type") for field in page.root.iter("input")}
    assert (kinds["payer"], kinds["payees"]) == ("radio", "checkbox")


@pytest.mark.parametrize(
    ("rules", "owed"),
    [("pagat", [("Ben", "Ana", 90), ("Dan", "Ana", 90)]), ("family", [("Ben", "Ana", 90), ("Dan", "Carla", 90)])],
)
def test_what_a_close_would_have_paid_is_offered_as_cash_c25(
    host: Client, club: Club, rules: str, owed: list[tuple[str, str, int]]
) -> None:
    night = people.start_night(club=club, rules=rules)
    people.win(night)

    cash_page, closing = host.get(url("cash", night)), open_page(host, url("close", night))

    assert [(each.payer, each.payee, each.cents) for each in cash_page.context["owed"]] == owed
    assert Page(cash_page).items("data-owed") == closing.items("data-plan")


def test_a_tap_on_what_is_owed_fills_the_form_and_players_see_their_own(host: Client, session: Session) -> None:
    people.win(session)
    ben = people.player_browser(session=session, seat=BEN)
    page = open_page(ben, url("cash", session))
    assert amounts(page.text("data-owed")) == ("₱0.90",)
    (link,) = (link.get("href", "") for link in page.find("data-owed").iter("a"))

    filled = open_page(host, url("cash", session) + link).forms(action=url("cash", session))[0]

    assert (filled["payer"], filled["payee"], filled["amount"]) == ("2", "1", "₱0.90")


def test_cash_that_another_phone_noted_is_shown_and_yours_recorded_when_sent_again(
    host: Client, session: Session
) -> None:
    people.win(session)
    form = {"key": str(people.stamp().key), "expected_entry": "1", "payer": "2", "payee": "1", "amount": "0.40"}
    cash(session)

    page = Page(host.post(url("cash", session), form))

    assert (page.status, {*amounts(page.text("data-first"))}) == (409, {"₱0.50"})
    (again,) = page.forms(action=url("cash", session))
    assert (again["key"], again["expected_entry"]) == (form["key"], "2")
    assert host.post(url("cash", session), again).status_code == 302
    assert people.outstanding(session) == (90, 0, 0, -90)


def test_what_is_paid_beside_the_game_is_told_apart_from_play(host: Client, session: Session) -> None:
    people.win(session)
    pay_free(payer=BEN, payees=(ANA, DAN), amount_cents=500, reason="side bet", **people.current(session))
    ana = session.seats.get(number=ANA).player
    keep_tallies(club=session.club)

    closing, player = (
        open_page(host, address) for address in (url("close", session), reverse("player", args=[ana.public_id]))
    )

    assert [amounts(row) for row in closing.items("data-results")] == [
        ("+₱1.80", "+₱5.00", "₱6.80"),
        ("−₱0.90", "−₱10.00", "₱10.90"),
        ("₱0.00",),
        ("−₱0.90", "+₱5.00", "₱4.10"),
    ]
    assert amounts(player.text("data-apart")) == ("+₱5.00",)


def test_another_hand_that_nobody_won_is_shown_beside_the_first(host: Client, session: Session) -> None:
    address = url("drawn-hand", session)
    form = {"key": str(people.stamp().key), "expected_after": "0", "expected_entry": "0", "void": "misdeal"}
    people.win(session)

    page = Page(host.post(address, form))

    assert (page.status, page.has("data-code", "hand_taken")) == (409, True)
    assert page.has("data-theirs")
    assert page.has("data-yours")
