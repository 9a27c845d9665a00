"""Who sat where at which hand, and by which house rules and stakes they played. Pure.

A *position* says where in the order of play a line of the ledger belongs: that of the hand, for another line
the number of its entry, or the position it keeps in its act when it was recorded again on other seats.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.base import AnyGame, Data, HouseRules

AFTER = "turn"
"""In the act of a seating: the position of the hand after which it came by itself."""

AT_ONCE = 4
"""How many play at first where others take turns with them, unless the rules seat fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """What is so from a position on, as line `entry` says, 0 for what a session started with."""

    since: int
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InOrder[Each: Interval]:
    all: tuple[Each, ...]

    @property
    def now(self) -> Each:
        return self.all[-1]

    def at(self, *, position: int) -> Each:
        return next(each for each in reversed(self.all) if each.since <= position)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsInterval(Interval):
    data: Data
    rules: HouseRules
    stakes: int


type AllTerms = InOrder[TermsInterval]


def terms_in(*, game: AnyGame, entry: int, act: Mapping[str, Any]) -> TermsInterval:
    rules: HouseRules = game.read_rules(value=act["rules"])
    return TermsInterval(
        since=int(act["from"]), entry=entry, data=act["rules"], rules=rules, stakes=int(act["stake_factor"])
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating(Interval):
    """Who sits where from a position on: seat numbers in the order of play, and who deals its first hand.

    The seats `waiting` sit out and come in by turns, after `each_hand` by themselves or when somebody says so.
    """

    seats: tuple[int, ...]
    dealer: int
    waiting: tuple[int, ...] = ()
    each_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    comes: int
    goes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seatings(InOrder[Seating]):
    @property
    def has_changed(self) -> bool:
        return len(self.all) > 1

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
