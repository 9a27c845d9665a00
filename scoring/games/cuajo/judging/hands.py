"""The judge's answers about a hand: is it a win, is it purro, may the winner go on turning extra cards?

An answer holds what was asked (`asked`) in the form in which it is kept; `data` is what is kept and shown.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo.claim.claim import (
    GAME_ID,
    Claim,
    Code,
    Entry,
    Source,
    claim_of,
    contradictions,
    gaps,
    in_order,
    read_entry,
)
from scoring.games.cuajo.hand.near_miss import NearMiss
from scoring.games.cuajo.judging.answer import (
    cards_data,
    melds_data,
    near_miss_data,
    no_win_problem,
    problem_data,
    verdict_data,
)
from scoring.games.cuajo.judging.extra import Chances, copies_unseen, extra_chances
from scoring.games.cuajo.judging.purro import PurroVerdict, Wait, Way, judge_purro
from scoring.games.cuajo.judging.win import LiveVerdict, OtherWin, live_verdict, wins_by_other_rules
from scoring.games.cuajo.pack.cards import Reading, read_cards
from scoring.games.cuajo.payout.account import NotAWin, Verdict
from scoring.games.cuajo.payout.conditions import Need
from scoring.games.cuajo.payout.verdict import claim_to_pay, judge_claim, sowee_decides, verdicts
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.money import currency_for
from scoring.texts import say

LARGEST_STOCK = 112


@dataclass(frozen=True, slots=True, kw_only=True)
class WinAnswer:
    """Whether sixteen cards win: what is known of them, the splits that pay less, and other rules."""

    asked: Data
    live: LiveVerdict
    others: tuple[Verdict, ...]
    elsewhere: tuple[OtherWin, ...]

    def data(self) -> Data:
        """Return the answer as JSON data: the verdict, or every reason why it is no win."""
        known = self._no_win() if self.live.verdict is None else self._win(self.live.verdict)
        return {**known, "elsewhere": [win.data() for win in self.elsewhere]}

    def _win(self, verdict: Verdict) -> Data:
        return {
            **verdict_data(verdict=verdict),
            "needs": needs_data(needs=self.live.needs),
            "may_turn": self.live.may_turn,
            "others": [verdict_data(verdict=other) for other in self.others],
        }

    def _no_win(self) -> Data:
        live = self.live
        broken = live.result.rule if isinstance(live.result, NotAWin) else "C8" if live.strays else ""
        return {
            "valid": False,
            "rule": broken,
            "problems": [problem_data(problem=problem) for problem in live.problems],
            "near_miss": None if live.near_miss is None else near_miss_data(near_miss=live.near_miss),
            "fixes": [] if live.near_miss is None else list(_fixes(live.near_miss, self.asked)),
            "rules_revision": live.rules.identity,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PurroAnswer:
    """Whether fifteen cards are purro."""

    asked: Data
    rules: HouseRules
    verdict: PurroVerdict

    def data(self) -> Data:
        """Return the answer as JSON data."""
        verdict = self.verdict
        return {
            "purro": verdict.is_purro,
            "unseen": verdict.unseen,
            "away": verdict.away,
            "waits": [_wait_data(wait) for wait in verdict.waits],
            "reasons": _reasons(verdict),
            "melds": melds_data(melds=verdict.melds),
            "strays": cards_data(cards=verdict.strays),
            "scheme": self.rules.scheme.value,
            "rules_revision": self.rules.identity,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidEnding:
    """A way the turning of extra cards can end, its chance, and what it pays without the kings."""

    name: str
    chance: Fraction
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraAnswer:
    """Where the turning of extra cards stands; nothing is needed where no card changes the amount (C32)."""

    asked: Data
    rules: HouseRules
    needs: tuple[Need, ...]
    may_turn: int
    used: int
    both: Fraction
    endings: tuple[PaidEnding, ...]
    unseen: tuple[int, ...]

    def data(self) -> Data:
        """Return the answer as JSON data; chances are exact fractions as text."""
        return {
            "needs": needs_data(needs=self.needs),
            "may_turn": self.may_turn,
            "allowed": self.rules.extra_cards,
            "used": self.used,
            "both": str(self.both),
            "endings": [{"name": end.name, "chance": str(end.chance), "cents": end.cents} for end in self.endings],
            "unseen": list(self.unseen),
            "rules_revision": self.rules.identity,
        }


def win_answer(entered: Data, rules: HouseRules) -> WinAnswer:
    """Say whether a hand wins; raises ImpossibleError while anything is missing that the verdict needs.

    What was chosen wrongly is part of the answer.
    """
    asked = _asked(entered, "bounit", "source")
    entry = _entry(asked, rules)
    lacking = tuple(_lacking(entry))
    if lacking:
        raise ImpossibleError(lacking)
    live = live_verdict(rules=rules, entry=asked)
    won = live.verdict
    return WinAnswer(
        asked=asked,
        live=live,
        others=() if won is None else verdicts(claim=claim_to_pay(entry=entry))[1:],
        elsewhere=wins_by_other_rules(
            rules=rules,
            claim=asked,
            cents=None if won is None else won.per_opponent_cents,
            minor_digits=_minor_digits(entered),
        ),
    )


def purro_answer(entered: Data, rules: HouseRules) -> PurroAnswer:
    """Say what fifteen cards wait for (C19); raises ImpossibleError for cards that cannot be."""
    asked = _asked(entered)
    entry = _entry({**asked, "source": Source.SELF_DRAWN.value}, rules)
    if entry.problems:
        raise ImpossibleError(entry.problems)
    verdict = judge_purro(
        rules=rules, hand=entry.hand.cards, sowee=entry.sowee, secrets=entry.secrets, seen=entry.extra.cards
    )
    return PurroAnswer(asked=asked, rules=rules, verdict=verdict)


def extra_answer(entered: Data, rules: HouseRules) -> ExtraAnswer:
    """Say what the conditions need and how the turning can end (C31).

    Raises ImpossibleError for a hand that is no win, and where more copies or a larger stock are named than
    there are.
    """
    told = ("bounit", "source") if entered.get("source") else ("bounit",)
    asked = {**_asked(entered, *told), "stock": entered.get("stock")}
    claim, stock = _won_with(asked, rules), _stock(asked["stock"])
    assert claim.bounit is not None
    assert claim.sowee is not None
    chances = extra_chances(
        hand=claim.hand,
        bounit=claim.bounit,
        sowee=claim.sowee,
        extra=claim.extra,
        allowed=rules.extra_cards,
        stock=stock,
    )
    return _extra_answer(asked, claim, chances)


def needs_data(*, needs: Iterable[Need]) -> list[Data]:
    """Return what the conditions still lack as JSON data."""
    return [
        {"condition": need.condition.value, "number": need.number, "cards": cards_data(cards=need.cards)}
        for need in needs
    ]


def _asked(entered: Data, *names: str) -> dict[str, object]:
    """Return what was asked as it is kept; a laid secret may be typed card by card."""
    secrets = entered.get("secrets")
    return {
        "hand": _cards_text(entered.get("hand")),
        "sowee": entered.get("sowee") or None,
        "secrets": _kinds(secrets) if isinstance(secrets, str) else list(_items(secrets)),
        "extra": _cards_text(entered.get("extra")),
        **{name: entered.get(name) or None for name in names},
    }


def _cards_text(value: object) -> str:
    return value if isinstance(value, str) else " ".join(map(str, _items(value)))


def _items(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _kinds(text: str) -> list[str]:
    reading = read_cards(text=text)
    return [*dict.fromkeys(card.notation for card in reading.cards), *reading.unknown]


def _minor_digits(entered: Data) -> int:
    code = entered.get("currency")
    return currency_for(code=str(code)).minor_digits if code else 2


def _entry(asked: Data, rules: HouseRules) -> Entry:
    return read_entry(data={**asked, "hand": asked["hand"] or None, "game": GAME_ID, "rules": rules})


def _lacking(entry: Entry) -> Iterator[Problem]:
    """Yield what keeps a hand from being judged at all."""
    yield from entry.problems
    missing = gaps(entry=entry, needs_sowee=entry.sowee is None and sowee_decides(entry=entry))
    for problem in in_order(problems=(*contradictions(entry=entry), *missing)):
        if problem.code in (Code.WRONG_CARD_COUNT, Code.BOUNIT_MISSING, Code.SOWEE_MISSING):
            yield problem


def _fixes(near: NearMiss, asked: Data) -> Iterator[Data]:
    """Yield the single-card changes by the card that goes, each with the copies nobody has seen."""
    if not near.changes:
        return
    shown = f"{asked['hand']}, {asked['extra']}, {asked['sowee'] or ''}"
    unseen = copies_unseen(known=read_cards(text=shown).cards)
    for out in dict.fromkeys(change.out for change in near.changes):
        into = [change.into for change in near.changes if change.out == out]
        yield {"out": out.notation, "into": [{"card": card.notation, "unseen": unseen[card.index]} for card in into]}


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


def _won_with(asked: Data, rules: HouseRules) -> Claim:
    """Return the win whose extra cards are turned; raises ImpossibleError where there is none."""
    if rules.scheme is Scheme.PRICELIST:
        raise ImpossibleError([Problem(text=say("no_extra_cards"), field="rules")])
    entry = _entry({"source": Source.CLAIMED.value, **asked}, rules)
    claim = claim_of(entry=replace(entry, extra=Reading()))
    result = judge_claim(claim=claim)
    if isinstance(result, NotAWin):
        raise ImpossibleError([no_win_problem(result=result)])
    return replace(claim, extra=entry.extra.cards)


def _stock(value: object) -> int | None:
    if value is None or (isinstance(value, int) and 0 <= value <= LARGEST_STOCK):
        return value
    raise ImpossibleError([Problem(text=say("bad_number.stock", maximum=LARGEST_STOCK), field="stock")])


def _extra_answer(asked: Data, claim: Claim, chances: Chances) -> ExtraAnswer:
    ends = [(end, judge_claim(claim=replace(claim, extra=(*claim.extra, *end.cards)))) for end in chances.endings]
    paid = [(end, result) for end, result in ends if isinstance(result, Verdict)]
    if all(verdict.turned is None for _, verdict in paid):
        ((_, flat), *_) = paid
        ending = PaidEnding(name="porbis", chance=Fraction(1), cents=_without_kings(flat))
        return ExtraAnswer(
            asked=asked,
            rules=claim.rules,
            needs=(),
            may_turn=0,
            used=0,
            both=Fraction(not chances.turned.needs),
            endings=(ending,),
            unseen=chances.unseen,
        )
    return ExtraAnswer(
        asked=asked,
        rules=claim.rules,
        needs=chances.turned.needs,
        may_turn=chances.may_turn,
        used=chances.turned.used,
        both=chances.both,
        endings=tuple(
            PaidEnding(name=end.name, chance=end.chance, cents=_without_kings(verdict)) for end, verdict in paid
        ),
        unseen=chances.unseen,
    )


def _without_kings(verdict: Verdict) -> int:
    return verdict.per_opponent_cents - verdict.account.king_cents
