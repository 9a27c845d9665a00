"""A secret takes two taps, the second of which states who pays how much; one that was none is refunded."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Entry, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Order, change_seats
from tests import people
from tests.views.reading import Page, open_page


def address(session: Session, *, seat: int = people.BEN) -> str:
    return reverse("secret", args=[session.public_id, seat])


def refund_address(session: Session, *, number: int = 1) -> str:
    return reverse("refund", args=[session.public_id, number])


def asked(browser: Client, address: str) -> dict[str, str]:
    (form,) = open_page(browser, address).forms(action=address)
    return form


def lay(session: Session, *, seat: int = people.BEN, seen: int = 0) -> Entry:
    return record_secret(session=session, seat=seat, expected_entry=seen, stamp=people.stamp())


def test_confirmation_states_who_pays_how_much_and_the_partner_with_nothing(host: Client, session: Session) -> None:
    page = open_page(host, address(session))

    assert page.items("data-pays") == (
        "Ana pays −₱0.50 lost",
        "Ben receives +₱1.00 won",
        "Carla pays −₱0.50 lost",
        "Dan pays nothing ₱0.00",
    )


def test_confirming_records_the_secret_and_returns_to_the_table(host: Client, session: Session) -> None:
    response = host.post(address(session), asked(host, address(session)), follow=True)

    table = reverse("table", args=[session.public_id])
    assert response.redirect_chain == [(f"{table}?recorded=1", 302)]
    assert "Secret of Ben recorded." in response.text
    assert people.balances(session) == (-50, 100, -50, 0)


def test_stakes_multiply_a_secret(host: Client, club: Club) -> None:
    night = people.start_night(club=club, stake_factor=20)

    host.post(address(night), asked(host, address(night)))

    assert people.balances(night) == (-1000, 2000, -1000, 0)


def test_dock_gets_only_the_confirmation(host: Client, session: Session) -> None:
    headers: Any = {"HX-Request": "true", "HX-Target": "dock"}
    response = host.get(address(session), headers=headers)

    assert response.text.startswith("<form")
    assert response.text.count("<form") == 1
    assert {name.strip() for name in response["Vary"].split(",")} >= {"HX-Request", "HX-Target"}


def test_history_restore_gets_the_whole_page(host: Client, session: Session) -> None:
    headers: Any = {"HX-Request": "true", "HX-History-Restore-Request": "true"}

    assert "<h2" in host.get(address(session), headers=headers).text.split("<main")[1]


def test_double_tap_pays_once(host: Client, session: Session) -> None:
    form = asked(host, address(session))

    host.post(address(session), form)
    second = host.post(address(session), form)

    assert second.status_code == 302
    assert people.balances(session) == (-50, 100, -50, 0)


def test_secret_asked_before_other_news_is_asked_again(host: Client, session: Session) -> None:
    stale = asked(host, address(session))
    lay(session, seat=people.DAN)

    response = host.post(address(session), stale)

    page = Page(response)
    assert page.status == 409
    assert (
        page.notice() == "Something was recorded meanwhile, so this was not. Check that it still fits, then try again."
    )
    (again,) = page.forms(action=address(session))
    assert again["key"] != stale["key"]
    host.post(address(session), again)
    assert people.balances(session) == (-100, 100, -100, 100)


def test_form_without_a_key_is_refused_and_writes_nothing(host: Client, session: Session) -> None:
    response = host.post(address(session), {"expected_entry": "0"})

    assert response.status_code == 422
    assert people.balances(session) == (0, 0, 0, 0)


def test_closed_session_takes_no_secret(host: Client, session: Session) -> None:
    form = asked(host, address(session))
    close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())

    for response in (host.get(address(session)), host.post(address(session), form)):
        page = Page(response)
        assert page.status == 409
        assert page.notice() == "This night is closed. Reopen it to record or change anything."


def test_empty_seat_has_no_secret(host: Client, session: Session) -> None:
    assert host.get(address(session, seat=5)).status_code == 404


def test_false_secret_is_refunded_without_penalty_where_the_house_has_none_c18(host: Client, session: Session) -> None:
    lay(session)

    page = open_page(host, refund_address(session))
    host.post(refund_address(session), {**asked(host, refund_address(session)), "reason": "three fours"})

    assert page.items("data-pays") == (
        "Ana receives +₱0.50 won",
        "Ben pays −₱1.00 lost",
        "Carla receives +₱0.50 won",
        "Dan pays nothing ₱0.00",
    )
    assert people.balances(session) == (0, 0, 0, 0)
    assert session.entries.get(number=2).reason == "three fours"


def test_false_secret_pays_the_penalty_of_the_house_on_top_c18(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "false_secret_penalty": 30})
    lay(night)

    page = open_page(host, refund_address(night))
    host.post(refund_address(night), asked(host, refund_address(night)))

    assert page.items("data-pays") == (
        "Ana receives +₱0.80 won",
        "Ben pays −₱1.60 lost",
        "Carla receives +₱0.80 won",
        "Dan pays nothing ₱0.00",
    )
    assert people.balances(night) == (30, -60, 30, 0)


def test_a_false_secret_of_somebody_who_left_is_refunded_by_the_seats_it_was_laid_on(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "false_secret_penalty": 30})
    lay(night)
    order = Order(names=("Ana", "Dan", "Carla", "Eva"))
    change_seats(session=night, order=order, expected_entry=1, stamp=people.stamp())

    page = open_page(host, refund_address(night))
    host.post(refund_address(night), asked(host, refund_address(night)))

    assert page.items("data-pays")[:4] == (
        "Ana receives +₱0.80 won",
        "Ben pays −₱1.60 lost",
        "Carla receives +₱0.80 won",
        "Dan pays nothing ₱0.00",
    )
    assert people.balances(night) == (30, -60, 30, 0, 0)


def test_double_tap_refunds_once(host: Client, session: Session) -> None:
    lay(session)
    form = asked(host, refund_address(session))

    host.post(refund_address(session), form)
    second = host.post(refund_address(session), form)

    assert second.status_code == 302
    assert session.entries.count() == 2


def test_secret_that_was_taken_back_is_not_refunded(host: Client, session: Session) -> None:
    undo(entry=lay(session), reason="", stamp=people.stamp())

    page = Page(host.get(refund_address(session)))

    assert page.status == 409
    assert page.notice() == "This was undone before. Record it again if that was wrong."


def test_only_a_secret_has_a_refund(host: Client, session: Session) -> None:
    people.win(session)

    assert host.get(refund_address(session)).status_code == 404


@pytest.mark.parametrize("name", ["secret", "refund"])
def test_stranger_and_another_club_cannot_pay(host: Client, client: Client, session: Session, name: str) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    for night in (session, other):
        lay(night)

    stranger = client.post(reverse(name, args=[session.public_id, 1]))
    guest = host.post(reverse(name, args=[other.public_id, 1]))

    assert (stranger.status_code, guest.status_code) == (403, 404)
    assert session.entries.count() == other.entries.count() == 1


def test_name_of_the_link_at_a_seat_begins_with_the_words_on_it(host: Client, session: Session) -> None:
    lay(session)
    page = open_page(host, reverse("table", args=[session.public_id]))
    links = [link for link in page.root.iter("a") if "token-secret" in link.get("class", "")]
    assert [(" ".join("".join(link.itertext()).split()), link.get("aria-label")) for link in links] == [
        ("Secret", "Secret: Ana"),
        ("Secret · 1", "Secret · 1: Ben"),
        ("Secret", "Secret: Carla"),
        ("Secret", "Secret: Dan"),
    ]
