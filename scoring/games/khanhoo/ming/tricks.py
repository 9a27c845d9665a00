"""Who takes a play of Ming khanhoo and what it scores: the captured cards and the bonus (M2 to M6)."""

from dataclasses import dataclass

from scoring.games.khanhoo.ming.cards import Card
from scoring.games.khanhoo.ming.plays import Bonus, Play, beats


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The plays of all players in order, the first of them led, and which of them takes all."""

    plays: tuple[Play, ...]
    best: int

    @property
    def captured(self) -> tuple[Card, ...]:
        """Return the cards the winner captures, the own ones too (M6)."""
        return tuple(card for play in self.plays for card in play.cards)

    @property
    def bonus(self) -> Bonus | None:
        """Return the bonus of the winning play (M5)."""
        return self.plays[self.best].bonus

    @property
    def points(self) -> int:
        """Return one point for each captured card, and the bonus (M5)."""
        return len(self.captured) + (self.bonus.points if self.bonus else 0)


def judge_trick(*, plays: tuple[Play, ...]) -> Trick:
    """Return who takes the plays; each is compared with the best before it."""
    best = 0
    for number, play in enumerate(plays):
        if number and beats(play=play, best=plays[best], led=plays[0].kind):
            best = number
    return Trick(plays=plays, best=best)
