"""Manage tokens and webhooks of programs."""

from base64 import b64encode
from datetime import datetime, timedelta
from typing import Annotated
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from scoring.limits import Limits
from scoring.models import LONGEST_ADDRESS, ApiToken, Club, Device, Membership, Webhook, WebhookMessage, hash_token
from scoring.operations.errors import KeyReusedError, RefusedError
from scoring.operations.table.posting import Stamp, lock_club, require_room
from scoring.queries.people.access import PLACE, Access, access_by, access_in
from scoring.queries.people.phones import may_speak_for
from scoring.texts import say


class TokenError(RefusedError):
    """A token with too many rights."""


@transaction.atomic
def make_token(*, maker: Device, label: str, access: Access, expires_at: datetime | None, stamp: Stamp) -> str:
    """Create a token. Raises TokenError, KeyReusedError."""
    own = access_in(device=maker, club=access.club)
    if own is None or not own.role.is_at_least(access.role):
        raise TokenError(say("token.role"))
    if not may_speak_for(maker=own, player=access.player):
        raise TokenError(say("token.player"))
    # The same form must show the same token, but only its hash is stored.
    token = "cuajo_" + salted_hmac("api token", str(stamp.key), algorithm="sha256").hexdigest()
    if before := ApiToken.objects.filter(key=stamp.key).select_related("device", "made_by").first():
        place = access_by(membership=before.device.memberships.select_related(*PLACE).get())
        if (before.made_by, before.device.label, place) != (maker, label, access):
            raise KeyReusedError
        return token
    require_room(access.club.memberships.filter(revoked_at=None, device__api_token__isnull=False), refused=TokenError)
    device = Device.objects.create(token_hash=hash_token(token=token), label=label, created_at=stamp.at)
    Membership.objects.create(device=device, **vars(access), created_at=stamp.at)
    ApiToken.objects.create(device=device, made_by=maker, key=stamp.key, expires_at=expires_at)
    return token


def revoke_token(*, token: ApiToken, at: datetime) -> None:
    """Revoke a token from the next request on."""
    Membership.objects.filter(device=token.device, revoked_at=None).update(revoked_at=at)


MOST_WEBHOOKS = 10
# A program may be away for days. After the last try the message is deleted.
AGAIN_AFTER = tuple(
    timedelta(seconds=seconds) for seconds in (5, 60, 5 * 60, 30 * 60, *(hours * 3600 for hours in (2, 5, 10, 14, 20)))
)
_PORTS = {"http": 80, "https": 443}


class WebhookError(RefusedError):
    """An address that cannot be added."""


def is_allowed(*, address: str) -> bool:
    """Tell whether CUAJO_WEBHOOKS allows an address."""
    # urlsplit drops line breaks that other programs read as a new header.
    if any(character < " " for character in address):
        return False
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    names = {f"{host}:{port}"} | ({str(host)} if port == _PORTS[parts.scheme] else set())
    # An open address would let a host reach other machines of this network.
    return parts.username is None and bool(names & set(settings.WEBHOOKS))


def secret_of(*, webhook: Webhook) -> str:
    """Return the signing secret, as Standard Webhooks write it."""
    digest = salted_hmac("webhook", str(webhook.public_id), algorithm="sha256").digest()
    return f"whsec_{b64encode(digest).decode()}"


@transaction.atomic
def add_webhook(*, club: Club, address: Annotated[str, Limits(1, LONGEST_ADDRESS)], stamp: Stamp) -> Webhook:
    """Add a webhook. Raises WebhookError, KeyReusedError."""
    lock_club(club=club)
    if before := Webhook.objects.filter(key=stamp.key).first():
        if (before.club, before.address) != (club, address):
            raise KeyReusedError
        return before
    known = Webhook.objects.filter(club=club)
    if not is_allowed(address=address):
        raise WebhookError(say("webhook.not_allowed"))
    if known.filter(address=address).exists():
        raise WebhookError(say("webhook.known"))
    require_room(known, refused=WebhookError, most=MOST_WEBHOOKS)
    assert stamp.device is not None
    return Webhook.objects.create(club=club, address=address, made_by=stamp.device, key=stamp.key, created_at=stamp.at)


def remove_webhook(*, webhook: Webhook) -> None:
    """Remove a webhook with its waiting messages."""
    webhook.delete()


def waiting_webhooks(*, now: datetime) -> tuple[int, ...]:
    return tuple(WebhookMessage.objects.filter(next_at__lte=now).values_list("webhook", flat=True).distinct())


def next_message(*, now: datetime, webhook: int | None = None) -> WebhookMessage | None:
    """Claim a due message for one minute."""
    due = WebhookMessage.objects.select_related("webhook", "session").filter(next_at__lte=now).order_by("next_at", "pk")
    for message in (due.filter(webhook=webhook) if webhook else due)[:10]:
        mine = WebhookMessage.objects.filter(pk=message.pk, next_at=message.next_at)
        # Several processes send. The one that moves the time owns the message.
        if mine.update(next_at=now + timedelta(minutes=1)):
            return message
    return None


@transaction.atomic
def note_delivery(*, message: WebhookMessage, now: datetime, problem: str = "") -> None:
    """Note a try, and plan another after a problem."""
    Webhook.objects.filter(pk=message.webhook_id).update(tried_at=now, said=problem[:100])
    kept = WebhookMessage.objects.filter(pk=message.pk)
    if problem and message.tries < len(AGAIN_AFTER):
        kept.update(tries=message.tries + 1, next_at=now + AGAIN_AFTER[message.tries])
    else:
        kept.delete()
