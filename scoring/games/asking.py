"""What a game asks and answers, as plain data: pages and programs need no knowledge of any one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class FieldKind(StrEnum):
    """How something is entered."""

    CARDS = "cards"
    COUNT = "count"
    AMOUNT = "amount"
    CHOICE = "choice"
    COUNTS = "counts"
    SWITCH = "switch"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several: the value as it is stored, and as a person reads it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Something asked: its name in an act or in house rules, its label, how it is entered.

    As JSON data CARDS is a text in the game's notation, COUNT and AMOUNT are whole numbers within the limits
    (inclusive; an amount is in whole minor units), CHOICE is the value of a choice, COUNTS an object with a
    whole number for each choice that is not 0, SWITCH is true or false, SEAT the number of a seat. With
    `for_each_seat` it is an object of such values by seat number, written as text. `normal` is what stands
    there at first; `rule` is the number of the rule it belongs to. Fields in a row that are seldom needed may
    be `folded_under` one heading.
    """

    name: str
    label: str
    kind: FieldKind
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 1_000_000
    is_required: bool = True
    for_each_seat: bool = False
    normal: object = None
    help: str = ""
    rule: str = ""
    folded_under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A few words on an act; `seats` are the players it names, such as "%(winner)s won" with winner 2."""

    text: str
    seats: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLine:
    """One line of an answer: what, under which rule, and the points or cards it counts, if any."""

    what: str
    rule: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a question: one sentence, whether it is good news, and the reasons line by line."""

    headline: str
    lines: tuple[AnswerLine, ...] = ()
    is_yes: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something a table disputes. `answer` takes what was entered and complete house rules.

    It raises ImpossibleError with every problem of what was entered.
    """

    id: str
    title: str
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, object], Mapping[str, object]], Answer]
