"""Money in the API: close, cash, chips, tong, debts."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from scoring.api.answers import Shape, at
from scoring.api.entries import own_cash
from scoring.api.operation import NIGHT, do, read
from scoring.api.problems import FieldsError, RequestError
from scoring.frozen import Frozen
from scoring.ledger.chips import Chips
from scoring.ledger.lines import Line
from scoring.ledger.night import PlanLine, Transfer
from scoring.ledger.reckoning import Closing, Reckoning, Settling
from scoring.ledger.tong import Tong
from scoring.models import Club, Player, Session
from scoring.operations.errors import SessionClosedError, SessionOpenError, WrongAmountError
from scoring.operations.money import debts, past, payments
from scoring.operations.table.undoing import reopen_session
from scoring.queries.books.ledger import LineNumber, PageSize
from scoring.queries.money import CurrencyDebts, OpenDebt, Pair, may_settle, owed_in, part_of, people_of_act
from scoring.queries.people.access import Access, Action
from scoring.queries.table.disputes import OpenObjection, open_objections
from scoring.queries.table.night import night_of
from scoring.queries.table.nights import ListedNight, nights_of


class ReckoningShape(
    Shape,
    of=Reckoning,
    keeps="number player played_cents result_cents carried_cents tong_cents beside_cents in_all_cents settled_cents "
    "due_cents",
):
    """The amounts of a seat's night."""


class TransferShape(Shape, of=Transfer, keeps="payer payee payer_name payee_name cents"):
    """A payment from one seat to another."""


def _numbers(lines: Iterable[Line]) -> list[int]:
    return [line.number for line in lines]


class PlanLineShape(TransferShape, of=PlanLine, keeps="handed_cents left_cents"):
    """A line of the plan, and its handovers."""

    handover_entries: tuple[int, ...] = at("handovers", _numbers)


class SettlementShape(Shape, of=Settling, keeps="seats reckonings night.plan night.is_settled night.check_code"):
    """A closed session: results, best first, and the plan."""


class ClosePreview(Closing):
    objections: tuple[OpenObjection, ...]


class ClosePreviewShape(
    Shape,
    of=ClosePreview,
    keeps="reckonings adjusted plan cash_moved objections night.hand_count night.void_count night.last_entry",
):
    """The result of closing now, and open objections."""

    open_secrets: int = at("night.secrets_of", len)
    disputed_entries: tuple[int, ...] = at("objections", lambda found: [each.line for each in found])


def preview_close(*, session: Session, coin_cents: int = 1) -> ClosePreview:
    """Preview the close, rounded to `coin_cents`."""
    night = night_of(session=session)
    if night.is_closed:
        raise SessionClosedError
    return ClosePreview(night=night, coin_cents=coin_cents, objections=open_objections(session=session))


def whole_coin(*, session: Session, coin_cents: int = 1) -> None:
    """Check the coin. Raises FieldsError."""
    try:
        payments.require_coin(currency=session.money, coin_cents=coin_cents)
    except WrongAmountError as error:
        raise FieldsError(("coin_cents", error.text)) from error


def read_settlement(*, session: Session) -> Settling:
    """Read the plan and the open payments."""
    night = night_of(session=session)
    if not night.is_closed:
        raise SessionOpenError
    return Settling(night=night)


def read_chips(*, session: Session) -> Chips:
    """Read the chips of every player."""
    return night_of(session=session).chips


def read_tong(*, session: Session) -> Tong:
    """Read the tong."""
    return night_of(session=session).tong


class ChipsShape(Shape, of=Chips, keeps="bank out_cents holders is_over"):
    """The chips of a night."""

    counted_entry: int | None = at("count.number")
    suspect_entries: tuple[int, ...] = at("suspected", _numbers)


class TongShape(Shape, of=Tong, keeps="rule holder pot_cents spent_cents left_cents"):
    """The tong of a night, `rule` null without one."""


class DebtShape(Shape, of=OpenDebt, keeps="session cents"):
    """The open amount of a night."""


class DebtPairShape(Shape, of=Pair, keeps="debtor creditor cents debts"):
    """The debt of one player, oldest night first."""


class DebtPart(Frozen):
    """Debts by currency. `next_after` is None at the end."""

    items: tuple[CurrencyDebts, ...]
    next_after: int | None


def list_debts(*, club: Club, after: LineNumber = 0, limit: PageSize = 100) -> DebtPart:
    """Read all debts, and the fewest payments to settle them.

    A page has `limit` debts of single nights. The amount of a pair is that of all its nights.
    """
    owed, cut = owed_in(club=club), range(after, after + limit)
    count = sum(each.night_count for each in owed)
    return DebtPart(items=part_of(owed, cut=cut), next_after=cut.stop if cut.stop < count else None)


def _require_right(access: Access, *people: Player) -> None:
    """Check the right to settle. Raises RequestError."""
    if not may_settle(access=access, people=people):
        raise RequestError("not_yours")


def own(*, access: Access, shown: debts.PairTotal) -> None:
    _require_right(access, shown.debtor, shown.creditor)


def owed_to(*, access: Access, shown: debts.PairTotal) -> None:
    _require_right(access, shown.creditor)


def one_of_two(*, access: Access, payer: Player, payee: Player) -> None:
    _require_right(access, payer, payee)


def keeps_score(*, access: Access) -> None:
    _require_right(access)


def in_act(*, access: Access, club: Club, act: UUID) -> None:
    _require_right(access, *people_of_act(club=club, act=act))


def entered(*, done: tuple[Session, ...]) -> tuple[ListedNight, ...]:
    return nights_of(sessions=done)


CLOSED: dict[str, Any] = {"then": read_settlement, "makes": f"{NIGHT}settlement/"}
ENTERED: dict[str, Any] = {"then": entered, "makes": "sessions/{items[0][id]}/"}
OPERATIONS = (
    read(f"{NIGHT}close/", preview_close, Action.RECORD, allow=whole_coin),
    do(f"{NIGHT}close/", payments.close_session, Action.RECORD, allow=whole_coin, **CLOSED),
    do(f"{NIGHT}discard/", payments.discard_session, Action.RECORD),
    read(f"{NIGHT}settlement/", read_settlement, Action.SEE),
    do(f"{NIGHT}handovers/", payments.hand_over, Action.MARK_OWN, allow=own_cash, needs=("expected_entry",)),
    do(f"{NIGHT}reopen/", reopen_session, Action.CORRECT, needs=("expected_entry",)),
    do(f"{NIGHT}free-payments/", payments.pay_free, Action.RECORD),
    read(f"{NIGHT}chips/", read_chips, Action.SEE),
    do(f"{NIGHT}chips/", payments.buy_chips, Action.RECORD),
    do(f"{NIGHT}chips/back/", payments.return_chips, Action.RECORD),
    do(f"{NIGHT}chips/bank/", payments.take_over_bank, Action.RECORD),
    do(f"{NIGHT}chips/count/", payments.count_chips, Action.RECORD),
    read(f"{NIGHT}tong/", read_tong, Action.SEE),
    do(f"{NIGHT}tong/", payments.set_tong, Action.RECORD),
    do(f"{NIGHT}tong/spendings/", payments.spend_tong, Action.RECORD),
    read("debts/", list_debts, Action.BROWSE),
    do("debts/payments/", debts.pay_debt, Action.SETTLE, allow=own),
    do("debts/forgivings/", debts.forgive_debt, Action.SETTLE, allow=owed_to),
    do("debts/netted/", debts.pay_netted, Action.SETTLE, allow=one_of_two),
    do("debts/all/", debts.settle_all, Action.SETTLE, allow=keeps_score),
    do("debts/{act_id}/take-back/", debts.take_back_debts, Action.SETTLE, allow=in_act),
    do(f"{NIGHT}carry/", debts.carry_debts, Action.RECORD),
    do("past-nights/", past.enter_past, Action.START, needs=("expected_new",), **ENTERED),
    do(f"{NIGHT}past/take-back/", past.take_back_past, Action.START),
)
