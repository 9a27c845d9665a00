"""Chips: take them from the bank, hand them back, count them; take the bank over.

Chips stand for money that is in the books already: they move nothing but the cash that is handed over with them.
"""

from collections.abc import Mapping
from typing import Annotated

from scoring.ledger.chips import Chips, What, cash_of, decided, differences, stack_of
from scoring.limits import Called
from scoring.models import Entry, EntryKind
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import Cents, OwedCents, SeatNumber, SeatNumbers
from scoring.texts import Sum, say

type Counted = Annotated[Mapping[SeatNumber, OwedCents], Called("seat", "amount_cents")]


@records(EntryKind.CHIPS, but_known=True)
def buy_chips(
    books: Books[Entry], *, bank: SeatNumber, seats: SeatNumbers, amount_cents: Cents, is_paid: bool = False
) -> Draft:
    """Record that each of these seats took chips worth so much from the bank, and return the entry.

    Raises WrongAmountError, also for another bank than the night has; TableChangedError, SessionClosedError,
    KeyReusedError.
    """
    before, taking = books.night.chips, sorted(set(seats))
    if before.bank not in (0, bank):
        raise WrongAmountError(say("wrong_amount.other_bank"), field="bank")
    return _moved(
        books, before, what=What.BOUGHT, act={"bank": bank, "seats": taking, "cents": amount_cents, "paid": is_paid}
    )


@records(EntryKind.CHIPS, but_known=True)
def return_chips(books: Books[Entry], *, seat: SeatNumber, amount_cents: Cents, is_paid: bool = False) -> Draft:
    """Record that a seat handed counted chips back to the bank, and return the entry.

    In cash (`is_paid`) the bank gives their value without what the chips of that seat were not paid for. Raises
    WrongAmountError for more than is out, TableChangedError, SessionClosedError, KeyReusedError.
    """
    before = books.night.chips
    if amount_cents > before.out_cents:
        out = _sum(books, before.out_cents)
        raise WrongAmountError(say("wrong_amount.too_many_back", out=out), field="amount_cents")
    act = {"bank": before.bank, "seats": [seat], "cents": amount_cents, "paid": is_paid}
    return _moved(books, before, what=What.RETURNED, act=act)


@records(EntryKind.CHIPS)
def take_over_bank(books: Books[Entry], *, bank: SeatNumber) -> Draft:
    """Record that another seat is the bank from now on and gets the cash the old one holds for chips; return the entry.

    Raises WrongAmountError where there is no bank or no other, TableChangedError, SessionClosedError, KeyReusedError.
    """
    before = books.night.chips
    if not before.bank or before.bank == bank or bank not in books.night.players:
        raise WrongAmountError(say("wrong_amount.no_other_bank"), field="bank")
    return _moved(books, before, what=What.TAKEN_OVER, act={"bank": bank, "was": before.bank})


@records(EntryKind.CHIPS)
def count_chips(books: Books[Entry], *, counted: Counted, decides: bool = False) -> Draft:
    """Record the chips everybody has, by seat, with what they should have, and return the entry.

    Where the count `decides`, what it differs by is owed apart from play. Raises WrongAmountError for chips that do
    not add up to those bought, TableChangedError, SessionClosedError, KeyReusedError.
    """
    chips = books.night.chips
    if not set(counted) <= set(books.night.players):
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    if not chips.bank or any(cents < 0 for cents in counted.values()):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    found, out, due = sum(counted.values()), chips.out_cents, chips.due
    counted_sum, lent, by = (_sum(books, cents) for cents in (found, out, abs(found - out)))
    if found < out:
        raise WrongAmountError(say("wrong_amount.chips_missing", found=counted_sum, out=lent, by=by))
    if found > out:
        raise WrongAmountError(say("wrong_amount.chips_too_many", found=counted_sum, out=lent, by=by))
    told = [[seat, counted.get(seat, 0), due.get(seat, 0)] for seat in sorted(books.night.players)]
    act = {"what": What.COUNTED.value, "chips": told, "decides": decides}
    more = differences(counted=counted, due=due) if decides else {}
    return Draft(kind=EntryKind.CHIPS, act=act, payments=decided(more=more))


def _moved(books: Books[Entry], before: Chips, *, what: What, act: dict[str, object]) -> Draft:
    """Return the line of chips that moved, with the cash that goes with them."""
    act = {"what": what.value, **act}
    stack = stack_of(act=act)
    if not {stack.bank, *stack.seats} <= set(books.night.players) or (not stack.seats and what is not What.TAKEN_OVER):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    return Draft(kind=EntryKind.CHIPS, act=act, payments=cash_of(stack=stack, before=before.stacks))


def _sum(books: Books[Entry], cents: int) -> Sum:
    return Sum(cents=cents, currency=books.session.money)
