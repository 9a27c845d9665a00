"""Who sat where at which hand: every seating of a session, and the sides that follow from the places.

A *position* says where in the order of play a line of the ledger belongs: that of the hand, for another line
the number of its entry, or the position it keeps in its act when it was recorded again on other seats.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.games.base import Seat as GameSeat
from scoring.ledger.kinds import PLAYED
from scoring.ledger.seatings import Seating, Seatings, in_order, seating_in
from scoring.models import Entry, EntryKind, Payment, Seat, Session
from scoring.queries.table.terms import load_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """What was won and lost while people sat in one way, in minor units by seat."""

    seating: Seating
    results: dict[int, int]


def seatings_of(*, session: Session) -> Seatings:
    return seatings_by_session(sessions=(session,), seats=session.seats.all())[session.pk]


def seatings_by_session(
    *, sessions: Collection[Session], seats: Iterable[Seat], changed: Collection[int] | None = None
) -> dict[int, Seatings]:
    """Return the seatings of sessions under their ids in one query; `seats` are all their seats.

    Who knows the ids of the sessions whose seats `changed` says so: without any there is no query.
    """
    load_terms(sessions=sessions)
    recorded: defaultdict[int, list[Seating]] = defaultdict(list)
    nights = sessions if changed is None else changed
    entries = Entry.objects.standing().of_kind(EntryKind.SEATING).filter(session__in=nights).order_by()
    for session_id, number, act in entries.values_list("session_id", "number", "act"):
        recorded[session_id].append(seating_in(act=act, entry=number))
    first_seats: defaultdict[int, list[int]] = defaultdict(list)
    for seat in seats:
        if not seat.since:
            first_seats[seat.session_id].append(seat.number)
    return {
        session.pk: Seatings(
            all=(first_seating(session=session, numbers=first_seats[session.pk]), *in_order(recorded[session.pk]))
        )
        for session in sessions
    }


def seating_by(*, entry: Entry) -> Seating:
    return seating_in(act=entry.act, entry=entry.number)


def first_seating(*, session: Session, numbers: Iterable[int]) -> Seating:
    """Return the seating that a session starts with, on seats with these numbers."""
    return Seating(since=0, entry=0, seats=tuple(sorted(numbers)), dealer=session.first_dealer)


def sides_in(*, session: Session, seating: Seating) -> tuple[GameSeat, ...]:
    """Return a seating as the game sees it: the seats in the order of play, with the side of their place.

    Of a night entered later nobody knows who were partners.
    """
    if session.entered_later:
        return tuple(GameSeat(number=seat, side=side) for side, seat in enumerate(seating.seats, start=1))
    rules = session.as_at(position=seating.since).house_rules
    places = session.played.sides(rules=rules, seat_count=len(seating.seats))
    return tuple(GameSeat(number=seat, side=place.side) for seat, place in zip(seating.seats, places, strict=True))


def sides_of(*, session: Session, position: int | None = None) -> tuple[GameSeat, ...]:
    """Return the seats of the hand being played, or of the one at a position, as the game sees them."""
    seatings = seatings_of(session=session)
    seating = seatings.now if position is None else seatings.at(position=position)
    return sides_in(session=session, seating=seating)


def is_of_start(*, entry: Entry) -> bool:
    """Tell whether a line says who waits in a night that started so, rather than what somebody changed in it."""
    is_first = entry.number == 1 and entry.recorded_at == entry.session.started_at
    return is_first and entry.kind == EntryKind.SEATING and "waiting" in entry.act


def position_of(*, entry: Entry) -> int:
    """Return where in the order of play an entry belongs."""
    if entry.kind == EntryKind.HAND:
        return entry.hand.position
    return int(entry.act.get("position", entry.number))


def played_under(*, session: Session, seating: Seating, seatings: Seatings) -> tuple[Entry, ...]:
    """Return the accepted hands, secrets and penalties judged by a seating, in the order of play."""
    entries = Entry.objects.standing().of_kind(*PLAYED).filter(session=session).select_related("hand")
    under = [entry for entry in entries if seatings.at(position=position_of(entry=entry)) == seating]
    return tuple(sorted(under, key=lambda entry: (position_of(entry=entry), entry.number)))


def players_since(*, session: Session, position: int) -> frozenset[int]:
    """Return the seats that sat at the table for any line after a position that stands."""
    seatings = seatings_of(session=session)
    entries = Entry.objects.standing().of_kind(*PLAYED).filter(session=session).select_related("hand")
    positions = (position_of(entry=entry) for entry in entries)
    return seatings.seats_at(positions=(one for one in positions if one > position))


def stretches_of(*, sessions: Collection[Session], seatings: dict[int, Seatings]) -> dict[int, list[Stretch]]:
    """Return what was won and lost under each seating, in their order of play, under the ids of the sessions.

    It takes one query.
    """
    moved: defaultdict[tuple[int, Seating], defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    payments = Payment.objects.filter(entry__session__in=sessions, entry__kind__in=PLAYED)
    related = payments.standing().select_related("entry__hand", "payer", "payee")
    for payment in related.order_by("entry__number"):
        session_id = payment.entry.session_id
        seating = seatings[session_id].at(position=position_of(entry=payment.entry))
        moved[session_id, seating][payment.payer.number] -= payment.amount_cents
        moved[session_id, seating][payment.payee.number] += payment.amount_cents
    stretches: dict[int, list[Stretch]] = {session.pk: [] for session in sessions}
    in_order = sorted(moved.items(), key=lambda each: (each[0][1].since, each[0][1].entry))
    for (session_id, seating), results in in_order:
        in_play = {seat: results[seat] for seat in seating.seats}
        stretches[session_id].append(Stretch(seating=seating, results=in_play))
    return stretches
