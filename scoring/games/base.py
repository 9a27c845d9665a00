"""The interface between a game and the software."""

# An act is a report of the table, such as a hand or a secret. Only the game reads the JSON of an act, so a new game
# needs no new column, form or page. Debts are whole minor units before any stake factor.

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Protocol

from scoring.frozen import Frozen
from scoring.games.fields import Field, Question, TallyLine
from scoring.texts import Sentence, Text
from scoring.texts.words import gettext_noop as _

type Data = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class InWords:
    """The meaning of JSON data of a game. `of` is `hand`, `penalty`, `any` (an act), `verdict` or `rules`."""

    of: str
    takes: type | UnionType = dict


type HandAct = Annotated[Data, InWords("hand")]
type PenaltyAct = Annotated[Data, InWords("penalty")]
type AnyAct = Annotated[Data, InWords("any")]
type VerdictData = Annotated[Data, InWords("verdict")]
type RulesData = Annotated[Any, InWords("rules")]


class ActKind(StrEnum):
    HAND = "hand"
    SECRET = "secret"
    FALSE_SECRET = "false_secret"
    FALSE_WIN = "false_win"
    PENALTY = "penalty"


class Feature(StrEnum):
    """A part of a game beyond the forms for acts."""

    CARD_ENTRY = "card_entry"
    QUICK_ENTRY = "quick_entry"
    UNWON_HANDS = "unwon_hands"
    SOWEE = "sowee"
    COMPANION = "companion"
    SECRETS_SHOWN = "secrets_shown"
    CLOCKWISE = "clockwise"
    HANDS_WON = "hands_won"
    OPEN_END = "open_end"


class Mark(StrEnum):
    """A property of a won hand, counted over nights."""

    # The values are columns of the tallies in the database: renaming one needs a migration.

    OWN_DRAW = "own_draw"
    CLAIMED = "claimed"
    DISCARD = "discard"
    COMPLETE = "complete"
    KINGS = "kings"
    KINGS_OF_COINS = "kings_of_coins"
    PORBIS = "porbis"
    BOUNIT = "bounit"
    SOWEE = "sowee"
    BOTH = "both"
    NEITHER = "neither"
    EXTRA_CARDS = "extra_cards"
    DECLARED = "declared"


class Seat(Frozen):
    """A place in the order of play, with its side."""

    number: int
    side: int


class Problem(Frozen):
    """An error of the input, with its field."""

    text: Text
    cards: tuple[str, ...] = ()
    field: str = ""

    @property
    def code(self) -> str:
        return self.text.code

    @property
    def message(self) -> Sentence:
        """Return the sentence in English, with seat numbers."""
        return self.text.sentence()


class ImpossibleError(ValueError):
    """The input is contradictory: `problems` has every reason."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)

    @property
    def code(self) -> str:
        return self.problems[0].code


class Debt(Frozen):
    """Whole minor units from payer to payee, above zero."""

    payer: int
    payee: int
    cents: int


class Points(Frozen):
    """Whole points of a seat, never zero."""

    seat: int
    points: int


class Payload(Protocol):
    """Data that has a canonical JSON form."""

    def data(self) -> Data: ...


class Table(Frozen):
    """Facts of a table beyond the reported act.

    `secrets` counts paid secrets by seat. `drawn_before` counts drawn hands with stakes in the pot.
    """

    secrets: Mapping[int, int] = field(default_factory=dict)
    players: int = 0
    dealer: int | None = None
    drawn_before: int | None = None


class Tally(Frozen):
    """A verdict line by line, with optional reasons."""

    lines: tuple[TallyLine, ...] | None = None
    reasons: tuple[TallyLine, ...] | None = None

    def data(self) -> Data:
        parts = {"lines": self.lines, "reasons": self.reasons}
        return {name: [line.data() for line in lines] for name, lines in parts.items() if lines is not None}


class PlayProgress(Frozen):
    """The state and steps of a hand in play."""

    now: tuple[TallyLine, ...]
    steps: tuple[TallyLine, ...]


class Outcome(Frozen):
    """Debts and points of an act, with its verdict. `deals_next` is None if the same dealer deals again."""

    said: Payload
    debts: tuple[Debt, ...]
    scores: tuple[Points, ...] = ()
    verdict: Payload = Tally()
    winner: int | None = None
    deals_next: int | None = None


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    preset: str
    revision: int = 1
    source: str


class Match[R: HouseRules](Protocol):
    """The end and value of a match for points."""

    def is_over(self, *, points: Mapping[int, int], rules: R) -> bool: ...

    def debts(self, *, points: Mapping[int, int], rules: R) -> tuple[Debt, ...]: ...


class Game[R: HouseRules, S: Payload](ABC):
    """A game, without state. `rules_document` is a file in `docs/rules`. `usual_prices` are whole units of money."""

    # One instance serves all requests at once: a game with state would need locks.

    id: str
    name: str
    engine_version: str
    seat_counts: tuple[int, ...]
    presets: tuple[str, ...]
    preset_labels: Mapping[str, str]
    preset_says: Mapping[str, str] = {}
    usual_prices: tuple[int, ...] = (5, 10, 20, 50, 100)
    match: Match[R] | None = None
    house_rules: tuple[Field, ...]
    questions: tuple[Question[R], ...]
    rules_document: str
    marks: tuple[Mark, ...] = ()

    @abstractmethod
    def read_rules(self, *, value: object, minor_digits: int = 2) -> R:
        """Read a preset's name, or a preset with changes. Amounts have `minor_digits`. Raises ImpossibleError."""

    def price_asked(self, *, rules: R) -> tuple[str, str]:  # noqa: ARG002
        """Return the house rule that sets the price, and its question."""
        return "point", _("What is a point worth?")

    def price_says(self, *, rules: R) -> str:  # noqa: ARG002
        """Explain the price in a sentence, or leave it empty."""
        return ""

    def features(self, *, rules: R) -> frozenset[Feature]:  # noqa: ARG002
        return frozenset()

    @abstractmethod
    def sides(self, *, rules: R, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats with their sides. Raises ImpossibleError with `wrong_seat_count`."""

    def counts_of_sides(self, *, rules: R) -> dict[int, int]:
        """Return the number of sides for each allowed number of seats."""
        sides = {}
        for count in self.seat_counts:
            with suppress(ImpossibleError):
                sides[count] = len({seat.side for seat in self.sides(rules=rules, seat_count=count)})
        return sides

    def about_deal(self, *, rules: R, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:  # noqa: ARG002
        """Explain the deal to the table."""
        return ()

    def typical(self, *, rules: R) -> tuple[TallyLine, ...]:  # noqa: ARG002
        """Return the usual payments of a hand or match."""
        return ()

    @abstractmethod
    def asks(self, *, kind: ActKind, rules: R) -> tuple[Field, ...]:
        """Return the fields of an act, none for unknown kinds."""

    @abstractmethod
    def keys_of(self, *, kind: ActKind) -> tuple[str, ...]:
        """Return the keys that an act may have. Raises ImpossibleError with `unknown_act`."""

    @abstractmethod
    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> S:
        """Read an act. Raises ImpossibleError with every problem."""

    def follow(self, *, act: Data, rules: R, seats: tuple[Seat, ...]) -> PlayProgress | None:  # noqa: ARG002
        """Follow a hand that is entered play by play."""
        return None

    @abstractmethod
    def judge(self, *, act: S, rules: R, seats: tuple[Seat, ...]) -> Outcome:
        """Compute the debts and points of an act. Raises ImpossibleError with every problem."""

    def refusals(self, *, act: S, rules: R, table: Table) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return the reasons against recording a new act."""
        # Stored acts are never asked: a stricter rule must not make an old night unreadable.
        return ()

    @abstractmethod
    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        """Describe a judged act in a few words."""

    def marked(self, *, act: Data, verdict: Data) -> Mapping[Mark, int]:  # noqa: ARG002
        """Count the marks of a stored win."""
        return {}


# A game found by its id has types that a type checker cannot know.
type AnyGame = Game[Any, Any]
