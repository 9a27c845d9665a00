"""The verdict on a claimed win: its best-paying split and the account of the amount, or why it is no win."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from scoring.games.cards import Rank, Suit
from scoring.games.cuajo.account import Win, account_for, conditions_matter
from scoring.games.cuajo.claim import Claim
from scoring.games.cuajo.conditions import Turned, turn_extra
from scoring.games.cuajo.house_rule import Scheme
from scoring.games.cuajo.melds import Meld
from scoring.games.cuajo.near_miss import near_miss
from scoring.games.cuajo.pricelist.verdict import best_price_verdict, price_verdicts
from scoring.games.cuajo.pricelist.wins import lacks_only_baksyo
from scoring.games.cuajo.results import NotAWin, Verdict
from scoring.games.cuajo.splits import (
    ANY_MASK,
    NO_RUN_MASK,
    RUN_MASK,
    count_kinds,
    first_split,
    hold,
    is_split,
)

__all__ = ["Kings", "NotAWin", "Verdict", "count_kings", "judge_claim", "verdicts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kings:
    """How many kings the sixteen cards hold."""

    of_coins: int
    others: int

    @property
    def total(self) -> int:
        """Return all kings."""
        return self.of_coins + self.others


def judge_claim(*, claim: Claim) -> Verdict | NotAWin:
    """Judge a claim: the best-paying split wins (C11), porbis shown first where two pay the same."""
    match claim.rules.scheme:
        case Scheme.CONDITIONS:
            best = max(_verdicts(claim), key=lambda verdict: verdict.per_opponent_cents, default=None)
        case Scheme.PRICELIST:
            best = best_price_verdict(claim=claim)
        case unknown:
            assert_never(unknown)
    return _not_a_win(claim) if best is None else best


def verdicts(*, claim: Claim) -> tuple[Verdict, ...]:
    """Return a verdict for every amount that a split comes to, best first; none if the hand does not win."""
    match claim.rules.scheme:
        case Scheme.CONDITIONS:
            found = sorted(_verdicts(claim), key=lambda verdict: -verdict.per_opponent_cents)
            by_cents: dict[int, Verdict] = {}
            for verdict in found:
                by_cents.setdefault(verdict.per_opponent_cents, verdict)
            return tuple(by_cents.values())
        case Scheme.PRICELIST:
            return price_verdicts(claim=claim)
        case unknown:
            assert_never(unknown)


def count_kings(*, claim: Claim) -> Kings:
    """Count the kings among the sixteen cards, laid secrets included (C26)."""
    kings = [card for card in claim.hand if card.rank is Rank.KING]
    coins = sum(card.suit is Suit.OROS for card in kings)
    return Kings(of_coins=coins, others=len(kings) - coins)


def _verdicts(claim: Claim) -> Iterator[Verdict]:
    kings = count_kings(claim=claim)
    for porbis, face_runs in _ways(kings):
        arrangement = first_split(holding=claim.holding, face_runs=face_runs)
        if arrangement is not None:
            yield _verdict(claim, kings, arrangement, porbis)


def _ways(kings: Kings) -> tuple[tuple[bool, int], ...]:
    """Return the kinds of split that may pay differently; only a single king makes a difference (C32).

    With a single king at most one jack-horse-king run exists, and it is in that run or alone or in a set.
    """
    match kings.total:
        case 0:
            return ((True, ANY_MASK),)
        case 1:
            return ((True, RUN_MASK), (False, NO_RUN_MASK))
        case _:
            return ((False, ANY_MASK),)


def _verdict(claim: Claim, kings: Kings, arrangement: tuple[Meld, ...], porbis: bool) -> Verdict:
    turned = _turned(claim, porbis)
    win = Win(
        source=claim.source,
        kings_of_coins=kings.of_coins,
        other_kings=kings.others,
        porbis=porbis,
        conditions=None if turned is None else turned.conditions,
    )
    return Verdict(
        arrangement=arrangement,
        porbis=porbis,
        account=account_for(win=win, rules=claim.rules),
        turned=turned,
        rules_revision=claim.rules.identity,
    )


def _turned(claim: Claim, porbis: bool) -> Turned | None:
    matter = conditions_matter(source=claim.source, porbis=porbis, rules=claim.rules)
    if not matter or claim.bounit is None or claim.sowee is None:
        return None
    return turn_extra(hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee, extra=claim.extra)


def _not_a_win(claim: Claim) -> NotAWin:
    sowee = () if claim.sowee is None else (claim.sowee,)
    return NotAWin(
        rule=_broken_rule(claim),
        near_miss=near_miss(holding=claim.holding, seen=count_kinds(cards=claim.hand + sowee + claim.extra)),
    )


def _broken_rule(claim: Claim) -> str:
    match claim.rules.scheme:
        case Scheme.CONDITIONS:
            if_three_counted = hold(cards=claim.hand, sowee=claim.sowee, secrets=claim.secrets)
            return "C10" if is_split(holding=if_three_counted) else "C8"
        case Scheme.PRICELIST:
            return "L3" if lacks_only_baksyo(holding=claim.holding) else "C8"
        case unknown:
            assert_never(unknown)
