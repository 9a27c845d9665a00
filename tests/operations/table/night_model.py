"""The books of a night kept a second time, as plain lists; it imports nothing of what it is held against."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.operations.table.money_model import Money, Moves, Won


@dataclass(kw_only=True)
class Line:
    """A line that stands: every opponent of `seat` owes it so much, or everybody does, or it scores points.

    `position` is its place in the order of play; a hand comes `after` the position of the last hand then.
    """

    kind: str
    position: int
    seat: int | None = None
    each_cents: int = 0
    points: int = 0
    after: int = 0
    counts: bool = True
    from_all: bool = False


@dataclass(kw_only=True)
class Seating:
    """Who sits where from a position on, as line `number` says, and who deals first.

    Those `waiting` come in by turns; one that came by itself after a hand names its position.
    """

    since: int
    number: int
    seats: tuple[int, ...]
    dealer: int
    waiting: tuple[int, ...] = ()
    each_hand: bool = False
    after_hand: int | None = None
    by_terms: int | None = None


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The stakes, whether opposite players are partners, and whether partners share."""

    stake: int
    partners: bool
    shares: bool


@dataclass(kw_only=True)
class Match:
    """A settled match: the points it ended with and what they came to."""

    points: Moves
    moves: Moves


@dataclass(kw_only=True)
class Model:
    """A night: what stands of it by the numbers of the lines; `names` are the players in order of seats."""

    names: list[str]
    terms: dict[int, Terms]
    seatings: list[Seating]
    lines: dict[int, Line] = field(default_factory=dict)
    cash: dict[int, Moves] = field(default_factory=dict)
    apart: dict[int, Moves] = field(default_factory=dict)
    adjusted: dict[int, Moves] = field(default_factory=dict)
    matches: dict[int, Match] = field(default_factory=dict)
    disputed: set[int] = field(default_factory=set)
    money: Money = field(default_factory=Money)

    @property
    def in_force(self) -> Terms:
        """Return what is played now."""
        return self.terms[max(self.terms)]

    def terms_at(self, position: int) -> Terms:
        """Return what was played at a position."""
        return self.terms[max(number for number in self.terms if number <= position)]

    def has_partners(self, position: int) -> bool:
        """Tell whether opposite players were partners by the rules under which they sat down."""
        return self.terms_at(self.at(position).since).partners

    @property
    def now(self) -> Seating:
        """Return the seating of the hand being played."""
        return max(self.seatings, key=_order)

    def at(self, position: int) -> Seating:
        """Return the seating of a position."""
        return max((each for each in self.seatings if each.since <= position), key=_order)

    def rests_on_terms(self, number: int) -> bool:
        """Tell whether a change of terms cannot be taken back, or a seating that came with one."""
        if any(each.number == number and each.by_terms for each in self.seatings):
            return True
        if number not in self.terms:
            return False
        return (
            any(line.position > number for line in self.lines.values())
            or any(later > number for later in (*self.matches, *self.terms))
            or any(each.number > number and each.by_terms != number for each in self.seatings)
        )

    def left_over(self, seating: Seating, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return who waits once others sit on the seats, where people take turns."""
        return tuple(seat for seat in (*seating.waiting, *seating.seats) if seating.waiting and seat not in seats)

    def turned(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return who sits and who waits once the one who waited longest came in for who played longest."""
        came: dict[int, int] = {}
        went: dict[int, int] = {}
        before: tuple[int, ...] = ()
        for each in sorted(self.seatings, key=_order):
            for seat in range(1, len(self.names) + 1):
                if (seat in each.seats) != (seat in before):
                    (came if seat in each.seats else went)[seat] = each.since
            before = each.seats
        now = self.now
        comes = sorted(now.waiting, key=lambda seat: (went.get(seat, 0), seat))[0]
        goes = sorted(now.seats, key=lambda seat: (came[seat], now.seats.index(seat)))[0]
        sit = tuple(comes if seat == goes else seat for seat in now.seats)
        return sit, (*(seat for seat in now.waiting if seat != comes), goes)

    def take_turn(self, number: int, hand: int | None = None) -> None:
        """Let the next come in, as line `number` says, by itself after a hand or because somebody said so."""
        now, dealer = self.now, self.dealer()
        seats, waiting = self.turned()
        self.seatings.append(
            Seating(
                since=number,
                number=number,
                seats=seats,
                dealer=stays(now.seats, dealer=dealer, seats=seats),
                waiting=waiting,
                each_hand=now.each_hand,
                after_hand=hand,
            )
        )

    def turn_back(self, position: int) -> None:
        """Forget the turn that came by itself after a hand, unless something was played on it."""
        turns = [each for each in self.seatings if each.after_hand == position]
        if turns and not any(self.under(turns[-1])):
            self.seatings.remove(turns[-1])

    def correct_turn(self, position: int, *, counted: bool, newest: int) -> None:
        """Let a turn follow the correction of its hand, which counts now: by itself, or with another dealer."""
        turn = next((each for each in self.seatings if each.after_hand == position), None)
        if turn is None:
            if not counted and self.now.each_hand and self.now.since <= position == self.last_hand():
                self.take_turn(newest, hand=position)
        elif turn is self.now and not any(self.under(turn)):
            self.seatings.remove(turn)
            self.take_turn(newest, hand=position)
            if self.now.dealer == turn.dealer:
                self.seatings[-1] = turn

    def hands(self) -> dict[int, Line]:
        """Return the hands that stand, by their numbers."""
        return {number: line for number, line in self.lines.items() if line.kind == "hand"}

    def last_hand(self) -> int:
        """Return the position of the last hand, 0 before the first."""
        return max((line.position for line in self.hands().values()), default=0)

    def dealer(self, *, before: int | None = None) -> int:
        """Return who deals the hand being played, or the one before a position."""
        seating = self.now if before is None else self.at(before)
        won = [
            line
            for line in self.hands().values()
            if line.counts
            and line.seat
            and line.position >= seating.since
            and (before is None or line.position < before)
        ]
        last = max(won, key=lambda line: line.position, default=None)
        return last.seat if last and last.seat else seating.dealer

    def take_back(self, number: int) -> None:
        """Forget a line that was taken back."""
        if number in self.terms:
            del self.terms[number]
            self.seatings = [each for each in self.seatings if each.by_terms != number]
        for kept in (self.lines, self.cash, self.apart, self.adjusted, self.matches):
            kept.pop(number, None)
        self.money.take_back(number)
        self.seatings = [each for each in self.seatings if each.number != number]
        self.disputed.discard(number)

    def record_again(self, old: int, new: int, **changes: int | None) -> None:
        """Put a line in the place of another."""
        line = self.lines[old]
        self.take_back(old)
        self.lines[new] = Line(**vars(line) | changes)

    def side(self, seat: int, position: int) -> int:
        """Return the side of whoever sits at the table: 0 or 1 with partners, else a number of its own."""
        place = self.at(position).seats.index(seat)
        return place % 2 if self.has_partners(position) else place

    def moves(self, line: Line) -> Moves:
        """Return what a line moves: opponents are on another side, at the seats of its position."""
        if line.seat is None:
            return {}
        own = self.side(line.seat, line.position)
        seats = self.at(line.position).seats
        opponents = [seat for seat in seats if self.side(seat, line.position) != own or line.from_all]
        opponents = [seat for seat in opponents if seat != line.seat]
        cents = line.each_cents * self.terms_at(line.position).stake
        return {**dict.fromkeys(opponents, -cents), line.seat: cents * len(opponents)}

    def results(self) -> Moves:
        """Return the result of every seat."""
        moved = [self.moves(line) for line in self.lines.values()]
        moved += [match.moves for match in self.matches.values()]
        return self._added(*moved, *self.adjusted.values())

    def outstanding(self) -> Moves:
        """Return what each seat still has to get."""
        return self._added(self.results(), self.paid_apart(), *self.cash.values())

    def paid_apart(self) -> Moves:
        """Return what every seat gets or pays apart from play."""
        return self._added(*self.apart.values(), *self.money.taken.values(), *self.money.decided.values())

    def is_counted(self, number: int) -> bool:
        """Tell whether a line that moves chips stands under a count that decides."""
        moving = {*self.lines, *self.matches, *self.apart, *self.money.numbers}
        return number in moving and any(number < decided for decided in self.money.decided)

    def to_tong(self) -> Moves:
        """Return what each seat owes the tong."""
        hands = [
            Won(
                position=line.position,
                seats=self.at(line.position).seats,
                winner=line.seat,
                cents=self.moves(line)[line.seat] if line.seat else 0,
            )
            for line in self.hands().values()
            if line.counts
        ]
        return self.money.owed_to_tong(hands)

    def tong_open(self) -> Moves:
        """Return what is still to be taken for the tong."""
        return self.money.still_to_take(self.to_tong())

    def in_tong(self) -> int:
        """Return what is left in the tong."""
        return sum(self.to_tong().values()) - sum(self.money.spent.values())

    def all_chips(self) -> int:
        """Return the chips that are out."""
        return sum(self.money.chips_out(seat) for seat in range(1, len(self.names) + 1))

    def chips_due(self) -> Moves:
        """Return the chips every seat should hold."""
        out = {seat: self.money.chips_out(seat) for seat in range(1, len(self.names) + 1)}
        return self._added(out, self.results(), self.paid_apart(), self.tong_open())

    def points(self) -> Moves:
        """Return the points of the match that is played."""
        since = max(self.matches, default=0)
        scored = [{line.seat: line.points} for line in self.lines.values() if line.position > since and line.seat]
        return self._added(*scored)

    def settled(self) -> Match:
        """Return the match as it would be settled now: each pays whoever is best 5 a point, the toy's price.

        It is played by those who sat there for any line of it, or have points.
        """
        since = max(self.matches, default=0)
        positions = [line.position for line in self.lines.values() if line.position > since]
        played = {seat for position in positions for seat in self.at(position).seats}
        points = {seat: total for seat, total in self.points().items() if total or seat in played}
        best = max(points, key=lambda seat: (points[seat], -seat))
        cents = {seat: (total - points[best]) * 5 * self.in_force.stake for seat, total in points.items()}
        return Match(points=points, moves={**cents, best: -sum(cents.values())})

    def shared(self) -> Moves:
        """Return what changes hands when each two partners halve what they won together."""
        earned: defaultdict[tuple[int, ...], list[Moves]] = defaultdict(list)
        for line in self.lines.values():
            if not self.has_partners(line.position):
                continue
            seats = self.at(line.position).seats
            for pair in (seats[0::2], seats[1::2]):
                own = {seat: self.moves(line).get(seat, 0) for seat in pair}
                earned[tuple(sorted(pair))].append(own)
        return self._added(*(self._halved(self._added(*moves), pair) for pair, moves in earned.items()))

    def under(self, seating: Seating) -> Iterator[tuple[int, Line]]:
        """Yield the lines played under a seating, by number."""
        for number, line in list(self.lines.items()):
            if self.at(line.position) is seating:
                yield number, line

    def _halved(self, earned: Moves, pair: tuple[int, ...]) -> Moves:
        more, less = sorted(pair, key=lambda seat: (-earned[seat], seat))
        total = earned[more] + earned[less]
        return {more: total - total // 2 - earned[more], less: total // 2 - earned[less]}

    def _added(self, *moved: Moves) -> Moves:
        total = dict.fromkeys(range(1, len(self.names) + 1), 0)
        for moves in moved:
            for seat, cents in moves.items():
                total[seat] += cents
        return total


def _order(seating: Seating) -> tuple[int, int]:
    return seating.since, seating.number


def stays(old: tuple[int, ...], *, dealer: int, seats: tuple[int, ...]) -> int:
    """Return the dealer, or who sat next and stays where the dealer left."""
    turn = old.index(dealer)
    return next((seat for seat in (*old[turn:], *old[:turn]) if seat in seats), seats[0])
