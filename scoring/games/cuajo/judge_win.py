"""The judge of wins, from the first card on."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from scoring.frozen import Frozen
from scoring.games.base import Data, ImpossibleError, Problem
from scoring.games.cuajo import claim as claims
from scoring.games.cuajo import judge_answer as answers
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Reading, count_kinds, read_cards
from scoring.games.cuajo.claim import GAME_ID, OPEN_QUESTIONS, Code, Entry, contradictions, gaps, in_order
from scoring.games.cuajo.judge_cards import copies_unseen
from scoring.games.cuajo.near_miss import NearMiss, near_miss
from scoring.games.cuajo.rules import HouseRules, presets_in, single_changes
from scoring.games.cuajo.splits import HAND_SIZE, Holding, Melds, as_put_down, hold
from scoring.games.cuajo.verdict import (
    NotAWin,
    best_verdict,
    cents_of,
    claim_to_pay,
    judge_claim,
    never_wins,
    sowee_decides,
    verdicts,
)
from scoring.games.cuajo.wins import Need, Verdict
from scoring.games.fields import KeptAnswer
from scoring.games.reading import problem_data


class Input(StrEnum):
    """An input that the verdict still needs."""

    SOURCE = "source"
    BOUNIT = "bounit"
    SOWEE = "sowee"


class LiveVerdict(Frozen):
    """The verdict on 0 to 16 cards. `near_miss` is None for impossible ones. `melds` are paid, or the best split."""

    rules: HouseRules
    count: int
    near_miss: NearMiss | None
    melds: Melds
    missing_inputs: tuple[Input, ...]
    problems: tuple[Problem, ...]
    result: Verdict | NotAWin | None
    extra_count: int

    @property
    def verdict(self) -> Verdict | None:
        return self.result if isinstance(self.result, Verdict) else None

    @property
    def waits(self) -> tuple[Card, ...]:
        """Return the kinds that complete the hand."""
        if self.near_miss is None or self.count + self.near_miss.missing != HAND_SIZE:
            return ()
        return self.near_miss.waits

    @property
    def is_split(self) -> bool:
        return sum(len(meld.cards) for meld in self.melds) == HAND_SIZE

    @property
    def is_readable(self) -> bool:
        """Check that the input is at most sixteen cards."""
        return self.count <= HAND_SIZE and all(problem.code != Code.UNKNOWN_CARD for problem in self.problems)

    @property
    def to_go(self) -> int:
        return max(0, HAND_SIZE - self.count)

    @property
    def needs(self) -> tuple[Need, ...]:
        """Return the open conditions that change the amount."""
        return () if self.verdict is None else self.verdict.needs

    @property
    def may_turn(self) -> int:
        """Count the extra cards still allowed (C31)."""
        return max(0, self.rules.extra_cards - self.extra_count) if self.needs else 0

    def data(self) -> Data:
        return {
            "count": self.count,
            "waits": answers.cards_data(cards=self.waits),
            "near_miss": None if self.near_miss is None else answers.near_miss_data(near_miss=self.near_miss),
            "problems": [problem_data(problem=problem) for problem in self.problems],
        }


def live_verdict(*, rules: HouseRules, entry: Mapping[str, object]) -> LiveVerdict:
    """Judge a hand that may be incomplete, never raise."""
    # While a player types, a missing field is no problem. Contradictions are reported for any number of cards.
    return _live(claims.read_entry(data={**entry, "game": GAME_ID, "rules": rules}), rules)


def _live(entry: Entry, rules: HouseRules) -> LiveVerdict:
    """Judge an entry, and name the inputs still needed."""
    is_whole = entry.hand.size >= HAND_SIZE or claims.is_dealt_king_win(entry=entry)
    unfinished = frozenset() if is_whole else _ONLY_OF_ALL_CARDS
    found = (*entry.problems, *contradictions(entry=entry), *gaps(entry=entry))
    problems = in_order(problems=(problem for problem in found if problem.code not in OPEN_QUESTIONS | unfinished))
    asked = {
        Input.SOURCE: entry.source is None,
        Input.BOUNIT: entry.bounit is None and claims.asks_bounit(source=entry.source, rules=rules),
        Input.SOWEE: entry.sowee is None and sowee_decides(entry=entry),
    }
    missing_inputs = tuple(name for name, is_missing in asked.items() if is_missing)
    ready = is_whole and not problems and not missing_inputs
    result = judge_claim(claim=claim_to_pay(entry=entry)) if ready else None
    holding = _holding(entry, rules)
    if isinstance(result, NotAWin):
        near: NearMiss | None = result.near_miss
    else:
        near = None if holding is None else near_miss(holding=holding, seen=entry.seen)
    return LiveVerdict(
        rules=rules,
        count=entry.hand.size,
        near_miss=near,
        melds=result.arrangement if isinstance(result, Verdict) else _put_down(entry, holding, near),
        missing_inputs=missing_inputs,
        problems=problems,
        result=result,
        extra_count=entry.extra.size,
    )


_ONLY_OF_ALL_CARDS = frozenset({Code.WRONG_CARD_COUNT, Code.BOUNIT_NOT_IN_HAND, Code.SECRET_NOT_IN_HAND})


def _holding(entry: Entry, rules: HouseRules) -> Holding | None:
    """Return the true secrets and loose cards, None if impossible."""
    cards, false = entry.hand.cards, claims.false_secrets(entry)
    if len(cards) > HAND_SIZE or max(count_kinds(cards=cards)) > COPIES:
        return None
    secrets = dict.fromkeys(card for card in entry.secrets if card not in false)
    must_be_laid = rules.sowee_three_must_be_laid
    return hold(cards=cards, sowee=entry.sowee, secrets=secrets, three_must_be_laid=must_be_laid, scheme=rules.scheme)


def _put_down(entry: Entry, holding: Holding | None, near: NearMiss | None) -> Melds:
    """Return the best split, in the player's order if complete."""
    # The split that pays most is known only with the verdict, so the player's own order is shown.
    if holding is None or near is None:
        return ()
    cards, laid = entry.hand.cards, set(holding.laid)
    if near.strays or len(cards) != HAND_SIZE:
        return near.melds
    own = as_put_down(cards=cards, settled=near.melds, scheme=holding.scheme, is_worth=laid.issubset)
    return own or near.melds


def win_answer(entered: Data, rules: HouseRules) -> KeptAnswer:
    """Judge a hand by these rules and by others. Raises ImpossibleError if the verdict lacks an input."""
    asked = answers.as_kept(entered, "bounit", "source")
    entry = answers.entry_of(asked, rules)
    if lacking := tuple(_lacking(entry)):
        raise ImpossibleError(lacking)
    live = _live(entry, rules)
    digits = answers.minor_digits_of(entered)
    answer = _no_win_data(live, asked) if live.verdict is None else _win_data(live, live.verdict, entry)
    elsewhere = wins_by_other_rules(rules=rules, entry=entry, minor_digits=digits)
    presets = ((name, replace(entry, rules=preset)) for name, preset in presets_in(minor_digits=digits).items())
    by_presets = [{"preset": name, **_paid_by_preset(each)} for name, each in presets]
    return KeptAnswer(asked=asked, told={**answer, "elsewhere": elsewhere, "presets": by_presets})


def grounds_of(act: Data, verdict: Mapping[str, Any]) -> Data:
    """Return the cards that explain a stored win (C10, C28)."""
    entry = claims.read_entry(data=act)
    if not entry.hand.cards:
        return {}
    found = answers.met_data(entry=entry, used=verdict.get("extra_used", 0)) if "conditions" in verdict else {}
    by_prices = any(line["rule"].startswith("L") for line in verdict.get("lines", ()))
    if entry.sowee and entry.sowee not in entry.secrets and not by_prices:
        three = [entry.sowee.notation] * (COPIES - 1)
        found |= {"three": three} if three in map(list, verdict.get("arrangement", ())) else {}
    return found


def _win_data(live: LiveVerdict, verdict: Verdict, entry: Entry) -> Data:
    claim, turned = claim_to_pay(entry=entry), verdict.turned
    _, *others = verdicts(claim=claim)
    return {
        **answers.verdict_data(verdict=verdict),
        "point": answers.point_of_win(verdict=verdict, entry=entry),
        "rulings": [*answers.rulings_of(result=verdict, claim=claim), *answers.BEST_SPLIT * bool(others)],
        "needs": answers.needs_data(needs=live.needs),
        "met": {} if turned is None else answers.met_data(entry=entry, used=turned.used),
        "uses_sowee_three": answers.undeclared_three(melds=verdict.arrangement, secrets=entry.secrets) is not None,
        "may_turn": live.may_turn,
        "others": [answers.verdict_data(verdict=other) for other in others],
    }


def _no_win_data(live: LiveVerdict, asked: Data) -> Data:
    near = live.near_miss
    return {
        "valid": False,
        "rulings": answers.rulings_against(result=live.result, problems=live.problems),
        "rule": live.result.rule if isinstance(live.result, NotAWin) else "C8" if near and near.strays else "",
        "problems": [problem_data(problem=problem) for problem in live.problems],
        "near_miss": None if near is None else answers.near_miss_data(near_miss=near),
        "fixes": [] if near is None else list(_fixes(near, asked)),
        "rules_revision": live.rules.identity,
    }


def _fixes(near: NearMiss, asked: Data) -> Iterator[Data]:
    """Yield changes of one card, with unseen copies."""
    if not near.changes:
        return
    shown = f"{asked['hand']}, {asked['extra']}, {asked['sowee'] or ''}"
    unseen = copies_unseen(known=read_cards(text=shown).cards)
    for out in dict.fromkeys(change.out for change in near.changes):
        into = [change.into for change in near.changes if change.out == out]
        yield {"out": out.notation, "into": [{"card": card.notation, "unseen": unseen[card.index]} for card in into]}


# These exclude a win even if other fields are empty, so they are reported first (C14).
_NEVER_TRUE = frozenset(
    {
        Code.KING_FROM_DISCARDS,
        Code.BOUNIT_IN_LAID_SECRET,
        Code.TOO_MANY_EXTRA_CARDS,
        Code.DEALT_WIN_NOT_ALLOWED,
        Code.DISCARD_WIN_NOT_ALLOWED,
    }
)


def _lacking(entry: Entry) -> Iterator[Problem]:
    """Yield the problems that prevent any verdict."""
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


def wins_by_other_rules(*, rules: HouseRules, entry: Entry, minor_digits: int = 2) -> list[dict[str, object]]:
    """Find other rules that change the amount. `rules` are those of the entry."""
    # The own amount is read like the others: it needs the last card and the sowee only where they change it.
    cents = _cents(entry)
    nothing = dict.fromkeys(("preset", "label", "name", "value", "rule"), "")
    others: list[tuple[dict[str, str], HouseRules]] = []
    if cents is None:
        others += (({**nothing, **said}, other) for said, other in single_changes(rules, entry.extra.size))
    for name, preset in presets_in(minor_digits=minor_digits).items():
        if replace(rules, revision=preset.revision, source=preset.source) != preset:
            others.append(({**nothing, "preset": name}, preset))
    paid = ((said, _cents(replace(entry, rules=other))) for said, other in others)
    return [{**said, "per_opponent": amount} for said, amount in paid if amount is not None and amount != cents]


def _paid_by_preset(entry: Entry) -> Data:
    """Return the amount by a preset, or its problem."""
    nothing: Data = {"per_opponent": None, "lines": [], "why": ""}
    try:
        verdict = best_verdict(claim=claim_to_pay(entry=entry))
    except ImpossibleError as error:
        needless = OPEN_QUESTIONS if never_wins(entry=entry) else frozenset()
        why = (problem.message for problem in error.problems if problem.code not in needless)
        return {**nothing, "why": next(why, "")}
    if verdict is None:
        return nothing
    return {**nothing, "per_opponent": verdict.per_opponent_cents, "lines": [line.data() for line in verdict.lines]}


def _cents(entry: Entry) -> int | None:
    try:
        return cents_of(claim=claim_to_pay(entry=entry))
    except ImpossibleError:
        return None


def prices(*, rules: HouseRules, entry: Mapping[str, object], asked: str) -> tuple[tuple[str, int], ...]:
    """Return the cents from each opponent for each possible card. `asked` is "bounit", "sowee" or "extra"."""
    read = claims.read_entry(data={**entry, "game": GAME_ID, "rules": rules})
    if read.problems:
        return ()
    seen = replace(read, sowee=None if asked == "sowee" else read.sowee).seen
    coming = (card for card in KINDS if seen[card.index] < COPIES)
    cards = dict.fromkeys(read.hand.cards if asked == "bounit" else coming)
    paid = ((card.notation, _cents(_with_card(read, asked, card))) for card in cards)
    return tuple((notation, cents) for notation, cents in paid if cents is not None)


def _with_card(entry: Entry, asked: str, card: Card) -> Entry:
    if asked == "extra":
        return replace(entry, extra=Reading(cards=(*entry.extra.cards, card)))
    return replace(entry, bounit=card) if asked == "bounit" else replace(entry, sowee=card)
