"""The complete splits of a winning hand that pay another amount than the best one (C11, C32)."""

from scoring.games.cards import Rank
from scoring.games.cuajo.account import Win, account_for, conditions_matter
from scoring.games.cuajo.claim import Claim
from scoring.games.cuajo.conditions import Turned, turn_extra
from scoring.games.cuajo.melds import Meld, MeldKind
from scoring.games.cuajo.splits import all_splits
from scoring.games.cuajo.verdict import Verdict, count_kings

_PRICE_LIST = "L"


def other_splits(*, claim: Claim, best: Verdict) -> tuple[Verdict, ...]:
    """Return the verdict on each split that pays another amount than the best one, none for a price list.

    Only a single king makes a difference: in a run the hand is porbis, alone or in a set it is not (C32).
    """
    by_price_list = any(line.rule.startswith(_PRICE_LIST) for line in best.lines)
    if by_price_list or count_kings(claim=claim).total != 1:
        return ()
    splits = all_splits(holding=claim.holding)
    other = next((melds for melds in splits if _king_in_run(melds) is not best.porbis), None)
    if other is None:
        return ()
    verdict = _verdict(claim, other)
    return () if verdict.per_opponent_cents == best.per_opponent_cents else (verdict,)


def _king_in_run(melds: tuple[Meld, ...]) -> bool:
    return any(meld.kind is MeldKind.RUN and meld.cards[-1].rank is Rank.KING for meld in melds)


def _verdict(claim: Claim, melds: tuple[Meld, ...]) -> Verdict:
    kings, porbis = count_kings(claim=claim), _king_in_run(melds)
    turned = _turned(claim, porbis)
    win = Win(
        source=claim.source,
        kings_of_coins=kings.of_coins,
        other_kings=kings.others,
        porbis=porbis,
        conditions=None if turned is None else turned.conditions,
    )
    return Verdict(
        arrangement=melds,
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
