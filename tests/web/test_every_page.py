"""What holds on every page that links lead to: for browsers, in another language, and for those who do not see it."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from gzip import compress
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from cuajo_site.static_files import whole
from scoring.models import Device, Player, Session
from scoring.operations.demo import fill_demo
from scoring.operations.people.clubs import change_club
from scoring.operations.people.devices import hold
from scoring.operations.people.joining import ask, open_joining
from scoring.operations.rule_sets import add_rule_set
from scoring.operations.table.undoing import raise_dispute
from tests import people
from tests.pseudo import plain_words
from tests.views.reading import Page

pytestmark = pytest.mark.django_db

EVIL = "<i z>\"'&{{ 1 }}"
"""A name that would be markup wherever a page forgot to escape it."""
REQUESTING = {"src", "srcset", "data", "poster", "action", "formaction", "hx-get", "hx-post", "background"}
OURS = re.compile(r"(?!//)[/?#]|data:image/|$")
KEPT_APART = ("Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options", "Cross-Origin-Opener-Policy")
LIVE = ("status", "alert")
MOST_PAGES = 600
ALIKE = 2
"""So many pages are opened of those that differ only in the night or player they are about."""
API_DOCS = "/api/docs/"
"""Its scripts are of another project; what it asks and its policy are in tests/api."""
IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_KINDS = 35
MOST_ADDRESSES = 45
OF_A_NIGHT = ("sessions/", "history/", "players/", "seasons/", "debts/")
DEAD = (404, 405, 409, 500)
MOST_STYLE_BYTES, MOST_BYTES, MOST_SCRIPT_BYTES, MOST_FILES = 30_720, 60_000, 20_000, 8
"""Of a first visit in ten requests, the page and its manifest among them; the script is of a page without a form."""
FILES, LATER = ("img", "link", "script", "use"), ("expect", "manifest", "apple-touch-icon")
type Pages = dict[str, tuple[Page, dict[str, str]]]


def crawl(browser: Client) -> Iterator[tuple[str, Page, dict[str, str]]]:
    waiting, seen, opened = ["/"], set[str](), Counter[str]()
    while waiting:
        address = waiting.pop()
        seen.add(address)
        assert len(seen) < MOST_PAGES
        opened[IDS.sub("", address)] += 1
        if opened[IDS.sub("", address)] > ALIKE:
            continue
        response = browser.get(address, follow=True)
        if response["Content-Type"].startswith("text/html"):
            page = Page(response)
            yield address, page, dict(response.headers)
            links = {urlsplit(urljoin(address, link.get("href", ""))) for link in page.root.iter("a")}
            waiting += sorted({link.path for link in links if not (link.scheme or link.netloc)} - seen - set(waiting))


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
    ask(code=code.code, token="asker", label=EVIL, name=EVIL, now=now)
    hold(device=phone, club=club, holder=seat.player, now=now)
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo_module
    return {address: (page, headers) for address, page, headers in crawl(host) if address != API_DOCS}


def has_script_or_style_of_its_own(element: Element) -> bool:
    return (
        element.tag == "style"
        or "style" in element.attrib
        or any(name.startswith(("on", "hx-on")) for name in element.attrib)
        or (element.tag == "script" and "src" not in element.attrib and element.get("type") != "application/json")
    )


def with_those_around(
    element: Element, around: tuple[Element, ...] = ()
) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    yield element, around
    for child in element:
        yield from with_those_around(child, (element, *around))


def is_named(element: Element) -> bool:
    return element.get("aria-hidden") == "true" or bool(
        element.get("aria-label") and (element.get("role") in ("img", "group") or element.tag == "button")
    )


def test_no_page_asks_third_parties_tells_them_anything_or_has_script_or_style_of_its_own(pages: Pages) -> None:
    elements = [(address, each) for address, (page, _) in pages.items() for each in page.root.iter()]
    asked = {
        (address, value)
        for address, each in elements
        for name, value in each.attrib.items()
        if name in REQUESTING or (each.tag, name) == ("link", "href")
    }
    assert {(address, value) for address, value in asked if not OURS.match(value)} == set()
    assert {(address, each.tag) for address, each in elements if has_script_or_style_of_its_own(each)} == set()
    assert {(*map(headers.get, KEPT_APART), headers["Content-Security-Policy"]) for _, headers in pages.values()} == {
        (
            *("same-origin", "nosniff", "DENY", "same-origin"),
            "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        )
    }


def test_there_are_few_kinds_of_page_at_few_addresses_of_a_night_and_no_dead_link(pages: Pages) -> None:
    assert {address for address, (page, _) in pages.items() if page.status in DEAD} == set()
    kinds, routes = {page.kind for page, _ in pages.values()}, {resolve(address).route for address in pages}
    assert len(kinds) <= MOST_KINDS
    assert len({route for route in routes if route.startswith(OF_A_NIGHT)}) <= MOST_ADDRESSES


def test_a_page_waits_for_two_sheets(pages: Pages) -> None:
    sheets = {page.sheets for page, _ in pages.values()}
    sources = {tuple(re.sub(r"^/static/|\.\w{12}(?=\.css)", "", each) for each in named) for named in sheets}
    assert {named for named in sources if len(named) > 2} == set()
    assert {named for named in sources if sum(len(whole(name)) for name in named) > MOST_STYLE_BYTES} == set()


def files_of(page: Page) -> set[str]:
    asking = (each.attrib for each in page.root.iter() if each.tag in FILES and each.get("loading") != "lazy")
    named = {each.get("src") or each.get("href", "") for each in asking if each.get("rel") not in LATER}
    asks_at_once = any("load" in each.get("hx-trigger", "") for each in page.root.iter())
    named |= {each.get("data-htmx", "") for each in page.root.iter("body") if asks_at_once}
    return {name.partition("#")[0] for name in named if name.startswith("/")}


@cache
def weight(address: str) -> int:
    name = re.sub(r"^/static/|\.\w{12}(?=\.\w+$)", "", address)
    is_joined = name.endswith((".js", ".css"))
    return len(compress(whole(name) if is_joined else Path(str(finders.find(name))).read_bytes()))


def test_a_first_visit_is_small(pages: Pages) -> None:
    read = {address: (page, files_of(page)) for address, (page, _) in pages.items()}
    sent = {each: len(compress(page.content)) + sum(map(weight, files)) for each, (page, files) in read.items()}
    formless = {each: files for each, (page, files) in read.items() if page.root.find(".//main//form") is None}
    scripts = {each: sum(weight(name) for name in files if ".js" in name) for each, files in formless.items()}
    assert {address: size for address, size in sent.items() if size > MOST_BYTES} == {}
    assert {address: files for address, (_, files) in read.items() if len(files) > MOST_FILES} == {}
    assert {address: size for address, size in scripts.items() if size > MOST_SCRIPT_BYTES} == {}


def test_no_page_says_anything_while_it_opens(pages: Pages) -> None:
    read = {page.root for page, _ in pages.values() if page.status == 200}
    live = [each for root in read for each in root.iter() if each.get("role") in LIVE or each.get("aria-live")]
    assert {(each.get("id"), "".join(each.itertext()).strip()) for each in live} == {("news", ""), ("failure", "")}


def test_melds_have_names_and_the_tab_key_follows_the_page(pages: Pages) -> None:
    elements = [each for page, _ in pages.values() for each in with_those_around(page.root)]
    melds = [(meld, *around) for meld, around in elements if "meld" in meld.get("class", "").split()]
    assert [each for each in melds if not any(map(is_named, each))] == []
    assert len(melds) > 50
    assert [each.tag for each, _ in elements if int(each.get("tabindex", 0)) > 0] == []


def test_every_act_at_a_table_is_kept_on_the_phone_until_it_is_recorded_under_its_key(pages: Pages) -> None:
    forms = [form for page, _ in pages.values() for form in page.root.iter("form") if "data-act" in form.attrib]
    assert len(forms) > 10
    assert [form.attrib for form in forms if form.find(".//input[@name='key']") is None] == []


def test_no_page_says_anything_in_plain_english(pages: Pages) -> None:
    assert {(address, text) for address, (page, _) in pages.items() for text in plain_words(page.root)} == set()


def test_a_name_is_never_markup(pages: Pages) -> None:
    assert [address for address, (page, _) in pages.items() if page.has("z")] == []
    shown = [address for address, (page, _) in pages.items() if EVIL in " ".join(page.root.itertext())]
    assert len(shown) > len(pages) / 2
