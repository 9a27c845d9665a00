"""Verdicts by a price list (L3 to L8)."""

# Aces share no meld with other ranks, and 3, 4, 5 share none with jack, horse, king. Each group pays few different
# amounts, so one split of each amount is enough, with a baksyo and without one (L3).

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from operator import attrgetter, mul
from typing import NamedTuple

from scoring.games.cuajo import splits, wins
from scoring.games.cuajo.cards import COPIES, Rank, Suit, cards_left, count_kinds
from scoring.games.cuajo.claim import Claim, Source
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import MeldKind, Melds, RankCounts, Shape
from scoring.games.cuajo.wins import Account, KingWin, Verdict


class Start(StrEnum):
    """The reason of a start price (L5)."""

    # The order is that of the rule: the first that applies is paid.

    FOUR_KINGS = "four_kings"
    KING_WIN = "king_win"
    HELD_KINGS = "held_kings"
    NO_KING = "no_king"
    ONE_KING = "one_king"
    SINGREY = "singrey"
    BOUNIT_KING = "bounit_king"
    PLAIN = "plain"

    def units(self, rules: HouseRules) -> int:
        usual = {Start.FOUR_KINGS: rules.start_four_kings, Start.PLAIN: rules.start_plain}
        return usual.get(self, rules.start_special)


# A price list also pays kings and cards like the sowee, but wherever they are, so no split changes them (L6).
_PAID = ("low_runs", "high_runs", "pongs", "three_aces", "four_aces", "sets_of_four")
_prices = attrgetter(
    "price_low_run", "price_high_run", "price_pong", "price_three_aces", "price_four_aces", "price_set_of_four"
)


class RankMelds(NamedTuple):
    """The melds within one rank, by kind."""

    pongs: int
    threes: int
    fours: int
    sets_of_four: int
    cards: int
    shapes: tuple[Shape, ...]


class Part(NamedTuple):
    """One split of a group of ranks.

    `units` include the start price if there is a `start`. Aces are always a baksyo (L3).
    """

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hand:
    """A claim with its kings (L5)."""

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


def price_verdicts(*, claim: Claim) -> Iterator[Verdict]:
    """Yield a verdict for every amount, best first (C11)."""
    # Kings that win alone need no split, so only the best one is of interest (L6).
    cards, bounit = list(claim.hand), claim.bounit
    kings = wins.kings_among(cards=cards)
    found = wins.king_win(kings)
    won_by = found
    if bounit is not None:
        held_kings = cards.count(bounit)
        if claim.source is Source.CLAIMED and not wins.wins_a_claim(card=bounit, held=held_kings, rules=claim.rules):
            won_by = None
        cards.remove(bounit)
    held = found is not None and wins.king_win(wins.kings_among(cards=cards)) is not None
    hand = _Hand(claim=claim, kings=kings, won_by=won_by, held=held, prices=_prices(claim.rules))
    if won_by is not None:
        yield _verdict(
            hand, max(_splits(hand, partial=True), key=lambda each: (_units(each), sum(part.melded for part in each)))
        )
    elif wins.is_price_win(holding=claim.holding):
        by_units: dict[int, PricedSplit] = {}
        needs_baksyo = hand.needs_baksyo
        for split in _splits(hand, partial=False):
            if not needs_baksyo or any(part.has_baksyo for part in split):
                by_units.setdefault(_units(split), split)
        yield from (_verdict(hand, by_units[units]) for units in sorted(by_units, reverse=True))


def _units(split: PricedSplit) -> int:
    """Return the units of a split."""
    return sum([part.units for part in split])


def _splits(hand: _Hand, *, partial: bool) -> Iterable[PricedSplit]:
    """Return a split for every amount."""
    counts = hand.claim.holding.loose
    ranks = [counts[start : start + 4] for start in range(0, len(counts), 4)]
    aces = _distinct(_parts(hand, ranks[:1], [splits.NO_RUNS], partial=partial))
    field = _distinct(_parts(hand, ranks[1:4], ranks[1:4], partial=partial)) if aces else ()
    face = _distinct(_parts(hand, ranks[4:6], ranks[4:], partial=partial)) if field else ()
    return product(aces, field, face)


def _distinct(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Keep one part of each amount."""
    found: dict[tuple[int, bool, Start | None], Part] = {}
    for part in parts:
        key = part.units, part.has_baksyo, part.start
        if key not in found or part.melded > found[key].melded:
            found[key] = part
    return tuple(found.values())


def _parts(hand: _Hand, ranks: list[RankCounts], in_runs: list[RankCounts], *, partial: bool) -> Iterator[Part]:
    """Yield the splits of a group of ranks."""
    rules, is_face = hand.claim.rules, len(in_runs) > len(ranks)
    limits = (range(min(suit) + 1) for suit in zip(*in_runs, strict=True))
    for runs in (runs for runs in product(*limits) if sum(runs) <= splits.MOST_RUNS):
        total = sum(runs)
        start = hand.start(runs) if is_face else None
        start_units = 0 if start is None else start.units(rules)
        for melds in product(*(rank_melds(splits.take(rank, runs), partial) for rank in ranks)):
            pongs = sum([one.pongs for one in melds])
            if len(ranks) == 1:
                (aces,) = melds
                paid, baksyo = (0, 0, pongs, aces.threes, aces.fours, 0), bool(aces.shapes)
            else:
                low, high = (0, total) if is_face else (total, 0)
                paid, baksyo = (low, high, pongs, 0, 0, sum([one.sets_of_four for one in melds])), bool(total or pongs)
            yield Part(start_units + sum(map(mul, paid, hand.prices)), runs, melds, paid, baksyo, start)


@cache
def rank_melds(counts: RankCounts, partial: bool) -> tuple[RankMelds, ...]:
    """Return the splits of a rank, one of each tally."""
    ways = _packings(counts) if partial else splits.shape_splits(counts, splits.SHAPES[Scheme.PRICELIST])
    found: dict[tuple[int, ...], RankMelds] = {}
    for shapes in ways:
        sizes = [(max(shape) > 1, sum(shape)) for shape in shapes]
        of_three, of_four, pongs_of_three, pongs_of_four = key = tuple(map(sizes.count, _SIZES))
        threes, fours = of_three + pongs_of_three, of_four + pongs_of_four
        cards, pongs = 3 * threes + 4 * fours, pongs_of_three + pongs_of_four
        found[key] = RankMelds(pongs, threes, fours, of_four, cards, shapes)
    return tuple(found.values())


_SIZES = tuple(product((False, True), (3, 4)))  # sets of three and of four, pongs of three and of four


@cache
def _packings(counts: RankCounts, first: int = 0) -> tuple[tuple[Shape, ...], ...]:
    shapes = splits.SHAPES[Scheme.PRICELIST]
    if not any(splits.covers(counts, shape) for shape in shapes):
        return ((),)
    return tuple(
        (shape, *rest)
        for index, shape in enumerate(shapes[first:], start=first)
        if splits.covers(counts, shape)
        for rest in _packings(splits.take(counts, shape), index)
    )


def _verdict(hand: _Hand, split: PricedSplit) -> Verdict:
    claim, laid, account = hand.claim, hand.claim.holding.laid, _account(hand, split)

    def worth(melds: Melds) -> tuple[object, ...]:
        king_pongs = {meld for meld in melds if meld.kind is MeldKind.PONG and meld.cards[0].rank is Rank.KING}
        priced = sorted((meld.kind, meld.cards[0].rank is Rank.ACE, len(meld.cards)) for meld in melds)
        return all(meld in melds for meld in laid), set(splits.king_runs(melds=melds)), king_pongs, priced

    paid_for = laid + _melds(hand, split)
    arrangement = splits.as_put_down(cards=claim.hand, paid=paid_for, scheme=claim.rules.scheme, worth=worth)
    melded = (card for meld in arrangement for card in meld.cards)
    return Verdict(
        arrangement=arrangement,
        porbis=False,
        lines=account.lines,
        king_cents=account.king_cents,
        turned=None,
        rules_revision=claim.rules.identity,
        king_win=hand.won_by,
        kings_were_held=hand.won_by is None and hand.held,
        left_over=() if hand.won_by is None else cards_left(counts=count_kinds(cards=claim.hand), without=melded),
    )


def _account(hand: _Hand, split: PricedSplit) -> Account:
    """Make the account of a split, without empty lines."""
    claim, rules, start = hand.claim, hand.claim.rules, split[2].start
    assert start is not None
    numbers = [sum(each) for each in zip(*(part.paid for part in split), strict=True)]
    sowee_cards = sum(card is claim.sowee for card in claim.hand)
    counted = (
        ("kings", sum(hand.kings), rules.price_king),
        *zip(_PAID, numbers, hand.prices, strict=True),
        ("sowee_cards", sowee_cards, rules.price_sowee_card),
    )
    first = wins.account_line(f"start_{start.value}", "L5", start.units(rules) * rules.unit)
    others = (wins.account_line(what, "L6", number * units * rules.unit, number) for what, number, units in counted)
    king_cents = sum(hand.kings) * rules.price_king * rules.unit
    return Account(lines=tuple(line for line in (first, *others) if line.cents), king_cents=king_cents)


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
