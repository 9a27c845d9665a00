"""The kinds of lines that a ledger holds. Pure."""

from enum import StrEnum


class EntryKind(StrEnum):
    """What an entry of the ledger records."""

    HAND = "hand"
    SECRET = "secret"
    PENALTY = "penalty"
    REVERSAL = "reversal"
    MATCH = "match"
    ADJUSTMENT = "adjustment"
    SEATING = "seating"
    CLOSE = "close"
    HANDOVER = "handover"
    FREE = "free"
    UTANG = "utang"
    TONG = "tong"
    CHIPS = "chips"
    TERMS = "terms"
    PAST = "past"
    DAY = "day"


class UtangWay(StrEnum):
    """What a line of a debt over nights records: how it was settled, or that it was carried into this night."""

    PAID = "paid"
    FORGIVEN = "forgiven"
    CARRIED = "carried"
    OPENING = "opening"


PLAYED = (EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY)
"""The lines that are judged by who sat where."""

SETTLING = (EntryKind.HANDOVER, EntryKind.UTANG)
"""The lines that settle what is left of a plan."""

QUIET = (EntryKind.SEATING, EntryKind.TERMS, EntryKind.DAY, EntryKind.TONG)
"""Lines that say how a night is played; those of the tong that move money are no longer only that."""

MOVES_CHIPS = (*PLAYED, EntryKind.MATCH, EntryKind.FREE)
"""The lines with which chips change hands at the table."""
