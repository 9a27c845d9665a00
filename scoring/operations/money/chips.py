"""Record chips: bought, returned, counted, and who the bank is. It counts in nobody's winnings.

They stand for money that is in the books already: they move nothing but the cash that is handed over with them.

Each raises WrongAmountError, SessionClosedError, TableChangedError and KeyReusedError; ReasonMissingError where it asks
for a reason.
"""

from collections.abc import Mapping
from typing import Annotated

from scoring.ledger.chips import Bank, What, decided, stack_of
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
    """Record that each of these seats took chips worth so much from the bank, and return the entry."""
    if books.night.chips.bank not in (0, bank):
        raise WrongAmountError(say("wrong_amount.other_bank"), field="bank")
    return _moved(books, What.BOUGHT, bank=bank, seats=sorted(set(seats)), cents=amount_cents, paid=is_paid)


@records(EntryKind.CHIPS, but_known=True)
def return_chips(books: Books[Entry], *, seat: SeatNumber, amount_cents: Cents, is_paid: bool = False) -> Draft:
    """Record that a seat handed counted chips back to the bank, and return the entry.

    In cash (`is_paid`) the bank gives their value without what the chips of that seat were not paid for.
    """
    chips = books.night.chips
    if amount_cents > chips.out_cents:
        out = _sum(books, chips.out_cents)
        raise WrongAmountError(say("wrong_amount.too_many_back", out=out), field="amount_cents")
    return _moved(books, What.RETURNED, bank=chips.bank, seats=[seat], cents=amount_cents, paid=is_paid)


@records(EntryKind.CHIPS)
def take_over_bank(books: Books[Entry], *, bank: SeatNumber) -> Draft:
    """Record that another seat is the bank, and gets the cash the old one holds for chips; return the entry."""
    before = books.night.chips.bank
    if not before or before == bank or bank not in books.night.players:
        raise WrongAmountError(say("wrong_amount.no_other_bank"), field="bank")
    return _moved(books, What.TAKEN_OVER, bank=bank, was=before)


@records(EntryKind.CHIPS)
def count_chips(books: Books[Entry], *, counted: Counted, decides: bool = False) -> Draft:
    """Record the chips everybody has, by seat, with what they should have, and return the entry.

    Where the count `decides`, what it differs by is owed apart from play.
    """
    chips = books.night.chips
    if not set(counted) <= set(books.night.players):
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    if not chips.bank or any(cents < 0 for cents in counted.values()):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    found, out, due = sum(counted.values()), chips.out_cents, chips.due
    if found != out:
        why = "missing" if found < out else "too_many"
        found_sum, out_sum, by = (_sum(books, cents) for cents in (found, out, abs(found - out)))
        raise WrongAmountError(say(f"wrong_amount.chips_{why}", found=found_sum, out=out_sum, by=by))
    told = [[seat, counted.get(seat, 0), due.get(seat, 0)] for seat in sorted(books.night.players)]
    act = {"what": What.COUNTED.value, "chips": told, "decides": decides}
    return Draft(kind=EntryKind.CHIPS, act=act, payments=decided(counted=counted, due=due) if decides else ())


def _moved(books: Books[Entry], what: What, **said: object) -> Draft:
    """Return the line of chips that moved, with the cash that goes with them."""
    act = {"what": what.value, **said}
    stack = stack_of(act=act)
    if not {stack.bank, *stack.seats} <= set(books.night.players) or (not stack.seats and what is not What.TAKEN_OVER):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    return Draft(kind=EntryKind.CHIPS, act=act, payments=Bank(books.night.chips.stacks).cash_for(stack))


def _sum(books: Books[Entry], cents: int) -> Sum:
    return Sum(cents=cents, currency=books.session.money)
