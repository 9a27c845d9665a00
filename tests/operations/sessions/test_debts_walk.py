"""Random weeks of a club that does not always pay: nobody is ever owed more or less than an independent count says.

The count keeps what each person is worth over all nights and what each owes whom; it shares no code with the app
and learns from it only who pays whom by the plan of a close, which it holds against its own figures.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection, transaction

from scoring.models import Club, Entry, EntryKind, Player, Session, guard
from scoring.operations.books.files import import_books, read_books
from scoring.operations.errors import NotReversibleError
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.sessions.debts import (
    Shown,
    carry_debts,
    forgive_debt,
    pay_debt,
    pay_netted,
    settle_all,
    take_back_debts,
)
from scoring.operations.table.payments import pay_free
from scoring.operations.table.reversing import reopen_session
from scoring.operations.table.turns import Turns
from scoring.queries.books import document
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.sessions import settlements
from scoring.queries.sessions.debts import debts_to_carry, open_debts, owed_in
from scoring.queries.table import tables
from tests import people
from tests.operations.sessions.evenings import Evening, Evenings, Worth
from tests.queries.books.clubs import fingerprints

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
STEPS = 60
FILED_EVERY = 20 if SCALE == 1 else 1
"""After how many steps the books go into a file and come back."""
NAMES = ("Ana", "Ben", "Carla", "Dan", "Eva", "Fe")

type Owes = dict[tuple[int, str, str], int]
"""By night, debtor and creditor: what is left to pay."""


@dataclass(kw_only=True)
class Weeks(Evenings):
    """The nights of a club as a notebook would have them: names, amounts, nothing else."""

    owes: Owes = field(default_factory=dict)
    acts: dict[UUID, list[tuple[str, str, int]]] = field(default_factory=dict)
    forgiven: dict[UUID, list[tuple[int, str, str, int]]] = field(default_factory=dict)

    def step(self) -> None:
        """Do one random thing that people do."""
        if len(self.nights) < 2:
            self.start()
        common = [self.close, self.close, self.tick, self.pay, self.pay]
        rare = [self.start, self.bet, self.netted, self.all_paid, self.forgive, self.carry, self.reopen]
        self.chance.choice([*self.played(), *common, *rare, self.take_back])()

    def start(self) -> None:
        if len(self.nights) < 7:
            names = tuple(self.chance.sample(NAMES, self.chance.choice((4, 5))))
            rules = {"preset": "pagat", "partnerships": True}
            turns = self.chance.choice((Turns.TAP, Turns.EACH_HAND)) if len(names) == 5 else Turns.NONE
            night = people.start_night(club=self.club, names=names, rules=rules, turns=turns)
            self.nights.append(night)
            self.evenings[night.pk] = Evening(names=names, each_hand=turns is Turns.EACH_HAND)

    def bet(self) -> None:
        if night := self.night(closed=False):
            names = self.evenings[night.pk].names
            payer, payee = self.chance.sample(range(1, len(names) + 1), 2)
            cents = self.chance.randint(1, 200)
            newest = tables.last_entry_number(session=night)
            said = {"amount_cents": cents, "reason": "bet", "expected_entry": newest, "stamp": people.stamp()}
            pay_free(session=night, payer=payer, payees=(payee,), **said)  # type: ignore[arg-type]
            self.moved({names[payer - 1]: -cents, names[payee - 1]: cents})

    def close(self) -> None:
        """Close a night and write down who pays whom; it must come to what each is worth there."""
        if (night := self.night(closed=False)) is None:
            return
        before, tong = self.outstanding(night), self.evenings[night.pk].to_tong()
        self.moved(tong)
        close = close_session(
            session=night, coin_cents=1, expected_entry=tables.last_entry_number(session=night), stamp=people.stamp()
        )
        names = self.evenings[night.pk].names
        planned: Worth = defaultdict(int)
        for payer, payee, cents in close.act["plan"]:
            self.owes[night.pk, names[payer - 1], names[payee - 1]] = cents
            planned[names[payer - 1]] -= cents
            planned[names[payee - 1]] += cents
        assert dict(planned) == {name: cents + tong[name] for name, cents in before.items() if cents + tong[name]}

    def outstanding(self, night: Session) -> Worth:
        return {
            name: seat.outstanding_cents
            for name, seat in zip(self.evenings[night.pk].names, tables.results(session=night), strict=True)
        }

    def reopen(self) -> None:
        """Reopen a night: its plan is void, and with it what was forgiven of it."""
        if night := self.night(closed=True):
            reopen_session(session=night, reason="one more", stamp=people.stamp())
            self.owes = {key: cents for key, cents in self.owes.items() if key[0] != night.pk}
            for act, parts in list(self.forgiven.items()):
                for part in [part for part in parts if part[0] == night.pk]:
                    parts.remove(part)
                    self.moved({part[1]: -part[3], part[2]: part[3]})
                if not parts:
                    del self.forgiven[act]

    def tick(self) -> None:
        """Pay on the page of the night itself."""
        if self.owes:
            (pk, debtor, creditor), left = self.chance.choice(list(self.owes.items()))
            cents = self.chance.randint(1, left)
            names = self.evenings[pk].names
            hand_over(
                session=Session.objects.get(pk=pk),
                payer=names.index(debtor) + 1,
                payee=names.index(creditor) + 1,
                amount_cents=cents,
                stamp=people.stamp(),
            )
            self.pays(pk, debtor, creditor, cents)
            self.moved({debtor: cents, creditor: -cents})

    def pays(self, pk: int, debtor: str, creditor: str, cents: int) -> None:
        self.owes[pk, debtor, creditor] -= cents
        if not self.owes[pk, debtor, creditor]:
            del self.owes[pk, debtor, creditor]

    def player(self, name: str) -> Player:
        return Player.objects.get(club=self.club, name=name)

    def a_pair(self) -> tuple[Shown, list[tuple[int, int]]] | None:
        """Return what one owes another over nights, the oldest night first."""
        if not self.owes:
            return None
        _, debtor, creditor = self.chance.choice(sorted(self.owes))
        order = [night.pk for night in self.nights]
        debts = [(pk, cents) for (pk, one, other), cents in self.owes.items() if (one, other) == (debtor, creditor)]
        debts.sort(key=lambda debt: order.index(debt[0]))
        total = sum(cents for _, cents in debts)
        shown = Shown(debtor=self.player(debtor), creditor=self.player(creditor), currency="PHP", cents=total)
        return shown, debts

    def chosen(self, debts: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], tuple[UUID, ...], int]:
        """Choose some nights or none, and an amount; return what of each night it settles."""
        some = debts if self.chance.random() < 0.5 else self.chance.sample(debts, self.chance.randint(1, len(debts)))
        some = [debt for debt in debts if debt in some]
        nights = () if some == debts else tuple(Session.objects.get(pk=pk).public_id for pk, _ in some)
        cents = left = self.chance.randint(1, sum(cents for _, cents in some))
        parts = []
        for pk, owed in some:
            part = min(owed, left)
            left -= part
            if part:
                parts.append((pk, part))
        return parts, nights, cents

    def pay(self) -> None:
        """Pay somebody, oldest first or the nights one chooses."""
        if found := self.a_pair():
            shown, debts = found
            parts, nights, cents = self.chosen(debts)
            entry = pay_debt(shown=shown, amount_cents=cents, nights=nights, stamp=people.stamp())
            for pk, part in parts:
                self.pays(pk, shown.debtor.name, shown.creditor.name, part)
            self.moved({shown.debtor.name: cents, shown.creditor.name: -cents})
            self.acts[UUID(entry.act["id"])] = [(shown.debtor.name, shown.creditor.name, cents)]
            self.lines_of(entry, dict(parts))

    def lines_of(self, entry: Entry, parts: dict[int, int]) -> None:
        """Look at the lines of an act: one in each night it settles, of what it settles there."""
        lines = Entry.objects.filter(act__id=entry.act["id"], kind=EntryKind.UTANG)
        told = {line.session_id: sum(each.amount_cents for each in line.payments.all()) for line in lines}
        assert told == parts
        assert len(lines) == len(parts)

    def forgive(self) -> None:
        if found := self.a_pair():
            shown, debts = found
            parts, nights, cents = self.chosen(debts)
            entry = forgive_debt(
                shown=shown, amount_cents=cents, nights=nights, reason="birthday", stamp=people.stamp()
            )
            debtor, creditor = shown.debtor.name, shown.creditor.name
            for pk, part in parts:
                self.pays(pk, debtor, creditor, part)
            self.moved({debtor: cents, creditor: -cents})
            self.forgiven[UUID(entry.act["id"])] = [(pk, debtor, creditor, part) for pk, part in parts]

    def left_over(self) -> Owes:
        """Return what the app says is owed."""
        return {
            (each.session.pk, each.debtor.name, each.creditor.name): each.cents for each in open_debts(club=self.club)
        }

    def netted(self) -> None:
        """Make one payment of the proposal: no debt grows, and nobody owes somebody new."""
        owed = owed_in(club=self.club)
        lines = [line for each in owed for line in each.netted if line.alone]
        if not lines:
            return
        line = self.chance.choice(lines)
        entry = pay_netted(
            payer=line.payer, payee=line.payee, currency="PHP", amount_cents=line.cents, stamp=people.stamp()
        )
        self.moved({line.payer.name: line.cents, line.payee.name: -line.cents})
        self.acts[UUID(entry.act["id"])] = [(line.payer.name, line.payee.name, line.cents)]
        now = self.left_over()
        assert all(0 < cents <= self.owes[key] for key, cents in now.items())
        self.owes = now

    def all_paid(self) -> None:
        """Make all payments of the proposal: nothing is left, and nobody is worth anything in a closed night."""
        if not self.owes or self.chance.random() < 0.5:
            return
        (owed,) = owed_in(club=self.club)
        expected = tuple((line.payer, line.payee, line.cents) for line in owed.netted)
        entry = settle_all(club=self.club, currency="PHP", expected=expected, stamp=people.stamp())
        for payer, payee, cents in expected:
            self.moved({payer.name: cents, payee.name: -cents})
        self.acts[UUID(entry.act["id"])] = [(payer.name, payee.name, cents) for payer, payee, cents in expected]
        self.owes = {}

    def carry(self) -> None:
        """Carry the debts of those who sit there into an open night: nobody is worth more or less by it."""
        if (night := self.night(closed=False)) is None:
            return
        here = self.evenings[night.pk].names
        carried = {key: cents for key, cents in self.owes.items() if key[1] in here and key[2] in here}
        found = debts_to_carry(session=night)
        assert sum(each.cents for each in found) == sum(carried.values())
        if carried:
            entry = carry_debts(session=night, expected_cents=sum(carried.values()), stamp=people.stamp())
            self.acts[UUID(entry.act["id"])] = []
            self.owes = {key: cents for key, cents in self.owes.items() if key not in carried}

    def take_back(self) -> None:
        """Take an act back in all its nights, unless a later close has counted it."""
        acts = [*self.acts, *self.forgiven]
        if not acts:
            return
        act = self.chance.choice(acts)
        try:
            take_back_debts(club=self.club, act=act, reason="not paid", stamp=people.stamp())
        except NotReversibleError:
            assert self.was_counted(act)
            return
        assert not self.was_counted(act, lines=Entry.objects.filter(act__id=str(act)))
        for debtor, creditor, cents in self.acts.pop(act, ()):
            self.moved({debtor: -cents, creditor: cents})
        for _, debtor, creditor, cents in self.forgiven.pop(act, ()):
            self.moved({debtor: -cents, creditor: cents})
        now = self.left_over()
        assert all(now[key] >= cents for key, cents in self.owes.items())
        self.owes = now

    def was_counted(self, act: UUID, lines: Iterable[Entry] | None = None) -> bool:
        """Tell whether a line of an act has a close after it that stands."""
        standing = lines if lines is not None else Entry.objects.filter(act__id=str(act), reversal=None)
        return any(
            Entry.objects.filter(
                session=line.session, kind=EntryKind.CLOSE, reversal=None, number__gt=line.number
            ).exists()
            for line in standing
        )

    def agrees(self) -> None:
        """Compare the app with the notebook."""
        worth: Worth = defaultdict(int)
        for night in self.nights:
            left = self.outstanding(night)
            assert sum(left.values()) == 0
            for name, cents in left.items():
                worth[name] += cents
            if tables.is_closed(session=night):
                lines = settlements.plan(session=night)
                assert all(0 <= line.left_cents <= line.cents for line in lines)
        assert {name: cents for name, cents in worth.items() if cents} == {
            name: cents for name, cents in self.worth.items() if cents
        }
        assert self.left_over() == self.owes
        for owed in owed_in(club=self.club):
            net: Worth = defaultdict(int)
            for pair in owed.pairs:
                net[pair.debtor.name] -= pair.cents
                net[pair.creditor.name] += pair.cents
            for line in owed.netted:
                net[line.payer.name] += line.cents
                net[line.payee.name] -= line.cents
            assert not any(net.values())


def require_same_from_file(club: Club) -> None:
    """Export a club, import it where nothing is, and export it again: everything is as it was."""
    text, chains, owed = (
        document.written(books=document.club_books(club=club)),
        fingerprints(club),
        len(open_debts(club=club)),
    )
    with transaction.atomic():
        forget_all()
        imported = import_books(books=read_books(text=text))
        assert document.written(books=document.club_books(club=imported)) == text
        assert fingerprints(imported) == chains
        assert len(open_debts(club=imported)) == owed
        assert check_club(club=imported) == ()
        transaction.set_rollback(True)


def forget_all() -> None:
    """Empty the database, as only somebody can who lifts the guards, and guard it again."""
    guard.lift(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        for model in apps.get_app_config("scoring").get_models():
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
    guard.restore(connection)


@pytest.mark.parametrize("seed", range(2 * SCALE))
def test_nothing_counts_twice_in_whatever_order_nights_are_settled_reopened_and_corrected(
    club: Club, seed: int
) -> None:
    weeks = Weeks(club=club, chance=random.Random(seed))
    for step in range(1, STEPS + 1):
        weeks.step()
        weeks.agrees()
        if step % FILED_EVERY == 0:
            assert check_club(club=club) == ()
            require_same_from_file(club)
    for night in weeks.nights:
        assert check_session(session=night) == ()
