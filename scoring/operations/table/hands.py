"""Record and correct hands."""

from dataclasses import dataclass
from typing import Any

from scoring.games.base import ActKind, Data, Outcome
from scoring.games.dealing import counts
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.operations.errors import HandTakenError, NotReversibleError
from scoring.operations.table.judging import draft_of, judge_in
from scoring.operations.table.matches import settle_if_won
from scoring.operations.table.posting import Books, Stamp, content_hash, forget_notes, require_sowee, writing
from scoring.operations.table.refunds import post_refund
from scoring.operations.table.reversing import is_unplayed, require_pot_holds, require_tong_holds, reversal_of
from scoring.operations.table.turns import post_seating, take_turn_after, turn_after, turn_taken_after
from scoring.queries.table import hands
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.state import sowee_of
from scoring.texts import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the form was made for: the newest entry its page showed, and the hand it was opened after.

    `after` is the position of the last accepted hand when the form was opened, 0 before the first; `sowee` what
    the table noted, empty for nothing, None where nobody said.
    """

    after: int
    entry: int
    sowee: str | None = None


def record_hand(
    *, session: Session, act: Data, expected: Expected, stamp: Stamp, false_secrets: tuple[Entry, ...] = ()
) -> Entry:
    """Record the hand that just ended and return its entry; a match that was won before it is settled first.

    Paid secrets that were shown to be none are refunded after it (C18). The same key twice records once.
    Raises HandTakenError with the entry that somebody recorded since the form was opened, TableChangedError
    when other entries came in, SoweeChangedError, NotReversibleError for a secret that is undone,
    SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_hand", session=session.public_id, act=act, **_numbered(false_secrets))
    with writing(Entry, session=session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        require_not_taken(books, after=expected.after)
        books.require_unchanged(expected_entry=expected.entry, but_known=True)
        noted = sowee_of(session=books.session, hand=books.progress.hand_number)
        require_sowee(noted=noted, expected=expected.sowee, said=act.get("sowee") or "")
        settle_if_won(books)
        entry = post_hand(books, act=act)
        for secret in false_secrets:
            post_refund(books, entry=secret, reason="", with_key=False)
        take_turn_after(books, hand=entry)
        forget_notes(session=books.session)
        return entry


def correct_hand(*, entry: Entry, act: Data, reason: str, stamp: Stamp, false_secrets: tuple[Entry, ...] = ()) -> Entry:
    """Replace a recorded hand: one reversal and one new hand in its place; return the new entry.

    `false_secrets` as in `record_hand`. Raises HandTakenError with the replacement when somebody corrected or
    undid it first, NotReversibleError for an entry that is no hand, SessionClosedError, KeyReusedError,
    ImpossibleError.
    """
    content = content_hash("correct_hand", entry=entry.pk, act=act, reason=reason, **_numbered(false_secrets))
    with writing(Entry, session=entry.session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        if entry.kind != EntryKind.HAND:
            raise NotReversibleError(say("not_reversible.no_hand"))
        if newer := hands.replacement_of(entry=entry):
            raise HandTakenError(newer)
        books.require_reason(reason=reason)
        pot = hands.pot_after(hand=entry.hand)
        books.post(reversal_of(entry=entry, reason=reason, is_corrected=True), with_key=False)
        corrected = post_hand(books, act=act, replaces=entry.hand, reason=reason)
        _correct_turn(books, hand=entry, corrected=corrected, reason=reason)
        for secret in false_secrets:
            post_refund(books, entry=secret, reason=reason, with_key=False)
        require_tong_holds(session=books.session)
        require_pot_holds(before=pot, now=hands.pot_after(hand=corrected.hand))
        return corrected


def _correct_turn(books: Books[Entry], *, hand: Entry, corrected: Entry, reason: str) -> None:
    """Have the turn that came by itself after a hand follow its correction, as long as nothing was played on it.

    A hand that counts only now brings one, one that counts no more none; by another winner another may deal.
    What somebody took back stays so.
    """
    position, seatings = hand.hand.position, seatings_of(session=books.session)
    turn = turn_taken_after(hand=hand)
    if turn is None:
        if not counts(act=hand.act) and seatings.now.since <= position == books.progress.after:
            take_turn_after(books, hand=corrected)
    elif turn.number == seatings.now.entry and is_unplayed(entry=turn):
        before = seatings.without(entry=turn.number)
        dealt = hands.dealer(session=books.session, before_position=position, seatings=before)
        dealer, since = corrected.hand.deals_next or dealt, books.last_entry + 2
        draft = turn_after(seatings=before, hand=corrected, dealer=dealer, since=since)
        if draft is None or {**draft.act, "from": turn.act["from"]} != turn.act:
            books.post(reversal_of(entry=turn, reason=reason), with_key=False)
            if draft:
                post_seating(books, draft, with_key=False)


def _numbered(false_secrets: tuple[Entry, ...]) -> dict[str, object]:
    return {"false_secrets": [secret.number for secret in false_secrets]} if false_secrets else {}


def require_not_taken(books: Books[Any], *, after: int) -> None:
    """Raise HandTakenError with the entry of a hand that was recorded after a position."""
    if books.progress.after > after and (taken := hands.hand_since(session=books.session, after=after)):
        raise HandTakenError(taken)


def post_hand(
    books: Books[Entry], *, act: Data, replaces: Hand | None = None, reason: str = "", with_key: bool = True
) -> Entry:
    """Judge a hand and write its entry, in the place of another one or as the newest; return the entry."""
    outcome = judge_in(books, kind=ActKind.HAND, act=act, replaces=replaces)
    session = books.session.as_at(position=replaces.position if replaces else None)
    draft = draft_of(session=session, kind=ActKind.HAND, outcome=outcome, reason=reason)
    entry = books.post(draft, with_key=with_key)
    keep_verdict(books, entry=entry, outcome=outcome, replaces=replaces)
    return entry


def keep_verdict(books: Books[Entry], *, entry: Entry, outcome: Outcome, replaces: Hand | None = None) -> None:
    """Keep the verdict on the hand of an entry; a correction stands where the hand it replaces stood."""
    Hand.objects.create(
        entry=entry,
        session=books.session,
        position=replaces.position if replaces else entry.number,
        after=replaces.after if replaces else books.progress.after,
        winner=outcome.winner,
        deals_next=outcome.deals_next,
        verdict=outcome.verdict.data(),
        engine_version=books.session.played.engine_version,
    )
