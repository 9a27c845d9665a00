"""The pack, house rules and splits of Qing khanhoo (Q1 to Q5)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain, combinations_with_replacement
from operator import itemgetter

from scoring.frozen import Frozen
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

# Cards from here to the flowers must be in an eye or a boy to win (Q5).
FIRST_BOUND = PACK["2C"].index

FIRST_FLOWER = PACK["RF"].index


def is_free(card: KhanhooCard) -> bool:
    """Check for a card that fits any meld (Q5)."""
    return not FIRST_BOUND <= card.index < FIRST_FLOWER


class SixthEye(StrEnum):
    """The two readings of one eye (Q3)."""

    TCHENG = "tcheng"
    CULIN = "culin"


@dataclass(frozen=True, kw_only=True)
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


class QingSplit(Frozen):
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


# The cards in one number, four bits for each kind in the order of the pack, and a bit if an eye is due. A search makes
# thousands of states, and numbers are quicker to change and to compare than tuples.
type _State = int

_EYE_DUE = 1 << 4 * len(KINDS)
_ONES = sum(1 << 4 * card.index for card in KINDS)
_FLOWER_ONES = sum(1 << 4 * card.index for card in KINDS[FIRST_FLOWER:])
_FREE_ONES = sum(1 << 4 * card.index for card in KINDS if is_free(card))
_BOUND_ONES = _ONES - _FREE_ONES
_BOUND, _FLOWERS = 15 * _BOUND_ONES, 15 * _FLOWER_ONES


def _unary(state: _State) -> int:
    """Set as many low bits as a kind has cards, three at most."""
    # One `&` of two such numbers finds the common cards of all kinds.
    twos, fours = state >> 1, state >> 2
    return (state | twos | fours) & _ONES | ((twos | fours) & _ONES) << 1 | ((state & twos | fours) & _ONES) << 2


type _Try = tuple[QingMeld, _State, int]  # a meld, the eye, and the cards in unary


@cache
def _tries(kind: int | None, eye_due: bool, sixth: SixthEye) -> list[_Try]:
    """Return the melds with a kind.

    Without a kind: the eyes if an eye is due, else the melds with free cards.
    """
    if kind is not None or eye_due:
        melds = melds_with(None if kind is None else KINDS[kind], sixth)
    else:
        melds = tuple(dict.fromkeys(meld for card in KINDS if is_free(card) for meld in melds_with(card, sixth)))
    eyes = {QingMeldKind.EYE: _EYE_DUE}
    return [(meld, eyes.get(meld.kind, 0), _unary(sum(1 << 4 * card.index for card in meld.cards))) for meld in melds]


type _Lay = tuple[int, int, int, _Try]  # the number of missing cards, these and the held ones in unary, the meld


@cache
def _partners() -> list[_State]:
    """Return for each kind those that share a meld with it."""
    melds = ([meld.cards for sixth in SixthEye for meld in melds_with(card, sixth)] for card in KINDS)
    return [sum(1 << 4 * card.index for card in set(chain(*each))) for each in melds]


def _fewest_partners(state: _State) -> int:
    """Return the bound kind with the fewest partners."""
    # Few partners leave few melds to try, and a wrong branch fails early. `ones` has a bit of each kind with any cards.
    ones = (state | state >> 1 | state >> 2) & _ONES
    left, fewest, found, partners_of = ones & _BOUND_ONES, _NEVER, 0, _partners()
    while left:
        kind = (left & -left).bit_length() // 4
        partners = (ones & partners_of[kind]).bit_count()
        if partners < fewest:
            fewest, found = partners, kind
        left &= left - 1
    return found


class _Search:
    """A depth-first search that remembers its results."""

    # One search serves the split, the waits and the changes of a hand, because most of their rests are the same.

    def __init__(self, rules: QingRules) -> None:
        self.sixth_eye = rules.sixth_eye
        self.lays_of: dict[_State, tuple[int, list[_Lay]]] = {}
        self.enough: dict[tuple[_State, int], int] = {}
        self.too_few: dict[tuple[_State, int], int] = {}
        self.completing: dict[tuple[_State, int], int] = {}

    def lays(self, state: _State, kind: int | None, wild: int) -> list[_Lay]:
        """Return the melds with a kind that lack no more than the wild cards."""
        absent = ~_unary(state)
        return [
            (lacking, missing, each[2] & ~missing, each)
            for each in _tries(kind, bool(state & _EYE_DUE), self.sixth_eye)
            if (lacking := (missing := each[2] & absent).bit_count()) <= wild
        ]

    def laid(self, state: _State, wild: int) -> list[_Lay]:
        """Return the eyes if one is due, else other melds, for `wild` cards and perhaps more."""
        most, found = self.lays_of.get(state, (-1, []))
        if wild > most:
            # The eye goes first, so that most rests are the same for all eyes.
            kind = None if state & _EYE_DUE or not state & _BOUND else _fewest_partners(state)
            found = sorted(self.lays(state, kind, wild), key=itemgetter(0))
            self.lays_of[state] = wild, found
        return found

    def is_complete(self, state: _State, wild: int, strays: int = 0) -> bool:
        """Check whether all bound cards but the strays meld."""
        # One more wild card never hurts, so two limits of a state replace an answer for each number.
        key = state, strays
        if not state & (_BOUND | _EYE_DUE) or wild >= self.enough.get(key, _NEVER):
            return True
        if wild <= self.too_few.get(key, -1):
            return False
        found = False
        for way in self.laid(state, wild):
            if found or way[0] > wild:
                break
            found = self.is_complete(_rest(state, way), wild - way[0], strays)
        if not found and strays and not state & _EYE_DUE:
            found = self.is_complete(state - (1 << 4 * _fewest_partners(state)), wild, strays - 1)
        (self.enough if found else self.too_few)[key] = wild
        return found

    def cards_completing(self, state: _State, wild: int) -> int:
        """Return a bit for each kind that completes the cards."""
        key = state, wild
        found = self.completing.get(key)
        if found is None:
            at_end = not state & (_BOUND | _EYE_DUE)
            found = _BOUND if at_end and wild > 1 else 0
            for way in self.laid(state, wild + 1):
                lacking, missing = way[:2]
                goes_on = lacking <= wild and not at_end
                if lacking > wild + 1 or not (goes_on or missing & ~found):
                    continue
                if self.is_complete(rest := _rest(state, way), wild + 1 - lacking):
                    found |= missing | (self.cards_completing(rest, wild - lacking) if goes_on else 0)
            self.completing[key] = found
        return found

    def melds(self, state: _State, wild: int, strays: int) -> Iterator[QingMeld]:
        """Yield the first melds with the fewest strays."""
        while state & (_BOUND | _EYE_DUE):
            bound = state & _BOUND
            lowest = ((bound & -bound).bit_length() - 1) // 4
            for way in self.lays(state, lowest if bound else None, wild):
                lacking, rest, (meld, *_) = way[0], _rest(state, way), way[3]
                if self.is_complete(rest, wild - lacking, strays):
                    laid = lay(meld=meld, counts=(*_counts(state), wild))
                    assert laid is not None, "the search laid it with these cards"
                    yield laid[0]
                    state, wild = rest, wild - lacking
                    break
            else:
                state, strays = state - (1 << 4 * lowest), strays - 1


def _rest(state: _State, way: _Lay) -> _State:
    """Return the cards that a meld leaves."""
    _, _, held, (_, eye, _) = way
    return (state & ~eye) - (held & _ONES) - (held >> 1 & _ONES) - (held >> 2 & _ONES)


_NEVER = 100  # more strays and wild cards than a hand has


def _counts(state: _State) -> Counts:
    return tuple(state >> 4 * kind & 15 for kind in range(len(KINDS)))


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


class QingVerdict(Frozen):
    split: QingSplit
    wins: bool
    missing: int
    waits: tuple[KhanhooCard, ...] = ()
    changes: tuple[CardChange[KhanhooCard], ...] = ()


def judge_hand(*, cards: tuple[KhanhooCard, ...], rules: QingRules) -> QingVerdict:
    """Judge a hand, complete or not (Q1 to Q5)."""
    held = sum(1 << 4 * card.index for card in cards)
    state, wild = _with_wild(held, rules)
    search, missing = _Search(rules), HAND_SIZE - len(cards)
    # Of equal splits one with an eye is better.
    ways = ((strays, way) for strays in range(len(cards) + 1) for way in (state | _EYE_DUE, state))
    strays, best = next((strays, way) for strays, way in ways if search.is_complete(way, wild, strays))
    split = _split(cards, tuple(search.melds(best, wild, strays)))
    return QingVerdict(
        split=split,
        wins=split.is_complete and not missing,
        missing=missing,
        waits=_waits(search, held, rules) if missing == 1 else (),
        changes=_changes(search, held, rules) if not missing and not split.is_complete else (),
    )


def _with_wild(held: _State, rules: QingRules) -> tuple[_State, int]:
    """Remove the wild cards and count them (Q5)."""
    if not rules.flowers_wild:
        return held, 0
    return held & ~_FLOWERS, sum(_counts(held)[FIRST_FLOWER:])


def _waits(search: _Search, held: _State, rules: QingRules) -> tuple[KhanhooCard, ...]:
    """Return the kinds that complete the hand."""
    state, wild = _with_wild(held | _EYE_DUE, rules)
    if not search.is_complete(state, wild + 1):
        return ()
    found = search.cards_completing(state, wild) | (_FLOWER_ONES if rules.flowers_wild else 0)
    if search.is_complete(state, wild):
        found |= _FREE_ONES
    counts = _counts(held)
    return tuple(card for card in KINDS if found >> 4 * card.index & 15 and counts[card.index] < COPIES)


def _changes(search: _Search, held: _State, rules: QingRules) -> tuple[CardChange[KhanhooCard], ...]:
    return tuple(
        CardChange(out, into)
        for out, number in zip(KINDS, _counts(held), strict=True)
        if number
        for into in _waits(search, held - (1 << 4 * out.index), rules)
        if into != out
    )
