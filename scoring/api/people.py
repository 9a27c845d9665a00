"""The club of the token, its players with what they did, and the addresses that are told what happens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.api.answers import Shape, at
from scoring.api.operation import ANSWERS, PLAYER, delete, do, put, read
from scoring.models import Club, Player, Webhook
from scoring.operations.history import read_history
from scoring.operations.people.clubs import change_club, change_deck
from scoring.operations.people.players import discard_player, erase_player, merge_players, rename_player, unmerge_player
from scoring.operations.people.programs import add_webhook, remove_webhook, secret_of
from scoring.queries.people import players
from scoring.queries.people.access import Access, Action, lets
from scoring.texts.decks import Deck


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
    rights: tuple[Action, ...] = at(
        "", lambda access: tuple(each for each in Action if lets(access=access, action=each))
    )


def read_token(*, access: Access) -> Access:
    """Say which club the token belongs to, what it may do there, and who its program speaks for."""
    return access


def read_club(*, club: Club) -> Club:
    """Read the club's name and time zone."""
    return club


class Players(Shape, of=players.PlayerList, keeps="without_session"):
    """Everybody who played, by currency, and those who never sat down."""

    totals: tuple[players.Total, ...] = at(
        "currencies", lambda found: tuple(one for each in found for one in each.totals)
    )


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


OPERATIONS = (
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
