"""Define the argument types of operations and the API."""

from typing import Annotated, Any
from uuid import UUID

from scoring.games import GAMES
from scoring.games.base import InWords
from scoring.games.cuajo.cards import KINDS
from scoring.limits import Limits, OneOf
from scoring.models import LONGEST_NAME, LONGEST_NOTE, LONGEST_REASON, LONGEST_TITLE
from scoring.money import HIGHEST_AMOUNT_CENTS, OFFERED_CURRENCIES

MOST_PLAYERS = 8

type CurrencyCode = Annotated[str, OneOf(tuple(currency.code for currency in OFFERED_CURRENCIES), "CurrencyCode")]
type GameId = Annotated[str, OneOf(tuple(game.id for game in GAMES))]
type Card = Annotated[str, OneOf(tuple(card.notation for card in KINDS), "Card")]

# In the API null has a meaning, so a missing id needs another value.
NOT_SAID = UUID(int=1)

type SeatNumber = Annotated[int, Limits(1, MOST_PLAYERS)]
type SeatNumbers = Annotated[tuple[SeatNumber, ...], Limits(1, MOST_PLAYERS)]
type EntryNumber = Annotated[int, Limits(1, 2**31 - 1)]
type Cents = Annotated[int, Limits(1, HIGHEST_AMOUNT_CENTS)]
type OwedCents = Annotated[int, Limits(0, HIGHEST_AMOUNT_CENTS)]
type WonOrLost = Annotated[int, Limits(-HIGHEST_AMOUNT_CENTS, HIGHEST_AMOUNT_CENTS)]

type PersonName = Annotated[str, Limits(1, LONGEST_NAME)]
type PersonNames = tuple[PersonName, ...]
type SomeNames = Annotated[PersonNames, Limits(2, MOST_PLAYERS)]
type SomeIds = Annotated[tuple[UUID, ...], Limits(0, 100)]
type Title = Annotated[str, Limits(0, LONGEST_TITLE)]
type Note = Annotated[str, Limits(0, LONGEST_NOTE)]
type Reason = Annotated[str, Limits(1, LONGEST_REASON)]
type Remark = Annotated[str, Limits(0, LONGEST_REASON)]

type SentRules = Annotated[Any, InWords("rules")]
type RulesOrPreset = Annotated[Any, InWords("rules or preset", str | dict)]
