"""The chance that the extra cards still to be turned bring what the conditions lack (C28 to C31).

Every card that nobody has seen is equally likely to come next, whether it lies in the stock or in a hand; so
the cards still to be turned are a random part of the unseen ones. Extra cards count for the conditions only:
a king among them is worth no money, and they make no melds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations
from math import comb

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.account import Conditions, NotAWin, Turned, Verdict, turn_extra
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Reading
from scoring.games.cuajo.claim import Claim, Source, claim_of
from scoring.games.cuajo.judge_answer import as_kept, entry_of, needs_data, no_win_problem
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.cuajo.splits import Counts, count_kinds
from scoring.games.cuajo.verdict import judge_claim
from scoring.games.fields import KeptAnswer
from scoring.texts import say

ENDINGS = {
    Conditions(bounit=True, sowee=True): "both",
    Conditions(bounit=False, sowee=True): "only_sowee",
    Conditions(bounit=True, sowee=False): "only_bounit",
    Conditions(bounit=False, sowee=False): "neither",
}
"""Every way the turning can end by its name, the one that usually pays most first (C28)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A way the turning can end (`ENDINGS`), its chance, and cards which, turned next, lead to it."""

    name: str
    chance: Fraction
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """Where the turning of extra cards stands, and the chance of each way it can end.

    `turned` says which conditions hold now, how many extra cards count and what is still needed. `may_turn`
    is how many more may be turned, none as soon as both conditions hold. `unseen` counts the copies of each
    kind that nobody has seen. `endings` are those that can be reached, supposing that the winner does not
    stop early; their chances add up to 1.
    """

    turned: Turned
    may_turn: int
    unseen: Counts
    endings: tuple[Ending, ...]

    @property
    def both(self) -> Fraction:
        """Return the chance that both conditions hold in the end."""
        return sum((end.chance for end in self.endings if end.name == "both"), Fraction())


def extra_chances(
    *,
    hand: tuple[Card, ...],
    bounit: Card,
    sowee: Card,
    extra: tuple[Card, ...] = (),
    allowed: int,
    stock: int | None = None,
    seen: tuple[Card, ...] = (),
) -> Chances:
    """Return the exact chances of the conditions after the extra cards turned so far.

    `hand` holds the sixteen cards, the bounit among them, `allowed` is the house rule `extra_cards`, `stock`
    the number of cards left in the stock, None where it is not known, and `seen` all other cards that lie
    open. Raises ImpossibleError with `too_many_copies` (C3) or `stock_too_large`.
    """
    unseen = copies_unseen(known=(*hand, sowee, *extra, *seen))
    turned = turn_extra(hand=hand, bounit=bounit, sowee=sowee, extra=extra)
    left = _cards_left(stock, sum(unseen))
    may_turn = max(0, min(allowed - len(extra), left)) if turned.needs else 0
    ways: Counter[Conditions] = Counter()
    examples: dict[Conditions, tuple[Card, ...]] = {}
    for found, number in _ways_to_find(_needed(turned), unseen, may_turn):
        if number:
            conditions = turn_extra(hand=hand + extra + found, bounit=bounit, sowee=sowee).conditions
            ways[conditions] += number
            examples.setdefault(conditions, found)
    endings = tuple(
        Ending(name=name, chance=Fraction(ways[conditions], ways.total()), cards=examples[conditions])
        for conditions, name in ENDINGS.items()
        if conditions in ways
    )
    return Chances(turned=turned, may_turn=may_turn, unseen=unseen, endings=endings)


def copies_unseen(*, known: Iterable[Card]) -> Counts:
    """Return how many copies of each kind are not among the known cards.

    Raises ImpossibleError with `too_many_copies` where more than four of a kind are known (C3).
    """
    counts = count_kinds(cards=known)
    excess = [card for card in KINDS if counts[card.index] > COPIES]
    if excess:
        names = ", ".join(f"{counts[card.index]} x {card}" for card in excess)
        cards = tuple(str(card) for card in excess)
        raise ImpossibleError([Problem(text=say("too_many_copies.named", cards=names), cards=cards)])
    return tuple(COPIES - number for number in counts)


def _cards_left(stock: int | None, unseen: int) -> int:
    if stock is not None and stock > unseen:
        text = say("stock_too_large", stock=stock, unseen=unseen)
        raise ImpossibleError([Problem(text=text, field="stock")])
    return unseen if stock is None else stock


def _needed(turned: Turned) -> tuple[Card, ...]:
    return tuple(sorted({card for need in turned.needs for card in need.cards}))


def _ways_to_find(needed: tuple[Card, ...], unseen: Counts, turns: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every part of the needed kinds with the number of ways to turn exactly these among so many cards.

    The ways to turn no other needed kinds than these, less the ways to turn exactly a smaller part of them.
    """
    total = sum(unseen)
    exactly: dict[tuple[Card, ...], int] = {}
    for found in _parts(needed):
        others = sum(unseen[card.index] for card in needed if card not in found)
        smaller = sum(exactly[part] for part in _parts(found) if part != found)
        exactly[found] = comb(total - others, turns) - smaller
    yield from exactly.items()


def _parts(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))


LARGEST_STOCK = len(KINDS) * COPIES


def extra_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Say what the conditions need and how the turning can end (C31); chances are exact fractions as text.

    Raises ImpossibleError for a hand that is no win, and where more copies or a larger stock are named than
    there are.
    """
    told = ("bounit", "source") if entered.get("source") else ("bounit",)
    asked = {**as_kept(entered, *told), "stock": entered.get("stock")}
    claim, stock = _won_with(asked, rules), _stock(asked["stock"])
    if claim.bounit is None or claim.sowee is None:
        text = say("bounit_missing") if claim.bounit is None else say("sowee_missing")
        raise ImpossibleError([Problem(text=text, field=text.code.removesuffix("_missing"))])
    chances = extra_chances(
        hand=claim.hand,
        bounit=claim.bounit,
        sowee=claim.sowee,
        extra=claim.extra,
        allowed=rules.extra_cards,
        stock=stock,
    )
    return KeptAnswer(asked=asked, told=_extra_data(claim, chances))


def _won_with(asked: Data, rules: HouseRules) -> Claim:
    """Return the win whose extra cards are turned; raises ImpossibleError where there is none."""
    if rules.scheme is Scheme.PRICELIST:
        raise ImpossibleError([Problem(text=say("no_extra_cards"), field="rules")])
    entry = entry_of({"source": Source.CLAIMED.value, **asked}, rules)
    claim = claim_of(entry=replace(entry, extra=Reading()))
    result = judge_claim(claim=claim)
    if isinstance(result, NotAWin):
        raise ImpossibleError([no_win_problem(result=result)])
    return replace(claim, extra=entry.extra.cards)


def _stock(value: object) -> int | None:
    if value is None or (isinstance(value, int) and 0 <= value <= LARGEST_STOCK):
        return value
    raise ImpossibleError([Problem(text=say("bad_number.stock", maximum=LARGEST_STOCK), field="stock")])


def _extra_data(claim: Claim, chances: Chances) -> Data:
    """Return where the turning stands; nothing is needed where no card changes the amount (C32)."""
    ends = [(end, judge_claim(claim=replace(claim, extra=(*claim.extra, *end.cards)))) for end in chances.endings]
    paid = [(end, result) for end, result in ends if isinstance(result, Verdict)]
    open_ends = [(end.name, end.chance, _without_kings(verdict)) for end, verdict in paid]
    is_flat = all(verdict.turned is None for _, verdict in paid)
    endings = [("porbis", Fraction(1), open_ends[0][2])] if is_flat else open_ends
    turned = chances.turned
    return {
        "needs": [] if is_flat else needs_data(needs=turned.needs),
        "may_turn": 0 if is_flat else chances.may_turn,
        "allowed": claim.rules.extra_cards,
        "used": 0 if is_flat else turned.used,
        "both": str(Fraction(not turned.needs) if is_flat else chances.both),
        "endings": [{"name": name, "chance": str(chance), "cents": cents} for name, chance, cents in endings],
        "unseen": list(chances.unseen),
        "rules_revision": claim.rules.identity,
    }


def _without_kings(verdict: Verdict) -> int:
    return verdict.per_opponent_cents - verdict.account.king_cents
