"""Show the ledger of a night and its writers."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import accumulate
from operator import attrgetter
from typing import Annotated

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet

from scoring.frozen import Frozen
from scoring.games.base import Data, Points, VerdictData
from scoring.games.stored import is_readable
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import Line, Payment, moved, results
from scoring.ledger.night import Night, SeatResult
from scoring.ledger.reckoning import Reckoning, Settling
from scoring.limits import Limits
from scoring.models import Device, Entry, Membership, Role, Session
from scoring.people import Person
from scoring.queries.rule_sets import Difference, differences
from scoring.queries.table.night import night_of

ROWS_PER_PAGE = 12
UNDONE_SHOWN = 3
type LineNumber = Annotated[int, Limits(0, 10**9)]
type PageSize = Annotated[int, Limits(1, 100)]


class Change(Frozen):
    seat: int
    player: Person
    cents: int
    points: int = 0


class LedgerHand(Frozen):
    """The verdict of a hand, numbered if it counts."""

    number: int | None
    position: int
    winner: int | None
    deals_next: int | None
    verdict: VerdictData
    engine_version: str
    is_readable: bool = True


class LedgerLine(Frozen):
    """An entry as the ledger shows it.

    `position` is that of the hand. `reverses` and `reversed_by` are numbers of entries. `is_corrected`: a newer version
    of the hand replaced the line. `only_dealer`: a seating changed only the dealer.
    """

    entry: Entry
    names: Mapping[int, Person]
    position: int
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
        return not (self.is_cash or self.is_apart)

    @property
    def is_readable(self) -> bool:
        return self.hand is None or self.hand.is_readable

    @property
    def act(self) -> Data:
        """Return the act, empty if unreadable."""
        return self.entry.act if self.is_readable else {}

    @property
    def hand_number(self) -> int | None:
        """Return the hand's number, None if it is undone."""
        return self.hand.number if self.hand else None


class LedgerRow[Shown](Frozen):
    """A line with the undone ones before it.

    `more` counts the undone lines that are not listed. Lines undone since the last hand have a row that shows no line.
    """

    shown: Shown | None
    undone: tuple[Shown, ...]
    more: int
    is_newest: bool


class LedgerRows[Shown](Frozen):
    """A page of the ledger, and the newest line."""

    rows: tuple[LedgerRow[Shown], ...]
    recorded: LedgerLine | None
    number: int
    page_count: int


class LedgerPart(Frozen):
    """Lines, oldest first. `next_after` is None at the end."""

    items: tuple[LedgerLine, ...]
    next_after: int | None


def ledger_rows[Shown](
    *, session: Session, night: Night, number: int, show: Callable[[LedgerLine], Shown]
) -> LedgerRows[Shown]:
    """Return the page nearest to `number`, without automatic turns."""
    page = Paginator(night.placed_acts, ROWS_PER_PAGE).get_page(number)
    rows = tuple(page)
    first = next((line for line, _undone in night.placed_acts if line), None)
    newest = next((line.number for line in reversed(night.lines) if line.number not in night.turns), 0)
    # The night knows all numbers, so this query reads no line of another page.
    wanted = {newest, *(line for row in rows for line in (row[0], *row[1][:UNDONE_SHOWN]) if line)}
    read = {line.entry.number: line for line in whole_ledger(session=session, night=night, number__in=wanted)}
    found = tuple(
        LedgerRow(
            shown=show(read[line]) if line else None,
            undone=tuple(show(read[each]) for each in undone[:UNDONE_SHOWN]),
            more=max(0, len(undone) - UNDONE_SHOWN),
            is_newest=line == first,
        )
        for line, undone in rows
    )
    return LedgerRows(rows=found, recorded=read.get(newest), number=page.number, page_count=page.paginator.num_pages)


def whole_ledger(*, session: Session, night: Night, **only: object) -> tuple[LedgerLine, ...]:
    return tuple(_line(entry, night) for entry in _entries(session).filter(**only).order_by("number"))


def lines_after(
    *, session: Session, after: LineNumber = 0, limit: PageSize = 50, kind: EntryKind | None = None
) -> LedgerPart:
    """List lines after a number, oldest first."""
    entries = _entries(session).filter(number__gt=after, **({"kind": kind} if kind else {})).order_by("number")
    found, night = tuple(entries[: limit + 1]), night_of(session=session)
    items = tuple(_line(entry, night) for entry in found[:limit])
    return LedgerPart(items=items, next_after=items[-1].entry.number if len(found) > limit else None)


def ledger_line(*, entry: Entry, night: Night | None = None) -> LedgerLine:
    return _line(_entries(entry.session).get(pk=entry.pk), night or night_of(session=entry.session))


def changes_of(
    *, names: Mapping[int, Person], payments: Collection[Payment], points: Iterable[Points] = ()
) -> tuple[Change, ...]:
    """Return each seat's change, empty without payments and points."""
    scored = {score.seat: score.points for score in points}
    moved = results(seats=names, payments=payments) if payments or scored else {}
    return tuple(
        Change(seat=seat, player=names[seat], cents=cents, points=scored.get(seat, 0)) for seat, cents in moved.items()
    )


def standings_after(*, night: Night, most: int) -> tuple[dict[int, int], ...]:
    """Return the results before and after the newest lines."""
    owed = (line.owed for line in night.summed if line.owed)
    return tuple(accumulate(owed, moved, initial=dict.fromkeys(night.names, 0)))[-most - 1 :]


def are_points(changes: Iterable[Change]) -> bool:
    changes = tuple(changes)
    return any(change.points for change in changes) and not any(change.cents for change in changes)


def _entries(session: Session) -> QuerySet[Entry]:
    return session.entries.select_related("hand", "reversal", "reverses__hand", "device")


def _line(entry: Entry, night: Night) -> LedgerLine:
    if entry.reverses:
        entry.reverses.session = entry.session
    line, reversal = night.at(entry.number), night.taken_back.get(entry.number)
    about = night.at(line.reverses) if line.reverses else line
    return LedgerLine(
        entry=entry,
        names=night.names,
        position=about.position,
        hand=_hand(entry, night, line) if line.judged else None,
        changes=changes_of(names=night.names, payments=line.payments, points=line.points),
        reversed_by=reversal.number if reversal else None,
        is_corrected=night.is_corrected(line),
        reverses=line.reverses,
        is_cash=bool(line.handed),
        is_apart=bool(line.apart),
        only_dealer=about.kind is EntryKind.SEATING and night.only_dealer(about),
    )


def _hand(entry: Entry, night: Night, line: Line) -> LedgerHand:
    hand, game, rules = entry.hand, entry.session.played, entry.session.house_rules
    recorded = {"act": entry.act, "verdict": hand.verdict, "winner": hand.winner}
    readable = is_readable(game=game, rules=rules, **recorded, seats=night.players)
    number = None if line.number in night.taken_back else night.hand_number(line.position)
    kept = {name: getattr(hand, name) for name in ("position", "winner", "deals_next", "engine_version")}
    return LedgerHand(number=number, verdict=hand.told if readable else {}, is_readable=readable, **kept)


class Writer(Frozen):
    """A device that wrote, with its holder."""

    label: str
    is_program: bool
    role: Role | None
    holder: str
    has_ended: bool


def writers_of(*, session: Session) -> Mapping[int, Writer]:
    wrote = Entry.objects.filter(session=session).values("device")
    places = Membership.objects.filter(club=session.club_id).select_related("player__merged_into")
    devices = Device.objects.filter(pk__in=wrote).select_related("api_token")
    known = devices.prefetch_related(Prefetch("memberships", queryset=places))
    return {device.pk: _writer(device) for device in known}


def _writer(device: Device) -> Writer:
    places = device.memberships.all()
    # The books do not keep the holder of a phone at each line. The last holder is the best guess.
    place = max(places, key=lambda each: (each.revoked_at is None, each.player is not None, each.pk), default=None)
    holder = place.player.known_as if place and place.player else ""
    role, has_ended = (Role(place.role), place.revoked_at is not None) if place else (None, False)
    is_program = hasattr(device, "api_token")
    return Writer(label=device.label, is_program=is_program, role=role, holder=holder, has_ended=has_ended)


class Cell(Change):
    """A seat's change and its total so far."""

    total_cents: int


class StatementLine(Frozen):
    """An entry with a cell for each seat."""

    line: LedgerLine
    cells: tuple[Cell, ...]
    cash_cents: int
    apart_cents: int


class Books(Frozen):
    night: Night
    seats: tuple[SeatResult, ...]
    differences: tuple[Difference, ...]
    lines: tuple[StatementLine, ...]
    reckonings: dict[int, Reckoning]

    @property
    def next_after(self) -> int | None:
        last = self.lines[-1].line.entry.number if self.lines else self.night.last_entry
        return last if last < self.night.last_entry else None


def books(*, session: Session, after: LineNumber = 0, limit: PageSize = 100) -> Books:
    """Return the lines after a number, oldest first."""
    return books_of(session=session, night=night_of(session=session), numbers=range(after + 1, after + limit + 1))


def books_of(*, session: Session, night: Night, numbers: Collection[int] | None = None) -> Books:
    lines = whole_ledger(session=session, night=night, **({} if numbers is None else {"number__in": numbers}))
    return Books(
        night=night,
        seats=night.standings,
        differences=differences(session=session.as_at(position=0)),
        lines=tuple(_with_totals(night, {line.entry.number: line for line in lines})),
        reckonings={each.number: each for each in sorted(Settling(night=night).reckonings, key=attrgetter("number"))},
    )


def _with_totals(night: Night, shown: Mapping[int, LedgerLine]) -> Iterator[StatementLine]:
    totals = dict.fromkeys(night.names, 0)
    for each in night.lines:
        if not (each.handed or each.apart):
            totals = moved(totals, each.payments)
        if line := shown.get(each.number):
            changes = line.changes if line.moves_results else ()
            cells = tuple(Cell(**vars(change), total_cents=totals[change.seat]) for change in changes)
            paid = -min((change.cents for change in line.changes), default=0)
            cash, apart = (paid if is_so else 0 for is_so in (line.is_cash, line.is_apart))
            yield StatementLine(line=line, cells=cells, cash_cents=cash, apart_cents=apart)
