"""Who sits where, written down; people who take turns at the table."""

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum

from scoring.games.base import AnyGame, HouseRules, ImpossibleError
from scoring.games.dealing import counts
from scoring.ledger.seatings import AFTER, AT_ONCE, Seating, Seatings, Turn, next_dealer, seats_after
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import RefusedError
from scoring.operations.table.partnerships import pair_up
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.queries.table.seatings import seating_by, seatings_of
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
        turn = seatings_of(session=session).turn
        if turn is None:
            raise NobodyWaitsError(say("nobody_waits"))
        return post_seating(
            books, _drafted(books.seating(), turn, dealer=books.progress.dealer, since=expected_entry + 1)
        )


def take_turn_after(books: Books[Entry], *, hand: Entry) -> None:
    """Have the next come in by itself after a hand that counts, where the table plays so."""
    if books.seating().each_hand:
        dealer = hand.hand.deals_next or books.progress.dealer
        seatings = seatings_of(session=books.session)
        if draft := turn_after(seatings=seatings, hand=hand, dealer=dealer, since=books.last_entry + 1):
            post_seating(books, draft, with_key=False)


def turn_after(*, seatings: Seatings, hand: Entry, dealer: int, since: int) -> Draft | None:
    """Return the turn that a hand brings by itself, None where nobody waits for one or the hand does not count."""
    turn = seatings.turn
    if turn is None or not seatings.now.each_hand or not counts(act=hand.act):
        return None
    draft = _drafted(seatings.now, turn, dealer=dealer, since=since)
    return replace(draft, act={**draft.act, AFTER: hand.hand.position})


def turn_taken_after(*, hand: Entry) -> Entry | None:
    """Return the seating that stands which came by itself after a hand."""
    turns = hand.session.entries.standing().of_kind(EntryKind.SEATING)
    return turns.filter(**{f"act__{AFTER}": hand.hand.position}).order_by("-number").first()


def _drafted(now: Seating, turn: Turn, *, dealer: int, since: int) -> Draft:
    seats = seats_after(now, turn)
    waiting = (*(seat for seat in now.waiting if seat != turn.comes), turn.goes)
    deals = next_dealer(now, dealer=dealer, seats=seats)
    return draft_of_seats(seating=replace(now, seats=seats, waiting=waiting, dealer=deals, since=since))


def draft_of_seats(*, seating: Seating) -> Draft:
    """Return the entry of a seating; who takes turns stands in it only where somebody does."""
    turns = {"waiting": list(seating.waiting), "each_hand": seating.each_hand} if seating.waiting else {}
    act = {"seats": list(seating.seats), "dealer": seating.dealer, "from": seating.since, **turns}
    return Draft(kind=EntryKind.SEATING, act=act)


def post_seating(books: Books[Entry], draft: Draft, *, with_key: bool = True) -> Entry:
    """Post a seating with the pairs that it makes, and return its entry."""
    entry = books.post(draft, with_key=with_key)
    books.rows += pair_up(session=books.session, seating=seating_by(entry=entry), entry=entry)
    return entry
