"""Close a session: the preview says what will be posted, and closing posts exactly that; reopen it."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table.reversing import reopen_session
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from tests import people
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def form_of(page: Page) -> dict[str, str]:
    (form,) = page.forms()
    return form


@pytest.fixture
def family(club: Club) -> Session:
    """Return a night whose partners share: Ana won 90 from each opponent, then Carla's secret."""
    night = people.start_night(club=club, rules={"preset": "family"})
    people.win(night)
    people.lay_secret(night, seat=people.BEN)
    return night


def test_partners_share_is_a_visible_adjustment_c25(host: Client, family: Session) -> None:
    page = open_page(host, url("close", family))
    assert page.sums("data-results") == (
        ("Ana", "+₱1.30", "−₱0.90", "+₱0.40"),
        ("Ben", "+₱0.10", "−₱0.50", "−₱0.40"),
        ("Carla", "−₱0.50", "+₱0.90", "+₱0.40"),
        ("Dan", "−₱0.90", "+₱0.50", "−₱0.40"),
    )
    assert page.sums("data-adjustment", "partners_share") == (("₱0.90",), ("₱0.50",))
    assert page.sums("data-plan") == (("Ben", "Ana", "₱0.40"), ("Dan", "Carla", "₱0.40"))
    assert page.has("data-open-secrets")  # paid in a hand that is not recorded


def test_closing_posts_what_the_preview_showed_rounded_to_its_coin(host: Client, family: Session) -> None:
    address = url("close", family) + "?coin=25"
    page = open_page(host, address)
    assert page.has("data-adjustment", "rounding")
    assert page.sums("data-results")[1] == ("Ben", "+₱0.10", "−₱0.50", "−₱0.10", "−₱0.50")
    assert page.sums("data-plan") == (("Ben", "Ana", "₱0.50"), ("Dan", "Carla", "₱0.50"))

    assert host.post(address, form_of(page))["Location"] == url("settle", family)
    close = settlements.close_of(session=family)
    assert close is not None
    assert (people.balances(family), close.act) == (
        (50, -50, 50, -50),
        {"plan": [[2, 1, 50], [4, 3, 50]], "coin_cents": 25},
    )
    assert str(close.device) == "Ana's phone"
    assert host.get(url("reopen", family)).context["undoes"] == {"shared": True, "rounding": True}
    host.post(url("reopen", family), form_of(open_page(host, url("reopen", family))) | {"reason": "more"})
    assert form_of(open_page(host, url("close", family)))["coin"] == "25"  # as last time


@pytest.mark.parametrize("coin", ["3", "x", "-5", "1000000"])
def test_coin_nobody_has_means_no_rounding(host: Client, family: Session, coin: str) -> None:
    assert host.get(url("close", family), {"coin": coin}).context["coin_cents"] == 1


@pytest.mark.parametrize(
    ("currency", "coins"), [("PHP", [1, 5, 10, 25, 100, 500, 1000]), ("JPY", [1, 5, 10, 50, 100, 500, 1000])]
)
def test_coins_follow_the_currency(host: Client, club: Club, currency: str, coins: list[int]) -> None:
    night = people.start_night(club=club, currency=currency)
    assert [cents for cents, _words in host.get(url("close", night)).context["coins"]] == coins


def test_hand_recorded_meanwhile_refreshes_the_preview_and_closes_nothing(host: Client, session: Session) -> None:
    people.win(session)
    form = form_of(open_page(host, url("close", session)))
    people.win(session, winner=people.BEN)
    answer = host.post(url("close", session), form | {"coin": "25"})
    page = Page(answer)
    assert (refusal(answer), page.text("aria-current", "true")) == ((409, ("table_changed",)), "₱0.25")
    assert page.sums("data-results")[0] == ("Ana", "+₱0.90", "+₱0.10", "+₱1.00")
    assert not tables.is_closed(session=session)
    assert host.post(url("close", session), form_of(page))["Location"] == url("settle", session)


def test_form_that_cannot_be_closes_nothing_and_a_closed_night_leads_on(host: Client, session: Session) -> None:
    entry = people.win(session)
    form = form_of(open_page(host, url("close", session)))
    broken = host.post(url("close", session), form | {"coin": "7"})
    assert (broken.status_code, len(Page(broken).sums("data-plan"))) == (422, 2)
    assert refusal(host.post(url("close", session), form | {"key": str(entry.key)})) == (409, ("key_reused",))
    people.close(session)
    answers = [host.get(url("close", session)), host.post(url("close", session), form | {"key": str(uuid4())})]
    assert [answer["Location"] for answer in answers] == [url("settle", session)] * 2
    assert session.entries.count() == 2


def test_night_for_points_has_a_final_standing_and_no_payments(host: Client, club: Club) -> None:
    points = people.start_night(club=club, currency="points")
    people.win(points)
    page = open_page(host, url("close", points))
    assert [line.split()[:2] for line in page.items("data-results")][:2] == [["Ana", "+180"], ["Ben", "−90"]]
    assert (page.has("data-plan"), page.has("data-coins")) == (False, False)
    host.post(url("close", points), form_of(page))
    settled = open_page(host, url("settle", points))
    assert [line.split()[:2] for line in settled.items("data-results")][-1] == ["Dan", "−90"]
    assert (settled.has("data-progress"), settled.has("data-line")) == (False, False)


def test_reopening_needs_a_reason_and_reverses_no_newer_close(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    address, table = url("reopen", session), url("table", session)
    form = form_of(open_page(host, address))
    assert refusal(host.post(address, form | {"reason": "  "})) == (422, ("reason:required",))
    reopen_session(session=session, reason="one more hand", stamp=people.stamp())
    people.close(session)
    answer = host.post(address, form | {"reason": "the same wish"})
    assert (refusal(answer), tables.is_closed(session=session)) == ((409, ("close_changed",)), True)
    again = form_of(Page(answer))
    assert again["reason"] == "the same wish"
    answers = [host.post(address, again), host.post(address, again | {"key": str(uuid4())}), host.get(address)]
    assert [answer["Location"] for answer in answers] == [table] * 3  # open already
    newest = session.entries.latest("number")
    assert (newest.kind, newest.reason, newest.number) == ("reversal", "the same wish", 5)
