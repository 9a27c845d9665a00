"""Record and correct hands."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scoring.games.base import ActKind, Data, Outcome, Seat, Table
from scoring.games.dealing import says_dealer
from scoring.games.reading import judged_new
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.operations.errors import HandTakenError, NotReversibleError
from scoring.operations.table.matches import draft_of_match
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, require_sowee, touch, writing
from scoring.operations.table.reversing import reversal_of
from scoring.queries.table import hands
from scoring.queries.table.matches import is_match_over
from scoring.queries.table.seatings import sides_in
from scoring.queries.table.state import TableState, sowee_of
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


def judge(*, session: Session, kind: ActKind, act: Data, seats: tuple[Seat, ...]) -> Outcome:
    """Return what an act that was recorded comes to between these seats, before the stake factor.

    Raises ImpossibleError with every problem of the act.
    """
    game, rules = session.played, session.house_rules
    read = game.read_act(kind=kind, data=act, rules=rules, seats=seats)
    return game.judge(act=read, rules=rules, seats=seats)


def judge_new(*, state: TableState, act: Data, kind: ActKind = ActKind.HAND) -> Outcome:
    """Return what an act comes to that may be recorded now, or in the place of a hand.

    Raises ImpossibleError with all that speaks against recording it.
    """
    session, table = state.session, Table(secrets=state.secrets_by_seat)
    if kind is ActKind.HAND:
        before = state.replaces.hand.position if state.replaces else None
        act = _as_known(session, act=act, dealer=lambda: state.dealer.number, before=before)
    return _judged_new(session, kind=kind, act=act, seats=state.sides_in_order, table=table)


def judge_in(books: Books[Any], *, kind: ActKind, act: Data, replaces: Hand | None = None) -> Outcome:
    """Return what an act comes to that is about to be recorded. Raises as `judge_new`."""
    seating = books.seating(position=replaces.position if replaces else None)
    seats = sides_in(session=books.session, seating=seating)
    table = _table(books, replaces=replaces) if kind is ActKind.HAND else Table()
    if kind is ActKind.HAND:
        before = replaces.position if replaces else None
        act = _as_known(books.session, act=act, dealer=lambda: _dealer(books, replaces=replaces), before=before)
    return _judged_new(books.session, kind=kind, act=act, seats=seats, table=table)


def judge_again(books: Books[Any], *, kind: ActKind, act: Data, position: int) -> Outcome:
    """Return what an act comes to that stood before and is recorded again. Raises as `judge`."""
    seats = sides_in(session=books.session, seating=books.seating(position=position))
    return judge(session=books.session, kind=kind, act=act, seats=seats)


def _judged_new(session: Session, *, kind: ActKind, act: Data, seats: tuple[Seat, ...], table: Table) -> Outcome:
    game, rules = session.played, session.house_rules
    return judged_new(game=game, kind=kind, data=act, rules=rules, seats=seats, table=table)


def _as_known(session: Session, *, act: Data, dealer: Callable[[], int], before: int | None) -> Data:
    """Return a hand with what its game asks, the table knows and nobody said: who dealt, which hands were drawn."""
    known: dict[str, object] = {}
    if "dealer" not in act and says_dealer(rules=session.house_rules, act=act):
        known["dealer"] = dealer()
    asked = session.played.asks(kind=ActKind.HAND, rules=session.house_rules)
    is_asked = any(field.name == "drawn_before" for field in asked)
    if is_asked and "drawn_before" not in act and (drawn := hands.drawn_since_win(session=session, before=before)):
        known["drawn_before"] = drawn
    return {**act, **known}


def _dealer(books: Books[Any], *, replaces: Hand | None) -> int:
    if replaces is None:
        return books.progress.dealer
    return hands.dealer(session=books.session, before_position=replaces.position)


def _table(books: Books[Any], *, replaces: Hand | None) -> Table:
    """Return what the table knows beside a hand, where its game has secrets."""
    session = books.session
    if not session.played.asks(kind=ActKind.SECRET, rules=session.house_rules):
        return Table()
    after = replaces.after if replaces else books.progress.after
    before = replaces.position if replaces else None
    laid = hands.secrets_between(session=session, after=after, before=before)
    return Table(secrets=Counter(int(act["seat"]) for act in laid.values_list("act", flat=True)))


def draft_of(*, session: Session, kind: ActKind, outcome: Outcome, reason: str = "") -> Draft:
    """Return the entry an outcome makes in this session: its points, and its debts times the stake factor.

    The act of a penalty says what it is for.
    """
    payments = tuple(
        Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * session.stake_factor) for debt in outcome.debts
    )
    points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
    entry_kind = _ENTRY_KINDS.get(kind, EntryKind.PENALTY)
    why = {"why": kind.value} if entry_kind is EntryKind.PENALTY else {}
    return Draft(kind=entry_kind, act={**outcome.said.data(), **why}, payments=payments, points=points, reason=reason)


_ENTRY_KINDS = {ActKind.HAND: EntryKind.HAND, ActKind.SECRET: EntryKind.SECRET}


def record_hand(*, session: Session, act: Data, expected: Expected, stamp: Stamp) -> Entry:
    """Record the hand that just ended and return its entry; a match that was won before it is settled first.

    The same key twice records once. Raises HandTakenError with the entry that somebody recorded since the
    form was opened, TableChangedError when other entries came in, SoweeChangedError, SessionClosedError,
    KeyReusedError, ImpossibleError.
    """
    content = content_hash("record_hand", session=session.public_id, act=act)
    with writing(Entry, session=session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        require_not_taken(books, after=expected.after)
        books.require_unchanged(expected_entry=expected.entry)
        noted = sowee_of(session=books.session, hand=books.progress.hand_number)
        require_sowee(noted=noted, expected=expected.sowee, said=act.get("sowee") or "")
        if is_match_over(session=books.session):
            books.post(draft_of_match(session=books.session), with_key=False)
        entry = post_hand(books, act=act)
        touch(session=books.session, table={})
        return entry


def correct_hand(*, entry: Entry, act: Data, reason: str, stamp: Stamp) -> Entry:
    """Replace a recorded hand: one reversal and one new hand in its place; return the new entry.

    Raises HandTakenError with the replacement when somebody corrected or undid it first, NotReversibleError
    for an entry that is no hand, SessionClosedError, KeyReusedError, ImpossibleError.
    """
    content = content_hash("correct_hand", entry=entry.pk, act=act, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        if entry.kind != EntryKind.HAND:
            raise NotReversibleError(say("not_reversible.no_hand"))
        if newer := hands.replacement_of(entry=entry):
            raise HandTakenError(newer)
        books.require_reason(reason=reason)
        books.post(reversal_of(entry=entry, reason=reason), with_key=False)
        return post_hand(books, act=act, replaces=entry.hand, reason=reason)


def require_not_taken(books: Books[Any], *, after: int) -> None:
    """Raise HandTakenError with the entry of a hand that was recorded after a position."""
    if books.progress.after > after and (taken := hands.hand_since(session=books.session, after=after)):
        raise HandTakenError(taken)


def post_hand(
    books: Books[Entry], *, act: Data, replaces: Hand | None = None, reason: str = "", with_key: bool = True
) -> Entry:
    """Judge a hand and write its entry, in the place of another one or as the newest; return the entry."""
    outcome = judge_in(books, kind=ActKind.HAND, act=act, replaces=replaces)
    draft = draft_of(session=books.session, kind=ActKind.HAND, outcome=outcome, reason=reason)
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
