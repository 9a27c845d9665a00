"""The companion of a table: what was tapped during the hand being played, and where the hand stands."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from scoring.games.cuajo.rules import read_rules
from scoring.games.cuajo.table_rulings import after_tap
from scoring.games.cuajo.table_state import IllegalTapError, Tapped, TurnState, deal
from scoring.ledger.night import Night
from scoring.models import Session

NOTES = "companion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """One tap, for a seat."""

    what: Tapped
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The hand being played: who deals it, and the seats in the order of play."""

    number: int
    dealer: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """Everything tapped in a hand and the state it led to; `version` changes with every tap and undo."""

    hand: Hand
    taps: tuple[Tap, ...]
    state: TurnState

    @property
    def version(self) -> str:
        """Return a short text that two different lists of taps do not share."""
        content = json.dumps([(tap.what, tap.seat) for tap in self.taps])
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def hand_of(*, night: Night) -> Hand:
    return Hand(number=night.next_hand, dealer=night.dealer, seats=night.seatings.now.seats)


def companion_of(*, session: Session, hand: Hand) -> Companion:
    """Return the companion of the hand being played; taps made on other seats are forgotten."""
    taps = _taps(session.table, hand)
    try:
        return played(session=session, hand=hand, taps=taps)
    except IllegalTapError:
        return played(session=session, hand=hand, taps=())


def played(*, session: Session, hand: Hand, taps: tuple[Tap, ...]) -> Companion:
    """Return the companion after these taps. Raises IllegalTapError at the first that the rules do not allow."""
    start = deal(rules=read_rules(value=session.house_rules), seats=hand.seats, dealer=hand.dealer)
    state = reduce(lambda state, tap: after_tap(state, tap.what, tap.seat), taps, start)
    return Companion(hand=hand, taps=taps, state=state)


def _taps(table: Mapping[str, object], hand: Hand) -> tuple[Tap, ...]:
    notes = table.get(NOTES) if table.get("hand") == hand.number else None
    if not isinstance(notes, dict) or notes["dealer"] != hand.dealer:
        return ()
    if notes.get("seats") != list(hand.seats):
        return ()
    return tuple(Tap(what=Tapped(tap["what"]), seat=tap["seat"]) for tap in notes["taps"])
