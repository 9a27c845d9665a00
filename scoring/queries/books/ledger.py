"""The ledger of a session, line by line, newest first, and who recorded what of it from which phone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db.models import OuterRef, Q, QuerySet

from scoring.games import game_by_id
from scoring.games.base import Data, VerdictData
from scoring.ledger import balances
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import BESIDE
from scoring.ledger.night import SeatResult
from scoring.ledger.seatings import AFTER
from scoring.limits import Limits
from scoring.models import Entry, EntryKind, Session
from scoring.people import Person
from scoring.queries.books.writers import Writer, writers_of
from scoring.queries.table import tables
from scoring.queries.table.disputes import Objection, objections_of
from scoring.queries.table.hands import (
    accepted_hands,
    corrected,
    count_hands,
    counted,
    hands_taken_back,
    recorded_hands,
)
from scoring.queries.table.readable import is_hand_readable
from scoring.queries.table.seatings import position_of

LINES_PER_PAGE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What an entry changed for a seat, in minor units and points; a winner's partner stands with 0."""

    seat: int
    player: Person
    cents: int
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerHand:
    """The verdict on the hand of an entry; `number` is None for a hand that no longer counts.

    Of a hand that is not `is_readable` nothing is told.
    """

    number: int | None
    position: int
    winner: int | None
    deals_next: int | None
    verdict: VerdictData
    engine_version: str
    is_readable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """An entry as the ledger shows it.

    `reversed_by` is the number of the entry that took it back, `is_corrected` says that another version of the hand
    took its place, `reverses` the number of the entry it takes back; `is_cash` marks cash handed over, `is_apart` what
    is paid apart from play; `only_dealer` seats, or such as are taken back, that left everybody in place.
    """

    entry: Entry
    hand: LedgerHand | None
    changes: tuple[Change, ...]
    reversed_by: int | None
    is_corrected: bool
    reverses: int | None
    is_cash: bool
    is_apart: bool
    only_dealer: bool

    @property
    def moves_results(self) -> bool:
        """Return whether the changes are won and lost by play."""
        return not (self.is_cash or self.is_apart)

    @property
    def is_readable(self) -> bool:
        return self.hand is None or self.hand.is_readable

    @property
    def act(self) -> Data:
        """Return what was entered, nothing of a hand that cannot be read."""
        return self.entry.act if self.is_readable else {}

    @property
    def is_turn(self) -> bool:
        """Return whether these are seats that turned by themselves after a hand, or turned back with it."""
        entry = self.entry.reverses or self.entry
        return entry.kind == EntryKind.SEATING and AFTER in entry.act

    @property
    def hand_number(self) -> int | None:
        """Return the number of the hand among those that count, None for any other line."""
        return self.hand.number if self.hand else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    """A page of the ledger; `number` counts from 1, the newest lines stand on page 1.

    `drawn` are its lines with as many older ones as were asked for besides, which are drawn but not listed.
    """

    lines: tuple[LedgerLine, ...]
    drawn: tuple[LedgerLine, ...]
    number: int
    page_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPart:
    """Lines of the ledger, oldest first; `next_after` is the last of them where more follow."""

    items: tuple[LedgerLine, ...]
    next_after: int | None


def ledger_page(
    *, session: Session, last_entry: int, number: int = 1, size: int = LINES_PER_PAGE, drawn: int = 0
) -> LedgerPage:
    """Return one page of a ledger that ends with an entry; a number out of range gives the nearest page.

    Numbers run without gaps, so that nothing is counted and no older line read.
    """
    page_count = max(1, -(-last_entry // size))
    number = min(max(number, 1), page_count)
    newest = last_entry - (number - 1) * size
    entries = _entries(session).filter(number__range=(newest - max(size, drawn) + 1, newest))
    lines = _lines(session, tuple(entries.order_by("-number")))
    return LedgerPage(lines=lines[:size], drawn=lines, number=number, page_count=page_count)


def whole_ledger(*, session: Session) -> tuple[LedgerLine, ...]:
    return _lines(session, tuple(_entries(session).order_by("number")))


def lines_beside(*, session: Session) -> tuple[LedgerLine, ...]:
    """Return the lines that stand of what is neither won nor lost: paid beside the game, debts of other nights."""
    entries = _entries(session).filter(kind__in=BESIDE, reversal=None).order_by("number")
    return _lines(session, tuple(entry for entry in entries if entry.act.get("what") != "rule"))


type LineNumber = Annotated[int, Limits(0, 10**9)]
type PageSize = Annotated[int, Limits(1, 100)]


def lines_after(
    *, session: Session, after: LineNumber = 0, limit: PageSize = 50, kind: EntryKind | None = None
) -> LedgerPart:
    """Return so many lines after a number, of one kind or of all, oldest first."""
    entries = _entries(session).filter(number__gt=after, **({"kind": kind} if kind else {})).order_by("number")
    found = tuple(entries[: limit + 1])
    items = _lines(session, found[:limit])
    return LedgerPart(items=items, next_after=items[-1].entry.number if len(found) > limit else None)


def ledger_line(*, entry: Entry) -> LedgerLine:
    """Return one entry as the ledger shows it; its hand is numbered in the same query."""
    position = OuterRef("hand__position")
    recorded = recorded_hands(session=OuterRef("session")).filter(position__lt=position)
    taken_back = hands_taken_back(session=OuterRef("session")).filter(reverses__hand__position__lt=position)
    numbered = _entries(entry.session).annotate(recorded=counted(recorded), taken_back=counted(taken_back))
    found = numbered.get(pk=entry.pk)
    number = (found.recorded or 0) - (found.taken_back or 0) + 1 if _counts(found) else None
    return _line(found, _names(entry.session), number, only_dealer=_only_dealer(entry.session, (found,)))


def changes_of(
    *, seats: Iterable[SeatResult], payments: Iterable[balances.Payment], points: Iterable[Points] = ()
) -> tuple[Change, ...]:
    """Return what is changed for each seat before it is recorded, nothing where nobody pays or scores."""
    payments = tuple(payments)
    scored = {score.seat: score.points for score in points}
    names = {seat.number: seat.player for seat in seats}
    moved = balances.results(seats=names, payments=payments)
    changes = tuple(
        Change(seat=number, player=names[number], cents=cents, points=scored.get(number, 0))
        for number, cents in moved.items()
    )
    return changes if payments or scored else ()


def standings_after(*, lines: Sequence[LedgerLine], results: Mapping[int, int]) -> tuple[dict[int, int], ...]:
    """Return how every seat stood before and after each of these lines by play, in the order of play.

    `lines` are the newest ones, `results` are those after all of them. A line that was taken back stands in neither,
    nor what took it back.
    """
    shown = {line.entry.number for line in lines}
    counting = (
        line for line in lines if line.moves_results and line.reversed_by is None and line.reverses not in shown
    )
    stood = [dict(results)]
    for line in sorted(counting, key=_played, reverse=True):
        moved = {change.seat: change.cents for change in line.changes if change.cents}
        if moved:
            stood.append({seat: cents - moved.get(seat, 0) for seat, cents in stood[-1].items()})
    return tuple(reversed(stood))


def _played(line: LedgerLine) -> tuple[int, int]:
    """Say where in the order of play a line belongs, or what it takes back."""
    return position_of(entry=line.entry.reverses or line.entry), line.entry.number


def are_points(changes: Iterable[Change]) -> bool:
    """Tell whether points were changed, and no money beside them."""
    changes = tuple(changes)
    return any(change.points for change in changes) and not any(change.cents for change in changes)


def _entries(session: Session) -> QuerySet[Entry]:
    entries = session.entries.select_related("hand", "reversal", "reverses__hand", "device")
    entries = entries.prefetch_related("payments").annotate(corrected=corrected())
    has_points = game_by_id(game_id=session.game).match is not None
    return entries.prefetch_related("scores") if has_points else entries


def _lines(session: Session, entries: tuple[Entry, ...]) -> tuple[LedgerLine, ...]:
    names, numbers = _names(session), _hand_numbers(session, entries)
    only_dealer = _only_dealer(session, entries)
    return tuple(_line(entry, names, numbers.get(entry.pk), only_dealer=only_dealer) for entry in entries)


def _names(session: Session) -> dict[int, tuple[int, Person]]:
    seats = session.seats.select_related("player__merged_into")
    return {seat.pk: (seat.number, seat.player.known_as) for seat in seats}


def _hand_numbers(session: Session, entries: tuple[Entry, ...]) -> dict[int, int]:
    """Number the accepted hands among these entries; a full ledger needs one look at all of them."""
    counting = [entry for entry in entries if _counts(entry)]
    if not counting:
        return {}
    wanted = [entry.hand.position for entry in counting]
    first = count_hands(session=session, before_position=min(wanted)) + 1
    if len(counting) == 1:
        return {counting[0].pk: first}
    between = accepted_hands(session=session).filter(position__range=(min(wanted), max(wanted)))
    numbered = between.values_list("entry_id", flat=True)
    return {entry_id: number for number, entry_id in enumerate(numbered, start=first)}


def _counts(entry: Entry) -> bool:
    return entry.kind == EntryKind.HAND and not hasattr(entry, "reversal")


def _only_dealer(session: Session, entries: tuple[Entry, ...]) -> frozenset[int]:
    """Return the numbers of those seatings, also of taken back ones, that changed nothing but who deals."""
    asked = {(entry.reverses or entry).number for entry in entries if _kind(entry) == EntryKind.SEATING}
    if not asked:
        return frozenset()
    seatings = session.entries.filter(Q(reversal=None) | Q(number__in=asked), kind=EntryKind.SEATING)
    recorded = seatings.filter(number__lte=max(asked)).order_by("number")
    sat = _sitting({"seats": list(session.seats.filter(since=0).order_by("number").values_list("number", flat=True))})
    found = set()
    for number, act, reversal in recorded.values_list("number", "act", "reversal"):
        if number in asked and _sitting(act) == sat:
            found.add(number)
        sat = sat if reversal else _sitting(act)
    return frozenset(found)


def _kind(entry: Entry) -> str:
    return (entry.reverses or entry).kind


def _sitting(act: Data) -> tuple[object, ...]:
    return act["seats"], act.get("waiting", []), act.get("each_hand", False)


def _line(
    entry: Entry, names: dict[int, tuple[int, Person]], hand_number: int | None, *, only_dealer: frozenset[int]
) -> LedgerLine:
    if entry.reverses:
        entry.reverses.session = entry.session
    payments = tuple(entry.payments.all())
    has_points = game_by_id(game_id=entry.session.game).match is not None
    scored = {score.seat_id: score.points for score in entry.scores.all()} if has_points else {}
    moved = dict.fromkeys(names, 0)
    for payment in payments:
        moved[payment.payer_id] -= payment.amount_cents
        moved[payment.payee_id] += payment.amount_cents
    changes = tuple(
        Change(seat=number, player=player, cents=moved[seat], points=scored.get(seat, 0))
        for seat, (number, player) in names.items()
    )
    reversal = getattr(entry, "reversal", None)
    return LedgerLine(
        entry=entry,
        hand=_hand(entry, hand_number, names) if hasattr(entry, "hand") else None,
        changes=changes if payments or scored else (),
        reversed_by=reversal.number if reversal else None,
        is_corrected=entry.corrected,  # type: ignore[attr-defined]
        reverses=entry.reverses.number if entry.reverses else None,
        is_cash=any(payment.cash for payment in payments),
        is_apart=any(payment.apart for payment in payments),
        only_dealer=(entry.reverses or entry).number in only_dealer,
    )


def _hand(entry: Entry, number: int | None, names: dict[int, tuple[int, Person]]) -> LedgerHand:
    hand, seats = entry.hand, [seat for seat, _ in names.values()]
    readable = is_hand_readable(
        session=entry.session, act=entry.act, verdict=hand.verdict, winner=hand.winner, seats=seats
    )
    return LedgerHand(
        number=number,
        position=hand.position,
        winner=hand.winner,
        deals_next=hand.deals_next,
        verdict=hand.verdict if readable else {},
        engine_version=hand.engine_version,
        is_readable=readable,
    )


EVENTS_PER_PAGE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A line of the ledger with the objections to it."""

    line: LedgerLine
    objections: tuple[Objection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """A page of what was recorded; `number` counts from 1, the newest events stand on page 1."""

    events: tuple[Event, ...]
    writers: Mapping[int, Writer]
    number: int
    page_count: int


def audit_page(*, session: Session, number: int = 1) -> AuditPage:
    """Return one page of the events of a session; a number out of range gives the nearest page."""
    last_entry = tables.last_entry_number(session=session)
    page = ledger_page(session=session, last_entry=last_entry, number=number, size=EVENTS_PER_PAGE)
    objections = objections_of(session=session)
    return AuditPage(
        events=tuple(
            Event(line=line, objections=tuple(each for each in objections if each.line == line.entry.number))
            for line in page.lines
        ),
        writers=writers_of(session=session),
        number=page.number,
        page_count=page.page_count,
    )
