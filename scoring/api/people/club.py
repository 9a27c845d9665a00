"""The club of the token, its players and what they won."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404

from scoring.api.web.answers import CurrencyCode, Shape, at
from scoring.api.web.base import ClubView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import NEEDED, Choice, Id, Input, Several, Text, YesNo, words
from scoring.models import Club, Player, Role
from scoring.models.clubs import LONGEST_CLUB_NAME, LONGEST_NAME
from scoring.operations.history import read_history
from scoring.operations.people.clubs import change_club, change_deck
from scoring.operations.people.players import erase_player, merge_players, rename_player
from scoring.operations.people.undoing import discard_player, unmerge_player
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action, lets
from scoring.queries.people.players import Order, partners_of, player_list, session_ids_of, totals_of
from scoring.texts import say
from scoring.texts.decks import Deck


class ClubShape(Shape):
    """The club of the token."""

    id: UUID = at("public_id")
    name: str
    time_zone: str


class PersonShape(Shape):
    """A player of the club."""

    id: UUID = at("public_id")
    name: str


class TokenShape(Shape):
    """The club a token belongs to, what it may do there, and who its program speaks for."""

    club: ClubShape
    role: Role
    session: UUID | None
    player: PersonShape | None
    rights: tuple[Action, ...]


class ByCloseShape(Shape):
    """What the close moved of a result: what partners shared, and coins by rounding."""

    shared_cents: int
    coin_cents: int


class TotalShape(Shape):
    """What a player did in one currency."""

    currency: CurrencyCode = at("currency.code")
    session_count: int
    hands_won: int
    result_cents: int
    apart_cents: int
    by_close: ByCloseShape


class PlayerTotalShape(TotalShape):
    """A player with what they did in one currency."""

    player: PersonShape


class PlayersShape(Shape):
    """Everybody who played, by currency, and those who never sat down."""

    totals: tuple[PlayerTotalShape, ...]
    without_session: tuple[PersonShape, ...]


class PartnerShape(Shape):
    """What a player did beside one partner in one currency."""

    partner: PersonShape
    currency: CurrencyCode = at("currency.code")
    session_count: int
    result_cents: int


class PlayerShape(PersonShape):
    """A player with everything they did; a merged one lives on under the player named."""

    merged_into: UUID | None
    totals: tuple[TotalShape, ...]
    partners: tuple[PartnerShape, ...]
    sessions: tuple[UUID, ...]


class ClubChange(Input):
    """The club's name and clock."""

    name = Text(max_length=LONGEST_CLUB_NAME)
    time_zone = Text(max_length=64)
    expected_name = Text(required=False, max_length=LONGEST_CLUB_NAME)
    expected_time_zone = Text(required=False, max_length=64)


class PlayersQuery(Input):
    """In which order."""

    order = Choice(choices=words(*Order), default=Order.RESULT.value)


class NewName(Input):
    """Another name for a player, and the one that was read."""

    name = Text(max_length=LONGEST_NAME)
    expected_name = Text(required=False, max_length=LONGEST_NAME)


class Erasing(Input):
    """The names that were read: the player's, and those merged into it."""

    expected_names = Several(child=Text(max_length=LONGEST_NAME), **NEEDED)


class WantedDiscard(Input):
    """Whether a player is left out of every list."""

    is_discarded = YesNo()


class MergeInto(Input):
    """The player that this one really is; the names that were read of both, with those merged into them."""

    into = Id()
    expected_names = Several(child=Text(max_length=LONGEST_NAME), **NEEDED)
    expected_into = Several(child=Text(max_length=LONGEST_NAME), **NEEDED)


class Token(ClubView):
    @reads(TokenShape, right=Action.SEE)
    def get(self) -> Any:
        """Say which club the token belongs to, what it may do there, and who its program speaks for."""
        access = self.access
        return {
            "club": access.club,
            "role": access.role,
            "session": access.session and access.session.public_id,
            "player": access.player,
            "rights": [action for action in Action if lets(access=access, action=action)],
        }


class TheClub(ClubView):
    @reads(ClubShape, right=Action.SEE)
    def get(self) -> Club:
        """Read the club's name and time zone."""
        return self.club

    @writes(ClubChange, ClubShape, right=Action.MANAGE)
    def put(self, wanted: dict[str, Any], _stamp: Stamp) -> Club:
        """Change the club's name and time zone.

        With both as they were read, 409 `shown_changed` says that another has changed them since.
        """
        seen = wanted.pop("expected_name", ""), wanted.pop("expected_time_zone", "")
        return change_club(club=self.club, **wanted, expected=seen if all(seen) else None)


class ClubDeckShape(Shape):
    """The deck whose cards the pages draw."""

    deck: Deck


class NewDeck(Input):
    """The deck whose cards the pages shall draw."""

    deck = Choice(choices=words(*Deck))


class TheDeck(ClubView):
    @reads(ClubDeckShape, right=Action.SEE)
    def get(self) -> Club:
        """Read which deck the pages draw; cards are written as the Spanish pack writes them under each."""
        return self.club

    @writes(NewDeck, ClubDeckShape, right=Action.MANAGE)
    def put(self, wanted: dict[str, Any], _stamp: Stamp) -> Any:
        """Have the pages draw another deck."""
        change_deck(club=self.club, deck=Deck(wanted["deck"]))
        return wanted


class Players(ClubView):
    @reads(PlayersShape, right=Action.BROWSE, query=PlayersQuery)
    def get(self, asked: dict[str, Any]) -> Any:
        """List everybody's totals, currency by currency."""
        found = player_list(history=read_history(club=self.club), order=Order(asked["order"]))
        totals = tuple(total for currency in found.currencies for total in currency.totals)
        return {"totals": totals, "without_session": found.without_session}


class PlayerView(ClubView):
    """A resource of a player of the club."""

    player: Player

    def find(self) -> None:
        known = Player.objects.select_related("merged_into", "club").filter(club=self.club)
        self.player = get_object_or_404(known, public_id=self.part("public_id"))


class OnePlayer(PlayerView):
    @reads(PlayerShape, right=Action.BROWSE)
    def get(self) -> Any:
        """Read what a player did: totals, partners, sessions newest first."""
        return _found(self.player)

    @writes(NewName, PlayerShape, right=Action.MANAGE)
    def patch(self, new: dict[str, Any], _stamp: Stamp) -> Any:
        """Give a player another name, in old sessions too."""
        return _found(rename_player(player=self.player, **new))


class Mergers(PlayerView):
    @writes(MergeInto, PlayerShape, right=Action.MANAGE)
    def post(self, wanted: dict[str, Any], _stamp: Stamp) -> Any:
        """Make a player one with another, who is answered; their nights count for that one."""
        into = Player.objects.filter(club=self.club, public_id=wanted["into"]).first()
        if into is None:
            raise FieldsError(into=say("api.unknown_player"))
        seen = {name: tuple(wanted[name]) for name in ("expected_names", "expected_into") if name in wanted}
        return _found(merge_players(player=self.player, into=into, **seen))


class Unmergers(PlayerView):
    @writes(None, PlayerShape, right=Action.MANAGE)
    def post(self, _stamp: Stamp) -> Any:
        """Make a merged player one of their own again; refused once debts of both were settled as those of one."""
        return _found(unmerge_player(player=self.player))


class DiscardedPlayer(PlayerView):
    @writes(WantedDiscard, PlayerShape, right=Action.MANAGE)
    def put(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Leave a player who never played out of every list, or take that back."""
        return _found(discard_player(player=self.player, at=stamp.at, **wanted))


class Erasures(PlayerView):
    @writes(Erasing, PlayerShape, right=Action.MANAGE)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> Any:
        """Erase a player's name for good; the books keep seats and amounts under a neutral name."""
        names = tuple(wanted["expected_names"]) if "expected_names" in wanted else None
        return _found(erase_player(player=self.player, at=stamp.at, expected_names=names))


def _found(player: Player) -> Any:
    history = read_history(club=player.club)
    return {
        "public_id": player.public_id,
        "name": player.name,
        "merged_into": player.merged_into and player.merged_into.public_id,
        "totals": totals_of(history=history, player=player),
        "partners": partners_of(history=history, player=player),
        "sessions": session_ids_of(history=history, player=player),
    }
