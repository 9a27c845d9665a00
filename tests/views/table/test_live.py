"""The page asks whether anything is new, and gets nothing or its parts; the companion follows a hand by taps."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Membership, Role, Session
from tests import people
from tests.acts.before import objected, tapped
from tests.people import ANA
from tests.views.reading import Page, amounts, open_page, refusal, url


def version(html: str) -> str:
    (found,) = re.findall(r'data-version="([^"]+)"', html)
    return str(found)


def ask(browser: Client, session: Session, *, shown: str, shape: str = "host-open", at: str = "table") -> Any:
    asked = urlencode({"v": shown, "shape": shape, "at": at}, safe="&=")
    return browser.get(f"{reverse('live', args=[session.public_id])}?{asked}", headers={"HX-Request": "true"})


def parts(answer: Any) -> Page:
    assert answer.status_code == 200
    return Page(SimpleNamespace(status_code=200, content=answer.content, text=f"<div>{answer.text}</div>"))


def heading(page: Page) -> str:
    return str(re.findall(r"\d+", page.text("id", "table-heading"))[0])


def shown_table(browser: Client, session: Session) -> str:
    return version(browser.get(url("table", session)).text)


def test_nothing_new_is_answered_with_nothing_in_few_queries(host: Client, session: Session) -> None:
    people.win(session)
    shown = shown_table(host, session)
    with CaptureQueriesContext(connection) as queries:
        answer = ask(host, session, shown=shown)
    assert (answer.status_code, answer.content, len(queries)) == (204, b"", 4)
    assert "no-store" in answer["Cache-Control"]


def test_a_recorded_hand_brings_the_parts_and_their_version(host: Client, session: Session) -> None:
    before = shown_table(host, session)
    people.win(session)
    answer = ask(host, session, shown=before)
    page = parts(answer)
    heard = page.find("data-ledger").get("data-heard", "")
    assert (heading(page), re.findall(r"[+−]?\d\.\d\d", heard)) == ("2", ["+1.80", "−0.90", "0.00", "−0.90"])
    assert ask(host, session, shown=version(answer.text)).status_code == 204


@pytest.mark.parametrize(
    ("role", "tokens"), [(Role.VIEWER, set()), (Role.PLAYER, set()), (Role.SCOREKEEPER, {"own"}), (Role.HOST, {"own"})]
)
def test_news_serve_all_phones_of_a_role_and_hold_nothing_of_one(
    club: Club, session: Session, role: Role, tokens: set[str]
) -> None:
    own_token, key = re.compile(r'csrfmiddlewaretoken" value="([^"]+)'), re.compile(r'name="key" value="([^"]+)')
    first, second = people.browser_of(club=club, role=role), people.browser_of(club=club, role=role)
    before = shown_table(first, session)
    assert shown_table(second, session) == before
    people.win(session)
    shape = f"{role}-open"
    shown = [ask(first, session, shown=before, shape=shape).text]
    with CaptureQueriesContext(connection) as queries:
        shown += [ask(second, session, shown=before, shape=shape).text]
    assert len(queries) == 4
    assert len({key.sub("", own_token.sub("", each)) for each in shown}) == 1
    found = [set(own_token.findall(each)) for each in shown]
    assert [len(each) for each in found] == [len(tokens)] * 2
    assert not found[0] & found[1]
    assert not set(key.findall(shown[0])) & set(key.findall(shown[1]))
    people.win(session)
    assert heading(parts(ask(second, session, shown=before, shape=shape))) == "3"


def test_a_phone_cannot_fill_the_cache_with_news_by_other_addresses(club: Club, session: Session) -> None:
    viewer = people.browser_of(club=club, role=Role.VIEWER)
    people.win(session)
    address = url("live", session)
    kept = set()
    for other in ("", "&at=elsewhere", "&at=table", "&x=1", "&v=0.0.", "&page=2", "&page=3"):
        assert viewer.get(f"{address}?shape=viewer-open{other}").status_code == 200
        kept |= {key for key in cache._cache if "news:" in key}  # type: ignore[attr-defined]
    assert len(kept) == 1


def become_viewer(_session: Session) -> None:
    Membership.objects.update(role=Role.VIEWER)


@pytest.mark.parametrize("news", [become_viewer, people.close])
def test_a_close_or_another_role_loads_anew(host: Client, session: Session, news: Callable[[Session], object]) -> None:
    people.win(session)
    before = shown_table(host, session)
    news(session)
    assert ask(host, session, shown=before)["HX-Refresh"] == "true"


def test_only_the_others_see_who_enters_a_hand_until_the_table_is_looked_at(host: Client, session: Session) -> None:
    other = people.browser_of(club=session.club, role=Role.SCOREKEEPER, seat=session.seats.get(number=people.BEN))
    before = shown_table(host, session)
    other.get(url("hand", session))
    assert "Ben" in parts(ask(host, session, shown=before)).text("data-entering")
    seen = [open_page(phone, url("table", session)).has("data-entering") for phone in (host, other, host)]
    assert seen == [True, False, False]


def test_the_large_screen_shows_results_and_the_last_hand(host: Client, session: Session) -> None:
    before = version(host.get(url("watch", session)).text)
    people.win(session)
    pages = (open_page(host, url("watch", session)), parts(ask(host, session, shown=before, at="watch")))
    results = [[re.findall(r"[+−]?\d\.\d\d", each)[0] for each in page.items("data-results")] for page in pages]
    assert results == [["+1.80", "−0.90", "0.00", "−0.90"]] * 2
    assert [amounts(page.text("data-last"))[-1] for page in pages] == ["₱0.90"] * 2


def bens_cash(session: Session) -> None:
    people.pay(session, payer=people.BEN, payee=people.ANA, cents=90)


@pytest.mark.parametrize(("name", "line", "news"), [("entry", [1], objected), ("settle", [], bens_cash)])
def test_a_page_that_is_looked_at_asks_for_itself(
    host: Client, session: Session, name: str, line: list[int], news: Callable[[Session], object]
) -> None:
    people.win(session)
    if name == "settle":
        people.close(session)
    address = url(name, session, *line)

    def follow(shown: str) -> Any:
        return host.get(address, {"v": shown}, headers={"HX-Request": "true"})

    shown = version(host.get(address).text)
    assert (follow(shown).status_code, follow(shown).content) == (204, b"")
    news(session)
    answer = follow(shown)
    assert answer.text.startswith(f'<div id="{name}"')
    assert follow(version(answer.text)).status_code == 204
    become_viewer(session)
    assert follow(version(answer.text)).status_code == 200


HTMX: Any = {"HX-Request": "true", "HX-Target": "companion-body"}


def sent(session: Session, what: str, seat: int | str = "") -> dict[str, str]:
    found = people.companion(session)
    return {"hand": str(found.hand), "seen": found.version, "what": what, "seat": str(seat)}


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
    section = parts(good)
    assert ("Ben" in section.text("data-turn"), section.has("data-companion")) == (True, False)
    assert "50" in section.text("data-stock")
    assert [refusal(each) for each in (good, bad)] == [(200, ()), (409, ("companion_changed",))]


def test_others_see_it_once_it_is_used_without_a_button(session: Session) -> None:
    browser = people.browser_of(club=session.club, role=Role.VIEWER)
    unused = open_page(browser, url("table", session))
    tapped(session)
    used = open_page(browser, url("table", session))
    assert (unused.has("data-companion"), "Ben" in used.text("data-turn")) == (False, True)
    assert not any(button.get("name") == "what" for button in used.root.iter("button"))
