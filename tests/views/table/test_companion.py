"""The companion keeps track of a hand by single taps; it records nothing and forgets itself."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from scoring.games.offers import Tapped
from scoring.models import Role, Session
from scoring.operations.table.companion import note_tap
from scoring.queries.table.companion import Tap
from tests import people
from tests.acts.before import companion
from tests.people import ANA
from tests.views.reading import Page, open_page, refusal, url

HTMX: Any = {"HX-Request": "true", "HX-Target": "companion-body"}


def play(session: Session, *taps: tuple[str, int]) -> None:
    for what, seat in taps:
        found = companion(session)
        tap = Tap(what=Tapped(what), seat=seat)
        note_tap(session=session, hand=found.hand.number, seen=found.version, tap=tap)


def page_of(browser: Client, session: Session) -> Page:
    return open_page(browser, url("table", session))


def sent(session: Session, what: str, seat: int | str = "") -> dict[str, str]:
    found = companion(session)
    return {"hand": str(found.hand.number), "seen": found.version, "what": what, "seat": str(seat)}


def tap(browser: Client, session: Session, fields: dict[str, str], **headers: Any) -> Any:
    return browser.post(url("companion", session), fields, **headers)


def test_without_scripts_a_tap_leads_back_and_a_refusal_is_a_notice(host: Client, session: Session) -> None:
    table = url("table", session)
    good = tap(host, session, sent(session, "discard", ANA))
    bad = tap(host, session, sent(session, "discard", ANA))
    assert (good["Location"], bad["Location"]) == (f"{table}?companion=open#companion", f"{table}?companion=open")
    page = host.get(bad["Location"])
    assert [message.level_tag for message in page.context["messages"]] == ["warning"]
    assert "open" in Page(page).find("data-companion").attrib


def test_htmx_gets_the_section_alone_with_what_was_refused(host: Client, session: Session) -> None:
    fields = sent(session, "discard", ANA)
    good, bad = (tap(host, session, fields, headers=HTMX) for _ in range(2))
    section = Page(SimpleNamespace(status_code=200, text=f"<main>{good.text}</main>"))
    assert ("Ben" in section.text("data-turn"), section.has("data-companion")) == (True, False)
    assert "50" in section.text("data-stock")
    assert [refusal(each) for each in (good, bad)] == [(200, ()), (409, ("companion_changed",))]


@pytest.mark.parametrize("wrong", [{"what": "win"}, {"seat": "x"}, {"hand": "0"}, {"hand": "2"}, {"seen": "x" * 17}])
def test_nonsense_notes_nothing(host: Client, session: Session, wrong: dict[str, str]) -> None:
    answer = tap(host, session, sent(session, "discard", ANA) | wrong, headers=HTMX)
    assert refusal(answer) == (409, ("companion_changed",))
    assert companion(session).taps == ()


def test_others_see_it_once_it_is_used_without_a_button(session: Session) -> None:
    browser = people.browser_of(club=session.club, role=Role.VIEWER)
    unused = page_of(browser, session)
    play(session, ("discard", ANA))
    used = page_of(browser, session)
    assert (unused.has("data-companion"), "Ben" in used.text("data-turn")) == (False, True)
    assert not any(button.get("name") == "what" for button in used.root.iter("button"))
