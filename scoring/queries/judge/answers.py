"""Questions to the judge, answered and kept: one way for every question of every game."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.games import game_by_id
from scoring.games.base import AnyGame, Data
from scoring.games.fields import Question
from scoring.games.house_rules import comes_to_whole, profile_data
from scoring.games.stored import is_answer_readable
from scoring.models import Club, Entry, EntryKind, KeptVerdict
from scoring.money import currency_for
from scoring.queries.judge.setting import PlayedFor, RulesChoice, rules_of

MOST_RECENT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A question as it is kept, the complete house rules it was judged by, and the answer."""

    game: str
    claim: Data
    rules: Data
    answer: Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A verdict kept with a declared hand, and whether it pays what was declared."""

    kept: KeptVerdict
    valid: bool
    per_opponent_cents: int
    agrees: bool


def judged(*, game: AnyGame, question: Question[Any], entered: Data, choice: RulesChoice) -> Judged:
    """Answer what was entered; raises ImpossibleError with everything that is wrong in it."""
    played = choice.played.data
    answer = question.answer({**entered, **played}, choice.rules)
    return Judged(
        game=game.id,
        claim={"question": question.id, **(answer.asked or entered), **played},
        rules=profile_data(profile=choice.rules),
        answer=answer.data(),
    )


def is_yes(*, question: Question[Any], answer: Data) -> bool | None:
    """Return whether an answer to a question is yes or no, None for one that is neither."""
    said = answer.get(question.yes)
    return None if said is None else bool(said)


def question_of(*, game: AnyGame, question_id: str) -> Question[Any] | None:
    return next((each for each in game.questions if each.id == question_id), None)


def kept_question(*, kept: KeptVerdict) -> Question[Any]:
    """Return the question that a kept verdict answers."""
    return question_by(game=game_by_id(game_id=kept.game), claim=kept.claim)


def question_by(*, game: AnyGame, claim: Data) -> Question[Any]:
    """Return the question that a kept claim asked."""
    first = game.questions[0].id  # kept before there were others
    found = question_of(game=game, question_id=str(claim.get("question", first)))
    assert found is not None, "a game keeps the questions it was ever asked"
    return found


def kept_for(*, kept: KeptVerdict) -> PlayedFor:
    """Return what the amounts of a kept verdict are played for."""
    if kept.entry:
        return rules_of(session=kept.entry.session).played
    if not kept.claim.get("currency"):
        return PlayedFor()
    money, stakes = currency_for(code=kept.claim["currency"]), kept.claim["stakes"]
    rules = game_by_id(game_id=kept.game).read_rules(value=kept.rules)
    whole = comes_to_whole(profile=rules, factor=stakes, unit=10**money.minor_digits)
    return PlayedFor(money=replace(money, drops_cents=whole), stake_factor=stakes)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentVerdict:
    """A kept verdict as it stands in a list: the question it answers, and when it was kept."""

    public_id: UUID
    title: str
    kept_at: datetime


def recent_verdicts(*, game: AnyGame, club: Club) -> tuple[RecentVerdict, ...]:
    """Return the verdicts that phones of a club kept last, about one game."""
    kept = KeptVerdict.objects.filter(game=game.id, device__memberships__club=club).distinct().order_by("-pk")
    return tuple(
        RecentVerdict(public_id=each.public_id, title=kept_question(kept=each).title, kept_at=each.kept_at)
        for each in kept[:MOST_RECENT]
    )


def verified_by(*, entry: Entry) -> tuple[Verification, ...]:
    """Return the verdicts kept with a hand, oldest first; nothing for any other entry."""
    if entry.kind != EntryKind.HAND:
        return ()
    declared = entry.hand.verdict.get("per_opponent", 0)
    return tuple(_verification(kept, declared) for kept in entry.kept_verdicts.order_by("id"))


def kept_claim(*, entry: Entry, public_id: str) -> Data | None:
    """Return the claim of a verdict kept with an entry, None where there is no such verdict."""
    kept = next((kept for kept in entry.kept_verdicts.all() if str(kept.public_id) == public_id), None)
    return kept.claim if kept else None


def _verification(kept: KeptVerdict, declared_cents: int) -> Verification:
    answer = kept.answer if is_answer_readable(answer=kept.answer) else {}
    cents = answer.get("per_opponent") or 0
    valid = is_yes(question=kept_question(kept=kept), answer=answer) is True
    return Verification(kept=kept, valid=valid, per_opponent_cents=cents, agrees=valid and cents == declared_cents)
