"""Random walks over every operation of the books, beside an independent model that only keeps lists."""

import os
import random
from collections.abc import Callable

import pytest

from scoring import games
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.matches import settle_match
from scoring.operations.table.penalties import record_false_win, record_penalty, record_secret
from scoring.operations.table.proposals import Proposed, decline_proposal, judged_proposals, propose_hand
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.turns import Turns
from scoring.queries.books.checking import check_session
from scoring.queries.table import hands
from tests import people
from tests.operations.table.night_model import Line, Match
from tests.operations.table.walking import Walk as AnyWalk
from tests.toy import Toy, ToyRules

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
STEPS = 40
RULES = {
    "preset": "pagat",
    "false_win_penalty": 30,
    "false_secret_penalty": 15,
    "void_penalty": 20,
    "partners_share": True,
}
PAID = {"discard": 90, "self_drawn": 130}
"""What each opponent pays for the worked hand: 70 or 110, and 20 for its king (C26 to C28)."""


class Walk(AnyWalk):
    """A random night of cuajo."""

    most_seats = 6

    def plays(self) -> list[Callable[[], None]]:
        more = [self.secret, self.drawn, self.misdeal, self.false_win, self.refund, self.correct, self.propose]
        return [*[self.win] * 4, *more]

    def anybody(self) -> int:
        return self.chance.choice(self.model.now.seats)

    def play_any(self) -> Entry:
        return people.win(self.session, winner=self.anybody())

    def win(self) -> None:
        winner, source = self.anybody(), self.chance.choice(list(PAID))
        self.note_hand(people.win(self.session, winner=winner, source=source), winner, source)

    def drawn(self) -> None:
        expected = people.expected(self.session)
        entry = record_hand(session=self.session, act=people.DRAWN, expected=expected, stamp=people.stamp())
        self.note_hand(entry)

    def misdeal(self) -> None:
        """Record a hand that does not count; whoever caused it pays all others."""
        by = self.chance.choice((None, self.anybody()))
        act = {"void": "misdeal"} if by is None else {"void": "misdeal", "by": by}
        expected = people.expected(self.session)
        entry = record_hand(session=self.session, act=act, expected=expected, stamp=people.stamp())
        self.note_hand(entry, by, counts=False)
        self.model.lines[entry.number].each_cents = -20
        self.model.lines[entry.number].from_all = True

    def note_hand(self, entry: Entry, winner: int | None = None, source: str = "", *, counts: bool = True) -> None:
        """Tell the model of a hand that was recorded, and of the turn after one that counts."""
        self.model.lines[entry.number] = Line(
            kind="hand",
            position=entry.number,
            seat=winner,
            each_cents=PAID.get(source, 0),
            after=self.model.last_hand(),
            counts=counts,
        )
        if counts:
            self.take_turns(hand=entry.number)

    def secret(self) -> None:
        seat = self.anybody()
        after = self.model.last_hand()
        laid = [line for line in self.model.lines.values() if line.kind == "secret" and line.position > after]

        def act() -> Entry:
            return record_secret(session=self.session, seat=seat, expected_entry=self.newest(), stamp=people.stamp())

        if [line.seat for line in laid].count(seat) == 4:
            self.refused(act)
            return
        number = act().number
        self.model.lines[number] = Line(kind="secret", position=number, seat=seat, each_cents=50)

    def false_win(self) -> None:
        seat, is_void = self.anybody(), self.chance.random() < 0.5
        entry = record_false_win(
            session=self.session, seat=seat, hand_is_void=is_void, expected_entry=self.newest(), stamp=people.stamp()
        )
        number = entry.number
        self.model.lines[number] = Line(kind="penalty", position=number, seat=seat, each_cents=-30)
        if is_void:
            self.note_hand(self.entry(number + 1), counts=False)

    def refund(self) -> None:
        secrets = [number for number, line in self.model.lines.items() if line.kind == "secret"]
        if secrets:
            number = self.chance.choice(secrets)
            secret = self.model.lines[number]

            def act() -> Entry:
                return refund_false_secret(entry=self.entry(number), reason="false", stamp=people.stamp())

            if self.is_settled(number):
                self.refused(act)
                return
            act()
            self.model.take_back(number)
            self.model.lines[self.newest()] = Line(
                kind="penalty", position=secret.position, seat=secret.seat, each_cents=-15
            )

    def correct(self) -> None:
        if recorded := self.model.hands():
            number = self.chance.choice(list(recorded))
            winner = self.chance.choice(self.model.at(recorded[number].position).seats)
            act = people.win_act(self.session, winner=winner, hand=self.entry(number).hand)

            def again() -> Entry:
                return correct_hand(entry=self.entry(number), act=act, reason="slip", stamp=people.stamp())

            if self.is_settled(number):
                self.refused(again)
                return
            self.model.record_again(number, again().number, seat=winner, each_cents=90, counts=True, from_all=False)
            line = recorded[number]
            self.model.correct_turn(line.position, counted=line.counts, newest=self.newest())

    def propose(self) -> None:
        """Have a player propose a hand, and record it or put it aside."""
        session = change_switches(session=self.session, is_practice=False, players_may_propose=True)
        winner = self.anybody()
        act = people.win_act(session, winner=winner)
        after = self.model.last_hand()
        seat = session.seats.get(number=self.anybody())
        proposed = Proposed(mode="cards", fields={}, act=act, after=after)
        propose_hand(seat=seat, proposed=proposed, stamp=people.stamp())
        ((proposal, outcome),) = judged_proposals(session=session)
        if self.chance.random() < 0.5:
            decline_proposal(proposal=proposal, at=people.EVENING)
        else:
            expected = people.expected(session)
            entry = record_hand(session=session, act=outcome.said.data(), expected=expected, stamp=people.stamp())
            self.note_hand(entry, winner, "discard")
        assert judged_proposals(session=session) == ()


class ToyWalk(AnyWalk):
    """A random night of the toy, whose points become money match by match."""

    most_seats = 4

    def plays(self) -> list[Callable[[], None]]:
        return [*[self.win] * 4, self.penalty, self.correct, *[self.settle] * 2]

    def play_any(self) -> Entry:
        act = {"winner": self.model.now.seats[0], "points": 3}
        return record_hand(session=self.session, act=act, expected=people.expected(self.session), stamp=people.stamp())

    def win(self) -> None:
        """Record a hand; one after a match that was won settles it first."""
        winner, points = self.chance.choice(self.model.now.seats), self.chance.randint(0, 6)
        act, won = {"winner": winner, "points": points}, self.won()
        entry = record_hand(session=self.session, act=act, expected=people.expected(self.session), stamp=people.stamp())
        if won is not None:
            self.model.matches[entry.number - 1] = won
        self.model.lines[entry.number] = Line(
            kind="hand", position=entry.number, seat=winner, points=points, after=self.model.last_hand()
        )

    def won(self) -> Match | None:
        """Return the match that was won, which whatever is played next settles first."""
        return self.model.settled() if max(self.model.points().values()) >= ToyRules().target else None

    def penalty(self) -> None:
        """Record a penalty; one after a match that was won settles it first."""
        seat, won = self.chance.choice(self.model.now.seats), self.won()
        entry = record_penalty(
            session=self.session, act={"seat": seat}, expected_entry=self.newest(), stamp=people.stamp()
        )
        if won is not None:
            self.model.matches[entry.number - 1] = won
        self.model.lines[entry.number] = Line(kind="penalty", position=entry.number, seat=seat, points=-1)

    def change_terms(self) -> None:
        """Play for other stakes; a match that was won before is settled first."""
        won, before = self.won(), set(self.model.terms)
        super().change_terms()
        if won is not None and (changed := set(self.model.terms) - before):
            self.model.matches[changed.pop() - 1] = won

    def correct(self) -> None:
        if recorded := self.model.hands():
            number = self.chance.choice(list(recorded))
            seats = self.model.at(recorded[number].position).seats
            winner, points = self.chance.choice(seats), self.chance.randint(0, 6)

            def act() -> Entry:
                said = {"winner": winner, "points": points}
                return correct_hand(entry=self.entry(number), act=said, reason="slip", stamp=people.stamp())

            if self.is_settled(number):
                self.refused(act)
            else:
                self.model.record_again(number, act().number, seat=winner, points=points)

    def settle(self) -> None:
        """Settle the match; without points there is none."""

        def act() -> Entry:
            return settle_match(session=self.session, expected_entry=self.newest(), stamp=people.stamp())

        if any(self.model.points().values()):
            match = self.model.settled()
            self.model.matches[act().number] = match
        else:
            self.refused(act)


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))


def walked(walk: AnyWalk) -> Session:
    """Walk, agreeing with the model and with the check of the books after each step, and return the night."""
    for _ in range(STEPS):
        walk.step()
        walk.agrees()
        assert check_session(session=walk.session) == ()
    numbers = list(walk.session.entries.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    accepted = hands.accepted_hands(session=walk.session)
    assert accepted.count() == len(walk.live(EntryKind.HAND))
    return walk.session


@pytest.mark.parametrize("seed", range(2 * SCALE))
def test_a_random_night_agrees_with_the_model_and_stays_zero_sum(club: Club, seed: int) -> None:
    chance = random.Random(seed)
    rules = RULES | {"partners_share": chance.random() < 0.5, "partnerships": chance.random() < 0.7}
    currency, stake_factor = chance.choice(("PHP", "JPY", "points")), chance.randint(1, 3)
    turns = chance.choice((Turns.NONE, Turns.EACH_HAND, Turns.TAP))
    names = (*people.NAMES, "Eva") if turns else people.NAMES
    session = people.start_night(
        club=club, rules=rules, names=names, currency=currency, stake_factor=stake_factor, turns=turns
    )

    walked(Walk(session=session, chance=chance))


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize("seed", range(2 * SCALE))
def test_random_matches_agree_with_the_model_and_keep_their_hands(club: Club, seed: int) -> None:
    chance = random.Random(seed)
    session = people.start_night(
        club=club, game="toy", rules="toy", names=people.NAMES[: chance.randint(2, 4)], stake_factor=2
    )

    walked(ToyWalk(session=session, chance=chance))
