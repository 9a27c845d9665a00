"""The lines of nights that stand, in the order of play, each with who sat there and what it moved between whom.

Every figure of the history is made of these. Cash handed over moves no result and is not among them.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scoring.games import dealing
from scoring.games.base import Data
from scoring.games.base import Seat as GameSeat
from scoring.ledger.seatings import Seating, Seatings
from scoring.models import Entry, EntryKind, Hand, Payment, Score, Seat, Session
from scoring.queries.table.readable import is_hand_readable
from scoring.queries.table.seatings import seatings_by_session, sides_in

IN_PLAY = frozenset({EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY, EntryKind.MATCH})
"""The lines whose money was won and lost at the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A line that stands. `seats` sat at the table then, `moves` are payer, payee and minor units.

    `at` is when what it stands for was recorded first, before anything was corrected.
    Of a hand `number` counts from 1, `verdict` is the stored one, and who dealt and won is known; nothing else is
    told of one that is not `is_readable`.
    """

    line: int
    position: int
    kind: EntryKind
    at: datetime
    act: Data
    seats: tuple[GameSeat, ...]
    moves: tuple[tuple[int, int, int], ...]
    points: Mapping[int, int]
    number: int | None = None
    verdict: Data = field(default_factory=dict)
    is_readable: bool = True
    winner: int | None = None
    dealer: int | None = None

    def change(self, seat: int) -> int:
        """Return what the line changed for a seat."""
        return self.received(seat) - self.paid(seat)

    def received(self, seat: int) -> int:
        return sum(cents for _, payee, cents in self.moves if payee == seat)

    def paid(self, seat: int) -> int:
        return sum(cents for payer, _, cents in self.moves if payer == seat)

    def side_of(self, seat: int) -> int | None:
        """Return the side of a seat, None for one that sat out."""
        return next((each.side for each in self.seats if each.number == seat), None)

    @property
    def is_play(self) -> bool:
        return self.kind in IN_PLAY

    @property
    def is_result(self) -> bool:
        """Return whether what it moved is won or lost; anything else was paid apart from play."""
        return self.is_play or self.kind in (EntryKind.ADJUSTMENT, EntryKind.PAST)

    @property
    def is_hand(self) -> bool:
        """Return whether this is a hand that counts; what a void one moved is of the night all the same."""
        return self.kind is EntryKind.HAND and dealing.counts(act=self.act)

    @property
    def took_part(self) -> frozenset[int]:
        """Return the seats for which this was played; all of a night entered later played it."""
        at_table = self.seats if self.is_hand or self.kind is EntryKind.PAST else ()
        moved = {seat for payer, payee, _cents in self.moves for seat in (payer, payee)}
        return frozenset(seat.number for seat in at_table) | moved | self.points.keys()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedNight:
    """A session with its seats by number and its plays in order; `last_entry` is the newest line of its books."""

    session: Session
    seats: Mapping[int, Seat]
    plays: tuple[Play, ...]
    last_entry: int

    @property
    def hands(self) -> tuple[Play, ...]:
        return tuple(play for play in self.plays if play.is_hand)

    @property
    def took_part(self) -> frozenset[int]:
        """Return the seats that played the night: dealt a hand that counts, or money or points moved for them.

        Whoever only waited is not among them, and nobody is where nothing was played.
        """
        return frozenset(seat for play in self.plays for seat in play.took_part)


def played_nights(*, sessions: Collection[Session]) -> tuple[PlayedNight, ...]:
    """Return nights with all their plays, in seven queries however many there are."""
    rows = _Rows(sessions)
    return tuple(_night(session, rows) for session in sessions)


class _Rows:
    """The rows of the books of these sessions, each under its session or entry."""

    def __init__(self, sessions: Collection[Session]) -> None:
        seats = tuple(Seat.objects.filter(session__in=sessions).select_related("player"))
        self.seatings = seatings_by_session(sessions=sessions, seats=seats)
        self.seats: defaultdict[int, dict[int, Seat]] = defaultdict(dict)
        for seat in seats:
            self.seats[seat.session_id][seat.number] = seat
        entries = Entry.objects.filter(session__in=sessions)
        standing = entries.filter(reversal=None).exclude(kind=EntryKind.REVERSAL).order_by("number")
        self.entries: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for session, *row in standing.values_list("session_id", "pk", "number", "kind", "recorded_at", "act"):
            self.entries[session].append(tuple(row))
        self.times: defaultdict[int, dict[int, datetime]] = defaultdict(dict)
        for session, number, at in entries.order_by().values_list("session_id", "number", "recorded_at"):
            self.times[session][number] = at
        hands = Hand.objects.filter(entry__in=standing.order_by()).order_by()
        columns = hands.values_list("entry_id", "position", "winner", "deals_next", "verdict")
        self.hands = {entry: row for entry, *row in columns}
        self.moves: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
        owed = Payment.objects.filter(entry__session__in=sessions, entry__reversal=None, cash=False)
        owed = owed.exclude(entry__kind=EntryKind.REVERSAL).order_by("pk")
        for entry, *move in owed.values_list("entry_id", "payer__number", "payee__number", "amount_cents"):
            self.moves[entry].append((move[0], move[1], move[2]))
        self.points: defaultdict[int, dict[int, int]] = defaultdict(dict)
        scored = Score.objects.filter(entry__session__in=sessions, entry__reversal=None)
        for entry, number, points in scored.order_by().values_list("entry_id", "seat__number", "points"):
            self.points[entry][number] = points


def _night(session: Session, rows: _Rows) -> PlayedNight:
    seatings = rows.seatings[session.pk]
    sides = {seating.entry: sides_in(session=session, seating=seating) for seating in seatings.all}
    placed = sorted((_position(row, rows), row) for row in rows.entries[session.pk])
    dealers = _Dealers(seatings)
    times = rows.times[session.pk]
    plays = []
    number = 0
    for position, (entry, line, kind, at, act) in placed:
        hand = rows.hands.get(entry)
        dealer, readable = None, True
        if hand is not None:
            number += 1
            seats = rows.seats[session.pk]
            readable = is_hand_readable(session=session, act=act, verdict=hand[3], winner=hand[1], seats=seats)
            dealer = dealers.of_hand(position=position, deals_next=hand[2])
        plays.append(
            Play(
                line=line,
                position=position,
                kind=EntryKind(kind),
                at=times.get(position, at),
                act=act,
                seats=sides[seatings.at(position=position).entry],
                moves=tuple(rows.moves[entry]),
                points=rows.points[entry],
                number=number if hand is not None else None,
                verdict=hand[3] if hand is not None and readable else {},
                is_readable=readable,
                winner=hand[1] if hand is not None else None,
                dealer=dealer,
            )
        )
    last = max(times, default=0)
    return PlayedNight(session=session, seats=rows.seats[session.pk], plays=tuple(plays), last_entry=last)


def _position(row: tuple[Any, ...], rows: _Rows) -> int:
    """Return where in the order of play a line belongs; see `seatings.position_of`."""
    entry, line, _, _, act = row
    return rows.hands[entry][0] if entry in rows.hands else int(act.get("position", line))


class _Dealers:
    """Who dealt each hand, asked for in the order of play; see `hands.dealer`."""

    def __init__(self, seatings: Seatings) -> None:
        self.seatings = seatings
        self.next: tuple[int, int] | None = None

    def of_hand(self, *, position: int, deals_next: int | None) -> int:
        seating: Seating = self.seatings.at(position=position)
        since, dealer = self.next or (-1, 0)
        found = dealer if since >= seating.since else seating.dealer
        if deals_next is not None:
            self.next = (position, deals_next)
        return found
