"""What happens in a hand, as the table reports it; a card is None where nobody told it."""

from dataclasses import dataclass

from scoring.games.cuajo.claim.acts import HandResult
from scoring.games.cuajo.pack.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStock:
    """A player draws the top of the stock (C15)."""

    seat: int
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDiscard:
    """A player takes the discard of the player before (C15)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """A player discards, and the turn passes (C12, C14)."""

    seat: int
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LaySecret:
    """A player lays down a secret and is paid (C17)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SayPurro:
    """A player says purro right after discarding (C19)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LosePurro:
    """A king drawn forced out a needed card: the penalty begins (C23)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackPurro:
    """A player takes back a purro said wrongly or given up by choice; the rules know no penalty for it."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A player says time and wins with the card another has drawn (C21, C22).

    `also` are other seats whose hand it completes; `by_kings` all seats that win by kings alone (L4).
    """

    seat: int
    also: tuple[int, ...] = ()
    by_kings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A player shows a complete hand on the own turn (C21, C34), or kings that win alone (L4)."""

    seat: int
    by_kings: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndHand:
    """The hand ends without a winner: drawn (C33) or void after a false win (C35)."""

    result: HandResult


type Event = (
    DrawStock | TakeDiscard | Discard | LaySecret | SayPurro | LosePurro | TakeBackPurro | Claim | Win | EndHand
)
