"""The verdict on a claimed win: its best-paying split and the account of the amount, or why it is no win."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.games.base import Line
from scoring.games.cards import Rank, Suit
from scoring.games.cuajo.account import Account, Win, account_for, conditions_matter
from scoring.games.cuajo.claim import Claim
from scoring.games.cuajo.conditions import Turned, turn_extra
from scoring.games.cuajo.melds import Meld
from scoring.games.cuajo.near_miss import NearMiss, near_miss
from scoring.games.cuajo.splits import ANY_MASK, NO_RUN_MASK, RUN_MASK, count_kinds, first_split, hold, is_win


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a valid win pays, in minor units from each opponent, before any stake factor.

    `turned` holds conditions and extra cards, None where they do not belong to the verdict (a drawn or dealt
    bounit, a flat porbis). `rules_revision` names preset and revision.
    """

    arrangement: tuple[Meld, ...]
    porbis: bool
    account: Account
    turned: Turned | None
    rules_revision: str

    @property
    def per_opponent_cents(self) -> int:
        """Return what each opponent pays."""
        return self.account.per_opponent_cents

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the account; they add up to the amount."""
        return self.account.lines


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAWin:
    """Sixteen cards that do not split, the rule they break (C8 or C10), and what they lack."""

    rule: str
    near_miss: NearMiss


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
    best = max(_verdicts(claim), key=lambda verdict: verdict.per_opponent_cents, default=None)
    return _not_a_win(claim) if best is None else best


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
    if_three_counted = hold(cards=claim.hand, sowee=claim.sowee, secrets=claim.secrets)
    sowee = () if claim.sowee is None else (claim.sowee,)
    return NotAWin(
        rule="C10" if is_win(holding=if_three_counted) else "C8",
        near_miss=near_miss(holding=claim.holding, seen=count_kinds(cards=claim.hand + sowee + claim.extra)),
    )
