"""Change seats, partners and turns of a night."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy

from scoring.frozen import Frozen
from scoring.games.base import AnyGame, HouseRules, ImpossibleError
from scoring.ledger.lines import Line, Player
from scoring.ledger.night import Night
from scoring.ledger.seatings import AFTER, AT_ONCE, Seating, Turn, next_dealer, seating_in, seats_after
from scoring.models import Entry, EntryKind, Partnership, Seat, Session
from scoring.operations.errors import PlayerError, RefusedError
from scoring.operations.people.players import player_called
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import MOST_PLAYERS, PersonNames, SeatNumber, SomeNames
from scoring.queries.table.night import night_of, seat_of
from scoring.texts import say


class Turns(TextChoices):
    """The way in which waiting players come in."""

    NONE = "", gettext_lazy("no, all play")
    EACH_HAND = "hand", gettext_lazy("after every hand")
    TAP = "tap", gettext_lazy("by a tap")


class NobodyWaitsError(RefusedError):
    """No player waits for a turn."""


class SeatingError(RefusedError):
    """An order of seats that is not possible."""


class Order(Frozen):
    """Names in the order of play. None keeps dealer, players or turns as they are."""

    names: SomeNames
    dealer: SeatNumber | None = None  # a place from 1
    waiting: PersonNames | None = None  # sit out and come in by turns
    each_hand: bool | None = None


def playing_of(*, game: AnyGame, rules: HouseRules, count: int, turns: Turns) -> int:
    """Return how many play at once. Raises ImpossibleError."""
    # With turns the rules limit the number of seats, and at least one player must wait.
    for fewer in range(min(AT_ONCE, count - 1), 1, -1) if turns is not Turns.NONE else ():
        with suppress(ImpossibleError):
            game.sides(rules=rules, seat_count=fewer)
            return fewer
    game.sides(rules=rules, seat_count=count)
    return count


@records(EntryKind.SEATING)
def change_seats(books: Books[Entry], *, order: Order) -> Entry:
    """Change the seats. Unnamed players sit out.

    If the dealer leaves and `dealer` is None, the next player deals. Raises SeatingError, PlayerError, ImpossibleError.
    """
    old, dealer = books.night.seatings.now, books.night.dealer
    new = seat_people(books, order=order, old=old, since=books.night.last_entry + 1)
    deals = new.seats[order.dealer - 1] if order.dealer else next_dealer(old, dealer=dealer, seats=new.seats)
    if replace(old, since=new.since, entry=new.entry, dealer=dealer) == replace(new, dealer=deals):
        raise SeatingError(say("seating.unchanged"))
    return post_seating(books, draft_of_seats(seating=replace(new, dealer=deals)))


def seat_people(books: Books[Entry], *, order: Order, old: Seating, since: int) -> Seating:
    """Make a seating, and seat new players."""
    if order.dealer and not 1 <= order.dealer <= len(order.names):
        raise SeatingError(say("seating.no_dealer"))
    seats = _seats_of(books, names=order.names)
    if order.waiting is not None:
        waiting = _seats_of(books, names=order.waiting)
    else:
        waiting = tuple(seat for seat in (*old.waiting, *old.seats) if old.waiting and seat not in seats)
    if len({*seats, *waiting}) < len(seats) + len(waiting):
        raise PlayerError(say("player.same_name"))
    each_hand = bool(waiting) and (old.each_hand if order.each_hand is None else order.each_hand)
    seating = Seating(since=since, entry=0, seats=seats, dealer=0, waiting=waiting, each_hand=each_hand)
    books.night.sides_in(seating)
    return seating


def _seats_of(books: Books[Entry], *, names: tuple[str, ...]) -> tuple[int, ...]:
    # A name at the table means the player who sits there, even if an older player of the club has the same name.
    known = {name.casefold(): number for number, name in books.night.names.items()}
    return tuple(known.get(" ".join(name.split()).casefold()) or _seat_for(books, name=name) for name in names)


def _seat_for(books: Books[Entry], *, name: str) -> int:
    session, since = books.session, books.night.last_entry + 1
    player = player_called(club=session.club, name=name, at=books.stamp.at)
    if seat := seat_of(session=session, player=player):
        return seat.number
    number = len(books.night.players) + 1
    if number > MOST_PLAYERS:
        raise SeatingError(say("seating.full", most=MOST_PLAYERS))
    seat = Seat.objects.create(session=session, number=number, player=player, since=since)
    books.rows.append(seat)
    books.seats[number] = seat
    books.night = books.night.with_player(
        Player(number=number, name=player.known_as, public_id=str(player.public_id), row=seat.pk, since=since)
    )
    return number


@records(EntryKind.SEATING)
def take_turn(books: Books[Entry]) -> Entry:
    """Swap the longest waiting player in. Raises NobodyWaitsError."""
    turn = books.night.seatings.turn
    if turn is None:
        raise NobodyWaitsError
    return post_seating(books, _draft_of_turn(books.night, turn, since=books.night.last_entry + 1))


def take_turn_after(books: Books[Entry], *, hand: Line) -> None:
    if draft := draft_of_turn(night=books.night, hand=hand, since=books.night.last_entry + 1):
        post_seating(books, draft, with_key=False)


def draft_of_turn(*, night: Night, hand: Line, since: int) -> Draft | None:
    """Draft the automatic turn after a hand, if any."""
    turn = night.seatings.turn
    if turn is None or not night.seatings.now.each_hand or not hand.counts:
        return None
    draft = _draft_of_turn(night, turn, since=since)
    return replace(draft, act={**draft.act, AFTER: hand.position})


def _draft_of_turn(night: Night, turn: Turn, *, since: int) -> Draft:
    now = night.seatings.now
    seats = seats_after(now, turn)
    waiting = (*(seat for seat in now.waiting if seat != turn.comes), turn.goes)
    deals = next_dealer(now, dealer=night.dealer, seats=seats)
    return draft_of_seats(seating=replace(now, seats=seats, waiting=waiting, dealer=deals, since=since))


def draft_of_seats(*, seating: Seating) -> Draft:
    turns = {"waiting": list(seating.waiting), "each_hand": seating.each_hand} if seating.waiting else {}
    act = {"seats": list(seating.seats), "dealer": seating.dealer, "from": seating.since, **turns}
    return Draft(kind=EntryKind.SEATING, act=act)


def post_seating(books: Books[Entry], draft: Draft, *, with_key: bool = True) -> Entry:
    entry = books.post(draft, with_key=with_key)
    seating = seating_in(act=entry.act, entry=entry.number)
    books.rows += pair_up(night=books.night, seats=books.seats, seating=seating, entry=entry)
    return entry


def pair_up(
    *, night: Night, seats: Mapping[int, Seat], seating: Seating, entry: Entry | None = None
) -> list[Partnership]:
    pairs = ((seats[first], seats[second]) for first, second in night.pairs_in(seating))
    return Partnership.objects.bulk_create(
        Partnership(session=first.session, seating=entry, since=seating.since, first=first, second=second)
        for first, second in pairs
    )


def pair_up_imported(*, session: Session) -> None:
    # An import must not fail here. The check reports seats that cannot be read.
    with suppress(Exception), transaction.atomic():
        night, seats = night_of(session=session), {seat.number: seat for seat in session.seats.all()}
        start = night.until(0)
        pair_up(night=start, seats=seats, seating=start.seatings.now)
        for entry in session.entries.filter(kind=EntryKind.SEATING).order_by("number"):
            seating = seating_in(act=entry.act, entry=entry.number)
            pair_up(night=night.until(entry.number), seats=seats, seating=seating, entry=entry)
