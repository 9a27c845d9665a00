"""Seats, house rules and stakes by position. Pure.

A *position* orders the lines of play. A hand keeps its position when it is corrected. Another line has its number as
its position, or the position in its act.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.frozen import Frozen
from scoring.games.base import AnyGame, Data, HouseRules

# Acts of automatic turns store the position of the hand before under this key, so the key must not change.
AFTER = "turn"

# With turns this many play together, unless the rules seat fewer.
AT_ONCE = 4


class Interval(Frozen):
    """A state from position `since` on, set by line `entry`."""

    since: int
    entry: int


class InOrder[Each: Interval](Frozen):
    all: tuple[Each, ...]

    @property
    def now(self) -> Each:
        return self.all[-1]

    def at(self, *, position: int) -> Each:
        return next(each for each in reversed(self.all) if each.since <= position)


class TermsInterval(Interval):
    data: Data
    rules: HouseRules
    stakes: int


type AllTerms = InOrder[TermsInterval]


def all_terms(
    *, game: AnyGame, rules: Data, stake_factor: int, changes: Iterable[tuple[int, Mapping[str, Any]]]
) -> AllTerms:
    """Return the terms of the start and of each change."""
    start = {"from": 0, "rules": rules, "stake_factor": stake_factor}
    return InOrder(all=tuple(terms_in(game=game, entry=entry, act=act) for entry, act in ((0, start), *changes)))


def terms_in(*, game: AnyGame, entry: int, act: Mapping[str, Any]) -> TermsInterval:
    rules: HouseRules = game.read_rules(value=act["rules"])
    return TermsInterval(
        since=int(act["from"]), entry=entry, data=act["rules"], rules=rules, stakes=int(act["stake_factor"])
    )


class Seating(Interval):
    """The seats in playing order from a position on.

    `dealer` deals its first hand. `waiting` seats come in after each hand if `each_hand`, else by a tap.
    """

    seats: tuple[int, ...]
    dealer: int
    waiting: tuple[int, ...] = ()
    each_hand: bool = False


class Turn(Frozen):
    comes: int
    goes: int


class Seatings(InOrder[Seating]):
    @property
    def has_changed(self) -> bool:
        return len(self.all) > 1

    @property
    def unbroken(self) -> dict[int, int]:
        """Return the position since which each seat is unchanged."""
        since: dict[int, int] = {}
        before: set[int] = set()
        for seating in self.all:
            now = set(seating.seats)
            since |= dict.fromkeys(now ^ before, seating.since)
            before = now
        return since

    @property
    def turn(self) -> Turn | None:
        """Return the next change of seats, None without turns."""
        since, now = self.unbroken, self.now
        if not now.waiting:
            return None
        # The seat that waited longest replaces the one that played longest. Ties go by seat, so all phones agree.
        comes = min(now.waiting, key=lambda seat: (since.get(seat, 0), seat))
        return Turn(comes=comes, goes=min(now.seats, key=lambda seat: (since[seat], now.seats.index(seat))))


def next_dealer(old: Seating, *, dealer: int, seats: tuple[int, ...]) -> int:
    """Return the dealer, or the next seat that stays."""
    start = old.seats.index(dealer)
    in_order = (*old.seats[start:], *old.seats[:start])
    return next((seat for seat in in_order if seat in seats), seats[0])


def dealer_after(*, seatings: Seatings, dealer: int) -> int:
    """Return the dealer after the automatic turn, if any."""
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
