"""Clubs with nights of every kind of line: reseated, corrected, with debts, tong, chips, bets, matches, past nights."""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from scoring.ledger.tong import Every
from scoring.models import Club, Player, Session
from scoring.operations.errors import RefusedError
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.chips import buy_chips, count_chips
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.past import PastNight, PastTerms, enter_past, take_back_past
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.hands import record_hand
from scoring.operations.table.payments import set_tong, spend_tong
from scoring.queries.table import tables
from tests import people
from tests.operations.sessions.test_debts_walk import Weeks
from tests.operations.table.test_random_walk import RULES, ToyWalk, Walk

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
STEPS = 30
WEEKS = 25


class PlayedWalk(Walk):
    """A random night with hands told without their cards, but without proposals, which are in no books."""

    def plays(self) -> list[Callable[[], None]]:
        return [*(play for play in super().plays() if play != self.propose), self.declare]

    def declare(self) -> None:
        source = self.chance.choice(("self_drawn", "claimed", "discard"))
        act = people.DECLARED_WIN | {
            "winner": self.anybody(),
            "source": source,
            **self.chance.choice(({"porbis": True}, {"kings_of_coins": 2, "other_kings": 2}, {"kings_of_coins": 1})),
            "bounit_condition": self.chance.random() < 0.5,
            "sowee_condition": self.chance.random() < 0.5,
        }
        expected = people.expected(self.session)
        entry = record_hand(session=self.session, act=act, expected=expected, stamp=people.stamp())
        self.note_hand(entry, entry.hand.winner, source)
        paid = {payment.amount_cents for payment in entry.payments.all()}
        self.model.lines[entry.number].each_cents = max(paid, default=0) // self.model.in_force.stake


def invented_club(*, club: Club, seed: int) -> list[Session]:
    """Fill a club with nights, some of them practice, merge two of its players, and return all nights."""
    chance = random.Random(seed)
    weeks = Weeks(club=club, chance=chance)  # whose notebook knows of no other debts
    for _ in range(WEEKS):
        weeks.step()
    for number in range(3):
        rules = RULES | {"partners_share": chance.random() < 0.5, "partnerships": chance.random() < 0.7}
        names = tuple(chance.sample((*people.NAMES, "Uli", "Ana Maria"), 4))
        session = people.start_night(club=club, rules=rules, names=names, stake_factor=chance.randint(1, 3))
        walk = PlayedWalk(session=session, chance=chance)
        for _ in range(STEPS):
            walk.step()
        if number == 0:
            change_switches(session=session, is_practice=chance.random() < 0.5, players_may_propose=False)
    toy = people.start_night(club=club, game="toy", rules="toy", names=people.NAMES[:3])
    matches = ToyWalk(session=toy, chance=chance)
    for _ in range(STEPS):
        matches.step()
    _tong_night(club, chance)
    _chips_night(club, chance)
    _past_nights(club, chance)
    _merge(club, "Ana Maria", "Ana")
    return list(club.sessions.order_by("pk"))


def _tong_night(club: Club, chance: random.Random) -> None:
    """Play a night that gives something of each win to a pot, spends it and is closed."""
    night = people.start_night(club=club, names=tuple(chance.sample(people.NAMES, 4)))

    def newest() -> int:
        return tables.last_entry_number(session=night)

    set_tong(
        session=night,
        every=chance.choice(list(Every)),
        cents=chance.randint(1, 20),
        percent=0,
        coin_cents=1,
        holder=2,
        expected_entry=newest(),
        stamp=people.stamp(),
    )
    for _ in range(4):
        people.win(night, winner=chance.randint(1, 4))
    spend_tong(session=night, amount_cents=1, reason="snacks", expected_entry=newest(), stamp=people.stamp())
    close_session(session=night, coin_cents=1, expected_entry=newest(), stamp=people.stamp())


def _chips_night(club: Club, chance: random.Random) -> None:
    """Play a night with chips, whose count may decide beside the hands, and close it by coins."""
    night = people.start_night(club=club, names=tuple(chance.sample(people.NAMES, 4)))

    def at_table() -> dict[str, Any]:
        return {"session": night, "expected_entry": tables.last_entry_number(session=night), "stamp": people.stamp()}

    seats = (1, 2, 3, 4)
    buy_chips(bank=chance.choice(seats), seats=seats, amount_cents=1000, is_paid=chance.random() < 0.5, **at_table())
    for _ in range(3):
        people.win(night, winner=chance.choice(seats))
    one, other = chance.sample(seats, 2)
    counted = dict.fromkeys(seats, 1000) | {one: 1250, other: 750}
    count_chips(counted=counted, decides=chance.random() < 0.7, **at_table())
    close_session(coin_cents=chance.choice((1, 25, 100)), **at_table())


def _past_nights(club: Club, chance: random.Random) -> None:
    """Enter nights that were played before, also by people of today, and take some of them back."""
    nights = []
    for number in range(3):
        names = chance.sample((*people.NAMES, "Uli", "Olga"), chance.randint(2, 5))
        cents = [chance.randint(-500, 500) for _ in names[1:]]
        day = people.EVENING.date() - timedelta(days=100 + number)
        nights.append(PastNight(day=day, results=tuple(zip(names, [-sum(cents), *cents], strict=True))))
    terms = PastTerms(game="cuajo", currency="PHP", paid=chance.random() < 0.5)
    for session in enter_past(club=club, terms=terms, nights=nights, stamp=people.stamp()):
        if chance.random() < 0.3:
            newest = tables.last_entry_number(session=session)
            take_back_past(session=session, reason="no such night", expected_entry=newest, stamp=people.stamp())


def _merge(club: Club, old: str, new: str) -> None:
    found = {player.name: player for player in Player.objects.filter(club=club)}
    if old in found and new in found:
        with suppress(RefusedError):  # they sat down together
            merge_players(player=found[old], into=found[new])
