"""Record a penalty of a game that has penalties of its own."""

from dataclasses import replace

from django.db import transaction

from scoring.games.base import ActKind, Data
from scoring.models import Entry, EntryKind, Session
from scoring.operations.hands import draft_of, judge
from scoring.operations.posting import (
    Stamp,
    content_hash,
    lock,
    post,
    recorded_before,
    require_open,
    require_unchanged,
)


@transaction.atomic
def record_penalty(*, session: Session, act: Data, expected_entry: int, stamp: Stamp) -> Entry:
    """Record what a penalty costs, in points or money, and return the entry.

    Raises TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_penalty", session=session.public_id, act=act)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    outcome = judge(session=session, kind=ActKind.PENALTY, act=act)
    draft = draft_of(session=session, kind=EntryKind.PENALTY, outcome=outcome)
    draft = replace(draft, act={**draft.act, "why": ActKind.PENALTY.value})
    return post(session=session, draft=draft, stamp=stamp, content=content)
