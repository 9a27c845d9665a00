"""Who sat where at which hand: every seating of a session, and the sides that follow from the places.

A *position* says where in the order of play a line of the ledger belongs: that of the hand, for another line
the number of its entry, or the position it keeps in its act when it was recorded again on other seats.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.base import Seat as GameSeat
from scoring.models import Entry, EntryKind, Payment, Seat, Session
from scoring.queries.table.terms import load_terms

AFTER = "turn"
"""In the act of a seating: the position of the hand after which it came by itself."""

AT_ONCE = 4
"""How many play at first where others take turns with them, unless the rules seat fewer."""

PLAYED = (EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY)
"""The lines that are judged by who sat where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits where from a position on: seat numbers in the order of play, and who deals its first hand.

    `entry` is the number of the entry that recorded it, 0 for the seats a session started with. The seats
    `waiting` sit out and come in by turns, after `each_hand` by themselves or when somebody says so.
    """

    since: int
    entry: int
    seats: tuple[int, ...]
    dealer: int
    waiting: tuple[int, ...] = ()
    each_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Who comes in next by turns, and who goes out for them."""

    comes: int
    goes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seatings:
    """The accepted seatings of a session, the first one first."""

    all: tuple[Seating, ...]

    @property
    def now(self) -> Seating:
        return self.all[-1]

    @property
    def has_changed(self) -> bool:
        return len(self.all) > 1

    def at(self, *, position: int) -> Seating:
        return next(seating for seating in reversed(self.all) if seating.since <= position)

    def seats_at(self, *, positions: Iterable[int]) -> frozenset[int]:
        return frozenset(seat for position in positions for seat in self.at(position=position).seats)

    @property
    def unbroken(self) -> dict[int, int]:
        """Return the position since which each seat has sat, or sat out again, without a break."""
        since: dict[int, int] = {}
        before: set[int] = set()
        for seating in self.all:
            now = set(seating.seats)
            since |= dict.fromkeys(now ^ before, seating.since)
            before = now
        return since

    @property
    def turn(self) -> Turn | None:
        """Return who comes in next: who has waited longest, for whom has played longest; None without turns."""
        since, now = self.unbroken, self.now
        if not now.waiting:
            return None
        comes = min(now.waiting, key=lambda seat: (since.get(seat, 0), seat))
        return Turn(comes=comes, goes=min(now.seats, key=lambda seat: (since[seat], now.seats.index(seat))))

    def gone(self, *, out: Iterable[int]) -> frozenset[int]:
        """Return who of the seats that sit out went home: where people take turns, whoever waits for none."""
        take_turns = any(seating.waiting for seating in self.all)
        return frozenset(out) - set(self.now.waiting) if take_turns else frozenset()

    def with_one_more(self, *, seating: Seating) -> "Seatings":
        """Return the seatings as they are once another is recorded."""
        return Seatings(all=_in_order((*self.all, seating)))

    def without(self, *, entry: int) -> "Seatings":
        """Return the seatings as they are once the one of an entry is taken back."""
        return Seatings(all=tuple(seating for seating in self.all if seating.entry != entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """What was won and lost while people sat in one way, in minor units by seat."""

    seating: Seating
    results: dict[int, int]


def next_dealer(old: Seating, *, dealer: int, seats: tuple[int, ...]) -> int:
    """Return the dealer, or where the dealer has left the next of the old order who stays."""
    start = old.seats.index(dealer)
    in_order = (*old.seats[start:], *old.seats[:start])
    return next((seat for seat in in_order if seat in seats), seats[0])


def dealer_after(*, seatings: Seatings, dealer: int) -> int:
    """Return who deals after a hand that counts, where `dealer` would: after a turn perhaps the next who stays."""
    turn = seatings.turn if seatings.now.each_hand else None
    return next_dealer(seatings.now, dealer=dealer, seats=seats_after(seatings.now, turn)) if turn else dealer


def seats_after(now: Seating, turn: Turn) -> tuple[int, ...]:
    """Return the seats in the order of play once a turn was taken."""
    return tuple(turn.comes if seat == turn.goes else seat for seat in now.seats)


def seatings_of(*, session: Session) -> Seatings:
    return seatings_by_session(sessions=(session,), seats=session.seats.all())[session.pk]


def seatings_by_session(
    *, sessions: Collection[Session], seats: Iterable[Seat], changed: Collection[int] | None = None
) -> dict[int, Seatings]:
    """Return the seatings of sessions under their ids in one query; `seats` are all their seats.

    Who knows the ids of the sessions whose seats `changed` says so: without any there is no query.
    """
    load_terms(sessions=sessions)
    recorded: defaultdict[int, list[Seating]] = defaultdict(list)
    nights = sessions if changed is None else changed
    entries = Entry.objects.standing().of_kind(EntryKind.SEATING).filter(session__in=nights).order_by()
    for session_id, number, act in entries.values_list("session_id", "number", "act"):
        recorded[session_id].append(seating_in(act=act, entry=number))
    first_seats: defaultdict[int, list[int]] = defaultdict(list)
    for seat in seats:
        if not seat.since:
            first_seats[seat.session_id].append(seat.number)
    return {
        session.pk: Seatings(
            all=(first_seating(session=session, numbers=first_seats[session.pk]), *_in_order(recorded[session.pk]))
        )
        for session in sessions
    }


def seating_by(*, entry: Entry) -> Seating:
    return seating_in(act=entry.act, entry=entry.number)


def seating_in(*, act: Mapping[str, Any], entry: int) -> Seating:
    return Seating(
        since=act["from"],
        entry=entry,
        seats=tuple(act["seats"]),
        dealer=act["dealer"],
        waiting=tuple(act.get("waiting", ())),
        each_hand=act.get("each_hand", False),
    )


def first_seating(*, session: Session, numbers: Iterable[int]) -> Seating:
    """Return the seating that a session starts with, on seats with these numbers."""
    return Seating(since=0, entry=0, seats=tuple(sorted(numbers)), dealer=session.first_dealer)


def sides_in(*, session: Session, seating: Seating) -> tuple[GameSeat, ...]:
    """Return a seating as the game sees it: the seats in the order of play, with the side of their place.

    Of a night entered later nobody knows who were partners.
    """
    if session.entered_later:
        return tuple(GameSeat(number=seat, side=side) for side, seat in enumerate(seating.seats, start=1))
    rules = session.as_at(position=seating.since).house_rules
    places = session.played.sides(rules=rules, seat_count=len(seating.seats))
    return tuple(GameSeat(number=seat, side=place.side) for seat, place in zip(seating.seats, places, strict=True))


def sides_of(*, session: Session, position: int | None = None) -> tuple[GameSeat, ...]:
    """Return the seats of the hand being played, or of the one at a position, as the game sees them."""
    seatings = seatings_of(session=session)
    seating = seatings.now if position is None else seatings.at(position=position)
    return sides_in(session=session, seating=seating)


def is_of_start(*, entry: Entry) -> bool:
    """Tell whether a line says who waits in a night that started so, rather than what somebody changed in it."""
    is_first = entry.number == 1 and entry.recorded_at == entry.session.started_at
    return is_first and entry.kind == EntryKind.SEATING and "waiting" in entry.act


def position_of(*, entry: Entry) -> int:
    """Return where in the order of play an entry belongs."""
    if entry.kind == EntryKind.HAND:
        return entry.hand.position
    return int(entry.act.get("position", entry.number))


def played_under(*, session: Session, seating: Seating, seatings: Seatings) -> tuple[Entry, ...]:
    """Return the accepted hands, secrets and penalties judged by a seating, in the order of play."""
    entries = Entry.objects.standing().of_kind(*PLAYED).filter(session=session).select_related("hand")
    under = [entry for entry in entries if seatings.at(position=position_of(entry=entry)) == seating]
    return tuple(sorted(under, key=lambda entry: (position_of(entry=entry), entry.number)))


def players_since(*, session: Session, position: int) -> frozenset[int]:
    """Return the seats that sat at the table for any line after a position that stands."""
    seatings = seatings_of(session=session)
    entries = Entry.objects.standing().of_kind(*PLAYED).filter(session=session).select_related("hand")
    positions = (position_of(entry=entry) for entry in entries)
    return seatings.seats_at(positions=(one for one in positions if one > position))


def stretches_of(*, sessions: Collection[Session], seatings: dict[int, Seatings]) -> dict[int, list[Stretch]]:
    """Return what was won and lost under each seating, in their order of play, under the ids of the sessions.

    It takes one query.
    """
    moved: defaultdict[tuple[int, Seating], defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    payments = Payment.objects.filter(entry__session__in=sessions, entry__kind__in=PLAYED)
    related = payments.standing().select_related("entry__hand", "payer", "payee")
    for payment in related.order_by("entry__number"):
        session_id = payment.entry.session_id
        seating = seatings[session_id].at(position=position_of(entry=payment.entry))
        moved[session_id, seating][payment.payer.number] -= payment.amount_cents
        moved[session_id, seating][payment.payee.number] += payment.amount_cents
    stretches: dict[int, list[Stretch]] = {session.pk: [] for session in sessions}
    in_order = sorted(moved.items(), key=lambda each: (each[0][1].since, each[0][1].entry))
    for (session_id, seating), results in in_order:
        in_play = {seat: results[seat] for seat in seating.seats}
        stretches[session_id].append(Stretch(seating=seating, results=in_play))
    return stretches


def _in_order(seatings: Iterable[Seating]) -> tuple[Seating, ...]:
    return tuple(sorted(seatings, key=lambda seating: (seating.since, seating.entry)))
