"""The match of E8 through the pages: 52, 49, 47 and 47 points give +13, +1, -7 and -7 times the stake."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.queries.table import matches, tables
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

FULL_HAND = ("double_khanhoo", "double_triplet", "royal_group")
HANDS: tuple[tuple[int, dict[int, tuple[str, ...]]], ...] = (
    (people.ANA, {people.BEN: ("double_triplet", "courts"), people.CARLA: ("double_triplet",)}),
    (people.BEN, {people.ANA: ("courts", "triplet"), people.CARLA: ("courts",), people.DAN: ("double_triplet",)}),
    (people.CARLA, {people.ANA: ("double_triplet",), people.BEN: ("triplet",), people.DAN: ("courts",)}),
    (people.DAN, {people.ANA: ("courts",)}),
)


@pytest.fixture
def khanhoo_night(club: Club) -> Session:
    """Return a night of khanhoo for four at stakes times 10."""
    terms = Terms(
        game="khanhoo", rules=None, names=people.NAMES, currency="PHP", stake_factor=10, first_dealer=people.ANA
    )
    return start_session(club=club, terms=terms, stamp=people.stamp())


def send(browser: Client, address: str, **values: object) -> Page:
    """Send the form of a page as it opens, with these values."""
    (form,) = open_page(browser, address).forms(action=address)
    return Page(browser.post(address, form | values, follow=True))


def test_the_match_of_e8_settles_the_differences_times_the_stake(host: Client, khanhoo_night: Session) -> None:
    hand = reverse("hand", args=[khanhoo_night.public_id])
    for out, others in HANDS:
        melds = {out: FULL_HAND} | others
        boxes = {f"melds__{seat}__{name}": 1 for seat, names in melds.items() for name in names}
        send(host, hand, out=out, step="record", **boxes)
    points = {people.ANA: 52, people.BEN: 49, people.CARLA: 47, people.DAN: 47}
    assert matches.points_of(session=khanhoo_night) == points
    settled = send(host, reverse("match", args=[khanhoo_night.public_id]))
    assert [text.split()[3] for text in settled.items("data-table", tag="article")] == [
        "+1.30",
        "+0.10",
        "−0.70",
        "−0.70",
    ]
    assert [seat.result_cents for seat in tables.results(session=khanhoo_night)] == [130, 10, -70, -70]


def test_words_that_are_no_cards_are_refused_at_their_box_and_kept(host: Client, khanhoo_night: Session) -> None:
    hand = reverse("hand", args=[khanhoo_night.public_id])
    page = send(host, hand, out=people.ANA, step="record", cards__2="AH jack 10Z")
    box = page.find("name", "cards__2")
    assert (page.status, box.get("value"), box.get("aria-invalid")) == (422, "AH jack 10Z", "true")
    assert "Not a card of this pack: jack, 10Z." in page.notice()
    assert khanhoo_night.entries.count() == 0
