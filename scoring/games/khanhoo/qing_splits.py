"""The pack of Qing khanhoo (Q1), its eyes and boys (Q3, Q4), its house rules, and the exact search (Q2 to Q5)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from itertools import combinations_with_replacement

from scoring.games.dealing import PENALTY, DealPasses, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, switch
from scoring.games.khanhoo import cards as packs
from scoring.games.khanhoo.cards import Card, Counts, pack_of
from scoring.texts.words import gettext_noop as _

COPIES = 4
SUITS = "CSM"
RANKS = range(1, 10)
SPANS = (3, 4, 5)
"""A longer sequence is nothing but two shorter ones."""

PACK = pack_of(words=[*(f"{rank}{suit}" for rank in RANKS for suit in SUITS), "RF", "WF", "OT"])
KINDS = tuple(PACK.values())
"""Every kind, rank by rank, the flowers last."""

FIRST_BOUND = PACK["2C"].index
"""The kinds from this one up to the flowers are not free: each must lie in an eye or a boy (Q5)."""

FIRST_FLOWER = PACK["RF"].index

read_cards = partial(packs.read_cards, pack=PACK)
count_kinds = partial(packs.count_kinds, pack=PACK)


def is_free(card: Card) -> bool:
    """Return whether a card may be added to any eye or boy (Q5)."""
    return not FIRST_BOUND <= card.index < FIRST_FLOWER


class MeldKind(StrEnum):
    """What a meld is; sequences and three of a rank are boys."""

    EYE = "eye"
    SEQUENCE = "sequence"
    RANK = "rank"

    @property
    def rule(self) -> str:
        """Return the number of the rule that names the meld."""
        return "Q3" if self is MeldKind.EYE else "Q4"


class SixthEye(StrEnum):
    """The two readings of one eye (Q3)."""

    TCHENG = "tcheng"
    CULIN = "culin"


_SIXTH_EYES = {SixthEye.TCHENG: "RF 9S 9M", SixthEye.CULIN: "8C 3S 2M"}
_EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together, as they count; flowers stand for those named in `wild_for`."""

    kind: MeldKind
    cards: tuple[Card, ...]
    wild_for: tuple[Card, ...] = ()


@cache
def melds_with(card: Card | None, sixth: SixthEye) -> tuple[Meld, ...]:
    """Return every eye and boy that holds a card, eyes first; without a card the seven eyes.

    >>> len(melds_with(None, SixthEye.CULIN))
    7
    """
    eyes = [Meld(kind=MeldKind.EYE, cards=read_cards(text=text)) for text in (*_EYES, _SIXTH_EYES[sixth])]
    return tuple(eyes) if card is None else tuple(meld for meld in (*eyes, *_boys()) if card in meld.cards)


def _boys() -> Iterator[Meld]:
    for suit in SUITS:
        for size in SPANS:
            for first in RANKS[: len(RANKS) - size + 1]:
                cards = tuple(PACK[f"{first + step}{suit}"] for step in range(size))
                yield Meld(kind=MeldKind.SEQUENCE, cards=cards)
    for rank in RANKS:
        for suits in combinations_with_replacement(SUITS, 3):
            yield Meld(kind=MeldKind.RANK, cards=tuple(PACK[f"{rank}{suit}"] for suit in suits))


HAND_SIZE = 15
"""A winning hand (Q2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The house rules a split depends on: which eye is read how, and whether flowers stand for any card."""

    sixth: SixthEye = SixthEye.TCHENG
    flowers_wild: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Eyes and boys, free cards added to them, and strays that fit nowhere."""

    melds: tuple[Meld, ...]
    free: tuple[Card, ...] = ()
    strays: tuple[Card, ...] = ()

    @property
    def has_eye(self) -> bool:
        """Return whether there is an eye, which every winning hand needs (Q2)."""
        return any(meld.kind is MeldKind.EYE for meld in self.melds)

    @property
    def is_complete(self) -> bool:
        """Return whether an eye is there and no card is left over."""
        return self.has_eye and not self.strays


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rest:
    """What a branch of the search still has: cards, flowers that are wild, and whether an eye is due."""

    counts: Counts
    wild: int
    eye_due: bool


def best_split(*, cards: tuple[Card, ...], reading: Reading) -> Split:
    """Return a complete split if there is one, otherwise one with the fewest strays, if possible with an eye.

    Cards that are not free must lie in melds; free cards are added to any meld, and are strays without one.
    """
    search = _Search(reading)
    rest = _rest(count_kinds(cards=cards), reading)
    complete = search.complete(rest)
    if complete is not None:
        return _split(cards, complete)
    ways = [search.fewest_strays(rest), search.fewest_strays(replace(rest, eye_due=False))]
    _, melds = min((way for way in ways if way is not None), key=lambda way: way[0])
    return _split(cards, melds)


def is_complete(*, counts: Counts, reading: Reading, any_card: int = 0) -> bool:
    """Return whether the cards win, together with so many more that may be any card."""
    return _Search(reading).complete(_rest(counts, reading, any_card)) is not None


class _Search:
    """Depth first on the lowest card that must lie in a meld; what the same rest came to is kept."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.found: dict[_Rest, tuple[Meld, ...] | None] = {}
        self.fewest: dict[_Rest, tuple[int, tuple[Meld, ...]] | None] = {}

    def complete(self, rest: _Rest) -> tuple[Meld, ...] | None:
        """Return melds that hold every card which is not free, an eye among them, or None."""
        if rest not in self.found:
            self.found[rest] = self._complete(rest)
        return self.found[rest]

    def _complete(self, rest: _Rest) -> tuple[Meld, ...] | None:
        card = _lowest(rest)
        if card is None and not rest.eye_due:
            return ()
        for meld, left in self._choices(card, rest):
            others = self.complete(left)
            if others is not None:
                return (meld, *others)
        return None

    def fewest_strays(self, rest: _Rest) -> tuple[int, tuple[Meld, ...]] | None:
        """Return how few cards are left over and the melds of the others; None if no eye can be laid."""
        if rest not in self.fewest:
            self.fewest[rest] = self._fewest_strays(rest)
        return self.fewest[rest]

    def _fewest_strays(self, rest: _Rest) -> tuple[int, tuple[Meld, ...]] | None:
        card = _lowest(rest)
        if card is None and not rest.eye_due:
            return 0, ()
        best: tuple[int, tuple[Meld, ...]] | None = None
        for meld, left in self._choices(card, rest):
            found = self.fewest_strays(left)
            if found is not None and (best is None or found[0] < best[0]):
                best = found[0], (meld, *found[1])
        skipped = None if card is None else self.fewest_strays(_without(rest, card))
        if skipped is not None and (best is None or skipped[0] + 1 < best[0]):
            best = skipped[0] + 1, skipped[1]
        return best

    def _choices(self, card: Card | None, rest: _Rest) -> Iterator[tuple[Meld, _Rest]]:
        """Yield the melds that hold a card, or without one the eyes that free cards make."""
        for meld in melds_with(card, self.reading.sixth):
            yield from _laid(meld, rest)


def _rest(counts: Counts, reading: Reading, any_card: int = 0) -> _Rest:
    if not reading.flowers_wild:
        return _Rest(counts=counts, wild=any_card, eye_due=True)
    flowers = len(KINDS) - FIRST_FLOWER
    wild = sum(counts[FIRST_FLOWER:]) + any_card
    return _Rest(counts=counts[:FIRST_FLOWER] + (0,) * flowers, wild=wild, eye_due=True)


def _lowest(rest: _Rest) -> Card | None:
    """Return the lowest card that must lie in a meld."""
    return next((KINDS[kind] for kind in range(FIRST_BOUND, FIRST_FLOWER) if rest.counts[kind]), None)


def _laid(meld: Meld, rest: _Rest) -> Iterator[tuple[Meld, _Rest]]:
    """Yield the meld with the flowers it needs, and what it leaves; nothing if there are too few."""
    counts, wild_for = list(rest.counts), []
    for card in meld.cards:
        if counts[card.index]:
            counts[card.index] -= 1
        else:
            wild_for.append(card)
    if len(wild_for) <= rest.wild:
        eye_due = rest.eye_due and meld.kind is not MeldKind.EYE
        left = _Rest(counts=tuple(counts), wild=rest.wild - len(wild_for), eye_due=eye_due)
        yield Meld(kind=meld.kind, cards=meld.cards, wild_for=tuple(wild_for)), left


def _without(rest: _Rest, card: Card) -> _Rest:
    counts = list(rest.counts)
    counts[card.index] -= 1
    return replace(rest, counts=tuple(counts))


def _split(cards: tuple[Card, ...], melds: tuple[Meld, ...]) -> Split:
    """Tell the cards outside of the melds apart: free ones are added, others are strays (Q5)."""
    left = list(count_kinds(cards=cards))
    wild = sum(len(meld.wild_for) for meld in melds)
    for meld in melds:
        natural = Counter(meld.cards)
        natural.subtract(meld.wild_for)
        for card, count in natural.items():
            left[card.index] -= count
    for kind in range(FIRST_FLOWER, len(KINDS)):
        used = min(wild, left[kind])
        left[kind] -= used
        wild -= used
    outside = [card for card in KINDS for _ in range(left[card.index])]
    free = tuple(card for card in outside if is_free(card) and melds)
    strays = tuple(card for card in outside if not (is_free(card) and melds))
    return Split(melds=tuple(sorted(melds, key=lambda meld: list(MeldKind).index(meld.kind))), free=free, strays=strays)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Another card in the place of one that is held."""

    out: Card
    into: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A hand of up to fifteen cards: its split, whether it wins, and otherwise what would make it win.

    `waits` are the cards that complete fourteen, `changes` those of one card that complete fifteen.
    """

    split: Split
    wins: bool
    missing: int
    waits: tuple[Card, ...] = ()
    changes: tuple[Change, ...] = ()


def judge_hand(*, cards: tuple[Card, ...], reading: Reading) -> Verdict:
    """Return whether cards win, and otherwise the best partial split and what they lack (Q2 to Q5).

    No fifth copy of a kind is ever proposed (Q1).
    """
    split = best_split(cards=cards, reading=reading)
    missing = HAND_SIZE - len(cards)
    counts = count_kinds(cards=cards)
    return Verdict(
        split=split,
        wins=split.is_complete and not missing,
        missing=missing,
        waits=_waits(counts, reading) if missing == 1 else (),
        changes=_changes(counts, reading) if not missing and not split.is_complete else (),
    )


def _waits(counts: Counts, reading: Reading) -> tuple[Card, ...]:
    if not is_complete(counts=counts, reading=reading, any_card=1):
        return ()
    return tuple(
        card
        for card in KINDS
        if counts[card.index] < COPIES and is_complete(counts=_with(counts, card, 1), reading=reading)
    )


def _changes(counts: Counts, reading: Reading) -> tuple[Change, ...]:
    return tuple(
        Change(out=out, into=into)
        for out in KINDS
        if counts[out.index]
        for into in _waits(_with(counts, out, -1), reading)
        if into != out
    )


def _with(counts: Counts, card: Card, more: int) -> Counts:
    return (*counts[: card.index], counts[card.index] + more, *counts[card.index + 1 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class QingRules:
    """All house rules of a table; `stake` is what each other player has in the pot, in minor units."""

    preset: str = "wilkinson_qing"
    revision: int = 1
    source: str = _("Wilkinson and Tcheng Ki-tong on the game of the late Qing")

    sixth_eye: SixthEye = choice(
        SixthEye.TCHENG,
        rule="Q3",
        label=_("The doubtful eye"),
        words={
            SixthEye.TCHENG: _("red flower, 9 strings, 9 myriads"),
            SixthEye.CULIN: _("8 cash, 3 strings, 2 myriads"),
        },
    )
    flowers_wild: bool = switch(False, rule="Q5", label=_("Flowers and old thousand stand for any card"))
    stake: int = money(100, rule="Q6", label=_("Stake of each player in a hand"))
    pot_stays: bool = switch(False, rule="Q6", label=_("After a drawn hand the stakes stay in the pot"))
    clockwise: bool = switch(True, rule="Q2", label=_("Play goes clockwise"), before=False)
    deal_passes: DealPasses = passing(rule="Q7")
    void_deals: VoidDeals = dealing_again(rule="Q7")
    void_penalty: int = money(0, rule="Q7", label=PENALTY)

    @property
    def reading(self) -> Reading:
        """Return the house rules that a split depends on."""
        return Reading(sixth=self.sixth_eye, flowers_wild=self.flowers_wild)


PRESETS = {
    rules.preset: rules
    for rules in (
        QingRules(),
        QingRules(preset="culin", source=_("S. Culin, The Game of Ma-Jong, 1924"), sixth_eye=SixthEye.CULIN),
    )
}
