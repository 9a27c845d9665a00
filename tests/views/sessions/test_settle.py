"""Settle a closed session: ticks, partial payments, taking them back, sharing, reopening."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every
from scoring.models import Club, Device, EntryKind, Membership, Role, Session
from scoring.models.devices import hash_token
from scoring.operations.people.devices import new_token
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.operations.table.reversing import reopen_session
from scoring.queries.table import tables
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.views.reading import Page, open_page, text_of

type Form = dict[str, str]


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def close(session: Session, *, coin_cents: int = 1) -> None:
    close_session(
        session=session,
        coin_cents=coin_cents,
        expected_entry=tables.last_entry_number(session=session),
        stamp=people.stamp(),
    )


def outstanding(session: Session) -> tuple[int, ...]:
    return tuple(seat.outstanding_cents for seat in tables.results(session=session))


def lines(page: Page) -> tuple[str, ...]:
    """Return what stands at the head of each line of the plan: who pays, what was paid, the amount."""
    texts = (page.text("data-line", mark) for mark in ("2-1", "4-1"))
    return tuple(re.split(" (?:Handed over|Mark )", text)[0] for text in texts)


def viewer_browser(*, club: Club) -> Client:
    token = new_token()
    phone = Device.objects.create(token_hash=hash_token(token=token), label="Dan's phone", created_at=people.EVENING)
    Membership.objects.create(device=phone, club=club, role=Role.VIEWER, created_at=people.EVENING)
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token
    return browser


@pytest.fixture
def night(session: Session) -> Session:
    """Return a closed night: Ben and Dan each owe Ana 90."""
    people.win(session)
    close(session)
    return session


@pytest.fixture
def hand_over_forms(host: Client, night: Session) -> tuple[Form, ...]:
    """Return the forms of the open plan: for each line all of it, then a part."""
    return open_page(host, url("settle", night)).forms(action=url("hand-over", night))


def test_plan_is_shown_with_nothing_paid(host: Client, night: Session) -> None:
    page = open_page(host, url("settle", night))

    assert lines(page) == ("Ben pays Ana ₱0.90", "Dan pays Ana ₱0.90")
    assert page.text("data-progress") == "0 of 2 handed over"
    assert "2 payments end the night" in text_of(page.root)
    assert "Cash handed over before" not in text_of(page.root)
    assert page.items("data-results") == ("Ana +₱1.80 won", "Carla ₱0.00", "Ben −₱0.90 lost", "Dan −₱0.90 lost")


def test_night_in_whole_pesos_is_settled_without_centavos(host: Client, club: Club) -> None:
    session = people.start_night(club=club, stake_factor=10)
    people.win(session)
    close(session)

    page = open_page(host, url("settle", session))

    assert lines(page) == ("Ben pays Ana ₱9", "Dan pays Ana ₱9")
    assert page.items("data-results") == ("Ana +₱18 won", "Carla ₱0", "Ben −₱9 lost", "Dan −₱9 lost")


def test_tick_hands_over_what_is_left(host: Client, night: Session, hand_over_forms: tuple[Form, ...]) -> None:
    response = host.post(url("hand-over", night), hand_over_forms[0])

    assert response.headers["Location"] == url("settle", night)
    assert outstanding(night) == (90, 0, 0, -90)
    assert people.balances(night) == (180, -90, 0, -90)
    page = open_page(host, url("settle", night))
    assert page.text("data-progress") == "1 of 2 handed over"
    assert page.find("data-line", "2-1").get("class") == "transfer transfer-done"


def test_nothing_is_outstanding_after_all_ticks(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...]
) -> None:
    for form in (hand_over_forms[0], hand_over_forms[2]):
        host.post(url("hand-over", night), form)

    page = open_page(host, url("settle", night))
    assert outstanding(night) == (0, 0, 0, 0)
    assert page.text("data-progress") == "2 of 2 handed over"
    assert page.forms(action=url("hand-over", night)) == ()


def test_double_tap_records_once(host: Client, night: Session, hand_over_forms: tuple[Form, ...]) -> None:
    answers = [host.post(url("hand-over", night), hand_over_forms[0]) for _ in range(2)]

    assert [answer.headers["Location"] for answer in answers] == [url("settle", night)] * 2
    assert night.entries.filter(kind=EntryKind.HANDOVER).count() == 1


def test_part_of_a_line_may_be_paid(host: Client, night: Session, hand_over_forms: tuple[Form, ...]) -> None:
    host.post(url("hand-over", night), hand_over_forms[1] | {"amount": "₱ 0,50"})

    page = open_page(host, url("settle", night))
    assert outstanding(night) == (130, -40, 0, -90)
    assert lines(page)[0] == "Ben pays Ana ₱0.50 of ₱0.90 handed over ₱0.40"
    assert page.text("data-progress") == "0 of 2 handed over"
    rest = page.forms(action=url("hand-over", night))[0]
    host.post(url("hand-over", night), rest)
    assert outstanding(night) == (90, 0, 0, -90)


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        ("0.91", (409, "₱0.90 is still to be handed over here; record that much or less.")),
        ("0", (409, "₱0.90 is still to be handed over here; record that much or less.")),
        ("-1", (422, "An amount cannot be below zero.")),
        ("a lot", (422, "'a lot' is not an amount. Write it like ₱12.00.")),
        ("0.505", (422, "Write at most 2 digits after the point.")),
        ("", (422, "Write an amount.")),
    ],
)
def test_amount_that_cannot_be_is_refused_and_kept_as_typed(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...], amount: str, refusal: tuple[int, str]
) -> None:
    page = Page(host.post(url("hand-over", night), hand_over_forms[3] | {"amount": amount}))

    assert (page.status, page.notice()) == refusal
    assert page.find("data-live").get("data-live") == url("settle", night)  # what was posted to answers no questions
    assert page.find("aria-invalid", "true").get("value") == amount
    assert outstanding(night) == (180, -90, 0, -90)


def test_line_paid_on_another_phone_is_not_paid_twice(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...]
) -> None:
    hand_over(session=night, payer=2, payee=1, amount_cents=90, stamp=people.stamp())

    page = Page(host.post(url("hand-over", night), hand_over_forms[0]))

    assert page.status == 409
    assert page.notice() == "This payment was recorded before; nothing is left to hand over here."
    assert page.text("data-progress") == "1 of 2 handed over"
    assert outstanding(night) == (90, 0, 0, -90)


def test_payment_that_is_not_in_the_plan_is_refused(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...]
) -> None:
    page = Page(host.post(url("hand-over", night), hand_over_forms[0] | {"payer": "1", "payee": "2"}))

    assert page.status == 409
    assert outstanding(night) == (180, -90, 0, -90)


def test_tick_is_taken_back(host: Client, night: Session, hand_over_forms: tuple[Form, ...]) -> None:
    host.post(url("hand-over", night), hand_over_forms[0])
    (form,) = open_page(host, url("settle", night)).forms(action=url("take-back", night))

    for _ in range(2):
        assert host.post(url("take-back", night), form).headers["Location"] == url("settle", night)

    assert outstanding(night) == (180, -90, 0, -90)
    assert [entry.kind for entry in night.entries.all()] == ["hand", "close", "handover", "reversal"]
    assert open_page(host, url("settle", night)).text("data-progress") == "0 of 2 handed over"


def test_tick_taken_back_on_another_phone_is_not_taken_back_twice(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...]
) -> None:
    host.post(url("hand-over", night), hand_over_forms[0])
    (form,) = open_page(host, url("settle", night)).forms(action=url("take-back", night))
    host.post(url("take-back", night), form)

    page = Page(host.post(url("take-back", night), form | {"key": str(uuid4())}))

    assert page.status == 409
    assert page.notice() == "This was undone before. Record it again if that was wrong."
    assert outstanding(night) == (180, -90, 0, -90)


def test_only_cash_is_taken_back_here(host: Client, night: Session) -> None:
    form = {"key": str(uuid4()), "number": "1"}

    assert host.post(url("take-back", night), form).status_code == 404
    assert Page(host.post(url("take-back", night), {"key": form["key"]})).status == 422
    assert people.balances(night) == (180, -90, 0, -90)


def test_night_is_shared_as_text(host: Client, night: Session, hand_over_forms: tuple[Form, ...]) -> None:
    host.post(url("hand-over", night), hand_over_forms[0])

    shared = (open_page(host, url("settle", night)).find("data-copy-text").text or "").strip().split("\n\n")

    assert shared[:3] == [
        "Our club: Cuajo\n1 February 2026",
        "Ana +\u2060₱1.80\nCarla ₱0.00\nBen −\u2060₱0.90\nDan −\u2060₱0.90",
        "Ben has paid Ana ₱0.90\nDan pays Ana ₱0.90",
    ]
    assert shared[3].startswith("Check code: ")
    assert shared[4:] == []


def test_what_was_paid_beside_the_game_stands_in_the_text(host: Client, session: Session) -> None:
    people.win(session)
    rule = {"every": Every.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": people.BEN}
    set_tong(session=session, **rule, expected_entry=1, stamp=people.stamp())  # type: ignore[arg-type]
    people.win(session)
    pay_free(
        session=session,
        payer=people.BEN,
        payees=(people.ANA, people.DAN),
        amount_cents=500,
        reason="side bet",
        expected_entry=3,
        stamp=people.stamp(),
    )
    spend_tong(session=session, amount_cents=10, reason="peanuts", expected_entry=4, stamp=people.stamp())
    close(session)

    shared = (open_page(host, url("settle", session)).find("data-copy-text").text or "").strip().split("\n\n")

    assert shared[2].split("\n") == [
        "Beside the game:",
        "Ben pays Ana, Dan ₱5.00 each beside the game (side bet): ₱10.00",
        "Spent from the tong: ₱0.10 (peanuts)",
        "Tong from Ana to Ben: ₱0.15",
    ]


def test_text_and_statement_drop_cents_that_the_rules_come_to_never(host: Client, club: Club) -> None:
    night = people.start_night(club=club, stake_factor=10)
    people.win(night)
    close(night)

    shared = open_page(host, url("settle", night)).find("data-copy-text").text or ""
    printed = " ".join(open_page(host, url("statement", night)).root.itertext())

    assert shared.split("\n\n")[1] == "Ana +\u2060₱18\nCarla ₱0\nBen −\u2060₱9\nDan −\u2060₱9"
    assert ("₱9" in printed, ".00" in printed, ".00" in shared) == (True, False, False)


def test_open_session_has_nothing_to_settle(host: Client, session: Session) -> None:
    assert host.get(url("settle", session)).headers["Location"] == url("table", session)


def test_reopened_meanwhile_a_tick_leads_to_the_table(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...]
) -> None:
    host.post(url("reopen", night), {"key": str(uuid4()), "expected_entry": "2", "reason": "one more hand"})

    plain = host.post(url("hand-over", night), hand_over_forms[0])
    boosted = host.post(url("hand-over", night), hand_over_forms[0], headers={"HX-Request": "true"})

    assert plain.headers["Location"] == url("table", night)
    assert boosted.headers["HX-Redirect"] == url("table", night)
    assert outstanding(night) == (180, -90, 0, -90)


def test_reopening_needs_a_reason(host: Client, night: Session) -> None:
    (form,) = open_page(host, url("reopen", night)).forms()

    page = Page(host.post(url("reopen", night), form | {"reason": "  "}))

    assert page.status == 422
    assert page.text("id", "id_reason_error") == "Say why. Everybody sees it in the ledger."
    assert tables.is_closed(session=night) is True


def test_a_stale_reopen_does_not_reverse_a_newer_close(host: Client, night: Session) -> None:
    (form,) = open_page(host, url("reopen", night)).forms()
    reopen_session(session=night, reason="one more hand", stamp=people.stamp())
    close(night)

    answer = host.post(url("reopen", night), form | {"reason": "the same wish"})

    assert answer.status_code == 409
    page = Page(answer)
    assert page.text("data-code", "close_changed").startswith(
        "The night was reopened and closed again meanwhile, at 03:00."
    )
    assert tables.is_closed(session=night)
    (again,) = page.forms()
    assert again["reason"] == "the same wish"
    host.post(url("reopen", night), again)
    assert not tables.is_closed(session=night)


def test_reopening_takes_the_close_back_and_the_double_tap_does_nothing(host: Client, night: Session) -> None:
    (form,) = open_page(host, url("reopen", night)).forms()
    form |= {"reason": "one more hand"}

    answers = [host.post(url("reopen", night), form).headers["Location"] for _ in range(2)]

    assert answers == [url("table", night)] * 2
    newest = night.entries.latest("number")
    assert (newest.kind, newest.reason, newest.number) == ("reversal", "one more hand", 3)
    assert tables.is_closed(session=night) is False
    assert "Night reopened" in host.get(url("table", night)).text
    assert host.get(url("reopen", night)).headers["Location"] == url("table", night)
    again = form | {"key": str(uuid4()), "reason": "again"}
    assert host.post(url("reopen", night), again).headers["Location"] == url("table", night)
    assert night.entries.count() == 3


def test_cash_of_the_first_close_counts_in_the_second(
    host: Client, night: Session, hand_over_forms: tuple[Form, ...]
) -> None:
    host.post(url("hand-over", night), hand_over_forms[0])
    host.post(url("reopen", night), {"key": str(uuid4()), "expected_entry": "2", "reason": "one more hand"})
    people.win(night, winner=people.BEN)

    preview = host.get(url("close", night))
    page = Page(preview)
    host.post(url("close", night), page.forms()[0])

    assert "Cash handed over before is counted: this is what is left." in preview.text
    assert page.items("data-plan") == ("Carla pays Ben ₱0.90", "Dan pays Ben ₱0.90")
    settle = open_page(host, url("settle", night))
    assert settle.items("data-before") == ("Ben to Ana ₱0.90",)
    shared = (settle.find("data-copy-text").text or "").strip().split("\n\n")
    assert shared[2].replace("\u2060", "").replace("\u00a0", " ").splitlines() == [
        "Ben has paid Ana ₱0.90",
        "Carla pays Ben ₱0.90",
        "Dan pays Ben ₱0.90",
    ]
    assert settle.text("data-progress") == "0 of 2 handed over"
    for form in settle.forms(action=url("hand-over", night))[::2]:
        host.post(url("hand-over", night), form)
    assert outstanding(night) == (0, 0, 0, 0)
    assert people.balances(night) == (90, 90, -90, -90)


def test_night_for_points_shows_the_final_standing_only(host: Client, session: Session) -> None:
    points = people.start_night(club=session.club, currency="points")
    people.win(points)
    close(points)

    page = open_page(host, url("settle", points))

    assert page.items("data-results") == ("Ana +180 won", "Carla 0", "Ben −90 lost", "Dan −90 lost")
    assert not page.has("data-progress")
    assert page.forms(action=url("hand-over", points)) == ()
    shared = (page.find("data-copy-text").text or "").strip().split("\n\n")
    assert [part.split()[0] for part in shared[2:]] == ["Check"]


def test_viewer_sees_the_plan_and_cannot_tick(night: Session, hand_over_forms: tuple[Form, ...]) -> None:
    viewer = viewer_browser(club=night.club)

    page = open_page(viewer, url("settle", night))

    assert lines(page) == ("Ben pays Ana ₱0.90", "Dan pays Ana ₱0.90")
    assert page.forms(action=url("hand-over", night)) == ()
    for name in ("hand-over", "take-back", "reopen"):
        assert viewer.post(url(name, night), hand_over_forms[0]).status_code == 403
    assert outstanding(night) == (180, -90, 0, -90)


@pytest.mark.parametrize("name", ["settle", "hand-over", "take-back", "reopen"])
def test_stranger_is_told_to_ask_the_host(night: Session, name: str) -> None:
    stranger = Client()
    response = stranger.get(url(name, night)) if name == "settle" else stranger.post(url(name, night), {})

    assert response.status_code == 403
    assert "<h1>Ask the host</h1>" in response.text


@pytest.mark.parametrize("name", ["settle", "hand-over", "take-back", "reopen"])
def test_session_of_another_club_is_not_found(host: Client, name: str) -> None:
    elsewhere = people.start_night(club=people.make_club(name="Monday table"))
    close(elsewhere)

    response = host.get(url(name, elsewhere)) if name == "settle" else host.post(url(name, elsewhere), {})

    assert response.status_code == 404
    assert tables.is_closed(session=elsewhere) is True


def test_night_is_sent_by_messengers_without_a_script(host: Client, night: Session) -> None:
    page = host.get(url("settle", night)).text
    for address in ("https://wa.me/?text=", "viber://forward?text=", "sms:?&amp;body=", "mailto:?body="):
        sent = page.partition(f'href="{address}')[2].partition('"')[0]
        assert "Check%20code%3A%20" in sent
