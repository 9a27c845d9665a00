"""The club in the API: games, rules, players, webhooks."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404

from scoring.api.answers import AnyObject, Shape, at
from scoring.api.operation import ANSWERS, PLAYER, ask, delete, do, put, read
from scoring.api.problems import FieldsError
from scoring.forms.rule_sets import read_file, written
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame, Data, InWords, RulesData
from scoring.games.fields import Choice, Field
from scoring.games.house_rules import profile_data
from scoring.limits import Limits
from scoring.models import Club, Player, SavedRules, Webhook
from scoring.operations import rule_sets as writing
from scoring.operations.history import read_history
from scoring.operations.people.clubs import change_club, change_deck
from scoring.operations.people.players import discard_player, erase_player, merge_players, rename_player, unmerge_player
from scoring.operations.people.programs import add_webhook, remove_webhook, secret_of
from scoring.operations.rule_sets import RuleSetName, add_rule_set, change_rule_set, remove_rule_set
from scoring.operations.words import EntryNumber, SentRules
from scoring.queries.people import players
from scoring.queries.people.access import Access, Action, lets
from scoring.queries.rule_sets import Difference, RuleSet, rule_set, rule_set_called, rule_sets
from scoring.texts import say
from scoring.texts.decks import Deck


class ChoiceShape(Shape, of=Choice, keeps="value label suit copies"):
    """A stored value, its label, and a card's suit."""


class FieldShape(Shape, of=Field, keeps="name label kind choices minimum maximum is_required for_each_seat rule"):
    """A field of an act or of house rules."""


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
    """A game with its rules, acts and questions."""

    id: str
    name: str
    engine_version: str
    seat_counts: tuple[int, ...]
    presets: Mapping[str, RulesData] = at("", _presets)
    house_rules: tuple[Field, ...]
    acts: Mapping[ActKind, tuple[Field, ...]] = at("", _acts)
    questions: tuple[QuestionShape, ...]


def list_games() -> tuple[AnyGame, ...]:
    """List the games with their rules, acts and questions."""
    return GAMES


def answer_question(
    *, game: str, question: str, values: AnyObject, rules: SentRules | None = None
) -> Annotated[Data, InWords("answer")]:
    """Answer a question to the judge of a game."""
    for known in GAMES:
        for each in known.questions:
            if (known.id, each.id) == (game, question):
                profile = known.read_rules(value={"preset": known.presets[0], **(rules or {})})
                return each.answer(values, profile).data()
    raise Http404


class DifferenceShape(Shape, of=Difference, keeps="about.name about.rule about.label own preset"):
    """A house rule that differs from its preset."""


class RuleSetShape(
    Shape, of=RuleSet, keeps="saved.public_id saved.game saved.name saved.revision saved.changed_at differences"
):
    """A rule set with complete `rules` and their `differences`."""

    rules: RulesData = at("saved.rules")


class RuleSetText(Shape):
    """The file of a rule set."""

    file: str = at("", lambda saved: written(saved=saved))


ANSWERS[SavedRules] = (RuleSet, lambda saved: rule_set(saved=saved))


def read_saved(*, saved: SavedRules) -> SavedRules:
    """Read the file of a rule set."""
    return saved


def import_rule_set(
    *,
    club: Club,
    file: Annotated[str, Limits(1, 200_000)],
    at: datetime,
    name: RuleSetName | None = None,
    replace: bool = False,
    expected_revision: EntryNumber | None = None,
) -> SavedRules:
    """Import a rule set."""
    content = read_file(text=file)
    name = name or str(content["name"])
    if replace and expected_revision is None and rule_set_called(club=club, name=name):
        raise FieldsError(("expected_revision", say("api.field_missing")))
    content |= {"name": name, "replace": replace, "expected_revision": expected_revision}
    return writing.import_rule_set(club=club, at=at, **content)


class ClubShape(Shape, of=Club, keeps="public_id name time_zone"):
    """The club of the token."""


class DeckShape(Shape):
    """The deck that the pages draw."""

    deck: Deck


class TokenShape(Shape, of=Access, keeps="club role player"):
    """The club, rights and player of a token."""

    session_id: UUID | None = at("session.public_id")
    rights: tuple[Action, ...] = at("", lambda who: tuple(each for each in Action if lets(access=who, action=each)))


def read_token(*, access: Access) -> Access:
    """Read the club, rights and player of the token."""
    return access


def read_club(*, club: Club) -> Club:
    """Read the club's name and time zone."""
    return club


class Players(Shape, of=players.PlayerList, keeps="totals without_session", pages="totals without_session"):
    """The totals of players by currency."""


def list_players(*, club: Club, order: players.Order = players.Order.RESULT) -> players.PlayerList:
    """List the totals of players by currency."""
    return players.player_list(history=read_history(club=club), order=order)


def read_player(*, player: Player) -> players.PlayerDetails:
    """Read totals, partners and sessions, newest first."""
    return players.player_details(history=read_history(club=player.club), player=player)


ANSWERS[Player] = (players.PlayerDetails, lambda player: read_player(player=player))


class WebhookShape(Shape, of=Webhook, keeps="public_id address"):
    """A webhook and its last failure, empty without one."""

    failure: str = at("said")


class NewWebhookShape(WebhookShape):
    """A new webhook with its `secret` for signatures."""

    secret: str = at("said")


def _secret(told: Mapping[str, Any]) -> dict[str, str]:
    return {"secret": secret_of(webhook=Webhook(public_id=UUID(told["id"])))}


def list_webhooks(*, club: Club) -> tuple[Webhook, ...]:
    """List the webhooks."""
    return tuple(Webhook.objects.filter(club=club).order_by("pk"))


def read_webhook(*, webhook: Webhook) -> Webhook:
    """Read a webhook."""
    return webhook


ONE = "rule-sets/{rule_set_id}/"
OPERATIONS = (
    read("games/", list_games, shows=tuple[GameShape, ...]),
    ask("games/{game}/questions/{question}/", answer_question),
    read("rule-sets/", rule_sets, Action.BROWSE, "List the rule sets.", hides=("game",)),
    do("rule-sets/", add_rule_set, Action.MANAGE, makes="rule-sets/{id}/", hides=("revision",)),
    do("rule-sets/import/", import_rule_set, Action.MANAGE, makes="rule-sets/{id}/"),
    read(ONE, rule_set, Action.BROWSE, "Read a rule set."),
    put(ONE, change_rule_set, Action.MANAGE),
    delete(ONE, remove_rule_set, Action.MANAGE, needs=("expected_revision",)),
    read(f"{ONE}file/", read_saved, Action.MANAGE, shows=RuleSetText),
    read("token/", read_token, Action.SEE),
    read("club/", read_club, Action.SEE),
    put("club/", change_club, Action.MANAGE),
    read("club/deck/", read_club, Action.SEE, "Read which deck the pages draw.", shows=DeckShape),
    put("club/deck/", change_deck, Action.MANAGE, then=read_club, shows=DeckShape),
    read("players/", list_players, Action.BROWSE),
    read(PLAYER, read_player, Action.BROWSE),
    put(PLAYER, rename_player, Action.MANAGE),
    do(f"{PLAYER}merge/", merge_players, Action.MANAGE, needs=("expected_names", "expected_into")),
    do(f"{PLAYER}unmerge/", unmerge_player, Action.MANAGE),
    put(f"{PLAYER}discarded/", discard_player, Action.MANAGE, needs=("is_discarded",)),
    do(f"{PLAYER}erase/", erase_player, Action.MANAGE, needs=("expected_names",)),
    read("webhooks/", list_webhooks, Action.MANAGE),
    do("webhooks/", add_webhook, Action.MANAGE, makes="webhooks/{id}/", shows=NewWebhookShape, adds=_secret),
    read("webhooks/{webhook_id}/", read_webhook, Action.MANAGE),
    delete("webhooks/{webhook_id}/", remove_webhook, Action.MANAGE),
)
