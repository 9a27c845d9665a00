"""Cau, recau and contracau: what a chain of equal cards pays, in cards and in this order (R6)."""

from dataclasses import dataclass
from enum import StrEnum


class Call(StrEnum):
    """What is called by the player who matches the card before."""

    CAU = "cau"
    RECAU = "recau"
    CONTRACAU = "contracau"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """So many cards fall due from one player to another, under a rule."""

    payer: int
    payee: int
    cards: int
    rule: str = "R6"


def call_of(*, chain: tuple[int, ...]) -> Call | None:
    """Return what the last player of a chain called; a chain begins with the card that took nothing."""
    return tuple(Call)[len(chain) - 2] if len(chain) > 1 else None


def dues_of(*, chain: tuple[int, ...]) -> tuple[Due, ...]:
    """Return what a chain of players pays: the last but one first, to the one after each player first.

    Nobody pays themselves: with three players contracau is called by the one whose card was matched first.

    >>> [(due.payer, due.payee, due.cards) for due in dues_of(chain=(1, 2, 3))]
    [(2, 3, 1), (1, 2, 1), (1, 3, 2)]
    """
    return tuple(
        Due(payer=chain[payer], payee=chain[payee], cards=payee - payer)
        for payer in range(len(chain) - 2, -1, -1)
        for payee in range(payer + 1, len(chain))
        if chain[payer] != chain[payee]
    )
