"""What every page sends along: nothing is asked of third parties, nothing is told to them."""

import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from cuajo_site import urls
from scoring.models import Club, Device
from scoring.operations.people.clubs import change_club
from scoring.operations.people.devices import hold
from scoring.operations.people.joining import Asker, ask, open_joining
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.sessions.demo import fill_demo
from scoring.operations.table.disputes import raise_dispute
from tests import people
from tests.views.reading import Page

pytestmark = pytest.mark.django_db

REQUESTING = {"src", "srcset", "data", "poster", "action", "formaction", "hx-get", "hx-post", "background"}
OURS = re.compile(r"(?!//)[/?#]|data:image/|$")
MOST_PAGES = 600
API_DOCS = "/api/docs/"
"""Its scripts are of another project and write style attributes; its policy is in tests/api."""


def crawl(browser: Client) -> Iterator[tuple[str, Page, dict[str, str]]]:
    """Open every page that links lead to, with its headers."""
    waiting, seen = ["/"], set[str]()
    while waiting:
        address = waiting.pop()
        seen.add(address)
        assert len(seen) < MOST_PAGES
        response = browser.get(address, follow=True)
        if response["Content-Type"].startswith("text/html"):
            page = Page(response)
            yield address, page, dict(response.headers)
            links = {urlsplit(urljoin(address, link.get("href", ""))) for link in page.root.iter("a")}
            waiting += sorted({link.path for link in links if not (link.scheme or link.netloc)} - seen - set(waiting))


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


def test_no_page_asks_third_parties_tells_them_anything_or_has_script_or_style_of_its_own(
    club: Club, host: Client
) -> None:
    fill_demo(club=club, now=people.EVENING)
    pages = {address: (page, headers) for address, page, headers in crawl(host)}
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


EVIL = "<i data-evil>\"'&{{ 1 }}"
"""A name that would be markup wherever a page forgot to escape it."""


def test_a_name_is_never_markup(club: Club, host: Client) -> None:
    change_club(club=club, name=EVIL, time_zone="Asia/Manila")
    seated = tuple(f"{EVIL}{number}" for number in range(1, 5))
    session = people.start_night(club=club, names=seated)
    line, now = people.win(session), timezone.now()
    device = Device.objects.get()
    seat = session.seats.get(number=people.BEN)
    raise_dispute(entry=line, seat=seat, why=EVIL, stamp=people.stamp(device=device))
    add_rule_set(club=club, game="cuajo", name=EVIL, rules="pagat", at=now)
    code = open_joining(club=club, session=None, device=device, now=now)
    ask(text=code.code, asker=Asker(token="asker", label=EVIL, name=EVIL), now=now)
    hold(device=device, club=club, player=seat.player)

    texts = {address: page for address, page, _ in crawl(host)}
    assert [address for address, page in texts.items() if page.has("data-evil")] == []
    shown = [address for address, page in texts.items() if EVIL in " ".join(page.root.itertext())]
    assert len(shown) > len(texts) / 2


@pytest.mark.parametrize("address", ["/", "/rules/", "/clubs/", "/club/export/json/", "/nowhere/"])
def test_what_a_phone_is_answered_is_kept_by_no_cache_between(host: Client, address: str) -> None:
    headers = host.get(address).headers
    assert "private" in headers["Cache-Control"]
    assert "Cookie" in headers["Vary"]


@pytest.mark.parametrize(("address", "ahead"), [("/history/", "?ahead=17"), ("/judge/win/?hand=3O", "&ahead=17")])
def test_a_page_fetched_ahead_of_its_link_is_kept_for_being_opened_and_is_the_same(
    host: Client, address: str, ahead: str
) -> None:
    opened, kept = host.get(address), host.get(address + ahead)
    assert (kept.headers["Cache-Control"], kept.headers.get("Vary")) == ("private, max-age=604800", None)
    assert "max-age" not in opened.headers["Cache-Control"]
    assert kept.wsgi_request.get_full_path() == address


def test_a_file_is_kept_for_nobody_though_it_was_fetched_ahead(host: Client) -> None:
    assert host.get("/club/export/json/?ahead=17").headers["Cache-Control"] == "private"
