"""What a table disputes most about an answer, to be said first: one sentence, its rule, the cards it is about."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.base import Data
from scoring.games.cuajo.claim.claim import Entry, Source
from scoring.games.cuajo.hand.melds import Meld, MeldKind
from scoring.games.cuajo.pack.cards import Card, Rank
from scoring.games.cuajo.payout.account import Verdict
from scoring.texts import Text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """The sentence that decides a dispute."""

    text: Text
    rule: str
    cards: tuple[Card, ...] = ()

    def data(self) -> Data:
        return {"text": self.text.english(), "rule": self.rule, "cards": [card.notation for card in self.cards]}


def point(which: str, rule: str, cards: Iterable[Card] = ()) -> Point:
    """Return a point of the catalogue."""
    return Point(text=say(f"point.{which}"), rule=rule, cards=tuple(cards))


def point_of_win(*, verdict: Verdict, entry: Entry) -> Point:
    """Return the point of a win: kings alone, the sowee's three, porbis or its single king, then the bounit."""
    kings = [card for card in entry.hand.cards if card.rank is Rank.KING]
    three = next((meld for meld in verdict.arrangement if is_undeclared_three(meld=meld, entry=entry)), None)
    if verdict.king_win is not None:
        return point(f"king_win_{verdict.king_win}", "L4", kings)
    if three is not None:
        return point("sowee_three", "C10", three.cards)
    if verdict.lines and verdict.lines[0].rule == "L5":
        return Point(text=verdict.lines[0].text, rule="L5", cards=tuple(kings))
    if verdict.porbis:
        return point("porbis_one_king" if kings else "porbis_no_king", "C32", kings)
    if len(kings) == 1:
        return point("king_outside_run", "C32", kings)
    return _of_bounit(verdict, entry)


def _of_bounit(verdict: Verdict, entry: Entry) -> Point:
    bounit = () if entry.bounit is None else (entry.bounit,)
    if entry.source is Source.DEALT:
        return point("dealt", "C34")
    if verdict.turned is None:
        return point("self_drawn", "C27", bounit)
    conditions = verdict.turned.conditions
    return point(f"conditions_{conditions.bounit:d}{conditions.sowee:d}", "C28", bounit)


def is_undeclared_three(*, meld: Meld, entry: Entry) -> bool:
    """Return whether a meld is the three cards like the sowee, which nobody laid down (C10)."""
    return meld.kind is MeldKind.SOWEE_SECRET and meld.cards[0] not in entry.secrets
