"""The engine, its fixes and distances agree with the naive judge and with trying everything (C3 to C37, L1 to L8)."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import answer_claim
from scoring.games.cuajo.cards import COPIES, Card, count_kinds, read_cards
from scoring.games.cuajo.claim import read_claim
from scoring.games.cuajo.judge_cards import copies_unseen
from scoring.games.cuajo.near_miss import best_partial_split, changes, distance, waits
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import Holding, Meld, hold
from scoring.games.cuajo.verdict import cents_of
from tests.games.asking import stored
from tests.games.cuajo import naive
from tests.games.cuajo.hands import PACK, SCALE, random_claim, random_price_claim, random_price_hand, winning_hand
from tests.games.cuajo.naive import ALL_CARDS, Cards, is_king

GROUPS = (("1",), ("3", "4", "5"), ("10", "11", "12"))
"""No meld mixes the ranks of two groups."""


@dataclass(frozen=True, kw_only=True)
class Nearly:
    hand: Cards
    sowee: str = "4E"
    secrets: Cards = ()
    extra: Cards = ()
    must_lay: bool = False
    pricelist: bool = False

    @property
    def loose(self) -> Cards:
        laid = Counter({card: 3 if card == self.sowee else 4 for card in self.secrets})
        return tuple((Counter(self.hand) - laid).elements())

    @property
    def unseen(self) -> Mapping[str, int]:
        return Counter(PACK) - Counter([*self.hand, self.sowee, *self.extra])

    @property
    def holding(self) -> Holding:
        return hold(
            cards=cards(self.hand),
            sowee=cards((self.sowee,))[0],
            secrets=cards(self.secrets),
            three_must_be_laid=self.must_lay,
            scheme=Scheme.PRICELIST if self.pricelist else Scheme.CONDITIONS,
        )

    @property
    def known(self) -> tuple[Card, ...]:
        return cards((*self.hand, self.sowee, *self.extra))

    def claim(self) -> dict[str, object]:
        rules = {"preset": "pricelist"} if self.pricelist else {"sowee_three_must_be_laid": self.must_lay}
        told = {"hand": " ".join(self.hand), "secrets": list(self.secrets), "extra": " ".join(self.extra)}
        return told | {
            "game": "cuajo", "rules": rules, "bounit": self.hand[0], "source": "self_drawn", "sowee": self.sowee
        }  # fmt: skip

    def wins(self, out: Cards = (), into: Cards = ()) -> bool:
        """Tell whether the cards win after an exchange (C8 to C10); with a king, a price list wants a baksyo (L3)."""
        left = naive.without(self.loose, out)
        assert left is not None
        loose = (*left, *into)
        kings = Counter(card[-1] for card in loose if is_king(card))
        if self.pricelist and (naive.wins_by_kings(kings) or any(map(is_king, self.secrets))):
            return True
        parts = [tuple(sorted(card for card in loose if card[:-1] in ranks)) for ranks in GROUPS]
        three_like = None if self.must_lay or self.pricelist else self.sowee
        baksyos = [melds(part, three_like, self.pricelist) for part in parts]
        may_lack = not self.pricelist or not kings or bool(self.secrets)
        return all(baksyos) and (may_lack or any(True in found for found in baksyos))

    def exchanges(self, given_up: int, new: int, *, kings_stay: bool = False) -> Iterator[tuple[Cards, Cards]]:
        """Yield every exchange of so many loose cards for so many unseen ones that wins."""
        movable = sorted(card for card in self.loose if not (kings_stay and is_king(card)))
        for out, into in product(set(combinations(movable, given_up)), combinations_with_replacement(ALL_CARDS, new)):
            may_come = not set(out) & set(into) and Counter(into) <= Counter(self.unseen)
            if may_come and self.wins(out, into):
                yield out, into

    def fewest(self, *, missing: int = 0, kings_stay: bool = False) -> int | None:
        """Return the fewest new cards that win, None for more than two; `missing` places are open."""
        tried = range(max(1, missing), 3)
        return next((new for new in tried if any(self.exchanges(new - missing, new, kings_stay=kings_stay))), None)


@cache
def melds(part: Cards, three_like: str | None, pricelist: bool) -> frozenset[bool]:
    """Return for every complete split of sorted cards whether it holds a baksyo; nothing where there is none."""
    if not part:
        return frozenset({False})
    return frozenset(
        baksyo or naive.is_baksyo(meld)
        for meld in naive.melds_with(part[0], three_like, pricelist)
        for left in [naive.without(part, meld)]
        if left is not None
        for baksyo in melds(left, three_like, pricelist)
    )


def cards(texts: Cards) -> tuple[Card, ...]:
    return read_cards(text=" ".join(texts)).cards


def near_miss_hand(rng: Random) -> Nearly:
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
        if not found.wins():
            return found


def fifteen_of(rng: Random) -> Nearly:
    nearly = near_miss_hand(rng)
    hand = list(nearly.hand)
    hand.remove(rng.choice(nearly.loose))
    return replace(nearly, hand=tuple(hand))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(3))
def test_every_fix_is_right_none_is_missing_and_the_distance_is_the_least(seed: int) -> None:
    rng, distances = Random(seed), Counter[int | None]()
    for _ in range(int(10 * SCALE)):
        nearly = near_miss_hand(rng)
        near: Any = answer_claim(data=nearly.claim())["near_miss"]
        fixes = [(change["out"], change["into"]) for change in near["changes"]]
        assert sorted(fixes) == sorted((out, into) for (out,), (into,) in nearly.exchanges(1, 1)), nearly
        fewest = nearly.fewest()
        assert (near["distance"] if near["distance"] in (1, 2) else None) == fewest, nearly
        distances[fewest] += 1
    assert distances.keys() >= {1, 2}


def waited_for(nearly: Nearly) -> Cards:
    return tuple(into for _, (into,) in nearly.exchanges(0, 1))


def found_waits(nearly: Nearly) -> Cards:
    return tuple(map(str, waits(holding=nearly.holding, seen=count_kinds(cards=nearly.known))))


def test_waits_of_fifteen_cards_are_all_the_kinds_that_win() -> None:
    rng, waiting = Random(30), 0
    for _ in range(int(100 * SCALE)):
        nearly = fifteen_of(rng)
        assert found_waits(nearly) == waited_for(nearly), nearly
        waiting += bool(waited_for(nearly))
    assert waiting > 0


@stored("third_of_sowee")
def test_c10_a_third_of_the_sowees_kind_helps_only_where_the_other_cards_meld(others: str, helps: bool) -> None:
    nearly = Nearly(hand=("4E", "4E", "3B", "12B", *others.split()))
    found = changes(holding=nearly.holding, seen=count_kinds(cards=nearly.known))
    assert (("3B", "4E") in {(str(change.out), str(change.into)) for change in found}) is helps


def test_l3_a_king_without_a_baksyo_does_not_wait_for_what_makes_a_set() -> None:
    """The fives would make a third set; a third three alike is a pong."""
    nearly = Nearly(
        hand=("3O", "3C", "3E", "3B", "3O", "3C", "3E", "3B", "5O", "5C", "5E", "5B", "5O", "5C", "12B"), pricelist=True
    )
    assert found_waits(nearly) == ("3O", "3C", "3E", "3B") == waited_for(nearly)


@pytest.mark.no_cover
@pytest.mark.parametrize("kings_stay", [True, False])
def test_distance_of_fifteen_cards_is_the_least(kings_stay: bool) -> None:
    rng, distances = Random(31), Counter[int | None]()
    for _ in range(int(10 * SCALE)):
        nearly = fifteen_of(rng)
        found = distance(holding=nearly.holding, unseen=copies_unseen(known=nearly.known), kings_stay=kings_stay)
        fewest = nearly.fewest(missing=1, kings_stay=kings_stay)
        assert (found if found in (1, 2) else None) == fewest, nearly
        distances[fewest] += 1
    assert len(distances) > 1


@stored("to_win")
def test_fewest_new_cards_to_a_win(hand: str, sowee: str, kings_stay: bool, fewest: int) -> None:
    nearly = Nearly(hand=tuple(hand.split()), sowee=sowee)
    unseen = copies_unseen(known=nearly.known)
    assert distance(holding=nearly.holding, unseen=unseen, kings_stay=kings_stay) == fewest


SAID = ("valid", "per_opponent", "porbis", "king_cents", "conditions", "extra_used")


def as_naive(answer: Any) -> dict[str, object]:
    if "error" in answer:
        return {"problems": {problem["code"] for problem in answer["error"]["problems"]}}
    return {name: answer[name] for name in SAID if name in answer}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("make", "judge"), [(random_claim, naive.by_conditions), (random_price_claim, naive.by_price_list)]
)
def test_engine_and_naive_judge_agree_on_random_hands(
    make: Callable[[Random], dict[str, Any]], judge: Callable[[naive.Told], list[naive.Answer]], seed: int
) -> None:
    rng, hands, valid = Random(seed), int(400 * SCALE), 0
    for _ in range(hands):
        claim = make(rng)
        answer: Any = answer_claim(data=claim)
        assert as_naive(answer) == naive.answer(claim, judge), json.dumps(claim)
        assert "error" in answer or cents_of(claim=read_claim(data=claim)) == answer.get("per_opponent")
        if not answer.get("valid"):
            continue
        valid += 1
        melds = [tuple(meld) for meld in answer["arrangement"]]
        assert sum(line["cents"] for line in answer["lines"]) == answer["per_opponent"]
        melded = Counter(card for meld in melds for card in meld)
        assert melded + Counter(answer.get("left_over", ())) == Counter(claim["hand"].split())
        pongs = judge is naive.by_price_list
        assert all(naive.is_meld(meld, claim["sowee"]) or (pongs and naive.is_pong(meld)) for meld in melds)
        needless = not pongs or claim["secrets"] or "king_win" in answer or "12" not in claim["hand"]
        assert needless or any(map(naive.is_baksyo, melds)), json.dumps(claim)
    assert valid > hands / 3


def as_texts(split: tuple[Meld, ...]) -> naive.Split:
    return tuple(sorted(tuple(sorted(str(card) for card in meld.cards)) for meld in split))


def test_partial_split_melds_as_many_cards_as_can_be() -> None:
    rng = Random(8)
    for _ in range(int(150 * SCALE)):
        size, sowee = rng.choice((4, 9, 12, 15, 16)), rng.choice(naive.ALL_CARDS)
        kept = rng.sample(winning_hand(rng, sowee, rng.choice((0.2, 1.0))), rng.randint(size - 4, size))
        deck = list((Counter(PACK) - Counter([*kept, sowee])).elements())
        texts = (*kept, *rng.sample(deck, size - len(kept)))
        melds, strays = best_partial_split(holding=hold(cards=cards(texts), sowee=cards((sowee,))[0]))
        melded = [card for meld in as_texts(melds) for card in meld]
        assert sorted(melded + [str(card) for card in strays]) == sorted(texts)
        assert all(naive.is_meld(meld, sowee) for meld in as_texts(melds))
        assert len(melded) == naive.most(texts, len, sowee)
