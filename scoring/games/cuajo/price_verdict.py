"""The verdict by a price list: the best paid split and its account (L3 to L8)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.cuajo.account import Verdict
from scoring.games.cuajo.cards import KINDS, Card, Rank, Suit
from scoring.games.cuajo.claim import Claim, Source
from scoring.games.cuajo.price_wins import RUB_KINGS, KingWin, is_price_win, king_win, kings_among, wins_a_claim
from scoring.games.cuajo.prices import PricedSplit, PriceWin, Start, Starts, best_partial, full_splits, price_account
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import Holding, Meld, MeldKind, as_put_down, count_kinds, king_runs, split_melds
from scoring.games.cuajo.tables import SINGLE_SHAPES, RankCounts, shape_splits, take

FOUR_OF_ONE_SUIT = 4


def price_verdicts(*, claim: Claim) -> tuple[Verdict, ...]:
    """Return a verdict for every amount that a split comes to, best first; none if the hand does not win.

    Kings that win alone come to one amount, that of the best melds among all cards (L6).
    """
    hand = _hand(claim)
    return tuple(_verdict(hand, split) for split in _paid_splits(hand))


def best_price_verdict(*, claim: Claim) -> Verdict | None:
    """Return the verdict of the split that pays best (C11), None if the hand does not win."""
    hand = _hand(claim)
    split = _best_split(hand)
    return None if split is None else _verdict(hand, split)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hand:
    claim: Claim
    holding: Holding
    kings: RankCounts
    won_by: KingWin | None

    @property
    def needs_baksyo(self) -> bool:
        """Return whether a complete split needs a baksyo: a king is held and no secret laid (L3).

        Where it has no run, three kings of a suit are a pong themselves.
        """
        return any(self.kings) and not self.holding.laid and max(self.loose_kings) < RUB_KINGS

    @property
    def loose_kings(self) -> RankCounts:
        return self.holding.loose[-len(self.kings) :]


def _hand(claim: Claim) -> _Hand:
    kings = kings_among(cards=claim.hand)
    won_by = king_win(kings) if _may_win_by_kings(claim) else None
    return _Hand(claim=claim, holding=claim.holding, kings=kings, won_by=won_by)


def _may_win_by_kings(claim: Claim) -> bool:
    bounit = claim.bounit
    if claim.source is not Source.CLAIMED or bounit is None:
        return True
    return wins_a_claim(card=bounit, held=claim.hand.count(bounit), rules=claim.rules)


def _best_split(hand: _Hand) -> PricedSplit | None:
    wins = hand.won_by is not None or is_price_win(holding=hand.holding)
    return next(iter(_paid_splits(hand)), None) if wins else None


def _paid_splits(hand: _Hand) -> list[PricedSplit]:
    """Return one split for each amount, best first."""
    counts, rules, starts = hand.holding.loose, hand.claim.rules, _starts(hand)
    if hand.won_by is not None:
        return [best_partial(counts=counts, rules=rules, starts=starts)]
    by_units: dict[int, PricedSplit] = {}
    for split in full_splits(counts=counts, rules=rules, starts=starts):
        if split.has_baksyo or not hand.needs_baksyo:
            by_units.setdefault(split.units, split)
    return [by_units[units] for units in sorted(by_units, reverse=True)]


def _starts(hand: _Hand) -> Starts:
    """Return what decides the start price; kings in a laid secret are in no run, but they are a rub (L4)."""
    kings, bounit = hand.kings, hand.claim.bounit
    if hand.won_by is not None or _held_a_king_win(hand):
        by_kings = Start.HELD_KINGS if hand.won_by is None else Start.KING_WIN
        fixed = Start.FOUR_KINGS if max(kings) == FOUR_OF_ONE_SUIT else by_kings
        return Starts(kings=hand.loose_kings, fixed=fixed)
    if sum(kings) <= 1:
        return Starts(kings=kings, fixed=Start.ONE_KING if any(kings) else Start.NO_KING)
    drawn_king = bounit is not None and bounit.rank is Rank.KING
    return Starts(kings=kings, bounit_suit=list(Suit).index(bounit.suit) if bounit and drawn_king else None)


def _held_a_king_win(hand: _Hand) -> bool:
    """Return whether the kings win alone, and did so before the bounit came (L5)."""
    cards = list(hand.claim.hand)
    if hand.claim.bounit is not None:
        cards.remove(hand.claim.bounit)
    return king_win(hand.kings) is not None and king_win(kings_among(cards=cards)) is not None


def _verdict(hand: _Hand, split: PricedSplit) -> Verdict:
    laid, rules = hand.holding.laid, hand.claim.rules

    def worth(melds: tuple[Meld, ...]) -> tuple[object, ...]:
        priced = sorted((meld.kind, meld.cards[0].rank is Rank.ACE, len(meld.cards)) for meld in melds)
        return all(meld in melds for meld in laid), set(king_runs(melds=melds)), _king_pongs(melds), priced

    paid_for = laid + _melds(
        split, hand.loose_kings, needs_pong=hand.won_by is None and _is_baksyo_of_kings(hand, split)
    )
    arrangement = as_put_down(cards=hand.claim.hand, paid=paid_for, scheme=rules.scheme, worth=worth)
    return Verdict(
        arrangement=arrangement,
        porbis=False,
        account=price_account(win=_win(hand, split), rules=rules),
        turned=None,
        rules_revision=rules.identity,
        king_win=hand.won_by,
        kings_were_held=hand.won_by is None and _held_a_king_win(hand),
        left_over=() if hand.won_by is None else _left_over(hand.claim.hand, arrangement),
    )


def _win(hand: _Hand, split: PricedSplit) -> PriceWin:
    (aces,), others = split.aces.ranks, split.field.ranks + split.face.ranks
    sowee = hand.claim.sowee
    assert split.face.start is not None
    return PriceWin(
        start=split.face.start,
        kings=sum(hand.kings),
        low_runs=sum(split.field.runs),
        high_runs=sum(split.face.runs),
        pongs=sum(melds.pongs for melds in (aces, *others)),
        three_aces=aces.sets_of_three + aces.pongs_of_three,
        four_aces=aces.sets_of_four + aces.pongs_of_four,
        sets_of_four=sum(melds.sets_of_four for melds in others),
        sowee_cards=sum(card is sowee for card in hand.claim.hand),
    )


def _is_baksyo_of_kings(hand: _Hand, split: PricedSplit) -> bool:
    """Return whether kings are the only baksyo: three or four of a suit, a pong that L6 does not pay (L3)."""
    return any(hand.kings) and not hand.holding.laid and not split.has_baksyo


def _king_pongs(melds: Iterable[Meld]) -> set[Meld]:
    return {meld for meld in melds if meld.kind is MeldKind.PONG and meld.cards[0].rank is Rank.KING}


def _melds(split: PricedSplit, kings: RankCounts, *, needs_pong: bool) -> tuple[Meld, ...]:
    rest = take(kings, split.face.runs)
    pongs: tuple[RankCounts, ...] = ()
    if needs_pong:
        suit = rest.index(max(rest))
        pong = tuple(held if place == suit else 0 for place, held in enumerate(rest))
        rest, pongs = take(rest, pong), (pong,)
    (single_kings,) = shape_splits(rest, SINGLE_SHAPES)
    ranks = split.aces.ranks + split.field.ranks + split.face.ranks
    shapes = [*(melds.shapes for melds in ranks), pongs + single_kings]
    return split_melds(split.field.runs + split.face.runs, shapes, scheme=Scheme.PRICELIST)


def _left_over(hand: tuple[Card, ...], arrangement: tuple[Meld, ...]) -> tuple[Card, ...]:
    held = count_kinds(cards=hand)
    melded = count_kinds(cards=[card for meld in arrangement for card in meld.cards])
    return tuple(card for card in KINDS for _ in range(held[card.index] - melded[card.index]))
