"""Take back what was said of people: a merge, and a player who never played."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from scoring.models import Entry, EntryKind, Membership, Player, Seat, Session
from scoring.operations.errors import PlayerError
from scoring.operations.people.players import require_name_free, require_named, tell_tables
from scoring.operations.table.posting import lock_club, write_seals
from scoring.queries.books.seals import sealed
from scoring.queries.history.tally import played_nights
from scoring.queries.sessions.nights import open_sessions
from scoring.texts import say


@transaction.atomic
def unmerge_player(*, player: Player) -> Player:
    """Make a player that was merged into another one of their own again, and return the player.

    Raises PlayerError where they are not merged, where somebody else has the name now, or where debts of theirs were
    settled over nights: such an act names the person they were then.
    """
    lock_club(club=player.club)
    player.refresh_from_db()
    into = player.merged_into
    if into is None:
        raise PlayerError(say("player.not_merged", player=player.name))
    require_named(player)
    if _has_settled_debts(player):
        raise PlayerError(say("player.debts_as_one", player=player.name))
    require_name_free(player=player, name=player.name)
    player.merged_into = None
    player.save(update_fields=["merged_into"])
    write_seals(chain=player.club.public_id, things=[sealed(player)])
    tell_tables(players=(player, into))
    return player


def _has_settled_debts(player: Player) -> bool:
    """Tell whether an act over nights that stands moved something for a seat of a player, or names the player."""
    acts = Entry.objects.standing().of_kind(EntryKind.UTANG).filter(session__club=player.club)
    own = Q(payments__payer__player=player) | Q(payments__payee__player=player)
    return acts.filter(own).exists() or any(
        str(player.public_id) in str(act) for act in acts.values_list("act", flat=True)
    )


@transaction.atomic
def discard_player(*, player: Player, at: datetime, is_discarded: bool = True) -> Player:
    """Leave a player who never played out of every list, or take that back; return the player.

    Seats stay in the books. Whoever writes the name again takes it back too. Raises PlayerError for somebody who
    played, sits at a night that is open, holds a phone or has other names.
    """
    lock_club(club=player.club)
    player.refresh_from_db()
    if is_discarded and player.discarded_at is None:
        _require_never_played(player)
    if is_discarded != (player.discarded_at is not None):
        player.discarded_at = at if is_discarded else None
        player.save(update_fields=["discarded_at"])
    return player


def _require_never_played(player: Player) -> None:
    require_named(player)
    if player.merged_into_id or player.merged_players.exists() or Membership.objects.filter(player=player).exists():
        raise PlayerError(say("player.in_use", player=player.name))
    seats = Seat.objects.filter(player=player)
    if seats.filter(session__in=open_sessions(club=player.club)).exists():
        raise PlayerError(say("player.in_use", player=player.name))
    for night in played_nights(sessions=tuple(Session.objects.filter(seats__in=seats))):
        if any(night.player_ids[seat] == player.pk for seat in night.took_part):
            raise PlayerError(say("player.played", player=player.name))
