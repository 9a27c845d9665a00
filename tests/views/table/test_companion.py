"""The companion keeps track of a hand by single taps; it records nothing and forgets itself."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.offers import Tapped
from scoring.models import Club, Role, Session
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.companion import note_tap, undo_tap
from scoring.operations.table.hands import correct_hand
from scoring.queries.table.companion import Tap
from tests import people
from tests.acts.before import companion
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, open_page, refusal

HTMX: Any = {"HX-Request": "true", "HX-Target": "companion-body"}
AROUND = (("turn", CARLA), ("turn", DAN), ("turn", ANA))
OPENED = (("discard", ANA), ("turn", BEN), ("purro", BEN))


def play(session: Session, *taps: tuple[str, int]) -> None:
    for what, seat in taps:
        found = companion(session)
        tap = Tap(what=Tapped(what), seat=seat)
        note_tap(session=session, hand=found.hand.number, seen=found.version, tap=tap)


def page_of(browser: Client, session: Session) -> Page:
    return open_page(browser, reverse("table", args=[session.public_id]))


def shown(browser: Client, session: Session) -> Any:
    """Return the companion as the table shows it."""
    return browser.get(reverse("table", args=[session.public_id])).context["companion"]


def sent(session: Session, what: str, seat: int | str = "") -> dict[str, str]:
    """Return what a tap on the page as it stands sends."""
    found = companion(session)
    return {"hand": str(found.hand.number), "seen": found.version, "what": what, "seat": str(seat)}


def tap(browser: Client, session: Session, fields: dict[str, str], **headers: Any) -> Any:
    return browser.post(reverse("companion", args=[session.public_id]), fields, **headers)


@pytest.mark.parametrize(
    ("taps", "turn", "stock"),
    [
        ((), "Ana", 50),
        ((("discard", ANA),), "Ben", 50),
        ((("discard", ANA), ("take", BEN)), "Ben", 50),
        ((("discard", ANA), ("turn", BEN), ("draw", CARLA)), "Carla", 48),
    ],
    ids=["dealer opens (C12)", "to the right", "discard taken", "stock drawn"],
)
def test_taps_pass_the_turn_and_count_the_stock(
    host: Client, session: Session, taps: tuple[tuple[str, int], ...], turn: str, stock: int
) -> None:
    play(session, *taps)
    page = page_of(host, session)
    assert (turn in page.text("data-turn"), re.findall(r"\d+", page.text("data-stock"))) == (True, [str(stock)])
    assert ("open" in page.find("data-companion").attrib, page.has("data-last-tap")) == (bool(taps), bool(taps))


def test_purro_is_marked_and_others_show_their_draws_c20(host: Client, session: Session) -> None:
    play(session, ("discard", ANA), ("purro", ANA))
    page = page_of(host, session)
    assert [link.get("href", "").partition("#")[2] for link in page.find("data-shows").iter("a")] == ["C20"]
    assert [seat.player.purro for seat in shown(host, session).seats] == [True, False, False, False]


def test_lost_purro_counts_two_penalty_turns_down_and_bars_purro_c23(host: Client, session: Session) -> None:
    play(session, *OPENED, *AROUND, ("turn", BEN), ("lost", BEN))
    barred = tap(host, session, sent(session, "purro", BEN), headers=HTMX)
    said = []
    for _ in range(3):
        play(session, *AROUND)
        said.append(shown(host, session).seats[1].penalty_turns)
        play(session, ("turn", BEN))
    assert (refusal(barred), said) == ((409, ("penalty_bars_purro",)), [2, 1, 0])


def test_without_scripts_a_tap_leads_back_to_the_open_companion_and_a_refusal_is_a_notice(
    host: Client, session: Session
) -> None:
    table = reverse("table", args=[session.public_id])
    good = tap(host, session, sent(session, "discard", ANA))
    bad = tap(host, session, sent(session, "discard", ANA))
    assert (good["Location"], bad["Location"]) == (f"{table}?companion=open#companion", f"{table}?companion=open")
    page = host.get(bad["Location"])
    assert [message.level_tag for message in page.context["messages"]] == ["warning"]
    assert "open" in Page(page).find("data-companion").attrib


def test_undo_drops_the_last_tap_until_none_is_left(host: Client, session: Session) -> None:
    play(session, ("discard", ANA), ("turn", BEN))
    left = []
    for _ in range(3):
        tap(host, session, sent(session, "undo"))
        left.append(len(companion(session).taps))
    assert left == [1, 0, 0]


def test_a_secret_that_was_tapped_is_pointed_out_until_it_is_paid(host: Client, session: Session) -> None:
    address = reverse("secret", args=[session.public_id, ANA])
    play(session, ("secret", ANA))

    def is_pointed_out() -> bool:
        seats = page_of(host, session).find("data-companion-seats")
        return address in {link.get("href") for link in seats.iter("a")}

    before = is_pointed_out()
    people.lay_secret(session, seat=ANA)
    assert (before, is_pointed_out()) == (True, False)


def test_the_same_number_of_other_taps_is_another_version(host: Client, session: Session) -> None:
    play(session, ("discard", ANA))
    old = sent(session, "undo")
    undo_tap(session=session, hand=1, seen=companion(session).version)
    play(session, ("secret", ANA))
    tap(host, session, old)
    assert [each.what for each in companion(session).taps] == [Tapped.SECRET]


def test_htmx_gets_the_section_alone_with_what_was_refused(host: Client, session: Session) -> None:
    fields = sent(session, "discard", ANA)
    good, bad = (tap(host, session, fields, headers=HTMX) for _ in range(2))
    illegal = tap(host, session, sent(session, "purro", CARLA), headers=HTMX)

    section = Page(SimpleNamespace(status_code=200, text=f"<main>{good.text}</main>"))
    assert ("Ben" in section.text("data-turn"), section.has("data-companion")) == (True, False)
    assert [refusal(each) for each in (good, bad, illegal)] == [
        (200, ()),
        (409, ("companion_changed",)),
        (409, ("after_own_discard",)),
    ]


def test_a_recorded_hand_forgets_the_companion_and_a_noted_sowee_does_not(host: Client, session: Session) -> None:
    play(session, ("discard", ANA))
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    play(session, ("turn", BEN))
    session.refresh_from_db()
    assert (session.table["sowee"], len(companion(session).taps)) == ("4O", 2)

    people.win(session, winner=CARLA)

    page = page_of(host, session)
    assert (page.has("data-last-tap"), "Carla" in page.text("data-turn")) == (False, True)


def test_a_corrected_winner_makes_another_dealer_and_an_empty_companion(host: Client, session: Session) -> None:
    entry = people.win(session, winner=CARLA)
    play(session, ("discard", CARLA))
    correct_hand(entry=entry, act=people.WORKED_WIN | {"winner": DAN}, reason="it was Dan", stamp=people.stamp())
    page = page_of(host, session)
    assert ("Dan" in page.text("data-turn"), page.has("data-last-tap")) == (True, False)


def test_six_players_go_around_and_the_stock_runs_out_c33(host: Client, club: Club) -> None:
    rules = {"preset": "pagat", "partnerships": False}
    night = people.start_night(club=club, rules=rules, names=(*people.NAMES, "Eva", "Fay"))
    play(night, ("discard", ANA), *(("turn", (number + 1) % 6 + 1) for number in range(20)))

    page = page_of(host, night)

    assert [link.get("href", "").partition("#")[2] for link in page.find("data-exhausted").iter("a")] == ["C33"]
    taps = [button.get("value") for button in page.root.iter("button") if button.get("name") == "what"]
    assert taps[:2] == ["take", "undo"]
    assert refusal(tap(host, night, sent(night, "turn", DAN), headers=HTMX)) == (409, ("stock_empty",))


@pytest.mark.parametrize(
    "wrong", [{"what": "win"}, {"seat": "x"}, {"seat": ""}, {"hand": "0"}, {"hand": "2"}, {"seen": "x" * 17}]
)
def test_nonsense_notes_nothing(host: Client, session: Session, wrong: dict[str, str]) -> None:
    answer = tap(host, session, sent(session, "discard", ANA) | wrong, headers=HTMX)
    assert refusal(answer) == (409, ("companion_changed",))
    assert companion(session).taps == ()


def test_the_table_asks_few_questions_with_the_companion_in_use(host: Client, session: Session) -> None:
    play(session, ("discard", ANA), ("turn", BEN), ("turn", CARLA), ("purro", CARLA))
    with CaptureQueriesContext(connection) as queries:
        page_of(host, session)
    assert len(queries) <= 15


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER])
def test_others_see_it_once_it_is_used_without_a_button(session: Session, role: Role) -> None:
    browser = people.browser_of(club=session.club, role=role)
    unused = page_of(browser, session)
    play(session, ("discard", ANA))
    used = page_of(browser, session)
    assert (unused.has("data-companion"), "Ben" in used.text("data-turn")) == (False, True)
    assert not any(button.get("name") == "what" for button in used.root.iter("button"))
