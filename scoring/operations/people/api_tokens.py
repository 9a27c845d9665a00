"""Let programs in: make a token, revoke it."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac

from scoring.models import ApiToken, Club, Device, Membership, Player, Role
from scoring.models.devices import hash_token
from scoring.operations.errors import KeyReusedError, RefusedError
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import access_in
from scoring.queries.people.api_tokens import may_speak_for
from scoring.texts import say

LONGEST_LABEL = 60
_PREFIX = "cuajo_"


class TokenError(RefusedError):
    """A token that cannot be made."""

    code = "token"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A token to be made: what the program is called, what it may do, until when (None: for good).

    `player` is who the program speaks for, None for nobody.
    """

    label: str
    role: Role
    expires_at: datetime | None
    player: Player | None = None


@transaction.atomic
def make_token(*, club: Club, maker: Device, wanted: Wanted, stamp: Stamp) -> str:
    """Make a device for a program and return its token; only the token's hash is kept.

    The same form sent twice returns the same token. Raises TokenError for a role above the maker's and
    for a player the maker may not speak for, KeyReusedError for a key that stands for another token.
    """
    own = access_in(device=maker, club=club)
    if own is None or not own.role.is_at_least(wanted.role):
        raise TokenError(say("token.role"))
    if not may_speak_for(maker=own, player=wanted.player):
        raise TokenError(say("token.player"))
    token = _PREFIX + salted_hmac("api token", str(stamp.key), algorithm="sha256").hexdigest()
    if before := ApiToken.objects.filter(key=stamp.key).select_related("device", "made_by").first():
        place = before.device.memberships.select_related("player").get()
        made = (before.made_by, before.device.label, place.role, place.player)
        if made != (maker, wanted.label, wanted.role, wanted.player):
            raise KeyReusedError
        return token
    device = Device.objects.create(token_hash=hash_token(token=token), label=wanted.label, created_at=stamp.at)
    Membership.objects.create(device=device, club=club, role=wanted.role, player=wanted.player, created_at=stamp.at)
    ApiToken.objects.create(device=device, made_by=maker, key=stamp.key, expires_at=wanted.expires_at)
    return token


def revoke_token(*, token: ApiToken, at: datetime) -> None:
    """Refuse the token from the next request on; revoked twice changes nothing."""
    Membership.objects.filter(device=token.device, revoked_at=None).update(revoked_at=at)


def hand_over_programs(*, maker: Device, to: Device) -> None:
    """Have another device answer for the programs that one let in, when it takes that one's place."""
    ApiToken.objects.filter(made_by=maker).update(made_by=to)
