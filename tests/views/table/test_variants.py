"""A night of each variant through its pages; every figure was worked out from the sources beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db

PEOPLE = (*people.NAMES, "Eli")
PORBIS = {
    "winner": "1",
    "source": "self_drawn",
    "hand": "10B 11B 12B 1O 1C 1E 1B 3O 3C 3E 4O 4C 4E 5O 5C 5E",
    "bounit": "5E",
    "sowee": "4O",
}
WORKED = {"winner": "2", "source": "discard", "hand": people.WORKED_HAND, "bounit": "5B", "sowee": "4O"}
CULIN = "8C 3S 2M 4C 5C 6C 5S 6S 7S 3M 4M 5M 7C 7S 7M"
WILD = "RF 1S 1M 4C 5C 6C 5S 6S 7S 3M 4M 5M 8C 8S 8M"
TRICKS = "5M / 6M; 9C 8C 7C / 1S 2S 3S; 1C HC ZC / 4S 5S 6S; 1M 2M 3M / 2C 3C 4C; 9M / TM; 7M / 8M; 7S / 8S"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A night: what its start says, the hands as their forms say them, how it ends, and every balance then."""

    game: str
    players: int
    balances: tuple[int, ...]
    hands: tuple[Mapping[str, str], ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    ends: str = ""


VARIANTS = {
    "cuajo by gamerules: porbis flat, then 70 and a king": Variant(
        game="cuajo",
        players=4,
        rules={"preset": "gamerules"},
        hands=(PORBIS, WORKED),
        balances=(600 - 90, 180 - 300, -90, -300),
    ),
    "cuajo by the family: ambitions add up, and partners share": Variant(
        game="cuajo",
        players=4,
        rules={"preset": "family"},
        hands=(PORBIS, WORKED),
        ends="close",
        balances=(340, -340, 340, -340),
    ),
    "cuajo without partners: everybody pays": Variant(
        game="cuajo",
        players=3,
        rules={"rule_partnerships": "no"},
        hands=(PORBIS, WORKED),
        balances=(600 - 90, 180 - 300, -90 - 300),
    ),
    "khanhoo with three packs: 34, 4 and 8": Variant(
        game="khanhoo",
        players=3,
        rules={"preset": "three_packs"},
        hands=(
            {
                "out": "1",
                "cards__1": "AH AH AH 2C 2C 2C 3D 3D 3D 5H 5C 5D 6H 6C 6D",
                "cards__2": "J J 7D",
                "cards__3": "K K K 9H 9H 9H",
            },
        ),
        ends="match",
        balances=(30 + 26, -30 - 4, -26 + 4),
    ),
    "khanhoo of five with four packs: 32 and 10": Variant(
        game="khanhoo",
        players=5,
        rules={"preset": "four_packs"},
        hands=(
            {"out": "1", "melds__1__triple_khanhoo": "1", "melds__1__sequence": "2", "melds__2__double_triplet": "1"},
        ),
        ends="match",
        balances=(22 + 3 * 32, -22 + 3 * 10, -42, -42, -42),
    ),
    "khanhoo with an orphan: 20 and 4": Variant(
        game="khanhoo",
        players=4,
        rules={"rule_orphan": "yes"},
        hands=({"out": "3", "orphan": "3", "cards__3": "AH AH 2C 2C 3D 3D", "cards__1": "J 7D 7D"},),
        ends="match",
        balances=(-16 + 2 * 4, -24, 16 + 2 * 20, -24),
    ),
    "khanhoo with a cache: 17 and 6": Variant(
        game="khanhoo",
        players=4,
        rules={"preset": "four_packs", "rule_trios": "cache"},
        hands=({"out": "1", "ending": "quartette", "cards__1": "6C 6C 6C 6C", "cards__2": "8D 8D 8D"},),
        ends="match",
        balances=(11 + 2 * 17, -11 + 2 * 6, -23, -23),
    ),
    "Qing as Culin has it, with a pot that stays": Variant(
        game="khanhoo_qing",
        players=3,
        rules={"preset": "culin", "rule_pot_stays": "yes"},
        hands=({"winner": "2", "hand": CULIN}, {"result": "drawn"}, {"winner": "1", "declared": "on"}),
        balances=(-100 + 400, 200 - 200, -100 - 200),
    ),
    "Qing with wild flowers": Variant(
        game="khanhoo_qing",
        players=3,
        rules={"rule_flowers_wild": "yes"},
        hands=({"winner": "1", "hand": WILD},),
        balances=(200, -100, -100),
    ),
    "Ming of two by its tricks: 6 and 24": Variant(
        game="khanhoo_ming", players=2, hands=({"leader": "2", "tricks": TRICKS},), ends="match", balances=(-18, 18)
    ),
    "cau robat by points: 3, 2 and 1": Variant(
        game="cau_robat",
        players=3,
        rules={"preset": "points"},
        hands=(
            {"piles__1": "12", "piles__2": "19", "piles__3": "9"},
            {"piles__1": "20", "piles__2": "10", "piles__3": "10"},
        ),
        ends="match",
        balances=(1 + 2, -1 + 1, -2 - 1),
    ),
    "cau, its piles face down: two hands to none": Variant(
        game="cau_robat",
        players=2,
        rules={"preset": "cau"},
        hands=({"piles__1": "21", "piles__2": "19"}, {"piles__1": "22", "piles__2": "14", "centre": "4"}),
        ends="match",
        balances=(2, -2),
    ),
}


def sent(browser: Client, address: str, **said: str) -> Any:
    """Send the form of a page as it opens, with what is said besides."""
    page = open_page(browser, address)
    form = (*page.forms(action=address), *page.forms())[0]
    return browser.post(address, form | said)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_balance_of_a_variant_agrees(host: Client, variant: Variant) -> None:
    seats = {f"seat_{seat}": name for seat, name in enumerate(PEOPLE[: variant.players], start=1)}
    start = reverse("new-game-session", args=[variant.game])
    sent(host, start, currency="PHP", first_dealer="1", **seats, **variant.rules)
    night = Session.objects.get()
    hand = reverse("hand", args=[night.public_id])
    for said in variant.hands:
        assert sent(host, hand, **said, step="record").status_code == 302
    if variant.ends:
        sent(host, reverse(variant.ends, args=[night.public_id]))
    assert people.balances(night) == variant.balances
