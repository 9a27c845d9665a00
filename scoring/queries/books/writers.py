"""From which devices the lines of a session came, and who holds each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Prefetch

from scoring.models import Device, Entry, Membership, Role, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A device that recorded something, by its own label, and its place in the club.

    Nothing keeps who held it when it recorded: `holder` holds it now, or did last where its place `has_ended`.
    Without any place in the club it has no `role`.
    """

    label: str
    is_program: bool
    role: Role | None = None
    holder: str = ""
    has_ended: bool = False


def writers_of(*, session: Session) -> Mapping[int, Writer]:
    """Return every device that recorded something in a session."""
    wrote = Entry.objects.filter(session=session).values("device")
    places = Membership.objects.filter(club=session.club_id).select_related("player__merged_into")
    devices = Device.objects.filter(pk__in=wrote).select_related("api_token")
    known = devices.prefetch_related(Prefetch("memberships", queryset=places))
    return {device.pk: _writer(device) for device in known}


def _writer(device: Device) -> Writer:
    found = Writer(label=device.label, is_program=hasattr(device, "api_token"))
    places = device.memberships.all()
    place = max(places, key=lambda each: (each.revoked_at is None, each.player is not None, each.pk), default=None)
    if place is None:
        return found
    holder = place.player.known_as if place.player else ""
    return replace(found, role=Role(place.role), holder=holder, has_ended=place.revoked_at is not None)
