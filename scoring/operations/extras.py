"""What is paid beside the hands: secrets, refunds of false ones, penalties for false wins."""

from dataclasses import replace

from django.db import transaction

from scoring.games.base import ActKind
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import NotReversibleError, TooManySecretsError
from scoring.operations.hands import draft_of, judge, write_hand
from scoring.operations.posting import (
    Draft,
    Stamp,
    content_hash,
    lock,
    post,
    recorded_before,
    require_open,
    require_unchanged,
    touch,
)
from scoring.operations.reversing import reversal_of
from scoring.queries import hands
from scoring.queries.seatings import position_of

MOST_SECRETS = 4
"""Sixteen cards hold four secrets, fifteen three and the sowee's."""


@transaction.atomic
def record_secret(*, session: Session, seat: int, expected_entry: int, stamp: Stamp) -> Entry:
    """Record the payments for a secret laid down by a seat (C17) and return the entry.

    Raises TooManySecretsError, TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_secret", session=session.public_id, seat=seat)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    if [laid.act["seat"] for laid in hands.secrets_laid(session=session)].count(seat) >= MOST_SECRETS:
        raise TooManySecretsError
    outcome = judge(session=session, kind=ActKind.SECRET, act={"seat": seat})
    draft = draft_of(session=session, kind=EntryKind.SECRET, outcome=outcome)
    return post(session=session, draft=draft, stamp=stamp, content=content)


@transaction.atomic
def refund_false_secret(*, entry: Entry, reason: str, stamp: Stamp) -> Entry:
    """Refund a secret that was none (C18), with the penalty of the house; return the reversal.

    Raises NotReversibleError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("refund_false_secret", entry=entry.pk, reason=reason)
    session = lock(session=entry.session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    if entry.kind != EntryKind.SECRET:
        raise NotReversibleError("Only a secret can be refunded as false.")
    back = reversal_of(entry=entry, reason=reason)
    refund = replace(back, act={"why": ActKind.FALSE_SECRET.value, "seat": entry.act["seat"]})
    reversal = post(session=session, draft=refund, stamp=stamp, content=content)
    penalty = penalty_of_false_secret(entry=entry, reason=reason)
    if penalty.payments:
        post(session=session, draft=penalty, stamp=stamp, with_key=False)
    return reversal


@transaction.atomic
def record_false_win(
    *, session: Session, seat: int, hand_is_void: bool, expected_entry: int, stamp: Stamp
) -> Entry:
    """Record the penalty for a false win (C35); with `hand_is_void` the hand ends here without a winner.

    Raises TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("false_win", session=session.public_id, seat=seat, hand_is_void=hand_is_void)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    penalty = _penalty(session=session, why=ActKind.FALSE_WIN, seat=seat)
    entry = post(session=session, draft=penalty, stamp=stamp, content=content)
    if hand_is_void:
        _end_hand_without_winner(session=session, stamp=stamp)
    return entry


def penalty_of_false_secret(*, entry: Entry, reason: str) -> Draft:
    """Return the penalty for a false secret (C18), owed to those who sat there when it was laid."""
    seat, position = entry.act["seat"], position_of(entry=entry)
    penalty = _penalty(
        session=entry.session, why=ActKind.FALSE_SECRET, seat=seat, reason=reason, position=position
    )
    return replace(penalty, act={**penalty.act, "position": position})


def _penalty(
    *, session: Session, why: ActKind, seat: int, reason: str = "", position: int | None = None
) -> Draft:
    """Return the entry of a penalty; its act says what it is for."""
    outcome = judge(session=session, kind=why, act={"seat": seat}, position=position)
    draft = draft_of(session=session, kind=EntryKind.PENALTY, outcome=outcome, reason=reason)
    return replace(draft, act={**draft.act, "why": why.value})


def _end_hand_without_winner(*, session: Session, stamp: Stamp) -> None:
    outcome = judge(session=session, kind=ActKind.HAND, act={"result": "void"})
    draft = draft_of(session=session, kind=EntryKind.HAND, outcome=outcome)
    entry = post(session=session, draft=draft, stamp=stamp, with_key=False)
    write_hand(entry=entry, outcome=outcome)
    touch(session=session, table={})
