"""Who sat where at which hand: every seating of a night. Pure.

A *position* says where in the order of play a line of the ledger belongs: that of the hand, for another line
the number of its entry, or the position it keeps in its act when it was recorded again on other seats.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

AFTER = "turn"
"""In the act of a seating: the position of the hand after which it came by itself."""

AT_ONCE = 4
"""How many play at first where others take turns with them, unless the rules seat fewer."""


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


def seating_in(*, act: Mapping[str, Any], entry: int) -> Seating:
    return Seating(
        since=act["from"],
        entry=entry,
        seats=tuple(act["seats"]),
        dealer=act["dealer"],
        waiting=tuple(act.get("waiting", ())),
        each_hand=act.get("each_hand", False),
    )


def in_order(seatings: Iterable[Seating]) -> tuple[Seating, ...]:
    return tuple(sorted(seatings, key=lambda seating: (seating.since, seating.entry)))
