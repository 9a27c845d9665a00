"""The state of a hand in play, and reasons for rulings."""

from dataclasses import replace
from enum import StrEnum
from typing import Self

from scoring.frozen import Frozen
from scoring.games.cuajo.cards import COPIES, KINDS, Card
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.splits import HAND_SIZE
from scoring.texts import Text, say


class Ground(StrEnum):
    """A ground of a ruling, with its rules."""

    rules: tuple[str, ...]

    def __new__(cls, code: str, rules: str) -> Self:
        ground = str.__new__(cls, code)
        ground._value_ = code
        ground.rules = tuple(rules.split())
        return ground

    WRONG_SEATS = "wrong_seats", "C12 C16"
    UNKNOWN_SEAT = "unknown_seat", "C12"
    NOT_IN_TURN = "not_in_turn", "C15"
    MUST_DRAW_FIRST = "must_draw_first", "C15"
    ALREADY_DRAWN = "already_drawn", "C15"
    STOCK_EMPTY = "stock_empty", "C33"
    LAST_DISCARD = "last_discard", "C33"
    KING_DISCARDED = "king_discarded", "C14"
    NOTHING_TO_DISCARD = "nothing_to_discard", "C9"
    MAY_DISCARD = "may_discard", "C14"
    SECRET_TIME = "secret_time", "C17"
    FOUR_SECRETS = "four_secrets", "C9 C17"
    AFTER_OWN_DISCARD = "after_own_discard", "C19"
    MAY_SAY_PURRO = "may_say_purro", "C19"
    ALREADY_PURRO = "already_purro", "C19"
    NOT_PURRO = "not_purro", "C19"
    NO_KING_DRAWN = "no_king_drawn", "C23"
    ON_PENALTY = "on_penalty", "C23"
    PENALTY_BARS_PURRO = "penalty_bars_purro", "C23"
    SHOWN_FOR_PURRO = "shown_for_purro", "C20"
    SHOWN_FOR_PENALTY = "shown_for_penalty", "C23"
    NOT_SHOWN = "not_shown", "C20 C23"
    PURRO_OUT_OF_TURN = "purro_out_of_turn", "C21 C24"
    PURRO_REQUIRED = "purro_required", "C24"
    PENALTY_DRAW = "penalty_draw", "C23"
    NOTHING_TO_CLAIM = "nothing_to_claim", "C20 C21"
    DISCARD_OF_ANOTHER = "discard_of_another", "C15 C21"
    DISCARD_WIN_OFF = "discard_win_off", "C15"
    DEALT_WIN_OFF = "dealt_win_off", "C34"
    OWN_TURN = "own_turn", "C21 C24"
    MAY_CLAIM = "may_claim", "C20 C21"
    KINGS_ALONE = "kings_alone", "L4"
    KINGS_CLAIM = "kings_claim", "L4"
    DRAWER_FIRST = "drawer_first", "C22"
    SILENT_DRAWER = "silent_drawer", "C22"
    KINGS_DEALT = "kings_dealt", "L4"
    SOONEST_TURN = "soonest_turn", "C21 C22"
    NEXT_IN_TURN = "next_in_turn", "C15 C21"
    COMES_LATER = "comes_later", "C22"
    WINNER_DEALS = "winner_deals", "C13"
    SAME_DEALER = "same_dealer", "C13"
    VOID_SAME_DEALER = "void_same_dealer", "C13 C35"

    @property
    def text(self) -> Text:
        return say(f"ruling.{self.value}")


class Permission(Frozen):
    yes: bool
    grounds: tuple[Ground, ...]


class Phase(StrEnum):
    """The next event of a hand."""

    DRAW = "draw"
    DISCARD = "discard"


class TapKind(StrEnum):
    DRAW = "draw"
    TAKE = "take"
    DISCARD = "discard"
    TURN = "turn"
    SECRET = "secret"
    PURRO = "purro"
    LOST = "lost"
    TAKE_BACK = "take_back"


class IllegalTapError(ValueError):
    """A tap that is impossible now. `ground` says why."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(f"{ground.text.english()} ({', '.join(ground.rules)})")
        self.ground, self.code, self.text, self.rules = ground, ground.value, ground.text, ground.rules


# Two penalty turns go by before the third own draw ends the penalty (C23).
DRAWS_WHEN_LOST = 3

MOST_SECRETS = HAND_SIZE // COPIES


class Pile(StrEnum):
    """The source of a draw (C15)."""

    STOCK = "stock"
    DISCARDS = "discards"


class Player(Frozen):
    """A seat in the hand, with purro and penalty (C23)."""

    seat: int
    purro: bool = False
    draws_until_free: int = 0
    secrets: int = 0


class Draw(Frozen):
    pile: Pile
    shown: bool
    card: Card | None = None


class TurnState(Frozen):
    """One moment of a hand, players anticlockwise (C12).

    `drawn` is None for the dealer's opening. `stock` counts cards without the sowee.
    """

    rules: HouseRules
    players: tuple[Player, ...]
    dealer: int
    turn: int
    phase: Phase
    stock: int
    drawn: Draw | None = None
    discarded_by: int | None = None

    def player(self, *, seat: int) -> Player:
        for player in self.players:
            if player.seat == seat:
                return player
        raise IllegalTapError(Ground.UNKNOWN_SEAT)

    @property
    def acting(self) -> int:
        """Return the seat that drew or discarded last (C19)."""
        # The discarder may say purro until the next draw.
        return self.discarded_by if self.phase is Phase.DRAW and self.discarded_by is not None else self.turn

    def penalty_turns(self, *, seat: int) -> int:
        """Count the penalty turns left, 0 to 2 (C23)."""
        # The draw that ends the penalty begins no penalty turn. The acting player has already drawn.
        draws = self.player(seat=seat).draws_until_free
        return min(DRAWS_WHEN_LOST - 1, draws if seat == self.acting else max(0, draws - 1))

    def order_from(self, *, seat: int) -> tuple[int, ...]:
        """Return the order of play from this seat (C12)."""
        seats = [player.seat for player in self.players]
        start = seats.index(self.player(seat=seat).seat)
        return tuple(seats[start:] + seats[:start])

    def with_player(self, player: Player) -> "TurnState":
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return replace(self, players=players)


def deal(*, rules: HouseRules, seats: tuple[int, ...], dealer: int) -> TurnState:
    """Deal a hand to seats in order (C12). Raises IllegalTapError with `wrong_seats`."""
    if not 2 <= len(seats) <= 6 or len(set(seats)) != len(seats) or dealer not in seats:
        raise IllegalTapError(Ground.WRONG_SEATS)
    # The sowee and the dealer's sixteenth card are not in the stock.
    return TurnState(
        rules=rules,
        players=tuple(Player(seat=seat) for seat in seats),
        dealer=dealer,
        turn=dealer,
        phase=Phase.DISCARD,
        stock=len(KINDS) * COPIES - (HAND_SIZE - 1) * len(seats) - 2,
    )
