"""Exact search: whether cards split into an eye, more eyes and boys (Q2 to Q5), and what a hand lacks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.games.khanhoo.cards import Card, Counts
from scoring.games.khanhoo.qing.melds import (
    COPIES,
    FIRST_BOUND,
    FIRST_FLOWER,
    KINDS,
    Meld,
    MeldKind,
    SixthEye,
    count_kinds,
    is_free,
    melds_with,
)

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
