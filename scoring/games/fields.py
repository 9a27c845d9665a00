"""What a game asks and answers, as plain data: pages and programs need no knowledge of any one game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.cards.pack import Pack
from scoring.texts import Text


class FieldKind(StrEnum):
    """How something is entered."""

    CARDS = "cards"
    COUNT = "count"
    AMOUNT = "amount"
    CHOICE = "choice"
    COUNTS = "counts"
    SWITCH = "switch"
    SEAT = "seat"


_NUMBERS = (FieldKind.COUNT, FieldKind.AMOUNT, FieldKind.SEAT)
_TYPES = dict.fromkeys(_NUMBERS, int) | {FieldKind.SWITCH: bool, FieldKind.COUNTS: dict}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several: the value as it is stored, and as a person reads it; of a card its name, suit and copies.

    What scores `points` has them beside its label, perhaps `for_many` players only.
    """

    value: str
    label: str
    name: Text | None = None
    suit: str = ""
    copies: int = 0
    points: int = 0
    for_many: bool = False


def choices_of[W: str](words: Mapping[W, str]) -> tuple[Choice, ...]:
    """Return a choice for each value with its label.

    >>> [(each.value, each.label) for each in choices_of({"hands": "most cards"})]
    [('hands', 'most cards')]
    """
    return tuple(Choice(value=str(value), label=label) for value, label in words.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A question of a form: its name in an act or in house rules, its label, how it is entered.

    As JSON data CARDS is a text in the game's notation, of one card where `maximum` is 1; on a page it may be typed
    in the words of its `pack`, and `choices` are its keys. COUNT and AMOUNT are whole numbers within the limits
    (inclusive; an amount is in whole minor units), CHOICE is the value of a choice, COUNTS an object with a
    whole number for each choice that is not 0, SWITCH is true or false, SEAT the number of a seat. With
    `for_each_seat` it is an object of such values by seat number, written as text. `normal` is what stands
    there at first; `rule` is the number of the rule it belongs to. Fields in a row that are seldom needed may
    be `folded_under` one heading. A house rule names the `presets` in which it changes anything, where these
    are not all, and what rules mean that were stored `before` there was such a rule, where that is not normal.
    A seat `or_nobody` can be taken back on a page, one `of_player` is chosen beside each of them in these words.
    Fields of one `total` share it: what the last player has need not be said.
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
    presets: tuple[str, ...] = ()
    before: object = None
    pack: Pack | None = None
    or_nobody: bool = False
    of_player: str = ""
    total: int = 0

    def is_known_in(self, *, preset: str) -> bool:
        """Tell whether a house rule changes anything in rules made from a preset."""
        return not self.presets or preset in self.presets

    def holds(self, value: object) -> bool:
        """Tell whether a value is of the type that an act has here, or nothing."""
        if value is None:
            return True
        if self.for_each_seat:
            return isinstance(value, dict)
        if self.kind is FieldKind.CARDS and isinstance(value, list):
            return all(isinstance(card, str) for card in value)
        return type(value) is _TYPES.get(self.kind, str) and not (self.kind is FieldKind.SEAT and value == 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyLine:
    """A line of a tally or an answer: what, by which rule, and where they help the seat, a number and the cards.

    `to` is another seat that it concerns.
    """

    text: Text
    rule: str = ""
    seat: int | None = None
    count: int | None = None
    cards: tuple[str, ...] | None = None
    to: int | None = None

    def data(self) -> Mapping[str, object]:
        """Return the line as JSON data, without what is None."""
        told = {
            "seat": self.seat,
            "what": self.text.sentence(),
            "rule": self.rule,
            "count": self.count,
            "cards": None if self.cards is None else list(self.cards),
            "to": self.to,
        }
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a question: one sentence, whether it is good news, and the reasons line by line."""

    text: Text
    lines: tuple[TallyLine, ...] = ()
    is_yes: bool | None = None

    @property
    def asked(self) -> Mapping[str, object]:
        """Return nothing: the question is kept as it was entered."""
        return {}

    def data(self) -> Mapping[str, object]:
        lines = [{"what": line.text.sentence(), "rule": line.rule, "count": line.count} for line in self.lines]
        return {"headline": self.text.sentence(), "is_yes": self.is_yes, "lines": lines}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """An answer that a page of its own shows, and the question in the form in which it is kept."""

    asked: Mapping[str, object]
    told: Mapping[str, object]

    def data(self) -> Mapping[str, object]:
        return self.told


type JudgeAnswer = Answer | KeptAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class Keypad:
    """The pack as keys that fill `hand` and `extra`, put cards together to `melds`, and ask which was the `bounit`.

    With `is_open` the extra cards are those lying open, and may always be entered.
    """

    melds: tuple[tuple[str, ...], ...]
    hand_size: int
    extra_size: int
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """What a table knows of the hand being played: its sowee, and the state its companion was told of."""

    sowee: str
    noted: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Question[R]:
    """Something a table disputes. `answer` takes what was entered and the house rules.

    It raises ImpossibleError with every problem of what was entered. `about` says in a list what it is for, where
    a card is its `picture`, `lead` above its fields. `shown_as` names how a page shows the answer. `house_rules`
    can be changed for the question alone.

    A question about players has them by seat as `names` in what was entered. Where nobody sits, `players` is
    the field that says how many play, and `places` says what they are called, by numbers without it.
    `warning` is what the house rules make known before anything is entered. `at_table` fills in what a table
    knows; a question that `verifies` proves a win declared without cards. Under the name `yes` its answer says
    whether it is yes or no; one that is neither has no such name.
    """

    id: str
    title: str
    fields: tuple[Field, ...]
    answer: Callable[[Mapping[str, object], R], JudgeAnswer]
    about: str = ""
    picture: str = ""
    lead: str = ""
    shown_as: str = "lines"
    house_rules: tuple[Field, ...] = ()
    keypad: Callable[[R], Keypad] | None = None
    players: str = ""
    places: Callable[[Mapping[str, object], int], tuple[str, ...]] | None = None
    at_table: Callable[[AtTable], Mapping[str, object]] | None = None
    warning: Callable[[R], Text | None] | None = None
    verifies: bool = False
    yes: str = "is_yes"
