"""Correct the seats since an earlier hand."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from uuid import uuid4

from django.db import transaction

from scoring.frozen import Frozen
from scoring.games.base import ActKind, ImpossibleError
from scoring.games.stored import moved, seats_named
from scoring.ledger.lines import Line
from scoring.ledger.night import Night, SeatResult
from scoring.ledger.seatings import next_dealer, seating_in
from scoring.models import Dispute, Entry, EntryKind, Hand
from scoring.operations.table.hands import draft_of, keep_verdict
from scoring.operations.table.posting import Books, Stamp, content_hash, writing
from scoring.operations.table.seating import Order, SeatingError, draft_of_seats, post_seating, seat_people
from scoring.operations.table.undoing import post_reversal, require_nothing_rests_on, require_tong_holds
from scoring.operations.words import Reason
from scoring.people import Person
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.table.disputes import open_dispute_of
from scoring.queries.table.night import night_of
from scoring.texts import say


class Mistake(StrEnum):
    """A mistake in the seats. PLACES: the people sat on other places. PEOPLE: another person sat there."""

    PLACES = "places"
    PEOPLE = "people"


class CorrectedSeats(Frozen):
    """The new seating and the replaced lines."""

    seating: Entry
    lines: tuple[tuple[Entry, Entry], ...]


class SeatsCorrection(Frozen):
    """A correction of the seats since a hand."""

    hand: Hand
    order: Order
    mistake: Mistake
    reason: Reason
    expected_entry: int


def correct_seats(*, correction: SeatsCorrection, stamp: Stamp) -> CorrectedSeats:
    """Correct the seats from a hand on.

    Each hand, secret and penalty that changes is reversed and recorded again, until the seats change next.
    Raises as `change_seats`, and SeatingError, NotReversibleError, ReasonMissingError.
    """
    session = correction.hand.session
    said = {"order": str(correction.order), "mistake": correction.mistake, "reason": correction.reason}
    content = content_hash("mend_seats", session=session.public_id, position=correction.hand.position, **said)
    with writing(Entry, session=session, stamp=stamp, content=content) as books:
        if books.before:
            return CorrectedSeats(seating=books.before, lines=())
        books.require_unchanged(expected_entry=correction.expected_entry)
        books.require_reason(reason=correction.reason)
        return _correct(books, correction)


def _correct(books: Books[Entry], correction: SeatsCorrection) -> CorrectedSeats:
    hand, order, night = correction.hand, correction.order, books.night
    old = night.seating(position=hand.position)
    # A settled match was paid to its players, so its hands keep their seats.
    since = max(hand.after + 1, old.since, night.settled_before(hand.position) + 1)
    new = seat_people(books, order=order, old=old, since=since)
    to: dict[int, int] = {}
    if correction.mistake is Mistake.PEOPLE:
        if len(old.seats) != len(new.seats):
            raise SeatingError(say("seating.other_number"))
        to = dict(zip(old.seats, new.seats, strict=True))
    for secret in night.secrets_of(night.at(hand.entry.number)):
        # If seats changed between a secret and its hand, correct them only from that change on.
        if secret.position < since and (player := _parted(night, secret, to)):
            raise SeatingError(say("seating.parts_secret", time=secret.recorded_at, player=player))
    dealt = night.dealer_at(position=hand.position)
    dealer = to.get(dealt) or next_dealer(old, dealer=dealt, seats=new.seats)
    if order.dealer:
        dealer = new.seats[order.dealer - 1]
    draft = draft_of_seats(seating=replace(new, dealer=dealer))
    entry = post_seating(books, replace(draft, reason=correction.reason))
    seating = seating_in(act=entry.act, entry=entry.number)
    played = books.night.played_under(seating)
    for secret in (line for line in played if line.kind is EntryKind.SECRET):
        later = night.hand_of_secret(secret)
        if later and later not in played and (player := _parted(night, secret, to)):
            at, hand_at = secret.recorded_at, later.recorded_at
            raise SeatingError(say("seating.parts_hand", time=at, player=player, hand=hand_at))
    again = ((line, _record_again(books, line, to=to, seats=new.seats, reason=correction.reason)) for line in played)
    lines = tuple((books.entry(line), entry) for line, entry in again if entry)
    require_tong_holds(night=books.night)
    return CorrectedSeats(seating=entry, lines=lines)


def _parted(night: Night, secret: Line, to: Mapping[int, int]) -> Person | None:
    owner = secret.act["seat"]
    return night.names[owner] if to.get(owner, owner) != owner else None


def _record_again(
    books: Books[Entry], line: Line, *, to: Mapping[int, int], seats: tuple[int, ...], reason: str
) -> Entry | None:
    """Replace a line if the new seats change it."""
    night, kind, act = books.night, ActKind(line.act.get("why", line.kind)), line.act
    # A settled match paid for these points, so it is undone first.
    require_nothing_rests_on(night=night, line=line, is_corrected=True)
    asked = night.game.asks(kind=kind, rules=night.agreed(position=line.position).rules)
    if to:
        act = moved(act=act, asked=asked, to=to)
    if not seats_named(act=act, asked=asked) <= set(seats):
        raise SeatingError(say("seating.not_seated", time=line.recorded_at))
    try:
        outcome = night.judged(kind=kind, act=act, position=line.position)
    except ImpossibleError as error:
        why = tuple(problem.text.named(names=night.names) for problem in error.problems)
        raise SeatingError(say("seating.impossible_line", time=line.recorded_at, why=why)) from error
    draft = draft_of(night=night, kind=kind, outcome=outcome, position=line.position, reason=reason)
    if kind is not ActKind.HAND:
        draft = replace(draft, act={**act, "position": line.position})
    is_the_same = (set(line.payments), set(line.points)) == (set(draft.payments), set(draft.points))
    deals_the_same = line.judged is None or line.judged.deals_next == outcome.deals_next
    if act == line.act and is_the_same and deals_the_same:
        return None
    objection = open_dispute_of(entry=books.entry(line))
    post_reversal(books, line, reason=reason, is_corrected=True)
    again = books.post(draft, with_key=False)
    if objection:
        kept = {name: getattr(objection, name) for name in ("seat", "why", "device", "raised_at", "content_hash")}
        books.rows.append(Dispute.objects.create(entry=again, key=uuid4(), **kept))
    if kind is ActKind.HAND:
        keep_verdict(books, entry=again, outcome=outcome, replaces=line)
    return again


class ChangedLine(Frozen):
    old: LedgerLine
    new: LedgerLine


class Preview(Frozen):
    """The changed lines and results of a correction."""

    lines: tuple[ChangedLine, ...]
    before: tuple[SeatResult, ...]
    after: tuple[SeatResult, ...]

    @property
    def moves(self) -> tuple[tuple[SeatResult, SeatResult | None], ...]:
        now = {seat.number: seat for seat in self.before}
        return tuple((seat, now.get(seat.number)) for seat in self.after)


@transaction.atomic
def preview_seats(*, correction: SeatsCorrection, stamp: Stamp) -> Preview:
    """Preview `correct_seats`. Raises the same errors."""
    session = correction.hand.session
    before = night_of(session=session).standings
    done = correct_seats(correction=correction, stamp=stamp)
    seen = Preview(
        lines=tuple(ChangedLine(old=ledger_line(entry=old), new=ledger_line(entry=new)) for old, new in done.lines),
        before=before,
        after=night_of(session=session).standings,
    )
    # The preview does the correction itself, so it cannot differ from it.
    transaction.set_rollback(True)
    return seen
