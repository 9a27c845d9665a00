"""Tell the programs of a club what happened, beside all requests: signed, again and again until they answer.

Signed as Standard Webhooks ask (https://www.standardwebhooks.com), so that bots check it with a library.
"""

import hmac
import json
import logging
from base64 import b64decode, b64encode
from http.client import HTTPException
from threading import Event, Thread
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, Request

from django.db import DatabaseError, close_old_connections
from django.utils import timezone
from django.utils.encoding import iri_to_uri

from scoring.ledger.fingerprint import utc_text
from scoring.models import WebhookMessage
from scoring.operations.people.webhooks import is_allowed, next_message, note_told, secret_of

ANSWER_SECONDS = 5
_PAUSE_SECONDS = 1
_LOG = logging.getLogger("cuajo")


_OPENER = OpenerDirector()  # without those who follow redirects or go by a proxy: whoever is told sends us nowhere else
for _handler in (HTTPHandler(), HTTPSHandler()):
    _OPENER.add_handler(_handler)


def tell_for_ever() -> None:
    """Tell what is due, in a thread of its own, until this process ends."""
    Thread(target=_tell_for_ever, daemon=True, name="webhooks").start()


def tell_due() -> int:
    """Tell what is due now, and return how many messages were sent or failed."""
    told = 0
    while message := next_message(now=timezone.now()):
        problem = _tell(message)
        note_told(message=message, now=timezone.now(), problem=problem)
        told += 1
    return told


def _tell_for_ever() -> None:
    never = Event()
    while not never.wait(_PAUSE_SECONDS):
        try:
            tell_due()
        except DatabaseError:
            _LOG.warning("webhooks wait: the database cannot do it now")
        finally:
            close_old_connections()


def _tell(message: WebhookMessage) -> str:
    """Send a message, and return why that failed, nothing where it did not."""
    if not is_allowed(address=message.webhook.address):
        return "CUAJO_WEBHOOKS"
    body = _body(message)
    headers = {"Content-Type": "application/json", **_signed(message, body)}
    address = iri_to_uri(message.webhook.address)
    request = Request(address, data=body, headers=headers, method="POST")  # noqa: S310 - http alone
    try:
        with _OPENER.open(request, timeout=ANSWER_SECONDS) as answer:
            return "" if 200 <= answer.status < 300 else f"HTTP {answer.status}"
    except (OSError, HTTPException) as error:
        return type(error).__name__


def _body(message: WebhookMessage) -> bytes:
    """Return what is said: where to read more, nothing that is worth overhearing."""
    where = {"session": str(message.session.public_id), "entry": message.entry}
    said = {"type": message.event, "timestamp": utc_text(moment=message.happened_at), "data": where}
    return json.dumps(said).encode()


def _signed(message: WebhookMessage, body: bytes) -> dict[str, str]:
    about, at = f"msg_{message.public_id.hex}", str(int(timezone.now().timestamp()))
    key = b64decode(secret_of(webhook=message.webhook).removeprefix("whsec_"))
    digest = hmac.digest(key, f"{about}.{at}.".encode() + body, "sha256")
    return {"webhook-id": about, "webhook-timestamp": at, "webhook-signature": f"v1,{b64encode(digest).decode()}"}
