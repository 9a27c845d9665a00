"""The rule sets a club keeps under a name."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404

from scoring.api.rules.acts import GameRules, SentRules
from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import CREATED, ClubView
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Choice, Input, Text, Whole, YesNo, words
from scoring.forms.rules.rule_set_files import read_file, written
from scoring.games import GAMES
from scoring.models import SavedRules
from scoring.operations.rules.rule_sets import (
    HIGHEST_REVISION,
    LONGEST_NAME,
    add_rule_set,
    change_rule_set,
    import_rule_set,
    remove_rule_set,
)
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action
from scoring.queries.rules.rule_sets import RuleSet, find_rule_set, rule_set, rule_sets


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
    expected_revision = Whole(min_value=1, max_value=HIGHEST_REVISION)


class RuleSetImport(Input):
    """The text of a rule set's file; where its name is taken, another name or `replace`."""

    file = Text()
    name = Text(max_length=LONGEST_NAME, required=False)
    replace = YesNo(default=False)


class Removed(Shape):
    """What was removed."""

    id: UUID


class RuleSets(ClubView):
    @reads(Items[RuleSetShape], right=Action.BROWSE)
    def get(self) -> Any:
        """List the rule sets of the club by name."""
        return {"items": rule_sets(club=self.club)}

    @writes(NewRuleSet, RuleSetShape, right=Action.MANAGE, status=CREATED)
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

    @writes(None, Removed, right=Action.MANAGE)
    def delete(self, _stamp: Stamp) -> Any:
        """Forget a rule set; nights keep their copy."""
        remove_rule_set(saved=self._saved())
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
    @writes(RuleSetImport, RuleSetShape, right=Action.MANAGE, status=CREATED)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> RuleSet:
        """Keep the rule set of a file."""
        content = read_file(text=wanted["file"])
        saved = import_rule_set(
            club=self.club,
            game=content.game,
            name=wanted.get("name", content.name),
            rules=content.rules,
            revision=content.revision,
            replace=wanted["replace"],
            at=stamp.at,
        )
        return rule_set(saved=saved)
