"""The seats of a night as their page shows them."""

from dataclasses import dataclass

from scoring.games.base import ImpossibleError
from scoring.models import Hand, Session
from scoring.queries.sessions.home import known_names
from scoring.queries.table import hands, tables
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.tables import SeatResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """Who sits at the table in the order of play and who sits out, those who have waited longest first.

    `hands` are the numbers of the recorded hands, the newest first; `known` the names of the club's players.
    """

    at_table: tuple[SeatResult, ...]
    sitting_out: tuple[SeatResult, ...]
    dealer: int
    most_places: int
    hands: tuple[int, ...]
    known: tuple[str, ...]
    last_entry: int
    next_out: int

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names at the table in the order of play."""
        return tuple(seat.player for seat in self.at_table)


def seats_page(*, session: Session) -> SeatsPage:
    """Return the seats of a session for their page."""
    at_table = tables.seated(session=session)
    out = tuple(seat for seat in tables.results(session=session) if not seat.place)
    since = _since(session)
    return SeatsPage(
        at_table=at_table,
        sitting_out=tuple(sorted(out, key=lambda seat: (since[seat.number], seat.number))),
        dealer=hands.dealer(session=session),
        most_places=_most_places(session),
        hands=tuple(range(hands.count_hands(session=session), 0, -1)),
        known=known_names(club=session.club),
        last_entry=tables.last_entry_number(session=session),
        next_out=min(at_table, key=lambda seat: (since[seat.number], seat.place)).number,
    )


def hand_numbered(*, session: Session, number: int) -> Hand | None:
    """Return the accepted hand with a number, None where there is none."""
    accepted = hands.accepted_hands(session=session).select_related("entry__session")
    return accepted[number - 1 : number].first() if number > 0 else None


def _since(session: Session) -> dict[int, int]:
    """Return the position since which each seat has sat, or sat out, without a break."""
    since: dict[int, int] = {}
    before: set[int] = set()
    for seating in seatings_of(session=session).all:
        now = set(seating.seats)
        for seat in now ^ before:
            since[seat] = seating.since
        before = now
    for seat in session.seats.values_list("number", flat=True):
        since.setdefault(seat, 0)
    return since


def _most_places(session: Session) -> int:
    """Return how many can sit at the table under the rules of the session."""
    game = session.played
    for count in sorted(game.seat_counts, reverse=True):
        try:
            game.sides(rules=session.house_rules, seat_count=count)
        except ImpossibleError:
            continue
        return count
    raise AssertionError("these rules seat nobody")
