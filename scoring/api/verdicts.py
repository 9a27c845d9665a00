"""Verdicts of the judge about cards; every text stands there in English, cards in notation."""

from typing import Annotated, Any, NotRequired, TypedDict

from scoring.api.json_schema import Won
from scoring.games.base import InWords
from scoring.games.cuajo.claim import Source
from scoring.games.cuajo.rules import Scheme

type AnyObject = Annotated[Any, InWords("object")]
type Texts = tuple[str, ...]
type Melds = tuple[Texts, ...]


class Ruling(TypedDict):
    """What rests on a ruling, as the sources are silent, and the house rule that says otherwise, if any."""

    text: str
    rule: str
    name: str
    label: str


class ChangeOfCard(TypedDict):
    """Another card in the place of one that is held."""

    out: str
    into: str


class NearMiss(TypedDict):
    """How far the cards are from a win."""

    melded: int
    melds: Melds
    strays: Texts
    changes: tuple[ChangeOfCard, ...]
    distance: int | None


class Verdict(Won):
    """The verdict; a hand that is no win has `valid` false, the rule it breaks and the near miss.

    `conditions` and `extra_used` are there where extra cards are turned, `king_win` and `left_over` by a price list.
    """

    valid: bool
    rule: NotRequired[str]
    near_miss: NotRequired[NearMiss]
    rulings: NotRequired[tuple[Ruling, ...]]


class WrongCard(TypedDict):
    """One thing that is wrong with cards: `field` is where, empty where it is no single one."""

    code: str
    message: str
    cards: Texts
    field: str


class Distance(TypedDict):
    """What is known of a hand so far; `near_miss` is null while its cards cannot be."""

    count: int
    waits: Texts
    near_miss: NearMiss | None
    problems: tuple[WrongCard, ...]


class Way(TypedDict):
    """What a card would pay if it came this way, null where it cannot; `best_cents` with extra cards at best."""

    source: Source
    per_opponent_cents: int | None
    best_cents: int | None
    lay_first: str


class Wait(TypedDict):
    """A card that completes the hand, and how many copies nobody has seen."""

    card: str
    unseen: int
    ways: tuple[Way, ...]


class Purro(TypedDict):
    """Whether fifteen cards are purro, and what they wait for."""

    purro: bool
    unseen: int
    away: int | None
    waits: tuple[Wait, ...]
    reasons: Texts
    melds: Melds
    strays: Texts
    scheme: Scheme
    rules_revision: str


class Need(TypedDict):
    """What a condition still lacks: so many of these cards."""

    condition: str
    number: int
    cards: Texts


class Ending(TypedDict):
    """A way the turning can end: its chance as an exact fraction, and what it pays without kings."""

    name: str
    chance: str
    amount_cents: int


class ExtraCards(TypedDict):
    """Where the turning of extra cards stands; `both` is the chance that both conditions will hold."""

    needs: tuple[Need, ...]
    may_turn: int
    allowed: int
    used: int
    both: str
    endings: tuple[Ending, ...]
    unseen: tuple[int, ...]
    rules_revision: str


class Ground(TypedDict):
    """A reason and the rules it rests on."""

    text: str
    rules: Texts


class Claimant(TypedDict):
    """Somebody whose hand the card completes."""

    seat: int
    who: str
    wins: bool
    grounds: tuple[Ground, ...]


class RulingOnCard(TypedDict):
    """Whose card it is, null for nobody, and on which grounds; and what each may do now."""

    winner: int | None
    claimants: tuple[Claimant, ...]
    show: AnyObject
    win: tuple[AnyObject, ...]
    purro: tuple[AnyObject, ...]
    discard: AnyObject | None
    deals: tuple[Ground, ...]
    rules_revision: str
