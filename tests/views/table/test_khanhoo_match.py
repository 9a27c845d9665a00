"""The match of E8 through the pages: 52, 49, 47 and 47 points give +13, +1, -7 and -7 times the stake."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.sessions import Terms, start_session
from scoring.queries import matches, tables
from tests import cast
from tests.pages.reading import Page, open_page

pytestmark = pytest.mark.django_db

FULL_HAND = ("double_khanhoo", "double_triplet", "royal_group")
HANDS: tuple[tuple[int, dict[int, tuple[str, ...]]], ...] = (
    (cast.ANA, {cast.BEN: ("double_triplet", "courts"), cast.CARLA: ("double_courts",)}),
    (cast.BEN, {cast.ANA: ("khanhoo",), cast.CARLA: ("courts",), cast.DAN: ("double_courts",)}),
    (cast.CARLA, {cast.ANA: ("double_triplet",), cast.BEN: ("triplet",), cast.DAN: ("courts",)}),
    (cast.DAN, {cast.ANA: ("courts",)}),
)


@pytest.fixture
def khanhoo_night(club: Club) -> Session:
    """Return a night of khanhoo for four at stakes times 10."""
    terms = Terms(
        game="khanhoo",
        rules=None,
        names=cast.NAMES,
        currency="PHP",
        stake_factor=10,
        first_dealer=cast.ANA,
    )
    return start_session(club=club, terms=terms, stamp=cast.stamp())


def send(browser: Client, address: str, **values: object) -> Page:
    """Send the form of a page as it opens, with these values."""
    (form,) = open_page(browser, address).forms(action=address)
    return Page(browser.post(address, form | values, follow=True))


def test_the_match_of_e8_settles_the_differences_times_the_stake(
    host: Client, khanhoo_night: Session
) -> None:
    hand = reverse("hand", args=[khanhoo_night.public_id])
    for out, others in HANDS:
        melds = {out: FULL_HAND} | others
        boxes = {f"melds__{seat}__{name}": 1 for seat, names in melds.items() for name in names}
        send(host, hand, out=out, step="record", **boxes)
    points = {cast.ANA: 52, cast.BEN: 49, cast.CARLA: 47, cast.DAN: 47}
    assert matches.points_of(session=khanhoo_night) == points
    settled = send(host, reverse("match", args=[khanhoo_night.public_id]))
    assert [text.split()[-2] for text in settled.items("data-table", tag="article")] == [
        "+1.30",
        "+0.10",
        "−0.70",
        "−0.70",
    ]
    assert [seat.result_cents for seat in tables.results(session=khanhoo_night)] == [130, 10, -70, -70]


def test_words_that_are_no_cards_are_refused_at_their_box_and_kept(
    host: Client, khanhoo_night: Session
) -> None:
    hand = reverse("hand", args=[khanhoo_night.public_id])
    page = send(host, hand, out=cast.ANA, step="record", cards__2="AH jack 10Z")
    box = page.find("name", "cards__2")
    assert (page.status, box.get("value"), box.get("aria-invalid")) == (422, "AH jack 10Z", "true")
    assert "Not a card of this pack: jack, 10Z." in page.notice()
    assert khanhoo_night.entries.count() == 0
