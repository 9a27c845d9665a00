"""A night as a story: how the money went hand by hand, where it turned, and its best hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.models import EntryKind, Session
from scoring.queries.history.tally import Play, PlayedNight, played_nights


class Turn(StrEnum):
    """Why a play is a turning point."""

    LEAD = "lead"
    BIGGEST = "biggest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A play that turned the night for a seat: the lead taken for good, the biggest, the winner's lowest."""

    turn: Turn
    play: Play
    seat: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A play with everybody's money after it, in minor units by seat; `winner_cents` is what it moved to one."""

    play: Play
    so_far: dict[int, int]

    @property
    def gain(self) -> tuple[int, int]:
        """Return the seat that got most by it, and how much."""
        gains = [(self.play.change(seat), seat) for seat in self.so_far]
        cents, seat = max(gains, key=lambda gain: (gain[0], -gain[1]))
        return seat, cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A night afterwards; `best` is the hand that brought its winner most."""

    session: Session
    points: tuple[Point, ...]
    turning: tuple[TurningPoint, ...]
    best: Play | None
    night: PlayedNight

    @property
    def names(self) -> Mapping[int, str]:
        return self.night.night.names

    @property
    def result(self) -> dict[int, int]:
        """Return what everybody won or lost, the close included."""
        return self.points[-1].so_far if self.points else dict.fromkeys(self.names, 0)


def story(*, session: Session) -> Story:
    """Return a night as a story, in six queries however long it was."""
    (night,) = played_nights(sessions=(session,))
    points = tuple(_points(night))
    won = [play for play in night.hands if play.winner and play.received(play.winner)]
    best = max(won, key=lambda play: (play.received(play.winner or 0), -play.line), default=None)
    return Story(session=session, points=points, turning=tuple(_turning(points)), best=best, night=night)


def _points(night: PlayedNight) -> Iterator[Point]:
    so_far = dict.fromkeys(night.night.names, 0)
    for play in night.plays:
        if play.is_result:
            so_far = {seat: cents + play.change(seat) for seat, cents in so_far.items()}
            yield Point(play=play, so_far=so_far)


def _turning(points: tuple[Point, ...]) -> Iterator[TurningPoint]:
    """Yield where the night turned for who ended first; nothing where nobody did, or in fewer than three plays."""
    if len(points) < 3:
        return
    last = points[-1].so_far
    highest = max(last.values())
    winners = [seat for seat, cents in last.items() if cents == highest]
    if len(winners) > 1 or not highest:
        return
    winner = winners[0]
    behind = [place for place, point in enumerate(points) if point.so_far[winner] < max(point.so_far.values())]
    lowest = min(points, key=lambda point: point.so_far[winner])
    if lowest.so_far[winner] < 0:
        yield TurningPoint(turn=Turn.LOWEST, play=lowest.play, seat=winner, cents=lowest.so_far[winner])
    if behind:
        lead = points[behind[-1] + 1]
        yield TurningPoint(turn=Turn.LEAD, play=lead.play, seat=winner, cents=lead.so_far[winner])
    biggest = max(points, key=lambda point: point.gain[1])
    seat, cents = biggest.gain
    if cents and biggest.play.kind is not EntryKind.ADJUSTMENT:
        yield TurningPoint(turn=Turn.BIGGEST, play=biggest.play, seat=seat, cents=cents)
