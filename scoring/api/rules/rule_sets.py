"""The rule sets a club keeps under a name; what each game asks, its house rules, presets and questions."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, JsonResponse

from scoring.api.rules.acts import GameRules, SentRules
from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import ClubView, OpenView
from scoring.api.web.operations import asks, reads, writes
from scoring.api.web.parsing import AnyObject, Choice, Input, QueryNumber, Text, Whole, YesNo, words
from scoring.forms.rules.rule_sets import read_file, written
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame
from scoring.games.fields import Answer, FieldKind
from scoring.games.house_rules import profile_data
from scoring.models import SavedRules
from scoring.models.rules import LONGEST_NAME
from scoring.operations.rules.rule_sets import add_rule_set, change_rule_set, import_rule_set, remove_rule_set
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action
from scoring.queries.rules.rule_sets import RuleSet, find_rule_set, rule_set, rule_set_called, rule_sets


class ChoiceShape(Shape):
    """One of several: the value as it is stored, and as a person reads it; of a card its suit and its copies."""

    value: str
    label: str
    suit: str
    copies: int


class FieldShape(Shape):
    """Something asked: its name in an act or in house rules, how it is entered, within which limits."""

    name: str
    label: str
    kind: FieldKind
    choices: tuple[ChoiceShape, ...]
    minimum: int
    maximum: int
    is_required: bool
    for_each_seat: bool
    rule: str


class QuestionShape(Shape):
    """A question to the judge of the game."""

    id: str
    title: str
    asks: tuple[FieldShape, ...] = at("fields")


class GameShape(Shape):
    """A game: who can play it, by which rules, what its acts say and what its judge answers."""

    id: str
    name: str
    engine_version: str
    seat_counts: tuple[int, ...]
    presets: dict[str, GameRules]
    house_rules: tuple[FieldShape, ...]
    acts: dict[ActKind, tuple[FieldShape, ...]]
    questions: tuple[QuestionShape, ...]


class AnswerLineShape(Shape):
    """One line of an answer."""

    what: str
    rule: str
    count: int | None


class AnswerShape(Shape):
    """The answer to a question, with its reasons line by line."""

    headline: str
    lines: tuple[AnswerLineShape, ...]
    is_yes: bool | None


class Asked(Input):
    """What a question asks, and the house rules: a preset and changes."""

    values = AnyObject()
    rules = SentRules(default=dict)


class Games(OpenView):
    @reads(Items[GameShape])
    def get(self) -> Any:
        """List the games with their house rules, presets, acts and questions."""
        return {"items": tuple(_described(game) for game in GAMES)}


class GameQuestion(OpenView):
    @asks(Asked, AnswerShape)
    def post(self, asked: dict[str, Any]) -> Answer | JsonResponse:
        """Answer a question that a game says its judge can answer.

        The questions of cuajo are answered in the shapes of `verify/` and `verify/.../`.
        """
        wanted = self.part("game_id"), self.part("question_id")
        for game in GAMES:
            for question in game.questions:
                if (game.id, question.id) == wanted:
                    rules = game.read_rules(value={"preset": game.presets[0], **asked["rules"]})
                    answer = question.answer(asked["values"], rules)
                    return answer if isinstance(answer, Answer) else JsonResponse(answer.data())
        raise Http404


def _described(game: AnyGame) -> Any:
    presets = {name: game.read_rules(value=name) for name in game.presets}
    normal = presets[game.presets[0]]
    acts = {kind: game.asks(kind=kind, rules=normal) for kind in ActKind}
    return {
        "id": game.id,
        "name": game.name,
        "engine_version": game.engine_version,
        "seat_counts": game.seat_counts,
        "presets": {name: profile_data(profile=rules) for name, rules in presets.items()},
        "house_rules": game.house_rules,
        "acts": {kind: fields for kind, fields in acts.items() if fields},
        "questions": game.questions,
    }


class DifferenceShape(Shape):
    """A house rule that is not as its preset has it."""

    name: str = at("about.name")
    rule: str = at("about.rule")
    label: str = at("about.label")
    own: Any
    preset: Any


class RuleSetShape(Shape):
    """A rule set of the club; `rules` are complete, `differences` where they are not as the preset."""

    id: UUID = at("saved.public_id")
    game: str = at("saved.game")
    name: str = at("saved.name")
    revision: int = at("saved.revision")
    changed_at: datetime = at("saved.changed_at")
    rules: GameRules = at("saved.rules")
    differences: tuple[DifferenceShape, ...]


class RuleSetFileShape(Shape):
    """A rule set as its file has it, to be imported elsewhere."""

    file: str


class NewRuleSet(Input):
    """A name, a preset and changes to it."""

    game = Choice(choices=words(*(game.id for game in GAMES)), default=GAMES[0].id)
    name = Text(max_length=LONGEST_NAME)
    rules = SentRules()


class RuleSetChange(Input):
    """A rule set as it shall be; the expected revision is the one that was read."""

    name = Text(max_length=LONGEST_NAME)
    rules = SentRules()
    expected_revision = Whole(min_value=1)


class RuleSetSeen(Input):
    """The revision that was read."""

    expected_revision = QueryNumber(min_value=1, required=False)


class RuleSetImport(Input):
    """The text of a rule set's file; where its name is taken, another name or `replace`.

    With `replace` the expected revision is the one that was read of the set in whose place it comes; version 2
    needs it then.
    """

    file = Text()
    name = Text(max_length=LONGEST_NAME, required=False)
    replace = YesNo(default=False)
    expected_revision = Whole(required=False, min_value=1)


class Removed(Shape):
    """What was removed."""

    id: UUID


class RuleSets(ClubView):
    @reads(Items[RuleSetShape], right=Action.BROWSE)
    def get(self) -> Any:
        """List the rule sets of the club by name."""
        return {"items": rule_sets(club=self.club)}

    @writes(NewRuleSet, RuleSetShape, right=Action.MANAGE, made="rule-sets/{id}/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> RuleSet:
        """Keep rules under a new name."""
        return rule_set(saved=add_rule_set(club=self.club, **wanted, at=stamp.at))


class OneRuleSet(ClubView):
    saved: SavedRules | None

    def find(self) -> None:
        """Find the rule set; one that is forgotten twice is missed only under another key."""
        self.saved = find_rule_set(club=self.club, public_id=self.part("public_id"))
        if self.request.method != "DELETE":
            self._saved()

    def _saved(self) -> SavedRules:
        if self.saved is None:
            raise Http404
        return self.saved

    @reads(RuleSetShape, right=Action.BROWSE)
    def get(self) -> RuleSet:
        """Read a rule set."""
        return rule_set(saved=self._saved())

    @writes(RuleSetChange, RuleSetShape, right=Action.MANAGE)
    def put(self, wanted: dict[str, Any], stamp: Stamp) -> RuleSet:
        """Save a rule set under its next revision; nights keep the copy they were started with."""
        return rule_set(saved=change_rule_set(saved=self._saved(), **wanted, at=stamp.at))

    @writes(None, Removed, right=Action.MANAGE, query=RuleSetSeen)
    def delete(self, seen: dict[str, Any], _stamp: Stamp) -> Any:
        """Forget a rule set; nights keep their copy.

        With `expected_revision` 409 `rule_set_changed` says that another has saved it since.
        """
        saved = self._saved()
        self.require_seen(seen, "expected_revision")
        remove_rule_set(saved=saved, expected_revision=seen.get("expected_revision"))
        return {"id": self.part("public_id")}


class RuleSetText(ClubView):
    @reads(RuleSetFileShape, right=Action.MANAGE)
    def get(self) -> Any:
        """Read a rule set as the text of its file."""
        saved = find_rule_set(club=self.club, public_id=self.part("public_id"))
        if saved is None:
            raise Http404
        return {"file": written(saved=saved)}


class RuleSetImports(ClubView):
    @writes(RuleSetImport, RuleSetShape, right=Action.MANAGE, made="rule-sets/{id}/")
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> RuleSet:
        """Keep the rule set of a file."""
        content = read_file(text=wanted["file"])
        name = wanted.get("name", content.name)
        if wanted["replace"] and rule_set_called(club=self.club, name=name):
            self.require_seen(wanted, "expected_revision")
        saved = import_rule_set(
            club=self.club,
            game=content.game,
            name=name,
            rules=content.rules,
            revision=content.revision,
            replace=wanted["replace"],
            expected_revision=wanted.get("expected_revision"),
            at=stamp.at,
        )
        return rule_set(saved=saved)
