"""The penalties of English khanhoo: a misdeal and a failed bump (E9)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import Data, Score, Seat
from scoring.games.khanhoo.english.rules import EnglishRules
from scoring.games.reading import ActReader

FAILED_BUMP_POINTS = 5


class Offence(StrEnum):
    """What is penalised; dealing out of turn and exposing a card are no misdeal."""

    MISDEAL = "misdeal"
    FAILED_BUMP = "failed_bump"


class Choice(StrEnum):
    """What the opponents, or whoever challenged the bump, choose."""

    OFF_OFFENDER = "off_offender"
    ONTO_OPPONENTS = "onto_opponents"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A penalty and how it is taken."""

    seat: int
    offence: Offence
    chosen: Choice

    def data(self) -> dict[str, object]:
        """Return the act in canonical form."""
        return {"seat": self.seat, "offence": self.offence.value, "chosen": self.chosen.value}


def read_penalty(*, act: Data, seats: tuple[Seat, ...]) -> Penalty:
    """Read a penalty; raises ImpossibleError with `unknown_seat` and `unknown_word`."""
    reader = ActReader(act=act, seats=tuple(seat.number for seat in seats))
    seat, offence = reader.seat("seat"), reader.word("offence", Offence)
    chosen = reader.word("chosen", Choice)
    reader.check()
    assert seat is not None
    assert offence is not None
    assert chosen is not None
    return Penalty(seat=seat, offence=offence, chosen=chosen)


def penalty_scores(*, penalty: Penalty, rules: EnglishRules, seats: tuple[Seat, ...]) -> tuple[Score, ...]:
    """Return the points off the offender, or onto each opponent."""
    points = rules.misdeal if penalty.offence is Offence.MISDEAL else FAILED_BUMP_POINTS
    if not points:
        return ()
    match penalty.chosen:
        case Choice.OFF_OFFENDER:
            return (Score(seat=penalty.seat, points=-points),)
        case Choice.ONTO_OPPONENTS:
            return tuple(Score(seat=seat.number, points=points) for seat in seats if seat.number != penalty.seat)
