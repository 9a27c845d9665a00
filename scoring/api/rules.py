"""What each game asks, its house rules, presets and questions; the rule sets a club keeps under a name."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import Http404

from scoring.api.answers import Shape, at
from scoring.api.operation import ANSWERS, ask, delete, do, put, read
from scoring.api.problems import FieldsError
from scoring.api.verdicts import AnyObject
from scoring.forms.rule_sets import read_file, written
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame, Data, InWords, RulesData
from scoring.games.fields import Choice, Field
from scoring.games.house_rules import profile_data
from scoring.limits import Limits
from scoring.models import Club, SavedRules
from scoring.operations import rule_sets as writing
from scoring.operations.rule_sets import RuleSetName, add_rule_set, change_rule_set, remove_rule_set
from scoring.operations.words import EntryNumber, SentRules
from scoring.queries.people.access import Action
from scoring.queries.rule_sets import Difference, RuleSet, rule_set, rule_set_called, rule_sets
from scoring.texts import say


class ChoiceShape(Shape, of=Choice, keeps="value label suit copies"):
    """One of several: the value as it is stored, and as a person reads it; of a card its suit and its copies."""


class FieldShape(Shape, of=Field, keeps="name label kind choices minimum maximum is_required for_each_seat rule"):
    """Something asked: its name in an act or in house rules, how it is entered, within which limits."""


class QuestionShape(Shape):
    """A question to the judge of the game."""

    id: str
    title: str
    asks: tuple[Field, ...] = at("fields")


def _presets(game: AnyGame) -> dict[str, Data]:
    return {name: profile_data(profile=game.read_rules(value=name)) for name in game.presets}


def _acts(game: AnyGame) -> dict[ActKind, tuple[Field, ...]]:
    normal = game.read_rules(value=game.presets[0])
    asked = {kind: game.asks(kind=kind, rules=normal) for kind in ActKind}
    return {kind: fields for kind, fields in asked.items() if fields}


class GameShape(Shape):
    """A game: who can play it, by which rules, what its acts say and what its judge answers."""

    id: str
    name: str
    engine_version: str
    seat_counts: tuple[int, ...]
    presets: Mapping[str, RulesData] = at("", _presets)
    house_rules: tuple[Field, ...]
    acts: Mapping[ActKind, tuple[Field, ...]] = at("", _acts)
    questions: tuple[QuestionShape, ...]


def list_games() -> tuple[AnyGame, ...]:
    """List the games with their house rules, presets, acts and questions."""
    return GAMES


def answer_question(
    *, game: str, question: str, values: AnyObject, rules: SentRules | None = None
) -> Annotated[Data, InWords("answer")]:
    """Answer a question that a game says its judge can answer, by house rules: a preset and changes.

    The answer is a `headline` with `lines` that give the reasons; the questions of cuajo are answered as at `verify/`
    and below.
    """
    for known in GAMES:
        for each in known.questions:
            if (known.id, each.id) == (game, question):
                profile = known.read_rules(value={"preset": known.presets[0], **(rules or {})})
                return each.answer(values, profile).data()
    raise Http404


# --- Rule sets


class DifferenceShape(Shape, of=Difference, keeps="own preset"):
    """A house rule that is not as its preset has it."""

    name: str = at("about.name")
    rule: str = at("about.rule")
    label: str = at("about.label")


class RuleSetShape(Shape, of=RuleSet, keeps="differences"):
    """A rule set of the club; `rules` are complete, `differences` where they are not as the preset."""

    id: UUID = at("saved.public_id")
    game: str = at("saved.game")
    name: str = at("saved.name")
    revision: int = at("saved.revision")
    changed_at: datetime = at("saved.changed_at")
    rules: RulesData = at("saved.rules")


class RuleSetText(Shape):
    """A rule set as its file has it, to be imported elsewhere."""

    file: str = at("", lambda saved: written(saved=saved))


ANSWERS[SavedRules] = (RuleSet, lambda saved: rule_set(saved=saved))


def read_saved(*, saved: SavedRules) -> SavedRules:
    """Read a rule set as the text of its file."""
    return saved


def import_rule_set(
    *,
    club: Club,
    file: Annotated[str, Limits(1, 10**6)],
    at: datetime,
    name: RuleSetName | None = None,
    replace: bool = False,
    expected_revision: EntryNumber | None = None,
) -> SavedRules:
    """Keep the rule set of a file; where its name is taken, under another name, or in its place with `replace`.

    That needs the expected revision, the one that was read of the set in whose place it comes.
    """
    content = read_file(text=file)
    name = name or content.name
    if replace and expected_revision is None and rule_set_called(club=club, name=name):
        raise FieldsError(("expected_revision", say("api.field_missing")))
    said = {**asdict(content), "name": name}
    return writing.import_rule_set(club=club, replace=replace, expected_revision=expected_revision, at=at, **said)


ONE = "rule-sets/{rule_set_id}/"
OPERATIONS = (
    read("games/", list_games, shows=tuple[GameShape, ...]),
    ask("games/{game}/questions/{question}/", answer_question),
    read("rule-sets/", rule_sets, Action.BROWSE, hides=("game",)),
    do("rule-sets/", add_rule_set, Action.MANAGE, makes="rule-sets/{id}/", hides=("revision",)),
    do("rule-sets/import/", import_rule_set, Action.MANAGE, makes="rule-sets/{id}/"),
    read(ONE, rule_set, Action.BROWSE, "Read a rule set."),
    put(ONE, change_rule_set, Action.MANAGE),
    delete(ONE, remove_rule_set, Action.MANAGE, needs=("expected_revision",)),
    read(f"{ONE}file/", read_saved, Action.MANAGE, shows=RuleSetText),
)
