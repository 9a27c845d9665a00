"""The phones and the programs of a club, and what the token of a program lets it do."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, prefetch_related_objects

from scoring.models import ApiToken, Club, Device, Membership, Player, Role, Seat, Session
from scoring.models.devices import hash_token
from scoring.queries.people.access import Access, access_by, access_of
from scoring.queries.people.players import active_players
from scoring.queries.table.nights import open_sessions, without_practising


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownToken:
    """A token as the host sees it; an ended one was revoked or is too old.

    `player` is who its program speaks for, None for nobody.
    """

    token: ApiToken
    role: Role
    player: Player | None
    has_ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAccess:
    """A token that counts, and what it lets its program do."""

    token: ApiToken
    access: Access


def tokens_of(*, club: Club, now: datetime) -> tuple[ShownToken, ...]:
    """Return the tokens of a club, those that count first, the newest first among them."""
    memberships = Membership.objects.filter(club=club, device__api_token__isnull=False)
    known = memberships.select_related("device__api_token__made_by", "club", "session", "player__merged_into")
    newest_first = known.order_by("-id")
    shown = [_shown(membership, now) for membership in newest_first]
    return tuple(sorted(shown, key=lambda each: each.has_ended))


def find_token(*, club: Club, public_id: UUID) -> ApiToken | None:
    mine = Membership.objects.filter(club=club, device=OuterRef("device"))
    tokens = ApiToken.objects.filter(Exists(mine), device__public_id=public_id)
    return tokens.select_related("device").first()


def token_access(*, text: str, now: datetime) -> TokenAccess | None:
    """Return what a token lets its program do, None where it is unknown, revoked or too old.

    It is never more than the device that made the token may do now.
    """
    hashed = hash_token(token=text)
    tokens = ApiToken.objects.filter(device__token_hash=hashed)
    either = Q(device__in=tokens.values("device")) | Q(device__in=tokens.values("made_by"))
    related = ("device__api_token", "club", "session", "player__merged_into")
    places = Membership.objects.filter(either, revoked_at=None).select_related(*related).order_by("-id")
    own = next((place for place in places if place.device.token_hash == hashed), None)
    token = own.device.api_token if own else None
    if own is None or token is None or (token.expires_at is not None and token.expires_at <= now):
        return None
    made_by = (place for place in places if (place.device_id, place.club) == (token.made_by_id, own.club))
    maker = next((access_by(membership=place) for place in made_by), None)
    if maker is None:
        return None
    access = access_by(membership=own)
    role = access.role if maker.role.is_at_least(access.role) else maker.role
    player = access.player if may_speak_for(maker=maker, player=access.player) else None
    within = replace(access, role=role, session=maker.session or access.session, player=player)
    return TokenAccess(token=token, access=within)


def may_speak_for(*, maker: Access, player: Player | None) -> bool:
    """Return whether a device may let in a program that speaks for a player, or for nobody.

    A host may for everybody of the club, others for who holds the device.
    """
    if maker.role is Role.HOST:
        return player is None or player.club_id == maker.club.pk
    return player in (None, maker.player)


def possible_speakers(*, maker: Access) -> tuple[Player, ...]:
    """Return the players whom a program let in by this device may speak for, by name."""
    players = active_players(club=maker.club)
    return tuple(player for player in players if may_speak_for(maker=maker, player=player))


def _shown(membership: Membership, now: datetime) -> ShownToken:
    token = membership.device.api_token
    too_old = token.expires_at is not None and token.expires_at <= now
    access = access_by(membership=membership)
    return ShownToken(
        token=token, role=access.role, player=access.player, has_ended=too_old or membership.revoked_at is not None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """A device of the club with its place there."""

    device: Device
    access: Access


def phones_of(*, club: Club) -> tuple[Phone, ...]:
    """Return every phone that has a place in the club, in the order they came."""
    active = Membership.objects.filter(club=club, revoked_at=None, device__api_token=None)
    found = active.select_related("device", "club", "session", "player__merged_into")
    found = found.order_by("id")
    return tuple(Phone(device=one.device, access=access_by(membership=one)) for one in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneNight:
    """A session that a phone may be let into alone, and who plays there."""

    session: Session
    players: tuple[str, ...]


def nights_to_see(*, club: Club, beside: Session | None = None) -> tuple[OneNight, ...]:
    """Return the sessions that are still played, newest first, after the one a phone was let into before."""
    played = open_sessions(club=club)
    sessions = played if beside is None or beside in played else (beside, *played)
    prefetch_related_objects(sessions, Prefetch("seats", queryset=Seat.objects.select_related("player__merged_into")))
    return tuple(
        OneNight(session=session, players=tuple(seat.player.known_as for seat in session.seats.all()))
        for session in sessions
    )


def find_phone(*, club: Club, public_id: UUID) -> Phone | None:
    """Return the phone with this id that has a place in the club."""
    return next((phone for phone in phones_of(club=club) if phone.device.public_id == public_id), None)


def possible_holders(*, club: Club, session: Session | None) -> tuple[Player, ...]:
    """Return who may hold a phone: the players of its session, or of a phone for the whole club those who played."""
    players = active_players(club=club)
    if session is None:
        return tuple(
            without_practising(Player.objects.filter(club=club, merged_into=None, discarded_at=None)).order_by("name")
        )
    seats = session.seats.select_related("player__merged_into")
    seated = {(seat.player.merged_into or seat.player).pk for seat in seats}
    return tuple(player for player in players if player.pk in seated)


def needs_name(*, device: Device) -> bool:
    """Return whether the device should be asked who holds it: nobody does yet, and there are players."""
    access = access_of(device=device)
    if access is None or access.player is not None:
        return False
    return bool(possible_holders(club=access.club, session=access.session))
