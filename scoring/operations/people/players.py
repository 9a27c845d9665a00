"""Find, add, rename, merge and erase players."""

from collections.abc import Iterable
from datetime import datetime
from itertools import count
from unicodedata import category, normalize

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scoring.models import LONGEST_NAME, Club, Device, Entry, EntryKind, JoinRequest, Membership, Player, Seat, Session
from scoring.operations.errors import PlayerError, ShownChangedError
from scoring.operations.machine import forget_answers_with
from scoring.operations.table.posting import change, lock_club, write_seals
from scoring.operations.words import PersonName, PersonNames
from scoring.queries.books.seals import sealed
from scoring.queries.history.played_night import played_nights
from scoring.queries.table.nights import open_sessions
from scoring.texts import say

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_UNSEEN = ("Cc", "Cf")
_VARIATIONS = range(0xFE00, 0xFE10)


def readable(text: str) -> str:
    """Return one line of printable text, with emoji."""
    shown = " ".join(normalize("NFC", text).split())
    # Marks of direction can reverse a name on the page. Joiners are part of emoji.
    seen = (letter for letter in shown if category(letter) not in _UNSEEN or letter in _JOINERS)
    return " ".join("".join(seen).split())


def visible_name(name: str) -> str:
    """Return a name in small letters, without invisible signs."""
    # Names that look alike would let a stranger pose as a player.
    letters = (letter for letter in name.casefold() if ord(letter) not in _VARIATIONS)
    return "".join(letter for letter in letters if category(letter) not in _UNSEEN)


def player_called(*, club: Club, name: str, at: datetime) -> Player:
    """Find or add a player by name. Raises PlayerError."""
    found = player_known(players=_players(club), name=name)
    if found and found.discarded_at:
        change(found, discarded_at=None)
    return found or Player.objects.create(club=club, name=_clean(name), created_at=at)


def player_known(*, players: Iterable[Player], name: str) -> Player | None:
    """Find a player by name. Raises PlayerError."""
    known = _namesakes(players, _clean(name))
    player = min(known, key=lambda player: player.merged_into_id is not None, default=None)
    if player is None:
        return None
    require_named(player)
    return player.merged_into or player


@transaction.atomic
def rename_player(*, player: Player, name: PersonName, expected_name: PersonName | None = None) -> Player:
    """Rename a player. Raises PlayerError, ShownChangedError."""
    lock_club(club=player.club, again=[player])
    require_named(player)
    name = _clean(name)
    if expected_name not in (None, player.name) and name != player.name:
        raise ShownChangedError(say("shown_changed.player"))
    require_name_free(player=player, name=name)
    change(player, name=name)
    reload_tables(players=_all_of(player))
    return player


@transaction.atomic
def merge_players(
    *, player: Player, into: Player, expected_names: PersonNames | None = None, expected_into: PersonNames | None = None
) -> Player:
    """Merge a player into another, who gets the results. Raises PlayerError, ShownChangedError."""
    # Two merges at the same time, each into the other, would leave no player.
    lock_club(club=player.club, again=[player, into])
    require_mergeable(player=player, into=into)
    _require_names(player, expected=expected_names)
    _require_names(into, expected=expected_into)
    merged = _all_of(player)
    for each in merged:
        change(each, merged_into=into)
    write_seals(chain=into.club.public_id, things=map(sealed, merged))
    reload_tables(players=_all_of(into))
    return into


@transaction.atomic
def erase_player(*, player: Player, at: datetime, expected_names: PersonNames | None = None) -> Player:
    """Replace a player's names by a neutral one.

    Results and reasons stay. Raises PlayerError, ShownChangedError.
    """
    lock_club(club=player.club, again=[player])
    if player.merged_into_id:
        raise PlayerError(say("player.old_name"))
    if player.erased_at:
        return player
    _require_names(player, expected=expected_names)
    everyone, taken = _all_of(player), {each.name.casefold() for each in _players(player.club)}
    neutral = next(name for number in count(1) if (name := f"Player {number}").casefold() not in taken)
    old_names, folded = [each.name for each in everyone], {each.name.casefold() for each in everyone}
    Player.objects.filter(pk__in=[each.pk for each in everyone]).update(name=neutral, erased_at=at)
    for device in Device.objects.filter(memberships__player__in=everyone):
        if any(name in device.label.casefold() for name in folded):
            change(device, label=neutral)
    # Kept answers and requests hold the name too.
    forget_answers_with(names=old_names)
    for request in JoinRequest.objects.filter(code__club=player.club).exclude(name=""):
        if request.name.casefold() in folded:
            change(request, name="")
    reload_tables(players=everyone)
    player.refresh_from_db()
    return player


def require_name_free(*, player: Player, name: str) -> None:
    namesakes = _namesakes(_players(player.club), name)
    if any(other != player and other.merged_into is None for other in namesakes):
        raise PlayerError(say("player.name_taken", name=name))


def require_mergeable(*, player: Player, into: Player) -> None:
    """Raise PlayerError for players that cannot be merged."""
    require_named(player)
    require_named(into)
    if player.club_id != into.club_id or player.merged_into_id or into.merged_into_id:
        raise PlayerError(say("player.not_two"))
    if player == into:
        raise PlayerError(say("player.same"))
    if Seat.objects.filter(player__in=_all_of(player), session__seats__player__in=_all_of(into)).exists():
        raise PlayerError(say("player.one_table", player=player.name, other=into.name))


def reload_tables(*, players: Iterable[Player]) -> None:
    Session.objects.filter(seats__player__in=players).update(revision=F("revision") + 1)


def require_named(player: Player) -> None:
    if player.erased_at:
        raise PlayerError(say("player.erased", player=player.name))


def _require_names(player: Player, *, expected: tuple[str, ...] | None) -> None:
    names = [each.name for each in _all_of(player)]
    if expected is not None and sorted(expected) != sorted(names):
        raise ShownChangedError(say("shown_changed.player"))


def _all_of(player: Player) -> list[Player]:
    return [player, *player.merged_players.all()]


def _namesakes(players: Iterable[Player], name: str) -> list[Player]:
    # SQLite ignores the case of ASCII only, so names are compared in Python.
    same = visible_name(name)
    return [player for player in players if visible_name(player.name) == same]


def _players(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club).select_related("merged_into")


def _clean(name: str) -> str:
    name = readable(name)
    if not any(category(letter)[0] in "LNSP" for letter in name):
        raise PlayerError(say("player.no_name"))
    if len(name) > LONGEST_NAME:
        raise PlayerError(say("player.long_name", start=name[:20], most=LONGEST_NAME))
    return name


@transaction.atomic
def unmerge_player(*, player: Player) -> Player:
    """Undo a merge. Raises PlayerError."""
    lock_club(club=player.club, again=[player])
    into = player.merged_into
    if into is None:
        raise PlayerError(say("player.not_merged", player=player.name))
    require_named(player)
    debts = Entry.objects.standing(EntryKind.UTANG).filter(session__club=player.club)
    own = Q(payments__payer__player=player) | Q(payments__payee__player=player)
    named = (str(player.public_id) in str(act) for act in debts.values_list("act", flat=True))
    # A debt payment names the merged person, so after the split its lines would name the wrong player.
    if debts.filter(own).exists() or any(named):
        raise PlayerError(say("player.debts_as_one", player=player.name))
    require_name_free(player=player, name=player.name)
    change(player, merged_into=None)
    write_seals(chain=player.club.public_id, things=[sealed(player)])
    reload_tables(players=(player, into))
    return player


@transaction.atomic
def discard_player(*, player: Player, at: datetime, is_discarded: bool = True) -> Player:
    """Hide or show a player who never played. Raises PlayerError for results, a seat, a phone or other names."""
    lock_club(club=player.club, again=[player])
    if is_discarded and player.discarded_at is None:
        _require_never_played(player)
    if is_discarded != (player.discarded_at is not None):
        change(player, discarded_at=at if is_discarded else None)
    return player


def _require_never_played(player: Player) -> None:
    require_named(player)
    seats = Seat.objects.filter(player=player)
    is_merged = player.merged_into_id or player.merged_players.exists()
    sits = seats.filter(session__in=open_sessions(club=player.club))
    if is_merged or Membership.objects.filter(player=player).exists() or sits.exists():
        raise PlayerError(say("player.in_use", player=player.name))
    for night in played_nights(sessions=tuple(Session.objects.filter(seats__in=seats))):
        if any(night.players[seat] == player for seat in night.took_part):
            raise PlayerError(say("player.played", player=player.name))
