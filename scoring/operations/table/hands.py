"""Judge, record and correct hands, secrets and penalties."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, HandAct, Outcome, PenaltyAct, Table
from scoring.games.dealing import says_dealer
from scoring.games.reading import judged_new
from scoring.ledger.lines import HandRecord, Line
from scoring.ledger.night import Night
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.operations import errors
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, records, touch, writing
from scoring.operations.table.seating import draft_of_turn, post_seating, take_turn_after
from scoring.operations.table.undoing import post_reversal, require_tong_holds, reversal_of
from scoring.operations.words import Reason, Remark, SeatNumber
from scoring.queries.table.state import sowee_of
from scoring.texts import say
from scoring.texts.stored import texts_of

# Sixteen cards hold four secrets. Fifteen hold three, and the sowee makes the fourth.
MOST_SECRETS = 4


class TableVersion(Frozen):
    """The table as the form showed it."""

    after: int  # position of the last hand
    entry: int  # number of the newest entry
    sowee: str | None = None  # the noted card, if known


def judge_new(*, night: Night, act: Data, kind: ActKind = ActKind.HAND, hand: Line | None = None) -> Outcome:
    """Judge a new or corrected act. Raises ImpossibleError."""
    position = hand.position if hand else None
    game, rules, table = night.game, night.agreed(position=position).rules, Table()
    if kind is ActKind.HAND:
        has_secrets = game.asks(kind=ActKind.SECRET, rules=rules)
        secrets = Counter(int(laid.act["seat"]) for laid in night.secrets_of(hand)) if has_secrets else {}
        asks_drawn = "winner" in act and night.asks_drawn(position=position)
        drawn = night.drawn_since_win(before=position) if asks_drawn else None
        table = Table(secrets=secrets, drawn_before=drawn)
        if "dealer" not in act and says_dealer(rules=rules, act=act):
            act = {**act, "dealer": night.dealer_at(position=position)}
        # The act keeps the count, because a later undo changes the number of drawn hands.
        if drawn and "drawn_before" not in act:
            act = {**act, "drawn_before": drawn}
    elif kind is ActKind.PENALTY:
        said = hand.act.get("dealer") if hand else None
        table = Table(dealer=int(said) if said else night.dealer_at(position=position))
    return judged_new(game=game, kind=kind, data=act, rules=rules, seats=night.sides(position=position), table=table)


def draft_of(*, night: Night, kind: ActKind, outcome: Outcome, position: int | None = None, reason: str = "") -> Draft:
    """Draft an entry at the stakes of its position."""
    moves = night.moved_by(outcome, position=position)
    entry_kind = EntryKind(kind) if kind in (ActKind.HAND, ActKind.SECRET) else EntryKind.PENALTY
    why: Data = {"why": kind.value} if entry_kind is EntryKind.PENALTY else {}
    where: Data = {} if position is None or kind is ActKind.HAND else {"position": position}
    act = {**outcome.said.data(), **why, **where}
    return Draft(kind=entry_kind, act=act, payments=moves.payments, points=moves.points, reason=reason)


def record_hand(
    *, session: Session, act: HandAct, expected: TableVersion, stamp: Stamp, false_secrets: tuple[Entry, ...] = ()
) -> Entry:
    """Record a hand and refund false secrets (C18). Raises as `correct_hand`, TableChangedError, SoweeChangedError."""
    content = content_hash("record_hand", session=session.public_id, act=act, **_numbered(false_secrets))
    with writing(Entry, session=session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        # This check is first, because the page can compare two hands, but can only reload for other changes.
        require_not_taken(books, after=expected.after)
        # A phone that was offline sends several lines and knows only its own.
        books.require_unchanged(expected_entry=expected.entry, but_known=True)
        noted = sowee_of(session=books.session, hand=books.night.next_hand)
        require_sowee(noted=noted, expected=expected.sowee, said=act.get("sowee") or "")
        settle_if_won(books)
        entry = _post_hand(books, act=act)
        for secret in false_secrets:
            _post_refund(books, entry=secret, reason="", with_key=False)
        take_turn_after(books, hand=books.night.at(entry.number))
        forget_notes(session=books.session)
        return entry


def correct_hand(
    *, entry: Entry, act: HandAct, reason: Reason, stamp: Stamp, false_secrets: tuple[Entry, ...] = ()
) -> Entry:
    """Replace a recorded hand. Raises HandTakenError, NotReversibleError, ImpossibleError."""
    content = content_hash("correct_hand", entry=entry.pk, act=act, reason=reason, **_numbered(false_secrets))
    with writing(Entry, session=entry.session, stamp=stamp, content=content) as books:
        if books.before:
            return books.before
        if entry.kind != EntryKind.HAND:
            raise errors.NotReversibleError(say("not_reversible.no_hand"))
        hand = books.night.at(entry.number)
        if newer := books.night.newer_than(hand):
            raise errors.HandTakenError(entry=books.entry(newer))
        books.require_reason(reason=reason)
        pot = books.night.pot_after(hand.position)
        post_reversal(books, hand, reason=reason, is_corrected=True)
        corrected = _post_hand(books, act=act, replaces=hand, reason=reason)
        _correct_turn(books, hand=hand, corrected=books.night.at(corrected.number), reason=reason)
        for secret in false_secrets:
            _post_refund(books, entry=secret, reason=reason, with_key=False)
        require_tong_holds(night=books.night)
        # Q6: later hands were paid from this pot, so a correction must not change it.
        if pot and pot != books.night.pot_after(hand.position):
            raise errors.NotReversibleError(say("not_reversible.hand_counts_on_it", time=pot.won.recorded_at))
        return corrected


def _correct_turn(books: Books[Entry], *, hand: Line, corrected: Line, reason: str) -> None:
    night, now = books.night, books.night.seatings.now
    turn = night.turn_taken_after(hand)
    if turn is None:
        # A hand that counts only after the correction brings its turn now.
        if not hand.counts and now.since <= hand.position == night.after:
            take_turn_after(books, hand=corrected)
    # A turn with hands after it stays. An undone turn stays undone.
    elif turn.number == now.entry and night.is_unplayed(turn):
        # The reversal of the old turn takes the next number, so the new turn begins one later.
        before, since = night.without(turn), night.last_entry + 2
        draft = draft_of_turn(night=before, hand=corrected, since=since)
        if draft is None or {**draft.act, "from": turn.act["from"]} != turn.act:
            post_reversal(books, turn, reason=reason)
            if draft:
                post_seating(books, draft, with_key=False)


def _numbered(false_secrets: tuple[Entry, ...]) -> dict[str, object]:
    return {"false_secrets": [secret.number for secret in false_secrets]} if false_secrets else {}


def require_not_taken(books: Books[Any], *, after: int) -> None:
    """Raise HandTakenError for a hand recorded after a position."""
    if taken := next((hand for hand in books.night.hands if hand.position > after), None):
        raise errors.HandTakenError(entry=books.entry(taken))


def _post_hand(
    books: Books[Entry], *, act: Data, replaces: Line | None = None, reason: str = "", with_key: bool = True
) -> Entry:
    outcome = judge_new(night=books.night, act=act, hand=replaces)
    position = replaces.position if replaces else None
    draft = draft_of(night=books.night, kind=ActKind.HAND, outcome=outcome, position=position, reason=reason)
    entry = books.post(draft, with_key=with_key)
    keep_verdict(books, entry=entry, outcome=outcome, replaces=replaces)
    return entry


def keep_verdict(books: Books[Entry], *, entry: Entry, outcome: Outcome, replaces: Line | None = None) -> None:
    """Store the verdict at the position of the replaced hand."""
    position = replaces.position if replaces else entry.number
    after = replaces.judged.after if replaces and replaces.judged else books.night.after
    judged = HandRecord(after=after, winner=outcome.winner, deals_next=outcome.deals_next)
    Hand.objects.create(
        entry=entry,
        session=books.session,
        position=position,
        **vars(judged),
        verdict=(verdict := outcome.verdict.data()),
        texts=texts_of(verdict),
        engine_version=books.session.played.engine_version,
    )
    books.night = books.night.with_verdict(position=position, judged=judged)


def require_sowee(*, noted: str, expected: str | None, said: object) -> None:
    # The phone may send the noted card itself, although its page was older.
    if expected is not None and noted not in (expected, said):
        text = say("sowee_changed.noted", sowee=noted) if noted else say("sowee_changed.taken_off")
        raise errors.SoweeChangedError(text)


def note(*, session: Session, hand: int, notes: Data) -> None:
    """Add notes for the current hand, under the lock."""
    before = session.table if session.table.get("hand") == hand else {}
    touch(session=session, table={**before, "hand": hand, **notes})


def forget_notes(*, session: Session) -> None:
    # An empty write would still make every phone reload.
    if session.table:
        touch(session=session, table={})


@records(EntryKind.SECRET, but_known=True)
def record_secret(books: Books[Entry], *, seat: SeatNumber) -> Draft:
    """Record a secret (C17). Raises TooManySecretsError, ImpossibleError."""
    if [laid.act["seat"] for laid in books.night.secrets_of()].count(seat) >= MOST_SECRETS:
        raise errors.TooManySecretsError
    return _drafted(books, kind=ActKind.SECRET, act={"seat": seat})


@records(EntryKind.PENALTY, but_known=True)
def record_false_win(books: Books[Entry], *, seat: SeatNumber, hand_is_void: bool) -> Entry:
    """Record a false win (C35)."""
    entry = books.post(_drafted(books, kind=ActKind.FALSE_WIN, act={"seat": seat}))
    if hand_is_void:
        _post_hand(books, act={"result": "void"}, with_key=False)
        forget_notes(session=books.session)
    return entry


@records(EntryKind.PENALTY, but_known=True)
def record_penalty(books: Books[Entry], *, act: PenaltyAct, of_last_hand: bool = False) -> Draft:
    """Record a penalty in points or money.

    A won match is settled first. With `of_last_hand` the penalty belongs to the match of the last hand.
    Raises NoHandError, ImpossibleError.
    """
    hand = books.night.last_hand if of_last_hand else None
    if of_last_hand and hand is None:
        raise errors.NoHandError
    if not of_last_hand:
        settle_if_won(books)
    return _drafted(books, kind=ActKind.PENALTY, act=act, hand=hand)


def _drafted(books: Books[Entry], *, kind: ActKind, act: Data, hand: Line | None = None) -> Draft:
    outcome = judge_new(night=books.night, kind=kind, act=act, hand=hand)
    return draft_of(night=books.night, kind=kind, outcome=outcome, position=hand.position if hand else None)


def refund_false_secret(*, entry: Entry, stamp: Stamp, reason: Remark = "") -> Entry:
    """Refund a false secret (C18). Raises NotReversibleError."""
    content = content_hash("refund_false_secret", entry=entry.pk, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content) as books:
        return books.before or _post_refund(books, entry=entry, reason=reason)


def _post_refund(books: Books[Entry], *, entry: Entry, reason: str, with_key: bool = True) -> Entry:
    back, *penalties = refund_of(night=books.night, entry=entry, reason=reason)
    reversal = books.post(back, with_key=with_key)
    for penalty in penalties:
        books.post(penalty, with_key=False)
    return reversal


def refund_of(*, night: Night, entry: Entry, reason: str = "") -> Iterator[Draft]:
    """Draft the refund of a secret and its penalty."""
    if entry.kind != EntryKind.SECRET:
        raise errors.NotReversibleError(say("not_reversible.no_secret"))
    kind, position = ActKind.FALSE_SECRET, night.at(entry.number).position
    act = {"seat": entry.act["seat"]}
    # The reason in the act tells a refund (C18) from an undo.
    yield replace(reversal_of(night=night, entry=entry, reason=reason), act={"why": kind.value, **act})
    outcome = night.judged(kind=kind, act=act, position=position)
    penalty = draft_of(night=night, kind=kind, outcome=outcome, position=position, reason=reason)
    if penalty.payments:
        yield penalty


@records(EntryKind.MATCH)
def settle_match(books: Books[Entry]) -> Draft:
    """Turn match points into money. Raises NoMatchError."""
    return draft_of_match(night=books.night)


def settle_if_won(books: Books[Entry]) -> None:
    """Settle a won match before the next one starts."""
    if books.night.is_match_over:
        books.post(draft_of_match(night=books.night), with_key=False)


def draft_of_match(*, night: Night) -> Draft:
    """Draft the settlement of the match. Raises NoMatchError."""
    points = night.points_to_settle
    if night.game.match is None or not any(points.values()):
        raise errors.NoMatchError
    act, moves = {"points": [[seat, total] for seat, total in points.items()]}, night.moved_by_match
    return Draft(kind=EntryKind.MATCH, act=act, payments=moves.payments, points=moves.points)
