"""The tong of a night: read it, agree on it, say what it was spent on."""

from typing import Any

from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import SessionView
from scoring.api.web.operations import LINE, reads, writes
from scoring.api.web.parsing import Choice, Input, Text, Whole, words
from scoring.ledger.tong import HIGHEST_PERCENT, Every
from scoring.models.entries import LONGEST_REASON
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.table.payments import set_tong, spend_tong
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action
from scoring.queries.table.tong import Tong, tong_of


class TongRuleShape(Shape):
    """What is taken from the hands after a line, and the seat that keeps it."""

    since: int
    every: Every
    amount_cents: int = at("cents")
    percent: int
    coin_cents: int
    holder: int


class TongShape(Shape):
    """The tong of a night so far; `rule` is null where nothing is taken, the seat of the `holder` 0 before any was."""

    rule: TongRuleShape | None
    holder: int
    pot_cents: int
    spent_cents: int
    left_cents: int


class NewTong(Input):
    """What is taken from the next hand on: an amount or per cent, rounded down to a coin; 0 of both ends it.

    Another `holder` takes over what is left of it.
    """

    every = Choice(choices=words(*Every), default=Every.WIN.value)
    amount_cents = Whole(default=0, max_value=HIGHEST_AMOUNT_CENTS)
    percent = Whole(default=0, max_value=HIGHEST_PERCENT)
    coin_cents = Whole(default=1)
    holder = Whole(min_value=1, max_value=MOST_PLAYERS)
    expected_entry = Whole()


class NewSpending(Input):
    """What some of it was spent on."""

    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)
    reason = Text(max_length=LONGEST_REASON)
    expected_entry = Whole()


class TheTong(SessionView):
    @reads(TongShape, right=Action.SEE)
    def get(self) -> Tong:
        """Read what is in the tong."""
        return tong_of(session=self.session)

    @writes(NewTong, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, rule: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Agree on a tong; it is taken with the close."""
        every, cents = Every(rule.pop("every")), rule.pop("amount_cents")
        return ledger_line(entry=set_tong(session=self.session, every=every, cents=cents, **rule, stamp=stamp))


class TongSpendings(SessionView):
    @writes(NewSpending, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, spending: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record what some of the tong was spent on."""
        return ledger_line(entry=spend_tong(session=self.session, **spending, stamp=stamp))
