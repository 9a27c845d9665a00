"""Put the seats right since an earlier hand; preview what that would record."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db import transaction

from scoring.games.base import ActKind, ImpossibleError
from scoring.games.stored import moved, seats_named
from scoring.ledger.lines import Line
from scoring.ledger.night import Night, SeatResult
from scoring.ledger.seatings import next_dealer, seating_in
from scoring.models import Entry, EntryKind, Hand
from scoring.operations.table.disputes import carry_over
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
    """What was wrong about the seats since an earlier hand.

    PLACES: the people were right, they sat on other places, so sides and opponents change. PEOPLE: the places
    were right, another person sat there, so wins and losses move to that person.
    """

    PLACES = "places"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedSeats:
    """What putting the seats right since a hand recorded: the seating, and each line with its replacement."""

    seating: Entry
    lines: tuple[tuple[Entry, Entry], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsCorrection:
    """The seats to be put right: since which hand, to which order, for which reason."""

    hand: Hand
    order: Order
    mistake: Mistake
    reason: Reason
    expected_entry: int


def correct_seats(*, correction: SeatsCorrection, stamp: Stamp) -> CorrectedSeats:
    """Put the seats right since an accepted hand, until they were changed again; return what was recorded.

    In one transaction every hand, secret and penalty since then that comes to something else, or after which
    another player deals, is reversed and recorded again in its old place in the order of play; an open objection
    goes with it. Raises as `change_seats`, SeatingError where the new seats cannot have played these lines,
    NotReversibleError for the points of a settled match, and ReasonMissingError.
    """
    session = correction.hand.session
    said = {"order": str(correction.order), "mistake": correction.mistake, "reason": correction.reason}
    position, expected_entry = correction.hand.position, correction.expected_entry
    content = content_hash("mend_seats", session=session.public_id, position=position, **said)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return CorrectedSeats(seating=books.before, lines=())
        books.require_reason(reason=correction.reason)
        return _correct(books, correction)


def _correct(books: Books[Entry], correction: SeatsCorrection) -> CorrectedSeats:
    hand, order, night = correction.hand, correction.order, books.night
    old = night.seating(position=hand.position)
    since = max(hand.after + 1, old.since, night.settled_before(hand.position) + 1)
    new = seat_people(books, order=order, old=old, since=since)
    to: dict[int, int] = {}
    if correction.mistake is Mistake.PEOPLE:
        if len(old.seats) != len(new.seats):
            raise SeatingError(say("seating.other_number"))
        to = dict(zip(old.seats, new.seats, strict=True))
    for secret in night.secrets_of(night.at(hand.entry.number)):
        # Seats that changed between a secret and its hand are put right since their change only.
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
    """Return the player whose secret or its hand would move to another person without the other."""
    owner = secret.act["seat"]
    return night.names[owner] if to.get(owner, owner) != owner else None


def _record_again(
    books: Books[Entry], line: Line, *, to: Mapping[int, int], seats: tuple[int, ...], reason: str
) -> Entry | None:
    """Reverse a line and record it on the right seats; None where it comes to the same.

    A settled match was paid by those who sat there, also by who has no points: it is to be undone first.
    """
    night, kind, act = books.night, ActKind(line.act.get("why", line.kind)), line.act
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
        carry_over(books, dispute=objection, to=again)
    if kind is ActKind.HAND:
        keep_verdict(books, entry=again, outcome=outcome, replaces=line)
    return again


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedLine:
    """A line as it stands, and as it would be recorded again."""

    old: LedgerLine
    new: LedgerLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Every line that changes, and the standing of each seat before and after; `moves` pairs the two."""

    lines: tuple[ChangedLine, ...]
    before: tuple[SeatResult, ...]
    after: tuple[SeatResult, ...]

    @property
    def moves(self) -> tuple[tuple[SeatResult, SeatResult | None], ...]:
        """Return each seat as it would be, with its standing of now, None for who comes in."""
        now = {seat.number: seat for seat in self.before}
        return tuple((seat, now.get(seat.number)) for seat in self.after)


@transaction.atomic
def preview_seats(*, correction: SeatsCorrection, stamp: Stamp) -> Preview:
    """Return what `correct_seats` would do: it is done, looked at, and undone. Raises as that."""
    session = correction.hand.session
    before = night_of(session=session).standings
    done = correct_seats(correction=correction, stamp=stamp)
    seen = Preview(
        lines=tuple(ChangedLine(old=ledger_line(entry=old), new=ledger_line(entry=new)) for old, new in done.lines),
        before=before,
        after=night_of(session=session).standings,
    )
    transaction.set_rollback(True)
    return seen
