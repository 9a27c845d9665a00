"""What a game may offer beyond the forms for its acts: hands card by card, and an app that follows the play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, Protocol

from scoring.games.cards.pack import Pack
from scoring.texts import Text, Told


class Card(Protocol):
    """A kind of card; `index` counts the kinds of the pack."""

    @property
    def index(self) -> int: ...

    @property
    def notation(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Melding:
    """By which tables cards meld under some rules, and whether three like the sowee do that nobody laid down."""

    tables: str
    free_three: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ByCards[R]:
    """What takes the hands of a game card by card; `rows` are its pack as keys.

    `typed` is the pack as it is typed, `find` finds one card in notation. `live` says what is known of the fields of a
    claim so far, `prices` what it pays with each card that may answer for one of them. `melds` are those the
    keys may be put together to, `sources` the ways the rules let the last card come. With `pays_sowee` no win
    is paid without the sowee. `melding` names the `tables` that tell a phone without a network whether cards meld.

    `check` raises ImpossibleError for a claim that cannot be, `answer` answers it by the verify contract,
    `answer_line` one in a stream of them. `grounds` says of a win as it is kept, and its verdict, by which cards
    each condition is met, and which cards count as a secret that nobody laid. `in_words` says in lines of text
    whether it wins, None for what cannot be, each sentence told as asked.
    """

    rows: tuple[tuple[Card, ...], ...]
    typed: Pack
    find: Callable[[str], Card | None]
    live: Callable[[R, Mapping[str, object]], Any]
    prices: Callable[[R, Mapping[str, object], str], tuple[tuple[str, int], ...]]
    melds: Callable[[R], tuple[tuple[str, ...], ...]]
    melding: Callable[[R], Melding]
    tables: Callable[[str], Mapping[str, object] | None]
    sources: Callable[[R], tuple[str, ...]]
    pays_sowee: Callable[[R], bool]
    check: Callable[[object], object]
    answer: Callable[[object], dict[str, object]]
    answer_line: Callable[[str], str]
    grounds: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]
    in_words: Callable[[object, Told], tuple[bool | None, str]]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the pack in notation, counted rank by rank."""
        return tuple(card.notation for card in sorted(chain(*self.rows), key=lambda card: card.index))


class Phase(StrEnum):
    """What happens next in a hand: a draw, or the discard of who drew."""

    DRAW = "draw"
    DISCARD = "discard"


class Tapped(StrEnum):
    """What can be tapped for a seat; a whole turn is a draw from the stock and a discard."""

    DRAW = "draw"
    TAKE = "take"
    DISCARD = "discard"
    TURN = "turn"
    SECRET = "secret"
    PURRO = "purro"
    LOST = "lost"
    TAKE_BACK = "take_back"


class IllegalTapError(ValueError):
    """What was reported cannot happen now: why not by a stable code and in a sentence, and the rules."""

    def __init__(self, *, code: str, text: Text, rules: tuple[str, ...]) -> None:
        super().__init__(f"{text.english()} ({', '.join(rules)})")
        self.code, self.text, self.rules = code, text, rules


class PlayerState(Protocol):
    """A seat in a hand being played."""

    @property
    def seat(self) -> int: ...

    @property
    def purro(self) -> bool: ...

    @property
    def secrets(self) -> int: ...


class HandState(Protocol):
    """Where a hand stands; `players` are in the order of play."""

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> Phase: ...

    @property
    def players(self) -> tuple[PlayerState, ...]: ...

    def penalty_turns(self, *, seat: int) -> int:
        """Return how many penalty turns a player has left, the running one counted."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion[R]:
    """How a hand is followed: dealt to seats by a dealer, then tap by tap; IllegalTapError for what cannot be.

    `shown` says why the seat in turn shows the next card from the stock, nothing where it need not.
    """

    deal: Callable[[R, tuple[int, ...], int], HandState]
    after: Callable[[Any, Tapped, int], HandState]
    shown: Callable[[Any], tuple[tuple[Text, tuple[str, ...]], ...]]


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
