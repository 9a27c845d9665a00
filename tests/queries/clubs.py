"""Random clubs: nights with every kind of line in several currencies, odd names, debts, past nights, merged players."""

import copy
import os
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import Any
from unittest import mock

from django.db import transaction

from scoring.games.base import ImpossibleError
from scoring.ledger.tong import Every
from scoring.models import Club, Device, Entry, EntryKind, Ruling, Session
from scoring.operations.errors import RefusedError
from scoring.operations.figures.fixtures import add_fixture, link_night
from scoring.operations.figures.seasons import set_season
from scoring.operations.judge.verdicts import keep_verdict
from scoring.operations.people.devices import new_token
from scoring.operations.people.players import erase_player, merge_players, player_called
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from scoring.operations.sessions.closing import hand_over, hand_over_early
from scoring.operations.sessions.debts import Shown, carry_debts, forgive_debt, pay_debt
from scoring.operations.sessions.past import PastNight, PastTerms, enter_past, take_back_past
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.matches import settle_match
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.operations.table.penalties import record_false_win, record_penalty
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import reopen_session, undo
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, correct_seats
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.operations.table.turns import Turns, take_turn
from scoring.queries.books import document
from scoring.queries.judge.answers import Judged
from scoring.queries.sessions.chips import chips_of
from scoring.queries.sessions.debts import debts_to_carry, owed_in
from scoring.queries.sessions.settlements import plan
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.tables import last_entry_number, seated
from tests import people

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
"""How many times more clubs are invented."""

RULES = {
    "preset": "pagat",
    "false_win_penalty": 30,
    "false_secret_penalty": 15,
    "void_penalty": 20,
    "partners_share": True,
}
ODD_NAMES = ("=1+1", "-Ben", "@Dan", "José Rizal", 'Li "李" ; x', "Ana|Ben  (C)", "date:x", "\u200fعلي")
CURRENCIES = ("PHP", "EUR", "JPY", "points")


class Evening:
    """A random night; each step does one thing that people do, and what is refused changes nothing."""

    def __init__(self, session: Session, *, chance: random.Random, names: tuple[str, ...]) -> None:
        self.session, self.chance, self.names = session, chance, names
        self.phone = Device.objects.create(token_hash=new_token(), label="Safari, iPhone", created_at=people.EVENING)

    def step(self) -> None:
        with suppress(RefusedError, ImpossibleError, IndexError):
            self.chance.choice(self.things())()

    def things(self) -> list[Callable[[], object]]:
        if self.session.game == "toy":
            plays = [*[self.score] * 4, self.settle, self.fine]
        else:
            plays = [*[self.win] * 6, self.draw, self.misdeal, self.secret, self.refund, self.false_win, self.correct]
        beside = [self.bet, self.tong, self.spend, self.buy, self.count, self.cash, self.terms, self.object, self.undo]
        return [*plays, *beside, self.sit, self.mend_seats, self.turn, self.close, self.reopen, *[self.hand_over] * 2]

    @property
    def now(self) -> dict[str, Any]:
        return people.current(self.session)

    def anybody(self) -> int:
        return self.chance.choice(seatings_of(session=self.session).now.seats)

    def line(self, *kinds: EntryKind) -> Entry:
        """Return a line of such a kind that stands. Raises IndexError where there is none."""
        standing = self.session.entries.filter(reversal=None).order_by("number")
        return self.chance.choice(list(standing.filter(kind__in=kinds or EntryKind)))

    def hand(self, act: dict[str, Any]) -> None:
        record_hand(session=self.session, act=act, expected=people.expected(self.session), stamp=people.stamp())

    def win(self) -> None:
        act = people.win_act(self.session, winner=self.anybody())
        source = self.chance.choice(("self_drawn", "claimed", "discard"))
        if self.chance.random() < 0.5:
            kings = {"kings_of_coins": self.chance.randint(0, 2), "other_kings": self.chance.randint(1, 3)}
            met = {name: self.chance.random() < 0.5 for name in ("bounit_condition", "sowee_condition")}
            act = {**people.DECLARED_WIN, **kings, **met, "winner": act["winner"]}
        self.hand({**act, "source": source})

    def draw(self) -> None:
        self.hand(people.DRAWN)

    def misdeal(self) -> None:
        self.hand({"void": "misdeal", **self.chance.choice(({}, {"by": self.anybody()}))})

    def secret(self) -> None:
        people.lay_secret(self.session, seat=self.anybody())

    def refund(self) -> None:
        refund_false_secret(entry=self.line(EntryKind.SECRET), reason="false", stamp=people.stamp())

    def false_win(self) -> None:
        record_false_win(seat=self.anybody(), hand_is_void=self.chance.random() < 0.5, **self.now)

    def correct(self) -> None:
        entry = self.line(EntryKind.HAND)
        at_table = seatings_of(session=self.session).at(position=entry.hand.position).seats
        act = people.win_act(self.session, winner=self.chance.choice(at_table), hand=entry.hand)
        correct_hand(entry=entry, act=act, reason="slip", stamp=people.stamp())

    def score(self) -> None:
        self.hand({"winner": self.anybody(), "points": self.chance.randint(0, 6)})

    def settle(self) -> None:
        settle_match(**self.now)

    def fine(self) -> None:
        record_penalty(act={"seat": self.anybody()}, **self.now)

    def undo(self) -> None:
        undo(entry=self.line(), reason="-slip", stamp=people.stamp())

    def bet(self) -> None:
        payer, *payees = self.chance.sample(seatings_of(session=self.session).now.seats, self.chance.randint(2, 3))
        cents = self.chance.randint(1, 200)
        pay_free(payer=payer, payees=tuple(payees), amount_cents=cents, reason="@bet", **self.now)

    def tong(self) -> None:
        rule = self.chance.choice(({"every": Every.WIN, "percent": 10}, {"every": Every.HAND, "percent": 0}))
        set_tong(**rule, cents=self.chance.randint(0, 20), coin_cents=1, holder=people.BEN, **self.now)  # type: ignore[arg-type]

    def spend(self) -> None:
        spend_tong(amount_cents=self.chance.randint(1, 20), reason="snacks", **self.now)

    def buy(self) -> None:
        is_paid, back = self.chance.random() < 0.5, self.chance.random() < 0.2
        if back:
            return_chips(seat=people.DAN, amount_cents=100, is_paid=is_paid, **self.now)
        else:
            buy_chips(bank=people.ANA, seats=(1, 2, 3), amount_cents=1000, is_paid=is_paid, **self.now)

    def count(self) -> None:
        counted = {holder.seat: holder.due_cents for holder in chips_of(session=self.session).holders}
        one, other = self.anybody(), self.anybody()
        counted[one], counted[other] = counted.get(one, 0) + 10, counted.get(other, 0) - 10
        count_chips(counted=counted, decides=self.chance.random() < 0.5, **self.now)

    def cash(self) -> None:
        hand_over_early(
            session=self.session, payer=self.anybody(), payee=self.anybody(), amount_cents=7, stamp=people.stamp()
        )

    def terms(self) -> None:
        rules = {**RULES, "secret": self.chance.choice((50, 60))} if self.session.game == "cuajo" else None
        wanted = WantedTerms(stakes=self.chance.randint(1, 3), rules=rules)
        change_terms(wanted=wanted, reason="later", **self.now)
        self.session.refresh_from_db()

    def object(self) -> None:
        """Object to a hand, let somebody speak to it, and keep a verdict on it."""
        entry, stamp = self.line(EntryKind.HAND), people.stamp(device=self.phone)
        dispute = raise_dispute(entry=entry, seat=self.session.seats.get(number=2), why="no, I had", stamp=stamp)
        for seat in self.chance.sample((1, 2), self.chance.randint(0, 2)):
            speaker = self.session.seats.get(number=seat)
            stamp = people.stamp(device=(self.phone, None)[seat - 1])  # one phone speaks for one player
            give_voice(dispute=dispute, seat=speaker, ruling=Ruling.CORRECT, stamp=stamp)
        judged = Judged(game="cuajo", claim=people.WORKED_WIN, rules=self.session.rules, answer={"valid": True})
        keep_verdict(judged=judged, stamp=people.stamp(device=self.phone), entry=entry)

    def sit(self) -> None:
        people.sit(self.session, *self.chance.sample(self.names, len(seated(session=self.session))))

    def mend_seats(self) -> None:
        hand, names = self.line(EntryKind.HAND).hand, [seat.player for seat in seated(session=self.session)]
        correction = SeatsCorrection(
            hand=hand,
            order=Order(names=tuple(self.chance.sample(names, len(names)))),
            mistake=self.chance.choice(list(Mistake)),
            reason="we sat otherwise",
            expected_entry=last_entry_number(session=self.session),
        )
        correct_seats(correction=correction, stamp=people.stamp())

    def turn(self) -> None:
        take_turn(**self.now)

    def close(self) -> None:
        if self.chance.random() < 0.4:
            people.close(self.session, coin_cents=self.chance.choice(self.session.money.coins[:4]))

    def reopen(self) -> None:
        reopen_session(session=self.session, reason="one more", stamp=people.stamp())

    def hand_over(self) -> None:
        for line in plan(session=self.session)[:1]:
            cents = self.chance.randint(1, max(line.left_cents, 1))
            hand_over(
                session=self.session, payer=line.payer, payee=line.payee, amount_cents=cents, stamp=people.stamp()
            )


def random_club(
    *, club: Club, seed: int, steps: int = 30, names: tuple[str, ...] = (*people.NAMES, *ODD_NAMES)
) -> Club:
    """Fill a club with some random nights and whatever belongs to them, and return it; also its ids follow the seed."""
    chance = random.Random(seed)
    with mock.patch("os.urandom", random.Random(seed).randbytes):
        _fill(club, chance, steps=steps, names=names)
    return club


def _fill(club: Club, chance: random.Random, *, steps: int, names: tuple[str, ...]) -> None:
    for number in range(chance.randint(2, 3)):
        turns = chance.choice((Turns.NONE, Turns.NONE, Turns.TAP))
        currency = chance.choice(CURRENCIES) if number else "PHP"
        table = tuple(chance.sample(names, 5 if turns else 4))
        rules = RULES | {"partners_share": chance.random() < 0.7, "partnerships": chance.random() < 0.8}
        session = people.start_night(club=club, rules=rules, names=table, currency=currency, turns=turns)
        play(session, chance=chance, steps=steps, names=(*table, chance.choice(names), "Latecomer"))
        if not number:
            with suppress(RefusedError):  # closed already
                people.close(session, coin_cents=chance.choice((1, 25, 100)))
    if chance.random() < 0.5:
        change_switches(session=session, is_practice=True, players_may_propose=False)
    enter_random_past(club=club, chance=chance)
    _settle_debts(club, chance)
    if chance.random() < 0.5:
        newcomer = player_called(club=club, name="Newcomer", at=people.EVENING)
        merge_players(player=newcomer, into=chance.choice(club.players.exclude(pk=newcomer.pk).order_by("pk")))


def play(session: Session, *, chance: random.Random, steps: int, names: tuple[str, ...]) -> None:
    evening = Evening(session, chance=chance, names=tuple(dict.fromkeys(names)))
    for _ in range(steps):
        evening.step()


def add_everything_else(*, club: Club, seed: int) -> None:
    """Add rule set, season and fixture, and erase a player: what moves no money."""
    chance = random.Random(seed)
    add_rule_set(club=club, game="cuajo", name="Ours", rules=RULES, at=people.EVENING)
    season = set_season(club=club, name="=Rains", since=date(2026, 6, 1), until=date(2026, 8, chance.randint(1, 31)))
    session = club.sessions.filter(entered_later=False, is_practice=False).order_by("pk")[0]
    fixture = add_fixture(
        season=season, day=season.since, table=1, players=[seat.player for seat in session.seats.order_by("number")]
    )
    link_night(fixture=fixture, session=session)
    erase_player(player=chance.choice(club.players.filter(merged_into=None).order_by("pk")), at=people.EVENING)


def _settle_debts(club: Club, chance: random.Random) -> None:
    """Pay some debts, forgive some, and carry the others of the same people into a new night."""
    pairs = [pair for owed in owed_in(club=club) for pair in owed.pairs]
    for pair in chance.sample(pairs, min(len(pairs), 2)):
        cents = chance.randint(1, pair.cents)
        shown = Shown(debtor=pair.debtor, creditor=pair.creditor, currency=pair.currency.code, cents=pair.cents)
        if chance.random() < 0.5:
            pay_debt(shown=shown, amount_cents=cents, stamp=people.stamp())
        else:
            forgive_debt(shown=shown, amount_cents=cents, reason="birthday", stamp=people.stamp())
    closed = club.sessions.filter(entered_later=False).order_by("pk")[0]
    names = [seat.player.known_as for seat in closed.seats.select_related("player__merged_into").order_by("number")]
    with suppress(RefusedError):
        night = people.start_night(club=club, names=tuple(names[:4]))
        debts = debts_to_carry(session=night)
        carry_debts(session=night, expected_cents=sum(debt.cents for debt in debts), stamp=people.stamp())
        people.win(night)


def enter_random_past(*, club: Club, chance: random.Random) -> Session:
    """Enter a night played before, of people known and new, and take one in three back; return it."""
    won = [chance.randint(-900, 900) for _ in range(chance.randint(1, 7))]
    named = club.players.filter(merged_into=None, erased_at=None).order_by("pk")
    names = chance.sample(sorted({*named.values_list("name", flat=True), *people.NAMES, "Lola"}), len(won) + 1)
    terms = PastTerms(game="cuajo", currency=chance.choice(CURRENCIES[:-1]), paid=chance.random() < 0.5)
    night = PastNight(
        day=people.EVENING.date() - timedelta(days=chance.randint(0, 20_000)),
        results=tuple(zip(names, (*won, -sum(won)), strict=True)),
    )
    (session,) = enter_past(club=club, terms=terms, nights=(night,), stamp=people.stamp())
    if chance.random() < 0.3:
        take_back_past(reason="Another day", **people.current(session))
    return session


def match_of_points(*, club: Club) -> Session:
    """Return a night of the toy: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    session = people.start_night(club=club, game="toy", rules="toy", stake_factor=2)
    for winner, points in ((people.ANA, 10), (people.BEN, 4)):
        act = {"winner": winner, "points": points}
        record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
        if winner == people.ANA:
            undo(entry=settle_match(**people.current(session)), reason="", stamp=people.stamp())
    return session


def forgotten(club: Club) -> None:
    """Forget everything since the last savepoint: books cannot be deleted, but they can be rolled back."""
    transaction.set_rollback(True)


@cache
def _file(seed: int, steps: int) -> dict[str, Any]:
    with transaction.atomic():
        file = document.club_books(club=random_club(club=people.make_club(), seed=seed, steps=steps))
        forgotten(Club.objects.get())
    return file


def a_file(*, seed: int = 1, steps: int = 20) -> dict[str, Any]:
    """Return the books of a random club that is forgotten again."""
    return copy.deepcopy(_file(seed, steps))


def first_paid(file: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the index and the first line of the first night that moves money."""
    return next((i, entry) for i, entry in enumerate(file["sessions"][0]["entries"]) if entry["payments"])
