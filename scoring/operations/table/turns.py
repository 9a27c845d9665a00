"""Who sits where, written down; people who take turns at the table."""

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum

from scoring.games.base import AnyGame, HouseRules, ImpossibleError
from scoring.ledger.lines import Line
from scoring.ledger.night import Night
from scoring.ledger.seatings import AFTER, AT_ONCE, Seating, Turn, next_dealer, seating_in, seats_after
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import RefusedError
from scoring.operations.table.partnerships import pair_up
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.texts import say


class Turns(StrEnum):
    """Whether people take turns at the table, and what brings the next one in."""

    NONE = ""
    EACH_HAND = "hand"
    TAP = "tap"


def playing_of(*, game: AnyGame, rules: HouseRules, count: int, turns: Turns) -> int:
    """Return how many of so many people sit at the table at once. Raises ImpossibleError."""
    if turns is not Turns.NONE:
        for fewer in range(min(AT_ONCE, count - 1), 1, -1):
            with suppress(ImpossibleError):
                game.sides(rules=rules, seat_count=fewer)
                return fewer
    game.sides(rules=rules, seat_count=count)
    return count


class NobodyWaitsError(RefusedError):
    """Nobody sits out who would come in by turns."""

    code = "nobody_waits"


def take_turn(*, session: Session, expected_entry: int, stamp: Stamp) -> Entry:
    """Let whoever has waited longest come in for whoever has played longest, and return the entry.

    Raises NobodyWaitsError, TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("take_turn", session=session.public_id, expected_entry=expected_entry)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        turn = books.night.seatings.turn
        if turn is None:
            raise NobodyWaitsError(say("nobody_waits"))
        return post_seating(books, _drafted(books.night, turn, since=expected_entry + 1))


def take_turn_after(books: Books[Entry], *, hand: Line) -> None:
    """Have the next come in by itself after a hand that counts, where the table plays so."""
    if draft := draft_of_turn(night=books.night, hand=hand, since=books.night.last_entry + 1):
        post_seating(books, draft, with_key=False)


def draft_of_turn(*, night: Night, hand: Line, since: int) -> Draft | None:
    """Return the turn that the last hand brings by itself, None where nobody waits for one or it does not count."""
    turn = night.seatings.turn
    if turn is None or not night.seatings.now.each_hand or not hand.counts:
        return None
    draft = _drafted(night, turn, since=since)
    return replace(draft, act={**draft.act, AFTER: hand.position})


def _drafted(night: Night, turn: Turn, *, since: int) -> Draft:
    now = night.seatings.now
    seats = seats_after(now, turn)
    waiting = (*(seat for seat in now.waiting if seat != turn.comes), turn.goes)
    deals = next_dealer(now, dealer=night.dealer, seats=seats)
    return draft_of_seats(seating=replace(now, seats=seats, waiting=waiting, dealer=deals, since=since))


def draft_of_seats(*, seating: Seating) -> Draft:
    """Return the entry of a seating; who takes turns stands in it only where somebody does."""
    turns = {"waiting": list(seating.waiting), "each_hand": seating.each_hand} if seating.waiting else {}
    act = {"seats": list(seating.seats), "dealer": seating.dealer, "from": seating.since, **turns}
    return Draft(kind=EntryKind.SEATING, act=act)


def post_seating(books: Books[Entry], draft: Draft, *, with_key: bool = True) -> Entry:
    """Post a seating with the pairs that it makes, and return its entry."""
    entry = books.post(draft, with_key=with_key)
    seating = seating_in(act=entry.act, entry=entry.number)
    books.rows += pair_up(night=books.night, seats=books.seats, seating=seating, entry=entry)
    return entry
