"""A game nobody plays: whoever wins a hand takes its points, and the first to ten takes the match."""

from collections.abc import Mapping

from scoring.games.base import ActKind, Data, Debt, ImpossibleError, Outcome, Problem, Score, Seat

TARGET = 10
CENTS_PER_POINT = 5


class ToyMatch:
    """First to ten; each other player pays the winner the difference."""

    def is_over(self, *, points: Mapping[int, int], rules: Data) -> bool:
        """Tell whether somebody has ten points."""
        return max(points.values()) >= TARGET

    def debts(self, *, points: Mapping[int, int], rules: Data) -> tuple[Debt, ...]:
        """Return what each player pays the best one."""
        best = max(points, key=lambda seat: (points[seat], -seat))
        return tuple(
            Debt(payer=seat, payee=best, cents=(points[best] - total) * CENTS_PER_POINT)
            for seat, total in points.items()
            if points[best] > total
        )


class Toy:
    """The toy as a game of the house."""

    id = "toy"
    name = "Toy"
    engine_version = "1"
    seat_counts = (2, 3, 4)
    presets = ("toy",)
    match = ToyMatch()

    def complete_rules(self, *, rules: object) -> Data:
        """Return the only rules there are."""
        return {"preset": "toy", "revision": 1}

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:
        """Let everybody play alone."""
        return tuple(Seat(number=number, side=number) for number in range(1, seat_count + 1))

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Give the winner the points; raises ImpossibleError for a winner who is not there."""
        winner, points = act.get("winner"), act.get("points")
        if winner not in {seat.number for seat in seats} or not isinstance(winner, int):
            raise ImpossibleError(
                [Problem(code="unknown_seat", message="Nobody sits there.", field="winner")]
            )
        assert isinstance(points, int)
        scores = (Score(seat=winner, points=points),) if points else ()
        return Outcome(act=act, debts=(), scores=scores, winner=winner, deals_next=winner)
