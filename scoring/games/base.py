"""What a game gives to the rest of the software: one small interface, pure data in and out.

An *act* is what the table reports: a hand that ended, a secret laid down, a false win. Acts travel and are
stored as JSON objects whose meaning only their game knows. A game reads an act, judges it under the house
rules and answers with an outcome: who owes whom how many whole minor units, before any stake factor.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, ClassVar, Protocol

from scoring.games.fields import Field, Question, TallyLine
from scoring.texts import Sentence, Text
from scoring.texts.words import gettext_noop as _

type Data = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class InWords:
    """Says of JSON data what of a game it holds: a `hand`, a `penalty`, `any` act, a `verdict`, house `rules`."""

    of: str
    takes: type | UnionType = dict


type HandAct = Annotated[Data, InWords("hand")]
type PenaltyAct = Annotated[Data, InWords("penalty")]
type AnyAct = Annotated[Data, InWords("any")]
type VerdictData = Annotated[Data, InWords("verdict")]
type RulesData = Annotated[Any, InWords("rules")]


class ActKind(StrEnum):
    """What a table can report; a game refuses the kinds it does not know."""

    HAND = "hand"
    SECRET = "secret"
    FALSE_SECRET = "false_secret"
    FALSE_WIN = "false_win"
    PENALTY = "penalty"


class Feature(StrEnum):
    """What a game has beyond the forms for its acts.

    Hands card by card with a verdict that follows, wins without their cards, hands nobody won, a card
    that lies face up, the app following the play, and paid secrets shown after a win. Play that goes
    clockwise, a match whose points are hands won, and one that ends only when the table says so.
    """

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
    """A mark of a hand for its winner, counted over nights. A game gives those that make sense in it.

    The values are columns of the tallies in the database. Where the last card came from, whose it is, what
    the hand held, which conditions it met, and how it was recorded.
    """

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place at the table, numbered 1, 2, 3 ... in the order of play; seats of one side are partners."""

    number: int
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with an input: a sentence with its stable code, the cards, the form field concerned."""

    text: Text
    cards: tuple[str, ...] = ()
    field: str = ""

    @property
    def code(self) -> str:
        return self.text.code

    @property
    def message(self) -> Sentence:
        """Return the sentence in English, with players by the numbers of their seats."""
        return self.text.sentence()


class ImpossibleError(ValueError):
    """The input cannot be true; `problems` holds every reason at once, in a stable order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems))
        self.problems = tuple(problems)

    @property
    def code(self) -> str:
        return self.problems[0].code


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an account: what is paid, under which rule, in whole minor units."""

    text: Text
    rule: str
    cents: int

    @property
    def what(self) -> Sentence:
        return self.text.sentence()


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


class Said(Protocol):
    """An act as its game read it, or a verdict: what is stored as JSON data in canonical form."""

    def data(self) -> Data: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Act[S: Said]:
    """An act as its game read it; `said` is None where it cannot be true, and `problems` say why.

    `unknown_keys` are the keys of it that say nothing to the game; only a new act is refused for them.
    """

    kind: ActKind
    said: S | None
    problems: tuple[Problem, ...] = ()
    unknown_keys: tuple[Problem, ...] = ()

    def possible(self) -> S:
        """Return the act as read; raises ImpossibleError where it cannot be true."""
        if self.said is None:
            raise ImpossibleError(self.problems)
        return self.said


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What a table knows beside the act that is reported: how many secrets each seat was paid for, and how many play.

    `dealer` deals the hand the act belongs to; `drawn_before` are the drawn hands whose stakes are in the pot of a
    hand that was won. Both are None where they are not known.
    """

    secrets: Mapping[int, int] = field(default_factory=dict)
    players: int = 0
    dealer: int | None = None
    drawn_before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """A verdict line by line, with reasons where players may doubt it; None leaves both out."""

    lines: tuple[TallyLine, ...] | None = None
    reasons: tuple[TallyLine, ...] | None = None

    def data(self) -> Data:
        parts = {"lines": self.lines, "reasons": self.reasons}
        return {name: [line.data() for line in lines] for name, lines in parts.items() if lines is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A hand entered play by play: its state now, and its steps in order."""

    now: tuple[TallyLine, ...]
    steps: tuple[TallyLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The debts between seats that an act makes, and the verdict to store and show.

    A game that is played for points first answers with scores; a match of them becomes money by its `Match`.

    `said` is the act as understood. `winner` is the seat that won, None where nobody did; `deals_next` the
    seat that deals the next hand, None where the same dealer deals again.
    """

    said: Said
    debts: tuple[Debt, ...]
    scores: tuple[Score, ...] = ()
    verdict: Said = Tally()
    winner: int | None = None
    deals_next: int | None = None


class HouseRules(Protocol):
    """The house rules of a table: a frozen dataclass, read once, that travels as it is.

    They began as a `preset`; a club that changes its rules counts their `revision`.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __hash__(self) -> int: ...

    @property
    def preset(self) -> str: ...

    @property
    def revision(self) -> int: ...

    @property
    def source(self) -> str: ...


class Match[R: HouseRules](Protocol):
    """How a game for points ends and what its points are worth; `points` holds the total of every seat.

    The debts are those before any stake factor, also of a match that was broken off.
    """

    def is_over(self, *, points: Mapping[int, int], rules: R) -> bool: ...

    def debts(self, *, points: Mapping[int, int], rules: R) -> tuple[Debt, ...]: ...


class Game[R: HouseRules, S: Said](ABC):
    """A game of the house; it keeps nothing, and what it reads from JSON travels.

    `match` is None where every act is paid at once. `house_rules` can be changed for a table, `questions` are
    what its judge answers, `rules_document` is its document in `docs/rules`, normally named as its `id`.
    `preset_labels` are the presets as a person reads them, by what they do, `preset_says` a sentence about each with
    amounts by the names of their house rules, `usual_prices` what is offered for the one that is asked, in whole money.
    `marks` are what history counts.
    """

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
        """Read house rules from a preset's name, or from a preset and changes to it as JSON data.

        Presets are as they are in a currency with so many minor digits. Raises ImpossibleError.
        """

    def price_asked(self, *, rules: R) -> tuple[str, str]:  # noqa: ARG002
        """Return the house rule whose price says what is played for, and the question for it."""
        return "point", _("What is a point worth?")

    def price_says(self, *, rules: R) -> str:  # noqa: ARG002
        """Return a sentence with what follows from the price, empty where a usual hand or match says it."""
        return ""

    def features(self, *, rules: R) -> frozenset[Feature]:  # noqa: ARG002
        """Return what a table has under these rules beyond the forms for its acts."""
        return frozenset()

    @abstractmethod
    def sides(self, *, rules: R, seat_count: int) -> tuple[Seat, ...]:
        """Return the seats of a table with their sides; raises ImpossibleError with `wrong_seat_count`."""

    def about_deal(self, *, rules: R, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:  # noqa: ARG002
        """Return what a table should know when it deals; `seats` are in the order of play."""
        return ()

    def typical(self, *, rules: R) -> tuple[Line, ...]:  # noqa: ARG002
        """Return what a usual hand or match pays, before any stake factor, where no amount says it."""
        return ()

    @abstractmethod
    def asks(self, *, kind: ActKind, rules: R) -> tuple[Field, ...]:
        """Return what an act of this kind says; nothing where the game does not know the kind."""

    @abstractmethod
    def read_act(self, *, kind: ActKind, data: Data, rules: R, seats: tuple[Seat, ...]) -> Act[S]:
        """Read an act that was entered or stored; never raises."""

    def follow(self, *, act: Data, rules: R, seats: tuple[Seat, ...]) -> Followed | None:  # noqa: ARG002
        """Follow a hand that is entered play by play; None for others, or where nothing can be read."""
        return None

    @abstractmethod
    def judge(self, *, act: Act[S], rules: R, seats: tuple[Seat, ...]) -> Outcome:
        """Return who owes whom; raises ImpossibleError with everything that cannot be true."""

    def refusals(self, *, act: Act[S], rules: R, table: Table) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return what speaks against recording a possible act at this table; stored ones are not asked."""
        return ()

    @abstractmethod
    def sentence(self, *, kind: ActKind, act: Data) -> Text:
        """Return an act that was judged in a few words."""

    def marked(self, *, act: Data, verdict: Data) -> Mapping[Mark, int]:  # noqa: ARG002
        """Return what a won hand that is stored is counted for in the history, and how often."""
        return {}


type AnyGame = Game[Any, Any]  # a game known by its id only: the rules it reads are the rules it takes
