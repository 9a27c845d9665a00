"""The smallest game: the winner of a hand takes its points, and the first to a total takes the match."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.games.base import ActKind, Data, Debt, HouseRules, Outcome, Points, Seat, Tally
from scoring.games.fields import Answer, Field, FieldKind, Question, TallyLine
from scoring.games.house_rules import number, profile_fields
from scoring.games.reading import ActReader, PlainGame, named, player_on
from scoring.texts import SENTENCES, Text, say

CENTS_PER_POINT = 5
SENTENCES |= {
    "toy.enough": "That is enough.",
    "toy.not_yet": "Not yet.",
    "toy.missing": "points are missing",
    "toy.penalty": "Penalty of %(player)s",
    "toy.won": "%(player)s won",
    "toy.points": "points of the hand",
}
WINNER = Field(name="winner", label="Who won the hand?", kind=FieldKind.SEAT, rule="T2")
POINTS = Field(name="points", label="Points", kind=FieldKind.COUNT, maximum=50, rule="T2")
PENALISED = Field(name="seat", label="Who pays the penalty?", kind=FieldKind.SEAT, rule="T3")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyRules(HouseRules):
    """The house rules: how many points win."""

    preset: str = "toy"
    source: str = "Nobody plays it"
    target: int = number(10, rule="T1", label="Points that win", minimum=1, maximum=99)


PRESETS = {"toy": ToyRules()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """Somebody won the hand."""

    winner: int
    points: int

    def data(self) -> Data:
        return {"winner": self.winner, "points": self.points}


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised:
    """Somebody pays a penalty."""

    seat: int

    def data(self) -> Data:
        return {"seat": self.seat}


def read_won(reader: ActReader, rules: ToyRules) -> Won:
    winner, points = reader.seat("winner"), reader.count("points", maximum=50)
    reader.check()
    return Won(winner=named(winner), points=points)


def read_penalised(reader: ActReader, rules: ToyRules) -> Penalised:
    seat = reader.seat("seat")
    reader.check()
    return Penalised(seat=named(seat))


def enough(entered: Data, rules: ToyRules) -> Answer:
    missing = rules.target - int(str(entered["points"]))
    if missing <= 0:
        return Answer(text=say("toy.enough"), is_yes=True)
    line = TallyLine(text=say("toy.missing"), rule="T1", count=missing)
    return Answer(text=say("toy.not_yet"), is_yes=False, lines=(line,))


class ToyMatch:
    """First to the target; each other player pays the winner the difference."""

    def is_over(self, *, points: Mapping[int, int], rules: ToyRules) -> bool:
        return max(points.values()) >= rules.target

    def debts(self, *, points: Mapping[int, int], rules: ToyRules) -> tuple[Debt, ...]:
        best = max(points, key=lambda seat: (points[seat], -seat))
        return tuple(
            Debt(payer=seat, payee=best, cents=(points[best] - total) * CENTS_PER_POINT)
            for seat, total in points.items()
            if points[best] > total
        )


class Toy(PlainGame[ToyRules, Won | Penalised]):
    """The toy as a game of the house."""

    id = "toy"
    name = "Toy"
    engine_version = "1"
    seat_counts = (2, 3, 4)
    rule_of_seats = "T1"
    profiles = PRESETS
    preset_labels: Mapping[str, str] = {"toy": "Toy"}
    match = ToyMatch()
    rules_document = "cuajo"
    house_rules = profile_fields(profile=ToyRules())
    questions = (
        Question(id="enough", title="Is it enough?", fields=(POINTS,), answer=enough, house_rules=house_rules),
    )

    readings = {ActKind.HAND: (("winner", "points"), read_won), ActKind.PENALTY: (("seat",), read_penalised)}

    def asks(self, *, kind: ActKind, rules: ToyRules) -> tuple[Field, ...]:
        """Ask for the winner of a hand and the points, and for who pays a penalty of one point."""
        return {ActKind.HAND: (WINNER, POINTS), ActKind.PENALTY: (PENALISED,)}.get(kind, ())

    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        if kind is ActKind.PENALTY:
            return say("toy.penalty", seats=player_on(act["seat"]))
        return say("toy.won", seats=player_on(act["winner"]))

    def judge(self, *, act: Won | Penalised, rules: ToyRules, seats: tuple[Seat, ...]) -> Outcome:
        match act:
            case Penalised(seat=seat) as penalised:
                return Outcome(said=penalised, debts=(), scores=(Points(seat=seat, points=-1),))
            case Won(winner=winner, points=points) as won:
                line = TallyLine(text=say("toy.points"), rule="T2", count=points)
                return Outcome(
                    said=won,
                    debts=(),
                    scores=(Points(seat=winner, points=points),) if points else (),
                    verdict=Tally(lines=(line,)),
                    winner=winner,
                    deals_next=winner,
                )
