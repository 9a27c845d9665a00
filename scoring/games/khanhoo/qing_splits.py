"""The pack, house rules and splits of Qing khanhoo (Q1 to Q5)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement, count
from operator import itemgetter

from scoring.frozen import Frozen
from scoring.games.cards.pack import CardChange
from scoring.games.dealing import PENALTY, DealPasses, TableRules, VoidDeals, dealing_again, passing
from scoring.games.house_rules import choice, money, switch
from scoring.games.khanhoo import Counts, KhanhooCard, KhanhooMeld, Kinds
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
    EYE = "eye"
    SEQUENCE = "sequence"
    RANK = "rank"

    @property
    def rule(self) -> str:
        return "Q3" if self is QingMeldKind.EYE else "Q4"


type QingMeld = KhanhooMeld[QingMeldKind]

_SIXTH_EYES = {SixthEye.TCHENG: "RF 9S 9M", SixthEye.CULIN: "8C 3S 2M"}
_EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M")


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
        return self.has_eye and not self.strays


# The cards in one number, four bits for each kind in the order of the pack, and a bit if an eye is due. A search makes
# thousands of states, and numbers are quicker to change and to compare than tuples.
type _State = int

_EYE_DUE = 1 << 4 * len(KINDS)
_ONES = sum(1 << 4 * card.index for card in KINDS)
_FLOWER_ONES = sum(1 << 4 * card.index for card in KINDS[FIRST_FLOWER:])
_FREE_ONES = sum(1 << 4 * card.index for card in KINDS if is_free(card))
_BOUND, _FLOWERS = 15 * (_ONES - _FREE_ONES), 15 * _FLOWER_ONES
_RANK_OF = {1 << 4 * card.index: 0xFFF << 12 * (card.index // 3) for card in KINDS}


def _some(state: _State) -> _State:
    """Return a bit of each kind with any cards."""
    return (state | state >> 1 | state >> 2) & _ONES


def _unary(state: _State) -> int:
    """Set as many low bits as a kind has cards, three at most."""
    # One `&` of two such numbers finds the common cards of all kinds.
    twos, fours = state >> 1, state >> 2
    return (state | twos | fours) & _ONES | ((twos | fours) & _ONES) << 1 | ((state & twos | fours) & _ONES) << 2


type _Try = tuple[QingMeld, _State, int]  # a meld, the eye, and the cards in unary


@cache
def _melds(sixth: SixthEye) -> list[_Try]:
    """Return all eyes and boys."""
    eyes = [KhanhooMeld(kind=QingMeldKind.EYE, cards=PACK.read(text)) for text in (*_EYES, _SIXTH_EYES[sixth])]
    melds = [*((eye, _EYE_DUE) for eye in eyes), *((boy, 0) for boy in _boys())]
    return [(meld, eye, _unary(sum(1 << 4 * card.index for card in meld.cards))) for meld, eye in melds]


@cache
def _tries(kind: _State, sixth: SixthEye) -> list[_Try]:
    """Return the melds with a kind. Without a kind: the melds with free cards. With an eye due: the eyes."""
    return [(meld, eye, cards) for meld, eye, cards in _melds(sixth) if eye & kind or cards & (kind or _FREE_ONES)]


type _Way = tuple[int, int, int, int]  # the size of melds, the cards of the hand in unary, the eye, all their cards
type _Lay = tuple[int, _State, int]  # the number of missing cards, the rest, the missing cards in unary


def _next(state: _State) -> _State:
    """Return the bound kind to lay next, 0 if there is none."""
    # Kinds from both ends leave few different states. A rank with few cards leaves few melds to try.
    ones = _some(state & _BOUND)
    low, high = ones & -ones, 1 << ones.bit_length() >> 1
    # The remainder by 15 is the sum of hexadecimal digits: the cards of a rank.
    return low if ones and (state & _RANK_OF[low]) % 15 < (state & _RANK_OF[high]) % 15 else high


class _Search:
    """A depth-first search that remembers its results."""

    # One search serves the split, the waits and the changes of a hand, because most of their rests are the same.

    def __init__(self, cards: _State, wild: int, sixth_eye: SixthEye) -> None:
        self.cards, self.wild, self.sixth_eye = _unary(cards), wild, sixth_eye
        self.ways: dict[_State, list[_Way]] = {}
        self.lays_of: dict[_State, tuple[int, list[_Lay]]] = {}
        self.enough: dict[tuple[_State, int], int] = {}
        self.too_few: dict[tuple[_State, int], int] = {}
        self.completing: dict[tuple[_State, int], int] = {}
        self.changing: dict[tuple[_State, int], dict[_State, int]] = {}

    def ways_with(self, kind: _State) -> list[_Way]:
        """Return the melds with a kind that the hand may lay."""
        # Melds of one size with the same cards of the hand leave the same rests: they are one way.
        if kind not in self.ways:
            alike: dict[tuple[int, int, int], int] = {}
            absent, most = ~self.cards, self.wild + 1
            for _, eye, needed in _tries(kind, self.sixth_eye):
                if (needed & absent).bit_count() <= most:
                    key = needed.bit_count(), needed & self.cards, eye
                    alike[key] = alike.get(key, 0) | needed
            self.ways[kind] = [(*key, needed) for key, needed in alike.items()]
        return self.ways[kind]

    def laid(self, state: _State, wild: int) -> list[_Lay]:
        """Return the eyes if one is due, else other melds, those that lack fewest first.

        Some may lack more than the wild cards.
        """
        most, found = self.lays_of.get(state, (-1, []))
        if wild > most:
            # The eye goes first, so that most rests are the same for all eyes.
            kind = state & _EYE_DUE or _next(state)
            unary = _unary(state)
            found = [
                (lacking, _rest(state & ~eye, held), needed & ~held)
                for size, used, eye, needed in self.ways_with(kind)
                if (lacking := size - (held := used & unary).bit_count()) <= wild
            ]
            found.sort(key=itemgetter(0))
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
        for lacking, rest, _missing in self.laid(state, wild):
            if found or lacking > wild:
                break
            found = self.is_complete(rest, wild - lacking, strays)
        if not found and strays and not state & _EYE_DUE:
            found = self.is_complete(state - _next(state), wild, strays - 1)
        (self.enough if found else self.too_few)[key] = wild
        return found

    def cards_completing(self, state: _State, wild: int) -> int:
        """Return a bit for each kind that completes the cards."""
        key = state, wild
        found = self.completing.get(key)
        if found is None:
            # At the end a free card fits any meld, and two wild cards make a meld with any card.
            at_end = not state & (_BOUND | _EYE_DUE)
            found = 0
            if at_end and wild >= 0:
                found = _ONES if wild > 1 else _FREE_ONES
            for lacking, rest, missing in self.laid(state, wild + 1):
                if lacking <= wild + 1 and self.is_complete(rest, wild + 1 - lacking):
                    found |= missing if at_end else missing | self.cards_completing(rest, wild - lacking)
            self.completing[key] = found
        return found

    def cards_changing(self, state: _State, wild: int) -> dict[_State, int]:
        """Return the kinds that complete the cards without each stray. The cards are not complete."""
        # So no wild card stands for the stray, and its melds are those of the cards with it.
        key = state, wild
        found = self.changing.get(key)
        if found is None:
            found = self.changing[key] = {}
            for lacking, rest, missing in self.laid(state, wild + 1):
                if lacking <= wild + 1 and self.is_complete(rest, wild + 1 - lacking, 1):
                    for out, into in self.cards_changing(rest, wild - lacking).items():
                        found[out] = found.get(out, 0) | into | missing
            # Each bound card is laid or a stray. Free cards may be strays at the end.
            strays = 0 if state & _EYE_DUE else _next(state) or _some(state)
            while strays:
                stray = strays & -strays
                if self.is_complete(state - stray, wild + 1):
                    found[stray] = found.get(stray, 0) | self.cards_completing(state - stray, wild)
                strays -= stray
        return found

    def melds(self, state: _State, wild: int, strays: int) -> Iterator[QingMeld]:
        """Yield the first melds with the fewest strays."""
        while state & (_BOUND | _EYE_DUE):
            kinds = _some(state & _BOUND)
            lowest = kinds & -kinds
            unary = _unary(state)
            for meld, eye, needed in _tries(lowest or _EYE_DUE, self.sixth_eye):
                lacking, rest = (needed & ~unary).bit_count(), _rest(state & ~eye, needed & unary)
                if lacking <= wild and self.is_complete(rest, wild - lacking, strays):
                    yield _with_wild(meld, needed & ~unary) if lacking else meld
                    state, wild = rest, wild - lacking
                    break
            else:
                state, strays = state - lowest, strays - 1


def _with_wild(meld: QingMeld, missing: int) -> QingMeld:
    """Lay a meld with wild cards for the missing ones."""
    times = ((card, (missing >> 4 * card.index & 7).bit_count()) for card in dict.fromkeys(meld.cards))
    wild_for = tuple(card for card, number in times for _copy in range(number))
    return KhanhooMeld(kind=meld.kind, cards=meld.cards, wild_for=wild_for)


def _rest(state: _State, held: int) -> _State:
    """Remove held cards in unary."""
    return state - (held & _ONES) - (held >> 1 & _ONES) - (held >> 2 & _ONES)


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
    order = list(QingMeldKind)
    return QingSplit(melds=tuple(sorted(melds, key=lambda meld: order.index(meld.kind))), free=free, strays=strays)


class QingVerdict(Frozen):
    split: QingSplit
    wins: bool
    missing: int
    waits: tuple[KhanhooCard, ...] = ()
    changes: tuple[CardChange[KhanhooCard], ...] = ()


def judge_hand(*, cards: tuple[KhanhooCard, ...], rules: QingRules) -> QingVerdict:
    """Judge a hand, complete or not (Q1 to Q5)."""
    held, missing = sum(1 << 4 * card.index for card in cards), HAND_SIZE - len(cards)
    state, wild = (held & ~_FLOWERS, sum(_counts(held)[FIRST_FLOWER:])) if rules.flowers_wild else (held, 0)
    search, due = _Search(state, wild, rules.sixth_eye), state | _EYE_DUE
    best, strays = due, 0
    if not search.is_complete(due, wild):
        # A split with an eye never has fewer strays. Of equal splits it is better.
        strays = next(number for number in count() if search.is_complete(state, wild, number))
        best = due if search.is_complete(due, wild, strays) else state
    split = _split(cards, tuple(search.melds(best, wild, strays)))
    changing = {} if missing or split.is_complete else search.cards_changing(due, wild)
    return QingVerdict(
        split=split,
        wins=split.is_complete and not missing,
        missing=missing,
        waits=_into(search.cards_completing(due, wild), held, rules) if missing == 1 else (),
        changes=tuple(
            CardChange(out, into)
            for out in KINDS
            if (kind := 1 << 4 * out.index) in changing
            for into in _into(changing[kind], held - kind, rules)
            if into != out
        ),
    )


def _into(found: int, held: _State, rules: QingRules) -> tuple[KhanhooCard, ...]:
    """Return the kinds that complete the hand, without a fifth copy."""
    if found and rules.flowers_wild:
        found |= _FLOWER_ONES
    counts = _counts(held)
    return tuple(card for card in KINDS if found >> 4 * card.index & 15 and counts[card.index] < COPIES)
