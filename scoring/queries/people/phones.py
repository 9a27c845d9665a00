"""The phones of a club, for the host's page about them and for the phone's own."""

from dataclasses import dataclass
from uuid import UUID

from scoring.models import Club, Device, Membership, Player, Session
from scoring.queries.people.access import Access, access_by, access_of
from scoring.queries.people.players import active_players


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """A device of the club with its place there."""

    device: Device
    access: Access


def phones_of(*, club: Club) -> tuple[Phone, ...]:
    """Return every phone that has a place in the club, in the order they came."""
    active = Membership.objects.filter(club=club, revoked_at=None, device__api_token=None)
    found = active.select_related("device", "club", "session", "player__merged_into")
    found = found.order_by("created_at", "id")
    return tuple(Phone(device=one.device, access=access_by(membership=one)) for one in found)


def find_phone(*, club: Club, public_id: UUID) -> Phone | None:
    """Return the phone with this id that has a place in the club."""
    return next((phone for phone in phones_of(club=club) if phone.device.public_id == public_id), None)


def possible_holders(*, club: Club, session: Session | None) -> tuple[Player, ...]:
    """Return who may hold a phone: the players of its session, or of a phone for the whole club everybody."""
    players = active_players(club=club)
    if session is None:
        return players
    seats = session.seats.select_related("player__merged_into")
    seated = {(seat.player.merged_into or seat.player).pk for seat in seats}
    return tuple(player for player in players if player.pk in seated)


def needs_name(*, device: Device) -> bool:
    """Return whether the device should be asked who holds it: nobody does yet, and there are players."""
    access = access_of(device=device)
    if access is None or access.player is not None:
        return False
    return bool(possible_holders(club=access.club, session=access.session))
