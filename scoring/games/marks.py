"""What a won hand is counted for beside its money, so that history can say how often it happened to whom."""

from enum import StrEnum


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
