"""The pack, house rules and splits of Qing khanhoo (Q1 to Q5)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement

from scoring.games.cards.pack import CardChange
from scoring.games.dealing import PENALTY, DealPasses, TableRules, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, switch
from scoring.games.khanhoo import Counts, KhanhooCard, KhanhooMeld, Kinds, lay
from scoring.texts.words import gettext_noop as _

COPIES = 4
SUITS = "CSM"
RANKS = range(1, 10)
# A longer sequence is two shorter ones.
SPANS = (3, 4, 5)

PACK = Kinds([*(f"{rank}{suit}" for rank in RANKS for suit in SUITS), "RF", "WF", "OT"])
KINDS = tuple(PACK.values())  # every kind, rank by rank, the flowers last

# From here to the flowers each card must be in an eye or a boy (Q5).
FIRST_BOUND = PACK["2C"].index

FIRST_FLOWER = PACK["RF"].index


def is_free(card: KhanhooCard) -> bool:
    """Check for a card that fits any meld (Q5)."""
    return not FIRST_BOUND <= card.index < FIRST_FLOWER


class SixthEye(StrEnum):
    """The two readings of one eye (Q3)."""

    TCHENG = "tcheng"
    CULIN = "culin"


@dataclass(frozen=True, slots=True, kw_only=True)
class QingRules(TableRules):
    """The house rules of a table. `stake` is in minor units."""

    preset: str = "wilkinson_qing"
    source: str = _("Wilkinson and Tcheng Ki-tong on the game of the late Qing")

    sixth_eye: SixthEye = choice(
        SixthEye.TCHENG,
        rule="Q3",
        label=_("The doubtful eye"),
        words=(_("red flower, 9 strings, 9 myriads"), _("8 cash, 3 strings, 2 myriads")),
    )
    flowers_wild: bool = switch(False, rule="Q5", label=_("Flowers and old thousand are wild"))
    stake: int = money(100, rule="Q6", label=_("Stake of each player"))
    pot_stays: bool = switch(False, rule="Q6", label=_("A drawn hand leaves the stakes in the pot"))
    clockwise: bool = switch(True, rule="Q2", label=_("Play goes clockwise"), before=False)
    deal_passes: DealPasses = passing(rule="Q7")
    void_deals: VoidDeals = dealing_again(rule="Q7")
    void_penalty: int = money(0, rule="Q7", label=PENALTY)


PRESETS = {
    "wilkinson_qing": QingRules(),
    "culin": QingRules(preset="culin", source=_("S. Culin, The Game of Ma-Jong, 1924"), sixth_eye=SixthEye.CULIN),
}


class QingMeldKind(StrEnum):
    """A kind of meld, eye or boy."""

    EYE = "eye"
    SEQUENCE = "sequence"
    RANK = "rank"

    @property
    def rule(self) -> str:
        return "Q3" if self is QingMeldKind.EYE else "Q4"


type QingMeld = KhanhooMeld[QingMeldKind]

_SIXTH_EYES = {SixthEye.TCHENG: "RF 9S 9M", SixthEye.CULIN: "8C 3S 2M"}
_EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M")


@cache
def melds_with(card: KhanhooCard | None, sixth: SixthEye) -> tuple[QingMeld, ...]:
    """Return the eyes and boys with a card.

    Without a card these are the seven eyes.

    >>> len(melds_with(None, SixthEye.CULIN))
    7
    """
    eyes = [KhanhooMeld(kind=QingMeldKind.EYE, cards=PACK.read(text)) for text in (*_EYES, _SIXTH_EYES[sixth])]
    return tuple(eyes) if card is None else tuple(meld for meld in (*eyes, *_boys()) if card in meld.cards)


def _boys() -> Iterator[QingMeld]:
    for suit in SUITS:
        for size in SPANS:
            for first in RANKS[: len(RANKS) - size + 1]:
                cards = tuple(PACK[f"{first + step}{suit}"] for step in range(size))
                yield KhanhooMeld(kind=QingMeldKind.SEQUENCE, cards=cards)
    for rank in RANKS:
        for suits in combinations_with_replacement(SUITS, 3):
            yield KhanhooMeld(kind=QingMeldKind.RANK, cards=tuple(PACK[f"{rank}{suit}"] for suit in suits))


HAND_SIZE = 15  # a winning hand (Q2)


@dataclass(frozen=True, slots=True, kw_only=True)
class QingSplit:
    """Melds, free cards added to them, and strays."""

    melds: tuple[QingMeld, ...]
    free: tuple[KhanhooCard, ...] = ()
    strays: tuple[KhanhooCard, ...] = ()

    @property
    def has_eye(self) -> bool:
        """Check for an eye, which every win needs (Q2)."""
        return any(meld.kind is QingMeldKind.EYE for meld in self.melds)

    @property
    def is_complete(self) -> bool:
        """Check for an eye and no stray."""
        return self.has_eye and not self.strays


type _Found = tuple[int, tuple[QingMeld, ...]]


def best_split(*, cards: tuple[KhanhooCard, ...], rules: QingRules) -> QingSplit:
    """Return a complete split, or the fewest strays."""
    counts = _with_wild(PACK.count(cards), rules)
    found = _Search(rules).find(counts, True)
    if found is None:
        search = _Search(rules, may_leave=True)
        ways = [search.find(counts, True), search.find(counts, False)]
        found = min((way for way in ways if way is not None), key=lambda way: way[0])
    return _split(cards, found[1])


def is_complete(*, counts: Counts, rules: QingRules, any_card: int = 0) -> bool:
    """Check whether cards and wild ones win."""
    return _Search(rules).find(_with_wild(counts, rules, any_card), True) is not None


def _with_wild(counts: Counts, rules: QingRules, any_card: int = 0) -> Counts:
    """Append the number of wild cards."""
    if not rules.flowers_wild:
        return (*counts, any_card)
    flowers = counts[FIRST_FLOWER:]
    return (*counts[:FIRST_FLOWER], *(0 for _ in flowers), sum(flowers) + any_card)


class _Search:
    """A depth-first search that remembers its results."""

    def __init__(self, rules: QingRules, *, may_leave: bool = False) -> None:
        self.sixth_eye, self.may_leave = rules.sixth_eye, may_leave
        self.found: dict[tuple[Counts, bool], _Found | None] = {}

    def find(self, counts: Counts, eye_due: bool) -> _Found | None:
        """Return the fewest strays with the melds, or None."""
        if (counts, eye_due) not in self.found:
            self.found[counts, eye_due] = self._find(counts, eye_due)
        return self.found[counts, eye_due]

    def _find(self, counts: Counts, eye_due: bool) -> _Found | None:
        card = next((KINDS[kind] for kind in range(FIRST_BOUND, FIRST_FLOWER) if counts[kind]), None)
        if card is None and not eye_due:
            return 0, ()
        best: _Found | None = None
        for meld in melds_with(card, self.sixth_eye):
            if laid := lay(meld=meld, counts=counts):
                found = self.find(laid[1], eye_due and meld.kind is not QingMeldKind.EYE)
                if found is not None and (best is None or found[0] < best[0]):
                    best = found[0], (laid[0], *found[1])
                    if not best[0]:
                        return best
        left = self.find(_with(counts, card, -1), eye_due) if card and self.may_leave else None
        if left is not None and (best is None or left[0] + 1 < best[0]):
            best = left[0] + 1, left[1]
        return best


def _split(cards: tuple[KhanhooCard, ...], melds: tuple[QingMeld, ...]) -> QingSplit:
    """Separate free cards and strays (Q5)."""
    outside, wild = Counter(cards), sum(len(meld.wild_for) for meld in melds)
    for meld in melds:
        outside.subtract(meld.cards)
        outside.update(meld.wild_for)
    for flower in KINDS[FIRST_FLOWER:]:
        used = min(wild, outside[flower])
        outside[flower] -= used
        wild -= used
    left = sorted(outside.elements())
    free = tuple(card for card in left if is_free(card) and melds)
    strays = tuple(card for card in left if not (is_free(card) and melds))
    return QingSplit(
        melds=tuple(sorted(melds, key=lambda meld: list(QingMeldKind).index(meld.kind))), free=free, strays=strays
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class QingVerdict:
    """The split of a hand, with waits or changes."""

    split: QingSplit
    wins: bool
    missing: int
    waits: tuple[KhanhooCard, ...] = ()
    changes: tuple[CardChange[KhanhooCard], ...] = ()


def judge_hand(*, cards: tuple[KhanhooCard, ...], rules: QingRules) -> QingVerdict:
    """Judge a hand, complete or not (Q1 to Q5)."""
    split = best_split(cards=cards, rules=rules)
    missing = HAND_SIZE - len(cards)
    counts = PACK.count(cards)
    return QingVerdict(
        split=split,
        wins=split.is_complete and not missing,
        missing=missing,
        waits=_waits(counts, rules) if missing == 1 else (),
        changes=_changes(counts, rules) if not missing and not split.is_complete else (),
    )


def _waits(counts: Counts, rules: QingRules) -> tuple[KhanhooCard, ...]:
    if not is_complete(counts=counts, rules=rules, any_card=1):
        return ()
    fitting = (card for card in KINDS if counts[card.index] < COPIES)
    return tuple(card for card in fitting if is_complete(counts=_with(counts, card, 1), rules=rules))


def _changes(counts: Counts, rules: QingRules) -> tuple[CardChange[KhanhooCard], ...]:
    return tuple(
        CardChange(out, into)
        for out in KINDS
        if counts[out.index]
        for into in _waits(_with(counts, out, -1), rules)
        if into != out
    )


def _with(counts: Counts, card: KhanhooCard, more: int) -> Counts:
    return (*counts[: card.index], counts[card.index] + more, *counts[card.index + 1 :])
