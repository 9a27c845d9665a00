"""Steps of a random night that agree on a tong, or move chips and count them."""

from collections.abc import Callable

from scoring.ledger.tong import Every
from scoring.models import Entry, EntryKind
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from scoring.operations.table.payments import set_tong, spend_tong
from scoring.queries.sessions.chips import chips_of
from scoring.queries.table.tong import tong_of
from tests import people
from tests.operations.table.changing import Changes
from tests.operations.table.money_model import Rule, Stack


class Holding(Changes):
    """Tong and chips of the night; the other steps stand in the walk."""

    def money_steps(self) -> list[Callable[[], None]]:
        return [self.agree, self.spend, self.take_chips, self.hand_back, self.count]

    def agree(self) -> None:
        """Agree on a tong; whoever keeps it goes on keeping it."""
        every = self.chance.choice(("win", "hand"))
        rule = Rule(
            every=every,
            cents=self.chance.choice((0, 5, 20)),
            percent=self.chance.choice((0, 10, 33)) if every == "win" else 0,
            coin=self.chance.choice((1, 5)),
            holder=self.somebody(),
        )

        def act() -> Entry:
            return set_tong(
                session=self.session,
                every=Every(rule.every),
                cents=rule.cents,
                percent=rule.percent,
                coin_cents=rule.coin,
                holder=rule.holder,
                expected_entry=self.newest(),
                stamp=people.stamp(),
            )

        money = self.model.money
        if money.holder not in (None, rule.holder):
            self.refused(act)
            return
        number = act().number
        money.rules[number], money.holders[number] = rule, rule.holder

    def spend(self) -> None:
        cents = self.chance.randint(1, 60)

        def act() -> Entry:
            return spend_tong(
                session=self.session,
                amount_cents=cents,
                reason="snacks",
                expected_entry=self.newest(),
                stamp=people.stamp(),
            )

        if cents > self.model.in_tong():
            self.refused(act)
        else:
            self.model.money.spent[act().number] = cents

    def take_chips(self) -> None:
        """Take chips from the bank, now and then from somebody else than it."""
        money = self.model.money
        bank = self.somebody() if money.bank is None or self.chance.random() < 0.2 else money.bank
        everybody = range(1, len(self.model.names) + 1)
        stack = Stack(
            bank=bank,
            seats=tuple(sorted(self.chance.sample(everybody, self.chance.randint(1, len(everybody))))),
            cents=self.chance.choice((300, 500)),
            is_paid=self.chance.random() < 0.5,
        )

        def act() -> Entry:
            return buy_chips(
                session=self.session,
                bank=bank,
                seats=stack.seats,
                amount_cents=stack.cents,
                is_paid=stack.is_paid,
                expected_entry=self.newest(),
                stamp=people.stamp(),
            )

        if money.bank not in (None, bank):
            self.refused(act)
        else:
            self._moved(stack, act)

    def hand_back(self) -> None:
        """Hand back some chips, whoever has them."""
        money = self.model.money
        stack = Stack(
            bank=money.bank or 0,
            seats=(self.somebody(),),
            cents=self.chance.randint(1, 700),
            is_paid=self.chance.random() < 0.5,
            is_back=True,
        )

        def act() -> Entry:
            return return_chips(
                session=self.session,
                seat=stack.seats[0],
                amount_cents=stack.cents,
                is_paid=stack.is_paid,
                expected_entry=self.newest(),
                stamp=people.stamp(),
            )

        if stack.cents > self.model.all_chips():
            self.refused(act)
        else:
            self._moved(stack, act)

    def _moved(self, stack: Stack, act: Callable[[], Entry]) -> None:
        cash = self.model.money.cash_for(stack)
        number = act().number
        self.model.money.stacks[number] = stack
        if any(cash.values()):
            self.model.cash[number] = cash

    def count(self) -> None:
        """Count the chips: as they should be, with some on the wrong side, or not all of them."""
        out, due = self.model.all_chips(), self.model.chips_due()
        counted = {seat: cents for seat, cents in due.items() if cents > 0}
        if sum(counted.values()) != out:
            counted = {self.somebody(): out}
        elif counted and self.chance.random() < 0.5:
            loser, more = self.chance.choice(sorted(counted)), self.somebody()
            cents = self.chance.randint(1, counted[loser])
            counted[loser] -= cents
            counted[more] = counted.get(more, 0) + cents
        if self.chance.random() < 0.2:
            counted[self.somebody()] = abs(out) + 1
        decides = self.chance.random() < 0.4

        def act() -> Entry:
            return count_chips(
                session=self.session,
                counted=counted,
                decides=decides,
                expected_entry=self.newest(),
                stamp=people.stamp(),
            )

        if sum(counted.values()) != out or out < 0 or not self.model.money.stacks:
            self.refused(act)
            return
        number = act().number
        self.model.money.counts[number] = counted
        if decides:
            self.model.money.decided[number] = {seat: counted.get(seat, 0) - cents for seat, cents in due.items()}

    def note_tong(self, after: int) -> None:
        """Look at what a close took for the tong."""
        taken = [entry for entry in self.live(EntryKind.TONG) if entry.number > after]
        due = {seat: cents for seat, cents in self.model.tong_open().items() if cents}
        moved = [{seat: cents for seat, cents in self.moves_of(entry).items() if cents} for entry in taken]
        assert moved == ([due] if due else []), "its keeper may get from one what another gets back"
        for entry in taken:
            self.model.money.taken[entry.number] = due
            self.model.money.holders[entry.number] = entry.act["holder"]

    def holds(self) -> None:
        """Compare tong and chips with the model."""
        tong, chips, model = tong_of(session=self.session), chips_of(session=self.session), self.model
        assert tong.left_cents == model.in_tong()
        assert chips.bank == (model.money.bank or 0)
        if chips.bank:
            due = model.chips_due()
            assert {holder.seat: holder.due_cents for holder in chips.holders} == due
            assert chips.out_cents == model.all_chips() == sum(due.values())
            counted = model.money.counts[max(model.money.counts)] if model.money.counts else due
            more = {seat: counted.get(seat, 0) - cents for seat, cents in due.items()}
            assert {holder.seat: holder.more_cents for holder in chips.holders} == more

    def somebody(self) -> int:
        """Return any seat of the night."""
        return self.chance.randint(1, len(self.model.names))
