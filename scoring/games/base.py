"""What a game gives to the rest of the software: one small interface, pure data in and out.

An *act* is what the table reports: a hand that ended, a secret laid down, a false win. Acts travel and are
stored as JSON objects whose meaning only their game knows. A game reads an act, judges it under the house
rules and answers with an outcome: who owes whom how many whole minor units, before any stake factor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from scoring.games.asking import Field, Question, Sentence

type Data = Mapping[str, object]


class ActKind(StrEnum):
    """What a table can report; a game refuses the kinds it does not know."""

    HAND = "hand"
    SECRET = "secret"
    FALSE_SECRET = "false_secret"
    FALSE_WIN = "false_win"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place at the table, numbered 1, 2, 3 ... in the order of play; seats of one side are partners."""

    number: int
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with an input: a stable code, a sentence, the cards, the form field concerned.

    A `message` that calls a player by the number of the seat is also a `sentence` that takes the name.
    """

    code: str
    message: str
    cards: tuple[str, ...] = ()
    field: str = ""
    sentence: Sentence | None = None

    def told(self, *, names: Mapping[int, str]) -> str:
        """Return the message with the names of the players of whom it speaks, who are `names` by seat.

        >>> late = Sentence(text="%(player)s is late.", seats={"player": 2})
        >>> Problem(code="late", message="Seat 2 is late.", sentence=late).told(names={2: "Ben"})
        'Ben is late.'
        """
        if self.sentence is None:
            return self.message
        return self.sentence.text % {who: names[seat] for who, seat in self.sentence.seats.items()}


class ImpossibleError(ValueError):
    """The input cannot be true; `problems` holds every reason at once, in a stable order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an account: what is paid, under which rule, in whole minor units."""

    what: str
    rule: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """Payer seat owes payee seat so many whole minor units (> 0), before the stake factor."""

    payer: int
    payee: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """So many whole points for a seat, never 0; less than 0 where points are lost."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an act comes to: debts between seats, and the verdict as JSON-ready data to be stored and shown.

    A game that is played for points first answers with scores; a match of them becomes money by its `Match`.

    `act` is the act as understood, in canonical form. `winner` is the seat that won, None where nobody did;
    `deals_next` the seat that deals the next hand, None where the same dealer deals again.
    """

    act: Data
    debts: tuple[Debt, ...]
    scores: tuple[Score, ...] = ()
    verdict: Data = field(default_factory=dict)
    winner: int | None = None
    deals_next: int | None = None


class Match(Protocol):
    """How a game for points ends and what its points are worth; `points` holds the total of every seat."""

    def is_over(self, *, points: Mapping[int, int], rules: Data) -> bool:
        """Tell whether somebody has won the match."""
        ...

    def debts(self, *, points: Mapping[int, int], rules: Data) -> tuple[Debt, ...]:
        """Return what the points come to, before any stake factor, also of a match that was broken off."""
        ...


class Game(Protocol):
    """A game of the house. `judge` raises ImpossibleError with every problem of the act or the rules.

    `match` is None where every act is paid at once. `house_rules` can be changed for a table, `questions` are
    what its judge answers, `rules_document` is the name of its document in `docs/rules`.
    """

    id: str
    name: str
    engine_version: str
    seat_counts: tuple[int, ...]
    presets: tuple[str, ...]
    match: Match | None
    house_rules: tuple[Field, ...]
    questions: tuple[Question, ...]
    rules_document: str

    def complete_rules(self, *, rules: object) -> Data:
        """Return every house rule as JSON data, from a preset's name or a preset and changes."""
        ...

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats of a table of that size with the sides the rules give them."""
        ...

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:
        """Return what an act of this kind says; nothing where the game does not know the kind."""
        ...

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Return what the act comes to under these rules at this table."""
        ...

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:
        """Return an act that was judged in a few words."""
        ...
