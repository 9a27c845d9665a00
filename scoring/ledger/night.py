"""A night with its results and its plan. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from scoring.frozen import Frozen
from scoring.games.base import ActKind, Data, Debt, Outcome, Points
from scoring.ledger.chips import Bank, ChipMove, Chips, Holder, stack_of
from scoring.ledger.kinds import MOVES_CHIPS, PLAYED, QUIET, SETTLING, EntryKind, UtangWay
from scoring.ledger.lines import Line, Moves, Payment, results
from scoring.ledger.night_lines import NightLines, Pair
from scoring.ledger.seatings import Seating
from scoring.ledger.tong import Tong, tong_of
from scoring.people import Person


class SeatResult(Frozen):
    """A seat with its result in minor units.

    `apart_cents` count in no result but are outstanding. `place` counts from 1 in the order of play. `place` and `side`
    are 0 for a seat that sits out. `points` are those of the current match.
    """

    number: int
    place: int = 0
    side: int = 0
    player: Person
    result_cents: int
    outstanding_cents: int
    apart_cents: int = 0
    points: int = 0


class PartPayment(Frozen):
    line: Line
    cents: int


class Transfer(Payment):
    payer_name: Person
    payee_name: Person

    def __post_init__(self) -> None:
        # Reading must not fail on a stored plan that is impossible: the check of the ledger names it.
        pass


class PlanLine(Transfer):
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
        """Return the part that was settled in cash."""
        return self.handed_cents - self.carried_cents - self.forgiven_cents

    @property
    def left_cents(self) -> int:
        return self.cents - self.handed_cents

    def _settled_by(self, way: UtangWay) -> int:
        return sum(each.cents for each in self.settled if each.line.act.get("way") == way)


class Match(Frozen):
    """The points of a match by player, best first."""

    points: tuple[tuple[str, int], ...]
    line: Line | None = None


class Night(NightLines):
    def sums(self, payments: Iterable[Payment]) -> dict[int, int]:
        return results(seats=self.players, payments=payments)

    @property
    def summed(self) -> tuple[Line, ...]:
        """Return the lines whose payments make the balances. A check of the books counts undone lines too."""
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
        # Results are by seat, places by the seating at the position.
        sides = enumerate(self.sides(position=position), start=1)
        places = {each.number: {"place": place, "side": each.side} for place, each in sides}
        return tuple(
            SeatResult(
                number=seat,
                **places.get(seat, {}),
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
        return tuple(sorted((seat for seat in self.standings if seat.place), key=lambda seat: seat.place))

    @property
    def names_seated(self) -> dict[int, Person]:
        return {seat.number: seat.player for seat in self.seated}

    @cached_property
    def stretches(self) -> tuple[tuple[Mapping[int, int], Mapping[int, int]], ...]:
        """Return the results of each seating with its sides."""
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
        """Return the chips of each seat, with the last count."""
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
        # A corrected hand keeps its position. Its chips moved when it was played.
        moved = (line for line in self.of(EntryKind.CHIPS) if line.act["what"] in (ChipMove.BOUGHT, ChipMove.RETURNED))
        played = (line for line in self.of(*MOVES_CHIPS) if line.number > count.number)
        return any(line.position > count.number for line in (*moved, *played))

    def _suspected(self, count: Line, more: dict[int, int]) -> Iterator[Line]:
        forgotten = {seat: -cents for seat, cents in more.items()}
        for line in sorted(self.of(*MOVES_CHIPS), key=lambda line: line.number):
            moves = {seat: cents for seat, cents in self.sums(line.owed + line.apart).items() if cents}
            if line.number < count.number and moves in (more, forgotten):
                yield line

    def judged(self, *, kind: ActKind, act: Data, position: int | None = None) -> Outcome:
        """Judge an act before the stakes. Raises ImpossibleError."""
        rules, seats = self.agreed(position=position).rules, self.sides(position=position)
        read = self.game.read_act(kind=kind, data=act, rules=rules, seats=seats)
        return self.game.judge(act=read, rules=rules, seats=seats)

    def moved_by(self, outcome: Outcome, *, position: int | None = None) -> Moves:
        return Moves(payments=self._staked(outcome.debts, position), points=outcome.scores)

    @property
    def moved_by_match(self) -> Moves:
        """Return payments for the points, and clear the points."""
        points, match = self.points_to_settle, self.game.match
        debts = match.debts(points=points, rules=self.agreed().rules) if match else ()
        taken = tuple(Points(seat=seat, points=-total) for seat, total in points.items() if total)
        return Moves(payments=self._staked(debts, None), points=taken)

    def _staked(self, debts: Iterable[Debt], position: int | None) -> tuple[Payment, ...]:
        stakes = self.agreed(position=position).stakes
        return tuple(Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * stakes) for debt in debts)

    @property
    def close(self) -> Line | None:
        return self.last(EntryKind.CLOSE)

    @property
    def coin_before(self) -> int:
        """Return the coin of the last close, or 1."""
        # After an undone close the next close offers the same coin.
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
        others = (line for line in self.standing if line.kind is not EntryKind.CLOSE)
        return all(line.kind in QUIET and not line.payments for line in others)

    @property
    def is_settled(self) -> bool:
        return self.money.is_points or not any(self.outstanding.values())

    def transfers(self, *, payments: Iterable[Payment]) -> tuple[Transfer, ...]:
        return tuple(Transfer(**self._between(paid.payer, paid.payee), cents=paid.cents) for paid in payments)

    def _between(self, payer: int, payee: int) -> dict[str, Any]:
        return {"payer": payer, "payee": payee, "payer_name": self.names[payer], "payee_name": self.names[payee]}

    @cached_property
    def plan(self) -> tuple[PlanLine, ...]:
        """Return the plan of the close with its settlements."""
        if self.close is None:
            return ()
        settled: defaultdict[Pair, list[PartPayment]] = defaultdict(list)
        # The plan already counts cash from before the close.
        for line in (line for line in self.of(*SETTLING) if line.number > self.close.number):
            for paid in line.handed:
                settled[paid.payer, paid.payee].append(PartPayment(line=line, cents=paid.cents))
            # Forgiving is a gift from the creditor, so it pays in the other direction.
            for paid in line.apart:
                settled[paid.payee, paid.payer].append(PartPayment(line=line, cents=paid.cents))
        return tuple(
            PlanLine(**self._between(payer, payee), cents=cents, settled=tuple(settled[payer, payee]))
            for payer, payee, cents in self.close.act["plan"]
        )

    @property
    def paid_count(self) -> int:
        return sum(line.is_paid for line in self.plan)

    def left_of_plan(self, payer: int, payee: int) -> int:
        return sum(line.left_cents for line in self.plan if (line.payer, line.payee) == (payer, payee))

    @cached_property
    def points(self) -> dict[int, int]:
        points = dict.fromkeys(self.players, 0)
        for score in (score for line in self.summed for score in line.points):
            points[score.seat] += score.points
        return points

    def settled_before(self, position: int | None = None) -> int:
        """Return the number of the last settlement, or 0."""
        match = self.last(EntryKind.MATCH, before=position)
        return match.number if match else 0

    @cached_property
    def points_to_settle(self) -> dict[int, int]:
        """Return the points of the players of the match."""
        settled = self.settled_before()
        played = (line.position for line in self.of(*PLAYED) if line.position > settled)
        # A player who left the table still takes part in the settlement.
        players = {seat for position in played for seat in self.seatings.at(position=position).seats}
        return {seat: points for seat, points in self.points.items() if points or seat in players}

    def is_over(self, points: Mapping[int, int]) -> bool:
        match = self.game.match
        return match is not None and match.is_over(points=points, rules=self.terms.now.rules)

    @property
    def is_match_over(self) -> bool:
        # Most games have no matches and need no points.
        return self.game.match is not None and any(self.points.values()) and self.is_over(self.points_to_settle)

    @property
    def matches(self) -> tuple[Match, ...]:
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
        return self.hands[-1] if self.after > self.settled_before() else None
