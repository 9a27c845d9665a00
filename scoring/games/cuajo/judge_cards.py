"""The judge of secrets, purro and extra cards (C17, C19, C31)."""

# Every unseen card has the same chance to come next, so the cards still to turn are a random part of the unseen cards.
# Extra cards count for conditions only: their kings are not paid and they make no melds.

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from math import comb

from scoring.frozen import Frozen
from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Counts, Reading, count_kinds, excess_kinds
from scoring.games.cuajo.claim import (
    Claim,
    Code,
    Entry,
    Source,
    against_source,
    claim_of,
    contradictions,
    copies_of,
    in_order,
)
from scoring.games.cuajo.judge_answer import (
    as_kept,
    cards_data,
    entry_of,
    melds_data,
    minor_digits_of,
    needs_data,
    no_win_problem,
    point,
)
from scoring.games.cuajo.near_miss import best_partial_split, distance, waits
from scoring.games.cuajo.rules import HouseRules, Scheme, presets_in
from scoring.games.cuajo.splits import HAND_SIZE, hold
from scoring.games.cuajo.verdict import NotAWin, best_verdict, cents_with_extra, judge_claim
from scoring.games.cuajo.wins import Conditions, TurnResult, turn_extra
from scoring.games.fields import KeptAnswer
from scoring.games.house_rules import shown
from scoring.texts import Text, say


def _impossible(text: Text, field: str, cards: Iterable[Card] = ()) -> ImpossibleError:
    return ImpossibleError([Problem(text=text, cards=tuple(map(str, cards)), field=field)])


def copies_unseen(*, known: Iterable[Card]) -> Counts:
    """Count the unseen copies of each kind. Raises ImpossibleError for a fifth copy (C3)."""
    counts = count_kinds(cards=known)
    if excess := excess_kinds(counts=counts):
        raise _impossible(say("too_many_copies.named", cards=copies_of(excess, counts)), "", excess)
    return tuple(COPIES - number for number in counts)


def secret_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Judge three or four cards as a secret (C6, C10, C17). Raises ImpossibleError."""
    asked = as_kept(entered)
    entry = entry_of({**asked, "source": Source.SELF_DRAWN.value}, rules)
    cards, sowee = entry.hand.cards, entry.sowee
    if entry.problems:
        raise ImpossibleError(entry.problems)
    if len(cards) not in (COPIES - 1, COPIES):
        raise _impossible(say("wrong_card_count.secret", given=len(cards)), "hand")
    if excess := excess_kinds(counts=replace(entry, extra=Reading()).seen):
        raise _impossible(say("too_many_copies.named", cards=", ".join(map(str, excess))), "hand")
    is_secret, why = _secret_ruling(cards, sowee)
    answer = {
        "is_secret": is_secret,
        "point": why,
        "per_opponent": rules.secret * rules.unit if is_secret else 0,
        "penalty": 0 if is_secret else rules.false_secret_penalty * rules.unit,
        "is_pong": rules.scheme is Scheme.PRICELIST and any(cards.count(card) >= COPIES - 1 for card in cards),
        "partnerships": rules.partnerships,
        "presets": [
            {"preset": name, "per_opponent": preset.secret * preset.unit if is_secret else None}
            for name, preset in presets_in(minor_digits=minor_digits_of(entered)).items()
        ],
        "rules_revision": rules.identity,
    }
    return KeptAnswer(asked={"hand": asked["hand"], "sowee": asked["sowee"]}, told=answer)


def _secret_ruling(cards: tuple[Card, ...], sowee: Card | None) -> tuple[bool, Data]:
    """Check for a secret, and return the deciding point."""
    most = max(cards, key=cards.count)
    alike = [card for card in cards if card == most]
    match len(alike), len(cards):
        case 4, _:
            return True, point("secret_four", "C6", alike)
        case 3, 4 if most == sowee:
            return True, point("secret_sowee", "C10", alike)
        case 3, 3 if most == sowee:
            return False, point("secret_fourth_missing", "C10", alike)
        case 3, _:
            return False, point("secret_three", "C10", alike)
    if len({card.rank for card in cards}) == 1 and len({card.suit for card in cards}) == len(cards):
        return False, point("secret_set", "C4", cards)
    return False, point("secret_none", "C6", cards)


type Way = tuple[Data, tuple[Problem, ...]]  # the amount for a card from one source, or the problems


def purro_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Judge fifteen cards (C19). Raises ImpossibleError."""
    asked = as_kept(entered)
    entry = entry_of({**asked, "source": Source.SELF_DRAWN.value}, rules)
    if entry.problems:
        raise ImpossibleError(entry.problems)
    answer, _ways = judge_purro(entry=entry, rules=rules)
    return KeptAnswer(asked=asked, told={**answer, "scheme": rules.scheme.value, "rules_revision": rules.identity})


def judge_purro(*, entry: Entry, rules: HouseRules) -> tuple[Data, dict[Card, tuple[Way, ...]]]:
    """Find the cards that complete fifteen, and their amounts.

    `away` counts the cards to a win: 1 for purro, None if no unseen cards help. Raises ImpossibleError.
    """
    # A house rule may ask to lay the sowee's three. They count here, since the player can lay them in turn (C10, C17).
    found = contradictions(entry=replace(entry, rules=None))
    problems = [problem for problem in found if problem.code != Code.WRONG_CARD_COUNT]
    if entry.hand.size != HAND_SIZE - 1:
        text = say("wrong_card_count.purro", size=HAND_SIZE - 1, given=entry.hand.size)
        problems.append(Problem(text=text, field="hand"))
    if problems:
        raise ImpossibleError(in_order(problems=problems))
    hand, sowee = entry.hand.cards, entry.sowee
    unseen = tuple(COPIES - number for number in entry.seen)
    holding = hold(cards=hand, sowee=sowee, secrets=entry.secrets, scheme=rules.scheme)
    waited = waits(holding=holding, seen=count_kinds(cards=hand if sowee is None else (*hand, sowee)))
    ways = {card: tuple(_ways_of(entry, card, rules, unseen)) for card in waited}
    melds, strays = best_partial_split(holding=holding)
    # Several cards can have the same reason, so each reason is shown once. A missing sowee is no reason to show.
    reasons = {each.code: each.message for card in reversed(waited) for _, why in ways[card] for each in why}
    answer = {
        "purro": bool(waited),
        "unseen": sum(unseen[card.index] for card in waited),
        "away": 1 if waited else distance(holding=holding, unseen=unseen, kings_stay=True),
        "waits": [
            {"card": card.notation, "unseen": unseen[card.index], "ways": [way for way, _ in found]}
            for card, found in ways.items()
        ],
        "reasons": [message for code, message in reasons.items() if code != Code.SOWEE_MISSING],
        "melds": melds_data(melds=melds),
        "strays": cards_data(cards=strays),
    }
    return answer, ways


def _ways_of(entry: Entry, card: Card, rules: HouseRules, unseen: Counts) -> Iterator[Way]:
    """Yield the amount for a card from each source. `lay_first` is a sowee whose three must be laid (C10, C17)."""
    hand, sowee, secrets = (*entry.hand.cards, card), entry.sowee, entry.secrets
    unseen_after = (*unseen[: card.index], max(0, unseen[card.index] - 1), *unseen[card.index + 1 :])
    paid: dict[Source | bool, tuple[int, int] | None] = {}
    # A sixteenth card comes from the own draw, another's draw, or the discard of the player before (C21).
    for source in (Source.SELF_DRAWN, Source.CLAIMED, Source.DISCARD):
        way: dict[str, object] = {"source": source.value, "per_opponent": None, "best": None, "lay_first": ""}
        problems = [*against_source(entry=entry, source=source, bounit=card)]
        if source.has_conditions and sowee is None:
            problems.append(Problem(text=say("sowee_missing"), field="sowee"))
        if problems:
            yield way, in_order(problems=problems)
            continue
        # By conditions another's draw and a discard pay the same, so both are computed once.
        key = source if rules.scheme is Scheme.PRICELIST else source.has_conditions
        claim = Claim(rules=rules, hand=hand, bounit=card, source=source, sowee=sowee, secrets=secrets)
        if key not in paid:
            paid[key] = cents_with_extra(claim=claim, unseen=unseen_after)
        found = paid[key]
        if found is None:
            if rules.scheme is Scheme.PRICELIST:
                yield way, (Problem(text=say("not_a_win.claimed_king", rule="L4"), field="bounit"),)
                continue
            if source is Source.CLAIMED or sowee is None:
                text = say("sowee_three_not_laid", sowee=str(sowee))
                yield way, (Problem(text=text, cards=(str(sowee),)),)
                continue
            way["lay_first"] = sowee.notation
            found = cents_with_extra(claim=replace(claim, secrets=(*secrets, sowee)), unseen=unseen_after)
        assert found is not None
        yield way | dict(zip(("per_opponent", "best"), found, strict=True)), ()


LARGEST_STOCK = len(KINDS) * COPIES
# The ending that usually pays most is shown first (C28).
ENDINGS = {
    Conditions(bounit=True, sowee=True): "both",
    Conditions(bounit=False, sowee=True): "only_sowee",
    Conditions(bounit=True, sowee=False): "only_bounit",
    Conditions(bounit=False, sowee=False): "neither",
}


class Chances(Frozen):
    """The conditions now, and the chance of each ending.

    `may_turn` is 0 once both conditions are met. `examples` are cards that lead to each ending.
    """

    turned: TurnResult
    may_turn: int
    unseen: Counts
    endings: Mapping[str, Fraction]
    examples: Mapping[str, tuple[Card, ...]]


def extra_chances(*, claim: Claim, stock: int | None = None, seen: tuple[Card, ...] = ()) -> Chances:
    """Compute exact chances of the endings.

    `stock` of None is every unseen card, `seen` are all other open cards. Raises ImpossibleError, also with
    `too_many_copies` (C3) and `stock_too_large`.
    """
    hand, bounit, sowee, extra = claim.hand, claim.bounit, claim.sowee, claim.extra
    if bounit is None:
        raise _impossible(say("bounit_missing"), "bounit")
    if sowee is None:
        raise _impossible(say("sowee_missing"), "sowee")
    unseen = copies_unseen(known=(*hand, sowee, *extra, *seen))
    turned = turn_extra(hand=hand, bounit=bounit, sowee=sowee, extra=extra)
    left = sum(unseen) if stock is None else stock
    if left > sum(unseen):
        raise _impossible(say("stock_too_large", stock=left, unseen=sum(unseen)), "stock")
    may_turn = max(0, min(claim.rules.extra_cards - len(extra), left)) if turned.needs else 0
    needed = tuple(sorted({card for need in turned.needs for card in need.cards}))
    ways: Counter[str] = Counter()
    examples: dict[str, tuple[Card, ...]] = {}
    for found, number in _turn_counts(needed, unseen, may_turn):
        if number:
            ending = ENDINGS[turn_extra(hand=hand + extra + found, bounit=bounit, sowee=sowee).conditions]
            ways[ending] += number
            examples.setdefault(ending, found)
    endings = {name: Fraction(ways[name], ways.total()) for name in ENDINGS.values() if name in ways}
    return Chances(turned=turned, may_turn=may_turn, unseen=unseen, endings=endings, examples=examples)


def _turn_counts(needed: tuple[Card, ...], unseen: Counts, turns: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Count the turns that show exactly each part of `needed`."""
    total = sum(unseen)
    exactly: dict[tuple[Card, ...], int] = {}
    for found in _parts(needed):
        # Turns without the other needed cards also count those that show a smaller part only.
        others = sum(unseen[card.index] for card in needed if card not in found)
        smaller = sum(exactly[part] for part in _parts(found) if part != found)
        exactly[found] = comb(total - others, turns) - smaller
    yield from exactly.items()


def _parts(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))


def extra_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Explain the needs and endings of the turning (C31). Raises ImpossibleError."""
    fields = ("bounit", "source") if entered.get("source") else ("bounit",)
    stock = entered.get("stock")
    asked = {**as_kept(entered, *fields), "stock": stock}
    if rules.scheme is Scheme.PRICELIST:
        raise _impossible(say("no_extra_cards"), "rules")
    entry = entry_of({"source": Source.CLAIMED.value, **asked}, rules)
    claim = claim_of(entry=replace(entry, extra=Reading()))
    result = judge_claim(claim=claim)
    if isinstance(result, NotAWin):
        raise ImpossibleError([no_win_problem(result=result)])
    if not (stock is None or (isinstance(stock, int) and 0 <= stock <= LARGEST_STOCK)):
        raise _impossible(say("bad_number.limits", minimum=0, maximum=LARGEST_STOCK, value=shown(stock)), "stock")
    claim = replace(claim, extra=entry.extra.cards)
    return KeptAnswer(asked=asked, told=_extra_data(claim, extra_chances(claim=claim, stock=stock)))


def _extra_data(claim: Claim, chances: Chances) -> Data:
    """Return the chances with their amounts, without kings."""
    # Turned cards do not change a flat porbis, so none is needed (C32).
    claims = {end: replace(claim, extra=(*claim.extra, *chances.examples[end])) for end in chances.endings}
    won = {end: verdict for end, each in claims.items() if (verdict := best_verdict(claim=each))}
    paid = [(end, chances.endings[end], won[end].per_opponent_cents - won[end].king_cents) for end in won]
    is_flat = all(verdict.turned is None for verdict in won.values())
    endings = [("porbis", Fraction(1), paid[0][2])] if is_flat else paid
    turned = chances.turned
    return {
        "needs": [] if is_flat else needs_data(needs=turned.needs),
        "may_turn": 0 if is_flat else chances.may_turn,
        "allowed": claim.rules.extra_cards,
        "used": 0 if is_flat else turned.used,
        "both": str(Fraction(not turned.needs) if is_flat else chances.endings.get("both", 0)),
        "endings": [{"name": name, "chance": str(chance), "cents": cents} for name, chance, cents in endings],
        "unseen": list(chances.unseen),
        "rules_revision": claim.rules.identity,
    }
