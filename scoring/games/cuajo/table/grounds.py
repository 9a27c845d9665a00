"""Why something is so at the table: every ground for a ruling, with its sentence and its rule numbers."""

from dataclasses import dataclass
from enum import StrEnum


class Ground(StrEnum):
    """A ground with a stable code; `text` says it in a sentence, `rules` where it is written."""

    WRONG_SEATS = "wrong_seats"
    UNKNOWN_SEAT = "unknown_seat"
    HAND_ENDED = "hand_ended"
    HAND_RUNS = "hand_runs"
    NOT_IN_TURN = "not_in_turn"
    MUST_DRAW_FIRST = "must_draw_first"
    ALREADY_DRAWN = "already_drawn"
    STOCK_EMPTY = "stock_empty"
    STOCK_LEFT = "stock_left"
    MUST_DISCARD = "must_discard"
    WIN_HAS_WINNER = "win_has_winner"
    LAST_DISCARD = "last_discard"
    KING_DISCARDED = "king_discarded"
    LAID_DOWN = "laid_down"
    NOTHING_TO_DISCARD = "nothing_to_discard"
    MAY_DISCARD = "may_discard"
    SECRET_TIME = "secret_time"
    FOUR_SECRETS = "four_secrets"
    AFTER_OWN_DISCARD = "after_own_discard"
    MAY_SAY_PURRO = "may_say_purro"
    ALREADY_PURRO = "already_purro"
    NOT_PURRO = "not_purro"
    NO_KING_DRAWN = "no_king_drawn"
    ON_PENALTY = "on_penalty"
    PENALTY_BARS_PURRO = "penalty_bars_purro"
    SHOWN_FOR_PURRO = "shown_for_purro"
    SHOWN_FOR_PENALTY = "shown_for_penalty"
    NOT_SHOWN = "not_shown"
    PURRO_OUT_OF_TURN = "purro_out_of_turn"
    PURRO_REQUIRED = "purro_required"
    PENALTY_DRAW = "penalty_draw"
    NOTHING_TO_CLAIM = "nothing_to_claim"
    DISCARD_OF_ANOTHER = "discard_of_another"
    DISCARD_WIN_OFF = "discard_win_off"
    DEALT_WIN_OFF = "dealt_win_off"
    OWN_TURN = "own_turn"
    MAY_CLAIM = "may_claim"
    KINGS_ALONE = "kings_alone"
    DRAWER_FIRST = "drawer_first"
    SOONEST_TURN = "soonest_turn"
    NEXT_IN_TURN = "next_in_turn"
    COMES_LATER = "comes_later"
    WINNER_DEALS = "winner_deals"
    SAME_DEALER = "same_dealer"
    VOID_SAME_DEALER = "void_same_dealer"

    @property
    def text(self) -> str:
        """Return the ground in a sentence for players."""
        return _TEXTS[self][1]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rule numbers.

        >>> Ground.COMES_LATER.rules
        ('C22',)
        """
        return tuple(_TEXTS[self][0].split())


_TEXTS: dict[Ground, tuple[str, str]] = {
    Ground.WRONG_SEATS: ("C12 C16", "Two to six different seats play a hand, the dealer among them."),
    Ground.UNKNOWN_SEAT: ("C12", "Nobody plays on this seat."),
    Ground.HAND_ENDED: ("C13", "The hand has ended."),
    Ground.HAND_RUNS: ("C13", "The hand has not ended yet."),
    Ground.NOT_IN_TURN: ("C15", "It is another player's turn."),
    Ground.MUST_DRAW_FIRST: ("C15", "The player in turn must draw first."),
    Ground.ALREADY_DRAWN: ("C15", "The player in turn has sixteen cards and does not draw."),
    Ground.STOCK_EMPTY: ("C33", "The stock is exhausted."),
    Ground.STOCK_LEFT: ("C33", "A hand is drawn only when the stock is exhausted."),
    Ground.MUST_DISCARD: ("C33", "The player who drew the last card may still win or must discard."),
    Ground.WIN_HAS_WINNER: ("C13", "A hand that is won ends with a win or a claim of its winner."),
    Ground.LAST_DISCARD: ("C33", "With the stock exhausted a discard is taken only to win."),
    Ground.KING_DISCARDED: ("C14", "Kings are never discarded."),
    Ground.LAID_DOWN: ("C9", "The card lies in a secret that was laid down."),
    Ground.NOTHING_TO_DISCARD: ("C9", "All sixteen cards lie in secrets."),
    Ground.MAY_DISCARD: ("C14", "Every card but a king may be discarded."),
    Ground.SECRET_TIME: ("C17", "A secret is laid on the own turn, after drawing and before discarding."),
    Ground.FOUR_SECRETS: (
        "C9 C17",
        "Sixteen cards hold four secrets, and the fourth may be laid only to win.",
    ),
    Ground.AFTER_OWN_DISCARD: ("C19", "This is said right after the own discard, before the next draw."),
    Ground.MAY_SAY_PURRO: ("C19", "The player has just discarded and may say purro."),
    Ground.ALREADY_PURRO: ("C19", "The player is purro already."),
    Ground.NOT_PURRO: ("C19", "The player is not purro."),
    Ground.NO_KING_DRAWN: ("C23", "Purro is lost only by a king drawn from the stock."),
    Ground.ON_PENALTY: ("C23", "For two turns after losing purro the hand may not win."),
    Ground.PENALTY_BARS_PURRO: ("C23", "For two turns after losing purro it may not be said."),
    Ground.SHOWN_FOR_PURRO: ("C20", "Another player is purro."),
    Ground.SHOWN_FOR_PENALTY: ("C23", "For two turns after losing purro drawn cards are shown."),
    Ground.NOT_SHOWN: ("C20 C23", "No other player is purro, and the drawer has not lost purro."),
    Ground.PURRO_OUT_OF_TURN: ("C21 C24", "Out of turn only a player who said purro wins."),
    Ground.PURRO_REQUIRED: ("C24", "By the house rules purro must be said before winning."),
    Ground.PENALTY_DRAW: ("C23", "By the house rules a card drawn on a penalty turn cannot be claimed."),
    Ground.NOTHING_TO_CLAIM: ("C20 C21", "No other player has drawn a stock card that must be shown."),
    Ground.DISCARD_OF_ANOTHER: ("C15 C21", "A discard goes only to the player whose turn is next."),
    Ground.DISCARD_WIN_OFF: ("C15", "By the house rules a discard does not win."),
    Ground.DEALT_WIN_OFF: ("C34", "By the house rules a dealt hand does not win; the dealer must discard."),
    Ground.OWN_TURN: ("C21 C24", "On the own turn a complete hand wins."),
    Ground.MAY_CLAIM: ("C20 C21", "Who said purro wins with the card another player shows."),
    Ground.KINGS_ALONE: ("L4", "Kings that win alone need no purro."),
    Ground.DRAWER_FIRST: ("C22", "The drawer comes first if the card completes the drawer's hand."),
    Ground.SOONEST_TURN: ("C21 C22", "Of those who may claim the card, this player's turn comes soonest."),
    Ground.NEXT_IN_TURN: ("C15 C21", "The discard of the player to the left may be taken to win."),
    Ground.COMES_LATER: ("C22", "The drawer, or a player whose turn comes sooner, goes first."),
    Ground.WINNER_DEALS: ("C13", "The winner deals next."),
    Ground.SAME_DEALER: ("C13", "After a drawn hand the same dealer deals again."),
    Ground.VOID_SAME_DEALER: ("C13 C35", "After a void hand the same dealer deals again."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Yes or no, and on which grounds; a no gives every ground at once."""

    yes: bool
    grounds: tuple[Ground, ...]


class IllegalEventError(ValueError):
    """What was reported cannot happen now; `ground` says why, its code is stable."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(f"{ground.text} ({', '.join(ground.rules)})")
        self.ground = ground

    @property
    def code(self) -> str:
        """Return the stable code of the ground."""
        return self.ground.value
