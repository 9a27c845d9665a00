"""Chips: take them from the bank, hand them back, count them; take the bank over.

Chips stand for money that is in the books already: they move nothing but the cash that is handed over with them.
"""

from collections.abc import Mapping
from typing import Annotated

from scoring.ledger.chips import Stack, What, cash_of, decided, differences, stack_of
from scoring.limits import Called
from scoring.models import Entry, EntryKind, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.operations.words import Cents, OwedCents, SeatNumber, SeatNumbers
from scoring.queries.sessions.chips import chips_of
from scoring.texts import Sum, say

type Counted = Annotated[Mapping[SeatNumber, OwedCents], Called("seat", "amount_cents")]


def buy_chips(
    *,
    session: Session,
    bank: SeatNumber,
    seats: SeatNumbers,
    amount_cents: Cents,
    expected_entry: int,
    stamp: Stamp,
    is_paid: bool = False,
) -> Entry:
    """Record that each of these seats took chips worth so much from the bank, and return the entry.

    Raises WrongAmountError, also for another bank than the night has; TableChangedError, SessionClosedError,
    KeyReusedError.
    """
    stack = Stack(what=What.BOUGHT, bank=bank, seats=tuple(sorted(set(seats))), cents=amount_cents, is_paid=is_paid)
    said = {"bank": bank, "seats": stack.seats, "cents": amount_cents, "is_paid": is_paid}
    content = content_hash("buy_chips", session=session.public_id, **said)
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        before = chips_of(session=books.session)
        if before.bank not in (0, bank):
            raise WrongAmountError(say("wrong_amount.other_bank"))
        return _post(books, stack, before=before.stacks)


def return_chips(
    *, session: Session, seat: SeatNumber, amount_cents: Cents, expected_entry: int, stamp: Stamp, is_paid: bool = False
) -> Entry:
    """Record that a seat handed counted chips back to the bank, and return the entry.

    In cash (`is_paid`) the bank gives their value without what the chips of that seat were not paid for. Raises
    WrongAmountError for more than is out, TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("return_chips", session=session.public_id, seat=seat, cents=amount_cents, is_paid=is_paid)
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        before = chips_of(session=books.session)
        if amount_cents > before.out_cents:
            raise WrongAmountError(say("wrong_amount.too_many_back", out=_sum(session, before.out_cents)))
        stack = Stack(what=What.RETURNED, bank=before.bank, seats=(seat,), cents=amount_cents, is_paid=is_paid)
        return _post(books, stack, before=before.stacks)


def take_over_bank(*, session: Session, bank: SeatNumber, expected_entry: int, stamp: Stamp) -> Entry:
    """Record that another seat is the bank from now on and gets the cash the old one holds for chips; return the entry.

    Raises WrongAmountError where there is no bank or no other, TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("take_over_bank", session=session.public_id, bank=bank)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        before = chips_of(session=books.session)
        if not before.bank or before.bank == bank or bank not in books.seats:
            raise WrongAmountError(say("wrong_amount.no_other_bank"))
        act = {"what": What.TAKEN_OVER.value, "bank": bank, "was": before.bank}
        cash = cash_of(stack=stack_of(act=act), before=before.stacks)
        return books.post(Draft(kind=EntryKind.CHIPS, act=act, payments=cash))


def count_chips(
    *, session: Session, counted: Counted, expected_entry: int, stamp: Stamp, decides: bool = False
) -> Entry:
    """Record the chips everybody has, by seat, with what they should have, and return the entry.

    Where the count `decides`, what it differs by is owed apart from play. Raises WrongAmountError for chips that do
    not add up to those bought, TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("count_chips", session=session.public_id, counted=sorted(counted.items()), decides=decides)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        chips = chips_of(session=books.session)
        if not set(counted) <= set(books.seats):
            raise WrongAmountError(say("wrong_amount.not_two_players"))
        if not chips.bank or any(cents < 0 for cents in counted.values()):
            raise WrongAmountError(say("wrong_amount.no_chips"))
        _require_all(session, found=sum(counted.values()), out=chips.out_cents)
        due = chips.due
        told = [[seat, counted.get(seat, 0), due.get(seat, 0)] for seat in sorted(books.seats)]
        act = {"what": What.COUNTED.value, "chips": told, "decides": decides}
        more = differences(counted=counted, due=due) if decides else {}
        return books.post(Draft(kind=EntryKind.CHIPS, act=act, payments=decided(more=more)))


def _require_all(session: Session, *, found: int, out: int) -> None:
    if found == out:
        return
    counted, lent, by = _sum(session, found), _sum(session, out), _sum(session, abs(found - out))
    if found < out:
        raise WrongAmountError(say("wrong_amount.chips_missing", found=counted, out=lent, by=by))
    raise WrongAmountError(say("wrong_amount.chips_too_many", found=counted, out=lent, by=by))


def _sum(session: Session, cents: int) -> Sum:
    return Sum(cents=cents, currency=session.money)


def _post(books: Books[Entry], stack: Stack, *, before: tuple[Stack, ...]) -> Entry:
    if books.session.money.is_points:
        raise WrongAmountError(say("wrong_amount.points_only"))
    if not stack.seats or not {stack.bank, *stack.seats} <= set(books.seats):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    if stack.cents < 1:
        raise WrongAmountError(say("wrong_amount.nothing"))
    if stack.cents > HIGHEST_AMOUNT_CENTS:
        raise WrongAmountError(say("wrong_amount.too_high"))
    act = {
        "what": stack.what.value,
        "bank": stack.bank,
        "seats": list(stack.seats),
        "cents": stack.cents,
        "paid": stack.is_paid,
    }
    return books.post(Draft(kind=EntryKind.CHIPS, act=act, payments=cash_of(stack=stack, before=before)))
