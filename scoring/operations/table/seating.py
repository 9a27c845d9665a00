"""Change who sits where, from now on or since an earlier hand."""

from dataclasses import dataclass, replace
from enum import StrEnum

from django.db import transaction

from scoring.games import game_by_id
from scoring.games.base import ActKind, Data, ImpossibleError, Outcome
from scoring.games.moving import moved, seats_named
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Hand, Seat, Session
from scoring.operations.disputes import carry_over
from scoring.operations.errors import PlayerError, RefusedError
from scoring.operations.hands import draft_of, judge, write_hand
from scoring.operations.players import player_called
from scoring.operations.posting import (
    Draft,
    Stamp,
    content_hash,
    lock,
    post,
    recorded_before,
    require_open,
    require_unchanged,
)
from scoring.operations.reversing import require_unsettled, reversal_of
from scoring.queries import hands, matches, tables
from scoring.queries.disputes import open_dispute_of
from scoring.queries.seatings import (
    Seating,
    played_under,
    position_of,
    seating_by,
    seatings_of,
    sides_in,
)

MOST_PLAYERS = 8


class SeatingError(RefusedError):
    """An order of seats that cannot be, or under which what was recorded makes no sense."""

    code = "seating"


class Mistake(StrEnum):
    """What was wrong about the seats since an earlier hand.

    PLACES: the people were right, they sat on other places, so sides and opponents change. PEOPLE: the places
    were right, another person sat there, so wins and losses move to that person.
    """

    PLACES = "places"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Names in the order of play, unknown ones come in; `dealer` is a place from 1, None goes on in order."""

    names: tuple[str, ...]
    dealer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """What putting the seats right since a hand recorded: the seating, and each line with its replacement."""

    seating: Entry
    lines: tuple[tuple[Entry, Entry], ...]


@transaction.atomic
def change_seats(*, session: Session, order: Order, expected_entry: int, stamp: Stamp) -> Entry:
    """Record who sits where from now on and return the entry; who is not named sits out.

    When the dealer leaves, the next in the order of play deals, unless the order names another. Raises
    SeatingError, PlayerError, ImpossibleError for a number of players the rules do not allow,
    TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("change_seats", session=session.public_id, order=str(order))
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    old = seatings_of(session=session).now
    seats = _seats_of(session=session, order=order, since=expected_entry + 1, stamp=stamp)
    dealer = hands.dealer(session=session)
    draft = _draft(
        seats=seats,
        dealer=seats[order.dealer - 1] if order.dealer else _next_dealer(old, dealer=dealer, seats=seats),
        since=expected_entry + 1,
    )
    if (old.seats, dealer) == (seats, draft.act["dealer"]):
        raise SeatingError("Everybody sits like this already. Change a name or who deals.")
    return post(session=session, draft=draft, stamp=stamp, content=content)


@transaction.atomic
def mend_seats(
    *, hand: Hand, order: Order, mistake: Mistake, reason: str, expected_entry: int, stamp: Stamp
) -> Mended:
    """Put the seats right since an accepted hand, until they were changed again; return what was recorded.

    In one transaction every hand, secret and penalty since then that comes to something else is reversed
    and recorded again in its old place in the order of play; an open objection goes with it. Raises as
    `change_seats`, SeatingError where the new seats cannot have played these lines, and NotReversibleError
    for the points of a settled match.
    """
    session = lock(session=hand.session)
    content = content_hash(
        "mend_seats",
        session=session.public_id,
        position=hand.position,
        order=str(order),
        mistake=mistake,
        reason=reason,
    )
    if before := recorded_before(stamp=stamp, content=content):
        return Mended(seating=before, lines=())
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    return _mend(
        session=session, hand=hand, order=order, mistake=mistake, reason=reason, stamp=stamp, content=content
    )


def _mend(
    *, session: Session, hand: Hand, order: Order, mistake: Mistake, reason: str, stamp: Stamp, content: str
) -> Mended:
    before = seatings_of(session=session)
    old = before.at(position=hand.position)
    newest = tables.last_entry_number(session=session)
    seats = _seats_of(session=session, order=order, since=newest + 1, stamp=stamp)
    dealer = hands.dealer(session=session, before_position=hand.position)
    if order.dealer:
        dealer = seats[order.dealer - 1]
    elif mistake is Mistake.PEOPLE:
        dealer = _same_place(old, seats, seat=dealer)
    else:
        dealer = _next_dealer(old, dealer=dealer, seats=seats)
    settled = matches.settled_before(session=session, position=hand.position)
    since = max(hand.after + 1, old.since, settled + 1)
    draft = replace(_draft(seats=seats, dealer=dealer, since=since), reason=reason)
    entry = post(session=session, draft=draft, stamp=stamp, content=content)
    seating = seating_by(entry=entry)
    after = before.with_one_more(seating=seating)
    change = _Change(seats=seats, mistake=mistake, reason=reason, stamp=stamp)
    lines = tuple(
        (played, again)
        for played in played_under(session=session, seating=seating, seatings=after)
        if (again := _record_again(played, old=before.at(position=position_of(entry=played)), change=change))
    )
    return Mended(seating=entry, lines=lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """What is wrong about the seats, and the right ones."""

    seats: tuple[int, ...]
    mistake: Mistake
    reason: str
    stamp: Stamp


def _record_again(entry: Entry, *, old: Seating, change: _Change) -> Entry | None:
    """Reverse a line and record it on the right seats; None where it comes to the same.

    A settled match was paid by those who sat there, also by who has no points: it is to be undone first.
    """
    require_unsettled(entry=entry)
    act = _moved(entry, old=old, seats=change.seats, mistake=change.mistake)
    position = position_of(entry=entry)
    outcome = _judged_again(entry, act=act, position=position)
    kind = EntryKind(entry.kind)
    draft = draft_of(session=entry.session, kind=kind, outcome=outcome, reason=change.reason)
    if kind is not EntryKind.HAND:
        draft = replace(draft, act={**act, "position": position})
    if act == entry.act and (_paid(entry), _scored(entry)) == (set(draft.payments), set(draft.points)):
        return None
    objection = open_dispute_of(entry=entry)
    back = reversal_of(entry=entry, reason=change.reason)
    post(session=entry.session, draft=back, stamp=change.stamp, with_key=False)
    again = post(session=entry.session, draft=draft, stamp=change.stamp, with_key=False)
    if objection:
        carry_over(dispute=objection, to=again)
    if kind is EntryKind.HAND:
        write_hand(entry=again, outcome=outcome, replaces=entry.hand)
    return again


def _judged_again(entry: Entry, *, act: Data, position: int) -> Outcome:
    session = entry.session
    try:
        return judge(session=session, kind=_act_kind(entry), act=act, position=position)
    except ImpossibleError as error:
        names = tables.names_of(session=session)
        why = " ".join(problem.told(names=names) for problem in error.problems)
        raise SeatingError(f"Line {entry.number} cannot have been played on these seats. {why}") from error


def _paid(entry: Entry) -> set[Payment]:
    return {
        Payment(payer=paid.payer.number, payee=paid.payee.number, cents=paid.amount_cents)
        for paid in entry.payments.select_related("payer", "payee")
    }


def _scored(entry: Entry) -> set[Points]:
    return {
        Points(seat=score.seat.number, points=score.points) for score in entry.scores.select_related("seat")
    }


def _act_kind(entry: Entry) -> ActKind:
    return ActKind(entry.act.get("why", entry.kind))


def _moved(entry: Entry, *, old: Seating, seats: tuple[int, ...], mistake: Mistake) -> Data:
    """Return what was entered, told of the seats it is really about."""
    session = entry.session
    asked = game_by_id(game_id=session.game).asks(kind=_act_kind(entry), rules=session.rules)
    act: Data = entry.act
    if mistake is Mistake.PEOPLE:
        act = moved(act=act, asked=asked, to={seat: _same_place(old, seats, seat=seat) for seat in old.seats})
    if not seats_named(act=act, asked=asked) <= set(seats):
        raise SeatingError(
            f"Line {entry.number} is about somebody who does not sit there by these seats. "
            "Name everybody who played, or choose that another person sat there."
        )
    return act


def _same_place(old: Seating, seats: tuple[int, ...], *, seat: int) -> int:
    """Return who sits on the new seats where somebody sat on the old ones."""
    if len(old.seats) != len(seats):
        raise SeatingError("As many people as before must sit there, so that each takes the place of one.")
    return seats[old.seats.index(seat)]


def _next_dealer(old: Seating, *, dealer: int, seats: tuple[int, ...]) -> int:
    """Return the dealer, or where the dealer has left the next of the old order who stays."""
    start = old.seats.index(dealer)
    in_order = (*old.seats[start:], *old.seats[:start])
    return next((seat for seat in in_order if seat in seats), seats[0])


def _draft(*, seats: tuple[int, ...], dealer: int, since: int) -> Draft:
    return Draft(kind=EntryKind.SEATING, act={"seats": list(seats), "dealer": dealer, "from": since})


def _seats_of(*, session: Session, order: Order, since: int, stamp: Stamp) -> tuple[int, ...]:
    """Return the seats of the names in order; who is new comes in with a seat of their own."""
    known = {
        seat.player.known_as.casefold(): seat.number
        for seat in session.seats.select_related("player__merged_into")
    }
    if order.dealer and not 1 <= order.dealer <= len(order.names):
        raise SeatingError("Nobody sits on the place of the dealer.")
    seats = tuple(
        known.get(" ".join(name.split()).casefold()) or _come_in(session, name=name, since=since, stamp=stamp)
        for name in order.names
    )
    if len(set(seats)) < len(seats):
        raise PlayerError("Two places have the same name. Give each player a name of their own.")
    sides_in(session=session, seating=Seating(since=since, entry=since, seats=seats, dealer=0))
    return seats


def _come_in(session: Session, *, name: str, since: int, stamp: Stamp) -> int:
    """Return the seat of a player, a new one where the player did not sit in this session before."""
    player = player_called(club=session.club, name=name, at=stamp.at)
    if seat := tables.seat_of(session=session, player=player):
        return seat.number
    number = session.seats.count() + 1
    if number > MOST_PLAYERS:
        raise SeatingError("Eight people play in this night already; nobody else can come in.")
    return Seat.objects.create(session=session, number=number, player=player, since=since).number
