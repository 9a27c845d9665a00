"""What a hand of Qing khanhoo lacks: the best partial split, waits, single cards that would make it win."""

from dataclasses import dataclass

from scoring.games.khanhoo.qing.cards import COPIES, KINDS, Card, Counts, count_kinds
from scoring.games.khanhoo.qing.splits import Reading, Split, best_split, is_complete

HAND_SIZE = 15
"""A winning hand (Q2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Another card in the place of one that is held."""

    out: Card
    into: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A hand of up to fifteen cards: its split, whether it wins, and otherwise what would make it win.

    `waits` are the cards that complete fourteen, `changes` those of one card that complete fifteen.
    """

    split: Split
    wins: bool
    missing: int
    waits: tuple[Card, ...] = ()
    changes: tuple[Change, ...] = ()


def judge_hand(*, cards: tuple[Card, ...], reading: Reading) -> Verdict:
    """Return whether cards win, and otherwise the best partial split and what they lack (Q2 to Q5).

    No fifth copy of a kind is ever proposed (Q1).
    """
    split = best_split(cards=cards, reading=reading)
    missing = HAND_SIZE - len(cards)
    counts = count_kinds(cards=cards)
    return Verdict(
        split=split,
        wins=split.is_complete and not missing,
        missing=missing,
        waits=_waits(counts, reading) if missing == 1 else (),
        changes=_changes(counts, reading) if not missing and not split.is_complete else (),
    )


def _waits(counts: Counts, reading: Reading) -> tuple[Card, ...]:
    if not is_complete(counts=counts, reading=reading, any_card=1):
        return ()
    return tuple(
        card
        for card in KINDS
        if counts[card.index] < COPIES and is_complete(counts=_with(counts, card, 1), reading=reading)
    )


def _changes(counts: Counts, reading: Reading) -> tuple[Change, ...]:
    return tuple(
        Change(out=out, into=into)
        for out in KINDS
        if counts[out.index]
        for into in _waits(_with(counts, out, -1), reading)
        if into != out
    )


def _with(counts: Counts, card: Card, more: int) -> Counts:
    return (*counts[: card.index], counts[card.index] + more, *counts[card.index + 1 :])
