"""The tokens of a club, and what a token lets its program do."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from scoring.models import ApiToken, Club, Membership, Role
from scoring.models.devices import hash_token
from scoring.queries.access import Access, access_in, access_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownToken:
    """A token as the host sees it; an ended one was revoked or is too old."""

    token: ApiToken
    role: Role
    has_ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAccess:
    """A token that counts, and what it lets its program do."""

    token: ApiToken
    access: Access


def tokens_of(*, club: Club, now: datetime) -> tuple[ShownToken, ...]:
    """Return the tokens of a club, those that count first, the newest first among them."""
    memberships = Membership.objects.filter(club=club, device__api_token__isnull=False)
    newest_first = memberships.select_related("device__api_token__made_by").order_by("-created_at", "-id")
    shown = [_shown(membership, now) for membership in newest_first]
    return tuple(sorted(shown, key=lambda each: each.has_ended))


def find_token(*, club: Club, public_id: UUID) -> ApiToken | None:
    """Return the token of a club by its device's id."""
    mine = Membership.objects.filter(club=club, device=OuterRef("device"))
    tokens = ApiToken.objects.filter(Exists(mine), device__public_id=public_id)
    return tokens.select_related("device").first()


def token_access(*, text: str, now: datetime) -> TokenAccess | None:
    """Return what a token lets its program do, None where it is unknown, revoked or too old.

    It is never more than the device that made the token may do now.
    """
    known = ApiToken.objects.select_related("device", "made_by")
    token = known.filter(device__token_hash=hash_token(token=text)).first()
    if token is None or (token.expires_at is not None and token.expires_at <= now):
        return None
    access = access_of(device=token.device)
    makers = access_in(device=token.made_by, club=access.club) if access else None
    if access is None or makers is None:
        return None
    role = access.role if makers.role.is_at_least(access.role) else makers.role
    return TokenAccess(token=token, access=replace(access, role=role, session=makers.session))


def _shown(membership: Membership, now: datetime) -> ShownToken:
    token = membership.device.api_token
    too_old = token.expires_at is not None and token.expires_at <= now
    return ShownToken(
        token=token, role=Role(membership.role), has_ended=too_old or membership.revoked_at is not None
    )
