"""Steps of a night, each done beside the model, which says whether it must be refused."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import note

from scoring.games.base import Data, ImpossibleError
from scoring.ledger.tong import TongBase
from scoring.models import Club, Dispute, Entry, EntryKind, Ruling, Seat, Session
from scoring.operations.errors import RefusedError
from scoring.operations.money import payments
from scoring.operations.table import hands
from scoring.operations.table.companion import judged_proposals, propose_hand
from scoring.operations.table.nights import TermsChange, change_switches, change_terms
from scoring.operations.table.seat_corrections import Mistake, SeatsCorrection, correct_seats
from scoring.operations.table.seating import Order, Turns, change_seats, take_turn
from scoring.operations.table.undoing import give_voice, raise_dispute, reopen_session, undo
from scoring.queries.books.checking import check_session
from scoring.queries.table.night import last_entry_number, night_of
from tests import people
from tests.ledger.references import fewest_payments_by_subsets, least_movement_to_coins
from tests.operations.model import Game, Line, Moves, Night, Rule, Seating, Stack, Terms, stays

SECRET, FALSE_SECRET, FALSE_WIN, VOID = 50, 15, 30, 20
PENALTIES = {"false_win_penalty": FALSE_WIN, "false_secret_penalty": FALSE_SECRET, "void_penalty": VOID}
RULES = {"preset": "pagat", "partners_share": True} | PENALTIES

CUAJO = Game(id="cuajo", rules=RULES, seat_counts=(2, 3, 4, 5, 6), passes=False)
PASSING = replace(CUAJO, rules=RULES | {"void_deals": "next"}, void_passes=True)
KHANHOO = Game(id="khanhoo", rules={"preset": "wilkinson", "target": 20}, seat_counts=(2, 3, 4), target=20)
CAU = Game(id="cau_robat", rules={"preset": "cau_robat"}, seat_counts=(2, 3, 4, 5, 6), target=3, names_all=True)
MING = Game(id="khanhoo_ming", rules={"preset": "pan_zhiheng"}, seat_counts=(2, 3), names_all=True)
POT_STAYS = {"preset": "wilkinson_qing", "pot_stays": True}
QING = Game(id="khanhoo_qing", rules=POT_STAYS, seat_counts=(2, 3, 4, 5, 6), pot_cents=100)
GAMES = (CUAJO, CUAJO, PASSING, KHANHOO, CAU, MING, QING)

QUAD = {"hand": "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C", "bounit": "4E", "secrets": ["3O"]}
BOTH = {"bounit_condition": True, "sowee_condition": True}


def wins(game: Game, seat: int, count: int) -> list[tuple[Data, int, int]]:
    if game.id == "khanhoo":  # E4: 1 for each sequence, and 5 for the full hand
        return [({"out": seat, "melds": {str(seat): {"sequence": each}}}, 0, each + 5) for each in (2, 3, 4, 5)]
    if game is CAU:  # R9
        return [({"piles": {str(seat): 40}}, 0, 1)]
    if game is MING:  # M5
        cards = 27 if count == 3 else 26
        return [({"captured": {str(seat): cards}}, 0, cards)]
    if game is QING:  # Q6
        return [({"result": "win", "winner": seat, "declared": True}, 100, 0)]
    quick, by_cards = people.DECLARED_WIN | {"winner": seat}, people.WORKED_WIN | {"winner": seat}
    kings, porbis = quick | {"kings_of_coins": 1}, quick | {"porbis": True, "other_kings": 0}
    self_drawn, claimed = by_cards | {"source": "self_drawn"}, kings | {"source": "claimed"}  # C26 to C32
    acts = ((by_cards, 90), (self_drawn, 130), (quick, 90), (kings | BOTH, 180), (claimed, 140), (porbis, 300))
    return [(act, cents, 0) for act, cents in acts]


type Said = dict[str, Any]

PEOPLE = (*people.NAMES, "Eva", "Fe", "Gil")
MOST_PEOPLE = 6
DONE: list[str] = []
"""What was done, or rightly refused."""


@dataclass(kw_only=True)
class Acting(ABC):
    """Whoever does something beside a model; `chance` decides what."""

    chance: Random

    def do[Row](
        self, operation: Callable[..., Row], *, fits: bool = True, is_keyed: bool = True, **said: Any
    ) -> Row | None:
        """Do something once although it is sent twice, or have it refused without a change where it does not fit."""
        DONE.append(f"{operation.__name__}(**{said}){'' if fits else ' is refused'}")
        note(DONE[-1])
        if is_keyed:
            said = {"stamp": people.stamp(), **said}
        if fits:
            row = operation(**said)
            after = self.look()
            assert not is_keyed or operation(**said) == row
            assert self.look() == after
            return row
        before = self.look()
        with pytest.raises((RefusedError, ImpossibleError)):
            operation(**said)
        assert self.look() == before
        return None

    @abstractmethod
    def look(self) -> object: ...


@dataclass(kw_only=True)
class Table(Acting):
    """A night that is played, and its model; `called` is what each person is called now, also after a merge."""

    session: Session
    model: Night
    called: Callable[[str], str]
    is_past: bool = False
    is_gone: bool = False
    seen: int = -1

    @classmethod
    def start(cls, *, club: Club, chance: Random, names: tuple[str, ...], **options: Any) -> "Table":
        """Start a night of any game; where more come than play, they take turns."""
        game: Game = options.pop("game", None) or chance.choice(GAMES)
        currency = options.pop("currency", None) or chance.choice(("PHP", "PHP", "PHP", "JPY", "points"))
        stake = chance.randint(1, 3)
        most = min(4, max(game.seat_counts))
        playing = most if game.id == CUAJO.id else chance.choice([count for count in game.seat_counts if count <= most])
        turns = chance.choice(list(Turns)) if playing == most and len(names) > most else Turns.NONE
        come = tuple(chance.sample(names, playing + bool(turns)))
        rules = dict(game.rules)
        if game.id == CUAJO.id:
            rules |= {"partnerships": chance.random() < 0.6, "partners_share": chance.random() < 0.5}
        asked: Said = {"game": game.id, "currency": currency, "stake_factor": stake, "turns": turns}
        session = people.start_night(club=club, rules=rules, names=tuple(map(options["called"], come)), **asked)
        terms = Terms(stake=stake, partners=bool(rules.get("partnerships")), shares=bool(rules.get("partners_share")))
        seats = tuple(range(1, playing + 1))
        model = Night(game=game, people=list(come), terms={0: terms}, seatings=[Seating(seats=seats)])
        if turns:
            waits: Said = {"waiting": (playing + 1,), "each_hand": turns is Turns.EACH_HAND}
            model.seatings.append(Seating(since=1, number=1, seats=seats, **waits))
        return cls(session=session, chance=chance, model=model, **options)

    def look(self) -> object:
        return self.newest(), self.session.seats.count(), night_of(session=self.session).standings

    def now(self) -> dict[str, Any]:
        return {"session": self.session, "expected_entry": self.newest()}

    def newest(self) -> int:
        return last_entry_number(session=self.session)

    def entry(self, number: int) -> Entry:
        return self.session.entries.get(number=number)

    def live(self, *kinds: EntryKind) -> list[Entry]:
        return list(self.session.entries.filter(kind__in=kinds, reversal=None))

    def row(self, seat: int) -> Seat:
        return self.session.seats.get(number=seat)

    def anybody(self) -> int:
        return self.chance.choice(self.model.everybody)

    def at_table(self) -> int:
        return self.chance.choice(self.model.now.seats)

    def some(self, numbers: Any) -> int | None:
        numbers = sorted(numbers)
        return self.chance.choice(numbers) if numbers else None

    @property
    def has_money(self) -> bool:
        return not self.session.money.is_points

    def rests_hold(self, change: Callable[[Night], object]) -> bool:
        changed = deepcopy(self.model)
        change(changed)
        before, pots = self.model.pots(), changed.pots()
        return changed.in_tong() >= 0 and all(pots[at] == before[at] for at in pots.keys() & before.keys())

    # Hands and what is paid beside them.

    def a_hand(self, *, seat: int, secrets: int, before: int | None = None) -> tuple[Data, Line]:
        """Return a hand that a seat wins, or that nobody wins, now or in the place of another."""
        model, game = self.model, self.model.game
        seats, kind = model.now.seats if before is None else model.at(before).seats, self.chance.random()
        says_dealer = game.passes or (kind < 0.2 and game.void_passes)
        line = Line(kind="hand", dealer=model.dealer(before=before) if says_dealer else None)
        if kind < 0.2:
            by = self.chance.choice((None, seat))
            cents = -VOID if game.id == CUAJO.id else 0
            void = replace(line, seat=by, each_cents=cents, counts=False, from_all=True)
            return {"void": "misdeal", **({"by": by} if by else {})}, void
        if kind < 0.4 and not game.is_match:
            return people.DRAWN, line
        act, cents, points = self.chance.choice(wins(game, seat, len(seats))[2 * bool(secrets) :])
        is_named = secrets == 1 and game.id == CUAJO.id and self.chance.random() < 0.5
        if is_named:
            act, cents = people.WORKED_WIN | {"winner": seat} | QUAD, 130
        others = seats if game.names_all else ()
        line = replace(line, seat=seat, each_cents=cents, points=points, others=others, names_secret=is_named)
        return act, replace(line, each_cents=cents + game.pot_cents * model.drawn_before(before=before))

    def expect(self) -> dict[str, Any]:
        return {"session": self.session, "expected": people.expected(self.session)}

    def note_played(self, number: int, line: Line, *, won: Moves | None = None) -> None:
        if won is not None:
            self.model.matches[number - 1] = won
        self.model.lines[number] = replace(line, position=number, after=self.model.last_hand())
        if line.kind == "hand" and line.counts and self.model.now.each_hand:
            self.model.take_turn(self.newest(), hand=number)

    def play(self) -> None:
        model, seat = self.model, self.at_table()
        act, line = self.a_hand(seat=seat, secrets=model.secrets_of(seat))
        if self.chance.random() < 0.1:
            change_switches(session=self.session, is_practice=False, players_may_propose=True)
            row, after = self.row(self.at_table()), model.last_hand()
            made = propose_hand(seat=row, mode="cards", fields={}, act=act, after=after, stamp=people.stamp())
            night = night_of(session=self.session)
            judged = judged_proposals(session=Session.objects.get(pk=self.session.pk), night=night)
            act = dict(judged)[made].said.data()
        won = model.won_match()
        if entry := self.do(hands.record_hand, act=act, **self.expect()):
            self.note_played(entry.number, line, won=won)

    def play_nobody(self) -> None:
        out = [seat for seat in self.model.everybody if seat not in self.model.now.seats]
        if out:
            act, _, _ = wins(self.model.game, self.chance.choice(out), len(self.model.now.seats))[0]
            self.do(hands.record_hand, fits=False, act=act, **self.expect())

    def secret(self) -> None:
        if self.model.game.id == CUAJO.id:
            seat = self.at_table()
            if entry := self.do(hands.record_secret, fits=self.model.secrets_of(seat) < 4, seat=seat, **self.now()):
                self.note_played(entry.number, Line(kind="secret", seat=seat, each_cents=SECRET))

    def refund(self) -> None:
        number = self.some(number for number, line in self.model.lines.items() if line.kind == "secret")
        if number:
            secret, fits = self.model.lines[number], not self.model.rests(number)
            if self.do(hands.refund_false_secret, fits=fits, entry=self.entry(number), reason="false"):
                self.model.take_back(number)
                self.model.lines[self.newest()] = replace(secret, kind="penalty", each_cents=-FALSE_SECRET)

    def penalise(self) -> None:
        seat = self.at_table()
        if self.model.game.id == CUAJO.id:
            is_void = self.chance.random() < 0.5
            if entry := self.do(hands.record_false_win, seat=seat, hand_is_void=is_void, **self.now()):
                self.note_played(entry.number, Line(kind="penalty", seat=seat, each_cents=-FALSE_WIN))
                if is_void:
                    self.note_played(entry.number + 1, Line(kind="hand", counts=False))
        elif self.model.game is KHANHOO:
            chosen, own, others = self.chance.choice((("off_offender", -5, 0), ("onto_opponents", 0, 5)))
            act, won = {"seat": seat, "offence": "failed_bump", "chosen": chosen}, self.model.won_match()
            if entry := self.do(hands.record_penalty, fits=len(self.model.now.seats) > 2, act=act, **self.now()):
                line = Line(kind="penalty", seat=seat, points=own, points_of_others=others)
                self.note_played(entry.number, line, won=won)

    def correct(self) -> None:
        number = self.some(self.model.hands())
        if not number:
            return
        model, old, entry = self.model, self.model.lines[number], self.entry(number)
        seat = self.chance.choice(model.at(old.position).seats)
        night = night_of(session=self.session)
        laid = [secret.act["seat"] for secret in night.secrets_of(night.at(number))]
        act, line = self.a_hand(seat=seat, secrets=laid.count(seat), before=old.position)
        new = replace(line, position=old.position, after=old.after)
        fits = not model.rests(number) and self.rests_hold(lambda night: night.lines.update({number: new}))
        if again := self.do(hands.correct_hand, fits=fits, entry=entry, act=act, reason="slip"):
            self.replace_line(number, again.number, new)
            model.correct_turn(old.position, counted=old.counts, counts=new.counts, newest=self.newest())

    def replace_line(self, old: int, new: int, line: Line) -> None:
        turns = [each for each in self.model.seatings if each.after_hand]
        self.model.take_back(old)
        self.model.seatings += [each for each in turns if each not in self.model.seatings]
        self.model.lines[new] = line

    def settle(self) -> None:
        match = self.model.match()
        if self.model.game.is_match and (entry := self.do(hands.settle_match, fits=match is not None, **self.now())):
            self.model.matches[entry.number] = match or {}

    def undo(self) -> None:
        model = self.model
        seatings = {each.number for each in model.seatings if each.number}
        lines = {*model.lines, *model.matches, *model.cash, *model.apart, *model.rules, *model.taken, *model.spent}
        lines |= {*model.stacks, *model.banks, *model.counts, *seatings, *(number for number in model.terms if number)}
        number = self.some(lines)
        if number:
            fits = not model.rests(number) and self.rests_hold(lambda night: night.take_back(number))
            fits = fits and self.entry(number).kind != EntryKind.UTANG
            if self.do(undo, fits=fits, entry=self.entry(number), reason="slip"):
                model.take_back(number)

    # Seats and terms.

    def an_order(self, *, has_partners: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
        known = list(self.model.people)
        new = [name for name in PEOPLE if self.called(name) not in map(self.called, known)]
        if new and len(known) < MOST_PEOPLE and self.chance.random() < 0.3:
            known.append(new[0])
        counts = [4] if has_partners else [count for count in self.model.game.seat_counts if count <= len(known)]
        order = tuple(self.chance.sample(known, self.chance.choice(counts)))
        come = [*self.model.people, *(name for name in order if name not in self.model.people)]
        return order, tuple(come.index(name) + 1 for name in order)

    def come_in(self, names: tuple[str, ...]) -> None:
        self.model.people += [name for name in names if name not in self.model.people]

    def sit(self) -> None:
        model = self.model
        names, seats = self.an_order(has_partners=model.in_force.partners)
        old, dealer = model.now, model.dealer()
        order = Order(names=tuple(map(self.called, names)))
        if entry := self.do(change_seats, fits=seats != old.seats, order=order, **self.now()):
            self.come_in(names)
            model.seat(entry.number, seats, dealer=stays(old.seats, dealer=dealer, seats=seats), old=old)

    def mend(self) -> None:
        number = self.some(self.model.hands())
        if not number:
            return
        model, hand, mistake = self.model, self.model.lines[number], self.chance.choice(list(Mistake))
        old = model.at(hand.position)
        match = max((each for each in model.matches if each < hand.position), default=0)
        since = max(hand.after + 1, old.since, match + 1)
        names, seats = self.an_order(has_partners=model.terms_at(since).partners)
        ends = min((each.since for each in model.seatings if each.since > since), default=self.newest() + 1)
        moving = {at: line for at, line in model.lines.items() if since <= line.position < ends}
        is_people = mistake is Mistake.PEOPLE
        can = not any(map(model.is_settled, moving))
        if is_people:
            can = can and len(seats) == len(old.seats) and not self.parts_secret(hand, moving, old.seats, seats)
        else:
            can = can and {seat for line in moving.values() for seat in line.named} <= set(seats)
            can = can and not (model.game is MING and moving and len(seats) != len(old.seats))
        dealt = model.dealer(before=hand.position)

        def mended(night: Night, number: int) -> None:
            night.people += [name for name in names if name not in night.people]
            dealer = seats[old.seats.index(dealt)] if is_people else stays(old.seats, dealer=dealt, seats=seats)
            for at in moving:
                if is_people:
                    night.lines[at] = _moved(night.lines[at], dict(zip(old.seats, seats, strict=True)))
            night.seat(number, seats, dealer=dealer, old=old, since=since)

        can = can and self.rests_hold(lambda night: mended(night, self.newest() + 1))
        order = Order(names=tuple(map(self.called, names)))
        said: Said = {"hand": self.entry(number).hand, "order": order, "mistake": mistake, "reason": "wrong"}
        correction = SeatsCorrection(**said, expected_entry=self.newest())
        done = self.do(correct_seats, fits=can, is_keyed=False, correction=correction, stamp=people.stamp())
        if done is None:
            return
        mended(model, done.seating.number)
        for line, again in done.lines:
            is_disputed = line.number in model.disputed
            self.replace_line(line.number, again.number, model.lines[line.number])
            model.disputed |= {again.number} if is_disputed else set()

    def parts_secret(self, hand: Line, moving: dict[int, Line], old: tuple[int, ...], seats: tuple[int, ...]) -> bool:
        """Tell whether a hand would move to others and a secret laid in it would not, or the other way round."""
        moved = {seat for seat, other in zip(old, seats, strict=True) if seat != other}
        for at, line in self.model.lines.items():
            if line.kind == "secret" and line.seat in moved:
                later = [each for each in self.model.hands().values() if each.position > line.position > each.after]
                if at not in moving and hand.after < line.position < hand.position:
                    return True
                if at in moving and any(each not in moving.values() for each in later):
                    return True
        return False

    def tap(self) -> None:
        if entry := self.do(take_turn, fits=bool(self.model.now.waiting), **self.now()):
            self.model.take_turn(entry.number)

    def change_terms(self) -> None:
        """Play at other stakes, or with or without partners or their sharing, from the next hand on."""
        model, now = self.model, self.model.in_force
        new = replace(now, stake=self.chance.randint(1, 3))
        if model.game.id == CUAJO.id:
            new = replace(new, shares=self.chance.random() < 0.5)
            new = replace(new, partners=self.chance.random() < 0.5) if len(model.now.seats) == 4 else new
        changes = {"partnerships": new.partners, "partners_share": new.shares}
        is_same = (new.partners, new.shares) == (now.partners, now.shares)
        rules = None if is_same else {**Session.objects.get(pk=self.session.pk).in_force.data, **changes}
        wanted, won = TermsChange(stakes=new.stake, rules=rules), model.won_match()
        dealer, before = model.dealer(), model.now
        entry = self.do(change_terms, fits=new != now, wanted=wanted, reason="", **self.now())
        if entry:
            number = entry.number
            if won is not None:
                model.matches[number - 1] = won
            model.terms[number] = new
            if new.partners != now.partners:
                again: Said = {"since": number + 1, "number": number + 1, "dealer": dealer}
                model.seatings.append(replace(before, **again, by_terms=number, after_hand=None))

    # Tong, chips, cash and other payments.

    def agree(self) -> None:
        every, holder = self.chance.choice(list(TongBase)), self.anybody()
        percent = self.chance.choice((0, 10, 33)) if every is TongBase.WIN else 0
        said: Said = {"every": every, "cents": self.chance.choice((0, 5, 20)), "percent": percent, "holder": holder}
        said["coin_cents"] = self.chance.choice(self.session.money.coins[:2])
        if entry := self.do(payments.set_tong, fits=self.has_money, **said, **self.now()):
            self.model.rules[entry.number], self.model.holders[entry.number] = Rule(**said), holder

    def spend(self) -> None:
        most = self.model.in_tong()
        cents = self.chance.choice((most // 2 or 1, most or 1, most + 1))
        if entry := self.do(payments.spend_tong, fits=cents <= most, amount_cents=cents, reason="snacks", **self.now()):
            self.model.spent[entry.number] = cents

    def buy(self) -> None:
        bank = self.anybody() if self.model.bank is None or self.chance.random() < 0.2 else self.model.bank
        seats = tuple(sorted(self.chance.sample(self.model.everybody, self.chance.randint(1, len(self.model.people)))))
        said: Said = {"amount_cents": self.chance.choice((300, 500)), "is_paid": self.chance.random() < 0.5}
        fits = self.has_money and self.model.bank in (None, bank)
        entry = self.do(payments.buy_chips, fits=fits, bank=bank, seats=seats, **said, **self.now())
        self.note_chips(Stack(bank=bank, seats=seats, **said), entry)

    def hand_back(self) -> None:
        seat = self.anybody()
        said: Said = {"amount_cents": self.chance.randint(1, 700), "is_paid": self.chance.random() < 0.5}
        fits = said["amount_cents"] <= self.model.chips_out()
        entry = self.do(payments.return_chips, fits=fits, seat=seat, **said, **self.now())
        self.note_chips(Stack(bank=self.model.bank or 0, seats=(seat,), is_back=True, **said), entry)

    def pass_bank(self) -> None:
        bank, old, held = self.anybody(), self.model.bank, self.model.held_for_chips()
        if entry := self.do(payments.take_over_bank, fits=old not in (None, bank), bank=bank, **self.now()):
            self.model.banks[entry.number] = bank
            self.model.cash |= {entry.number: {old or 0: held, bank: -held}} if held else {}

    def note_chips(self, stack: Stack, entry: Entry | None) -> None:
        if entry:
            cash = self.model.cash_for(stack)
            self.model.stacks[entry.number] = stack
            self.model.cash |= {entry.number: cash} if any(cash.values()) else {}

    def count(self) -> None:
        """Count the chips: as they should be, with some on the wrong side, or not all of them."""
        model, due, out = self.model, self.model.chips_due(), self.model.chips_out()
        counted = {seat: cents for seat, cents in due.items() if cents > 0}
        if sum(counted.values()) != out:
            counted = {self.anybody(): out}
        elif counted and self.chance.random() < 0.5:
            less, more = self.chance.choice(sorted(counted)), self.anybody()
            cents = self.chance.randint(1, counted[less])
            counted[less] -= cents
            counted[more] = counted.get(more, 0) + cents
        if self.chance.random() < 0.2:
            counted[self.anybody()] = out + 1
        decides, fits = self.chance.random() < 0.4, bool(model.stacks) and sum(counted.values()) == out
        if entry := self.do(payments.count_chips, fits=fits, counted=counted, decides=decides, **self.now()):
            model.counts[entry.number] = counted
            if decides:
                model.decided[entry.number] = {seat: counted.get(seat, 0) - cents for seat, cents in due.items()}

    def pay_cash(self) -> None:
        payer, payee = self.chance.sample(self.model.everybody, 2)
        said: Said = {"payer": payer, "payee": payee, "amount_cents": self.chance.randint(1, 300)}
        if entry := self.do(payments.hand_over, fits=self.has_money, session=self.session, **said):
            self.model.cash[entry.number] = {payer: said["amount_cents"], payee: -said["amount_cents"]}

    def bet(self) -> None:
        count = min(self.chance.choice((2, 3)), len(self.model.people))
        payer, *payees = self.chance.sample(self.model.everybody, count)
        cents = self.chance.randint(1, 300)
        said: Said = {"payer": payer, "payees": tuple(payees), "amount_cents": cents, "reason": "a bet"}
        if entry := self.do(payments.pay_free, fits=self.has_money, **said, **self.now()):
            self.model.apart[entry.number] = {payer: -cents * len(payees), **dict.fromkeys(payees, cents)}

    # Objections.

    def dispute(self) -> None:
        model = self.model
        lines = {*model.lines, *model.matches, *model.cash, *model.apart, *model.stacks, *model.banks, *model.counts}
        utang = {entry.number for entry in self.live(EntryKind.UTANG)}
        number = self.some(lines - utang)
        if number:
            seat, fits = self.row(self.at_table()), number not in model.disputed
            if self.do(raise_dispute, fits=fits, entry=self.entry(number), seat=seat, why="no"):
                model.disputed.add(number)

    def rule(self) -> None:
        """Settle an objection: the host alone, or one player of each side together."""
        number = self.some(self.model.disputed)
        if not number:
            return
        model, ruling = self.model, self.chance.choice((Ruling.UPHOLD, Ruling.REJECT))
        dispute = Dispute.objects.filter(entry=self.entry(number)).latest("pk")
        is_upheld = ruling is Ruling.UPHOLD
        stands = (bool(model.closed) and not self._is_tick(number)) or model.rests(number)
        fits = not is_upheld or not (stands or not self.rests_hold(lambda night: night.take_back(number)))
        speak: tuple[int | None, ...] = (None,)
        if fits and self.chance.random() < 0.5:
            position = model.lines[number].position if number in model.lines else number
            seats = model.at(position).seats
            speak = seats[:2] if model.has_partners(position) else seats
        rows = [self.row(seat) if seat else None for seat in speak]
        voices = [self.do(give_voice, fits=fits, dispute=dispute, seat=row, ruling=ruling) for row in rows]
        if fits:
            assert [voice.decides for voice in voices if voice] == [False] * (len(speak) - 1) + [True]
            model.disputed.discard(number)
            if is_upheld:
                model.take_back(number)

    def _is_tick(self, number: int) -> bool:
        chips = {*self.model.stacks, *self.model.banks}
        return number in self.model.cash and number not in chips and number > self.model.closed

    # The end of the night.

    def close(self) -> None:
        model, coin_cents, after = self.model, self.chance.choice(self.session.money.coins), self.newest()
        disputed = tuple(sorted(model.disputed))
        if disputed:
            self.do(payments.close_session, fits=False, coin_cents=coin_cents, **self.now())
        entry = self.do(payments.close_session, coin_cents=coin_cents, disputed=disputed, **self.now())
        assert entry
        taken = [each for each in self.live(EntryKind.TONG) if each.number > after]
        due = _without_zeros(model.tong_open())
        assert [self.moves_of(each) for each in taken] == ([due] if due else [])
        for each in taken:
            model.taken[each.number], model.holders[each.number] = due, each.act["holder"]
        shares = []
        for each in self.live(EntryKind.ADJUSTMENT):
            moves = self.moves_of(each)
            if each.act["why"] == "partners_share":
                shares.append(moves)
                assert moves == _without_zeros(model.shared())
            else:
                assert all(abs(cents) < coin_cents for cents in moves.values())
                moved = sum(abs(cents) for cents in moves.values())
                assert moved == least_movement_to_coins(list(model.outstanding().values()), coin_cents)
            model.adjusted[each.number] = moves
        if not shares and model.in_force.shares:
            assert not any(model.shared().values())
        assert bool(shares) <= model.in_force.shares
        left = model.outstanding()
        assert all(cents % coin_cents == 0 for cents in left.values())
        self.learn_plan()
        if self.has_money:
            assert len(model.plan) == fewest_payments_by_subsets(left)
            paid = [{payer: cents, payee: -cents} for (payer, payee), cents in model.plan.items()]
            assert not any(model.sums(left, *paid).values())
            assert all(cents > 0 for cents in model.plan.values())
        else:
            assert not model.plan

    def discard(self) -> None:
        quiet = (EntryKind.SEATING, EntryKind.TERMS, EntryKind.TONG)
        fits = {entry.kind for entry in self.live(*EntryKind)} <= {*quiet, EntryKind.REVERSAL}
        assert not (fits and any(self.model.outstanding().values()))
        if self.do(payments.discard_session, fits=fits, **self.now()):
            self.learn_plan()

    def learn_plan(self) -> None:
        (close,) = self.live(EntryKind.CLOSE)
        self.model.closed = close.number
        self.model.plan = {(payer, payee): cents for payer, payee, cents in close.act["plan"]}
        assert len(self.model.plan) == len(close.act["plan"])

    def note_settled(self, entry: Entry) -> dict[tuple[int, int], int]:
        way, paid = entry.act.get("way"), list(entry.payments.select_related("payer", "payee"))
        parts = {(each.payer.number, each.payee.number): each.amount_cents for each in paid}
        if way == "forgiven":
            self.model.apart[entry.number] = self.moves_of(entry)
            parts = {pair[::-1]: cents for pair, cents in parts.items()}
        else:
            self.model.cash[entry.number] = {seat: -cents for seat, cents in self.moves_of(entry).items()}
        if way == "opening":
            return {}
        self.model.settled[entry.number] = parts
        return parts

    def moves_of(self, entry: Entry) -> Moves:
        moves: Moves = {}
        for paid in entry.payments.select_related("payer", "payee"):
            for seat, cents in ((paid.payer.number, -paid.amount_cents), (paid.payee.number, paid.amount_cents)):
                moves[seat] = moves.get(seat, 0) + cents
        return _without_zeros(moves)

    def reopen(self) -> None:
        adjustments = self.live(EntryKind.ADJUSTMENT)
        forgiven = [entry for entry in self.live(EntryKind.UTANG) if entry.act["way"] == "forgiven"]
        if self.do(reopen_session, fits=not self.is_past, session=self.session, reason="one more"):
            for entry in (*adjustments, *forgiven):
                self.model.take_back(entry.number)
            self.model.closed, self.model.plan = 0, {}

    def tick(self) -> None:
        if self.model.plan:
            lines = sorted(self.model.left().items())
            (payer, payee), left = self.chance.choice([line for line in lines if line[1]] or lines)
            cents = self.chance.randint(1, left + 1)
            said: Said = {"payer": payer, "payee": payee, "amount_cents": cents}
            if entry := self.do(payments.hand_over, fits=cents <= left, session=self.session, **said):
                assert self.note_settled(entry) == {(payer, payee): cents}

    def untick(self) -> None:
        utang = {entry.number for entry in self.live(EntryKind.UTANG)}
        number = self.some({*self.model.cash, *self.model.lines} - utang)
        if number and self.do(undo, fits=self._is_tick(number), entry=self.entry(number), reason="not paid"):
            self.model.take_back(number)

    def play_closed(self) -> None:
        act, _, _ = wins(self.model.game, self.at_table(), len(self.model.now.seats))[0]
        self.do(hands.record_hand, fits=False, act=act, **self.expect())

    # What must hold after every step.

    def agrees(self) -> None:
        model, self.seen = self.model, self.newest()
        session = Session.objects.get(pk=self.session.pk)
        assert check_session(session=session) == ()
        standing = night_of(session=self.session).standings
        told = [(each.result_cents, each.apart_cents, each.outstanding_cents, each.points) for each in standing]
        figures = (model.results(), model.paid_apart(), model.outstanding(), model.points())
        assert [each.player for each in standing] == list(map(self.called, model.people))
        assert told == list(zip(*(figure.values() for figure in figures), strict=True))
        assert [sum(figure.values()) for figure in figures[:3]] == [0, 0, 0]
        now = night_of(session=self.session).seatings.now
        assert (now.seats, now.waiting) == (model.now.seats, model.now.waiting)
        assert night_of(session=self.session).dealer == model.dealer()
        assert night_of(session=self.session).next_hand == len(model.hands()) + 1
        assert session.stakes == model.in_force.stake
        assert night_of(session=self.session).tong.left_cents == model.in_tong() >= 0
        lines = night_of(session=self.session).plan
        assert {(line.payer, line.payee): line.left_cents for line in lines} == model.left()
        assert all(0 <= line.left_cents <= line.cents for line in lines)
        assert self.newest() == self.session.entries.count()

        chips = night_of(session=self.session).chips
        assert (chips.bank, chips.out_cents) == (model.bank or 0, model.chips_out())
        if chips.bank:
            due = model.chips_due()
            counted = model.counts[max(model.counts)] if model.counts else due
            holders = {holder.seat: (holder.due_cents, holder.more_cents) for holder in chips.holders}
            assert holders == {seat: (cents, counted.get(seat, 0) - cents) for seat, cents in due.items()}


PLAYS = ("play", "secret", "penalise", "refund", "correct", "settle", "undo", "play_nobody")
SEATS = ("sit", "mend", "tap", "change_terms")
MONEY = ("agree", "spend", "buy", "hand_back", "pass_bank", "count", "pay_cash", "bet", "dispute", "rule")
OPEN = (*PLAYS, "play", "play", "play", *SEATS, *MONEY, "undo", "close", "discard")
CLOSED = ("tick", "tick", "untick", "reopen", "play_closed", "dispute", "rule")


def _moved(line: Line, to: dict[int, int]) -> Line:
    seat, dealer = line.seat and to[line.seat], line.dealer and to[line.dealer]
    return replace(line, seat=seat, dealer=dealer, others=tuple(to[each] for each in line.others))


def _without_zeros(moves: Moves) -> Moves:
    return {seat: cents for seat, cents in sorted(moves.items()) if cents}
