"""Whether a hand wins: what is known of it from the first card on, and what it comes to by other rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.account import Need, NotAWin, Verdict, met_by
from scoring.games.cuajo.cards import COPIES, Card, read_cards
from scoring.games.cuajo.claim import (
    GAME_ID,
    OPEN_QUESTIONS,
    Code,
    Entry,
    Source,
    contradictions,
    false_secrets,
    gaps,
    in_order,
    is_dealt_king_win,
    read_entry,
)
from scoring.games.cuajo.judge_answer import as_kept, cards_data, entry_of, near_miss_data, needs_data, verdict_data
from scoring.games.cuajo.judge_extra import copies_unseen
from scoring.games.cuajo.judge_grounds import (
    BEST_SPLIT,
    is_undeclared_three,
    point_of_win,
    rulings_against,
    rulings_data,
    rulings_of,
)
from scoring.games.cuajo.judge_others import by_presets, wins_by_other_rules
from scoring.games.cuajo.near_miss import Change, NearMiss, near_miss
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.splits import HAND_SIZE, Holding, Meld, as_put_down, count_kinds, hold
from scoring.games.cuajo.verdict import claim_to_pay, judge_claim, never_wins, sowee_decides, verdicts
from scoring.games.fields import KeptAnswer
from scoring.games.reading import problem_data
from scoring.money import currency_for


class Input(StrEnum):
    """What must still be told before a complete hand can be judged."""

    SOURCE = "source"
    BOUNIT = "bounit"
    SOWEE = "sowee"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveVerdict:
    """What is known of a hand of 0 to 16 cards.

    `count` is the number of cards entered. `near_miss` is the best split so far with its strays, waits and
    changes, None while the cards themselves are impossible. `melds` are those to show: those paid for, or the
    best split so far; a complete one stands as it was put down. `missing_inputs` are the questions still open,
    and `result` the verdict once there are 16 cards, no problem and no open question.
    """

    rules: HouseRules
    count: int
    near_miss: NearMiss | None
    melds: tuple[Meld, ...]
    missing_inputs: tuple[Input, ...]
    problems: tuple[Problem, ...]
    result: Verdict | NotAWin | None
    extra_count: int

    @property
    def verdict(self) -> Verdict | None:
        return self.result if isinstance(self.result, Verdict) else None

    @property
    def strays(self) -> tuple[Card, ...]:
        return () if self.near_miss is None else self.near_miss.strays

    @property
    def melded(self) -> int:
        return sum(len(meld.cards) for meld in self.melds)

    @property
    def waits(self) -> tuple[Card, ...]:
        """Return the kinds that complete the hand, or its melds so far; none while a card is unknown."""
        if self.near_miss is None or self.count + self.near_miss.missing != HAND_SIZE:
            return ()
        return self.near_miss.waits

    @property
    def changes(self) -> tuple[Change, ...]:
        return () if self.near_miss is None else self.near_miss.changes

    @property
    def is_split(self) -> bool:
        """Return whether 16 cards are entered and all lie in melds."""
        return self.melded == HAND_SIZE

    @property
    def is_readable(self) -> bool:
        """Return whether what was entered are cards, and not more than a hand holds."""
        unread = any(problem.code == Code.UNKNOWN_CARD for problem in self.problems)
        return self.count <= HAND_SIZE and not unread

    @property
    def to_go(self) -> int:
        """Return how many cards the hand still lacks."""
        return max(0, HAND_SIZE - self.count)

    @property
    def needs(self) -> tuple[Need, ...]:
        """Return what the conditions of the verdict still lack, as far as they decide the amount."""
        return () if self.verdict is None else self.verdict.needs

    def data(self) -> Data:
        """Return how far the hand is as JSON data."""
        return {
            "count": self.count,
            "waits": cards_data(cards=self.waits),
            "near_miss": None if self.near_miss is None else near_miss_data(near_miss=self.near_miss),
            "problems": [problem_data(problem=problem) for problem in self.problems],
        }

    @property
    def may_turn(self) -> int:
        """Return how many extra cards the winner may still turn; 0 as soon as both conditions hold (C31)."""
        return max(0, self.rules.extra_cards - self.extra_count) if self.needs else 0


def live_verdict(*, rules: HouseRules, entry: Mapping[str, object]) -> LiveVerdict:
    """Judge a hand that may be incomplete, from the fields of a claim, all optional. Never raises.

    Cards, bounit or source not entered yet are no problem: they are counted in `near_miss.missing` or named
    in `missing_inputs`. The rest of a claim's problems are reported as soon as they are certain.
    """
    read = read_entry(data={**entry, "game": GAME_ID, "rules": rules})
    problems = in_order(problems=_certain_problems(read))
    missing_inputs = tuple(_missing_inputs(read))
    is_whole = read.hand.size == HAND_SIZE or is_dealt_king_win(entry=read)
    ready = is_whole and not problems and not missing_inputs
    result = judge_claim(claim=claim_to_pay(entry=read)) if ready else None
    holding = _holding(read)
    near = result.near_miss if isinstance(result, NotAWin) else _near_miss(read, holding)
    return LiveVerdict(
        rules=rules,
        count=read.hand.size,
        near_miss=near,
        melds=result.arrangement if isinstance(result, Verdict) else _put_down(read, holding, near),
        missing_inputs=missing_inputs,
        problems=problems,
        result=result,
        extra_count=read.extra.size,
    )


_ONLY_OF_ALL_CARDS = frozenset({Code.WRONG_CARD_COUNT, Code.BOUNIT_NOT_IN_HAND, Code.SECRET_NOT_IN_HAND})


def _certain_problems(entry: Entry) -> Iterator[Problem]:
    unfinished = _ONLY_OF_ALL_CARDS if entry.hand.size < HAND_SIZE else frozenset()
    for problem in (*entry.problems, *contradictions(entry=entry), *gaps(entry=entry)):
        if problem.code not in OPEN_QUESTIONS | unfinished:
            yield problem


def _missing_inputs(entry: Entry) -> Iterator[Input]:
    if entry.source is None:
        yield Input.SOURCE
    if entry.bounit is None and entry.source is not Source.DEALT:
        yield Input.BOUNIT
    if entry.sowee is None and sowee_decides(entry=entry):
        yield Input.SOWEE


def _holding(entry: Entry) -> Holding | None:
    """Return the cards as splits may use them, None where no hand holds them."""
    cards = entry.hand.cards
    if len(cards) > HAND_SIZE or max(count_kinds(cards=cards)) > COPIES or entry.rules is None:
        return None
    false = false_secrets(entry)
    return hold(
        cards=cards,
        sowee=entry.sowee,
        secrets=dict.fromkeys(card for card in entry.secrets if card not in false),
        three_must_be_laid=entry.rules.sowee_three_must_be_laid,
        scheme=entry.rules.scheme,
    )


def _near_miss(entry: Entry, holding: Holding | None) -> NearMiss | None:
    sowee = () if entry.sowee is None else (entry.sowee,)
    seen = count_kinds(cards=entry.hand.cards + sowee + entry.extra.cards)
    return None if holding is None else near_miss(holding=holding, seen=seen)


def _put_down(entry: Entry, holding: Holding | None, near: NearMiss | None) -> tuple[Meld, ...]:
    """Return the best split so far; what pays most is not known before the verdict, so no complete one is preferred."""
    if holding is None or near is None:
        return ()

    def keeps_secrets(melds: tuple[Meld, ...]) -> bool:
        return all(secret in melds for secret in holding.laid)

    if near.strays or len(entry.hand.cards) != HAND_SIZE:
        return near.melds
    return as_put_down(cards=entry.hand.cards, paid=near.melds, scheme=holding.scheme, worth=keeps_secrets)


def win_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Say whether a hand wins; raises ImpossibleError while anything is missing that the verdict needs.

    Cards that win with no last card and no sowee need neither to be told.

    What was chosen wrongly is part of the answer, and so are the splits that pay less, and other rules.
    """
    asked = as_kept(entered, "bounit", "source")
    entry = entry_of(asked, rules)
    if lacking := tuple(_lacking(entry)):
        raise ImpossibleError(lacking)
    live = live_verdict(rules=rules, entry=asked)
    digits = _minor_digits(entered)
    elsewhere = wins_by_other_rules(
        rules=rules,
        claim=asked,
        cents=None if live.verdict is None else live.verdict.per_opponent_cents,
        minor_digits=digits,
    )
    known = _no_win_data(live, asked) if live.verdict is None else _win_data(live, live.verdict, entry)
    others = {"elsewhere": [win.data() for win in elsewhere], "presets": by_presets(entry=entry, minor_digits=digits)}
    return KeptAnswer(asked=asked, told={**known, **others})


def grounds_of(act: Data, verdict: Mapping[str, Any]) -> Data:
    """Return by which cards a kept win meets the conditions, and the three that count as a secret unlaid (C10, C28).

    By a price list three alike are a pong.
    """
    entry = read_entry(data=act)
    if not entry.hand.cards:
        return {}
    found: dict[str, object] = {}
    if "conditions" in verdict and entry.bounit and entry.sowee:
        seen = entry.hand.cards + entry.extra.cards[: verdict.get("extra_used", 0)]
        met = met_by(seen=seen, bounit=entry.bounit, sowee=entry.sowee)
        found = {name.value: cards_data(cards=cards) for name, cards in met.items()}
    by_prices = any(line["rule"].startswith("L") for line in verdict.get("lines", ()))
    if entry.sowee and entry.sowee not in entry.secrets and not by_prices:
        three = [entry.sowee.notation] * (COPIES - 1)
        found |= {"three": three} if three in map(list, verdict.get("arrangement", ())) else {}
    return found


def _win_data(live: LiveVerdict, verdict: Verdict, entry: Entry) -> Data:
    claim = claim_to_pay(entry=entry)
    others = verdicts(claim=claim)[1:]
    return {
        **verdict_data(verdict=verdict),
        "point": point_of_win(verdict=verdict, entry=entry).data(),
        "rulings": rulings_data(rulings=(*rulings_of(result=verdict, claim=claim), *BEST_SPLIT * bool(others))),
        "needs": needs_data(needs=live.needs),
        "met": _met_data(verdict, entry),
        "uses_sowee_three": any(is_undeclared_three(meld=meld, entry=entry) for meld in verdict.arrangement),
        "may_turn": live.may_turn,
        "others": [verdict_data(verdict=other) for other in others],
    }


def _met_data(verdict: Verdict, entry: Entry) -> Data:
    """Return by which cards each condition is met."""
    if verdict.turned is None or entry.bounit is None or entry.sowee is None:
        return {}
    seen = entry.hand.cards + entry.extra.cards[: verdict.turned.used]
    met = met_by(seen=seen, bounit=entry.bounit, sowee=entry.sowee)
    return {name.value: cards_data(cards=cards) for name, cards in met.items()}


def _no_win_data(live: LiveVerdict, asked: Data) -> Data:
    """Return every reason why it is no win."""
    return {
        "valid": False,
        "rulings": rulings_data(rulings=rulings_against(result=live.result, problems=live.problems)),
        "rule": live.result.rule if isinstance(live.result, NotAWin) else "C8" if live.strays else "",
        "problems": [problem_data(problem=problem) for problem in live.problems],
        "near_miss": None if live.near_miss is None else near_miss_data(near_miss=live.near_miss),
        "fixes": [] if live.near_miss is None else list(_fixes(live.near_miss, asked)),
        "rules_revision": live.rules.identity,
    }


def _minor_digits(entered: Data) -> int:
    code = entered.get("currency")
    return currency_for(code=str(code)).minor_digits if code else 2


def _lacking(entry: Entry) -> Iterator[Problem]:
    """Yield what keeps a hand from being judged at all."""
    if never_wins(entry=entry):
        yield from (problem for problem in entry.problems if problem.code not in OPEN_QUESTIONS)
        return
    needs_sowee = entry.sowee is None and sowee_decides(entry=entry)
    found = in_order(problems=(*contradictions(entry=entry), *gaps(entry=entry, needs_sowee=needs_sowee)))
    against = tuple(problem for problem in found if problem.code in _NEVER_TRUE)
    if against and entry.hand.size == HAND_SIZE and not entry.problems:
        return
    missing = (Code.WRONG_CARD_COUNT, Code.BOUNIT_MISSING, Code.SOWEE_MISSING)
    lacking = (*entry.problems, *(problem for problem in found if problem.code in missing))
    yield from (*against, *lacking) if lacking else ()


_NEVER_TRUE = frozenset(
    {
        Code.KING_FROM_DISCARDS,
        Code.BOUNIT_IN_LAID_SECRET,
        Code.TOO_MANY_EXTRA_CARDS,
        Code.DEALT_WIN_NOT_ALLOWED,
        Code.DISCARD_WIN_NOT_ALLOWED,
    }
)
"""Why a win cannot be, whatever is still missing: it is said first, and no more is asked (C14)."""


def _fixes(near: NearMiss, asked: Data) -> Iterator[Data]:
    """Yield the single-card changes by the card that goes, each with the copies nobody has seen."""
    if not near.changes:
        return
    shown = f"{asked['hand']}, {asked['extra']}, {asked['sowee'] or ''}"
    unseen = copies_unseen(known=read_cards(text=shown).cards)
    for out in dict.fromkeys(change.out for change in near.changes):
        into = [change.into for change in near.changes if change.out == out]
        yield {"out": out.notation, "into": [{"card": card.notation, "unseen": unseen[card.index]} for card in into]}
