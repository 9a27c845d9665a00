"""Keep named house rules of a club."""

from datetime import datetime
from typing import Annotated

from django.db import transaction

from scoring.games import FIRST, game_by_id
from scoring.games.base import Data
from scoring.games.house_rules import profile_data, read_new_rules
from scoring.limits import Limits
from scoring.models import LONGEST_RULES_NAME, Club, SavedRules
from scoring.operations.errors import RefusedError, StaleError
from scoring.operations.table.posting import change, lock_club, require_room
from scoring.operations.words import EntryNumber, GameId, SentRules
from scoring.queries.rule_sets import rule_set_called, source_of
from scoring.texts import say

type RuleSetName = Annotated[str, Limits(1, LONGEST_RULES_NAME)]


class RuleSetNameError(RefusedError):
    """A name that a rule set cannot have."""

    field = "name"


class RuleSetTakenError(RefusedError):
    """Another rule set has the name: `saved`."""

    saved: SavedRules


class RuleSetChangedError(StaleError):
    """Another phone saved the rule set: `saved`."""

    saved: SavedRules


@transaction.atomic
def add_rule_set(
    *, club: Club, name: RuleSetName, rules: SentRules, at: datetime, game: GameId = FIRST.id, revision: int = 1
) -> SavedRules:
    """Save rules under a new name, once. Raises RuleSetNameError, RuleSetTakenError, ImpossibleError."""
    read_new_rules(game=game_by_id(game_id=game), value=rules)
    return _add(club=club, game=game, name=name, rules=rules, revision=revision, at=at)


def _add(*, club: Club, game: str, name: str, rules: object, revision: int, at: datetime) -> SavedRules:
    lock_club(club=club)
    name = _clean(name, game=game)
    complete = _complete(game=game, name=name, rules=rules, revision=revision)
    if taken := rule_set_called(club=club, name=name):
        # The same form sent twice finds its own rule set.
        if (taken.game, taken.name, taken.rules) != (game, name, complete):
            raise RuleSetTakenError(saved=taken)
        return taken
    require_room(SavedRules.objects.filter(club=club), refused=RuleSetNameError)
    return SavedRules.objects.create(club=club, game=game, name=name, rules=complete, revision=revision, changed_at=at)


@transaction.atomic
def change_rule_set(
    *, saved: SavedRules, name: RuleSetName, rules: SentRules, expected_revision: EntryNumber, at: datetime
) -> SavedRules:
    """Save changed rules under the next revision. Raises as `add_rule_set`, and RuleSetChangedError."""
    read_new_rules(game=game_by_id(game_id=saved.game), value=rules)
    lock_club(club=saved.club, again=[saved])
    return _replace(saved, name=_clean(name, game=saved.game), rules=rules, at=at, expected=expected_revision)


@transaction.atomic
def import_rule_set(
    *,
    club: Club,
    game: str,
    name: str,
    rules: object,
    revision: int,
    replace: bool,
    at: datetime,
    expected_revision: int | None = None,
) -> SavedRules:
    """Save imported rules, or `replace` a set of this name. Raises as `change_rule_set`."""
    try:
        return _add(club=club, game=game, name=name, rules=rules, revision=revision, at=at)
    except RuleSetTakenError as error:
        saved = error.saved
        if not replace or saved.game != game:
            raise
    return _replace(saved, name=saved.name, rules=rules, least_revision=revision, at=at, expected=expected_revision)


@transaction.atomic
def remove_rule_set(*, saved: SavedRules, expected_revision: EntryNumber | None = None) -> None:
    """Remove a rule set. Raises RuleSetChangedError."""
    lock_club(club=saved.club)
    now = SavedRules.objects.filter(pk=saved.pk).first()
    if now and expected_revision not in (None, now.revision):
        raise RuleSetChangedError(saved=now)
    SavedRules.objects.filter(pk=saved.pk).delete()


def _clean(name: str, *, game: str) -> str:
    """Check a name and trim it. Raises RuleSetNameError."""
    name = " ".join(name.split())
    if not name:
        raise RuleSetNameError(say("rule_set_name.missing"))
    if len(name) > LONGEST_RULES_NAME:
        raise RuleSetNameError(say("rule_set_name.too_long", most=LONGEST_RULES_NAME))
    if not name.isprintable():
        raise RuleSetNameError(say("rule_set_name.not_printable"))
    if name.lower() in game_by_id(game_id=game).presets:
        raise RuleSetNameError(say("rule_set_name.preset"))
    return name


def _complete(*, game: str, name: str, rules: object, revision: int) -> Data:
    complete = profile_data(profile=game_by_id(game_id=game).read_rules(value=rules))
    return {**complete, "revision": revision, "source": source_of(name=name)}


def _replace(
    saved: SavedRules, *, name: str, rules: object, at: datetime, expected: int | None, least_revision: int = 0
) -> SavedRules:
    """Save other rules or another name, if there are any. Raises RuleSetChangedError, RuleSetTakenError."""
    now = _complete(game=saved.game, name=name, rules=rules, revision=saved.revision)
    if (saved.name, saved.rules) == (name, now):
        return saved
    if expected not in (None, saved.revision):
        raise RuleSetChangedError(saved=saved)
    taken = rule_set_called(club=saved.club, name=name)
    if taken and taken != saved:
        raise RuleSetTakenError(saved=taken)
    revision = max(least_revision, saved.revision + 1)
    change(saved, name=name, rules={**now, "revision": revision}, revision=revision, changed_at=at)
    return saved
