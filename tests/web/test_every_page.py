"""What holds on every page that links lead to, for browsers and for those who do not see it, or not in our colours."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from django.db import transaction
from django.urls import resolve
from pytest_django.plugin import DjangoDbBlocker

from cuajo_site import urls
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.views.reading import Page
from tests.web.test_headers import API_DOCS, crawl

pytestmark = pytest.mark.django_db

REQUESTING = {"src", "srcset", "data", "poster", "action", "formaction", "hx-get", "hx-post", "background"}
OURS = re.compile(r"(?!//)[/?#]|data:image/|$")
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
def pages(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Pages:
    """Open every page of the demo once, and return each with its headers."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = people.make_club()
        fill_demo(club=club, now=people.EVENING)
        opened = {address: (page, headers) for address, page, headers in crawl(people.host_browser(club=club))}
        transaction.set_rollback(True)
    return opened


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
    assert len(routes) > len(urls.pages) * 2 / 5, "the crawl reaches most addresses that are not for recording"
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
    for address, (page, _) in pages.items():
        if address != API_DOCS:
            live = [each for each in page.root.iter() if each.get("role") in LIVE or each.get("aria-live")]
            assert {each.get("id"): "".join(each.itertext()).strip() for each in live} == {"news": "", "failure": ""}, (
                address
            )


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
