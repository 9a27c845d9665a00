"""The board of a session: all that the table page shows above its ledger, in five queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypedDict

from django.db.models import Exists, OuterRef, Subquery

from scoring.games.base import Data
from scoring.ledger.fingerprint import short
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.queries.desks import sowee_of
from scoring.queries.hands import counted, hands_taken_back, recorded_hands, secrets_between
from scoring.queries.tables import SeatResult, results


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeat:
    """A seat as the table sees it; `secrets` counts those paid for during the hand being played."""

    standing: SeatResult
    is_dealer: bool
    secrets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Two partners and what they won together, in minor units."""

    players: tuple[str, ...]
    result_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The table between two hands: who sits there in the order of play, and who sits out.

    `sides` is empty where everybody plays alone or seats were changed: then no two won it all together.

    `after` is the position of the last accepted hand, `last_entry` the number of the newest entry, 0 before
    the first; `fingerprint` is its short form.
    """

    session: Session
    seats: tuple[BoardSeat, ...]
    sitting_out: tuple[SeatResult, ...]
    sides: tuple[Side, ...]
    hand_number: int
    sowee: str
    is_closed: bool
    after: int
    last_entry: int
    fingerprint: str

    @property
    def hand_count(self) -> int:
        """Return how many hands stand."""
        return self.hand_number - 1

    @property
    def names(self) -> dict[int, str]:
        """Return the players by seat number, those who sit out last."""
        return {seat.number: seat.player for seat in (*self.at_table, *self.sitting_out)}

    @property
    def at_table(self) -> tuple[SeatResult, ...]:
        """Return the standing of those who sit at the table, in the order of play."""
        return tuple(seat.standing for seat in self.seats)

    @property
    def points(self) -> dict[int, int]:
        """Return the points of the match that is played, by seat number."""
        return {seat.standing.number: seat.standing.points for seat in self.seats}

    @property
    def dealer(self) -> str:
        """Return the player who deals this hand."""
        return next(seat.standing.player for seat in self.seats if seat.is_dealer)


class _State(TypedDict):
    recorded: int | None
    taken_back: int | None
    last_hand: int | None
    last_win: int | None
    winner_deals: int | None
    seating: dict[str, Any] | None
    is_closed: bool
    last_entry: int | None
    fingerprint: str | None


def board_of(*, session: Session) -> Board:
    """Return the board of a session."""
    state = _state(session)
    standings = results(session=session)
    at_table = sorted((seat for seat in standings if seat.place), key=lambda seat: seat.place)
    secrets = [act["seat"] for act in _acts_of_secrets(session, after=state["last_hand"] or 0)]
    dealer = _dealer(session, state)
    hand_number = (state["recorded"] or 0) - (state["taken_back"] or 0) + 1
    return Board(
        session=session,
        seats=tuple(
            BoardSeat(
                standing=standing,
                is_dealer=standing.number == dealer,
                secrets=secrets.count(standing.number),
            )
            for standing in at_table
        ),
        sitting_out=tuple(seat for seat in standings if not seat.place),
        sides=() if state["seating"] else _sides(at_table),
        hand_number=hand_number,
        sowee=sowee_of(session=session, hand=hand_number),
        is_closed=state["is_closed"],
        after=state["last_hand"] or 0,
        last_entry=state["last_entry"] or 0,
        fingerprint=short(fingerprint=state["fingerprint"] or ""),
    )


def _state(session: Session) -> _State:
    """Ask for everything that is one figure in one query."""
    hands = Hand.objects.filter(session=OuterRef("pk"), entry__reversal=None).order_by("-position")
    won = hands.exclude(deals_next=None)
    entries = Entry.objects.filter(session=OuterRef("pk")).order_by("-number")
    seatings = entries.filter(kind=EntryKind.SEATING, reversal=None).order_by("-act__from", "-number")
    return (
        Session.objects.filter(pk=session.pk)
        .values(
            recorded=counted(recorded_hands(session=OuterRef("pk"))),
            taken_back=counted(hands_taken_back(session=OuterRef("pk"))),
            last_hand=Subquery(hands.values("position")[:1]),
            last_win=Subquery(won.values("position")[:1]),
            winner_deals=Subquery(won.values("deals_next")[:1]),
            seating=Subquery(seatings.values("act")[:1]),
            is_closed=Exists(entries.filter(kind=EntryKind.CLOSE, reversal=None)),
            last_entry=Subquery(entries.values("number")[:1]),
            fingerprint=Subquery(entries.values("fingerprint")[:1]),
        )
        .get()
    )


def _dealer(session: Session, state: _State) -> int:
    """Return who deals as `hands.dealer` does, from the figures of the one query."""
    since, dealer = 0, session.first_dealer
    if state["seating"]:
        since, dealer = int(state["seating"]["from"]), int(state["seating"]["dealer"])
    return state["winner_deals"] if state["winner_deals"] and (state["last_win"] or 0) >= since else dealer


def _acts_of_secrets(session: Session, *, after: int) -> Iterable[Data]:
    return secrets_between(session=session, after=after).values_list("act", flat=True)


def _sides(seats: Iterable[SeatResult]) -> tuple[Side, ...]:
    by_side: dict[int, list[SeatResult]] = {}
    for seat in seats:
        by_side.setdefault(seat.side, []).append(seat)
    if all(len(members) == 1 for members in by_side.values()):
        return ()
    return tuple(
        Side(
            players=tuple(seat.player for seat in members),
            result_cents=sum(seat.result_cents for seat in members),
        )
        for members in by_side.values()
    )
