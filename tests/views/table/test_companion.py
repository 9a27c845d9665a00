"""The companion keeps track of a hand by single taps; it records nothing and forgets itself."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Membership, Role, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.penalties import record_secret
from tests import people
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, open_page, text_of

HTMX = {"HX-Request": "true", "HX-Target": "companion-body"}


def table(session: Session) -> str:
    return reverse("table", args=[session.public_id])


def address(session: Session) -> str:
    return reverse("companion", args=[session.public_id])


def shown(browser: Client, session: Session) -> Page:
    return open_page(browser, table(session))


def seen(browser: Client, session: Session) -> dict[str, str]:
    """Return what every form of the companion carries as the page stands."""
    form = shown(browser, session).forms(action=address(session))[0]
    return {"hand": form["hand"], "seen": form["seen"]}


def tap(browser: Client, session: Session, what: str, seat: int | str = "") -> Any:
    """Tap on the page as it stands, without scripts."""
    return browser.post(address(session), seen(browser, session) | {"what": what, "seat": str(seat)})


def play(browser: Client, session: Session, *taps: tuple[str, int]) -> None:
    for what, seat in taps:
        response = tap(browser, session, what, seat)
        assert response.headers["Location"] == f"{table(session)}?companion=open#companion", (what, seat)


def seats(page: Page) -> tuple[str, ...]:
    """Return what is said of each seat, without its buttons."""
    return page.items("data-companion-seats", tag="p")


def warned(response: Any, browser: Client) -> str:
    """Return what the table warns of after a tap that was refused."""
    assert response.status_code == 302
    return text_of(Page(browser.get(response.headers["Location"])).find("class", "notice notice-warning"))


def section(response: Any) -> Page:
    """Return the part of the page that HTMX was answered with."""
    return Page(SimpleNamespace(status_code=response.status_code, text=f"<main>{response.text}</main>"))


def test_companion_is_folded_and_begins_with_the_dealer_opening_c12(host: Client, session: Session) -> None:
    page = shown(host, session)

    assert "open" not in page.find("data-companion").attrib
    assert page.text("data-turn") == "Ana discards"
    assert page.text("data-stock") == "50 in the stock"
    assert seats(page) == ("Ana deals turn", "Ben", "Carla", "Dan")
    assert not page.has("data-last-tap")


def test_taps_pass_the_turn_to_the_right_and_count_the_stock(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("turn", BEN), ("draw", CARLA))

    page = shown(host, session)
    assert "open" in page.find("data-companion").attrib
    assert (page.text("data-turn"), page.text("data-stock")) == ("Carla discards", "48 in the stock")
    assert page.text("data-last-tap") == "Carla drew from the stock"
    assert seats(page) == ("Ana deals", "Ben", "Carla turn", "Dan")


def test_taken_discard_leaves_the_stock_alone(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("take", BEN))

    assert shown(host, session).text("data-stock") == "50 in the stock"


def test_purro_is_marked_and_others_show_their_draws_c20(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("purro", ANA))

    page = shown(host, session)
    assert seats(page)[0] == "Ana deals purro"
    assert page.text("data-shows") == "Ben shows a card drawn from the stock: Another player is purro. C20"


def test_lost_purro_counts_two_penalty_turns_down_c23(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("turn", BEN), ("purro", BEN))
    around = (("turn", CARLA), ("turn", DAN), ("turn", ANA))
    play(host, session, *around, ("turn", BEN), ("lost", BEN))

    said = []
    for _ in range(3):
        play(host, session, *around)
        said.append(seats(shown(host, session))[1])
        play(host, session, ("turn", BEN))

    assert said == ["Ben turn 2 penalty turns", "Ben turn 1 penalty turn", "Ben turn"]


def test_penalty_bars_purro_and_says_the_rule_c23(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("turn", BEN), ("purro", BEN))
    play(host, session, ("turn", CARLA), ("turn", DAN), ("turn", ANA), ("turn", BEN), ("lost", BEN))

    response = tap(host, session, "purro", BEN)

    assert warned(response, host) == "For two turns after losing purro it may not be said. (C23)"


@pytest.mark.parametrize(
    ("what", "seat", "said"),
    [
        ("turn", BEN, "It is another player's turn. (C15)"),
        ("draw", ANA, "The player in turn has sixteen cards and does not draw. (C15)"),
        ("purro", ANA, "This is said right after the own discard, before the next draw. (C19)"),
        ("lost", BEN, "The player is not purro. (C19)"),
        ("take_back", BEN, "The player is not purro. (C19)"),
        ("secret", BEN, "A secret is laid on the own turn, after drawing and before discarding. (C17)"),
        ("discard", 7, "Nobody plays on this seat. (C12)"),
    ],
)
def test_refused_tap_says_why_and_changes_nothing(
    host: Client, session: Session, what: str, seat: int, said: str
) -> None:
    assert warned(tap(host, session, what, seat), host) == said

    session.refresh_from_db()
    assert session.table == {}


def test_undo_drops_the_last_tap_until_none_is_left(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("turn", BEN))

    tap(host, session, "undo")
    once = shown(host, session)
    tap(host, session, "undo")
    tap(host, session, "undo")

    assert (once.text("data-turn"), once.text("data-last-tap")) == ("Ben draws", "Ana discarded")
    assert shown(host, session).text("data-turn") == "Ana discards"


def test_secret_tapped_but_not_paid_is_pointed_out(host: Client, session: Session) -> None:
    play(host, session, ("secret", ANA))
    before = seats(shown(host, session))[0]

    record_secret(session=session, seat=ANA, expected_entry=0, stamp=people.stamp())

    assert before == "Ana deals turn 1 secret not paid yet"
    assert seats(shown(host, session))[0] == "Ana deals turn 1 secret"


def test_tap_made_on_an_old_page_is_refused_and_shown_anew(host: Client, session: Session) -> None:
    old = seen(host, session)
    play(host, session, ("discard", ANA))

    response = host.post(address(session), old | {"what": "secret", "seat": "1"})

    assert warned(response, host).startswith("Somebody tapped on another phone, so your tap was not noted.")
    assert shown(host, session).text("data-last-tap") == "Ana discarded"


def test_same_number_of_other_taps_is_another_version(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA))
    old = seen(host, session)
    tap(host, session, "undo")
    play(host, session, ("secret", ANA))

    host.post(address(session), old | {"what": "undo"})

    assert shown(host, session).text("data-last-tap") == "Ana laid a secret"


def test_double_tap_notes_once(host: Client, session: Session) -> None:
    sent = seen(host, session) | {"what": "secret", "seat": "1"}

    host.post(address(session), sent)
    host.post(address(session), sent)

    assert seats(shown(host, session))[0] == "Ana deals turn 1 secret not paid yet"


def test_htmx_gets_the_section_alone_with_what_was_refused(host: Client, session: Session) -> None:
    sent = seen(host, session)

    good = host.post(address(session), sent | {"what": "discard", "seat": "1"}, headers=HTMX)
    bad = host.post(address(session), sent | {"what": "discard", "seat": "1"}, headers=HTMX)
    illegal = host.post(address(session), seen(host, session) | {"what": "purro", "seat": "3"}, headers=HTMX)

    page = section(good)
    assert (page.status, page.text("data-turn")) == (200, "Ben draws")
    assert not page.has("data-companion")
    refused = section(bad)
    assert (refused.status, refused.has("data-code", "companion_changed")) == (409, True)
    assert refused.text("data-turn") == "Ben draws"
    assert section(illegal).text("data-code", "after_own_discard").endswith("(C19)")


def test_recording_the_hand_forgets_the_companion_but_a_sowee_does_not(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA))
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    kept = shown(host, session).text("data-last-tap")
    play(host, session, ("turn", BEN))
    session.refresh_from_db()
    assert session.table["sowee"] == "4O"

    people.win(session, winner=CARLA)

    page = shown(host, session)
    assert kept == "Ana discarded"
    assert not page.has("data-last-tap")
    assert page.text("data-turn") == "Carla discards"


def test_corrected_winner_makes_another_dealer_and_an_empty_companion(host: Client, session: Session) -> None:
    entry = people.win(session, winner=CARLA)
    play(host, session, ("discard", CARLA))

    act = {**people.WORKED_WIN, "winner": DAN}
    correct_hand(entry=entry, act=act, reason="it was Dan", stamp=people.stamp())

    page = shown(host, session)
    assert (page.text("data-turn"), page.has("data-last-tap")) == ("Dan discards", False)


def test_six_players_go_around_and_the_stock_runs_out_c33(host: Client, club: Club) -> None:
    names = (*people.NAMES, "Eva", "Fay")
    night = people.start_night(club=club, rules={"preset": "pagat", "partnerships": False}, names=names)
    play(host, night, ("discard", ANA))
    for number in range(20):
        play(host, night, ("turn", (number + 1) % 6 + 1))

    page = shown(host, night)
    assert (page.text("data-stock"), page.text("data-turn")) == ("0 in the stock", "Dan draws")
    assert page.text("data-exhausted").endswith("C33")
    taps = [button.get("value") for button in page.root.iter("button") if button.get("name") == "what"]
    assert taps[:2] == ["take", "undo"]
    assert warned(tap(host, night, "turn", DAN), host) == "The stock is exhausted. (C33)"


def test_nonsense_notes_nothing(host: Client, session: Session) -> None:
    sent = seen(host, session)
    for wrong in ({"what": "win"}, {"what": "discard", "seat": "x"}, {"what": "discard"}, {"hand": "0"}):
        host.post(address(session), sent | {"what": "discard"} | wrong)
    host.post(address(session), sent | {"hand": "2", "what": "discard", "seat": "1"})

    session.refresh_from_db()
    assert session.table == {}


def test_companion_records_nothing(host: Client, session: Session) -> None:
    play(host, session, ("secret", ANA), ("discard", ANA), ("purro", ANA))

    assert session.entries.count() == 0
    assert people.balances(session) == (0, 0, 0, 0)


def test_table_page_asks_as_many_questions_with_the_companion_in_use(host: Client, session: Session) -> None:
    play(host, session, ("discard", ANA), ("turn", BEN), ("turn", CARLA), ("purro", CARLA))

    with CaptureQueriesContext(connection) as queries:
        shown(host, session)

    assert len(queries) <= 15


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER])
def test_others_see_it_once_it_is_used_and_tap_nothing(host: Client, session: Session, role: Role) -> None:
    sent = seen(host, session) | {"what": "discard", "seat": "1"}
    Membership.objects.update(role=role)
    unused = shown(host, session)
    response = host.post(address(session), sent)
    Membership.objects.update(role=Role.HOST)
    play(host, session, ("discard", ANA))
    Membership.objects.update(role=role)
    used = shown(host, session)

    assert not unused.has("data-companion")
    assert response.status_code == 403
    assert used.text("data-turn") == "Ben draws"
    assert not any(button.get("name") == "what" for button in used.root.iter("button"))


def test_other_club_and_get_are_refused(host: Client, session: Session) -> None:
    sent = seen(host, session) | {"what": "discard", "seat": "1"}
    stranger = people.host_browser(club=people.make_club(name="Others"))

    assert stranger.post(address(session), sent).status_code == 404
    assert host.get(address(session)).status_code == 405
    assert Client().post(address(session), sent).status_code == 403
    session.refresh_from_db()
    assert session.table == {}


def test_closed_session_shows_and_takes_no_companion(host: Client, session: Session) -> None:
    sent = seen(host, session) | {"what": "discard", "seat": "1"}
    close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())

    response = host.post(address(session), sent)

    assert response.status_code == 409
    assert not shown(host, session).has("data-companion")
