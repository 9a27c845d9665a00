"""What is paid beside the hands: secrets, refunds of false ones, penalties."""

from dataclasses import replace

from scoring.games.base import ActKind, Data
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import NotReversibleError, TooManySecretsError
from scoring.operations.table.hands import post_hand
from scoring.operations.table.judging import draft_of, judge, judge_in
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, touch, writing
from scoring.operations.table.reversing import require_no_hand_counts_on, reversal_of
from scoring.queries.table import hands
from scoring.queries.table.seatings import position_of, sides_of
from scoring.texts import say

MOST_SECRETS = 4
"""Sixteen cards hold four secrets, fifteen three and the sowee's."""


def record_secret(*, session: Session, seat: int, expected_entry: int, stamp: Stamp) -> Entry:
    """Record the payments for a secret laid down by a seat (C17) and return the entry.

    Raises TooManySecretsError, TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_secret", session=session.public_id, seat=seat)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        if [laid.act["seat"] for laid in hands.secrets_laid(session=session)].count(seat) >= MOST_SECRETS:
            raise TooManySecretsError
        return books.post(_drafted(books, kind=ActKind.SECRET, act={"seat": seat}))


def refund_false_secret(*, entry: Entry, reason: str, stamp: Stamp) -> Entry:
    """Refund a secret that was none (C18), with the penalty of the house; return the reversal.

    Raises NotReversibleError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("refund_false_secret", entry=entry.pk, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        if entry.kind != EntryKind.SECRET:
            raise NotReversibleError(say("not_reversible.no_secret"))
        require_no_hand_counts_on(entry=entry)
        back = reversal_of(entry=entry, reason=reason)
        act = {"why": ActKind.FALSE_SECRET.value, "seat": entry.act["seat"]}
        reversal = books.post(replace(back, act=act))
        penalty = penalty_of_false_secret(entry=entry, reason=reason)
        if penalty.payments:
            books.post(penalty, with_key=False)
        return reversal


def record_false_win(*, session: Session, seat: int, hand_is_void: bool, expected_entry: int, stamp: Stamp) -> Entry:
    """Record the penalty for a false win (C35); with `hand_is_void` the hand ends here without a winner.

    Raises TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("false_win", session=session.public_id, seat=seat, hand_is_void=hand_is_void)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        entry = books.post(_drafted(books, kind=ActKind.FALSE_WIN, act={"seat": seat}))
        if hand_is_void:
            post_hand(books, act={"result": "void"}, with_key=False)
            touch(session=books.session, table={})
        return entry


def record_penalty(*, session: Session, act: Data, expected_entry: int, stamp: Stamp) -> Entry:
    """Record what a penalty costs in a game that has its own, in points or money, and return the entry.

    Raises TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_penalty", session=session.public_id, act=act)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        return books.before or books.post(_drafted(books, kind=ActKind.PENALTY, act=act))


def penalty_of_false_secret(*, entry: Entry, reason: str) -> Draft:
    """Return the penalty for a false secret (C18), owed to those who sat there when it was laid."""
    kind, session, position = ActKind.FALSE_SECRET, entry.session, position_of(entry=entry)
    seats = sides_of(session=session, position=position)
    outcome = judge(session=session, kind=kind, act={"seat": entry.act["seat"]}, seats=seats)
    penalty = draft_of(session=session, kind=kind, outcome=outcome, reason=reason)
    return replace(penalty, act={**penalty.act, "position": position})


def _drafted(books: Books[Entry], *, kind: ActKind, act: Data) -> Draft:
    outcome = judge_in(books, kind=kind, act=act)
    return draft_of(session=books.session, kind=kind, outcome=outcome)
