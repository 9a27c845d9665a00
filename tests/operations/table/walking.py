"""Steps of a random night in any game, each beside the model: seats, undo, objections, cash, close."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pytest

from scoring.models import Dispute, Entry, EntryKind, Ruling
from scoring.operations.errors import DisputesOpenError, RefusedError
from scoring.operations.sessions.closing import close_session, hand_over, hand_over_early
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.payments import pay_free
from scoring.operations.table.reversing import reopen_session, undo
from scoring.operations.table.seating import CorrectedSeats, Mistake, Order, SeatsCorrection, correct_seats
from scoring.queries.sessions import settlements
from scoring.queries.table import hands, tables
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.ledger.references import fewest_payments_by_subsets, least_movement_to_coins
from tests.operations.table.holding import Holding
from tests.operations.table.night_model import Line, Model, Seating, stays

MOST_PEOPLE = 6
NEWCOMERS = ("Eva", "Fe", "Gil", "Ines")


@dataclass
class Walk(Holding):
    """One random night: each step picks an operation, does it, and tells the model.

    What the model knows to be impossible must be refused, and change nothing.
    """

    most_seats: ClassVar[int]

    def __post_init__(self) -> None:
        seats = list(self.session.seats.select_related("player"))
        first = Seating(
            since=0,
            number=0,
            seats=tuple(seat.number for seat in seats if not seat.since),
            dealer=self.session.first_dealer,
        )
        self.model = Model(names=[seat.player.name for seat in seats], terms={0: self.terms()}, seatings=[first])
        if waiting := tuple(seat.number for seat in seats if seat.since):
            act = self.entry(1).act
            turns = Seating(**vars(first) | {"since": 1, "number": 1, "waiting": waiting})
            turns.each_hand = act["each_hand"]
            self.model.seatings.append(turns)

    def step(self) -> None:
        """Do one random thing."""
        if tables.is_closed(session=self.session):
            acts = [self.tick, self.tick, self.untick, self.reopen, self.refused_when_closed]
        else:
            acts = [*self.plays(), *[self.undo] * 2, self.sit, self.mend, self.tap, self.dispute, self.rule]
            acts += [self.change_terms]
            acts.append(self.close)
            if not self.session.money.is_points:
                acts += [self.hand_cash, self.pay_free, *self.money_steps()]
        self.chance.choice(acts)()

    @abstractmethod
    def plays(self) -> list[Callable[[], None]]:
        """Return what is played in this game, the likely things several times."""

    @abstractmethod
    def play_any(self) -> Entry:
        """Record any hand."""

    def agrees(self) -> None:
        """Compare the standings with the model."""
        standing = tables.results(session=self.session)
        told = {
            seat.number: (seat.player, seat.result_cents, seat.apart_cents, seat.outstanding_cents, seat.points)
            for seat in standing
        }
        results, apart, left = self.model.results(), self.model.paid_apart(), self.model.outstanding()
        points = self.model.points()
        people = enumerate(self.model.names, start=1)
        assert told == {seat: (name, results[seat], apart[seat], left[seat], points[seat]) for seat, name in people}
        assert self.terms() == self.model.in_force
        self.holds()
        assert sum(results.values()) == sum(apart.values()) == sum(left.values()) == 0
        assert seatings_of(session=self.session).now.waiting == self.model.now.waiting
        at_table = sorted((seat.place, seat.number) for seat in standing if seat.place)
        assert tuple(number for _, number in at_table) == self.model.now.seats
        assert hands.dealer(session=self.session) == self.model.dealer()
        assert hands.next_hand_number(session=self.session) == len(self.model.hands()) + 1

    def newest(self) -> int:
        return tables.last_entry_number(session=self.session)

    def entry(self, number: int) -> Entry:
        return self.session.entries.get(number=number)

    def refused(self, act: Callable[[], object]) -> None:
        """Do what must be refused."""
        before = (self.newest(), self.session.seats.count())
        with pytest.raises(RefusedError):
            act()
        assert (self.newest(), self.session.seats.count()) == before

    def refused_when_closed(self) -> None:
        self.refused(self.play_any)

    def undo(self) -> None:
        """Take back any line, unless others rest on it."""
        seatings = {each.number: each for each in self.model.seatings if each.number}
        numbers = [*self.model.lines, *self.model.cash, *self.model.apart, *self.model.matches, *seatings]
        numbers += [*self.model.money.numbers, *(number for number in self.model.terms if number)]
        if not numbers:
            return
        number = self.chance.choice(numbers)
        entry = self.entry(number)
        is_played = number in seatings and any(self.model.under(seatings[number]))
        is_of_start = number == 1 and number in seatings and bool(seatings[number].waiting)
        if is_of_start or is_played or self.is_settled(number) or self.model.rests_on_terms(number):
            self.refused(lambda: undo(entry=entry, reason="slip", stamp=people.stamp()))
            return
        undo(entry=entry, reason="slip", stamp=people.stamp())
        self.forget(number)

    def is_settled(self, number: int) -> bool:
        """Tell whether a line belongs to a match settled or followed by another, or under a count that decides."""
        if self.model.is_counted(number):
            return True
        if number in self.model.matches:
            return any(line.position > number for line in self.model.lines.values())
        return number in self.model.lines and any(number < settled for settled in self.model.matches)

    def an_order(self, *, has_partners: bool) -> tuple[str, ...]:
        """Return names for the table, now and then that of somebody new."""
        people = list(self.model.names)
        new = [name for name in NEWCOMERS if name not in people]
        if new and len(people) < MOST_PEOPLE and self.chance.random() < 0.3:
            people.append(new[0])
        count = self.chance.choice(self.seat_counts(len(people), has_partners=has_partners))
        return tuple(self.chance.sample(people, count))

    def seat_counts(self, most: int, *, has_partners: bool) -> list[int]:
        """Return how many may sit at the table."""
        return [4] if has_partners else list(range(2, min(most, self.most_seats) + 1))

    def seats_of(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Return the seats of names, with new seats for new people in order."""
        people = [*self.model.names, *(name for name in names if name not in self.model.names)]
        return tuple(people.index(name) + 1 for name in names)

    def sit(self) -> None:
        """Change who sits where from now on."""
        names = self.an_order(has_partners=self.model.in_force.partners)
        before, dealer = self.model.now, self.model.dealer()
        seats, old = self.seats_of(names), before.seats
        if seats == old:
            self.refused(lambda: people.sit(self.session, *names))
            return
        entry = people.sit(self.session, *names)
        self._come_in(names)
        self.model.seatings.append(
            Seating(
                since=entry.number,
                number=entry.number,
                seats=seats,
                dealer=stays(old, dealer=dealer, seats=seats),
                waiting=self.model.left_over(before, seats),
                each_hand=before.each_hand and bool(self.model.left_over(before, seats)),
            )
        )

    def mend(self) -> None:
        """Put the seats right since any hand."""
        if not self.model.hands():
            return
        number, hand = self.chance.choice(list(self.model.hands().items()))
        old, mistake = self.model.at(hand.position), self.chance.choice(list(Mistake))
        settled = max((each for each in self.model.matches if each < hand.position), default=0)
        since = max(hand.after + 1, old.since, settled + 1)
        names = self.an_order(has_partners=self.model.terms_at(since).partners)
        seats = self.seats_of(names)
        expected = self.newest()

        def act() -> CorrectedSeats:
            return correct_seats(
                correction=SeatsCorrection(
                    hand=self.entry(number).hand,
                    order=Order(names=names),
                    mistake=mistake,
                    reason="we sat otherwise",
                    expected_entry=expected,
                ),
                stamp=people.stamp(),
            )

        ends = min((each.since for each in self.model.seatings if each.since > since), default=expected + 1)
        moving = range(since, ends)
        of_it = {at: line for at, line in self.model.lines.items() if line.position in moving}
        is_places = mistake is Mistake.PLACES
        if (
            any(self.is_settled(at) for at in of_it)
            or (is_places and {line.seat for line in of_it.values() if line.seat} - set(seats))
            or (not is_places and (len(seats) != len(old.seats) or self.parts_a_secret(hand, moving, old.seats, seats)))
        ):
            self.refused(act)
            return
        dealer = self.model.dealer(before=hand.position)
        mended = act()
        self._come_in(names)
        for line in of_it.values():
            if line.seat and not is_places:
                line.seat = seats[old.seats.index(line.seat)]
        for before, again in mended.lines:
            if before.number in self.model.disputed:
                self.model.disputed.add(again.number)
            self.model.record_again(before.number, again.number)
        self.model.seatings.append(
            Seating(
                since=since,
                number=mended.seating.number,
                seats=seats,
                dealer=stays(old.seats, dealer=dealer, seats=seats) if is_places else seats[old.seats.index(dealer)],
                waiting=self.model.left_over(old, seats),
                each_hand=old.each_hand and bool(self.model.left_over(old, seats)),
            )
        )

    def parts_a_secret(self, hand: Line, moving: range, old: tuple[int, ...], seats: tuple[int, ...]) -> bool:
        """Tell whether a hand would move to others and a secret laid in it would not, or the other way round."""
        moved = {seat for seat, other in zip(old, seats, strict=True) if seat != other}
        secrets = [line.position for line in self.model.lines.values() if line.kind == "secret" and line.seat in moved]
        later = [each for each in self.model.hands().values() if each.position >= moving.stop]
        return any(hand.after < at < moving.start for at in secrets) or any(
            at in moving and each.after < at for at in secrets for each in later
        )

    def _come_in(self, names: tuple[str, ...]) -> None:
        self.model.names += [name for name in names if name not in self.model.names]

    def dispute(self) -> None:
        """Object to any line that moves something."""
        money = self.model.money
        numbers = {*self.model.lines, *self.model.cash, *self.model.apart, *self.model.matches}
        numbers = {*numbers, *money.stacks, *money.counts} - self.model.disputed
        if not numbers:
            return
        number = self.chance.choice(sorted(numbers))
        seat = self.session.seats.get(number=self.chance.choice(self.model.now.seats))
        raise_dispute(entry=self.entry(number), seat=seat, why="no", stamp=people.stamp())
        self.model.disputed.add(number)

    def rule(self) -> None:
        """Settle an objection: the host alone, or one player of each side together."""
        if not self.model.disputed:
            return
        number = self.chance.choice(sorted(self.model.disputed))
        ruling = self.chance.choice((Ruling.UPHOLD, Ruling.REJECT))
        dispute = Dispute.objects.filter(entry=self.entry(number)).latest("pk")
        upholds = ruling is Ruling.UPHOLD
        if upholds and self.is_settled(number):
            self.refused(lambda: give_voice(dispute=dispute, seat=None, ruling=ruling, stamp=people.stamp()))
            return
        if self.chance.random() < 0.5:
            voices = [give_voice(dispute=dispute, seat=None, ruling=ruling, stamp=people.stamp())]
        else:
            line = self.model.lines.get(number)
            seats = self.model.at(line.position if line else number).seats
            speak = seats[:2] if self.model.has_partners(line.position if line else number) else seats
            voices = [
                give_voice(
                    dispute=dispute, seat=self.session.seats.get(number=seat), ruling=ruling, stamp=people.stamp()
                )
                for seat in speak
            ]
        assert [voice.decides for voice in voices] == [False] * (len(voices) - 1) + [True]
        self.model.disputed.discard(number)
        if upholds:
            self.forget(number)

    def hand_cash(self) -> None:
        """Hand cash over during the night."""
        payer, payee = self.chance.sample(range(1, len(self.model.names) + 1), 2)
        amount = self.chance.randint(1, 300)
        entry = hand_over_early(
            session=self.session, payer=payer, payee=payee, amount_cents=amount, stamp=people.stamp()
        )
        self.model.cash[entry.number] = {payer: amount, payee: -amount}

    def pay_free(self) -> None:
        """Pay one or several others for something else than play."""
        people_here = range(1, len(self.model.names) + 1)
        payer, *payees = self.chance.sample(people_here, min(self.chance.choice((2, 3)), len(people_here)))
        amount = self.chance.randint(1, 300)
        entry = pay_free(
            session=self.session,
            payer=payer,
            payees=tuple(payees),
            amount_cents=amount,
            reason="a bet",
            expected_entry=self.newest(),
            stamp=people.stamp(),
        )
        self.model.apart[entry.number] = {payer: -amount * len(payees), **dict.fromkeys(payees, amount)}

    def close(self) -> None:
        """Close, over what is disputed; look at what partners share, at the rounding and at the plan."""
        coin_cents = self.chance.choice(self.session.money.coins)
        disputed = tuple(sorted(self.model.disputed))
        expected, stamp = self.newest(), people.stamp()
        if disputed:
            with pytest.raises(DisputesOpenError):
                close_session(session=self.session, coin_cents=coin_cents, expected_entry=expected, stamp=stamp)
        close = close_session(
            session=self.session, coin_cents=coin_cents, expected_entry=expected, stamp=stamp, disputed=disputed
        )
        self.note_tong(expected)
        for entry in self.live(EntryKind.ADJUSTMENT):
            moves = self.moves_of(entry)
            if entry.act["why"] == "partners_share":
                assert self.model.in_force.shares
                expected_moves = {seat: cents for seat, cents in self.model.shared().items() if cents}
                assert {seat: cents for seat, cents in moves.items() if cents} == expected_moves
            else:
                outstanding = self.model.outstanding()
                assert all(abs(cents) < coin_cents for cents in moves.values())
                moved = sum(abs(cents) for cents in moves.values())
                assert moved == least_movement_to_coins(list(outstanding.values()), coin_cents)
            self.model.adjusted[entry.number] = moves
        if self.model.in_force.shares and any(self.model.shared().values()):
            whys = [entry.act["why"] for entry in self.live(EntryKind.ADJUSTMENT)]
            assert "partners_share" in whys
        left = self.model.outstanding()
        assert all(cents % coin_cents == 0 for cents in left.values())
        plan = close.act["plan"]
        if self.session.money.is_points:
            assert plan == []
            return
        assert len(plan) == fewest_payments_by_subsets(left)
        for payer, payee, cents in plan:
            left[payer] += cents
            left[payee] -= cents
        assert not any(left.values())

    def reopen(self) -> None:
        adjustments = self.live(EntryKind.ADJUSTMENT)
        reopen_session(session=self.session, reason="one more", stamp=people.stamp())
        for entry in adjustments:
            self.model.take_back(entry.number)

    def tick(self) -> None:
        """Hand over cash of the plan, all of a line or part of it."""
        lines = [line for line in settlements.plan(session=self.session) if line.left_cents]
        if lines:
            line = self.chance.choice(lines)
            amount = self.chance.randint(1, line.left_cents)
            entry = hand_over(
                session=self.session, payer=line.payer, payee=line.payee, amount_cents=amount, stamp=people.stamp()
            )
            self.model.cash[entry.number] = {line.payer: amount, line.payee: -amount}

    def untick(self) -> None:
        """Take back cash: what the close has counted already is refused."""
        close = settlements.close_of(session=self.session)
        assert close is not None
        if self.model.cash:
            entry = self.entry(self.chance.choice(sorted(self.model.cash)))
            if entry.number < close.number:
                self.refused(lambda: undo(entry=entry, reason="not paid", stamp=people.stamp()))
                return
            undo(entry=entry, reason="not paid", stamp=people.stamp())
            self.model.take_back(entry.number)
