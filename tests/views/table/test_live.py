"""The page asks whether anything is new, and gets nothing or its parts."""

import re
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
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.turns import Turns
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, amounts, open_page

pytestmark = pytest.mark.django_db


def version(html: str) -> str:
    """Return the version that a page or its parts carry."""
    (found,) = re.findall(r'data-version="([^"]+)"', html)
    return str(found)


def ask(browser: Client, session: Session, *, shown: str, shape: str = "host-open", at: str = "table") -> Any:
    """Ask for news as a page does that shows a version."""
    asked = urlencode({"v": shown, "shape": shape, "at": at}, safe="&=")
    return browser.get(f"{reverse('live', args=[session.public_id])}?{asked}", headers={"HX-Request": "true"})


def parts(answer: Any) -> Page:
    """Return the parts that an answer brings as one page."""
    assert answer.status_code == 200
    return Page(SimpleNamespace(status_code=200, text=f"<div>{answer.text}</div>"))


def heading(page: Page) -> str:
    """Return the number of the hand in the heading of the table."""
    return str(re.findall(r"\d+", page.text("id", "table-heading"))[0])


def shown_table(browser: Client, session: Session) -> str:
    """Return the version of the table's page."""
    return version(browser.get(reverse("table", args=[session.public_id])).text)


def test_nothing_new_is_answered_with_nothing(host: Client, session: Session) -> None:
    answer = ask(host, session, shown=shown_table(host, session))
    assert (answer.status_code, answer.content) == (204, b"")
    assert "no-store" in answer["Cache-Control"]


def test_asking_for_nothing_new_takes_few_queries(host: Client, session: Session) -> None:
    for _ in range(3):
        people.win(session)
    shown = shown_table(host, session)
    with CaptureQueriesContext(connection) as queries:
        assert ask(host, session, shown=shown).status_code == 204
    assert len(queries) == 4


def test_a_recorded_hand_brings_the_parts_and_their_version(host: Client, session: Session) -> None:
    before = shown_table(host, session)
    people.win(session)
    answer = ask(host, session, shown=before)
    page = parts(answer)
    assert heading(page) == "2"
    heard = page.find("id", "line-1").get("data-heard", "")
    assert re.findall(r"[+−]?\d\.\d\d", heard) == ["+1.80", "−0.90", "0.00", "−0.90"]
    assert reverse("hand", args=[session.public_id]) in {
        link.get("href") for link in page.find("id", "dock-usual").iter("a")
    }
    assert page.text("class", "night-lines").split() == [*people.NAMES]
    assert ask(host, session, shown=version(answer.text)).status_code == 204


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER])
def test_news_made_for_one_phone_serves_others_of_its_role_and_holds_nothing_of_its_own(
    club: Club, session: Session, role: Role
) -> None:
    first, second = people.browser_of(club=club, role=role), people.browser_of(club=club, role=role)
    before = shown_table(first, session)
    assert shown_table(second, session) == before
    people.win(session)
    shape = f"{role}-open"
    news = ask(first, session, shown=before, shape=shape)
    with CaptureQueriesContext(connection) as queries:
        assert ask(second, session, shown=before, shape=shape).content == news.content
    assert len(queries) == 4
    assert "csrf" not in news.text
    people.win(session)
    assert heading(parts(ask(second, session, shown=before, shape=shape))) == "3"


def test_a_phone_cannot_fill_the_cache_with_news_by_other_addresses(club: Club, session: Session) -> None:
    viewer = people.browser_of(club=club, role=Role.VIEWER)
    people.win(session)
    address = reverse("live", args=[session.public_id])
    kept = set()
    for other in ("", "&at=elsewhere", "&at=table", "&x=1", "&v=0.0.", "&page=2", "&page=3", "&page=no"):
        assert viewer.get(f"{address}?shape=viewer-open{other}").status_code == 200
        kept |= {key for key in cache._cache if "news:" in key}  # type: ignore[attr-defined]
    assert len(kept) == 1


def test_a_note_of_the_table_is_news(host: Client, session: Session) -> None:
    before = shown_table(host, session)
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    news = parts(ask(host, session, shown=before))
    assert any(card.tag == "svg" and card.get("role") == "img" for card in news.find("data-sowee").iter())


def test_a_closed_night_or_another_role_loads_the_page_anew(host: Client, session: Session) -> None:
    people.win(session)
    before = shown_table(host, session)
    Membership.objects.update(role=Role.VIEWER)
    assert ask(host, session, shown=before)["HX-Refresh"] == "true"
    Membership.objects.update(role=Role.HOST)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    assert ask(host, session, shown=before)["HX-Refresh"] == "true"


def test_a_revoked_phone_is_told_so(host: Client, session: Session) -> None:
    before = shown_table(host, session)
    Membership.objects.update(revoked_at=people.EVENING)
    assert ask(host, session, shown=before).status_code == 403


def test_only_the_others_see_who_enters_a_hand(host: Client, session: Session) -> None:
    other = people.browser_of(club=session.club, role=Role.SCOREKEEPER, seat=session.seats.get(number=people.BEN))
    before = shown_table(host, session)
    other.get(reverse("hand", args=[session.public_id]))
    assert "Ben" in parts(ask(host, session, shown=before)).text("data-entering")
    assert not open_page(other, reverse("table", args=[session.public_id])).has("data-entering")


def test_nobody_enters_a_hand_in_a_night_that_is_closed(host: Client, session: Session) -> None:
    other = people.browser_of(club=session.club, role=Role.SCOREKEEPER, seat=session.seats.get(number=people.BEN))
    other.get(reverse("hand", args=[session.public_id]))
    assert open_page(host, reverse("table", args=[session.public_id])).has("data-entering")
    close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())
    for page in ("table", "watch"):
        assert not open_page(host, reverse(page, args=[session.public_id])).has("data-entering")


def test_whoever_goes_back_to_the_table_enters_no_hand_any_more(host: Client, session: Session) -> None:
    other = people.browser_of(club=session.club, role=Role.SCOREKEEPER, seat=session.seats.get(number=people.BEN))
    address = reverse("table", args=[session.public_id])
    other.get(reverse("hand", args=[session.public_id]))
    assert open_page(host, address).has("data-entering")
    other.get(address)
    assert not open_page(host, address).has("data-entering")


def test_the_large_screen_shows_results_and_the_last_line(host: Client, session: Session) -> None:
    address = reverse("watch", args=[session.public_id])
    before = version(host.get(address).text)
    people.win(session)
    for page in (open_page(host, address), parts(ask(host, session, shown=before, at="watch"))):
        results = [re.findall(r"[A-Z][a-z]+|[+−]?\d\.\d\d", each)[:2] for each in page.items("data-results")]
        assert results == [["Ana", "+1.80"], ["Ben", "−0.90"], ["Carla", "0.00"], ["Dan", "−0.90"]]
        assert (amounts(page.text("data-last"))[0], amounts(page.text("data-last"))[-1]) == ("+₱1.80", "₱0.90")


def test_the_large_screen_has_no_further_pages(host: Client, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.views.table.live.DRAWN_LINES", 1)
    before = version(host.get(reverse("watch", args=[session.public_id])).text)
    people.win(session)
    people.win(session)
    page = parts(ask(host, session, shown=before, at="watch&page=2"))
    assert re.findall(r"\d+", page.text("data-last"))[0] == "2"


def test_the_large_screen_keeps_the_last_hand_and_shows_who_sits_out(host: Client, club: Club) -> None:
    night = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.TAP)
    people.win(night)
    before, *_others = seats = tuple(seat.player for seat in tables.seated(session=night))
    people.sit(night, *seats[1:], "Eva")
    page = open_page(host, reverse("watch", args=[night.public_id]))
    assert page.items("data-results")[4].startswith(before)
    assert re.findall(r"\d+|Ana", page.text("data-last"))[:2] == ["1", "Ana"]


@pytest.mark.parametrize(("name", "line", "part"), [("objections", 1, "objections"), ("settle", None, "settle")])
def test_a_page_that_is_looked_at_asks_for_itself(
    host: Client, session: Session, name: str, line: int | None, part: str
) -> None:
    entry = people.win(session)
    if name == "settle":
        close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    address = reverse(name, args=[session.public_id, *filter(None, [line])])

    def follow(shown: str) -> Any:
        return host.get(address, {"v": shown}, headers={"HX-Request": "true"})

    shown = version(host.get(address).text)
    assert (follow(shown).status_code, follow(shown).content) == (204, b"")
    if name == "settle":
        hand_over(session=session, payer=2, payee=1, amount_cents=90, stamp=people.stamp())
    else:
        seat = session.seats.get(number=people.BEN)
        raise_dispute(entry=entry, seat=seat, why="five kings", stamp=people.stamp())
    news = follow(shown)
    assert news.text.startswith(f'<div id="{part}"')
    assert follow(version(news.text)).status_code == 204
    Membership.objects.update(role=Role.VIEWER)
    assert follow(version(news.text)).status_code == 200


@pytest.mark.parametrize(("stakes", "carla"), [(1, "Carla 0.00"), (10, "Carla 0"), (100, "Carla 0")])
def test_the_large_screen_drops_the_cents_where_the_rules_come_to_none(
    club: Club, host: Client, stakes: int, carla: str
) -> None:
    night = people.start_night(club=club, stake_factor=stakes)
    address = reverse("watch", args=[night.public_id])
    assert carla in open_page(host, address).items("data-results")

    people.win(night)

    assert carla in open_page(host, address).items("data-results")
