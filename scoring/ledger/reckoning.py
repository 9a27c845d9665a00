"""The reckoning at the end of a night. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property

from scoring.frozen import Frozen
from scoring.ledger import settlement
from scoring.ledger.kinds import EntryKind, UtangWay
from scoring.ledger.lines import Payment, moved, summed
from scoring.ledger.night import Night, SeatResult, Transfer
from scoring.ledger.settlement import ByClose
from scoring.people import Person

# Acts store these reasons of an adjustment, so later versions must know them.
SHARED, ROUNDING = "partners_share", "rounding"


class Adjustment(Frozen):
    why: str
    transfers: tuple[Transfer, ...]


class Reckoning(Frozen):
    """The reckoning of a seat in minor units.

    `carried_cents` are debts of earlier nights, `beside_cents` side payments. The plan moves `due_cents`.
    """

    number: int
    player: Person
    result_cents: int
    by_close: ByClose
    carried_cents: int
    tong_cents: int
    beside_cents: int
    due_cents: int

    @property
    def played_cents(self) -> int:
        """Return the result before the close moved money."""
        return self.result_cents - self.by_close.shared_cents - self.by_close.coin_cents

    @property
    def moved_cents(self) -> int:
        return abs(self.due_cents)

    @property
    def in_all_cents(self) -> int:
        """Return the result with debts, tong and side payments."""
        return self.result_cents + self.carried_cents + self.tong_cents + self.beside_cents

    @property
    def settled_cents(self) -> int:
        return self.due_cents - self.in_all_cents

    @property
    def has_more(self) -> bool:
        return any((self.carried_cents, self.tong_cents, self.beside_cents, self.settled_cents))


class Closing(Frozen):
    """The effect of closing an open night now."""

    night: Night = field(repr=False)
    coin_cents: int = 1

    @cached_property
    def adjusted(self) -> tuple[Adjustment, ...]:
        night, found = self.night, []
        owed = moved(night.outstanding, night.tong.open)
        if getattr(night.terms.now.rules, SHARED, False):
            found.append((SHARED, settlement.pool_stretches(stretches=night.stretches)))
            owed = moved(owed, found[0][1])
        found.append((ROUNDING, settlement.round_results(outstanding=owed, coin_cents=self.coin_cents)))
        return tuple(Adjustment(why=why, transfers=night.transfers(payments=paid)) for why, paid in found if paid)

    @cached_property
    def plan(self) -> tuple[Transfer, ...]:
        if self.night.money.is_points:
            return ()
        owed = moved(self.night.outstanding, (*self.night.tong.open, *self._posted))
        return self.night.transfers(payments=settlement.settle(balances=owed))

    @cached_property
    def results(self) -> dict[int, int]:
        return moved(self.night.results, self._posted)

    @property
    def _posted(self) -> tuple[Transfer, ...]:
        return tuple(paid for each in self.adjusted for paid in each.transfers)

    @cached_property
    def reckonings(self) -> tuple[Reckoning, ...]:
        by_close = _by_close((each.why, each.transfers) for each in self.adjusted)
        return _reckonings(self.night, results=self.results, by_close=by_close, due=self.plan)

    @property
    def cash_moved(self) -> bool:
        return any(reckoning.settled_cents for reckoning in self.reckonings)


class Settling(Frozen):
    """Results of a night, best first."""

    night: Night = field(repr=False)

    @cached_property
    def seats(self) -> tuple[SeatResult, ...]:
        return tuple(sorted(self.night.standings, key=lambda seat: -seat.result_cents))

    @cached_property
    def reckonings(self) -> tuple[Reckoning, ...]:
        night, place = self.night, {seat.number: place for place, seat in enumerate(self.seats)}
        if night.is_closed:
            found = _reckonings(night, results=night.results, by_close=moved_by_close(night=night), due=night.plan)
        else:
            found = Closing(night=night).reckonings
        return tuple(sorted(found, key=lambda reckoning: place[reckoning.number]))


def cash_before_close(*, night: Night) -> tuple[Transfer, ...]:
    """Return the cash that the plan already counts."""
    close = night.close.number if night.close else 0
    before = (line for line in night.of(EntryKind.HANDOVER) if line.number < close)
    return night.transfers(payments=sorted(summed(paid for line in before for paid in line.handed)))


def moved_by_close(*, night: Night) -> dict[int, ByClose]:
    return _by_close((line.act["why"], line.payments) for line in night.of(EntryKind.ADJUSTMENT))


def _by_close(adjustments: Iterable[tuple[str, Iterable[Payment]]]) -> dict[int, ByClose]:
    sums: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for why, payments in adjustments:
        what = "shared_cents" if why == SHARED else "coin_cents"
        for paid in payments:
            sums[paid.payer][what] -= paid.cents
            sums[paid.payee][what] += paid.cents
    return {seat: ByClose(**by) for seat, by in sums.items()}


def _reckonings(
    night: Night, *, results: Mapping[int, int], by_close: Mapping[int, ByClose], due: Iterable[Payment]
) -> tuple[Reckoning, ...]:
    # An opening line books a debt as cash from creditor to debtor, so its sign is reversed here.
    opened = (line for line in night.of(EntryKind.UTANG) if line.act["way"] == UtangWay.OPENING)
    carried = night.sums(paid for line in opened for paid in line.payments)
    taken = night.sums(paid for line in night.of(EntryKind.TONG) for paid in line.payments)
    tong, planned = moved(taken, night.tong.open), night.sums(due)
    return tuple(
        Reckoning(
            number=seat,
            player=player.name,
            result_cents=results[seat],
            by_close=by_close.get(seat, ByClose()),
            carried_cents=-carried[seat],
            tong_cents=tong[seat],
            beside_cents=night.apart[seat] - taken[seat],
            due_cents=results[seat] if night.money.is_points else planned[seat],
        )
        for seat, player in night.players.items()
    )
