"""What holds on every page that links lead to: for browsers, in another language, and for those who do not see it."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from django.conf import settings
from django.urls import resolve
from django.utils import timezone

from cuajo_site import urls
from scoring.models import Device, Player, Session
from scoring.operations.people.clubs import change_club
from scoring.operations.people.devices import hold
from scoring.operations.people.joining import Asker, ask, open_joining
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.sessions.demo import fill_demo
from scoring.operations.table.disputes import raise_dispute
from tests import people
from tests.pseudo import plain_words
from tests.views.reading import Page
from tests.web.crawling import API_DOCS, crawl

pytestmark = pytest.mark.django_db

EVIL = "<i z>\"'&{{ 1 }}"
"""A name that would be markup wherever a page forgot to escape it."""
REQUESTING = {"src", "srcset", "data", "poster", "action", "formaction", "hx-get", "hx-post", "background"}
OURS = re.compile(r"(?!//)[/?#]|data:image/|$")
OK = 200
LIVE = ("status", "alert")
NATIVE = {"check", "preset"}
"""Labels whose box the browser draws itself."""
FORCED = re.sub(r"/\*.*?\*/", "", (Path(__file__).parents[2] / "static/css/forced.css").read_text(), flags=re.DOTALL)
CHOSEN = {
    "checked": (".choice-option input:checked + span", "choice-option"),
    "aria-current": (".choice-option[aria-current] > span", "choice-option"),
    "nav": (".site-nav [aria-current]", "site-nav"),
    "segments": (":is(.tabs, .segments) > [aria-current]", "segments"),
    "tabs": (":is(.tabs, .segments) > [aria-current]", "tabs"),
    "row": (":is(.row, .games) > .button[aria-current]", "row"),
    "language": (".languages [aria-pressed]", "languages"),
    "game": (":is(.row, .games) > .button[aria-current]", "games"),
    "in turn": (".list-row[aria-current]", "list-row"),
    "key": ('.card-button[aria-pressed="true"]', "card-button"),
}

type Pages = dict[str, tuple[Page, dict[str, str]]]


@pytest.fixture(scope="module")
def pages(module_db: None, pseudo_module: str) -> Pages:
    """Open every page of the demo once, with such names, in the language of `tests.pseudo`, and each with headers."""
    club, now = people.make_club(), timezone.now()
    fill_demo(club=club, now=people.EVENING)
    host = people.host_browser(club=club)
    phone = Device.objects.get(memberships__club=club)
    for player in Player.objects.filter(club=club):
        Player.objects.filter(pk=player.pk).update(name=f"{EVIL}{player.pk}")
    change_club(club=club, name=EVIL, time_zone="Asia/Manila")
    night = Session.objects.filter(club=club).latest("started_at")
    seat = night.seats.get(number=people.BEN)
    line = night.entries.filter(kind="hand").latest("number")
    raise_dispute(entry=line, seat=seat, why=EVIL, stamp=people.stamp(device=phone))
    add_rule_set(club=club, game="cuajo", name=EVIL, rules="pagat", at=now)
    code = open_joining(club=club, session=None, device=phone, now=now)
    ask(text=code.code, asker=Asker(token="asker", label=EVIL, name=EVIL), now=now)
    hold(device=phone, club=club, player=seat.player)
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo_module
    return {address: (page, headers) for address, page, headers in crawl(host)}


def requests_of(page: Page) -> Iterator[str]:
    """Return every address that a browser asks for by itself, or sends a form to."""
    for element in page.root.iter():
        yield from (value for name, value in element.attrib.items() if name in REQUESTING)
        if element.tag == "link":
            yield element.get("href", "")


def has_script_or_style_of_its_own(element: Element) -> bool:
    """Return whether an element would need more than the policy allows."""
    return (
        element.tag == "style"
        or "style" in element.attrib
        or any(name.startswith(("on", "hx-on")) for name in element.attrib)
        or (element.tag == "script" and "src" not in element.attrib and element.get("type") != "application/json")
    )


def classes(element: Element) -> set[str]:
    return set(element.get("class", "").split())


def with_those_around(
    element: Element, around: tuple[Element, ...] = ()
) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    yield element, around
    for child in element:
        yield from with_those_around(child, (element, *around))


def is_named(element: Element) -> bool:
    """Tell whether an element is read as one thing with a name, or not at all."""
    return element.get("aria-hidden") == "true" or bool(
        element.get("aria-label") and (element.get("role") in ("img", "group") or element.tag == "button")
    )


def is_chosen(element: Element) -> bool:
    return "checked" in element.attrib or "aria-current" in element.attrib or element.get("aria-pressed") == "true"


def test_no_page_asks_third_parties_tells_them_anything_or_has_script_or_style_of_its_own(pages: Pages) -> None:
    strangers = {
        (address, asked) for address, (page, _) in pages.items() for asked in requests_of(page) if not OURS.match(asked)
    }
    assert strangers == set()
    routes = {resolve(address).route for address in pages}
    assert len(routes) > len(urls.pages) * 2 / 5  # most that are not for recording
    policies = {
        (
            headers["Referrer-Policy"],
            headers["X-Content-Type-Options"],
            headers["X-Frame-Options"],
            headers["Cross-Origin-Opener-Policy"],
            re.sub(r"nonce-[\w-]+", "nonce", headers["Content-Security-Policy"]),
        )
        for address, (_, headers) in pages.items()
        if address != API_DOCS
    }
    assert policies == {
        (
            "same-origin",
            "nosniff",
            "DENY",
            "same-origin",
            "default-src 'self'; script-src 'self' 'nonce'; style-src 'self'; img-src 'self' data:; "
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        )
    }
    inline = {
        (address, element.tag)
        for address, (page, _) in pages.items()
        for element in page.root.iter()
        if has_script_or_style_of_its_own(element)
    }
    assert inline == set()


def test_no_page_says_anything_while_it_opens(pages: Pages) -> None:
    """One that refuses what it was opened for says so."""
    live = {
        address: {
            (each.get("id"), "".join(each.itertext()).strip())
            for each in page.root.iter()
            if each.get("role") in LIVE or each.get("aria-live")
        }
        for address, (page, _) in pages.items()
        if address != API_DOCS and page.status == OK
    }
    assert {address: said for address, said in live.items() if said != {("news", ""), ("failure", "")}} == {}


def test_melds_have_names_what_is_chosen_shows_in_forced_colours_and_the_tab_key_follows_the_page(pages: Pages) -> None:
    wrong = set[tuple[str, ...]]()
    melds = chosen = 0
    for address, (page, _) in pages.items():
        for element, around in with_those_around(page.root):
            if "meld" in classes(element):
                melds += 1
                wrong |= set() if any(map(is_named, (element, *around))) else {(address, "meld")}
            if is_chosen(element):
                chosen += 1
                known = {name for _, name in CHOSEN.values()} | NATIVE
                shows = any(known & classes(each) for each in (element, *around[:3]))
                wrong |= set() if shows else {(address, element.tag, element.get("name", ""), element.get("class", ""))}
            if int(element.get("tabindex", 0)) > 0:
                wrong.add((address, "tabindex"))
    assert wrong == set()
    assert melds > 50
    assert chosen > 100
    assert [selector for selector, _ in CHOSEN.values() if selector not in " ".join(FORCED.split())] == []


def test_no_page_says_anything_in_plain_english(pages: Pages) -> None:
    assert {(address, text) for address, (page, _) in pages.items() for text in plain_words(page.root)} == set()


def test_a_name_is_never_markup(pages: Pages) -> None:
    assert [address for address, (page, _) in pages.items() if page.has("z")] == []
    shown = [address for address, (page, _) in pages.items() if EVIL in " ".join(page.root.itertext())]
    assert len(shown) > len(pages) / 2


def test_style_sheets_and_scripts_name_no_other_site() -> None:
    static = settings.BASE_DIR / "static"
    sources = [*static.rglob("*.css"), *static.rglob("*.js")]
    foreign = {
        (source.name, found)
        for source in sources
        for found in re.findall(r"(?:url\(|@import|fetch\()\s*[\"']?((?:https?:)?//[^\s\"')]+)", source.read_text())
    }
    assert sources
    assert foreign == set()
