"""The table at one hand: what entering, correcting and showing it need, in three queries; its seats page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.games.base import ActKind, ImpossibleError
from scoring.games.base import Seat as GameSeat
from scoring.ledger.fingerprint import check_code, short
from scoring.ledger.night import SeatResult
from scoring.ledger.seatings import Seating, Turn
from scoring.models import Entry, EntryKind, Hand, Seat, Session
from scoring.people import Person
from scoring.queries.sessions.nights import known_names
from scoring.queries.table import hands, tables
from scoring.queries.table.hands import Progress, progress_of
from scoring.queries.table.partnerships import kept_partners
from scoring.queries.table.readable import is_hand_readable
from scoring.queries.table.seatings import seatings_by_session, seatings_of, sides_in
from scoring.queries.table.tables import figures_of, summed_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat(SeatResult):
    """A seat at the table, and how many secrets it was paid during the hand."""

    is_dealer: bool
    secrets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Two partners and what they won together, in minor units."""

    players: tuple[Person, ...]
    result_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The table at the hand being played, or at one that is corrected: who sits there, and who sits out.

    `seats` are in the order of play. `sums` is empty where everybody plays alone or partners were changed: then no
    two won it all together, and `partners` are those who sit so now. `after` is the position of the hand before,
    `last_entry` the number of the newest entry, 0 before the first; `check_code` is in its short form. `replaces` is
    the entry that a correction takes the place of; `proposed_by` is the seat of a player who enters the hand for
    somebody else to record. `turn` is who comes in next where people take turns, by itself after `each_hand` or
    when asked; the seats that are `gone` wait for none any more. `secrets` are the seat and the line of each that was
    paid during the hand.
    """

    session: Session
    seats: tuple[TableSeat, ...]
    sitting_out: tuple[SeatResult, ...]
    sums: tuple[Side, ...]
    seats_changed: bool
    hand_number: int
    sowee: str
    is_closed: bool
    after: int
    last_entry: int
    check_code: str
    secrets: tuple[tuple[int, int], ...] = ()
    void_count: int = 0
    turn: Turn | None = None
    each_hand: bool = False
    gone: frozenset[int] = frozenset()
    replaces: Entry | None = None
    proposed_by: Seat | None = None

    @property
    def features(self) -> frozenset[str]:
        return features_of(session=self.session)

    @property
    def first_secrets(self) -> dict[int, int]:
        """Return the line of the first secret that each seat was paid during the hand."""
        return dict(reversed(self.secrets))

    @property
    def hand_count(self) -> int:
        """Return how many hands counted; those that did not have numbers too."""
        return self.hand_number - 1 - self.void_count

    @property
    def names(self) -> dict[int, str]:
        return {seat.number: seat.player for seat in (*self.seats, *self.sitting_out)}

    @property
    def seated(self) -> dict[int, str]:
        """Return the names of those who sit at the table."""
        return {seat.number: seat.player for seat in self.seats}

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sums as programs were promised them: none once any seat was changed, whoever are partners."""
        return () if self.seats_changed else self.sums

    @property
    def partners(self) -> tuple[Side, ...]:
        """Return who play together now; once partners were changed their sums are those of no pair."""
        return _sides(self.seats)

    @property
    def points(self) -> dict[int, int]:
        return {seat.number: seat.points for seat in self.seats}

    @property
    def dealer(self) -> TableSeat:
        return next(seat for seat in self.seats if seat.is_dealer)

    @property
    def sides_in_order(self) -> tuple[GameSeat, ...]:
        return tuple(GameSeat(number=seat.number, side=seat.side) for seat in self.seats)

    @property
    def secrets_by_seat(self) -> dict[int, int]:
        return {seat.number: seat.secrets for seat in self.seats}

    @property
    def replaced_act(self) -> Mapping[str, Any]:
        """Return the act of the hand that is corrected, nothing where it cannot be read or there is none."""
        if self.replaces is None:
            return {}
        hand, act = self.replaces.hand, self.replaces.act
        said = {"act": act, "verdict": hand.verdict, "winner": hand.winner}
        return act if is_hand_readable(session=self.session, **said, seats=self.names) else {}

    @property
    def position(self) -> int | None:
        """Return where the hand belongs in the order of play, None for the one being played."""
        return self.replaces.hand.position if self.replaces else None

    def taken(self, *, expected_after: int) -> Entry | None:
        """Return what took the place of the hand a form was opened for, None while it is free."""
        if self.replaces:
            return hands.replacement_of(entry=self.replaces)
        if self.after <= expected_after:
            return None
        return hands.hand_since(session=self.session, after=expected_after)


def features_of(*, session: Session) -> frozenset[str]:
    """Return what a table has: features of its game, acts it asks for, "match" where points come first."""
    game, rules = session.played, session.house_rules
    asked = {kind.value for kind in ActKind if game.asks(kind=kind, rules=rules)}
    return frozenset({*game.features(rules=rules), *asked, *(("match",) if game.match else ())})


def table_state(*, session: Session) -> TableState:
    progress = progress_of(session=session)
    seats = tuple(summed_seats(sessions=(session,)))
    seating = progress.seating_of(numbers=tuple(seat.number for seat in seats if not seat.since))
    secrets = _secrets(progress)
    at_table, out = _seated(session, seats, seating=seating, dealer=progress.dealer, secrets=secrets)
    seatings = seatings_by_session(sessions=(session,), seats=seats)[session.pk] if progress.seating else None
    return TableState(
        session=session,
        seats=at_table,
        secrets=secrets,
        sitting_out=out,
        sums=_sides(at_table) if seatings is None or kept_partners(session=session, seatings=seatings) else (),
        seats_changed=bool(progress.seating),
        hand_number=progress.hand_number,
        void_count=progress.void_count,
        sowee=sowee_of(session=session, hand=progress.hand_number),
        is_closed=progress.is_closed,
        after=progress.after,
        last_entry=progress.last_entry,
        check_code=_check_code(session, progress, seats),
        turn=seatings.turn if seatings and not progress.is_closed else None,
        each_hand=seating.each_hand,
        gone=seatings.gone(out=(seat.number for seat in out)) if seatings else frozenset(),
    )


def table_state_at(*, entry: Entry) -> TableState:
    """Return the table at a recorded hand, for its correction."""
    position = entry.hand.position
    session = entry.session.as_at(position=position)
    progress = progress_of(session=session)
    seats = tuple(summed_seats(sessions=(session,)))
    seatings = seatings_by_session(sessions=(session,), seats=seats)[session.pk]
    laid = hands.secrets_laid(session=session, hand=entry.hand)
    secrets = tuple((secret.act["seat"], secret.number) for secret in laid)
    at_table, out = _seated(
        session,
        seats,
        seating=seatings.at(position=position),
        dealer=hands.dealer(session=session, before_position=position, seatings=seatings),
        secrets=secrets,
    )
    return TableState(
        session=session,
        seats=at_table,
        secrets=secrets,
        sitting_out=out,
        sums=(),
        seats_changed=bool(progress.seating),
        hand_number=hands.hand_number(hand=entry.hand),
        sowee=str(entry.act.get("sowee") or ""),
        is_closed=progress.is_closed,
        after=entry.hand.after,
        last_entry=progress.last_entry,
        check_code=_check_code(session, progress, seats),
        replaces=entry,
    )


def _check_code(session: Session, progress: Progress, seats: Iterable[Seat]) -> str:
    code = check_code(
        fingerprint=progress.fingerprint,
        currency=session.currency,
        stake_factor=session.stake_factor,
        players={seat.number: str(seat.player.public_id) for seat in seats},
    )
    return short(fingerprint=code)


def _seated(
    session: Session, seats: Iterable[Seat], *, seating: Seating, dealer: int, secrets: tuple[tuple[int, int], ...]
) -> tuple[tuple[TableSeat, ...], tuple[SeatResult, ...]]:
    """Return who sits at the table, in the order of play, and who sits out."""
    sides = sides_in(session=session, seating=seating)
    found = [figures_of(seat=seat, sides=sides) for seat in seats]
    at_table = (
        TableSeat(
            **figures,
            is_dealer=figures["number"] == dealer,
            secrets=sum(seat == figures["number"] for seat, _ in secrets),
        )
        for figures in found
        if figures["place"]
    )
    out = (SeatResult(**figures) for figures in found if not figures["place"])
    return tuple(sorted(at_table, key=lambda seat: seat.place)), tuple(out)


def _secrets(progress: Progress) -> tuple[tuple[int, int], ...]:
    """Return the seat and the line of each secret that was paid during the hand being played."""
    session = progress.session
    asked = session.played.asks(kind=ActKind.SECRET, rules=session.house_rules)
    if not asked or progress.last_entry <= progress.after:  # nothing was recorded since the last hand
        return ()
    laid = hands.secrets_between(session=session, after=progress.after)
    return tuple((act["seat"], line) for act, line in laid.values_list("act", "number"))


def sowee_of(*, session: Session, hand: int) -> str:
    """Return the sowee that the table notes for a hand, empty for none."""
    noted = session.table.get("sowee") if session.table.get("hand") == hand else None
    return noted or ""


def hand_of_lost_sowee(*, entry: Entry) -> int | None:
    """Return the number of the hand whose noted sowee is lost once an entry is taken back, None where none is.

    The sowee is noted for a hand by its number, which moves when a hand before is gone.
    """
    if entry.kind != EntryKind.HAND and not hands.ended_by(false_win=entry):
        return None
    playing = hands.next_hand_number(session=entry.session)
    return playing if sowee_of(session=entry.session, hand=playing) else None


def _sides(seats: Iterable[SeatResult]) -> tuple[Side, ...]:
    by_side: dict[int, list[SeatResult]] = {}
    for seat in seats:
        by_side.setdefault(seat.side, []).append(seat)
    if all(len(members) == 1 for members in by_side.values()):
        return ()
    return tuple(
        Side(players=tuple(seat.player for seat in members), result_cents=sum(seat.result_cents for seat in members))
        for members in by_side.values()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """Who sits at the table in the order of play and who sits out, those who have waited longest first.

    `hands` are the numbers of the recorded hands, the newest first; `known` the names of the club's players,
    `waiting` of those who come in by turns; the seats that are `gone` wait for none any more.
    """

    at_table: tuple[SeatResult, ...]
    sitting_out: tuple[SeatResult, ...]
    gone: frozenset[int]
    waiting: tuple[str, ...]
    each_hand: bool
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

    @property
    def pairs(self) -> tuple[tuple[SeatResult, SeatResult], ...]:
        """Return every two at the table, who may swap places."""
        return tuple(combinations(self.at_table, 2))


def seats_page(*, session: Session) -> SeatsPage:
    at_table = tables.seated(session=session)
    out = tuple(seat for seat in tables.results(session=session) if not seat.place)
    seatings = seatings_of(session=session)
    since, now = seatings.unbroken, seatings.now
    return SeatsPage(
        at_table=at_table,
        sitting_out=tuple(sorted(out, key=lambda seat: (since.get(seat.number, 0), seat.number))),
        gone=seatings.gone(out=(seat.number for seat in out)),
        waiting=tuple(seat.player for number in now.waiting for seat in out if seat.number == number),
        each_hand=now.each_hand,
        dealer=hands.dealer(session=session),
        most_places=_most_places(session),
        hands=tuple(range(hands.count_hands(session=session), 0, -1)),
        known=known_names(club=session.club),
        last_entry=tables.last_entry_number(session=session),
        next_out=min(at_table, key=lambda seat: (since[seat.number], seat.place)).number,
    )


def hand_numbered(*, session: Session, number: int) -> Hand | None:
    accepted = hands.accepted_hands(session=session).select_related("entry__session")
    return accepted[number - 1 : number].first() if number > 0 else None


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
