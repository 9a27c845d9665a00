"""Random walks over every operation of the books, beside an independent model that only keeps lists."""

import os
import random
from dataclasses import dataclass, field

import pytest

from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.closing import close_session, hand_over
from scoring.operations.errors import RefusedError
from scoring.operations.extras import record_false_win, record_secret, refund_false_secret
from scoring.operations.hands import correct_hand, record_hand
from scoring.operations.reversing import reopen_session, undo
from scoring.queries import hands, settlements, tables
from tests import cast
from tests.cast import WORKED_WIN

pytestmark = pytest.mark.django_db

WALKS = 6 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))
STEPS = 60
OPPONENTS = {1: (2, 4), 3: (2, 4), 2: (1, 3), 4: (1, 3)}
RULES = {"preset": "pagat", "false_win_penalty": 30, "false_secret_penalty": 15, "partners_share": True}


@dataclass
class Model:
    """The books as plain lists: what each live entry moves, by entry number."""

    owed: dict[int, dict[int, int]] = field(default_factory=dict)
    cash: dict[int, dict[int, int]] = field(default_factory=dict)

    def pay_to(self, entry: int, seat: int, cents: int) -> None:
        """Note that both opponents of a seat owe it so much."""
        moves = dict.fromkeys(OPPONENTS[seat], -cents)
        self.owed[entry] = {**moves, seat: 2 * cents}

    def forget(self, entry: int) -> None:
        """Note that an entry was taken back."""
        self.owed.pop(entry, None)
        self.cash.pop(entry, None)

    def results(self) -> tuple[int, ...]:
        """Return the result of each seat."""
        return tuple(sum(moves.get(seat, 0) for moves in self.owed.values()) for seat in (1, 2, 3, 4))

    def outstanding(self) -> tuple[int, ...]:
        """Return what each seat still has to get."""
        paid = [sum(moves.get(seat, 0) for moves in self.cash.values()) for seat in (1, 2, 3, 4)]
        return tuple(result + cash for result, cash in zip(self.results(), paid, strict=True))


@dataclass
class Walk:
    """One random night: each step picks an operation, does it, and tells the model."""

    session: Session
    chance: random.Random
    model: Model = field(default_factory=Model)

    def step(self) -> None:
        """Do one random thing; an operation that refuses must change nothing."""
        acts = (
            [self.tick, self.untick, self.reopen, self.refused_hand]
            if tables.is_closed(session=self.session)
            else [self.win] * 4
            + [self.secret, self.drawn, self.false_win, self.refund]
            + [self.undo, self.correct, self.close]
        )
        self.chance.choice(acts)()

    def newest(self) -> int:
        return tables.last_entry_number(session=self.session)

    def live(self, *kinds: EntryKind) -> list[Entry]:
        return list(self.session.entries.filter(kind__in=kinds, reversal=None))

    def win(self) -> None:
        winner = self.chance.randint(1, 4)
        self.model.pay_to(cast.win(self.session, winner=winner).number, winner, 90)

    def drawn(self) -> None:
        expected = cast.expected(self.session)
        record_hand(session=self.session, act=cast.DRAWN, expected=expected, stamp=cast.stamp())

    def secret(self) -> None:
        seat = self.chance.randint(1, 4)
        entry = record_secret(
            session=self.session, seat=seat, expected_entry=self.newest(), stamp=cast.stamp()
        )
        self.model.pay_to(entry.number, seat, 50)

    def false_win(self) -> None:
        seat, is_void = self.chance.randint(1, 4), self.chance.random() < 0.5
        entry = record_false_win(
            session=self.session,
            seat=seat,
            hand_is_void=is_void,
            expected_entry=self.newest(),
            stamp=cast.stamp(),
        )
        self.model.pay_to(entry.number, seat, -30)

    def refund(self) -> None:
        for entry in self.live(EntryKind.SECRET)[:1]:
            refund_false_secret(entry=entry, reason="false", stamp=cast.stamp())
            self.model.forget(entry.number)
            self.model.pay_to(self.newest(), entry.act["seat"], -15)

    def undo(self) -> None:
        undoable = self.live(EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY)
        if undoable:
            entry = self.chance.choice(undoable)
            undo(entry=entry, reason="slip", stamp=cast.stamp())
            self.model.forget(entry.number)

    def correct(self) -> None:
        if recorded := self.live(EntryKind.HAND):
            entry, winner = self.chance.choice(recorded), self.chance.randint(1, 4)
            act = WORKED_WIN | {"winner": winner}
            newer = correct_hand(entry=entry, act=act, reason="slip", stamp=cast.stamp())
            self.model.forget(entry.number)
            self.model.pay_to(newer.number, winner, 90)

    def close(self) -> None:
        coin_cents = self.chance.choice([1, 25, 100])
        close_session(
            session=self.session, coin_cents=coin_cents, expected_entry=self.newest(), stamp=cast.stamp()
        )
        for entry in self.live(EntryKind.ADJUSTMENT):
            moves = dict.fromkeys((1, 2, 3, 4), 0)
            for payment in entry.payments.all():
                moves[payment.payer.number] -= payment.amount_cents
                moves[payment.payee.number] += payment.amount_cents
            self.model.owed[entry.number] = moves
        assert all(cents % coin_cents == 0 for cents in self.model.outstanding())
        ana, ben, carla, dan = self.model.results()
        assert abs(ana - carla) <= 2 * coin_cents
        assert abs(ben - dan) <= 2 * coin_cents

    def reopen(self) -> None:
        adjustments = self.live(EntryKind.ADJUSTMENT)
        reopen_session(session=self.session, reason="one more", stamp=cast.stamp())
        for entry in adjustments:
            self.model.forget(entry.number)

    def tick(self) -> None:
        lines = [line for line in settlements.plan(session=self.session) if line.left_cents]
        if lines:
            line = self.chance.choice(lines)
            amount = self.chance.randint(1, line.left_cents)
            entry = hand_over(
                session=self.session,
                payer=line.payer,
                payee=line.payee,
                amount_cents=amount,
                stamp=cast.stamp(),
            )
            self.model.cash[entry.number] = {line.payer: amount, line.payee: -amount}

    def untick(self) -> None:
        close = settlements.close_of(session=self.session)
        assert close is not None
        if ticks := [entry for entry in self.live(EntryKind.HANDOVER) if entry.number > close.number]:
            entry = self.chance.choice(ticks)
            undo(entry=entry, reason="not paid", stamp=cast.stamp())
            self.model.forget(entry.number)

    def refused_hand(self) -> None:
        with pytest.raises(RefusedError):
            cast.win(self.session)


@pytest.mark.parametrize("seed", range(WALKS))
def test_a_random_night_agrees_with_the_model_and_stays_zero_sum(club: Club, seed: int) -> None:
    walk = Walk(session=cast.start_night(club=club, rules=RULES), chance=random.Random(seed))
    for _ in range(STEPS):
        walk.step()
        standing = tables.results(session=walk.session)
        assert tuple(seat.result_cents for seat in standing) == walk.model.results()
        assert tuple(seat.outstanding_cents for seat in standing) == walk.model.outstanding()
        assert sum(walk.model.results()) == sum(walk.model.outstanding()) == 0
    numbers = list(walk.session.entries.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    accepted = hands.accepted_hands(session=walk.session).count()
    assert accepted == len(walk.live(EntryKind.HAND))
