"""Why something is so at the table: every ground for a ruling, with its sentence and its rule numbers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from scoring.texts import say


class Ground(StrEnum):
    """A ground with a stable code; `text` says it in a sentence, `rules` where it is written."""

    rules: tuple[str, ...]

    def __new__(cls, code: str, rules: str) -> Self:
        """Make a ground of its code and the numbers of its rules."""
        ground = str.__new__(cls, code)
        ground._value_ = code
        ground.rules = tuple(rules.split())
        return ground

    WRONG_SEATS = "wrong_seats", "C12 C16"
    UNKNOWN_SEAT = "unknown_seat", "C12"
    HAND_ENDED = "hand_ended", "C13"
    HAND_RUNS = "hand_runs", "C13"
    NOT_IN_TURN = "not_in_turn", "C15"
    MUST_DRAW_FIRST = "must_draw_first", "C15"
    ALREADY_DRAWN = "already_drawn", "C15"
    STOCK_EMPTY = "stock_empty", "C33"
    STOCK_LEFT = "stock_left", "C33"
    MUST_DISCARD = "must_discard", "C33"
    WIN_HAS_WINNER = "win_has_winner", "C13"
    LAST_DISCARD = "last_discard", "C33"
    KING_DISCARDED = "king_discarded", "C14"
    LAID_DOWN = "laid_down", "C9"
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
    DRAWER_FIRST = "drawer_first", "C22"
    SOONEST_TURN = "soonest_turn", "C21 C22"
    NEXT_IN_TURN = "next_in_turn", "C15 C21"
    COMES_LATER = "comes_later", "C22"
    WINNER_DEALS = "winner_deals", "C13"
    SAME_DEALER = "same_dealer", "C13"
    VOID_SAME_DEALER = "void_same_dealer", "C13 C35"

    @property
    def text(self) -> str:
        """Return the ground in a sentence for players.

        >>> Ground.COMES_LATER.text, Ground.COMES_LATER.rules
        ('The drawer, or a player whose turn comes sooner, goes first.', ('C22',))
        """
        return say(f"ruling.{self.value}").english()


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
