"""The verdict while a hand is being entered: what can be said of it from the first card on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import Problem
from scoring.games.cuajo.claim.checks import contradictions, false_secrets, gaps, in_order
from scoring.games.cuajo.claim.reading import GAME_ID, Code, Entry, Source, read_entry
from scoring.games.cuajo.hand.exchanges import Change
from scoring.games.cuajo.hand.melds import Meld
from scoring.games.cuajo.hand.near_miss import NearMiss, near_miss
from scoring.games.cuajo.hand.splits import HAND_SIZE, count_kinds, hold
from scoring.games.cuajo.pack.cards import COPIES, Card
from scoring.games.cuajo.payout.account import NotAWin, Verdict
from scoring.games.cuajo.payout.conditions import Need
from scoring.games.cuajo.payout.verdict import claim_to_pay, judge_claim, sowee_decides
from scoring.games.cuajo.rules import HouseRules


class Input(StrEnum):
    """What must still be told before a complete hand can be judged."""

    SOURCE = "source"
    BOUNIT = "bounit"
    SOWEE = "sowee"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveVerdict:
    """What is known of a hand of 0 to 16 cards.

    `count` is the number of cards entered. `near_miss` is the best split so far with its strays, waits and
    changes, None while the cards themselves are impossible. `missing_inputs` are the questions still open,
    and `result` the verdict once there are 16 cards, no problem and no open question.
    """

    rules: HouseRules
    count: int
    near_miss: NearMiss | None
    missing_inputs: tuple[Input, ...]
    problems: tuple[Problem, ...]
    result: Verdict | NotAWin | None
    extra_count: int

    @property
    def verdict(self) -> Verdict | None:
        """Return the verdict of a valid win."""
        return self.result if isinstance(self.result, Verdict) else None

    @property
    def melds(self) -> tuple[Meld, ...]:
        """Return the melds to show: those paid for, or the best split so far."""
        if self.verdict is not None:
            return self.verdict.arrangement
        return () if self.near_miss is None else self.near_miss.melds

    @property
    def strays(self) -> tuple[Card, ...]:
        """Return the cards that lie in no meld."""
        return () if self.near_miss is None else self.near_miss.strays

    @property
    def melded(self) -> int:
        """Return how many cards lie in melds."""
        return sum(len(meld.cards) for meld in self.melds)

    @property
    def waits(self) -> tuple[Card, ...]:
        """Return the kinds that complete the hand, or its melds so far; none while a card is unknown."""
        if self.near_miss is None or self.count + self.near_miss.missing != HAND_SIZE:
            return ()
        return self.near_miss.waits

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the single-card changes that make 16 cards a win."""
        return () if self.near_miss is None else self.near_miss.changes

    @property
    def is_split(self) -> bool:
        """Return whether 16 cards are entered and all lie in melds."""
        return self.melded == HAND_SIZE

    @property
    def needs(self) -> tuple[Need, ...]:
        """Return what the conditions of the verdict still lack, as far as they decide the amount."""
        return () if self.verdict is None else self.verdict.needs

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
    ready = read.hand.size == HAND_SIZE and not problems and not missing_inputs
    result = judge_claim(claim=claim_to_pay(entry=read)) if ready else None
    return LiveVerdict(
        rules=rules,
        count=read.hand.size,
        near_miss=result.near_miss if isinstance(result, NotAWin) else _near_miss(read),
        missing_inputs=missing_inputs,
        problems=problems,
        result=result,
        extra_count=read.extra.size,
    )


_OPEN_QUESTIONS = frozenset({Code.MISSING_FIELD, Code.BOUNIT_MISSING, Code.SOWEE_MISSING})
_ONLY_OF_ALL_CARDS = frozenset({Code.WRONG_CARD_COUNT, Code.BOUNIT_NOT_IN_HAND, Code.SECRET_NOT_IN_HAND})


def _certain_problems(entry: Entry) -> Iterator[Problem]:
    unfinished = _ONLY_OF_ALL_CARDS if entry.hand.size < HAND_SIZE else frozenset()
    for problem in (*entry.problems, *contradictions(entry=entry), *gaps(entry=entry)):
        if problem.code not in _OPEN_QUESTIONS | unfinished:
            yield problem


def _missing_inputs(entry: Entry) -> Iterator[Input]:
    if entry.source is None:
        yield Input.SOURCE
    if entry.bounit is None and entry.source is not Source.DEALT:
        yield Input.BOUNIT
    if entry.sowee is None and sowee_decides(entry=entry):
        yield Input.SOWEE


def _near_miss(entry: Entry) -> NearMiss | None:
    cards = entry.hand.cards
    if len(cards) > HAND_SIZE or max(count_kinds(cards=cards)) > COPIES or entry.rules is None:
        return None
    false = false_secrets(entry)
    holding = hold(
        cards=cards,
        sowee=entry.sowee,
        secrets=dict.fromkeys(card for card in entry.secrets if card not in false),
        three_must_be_laid=entry.rules.sowee_three_must_be_laid,
        scheme=entry.rules.scheme,
    )
    sowee = () if entry.sowee is None else (entry.sowee,)
    return near_miss(holding=holding, seen=count_kinds(cards=cards + sowee + entry.extra.cards))
