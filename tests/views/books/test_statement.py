"""The statement: everything that was recorded, oldest first, adding up to the results."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ledger import fingerprint
from scoring.models import Club, Session
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.table import tables
from tests import people
from tests.views.reading import open_page, text_of


def address(session: Session) -> str:
    return reverse("statement", args=[session.public_id])


def close(session: Session, *, minutes: int = 0) -> None:
    close_session(
        session=session,
        coin_cents=1,
        expected_entry=tables.last_entry_number(session=session),
        stamp=people.stamp(minutes=minutes),
    )


def test_every_line_stands_oldest_first_with_running_totals(host: Client, session: Session) -> None:
    slip = people.win(session)
    undo(entry=slip, reason="it was Ben", stamp=people.stamp(minutes=5))
    people.win(session, winner=people.BEN)
    close(session)
    hand_over(session=session, payer=1, payee=2, amount_cents=40, stamp=people.stamp(minutes=70))

    page = open_page(host, address(session))

    assert page.rows("data-ledger") == (
        (
            "1",
            "A hand: Ana won, taken from the discards 03:00 · undone at 03:05",
            "+₱1.80 +₱1.80",
            "−₱0.90 −₱0.90",
            "₱0.00 ₱0.00",
            "−₱0.90 −₱0.90",
        ),
        (
            "2",
            "Ana won, taken from the discards. Undone. 03:05 · it was Ben · undid what was recorded at 03:00",
            "−₱1.80 ₱0.00",
            "+₱0.90 ₱0.00",
            "₱0.00 ₱0.00",
            "+₱0.90 ₱0.00",
        ),
        (
            "3",
            "Hand 1: Ben won, taken from the discards 03:00",
            "−₱0.90 −₱0.90",
            "+₱1.80 +₱1.80",
            "−₱0.90 −₱0.90",
            "₱0.00 ₱0.00",
        ),
        ("4", "Night closed 03:00", ""),
        ("5", "Ana handed cash to Ben ₱0.40 04:10", ""),
    )
    struck = [row.get("data-entry") for row in page.root.iter("tr") if row.get("class") == "entry-reversed"]
    assert struck == ["1"]
    (foot,) = page.find("data-ledger").iter("tfoot")
    assert text_of(foot) == "Result −₱0.90 +₱1.80 −₱0.90 ₱0.00"
    assert page.rows("data-plan") == (
        ("Ana pays Ben", "₱0.90", "₱0.40", "₱0.50"),
        ("Carla pays Ben", "₱0.90", "₱0.00", "₱0.90"),
    )


def test_an_open_objection_stands_above_the_results(host: Client, session: Session) -> None:
    entry = people.win(session)
    assert not open_page(host, address(session)).has("data-disputes")

    raise_dispute(entry=entry, seat=session.seats.get(number=people.BEN), why="five kings", stamp=people.stamp())

    assert open_page(host, address(session)).items("data-disputes") == ("Ben objects to hand 1 : five kings",)


@pytest.mark.parametrize("page", ["statement", "night", "receipt"])
def test_who_looks_back_reads_all_stakes_of_a_night(host: Client, club: Club, page: str) -> None:
    night = people.start_night(club=club, stake_factor=10)
    people.win(night)
    change_terms(session=night, wanted=WantedTerms(stakes=20), reason="", expected_entry=1, stamp=people.stamp())

    assert "stakes × 10, then × 20" in open_page(host, reverse(page, args=[night.public_id])).text("id", "main")


@pytest.mark.parametrize("page", ["table", "watch"])
def test_the_table_tells_the_stakes_in_force_and_all_of_them_once_it_is_closed(
    host: Client, club: Club, page: str
) -> None:
    night = people.start_night(club=club, stake_factor=10)
    people.win(night)
    change_terms(session=night, wanted=WantedTerms(stakes=20), reason="", expected_entry=1, stamp=people.stamp())
    there = reverse(page, args=[night.public_id])
    assert "peso, stakes × 20" in open_page(host, there).text("id", "main")

    close(night)

    assert "peso, stakes × 10, then × 20" in open_page(host, there).text("id", "main")


def test_line_names_who_recorded_it(host: Client, session: Session) -> None:
    people.win(session)
    (form,) = open_page(host, reverse("close", args=[session.public_id])).forms()
    host.post(reverse("close", args=[session.public_id]), form)

    closed = open_page(host, address(session)).rows("data-ledger")[1]

    assert closed[1].startswith("Night closed ")
    assert closed[1].endswith(" · Ana's phone, Host")


def test_terms_name_the_preset_the_changes_the_currency_and_the_stakes(host: Client, club: Club) -> None:
    rules = {"preset": "family", "secret": 100, "extra_cards": 10, "porbis_adds": "kings"}
    night = people.start_night(club=club, rules=rules, currency="EUR", stake_factor=3)

    page = open_page(host, address(night))

    (terms,) = (element for element in page.root.iter("dl") if element.get("class") == "terms")
    assert [text_of(value) for value in terms.iter("dd")] == [
        "Cuajo",
        "family rules (A Filipino family's rules, published on their blog), changed:"
        " Secret laid down: €3.00 instead of €1.50 C17"
        " Extra cards the winner may turn: 10 instead of 0 C31"
        " Paid on top of porbis: the kings instead of the base and the kings C32",
        "Euro (EUR)",
        "× 3",
        "1 Feb 2026, 03:00",
    ]


def test_seats_stand_with_their_sides_and_results(host: Client, session: Session) -> None:
    people.win(session)

    assert open_page(host, address(session)).rows("data-results") == (
        ("1", "Ana", "1", "+₱1.80 won"),
        ("2", "Ben", "2", "−₱0.90 lost"),
        ("3", "Carla", "1", "₱0.00"),
        ("4", "Dan", "2", "−₱0.90 lost"),
    )


def test_fingerprint_is_that_of_the_newest_entry_in_both_forms(host: Client, session: Session) -> None:
    people.win(session)
    newest = people.win(session, winner=people.BEN)

    page = open_page(host, address(session))

    assert page.text("data-fingerprint") == newest.fingerprint
    assert page.text("data-short") == fingerprint.short(fingerprint=newest.fingerprint)


def test_session_without_a_line_has_an_empty_ledger(host: Client, session: Session) -> None:
    page = open_page(host, address(session))

    assert not page.has("data-ledger")
    assert not page.has("data-fingerprint")
    assert page.rows("data-results")[0] == ("1", "Ana", "1", "₱0.00")


def test_number_of_queries_does_not_grow_with_the_ledger(host: Client, session: Session) -> None:
    counts = []
    for hands in (2, 5):  # a single hand is numbered by a query less
        for _ in range(hands):
            people.win(session)
        with CaptureQueriesContext(connection) as queries:
            open_page(host, address(session))
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert counts[0] <= 20


def test_stranger_is_told_to_ask_the_host_and_another_club_sees_nothing(host: Client, session: Session) -> None:
    elsewhere = people.start_night(club=people.make_club(name="Monday table"))

    assert "<h1>Ask the host</h1>" in Client().get(address(session)).text
    assert host.get(address(elsewhere)).status_code == 404


def test_receipt_says_results_payments_and_check_code(host: Client, session: Session) -> None:
    people.win(session)
    (form,) = open_page(host, reverse("close", args=[session.public_id])).forms()
    host.post(reverse("close", args=[session.public_id]), form)

    page = open_page(host, reverse("receipt", args=[session.public_id]))

    assert page.items("data-plan") == ("Ben → Ana ₱0.90", "Dan → Ana ₱0.90")
    mark = open_page(host, address(session)).text("data-short")
    assert page.text("data-receipt").endswith(
        f"Who hands how much to whom Ben → Ana ₱0.90 Dan → Ana ₱0.90"
        f" This code opens the statement of the night. Check code {mark}"
        " The same on every phone, unless something recorded was changed afterwards."
    )


def test_receipt_says_what_is_left_of_a_payment_in_part(host: Client, session: Session) -> None:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    hand_over(session=session, payer=people.BEN, payee=people.ANA, amount_cents=30, stamp=people.stamp())

    page = open_page(host, reverse("receipt", args=[session.public_id]))

    assert page.items("data-plan")[0] == "Ben → Ana ₱0.30 handed over, ₱0.60 left ₱0.90"


def test_results_so_far_say_that_they_count_a_struck_line_for_a_while(host: Client, session: Session) -> None:
    says = "The results count a struck line until the line that undoes it; the chart leaves both out."
    slip = people.win(session)
    people.win(session, winner=people.BEN)
    assert says not in text_of(open_page(host, address(session)).root)

    undo(entry=slip, reason="it was Ben", stamp=people.stamp(minutes=5))
    assert says in text_of(open_page(host, address(session)).root)


def test_it_draws_how_the_money_went_and_leads_back_to_itself(host: Client, session: Session) -> None:
    assert not open_page(host, address(session)).has("data-chart"), "there is nothing to draw yet"
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    assert not open_page(host, address(session)).has("data-chart"), "nothing that is drawn stands"
    people.win(session)
    close(session)

    page = open_page(host, address(session))

    assert page.text("data-chart", "night").startswith("Money of the night")
    assert page.find("alt", "QR code of this statement").get("src", "").startswith("data:image/svg+xml")


def test_it_draws_a_corrected_hand_where_it_was_played_as_the_story_does(host: Client, session: Session) -> None:
    slip = people.win(session)
    people.win(session, winner=people.BEN)
    correct_hand(entry=slip, act=people.win_act(session, winner=people.DAN), reason="it was Dan", stamp=people.stamp())

    story, printed = (open_page(host, page) for page in (reverse("night", args=[session.public_id]), address(session)))

    drawn = [[text_of(row) for row in page.find("data-chart").iter("tr")][1:] for page in (story, printed)]
    assert drawn[0] == drawn[1]
    assert [row.split(":")[0] for row in drawn[1]] == ["Hand 1", "Hand 2"]


def test_a_hand_that_moved_nothing_has_its_place_in_the_chart_as_in_the_story(host: Client, session: Session) -> None:
    people.win(session)
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())
    people.win(session, winner=people.BEN)
    for page in (reverse("night", args=[session.public_id]), address(session)):
        _, *rows = open_page(host, page).find("data-chart").iter("tr")
        won, drawn, other = ([text_of(cell) for cell in row.iter("td")] for row in rows)
        assert won == drawn != other
