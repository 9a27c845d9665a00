"""Replay the taps of the current hand."""

import hashlib
import json
from collections.abc import Mapping
from functools import reduce

from scoring.frozen import Frozen
from scoring.games.cuajo.rules import read_rules
from scoring.games.cuajo.table_rulings import after_tap
from scoring.games.cuajo.table_state import IllegalTapError, TapKind, TurnState, deal
from scoring.ledger.night import Night
from scoring.models import Session

NOTES = "companion"


class Tap(Frozen):
    what: TapKind
    seat: int


class Hand(Frozen):
    number: int
    dealer: int
    seats: tuple[int, ...]


class Companion(Frozen):
    """The taps of a hand and their state."""

    hand: Hand
    taps: tuple[Tap, ...]
    state: TurnState

    @property
    def version(self) -> str:
        content = json.dumps([(tap.what, tap.seat) for tap in self.taps])
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def hand_of(*, night: Night) -> Hand:
    return Hand(number=night.next_hand, dealer=night.dealer, seats=night.seatings.now.seats)


def companion_of(*, session: Session, hand: Hand) -> Companion:
    taps = _taps(session.table, hand)
    try:
        return played(session=session, hand=hand, taps=taps)
    # Other seats or rules may make old taps impossible.
    except IllegalTapError:
        return played(session=session, hand=hand, taps=())


def played(*, session: Session, hand: Hand, taps: tuple[Tap, ...]) -> Companion:
    """Replay taps. Raises IllegalTapError."""
    start = deal(rules=read_rules(value=session.house_rules), seats=hand.seats, dealer=hand.dealer)
    state = reduce(lambda state, tap: after_tap(state, tap.what, tap.seat), taps, start)
    return Companion(hand=hand, taps=taps, state=state)


def _taps(table: Mapping[str, object], hand: Hand) -> tuple[Tap, ...]:
    notes = table.get(NOTES) if table.get("hand") == hand.number else None
    # Taps of another dealer or other seats do not fit this hand.
    if not isinstance(notes, dict) or (notes["dealer"], notes.get("seats")) != (hand.dealer, list(hand.seats)):
        return ()
    return tuple(Tap(what=TapKind(tap["what"]), seat=tap["seat"]) for tap in notes["taps"])
