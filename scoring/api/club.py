"""The club of the token, its players and what they won."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import ClubView
from scoring.api.errors import FieldsError
from scoring.api.parsing import Choice, Id, Input, Text
from scoring.api.schema import reads, writes
from scoring.api.shapes import ClubShape, PlayerShape, PlayersShape, TokenShape, words
from scoring.models import Club, Player
from scoring.operations import clubs
from scoring.operations.clubs import change_club
from scoring.operations.players import LONGEST_NAME, erase_player, merge_players, rename_player
from scoring.queries.access import Action, lets
from scoring.queries.players import Order, nights_of, partner_totals, player_list, player_totals


class ClubChange(Input):
    """The club's name and clock."""

    name = Text(max_length=clubs.LONGEST_NAME)
    time_zone = Text(max_length=64)


class PlayersQuery(Input):
    """In which order."""

    order = Choice(choices=words(*Order), default=Order.RESULT.value)


class NewName(Input):
    """Another name for a player."""

    name = Text(max_length=LONGEST_NAME)


class MergeInto(Input):
    """The player that this one really is."""

    into = Id()


class Token(ClubView):
    """The token itself."""

    @reads(TokenShape)
    def get(self, _request: Request) -> Response:
        """Say which club the token belongs to, what it may do there, and who its program speaks for."""
        rights = [action.value for action in Action if lets(access=self.access, action=action)]
        found = {
            "club": self.club,
            "role": self.access.role,
            "session": self.access.session,
            "player": self.access.player,
            "rights": rights,
        }
        return Response(TokenShape(found).data)


class TheClub(ClubView):
    """The club."""

    rights = {"GET": Action.SEE, "PUT": Action.MANAGE}

    @reads(ClubShape)
    def get(self, _request: Request) -> Response:
        """Read the club's name and time zone."""
        return Response(ClubShape(self.club).data)

    @writes(ClubChange, ClubShape)
    def put(self, _request: Request) -> HttpResponse:
        """Change the club's name and time zone."""
        wanted = self.read(ClubChange)
        return self.once(lambda _stamp: ClubShape(change_club(club=self.club, **wanted)).data)


class Players(ClubView):
    """The players of the club."""

    rights = {"GET": Action.BROWSE}

    @reads(PlayersShape, query=(PlayersQuery,))
    def get(self, _request: Request) -> Response:
        """List everybody's totals, currency by currency."""
        found = player_list(club=self.club, order=Order(self.asked(PlayersQuery)["order"]))
        totals = [total for currency in found.currencies for total in currency.totals]
        return Response(PlayersShape({"totals": totals, "without_session": found.without_session}).data)


class OnePlayer(ClubView):
    """A player."""

    rights = {"GET": Action.BROWSE, "PATCH": Action.MANAGE}

    @reads(PlayerShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read what a player did: totals, partners, sessions newest first."""
        return Response(_shown(find_player(self.club, public_id)))

    @writes(NewName, PlayerShape)
    def patch(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Give a player another name, in old sessions too."""
        player, name = find_player(self.club, public_id), self.read(NewName)["name"]
        return self.once(lambda _stamp: _shown(rename_player(player=player, name=name)))


class Mergers(ClubView):
    """Two players made one."""

    rights = {"POST": Action.MANAGE}

    @writes(MergeInto, PlayerShape)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Make a player one with another, who is answered; their nights count for that one."""
        player, into = find_player(self.club, public_id), self.read(MergeInto)["into"]
        try:
            other = find_player(self.club, into)
        except Http404:
            raise FieldsError(into="The club has no such player.") from None
        return self.once(lambda _stamp: _shown(merge_players(player=player, into=other)))


class Erasures(ClubView):
    """Names erased on request."""

    rights = {"POST": Action.MANAGE}

    @writes(None, PlayerShape)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Erase a player's name for good; the books keep seats and amounts under a neutral name."""
        player = find_player(self.club, public_id)
        return self.once(lambda stamp: _shown(erase_player(player=player, at=stamp.at)))


def find_player(club: Club, public_id: UUID) -> Player:
    """Return a player of the club, or answer 404."""
    known = Player.objects.select_related("merged_into", "club").filter(club=club, public_id=public_id)
    if found := known.first():
        return found
    raise Http404


def _shown(player: Player) -> dict[str, Any]:
    found = {
        "public_id": player.public_id,
        "name": player.name,
        "merged_into": player.merged_into,
        "totals": player_totals(player=player),
        "partners": partner_totals(player=player),
        "sessions": [night.seat.session.public_id for night in nights_of(player=player)],
    }
    return PlayerShape(found).data
