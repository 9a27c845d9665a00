"""Steps of a random night that change who sits there by turns, and what is played for."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from scoring.models import Entry, EntryKind, Session
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.operations.table.turns import take_turn
from tests import people
from tests.operations.table.money_model import Moves
from tests.operations.table.night_model import Model, Seating, Terms


@dataclass
class Changes(ABC):
    """The night and its model; the other steps stand in the walk."""

    session: Session
    chance: random.Random
    model: Model = field(init=False)

    @abstractmethod
    def newest(self) -> int:
        """Return the number of the newest line."""

    @abstractmethod
    def refused(self, act: Callable[[], object]) -> None:
        """Do what must be refused."""

    def live(self, *kinds: EntryKind) -> list[Entry]:
        """Return the lines of some kinds that stand."""
        return list(self.session.entries.filter(kind__in=kinds, reversal=None))

    def moves_of(self, entry: Entry) -> Moves:
        """Return what an entry moves."""
        moves: Moves = {}
        for payment in entry.payments.select_related("payer", "payee"):
            for seat, cents in (
                (payment.payer.number, -payment.amount_cents),
                (payment.payee.number, payment.amount_cents),
            ):
                moves[seat] = moves.get(seat, 0) + cents
        return moves

    def terms(self) -> Terms:
        """Return what is played now."""
        session = Session.objects.get(pk=self.session.pk)
        return Terms(
            stake=session.stakes,
            partners=bool(session.in_force.data.get("partnerships")),
            shares=bool(session.in_force.data.get("partners_share")),
        )

    def change_terms(self) -> None:
        """Play at other stakes, or with or without partners or their sharing, from the next hand on."""
        now = self.model.in_force
        new = replace(now, stake=self.chance.randint(1, 3))
        if self.session.rules.get("partnerships") is not None:
            new = replace(new, shares=self.chance.random() < 0.5)
            if len(self.model.now.seats) == 4:
                new = replace(new, partners=self.chance.random() < 0.5)
        changes = {"partnerships": new.partners, "partners_share": new.shares}
        is_same = (new.partners, new.shares) == (now.partners, now.shares)
        rules = None if is_same else {**self.session.in_force.data, **changes}

        def act() -> Entry:
            wanted = WantedTerms(stakes=new.stake, rules=rules)
            return change_terms(
                session=self.session, wanted=wanted, reason="", expected_entry=self.newest(), stamp=people.stamp()
            )

        if new == now:
            self.refused(act)
            return
        dealer, before = self.model.dealer(), self.model.now
        number = act().number
        self.model.terms[number] = new
        if new.partners != now.partners:
            again = {"since": number + 1, "number": number + 1, "dealer": dealer, "by_terms": number}
            self.model.seatings.append(Seating(**vars(before) | again | {"after_hand": None}))

    def forget(self, number: int) -> None:
        """Tell the model that a line was taken back, a hand with the turn that came after it."""
        hand = self.model.hands().get(number)
        self.model.take_back(number)
        if hand:
            self.model.turn_back(hand.position)

    def take_turns(self, hand: int) -> None:
        """Tell the model who came in by itself after a hand, where the table plays so."""
        if self.model.now.each_hand:
            self.model.take_turn(self.newest(), hand=hand)

    def tap(self) -> None:
        """Let the next come in."""

        def act() -> Entry:
            return take_turn(session=self.session, expected_entry=self.newest(), stamp=people.stamp())

        if self.model.now.waiting:
            self.model.take_turn(act().number)
        else:
            self.refused(act)
