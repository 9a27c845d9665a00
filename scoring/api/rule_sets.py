"""The rule sets a club keeps under a name."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView
from scoring.api.parsing import AnyObject, Choice, Input, Text, Whole, YesNo
from scoring.api.schema import reads, writes
from scoring.api.shapes import DifferenceShape, Shape, words
from scoring.forms.rule_set_files import RuleSetFile, read_file, written
from scoring.games import GAMES
from scoring.models import Club, SavedRules
from scoring.operations.rule_sets import (
    HIGHEST_REVISION,
    LONGEST_NAME,
    RuleSetTakenError,
    add_rule_set,
    change_rule_set,
    remove_rule_set,
    replace_rule_set,
)
from scoring.queries.access import Action
from scoring.queries.rule_sets import find_rule_set, rule_set, rule_sets


class RuleSetShape(Shape):
    """A rule set of the club; `rules` are complete, `differences` where they are not as the preset."""

    id = serializers.UUIDField(source="saved.public_id")
    game = serializers.CharField(source="saved.game")
    name = serializers.CharField(source="saved.name")
    revision = serializers.IntegerField(source="saved.revision")
    changed_at = serializers.DateTimeField(source="saved.changed_at")
    rules = serializers.DictField(source="saved.rules")
    differences = DifferenceShape(many=True)


class RuleSetsShape(Shape):
    """The rule sets of the club by name."""

    items = RuleSetShape(many=True)


class RuleSetFileShape(Shape):
    """A rule set as its file has it, to be imported elsewhere."""

    file = serializers.CharField()


class NewRuleSet(Input):
    """A name, a preset and changes to it."""

    game = Choice(choices=words(*(game.id for game in GAMES)), default=GAMES[0].id)
    name = Text(max_length=LONGEST_NAME)
    rules = AnyObject()


class RuleSetChange(Input):
    """A rule set as it shall be; the expected revision is the one that was read."""

    name = Text(max_length=LONGEST_NAME)
    rules = AnyObject()
    expected_revision = Whole(min_value=1, max_value=HIGHEST_REVISION)


class RuleSetImport(Input):
    """The text of a rule set's file; where its name is taken, another name or `replace`."""

    file = Text()
    name = Text(max_length=LONGEST_NAME, required=False)
    replace = YesNo(default=False)


class Removed(Shape):
    """What was removed."""

    id = serializers.UUIDField()


class RuleSets(ClubView):
    """The rule sets of the club."""

    rights = {"GET": Action.BROWSE, "POST": Action.MANAGE}

    @reads(RuleSetsShape)
    def get(self, _request: Request) -> Response:
        """List the rule sets of the club."""
        return Response(RuleSetsShape({"items": rule_sets(club=self.club)}).data)

    @writes(NewRuleSet, RuleSetShape, status=CREATED)
    def post(self, _request: Request) -> HttpResponse:
        """Keep rules under a new name."""
        wanted = self.read(NewRuleSet)
        return self.once(
            lambda stamp: _shown(add_rule_set(club=self.club, **wanted, at=stamp.at)), status=CREATED
        )


class OneRuleSet(ClubView):
    """A rule set."""

    rights = {"GET": Action.BROWSE, "PUT": Action.MANAGE, "DELETE": Action.MANAGE}

    @reads(RuleSetShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read a rule set."""
        return Response(_shown(_saved(self.club, public_id)))

    @writes(RuleSetChange, RuleSetShape)
    def put(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Save a rule set under its next revision; nights keep the copy they were started with."""
        saved, wanted = _saved(self.club, public_id), self.read(RuleSetChange)
        return self.once(lambda stamp: _shown(change_rule_set(saved=saved, **wanted, at=stamp.at)))

    @writes(None, Removed)
    def delete(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Forget a rule set; nights keep their copy."""
        saved = find_rule_set(club=self.club, public_id=public_id)

        def write(_stamp: object) -> dict[str, Any]:
            if saved is None:
                raise Http404
            remove_rule_set(saved=saved)
            return Removed({"id": public_id}).data

        return self.once(write)


class RuleSetText(ClubView):
    """A rule set as a file."""

    rights = {"GET": Action.MANAGE}

    @reads(RuleSetFileShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read a rule set as the text of its file."""
        return Response(RuleSetFileShape({"file": written(saved=_saved(self.club, public_id))}).data)


class RuleSetImports(ClubView):
    """Rule sets brought in from a file."""

    rights = {"POST": Action.MANAGE}

    @writes(RuleSetImport, RuleSetShape, status=CREATED)
    def post(self, _request: Request) -> HttpResponse:
        """Keep the rule set of a file."""
        wanted = self.read(RuleSetImport)
        content = read_file(text=wanted["file"])
        return self.once(lambda _stamp: _shown(self._kept(content, wanted)), status=CREATED)

    def _kept(self, content: RuleSetFile, wanted: dict[str, Any]) -> SavedRules:
        try:
            return add_rule_set(
                club=self.club,
                game=content.game,
                name=wanted.get("name", content.name),
                rules=content.rules,
                revision=content.revision,
                at=timezone.now(),
            )
        except RuleSetTakenError as error:
            if not wanted["replace"]:
                raise
            return replace_rule_set(
                saved=error.taken, rules=content.rules, revision=content.revision, at=timezone.now()
            )


def _saved(club: Club, public_id: UUID) -> SavedRules:
    """Return a rule set of the club, or answer 404."""
    if found := find_rule_set(club=club, public_id=public_id):
        return found
    raise Http404


def _shown(saved: SavedRules) -> dict[str, Any]:
    return RuleSetShape(rule_set(saved=saved)).data
