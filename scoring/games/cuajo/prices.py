"""Verdicts by a price list (L3 to L8)."""

# Aces share no meld with other ranks, and 3, 4, 5 share none with jack, horse, king. Each group pays few different
# amounts. So the search keeps one split of each amount with a baksyo, and one without (L3).

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache, partial
from itertools import product
from operator import attrgetter, mul
from typing import NamedTuple

from scoring.games.cuajo import splits, wins
from scoring.games.cuajo.cards import COPIES, KINDS, Rank, Suit
from scoring.games.cuajo.claim import Claim, Source
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import Fit, MeldKind, Melds, RankCounts, Shape
from scoring.games.cuajo.wins import KingWin, Paid, Verdict


class Start(StrEnum):
    """The reason of a start price. The first that applies is paid, in the order of the rule (L5)."""

    FOUR_KINGS = "four_kings"
    KING_WIN = "king_win"
    HELD_KINGS = "held_kings"
    NO_KING = "no_king"
    ONE_KING = "one_king"
    SINGREY = "singrey"
    BOUNIT_KING = "bounit_king"
    PLAIN = "plain"

    def units(self, rules: HouseRules) -> int:
        if self is Start.FOUR_KINGS:
            return rules.start_four_kings
        return rules.start_plain if self is Start.PLAIN else rules.start_special


# A price list also pays kings and cards like the sowee, but wherever they are, so no split changes them (L6).
_PAID = ("low_runs", "high_runs", "pongs", "three_aces", "four_aces", "sets_of_four")
_prices = attrgetter(
    "price_low_run", "price_high_run", "price_pong", "price_three_aces", "price_four_aces", "price_set_of_four"
)


class RankMelds(NamedTuple):
    """The melds within one rank. `paid` counts melds in the order of `_PAID`. Aces are always a baksyo (L3)."""

    paid: tuple[int, ...]
    has_baksyo: bool
    cards: int
    shapes: tuple[Shape, ...]


class Part(NamedTuple):
    """One split of a group of ranks. `units` include the start price if there is a `start`."""

    units: int
    runs: RankCounts
    ranks: tuple[RankMelds, ...]
    paid: tuple[int, ...]
    has_baksyo: bool
    start: Start | None = None

    @property
    def melded(self) -> int:
        """Count the melded cards, without single kings."""
        return 3 * sum(self.runs) + sum([melds.cards for melds in self.ranks])


# The parts are aces, then 3, 4, 5, then jacks, horses, kings: no meld crosses them.
type PricedSplit = tuple[Part, Part, Part]


class _Hand(NamedTuple):
    """A claim with its kings. `held`: they won before (L5)."""

    claim: Claim
    kings: RankCounts
    won_by: KingWin | None
    held: bool
    prices: tuple[int, ...]

    @property
    def loose_kings(self) -> RankCounts:
        """Return the kings outside of laid secrets (L4)."""
        return self.claim.holding.loose[-len(self.kings) :]

    @property
    def needs_baksyo(self) -> bool:
        """Check whether a king needs a baksyo (L3)."""
        return any(self.kings) and not self.claim.holding.laid and max(self.loose_kings) < wins.RUB_KINGS

    @property
    def counted(self) -> tuple[tuple[str, int, int], ...]:
        """Return the cards that pay wherever they are, with prices (L6)."""
        claim, rules = self.claim, self.claim.rules
        alike = 0 if claim.sowee is None else wins.held(holding=claim.holding, card=claim.sowee)
        return ("kings", sum(self.kings), rules.price_king), ("sowee_cards", alike, rules.price_sowee_card)

    def start(self, runs: RankCounts) -> Start:
        """Return the first start price that applies (L5)."""
        bounit = self.claim.bounit
        if self.won_by is not None or self.held:
            by_kings = Start.HELD_KINGS if self.won_by is None else Start.KING_WIN
            return Start.FOUR_KINGS if max(self.kings) == COPIES else by_kings
        if sum(self.kings) <= 1:
            return Start.ONE_KING if any(self.kings) else Start.NO_KING
        if runs == self.kings:
            return Start.SINGREY
        drawn_king = bounit is not None and bounit.rank is Rank.KING and runs[list(Suit).index(bounit.suit)]
        return Start.BOUNIT_KING if drawn_king else Start.PLAIN


def _hand_of(claim: Claim) -> _Hand:
    """Count the kings, with and without the last card (L4)."""
    bounit, rules, kings = claim.bounit, claim.rules, wins.kings_held(holding=claim.holding)
    won_by, held = wins.king_win(kings), False
    if won_by is not None:
        before = tuple([king - (card == bounit) for card, king in zip(KINDS[splits.KINGS_START :], kings, strict=True)])
        held = wins.king_win(before) is not None
        if bounit is not None and claim.source is Source.CLAIMED:
            held_kings = wins.held(holding=claim.holding, card=bounit)
            won_by = won_by if wins.wins_a_claim(card=bounit, held=held_kings, rules=rules) else None
    return _Hand(claim, kings, won_by, held, _prices(rules))


def price_verdicts(*, claim: Claim) -> Iterator[Verdict]:
    """Yield a verdict for every amount, best first (C11)."""
    # Kings that win alone need no split, so only the split that pays most is judged (L6).
    hand = _hand_of(claim)
    if hand.won_by is not None:
        best = max(_splits(hand, partial=True), key=lambda each: (_units(each), sum(part.melded for part in each)))
        yield _verdict(hand, best)
    elif wins.is_win(holding=claim.holding):
        by_units: dict[int, PricedSplit] = {}
        needs_baksyo = hand.needs_baksyo
        for split in _splits(hand, partial=False):
            if not needs_baksyo or any(part.has_baksyo for part in split):
                by_units.setdefault(_units(split), split)
        yield from (_verdict(hand, by_units[units]) for units in sorted(by_units, reverse=True))


def _units(split: PricedSplit) -> int:
    return sum([part.units for part in split])


def _splits(hand: _Hand, *, partial: bool) -> Iterable[PricedSplit]:
    """Return a split for every amount. With `partial` some cards may stay without a meld."""
    ranks = splits.ranks_of(hand.claim.holding.loose)
    aces = _distinct(_parts(hand, ranks[:1], [splits.NO_RUNS], partial=partial))
    field = _distinct(_parts(hand, ranks[1:4], ranks[1:4], partial=partial)) if aces else ()
    face = _distinct(_parts(hand, ranks[4:6], ranks[4:], partial=partial)) if field else ()
    return product(aces, field, face)


def _distinct(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Keep the most melded part of equal pay. Parts with other baksyo or start stay apart."""
    found: dict[tuple[int, bool, Start | None], Part] = {}
    for part in parts:
        key = part.units, part.has_baksyo, part.start
        if key not in found or part.melded > found[key].melded:
            found[key] = part
    return tuple(found.values())


def _parts(hand: _Hand, ranks: list[RankCounts], in_runs: list[RankCounts], *, partial: bool) -> Iterator[Part]:
    """Yield the splits of a group of ranks. `in_runs` are the ranks of its runs, with the kings."""
    rules, is_face = hand.claim.rules, len(in_runs) > len(ranks)
    fit = Fit.PRICED_ACES if len(ranks) == 1 else Fit.PRICED
    for runs in splits.vectors_within(tuple(map(min, zip(*in_runs, strict=True)))):
        total = sum(runs)
        start = hand.start(runs) if is_face else None
        start_units = 0 if start is None else start.units(rules)
        of_runs = (0, total) if is_face else (total, 0)
        for melds in product(*(rank_melds(splits.take(rank, runs), fit, partial) for rank in ranks)):
            _, _, *others = map(sum, zip(*(one.paid for one in melds), strict=True))
            paid, baksyo = (*of_runs, *others), bool(total) or any(one.has_baksyo for one in melds)
            yield Part(start_units + sum(map(mul, paid, hand.prices)), runs, melds, paid, baksyo, start)


@cache
def rank_melds(counts: RankCounts, fit: Fit, partial: bool) -> tuple[RankMelds, ...]:
    """Return the splits of a rank that differ in pay."""
    ways = (splits.packings if partial else splits.shape_splits)(counts, Scheme.PRICELIST)
    found: dict[tuple[int, ...], RankMelds] = {}
    for shapes in ways:
        sizes = [(max(shape) > 1, sum(shape)) for shape in shapes]
        of_three, of_four, pongs_of_three, pongs_of_four = key = tuple(map(sizes.count, _SIZES))
        threes, fours, pongs = of_three + pongs_of_three, of_four + pongs_of_four, pongs_of_three + pongs_of_four
        is_aces = fit is Fit.PRICED_ACES
        paid = (0, 0, pongs, threes, fours, 0) if is_aces else (0, 0, pongs, 0, 0, of_four)
        found[key] = RankMelds(paid, bool(shapes if is_aces else pongs), 3 * threes + 4 * fours, shapes)
    return tuple(found.values())


_SIZES = tuple(product((False, True), (3, 4)))  # sets of three and of four, pongs of three and of four


_NEVER = -(10**12)  # less than all prices of a hand together

# The best units of a rank by the runs through it, and the units lost if it must show a baksyo without a run (L3).
type _RankUnits = tuple[Mapping[RankCounts, int], int]


def _rank_units(counts: RankCounts, fit: Fit, is_partial: bool, prices: tuple[int, ...]) -> _RankUnits:
    best: dict[RankCounts, int] = {}
    lost = -_NEVER
    for runs in splits.vectors_within(counts) if fit is not Fit.PRICED_ACES else (splits.NO_RUNS,):
        melds = () if fit is Fit.KINGS else rank_melds(splits.take(counts, runs), fit, is_partial)
        units = [sum(map(mul, each.paid, prices)) for each in melds]
        if units or fit is Fit.KINGS:
            best[runs] = most = max(units, default=0)
            baksyo = [most - each for each, meld in zip(units, melds, strict=True) if meld.has_baksyo]
            lost = lost if any(runs) else min(baksyo, default=lost)
    return best, lost


@lru_cache(maxsize=16)
def _tables(is_partial: bool, prices: tuple[int, ...]) -> tuple[tuple[slice, Callable[[RankCounts], _RankUnits]], ...]:
    """Return the place of each rank in the counts, with its units, remembered for at most 625 counts."""
    ranks = [rank for group in splits.RANKS_OF[Scheme.PRICELIST] for rank in group]
    known = {fit: cache(partial(_rank_units, fit=fit, is_partial=is_partial, prices=prices)) for _, fit in ranks}
    return tuple((slice(start, start + 4), known[fit]) for start, fit in ranks)


def price_cents(*, claim: Claim) -> int | None:
    """Return the best amount, None for no win (C11)."""
    hand, counts = _hand_of(claim), claim.holding.loose
    (aces, lost), *ranks = [units(counts[place]) for place, units in _tables(hand.won_by is not None, hand.prices)]
    best = aces.get(splits.NO_RUNS, _NEVER)
    for group, is_face in ((ranks[:3], False), (ranks[3:], True)):
        units, lost_in_group = _group_units(hand, group, is_face=is_face)
        best, lost = best + units, min(lost, lost_in_group)
    if lost and hand.won_by is None and hand.needs_baksyo:
        best -= lost
    return None if best < 0 else (best + sum([number * price for _, number, price in hand.counted])) * claim.rules.unit


def _group_units(hand: _Hand, ranks: Iterable[_RankUnits], *, is_face: bool) -> tuple[int, int]:
    """Return the best units of ranks that share runs, and the units lost for a baksyo."""
    (first, lost_in_first), (second, lost_in_second), (third, lost_in_third) = ranks
    rules, run_price = hand.claim.rules, hand.prices[is_face]
    best = with_baksyo = _NEVER
    for runs, melded in first.items():
        units = melded + second.get(runs, _NEVER) + third.get(runs, _NEVER)
        if units < 0:
            continue
        if is_face:
            units += hand.start(runs).units(rules)
        # A run is a baksyo.
        if total := sum(runs):
            units += total * run_price
            with_baksyo = max(with_baksyo, units)
        else:
            with_baksyo = max(with_baksyo, units - min(lost_in_first, lost_in_second, lost_in_third))
        best = max(best, units)
    return best, best - with_baksyo


def _verdict(hand: _Hand, split: PricedSplit) -> Verdict:
    claim = hand.claim
    return Verdict(
        rules=claim.rules,
        hand=claim.hand,
        put_down=partial(_put_down, hand, split),
        porbis=False,
        paid=_payments(hand, split),
        turned=None,
        king_win=hand.won_by,
        kings_were_held=hand.won_by is None and hand.held,
    )


def _put_down(hand: _Hand, split: PricedSplit) -> Melds:
    # The player's own order is shown if it has the same runs, pongs of kings and paid melds.
    laid = hand.claim.holding.laid
    paid_for = laid + _melds(hand, split)

    def worth(melds: Melds) -> tuple[object, ...]:
        king_pongs = {meld for meld in melds if meld.kind is MeldKind.PONG and meld.cards[0].rank is Rank.KING}
        priced = sorted((meld.kind, meld.cards[0].rank is Rank.ACE, len(meld.cards)) for meld in melds)
        return all(meld in melds for meld in laid), set(splits.king_runs(melds=melds)), king_pongs, priced

    aim, scheme = worth(paid_for), Scheme.PRICELIST
    own = splits.as_put_down(
        cards=hand.claim.hand, settled=paid_for, scheme=scheme, is_worth=lambda melds: worth(melds) == aim
    )
    return own or paid_for


def _payments(hand: _Hand, split: PricedSplit) -> tuple[Paid, ...]:
    """Return the payments of a split, some of 0."""
    rules, start = hand.claim.rules, split[-1].start
    assert start is not None
    numbers = [sum(each) for each in zip(*(part.paid for part in split), strict=True)]
    kings, sowee_cards = hand.counted
    counted = (kings, *zip(_PAID, numbers, hand.prices, strict=True), sowee_cards)
    lines = [(what, "L6", number * units * rules.unit, number) for what, number, units in counted]
    return (f"start_{start.value}", "L5", start.units(rules) * rules.unit, None), *lines


def _melds(hand: _Hand, split: PricedSplit) -> Melds:
    """Return the melds of a split (L3)."""
    # If kings are the only baksyo, they show it as a pong that is not paid.
    aces, field, face = split
    rest = splits.take(hand.loose_kings, face.runs)
    pongs: tuple[RankCounts, ...] = ()
    has_baksyo = hand.won_by is not None or not any(hand.kings) or any(part.has_baksyo for part in split)
    if not (has_baksyo or hand.claim.holding.laid):
        suit = rest.index(max(rest))
        pongs = (tuple(held if place == suit else 0 for place, held in enumerate(rest)),)
        rest = splits.take(rest, pongs[0])
    shapes = [melds.shapes for melds in (*aces.ranks, *field.ranks, *face.ranks)]
    return splits.split_melds(field.runs, face.runs, [*shapes, pongs + splits.single_kings(rest)], Scheme.PRICELIST)
