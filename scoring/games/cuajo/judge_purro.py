"""Whether fifteen cards are purro: what completes them and what it would pay, or how far they are (C19)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.account import Conditions, Verdict, turn_extra
from scoring.games.cuajo.cards import Card, Reading
from scoring.games.cuajo.claim import Claim, Code, Entry, Source, claim_of, contradictions, in_order
from scoring.games.cuajo.judge_answer import as_kept, cards_data, entry_of, melds_data
from scoring.games.cuajo.judge_extra import copies_unseen
from scoring.games.cuajo.near_miss import best_partial_split, distance, waits
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.splits import HAND_SIZE, Counts, Meld, count_kinds, hold
from scoring.games.cuajo.verdict import judge_claim
from scoring.games.fields import KeptAnswer
from scoring.texts import say

WAYS = (Source.SELF_DRAWN, Source.CLAIMED, Source.DISCARD)
"""The ways to get the sixteenth card: the own draw, another player's draw, the discard of the left (C21)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """What a card would pay if it came this way; `problems` say why it cannot, and then nothing else is set.

    `verdict` is that of the sixteen cards alone, `best` the highest paying one that extra cards can still
    bring, the same where they bring nothing. `lay_first` is the sowee's kind where its three cards must be
    laid down before the hand is shown (C10, C17).
    """

    source: Source
    problems: tuple[Problem, ...] = ()
    verdict: Verdict | None = None
    best: Verdict | None = None
    lay_first: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """A kind that completes the hand, how many copies nobody has seen, and what each way would pay."""

    card: Card
    unseen: int
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PurroVerdict:
    """What fifteen cards wait for; without waits, the melds they hold and how many new cards they lack.

    `away` is 1 for purro, also where every copy waited for lies open; otherwise it counts only cards that can
    still come, and is None where no such cards complete the hand.
    """

    waits: tuple[Wait, ...]
    melds: tuple[Meld, ...]
    strays: tuple[Card, ...]
    away: int | None

    @property
    def is_purro(self) -> bool:
        """Return whether one card completes the hand (C19)."""
        return bool(self.waits)

    @property
    def unseen(self) -> int:
        """Return how many of the cards that complete the hand nobody has seen."""
        return sum(wait.unseen for wait in self.waits)


def judge_purro(
    *,
    rules: HouseRules,
    hand: tuple[Card, ...],
    sowee: Card | None = None,
    secrets: tuple[Card, ...] = (),
    seen: tuple[Card, ...] = (),
) -> PurroVerdict:
    """Judge fifteen cards, laid secrets among them; `seen` are the discards and all else that lies open.

    The sowee's three other copies count even where they must be laid, since that can be done on the own turn
    (C10, C17). Raises ImpossibleError with `wrong_card_count`, `too_many_copies` (C3), `secret_not_in_hand`.
    """
    asked = Entry(
        rules=rules,
        hand=Reading(cards=hand),
        bounit=None,
        source=None,
        sowee=sowee,
        secrets=secrets,
        extra=Reading(cards=seen),
        problems=(),
    )
    _check(asked)
    known = hand if sowee is None else (*hand, sowee)
    unseen = copies_unseen(known=(*known, *seen))
    holding = hold(cards=hand, sowee=sowee, secrets=secrets, scheme=rules.scheme)
    found = waits(holding=holding, seen=count_kinds(cards=known))
    melds, strays = best_partial_split(holding=holding)
    return PurroVerdict(
        waits=tuple(_wait(asked, card, unseen) for card in found),
        melds=melds,
        strays=strays,
        away=1 if found else distance(holding=holding, unseen=unseen, kings_stay=True),
    )


def _check(asked: Entry) -> None:
    found = contradictions(entry=replace(asked, rules=None))
    problems = [problem for problem in found if problem.code != Code.WRONG_CARD_COUNT]
    if asked.hand.size != HAND_SIZE - 1:
        text = say("wrong_card_count.purro", size=HAND_SIZE - 1, given=asked.hand.size)
        problems.append(Problem(text=text, field="hand"))
    if problems:
        raise ImpossibleError(in_order(problems=problems))


def _wait(asked: Entry, card: Card, unseen: Counts) -> Wait:
    left = (*unseen[: card.index], max(0, unseen[card.index] - 1), *unseen[card.index + 1 :])
    ways = tuple(_way(asked, card, source, left) for source in WAYS)
    return Wait(card=card, unseen=unseen[card.index], ways=ways)


def _way(asked: Entry, card: Card, source: Source, left: Counts) -> Way:
    try:
        hand = Reading(cards=(*asked.hand.cards, card))
        claim = claim_of(entry=replace(asked, hand=hand, bounit=card, source=source, extra=Reading()))
    except ImpossibleError as error:
        return Way(source=source, problems=error.problems)
    result, lay_first = judge_claim(claim=claim), None
    if not isinstance(result, Verdict):
        if source is Source.CLAIMED or asked.sowee is None:
            return Way(source=source, problems=(_three_not_laid(asked),))
        lay_first = asked.sowee
        claim = replace(claim, secrets=(*claim.secrets, lay_first))
        result = judge_claim(claim=claim)
    assert isinstance(result, Verdict)
    return Way(source=source, verdict=result, best=_best(claim, result, left), lay_first=lay_first)


def _three_not_laid(asked: Entry) -> Problem:
    return Problem(text=say("sowee_three_not_laid", sowee=str(asked.sowee)), cards=(str(asked.sowee),))


def _best(claim: Claim, verdict: Verdict, left: Counts) -> Verdict:
    judged = (judge_claim(claim=replace(claim, extra=extra)) for extra in _useful_extras(claim, verdict, left))
    verdicts = [verdict, *(result for result in judged if isinstance(result, Verdict))]
    return max(verdicts, key=lambda one: one.per_opponent_cents)


def _useful_extras(claim: Claim, verdict: Verdict, left: Counts) -> Iterator[tuple[Card, ...]]:
    """Yield extra cards that may still come for each ending they can bring (C31)."""
    bounit, sowee = claim.bounit, claim.sowee
    if bounit is None or sowee is None:
        return
    needed = {card for need in verdict.needs for card in need.cards if left[card.index]}
    found: dict[Conditions, tuple[Card, ...]] = {}
    for size in range(1, 1 + min(claim.rules.extra_cards, len(needed))):
        for extra in combinations(sorted(needed), size):
            turned = turn_extra(hand=claim.hand, bounit=bounit, sowee=sowee, extra=extra)
            found.setdefault(turned.conditions, extra)
    yield from found.values()


def purro_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Say what fifteen cards wait for (C19); raises ImpossibleError for cards that cannot be."""
    asked = as_kept(entered)
    entry = entry_of({**asked, "source": Source.SELF_DRAWN.value}, rules)
    if entry.problems:
        raise ImpossibleError(entry.problems)
    verdict = judge_purro(
        rules=rules, hand=entry.hand.cards, sowee=entry.sowee, secrets=entry.secrets, seen=entry.extra.cards
    )
    told = {
        "purro": verdict.is_purro,
        "unseen": verdict.unseen,
        "away": verdict.away,
        "waits": [_wait_data(wait) for wait in verdict.waits],
        "reasons": _reasons(verdict),
        "melds": melds_data(melds=verdict.melds),
        "strays": cards_data(cards=verdict.strays),
        "scheme": rules.scheme.value,
        "rules_revision": rules.identity,
    }
    return KeptAnswer(asked=asked, told=told)


def _wait_data(wait: Wait) -> Data:
    ways = [_way_data(way) for way in wait.ways]
    return {"card": wait.card.notation, "unseen": wait.unseen, "ways": ways}


def _way_data(way: Way) -> Data:
    return {
        "source": way.source.value,
        "per_opponent": None if way.verdict is None else way.verdict.per_opponent_cents,
        "best": None if way.best is None else way.best.per_opponent_cents,
        "lay_first": "" if way.lay_first is None else way.lay_first.notation,
    }


def _reasons(verdict: PurroVerdict) -> list[str]:
    """Return why some cards cannot come some way, one sentence for each reason.

    A missing sowee is said apart.
    """
    first = {
        problem.code: problem.message
        for wait in reversed(verdict.waits)
        for way in wait.ways
        for problem in way.problems
        if problem.code != Code.SOWEE_MISSING
    }
    return list(first.values())
