"""The desk of the scorekeeper: everything about the table that the entry of one hand needs."""

from dataclasses import dataclass, field

from scoring.games import game_by_id
from scoring.games.base import Data
from scoring.games.cuajo.entry import Source
from scoring.games.cuajo.rules import DealtWin, Scheme, read_rules
from scoring.models import Entry, Seat, Session
from scoring.queries import hands, tables
from scoring.queries.seatings import sides_of
from scoring.queries.tables import SeatResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The hand being entered: its number, dealer and sowee, and the secrets paid for during it by seat.

    `replaces` is the entry that a correction takes the place of; `proposed_by` is the seat of a player who
    enters the hand for somebody else to record.
    """

    session: Session
    number: int
    after: int
    last_entry: int
    dealer: int
    sowee: str
    seats: tuple[SeatResult, ...]
    secrets_by_seat: dict[int, int] = field(default_factory=dict)
    replaces: Entry | None = None
    proposed_by: Seat | None = None

    @property
    def position(self) -> int | None:
        """Return where the hand belongs in the order of play, None for the one being played."""
        return self.replaces.hand.position if self.replaces else None

    @property
    def rules(self) -> Data:
        """Return all house rules of the session, also those that are newer than it."""
        return game_by_id(game_id=self.session.game).complete_rules(rules=self.session.rules)

    @property
    def scheme(self) -> Scheme:
        """Return how a win is paid."""
        return read_rules(value=self.session.rules).scheme

    @property
    def needs_sowee(self) -> bool:
        """Tell whether the sowee decides what every win pays: a price list pays cards like it (L6)."""
        return self.scheme is Scheme.PRICELIST and bool(self.rules["price_sowee_card"])

    @property
    def takes_declared(self) -> bool:
        """Tell whether a win may be declared without its cards; a price list needs them (L6)."""
        return self.scheme is Scheme.CONDITIONS

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return the ways to win that the house rules allow."""
        allowed = {
            Source.DEALT: self.rules["dealt_win"] != DealtWin.NONE,
            Source.DISCARD: bool(self.rules["discard_win"]),
        }
        return tuple(source for source in Source if allowed.get(source, True))

    def taken(self, *, expected_after: int) -> Entry | None:
        """Return what took the place of the hand a form was opened for, None while it is free."""
        if self.replaces:
            return hands.replacement_of(entry=self.replaces)
        return hands.hand_since(session=self.session, after=expected_after)


def desk_of(*, session: Session) -> Desk:
    """Return the desk for the hand being played."""
    number = hands.next_hand_number(session=session)
    return Desk(
        session=session,
        number=number,
        after=hands.last_position(session=session),
        last_entry=tables.last_entry_number(session=session),
        dealer=hands.dealer(session=session),
        sowee=sowee_of(session=session, hand=number),
        seats=tables.seated(session=session),
        secrets_by_seat=_by_seat(hands.secrets_laid(session=session)),
    )


def correction_desk(*, entry: Entry) -> Desk:
    """Return the desk for the correction of a recorded hand."""
    position = entry.hand.position
    session = entry.session
    return Desk(
        session=session,
        number=hands.hand_number(hand=entry.hand),
        after=entry.hand.after,
        last_entry=tables.last_entry_number(session=session),
        dealer=hands.dealer(session=session, before_position=position),
        sowee=entry.act.get("sowee") or "",
        seats=_seated_at(session, position=position),
        secrets_by_seat=_by_seat(hands.secrets_laid(session=session, hand=entry.hand)),
        replaces=entry,
    )


def _seated_at(session: Session, *, position: int) -> tuple[SeatResult, ...]:
    by_number = {seat.number: seat for seat in tables.results(session=session)}
    return tuple(by_number[seat.number] for seat in sides_of(session=session, position=position))


def sowee_of(*, session: Session, hand: int) -> str:
    """Return the sowee noted for the hand, empty where none is."""
    noted = session.table.get("sowee") if session.table.get("hand") == hand else None
    return noted or ""


def _by_seat(secrets: tuple[Entry, ...]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for entry in secrets:
        counts[entry.act["seat"]] = counts.get(entry.act["seat"], 0) + 1
    return counts
