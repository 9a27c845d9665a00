"""A year of a family, played by a script: who wins in a row, who falls out with whom, who comes new."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.games.base import Data
from scoring.models import Club, Ruling
from scoring.operations.demo import (
    ANA,
    BEN,
    CARLA,
    DAN,
    DECLARED,
    DISCARDED_FIVE,
    DRAWN,
    FIVE_EXTRA_CARDS,
    FIVE_KINGS,
    NAMES,
    PORBIS,
    DemoNight,
    start_demo_night,
)
from scoring.operations.money.payments import pay_free
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_false_win
from scoring.operations.table.nights import About

APART = ("Ana", "Carla", "Ben", "Dan")
WITH_EVA = ("Ana", "Eva", "Ben", "Carla")
AT_LOLAS = About(place="Lola's house")
RULES = {"preset": "pagat", "false_win_penalty": 50}
DAYS_BETWEEN = 14
_WINS = (DISCARDED_FIVE, DISCARDED_FIVE, DECLARED, DECLARED, FIVE_KINGS, FIVE_EXTRA_CARDS, PORBIS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chapter:
    """So many nights with the same people in the order of their seats, and how often each of them wins."""

    nights: int
    names: tuple[str, ...]
    chances: tuple[int, int, int, int]
    about: About = AT_LOLAS
    quarrels: bool = False


YEAR = (
    _Chapter(nights=8, names=NAMES, chances=(4, 3, 4, 3)),
    _Chapter(nights=6, names=NAMES, chances=(1, 8, 1, 1)),
    _Chapter(
        nights=1,
        names=NAMES,
        chances=(3, 3, 3, 3),
        about=About(name="The quarrel", place="Lola's house", note="Whose porbis was it? Nobody would say sorry."),
        quarrels=True,
    ),
    _Chapter(nights=5, names=APART, chances=(3, 3, 3, 3)),
    _Chapter(nights=3, names=WITH_EVA, chances=(4, 0, 4, 4), about=About(place="Eva's balcony")),
    _Chapter(nights=3, names=WITH_EVA, chances=(2, 8, 2, 2), about=About(place="Eva's balcony")),
)


def fill_year(*, club: Club, now: datetime) -> None:
    """Fill an empty club with a night every other week until a fortnight ago."""
    chance = random.Random(1)  # noqa: S311 - the same year for everybody
    nights = [chapter for chapter in YEAR for _ in range(chapter.nights)]
    for before, chapter in zip(range(len(nights), 0, -1), nights, strict=True):
        at = now - timedelta(days=DAYS_BETWEEN * before, hours=3)
        night = start_demo_night(club=club, at=at, rules=RULES, names=chapter.names, about=chapter.about)
        night.play(*_hands(chapter, chance))
        if chapter.quarrels:
            _quarrel(night)
        if chance.random() < 0.3:
            pay_free(
                session=night.session,
                payer=chance.choice((ANA, CARLA)),
                payees=(BEN,),
                amount_cents=chance.randint(2, 9) * 1000,
                reason="Pancit",
                expected_entry=night.last_entry(),
                stamp=night.stamp(),
            )
        night.settle()


def _hands(chapter: _Chapter, chance: random.Random) -> Iterator[Data]:
    for _ in range(chance.randint(7, 12)):
        (winner,) = chance.choices((ANA, BEN, CARLA, DAN), weights=chapter.chances)
        yield {**chance.choice(_WINS), "winner": winner} if chance.random() < 0.9 else DRAWN


def _quarrel(night: DemoNight) -> None:
    """Have Ana object to a hand of Carla, her partner, and Carla pay for a hand that was none."""
    hand = night.play({**PORBIS, "winner": CARLA})
    seat = night.session.seats.get(number=ANA)
    dispute = raise_dispute(entry=hand, seat=seat, why="She had drawn two cards", stamp=night.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.UPHOLD, stamp=night.stamp())
    record_false_win(
        session=night.session, seat=CARLA, hand_is_void=True, expected_entry=night.last_entry(), stamp=night.stamp()
    )
