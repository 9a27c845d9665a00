"""Fill an example club with nights."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction

from scoring.frozen import Frozen
from scoring.games.base import Data
from scoring.models import Club, Entry, Ruling, Session
from scoring.operations.money.payments import close_session, hand_over, pay_free
from scoring.operations.table.hands import TableVersion, correct_hand, record_false_win, record_hand, record_secret
from scoring.operations.table.nights import About, Terms, note_sowee, start_session
from scoring.operations.table.posting import Stamp
from scoring.operations.table.undoing import give_voice, raise_dispute
from scoring.queries.table.night import night_of

NAMES = ("Ana", "Ben", "Carla", "Dan")
ANA, BEN, CARLA, DAN = 1, 2, 3, 4


def _win(winner: int, source: str, hand: str, bounit: str, **more: object) -> Data:
    cards = {"hand": hand, "bounit": bounit, "secrets": [], "extra": "", **more}
    return {"result": "win", "winner": winner, "declared": False, "source": source, **cards}


DISCARDED_FIVE = _win(ANA, "discard", "1O 1C 1B 3O 3C 3E 4O 4C 4B 5O 5E 5B 10O 10C 10E 12B", "5B", sowee="4O")
FIVE_KINGS = _win(BEN, "self_drawn", "3O 4O 5O 3C 4C 5C 10E 11E 12E 1O 1C 1B 12O 12O 12C 12B", "5C", sowee="11B")
PORBIS = _win(CARLA, "claimed", "3O 4O 5O 3E 4E 5E 1O 1C 1E 1B 10O 10C 10E 11O 11C 11B", "10C", sowee="4B")
FIVE_EXTRA_CARDS = _win(
    DAN, "claimed", "4O 4C 4B 5O 5C 5E 1O 1E 1B 10B 11B 12B 11O 11C 11E 12C", "5E", sowee="3B", extra="3B 10C 5B 3E 4E"
)
LAID_SECRET = _win(
    BEN, "self_drawn", "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C", "4E", sowee="5C", secrets=["3O"]
)
_COUNTED = {"kings_of_coins": 0, "other_kings": 2, "bounit_condition": False, "sowee_condition": False, "porbis": False}
DECLARED: Data = {"result": "win", "winner": ANA, "declared": True, "source": "self_drawn", "sowee": "10E", **_COUNTED}
DRAWN: Data = {"result": "drawn"}


@dataclass(slots=True, kw_only=True)
class DemoNight:
    session: Session
    clock: datetime

    def stamp(self) -> Stamp:
        self.clock += timedelta(minutes=9)
        return Stamp(device=None, at=self.clock, key=uuid4())

    def now(self) -> dict[str, Any]:
        last_entry = night_of(session=self.session).last_entry
        return {"session": self.session, "expected_entry": last_entry, "stamp": self.stamp()}

    def play(self, *acts: Data) -> Entry:
        for act in acts:
            night = night_of(session=self.session)
            expected = TableVersion(after=night.after, entry=night.last_entry)
            entry = record_hand(session=self.session, act=act, expected=expected, stamp=self.stamp())
        return entry

    def settle(self) -> None:
        close_session(coin_cents=100, **self.now())
        for line in night_of(session=self.session).plan:
            cash = {"payer": line.payer, "payee": line.payee, "amount_cents": line.cents}
            hand_over(session=self.session, **cash, stamp=self.stamp())


def _start(*, club: Club, at: datetime, **chosen: Any) -> DemoNight:
    terms = Terms(**{"names": NAMES, **chosen}, currency="PHP", stake_factor=10, first_dealer=CARLA)
    stamp = Stamp(device=None, at=at, key=uuid4())
    return DemoNight(session=start_session(club=club, terms=terms, stamp=stamp), clock=at)


@transaction.atomic
def fill_demo(*, club: Club, now: datetime) -> None:
    """Add four players and two nights, one still open."""
    night = _start(club=club, at=now - timedelta(days=7, hours=3), rules="family")
    night.play(FIVE_KINGS, DISCARDED_FIVE, DRAWN, PORBIS, DECLARED)
    night.settle()
    night = _start(club=club, at=now - timedelta(hours=2), rules="pagat")
    slip = night.play(DISCARDED_FIVE)
    night.play(DECLARED, FIVE_EXTRA_CARDS)
    correct_hand(entry=slip, act={**DISCARDED_FIVE, "winner": CARLA}, reason="It was Carla", stamp=night.stamp())
    record_secret(seat=BEN, **night.now())
    night.play(LAID_SECRET, PORBIS)
    record_secret(seat=DAN, **night.now())
    note_sowee(session=night.session, hand=night_of(session=night.session).next_hand, sowee="11E")


WITH_EVA = ("Ana", "Eva", "Ben", "Carla")
AT_LOLAS, AT_EVAS = About(place="Lola's house"), About(place="Eva's balcony")
QUARREL = About(name="The quarrel", place="Lola's house", note="Whose porbis was it? Nobody would say sorry.")
_WINS = (DISCARDED_FIVE, DISCARDED_FIVE, DECLARED, DECLARED, FIVE_KINGS, FIVE_EXTRA_CARDS, PORBIS)


class _Chapter(Frozen):
    nights: int
    names: tuple[str, ...] = NAMES
    chances: tuple[int, int, int, int]
    about: About = AT_LOLAS


YEAR = (
    _Chapter(nights=8, chances=(4, 3, 4, 3)),
    _Chapter(nights=6, chances=(1, 8, 1, 1)),
    _Chapter(nights=1, chances=(3, 3, 3, 3), about=QUARREL),
    _Chapter(nights=5, names=("Ana", "Carla", "Ben", "Dan"), chances=(3, 3, 3, 3)),
    _Chapter(nights=3, names=WITH_EVA, chances=(4, 0, 4, 4), about=AT_EVAS),
    _Chapter(nights=3, names=WITH_EVA, chances=(2, 8, 2, 2), about=AT_EVAS),
)


def fill_year(*, club: Club, now: datetime) -> None:
    """Add a year of nights, two weeks apart."""
    # A fixed seed, so that pictures of the example can be compared.
    chance = random.Random(1)  # noqa: S311 - the same year for everybody
    nights = [chapter for chapter in YEAR for _ in range(chapter.nights)]
    for before, chapter in zip(range(len(nights), 0, -1), nights, strict=True):
        at = now - timedelta(weeks=2 * before, hours=3)
        rules = {"preset": "pagat", "false_win_penalty": 50}
        night = _start(club=club, at=at, rules=rules, names=chapter.names, about=chapter.about)
        night.play(*_hands(chapter, chance))
        if chapter.about is QUARREL:
            _quarrel(night)
        if chance.random() < 0.3:
            payer, cents = chance.choice((ANA, CARLA)), chance.randint(2, 9) * 1000
            pay_free(payer=payer, payees=(BEN,), amount_cents=cents, reason="Pancit", **night.now())
        night.settle()


def _hands(chapter: _Chapter, chance: random.Random) -> Iterator[Data]:
    for _ in range(chance.randint(7, 12)):
        (winner,) = chance.choices((ANA, BEN, CARLA, DAN), weights=chapter.chances)
        yield {**chance.choice(_WINS), "winner": winner} if chance.random() < 0.9 else DRAWN


def _quarrel(night: DemoNight) -> None:
    hand = night.play({**PORBIS, "winner": CARLA})
    seat = night.session.seats.get(number=ANA)
    dispute = raise_dispute(entry=hand, seat=seat, why="She had drawn two cards", stamp=night.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.UPHOLD, stamp=night.stamp())
    record_false_win(seat=CARLA, hand_is_void=True, **night.now())
