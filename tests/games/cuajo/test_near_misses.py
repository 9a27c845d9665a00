"""Hands that nearly win: every fix and the distance, against trying everything (C3, C8 to C10, L2 to L4)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

import pytest

from scoring.games.cuajo import answer_claim, hold
from scoring.games.cuajo.hand.distance import distance
from scoring.games.cuajo.hand.exchanges import changes, waits
from scoring.games.cuajo.hand.splits import Holding, count_kinds
from scoring.games.cuajo.judging.extra import copies_unseen
from scoring.games.cuajo.pack.cards import COPIES, Card, read_cards
from scoring.games.cuajo.rules import Scheme
from tests.games.cuajo.exchanges import Held, fewest_new_cards, winning_changes, wins
from tests.games.cuajo.hands import PACK, SCALE, winning_hand
from tests.games.cuajo.naive import ALL_CARDS, Cards
from tests.games.cuajo.price_hands import random_price_hand

CHUNKS = 3
HANDS_IN_CHUNK = int(30 * SCALE)

type Claim = dict[str, object]


@dataclass(frozen=True, kw_only=True)
class Nearly:
    """Sixteen cards that do not win, and all that lies open."""

    hand: Cards
    sowee: str
    secrets: Cards
    extra: Cards
    must_lay: bool
    pricelist: bool

    @property
    def held(self) -> Held:
        """Return the cards as the rules see them."""
        laid = Counter({card: 3 if card == self.sowee else 4 for card in self.secrets})
        return Held(
            loose=tuple((Counter(self.hand) - laid).elements()),
            secrets=self.secrets,
            three_like=None if self.must_lay or self.pricelist else self.sowee,
            pricelist=self.pricelist,
        )

    @property
    def unseen(self) -> Mapping[str, int]:
        """Return how many copies of each card may still come (C3)."""
        return Counter(PACK) - Counter([*self.hand, self.sowee, *self.extra])

    @property
    def holding(self) -> Holding:
        """Return the cards as the engine sees them."""
        (sowee,) = cards((self.sowee,))
        return hold(
            cards=cards(self.hand),
            sowee=sowee,
            secrets=cards(self.secrets),
            three_must_be_laid=self.must_lay,
            scheme=Scheme.PRICELIST if self.pricelist else Scheme.CONDITIONS,
        )

    @property
    def known(self) -> tuple[Card, ...]:
        """Return all cards that are not unseen."""
        return cards((*self.hand, self.sowee, *self.extra))

    def claim(self) -> Claim:
        """Return the hand as a claim drawn from the stock."""
        own = {"preset": "pricelist"} if self.pricelist else {"sowee_three_must_be_laid": self.must_lay}
        return {
            "game": "cuajo",
            "rules": own,
            "hand": " ".join(self.hand),
            "bounit": self.hand[0],
            "source": "self_drawn",
            "sowee": self.sowee,
            "secrets": list(self.secrets),
            "extra": " ".join(self.extra),
        }


def cards(texts: Cards) -> tuple[Card, ...]:
    return read_cards(text=" ".join(texts)).cards


def near_miss_hand(rng: Random) -> Nearly:
    """Exchange one to three cards of a won hand for others, until it does not win."""
    while True:
        pricelist = rng.random() < 0.4
        sowee = rng.choice(ALL_CARDS)
        won = random_price_hand(rng) if pricelist else winning_hand(rng, sowee, rng.choice((0.1, 1.0)))
        kept = rng.sample(won, 16 - rng.choice((1, 1, 2, 3)))
        rest = list((Counter(PACK) - Counter([*kept, sowee])).elements())
        if max(Counter([*kept, sowee]).values()) > COPIES:
            continue
        hand = (*kept, *rng.sample(rest, 16 - len(kept)))
        rest = list((Counter(PACK) - Counter([*hand, sowee])).elements())
        alike = sorted(card for card in set(hand) if hand.count(card) >= (3 if card == sowee else 4))
        found = Nearly(
            hand=hand,
            sowee=sowee,
            secrets=tuple(card for card in alike if rng.random() < 0.5),
            extra=() if pricelist else tuple(rng.sample(rest, rng.choice((0, 0, 7, 15)))),
            must_lay=not pricelist and rng.random() < 0.2,
            pricelist=pricelist,
        )
        if not wins(found.held):
            return found


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(CHUNKS))
def test_every_fix_is_right_none_is_missing_and_the_distance_is_the_least(seed: int) -> None:
    rng = Random(seed)
    distances: Counter[int | None] = Counter()
    for _ in range(HANDS_IN_CHUNK):
        nearly = near_miss_hand(rng)
        answer = answer_claim(data=nearly.claim())
        near = answer["near_miss"]
        assert isinstance(near, dict)
        fixes = [(change["out"], change["into"]) for change in near["changes"]]
        expected = winning_changes(nearly.held, nearly.unseen)
        assert set(fixes) == expected, nearly
        assert len(fixes) == len(expected)
        fewest = 1 if expected else fewest_new_cards(nearly.held, nearly.unseen, missing=0, limit=2)
        assert (near["distance"] if near["distance"] in (1, 2) else None) == fewest, nearly
        distances[fewest] += 1
    assert distances.keys() >= {1, 2}


def fifteen_of(rng: Random, nearly: Nearly) -> Nearly:
    """Take away a card that lies in no laid secret."""
    hand = list(nearly.hand)
    hand.remove(rng.choice(nearly.held.loose))
    return replace(nearly, hand=tuple(hand))


def wins_with(fifteen: Nearly, card: str) -> bool:
    return bool(fifteen.unseen[card]) and wins(replace(fifteen.held, loose=(*fifteen.held.loose, card)))


def test_waits_of_fifteen_cards_are_all_the_kinds_that_win() -> None:
    rng = Random(30)
    waiting = 0
    for _ in range(int(100 * SCALE)):
        nearly = fifteen_of(rng, near_miss_hand(rng))
        tried = [card for card in ALL_CARDS if wins_with(nearly, card)]
        found = waits(holding=nearly.holding, seen=count_kinds(cards=nearly.known))
        assert [str(card) for card in found] == tried, nearly
        waiting += bool(tried)
    assert waiting > 0


@pytest.mark.parametrize(
    ("others", "helps"),
    [("3O 4O 5O 10C 11C 12C 1E 1C 1B 5E 5C 5B", True), ("3O 4C 5E 10C 11E 1E 1C 3B 3E 5C 10B 11O", False)],
)
def test_c10_a_third_of_the_sowees_kind_helps_only_where_the_other_cards_meld(others: str, helps: bool) -> None:
    hand = ("4E", "4E", "3B", "12B", *others.split())
    nearly = Nearly(hand=hand, sowee="4E", secrets=(), extra=(), must_lay=False, pricelist=False)
    found = {
        (str(change.out), str(change.into))
        for change in changes(holding=nearly.holding, seen=count_kinds(cards=nearly.known))
    }
    assert (found == winning_changes(nearly.held, nearly.unseen), ("3B", "4E") in found) == (True, helps)


def test_l3_a_king_without_a_baksyo_does_not_wait_for_what_makes_a_set() -> None:
    """The fives would make a third set; a third three alike is a pong."""
    hand = ("3O", "3C", "3E", "3B", "3O", "3C", "3E", "3B", "5O", "5C", "5E", "5B", "5O", "5C", "12B")
    nearly = Nearly(hand=hand, sowee="4E", secrets=(), extra=(), must_lay=False, pricelist=True)
    found = [str(card) for card in waits(holding=nearly.holding, seen=count_kinds(cards=nearly.known))]
    assert found == ["3O", "3C", "3E", "3B"] == [card for card in ALL_CARDS if wins_with(nearly, card)]


@pytest.mark.no_cover
@pytest.mark.parametrize("kings_stay", [True, False])
def test_distance_is_the_least_up_to_three_new_cards(kings_stay: bool) -> None:
    """C14: kings may be said to stay, because they cannot be discarded; fifteen cards lack one."""
    rng = Random(31)
    distances: Counter[int | None] = Counter()
    for _ in range(int(6 * SCALE)):
        nearly = fifteen_of(rng, near_miss_hand(rng))
        unseen = copies_unseen(known=nearly.known)
        found = distance(holding=nearly.holding, unseen=unseen, kings_stay=kings_stay)
        fewest = fewest_new_cards(nearly.held, nearly.unseen, missing=1, limit=3, kings_stay=kings_stay)
        assert (found if found in (1, 2, 3) else None) == fewest, nearly
        distances[fewest] += 1
    assert len(distances) > 1
