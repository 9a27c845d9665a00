"""Send events to webhooks, signed as Standard Webhooks."""

import hmac
import json
import logging
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from socket import SHUT_RDWR
from threading import Event, Thread, Timer
from time import monotonic
from urllib.parse import urlsplit, urlunsplit

from django.db import close_old_connections, connection
from django.utils import timezone
from django.utils.encoding import iri_to_uri

from scoring.ledger.fingerprint import utc_text
from scoring.models import WebhookMessage
from scoring.operations.people.programs import is_allowed, next_message, note_delivery, secret_of, waiting_webhooks

ANSWER_SECONDS = 5
_PAUSE_SECONDS = 1
_LOG = logging.getLogger("cuajo")


def send_due(*, webhook: int | None = None) -> int:
    """Send due messages and return their number."""
    sent = 0
    while message := next_message(now=timezone.now(), webhook=webhook):
        problem = _send(message)
        note_delivery(message=message, now=timezone.now(), problem=problem)
        sent += 1
    return sent


def send_forever() -> None:
    """Start a thread for each webhook with messages, and never return."""
    never, sending = Event(), dict[int, Thread]()
    while not never.wait(_PAUSE_SECONDS):
        sending = {webhook: thread for webhook, thread in sending.items() if thread.is_alive()}
        with _logged_errors(then=close_old_connections):
            for webhook in waiting_webhooks(now=timezone.now()):
                # A slow webhook must not delay the others.
                if webhook not in sending:
                    sending[webhook] = Thread(target=_send_one, args=(webhook,), daemon=True, name="webhook")
                    sending[webhook].start()


def _send_one(webhook: int) -> None:
    # Each thread has its own connection, which nothing else closes.
    with _logged_errors(then=connection.close):
        send_due(webhook=webhook)


@contextmanager
def _logged_errors(*, then: Callable[[], None]) -> Iterator[None]:
    try:
        yield
    except Exception:
        _LOG.exception("webhooks wait")
    finally:
        then()


def _send(message: WebhookMessage) -> str:
    # The setting may have changed since the webhook was added.
    if not is_allowed(address=message.webhook.address):
        return "CUAJO_WEBHOOKS"
    # A webhook gets ids only, so that a leaked message tells no names or amounts.
    where = {"session": str(message.session.public_id), "entry": message.entry}
    content = {"type": message.event, "timestamp": utc_text(moment=message.happened_at), "data": where}
    body = json.dumps(content).encode()
    headers = {"Content-Type": "application/json", **_signed(message, body)}
    return _posted(iri_to_uri(message.webhook.address), body=body, headers=headers)


def _posted(address: str, *, body: bytes, headers: dict[str, str]) -> str:
    parts = urlsplit(address)
    connects = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    asking = connects(parts.hostname or "", parts.port, timeout=ANSWER_SECONDS)
    # The socket timeout starts again with each byte, so this timer limits the whole answer.
    limit, end = Timer(ANSWER_SECONDS, _cut, args=[asking]), monotonic() + ANSWER_SECONDS
    limit.daemon = True
    limit.start()
    try:
        asking.connect()
        if monotonic() >= end:
            raise TimeoutError
        asking.request("POST", urlunsplit(("", "", parts.path or "/", parts.query, "")), body, headers)
        status = asking.getresponse().status
        return "" if 200 <= status < 300 else f"HTTP {status}"
    except Exception as error:
        return (TimeoutError if monotonic() >= end else type(error)).__name__
    finally:
        limit.cancel()
        asking.close()


def _cut(asking: HTTPConnection) -> None:
    if asking.sock:
        with suppress(OSError):
            asking.sock.shutdown(SHUT_RDWR)


def _signed(message: WebhookMessage, body: bytes) -> dict[str, str]:
    about, at = f"msg_{message.public_id.hex}", str(int(timezone.now().timestamp()))
    key = b64decode(secret_of(webhook=message.webhook).removeprefix("whsec_"))
    digest = hmac.digest(key, f"{about}.{at}.".encode() + body, "sha256")
    return {"webhook-id": about, "webhook-timestamp": at, "webhook-signature": f"v1,{b64encode(digest).decode()}"}
