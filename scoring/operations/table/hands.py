"""Record and correct hands."""

from dataclasses import dataclass
from typing import Any

from scoring.games.base import ActKind, Data, Outcome
from scoring.ledger.lines import Judged, Line
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.operations.errors import HandTakenError, NotReversibleError
from scoring.operations.table.judging import draft_of, judge_new
from scoring.operations.table.matches import settle_if_won
from scoring.operations.table.posting import Books, Stamp, content_hash, forget_notes, require_sowee, writing
from scoring.operations.table.refunds import post_refund
from scoring.operations.table.reversing import post_reversal, require_pot_holds, require_tong_holds
from scoring.operations.table.turns import draft_of_turn, post_seating, take_turn_after
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
        noted = sowee_of(session=books.session, hand=books.night.next_hand)
        require_sowee(noted=noted, expected=expected.sowee, said=act.get("sowee") or "")
        settle_if_won(books)
        entry = post_hand(books, act=act)
        for secret in false_secrets:
            post_refund(books, entry=secret, reason="", with_key=False)
        take_turn_after(books, hand=books.night.at(entry.number))
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
        hand = books.night.at(entry.number)
        if newer := books.night.newer_than(hand):
            raise HandTakenError(books.entry(newer))
        books.require_reason(reason=reason)
        pot = books.night.pot_after(hand.position)
        post_reversal(books, hand, reason=reason, is_corrected=True)
        corrected = post_hand(books, act=act, replaces=hand, reason=reason)
        _correct_turn(books, hand=hand, corrected=books.night.at(corrected.number), reason=reason)
        for secret in false_secrets:
            post_refund(books, entry=secret, reason=reason, with_key=False)
        require_tong_holds(night=books.night)
        require_pot_holds(before=pot, now=books.night.pot_after(hand.position))
        return corrected


def _correct_turn(books: Books[Entry], *, hand: Line, corrected: Line, reason: str) -> None:
    """Have the turn that came by itself after a hand follow its correction, as long as nothing was played on it.

    A hand that counts only now brings one, one that counts no more none; by another winner another may deal.
    What somebody took back stays so.
    """
    night, now = books.night, books.night.seatings.now
    turn = night.turn_taken_after(hand)
    if turn is None:
        if not hand.counts and now.since <= hand.position == night.after:
            take_turn_after(books, hand=corrected)
    elif turn.number == now.entry and night.is_unplayed(turn):
        before, since = night.without(turn), night.last_entry + 2
        draft = draft_of_turn(night=before, hand=corrected, since=since)
        if draft is None or {**draft.act, "from": turn.act["from"]} != turn.act:
            post_reversal(books, turn, reason=reason)
            if draft:
                post_seating(books, draft, with_key=False)


def _numbered(false_secrets: tuple[Entry, ...]) -> dict[str, object]:
    return {"false_secrets": [secret.number for secret in false_secrets]} if false_secrets else {}


def require_not_taken(books: Books[Any], *, after: int) -> None:
    """Raise HandTakenError with the entry of a hand that was recorded after a position."""
    if taken := next((hand for hand in books.night.hands if hand.position > after), None):
        raise HandTakenError(books.entry(taken))


def post_hand(
    books: Books[Entry], *, act: Data, replaces: Line | None = None, reason: str = "", with_key: bool = True
) -> Entry:
    """Judge a hand and write its entry, in the place of another one or as the newest; return the entry."""
    outcome = judge_new(night=books.night, act=act, replaces=replaces)
    stakes = books.night.agreed(position=replaces.position if replaces else None).stakes
    draft = draft_of(stakes=stakes, kind=ActKind.HAND, outcome=outcome, reason=reason)
    entry = books.post(draft, with_key=with_key)
    keep_verdict(books, entry=entry, outcome=outcome, replaces=replaces)
    return entry


def keep_verdict(books: Books[Entry], *, entry: Entry, outcome: Outcome, replaces: Line | None = None) -> None:
    """Keep the verdict on the hand of an entry; a correction stands where the hand it replaces stood."""
    before = replaces.judged if replaces else None
    position = replaces.position if replaces else entry.number
    judged = Judged(
        after=before.after if before else books.night.after, winner=outcome.winner, deals_next=outcome.deals_next
    )
    Hand.objects.create(
        entry=entry,
        session=books.session,
        position=position,
        after=judged.after,
        winner=judged.winner,
        deals_next=judged.deals_next,
        verdict=outcome.verdict.data(),
        engine_version=books.session.played.engine_version,
    )
    books.night = books.night.with_verdict(position=position, judged=judged)
