"""The verdict on a claimed win: its best-paying split and the account of the amount, or why it is no win."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import itemgetter

from scoring.games.cuajo.account import (
    EVERY_ENDING,
    Conditions,
    NotAWin,
    Turned,
    Verdict,
    Win,
    account_for,
    cents_for,
    conditions_after,
    conditions_decide,
    is_flat,
    turn_extra,
)
from scoring.games.cuajo.cards import COPIES, Card
from scoring.games.cuajo.claim import GAME_ID, Claim, Entry, Source, claim_of, contradictions, read_entry
from scoring.games.cuajo.near_miss import near_miss
from scoring.games.cuajo.price_verdict import best_price_verdict, price_cents, price_verdicts
from scoring.games.cuajo.price_wins import king_win, kings_among, lacks_only_baksyo
from scoring.games.cuajo.rules import DEFAULT_PRESET, HouseRules, Scheme
from scoring.games.cuajo.splits import (
    HAND_SIZE,
    Holding,
    Meld,
    Splits,
    as_put_down,
    count_kinds,
    find_splits,
    hold,
    is_split,
    king_runs,
    melds_of,
)
from scoring.games.cuajo.tables import ANY_MASK, KINGS_START, NO_RUN_MASK, RUN_MASK

type Cards = str | Iterable[str | Card]
"""Cards in notation, as one text or one by one."""


def judge(
    *,
    hand: Cards,
    bounit: str | Card | None = None,
    source: str = Source.SELF_DRAWN,
    sowee: str | Card | None = None,
    secrets: Cards = (),
    extra: Cards = (),
    rules: str | Mapping[str, object] | HouseRules = DEFAULT_PRESET,
) -> Verdict | NotAWin:
    """Judge sixteen cards; the bounit is the last of them unless it is named.

    Raises ImpossibleError with everything that cannot be.

    >>> judge(hand="1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B", rules="family")
    <Verdict: valid, 130 from each opponent>
    """
    cards = {"hand": hand, "bounit": bounit, "sowee": sowee, "secrets": secrets, "extra": extra}
    written = {name: None if some is None else _written(some) for name, some in cards.items()}
    entry = read_entry(data={"game": GAME_ID, "source": source, "rules": rules, **written})
    if bounit is None and entry.source is not Source.DEALT and entry.hand.cards:
        entry = replace(entry, bounit=entry.hand.cards[-1])
    return judge_claim(claim=claim_of(entry=entry))


def _written(cards: Cards | Card) -> str:
    return str(cards) if isinstance(cards, str | Card) else " ".join(map(str, cards))


def judge_claim(*, claim: Claim) -> Verdict | NotAWin:
    """Judge a claim: the best-paying split wins (C11), porbis shown first where two pay the same."""
    by_prices = claim.rules.scheme is Scheme.PRICELIST
    best = best_price_verdict(claim=claim) if by_prices else _best_verdict(claim)
    return _not_a_win(claim) if best is None else best


def cents_of(*, claim: Claim) -> int | None:
    """Return what each opponent pays, None for no win: the amount of `judge_claim`, not explained."""
    if claim.rules.scheme is Scheme.PRICELIST:
        return price_cents(claim=claim)
    splits = _paid_splits(claim.rules, claim.source, claim.holding, _conditions(claim))
    return max([paid[0] for paid in splits], default=None)


def verdicts(*, claim: Claim) -> tuple[Verdict, ...]:
    """Return a verdict for every amount that a split comes to, best first; none if the hand does not win."""
    if claim.rules.scheme is Scheme.PRICELIST:
        return price_verdicts(claim=claim)
    turned = _turned(claim)
    by_cents: dict[int, _Paid] = {}
    for paid in _paid_splits(claim.rules, claim.source, claim.holding, _ending(turned)):
        by_cents.setdefault(paid[0], paid)
    return tuple(_verdict(claim, by_cents[cents], turned) for cents in sorted(by_cents, reverse=True))


def claim_to_pay(*, entry: Entry) -> Claim:
    """Make a claim of an entry; unlike a claim of the contract it may lack a sowee that changes nothing.

    Raises ImpossibleError with everything wrong or missing.
    """
    return claim_of(entry=entry, needs_sowee=entry.sowee is None and sowee_decides(entry=entry))


def sowee_decides(*, entry: Entry) -> bool:
    """Return whether the sowee can change what a claimed or discarded bounit pays (C10, C28, C32).

    It cannot where the cards are porbis without it, and no ending of the conditions pays more than that.
    """
    rules, source = entry.rules, entry.source
    if rules is None or source is None or not source.has_conditions:
        return False
    if rules.scheme is Scheme.PRICELIST or entry.hand.size < HAND_SIZE or any(contradictions(entry=entry)):
        return True
    holding = hold(cards=entry.hand.cards, secrets=entry.secrets)
    coins, others = _kings(holding)
    if not any(porbis for _, porbis, _, _ in _paid_splits(rules, source, holding, None)):
        return True
    paid = {
        max(cents_for(source, coins, others, porbis, ending, rules) for porbis in {True, not coins + others})
        for ending in EVERY_ENDING
    }
    return len(paid) > 1


def never_wins(*, entry: Entry) -> bool:
    """Return whether sixteen cards fill no melds, whatever the last card and the sowee are (C8, C10)."""
    cards, by_prices = entry.hand.cards, entry.rules is None or entry.rules.scheme is Scheme.PRICELIST
    if by_prices or len(cards) != HAND_SIZE or max(count_kinds(cards=cards)) > COPIES:
        return False
    threes = (card for card in dict.fromkeys(cards) if cards.count(card) == COPIES - 1)
    sowees = (entry.sowee,) if entry.sowee else (None, *threes)
    return not any(is_split(holding=hold(cards=cards, sowee=sowee)) for sowee in sowees)


type _Way = tuple[bool, int]
"""Whether the hand is porbis then, and the runs of jack, horse and king that make it so."""

_WAYS: tuple[tuple[_Way, ...], ...] = (
    ((True, ANY_MASK),),
    ((True, RUN_MASK), (False, NO_RUN_MASK)),
    ((False, ANY_MASK),),
)
"""By the kings held, two or more alike: the kinds of split that may pay differently (C32).

With a single king at most one jack-horse-king run exists, and it is in that run or alone or in a set.
"""


type _Paid = tuple[int, bool, Splits, int]
"""What a kind of split pays, whether it is porbis, the splits, and their runs of jack, horse and king."""


def _best_verdict(claim: Claim) -> Verdict | None:
    turned = _turned(claim)
    paid = _paid_splits(claim.rules, claim.source, claim.holding, _ending(turned))
    best = max(paid, key=itemgetter(0), default=None)
    return None if best is None else _verdict(claim, best, turned)


def _paid_splits(rules: HouseRules, source: Source, holding: Holding, conditions: Conditions | None) -> list[_Paid]:
    """Return every kind of split there is with what it pays, porbis first."""
    coins, others = _kings(holding)
    found = find_splits(holding=holding)
    paid = []
    for porbis, face_runs in _WAYS[min(coins + others, 2)] if found else ():
        for splits in found:
            if splits[3] & face_runs:
                cents = cents_for(source, coins, others, porbis, conditions, rules)
                paid.append((cents, porbis, splits, face_runs))
                break
    return paid


def _kings(holding: Holding) -> tuple[int, int]:
    """Count the kings of coins and the others, laid secrets included (C26)."""
    coins, *rest = holding.loose[KINGS_START:]
    others = sum(rest)
    for meld in holding.laid:
        if meld.cards[0].index > KINGS_START:
            others += len(meld.cards)
        elif meld.cards[0].index == KINGS_START:
            coins += len(meld.cards)
    return coins, others


def _verdict(claim: Claim, paid: _Paid, turned: Turned | None) -> Verdict:
    _, porbis, splits, face_runs = paid
    coins, others = _kings(claim.holding)
    win = Win(source=claim.source, kings_of_coins=coins, other_kings=others, porbis=porbis, conditions=_ending(turned))
    told = None if is_flat(porbis=porbis, rules=claim.rules) else turned
    decides = conditions_decide(source=claim.source, porbis=porbis, rules=claim.rules)
    settled, lone_king = splits[0], coins + others == 1

    def worth(melds: tuple[Meld, ...]) -> tuple[bool, bool]:
        return all(meld in melds for meld in settled), lone_king and any(king_runs(melds=melds))

    paid_for = melds_of(splits, face_runs=face_runs)
    return Verdict(
        arrangement=as_put_down(cards=claim.hand, paid=paid_for, scheme=claim.rules.scheme, worth=worth),
        porbis=porbis,
        account=account_for(win=win, rules=claim.rules),
        turned=told,
        needs=told.needs if told is not None and decides else (),
        rules_revision=claim.rules.identity,
    )


def _turned(claim: Claim) -> Turned | None:
    if claim.bounit is None or claim.sowee is None or not claim.source.has_conditions:
        return None
    return turn_extra(hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee, extra=claim.extra)


def _ending(turned: Turned | None) -> Conditions | None:
    return None if turned is None else turned.conditions


def _conditions(claim: Claim) -> Conditions | None:
    if claim.bounit is None or claim.sowee is None or not claim.source.has_conditions:
        return None
    return conditions_after(claim.hand, claim.bounit, claim.sowee, claim.extra)


def _not_a_win(claim: Claim) -> NotAWin:
    sowee = () if claim.sowee is None else (claim.sowee,)
    return NotAWin(
        rule=_broken_rule(claim),
        near_miss=near_miss(holding=claim.holding, seen=count_kinds(cards=claim.hand + sowee + claim.extra)),
    )


def _broken_rule(claim: Claim) -> str:
    if claim.rules.scheme is Scheme.PRICELIST:
        if king_win(kings_among(cards=claim.hand)):
            return "L4"
        return "L3" if lacks_only_baksyo(holding=claim.holding) else "C8"
    if_three_counted = hold(cards=claim.hand, sowee=claim.sowee, secrets=claim.secrets)
    return "C10" if is_split(holding=if_three_counted) else "C8"
