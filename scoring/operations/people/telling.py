"""Note what programs are to be told, in the transaction that records it; who tells them is no request."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from scoring.models import Entry, EntryKind, Session, Webhook, WebhookEvent, WebhookMessage


def announce(*, session: Session, events: Iterable[tuple[WebhookEvent, int | None]], at: datetime) -> None:
    """Note events of a night, each with its line if it has one, for every address the club tells."""
    if not settings.WEBHOOKS:
        return
    told = tuple(events)
    WebhookMessage.objects.bulk_create(
        WebhookMessage(webhook=webhook, event=event, session=session, entry=line, happened_at=at, next_at=at)
        for webhook in Webhook.objects.filter(club=session.club_id)
        for event, line in told
    )


def events_of(entries: Iterable[Entry]) -> Iterable[tuple[WebhookEvent, int]]:
    """Yield what new lines are to programs; most are nothing."""
    for entry in entries:
        if entry.kind == EntryKind.HAND:
            yield WebhookEvent.HAND_RECORDED, entry.number
        elif entry.kind == EntryKind.CLOSE:
            yield WebhookEvent.SESSION_CLOSED, entry.number
        elif entry.reverses:
            reopens = entry.reverses.kind == EntryKind.CLOSE
            yield WebhookEvent.SESSION_OPENED if reopens else WebhookEvent.ENTRY_UNDONE, entry.number
