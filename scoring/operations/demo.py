"""An example club: a settled night last week, and one that is being played."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction

from scoring.games import FIRST
from scoring.games.base import Data
from scoring.models import Club, Entry, Session
from scoring.operations.money.closing import close_session, hand_over
from scoring.operations.table.hands import Expected, correct_hand, record_hand, record_secret
from scoring.operations.table.nights import About, Terms, keep_table, start_session
from scoring.operations.table.posting import Stamp
from scoring.queries.table.night import night_of

NAMES = ("Ana", "Ben", "Carla", "Dan")
ANA, BEN, CARLA, DAN = 1, 2, 3, 4
NOTHING_SAID = About()
MINUTES_PER_HAND = 9


def _win(winner: int, **cards: object) -> Data:
    return {"result": "win", "winner": winner, "declared": False, "secrets": [], "extra": "", **cards}


DISCARDED_FIVE = _win(
    ANA, hand="1O 1C 1B 3O 3C 3E 4O 4C 4B 5O 5E 5B 10O 10C 10E 12B", bounit="5B", source="discard", sowee="4O"
)
FIVE_KINGS = _win(
    BEN, hand="3O 4O 5O 3C 4C 5C 10E 11E 12E 1O 1C 1B 12O 12O 12C 12B", bounit="5C", source="self_drawn", sowee="11B"
)
PORBIS = _win(
    CARLA, hand="3O 4O 5O 3E 4E 5E 1O 1C 1E 1B 10O 10C 10E 11O 11C 11B", bounit="10C", source="claimed", sowee="4B"
)
FIVE_EXTRA_CARDS = _win(
    DAN,
    hand="4O 4C 4B 5O 5C 5E 1O 1E 1B 10B 11B 12B 11O 11C 11E 12C",
    bounit="5E",
    source="claimed",
    sowee="3B",
    extra="3B 10C 5B 3E 4E",
)
LAID_SECRET = _win(
    BEN,
    hand="3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C",
    bounit="4E",
    source="self_drawn",
    sowee="5C",
    secrets=["3O"],
)
DECLARED: Data = {
    "result": "win",
    "winner": ANA,
    "declared": True,
    "source": "self_drawn",
    "sowee": "10E",
    "kings_of_coins": 0,
    "other_kings": 2,
    "bounit_condition": False,
    "sowee_condition": False,
    "porbis": False,
}
DRAWN: Data = {"result": "drawn"}


@dataclass(slots=True, kw_only=True)
class DemoNight:
    """A night as it goes on: every act comes a little later than the one before."""

    session: Session
    clock: datetime

    def stamp(self) -> Stamp:
        self.clock += timedelta(minutes=MINUTES_PER_HAND)
        return Stamp(device=None, at=self.clock, key=uuid4())

    def last_entry(self) -> int:
        return night_of(session=self.session).last_entry

    def play(self, *acts: Data) -> Entry:
        for act in acts:
            expected = Expected(after=night_of(session=self.session).after, entry=self.last_entry())
            entry = record_hand(session=self.session, act=act, expected=expected, stamp=self.stamp())
        return entry

    def settle(self) -> None:
        close_session(session=self.session, coin_cents=100, expected_entry=self.last_entry(), stamp=self.stamp())
        for line in night_of(session=self.session).plan:
            hand_over(
                session=self.session, payer=line.payer, payee=line.payee, amount_cents=line.cents, stamp=self.stamp()
            )

    def lay_secret(self, seat: int) -> None:
        record_secret(session=self.session, seat=seat, expected_entry=self.last_entry(), stamp=self.stamp())


@transaction.atomic
def fill_demo(*, club: Club, now: datetime) -> None:
    """Fill an empty club with four players, a settled night a week ago and one since two hours."""
    _last_week(club, now - timedelta(days=7, hours=3))
    _tonight(club, now - timedelta(hours=2))


def start_demo_night(
    *, club: Club, at: datetime, rules: object, names: tuple[str, ...] = NAMES, about: About = NOTHING_SAID
) -> DemoNight:
    """Start a night of cuajo by house rules."""
    terms = Terms(
        game=FIRST.id, rules=rules, names=names, currency="PHP", stake_factor=10, first_dealer=CARLA, about=about
    )
    stamp = Stamp(device=None, at=at, key=uuid4())
    return DemoNight(session=start_session(club=club, terms=terms, stamp=stamp), clock=at)


def _last_week(club: Club, at: datetime) -> None:
    night = start_demo_night(club=club, at=at, rules="family")
    night.play(FIVE_KINGS, DISCARDED_FIVE, DRAWN, PORBIS, DECLARED)
    night.settle()


def _tonight(club: Club, at: datetime) -> None:
    night = start_demo_night(club=club, at=at, rules="pagat")
    slip = night.play(DISCARDED_FIVE)
    night.play(DECLARED, FIVE_EXTRA_CARDS)
    correct_hand(entry=slip, act={**DISCARDED_FIVE, "winner": CARLA}, reason="It was Carla", stamp=night.stamp())
    night.lay_secret(BEN)
    night.play(LAID_SECRET, PORBIS)
    night.lay_secret(DAN)
    keep_table(session=night.session, hand=night_of(session=night.session).next_hand, notes={"sowee": "11E"})
