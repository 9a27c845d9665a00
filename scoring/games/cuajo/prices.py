"""What a price list pays: the splits it pays for, and the account of one (L5 to L8).

Aces share no meld with another rank, nor do 3, 4, 5 with jack, horse, king. The ways to split a group come to
few amounts; of every amount one way is kept, with a baksyo and without one (L3).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.games.cuajo.account import Account, account_line
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.splits import Counts
from scoring.games.cuajo.tables import MOST_RUNS, PRICE_SHAPES, RankCounts, Shape, covers, shape_splits, take


class Start(StrEnum):
    """Why a start price is paid; the first that applies (L5)."""

    FOUR_KINGS = "four_kings"
    KING_WIN = "king_win"
    HELD_KINGS = "held_kings"
    NO_KING = "no_king"
    ONE_KING = "one_king"
    SINGREY = "singrey"
    BOUNIT_KING = "bounit_king"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceWin:
    """Everything about a win that decides its price; cards of laid secrets count as kings and sowee cards."""

    start: Start
    kings: int = 0
    low_runs: int = 0
    high_runs: int = 0
    pongs: int = 0
    three_aces: int = 0
    four_aces: int = 0
    sets_of_four: int = 0
    sowee_cards: int = 0


def price_account(*, win: PriceWin, rules: HouseRules) -> Account:
    """Return the account of a win; lines that come to nothing are left out."""
    start = account_line(f"start_{win.start.value}", "L5", start_units(start=win.start, rules=rules) * rules.unit)
    counted = (
        ("kings", win.kings, rules.price_king),
        ("low_runs", win.low_runs, rules.price_low_run),
        ("high_runs", win.high_runs, rules.price_high_run),
        ("pongs", win.pongs, rules.price_pong),
        ("three_aces", win.three_aces, rules.price_three_aces),
        ("four_aces", win.four_aces, rules.price_four_aces),
        ("sets_of_four", win.sets_of_four, rules.price_set_of_four),
        ("sowee_cards", win.sowee_cards, rules.price_sowee_card),
    )
    lines = (start, *(account_line(what, "L6", number * units * rules.unit, number) for what, number, units in counted))
    return Account(
        lines=tuple(line for line in lines if line.cents), king_cents=win.kings * rules.price_king * rules.unit
    )


def start_units(*, start: Start, rules: HouseRules) -> int:
    """Return a start price in units (L5)."""
    match start:
        case Start.FOUR_KINGS:
            return rules.start_four_kings
        case Start.PLAIN:
            return rules.start_plain
        case _:
            return rules.start_special


type Shapes = tuple[Shape, ...]

NO_RUNS: RankCounts = (0, 0, 0, 0)


class RankMelds(NamedTuple):
    """Melds within one rank: how many sets and pongs of three and of four, and their shapes."""

    sets_of_three: int
    sets_of_four: int
    pongs_of_three: int
    pongs_of_four: int
    shapes: Shapes

    @property
    def pongs(self) -> int:
        return self.pongs_of_three + self.pongs_of_four

    @property
    def cards(self) -> int:
        return 3 * (self.sets_of_three + self.pongs_of_three) + 4 * (self.sets_of_four + self.pongs_of_four)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One way to split a group of ranks: the runs of each suit, and the melds of each rank.

    `units` is what it pays, the start price among it where `start` tells which.
    """

    units: int
    runs: RankCounts
    ranks: tuple[RankMelds, ...]
    start: Start | None = None

    @property
    def has_baksyo(self) -> bool:
        """Return whether a run or a pong is among the melds (L3); aces always are a baksyo."""
        return any(self.runs) or any(melds.pongs for melds in self.ranks)

    @property
    def melded(self) -> int:
        """Return how many cards lie in these melds; a king outside of a run is not counted."""
        return 3 * sum(self.runs) + sum(melds.cards for melds in self.ranks)


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedSplit:
    """One way to split the loose cards: aces, then 3, 4 and 5, then jacks, horses and kings."""

    aces: Part
    field: Part
    face: Part

    @property
    def units(self) -> int:
        """Return what it pays, without what is the same for every split of these cards."""
        return self.aces.units + self.field.units + self.face.units

    @property
    def has_baksyo(self) -> bool:
        """Return whether the split holds a baksyo: three or four aces, a run, or a pong (L3)."""
        return bool(self.aces.melded) or self.field.has_baksyo or self.face.has_baksyo


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """What decides the start price: known beforehand (`fixed`), or by the runs of a split (L5).

    `bounit_suit` is the position of the suit of a bounit that is a king.
    """

    kings: RankCounts
    fixed: Start | None = None
    bounit_suit: int | None = None

    def of(self, runs: RankCounts) -> Start:
        """Return the first start price that applies with these runs of jack, horse and king."""
        if self.fixed is not None:
            return self.fixed
        if runs == self.kings:
            return Start.SINGREY
        return Start.PLAIN if self.bounit_suit is None or not runs[self.bounit_suit] else Start.BOUNIT_KING


def full_splits(*, counts: Counts, rules: HouseRules, starts: Starts) -> Iterator[PricedSplit]:
    """Yield a complete split for every amount there is, with and without a baksyo."""
    return _splits(counts, rules, starts, partial=False)


def best_partial(*, counts: Counts, rules: HouseRules, starts: Starts) -> PricedSplit:
    """Return the best paid melds of cards that may be left over; of equal ones those that hold most cards."""
    return max(
        _splits(counts, rules, starts, partial=True),
        key=lambda split: (split.units, split.aces.melded + split.field.melded + split.face.melded),
    )


def _splits(counts: Counts, rules: HouseRules, starts: Starts, *, partial: bool) -> Iterator[PricedSplit]:
    ranks = [counts[start : start + 4] for start in range(0, len(counts), 4)]
    aces = _distinct(_ace_parts(ranks[0], rules, partial=partial))
    field = _distinct(_field_parts(ranks[1:4], rules, partial=partial)) if aces else ()
    face = _distinct(_face_parts(ranks[4:6], rules, starts, partial=partial)) if field else ()
    return (PricedSplit(aces=one, field=two, face=three) for one, two, three in product(aces, field, face))


def _distinct(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Keep one part of those that pay the same: the one with most cards, then with fewest runs."""
    found: dict[tuple[int, bool, Start | None], Part] = {}
    for part in parts:
        key = part.units, part.has_baksyo, part.start
        if key not in found or part.melded > found[key].melded:
            found[key] = part
    return tuple(found.values())


def _ace_parts(counts: RankCounts, rules: HouseRules, *, partial: bool) -> Iterator[Part]:
    for melds in rank_melds(counts, partial):
        units = (
            rules.price_three_aces * (melds.sets_of_three + melds.pongs_of_three)
            + rules.price_four_aces * (melds.sets_of_four + melds.pongs_of_four)
            + rules.price_pong * melds.pongs
        )
        yield Part(units=units, runs=NO_RUNS, ranks=(melds,))


def _field_parts(ranks: list[RankCounts], rules: HouseRules, *, partial: bool) -> Iterator[Part]:
    for runs in _run_vectors(ranks):
        for melds in product(*(rank_melds(take(rank, runs), partial) for rank in ranks)):
            yield Part(units=rules.price_low_run * sum(runs) + _units(melds, rules), runs=runs, ranks=melds)


def _face_parts(ranks: list[RankCounts], rules: HouseRules, starts: Starts, *, partial: bool) -> Iterator[Part]:
    for runs in _run_vectors([*ranks, starts.kings]):
        start = starts.of(runs)
        runs_and_start = rules.price_high_run * sum(runs) + start_units(start=start, rules=rules)
        for melds in product(*(rank_melds(take(rank, runs), partial) for rank in ranks)):
            yield Part(units=runs_and_start + _units(melds, rules), runs=runs, ranks=melds, start=start)


def _run_vectors(ranks: list[RankCounts]) -> Iterator[RankCounts]:
    """Yield every number of runs that three ranks have cards for, none first."""
    limits = (range(min(suit) + 1) for suit in zip(*ranks, strict=True))
    return (runs for runs in product(*limits) if sum(runs) <= MOST_RUNS)


def _units(ranks: tuple[RankMelds, ...], rules: HouseRules) -> int:
    return sum(rules.price_set_of_four * melds.sets_of_four + rules.price_pong * melds.pongs for melds in ranks)


@cache
def rank_melds(counts: RankCounts, partial: bool) -> tuple[RankMelds, ...]:
    """Return the ways to split the cards of a rank, one of each tally; `partial` ways may leave cards over.

    A way that leaves a whole meld over is never among them: a meld costs nothing.
    """
    splits = _packings(counts) if partial else shape_splits(counts, PRICE_SHAPES)
    tallies = (_tally(shapes) for shapes in splits)
    return tuple({melds[:-1]: melds for melds in tallies}.values())


@cache
def _packings(counts: RankCounts, first: int = 0) -> tuple[Shapes, ...]:
    if not any(covers(counts, shape) for shape in PRICE_SHAPES):
        return ((),)
    return tuple(
        (shape, *rest)
        for index, shape in enumerate(PRICE_SHAPES[first:], start=first)
        if covers(counts, shape)
        for rest in _packings(take(counts, shape), index)
    )


def _tally(shapes: Shapes) -> RankMelds:
    sizes = [(sum(shape), max(shape) > 1) for shape in shapes]
    return RankMelds(
        sets_of_three=sizes.count((3, False)),
        sets_of_four=sizes.count((4, False)),
        pongs_of_three=sizes.count((3, True)),
        pongs_of_four=sizes.count((4, True)),
        shapes=shapes,
    )
