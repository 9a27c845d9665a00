"""A night's books kept a second time, as plain lists; it imports nothing of what it is held against."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

type Moves = dict[int, int]
"""What each seat wins (> 0) or loses."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """What the model knows of a game: where the deal `passes` the next in order deals, else whoever won; where it
    `void_passes` so after a hand that does not count. What each has in the pot stays there after a drawn hand. A match
    is won by whoever alone has reached the `target`. A hand that `names_all` says something of everybody at the table.
    """

    id: str
    rules: Mapping[str, object]
    seat_counts: tuple[int, ...]
    target: int | None = None
    passes: bool = True
    void_passes: bool = False
    names_all: bool = False
    pot_cents: int = 0

    @property
    def is_match(self) -> bool:
        return self.id in ("khanhoo", "khanhoo_ming", "cau_robat")


@dataclass(frozen=True, kw_only=True)
class Terms:
    stake: int
    partners: bool = False
    shares: bool = False


@dataclass(kw_only=True)
class Line:
    """A line of play: every opponent of `seat` owes it so much, or everybody does (`from_all`), or points count."""

    kind: str
    position: int = 0
    seat: int | None = None
    each_cents: int = 0
    points: int = 0
    points_of_others: int = 0
    after: int = 0
    counts: bool = True
    from_all: bool = False
    dealer: int | None = None
    others: tuple[int, ...] = ()
    """Everybody else whom the act names."""
    names_secret: bool = False

    @property
    def named(self) -> set[int]:
        return {seat for seat in (self.seat, self.dealer, *self.others) if seat}


@dataclass(kw_only=True)
class Seating:
    """Who sits where from a position on, as line `number` says; one that came by itself after a hand names that."""

    seats: tuple[int, ...]
    since: int = 0
    number: int = 0
    dealer: int = 1
    waiting: tuple[int, ...] = ()
    each_hand: bool = False
    after_hand: int | None = None
    by_terms: int | None = None


@dataclass(frozen=True, kw_only=True)
class Rule:
    every: str
    cents: int
    percent: int
    coin_cents: int
    holder: int


@dataclass(frozen=True, kw_only=True)
class Stack:
    bank: int
    seats: tuple[int, ...]
    amount_cents: int
    is_paid: bool
    is_back: bool = False

    @property
    def out(self) -> Moves:
        return dict.fromkeys(self.seats, -self.amount_cents if self.is_back else self.amount_cents)


@dataclass(kw_only=True)
class Night:
    """What stands of a night by the numbers of its lines; `settled` is what was paid of a plan, by any line."""

    game: Game
    people: list[str]
    terms: dict[int, Terms]
    seatings: list[Seating]
    lines: dict[int, Line] = field(default_factory=dict)
    cash: dict[int, Moves] = field(default_factory=dict)
    apart: dict[int, Moves] = field(default_factory=dict)
    adjusted: dict[int, Moves] = field(default_factory=dict)
    matches: dict[int, Moves] = field(default_factory=dict)
    disputed: set[int] = field(default_factory=set)
    rules: dict[int, Rule] = field(default_factory=dict)
    holders: dict[int, int] = field(default_factory=dict)
    taken: dict[int, Moves] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)
    stacks: dict[int, Stack] = field(default_factory=dict)
    banks: dict[int, int] = field(default_factory=dict)
    counts: dict[int, Moves] = field(default_factory=dict)
    decided: dict[int, Moves] = field(default_factory=dict)
    plan: dict[tuple[int, int], int] = field(default_factory=dict)
    settled: dict[int, dict[tuple[int, int], int]] = field(default_factory=dict)
    closed: int = 0

    @property
    def everybody(self) -> range:
        return range(1, len(self.people) + 1)

    @property
    def in_force(self) -> Terms:
        return self.terms[max(self.terms)]

    def terms_at(self, position: int) -> Terms:
        return self.terms[max(number for number in self.terms if number <= position)]

    @property
    def now(self) -> Seating:
        return max(self.seatings, key=_order)

    def at(self, position: int) -> Seating:
        return max((each for each in self.seatings if each.since <= position), key=_order)

    def has_partners(self, position: int) -> bool:
        """Tell whether opposite players were partners by the rules under which they sat down."""
        return self.terms_at(self.at(position).since).partners

    def hands(self) -> dict[int, Line]:
        return {number: line for number, line in self.lines.items() if line.kind == "hand"}

    def last_hand(self) -> int:
        return max((line.position for line in self.hands().values()), default=0)

    def secrets_of(self, seat: int) -> int:
        laid = [line for line in self.lines.values() if line.kind == "secret" and line.position > self.last_hand()]
        return [line.seat for line in laid].count(seat)

    def under(self, seating: Seating) -> dict[int, Line]:
        return {number: line for number, line in self.lines.items() if self.at(line.position) is seating}

    def dealer(self, *, before: int | None = None) -> int:
        """Return who deals the hand being played, or the one before a position."""
        seating = self.now if before is None else self.at(before)
        played = [line for line in self.hands().values() if line.position >= seating.since and self._deals(line)]
        played = [line for line in played if before is None or line.position < before]
        last = max(played, key=lambda line: line.position, default=None)
        return (last and self._deals(last)) or seating.dealer

    def _deals(self, hand: Line) -> int | None:
        """Return who deals after a hand, None where the same player deals again."""
        seats = self.at(hand.position).seats
        passes = self.game.passes if hand.counts else self.game.void_passes
        if passes and hand.dealer and (hand.seat or not hand.counts):
            return seats[(seats.index(hand.dealer) + 1) % len(seats)]
        return hand.seat if hand.counts and not self.game.passes else hand.dealer

    def drawn_before(self, *, before: int | None = None) -> int:
        """Count the hands drawn since the last win, as long as the same people played for the same stakes."""
        played = [line for line in self.hands().values() if line.counts]
        played = [line for line in played if before is None or line.position < before]
        seating, terms = (self.now, self.in_force) if before is None else (self.at(before), self.terms_at(before))
        count = 0
        for line in sorted(played, key=lambda line: -line.position):
            here = {*self.at(line.position).seats} == {*seating.seats} and self.terms_at(line.position) == terms
            if line.seat or not here:
                return count
            count += 1
        return count

    def pots(self) -> dict[int, int]:
        won = {number: line for number, line in self.hands().items() if line.counts and line.seat}
        return {number: self.drawn_before(before=line.position) for number, line in won.items() if self.game.pot_cents}

    # Seats and turns.

    def left_over(self, seating: Seating, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return who waits once others sit on the seats, where people take turns."""
        return tuple(seat for seat in (*seating.waiting, *seating.seats) if seating.waiting and seat not in seats)

    def seat(self, number: int, seats: tuple[int, ...], *, dealer: int, old: Seating, since: int = 0) -> None:
        waiting = self.left_over(old, seats)
        each_hand = old.each_hand and bool(waiting)
        place = {"since": since or number, "number": number, "seats": seats, "dealer": dealer}
        self.seatings.append(Seating(**place, waiting=waiting, each_hand=each_hand))  # type: ignore[arg-type]

    def take_turn(self, number: int, hand: int | None = None) -> None:
        came: dict[int, int] = {}
        before: tuple[int, ...] = ()
        for each in sorted(self.seatings, key=_order):
            came |= {seat: each.since for seat in self.everybody if (seat in each.seats) != (seat in before)}
            before = each.seats
        now, dealer = self.now, self.dealer()
        comes = min(now.waiting, key=lambda seat: (came.get(seat, 0), seat))
        goes = min(now.seats, key=lambda seat: (came[seat], now.seats.index(seat)))
        seats = tuple(comes if seat == goes else seat for seat in now.seats)
        waiting = (*(seat for seat in now.waiting if seat != comes), goes)
        dealer = stays(now.seats, dealer=dealer, seats=seats)
        moved = {"since": number, "number": number, "seats": seats, "waiting": waiting, "dealer": dealer}
        self.seatings.append(replace(now, **moved, after_hand=hand, by_terms=None))  # type: ignore[arg-type]

    def correct_turn(self, position: int, *, counted: bool, counts: bool, newest: int) -> None:
        """Let the turn after a hand follow its correction, unless something was played on it."""
        turn = next((each for each in reversed(self.seatings) if each.after_hand == position), None)
        if turn is None:
            comes = self.now.each_hand and self.now.since <= position == self.last_hand()
            if counts and not counted and comes:
                self.take_turn(newest, hand=position)
        elif turn is self.now and not self.under(turn):
            self.seatings.remove(turn)
            if counts:
                self.take_turn(newest, hand=position)
                if self.now.dealer == turn.dealer:
                    self.seatings[-1] = turn

    # What may be undone.

    def rests(self, number: int) -> bool:
        """Tell whether another line rests on one, so that it can be neither undone nor corrected."""
        line = self.lines.get(number)
        if self.is_settled(number) or (line and line.kind == "secret" and self._is_named(line)):
            return True
        if seating := next((each for each in self.seatings if each.number == number), None):
            return bool(seating.by_terms or self.under(seating) or (number == 1 and seating.waiting))
        if number in self.terms:
            seats = any(each.number > number and each.by_terms != number for each in self.seatings)
            later = (*self.matches, *self.terms, *(line.position for line in self.lines.values()))
            return seats or any(each > number for each in later)
        if number in self.holders and any(self.keeper(at) != self.keeper(at, without=number) for at in self.spent):
            return True
        chips = {*self.stacks, *self.banks} if number in self.banks else {*self.banks}
        if number in {*self.stacks, *self.banks} and any(each > number for each in chips):
            return True
        return number in self.stacks and not self._chips_hold(without=number)

    def _is_named(self, secret: Line) -> bool:
        named = [hand for hand in self.hands().values() if hand.names_secret and hand.seat == secret.seat]
        return any(hand.after < secret.position < hand.position for hand in named)

    def is_settled(self, number: int) -> bool:
        """Tell whether a line is in a match settled or followed by another, or under a count that decides."""
        moves_chips = {*self.lines, *self.matches, *self.apart, *self.rules, *self.taken, *self.spent, *self.banks}
        if number in moves_chips | {*self.stacks, *self.counts} and any(number < decided for decided in self.decided):
            return True
        if number in self.matches:
            return any(line.position > number for line in self.lines.values())
        return number in self.lines and any(number < settled for settled in self.matches)

    def take_back(self, number: int) -> None:
        hand = self.hands().get(number)
        for kept in vars(self).values():
            if isinstance(kept, dict):
                kept.pop(number, None)
        self.seatings = [each for each in self.seatings if number not in (each.number, each.by_terms)]
        self.disputed.discard(number)
        turns = [each for each in self.seatings if hand and each.after_hand == hand.position]
        if turns and not self.under(turns[-1]):
            self.seatings.remove(turns[-1])

    # Money.

    def moves(self, line: Line) -> Moves:
        opponents = self.opponents(line)
        cents = line.each_cents * self.terms_at(line.position).stake
        own = {line.seat: cents * len(opponents)} if line.seat else {}
        return {**dict.fromkeys(opponents, -cents), **own}

    def opponents(self, line: Line) -> list[int]:
        if line.seat is None:
            return []
        seats, has_partners = self.at(line.position).seats, self.has_partners(line.position)
        own = seats.index(line.seat)
        opposite = has_partners and not line.from_all
        return [seat for place, seat in enumerate(seats) if place != own and not (opposite and (place - own) % 2 == 0)]

    def results(self) -> Moves:
        return self.sums(*map(self.moves, self.lines.values()), *self.matches.values(), *self.adjusted.values())

    def paid_apart(self) -> Moves:
        return self.sums(*self.apart.values(), *self.taken.values(), *self.decided.values())

    def outstanding(self) -> Moves:
        return self.sums(self.results(), self.paid_apart(), *self.cash.values())

    def sums(self, *moved: Moves) -> Moves:
        total = dict.fromkeys(self.everybody, 0)
        for moves in moved:
            for seat, cents in moves.items():
                total[seat] += cents
        return total

    def shared(self) -> Moves:
        earned: defaultdict[tuple[int, ...], list[Moves]] = defaultdict(list)
        for line in self.lines.values():
            seats = self.at(line.position).seats
            for pair in (seats[0::2], seats[1::2]) if self.has_partners(line.position) else ():
                earned[tuple(sorted(pair))].append({seat: self.moves(line).get(seat, 0) for seat in pair})
        moves = []
        for pair, lines in earned.items():
            won = self.sums(*lines)
            more, less = sorted(pair, key=lambda seat: (-won[seat], seat))
            half = (won[more] + won[less]) // 2
            moves.append({less: half - won[less], more: won[less] - half})
        return self.sums(*moves)

    def left(self) -> dict[tuple[int, int], int]:
        left = dict(self.plan)
        for number, parts in self.settled.items():
            for pair, cents in parts.items() if 0 < self.closed < number else ():
                left[pair] -= cents
        return left

    # Points.

    def points(self) -> Moves:
        since = max(self.matches, default=0)
        played = [line for line in self.lines.values() if line.position > since and line.seat]
        own = [{line.seat: line.points} for line in played if line.seat]
        return self.sums(*own, *(dict.fromkeys(self.opponents(line), line.points_of_others) for line in played))

    def match(self) -> Moves | None:
        """Return the payments of a match settled now, None without points. Every pair pays its difference."""
        since = max(self.matches, default=0)
        played = {
            seat for line in self.lines.values() if line.position > since for seat in self.at(line.position).seats
        }
        points = {seat: total for seat, total in self.points().items() if total or seat in played}
        if not any(points.values()):
            return None
        pairs = [(one, other, points[one] - points[other]) for one, other in combinations(points, 2)]
        stake = self.in_force.stake
        return self.sums(*({one: by * stake, other: -by * stake} for one, other, by in pairs))

    def won_match(self) -> Moves | None:
        best = sorted(self.points().values())
        is_won = self.game.target is not None and best[-1] >= self.game.target and best[-1] > best[-2]
        return self.match() if is_won else None

    # Tong and chips.

    @property
    def holder(self) -> int | None:
        return self.holders[max(self.holders)] if self.holders else None

    def keeper(self, at: int, without: int = 0) -> int | None:
        """Return who kept the tong when a line came."""
        return next((self.holders[each] for each in range(at, 0, -1) if each in {*self.holders} - {without}), None)

    def to_tong(self) -> Moves:
        owed = []
        for hand in self.hands().values():
            before = [number for number in self.rules if number < hand.position]
            if not before or not hand.counts:
                continue
            rule = self.rules[max(before)]
            if rule.every == "hand":
                owed.append(dict.fromkeys(self.at(hand.position).seats, rule.cents))
            elif hand.seat:
                share = self.moves(hand)[hand.seat] * rule.percent // 100
                owed.append({hand.seat: rule.cents + share - share % rule.coin_cents})
        return self.sums(*owed)

    def in_tong(self) -> int:
        return sum(self.to_tong().values()) - sum(self.spent.values())

    def tong_open(self) -> Moves:
        if self.holder is None:
            return {}
        spent = [{self.keeper(at) or self.holder: cents} for at, cents in self.spent.items()]
        owed = self.sums({seat: -cents for seat, cents in self.to_tong().items()}, *spent)
        open_ = {seat: owed[seat] - cents for seat, cents in self.sums(*self.taken.values()).items()}
        open_[self.holder] = -sum(cents for seat, cents in open_.items() if seat != self.holder)
        return open_

    @property
    def bank(self) -> int | None:
        named = {number: stack.bank for number, stack in self.stacks.items()} | self.banks
        return named[max(named)] if named else None

    def held_for_chips(self) -> int:
        return -sum(self.cash[number][stack.bank] for number, stack in self.stacks.items() if number in self.cash)

    def chips_due(self) -> Moves:
        return self.sums(
            *(stack.out for stack in self.stacks.values()), self.results(), self.paid_apart(), self.tong_open()
        )

    def chips_out(self) -> int:
        return _out(self.stacks.values())

    def cash_for(self, stack: Stack, before: Iterable[Stack] | None = None) -> Moves:
        """Return the cash handed over with chips: paid (> 0) or received; lent chips are paid for first."""
        before = tuple(self.stacks[number] for number in sorted(self.stacks)) if before is None else tuple(before)
        paid = {}
        for seat in set(stack.seats) - {stack.bank} if stack.is_paid else ():
            lent = 0
            for each in before if stack.is_back else ():
                if seat in each.seats and each.is_paid and seat != each.bank:
                    lent = 0 if each.is_back else lent
                elif seat in each.seats:
                    lent += -each.amount_cents if each.is_back else each.amount_cents
            paid[seat] = lent - stack.amount_cents if stack.is_back else stack.amount_cents
        return {**paid, stack.bank: -sum(paid.values())}

    def _chips_hold(self, *, without: int) -> bool:
        """Tell whether the chips handed back later could be, and for the same cash, without those of a line."""
        for number, stack in self.stacks.items():
            before = {each: self.stacks[each] for each in sorted(self.stacks) if each < number}
            others = [each for place, each in before.items() if place != without]
            is_same = self.cash_for(stack, others) == self.cash_for(stack, before.values())
            if number > without and stack.is_back and not (is_same and stack.amount_cents <= _out(others)):
                return False
        return True


def _out(stacks: Iterable[Stack]) -> int:
    return sum(sum(stack.out.values()) for stack in stacks)


def _order(seating: Seating) -> tuple[int, int]:
    return seating.since, seating.number


def stays(old: tuple[int, ...], *, dealer: int, seats: tuple[int, ...]) -> int:
    """Return the dealer, or who sat next and stays where the dealer left."""
    turn = old.index(dealer)
    return next((seat for seat in (*old[turn:], *old[:turn]) if seat in seats), seats[0])


def oldest_first(owed: Iterable[tuple[int, int]], cents: int) -> Iterator[tuple[int, int]]:
    for night, left in owed:
        if part := min(left, cents):
            yield night, part
            cents -= part
