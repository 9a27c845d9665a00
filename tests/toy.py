"""A game nobody plays: whoever wins a hand takes its points, and the first to a total takes the match.

It is all that a further game has to say of itself; every page and every operation works with it.
"""

from collections.abc import Mapping

from scoring.games.asking import Answer, AnswerLine, Field, FieldKind, Question, Sentence
from scoring.games.base import ActKind, Data, Debt, ImpossibleError, Outcome, Problem, Score, Seat

CENTS_PER_POINT = 5
TARGET = Field(
    name="target", label="Points that win", kind=FieldKind.COUNT, minimum=1, maximum=99, normal=10, rule="T1"
)
WINNER = Field(name="winner", label="Who won the hand?", kind=FieldKind.SEAT, rule="T2")
POINTS = Field(name="points", label="Points", kind=FieldKind.COUNT, maximum=50, rule="T2")
PENALISED = Field(name="seat", label="Who pays the penalty?", kind=FieldKind.SEAT, rule="T3")


def whole(value: object) -> int:
    """Return a whole number that was read before."""
    assert isinstance(value, int)
    return value


def enough(entered: Data, rules: Data) -> Answer:
    """Answer whether so many points win the match."""
    missing = whole(rules["target"]) - whole(entered["points"])
    if missing <= 0:
        return Answer(headline="That is enough.", is_yes=True)
    return Answer(
        headline="Not yet.",
        is_yes=False,
        lines=(AnswerLine(what="points are missing", rule="T1", count=missing),),
    )


class ToyMatch:
    """First to the target; each other player pays the winner the difference."""

    def is_over(self, *, points: Mapping[int, int], rules: Data) -> bool:
        """Tell whether somebody has enough points."""
        return max(points.values()) >= whole(rules["target"])

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
    rules_document = "toy"
    house_rules = (TARGET,)
    questions = (Question(id="enough", title="Is it enough?", fields=(POINTS,), answer=enough),)

    def complete_rules(self, *, rules: object) -> Data:
        """Return the rules with the target changed where it is."""
        changes = rules if isinstance(rules, Mapping) else {}
        return {"preset": "toy", "revision": 1, "target": TARGET.normal, **changes}

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:
        """Let everybody play alone."""
        return tuple(Seat(number=number, side=number) for number in range(1, seat_count + 1))

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:
        """Ask for the winner of a hand and the points, and for who pays a penalty of one point."""
        return {ActKind.HAND: (WINNER, POINTS), ActKind.PENALTY: (PENALISED,)}.get(kind, ())

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:
        """Say who won, or who pays a penalty."""
        if kind is ActKind.PENALTY:
            return Sentence(text="Penalty of %(player)s", seats={"player": whole(act["seat"])})
        return Sentence(text="%(player)s won", seats={"player": whole(act["winner"])})

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Give the winner the points, or take one away; raises ImpossibleError for whoever is not there."""
        named = "seat" if kind is ActKind.PENALTY else "winner"
        seat = act.get(named)
        if not isinstance(seat, int) or seat not in {each.number for each in seats}:
            raise ImpossibleError([Problem(code="unknown_seat", message="Nobody sits there.", field=named)])
        if kind is ActKind.PENALTY:
            return Outcome(act=act, debts=(), scores=(Score(seat=seat, points=-1),))
        points = whole(act["points"])
        lines = [{"what": "points of the hand", "rule": "T2", "count": points}]
        return Outcome(
            act=act,
            debts=(),
            scores=(Score(seat=seat, points=points),) if points else (),
            verdict={"lines": lines},
            winner=seat,
            deals_next=seat,
        )
