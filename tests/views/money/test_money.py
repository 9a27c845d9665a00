"""The money of a night: chips, closing, ticks, partial payments, what each gets or pays in all, sharing."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.test import Client

from scoring.forms.amounts import amount_words
from scoring.ledger.reckoning import Settling
from scoring.ledger.tong import TongBase
from scoring.models import Club, Role, Session
from scoring.operations.money.payments import buy_chips, hand_over, pay_free, set_tong, spend_tong
from scoring.operations.table.undoing import reopen_session
from scoring.queries.table.night import night_of
from tests import people
from tests.api.programs import Program, token_for
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal, text_of, url

ALL = (1, 2, 3, 4)


def buy(session: Session) -> None:
    buy_chips(bank=people.BEN, seats=ALL, amount_cents=500, is_paid=False, **people.current(session))


def test_a_wrong_count_is_kept_as_typed_in_its_fold_and_a_count_says_who_has_more(
    host: Client, session: Session
) -> None:
    buy(session)
    people.win(session)
    counting = url("count-chips", session)
    (form,) = open_page(host, url("money", session)).forms(action=counting)
    wrong = host.post(counting, form | {"seat_1": "5", "seat_2": "5", "seat_3": "5"})
    page = Page(wrong)
    assert refusal(wrong) == (422, ("wrong_amount",))
    assert page.find("id", "count_chips-seat_1").get("value") == "5"
    assert [fold for fold in page.ids() if "open" in page.find("id", fold).attrib] == ["chips", "count-chips"]
    assert page.has("autofocus")
    assert amounts(page.text("data-code")) == ("₱15.00", "₱20.00", "₱5.00")
    answer = Page(host.post(counting, form | {f"seat_{seat}": "5" for seat in ALL}, follow=True))
    assert amounts(answer.text("data-count")) == ("−₱1.80", "+₱0.90", "+₱0.90")
    assert "−₱1.80" in amounts(open_page(host, url("close", session)).text("data-count"))


def test_who_lost_more_chips_than_were_taken_is_told_to_take_more(host: Client, session: Session) -> None:
    buy_chips(bank=people.BEN, seats=ALL, amount_cents=50, is_paid=False, **people.current(session))
    before = open_page(host, url("money", session)).has("data-short")
    people.win(session)
    assert (before, open_page(host, url("money", session)).has("data-short")) == (False, True)


@stored("payments", "web")
def test_one_form_records_every_payment(
    host: Client, with_tong: Session, sent: dict[str, Any], kind: str, paid: list[list[int]]
) -> None:
    form = open_page(host, url("money", with_tong)).forms(action=url("pay", with_tong))[0]
    before = with_tong.entries.count()
    answer = host.post(url("pay", with_tong), {"key": form["key"], "expected_entry": form["expected_entry"]} | sent)
    if ":" in kind:
        assert (refusal(answer), with_tong.entries.count()) == ((422, (kind,)), before)
        return
    line = with_tong.entries.latest("number")
    found = line.payments.order_by("payee__number").values_list("payer__number", "payee__number", "amount_cents")
    assert (line.kind, [*map(list, found)]) == (kind, paid)
    assert answer["Location"].endswith(f"#line-{line.number}")


def form_of(page: Page, session: Session, name: str = "close") -> dict[str, str]:
    (form,) = page.forms(action=url(name, session))
    return form


@pytest.fixture
def family(club: Club) -> Session:
    """Return a night whose partners share: Ana won 90 from each opponent, then Carla's secret."""
    night = people.start_night(club=club, rules={"preset": "family"})
    people.win(night)
    people.lay_secret(night, seat=people.BEN)
    return night


def test_partners_share_is_a_visible_adjustment_c25(host: Client, family: Session) -> None:
    page = open_page(host, url("close", family))
    assert page.sums("data-results") == (
        ("Ana", "+₱1.30", "−₱0.90", "+₱0.40"),
        ("Ben", "+₱0.10", "−₱0.50", "−₱0.40"),
        ("Carla", "−₱0.50", "+₱0.90", "+₱0.40"),
        ("Dan", "−₱0.90", "+₱0.50", "−₱0.40"),
    )
    assert page.sums("data-adjustment", "partners_share") == (("Ana", "Carla", "₱0.90"), ("Ben", "Dan", "₱0.50"))
    assert page.sums("data-plan") == (("Ben", "Ana", "₱0.40"), ("Dan", "Carla", "₱0.40"))
    assert page.has("data-open-secrets")  # paid in a hand that is not recorded


def test_closing_posts_what_the_preview_showed_rounded_to_its_coin(host: Client, family: Session) -> None:
    address = url("close", family) + "?coin=25"
    page = open_page(host, address)
    assert page.has("data-adjustment", "rounding")
    assert page.sums("data-results")[1] == ("Ben", "+₱0.10", "−₱0.50", "−₱0.10", "−₱0.50")
    assert page.sums("data-plan") == (("Ben", "Ana", "₱0.50"), ("Dan", "Carla", "₱0.50"))
    assert host.post(address, form_of(page, family))["Location"] == url("settle", family)
    assert family.entries.latest("number").act == {"plan": [[2, 1, 50], [4, 3, 50]], "coin_cents": 25}
    closed = host.get(url("settle", family))
    assert closed.context["folds"]["reopen"]["undoes"] == {"shared": True, "rounding": True}
    host.post(url("reopen", family), form_of(Page(closed), family, "reopen") | {"reason": "more"})
    assert form_of(open_page(host, url("close", family)), family)["coin"] == "25"  # as last time


@pytest.mark.parametrize("coin", ["3", "x", "-5", "1000000"])
def test_coin_nobody_has_means_no_rounding(host: Client, family: Session, coin: str) -> None:
    assert host.get(url("close", family), {"coin": coin}).context["view"].coin_cents == 1


NOTHING_PAID = (180, -90, 0, -90)


def forms(browser: Client, session: Session) -> tuple[dict[str, str], ...]:
    """Return the forms of the open plan: for each line all of it, then a part."""
    return open_page(browser, url("settle", session)).forms(action=url("hand-over", session))


def tick(host: Client, session: Session, **changes: str) -> Any:
    return host.post(url("hand-over", session), forms(host, session)[0] | changes)


def shared(browser: Client, session: Session) -> list[list[str]]:
    text = open_page(browser, url("settle", session)).find("data-copy-text").text or ""
    return [part.split("\n") for part in text.strip().replace("\u2060", "").split("\n\n")]


@pytest.fixture
def night(session: Session) -> Session:
    """Return a closed night: Ben and Dan each owe Ana 90."""
    people.win(session)
    people.close(session)
    return session


def test_plan_is_shown_and_a_viewer_cannot_tick(host: Client, night: Session) -> None:
    page = open_page(host, url("settle", night))
    assert page.sums("data-results") == (("Ana", "+₱1.80"), ("Carla", "₱0.00"), ("Ben", "−₱0.90"), ("Dan", "−₱0.90"))
    viewer = people.browser_of(club=night.club, role=Role.VIEWER)
    assert [len(forms(browser, night)) for browser in (host, viewer)] == [4, 0]


def test_ticks_hand_over_a_part_or_what_is_left(host: Client, night: Session) -> None:
    assert tick(host, night, amount="₱ 0,50")["Location"] == url("settle", night)
    page = open_page(host, url("settle", night))
    assert amounts(page.text("data-line", "2-1"))[:3] == ("₱0.50", "₱0.90", "₱0.40")
    assert people.outstanding(night) == (130, -40, 0, -90)
    tick(host, night)
    assert (people.outstanding(night), people.balances(night)) == ((90, 0, 0, -90), NOTHING_PAID)
    assert open_page(host, url("settle", night)).has("class", "list-row transfer transfer-done")
    tick(host, night)
    assert (people.outstanding(night), forms(host, night)) == ((0, 0, 0, 0), ())


@pytest.mark.parametrize(
    ("amount", "refused"), [("0.91", (409, ("wrong_amount",))), ("a lot", (422, ("amount:amount_not_a_number",)))]
)
def test_payment_that_cannot_be_is_refused_and_kept_as_typed(
    host: Client, night: Session, amount: str, refused: tuple[int, tuple[str, ...]]
) -> None:
    answer = host.post(url("hand-over", night), forms(host, night)[3] | {"amount": amount})
    page = Page(answer)
    assert (refusal(answer), people.outstanding(night)) == (refused, NOTHING_PAID)
    assert page.find("data-live").get("data-live") == url("settle", night)  # what was posted to answers no questions
    assert page.find("aria-invalid", "true").get("value") == amount


def test_tick_is_taken_back_once(host: Client, night: Session) -> None:
    tick(host, night)
    (form,) = open_page(host, url("settle", night)).forms(action=url("take-back", night))
    answers = [host.post(url("take-back", night), form) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [url("settle", night)] * 2
    assert [entry.kind for entry in night.entries.all()] == ["hand", "close", "handover", "reversal"]
    assert people.outstanding(night) == NOTHING_PAID
    other_phone = host.post(url("take-back", night), form | {"key": str(uuid4())})
    assert refusal(other_phone) == (409, ("not_reversible",))
    assert host.post(url("take-back", night), {"key": str(uuid4()), "number": "1"}).status_code == 404  # no cash


def test_player_marks_and_takes_back_only_what_is_their_own(host: Client, night: Session) -> None:
    bens, _part, *_ = forms(host, night)
    dan, ben = (people.player_browser(session=night, seat=seat) for seat in (DAN, BEN))
    assert [form["payer"] for form in forms(dan, night)] == [str(DAN)] * 2
    assert refusal(dan.post(url("hand-over", night), bens)) == (409, ("__all__:not_yours",))
    assert ben.post(url("hand-over", night), bens).status_code == 302
    (back,) = open_page(ben, url("settle", night)).forms(action=url("take-back", night))
    assert refusal(dan.post(url("take-back", night), back)) == (409, ("__all__:not_yours",))
    assert people.outstanding(night) == (90, 0, 0, -90)
    assert ben.post(url("take-back", night), back).status_code == 302


def test_open_session_has_nothing_to_settle(host: Client, night: Session) -> None:
    form = forms(host, night)[0]
    reopen_session(session=night, reason="one more hand", stamp=people.stamp())
    table = url("table", night)
    assert host.get(url("settle", night))["Location"] == host.post(url("hand-over", night), form)["Location"] == table
    boosted = host.post(url("hand-over", night), form, headers={"HX-Request": "true"})
    assert (boosted["HX-Redirect"], people.outstanding(night)) == (table, NOTHING_PAID)


def test_night_is_sent_by_messengers_without_a_script(host: Client, night: Session) -> None:
    page = host.get(url("settle", night)).text
    addresses = ("https://wa.me/?text=", "viber://forward?text=", "sms:?&amp;body=", "mailto:?body=")
    sent = [page.partition(f'href="{address}')[2].partition('"')[0] for address in addresses]
    assert ["Our%20club" in each for each in sent] == [True] * 4


def on_page(host: Client, night: Session, page: str, asked: str = "") -> dict[int, tuple[str, ...]]:
    found = open_page(host, url(page, night) + asked).root.iter()
    return {int(each.attrib["data-in-all"]): amounts(text_of(each)) for each in found if "data-in-all" in each.attrib}


def in_text(host: Client, night: Session) -> dict[int, tuple[str, ...]]:
    seats = {seat.player.known_as: seat.number for seat in night.seats.select_related("player")}
    return {seats[line.split(" ")[0]]: amounts(line)[1:] for line in shared(host, night)[1]}


def in_picture(host: Client, night: Session) -> dict[int, tuple[str, ...]]:
    root = ElementTree.fromstring(host.get(url("night-picture", night, "svg")).text)
    return {
        int(each.attrib["data-in-all"]): amounts(text_of(each)) for each in root.iter() if "data-in-all" in each.attrib
    }


def in_answer(host: Client, night: Session) -> dict[int, tuple[str, ...]]:
    answer = Program(token=token_for(club=night.club)).get(f"sessions/{night.public_id}/settlement/")
    told = {each["seat"]: each["in_all_cents"] for each in answer.json()["reckonings"]}
    return {seat: signed(night, cents) for seat, cents in told.items()}


def signed(night: Session, cents: int) -> tuple[str, ...]:
    return amounts(amount_words(cents=cents, currency=night.written, sign=True).replace("\u2060", ""))


IN_ALL: dict[str, Callable[[Client, Session], dict[int, tuple[str, ...]]]] = {
    "list": partial(on_page, page="settle"),
    "statement": partial(on_page, page="night", asked="?print=statement"),
    "receipt": partial(on_page, page="night", asked="?print=receipt"),
    "text": in_text,
    "picture": in_picture,
    "answer": in_answer,
}


@pytest.fixture
def with_tong(session: Session) -> Session:
    """Return a night in which Ben keeps ten per cent of Ana's win, and Carla lost a bet to her."""
    tong = {"every": TongBase.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": BEN}
    set_tong(**tong, **people.current(session))
    people.win(session)
    bet = {"payer": CARLA, "payees": (ANA,), "amount_cents": 500, "reason": "side bet"}
    pay_free(**bet, **people.current(session))
    return session


@pytest.mark.parametrize("door", IN_ALL)
def test_in_all_is_the_result_with_what_came_beside_whatever_was_handed_over(
    host: Client, with_tong: Session, door: str
) -> None:
    hand_over(session=with_tong, payer=DAN, payee=ANA, amount_cents=90, stamp=people.stamp())
    people.close(with_tong)
    reckonings, told = Settling(night=night_of(session=with_tong)).reckonings, IN_ALL[door](host, with_tong)
    found = [told.get(each.number) or signed(with_tong, each.result_cents) for each in reckonings]
    assert found == [signed(with_tong, each.in_all_cents) for each in reckonings]


def test_page_and_text_say_what_each_comes_to_with_what_was_beside(host: Client, with_tong: Session) -> None:
    ana = ("Ana", "+₱1.80", "+₱0.10", "−₱0.15", "+₱5.00", "+₱6.75", "+₱1.90")
    assert open_page(host, url("close", with_tong) + "?coin=25").sums("data-results")[0] == ana
    spend_tong(amount_cents=10, reason="peanuts", **people.current(with_tong))
    people.close(with_tong)
    _title, results, told, *_rest = shared(host, with_tong)
    each_has = [amounts(each) for each in results]
    assert each_has == [("+₱1.80", "+₱6.65"), ("₱0.00", "−₱5.00"), ("−₱0.90", "−₱0.75"), ("−₱0.90",)]
    assert [amounts(each) for each in told[1:]] == [("₱5.00",), ("₱0.10",), ("₱0.15",)]
    assert ["side bet" in told[1], "peanuts" in told[2]] == [True, True]


def test_text_tells_matches_and_who_has_still_to_pay_whom(host: Client, session: Session) -> None:
    hand_over(session=session, payer=DAN, payee=ANA, amount_cents=10, stamp=people.stamp())
    people.win(session)
    people.close(session)
    tick(host, session)
    tick(host, session, payer="4", payee="1", amount="0.30")
    told = [[line.split(" ")[0], *amounts(line)] for line in shared(host, session)[2]]
    assert told == [["Dan", "₱0.10"], ["Ben", "₱0.90"], ["Dan", "₱0.80", "₱0.50"]]


def test_text_of_points_tells_the_match_and_no_payment(host: Client, club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo", names=people.NAMES[:3], rules=None, currency="points")
    people.record(night, {"out": ANA, "melds": {"1": {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}}})
    people.close(night)
    _title, results, match, _code = shared(host, night)
    assert [line.split(" ")[-1] for line in results] == ["0"] * 3
    assert re.findall(r"(\w+) ([−\d]+)", match[0])[0][0] == "Ana"
