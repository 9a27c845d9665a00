"""What is paid beside the hands: secrets and penalties."""

from dataclasses import replace

from scoring.games.base import ActKind, Data, PenaltyAct
from scoring.ledger.lines import Line
from scoring.models import Entry, Session
from scoring.operations.errors import NoHandError, TooManySecretsError
from scoring.operations.table.hands import post_hand
from scoring.operations.table.judging import draft_of, judge_new
from scoring.operations.table.matches import settle_if_won
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, forget_notes, writing
from scoring.operations.words import SeatNumber

MOST_SECRETS = 4
"""Sixteen cards hold four secrets, fifteen three and the sowee's."""


def record_secret(*, session: Session, seat: SeatNumber, expected_entry: int, stamp: Stamp) -> Entry:
    """Record the payments for a secret laid down by a seat (C17) and return the entry.

    Raises TooManySecretsError, TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_secret", session=session.public_id, seat=seat)
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        if [laid.act["seat"] for laid in books.night.secrets_of()].count(seat) >= MOST_SECRETS:
            raise TooManySecretsError
        return books.post(_drafted(books, kind=ActKind.SECRET, act={"seat": seat}))


def record_false_win(
    *, session: Session, seat: SeatNumber, hand_is_void: bool, expected_entry: int, stamp: Stamp
) -> Entry:
    """Record the penalty for a false win (C35); with `hand_is_void` the hand ends here without a winner.

    Raises TableChangedError, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("false_win", session=session.public_id, seat=seat, hand_is_void=hand_is_void)
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        entry = books.post(_drafted(books, kind=ActKind.FALSE_WIN, act={"seat": seat}))
        if hand_is_void:
            post_hand(books, act={"result": "void"}, with_key=False)
            forget_notes(session=books.session)
        return entry


def record_penalty(
    *, session: Session, act: PenaltyAct, expected_entry: int, stamp: Stamp, of_last_hand: bool = False
) -> Entry:
    """Record what a penalty costs in a game that has its own, in points or money, and return the entry.

    A match that was won before it is settled first, as before a hand, unless the penalty is `of_last_hand`: then it
    counts in the match of that hand, for those who played it. Raises NoHandError, TableChangedError,
    SessionClosedError, KeyReusedError, ImpossibleError.
    """
    belongs = {"of_last_hand": True} if of_last_hand else {}
    content = content_hash("record_penalty", session=session.public_id, act=act, **belongs)
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        if not of_last_hand:
            settle_if_won(books)
            return books.post(_drafted(books, kind=ActKind.PENALTY, act=act))
        hand = books.night.last_hand
        if hand is None:
            raise NoHandError
        draft = _drafted(books, kind=ActKind.PENALTY, act=act, of_hand=hand)
        return books.post(replace(draft, act={**draft.act, "position": hand.position}))


def _drafted(books: Books[Entry], *, kind: ActKind, act: Data, of_hand: Line | None = None) -> Draft:
    outcome = judge_new(night=books.night, kind=kind, act=act, of_hand=of_hand)
    stakes = books.night.agreed(position=of_hand.position if of_hand else None).stakes
    return draft_of(stakes=stakes, kind=kind, outcome=outcome)
