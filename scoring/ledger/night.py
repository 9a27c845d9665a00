"""A night, read once: everything it has come to, from its results to its plan. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.games.base import ActKind, Data, Debt, Outcome
from scoring.ledger.beside import Bank, ChipMove, Chips, Holder, Tong, stack_of, tong_of
from scoring.ledger.kinds import MOVES_CHIPS, PLAYED, QUIET, SETTLING, EntryKind, UtangWay
from scoring.ledger.lines import Line, Moves, Payment, Points, moved_pairs, results
from scoring.ledger.night_lines import NightLines, Pair
from scoring.ledger.seatings import Seating
from scoring.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """A seat with its result (owed to it minus owed by it) and what is still outstanding, in minor units.

    `apart_cents`, paid apart from play, are in no result but outstanding. `place` counts from 1 in the order of play;
    it and `side` are 0 for one who sits out. `points` are those of the match that is played.
    """

    number: int
    place: int
    side: int
    player: Person
    result_cents: int
    outstanding_cents: int
    apart_cents: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PartPayment:
    line: Line
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer(Payment):
    payer_name: Person
    payee_name: Person

    def __post_init__(self) -> None:
        """Take what is stored as it is: the check names a plan that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine(Transfer):
    """A payment of the close's plan and what settled it: cash handed over, or a part of what spans nights."""

    settled: tuple[PartPayment, ...]

    @property
    def handovers(self) -> tuple[Line, ...]:
        return tuple(each.line for each in self.settled)

    @property
    def is_paid(self) -> bool:
        return self.left_cents == 0

    @property
    def handed_cents(self) -> int:
        return sum(each.cents for each in self.settled)

    @property
    def carried_cents(self) -> int:
        return self._settled_by(UtangWay.CARRIED)

    @property
    def forgiven_cents(self) -> int:
        return self._settled_by(UtangWay.FORGIVEN)

    @property
    def cash_cents(self) -> int:
        """Return what was handed over of it, neither carried into a later night nor forgiven."""
        return self.handed_cents - self.carried_cents - self.forgiven_cents

    @property
    def left_cents(self) -> int:
        return self.cents - self.handed_cents

    def _settled_by(self, way: UtangWay) -> int:
        return sum(each.cents for each in self.settled if each.line.act.get("way") == way)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match and the points of its players by name, best first; `line` settled it, None where nothing did."""

    points: tuple[tuple[str, int], ...]
    line: Line | None = None


@dataclass(frozen=True, kw_only=True)
class Night(NightLines):
    def sums(self, payments: Iterable[Payment]) -> dict[int, int]:
        return results(seats=self.players, payments=payments)

    @property
    def summed(self) -> tuple[Line, ...]:
        """Return the lines whose money and points are added up; the check adds up others."""
        return self.standing

    @cached_property
    def results(self) -> dict[int, int]:
        return self.sums(paid for line in self.summed for paid in line.owed)

    @cached_property
    def apart(self) -> dict[int, int]:
        return self.sums(paid for line in self.summed for paid in line.apart)

    @cached_property
    def outstanding(self) -> dict[int, int]:
        handed = self.sums(paid for line in self.summed for paid in line.handed)
        return {seat: self.results[seat] + self.apart[seat] - handed[seat] for seat in self.players}

    @property
    def standings(self) -> tuple[SeatResult, ...]:
        return self.standings_at()

    def standings_at(self, *, position: int | None = None) -> tuple[SeatResult, ...]:
        places = {each.number: (place, each.side) for place, each in enumerate(self.sides(position=position), start=1)}
        return tuple(
            SeatResult(
                number=seat,
                place=places.get(seat, (0, 0))[0],
                side=places.get(seat, (0, 0))[1],
                player=player.name,
                result_cents=self.results[seat],
                outstanding_cents=self.outstanding[seat],
                apart_cents=self.apart[seat],
                points=self.points[seat],
            )
            for seat, player in self.players.items()
        )

    @property
    def seated(self) -> tuple[SeatResult, ...]:
        """Return the standing of those who sit at the table, in the order of play."""
        return tuple(sorted((seat for seat in self.standings if seat.place), key=lambda seat: seat.place))

    @property
    def names_seated(self) -> dict[int, Person]:
        return {seat.number: seat.player for seat in self.seated}

    @cached_property
    def stretches(self) -> tuple[tuple[Mapping[int, int], Mapping[int, int]], ...]:
        """Return what was won and lost while people sat in one way, with the sides of their seats."""
        seatings = self.seatings
        if not seatings.has_changed:
            found = {seatings.now: {seat: self.results[seat] for seat in seatings.now.seats}}
        else:
            under: defaultdict[Seating, list[Payment]] = defaultdict(list)
            for line in self.of(*PLAYED):
                under[seatings.at(position=line.position)] += line.owed
            in_play = {seating: self.sums(under[seating]) for seating in seatings.all if seating in under}
            found = {seating: {seat: moved[seat] for seat in seating.seats} for seating, moved in in_play.items()}
        return tuple((won, {seat.number: seat.side for seat in self.sides_in(each)}) for each, won in found.items())

    @cached_property
    def tong(self) -> Tong:
        return tong_of(about=self.of(EntryKind.TONG), hands=self.of(EntryKind.HAND), seatings=self.seatings)

    @cached_property
    def chips(self) -> Chips:
        lines = self.of(EntryKind.CHIPS)
        counts = [line for line in lines if line.act["what"] == ChipMove.COUNTED]
        stacks = tuple(stack_of(act=line.act) for line in lines if line.act["what"] != ChipMove.COUNTED)
        if not stacks:
            return Chips()
        count = counts[-1] if counts else None
        counted = {seat: cents for seat, cents, _ in count.act["chips"]} if count else {}
        bank, untaken = Bank(stacks), self.sums(self.tong.open)
        holders = tuple(
            Holder(
                seat=seat,
                player=player.name,
                out_cents=bank.out[seat],
                due_cents=bank.out[seat] + self.results[seat] + self.apart[seat] + untaken[seat],
                counted_cents=counted.get(seat, 0) if count else None,
            )
            for seat, player in sorted(self.players.items())
        )
        more = {holder.seat: holder.more_cents for holder in holders if holder.more_cents}
        return Chips(
            bank=bank.seat,
            held_cents=bank.cash_cents,
            stacks=stacks,
            holders=holders,
            count=count,
            is_over=count is not None and self._moved_chips_after(count),
            suspected=tuple(self._suspected(count, more)) if count and more else (),
        )

    def _moved_chips_after(self, count: Line) -> bool:
        """Tell whether chips moved after a count; a hand that was corrected stands where it was played."""
        moved = (line for line in self.of(EntryKind.CHIPS) if line.act["what"] in (ChipMove.BOUGHT, ChipMove.RETURNED))
        played = (line for line in self.of(*MOVES_CHIPS) if line.number > count.number)
        return any(line.position > count.number for line in (*moved, *played))

    def _suspected(self, count: Line, more: dict[int, int]) -> Iterator[Line]:
        """Yield the lines before a count whose chips were not handed over, or twice, if that is all that differs."""
        forgotten = {seat: -cents for seat, cents in more.items()}
        for line in sorted(self.of(*MOVES_CHIPS), key=lambda line: line.number):
            moves = {seat: cents for seat, cents in self.sums(line.owed + line.apart).items() if cents}
            if line.number < count.number and moves in (more, forgotten):
                yield line

    # What acts cost.

    def judged(self, *, kind: ActKind, act: Data, position: int | None = None) -> Outcome:
        """Judge a recorded act, now or at a position, before the stakes. Raises ImpossibleError."""
        rules, seats = self.agreed(position=position).rules, self.sides(position=position)
        read = self.game.read_act(kind=kind, data=act, rules=rules, seats=seats)
        return self.game.judge(act=read, rules=rules, seats=seats)

    def moved_by(self, outcome: Outcome, *, position: int | None = None) -> Moves:
        points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
        return Moves(payments=self._staked(outcome.debts, position), points=points)

    @property
    def moved_by_match(self) -> Moves:
        points, match = self.points_to_settle, self.game.match
        debts = match.debts(points=points, rules=self.agreed().rules) if match else ()
        taken = tuple(Points(seat=seat, points=-total) for seat, total in points.items() if total)
        return Moves(payments=self._staked(debts, None), points=taken)

    def _staked(self, debts: Iterable[Debt], position: int | None) -> tuple[Payment, ...]:
        stakes = self.agreed(position=position).stakes
        return tuple(Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * stakes) for debt in debts)

    # The end of the night.

    @property
    def close(self) -> Line | None:
        return self.last(EntryKind.CLOSE)

    @property
    def coin_before(self) -> int:
        """Return the smallest coin of the newest close, also one that was undone; 1 for none."""
        closes = (line for line in reversed(self.lines) if line.kind is EntryKind.CLOSE)
        return next((line.act["coin_cents"] for line in closes), 1)

    @property
    def is_closed(self) -> bool:
        return self.close is not None

    @property
    def is_discarded(self) -> bool:
        return self.close is not None and self.close.act.get("discarded") is True

    @property
    def is_untouched(self) -> bool:
        """Return whether nothing stands that was played or paid; the close is neither."""
        others = (line for line in self.standing if line.kind is not EntryKind.CLOSE)
        return all(line.kind in QUIET and not line.payments for line in others)

    @property
    def is_settled(self) -> bool:
        """Return whether nobody has anything left to hand over; points never have."""
        return self.money.is_points or not any(self.outstanding.values())

    def transfers(self, *, payments: Iterable[Payment]) -> tuple[Transfer, ...]:
        return tuple(Transfer(**self._between(paid.payer, paid.payee), cents=paid.cents) for paid in payments)

    def _between(self, payer: int, payee: int) -> dict[str, Any]:
        return {"payer": payer, "payee": payee, "payer_name": self.names[payer], "payee_name": self.names[payee]}

    @cached_property
    def plan(self) -> tuple[PlanLine, ...]:
        """Return the plan of the close that stands with what was settled of it since, nothing while open."""
        if self.close is None:
            return ()
        settled: defaultdict[Pair, list[PartPayment]] = defaultdict(list)
        for line in self.of(*SETTLING):
            for pair, cents in moved_pairs(line=line) if line.number > self.close.number else ():
                settled[pair].append(PartPayment(line=line, cents=cents))
        return tuple(
            PlanLine(**self._between(payer, payee), cents=cents, settled=tuple(settled[payer, payee]))
            for payer, payee, cents in self.close.act["plan"]
        )

    def left_of_plan(self, payer: int, payee: int) -> int:
        return sum(line.left_cents for line in self.plan if (line.payer, line.payee) == (payer, payee))

    # Matches.

    @cached_property
    def points(self) -> dict[int, int]:
        points = dict.fromkeys(self.players, 0)
        for score in (score for line in self.summed for score in line.points):
            points[score.seat] += score.points
        return points

    def settled_before(self, position: int | None = None) -> int:
        """Return the number of the last match that was settled, or before a position, 0 where there is none."""
        match = self.last(EntryKind.MATCH, before=position)
        return match.number if match else 0

    @cached_property
    def points_to_settle(self) -> dict[int, int]:
        """Return the points of those who played in the match, whoever sits at the table now."""
        settled = self.settled_before()
        played = (line.position for line in self.of(*PLAYED) if line.position > settled)
        players = {seat for position in played for seat in self.seatings.at(position=position).seats}
        return {seat: points for seat, points in self.points.items() if points or seat in players}

    def is_over(self, points: Mapping[int, int]) -> bool:
        """Tell whether somebody has won the match with these points, so that it is to be settled."""
        match = self.game.match
        return match is not None and match.is_over(points=points, rules=self.terms.now.rules)

    @property
    def is_match_over(self) -> bool:
        points = self.points_to_settle
        return any(points.values()) and self.is_over(points)

    @property
    def matches(self) -> tuple[Match, ...]:
        """Return the settled matches in order, and last the points that are not settled, if any."""
        found = [(line.act["points"], line) for line in self.of(EntryKind.MATCH)]
        left = [(self.points_to_settle.items(), None)] if any(self.points.values()) else []
        return tuple(
            Match(
                points=tuple(sorted(((self.names[seat], each) for seat, each in points), key=lambda each: -each[1])),
                line=line,
            )
            for points, line in (*found, *left)
        )

    @property
    def last_hand(self) -> Line | None:
        """Return the hand recorded last in the match that is played, or that was won and is not settled."""
        return self.hands[-1] if self.after > self.settled_before() else None
