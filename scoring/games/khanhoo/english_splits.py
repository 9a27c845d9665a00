"""Exact search for the best split, with reasons (E7)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product, repeat

from scoring.games.cards.pack import written
from scoring.games.khanhoo import Counts, KhanhooCard, KhanhooMeld, english_melds, lay
from scoring.games.khanhoo.english_melds import JOKER, PACK, RANKS, SUITS, EnglishMeld, EnglishMeldKind, MeldTable
from scoring.texts import Text, say

FIRST_COURT = len(SUITS) * len(RANKS)
MOST_STRAYS_SOUGHT = 3

type Span = tuple[int, int]  # a sequence by the places of its first and last card in the suit, 0 for the ace
type SuitMeld = tuple[EnglishMeldKind, tuple[Span, ...]]  # three spans for a triple sequence, else one
type EnglishSplit = tuple[EnglishMeld, ...]  # melds of all cards, jokers included


def score(split: EnglishSplit) -> int:
    """Return the points of the melds alone."""
    return sum(meld.kind.points for meld in split)


def best_split(
    *, cards: tuple[KhanhooCard, ...], table: MeldTable, holding: EnglishMeld | None = None
) -> EnglishSplit | None:
    """Return the best split of all cards, or None. It contains `holding`. Equal splits begin with larger melds."""
    counts, search = PACK.count(cards), _Search(table=table)
    if holding is None:
        search.try_melds(english_melds.fixed_melds(table=table), counts, ())
    elif laid := lay(meld=holding, counts=counts):
        search.try_melds(english_melds.fixed_melds(table=table), laid[1], laid[:1])
    return search.best


class _Search:
    """A depth-first search over melds, then sequences."""

    # A branch ends if even melds with the most points a card could not beat the found split.

    def __init__(self, *, table: MeldTable) -> None:
        self.table = table
        self.best: EnglishSplit | None = None
        self.dearest = max(table.kinds, key=lambda kind: Fraction(kind.points, kind.size))

    def try_melds(self, melds: tuple[EnglishMeld, ...], counts: Counts, laid: tuple[EnglishMeld, ...]) -> None:
        """Try every choice of melds, then sequences by suit."""
        so_far = score(laid)
        most, size = sum(counts) * self.dearest.points, self.dearest.size
        if self.best is not None and most <= (score(self.best) - so_far) * size:
            return
        fitting = [(meld, found) for meld in melds if (found := lay(meld=meld, counts=counts))]
        left = tuple(meld for meld, _ in fitting)
        for at, (_, (meld, rest)) in enumerate(fitting):
            self.try_melds(left[at:], rest, (*laid, meld))
        if any(counts[FIRST_COURT : JOKER.index]):
            return
        suits = [counts[start : start + len(RANKS)] for start in range(0, FIRST_COURT, len(RANKS))]
        shares = product(range(counts[JOKER.index] + 1), repeat=len(SUITS))
        for shared in (shared for shared in shares if sum(shared) == counts[JOKER.index]):
            splits = map(best_of_suit, suits, shared, repeat(self.table.has_triples))
            by_suit = [split for split in splits if split is not None]
            points = so_far + sum(map(_points, by_suit))
            if len(by_suit) == len(SUITS) and (self.best is None or points > score(self.best)):
                self.best = (*laid, *_suit_melds(counts, by_suit))


@lru_cache(maxsize=20_000)
def best_of_suit(counts: Counts, jokers: int, triple: bool) -> tuple[SuitMeld, ...] | None:
    """Return the best sequences of a suit (E7)."""
    # Players see fewer single sequences faster, so they decide between equal points.
    ways = [way for spans in _covers(counts, jokers) for way in _ways(spans, triple)]
    return max(
        ways, key=lambda way: (_points(way), -[kind for kind, _ in way].count(EnglishMeldKind.SEQUENCE)), default=None
    )


def _points(split: tuple[SuitMeld, ...]) -> int:
    return sum(kind.points for kind, _ in split)


def _covers(counts: Counts, jokers: int) -> Iterator[tuple[Span, ...]]:
    """Yield each set of sequences that uses all cards."""
    lowest = next((place for place, count in enumerate(counts) if count), None)
    if lowest is None and not jokers:
        yield ()
        return
    for first, last in english_melds.SPANS:
        needed = sum(1 for place in range(first, last + 1) if not counts[place])
        if needed <= jokers and (lowest is None or first <= lowest <= last):
            rest = tuple(count - 1 if first <= place <= last and count else count for place, count in enumerate(counts))
            for others in _covers(rest, jokers - needed):
                yield ((first, last), *others)


def _ways(spans: tuple[Span, ...], triple: bool) -> Iterator[tuple[SuitMeld, ...]]:
    """Yield sequences, alone or as a triple (E7)."""
    # Two single sequences that touch are one longer sequence, so they score once.
    for size in range(4 if triple else 1):
        for chosen in combinations(range(len(spans)), size):
            inside = tuple(spans[at] for at in chosen)
            outside = tuple(span for at, span in enumerate(spans) if at not in chosen)
            cards = sum(last - first + 1 for first, last in inside)
            begins = {first for first, _ in outside}
            if cards in (0, EnglishMeldKind.TRIPLE_SEQUENCE.size) and all(
                last + 1 not in begins for _, last in outside
            ):
                alone = tuple((EnglishMeldKind.SEQUENCE, (span,)) for span in outside)
                yield ((EnglishMeldKind.TRIPLE_SEQUENCE, inside), *alone) if inside else alone


def _suit_melds(counts: Counts, splits: list[tuple[SuitMeld, ...]]) -> Iterator[EnglishMeld]:
    for suit, split in zip(SUITS, splits, strict=True):
        for kind, spans in split:
            runs = (english_melds.sequence(suit=suit, first=first, last=last) for first, last in spans)
            cards = tuple(card for run in runs for card in run)
            laid = lay(meld=KhanhooMeld(kind=kind, cards=cards), counts=counts)
            assert laid is not None, "a suit is split with the jokers that are there"
            meld, counts = laid
            yield meld


def reasons_for(*, split: EnglishSplit, cards: tuple[KhanhooCard, ...], table: MeldTable) -> tuple[Text, ...]:
    """Explain larger melds that were split, and long sequences."""
    # Players expect the larger meld to pay more, and dispute a split that avoids it.
    stood_for = [card for meld in split for card in meld.wild_for]
    held = PACK.count([*(card for card in cards if card is not JOKER), *stood_for])
    taken = {meld.cards for meld in split}
    found = []
    for meld in english_melds.fixed_melds(table=table):
        is_larger = meld.kind.value.startswith(("double_", "triple_"))
        if is_larger and meld.cards not in taken and lay(meld=meld, counts=held):
            other, name, of = best_split(cards=cards, table=table, holding=meld), meld.kind.text, written(meld.cards)
            pays_less = say("reason.pays_less", meld=name, cards=of, points=score(other)) if other else None
            found.append(pays_less or say("reason.leaves_cards", meld=name, cards=of))
    for meld in split:
        if meld.kind is EnglishMeldKind.SEQUENCE and len(meld.cards) >= 2 * english_melds.LEAST_IN_SEQUENCE:
            found.append(say("reason.unbroken_run", cards=written(meld.cards)))
    return tuple(found)


def strays(*, cards: tuple[KhanhooCard, ...], table: MeldTable) -> tuple[KhanhooCard, ...] | None:
    """Return the fewest strays, None for over three."""
    return _left_over(PACK.count(cards), table, MOST_STRAYS_SOUGHT)


@lru_cache(maxsize=50_000)
def _left_over(counts: Counts, table: MeldTable, most: int) -> tuple[KhanhooCard, ...] | None:
    """Return the fewest strays, None for more than `most`."""
    lowest = next((card for card in english_melds.KINDS if counts[card.index]), None)
    if lowest is None:
        jokers = (JOKER,) * (counts[JOKER.index] if counts[JOKER.index] < english_melds.LEAST_IN_SEQUENCE else 0)
        return jokers if len(jokers) <= most else None
    laid = (lay(meld=meld, counts=counts) for meld in _melds_with(lowest, table))
    ways = [_left_over(found[1], table, most) for found in laid if found]
    if most:
        rest = _left_over(tuple(count - (kind == lowest.index) for kind, count in enumerate(counts)), table, most - 1)
        ways.append(None if rest is None else (lowest, *rest))
    return min((way for way in ways if way is not None), key=lambda way: (len(way), way), default=None)


@cache
def _melds_with(card: KhanhooCard, table: MeldTable) -> tuple[EnglishMeld, ...]:
    known = (*english_melds.all_sequences(), *english_melds.fixed_melds(table=table))
    return tuple(meld for meld in known if card in meld.cards)


@cache
def named_points(*, kind: EnglishMeldKind, table: MeldTable) -> int:
    """Return the points of a named meld (E11).

    >>> named_points(kind=EnglishMeldKind.TRIPLE_COURTS, table=MeldTable(has_triples=True))
    13
    """
    melds = (meld for meld in english_melds.fixed_melds(table=table) if meld.kind is kind)
    splits = (best_split(cards=meld.cards, table=table) for meld in melds)
    return max((kind.points, *(score(split) for split in splits if split)))


def over_the_pack(*, names: Sequence[EnglishMeldKind], left: Counts) -> tuple[EnglishMeldKind, ...]:
    """Return the named melds that the pack lacks (E11)."""
    # Only these names fix their cards. Names of one group can need the same cards.
    wanted = [[kind for kind in names if kind.endswith(group)] for group in (("khanhoo", "aces"), ("courts", "group"))]
    over = [together for together in wanted if not _fit(together, left)]
    if not over and not _fit(wanted[0] + wanted[1], left):
        over = wanted
    return tuple(dict.fromkeys(kind for together in over for kind in together))


def _fit(names: Sequence[EnglishMeldKind], left: Counts, first: int = 0) -> bool:
    """Check whether melds fit into the pack."""
    # Equal melds take the same form or a later one, which halves the search.
    if not names:
        return True
    names = sorted(names, key=list(EnglishMeldKind).index)
    forms = [meld for meld in english_melds.fixed_melds(table=MeldTable(has_triples=True)) if meld.kind is names[0]]
    return any(
        _fit(names[1:], found[1], at if names[1:2] == names[:1] else 0)
        for at, meld in enumerate(forms[first:], start=first)
        if (found := lay(meld=meld, counts=left))
    )
