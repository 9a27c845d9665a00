"""Replay the taps of the current hand."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import reduce

from scoring.frozen import Frozen
from scoring.games.cuajo.rules import read_rules
from scoring.games.cuajo.table_rulings import after_tap
from scoring.games.cuajo.table_state import IllegalTapError, TapKind, TurnState, deal
from scoring.ledger.night import Night
from scoring.models import Session
from scoring.queries.table.night import night_of

NOTES = "companion"


class Tap(Frozen):
    what: TapKind
    seat: int


class Companion(Frozen):
    """The number of a hand, its taps and their state."""

    hand: int
    taps: tuple[Tap, ...]
    state: TurnState

    @property
    def seats(self) -> list[int]:
        return [player.seat for player in self.state.players]

    @property
    def version(self) -> str:
        content = json.dumps([(tap.what, tap.seat) for tap in self.taps])
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def after(self, tap: Tap) -> "Companion":
        """Return the state after a tap. Raises IllegalTapError."""
        state = after_tap(self.state, tap.what, tap.seat)
        return Companion(hand=self.hand, taps=(*self.taps, tap), state=state)


def companion_of(*, session: Session, night: Night | None = None) -> Companion:
    """Read the taps of the current hand."""
    night = night or night_of(session=session)
    rules, seats = read_rules(value=session.house_rules), night.seatings.now.seats
    dealt = deal(rules=rules, seats=seats, dealer=night.dealer)
    start = Companion(hand=night.next_hand, taps=(), state=dealt)
    # Other seats or rules may make old taps impossible.
    with suppress(IllegalTapError):
        return reduce(Companion.after, _taps(session.table, start), start)
    return start


def _taps(table: Mapping[str, object], start: Companion) -> tuple[Tap, ...]:
    notes = table.get(NOTES) if table.get("hand") == start.hand else None
    # Taps of another dealer or other seats do not fit this hand.
    if not isinstance(notes, dict) or (notes["dealer"], notes.get("seats")) != (start.state.dealer, start.seats):
        return ()
    return tuple(Tap(what=TapKind(tap["what"]), seat=tap["seat"]) for tap in notes["taps"])
