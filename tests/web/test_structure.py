"""What holds on every page for those who do not see it, or not in our colours."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from django.test import Client

from scoring.models import Club
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.web.test_headers import crawl

pytestmark = pytest.mark.django_db

NATIVE = {"check", "preset", "draw"}
"""Labels whose box the browser draws itself."""
FORCED = re.sub(r"/\*.*?\*/", "", (Path(__file__).parents[2] / "static/css/forced.css").read_text(), flags=re.DOTALL)
CHOSEN = {
    "checked": (".choice-option input:checked + span", "choice-option"),
    "aria-current": (".choice-option[aria-current] > span", "choice-option"),
    "nav": (".site-nav [aria-current]", "site-nav"),
    "row": (".row > .button[aria-current]", "row"),
    "language": (".languages [aria-pressed]", "languages"),
    "game": (".button-primary", "button-primary"),
    "in turn": (".list-row[aria-current]", "list-row"),
    "key": ('.card-button[aria-pressed="true"]', "card-button"),
}


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


def test_melds_have_names_what_is_chosen_shows_in_forced_colours_and_the_tab_key_follows_the_page(
    club: Club, host: Client
) -> None:
    fill_demo(club=club, now=people.EVENING)
    wrong = set[tuple[str, ...]]()
    melds = chosen = 0
    for address, page, _ in crawl(host):
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
