"""A game for points: where the match stands, and whether it is over."""

from collections.abc import Mapping

from scoring.games import game_by_id
from scoring.models import Entry, EntryKind, Session
from scoring.queries import tables


def points_of(*, session: Session) -> dict[int, int]:
    """Return the points of every seat in the match that is played."""
    return {seat.number: seat.points for seat in tables.results(session=session)}


def is_over(*, session: Session, points: Mapping[int, int]) -> bool:
    """Tell whether somebody has won the match with these points, so that it is to be settled."""
    match = game_by_id(game_id=session.game).match
    return match is not None and match.is_over(points=points, rules=session.rules)


def settled_after(*, entry: Entry) -> Entry | None:
    """Return the accepted settlement of the match that an entry with points belongs to, None before it."""
    later = Entry.objects.filter(
        session=entry.session_id, kind=EntryKind.MATCH, reversal=None, number__gt=entry.number
    )
    return later.order_by("number").first() if entry.scores.exists() else None
