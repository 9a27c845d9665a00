"""A game for points: where the match stands, and whether it is over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """A match and the points of its players, best first; `entry` settled it, None where nothing did."""

    points: tuple[tuple[str, int], ...]
    entry: Entry | None = None


def results_of(*, session: Session) -> tuple[MatchResult, ...]:
    """Return the settled matches of a session in order, and last the points that are not settled, if any."""
    seats = tables.results(session=session)
    names = {seat.number: seat.player for seat in seats}
    settlements = Entry.objects.filter(session=session, kind=EntryKind.MATCH, reversal=None)
    settled = tuple(
        MatchResult(points=_ranked((names[seat], total) for seat, total in entry.act["points"]), entry=entry)
        for entry in settlements.order_by("number")
    )
    if not any(seat.points for seat in seats):
        return settled
    return (*settled, MatchResult(points=_ranked((seat.player, seat.points) for seat in seats)))


def _ranked(points: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(points, key=lambda each: -each[1]))


def settled_after(*, entry: Entry) -> Entry | None:
    """Return the accepted settlement of the match that an entry with points belongs to, None before it."""
    later = Entry.objects.filter(
        session=entry.session_id, kind=EntryKind.MATCH, reversal=None, number__gt=entry.number
    )
    return later.order_by("number").first() if entry.scores.exists() else None
