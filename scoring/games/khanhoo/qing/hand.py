"""A hand of Qing khanhoo as the table reports it: won with cards, won as declared, or nobody's (Q1, Q2)."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import Data, Seat
from scoring.games.khanhoo.cards import Card, written
from scoring.games.khanhoo.qing.melds import COPIES, PACK
from scoring.games.khanhoo.qing.rules import QingRules
from scoring.games.khanhoo.qing.splits import HAND_SIZE, Split, Verdict, judge_hand
from scoring.games.reading import ActReader, named
from scoring.texts import Text, say

MOST_DRAWN = 1_000


class Ending(StrEnum):
    """How a hand ended; with the stock exhausted nobody wins."""

    WIN = "win"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A hand that can be true; `split` is None where it was declared without cards or not won.

    `drawn_before` are the drawn hands whose stakes are still in the pot (Q6).
    """

    winner: int | None
    cards: tuple[Card, ...] = ()
    split: Split | None = None
    drawn_before: int = 0

    def data(self) -> dict[str, object]:
        """Return the act in canonical form."""
        if self.winner is None:
            return {"result": Ending.DRAWN.value}
        return {
            "result": Ending.WIN.value,
            "winner": self.winner,
            "declared": self.split is None,
            "hand": written(self.cards),
            **({"drawn_before": self.drawn_before} if self.drawn_before else {}),
        }


def read_hand(*, act: Data, rules: QingRules, seats: tuple[Seat, ...]) -> PlayedHand:
    """Read a hand; raises ImpossibleError with every problem at once.

    Codes: `unknown_word`, `unknown_seat`, `bad_switch`, `unknown_card`, `wrong_card_count`,
    `too_many_copies`, `not_a_win`, `bad_number`, `pot_does_not_stay`.
    """
    reader = ActReader(act=act, seats=tuple(seat.number for seat in seats))
    result = reader.word("result", Ending, normal=Ending.WIN)
    if result is Ending.DRAWN:
        return PlayedHand(winner=None)
    winner, declared = reader.seat("winner"), reader.switch("declared")
    cards = () if declared else read_held(reader=reader)
    drawn = reader.count("drawn_before", maximum=MOST_DRAWN) if reader.has("drawn_before") else 0
    if drawn and not rules.pot_stays:
        reader.note(say("pot_does_not_stay"), field="drawn_before")
    if not declared and len(cards) < HAND_SIZE:
        text = say("wrong_card_count.qing_win", size=HAND_SIZE, count=len(cards))
        reader.note(text, field="hand", cards=cards)
    reader.check()
    if declared:
        return PlayedHand(winner=named(winner), drawn_before=drawn)
    verdict = judge_hand(cards=cards, reading=rules.reading)
    if not verdict.wins:
        why = say("not_a_win.qing", why=not_a_win_text(verdict=verdict))
        reader.note(why, field="hand", cards=verdict.split.strays)
    reader.check()
    return PlayedHand(winner=named(winner), cards=cards, split=verdict.split, drawn_before=drawn)


def read_held(*, reader: ActReader) -> tuple[Card, ...]:
    """Read the cards of a hand, finished or not; there are no more than fifteen and no fifth copies."""
    cards = reader.cards("hand", PACK)
    if len(cards) > HAND_SIZE:
        text = say("wrong_card_count.qing_most", size=HAND_SIZE, count=len(cards))
        reader.note(text, field="hand", cards=cards)
    excess = sorted(card for card, count in Counter(cards).items() if count > COPIES)
    if excess:
        text = say("too_many_copies.qing", cards=", ".join(map(str, excess)))
        reader.note(text, field="hand", cards=excess)
    return cards


def not_a_win_text(*, verdict: Verdict) -> Text:
    """Return in one phrase why fifteen cards do not win."""
    strays = verdict.split.strays
    no_eye = say("win.no_eye")
    if not strays:
        return no_eye
    left = say("win.strays", cards=written(strays), count=len(strays))
    return left if verdict.split.has_eye else say("win.both", one=no_eye, other=left)
