"""Whether pages can show the hands of a night."""

from collections.abc import Collection

from scoring.games.base import Data
from scoring.games.stored import is_readable
from scoring.models import Session


def is_hand_readable(*, session: Session, act: Data, verdict: Data, winner: int | None, seats: Collection[int]) -> bool:
    """Tell whether a hand can be shown as it was stored, at a table with these seats."""
    return is_readable(
        game=session.played, rules=session.house_rules, act=act, verdict=verdict, winner=winner, seats=seats
    )
