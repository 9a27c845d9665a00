"""Questions and answers of games as plain data."""

# Pages and programs read these fields, so they need no code for a single game.

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from scoring.frozen import Frozen
from scoring.games.cards.pack import Pack
from scoring.texts import Sentence, Text


class FieldKind(StrEnum):
    CARDS = "cards"
    COUNT = "count"
    AMOUNT = "amount"
    CHOICE = "choice"
    COUNTS = "counts"
    SWITCH = "switch"
    SEAT = "seat"


_NUMBERS = (FieldKind.COUNT, FieldKind.AMOUNT, FieldKind.SEAT)
_TYPES = dict.fromkeys(_NUMBERS, int) | {FieldKind.SWITCH: bool, FieldKind.COUNTS: dict}


class Choice(Frozen):
    """A value that a field offers, or a card key."""

    value: str
    label: str
    name: Text | None = None
    suit: str = ""
    copies: int = 0
    points: int = 0
    for_many: bool = False


def choices_of[W: str](words: Mapping[W, str]) -> tuple[Choice, ...]:
    """Make a choice of each value and its label.

    >>> [(each.value, each.label) for each in choices_of({"hands": "most cards"})]
    [('hands', 'most cards')]
    """
    return tuple(Choice(value=str(value), label=label) for value, label in words.items())


class Field(Frozen):
    """A question of an act or a house rule.

    COUNT and AMOUNT have inclusive limits, amounts in whole minor units. CARDS is text in the notation of the
    game, one card if `maximum` is 1. COUNTS is an object of numbers above 0. With `for_each_seat` the value is an
    object by seat number as text. `totals` are their sums by number of players, `before` the meaning of stored
    rules that lack the field.
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
    rule: str = ""
    folded_under: str = ""
    presets: tuple[str, ...] = ()
    before: object = None
    pack: Pack | None = None
    or_nobody: bool = False
    of_player: str = ""
    totals: Mapping[int, int] = field(default_factory=dict, hash=False)

    def is_known_in(self, *, preset: str) -> bool:
        """Check whether a preset uses this house rule."""
        return not self.presets or preset in self.presets

    def holds(self, value: object) -> bool:
        """Check the type of a value in an act."""
        if value is None:
            return True
        if self.for_each_seat:
            return isinstance(value, dict)
        if self.kind is FieldKind.CARDS and isinstance(value, list):
            return all(isinstance(card, str) for card in value)
        return type(value) is _TYPES.get(self.kind, str) and not (self.kind is FieldKind.SEAT and value == 0)


class TallyLine(Frozen):
    """A payment or score line of a verdict. A payment goes from `seat` to `to`. `cents` are whole minor units."""

    text: Text
    rule: str = ""
    cents: int = 0
    seat: int | None = None
    count: int | None = None
    cards: tuple[str, ...] | None = None
    to: int | None = None

    @cached_property
    def what(self) -> Sentence:
        return self.text.sentence()

    def data(self) -> Mapping[str, object]:
        """Return the line as JSON data, without None."""
        data = {
            "seat": self.seat,
            "what": self.what,
            "rule": self.rule,
            "cents": self.cents or None,
            "count": self.count,
            "cards": None if self.cards is None else list(self.cards),
            "to": self.to,
        }
        return {name: value for name, value in data.items() if value is not None}


class Answer(Frozen):
    text: Text
    lines: tuple[TallyLine, ...] = ()
    is_yes: bool | None = None

    asked: ClassVar[Mapping[str, object]] = {}

    def data(self) -> Mapping[str, object]:
        lines = [{"what": line.what, "rule": line.rule, "count": line.count} for line in self.lines]
        return {"headline": self.text.sentence(), "is_yes": self.is_yes, "lines": lines}


class StoredData(Frozen):
    """JSON data that is written unchanged."""

    told: Mapping[str, object]

    def data(self) -> Mapping[str, object]:
        return self.told


class KeptAnswer(StoredData):
    """A question and its answer, as they are stored."""

    asked: Mapping[str, object]


class Keypad(Frozen):
    """The pack as keys that fill a question's cards. With `is_open` the extra cards are all other open cards."""

    melds: tuple[tuple[str, ...], ...]
    hand_size: int
    extra_size: int
    is_open: bool


class Question[R](Frozen):
    """A question for the judge.

    `answer` takes the input and the house rules. It raises ImpossibleError with every problem. If the
    question can prove a win that was declared without cards, `verifies` is the key of its yes or no in the answer.
    `places` names the seats by number of players. `at_table` takes the sowee and the companion's state of the hand
    in play.
    """

    id: str
    title: str
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, object], R], Answer | KeptAnswer]
    about: str = ""
    picture: str = ""
    shown_as: str = "lines"
    house_rules: tuple[Field, ...] = ()
    keypad: Callable[[R], Keypad] | None = None
    players: str = ""
    places: Mapping[int, tuple[str, ...]] | None = None
    at_table: Callable[[str, object], Mapping[str, object]] | None = None
    warning: Callable[[R], Text | None] | None = None
    verifies: str = ""
