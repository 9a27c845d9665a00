"""What happens within the nights of random weeks: hands at changing stakes and rules, a tong of each, chips from a
bank, and in some a fifth who comes in by turns, by a tap or by itself after every hand.
"""

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from scoring.ledger.tong import Every
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.errors import NotReversibleError
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import set_tong
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.operations.table.turns import take_turn
from scoring.queries.sessions.chips import chips_of
from scoring.queries.table import tables
from tests import people

SOWEE, KING = 70, 20
"""What each of the two opponents pays for the worked hand: for the sowee, and for its king by the rules of pagat."""
TONG = 5
"""What everybody pays to seat 1 for each hand, once it is agreed."""
BANK = 4

type Worth = dict[str, int]


def in_force(agreed: dict[int, int], position: int) -> int:
    """Return what was agreed last before a line."""
    return agreed[max(line for line in agreed if line <= position)]


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """The seats at the table in their order from a line on, and who sits out, longest first.

    A sitting that came by itself names the hand it came after.
    """

    since: int
    order: tuple[int, ...]
    waiting: tuple[int, ...]
    hand: int | None = None


@dataclass(kw_only=True)
class Evening:
    """A night as the notebook has it: who sits there, what is agreed from which line on.

    `hands` are the winner and the table by position; where turns come after `each_hand` nobody taps one.
    """

    names: tuple[str, ...]
    each_hand: bool = False
    sittings: list[Sitting] = field(default_factory=list)
    hands: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    stakes: dict[int, int] = field(default_factory=lambda: {0: 1})
    kings: dict[int, int] = field(default_factory=lambda: {0: KING})
    tong: int | None = None
    taken: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    chips: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    decided: int = 0

    def won(self, position: int) -> Worth:
        """Return what a hand moved."""
        winner, order = self.hands[position]
        cents = (SOWEE + in_force(self.kings, position)) * in_force(self.stakes, position)
        beside = order.index(winner) + 1
        losers = (order[beside % 4], order[(beside + 2) % 4])
        return {self.names[winner - 1]: 2 * cents, **{self.names[seat - 1]: -cents for seat in losers}}

    def to_tong(self) -> Worth:
        """Return what the next close takes for the tong."""
        counted = [
            order for position, (_, order) in self.hands.items() if self.tong is not None and position > self.tong
        ]
        due = {seat: TONG * sum(seat in order for order in counted) for seat in range(2, len(self.names) + 1)}
        moves = {self.names[seat - 1]: self.taken[seat] - cents for seat, cents in due.items()}
        self.taken.update(due)
        return {**moves, self.names[0]: -sum(moves.values())}

    def __post_init__(self) -> None:
        self.sittings.append(Sitting(since=0, order=(1, 2, 3, 4), waiting=tuple(range(5, len(self.names) + 1))))

    @property
    def now(self) -> Sitting:
        return self.sittings[-1]

    def turn(self, line: int, hand: int | None = None) -> None:
        """Let who has waited longest come in for who has played longest."""
        comes, goes = self.now.waiting[0], max(self.now.order, key=self._sat)
        order = tuple(comes if seat == goes else seat for seat in self.now.order)
        self.sittings.append(Sitting(since=line, order=order, waiting=(*self.now.waiting[1:], goes), hand=hand))

    def _sat(self, seat: int) -> int:
        """Return through how many sittings up to now a seat has sat at the table."""
        away = [place for place, each in enumerate(self.sittings) if seat not in each.order]
        return len(self.sittings) - max(away, default=-1)

    def undo(self, position: int) -> None:
        """Take a hand back, and the turn that came after it unless a hand was played on it."""
        del self.hands[position]
        for place, each in enumerate(self.sittings):
            later = [other.since for other in self.sittings[place + 1 :]]
            if each.hand == position and not any(each.since < at < min(later, default=at + 1) for at in self.hands):
                del self.sittings[place]
                return


@dataclass(kw_only=True)
class Evenings:
    """The nights of a club, and what each person is worth over all of them."""

    club: Club
    chance: random.Random
    nights: list[Session] = field(default_factory=list)
    evenings: dict[int, Evening] = field(default_factory=dict)
    worth: Worth = field(default_factory=lambda: defaultdict(int))

    def played(self) -> list[Callable[[], None]]:
        """Return what people do while they play."""
        return [
            self.win,
            self.win,
            self.correct,
            self.undo,
            self.double,
            self.raise_kings,
            self.agree,
            self.buy,
            self.hand_back,
            self.count,
            self.turn,
        ]

    def night(self, *, closed: bool) -> Session | None:
        fitting = [night for night in self.nights if tables.is_closed(session=night) == closed]
        return self.chance.choice(fitting) if fitting else None

    def moved(self, moves: Worth, *, times: int = 1) -> None:
        for name, cents in moves.items():
            self.worth[name] += cents * times

    def said(self, night: Session) -> dict[str, Any]:
        newest = tables.last_entry_number(session=night)
        return {"session": night, "expected_entry": newest, "stamp": people.stamp()}

    def win(self) -> None:
        if night := self.night(closed=False):
            evening = self.evenings[night.pk]
            winner = self.chance.choice(evening.now.order)
            position = people.win(night, winner=winner).number
            evening.hands[position] = winner, evening.now.order
            self.moved(evening.won(position))
            if evening.each_hand:
                evening.turn(position, hand=position)

    def a_hand(self) -> tuple[Evening, Entry] | None:
        """Return a hand that stands in an open night."""
        night = self.night(closed=False)
        hands = list(night.entries.filter(kind=EntryKind.HAND, reversal=None)) if night else []
        return (self.evenings[hands[0].session_id], self.chance.choice(hands)) if hands else None

    def correct(self) -> None:
        """Find out that somebody else had won a hand of a night that is open."""
        if found := self.a_hand():
            evening, hand = found
            position = hand.hand.position
            _, order = evening.hands[position]
            winner = self.chance.choice(order)
            act = people.win_act(hand.session, winner=winner)

            def again() -> Entry:
                return correct_hand(entry=hand, act=act, reason="misheard", stamp=people.stamp())

            if self.unless_counted(evening, hand, again):
                self.moved(evening.won(position), times=-1)
                evening.hands[position] = winner, order
                self.moved(evening.won(position))

    def undo(self) -> None:
        if found := self.a_hand():
            evening, hand = found
            if self.unless_counted(evening, hand, lambda: undo(entry=hand, reason="slip", stamp=people.stamp())):
                self.moved(evening.won(hand.hand.position), times=-1)
                evening.undo(hand.hand.position)

    def unless_counted(self, evening: Evening, hand: Entry, act: Callable[[], Entry]) -> bool:
        """Do it and tell so, or be refused because chips were counted after the hand and decided."""
        if hand.number > evening.decided:
            act()
            return True
        with pytest.raises(NotReversibleError):
            act()
        return False

    def double(self) -> None:
        """Play at other stakes from the next hand on."""
        if night := self.night(closed=False):
            stakes = self.evenings[night.pk].stakes
            new = stakes[max(stakes)] % 3 + 1
            wanted = WantedTerms(stakes=new, rules=None)
            stakes[change_terms(wanted=wanted, reason="", **self.said(night)).number] = new

    def raise_kings(self) -> None:
        """Play by another price of a king from the next hand on."""
        if night := self.night(closed=False):
            kings = self.evenings[night.pk].kings
            new = kings[max(kings)] % 60 + 20
            wanted = WantedTerms(rules={"preset": "pagat", "other_king": new})
            kings[change_terms(wanted=wanted, reason="", **self.said(night)).number] = new

    def agree(self) -> None:
        """Agree on a tong, once a night."""
        night = self.night(closed=False)
        if night and self.evenings[night.pk].tong is None:
            rule = {"every": Every.HAND, "cents": TONG, "percent": 0, "coin_cents": 1, "holder": 1}
            self.evenings[night.pk].tong = set_tong(**rule, **self.said(night)).number  # type: ignore[arg-type]

    def turn(self) -> None:
        """Let who has waited longest come in for who has played longest."""
        night = self.night(closed=False)
        if night and (evening := self.evenings[night.pk]).now.waiting and not evening.each_hand:
            evening.turn(take_turn(**self.said(night)).number)

    def buy(self) -> None:
        """Take chips from the bank for cash."""
        if night := self.night(closed=False):
            evening = self.evenings[night.pk]
            seat = self.chance.randint(1, len(evening.names))
            buy_chips(bank=BANK, seats=(seat,), amount_cents=500, is_paid=True, **self.said(night))
            evening.chips[seat] += 500
            self._to_bank(evening, seat, 500)

    def hand_back(self) -> None:
        """Hand back some of the chips one took, for cash."""
        if night := self.night(closed=False):
            evening = self.evenings[night.pk]
            seat = self.chance.randint(1, len(evening.names))
            if evening.chips[seat]:
                cents = self.chance.randint(1, evening.chips[seat])
                return_chips(seat=seat, amount_cents=cents, is_paid=True, **self.said(night))
                evening.chips[seat] -= cents
                self._to_bank(evening, seat, -cents)

    def _to_bank(self, evening: Evening, seat: int, cents: int) -> None:
        if seat != BANK:
            self.moved({evening.names[seat - 1]: cents, evening.names[BANK - 1]: -cents})

    def count(self) -> None:
        """Count the chips, some of which lie on the wrong side, and let them decide."""
        night = self.night(closed=False)
        due = chips_of(session=night).due if night else {}
        if night and due and min(due.values()) >= 0:
            evening = self.evenings[night.pk]
            less, more = self.chance.choice(sorted(due)), self.chance.randint(1, len(evening.names))
            cents = self.chance.randint(0, due[less])
            counted = {**due, less: due[less] - cents}
            counted[more] = counted.get(more, 0) + cents
            evening.decided = count_chips(counted=counted, decides=True, **self.said(night)).number
            self.moved({evening.names[less - 1]: -cents})
            self.moved({evening.names[more - 1]: cents})
