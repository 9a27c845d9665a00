"""Answers of the judge to a hand that somebody shows, as plain data that can be kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Lower

from scoring.games.base import Data, Problem
from scoring.games.cards import find_card
from scoring.games.cuajo.answer import cards_data, near_miss_data, verdict_data
from scoring.games.cuajo.chances import copies_unseen
from scoring.games.cuajo.claim import Claim, read_claim
from scoring.games.cuajo.conditions import Need
from scoring.games.cuajo.entry import GAME_ID
from scoring.games.cuajo.live import LiveVerdict, live_verdict
from scoring.games.cuajo.near_miss import NearMiss
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, HouseRules, read_rules, rules_data
from scoring.games.cuajo.splits import Counts
from scoring.games.cuajo.verdict import NotAWin, verdicts
from scoring.games.notation import read_words
from scoring.models import Club, Entry, EntryKind, KeptVerdict, SavedRules, Session
from scoring.queries.judge_other_rules import by_other_rules
from scoring.queries.terms import Difference

type Question = Mapping[str, Any]
"""What was asked as plain data, with the keys that the answer to its kind of question reads."""

SESSION = "session"
"""The form's value for the rules of a session; they have no name of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChoice:
    """House rules that may be chosen: `value` in the form, `label` for people."""

    value: str
    label: str
    rules: HouseRules


def rules_choices(*, club: Club | None, only: Session | None = None) -> tuple[RulesChoice, ...]:
    """Return the presets; for a club first the rules of its latest session, and last its own rule sets.

    `only` is the one session a device was let into: its rules, and none that the club keeps.
    """
    presets = tuple(RulesChoice(value=name, label=name, rules=rules) for name, rules in PRESETS.items())
    if club is None:
        return presets
    if only is not None:
        return (*_latest(Session.objects.filter(pk=only.pk)), *presets)
    saved = SavedRules.objects.filter(club=club, game=GAME_ID).order_by(Lower("name"))
    own = (
        RulesChoice(value=str(item.public_id), label=item.name, rules=read_rules(value=item.rules))
        for item in saved
    )
    return (*_latest(Session.objects.filter(club=club)), *presets, *own)


def _latest(sessions: QuerySet[Session]) -> tuple[RulesChoice, ...]:
    session = sessions.filter(game=GAME_ID).order_by("-started_at", "-id").first()
    return () if session is None else (_rules_of(session),)


def _rules_of(session: Session) -> RulesChoice:
    return RulesChoice(value=SESSION, label="", rules=read_rules(value=session.rules))


def verifying(*, entry: Entry) -> RulesChoice:
    """Return the only rules to verify a recorded hand by: those of its session."""
    return _rules_of(entry.session)


def rule_changes(*, rules: Data) -> tuple[Difference, ...]:
    """Return where complete rules differ from the preset they name, in the order of the form."""
    preset = rules_data(rules=read_rules(value=rules["preset"]))
    return tuple(
        Difference(about=about, own=rules[about.name], preset=preset[about.name])
        for about in HOUSE_RULES
        if rules.get(about.name, preset[about.name]) != preset[about.name]
    )


def win_answer(*, rules: HouseRules, claim: Data) -> Data:
    """Judge a complete claim: the verdict with what is still needed, or every reason why it is no win.

    What could be chosen wrongly is part of the answer (`problems`); unreadable cards are not expected here.
    """
    live = live_verdict(rules=rules, entry=claim)
    cents = None if live.verdict is None else live.verdict.per_opponent_cents
    answer = _no_win_data(live, claim) if live.verdict is None else _win_data(live, claim)
    return {**answer, "elsewhere": by_other_rules(rules=rules, claim=claim, cents=cents)}


def _win_data(live: LiveVerdict, claim: Data) -> Data:
    assert live.verdict is not None
    others = verdicts(claim=_claim(live, claim))[1:]
    return {
        **verdict_data(verdict=live.verdict),
        "needs": [need_data(need) for need in live.needs],
        "may_turn": live.may_turn,
        "others": [verdict_data(verdict=other) for other in others],
    }


def _claim(live: LiveVerdict, claim: Data) -> Claim:
    return read_claim(data={**claim, "game": GAME_ID, "rules": live.rules})


def _no_win_data(live: LiveVerdict, claim: Data) -> Data:
    broken = live.result.rule if isinstance(live.result, NotAWin) else "C8" if live.strays else ""
    near = live.near_miss
    return {
        "valid": False,
        "rule": broken,
        "problems": [_problem_data(problem) for problem in live.problems],
        "near_miss": None if near is None else near_miss_data(near_miss=near),
        "fixes": [] if near is None else _fixes(near, claim),
        "rules_revision": live.rules.identity,
    }


def need_data(need: Need) -> Data:
    """Return what a condition still lacks as plain data."""
    return {
        "condition": need.condition.value,
        "number": need.number,
        "cards": cards_data(cards=need.cards),
    }


def _problem_data(problem: Problem) -> Data:
    return {"code": problem.code, "message": problem.message, "cards": list(problem.cards)}


def _fixes(near: NearMiss, claim: Data) -> list[Data]:
    """Return the single-card changes by the card that goes, each with the copies nobody has seen."""
    if not near.changes:
        return []
    unseen = _unseen(claim)
    return [
        {
            "out": out.notation,
            "into": [
                {"card": change.into.notation, "unseen": unseen[change.into.index]}
                for change in near.changes
                if change.out == out
            ],
        }
        for out in dict.fromkeys(change.out for change in near.changes)
    ]


def _unseen(claim: Data) -> Counts:
    sowee = find_card(text=str(claim["sowee"] or ""))
    shown = read_words(text=f"{claim['hand']}, {claim['extra']}").cards
    return copies_unseen(known=shown if sowee is None else (*shown, sowee))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A verdict kept with a declared hand, and whether it pays what was declared."""

    kept: KeptVerdict
    valid: bool
    per_opponent_cents: int
    agrees: bool


def verified_by(*, entry: Entry) -> tuple[Verification, ...]:
    """Return the verdicts kept with a hand, oldest first; nothing for any other entry."""
    if entry.kind != EntryKind.HAND:
        return ()
    declared = entry.hand.verdict.get("per_opponent", 0)
    return tuple(_verification(kept, declared) for kept in entry.kept_verdicts.order_by("kept_at", "id"))


def kept_claim(*, entry: Entry, public_id: str) -> Data | None:
    """Return the claim of a verdict kept with an entry, None where there is no such verdict."""
    kept = next((kept for kept in entry.kept_verdicts.all() if str(kept.public_id) == public_id), None)
    return kept.claim if kept else None


def _verification(kept: KeptVerdict, declared_cents: int) -> Verification:
    cents = kept.answer.get("per_opponent", 0)
    valid = bool(kept.answer["valid"])
    return Verification(
        kept=kept, valid=valid, per_opponent_cents=cents, agrees=valid and cents == declared_cents
    )
