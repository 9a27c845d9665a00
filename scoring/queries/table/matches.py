"""A game for points: where the match stands, and whether it is over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.ledger.kinds import PLAYED
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.queries.table import hands, tables
from scoring.queries.table.seatings import players_since, position_of


def points_of(*, session: Session) -> dict[int, int]:
    return {seat.number: seat.points for seat in tables.results(session=session)}


def points_to_settle(*, session: Session) -> dict[int, int]:
    """Return the points of those who played in the match, whoever sits at the table now."""
    players = _players_of(session=session)
    return {
        seat.number: seat.points for seat in tables.results(session=session) if seat.points or seat.number in players
    }


def is_over(*, session: Session, points: Mapping[int, int]) -> bool:
    """Tell whether somebody has won the match with these points, so that it is to be settled."""
    match = session.played.match
    return match is not None and match.is_over(points=points, rules=session.house_rules)


def is_match_over(*, session: Session) -> bool:
    """Tell whether the match that is played was won."""
    if session.played.match is None:
        return False
    points = points_to_settle(session=session)
    return any(points.values()) and is_over(session=session, points=points)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """A match and the points of its players, best first; `entry` settled it, None where nothing did."""

    points: tuple[tuple[str, int], ...]
    entry: Entry | None = None


def results_of(*, session: Session) -> tuple[MatchResult, ...]:
    """Return the settled matches of a session in order, and last the points that are not settled, if any."""
    seats = tables.results(session=session)
    names = {seat.number: seat.player for seat in seats}
    settlements = _settlements(session=session)
    settled = tuple(
        MatchResult(points=_ranked((names[seat], total) for seat, total in entry.act["points"]), entry=entry)
        for entry in settlements.order_by("number")
    )
    if not any(seat.points for seat in seats):
        return settled
    points = points_to_settle(session=session)
    return (*settled, MatchResult(points=_ranked((names[seat], total) for seat, total in points.items())))


def _ranked(points: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(points, key=lambda each: -each[1]))


def settled_after(*, entry: Entry) -> Entry | None:
    """Return the accepted settlement of the match that an entry belongs to, None before it.

    A hand without points belongs to its match too: corrected later, its points would count in the next one.
    """
    if entry.kind not in (*PLAYED, EntryKind.MATCH):
        return None
    later = _settlements(session=entry.session).filter(number__gt=entry.number)
    return later.order_by("number").first()


def played_after(*, entry: Entry) -> Entry | None:
    """Return the first line that stands of the match after a settlement, None where there is none.

    With the settlement taken back, its points would count in that match.
    """
    if entry.kind != EntryKind.MATCH:
        return None
    lines = Entry.objects.standing().of_kind(*PLAYED).filter(session=entry.session)
    later = (line for line in lines.select_related("hand") if position_of(entry=line) > entry.number)
    return min(later, key=lambda line: line.recorded_at, default=None)


def last_hand(*, session: Session) -> Hand | None:
    """Return the hand recorded last in the match that is played, or that was won and is not settled."""
    settled = _last_settled(session=session)
    return hands.accepted_hands(session=session).filter(position__gt=settled).select_related("entry").last()


def settled_before(*, session: Session, position: int) -> int:
    """Return the number of the last accepted settlement before a position, 0 where there is none."""
    earlier = _settlements(session=session).filter(number__lt=position).order_by("-number")
    return earlier.values_list("number", flat=True).first() or 0


def _settlements(*, session: Session) -> QuerySet[Entry]:
    return Entry.objects.standing().of_kind(EntryKind.MATCH).filter(session=session)


def _players_of(*, session: Session) -> frozenset[int]:
    """Return the seats at the table for any line of the match that is played."""
    return players_since(session=session, position=_last_settled(session=session))


def _last_settled(*, session: Session) -> int:
    """Return the number of the last accepted settlement, 0 where there is none."""
    return _settlements(session=session).order_by("-number").values_list("number", flat=True).first() or 0
