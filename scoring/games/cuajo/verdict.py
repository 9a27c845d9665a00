"""The verdict on a claimed win, with its account."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from operator import attrgetter
from typing import ClassVar, NamedTuple

from scoring.frozen import Frozen
from scoring.games.cuajo import splits, wins
from scoring.games.cuajo.cards import COPIES, Card, Counts, count_kinds
from scoring.games.cuajo.claim import GAME_ID, Claim, Entry, Source, claim_of, contradictions, read_entry
from scoring.games.cuajo.near_miss import NearMiss, near_miss
from scoring.games.cuajo.prices import price_cents, price_verdicts
from scoring.games.cuajo.rules import HouseRules, PorbisAdds, Scheme
from scoring.games.cuajo.splits import HAND_SIZE, Holding, Melds, Splits
from scoring.games.cuajo.wins import EVERY_ENDING, Conditions, Paid, TurnResult, Verdict


class Win(NamedTuple):
    """The facts that decide the amount of a win."""

    source: Source
    kings_of_coins: int
    other_kings: int
    porbis: bool
    conditions: Conditions | None = None

    @property
    def kings(self) -> int:
        return self.kings_of_coins + self.other_kings


class NotAWin(Frozen):
    """Sixteen cards that do not win, with the rule (C8, C10, L3)."""

    rule: str
    near_miss: NearMiss

    is_valid: ClassVar[bool] = False
    per_opponent_cents: ClassVar[int] = 0

    def __repr__(self) -> str:
        lacking = self.near_miss.distance
        return f"<NotAWin: {self.rule}, {self.near_miss.melded} cards in melds, {lacking} to exchange>"


type Cards = str | Iterable[str | Card]  # cards in notation, as one text or one by one


def judge(
    *,
    hand: Cards,
    bounit: str | Card | None = None,
    source: str = Source.SELF_DRAWN,
    sowee: str | Card | None = None,
    secrets: Cards = (),
    extra: Cards = (),
    rules: str | Mapping[str, object] | HouseRules = "pagat",
) -> Verdict | NotAWin:
    """Judge sixteen cards.

    Without `bounit` the last card is the bounit, but not in a dealt hand. Raises ImpossibleError.

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
    """Return the best verdict on a claim (C11)."""
    best = best_verdict(claim=claim)
    if best is not None:
        return best
    if claim.rules.scheme is not Scheme.PRICELIST:
        if_three_counted = splits.hold(cards=claim.hand, sowee=claim.sowee, secrets=claim.secrets)
        rule = "C10" if wins.is_win(holding=if_three_counted) else "C8"
    elif wins.king_win(wins.kings_held(holding=claim.holding)):
        rule = "L4"
    else:
        rule = "L3" if splits.is_complete(claim.holding.loose, Scheme.PRICELIST) else "C8"
    return NotAWin(rule=rule, near_miss=near_miss(holding=claim.holding, seen=claim.seen))


def best_verdict(*, claim: Claim) -> Verdict | None:
    return next(verdicts(claim=claim), None)


def cents_of(*, claim: Claim) -> int | None:
    """Return the amount from each opponent, None for no win."""
    if claim.rules.scheme is Scheme.PRICELIST:
        return price_cents(claim=claim)
    found = _paid_splits(claim.rules, claim.source, claim.holding, turned_of(claim=claim))
    return max((paid.cents for paid in found), default=None)


def cents_with_extra(*, claim: Claim, unseen: Counts) -> tuple[int, int] | None:
    """Return the amount, and the most with extra cards (C31)."""
    rules, turned = claim.rules, turned_of(claim=claim)
    if rules.scheme is Scheme.PRICELIST:
        cents = price_cents(claim=claim)
        return None if cents is None else (cents, cents)
    found = _paid_splits(rules, claim.source, claim.holding, turned)
    if not found:
        return None
    best = max(found, key=attrgetter("cents"))
    amounts = [best.cents]
    decides = conditions_decide(source=claim.source, porbis=best.win.porbis, rules=rules)
    if turned is not None and decides and claim.bounit and claim.sowee:
        coming = {card for need in turned.needs for card in need.cards if unseen[card.index]}
        endings = wins.endings_with(
            hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee, coming=coming, most=rules.extra_cards
        )
        ways = (each.win._replace(conditions=ending) for each, ending in product(found, endings))
        amounts += (_sum(payments(win, rules)) for win in ways)
    return best.cents, max(amounts)


def verdicts(*, claim: Claim) -> Iterator[Verdict]:
    """Yield a verdict for every amount, best first."""
    if claim.rules.scheme is Scheme.PRICELIST:
        yield from price_verdicts(claim=claim)
        return
    turned = turned_of(claim=claim)
    found = _paid_splits(claim.rules, claim.source, claim.holding, turned)
    # Of splits with one amount the first is shown.
    by_cents = {paid.cents: paid for paid in reversed(found)}
    yield from (_verdict(claim, by_cents[cents], turned) for cents in sorted(by_cents, reverse=True))


def claim_to_pay(*, entry: Entry) -> Claim:
    """Build the claim of an entry. Raises ImpossibleError."""
    # The sowee may be missing if it changes nothing: many tables do not note it.
    return claim_of(entry=entry, needs_sowee=entry.sowee is None and sowee_decides(entry=entry))


def sowee_decides(*, entry: Entry) -> bool:
    """Check whether the sowee changes the amount (C10, C28, C32)."""
    rules, source = entry.rules, entry.source
    if rules is None or source is None or not source.has_conditions:
        return False
    if rules.scheme is Scheme.PRICELIST or entry.hand.size < HAND_SIZE or any(contradictions(entry=entry)):
        return True
    holding = splits.hold(cards=entry.hand.cards, secrets=entry.secrets)
    kings = _kings(holding)
    # If the cards are porbis without the sowee, only the conditions can change the amount.
    if not any(paid.win.porbis for paid in _paid_splits(rules, source, holding, None)):
        return True
    ways = [[Win(source, *kings, porbis, ending) for porbis in {True, not sum(kings)}] for ending in EVERY_ENDING]
    return len({max(_sum(payments(win, rules)) for win in each) for each in ways}) > 1


def never_wins(*, entry: Entry) -> bool:
    """Check that no sowee makes these cards win (C8, C10)."""
    cards, by_prices = entry.hand.cards, entry.rules is None or entry.rules.scheme is Scheme.PRICELIST
    if by_prices or len(cards) != HAND_SIZE or max(count_kinds(cards=cards)) > COPIES:
        return False
    threes = (card for card in dict.fromkeys(cards) if cards.count(card) == COPIES - 1)
    sowees = (entry.sowee,) if entry.sowee else (None, *threes)
    return not any(wins.is_win(holding=splits.hold(cards=cards, sowee=sowee)) for sowee in sowees)


type _Way = tuple[bool, int]  # whether the hand is porbis, and the mask of face runs that this needs

# The index is the number of kings: 0, 1, or more. One king is porbis only in a run, so two ways may differ (C32).
_WAYS: tuple[tuple[_Way, ...], ...] = (
    ((True, splits.ANY_MASK),),
    ((True, splits.RUN_MASK), (False, splits.NO_RUN_MASK)),
    ((False, splits.ANY_MASK),),
)


class _PricedSplit(NamedTuple):
    cents: int
    win: Win
    paid: tuple[Paid, ...]
    splits: Splits
    face_runs: int


def _paid_splits(rules: HouseRules, source: Source, holding: Holding, turned: TurnResult | None) -> list[_PricedSplit]:
    """Return every kind of split, porbis first."""
    kings, found, paid = _kings(holding), splits.find_splits(holding=holding), []
    conditions = None if turned is None else turned.conditions
    for porbis, face_runs in _WAYS[min(sum(kings), 2)] if found else ():
        for split in found:
            *_, face_mask = split
            if face_mask & face_runs:
                win = Win(source, *kings, porbis, conditions)
                lines = payments(win, rules)
                paid.append(_PricedSplit(_sum(lines), win, lines, split, face_runs))
                break
    return paid


def _kings(holding: Holding) -> tuple[int, int]:
    """Count kings of coins and others (C26)."""
    coins, *others = wins.kings_held(holding=holding)
    return coins, sum(others)


def _verdict(claim: Claim, paid: _PricedSplit, turned: TurnResult | None) -> Verdict:
    win = paid.win
    turned = None if is_flat(porbis=win.porbis, rules=claim.rules) else turned
    decides = conditions_decide(source=claim.source, porbis=win.porbis, rules=claim.rules)
    return Verdict(
        rules=claim.rules,
        hand=claim.hand,
        put_down=partial(_put_down, claim, paid),
        porbis=win.porbis,
        paid=paid.paid,
        turned=turned,
        needs=turned.needs if turned is not None and decides else (),
    )


def _put_down(claim: Claim, paid: _PricedSplit) -> Melds:
    # Players recognise their own order, so it is shown if it pays as much as the best split.
    settled, win = paid.splits[0], paid.win

    def is_worth(melds: Melds) -> bool:
        return all(meld in melds for meld in settled) and (
            win.kings != 1 or any(splits.king_runs(melds=melds)) is win.porbis
        )

    own = splits.as_put_down(cards=claim.hand, settled=settled, scheme=claim.rules.scheme, is_worth=is_worth)
    return own or splits.melds_of(paid.splits, face_runs=paid.face_runs)


def payments(win: Win, rules: HouseRules) -> tuple[Paid, ...]:
    """Return the payments of a win, some of 0."""
    paid: list[Paid] = []
    if win.porbis:
        paid.append(("porbis_one_king" if win.kings else "porbis_no_king", "C32", rules.porbis * rules.unit, None))
    if not win.porbis or rules.porbis_adds is PorbisAdds.ALL:
        name, rule, units = _base(win, rules)
        paid.append((name, rule, units * rules.unit, None))
    if not is_flat(porbis=win.porbis, rules=rules):
        coins, others = win.kings_of_coins, win.other_kings
        paid.append(("kings_of_coins", "C26", coins * rules.king_of_coins * rules.unit, coins))
        paid.append(("other_kings", "C26", others * rules.other_king * rules.unit, others))
    return tuple(paid)


def _sum(payments: Iterable[Paid]) -> int:
    return sum([cents for _what, _rule, cents, _count in payments])


def _base(win: Win, rules: HouseRules) -> tuple[str, str, int]:
    """Return sentence, rule and units of the base payment."""
    if win.source is Source.SELF_DRAWN:
        return "self_drawn", "C27", rules.self_drawn
    if win.source is Source.DEALT:
        return "dealt", "C34", rules.self_drawn
    names = ("neither_condition", "sowee_condition", "bounit_condition", "both_conditions")
    paid = (rules.neither_condition, rules.sowee_condition, rules.bounit_condition, rules.both_conditions)
    which = 0 if win.conditions is None else 2 * win.conditions.bounit + win.conditions.sowee
    return names[which], "C28", paid[which]


def conditions_decide(*, source: Source, porbis: bool, rules: HouseRules) -> bool:
    """Check whether the conditions change the amount (C32)."""
    replaced = porbis and rules.porbis_adds is not PorbisAdds.ALL
    return rules.scheme is Scheme.CONDITIONS and source.has_conditions and not replaced


def is_flat(*, porbis: bool, rules: HouseRules) -> bool:
    """Check whether porbis is the whole payment (C32)."""
    return porbis and rules.porbis_adds is PorbisAdds.NOTHING


def turned_of(*, claim: Claim) -> TurnResult | None:
    """Return the conditions of a claim, None if not paid."""
    if claim.bounit is None or claim.sowee is None or not claim.source.has_conditions:
        return None
    return wins.turn_extra(hand=claim.hand, bounit=claim.bounit, sowee=claim.sowee, extra=claim.extra)
