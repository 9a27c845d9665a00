"""The end of a night: what closing would do, close, hand cash over, reopen."""

from typing import Annotated, Any

from pydantic import BeforeValidator

from scoring.api.table.entries import require_own_cash
from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import LINE, reads, writes
from scoring.api.web.parsing import NEEDED, Input, QueryNumber, Several, Text, Whole
from scoring.ledger.night import SeatResult
from scoring.models import Session
from scoring.models.entries import LONGEST_REASON
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.errors import SessionClosedError, SessionOpenError, WrongAmountError
from scoring.operations.sessions.closing import close_session, discard_session, hand_over, hand_over_early
from scoring.operations.table.payments import require_coin
from scoring.operations.table.posting import Stamp
from scoring.operations.table.reversing import reopen_session
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action
from scoring.queries.sessions import settlements
from scoring.queries.sessions.settlements import FinalSeat, Settling, settling
from scoring.queries.table import tables


class TransferShape(Shape):
    """Payer owes payee so much, by name."""

    payer: str
    payee: str
    amount_cents: int = at("cents")


class AdjustedShape(Shape):
    """Payments the close posts by itself."""

    why: str
    transfers: tuple[TransferShape, ...]


class ReckoningShape(Shape):
    """What makes a seat's night: the result, what came beside it, and both `in_all_cents`.

    What was settled of that before the close (`settled_cents`, less than 0 where it was received) leaves `due_cents`,
    which the plan moves.
    """

    number: int
    player: str
    result_cents: int
    carried_cents: int
    tong_cents: int
    beside_cents: int
    in_all_cents: int
    settled_cents: int
    due_cents: int


class ClosingShape(Shape):
    """What closing now would do."""

    seats: tuple[FinalSeat, ...]
    reckonings: tuple[ReckoningShape, ...]
    adjusted: tuple[AdjustedShape, ...]
    plan: tuple[TransferShape, ...]
    hand_count: int
    void_count: int
    open_secrets: int
    expected_entry: int = at("last_entry")


class PlanLineShape(Shape):
    """A line of the plan: seats, what is to be handed over, what was, by which entries."""

    payer: int = at("line.payer")
    payee: int = at("line.payee")
    payer_name: str = at("payer")
    payee_name: str = at("payee")
    amount_cents: int = at("line.cents")
    handed_cents: int = at("line.handed_cents")
    left_cents: int = at("line.left_cents")
    handovers: Annotated[tuple[int, ...], BeforeValidator(lambda entries: [entry.number for entry in entries])] = at(
        "line.handovers"
    )


class SettlementShape(Shape):
    """A closed session: results, best first, and the plan; nothing is left when it is settled."""

    seats: tuple[SeatResult, ...]
    reckonings: tuple[ReckoningShape, ...]
    plan: tuple[PlanLineShape, ...] = at("lines")
    is_settled: bool
    check_code: str


class CoinQuery(Input):
    """The smallest coin to round to, 1 for none."""

    coin_cents = QueryNumber(default=1)


class Close(Input):
    """Close, rounded to a coin (1 for none)."""

    coin_cents = Whole(default=1)
    expected_entry = Whole()
    disputed = Several(
        child=Whole(min_value=1), default=list, help_text="The lines with an open dispute to close over."
    )


class Discard(Input):
    """Discard a session in which nothing was played or paid."""

    expected_entry = Whole()


class NewHandover(Input):
    """Cash from one seat to another, and the newest line the program knew of."""

    payer = Whole(min_value=1, max_value=MOST_PLAYERS)
    payee = Whole(min_value=1, max_value=MOST_PLAYERS)
    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)
    expected_entry = Whole(**NEEDED)


class Reopening(Input):
    """Why a closed session is played on or changed."""

    reason = Text(max_length=LONGEST_REASON)
    expected_entry = Whole(**NEEDED)


class Closing(SessionView):
    @reads(ClosingShape, right=Action.RECORD, query=CoinQuery, conflicts=True)
    def get(self, asked: dict[str, Any]) -> settlements.Closing:
        """Say what closing now would do."""
        _require_coin(self.session, asked["coin_cents"])
        if tables.is_closed(session=self.session):
            raise SessionClosedError
        return settlements.closing(session=self.session, **asked)

    @writes(Close, SettlementShape, right=Action.RECORD, made="sessions/{public_id}/settlement/")
    def post(self, close: dict[str, Any], stamp: Stamp) -> Settling:
        """Close the session with the fewest payments that settle it."""
        _require_coin(self.session, close["coin_cents"])
        disputed = tuple(close["disputed"])
        close_session(session=self.session, **{**close, "disputed": disputed}, stamp=stamp)
        return settling(session=self.session)


class Discards(SessionView):
    @writes(Discard, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, discard: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Close a session that was started by mistake; 409 `night_played` once something was played or paid.

        Reopening it takes that back.
        """
        return ledger_line(entry=discard_session(session=self.session, **discard, stamp=stamp))


class Settlement(SessionView):
    @reads(SettlementShape, right=Action.SEE, conflicts=True)
    def get(self) -> Settling:
        """Read who hands how much to whom, and what is left."""
        if not tables.is_closed(session=self.session):
            raise SessionOpenError
        return settling(session=self.session)


class Handovers(SessionView):
    @writes(NewHandover, EntryShape, right=Action.MARK_OWN, made=LINE)
    def post(self, handover: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record cash: of a line of the plan, all or part of it, or during the night.

        Who only plays records what is their own. Take it back by reversing the entry. With `expected_entry`,
        which version 2 needs, 409 `cash_changed` says that cash between these two was recorded since: yours may be
        the same.
        """
        seats = handover["payer"], handover["payee"]
        require_own_cash(access=self.access, session=self.session, seats=seats)
        record = hand_over if tables.is_closed(session=self.session) else hand_over_early
        return ledger_line(entry=record(session=self.session, **handover, stamp=stamp))


class Reopenings(SessionView):
    @writes(Reopening, EntryShape, right=Action.CORRECT, made=LINE)
    def post(self, reopening: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Take the close back, with its adjustments; cash handed over stays on record.

        With `expected_entry`, which version 2 needs, 409 `close_changed` says that the close is a later one.
        """
        return ledger_line(entry=reopen_session(session=self.session, **reopening, stamp=stamp))


def _require_coin(session: Session, coin_cents: int) -> None:
    """Name the field where the operation would refuse the coin."""
    try:
        require_coin(currency=session.money, coin_cents=coin_cents)
    except WrongAmountError as error:
        raise FieldsError(coin_cents=error.text) from error
