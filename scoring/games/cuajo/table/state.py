"""A hand while it is played: whose turn it is, who is purro or on penalty, what was drawn and discarded."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.games.cuajo.claim.acts import HandResult
from scoring.games.cuajo.claim.reading import Source
from scoring.games.cuajo.hand.splits import HAND_SIZE
from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.table.grounds import Ground, IllegalEventError

DRAWS_WHEN_LOST = 3
"""Who loses purro is free again with the third own draw: two penalty turns lie between (C23)."""

MOST_SECRETS = HAND_SIZE // COPIES


class Phase(StrEnum):
    """What happens next: a draw, the discard of who holds sixteen cards, or nothing any more."""

    DRAW = "draw"
    DISCARD = "discard"
    OVER = "over"


class Pile(StrEnum):
    """Where a card was drawn from (C15)."""

    STOCK = "stock"
    DISCARDS = "discards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A seat in the hand: whether purro was said, and how many own draws until the penalty is over (C23)."""

    seat: int
    purro: bool = False
    draws_until_free: int = 0
    secrets: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The last draw: whose, from where, whether it must be shown; the card as far as the table told it."""

    by: int
    pile: Pile
    card: Card | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded:
    """The card on top of the discards, as far as the table told it."""

    by: int
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnState:
    """One moment of a hand; `players` stand in the order of play, anticlockwise (C12).

    In the phase DISCARD the player in `turn` holds sixteen cards: `drawn` is the draw of this turn, None for
    the dealer's opening. In the phase DRAW everybody holds fifteen, `discarded` is the card of the player
    before, and `drawn` what that player had drawn. Once OVER, `result`, and for a win `winner` and `source`,
    are set. `stock` counts its cards without the sowee.
    """

    rules: HouseRules
    players: tuple[Player, ...]
    dealer: int
    turn: int
    phase: Phase
    stock: int
    drawn: Drawn | None = None
    discarded: Discarded | None = None
    result: HandResult | None = None
    winner: int | None = None
    source: Source | None = None

    def player(self, *, seat: int) -> Player:
        """Return the player on a seat; raises IllegalEventError with `unknown_seat`."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise IllegalEventError(Ground.UNKNOWN_SEAT)

    @property
    def acting(self) -> int:
        """Return whose turn runs; after a discard still the discarder's, until the next draw (C19)."""
        return self.discarded.by if self.phase is Phase.DRAW and self.discarded else self.turn

    def penalty_turns(self, *, seat: int) -> int:
        """Return how many penalty turns a player has left, the running one counted: 0 to 2 (C23)."""
        draws = self.player(seat=seat).draws_until_free
        return min(DRAWS_WHEN_LOST - 1, draws if seat == self.acting else max(0, draws - 1))

    def order_from(self, *, seat: int) -> tuple[int, ...]:
        """Return all seats in the order of play, beginning with this one (C12)."""
        seats = [player.seat for player in self.players]
        start = seats.index(self.player(seat=seat).seat)
        return tuple(seats[start:] + seats[:start])

    def seat_after(self, *, seat: int) -> int:
        """Return the seat whose turn comes next after this one, to its right (C12)."""
        return self.order_from(seat=seat)[1]

    def with_player(self, player: Player) -> "TurnState":
        """Return the state with a player changed."""
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return replace(self, players=players)


def deal(*, rules: HouseRules, seats: tuple[int, ...], dealer: int) -> TurnState:
    """Return a hand just dealt: fifteen cards each, sixteen for the dealer, who opens by discarding (C12).

    `seats` stand in the order of play. Raises IllegalEventError with `wrong_seats`.
    """
    if not 2 <= len(seats) <= 6 or len(set(seats)) != len(seats) or dealer not in seats:
        raise IllegalEventError(Ground.WRONG_SEATS)
    return TurnState(
        rules=rules,
        players=tuple(Player(seat=seat) for seat in seats),
        dealer=dealer,
        turn=dealer,
        phase=Phase.DISCARD,
        stock=len(KINDS) * COPIES - (HAND_SIZE - 1) * len(seats) - 2,
    )


def after_draw(
    *,
    rules: HouseRules,
    seats: tuple[int, ...],
    by: int,
    card: Card | None = None,
    pile: Pile = Pile.STOCK,
    purro: Collection[int] = (),
    penalty: Collection[int] = (),
) -> TurnState:
    """Return the moment after a draw, for a question about a single card; stock and dealer mean nothing.

    `penalty` are the players whose running or next turn is a penalty turn. Raises IllegalEventError with
    `wrong_seats`, `unknown_seat`, or `penalty_bars_purro` for a player in both groups.
    """
    state = _told(deal(rules=rules, seats=seats, dealer=by), purro, penalty)
    shown = pile is Pile.DISCARDS or by in penalty or any(seat != by for seat in purro)
    return replace(state, drawn=Drawn(by=by, pile=pile, card=card, shown=shown))


def after_discard(
    *,
    rules: HouseRules,
    seats: tuple[int, ...],
    by: int,
    card: Card | None = None,
    purro: Collection[int] = (),
    penalty: Collection[int] = (),
) -> TurnState:
    """Return the moment after a discard and before the next draw; otherwise as `after_draw`."""
    state = _told(deal(rules=rules, seats=seats, dealer=by), purro, penalty)
    discarded = Discarded(by=by, card=card)
    return replace(state, turn=state.seat_after(seat=by), phase=Phase.DRAW, discarded=discarded)


def _told(state: TurnState, purro: Collection[int], penalty: Collection[int]) -> TurnState:
    for seat in (*purro, *penalty):
        if seat in purro and seat in penalty:
            raise IllegalEventError(Ground.PENALTY_BARS_PURRO)
        left = DRAWS_WHEN_LOST - 1 if seat in penalty else 0
        state = state.with_player(replace(state.player(seat=seat), purro=seat in purro, draws_until_free=left))
    return state
