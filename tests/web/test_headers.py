"""What every page sends along: nothing is asked of third parties, nothing is told to them."""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from scoring.models import Club, Device
from scoring.operations.people.clubs import change_club
from scoring.operations.people.devices import hold
from scoring.operations.people.joining import Asker, ask, open_joining
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.table.disputes import raise_dispute
from tests import people
from tests.views.reading import Page

pytestmark = pytest.mark.django_db

MOST_PAGES = 600
ALIKE = 2
"""So many pages are opened of those that differ only in the night or player they are about."""
API_DOCS = "/api/docs/"
"""Its scripts are of another project and write style attributes; its policy is in tests/api."""
IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def crawl(browser: Client) -> Iterator[tuple[str, Page, dict[str, str]]]:
    """Open every page that links lead to, with its headers."""
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


def test_the_page_of_a_failure_is_kept_by_nobody_so_that_it_can_be_opened_again(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr("scoring.views.sessions.sessions.render", lambda *_, **__: 1 / 0)
        failed = host.get("/?ahead=17")
    assert (failed.status_code, "max-age=6" in failed.headers.get("Cache-Control", "")) == (500, False)
    assert host.get("/?ahead=17").status_code == 200


def test_a_file_is_kept_for_nobody_though_it_was_fetched_ahead(host: Client) -> None:
    assert host.get("/club/export/json/?ahead=17").headers["Cache-Control"] == "private"
