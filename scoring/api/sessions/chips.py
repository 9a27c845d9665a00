"""The chips of a night: read them, take some from the bank, hand some back, count them."""

from typing import Any

from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import SessionView
from scoring.api.web.operations import LINE, reads, writes
from scoring.api.web.parsing import Input, Several, Whole, YesNo
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips, take_over_bank
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action
from scoring.queries.sessions.chips import Chips, chips_of


class HolderShape(Shape):
    """What chips a seat took and did not hand back, what it should hold now, and what it last counted, if it did."""

    seat: int
    player: str
    out_cents: int
    due_cents: int
    counted_cents: int | None


class ChipsShape(Shape):
    """The chips of a night; the seat of the `bank` is 0 where nobody took any.

    `is_over` says that chips were moved after the last count, `suspects` which lines moved just what it differs by.
    """

    bank: int
    out_cents: int
    holders: tuple[HolderShape, ...]
    counted_at: int | None = at("count.number", default=None)
    is_over: bool
    suspects: tuple[int, ...]


class NewChips(Input):
    """Who takes chips worth how much each from the bank, and whether cash is handed over for them now."""

    bank = Whole(min_value=1, max_value=MOST_PLAYERS)
    seats = Several(child=Whole(min_value=1, max_value=MOST_PLAYERS), min_length=1, max_length=MOST_PLAYERS)
    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)
    is_paid = YesNo(default=False)
    expected_entry = Whole()


class NewReturn(Input):
    """Who hands back chips worth how much, and whether the bank gives cash for them now."""

    seat = Whole(min_value=1, max_value=MOST_PLAYERS)
    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)
    is_paid = YesNo(default=False)
    expected_entry = Whole()


class NewBank(Input):
    """Who is the bank from now on; the one before hands over the cash it holds for chips."""

    bank = Whole(min_value=1, max_value=MOST_PLAYERS)
    expected_entry = Whole()


class Counted(Input):
    """What one seat counted."""

    seat = Whole(min_value=1, max_value=MOST_PLAYERS)
    amount_cents = Whole()


class NewCount(Input):
    """What everybody counted, nothing for who is left out, and whether that decides what everybody has."""

    counted = Several(child=Counted(), max_length=MOST_PLAYERS)
    decides = YesNo(default=False)
    expected_entry = Whole()


class TheChips(SessionView):
    @reads(ChipsShape, right=Action.SEE)
    def get(self) -> Chips:
        """Read who took what chips, and what everybody should hold."""
        return chips_of(session=self.session)

    @writes(NewChips, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, bought: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Take chips from the bank."""
        return ledger_line(entry=buy_chips(session=self.session, **bought, stamp=stamp))


class ChipsBack(SessionView):
    @writes(NewReturn, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, returned: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Hand chips back to the bank."""
        return ledger_line(entry=return_chips(session=self.session, **returned, stamp=stamp))


class ChipsBank(SessionView):
    @writes(NewBank, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, changed: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Take the bank over."""
        return ledger_line(entry=take_over_bank(session=self.session, **changed, stamp=stamp))


class ChipsCounts(SessionView):
    @writes(NewCount, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, count: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Count the chips: they must add up to those that are out."""
        counted = {each["seat"]: each["amount_cents"] for each in count.pop("counted")}
        return ledger_line(entry=count_chips(session=self.session, counted=counted, **count, stamp=stamp))
