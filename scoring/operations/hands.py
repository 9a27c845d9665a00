"""Record and correct hands."""

from dataclasses import dataclass

from django.db import transaction

from scoring.games import game_by_id
from scoring.games.base import ActKind, Data, Outcome
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.operations.errors import HandTakenError, NotReversibleError
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
from scoring.queries.seatings import sides_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the form was made for: the newest entry its page showed, and the hand it was opened after.

    `after` is the position of the last accepted hand when the form was opened, 0 before the first.
    """

    after: int
    entry: int


def judge(*, session: Session, kind: ActKind, act: Data, position: int | None = None) -> Outcome:
    """Return what an act comes to under the session's rules, before the stake factor.

    Those who sit at the table now are judged, or those who sat there at a `position`. Raises ImpossibleError
    with every problem of the act.
    """
    return game_by_id(game_id=session.game).judge(
        kind=kind, act=act, rules=session.rules, seats=sides_of(session=session, position=position)
    )


def draft_of(*, session: Session, kind: EntryKind, outcome: Outcome, reason: str = "") -> Draft:
    """Return the entry an outcome makes in this session: its points, and its debts times the stake factor."""
    payments = tuple(
        Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * session.stake_factor)
        for debt in outcome.debts
    )
    points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
    return Draft(kind=kind, act=outcome.act, payments=payments, points=points, reason=reason)


@transaction.atomic
def record_hand(*, session: Session, act: Data, expected: Expected, stamp: Stamp) -> Entry:
    """Record the hand that just ended and return its entry.

    The same key twice records once. Raises HandTakenError with the entry that somebody recorded since the
    form was opened, TableChangedError when other entries came in, SessionClosedError, KeyReusedError,
    ImpossibleError.
    """
    content = content_hash("record_hand", session=session.public_id, act=act)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    if taken := hands.hand_since(session=session, after=expected.after):
        raise HandTakenError(taken)
    require_unchanged(session=session, expected_entry=expected.entry)
    entry = _post_hand(session=session, act=act, stamp=stamp, content=content)
    touch(session=session, table={})
    return entry


@transaction.atomic
def correct_hand(*, entry: Entry, act: Data, reason: str, stamp: Stamp) -> Entry:
    """Replace a recorded hand: one reversal and one new hand in its place; return the new entry.

    Raises HandTakenError with the replacement when somebody corrected or undid it first, NotReversibleError
    for an entry that is no hand, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("correct_hand", entry=entry.pk, act=act, reason=reason)
    session = lock(session=entry.session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    if entry.kind != EntryKind.HAND:
        raise NotReversibleError("Only a hand can be corrected.")
    if newer := hands.replacement_of(entry=entry):
        raise HandTakenError(newer)
    post(session=session, draft=reversal_of(entry=entry, reason=reason), stamp=stamp, with_key=False)
    return _post_hand(
        session=session,
        act=act,
        replaces=entry.hand,
        stamp=stamp,
        content=content,
        reason=reason,
    )


def _post_hand(
    *,
    session: Session,
    act: Data,
    stamp: Stamp,
    content: str,
    replaces: Hand | None = None,
    reason: str = "",
) -> Entry:
    position = replaces.position if replaces else None
    outcome = judge(session=session, kind=ActKind.HAND, act=act, position=position)
    draft = draft_of(session=session, kind=EntryKind.HAND, outcome=outcome, reason=reason)
    entry = post(session=session, draft=draft, stamp=stamp, content=content)
    write_hand(entry=entry, outcome=outcome, replaces=replaces)
    return entry


def write_hand(*, entry: Entry, outcome: Outcome, replaces: Hand | None = None) -> Hand:
    """Keep the verdict on the hand of an entry; a correction stands where the hand it replaces stood."""
    return Hand.objects.create(
        entry=entry,
        session=entry.session,
        position=replaces.position if replaces else entry.number,
        after=replaces.after if replaces else hands.last_position(session=entry.session),
        winner=outcome.winner,
        deals_next=outcome.deals_next,
        verdict=outcome.verdict,
        engine_version=game_by_id(game_id=entry.session.game).engine_version,
    )
