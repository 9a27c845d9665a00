"""What a club keeps: its rule sets, players, and addresses that are told what happens; and what each game asks."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
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


# --- The club of the token and its players


class ClubShape(Shape, of=Club):
    """The club of the token."""

    id: UUID = at("public_id")
    name: str
    time_zone: str


class DeckShape(Shape):
    """The deck whose cards the pages draw; cards are written as the Spanish pack writes them under each."""

    deck: Deck


class TokenShape(Shape, of=Access, keeps="club role player"):
    """The club a token belongs to, what it may do there, and who its program speaks for."""

    session_id: UUID | None = at("session.public_id")
    rights: tuple[Action, ...] = at("", lambda who: tuple(each for each in Action if lets(access=who, action=each)))


def read_token(*, access: Access) -> Access:
    """Say which club the token belongs to, what it may do there, and who its program speaks for."""
    return access


def read_club(*, club: Club) -> Club:
    """Read the club's name and time zone."""
    return club


class Players(Shape, of=players.PlayerList, keeps="totals without_session"):
    """Everybody who played, by currency, and those who never sat down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDetails:
    """A player with everything they did; a merged one lives on under the player named."""

    id: UUID
    name: str
    merged_into_id: UUID | None
    totals: tuple[players.Total, ...]
    partners: tuple[players.PartnerTotal, ...]
    session_ids: tuple[UUID, ...]


def list_players(*, club: Club, order: players.Order = players.Order.RESULT) -> players.PlayerList:
    """List everybody's totals, currency by currency."""
    return players.player_list(history=read_history(club=club), order=order)


def read_player(*, player: Player) -> PlayerDetails:
    """Read what a player did: totals, partners, sessions newest first."""
    history = read_history(club=player.club)
    return PlayerDetails(
        id=player.public_id,
        name=player.name,
        merged_into_id=player.merged_into.public_id if player.merged_into else None,
        totals=players.totals_of(history=history, player=player),
        partners=players.partners_of(history=history, player=player),
        session_ids=players.session_ids_of(history=history, player=player),
    )


ANSWERS[Player] = (PlayerDetails, lambda player: read_player(player=player))


class WebhookShape(Shape, of=Webhook):
    """An address, and why the newest try to tell it failed; empty where it did not."""

    id: UUID = at("public_id")
    address: str
    failure: str = at("said")


class NewWebhookShape(WebhookShape):
    """The same with its `secret`, which signs what the address is told and which no other answer says."""

    secret: str = at("said")


def _secret(told: Mapping[str, Any]) -> dict[str, str]:
    return {"secret": secret_of(webhook=Webhook(public_id=UUID(told["id"])))}


def list_webhooks(*, club: Club) -> tuple[Webhook, ...]:
    """List the addresses that are told what happens."""
    return tuple(Webhook.objects.filter(club=club).order_by("pk"))


def read_webhook(*, webhook: Webhook) -> Webhook:
    """Read an address that is told."""
    return webhook


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
