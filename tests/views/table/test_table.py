"""The table page says who stands where, what this hand knows, and everything that was recorded."""

import re
from xml.etree.ElementTree import Element

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Membership, Role, Session
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import undo
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page, text_of


def address(session: Session, *, page: int | None = None) -> str:
    url = reverse("table", args=[session.public_id])
    return f"{url}?page={page}" if page else url


def seats(page: Page) -> tuple[str, ...]:
    return page.items("data-table", tag="article")


def links(page: Page) -> set[str]:
    return {link.get("href", "") for link in page.root.iter("a")}


def draw(session: Session) -> None:
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())


def test_new_table_stands_at_zero_with_the_first_dealer_marked(host: Client, session: Session) -> None:
    page = open_page(host, address(session))

    assert seats(page) == ("Ana 0.00 deals Secret", "Ben 0.00 Secret", "Carla 0.00 Secret", "Dan 0.00 Secret")
    assert page.items("data-sides", tag="div")[1:] == ("Ana and Carla 0.00", "Ben and Dan 0.00")
    assert page.text("data-sowee") == "Sowee tap to pick"
    assert not page.has("data-ledger")
    assert reverse("hand", args=[session.public_id]) in links(page)


def test_winner_deals_next_and_balances_follow_the_payments(host: Client, session: Session) -> None:
    people.win(session, winner=people.BEN)
    record_secret(session=session, seat=people.CARLA, expected_entry=1, stamp=people.stamp())

    page = open_page(host, address(session))

    assert seats(page) == (
        "Ana −0.90 lost Secret",
        "Ben +1.30 won deals Secret",
        "Carla +0.10 won Secret · 1 1 secret laid",
        "Dan −0.50 lost Secret",
    )
    assert page.items("data-sides", tag="div")[1:] == ("Ana and Carla −0.80 lost", "Ben and Dan +0.80 won")
    assert page.items("data-ledger") == (
        "Secret of Carla Ana 0.00 Ben −0.50 Carla +1.00 Dan −0.50 03:00 ₱1.00 Undo False secret",
        "1 Hand 1: Ben won, taken from the discards Ana −0.90 Ben +1.80 Carla −0.90 Dan 0.00 03:00 ₱1.80 Undo Correct",
    )


def test_acts_of_the_newest_line_stand_open_and_those_of_older_lines_behind_their_dots(
    host: Client, session: Session
) -> None:
    people.win(session, winner=people.BEN)
    record_secret(session=session, seat=people.CARLA, expected_entry=1, stamp=people.stamp())

    acts = [part for part in open_page(host, address(session)).root.iter() if "entry-more" in part.get("class", "")]

    assert [(part.tag, text_of(part)) for part in acts] == [("div", "Undo False secret"), ("details", "Undo Correct")]


def test_whoever_records_is_led_from_who_deals_to_who_deals_next(host: Client, session: Session) -> None:
    dealer = f"{reverse('seats', args=[session.public_id])}#deals-next"
    player = people.browser_of(club=session.club, role=Role.PLAYER)

    led, not_led = open_page(host, address(session)), open_page(player, address(session))

    assert (dealer in links(led), dealer in links(not_led)) == (True, False)
    assert 'id="deals-next"' in host.get(dealer).text
    assert seats(not_led)[0] == "Ana 0.00 deals"


def test_reversed_line_is_struck_and_points_to_the_line_that_took_it_back(host: Client, session: Session) -> None:
    entry = people.win(session)
    undo(entry=entry, reason="wrong winner", stamp=people.stamp())

    page = open_page(host, address(session))

    assert page.items("data-ledger") == (
        "Ana won, taken from the discards. Undone. "
        "Ana −1.80 Ben +0.90 Carla 0.00 Dan +0.90 03:00 · wrong winner · undid what was recorded at 03:00",
        "A hand: Ana won, taken from the discards Ana +1.80 Ben −0.90 Carla 0.00 Dan −0.90 "
        "03:00 · undone at 03:00 ₱1.80",
    )
    assert page.find("id", "line-1").get("class") == "entry entry-reversed"
    assert {"?page=1#line-1", "?page=1#line-2"} <= links(page)


def test_ledger_pages_hold_twelve_lines_and_reversals_link_across_them(host: Client, session: Session) -> None:
    entry = people.win(session)
    for _ in range(12):
        draw(session)
    undo(entry=entry, reason="a slip", stamp=people.stamp())

    newest, oldest = open_page(host, address(session)), open_page(host, address(session, page=2))

    assert len(newest.items("data-ledger")) == 12
    assert [line for line in oldest.ids() if line.startswith("line-")] == ["line-2", "line-1"]
    assert "?page=2#line-1" in links(newest)
    assert "?page=1#line-14" in links(oldest)


def test_lines_of_the_night_go_back_beyond_the_first_page_and_stand_there_only(host: Client, session: Session) -> None:
    for _ in range(13):
        people.win(session)
    newest, older = (host.get(address(session, page=page)).text for page in (1, 2))
    (first,) = re.findall(r'<g class="chart-line chart-hue-0 chart-dash-0"><path\s+d="([^"]+)"', newest)
    assert first.count("l") == 13
    assert "night-lines" not in older


def test_nonsense_page_numbers_show_the_nearest_page(host: Client, session: Session) -> None:
    draw(session)
    for asked in ("0", "-1", "x", "99", "9" * 30):
        assert len(open_page(host, f"{address(session)}?page={asked}").items("data-ledger")) == 1


@pytest.mark.parametrize("hands", [3, 40])
def test_number_of_queries_does_not_grow_with_the_ledger(host: Client, session: Session, hands: int) -> None:
    for _ in range(hands - 1):
        draw(session)
    people.win(session)

    with CaptureQueriesContext(connection) as queries:
        open_page(host, address(session))

    assert len(queries) == 12


@pytest.mark.parametrize(
    ("language", "written"), [("en", "10,000"), ("fil", "10,000"), ("es", "10\N{NO-BREAK SPACE}000"), ("ca", "10.000")]
)
def test_stakes_are_parted_as_amounts_are(host: Client, club: Club, language: str, written: str) -> None:
    night = people.start_night(club=club, stake_factor=10_000)
    host.cookies["language"] = language
    shown = host.get(address(night), headers={"accept-language": language}).text
    assert f"×\N{NO-BREAK SPACE}{written}" in shown


def test_points_only_shows_points(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="points")
    people.win(night)

    page = open_page(host, address(night))

    assert seats(page)[0] == "Ana +180 won deals Secret"


def test_rules_that_differ_from_their_preset_are_said_in_the_tables_money(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "family", "secret": 60, "extra_cards": 5}, stake_factor=10)

    page = open_page(host, address(night))

    assert page.items("data-differences") == (
        "Secret laid down: ₱6.00 (otherwise ₱5.00)",
        "Extra cards the winner may turn: 5 (otherwise 0)",
    )


def test_unchanged_rules_have_no_differences(host: Client, session: Session) -> None:
    assert not open_page(host, address(session)).has("data-differences")


def test_closed_table_is_for_reading_only(host: Client, session: Session) -> None:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())

    page = open_page(host, address(session))

    assert seats(page) == ("Ana +1.80 won", "Ben −0.90 lost", "Carla 0.00", "Dan −0.90 lost")
    assert not page.has("id", "dock")
    assert {reverse("settle", args=[session.public_id]), reverse("statement", args=[session.public_id])} <= links(page)
    assert [line.split()[-1] for line in page.items("data-ledger")] == ["03:00", "₱1.80"]


def to_settle(browser: Client, session: Session) -> tuple[str, bool]:
    """Return the words of the link to settle a closed night, and whether it is the act of the page."""
    settle = reverse("settle", args=[session.public_id])
    (link,) = (each for each in open_page(browser, address(session)).root.iter("a") if each.get("href") == settle)
    return text_of(link), "button-primary" in link.get("class", "")


def test_closed_table_asks_to_settle_only_what_is_left(host: Client, session: Session, club: Club) -> None:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    assert to_settle(host, session) == ("Settle", True)
    for payer in (people.BEN, people.DAN):
        hand_over(session=session, payer=payer, payee=people.ANA, amount_cents=90, stamp=people.stamp())
    assert to_settle(host, session) == ("Payments", False)
    assert "All settled" in text_of(open_page(host, address(session)).root)

    points = people.start_night(club=club, currency="points")
    people.win(points)
    close_session(session=points, coin_cents=1, expected_entry=1, stamp=people.stamp())
    assert to_settle(host, points) == ("Final standing", False)


def menu(browser: Client, session: Session) -> tuple[tuple[str, ...], ...]:
    """Return the groups of the menu of a night."""
    groups = (each for each in open_page(browser, address(session)).root.iter() if _is_group(each))
    return tuple(tuple(text_of(link) for link in group.iter("a")) for group in groups)


def _is_group(element: Element) -> bool:
    return "menu-group" in element.get("class", "").split()


def test_the_menu_of_a_night_ends_with_its_close_in_a_group_of_its_own(host: Client, session: Session) -> None:
    assert menu(host, session) == (
        ("Nobody won, misdeal", "False win", "Purro, follow the play"),
        (
            "Who owes whom, cash handed over",
            "Side bet, fine, tip",
            "Tong, for house or snacks",
            "Chips",
            "Debts from before",
        ),
        ("Seats", "Stakes and house rules", "Name, place and note", "Settings"),
        ("Phones", "Show on a large screen", "Show the hints", "Who did what"),
        ("Close the night",),
    )
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    assert menu(viewer, session) == (("Show on a large screen", "Who did what"),)


def test_viewer_reads_the_table_without_a_button(host: Client, session: Session) -> None:
    Membership.objects.update(role=Role.VIEWER)

    page = open_page(host, address(session))

    assert seats(page)[0] == "Ana 0.00 deals"
    assert not page.has("id", "dock")


def test_fingerprint_appears_with_the_first_line_and_changes_with_every_line(host: Client, session: Session) -> None:
    assert not open_page(host, address(session)).has("data-fingerprint")
    draw(session)
    first = open_page(host, address(session)).text("data-fingerprint")
    draw(session)
    second = open_page(host, address(session)).text("data-fingerprint")

    assert len(first) == len(second) == 9
    assert first != second


def test_seats_without_partners_show_no_sides(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partnerships": False}, names=("Ana", "Ben", "Eva"))
    record_secret(session=night, seat=3, expected_entry=0, stamp=people.stamp())

    page = open_page(host, address(night))

    assert seats(page) == (
        "Ana −0.50 lost deals Secret",
        "Ben −0.50 lost Secret",
        "Eva +1.00 won Secret · 1 1 secret laid",
    )
    assert not page.has("data-sides")


def test_sowee_is_noted_for_this_hand_and_forgotten_by_the_next(host: Client, session: Session) -> None:
    sowee = reverse("sowee", args=[session.public_id])
    keys = [key for key in open_page(host, sowee).root.iter("button") if key.get("name") == "sowee"]
    assert len({key.get("value") for key in keys}) == 28

    response = host.post(sowee, {"hand": "1", "sowee": "4O"})

    assert response.headers["Location"] == address(session)
    shown = open_page(host, address(session))
    assert next(shown.find("data-sowee").iter("svg")).get("aria-label") == "4 of coins (oros)"
    draw(session)
    assert open_page(host, address(session)).text("data-sowee") == "Sowee tap to pick"


def test_sowee_of_an_earlier_hand_changes_nothing_and_says_so(host: Client, session: Session) -> None:
    draw(session)

    response = host.post(reverse("sowee", args=[session.public_id]), {"hand": "1", "sowee": "4O"}, follow=True)

    assert "Hand 1 was over already" in response.text
    session.refresh_from_db()
    assert session.table == {}


def test_sowee_must_be_a_card_of_the_pack(host: Client, session: Session) -> None:
    response = host.post(reverse("sowee", args=[session.public_id]), {"hand": "1", "sowee": "2O"})

    assert response.status_code == 422
    assert Page(response).notice() == "Not understood: “2O”. Tap one of the 28 cards, or type one."


def test_an_empty_box_for_the_sowee_is_told_and_takes_off_nothing(host: Client, session: Session) -> None:
    address = reverse("sowee", args=[session.public_id])
    host.post(address, {"hand": "1", "sowee": "4O"})
    refused = Page(host.post(address, {"hand": "1", "sowee": "", "typed": "1", "expected_sowee": "4O"}))
    assert refused.status == 422
    assert refused.notice() == "No card was typed. Tap one of the 28 cards, or type one."
    host.post(address, {"hand": "1", "sowee": "", "expected_sowee": "4O"})
    assert open_page(host, reverse("table", args=[session.public_id])).text("data-sowee") == "Sowee tap to pick"


@pytest.mark.parametrize(
    ("typed", "name"), [("hari oros", "12 of coins (oros), king"), ("3 of cups", "3 of cups (copas)")]
)
def test_sowee_can_be_typed_in_words(host: Client, session: Session, typed: str, name: str) -> None:
    host.post(reverse("sowee", args=[session.public_id]), {"hand": "1", "sowee": typed})
    shown = open_page(host, address(session))
    assert next(shown.find("data-sowee").iter("svg")).get("aria-label") == name


def test_sowee_can_be_taken_off_again(host: Client, session: Session) -> None:
    sowee = reverse("sowee", args=[session.public_id])
    host.post(sowee, {"hand": "1", "sowee": "4O"})
    host.post(sowee, {"hand": "1", "sowee": ""})

    assert open_page(host, address(session)).text("data-sowee") == "Sowee tap to pick"


def test_stranger_is_told_to_ask_the_host(client: Client, session: Session) -> None:
    for name in ("table", "sowee", "false-win", "drawn-hand"):
        response = client.get(reverse(name, args=[session.public_id]))
        assert response.status_code == 403
        assert "<h1>Ask the host</h1>" in response.text


def test_session_of_another_club_is_not_found(host: Client, session: Session) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))

    for name in ("table", "sowee", "false-win", "drawn-hand"):
        assert host.get(reverse(name, args=[other.public_id])).status_code == 404
    assert tables.last_entry_number(session=other) == 0


def test_a_hand_opened_before_the_sowee_was_corrected_is_shown_both_and_not_recorded(
    host: Client, session: Session
) -> None:
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    address = reverse("quick-hand", args=[session.public_id])
    (form,) = (form for form in open_page(host, address).forms(action=address) if "expected_sowee" in form)
    assert (form["sowee"], form["expected_sowee"]) == ("4O", "4O")
    keep_table(session=session, hand=1, notes={"sowee": "5C"})
    said = {name: str(value) for name, value in people.DECLARED_WIN.items() if name in ("winner", "source")}
    told = {"kings_of_coins": "0", "other_kings": "0", "conditions": "neither", "porbis": "", "step": "record"}

    answer = host.post(address, form | said | told)

    assert answer.status_code == 409
    assert "The table says meanwhile that the sowee is 5C." in answer.text
    assert session.entries.count() == 0


def test_two_phones_that_note_different_sowees_see_each_other(host: Client, session: Session) -> None:
    (form, _typed) = open_page(host, reverse("sowee", args=[session.public_id])).forms(
        action=reverse("sowee", args=[session.public_id])
    )
    keep_table(session=session, hand=1, notes={"sowee": "4O"})

    answer = host.post(reverse("sowee", args=[session.public_id]), form | {"sowee": "5C"})

    assert answer.status_code == 409
    page = Page(answer)
    assert page.text("data-code", "sowee_changed").startswith("The table says meanwhile that the sowee is 4O.")
    again = page.forms(action=reverse("sowee", args=[session.public_id]))[0]
    assert host.post(reverse("sowee", args=[session.public_id]), again | {"sowee": "5C"}).status_code == 302
    session.refresh_from_db()
    assert session.table["sowee"] == "5C"


@pytest.mark.parametrize(("holder", "nearest"), [(people.ANA, "Ana"), (people.CARLA, "Carla"), (people.DAN, "Dan")])
def test_a_player_s_own_seat_lies_nearest_with_the_others_as_they_sit(
    club: Club, session: Session, holder: int, nearest: str
) -> None:
    phone = people.player_browser(session=session, seat=holder)
    around = re.findall(r'class="seat seat-(\d)".*?<bdi>(\w+)</bdi>', phone.get(address(session)).text, re.DOTALL)
    names = [name for _place, name in sorted(around)]
    assert names[0] == nearest
    start = people.NAMES.index(nearest)
    assert names == [*people.NAMES[start:], *people.NAMES[:start]]
