"""The nights of a club and what stays owed between them, each act beside the models of its nights."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Max

from scoring.models import Club, Entry, EntryKind, Player
from scoring.operations.money import debts
from scoring.operations.money.debts import PairTotal
from scoring.operations.money.past import PastNight, PastTerms, enter_past, take_back_past
from scoring.operations.people.players import merge_players, rename_player, unmerge_player
from scoring.queries.books.checking import check_club
from scoring.queries.money import debts_to_carry, open_debts, owed_in
from scoring.queries.table.night import nights_of
from tests import people
from tests.ledger.references import fewest_payments_by_subsets
from tests.operations.model import Night, Seating, Terms, oldest_first
from tests.operations.playing import CUAJO, PEOPLE, Acting, Said, Table

MOST_NIGHTS = 6

type Owed = dict[tuple[int, str, str], int]
"""What is left to pay, by night, debtor and creditor."""


@dataclass(kw_only=True)
class Weeks(Acting):
    """The nights of a club; people keep the name by which they came, whatever they are `called` now."""

    club: Club
    tables: list[Table] = field(default_factory=list)
    acts: dict[UUID, list[tuple[Table, int]]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    known: dict[UUID, set[str]] = field(default_factory=dict)
    seen: object = None

    def a_table(self, found: Iterable[Table]) -> Table:
        return self.chance.choice([table for table in found if not table.is_gone])

    def person(self, name: str) -> str:
        return self.merged.get(name, name)

    def call(self, name: str) -> str:
        return self.names.get(self.person(name), self.person(name))

    def player(self, name: str) -> Player:
        return Player.objects.get(club=self.club, name=self.call(name))

    def look(self) -> object:
        owed = [(each.session.pk, each.debtor.pk, each.creditor.pk, each.cents) for each in open_debts(club=self.club)]
        return owed, Entry.objects.filter(session__club=self.club).count()

    def start(self, **options: Any) -> None:
        if len(self.tables) < MOST_NIGHTS:
            come = tuple(name for name in PEOPLE if name not in self.merged)
            options |= {"names": come, "called": self.call}
            self.tables.append(Table.start(club=self.club, chance=self.chance, **options))

    def past(self) -> None:
        if len(self.tables) >= MOST_NIGHTS:
            return
        come = self.chance.sample([name for name in PEOPLE if name not in self.merged], self.chance.randint(2, 5))
        won = [self.chance.randint(-500, 500) for _ in come[1:]]
        results = dict(enumerate((-sum(won), *won), start=1))
        day = people.EVENING.date() - timedelta(days=len(self.tables) + 1)
        named = tuple(zip(map(self.call, come), results.values(), strict=True))
        terms = PastTerms(game="cuajo", currency="PHP", paid=self.chance.random() < 0.3)
        said: Said = {"club": self.club, "terms": terms, "nights": (PastNight(day=day, results=named),)}
        for session in self.do(enter_past, **said) or ():
            seatings = [Seating(seats=tuple(results))]
            model = Night(game=CUAJO, people=come, terms={0: Terms(stake=1)}, seatings=seatings, adjusted={1: results})
            table = Table(session=session, chance=self.chance, model=model, called=self.call, is_past=True)
            table.learn_plan()
            assert len(model.plan) == fewest_payments_by_subsets(results)
            for entry in table.live(EntryKind.HANDOVER):
                table.note_settled(entry)
            assert any(model.outstanding().values()) == (any(won) and not terms.paid)
            self.tables.append(table)

    def take_back_past(self) -> None:
        found = [table for table in self.tables if table.is_past and not table.is_gone]
        if found:
            table = self.a_table(found)
            settled = [number for number, _ in table.model.settled.items()]
            utang = table.session.entries.filter(kind=EntryKind.UTANG, number__in=settled).exclude(act__way="forgiven")
            fits = not utang.exists()
            if self.do(take_back_past, fits=fits, reason="none", **table.now()):
                table.is_gone = True
                for number in {1, *table.model.cash, *table.model.apart}:
                    table.model.take_back(number)
                table.learn_plan()

    # People.

    def rename(self) -> None:
        name = self.person(self.chance.choice(PEOPLE))
        if self.club.players.filter(name=self.call(name)).exists():
            new = f"{name} {len(self.names) + self.chance.randint(1, 1000)}"
            if not self.club.players.filter(name=new).exists():
                assert self.do(rename_player, is_keyed=False, player=self.player(name), name=new)
                self.names[name] = new

    def merge(self) -> None:
        known = [name for name in PEOPLE if name not in self.merged]
        one, other = self.chance.sample(known, 2)
        if self.club.players.filter(name__in=(self.call(one), self.call(other))).count() < 2:
            return
        met = any({one, other} <= set(map(self.person, table.model.people)) for table in self.tables)
        if self.do(merge_players, is_keyed=False, fits=not met, player=self.player(one), into=self.player(other)):
            self.merged = {name: other if into == one else into for name, into in self.merged.items()} | {one: other}

    def unmerge(self) -> None:
        """Undo a merge, unless debts of theirs were settled over nights; others are left."""
        if not self.merged:
            return
        name = self.chance.choice(sorted(self.merged))
        settled = [self.settled(act) for act in self.acts]
        if any(name in self.known[act] and name not in met for act, met in zip(self.acts, settled, strict=True)):
            return
        fits = not any(name in met for met in settled)
        if self.do(unmerge_player, is_keyed=False, fits=fits, player=self.player_named(name)):
            del self.merged[name]

    def settled(self, act: UUID) -> set[str]:
        """Return the people whose debts an act over nights settled, by the names under which they sat."""
        return {
            table.model.people[seat - 1]
            for table, number in self.acts[act]
            if number in (*table.model.cash, *table.model.apart)
            for seat in table.moves_of(table.entry(number))
        }

    def player_named(self, name: str) -> Player:
        """Return a merged player, who keeps the name they had."""
        return Player.objects.get(club=self.club, name=self.names.get(name, name), merged_into__isnull=False)

    # Debts.

    def by_age(self) -> list[Table]:
        return sorted(self.tables, key=lambda table: (table.session.started_at, table.session.pk))

    def owed(self, currency: str | None = None) -> Owed:
        return {
            (table.session.pk, self.name(table, pair[0]), self.name(table, pair[1])): cents
            for table in self.by_age()
            for pair, cents in table.model.left().items()
            if cents and currency in (None, table.session.currency)
        }

    def name(self, table: Table, seat: int) -> str:
        return self.person(table.model.people[seat - 1])

    def owed_now(self) -> Owed:
        return {
            (each.session.pk, self._known(each.debtor), self._known(each.creditor)): each.cents
            for each in open_debts(club=self.club)
        }

    def _known(self, player: Player) -> str:
        return next(name for name in PEOPLE if name not in self.merged and self.call(name) == player.name)

    def pay(self) -> None:
        self._settle_pair(debts.pay_debt)

    def forgive(self) -> None:
        self._settle_pair(debts.forgive_debt, reason="birthday")

    def _settle_pair(self, operation: Callable[..., Entry], **more: Any) -> None:
        owed = self.owed()
        if not owed:
            return
        night, debtor, creditor = self.chance.choice(sorted(owed))
        currency = next(table.session.currency for table in self.tables if table.session.pk == night)
        found = [(pk, cents) for (pk, *pair), cents in self.owed(currency).items() if pair == [debtor, creditor]]
        total = sum(cents for _, cents in found)
        some = found if self.chance.random() < 0.5 else self.chance.sample(found, self.chance.randint(1, len(found)))
        some = [each for each in found if each in some]
        publics = {table.session.pk: table.session.public_id for table in self.tables}
        nights = () if some == found else tuple(publics[pk] for pk, _ in some)
        most = sum(cents for _, cents in some)
        cents, seen = self.chance.randint(1, most + 1), total - (self.chance.random() < 0.1)
        shown = PairTotal(debtor=self.player(debtor), creditor=self.player(creditor), currency=currency, cents=seen)
        fits = cents <= most and seen == total
        if entry := self.do(operation, fits=fits, shown=shown, amount_cents=cents, nights=nights, **more):
            parts = self.note_act(entry)
            assert parts == {(pk, debtor, creditor): part for pk, part in oldest_first(some, cents)}

    def note_act(self, entry: Entry) -> Owed:
        parts: defaultdict[tuple[int, str, str], int] = defaultdict(int)
        here = {table.session.pk: table for table in self.tables}
        lines = []
        for line in Entry.objects.filter(kind=EntryKind.UTANG, act__id=entry.act["id"]):
            table = here[line.session_id]
            for (payer, payee), cents in table.note_settled(line).items():
                parts[table.session.pk, self.name(table, payer), self.name(table, payee)] += cents
            assert all(cents >= 0 for cents in table.model.left().values())
            lines.append((table, line.number))
        assert len({table.session.pk for table, _ in lines}) == len(lines)
        self.acts[act := UUID(entry.act["id"])] = lines
        self.known[act] = {self.person(name) for name in self.settled(act)}
        return dict(parts)

    def _net(self, parts: Owed) -> dict[str, int]:
        net: defaultdict[str, int] = defaultdict(int)
        for (_, debtor, creditor), cents in parts.items():
            net[debtor] += cents
            net[creditor] -= cents
        return {name: cents for name, cents in net.items() if cents}

    def netted(self) -> None:
        lines = [(owed.currency.code, line) for owed in owed_in(club=self.club) for line in owed.netted if line.alone]
        if lines:
            currency, line = self.chance.choice(lines)
            said: Said = {"payer": line.payer, "payee": line.payee, "currency": currency}
            for wrong in (line.cents - 1 or line.cents + 2, line.cents + 1):
                self.do(debts.pay_netted, fits=False, amount_cents=wrong, **said)
            entry = self.do(debts.pay_netted, amount_cents=line.cents, **said)
            assert entry
            paid = {self._known(line.payer): line.cents, self._known(line.payee): -line.cents}
            assert self._net(self.note_act(entry)) == paid

    def settle_all(self) -> None:
        found = owed_in(club=self.club)
        if found:
            owed = self.chance.choice(found)
            expected = tuple((line.payer, line.payee, line.cents) for line in owed.netted)
            said: Said = {"club": self.club, "currency": owed.currency.code}
            if expected:
                self.do(debts.settle_all, fits=False, expected=expected[1:], **said)
            before = self.owed(owed.currency.code)
            entry = self.do(debts.settle_all, expected=expected, **said)
            assert entry
            assert self.note_act(entry) == before

    def carry(self) -> None:
        found = [table for table in self.tables if not table.model.closed]
        if not found:
            return
        table = self.a_table(found)
        here = set(map(self.person, table.model.people))
        owed = self.owed(table.session.currency)
        carried = {key: cents for key, cents in owed.items() if {*key[1:]} <= here and table.has_money}
        assert sum(each.cents for each in debts_to_carry(session=table.session)) == sum(carried.values())
        cents = sum(carried.values())
        self.do(debts.carry_debts, fits=False, session=table.session, expected_cents=cents + 1)
        if entry := self.do(debts.carry_debts, fits=bool(carried), session=table.session, expected_cents=cents):
            assert self.note_act(entry) == carried

    def take_back(self) -> None:
        if self.acts:
            act = self.chance.choice(list(self.acts))
            lines = [
                (table, number) for table, number in self.acts[act] if number in (*table.model.cash, *table.model.apart)
            ]
            fits = bool(lines) and not any(number < table.model.closed for table, number in lines)
            if self.do(debts.take_back_debts, fits=fits, club=self.club, act=act, reason="not paid"):
                for table, number in self.acts.pop(act):
                    table.model.take_back(number)

    # What must hold after every step.

    def agrees(self) -> None:
        newest = Entry.objects.filter(session__club=self.club).values_list("session").annotate(Max("number"))
        now = dict(newest), {name: self.call(name) for name in PEOPLE}
        if now == self.seen:
            return
        self.seen = now
        found = nights_of(sessions=[table.session for table in self.tables])
        for table in self.tables:
            assert found[table.session.pk].outstanding == table.model.outstanding()
            if table.newest() != table.seen:
                table.agrees()
        owed = self.owed()
        assert self.owed_now() == owed
        nets = {each.currency.code: each for each in owed_in(club=self.club)}
        for currency, each in nets.items():
            pairs = {(self._known(pair.debtor), self._known(pair.creditor)): pair.cents for pair in each.pairs}
            by_pair: defaultdict[tuple[str, str], int] = defaultdict(int)
            for (_, debtor, creditor), cents in self.owed(currency).items():
                by_pair[debtor, creditor] += cents
            assert pairs == by_pair
            proposed = {(0, self._known(line.payer), self._known(line.payee)): line.cents for line in each.netted}
            assert self._net(proposed) == self._net(self.owed(currency))
            assert len(each.netted) <= len(each.pairs)
        assert {table.session.currency for table in self.tables if any(table.model.left().values())} == {*nets}
        assert check_club(club=self.club) == ()


STEPS = (
    "start", "start", "past", "take_back_past", "rename", "merge", "unmerge", "pay", "pay", "forgive", "netted",
    "settle_all", "carry", "take_back", "take_back",
)  # fmt: skip
