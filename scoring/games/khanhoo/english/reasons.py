"""Why the best-paying split is as it is: larger melds taken apart, runs that stay whole (E7)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.games.khanhoo.english.cards import JOKER, Card, count_kinds
from scoring.games.khanhoo.english.melds import LEAST_IN_SEQUENCE, Meld, MeldKind, MeldTable, fixed_melds, missing_cards
from scoring.games.khanhoo.english.splits import Split, best_split
from scoring.texts import Text, say


class Why(StrEnum):
    """What a reason says."""

    PAYS_LESS = "pays_less"
    LEAVES_CARDS = "leaves_cards"
    UNBROKEN_RUN = "unbroken_run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a meld is not taken, or is not split; `points` are those of the best split with it, if any."""

    why: Why
    meld: Meld
    points: int | None = None

    @property
    def text(self) -> Text:
        """Return the reason as a sentence."""
        cards = " ".join(str(card) for card in self.meld.cards)
        match self.why:
            case Why.PAYS_LESS:
                points = self.points or 0
                return say("reason.pays_less", meld=self.meld.kind.text, cards=cards, points=points)
            case Why.LEAVES_CARDS:
                return say("reason.leaves_cards", meld=self.meld.kind.text, cards=cards)
            case Why.UNBROKEN_RUN:
                return say("reason.unbroken_run", cards=cards)


def reasons_for(*, split: Split, cards: tuple[Card, ...], table: MeldTable) -> tuple[Reason, ...]:
    """Return why each larger meld among these cards was taken apart, and which long runs stay whole.

    Jokers count as the cards they stand for in the split.
    """
    return (*_taken_apart(split, cards, table), *_unbroken(split))


def _taken_apart(split: Split, cards: tuple[Card, ...], table: MeldTable) -> list[Reason]:
    stood_for = [card for meld in split.melds for card in meld.jokers_for]
    held, _ = count_kinds(cards=[*(card for card in cards if card is not JOKER), *stood_for])
    taken = {meld.cards for meld in split.melds}
    reasons = []
    for meld in fixed_melds(table=table):
        if meld.kind.is_larger and meld.cards not in taken and not missing_cards(meld=meld, counts=held):
            other = best_split(cards=cards, table=table, holding=meld)
            why = Why.LEAVES_CARDS if other is None else Why.PAYS_LESS
            reasons.append(Reason(why=why, meld=meld, points=None if other is None else other.points))
    return reasons


def _unbroken(split: Split) -> list[Reason]:
    return [
        Reason(why=Why.UNBROKEN_RUN, meld=meld)
        for meld in split.melds
        if meld.kind is MeldKind.SEQUENCE and len(meld.cards) >= 2 * LEAST_IN_SEQUENCE
    ]
